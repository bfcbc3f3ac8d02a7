"""The official results as HTML rows: standings of the runs, groups of cases, cases on which a run loses."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.analysis.losses import Loss
from ordquant_core.analysis.official import Official, Part, changes_sign, decides, of_pairs
from ordquant_core.analysis.scoring import Apart
from ordquant_core.findings.words import MEANS
from ordquant_core.markup import NOTHING, Cell, Column, Grid, Html, Numbers, Row, join, length, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, listed, p_cell, score, setting
from ordquant_core.numerals import interval as interval_text
from ordquant_core.records import IntArray
from ordquant_core.statistics.group_interaction import FEWEST
from ordquant_core.statistics.mean_interval import MeanInterval
from ordquant_core.statistics.resampling import letters_of_runs
from ordquant_core.tables.runs.views import with_apart

INTERVAL = f"95% interval of the mean over the cases: {MEANS}; none where all its scores are equal"
P_AGAINST = "randomised Tukey HSD test of all runs, this one among them"
GROUP = "runs that share a letter do not differ significantly"
ADDS = "difference on the group × its share of the cases; the sum over groups is the difference on all cases"
DECIDES = (
    "yes: the interaction is significant, and without the cases of the group the sign or the significance of the "
    "difference changes"
)
INTERACTION = "A − B on the group minus A − B on all other cases"
P_INTERACTION = "by permuting the cases over the groups; adjusted for all pairs of runs and all groups"
SIGN = "yes: A − B is significant on the group and on the other cases, with opposite signs, and so is the interaction"


def standings(
    test: Discrimination,
    interval: MeanInterval,
    layer: int,
    groups: Sequence[Sequence[int]],
    names: Sequence[object],
    ranks: IntArray,
    teams: Mapping[str, str] | None,
    *,
    apart: Sequence[Apart] = (),
    yours: Collection[str] = (),
    floor: float = np.nan,
    against: tuple[Discrimination, str, float] | None = None,
) -> Grid:
    """A row per run, the best by measure `layer` first: rank, team, mean with its interval, significance groups.

    `names` are the runs as they are shown; `ranks` and `interval` have shape (measures, runs). An interval may be
    missing (NaN). Runs that stand `apart` follow, without ranks and groups; those that are `yours` come before all
    others. `floor`: a score that is marked beside every interval. `against`: a test, one of its runs and a level: the
    last column has the p-values of that run and the others.
    """
    runs, letters = test.runs, letters_of_runs(groups)
    means, low, high = interval.means[layer], interval.low[layer], interval.high[layer]
    ends = _ends([*low, *(one.low[layer] for one in apart)], [*high, *(one.high[layer] for one in apart)], floor)

    def numbers(mean: float, low: float, high: float) -> list[object]:
        bounds = interval_text(low, high)
        drawn = [_bar(mean, low, high, ends, floor), tag("span", bounds, class_="oq-unseen")]
        shown = join(drawn) if np.isfinite([low, high]).all() else bounds
        return [Cell(score(mean), repr(mean)), Cell(shown, bounds, "oq-interval")]

    def team(run: str) -> list[object]:
        return [] if teams is None else [teams.get(run, "")]

    rows: list[Row] = []
    for run in np.argsort(means, kind="stable").tolist():
        cells: list[object] = [int(ranks[layer, run]), Cell(names[run], heads=True), *team(runs[run])]
        cells += numbers(float(means[run]), float(low[run]), float(high[run]))
        cells += [Cell(letters[run], class_="oq-letters"), *_p_against(against, layer, runs[run])]
        rows.append(Row(cells, data={"run": runs[run]}))

    def cells_of(one: Apart) -> list[object]:
        of_measure = (float(values[layer]) for values in (one.means, one.low, one.high))
        return [*team(one.run), *numbers(*of_measure), "", *_p_against(against, layer, one.run)]

    return (
        Numbers("rank"),
        "run",
        *([] if teams is None else ["team"]),
        Numbers("mean"),
        Column(join(["95% interval", _ticks(ends)]), INTERVAL, "oq-interval"),
        Column("group", GROUP),
        *([] if against is None else [Numbers(f"p, {against[1]}", P_AGAINST)]),
    ), with_apart(rows, apart, yours, cells_of)


def _p_against(against: tuple[Discrimination, str, float] | None, layer: int, run: str) -> list[object]:
    """Return the cell of the p-value of a run and another one, empty where the two were not tested; none without it."""
    if against is None:
        return []
    test, other, alpha = against
    if run == other or run not in test.runs:
        return [""]
    p = float(test.p_values[layer, test.runs.index(run), test.runs.index(other)])
    words = p_cell(p, test.n_trials)
    return [Cell(tag("b", words) if p < alpha else words, repr(p))]


def _ends(low: Sequence[float], high: Sequence[float], floor: float) -> tuple[float, float]:
    """Return where the axis of the intervals begins and ends; NaN where there are none."""
    known = np.array([*low, *high, floor], dtype=np.float64)
    known = known[np.isfinite(known)]
    if not len(known):
        return np.nan, np.nan
    margin = 0.03 * float(np.ptp(known)) or 0.01
    return float(known.min()) - margin, float(known.max()) + margin


def _place(value: float, ends: tuple[float, float]) -> str:
    return length(100 * (value - ends[0]) / (ends[1] - ends[0]))


def _bar(mean: float, low: float, high: float, ends: tuple[float, float], floor: float) -> Html:
    """Return a mean in its interval, on the axis that all runs share."""
    wide = length(100 * (high - low) / (ends[1] - ends[0]))
    marks = [tag("i", style=f"left:{_place(low, ends)};width:{wide}"), tag("b", style=f"left:{_place(mean, ends)}")]
    if np.isfinite(floor):
        marks.append(tag("s", style=f"left:{_place(floor, ends)}"))
    return tag("div", *marks, class_="oq-track", aria_hidden="true")


def _ticks(ends: tuple[float, float]) -> Html:
    """Return three to six round numbers at their places on that axis."""
    if not np.isfinite(ends[0]):
        return NOTHING
    wide = ends[1] - ends[0]
    power = 10.0 ** np.floor(np.log10(wide / 3))
    step = power * max(factor for factor in (1, 2, 5) if factor * power <= wide / 3)
    values = np.arange(np.ceil(ends[0] / step), np.floor(ends[1] / step) + 1) * step
    marks = [tag("span", setting(float(one)), style=f"left:{_place(float(one), ends)}") for one in values]
    return tag("div", *marks, class_="oq-scale", aria_hidden="true")


def group_means(whole: Official, parts: Sequence[Part], names: Sequence[object]) -> Grid:
    """A row per run, the best over all cases first: its mean, and its rank, on each group of cases."""
    every = [whole, *(part.results for part in parts)]
    columns = [Numbers(one.cases, f"mean over {count(one.found.n_cases, 'case')}") for one in every]
    rows = []
    for run in np.argsort(whole.found.means[0], kind="stable").tolist():
        means = [one.found.means[0] for one in every]
        cells = [
            Cell(f"{score(one[run])} ({1 + int((one < one[run] - 1e-12).sum())})", repr(float(one[run])))
            for one in means
        ]
        rows.append(Row([Cell(names[run], heads=True), *cells], data={"run": whole.found.runs[run]}))
    return (Column("mean (rank)"), *columns), rows


def group_differences(whole: Official, parts: Sequence[Part], pair: tuple[int, int], alpha: float) -> Grid:
    """A row per group of cases: how runs A and B differ on it, and what it does to their difference over all cases."""
    a, b = pair
    sign = 1.0 if a < b else -1.0
    place = _number_of_pair(min(pair), max(pair), len(whole.found.runs))
    rows = []
    for part in parts:
        found, rest = part.results.found, part.without
        gap, p = float(found.differences[0, a, b]), float(found.p_values[0, a, b])
        flag = decides(whole.found, part, alpha)[0, place]
        apart, p_apart = sign * float(part.interaction[0, place]), float(part.p_interaction[0, place])
        cells = [
            Cell(part.results.cases, heads=True),
            count(found.n_cases),
            Cell(score(gap, sign=True), repr(gap)),
            "" if np.isnan(p) else Cell(p_cell(p, found.n_trials), repr(p)),
            score(sign * float(part.adds[0, place]), sign=True),
            "" if rest is None else score(float(rest.differences[0, a, b]), sign=True),
            "" if rest is None else p_cell(float(rest.p_values[0, a, b]), rest.n_trials),
            _flag(flag),
            "" if np.isnan(apart) else score(apart, sign=True),
            "" if np.isnan(p_apart) else Cell(p_cell(p_apart, found.n_trials), repr(p_apart)),
            _flag(changes_sign(part, alpha)[0, place]),
        ]
        rows.append(Row(cells, data={"group": part.results.cases}))
    heads = (
        "cases",
        "A − B",
        "p",
        Column("adds", ADDS),
        "A − B without it",
        "p without it",
        Column("decides", DECIDES),
        Column("interaction", INTERACTION),
        Column("p, interaction", P_INTERACTION),
        Column("sign changes", SIGN),
    )
    return ("group", *heads), rows


def group_sentence(whole: Official, parts: Sequence[Part], pair: tuple[int, int], alpha: float) -> str:
    """Say on which groups of cases runs A and B differ otherwise than on the other cases, by the measure tested."""
    a, b = pair
    sign, place = 1.0 if a < b else -1.0, _number_of_pair(min(pair), max(pair), len(whole.found.runs))
    tested = [part for part in parts if not np.isnan(part.p_interaction[0, place])]
    few = [part.results.cases for part in parts if np.isnan(part.p_interaction[0, place])]
    left_out = f" Not tested, with fewer than {FEWEST} cases or others: {listed(few)}." if few else ""
    label = MEASURES[whole.found.measures[0]].label
    if not tested:
        return f"No group has {FEWEST} cases, and as many others, to test whether A − B depends on the group."
    found = [part for part in tested if part.p_interaction[0, place] < alpha]
    adjusted = f"(p {'<' if found else '≥'} {setting(alpha)}, adjusted for all pairs of runs and groups)"
    if not found:
        no = "A − B does not differ significantly between any group and the other cases"
        return f"By {label}, {no} {adjusted}.{left_out}"
    groups = [f"{part.results.cases} ({score(sign * part.interaction[0, place], sign=True)})" for part in found]
    turned = [part.results.cases for part in found if changes_sign(part, alpha)[0, place] == 1]
    turns = f" On {listed(turned)} the better run is another than on the other cases." if turned else ""
    differs = f"A − B differs significantly from A − B on the other cases on {listed(groups)}"
    return f"By {label}, {differs} {adjusted}.{turns}{left_out}"


def _flag(flag: float) -> object:
    return "" if np.isnan(flag) else tag("b", "yes") if flag else tag("span", "no", class_="oq-muted")


def losses(found: Sequence[Loss], links: Sequence[object], run: str, other: str) -> Grid:
    """A row per case on which a run loses most to another: the scores of both, and what its estimate did."""
    rows = []
    for one, link in zip(found, links, strict=True):
        cells = [Cell(link, class_="oq-id", heads=True), score(one.score), score(one.other)]
        rows.append(Row([*cells, Cell(one.why, class_="oq-sentence")], data={"case": one.case}))
    did = Column(
        f"what {run} did", "beside the gold: its mean class, and its largest error in one class", "oq-sentence"
    )
    return ("case", Numbers(run), Numbers(other), did), rows


def _number_of_pair(first: int, second: int, n_runs: int) -> int:
    table = np.zeros((n_runs, n_runs))
    table[first, second] = 1
    return int(of_pairs(table[None])[0].argmax())
