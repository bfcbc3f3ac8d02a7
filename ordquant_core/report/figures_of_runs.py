"""The figures of Systems, Measures and Cases that pages and files share, without their colours yet."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from ordquant_core.analysis.agreement import ranks
from ordquant_core.analysis.comparison import disagreement, quadrants
from ordquant_core.analysis.consistency import Consistency, Curve
from ordquant_core.analysis.discrimination import Discrimination, curves
from ordquant_core.figures.deltas import delta_scatter
from ordquant_core.figures.distributions import Estimate, distribution_figure, numbers_below
from ordquant_core.figures.measuring import consistency_figure, growth_figure, matrix_figure, power_figure
from ordquant_core.figures.scores import score_scatter
from ordquant_core.figures.systems import slopes_figure
from ordquant_core.figures.template import Sketch, plain
from ordquant_core.figures.workings import RunLetter
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import listed
from ordquant_core.records import FloatArray, Scores, Task
from ordquant_core.statistics.correlation import pearson
from ordquant_core.tables.runs import ranking_sentences
from ordquant_core.tables.two_runs.disagreement import Pair, correlation, headline, label_pair


def _labels(measures: Sequence[str]) -> list[str]:
    return [MEASURES[key].label for key in measures]


def ranks_by_two(scores: Scores) -> Sketch:
    """Draw how two measures rank the runs, by their mean scores; the two runs that move most are amber."""
    runs, places = scores.runs, ranks(scores.values.mean(axis=2))
    named = [runs[run] for run in ranking_sentences.moving_most(places)]
    return partial(slopes_figure, places, runs, _labels(scores.measures), marked=named)


def sorted_p_values(discrimination: Discrimination, alpha: float, pair: Sequence[int]) -> Sketch:
    """Draw the sorted p-values of all pairs of runs, a line per measure; those of a `pair` of measures stand out."""
    return partial(
        power_figure,
        curves(discrimination),
        _labels(discrimination.measures),
        n_trials=discrimination.n_trials,
        level=alpha,
        title="Sorted p-values of all pairs of runs",
        pair=pair,
        height=120 + 24 * len(discrimination.measures),
    )


def taus_of_splits(consistency: Consistency, order: Sequence[int], chosen: int) -> Sketch:
    """Draw tau of the rankings by two sets of cases, measure by measure in this `order`."""
    return partial(
        consistency_figure,
        consistency.taus[:, order],
        [_labels(consistency.measures)[m] for m in order],
        title=f"Tau between {ranking_sentences.sets_of_cases(consistency)}",
        chosen=order.index(chosen),
    )


def growth_of_tau(
    curve: Curve,
    target: float,
    needed: int | None,
    pair: Sequence[int],
) -> Sketch:
    """Draw the mean tau of two sets of cases by their size; those of a `pair` of measures stand out.

    `needed`: the cases at which the first of them reaches the `target`.
    """
    return partial(
        growth_figure,
        curve.sizes,
        curve.means,
        _labels(curve.measures),
        target=target,
        smallest=needed,
        title=ranking_sentences.growth(curve.measures[pair[0]], target, needed),
        pair=pair,
        height=130 + 24 * len(curve.measures),
    )


def deltas_of_cases(
    x: FloatArray,
    y: FloatArray,
    cases: Sequence[str],
    pair: Pair,
    runs: tuple[str, str],
    *,
    listed: bool = False,
    small: bool = False,
    height: int = 420,
) -> Sketch:
    """Draw the deltas of two runs by two measures, a dot per case; `listed`: these are some of the cases."""
    counts = quadrants(x, y)
    return partial(
        delta_scatter,
        x,
        y,
        cases,
        disagreement(x, y),
        counts,
        measures=label_pair(pair),
        runs=runs,
        title=headline(counts, pair, len(x), listed=listed),
        subtitle=correlation(pearson(x, y)),
        small=small,
        height=height,
    )


def every_pair(
    cells: FloatArray,
    measures: Sequence[str],
    written: Callable[[float], str],
    pointed: Callable[[int, int], str],
    *,
    title: str,
    pair: tuple[int, int] | None = None,
    odd: int | None = None,
) -> Sketch:
    """Draw a number for every pair of measures, and what it says when pointed at; what is not defined stays empty."""
    numbers = range(len(cells))
    inside = cells[np.isfinite(cells) & ~np.eye(len(cells), dtype=np.bool_)]
    texts = [["" if i == j or np.isnan(cells[i, j]) else written(float(cells[i, j])) for j in numbers] for i in numbers]
    labels = _labels(measures)
    framed = "" if pair is None else f" Framed: {listed([labels[m] for m in pair])}."
    return partial(
        matrix_figure,
        cells,
        texts,
        [["" if i == j else pointed(i, j) for j in numbers] for i in numbers],
        labels,
        title=title,
        under=f"Stronger shade: larger number.{framed}",
        low=min(0.0, float(inside.min(initial=0.0))),
        high=float(inside.max(initial=1e-9)),
        pair=pair,
        odd=odd,
    )


def has_numbers(task: Task, case: int) -> bool:
    """Return whether the numbers of a case fit under its picture."""
    return bool(numbers_below(task.classes, task.gold[case], [*task.estimates[:, case]], votes_of(task, case)))


def votes_of(task: Task, case: int) -> int | None:
    """Return how many annotators a case has, None where the gold is not made of votes."""
    return None if task.votes is None else int(task.votes[case].sum())


def picture_of_case(
    task: Task,
    case: int,
    runs: Sequence[str],
    *,
    title: str = "Gold as bars, A and B as outlines",
) -> Sketch:
    """Draw the gold of a case, and the estimates of two runs."""
    estimates = [Estimate(run, task.estimates[task.runs.index(run)][case]) for run in runs]
    return partial(
        distribution_figure,
        task.classes,
        task.gold[case],
        estimates,
        votes=votes_of(task, case),
        title=title,
        height=280 if title else 204,
    )


def scores_of_run(
    x: FloatArray,
    y: FloatArray,
    cases: Sequence[str],
    pair: Pair,
    run: RunLetter,
    name: str,
) -> Sketch:
    """Draw the scores of one run by two measures, a dot per case."""
    title = f"{run.upper()} {plain([name])[0]}: {correlation(pearson(x, y))}"
    return partial(score_scatter, x, y, cases, measures=label_pair(pair), run=run, title=title)
