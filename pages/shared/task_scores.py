"""Scores of all runs of a task, and of two of them, computed once for all visitors."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pandas as pd

from ordquant_core.analysis import comparison
from ordquant_core.analysis.baselines import opening_runs, with_classes
from ordquant_core.analysis.case_margins import CaseMargins, Pair
from ordquant_core.analysis.scoring import choose, score
from ordquant_core.measures.registry import DEFAULT_MEASURES, MAIN_MEASURES, OTHER_MEASURES
from ordquant_core.records import FloatArray, Preferences, Scores, Task
from ordquant_core.statistics.progress import Progress
from pages.shared.params import Params
from pages.shared.result_cache import Key, compute_once, compute_with_bar
from pages.shared.task_files import TaskKey
from pages.shared.tasks import Current


@dataclass(frozen=True, slots=True, eq=False)
class Versus:
    """Two runs of a task under every measure."""

    task: Task
    run_a: str
    run_b: str
    scores: Scores
    deltas: FloatArray  # (measures, cases), score of A - score of B
    preferences: Preferences  # by the main measures; the unnormalised variants prefer the same runs
    key: tuple[TaskKey, str, str]  # task and runs: what decides the deltas by a measure

    def margins(self, pair: Pair) -> CaseMargins:
        """Return the margins of two measures."""
        x, y = (self.deltas[self.scores.measures.index(measure)] for measure in pair)
        return CaseMargins(self.task, pair, x, y)

    def preferences_to_frame(self) -> pd.DataFrame:
        """Return what the command `compare` writes, with the names of the runs: nothing else in a file says them."""
        main = self.deltas[[self.scores.measures.index(measure) for measure in self.preferences.measures]]
        correlations = comparison.delta_correlations(main)
        return self.preferences.to_frame(runs=(self.run_a, self.run_b), correlations=correlations)

    @property
    def all_cases(self) -> Key:
        """What stands for the cases, as long as they are the same ones in the same order."""
        return self.key[0].digest, self.task.cases


def score_all_runs(key: TaskKey, task: Task) -> Scores:
    """Score all runs of the task, baselines included, with the main measures."""
    return compute_with_bar(("all runs", key), "Scoring all runs, cases", score, task, MAIN_MEASURES)


def score_two_runs(key: TaskKey, run_a: str, run_b: str, task: Task, wanted: Iterable[str] = ()) -> Versus:
    """Score two runs, A and B, with every default measure, and with those of other fields that are `wanted`.

    A run may be the baseline of one class.
    """
    wanted = {*wanted}
    more = tuple(measure for measure in OTHER_MEASURES if measure in wanted)

    def compute(progress: Progress) -> Versus:
        runs = [run_a, run_b]
        both = (task if {*runs} <= {*task.runs} else with_classes(task, runs)).only(runs)
        scores = score(both, DEFAULT_MEASURES + more, progress=progress)
        main = choose(scores, MAIN_MEASURES)
        preferences = comparison.preferences(main, run_a, run_b)
        deltas = comparison.deltas(scores, run_a, run_b)
        return Versus(both, run_a, run_b, scores, deltas, preferences, (key, run_a, run_b))

    return compute_with_bar(("versus", key, run_a, run_b, more), "", compute)


def opening(current: Current) -> tuple[str, ...]:
    """Return runs in the order in which a page opens with two: the visitor's own, the best two, all others."""
    whole = current.whole or current
    of = whole.task, whole.runs_without_baselines, whole.baselines
    best = compute_once(("opening runs", whole.key), lambda: opening_runs(*of))
    return tuple(dict.fromkeys((*whole.added[:1], *best, *whole.task.runs)))


def restrict_measure(params: Params, offered: Sequence[str], primary: str | None) -> str:
    """Let the parameter `measure` be one of those that are offered, at first the `primary` one of a task; return it."""
    params.restrict({"measure": offered}, fallback={} if primary is None else {"measure": primary})
    return str(params["measure"])


def restrict_pair(params: Params, offered: Sequence[str], first: Sequence[str]) -> None:
    """Let the parameters `a` and `b` be two different ones of the runs that are offered, at first the `first` two.

    What takes the place of a run that is not there is never the other one.
    """
    first = [run for run in first if run in offered]
    chosen = {letter: params[letter] for letter in "ab" if params[letter] in offered}
    a, b = chosen.get("a"), chosen.get("b")
    a = a or next((run for run in first if run != b), first[0])
    others = [run for run in first if run != a] or [a]
    params.restrict({"a": offered}, fallback={"a": a})
    params.restrict({"b": [run for run in offered if run != a] or offered}, fallback={"b": others[0]})
