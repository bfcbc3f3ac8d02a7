"""The results of a task as a paper prints them: a row per run, a column per measure, letters of significance."""

from __future__ import annotations  # help() shows types as they are written

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
import pandas as pd

from ordquant_core.analysis.case_filters import ALL
from ordquant_core.analysis.official import Official, official
from ordquant_core.analysis.scoring import choose, infinite_measures
from ordquant_core.analysis.scoring import score as score_task
from ordquant_core.errors import OrdquantError
from ordquant_core.glossary import Values, by_task, frame_of, stacked
from ordquant_core.measures.registry import DEFAULT_MEASURES, MeasureLike
from ordquant_core.numerals import count, listed, score, setting
from ordquant_core.records import Task
from ordquant_core.writing.forms import written
from ordquant_core.writing.paper_table import Block, Mark, PaperTable, best, label, row

NAMED = 5  # measures that a caption names
Teams = Mapping[str, str] | None  # of runs; None: there is no column for them


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Results(Official):
    """The results of all runs of a task by some measures, which `oq.results` returns: as frames, and as a table."""

    task: Task

    def to_latex(self, *, alpha: float = 0.05, primary: str | None = None, title: str = "", teams: Teams = None) -> str:
        """Return what `results --table wide --format latex` writes, by the measure `primary`, else the first one."""
        return self._written("latex", alpha, primary, title, teams)

    def to_markdown(
        self, *, alpha: float = 0.05, primary: str | None = None, title: str = "", teams: Teams = None
    ) -> str:
        """Return what `results --table wide --format markdown` writes, by the measure `primary`, else the first one."""
        return self._written("markdown", alpha, primary, title, teams)

    def _written(self, form: str, alpha: float, primary: str | None, title: str, teams: Teams) -> str:
        first = choose(self.scores, [primary or self.scores.measures[0]]).measures[0]
        return written(wide_table(self, alpha, primary=first, title=title, teams=teams), form)


def results(
    task: Task, measures: Sequence[MeasureLike] | None = None, *, n_trials: int = 5000, seed: int = 1
) -> Results:
    """Score a task and test all pairs of its runs: what the command `results` writes, with the same seed.

    `measures` are those of `oq.score`; without, those that are infinite on some case are left out, such as KLD.
    `to_frame()` gives a row per measure and run, `to_frame(pairs=True)` one per pair of runs; `to_latex()` and
    `to_markdown()` give the table of a paper. Raises `UnknownNameError`, or `OrdquantError` for a task without runs and
    for infinite scores of a measure that was named; needs the extra `statistics`.

    >>> import ordquant_core as oq
    >>> results = oq.results(oq.load_sample("breakdown-labels"), ["NMD"], n_trials=100)
    >>> results.to_frame()[["run", "rank"]].head(1).values.tolist()
    [['system-01', 1]]
    >>> print(results.to_markdown().splitlines()[4])
    | system-01 | **0.084**<sup>a</sup> |
    """
    scores = score_task(task, DEFAULT_MEASURES if measures is None else measures)
    if not task.runs:
        raise OrdquantError("The task has no runs to rank: add some, or oq.with_baselines(task).")
    infinite = () if measures is not None else infinite_measures(scores)
    kept = choose(scores, [key for key in scores.measures if key not in infinite])
    found = official(kept, scale=task.scale, n_trials=n_trials, seed=seed)
    return Results(**{each.name: getattr(found, each.name) for each in fields(found)}, task=task)


def wide_table(results: Official, alpha: float, *, primary: str, title: str = "", teams: Teams = None) -> PaperTable:
    """Return a row per run, the smallest mean by the measure `primary` first.

    A cell is the mean with the letters of its significance groups; the best mean by each measure is bold, by its text:
    means that are printed alike are equally good. `title` names the task in the caption, `teams` adds a column.
    """
    caption, data = _caption(results, alpha, primary, title), wide_data([results], alpha, primary=primary, teams=teams)
    return PaperTable(_key(results), "", "", caption, (_block("run", results, alpha, primary, teams),), data)


def of_runs(tasks: Sequence[tuple[str, Official, str]], alpha: float, compared: str) -> PaperTable:
    """Return the same of several tasks in one table: each has a name, its results, and its primary measure.

    `compared` says which runs are compared. The data are those of `results`: a row per task, measure and run.
    """
    blocks = tuple(_block(f"{name} ({label(primary)})", results, alpha, primary) for name, results, primary in tasks)
    caption = (
        "Mean scores of the runs of each task over its cases; smaller is better. Runs are sorted by the measure in "
        f"brackets; the smallest mean by each measure is in bold. {_test(tasks[0][1], alpha)} {compared}"
    )
    data = by_task([(name, results.to_frame(alpha=alpha)) for name, results, _ in tasks])
    return PaperTable("results", "", "", caption, blocks, data)


def wide_data(every: Sequence[Official], alpha: float, *, primary: str, teams: Teams = None) -> pd.DataFrame:
    """Return the same of several scales or groups of cases, with means at full precision and letters in own columns."""
    by_group = any(results.cases != ALL for results in every)
    frames = []
    for results in every:
        order = _order(results, primary)
        runs = [results.test.runs[run] for run in order]
        columns: dict[str, Values] = {"scale": [results.scale or ""] * len(runs)}
        columns |= {"case_group": [results.cases] * len(runs)} if by_group else {}
        columns |= {"run": runs} if teams is None else {"run": runs, "team": [teams.get(run, "") for run in runs]}
        columns["cases"] = [results.test.n_cases] * len(runs)
        for m, key in enumerate(results.test.measures):
            groups = results.letters(m, alpha)
            columns |= {f"mean_{key}": results.test.means[m, order], f"group_{key}": [groups[run] for run in order]}
        frames.append(frame_of(columns))
    return stacked(frames)


def _block(title: str, results: Official, alpha: float, primary: str, teams: Teams = None) -> Block:
    tested, columns = results.test, []
    for m, means in enumerate(tested.means):
        marks = zip(best(means, list(map(score, means)), largest=False), results.letters(m, alpha), strict=True)
        columns.append([Mark(mark.text, mark.bold, above=group) for mark, group in marks])
    rows = tuple(
        row(name, [*([] if teams is None else [teams.get(name, "")]), *(column[run] for column in columns)])
        for run, name in ((run, tested.runs[run]) for run in _order(results, primary))
    )
    return Block((title, *([] if teams is None else ["team"]), *map(label, tested.measures)), rows)


def _order(results: Official, primary: str) -> list[int]:
    return np.argsort(results.test.means[results.test.measures.index(primary)], kind="stable").tolist()  # type: ignore[no-any-return]


def _caption(results: Official, alpha: float, primary: str, title: str) -> str:
    measures, runs = results.test.measures, results.test.runs
    where = ", ".join(filter(None, [title, f"scale {results.scale}" if results.scale else ""]))
    cases = count(results.test.n_cases, "case") + ("" if results.cases == ALL else f" (group {results.cases})")
    by = listed([label(key) for key in measures]) if len(measures) <= NAMED else count(len(measures), "measure")
    words = f"{where}: mean scores" if where else "Mean scores"
    words = f"{words} of {count(len(runs), 'run')} over {cases}, by {by}; smaller is better."
    words += f" Runs are sorted by {label(primary)}; the smallest mean by each measure is in bold."
    return f"{words} {_test(results, alpha)}" if results.tested else words


def _test(results: Official, alpha: float) -> str:
    return (
        "By one measure, runs that share a letter do not differ significantly (randomised Tukey HSD test of all "
        f"pairs of runs, B = {setting(results.test.n_trials)}, seed {results.seed}, α = {setting(alpha)})."
    )


def _key(results: Official) -> str:
    """Return the name of the file and of the label in LaTeX."""
    parts = ["results", results.scale or "", "" if results.cases == ALL else results.cases]
    return "-".join(filter(None, (re.sub(r"[^A-Za-z0-9]+", "-", part).strip("-") for part in parts)))
