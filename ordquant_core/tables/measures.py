"""The tables of measures: the scores of two estimates of one case, the preferences on all cases of a task, the list.

They are HTML rather than a canvas, so that screen readers and tests can read them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

import numpy as np
import pandas as pd

from ordquant_core.analysis.comparison import difference, dissenters, on_more_cases, sides_of, signs
from ordquant_core.glossary import frame_of
from ordquant_core.markup import NOTHING, Band, Cell, Column, Html, Row, join, length, table, tag
from ordquant_core.measures.measure import FAMILIES
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES, Measure, measures_at
from ordquant_core.measures.smoothed import SMOOTHED
from ordquant_core.numerals import count, listed, named_margins, score, setting
from ordquant_core.records import FloatArray, IntArray, Preferences
from ordquant_core.tables.sentences import lettered

_WIDE = tag("span", " better", class_="oq-wide")
_WORDS = join(["◂ A", _WIDE]), join(["B", _WIDE, " ▸"])
_OF_SIDE = {-1: "oq-a", 0: "oq-muted", 1: "oq-b"}
BARS = "Score of A minus score of B"
AMBER = "Amber: quantity measures in the minority"
USES_POSITIONS = "uses the positions of the classes"
SMOOTHED_BY = "Other fields, on distributions smoothed by half a vote"
WITHOUT_VOTES = f"{listed(list(SMOOTHED))} need the number of votes: switch to votes"  # no wider than other headings
WRITTEN_FROM = 0.08  # of all: a narrower part of ties has no room for its number
LONGEST_BAR = 0.5  # the difference at which a bar ends: one scale in all tables, so that bars are comparable


def measure_table(
    scores_a: Mapping[str, float],
    scores_b: Mapping[str, float],
    name_a: str,
    name_b: str,
    n_classes: int,
    *,
    chosen: str | None = None,
    plain: bool = False,
    positions: Sequence[float] | None = None,
    smoothed: tuple[Mapping[str, float], Mapping[str, float]] | None = None,
) -> Html:
    """Return the scores of A and B by every measure over hairline bars, which run it prefers, and by what margin.

    With `chosen` (a measure's key) the rows can be chosen, and that row is marked. `plain`: without families, and with
    the head of the bars in words, for readers who meet their first measures. `positions`: where the classes stand, if
    not a step apart; the measures that use that are marked. `smoothed`: the scores of A and B by measures on smoothed
    distributions, which have rows of their own that cannot be chosen; where both are empty, a line says why.
    """
    sides = sides_of(scores_a, scores_b)
    odd = dissenters(sides)
    measures = {measure.key: measure for measure in measures_at(list(scores_a), positions, n_classes)}

    def row(key: str) -> Row:
        a, b, side = scores_a[key], scores_b[key], sides[key]
        return Row(
            [
                Cell(join([_abbreviation(key), _mark(key) if positions is not None else ""]), heads=True),
                _score(measures[key], a, "a", n_classes),
                _score(measures[key], b, "b", n_classes),
                Cell(_bar(a, b, side), class_="oq-side"),
                Cell(named_margin(difference(a, b)), class_="oq-prefers"),
            ],
            choice=None if chosen is None else key,
            chosen=key == chosen,
            class_="oq-dissent" if key in odd else None,
            data=_follows(key),
        )

    rows = iter(map(row, scores_a)) if plain else by_family(list(scores_a), row)
    if smoothed is not None:
        rows = chain(rows, _smoothed(*smoothed))
    return table(_of_two(name_a, name_b, plain=plain), rows, id="measures", class_="oq oq-table")


def _smoothed(scores_a: Mapping[str, float], scores_b: Mapping[str, float]) -> Iterator[Row | Band]:
    """Yield a row per measure on smoothed distributions, or a line that says what they need."""
    if not scores_a:
        yield Band(WITHOUT_VOTES)
        return
    yield Band(SMOOTHED_BY)
    sides = sides_of(scores_a, scores_b)
    for key, a in scores_a.items():
        b, side = scores_b[key], sides[key]
        shown = (
            Cell(score(value), title=repr(value), class_=f"oq-score oq-of-{of}") for value, of in ((a, "a"), (b, "b"))
        )
        bar, prefers = (
            Cell(_bar(a, b, side), class_="oq-side"),
            Cell(named_margin(difference(a, b)), class_="oq-prefers"),
        )
        name = tag("abbr", key, title=f"{SMOOTHED[key].name}. {SMOOTHED[key].summary}")
        yield Row([Cell(name, heads=True), *shown, bar, prefers], data={"measure": key})


def _of_two(name_a: str, name_b: str, *, plain: bool) -> list[object]:
    """Return the columns of a table of A and B."""
    return [
        "Measure",
        Column(tag("span", "A", class_="oq-a", title=name_a)),
        Column(tag("span", "B", class_="oq-b", title=name_b)),
        Column(_ends(_WORDS) if plain else _ticks(), title=BARS, class_="oq-side"),
        Column("preference and margin", title=f"{AMBER}.", class_="oq-prefers"),
    ]


def _follows(key: str) -> dict[str, str]:
    """Return what a row says of itself whose numbers follow the hand on the canvas; browser/draw/follow.js."""
    return {"measure": key, "family": MEASURES[key].family}


def wins_table(
    preferences: Preferences,
    name_a: str,
    name_b: str,
    *,
    counted: str = "",
) -> Html:
    """Return wins, ties and losses per measure as one bar with a line at its half, and the mean margin.

    `counted` says what they are of, where nothing above the table does. Quantity measures that are in the minority with
    what they prefer on more cases are tinted.
    """
    number_of = {key: number for number, key in enumerate(preferences.measures)}
    odd = dissenters(on_more_cases(preferences))

    def row(key: str) -> Row:
        number = number_of[key]
        counts = np.array([preferences.prefers_a[number], preferences.ties[number], preferences.prefers_b[number]])
        return Row(
            [
                Cell(_abbreviation(key), heads=True),
                _wins(counts, name_a, name_b),
                Cell(named_margin(preferences.mean_delta[number]), class_="oq-prefers"),
            ],
            class_="oq-dissent" if key in odd else None,
            data={"measure": key},
        )

    columns = [
        "Measure",
        Column(
            join([tag("div", counted) if counted else "", _ends((lettered(name_a, "A"), "tie", lettered(name_b, "B")))])
        ),
        Column("mean margin", class_="oq-prefers"),
    ]
    return table(columns, by_family(preferences.measures, row), id="wins", class_="oq oq-table")


def named_margin(delta: float | FloatArray) -> Html:
    """Return a score of A minus a score of B as the run it favours and by how much, exactly where it is pointed at."""
    value = float(delta)
    style = _OF_SIDE[0 if np.isnan(value) else int(signs(np.asarray(value)))]
    return tag("span", *named_margins([value]), class_=style, title=repr(value))


def measure_list() -> Html:
    """Return every main measure with its full name and what it compares."""

    def row(key: str) -> Row:
        measure = MEASURES[key]
        return Row([Cell(measure.label, heads=True), measure.name, Cell(measure.summary, class_="oq-muted oq-wide")])

    return table([], by_family(MAIN_MEASURES, row), class_="oq oq-table")


def score_table(scores_a: Mapping[str, float], scores_b: Mapping[str, float], name_a: str, name_b: str) -> pd.DataFrame:
    """Return the scores of two estimates of one case and their difference, a row per measure."""
    keys = list(scores_a)
    a, b = ([scores[key] for key in keys] for scores in (scores_a, scores_b))
    return frame_of(
        {
            "measure": keys,
            "name": [(SMOOTHED[key] if key in SMOOTHED else MEASURES[key]).name for key in keys],
            "score_a": a,
            "score_b": b,
            "delta": [0.0 if one == other else one - other for one, other in zip(a, b, strict=True)],
        }
    ).assign(run_1=name_a, run_2=name_b)


def scores_by_key(measures: Sequence[str], values: FloatArray) -> dict[str, float]:
    """Turn scores of shape (measures,) into a mapping by measure key."""
    return {key: float(value) for key, value in zip(measures, values, strict=True)}


def by_family(keys: Sequence[str], row: Callable[[str], Row]) -> Iterator[Row | Band]:
    """Yield a row per measure, in families, each under its heading."""
    for family, title in FAMILIES.items():
        members = [key for key in keys if MEASURES[key].family == family]
        if members:
            yield Band(title)
        yield from map(row, members)


def _abbreviation(key: str) -> Html:
    measure = MEASURES[key]
    return tag("abbr", measure.label, title=f"{measure.name}. {measure.summary}")


def _mark(key: str) -> Html:
    if not MEASURES[key].takes_positions:
        return NOTHING
    return tag("span", " ↔", class_="oq-muted", title=USES_POSITIONS, role="img", aria_label=USES_POSITIONS)


def _score(measure: Measure, value: float, side: str, n_classes: int) -> Cell:
    worst = measure.bounds(n_classes)[1]
    share = 1.0 if np.isinf(value) else 0.0 if np.isinf(worst) else min(value / worst, 1.0)
    bar = tag("i", style=f"width:{length(100 * share)}")
    return Cell(join([score(value), bar]), title=repr(value), class_=f"oq-score oq-of-{side}")


def _ticks() -> Html:
    return _ends((f"◂ {setting(LONGEST_BAR)}", "0", f"{setting(LONGEST_BAR)} ▸"))


def _ends(words: Sequence[object]) -> Html:
    return tag("div", *(tag("span", one) for one in words), class_="oq-ticks")


def _bar(a: float, b: float, side: int) -> Html:
    gap = abs(a - b) if side else 0.0
    beyond = gap > LONGEST_BAR
    classes = f"oq-{'left' if side < 0 else 'right'}{' oq-beyond' if beyond else ''}"
    bar = tag("i", class_=classes, style=f"width:{length(50 * min(gap / LONGEST_BAR, 1.0))}") if side else ""
    title = f"The bar ends at {setting(LONGEST_BAR)}: the difference is {score(gap)}." if beyond else None
    return tag("div", bar, class_="oq-balance", title=title)


def _wins(counts: IntArray, name_a: str, name_b: str) -> Cell:
    """Return the bar of how many cases prefer A, neither, B."""
    exact = [count(one) for one in counts.tolist()]
    written = [exact[0], exact[1] if counts[1] >= WRITTEN_FROM * counts.sum() else "", exact[2]]
    parts = zip(("oq-wins-a", "oq-ties", "oq-wins-b"), counts.tolist(), written, strict=True)
    spans = (tag("span", words, class_=name, style=f"flex:{part} 0 0") for name, part, words in parts if part)
    title = f"{name_a} {exact[0]}, tie {exact[1]}, {name_b} {exact[2]}"
    return Cell(tag("div", *spans, class_="oq-shares"), title=title, style="width:100%", class_="oq-half")
