"""Every number that a builder is given stands in the right trace and on the right axis; all else was reviewed.

`OF` has an entry for each figure of the list: it yields what is read in the figure of a random subject, with what was
put in. Whoever lists a figure adds one. What a hover, a label or a colour says is a line of `outlines.txt`.
"""

from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import kendalltau, rankdata

from ordquant_core.analysis.agreement import information, largest_first
from ordquant_core.analysis.baselines import popularity, uniform
from ordquant_core.analysis.consistency import consistency, curve, usual_sizes
from ordquant_core.analysis.discrimination import overlaps, sso_matrix
from ordquant_core.analysis.paths import path_of
from ordquant_core.analysis.picture import Picture
from ordquant_core.analysis.planning.design import detectable, needed, variances
from ordquant_core.analysis.properties import PROPERTIES, shares_along
from ordquant_core.analysis.retrieval import draw_sets, merge_sets
from ordquant_core.analysis.scoring import mean_intervals, score
from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.drawing import tasks
from ordquant_core.drawing.listing import FIGURES, ON_LISTS, ON_NUGGETS, ON_PICTURE, ON_SPACE, ON_TASK
from ordquant_core.drawing.others import OfLists, OfNuggets, OfPicture, OfSpace
from ordquant_core.drawing.tasks import OfTask
from ordquant_core.errors import OrdquantError
from ordquant_core.figures.nuggets import draw_dialogues
from ordquant_core.figures.template import LIGHT
from ordquant_core.figures.workings import TERMS
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.measures.workings import short_working, working
from ordquant_core.papers.experiments import MEASURES_OF_SIGIR_2018
from ordquant_core.ranked_lists.fusion import BOUNDS, METHODS
from ordquant_core.records import Scores, Task
from ordquant_core.spaces.artificial import artificial_study, spreads
from ordquant_core.spaces.gold_distributions import Estimator
from tests.analysis.small_lists import collection_of, results_of
from tests.figures.reading import outline
from tests.figures.variants import CARD, CORNERS, VARIANTS
from tests.made_nuggets import ranking_of, task_of

PAIRS = ("NMD", "RNOD"), ("RNOD", "JSD"), ("DNKT", "NMD")
KEYS, CLASSES = ("NMD", "RNOD", "JSD", "DNKT"), ("-2", "-1", "1", "2")
OUTLINES = Path(__file__).with_name("outlines.txt")  # written anew by `python -m tests.figures.test_numbers`


def random_task(seed):
    """Return a task whose four runs are about as good, so that measures rank them differently."""
    chance = np.random.default_rng(seed)
    votes = chance.multinomial(10, chance.dirichlet(np.ones(4), 24))
    others, far = chance.dirichlet(np.ones(4), (4, 24)), np.array([0.5, 0.52, 0.48, 0.55])[:, None, None]
    estimates = (1 - far) * votes / 10 + far * others
    return Task("t", None, CLASSES, tuple(f"c{n}" for n in range(24)), votes / 10, votes, tuple("wxyz"), estimates)


@cache
def subject(name, seed):
    """Return a random subject of a figure."""
    kind, pair = FIGURES[name].kind, PAIRS[seed]
    if kind is ON_TASK:
        task = random_task(seed)
        scores = score(task, (*pair, *(key for key in KEYS if key not in pair)))
        return OfTask(task, scores, ("y", "x"), pair, "c5", 0.2, 99, 20, seed=seed, budget=1000)
    if kind is ON_NUGGETS:
        task = task_of(runs=("x", "y", "z"), seed=seed)
        return OfNuggets(task, ranking_of(task), ("RNSS", "JSD", "RNSS")[seed], (2, 0), (2, 3, 5)[seed], 1)
    if kind is ON_LISTS:
        return OfLists(results_of(collection_of(seed=seed)), (3, 1), "AP", ("CombMNZ", "Naive", "CombMNZ")[seed], 2, 5)
    if kind is ON_SPACE:
        a, b = map(Estimator, (("mirror", "popularity"), ("uniform", "median"), ("popularity", "mirror"))[seed])
        return OfSpace(4 + seed, 4, a, b, (pair[0], "JSD" if pair[0] != "JSD" else "NMD"), n_seeds=1 + seed)
    assert kind is ON_PICTURE
    gold, a, b = np.random.default_rng(seed).multinomial(20, np.full(4, 0.25), size=3).tolist()
    return OfPicture(
        Picture(CLASSES, tuple(gold), tuple(a), tuple(b), "r", "s"),
        pair[0],
        *[("none", ()), ("b", ("-1", "2")), ("a", ("1", "-2"))][seed],
    )


def named(figure, name):
    """Return the only trace of that name."""
    (found,) = (trace for trace in figure.data if trace.name == name)
    return found


def whiskers(trace, letter):
    """Return both ends of the intervals of a trace."""
    middle, error = np.asarray(trace[letter], dtype=float), trace[f"error_{letter}"]
    return [middle - error.arrayminus, middle + error.array]


def spans(trace, letter="x"):
    """Return the parts of lines between gaps."""
    return np.array(trace[letter], dtype=object).reshape(-1, 3)[:, :2].tolist()


def same(found, expected):
    """Names are the same, numbers are as near as a hover may move them."""
    if any(isinstance(one, str) for one in np.ravel(np.array([*expected], dtype=object))):
        assert [*found] == [*expected]
    else:
        found, expected = (np.array([*side], dtype=float) for side in (found, expected))
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-7)


# Runs and measures


def groups(s, figure):
    (dots,), bounds = figure.data, mean_intervals(s.scores)
    means = s.scores.values[0].mean(axis=1)
    order = np.argsort(means)
    yield [dots.x, dots.y], [means[order], range(4)]
    yield whiskers(dots, "x"), [bounds.low[0][order], bounds.high[0][order]]
    yield figure.layout.yaxis.ticktext, [s.task.runs[run] for run in order]


def matrix(cells):
    """Read a matrix of measures: the cell of a pair stands where the row of one meets the column of the other."""

    def read(s, figure):
        table, (heat, heads, pairs) = cells(s), figure.data
        names = [word.strip() for word in heads.text]
        drawn = dict(zip(map(tuple, pairs.customdata), zip(pairs.y, pairs.x, strict=True), strict=True))
        yield sorted(drawn), [pair for pair in combinations(range(len(table)), 2) if np.isfinite(table[pair])]
        labels = [MEASURES[key].label for key in s.scores.measures]
        met = [sorted((names[row], names[column])) for row, column in drawn.values()]
        yield met, [sorted((labels[one], labels[other])) for one, other in drawn]
        yield [heat.z[place] for place in drawn.values()], [table[pair] for pair in drawn]

    return read


def taus(s):
    means = s.scores.values.mean(axis=2)
    return np.array([[kendalltau(one, other).statistic for other in means] for one in means])


def shared(s):
    return sso_matrix(overlaps(s.tested, s.alpha), s.scores.measures)


def ranks(s, figure):
    means = [s.scores.values[s.scores.measures.index(key)].mean(axis=1) for key in s.measures]
    lines = {trace.name: trace for trace in figure.data if "lines" in trace.mode}
    yield [lines[run].y for run in s.task.runs], rankdata(means, "min", axis=1).T


def spread(s, figure):
    found = consistency(s.scores, s.splits, size=s.size)
    order, (few, half, dots) = largest_first(found.means), figure.data
    quantiles = np.quantile(found.taus[:, order], [0.05, 0.95, 0.25, 0.75], axis=0)
    yield dots.x, found.taus.mean(axis=0)[order]
    yield spans(few), quantiles[:2].T
    yield spans(half), quantiles[2:].T


def growth(s, figure):
    grown = curve(s.scores, s.splits, usual_sizes(len(s.task.cases)))
    for key, means in zip(s.scores.measures, grown.means.T, strict=True):
        line = named(figure, MEASURES[key].label)
        yield [line.x, line.y], [grown.sizes, means]


def p_values(s, figure):
    first, second = np.triu_indices(4, 1)
    top = figure.layout.yaxis.range[1]
    for m, key in enumerate(s.scores.measures):
        line, of_pairs = named(figure, MEASURES[key].label), np.sort(s.tested.p_values[m, first, second])[::-1]
        drawn = of_pairs[np.array(line.x) - 1]
        yield np.where(np.isnan(np.array(line.y, dtype=float)), top, line.y), np.minimum(drawn, top)


# Two runs on cases


def margins_of(figure, x, y):
    """Read a scatterplot of margins: a point per case; far ones stand at the edge."""
    points = {}
    for trace in figure.data:
        points |= zip(map(int, trace.customdata), zip(trace.x, trace.y, strict=True), strict=True)
    edges = 0.98 * figure.layout.xaxis.range[1], 0.87 * figure.layout.yaxis.range[1]
    drawn = np.transpose([np.clip(values, -edge, edge) for values, edge in zip((x, y), edges, strict=True)])
    yield [points[case] for case in range(len(x))], drawn


def deltas(s, figure):
    values = s.scores.values[[s.scores.measures.index(key) for key in s.measures]]
    a, b = (values[:, s.task.runs.index(run)] for run in s.runs)
    yield from margins_of(figure, *(a - b))


def baselines(s, figure):
    a, b = (
        np.array([MEASURES[key](s.task.gold, make(s.task.gold)) for key in s.measures])
        for make in (popularity, uniform)
    )
    yield from margins_of(figure, *(a - b))


def scores(run):
    def read(s, figure):
        (points,) = figure.data
        row = s.task.runs.index(s.runs[run])
        yield [points.x, points.y], [s.scores.values[s.scores.measures.index(key), row] for key in s.measures]

    return read


def effects(s, figure):
    lines, dots = figure.data
    known = [entry for entry in s.associations if entry.effect.value is not None]
    ends = [[(end + 1) / 2 for end in (one.effect.low, one.effect.high) if end is not None] for one in known]
    yield dots.x, [(one.effect.value + 1) / 2 for one in known]
    yield dots.y, [PROPERTIES[one.key].label for one in known]
    yield spans(lines), [both for both in ends if both]


def shares(s, figure):
    key = next(one.key for one in s.associations if one.effect.value is not None)
    x, y = s.margins
    bins, (bars,) = shares_along(s.of_cases.of(key), x * y < 0), figure.data
    yield [bars.x, bars.y], [range(len(bins)), [one.disagreements / one.n for one in bins]]
    yield whiskers(bars, "y"), [[one.share_low for one in bins], [one.share_high for one in bins]]


def distributions_of(figure, gold, estimates, votes=None):
    """Read a canvas: gold bars with their upper edges, and outlines with dots."""
    bars, edges, *others = figure.data
    unit, n = votes or 1, len(gold)
    yield [bars.x, bars.y], [range(n), np.multiply(gold, unit)]
    yield np.reshape(edges.y, (n, 3))[:, 0], bars.y
    yield [dot.y for dot in others[1::2]], np.multiply(estimates, unit)
    for around, row in zip(others[::2], np.multiply(estimates, unit), strict=True):
        heights = np.asarray(around.y, dtype=float).reshape(n, 5)[:, :4]
        yield heights, [[0, value, value, 0] for value in row]


def case(s, figure):
    rows = [s.task.estimates[s.task.runs.index(run), 5] for run in s.runs]
    yield from distributions_of(figure, s.task.gold[5], rows, int(s.task.votes[5].sum()))


def average(s, figure):
    estimates = s.task.estimates[s.task.runs.index(s.runs[0])]
    yield from distributions_of(figure, s.task.gold.mean(axis=0), [estimates.mean(axis=0)])


def contributions(run):
    """Read a calculation in short: areas, the order of the bars, or terms."""

    def read(s, figure):
        shown = short_working(*s.compared(run))
        row = shown.row
        if row.unit == "difference":
            yield from areas(figure, *(np.cumsum(side) for side in (shown.gold, shown.estimated)))
        elif row.unit == "absolute error":
            gap, dots = figure.data[0], named(figure, "dots")
            yield [gap.x, gap.base, gap.y], [range(4), np.minimum(shown.gold, shown.estimated), row.values]
            yield [dots.x, dots.y], [range(4), shown.estimated]
            levels = [np.stack([side] * 2, 1) for side in (shown.gold, shown.estimated)]
            yield [spans(line, "y") for line in figure.data[1:3]], levels
        elif row.unit.startswith("½"):
            heights = [rankdata(side, "dense") - 1 for side in (shown.gold, shown.estimated)]
            heights = [side / side.max() if side.max() else side + 0.5 for side in heights]
            yield [trace.y for trace in figure.data if trace.name == "class"], np.array(heights).T
            yield [figure.data[-2].y, figure.data[-1].y], heights
        else:
            yield from terms(figure.data[0], row.values)

    return read


def areas(figure, gold, estimated):
    gap, above, below = figure.data[:3]
    yield [gap.x, gap.base, gap.y], [range(4), np.minimum(gold, estimated), np.abs(gold - estimated)]
    yield [above.y, below.y], [np.repeat(gold, 2), np.repeat(estimated, 2)]


def terms(bars, values):
    finite = np.isfinite(values)
    yield bars.x, range(len(values))
    yield np.asarray(bars.y)[finite], np.asarray(values)[finite]
    yield ["/" in one for one in bars.marker.pattern.shape], ~finite


def steps(run):
    """Read the first figure of all steps."""

    def read(s, figure):
        shown = working(*s.compared(run))
        if "pair" in shown.columns:
            kinds = [kind.split()[0] for kind in shown.columns["pair"]]
            (heat, letters), known = figure.data, ["concordant", "discordant", "tied"]
            pairs = list(combinations(range(4), 2))
            yield [heat.z[i][j - 1] for i, j in pairs], [known.index(kind) for kind in kinds]
            yield np.stack([letters.y, letters.x], axis=1), pairs
            yield letters.text, ["CD–"[known.index(kind)] for kind in kinds]
        elif figure.data[0].name == "gap":
            yield from areas(figure, shown.numbers("gold cp*"), shown.numbers("estimate cp"))
        else:
            column = "DW" if "DW" in shown.columns else next(one for one in TERMS if one in shown.columns)
            yield from terms(figure.data[0], shown.numbers(column))

    return read


# Plans


def split(s, figure):
    heat, _ = figure.data
    plan = s.pilot
    columns, rows = (
        [int(one.replace(",", "")) for one in axis.ticktext] for axis in (figure.layout.xaxis, figure.layout.yaxis)
    )
    yield rows, plan.annotators
    yield heat.z, plan.pairs * plan.share[0][:, [plan.cases.index(n) for n in columns]]


def panel(s, figure):
    found = compare_with_panel(s.task.only([]), s.measures[:1], seed=s.seed)
    numbers, low, high = found.by_annotators()
    known = np.isfinite(low) & np.isfinite(high)
    runs, most, least = figure.data[:3]
    yield [most.x, least.x, most.y, least.y], [np.array(numbers)[known]] * 2 + [high[known], low[known]]
    yield np.array(runs.y, dtype=float).reshape(4, -1)[:, :-1], s.pilot.means[0].T
    yield np.array(runs.x, dtype=float).reshape(4, -1)[:, :-1], [s.pilot.annotators] * 4


def cases(s, figure):
    key, n_cases = s.measures[0], len(s.task.cases)
    (variance,) = variances(Scores((key,), s.task.runs, s.task.cases, s.scores.values[:1]))
    largest, mean = figure.data[:2]
    found = [needed(variance, x, alpha=s.alpha, power=s.power) for x in largest.x]
    yield [largest.y, mean.x, mean.y], [[one.cases for one in found], largest.x, [one.cases_mean for one in found]]
    detected = detectable(variance, n_cases, largest=MEASURES[key].largest(4), alpha=s.alpha, power=s.power)
    for dot in figure.data[2:]:
        yield [dot.x[0], dot.y[0]], [detected, n_cases]


# Nuggets and ranked lists


def over_alpha(s, figure):
    low, high = s.ranking.helpdesk[s.layer], s.ranking.customer[s.layer]
    alpha, dots = s.ranking.averages.alpha, named(figure, "rank")
    now = dict(zip(s.task.runs, alpha * high + (1 - alpha) * low, strict=True))
    yield dots.y, [now[name] for name, _ in dots.customdata]
    yield [int(rank) for rank in dots.text], rankdata(np.round(dots.y, 12), "min")
    for number, run in enumerate(s.task.runs):
        line = named(figure, run)
        yield [line.x, line.y], [[0, 1], [low[number], high[number]]]


def dialogues(s, figure):
    (dots,) = figure.data
    yield [dots.x, dots.y], s.ranking.averages.values[s.layer, [*s.runs]]


def dialogue(s, figure):
    task, senders = s.task, s.task.senders[s.dialogue]
    first, sizes = int(task.starts[s.dialogue]), [len(task.types.of(sender)) for sender in senders]
    values = [
        np.concatenate([rows[first + at, :size] for at, size in enumerate(sizes)])
        for rows in (task.gold, *task.estimates[[*s.runs]])
    ]
    bars, top = named(figure, "Gold"), max(map(np.max, values))
    yield bars.y, values[0] / top
    yield [np.asarray(named(figure, name).y) - bars.base for name in s.names], [row / top for row in values[1:]]
    yield [named(figure, name).x for name in s.names], [bars.x] * 2


def systems(s, figure):
    points = {}
    for trace in figure.data:
        for (run, *_), *place in zip(trace.customdata, trace.x, trace.y, strict=True):
            points[run] = place
    drawn = np.transpose([s.results.mean(s.measure), s.results.mean("RIC")])
    yield [points[run] for run in range(len(drawn))], drawn
    for letter, run in zip("AB", s.pair, strict=True):
        trace = named(figure, letter)
        yield [trace.x[0], trace.y[0]], drawn[run]


def pairs(s, figure):
    (points,) = figure.data
    _, of_scores, of_information = s.results.pair_differences(s.measure)
    yield [points.x, points.y], [of_scores, of_information]


def merging(s, figure):
    sets = draw_sets(8, s.size, s.n_sets, np.random.default_rng(s.seed))
    merged = merge_sets(s.results.collection, sets)
    fused = dict(zip(METHODS, merged.fused, strict=True))
    yield sorted(trace.name for trace in figure.data), sorted({*METHODS} - {*BOUNDS} | {s.method})
    for trace in figure.data:
        yield [trace.x, trace.y], [merged.joint, fused[trace.name]]


# All gold distributions, and one picture


def atlas(s, figure):
    yield from margins_of(figure, *(s.compared.deltas[s.compared.measures.index(key)] for key in s.measures))


def artificial(s, figure):
    rows = spreads(artificial_study(s.n_classes, MEASURES_OF_SIGIR_2018, range(s.n_seeds), n_votes=s.n_votes))
    (dots,) = (trace for trace in figure.data if trace.name in ("mean of the seeds", "seed 0"))
    names = [", ".join(MEASURES[key].label for key in row.measures) for row in rows]
    yield dots.y, names
    yield dots.x, [np.mean(row.values) for row in rows]
    if s.n_seeds > 1:
        yield spans(named(figure, "range")), [[min(row.values), max(row.values)] for row in rows]
    for outside, name in ((False, "printed"), (True, "printed, outside the range")):
        known = [row for row in rows if row.printed and row.outside == outside]
        for trace in (trace for trace in figure.data if trace.name == name):
            yield trace.x, [row.printed.tau for row in known]
            yield trace.y, [names[rows.index(row)] for row in known]
            yield whiskers(trace, "x"), [[row.printed.low for row in known], [row.printed.high for row in known]]


def best_report(s, figure):
    best = s.best(s.annotators)
    yield from distributions_of(figure, best.truth, [best.best])


def gap(s, figure):
    (line,) = figure.data
    found = [s.best(n) for n in line.x]
    yield line.y, [max(one.truth_score - one.best_score, 0) for one in found]


def picture(s, figure):
    gold, *estimates = (s.picture.probabilities(side) for side in ("gold", "a", "b"))
    yield from distributions_of(figure, gold, estimates, s.picture.votes)


def path(s, figure):
    curves = path_of(s.picture, s.moves, s.classes, MAIN_MEASURES).curves
    panels = {}
    for curve_ in curves:
        label, family = MEASURES[curve_.measure].label, MEASURES[curve_.measure].family
        line = next(one for one in figure.data if one.name == label and one.line.dash is None)
        assert panels.setdefault(family, line.xaxis) == line.xaxis
        yield [np.arange(len(line.y)) * line.dx, line.y], [curve_.amounts, curve_.scores]
        for flips in (one for one in figure.data if one.name == f"{label}, flips"):
            yield [flips.x, flips.y], [[flip.amount for flip in curve_.flips], [flip.score for flip in curve_.flips]]
    assert len(panels) == len(set(panels.values())) == 4
    chosen = next(one for one in curves if one.measure == s.measure)
    lowest = [start for start, end in chosen.lowest if start == end]
    for mark in (one for one in figure.data if one.name.endswith(", best")):
        yield [mark.x, mark.y], [lowest, [chosen.scores.min()] * len(lowest)]


OF = {
    "groups": groups,
    "agreement": matrix(taus),
    "ranks": ranks,
    "consistency": spread,
    "growth": growth,
    "overlap": matrix(shared),
    "information": matrix(lambda s: information(s.scores).bits),
    "p-values": p_values,
    "deltas": deltas,
    "scores-a": scores(0),
    "scores-b": scores(1),
    "properties": effects,
    "case": case,
    "property": shares,
    "calculation-a": contributions(0),
    "calculation-b": contributions(1),
    "steps-a": steps(0),
    "steps-b": steps(1),
    "baselines": baselines,
    "split": split,
    "second-panel": panel,
    "cases-needed": cases,
    "average": average,
    "nuggets-alpha": over_alpha,
    "nuggets-runs": dialogues,
    "nuggets-dialogue": dialogue,
    "lists": systems,
    "lists-pairs": pairs,
    "lists-merging": merging,
    "atlas": atlas,
    "artificial": artificial,
    "best-report": best_report,
    "gap": gap,
    "distributions": picture,
    "path": path,
}


@pytest.fixture(autouse=True)
def plans_are_resampled_a_few_times(monkeypatch):
    monkeypatch.setattr(tasks, "RESAMPLES", 3)


@pytest.mark.parametrize("seed", range(len(PAIRS)))
@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_holds_the_numbers_it_is_given(name, seed):
    of = subject(name, seed)
    figure = FIGURES[name].draw(of, LIGHT)
    assert seed or [*outline(figure)] == kept(name)
    read = list(OF[name](of, figure))
    assert read
    for found, expected in read:
        same(found, expected)


@pytest.mark.parametrize("name", [*VARIANTS, *CORNERS])
def test_what_varies_it_holds_and_looks_like_what_was_reviewed(name):
    assert [*outline((VARIANTS | CORNERS)[name](look=LIGHT))] == kept(name)


def test_the_svg_of_a_card_is_what_was_reviewed():
    assert kept("card") == [CARD]


def kept(name):
    """Return the lines on a figure that were reviewed."""
    lines = OUTLINES.read_text(encoding="utf-8").splitlines()
    return [line.partition(": ")[2] for line in lines if line.partition(": ")[0] == name]


@pytest.mark.parametrize("key", MEASURES)
def test_so_does_every_calculation(key):
    of = subject("case", 0)
    of = replace(of, scores=score(of.task, (key,)), measures=(key, key))
    for name in ("calculation-a", "steps-b"):
        if name[0] == "c" or MEASURES[key].working:
            for found, expected in OF[name](of, FIGURES[name].draw(of, LIGHT)):
                same(found, expected)


# Builders that no command calls


def test_what_a_figure_needs_is_asked_for():
    of = subject("nuggets-runs", 0)
    with pytest.raises(OrdquantError, match="two runs"):
        draw_dialogues(replace(of, runs=(0,)))
    averages = replace(of.ranking.averages, alpha=None)
    with pytest.raises(OrdquantError, match="micro"):
        FIGURES["nuggets-alpha"].draw(replace(of, ranking=replace(of.ranking, averages=averages)), LIGHT)


if __name__ == "__main__":
    tasks.RESAMPLES = 3
    figures = {name: FIGURES[name].draw(subject(name, 0), LIGHT) for name in FIGURES}
    figures |= {name: draw(look=LIGHT) for name, draw in (VARIANTS | CORNERS).items()}
    lines = [f"card: {CARD}", *(f"{name}: {line}" for name, figure in figures.items() for line in outline(figure))]
    OUTLINES.write_text("\n".join(lines) + "\n", encoding="utf-8")
