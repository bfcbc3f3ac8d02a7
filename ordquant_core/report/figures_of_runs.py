"""The figures of Systems, Measures and Cases that pages and files share: `draw` builds them, and may remember them."""

from collections.abc import Collection, Sequence

from ordquant_core.analysis.agreement import ranks
from ordquant_core.analysis.consistency import Consistency, Curve
from ordquant_core.analysis.discrimination import Discrimination, curves, in_order, powers
from ordquant_core.figures.measuring import consistency_figure, growth_figure, power_figure
from ordquant_core.figures.scores import score_scatter
from ordquant_core.figures.style import LIGHT, Figure, Palette, plain
from ordquant_core.figures.systems import bump_figure, significance_figure
from ordquant_core.figures.working_parts import RunLetter
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray
from ordquant_core.report.drawn import Draw, at_once
from ordquant_core.statistics.correlation import pearson
from ordquant_core.tables.runs import ranking_sentences
from ordquant_core.tables.two_runs.disagreement import Pair, correlation, label_pair


def _labels(measures: Sequence[str]) -> list[str]:
    return [MEASURES[key].label for key in measures]


def ranks_by_measure(
    means: FloatArray,
    runs: Sequence[str],
    measures: Sequence[str],
    pair: Sequence[str],
    marked: int,
    palette: Palette = LIGHT,
    draw: Draw = at_once,
    *,
    yours: Collection[str] = (),
) -> Figure:
    """Draw the rank of every run by every measure, from their means (measures, runs)."""
    title = "Rank of every run by every measure"
    return draw(
        bump_figure, ranks(means), runs, _labels(measures), palette, title=title, pair=pair, yours=yours, marked=marked
    )


def pairs_of_runs(
    found: Discrimination,
    layer: int,
    order: Sequence[int],
    alpha: float,
    palette: Palette = LIGHT,
    draw: Draw = at_once,
) -> Figure:
    """Draw the p-values of the pairs of some runs, in this `order`; the title counts all pairs."""
    power, label = powers(found, alpha)[layer], MEASURES[found.measures[layer]].label
    drawn = in_order(found, order)
    return draw(
        significance_figure,
        drawn.p_values[layer],
        drawn.differences[layer],
        drawn.effect_sizes[layer],
        drawn.runs,
        palette,
        n_trials=found.n_trials,
        level=alpha,
        title=f"{count(power.significant)} of {count(power.pairs, 'pair')} differ significantly by {label}",
    )


def sorted_p_values(
    found: Discrimination, alpha: float, chosen: int, palette: Palette = LIGHT, draw: Draw = at_once
) -> Figure:
    """Draw the sorted p-values of all pairs of runs, a line per measure."""
    return draw(
        power_figure,
        curves(found),
        _labels(found.measures),
        palette,
        n_trials=found.n_trials,
        level=alpha,
        title="Right of where a line crosses alpha, the pairs that the measure separates",
        chosen=chosen,
        height=480,
    )


def taus_of_splits(
    found: Consistency, order: Sequence[int], chosen: int, palette: Palette = LIGHT, draw: Draw = at_once
) -> Figure:
    """Draw tau of the rankings by two sets of cases, measure by measure in this `order`."""
    return draw(
        consistency_figure,
        found.taus[:, order],
        [_labels(found.measures)[m] for m in order],
        palette,
        title=f"Tau between {ranking_sentences.sets_of_cases(found)}",
        chosen=order.index(chosen),
    )


def growth_of_tau(
    found: Curve,
    target: float,
    needed: int | None,
    chosen: int,
    palette: Palette = LIGHT,
    draw: Draw = at_once,
) -> Figure:
    """Draw the mean tau of two sets of cases by their size; `needed`: the cases at which the `target` is reached."""
    return draw(
        growth_figure,
        found.sizes,
        found.means,
        _labels(found.measures),
        palette,
        target=target,
        smallest=needed,
        title=ranking_sentences.growth(found.measures[chosen], target, needed),
        chosen=chosen,
        height=130 + 24 * len(found.measures),
    )


def scores_of_run(
    x: FloatArray,
    y: FloatArray,
    cases: Sequence[str],
    pair: Pair,
    run: RunLetter,
    name: str,
    palette: Palette = LIGHT,
    draw: Draw = at_once,
) -> Figure:
    """Draw the scores of one run by two measures, a dot per case."""
    title = f"{run.upper()} {plain([name])[0]}: {correlation(pearson(x, y))}"
    return draw(score_scatter, x, y, cases, palette, measures=label_pair(pair), run=run, title=title)
