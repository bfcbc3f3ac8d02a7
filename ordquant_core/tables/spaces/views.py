"""Tables of the spaces of all gold distributions as they are read on pages: columns and rows of HTML.

Vote counts are drawn as small bars. `link` returns a link that opens a gold and one or two estimates on another page.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np

from ordquant_core.analysis.spaces.artificial import Study, TauSpread
from ordquant_core.analysis.spaces.compare_estimators import Comparison
from ordquant_core.analysis.spaces.gold_distributions import SHAPES, What, votes_text
from ordquant_core.analysis.spaces.measure_properties import HOLDS, PROPERTIES, Finding, shown_by
from ordquant_core.analysis.spaces.pairs import Example, Votes
from ordquant_core.markup import Band, BandedGrid, Cell, Column, Html, Numbers, Row, join, length, tag
from ordquant_core.measures.registry import DEFAULT_FAMILIES, FAMILIES, MAIN_MEASURES, MEASURES
from ordquant_core.numerals import NOT_DEFINED, count, decimals, percent, score
from ordquant_core.records import Correlation, FloatArray, IntArray
from ordquant_core.statistics.rank_correlation import Interval
from ordquant_core.tables.measures import named_margin

Scored = Mapping[tuple[What, str], FloatArray]  # what was computed by which measure, for each distribution

HEADINGS: dict[What, str] = {"delta": "{} prefers, by", "a": "A: {}", "b": "B: {}"}
SIGNS = {True: "✓", False: "–", None: NOT_DEFINED}
CENTRED, CHOSEN = "text-align:center", "; box-shadow:inset 0 0 0 2px var(--oq-gold)"
ONE_LINE = "white-space:nowrap"


def bars(votes: Sequence[int], words: str | None = None) -> Html:
    """Return vote counts as small bars with the numbers, or other words, beside them."""
    most, style = max(votes), "display:inline-block; width:6px; margin-right:1px; vertical-align:bottom"
    heights = (length(18 * value / most, "px") for value in votes)
    drawn = (tag("i", style=f"{style}; height:{height}; background:var(--oq-gold)") for height in heights)
    return join([tag("span", *drawn, style=ONE_LINE), "\u00a0 ", votes_text(votes) if words is None else words])


def distributions(
    gold_votes: IntArray, scored: Scored, link: Callable[[Votes], Html], *, choosable: bool, chosen: Votes | None = None
) -> BandedGrid:
    """Gold distributions of shape (n, L) with what was computed on them; a row can be chosen."""
    heads = [Numbers(HEADINGS[what].format(MEASURES[key].label)) for what, key in scored]
    rows: list[Row | Band] = []
    for place, votes in enumerate(map(tuple, gold_votes.tolist())):
        values = zip(scored, (float(values[place]) for values in scored.values()), strict=True)
        numbers = (
            Cell(named_margin(value), class_="oq-prefers") if what == "delta" else Cell(score(value), title=repr(value))
            for (what, _), value in values
        )
        cells = [Cell(bars(votes), heads=True), *numbers, link(votes)]
        rows.append(Row(cells, choice=votes_text(votes) if choosable else None, chosen=votes == chosen))
    return ["Gold", *heads, Numbers("")], rows


def shapes(compared: Comparison, first: str, second: str) -> BandedGrid:
    """How often two measures agree and disagree, by the shape of the gold distribution."""
    rows: list[Row | Band] = []
    for shape, counts in zip(SHAPES, compared.by_shape(first, second).tolist(), strict=True):
        both_a, both_b, disagree, ties = counts
        if total := sum(counts):
            words = (
                f"both prefer {compared.a.name} {count(both_a)}, disagree {count(disagree)}, tie {count(ties)}, "
                f"both prefer {compared.b.name} {count(both_b)}"
            )
            shares = ((both_a, "run-a"), (disagree, "disagreement"), (ties, "line"), (both_b, "run-b"))
            spans = (tag("span", style=f"background:var(--oq-{name}); flex:{n} 0 0") for n, name in shares if n)
            cells = [
                Cell(shape, heads=True, style="white-space:normal"),
                count(total),
                Cell(tag("div", *spans, class_="oq-shares", style="min-width:4rem"), title=words, style="width:45%"),
                percent(disagree / total, 1),
            ]
            rows.append(Row(cells))
    return ["Shape", Numbers("distributions"), "", Numbers("disagree")], rows


def taus(spreads: Sequence[TauSpread], intervals: Mapping[Interval, Sequence[Correlation]]) -> BandedGrid:
    """Tau between measures over the seeds, beside the published table."""
    rows: list[Row | Band] = []
    for one, wide, narrow in zip(spreads, intervals["long_cliff"], intervals["fisher"], strict=True):
        printed = one.printed
        value = score(np.nan if wide.value is None else wide.value)
        cells = [
            Cell(pair_label(one), heads=True),
            score(printed.tau) if printed else "",
            Cell(_interval(printed.low, printed.high) if printed else "", class_="oq-wide", style=ONE_LINE),
            Cell(score(one.mean), title=repr(one.mean)),
            Cell(f"{score(min(one.values))} … {score(max(one.values))}", style=ONE_LINE),
            Cell(
                f"{value} {_interval(wide.low, wide.high)}",
                title=f"Fisher z: {_interval(narrow.low, narrow.high)}",
                class_="oq-wide",
                style=ONE_LINE,
            ),
        ]
        rows.append(Row(cells, class_="oq-dissent" if one.outside else None))
    wide_heads = (Column(name, class_="oq-wide") for name in ("printed 95%", "seed 0, 95% (Long and Cliff)"))
    return ["Measures", "printed", next(wide_heads), "mean", "range over the seeds", *wide_heads], rows


def mean_taus(study: Study) -> BandedGrid:
    """Mean tau over the seeds between every two main measures of a study."""
    mean, order = study.tau.mean(axis=0), [study.measures.index(key) for key in MAIN_MEASURES]
    labels = [MEASURES[key].label for key in MAIN_MEASURES]
    rows: list[Row | Band] = []
    for i, label in zip(order, labels, strict=True):
        cells = ("" if i == j else Cell(decimals(mean[i, j], 2), title=repr(float(mean[i, j]))) for j in order)
        rows.append(Row([Cell(label, heads=True), *cells]))
    return ["", *labels], rows


def properties(findings: Iterable[Finding], chosen: Finding) -> BandedGrid:
    """Which measure has which property; every cell is a button that chooses `NMD.order`."""
    cells = {(found.measure, found.property): _property(found, chosen) for found in findings}

    def rows() -> Iterator[Row | Band]:
        for family in DEFAULT_FAMILIES:
            yield Band(FAMILIES[family])
            for key in MAIN_MEASURES:
                if MEASURES[key].family == family:
                    own = (cells[key, name] for name in PROPERTIES)
                    yield Row([Cell(MEASURES[key].label, heads=True), *own], data={"measure": key})

    heads = (
        Column(f"{one.name}{f' ({one.printed_as[1]})' if one.printed_as else ''}", title=one.question)
        for one in PROPERTIES.values()
    )
    return ["Measure", *heads], list(rows())


def has_property(finding: Finding) -> str:
    """Say whether a measure has a property, and what that rests on: 'RNOD, symmetric: no, by a counterexample'."""
    return f"{MEASURES[finding.measure].label}, {PROPERTIES[finding.property].name.lower()}: {_answer(finding)}"


def _answer(finding: Finding) -> str:
    rests = {"witness": ", by an example", "counterexample": ", by a counterexample", None: ""}
    if (shown := shown_by(finding)) == "not found":
        return f"no {'counterexample' if finding.holds else 'example'} found at this size"
    return HOLDS[finding.holds] + rests[shown]


def example(shown: Example, measure: str) -> BandedGrid:
    """A gold and its estimates with the scores of a measure."""
    rows: list[Row | Band] = [Row([Cell("Gold", heads=True), bars(shown.gold), ""])]
    for name, votes, value in (("A", shown.a, shown.score_a), ("B", shown.b, shown.score_b)):
        if votes is not None and value is not None:
            cell = Cell(f"{MEASURES[measure].label} {score(value)}", title=repr(value), class_="oq-number")
            rows.append(Row([Cell(name, heads=True), bars(votes), cell]))
    return [], rows


def pair_label(one: TauSpread, between: str = ", ") -> str:
    """Return the labels of the two measures."""
    return between.join(MEASURES[key].label for key in one.measures)


def _interval(low: float | None, high: float | None) -> str:
    return NOT_DEFINED if low is None or high is None else f"[{score(low)}, {score(high)}]"


def _property(finding: Finding, chosen: Finding) -> Cell:
    words = has_property(finding)
    button = tag(
        "button",
        f"({SIGNS[finding.holds]})" if shown_by(finding) == "not found" else SIGNS[finding.holds],
        type="button",
        class_="oq-choose",
        data_choice=f"{finding.measure}.{finding.property}",
        aria_pressed=str(finding is chosen).lower(),
        aria_label=words,
    )
    return Cell(button, title=words, style=CENTRED + CHOSEN * (finding is chosen))
