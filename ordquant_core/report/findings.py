"""The findings of a report, computed once, before any of it is written."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.analysis.agreement import agreement, mean_scores
from ordquant_core.analysis.case_filters import rank_by_disagreement
from ordquant_core.analysis.comparison import TIE, best_two, deltas, disagreement, preferences
from ordquant_core.analysis.discrimination import Discrimination, in_order, separate_runs
from ordquant_core.analysis.scoring import choose, infinite_measures, mean_intervals, score
from ordquant_core.findings.runs import impossible
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import all_of, count, listed, setting
from ordquant_core.numerals import score as score_text
from ordquant_core.records import FloatArray, IntArray, Scores, Task
from ordquant_core.statistics.mean_interval import MeanInterval
from ordquant_core.statistics.progress import Progress
from ordquant_core.statistics.resampling import significance_groups

LEVEL = 0.05
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
NAMED = 3  # measures, in a sentence
LISTED = 10  # cases of greatest disagreement


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Two runs under the first two measures: the best run and the next best that is not a copy of it."""

    runs: tuple[str, str]
    measures: tuple[str, str]
    deltas: FloatArray  # (2, cases)
    top: tuple[int, ...]  # the cases of greatest disagreement, at most LISTED


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """All numbers of a report. Runs are in the order of their means by the first measure."""

    task: Task
    scores: Scores
    means: FloatArray  # (measures, runs), rounded to 12 decimals
    best: tuple[tuple[int, ...], ...]  # per measure: the runs with the smallest mean
    quantiles: FloatArray  # (measures, runs, QUANTILES)
    finite: tuple[str, ...]  # the measures that are finite on all cases
    intervals: MeanInterval | None  # of the means by these: (measures, runs); None where there are none
    separated: Discrimination | None  # None where there is nothing to test: see `not_tested`
    groups: tuple[tuple[tuple[int, ...], ...], ...]  # per tested measure
    not_tested: str
    tau: FloatArray | None  # (measures, measures), None for fewer than three runs
    pair: Pair | None  # None for one run or one measure, and where all runs are copies
    preferred: IntArray  # (measures, runs, 3): cases that prefer the first run, the run, neither
    seed: int

    @property
    def first(self) -> str:
        """The run that all others are compared with: the best by the first measure."""
        return self.scores.runs[0]


def find(
    task: Task,
    measures: Sequence[str],
    *,
    n_trials: int,
    seed: int,
    progress: Progress | None = None,
) -> Findings:
    """Compute everything. Raises `OrdquantError` for a task without runs or an unknown measure."""
    scores = score(task, measures)
    order = np.argsort(mean_scores(scores)[0], kind="stable")
    # Tested in the order of the task: the same seed permutes as on the pages and on the command line.
    separated, not_tested = _separate(scores, n_trials, np.random.default_rng(seed), progress)
    separated = None if separated is None else in_order(separated, order.tolist())
    task = task.only([task.runs[place] for place in order])
    scores = Scores(scores.measures, task.runs, scores.cases, scores.values[:, order])
    means = mean_scores(scores)
    infinite = infinite_measures(scores)
    finite = tuple(key for key in scores.measures if key not in infinite)
    groups = () if separated is None else tuple(map(significance_groups, separated.means, separated.p_values))
    tau = agreement(scores).tau if len(scores.runs) > 2 and len(scores.measures) > 1 else None
    return Findings(
        task,
        scores,
        means,
        tuple(tuple(np.flatnonzero(row <= row.min() + TIE).tolist()) for row in means),
        np.stack([np.moveaxis(_quantiles(layer), 0, -1) for layer in scores.values]),
        finite,
        mean_intervals(choose(scores, finite)) if finite else None,
        separated,
        groups,
        not_tested,
        tau,
        _pair(task, scores, means[0]),
        _preferred(scores),
        seed,
    )


def _separate(
    scores: Scores, n_trials: int, rng: np.random.Generator, progress: Progress | None
) -> tuple[Discrimination | None, str]:
    if len(scores.runs) < 2 or len(scores.cases) < 2:
        return None, "A test needs two runs and two cases or more."
    infinite = infinite_measures(scores)
    finite = [key for key in scores.measures if key not in infinite]
    left_out = f"Not tested, as infinite on some case: {', '.join(infinite)}." if infinite else ""
    if not finite:
        return None, left_out
    return separate_runs(choose(scores, finite), n_trials=n_trials, rng=rng, progress=progress), left_out


def _pair(task: Task, scores: Scores, means: FloatArray) -> Pair | None:
    chosen = best_two(means, task.estimates)
    if chosen is None or len(scores.measures) < 2:
        return None
    runs = (scores.runs[chosen[0]], scores.runs[chosen[1]])
    first, second = values = deltas(scores, *runs)[:2]
    disagree = disagreement(first, second)
    top = [case for case in rank_by_disagreement(first, second)[:LISTED].tolist() if disagree[case]]
    return Pair(runs, (scores.measures[0], scores.measures[1]), values, tuple(top))


def _quantiles(layer: FloatArray) -> FloatArray:
    """Quantiles over the cases, shape (QUANTILES, runs): values that occur, so that infinite ones do no harm."""
    return np.asarray(np.quantile(layer, QUANTILES, axis=-1, method="inverted_cdf"))


def _preferred(scores: Scores) -> IntArray:
    against = [preferences(scores, scores.runs[0], run) for run in scores.runs]
    return np.stack([np.stack([one.prefers_a, one.prefers_b, one.ties], axis=-1) for one in against], axis=1)


# --- In words ---


def headline(findings: Findings) -> str:
    """Return the first finding in one or two sentences."""
    runs, measures = findings.scores.runs, findings.scores.measures
    if len(runs) == 1:
        mean = score_text(float(findings.means[0, 0]))
        return f"By {label(measures[0])}, {runs[0]} scores {mean} on average; smaller is better."
    finite = [place for place, row in enumerate(findings.means) if np.isfinite(row).all()]
    if not finite:
        return f"Every measure is infinite for some run: no smallest mean is named. {_significance(findings)}".strip()
    infinite = [label(key) for place, key in enumerate(measures) if place not in finite]
    left_out = f" Left out, as infinite for some run: {listed(infinite)}." if infinite else ""
    winners: dict[tuple[int, ...], list[str]] = {}
    for place in finite:
        winners.setdefault(findings.best[place], []).append(measures[place])
    ranked = sorted(winners.items(), key=lambda item: -len(item[1]))
    names = [listed([runs[place] for place in best]) for best, _ in ranked]
    every = len(finite)
    by = f"By {all_of(every, 'measure')}" if every > 1 else f"By {label(measures[finite[0]])}"
    shared = set.intersection(*(set(best) for best in winners))
    if len(ranked) == 1:
        verb = "has" if len(ranked[0][0]) == 1 else "share"
        words = f"{by}, {names[0]} {verb} the smallest mean score."
    elif shared:
        who = listed([runs[place] for place in sorted(shared)])
        ties = "; ".join(
            f"{name} by {_name_or_count(keys, every)}"
            for name, (best, keys) in zip(names, ranked, strict=True)
            if len(best) > len(shared)
        )
        words = f"{by}, no run has a smaller mean score than {who}; some share it: {ties}."
    else:
        said = [f"{name} by {_name_or_count(keys, every)}" for name, (_, keys) in zip(names, ranked, strict=True)]
        words = f"The measures disagree on which run has the smallest mean score: {'; '.join(said)}."
    words += left_out
    return f"{words} {_significance(findings)}".strip()


def _significance(findings: Findings) -> str:
    if findings.separated is None:
        return ""
    if no := impossible(findings.separated, LEVEL):
        return no
    numbers = findings.separated.significant(LEVEL).sum(axis=1)
    near = findings.separated.undecided(LEVEL).any()
    doubt = f" With other trials these counts may differ: some p-values are near {setting(LEVEL)}." if near else ""
    pairs = count(len(findings.separated.pairs), "pair of runs", "pairs of runs")
    if len(numbers) == 1 or numbers.min() == numbers.max():
        by = (
            f"{label(findings.separated.measures[0])} separates"
            if len(numbers) == 1
            else "Each of the tested measures separates"
        )
        return f"{by} {numbers[0]} of {pairs} significantly.{doubt}"
    keys = findings.separated.measures
    most, fewest = (
        [key for key, number in zip(keys, numbers, strict=True) if number == end]
        for end in (numbers.max(), numbers.min())
    )
    return (
        f"Of {pairs}, {_name_or_count(most, len(keys))} separate{'s' * (len(most) == 1)} most pairs "
        f"significantly ({numbers.max()}), {_name_or_count(fewest, len(keys))} fewest ({numbers.min()}).{doubt}"
    )


def _name_or_count(keys: Sequence[str], of: int) -> str:
    """Name measures where they are few, else say how many they are."""
    return listed([label(key) for key in keys]) if len(keys) <= NAMED else f"{len(keys)} of the {of} measures"


def label(key: str) -> str:
    """Return the label of a measure."""
    return MEASURES[key].label
