"""The one renderer of frames: a DataFrame as an accessible HTML table in which every kind of column draws itself.

It takes what to draw from the glossary, escapes every text, and knows neither a page nor a report: both use it. What it
makes needs no script, and has the classes of `pages/shared/ordquant.css`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
import pandas as pd

from ordquant_core import glossary
from ordquant_core.findings.sentence import Link, Part, RunName, Sentence, Strong, Styled
from ordquant_core.glossary import NUMBERS, Column, Kind, as_text
from ordquant_core.markup import NOTHING, Band, Cell, Grid, Head, Html, NumberHead, Row, join, length, tag, text
from ordquant_core.measures.built import measure_called
from ordquant_core.measures.measure import FAMILIES
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import (
    EXACT,
    NOISE,
    NOT_DEFINED,
    USUAL,
    class_label,
    count,
    decimals,
    listed,
    moved,
    named_margins,
    score,
    setting,
    significant,
)
from ordquant_core.numerals import interval as interval_text
from ordquant_core.records import FloatArray

LONGEST_BAR = 0.5  # the difference at which a bar ends, where a table says no other
MOST_LETTERS = 15  # groups: of more, the letters would not fit beside the rest
KEPT = 10_000  # distributions whose bars are kept: those of all cases, whatever order they are listed in
SIGNS = {True: "✓", False: "–", None: NOT_DEFINED}  # whether something has a property
USES_POSITIONS = "uses the positions of the classes"
_BOX = 51, 18  # pixels of a small picture, as `.oq-cases td i` has in the style sheet
_APART = 5  # pixels of a bar in it, between which there is one

ColumnCells: TypeAlias = Iterable[object]  # of a column, one for each row: `Cell`, `Html`, or a text to be escaped


@dataclass(frozen=True, slots=True)
class Rows:
    """What a page or a report says of the rows of a frame.

    `heading` names the column whose cells head their rows, by default the first of texts. `choice` names the column
    whose value a click on a row reports; `chosen` are such values. `data` names columns, a space between, by whose
    values scripts, style sheets and tests find a row. `family` names a column whose values are headings over the rows
    with that value; those of measures have titles (`in_families`). `instead` names a column of texts: where one is not
    empty, it stands in place of all cells but the heading.
    `styles` gives each row (by its heading's value) classes of the style sheet; `amber` is short for the rows of a
    disagreement: their headings, or the name of a column that says so. `badges` are words beside the headings of some
    rows.
    """

    heading: str = ""
    choice: str = ""
    chosen: Collection[object] = ()
    data: str = ""
    family: str = ""
    instead: str = ""
    amber: Collection[object] | str = ()
    styles: Mapping[object, str] = field(default_factory=dict)
    badges: Mapping[object, str] = field(default_factory=dict)


def grid(frame: pd.DataFrame, columns: Sequence[str | Column], rows: Rows = Rows()) -> Grid:
    """Return columns of a frame, names of the glossary or columns that only this table has, as heads and rows.

    Columns of every kind take, as options, classes of the style sheet: `class_` for the head and all cells, `styles`
    with those of each row; `hover`, what the cell of each row says where one points; and `over`, words that span the
    heads of all columns beside each other that have the same.

    Raises `KeyError` for a column that the frame lacks, `UnknownNameError` for one that the glossary lacks.
    """
    used = [glossary.column(column) if isinstance(column, str) else column for column in columns]
    heads = [_head(column, frame) for column in used]
    cells_of = [_cells(column, frame) for column in used]
    first = next((column.name for column in used if column.kind not in NUMBERS), used[0].name)
    heading = rows.heading or first
    place = next(number for number, column in enumerate(used) if column.name == heading)
    keys = frame[used[place].parts[0]].tolist()
    choices, families, instead = (
        frame[name].tolist() if name else [None] * len(frame) for name in (rows.choice, rows.family, rows.instead)
    )
    data = frame[rows.data.split()].to_dict("records") or [{}] * len(frame)  # older pandas gives none without columns
    listed: list[Row | Band] = []
    family = None
    ambers = frame[rows.amber] if isinstance(rows.amber, str) else [key in rows.amber for key in keys]
    about = zip(keys, ambers, choices, data, families, instead, strict=True)
    for (key, amber, choice, datum, of, words), *cells in zip(about, *cells_of, strict=True):
        if of != family:
            family = of
            listed.append(Band(FAMILIES.get(of, of)))
        cells[place] = _headed(cells[place], rows.badges.get(key))
        if words:
            cells = [cells[place], Cell(words, class_="oq-muted", span=len(cells) - 1)]
        listed.append(
            Row(
                cells,
                choice=None if choice is None else str(choice),
                chosen=choice is not None and choice in rows.chosen,
                class_=" ".join(filter(None, [rows.styles.get(key), "oq-dissent" if amber else ""])) or None,
                data=datum,
            )
        )
    return heads, listed


def across(frame: pd.DataFrame, columns: Sequence[str | Column]) -> Grid:
    """Return the same with rows and columns exchanged: the cells of the first column are heads, as of classes."""
    (corner, *names), listed = grid(frame, columns)
    heads, *drawn = zip(*(row.cells for row in listed if isinstance(row, Row)), strict=True)
    rows: list[Row | Band] = [
        Row([Cell(name.name, heads=True), *cells]) for name, cells in zip(names, drawn, strict=True)
    ]
    return [Head(corner.name), *(Head(cell.content, cell.title) for cell in heads)], rows


def in_families(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame with a row per measure in the order of the families, with the `family` of each.

    >>> in_families(pd.DataFrame({"measure": ["JSD", "NMD"]})).to_dict("list")
    {'measure': ['NMD', 'JSD'], 'family': ['ordinal', 'nominal']}
    """
    families, places = [MEASURES[key].family for key in frame["measure"].tolist()], [*FAMILIES]
    order = sorted(range(len(families)), key=lambda row: places.index(families[row]))
    return frame.assign(family=families).take(order)


def sentence(parts: Sentence | str) -> Html:
    """Return a finding as HTML, the names of runs A and B in their colours."""
    return join(map(_part, (parts,) if isinstance(parts, str) else parts))


def _part(part: Part) -> Html:
    if isinstance(part, Link):
        return _link(part.words, part.address)
    if isinstance(part, RunName) and part.letter:
        return tag("span", str(part), class_=f"oq-{part.letter.lower()}")
    if isinstance(part, Styled):
        return tag("span", part.words, class_=f"oq-{part.style}" if part.style else None, title=part.hover or None)
    return tag("b", part.words) if isinstance(part, Strong) else text(part)


def _link(words: object, address: object) -> Html:
    return tag("a", words, href=address, target="_self", data_inside=True)


def _cells(column: Column, frame: pd.DataFrame) -> ColumnCells:
    """Return what a column draws, with the classes and titles that its options give to cells of any kind."""
    options = {
        name: value for name, value in column.options.items() if name not in ("class_", "styles", "hover", "over")
    }
    parts = [frame[part] for part in column.parts]
    draw = _DRAWINGS.get(column.kind)
    cells = _write(column.kind, *parts, **options) if draw is None else draw(*parts, **options)
    class_, styles, hover = (column.options.get(name) for name in ("class_", "styles", "hover"))
    if not (class_ or styles or hover):
        return cells
    none = [None] * len(frame)
    return (
        _styled(cell if isinstance(cell, Cell) else Cell(cell), [class_, style], title)
        for cell, style, title in zip(cells, styles or none, hover or none, strict=True)
    )


def _styled(cell: Cell, classes: Sequence[str | None], title: str | None) -> Cell:
    styles = " ".join(filter(None, [cell.class_, *classes])) or None
    return Cell(cell.content, title or cell.title, styles, cell.style, cell.heads, cell.span)


def _head(column: Column, frame: pd.DataFrame) -> Head:
    head: object = column.head
    title, class_ = column.meaning or None, column.options.get("class_")
    match column.kind:
        case Kind.INTERVAL:
            class_, band = "oq-interval", column.options.get("band")
            axis = _ends(*(frame[part] for part in column.parts), band=band)
            head = join([head, _ticks(axis, band, column.options.get("of_band", ""))])
        case Kind.DOT:
            class_, ticks = "oq-at", _ticks(_up_to_one(frame[column.parts[0]]))
            head = join([tag("span", head, class_="oq-unseen"), ticks])
        case Kind.WINS:
            of_a, of_b = (
                tag("span", _part(RunName(name, letter, alone=False)), title=name)
                for name, letter in zip(column.options["runs"], "AB", strict=True)
            )
            head, title = join([tag("div", head) if head else NOTHING, _spread((of_a, "half", of_b))]), None
        case Kind.BALANCE:
            class_, end = "oq-side", setting(column.options.get("reach", LONGEST_BAR))
            ends = (tag("span", words, class_=f"oq-{side}") for words, side in ((f"◂ {end}", "a"), (f"{end} ▸", "b")))
            head = _spread((next(ends), head or "0", next(ends)))
        case Kind.MARGIN:
            class_ = "oq-prefers"
        case Kind.SENTENCE:
            class_ = None if column.options.get("narrow") else "oq-sentence"
        case _:
            pass
    over = column.options.get("over", "")
    return (NumberHead if column.kind in NUMBERS else Head)(head, title, class_, over=over)


def _headed(cell: object, badge: str | None) -> Cell:
    """Return a cell as the heading of its row, with a badge if it has one."""
    content, title, class_ = (cell.content, cell.title, cell.class_) if isinstance(cell, Cell) else (cell, None, None)
    if badge:
        content = join([content, " ", tag("span", badge, class_="oq-badge")])
    return Cell(content, title, class_, heads=bool(text(content)))  # without words it heads nothing


# --- What each kind draws: a function from the values of its parts to the cells of the column ---


def _write(kind: Kind, *parts: pd.Series, missing: str = "", **options: Any) -> ColumnCells:
    """Write numbers as texts, all their digits where one points; `missing` where there is none."""
    for values in zip(*(part.tolist() for part in parts), strict=True):
        words = as_text(kind, *values, **options)
        title = " to ".join(map(repr, values)) if kind is Kind.RANGE else repr(values[0])
        yield Cell(words, title) if isinstance(values[0], float) and words else words or missing


def _draw_score(
    values: pd.Series,
    *,
    best: bool = False,
    by: str = "",
    fine: bool = False,
    places: int = USUAL,
    missing: str = NOT_DEFINED,
) -> ColumnCells:
    """Draw scores; the smallest are bold where the `best` are marked, and what is not defined is left out.

    `by`: the label of a measure, in front of each. `fine`: what these decimals would hide is written with its first
    digits. `missing`: in place of what is not defined.
    """
    least = values.min() if best else np.nan
    for value in values.tolist():
        if pd.isna(value):
            yield Cell("" if best else missing, repr(value))
            continue
        hidden = fine and 0 < abs(value) < 0.5 * 10**-places
        words = significant(value) if hidden else decimals(value, places)
        yield Cell(f"{by} {words}" if by else words, repr(value), "oq-best" if value == least else None)


def _draw_p(values: pd.Series, *, trials: int = 0, alpha: float = 0.0, missing: str = "") -> ColumnCells:
    """Draw p-values, those below `alpha` bold; `missing` where nothing was tested."""
    for p in values.tolist():
        words = as_text(Kind.P, p, trials=trials)
        yield Cell(tag("b", words) if p < alpha else words, repr(p)) if words else missing


def _draw_run(values: pd.Series, *, pair: Sequence[str] = ()) -> ColumnCells:
    """Draw names of runs, those of the pair as A and B."""
    letters = dict(zip(dict.fromkeys(pair), "AB", strict=False))  # a run that is both is A
    return (_part(RunName(name, letters.get(name, ""), alone=False)) for name in values.tolist())


def _draw_measure(values: pd.Series, *, described: bool = False, positions: bool = False) -> ColumnCells:
    """Draw measures by their labels; `described`: what each compares is said where one points.

    Of several in a cell stands the first, and how many more. `positions`: those that use the positions of the classes
    are marked.
    """
    mark = tag("span", " ↔", class_="oq-muted", title=USES_POSITIONS, role="img", aria_label=USES_POSITIONS)
    for keys in values.tolist():
        if not keys:
            yield NOT_DEFINED
            continue
        measure, *others = map(measure_called, keys.split(", "))
        name = text(measure.label)
        if others:
            every = listed([one.label for one in (measure, *others)])
            name = tag("abbr", f"{measure.label} +{len(others)}", title=every)
        elif described:
            name = tag("abbr", measure.label, title=f"{measure.name}. {measure.summary}")
        yield join([name, mark]) if positions and measure.takes_positions else name


def _draw_class(values: pd.Series) -> ColumnCells:
    return (Cell(class_label(label), label) for label in values.tolist())


def _draw_side(values: pd.Series) -> ColumnCells:
    """Draw A and B in their colours; what is neither, such as a tie, as it is."""
    return (_part(RunName("", letter)) if letter in ("A", "B") else letter for letter in values.tolist())


def _draw_contribution(written: pd.Series, values: pd.Series, shares: pd.Series, *, left_out: str = "") -> ColumnCells:
    """Draw contributions shaded by their shares. One without a value is not counted; their total has no share."""
    for words, value, share in zip(written.tolist(), values.tolist(), shares.tolist(), strict=True):
        title = f"not counted: {left_out}" if pd.isna(value) else repr(value)
        style = None if pd.isna(share) else f"--share:{length(100 * share)}"
        yield Cell(words, title, "oq-largest" if share == 1 else None, style)


def _draw_term(words: pd.Series, meanings: pd.Series) -> ColumnCells:
    return (tag("abbr", word, title=meaning) for word, meaning in zip(words.tolist(), meanings.tolist(), strict=True))


def _draw_margin(values: pd.Series, notes: pd.Series | None = None) -> ColumnCells:
    """Draw margins as the run they favour and by how much, in its colour; the value itself where one points.

    `notes` say why one is not defined: up to their colon in its place, the whole where one points.
    """
    numbers = values.to_numpy(np.float64, na_value=np.nan)
    why = [""] * len(numbers) if notes is None else notes.tolist()
    for number, (words, value) in enumerate(zip(named_margins(numbers), numbers.tolist(), strict=True)):
        if np.isnan(value) and why[number]:
            yield Cell(why[number].partition(":")[0], why[number], "oq-muted")
            continue
        side = "oq-a" if words.startswith("◂") else "oq-b" if words.endswith("▸") else "oq-muted"
        yield Cell(tag("span", words, class_=side, title=repr(value)), class_="oq-prefers")


def _draw_balance(deltas: pd.Series, *, reach: float = LONGEST_BAR) -> ColumnCells:
    """Draw differences of two scores as bars from the middle: to the left where A is better; cut at `reach`."""
    for delta, words in zip(deltas.tolist(), named_margins(deltas), strict=True):
        gap = abs(delta) if words not in ("tie", NOT_DEFINED) else 0.0
        beyond = gap > reach + 10.0**-NOISE
        classes = f"oq-{'left' if delta < 0 else 'right'}{' oq-beyond' if beyond else ''}"
        bar = tag("i", class_=classes, style=f"width:{length(50 * min(gap / reach, 1.0))}") if gap else NOTHING
        title = f"The bar ends at {setting(reach)}: the difference is {score(gap)}." if beyond else None
        yield Cell(tag("div", bar, class_="oq-balance", title=title), class_="oq-side")


def _draw_share_bar(shares: pd.Series, *, places: int = 0) -> ColumnCells:
    """Draw shares beside bars."""
    for share in shares.tolist():
        words = as_text(Kind.SHARE, share, places=places)
        if not words:
            yield Cell("–", class_="oq-muted")
            continue
        bar = tag("i", style=f"width:{length(100 * share)}")
        yield Cell(join([words, tag("div", bar, class_="oq-track")]), repr(share), "oq-bar")


def _draw_share_range(shares: pd.Series, low: pd.Series, high: pd.Series, notes: pd.Series) -> ColumnCells:
    """Draw shares with their intervals; where one is not defined, its note up to the colon."""
    for share, *ends, note in zip(shares.tolist(), low.tolist(), high.tolist(), notes.tolist(), strict=True):
        words = as_text(Kind.SHARE_RANGE, share, *ends)
        yield Cell(words, repr(share)) if words else Cell(note.partition(":")[0], note)


def _draw_interval(
    means: pd.Series, low: pd.Series, high: pd.Series, *, band: tuple[float, float] | None = None, of_band: str = ""
) -> ColumnCells:
    """Draw means in their intervals on one axis, over a `band` from one value to another; the mean alone without one.

    The axis has its ticks in the head, with the label of the band, and lines below them.
    """
    ends = _ends(means, low, high, band=band)
    lines = _lines(ends) if np.isfinite(ends[0]) else None
    behind = [tag("s", style=_from_to(*band, ends))] if band else []
    for mean, least, most in zip(means.tolist(), low.tolist(), high.tolist(), strict=True):
        bounds = interval_text(least, most)
        if not np.isfinite(mean):
            yield Cell(bounds, bounds, "oq-interval")
            continue
        marks = [tag("i", style=_from_to(least, most, ends))] if np.isfinite([least, most]).all() else []
        marks.append(tag("b", style=f"left:{_place(mean, ends)}"))
        track = tag("div", *behind, *marks, class_="oq-track", style=lines, aria_hidden="true")
        yield Cell(join([track, tag("span", bounds, class_="oq-unseen")]), bounds, "oq-interval")


def _ends(*values: pd.Series, band: tuple[float, float] | None = None) -> tuple[float, float]:
    """Return where the axis of means and intervals begins, at a tick, and ends; NaN where there are none."""
    known = np.array([*chain(*values), *(band or ())], dtype=np.float64)
    known = known[np.isfinite(known)]
    if not len(known):
        return np.nan, np.nan
    margin, least = 0.03 * float(np.ptp(known)) or 0.01, float(known.min())
    ends, step = (least - margin, float(known.max()) + margin), 0.0
    while (wider := _steps(ends)[0]) > step:  # a longer axis may have wider steps
        step, ends = wider, (float(np.floor(least / wider + EXACT) * wider), ends[1])
    return ends


def _from_to(least: float, most: float, ends: tuple[float, float]) -> str:
    return f"left:{_place(least, ends)};width:{length(100 * (most - least) / (ends[1] - ends[0]))}"


def _place(value: float, ends: tuple[float, float]) -> str:
    return length(100 * (value - ends[0]) / (ends[1] - ends[0]))


def _draw_dot(values: pd.Series) -> ColumnCells:
    """Draw numbers as dots on one axis, whose ticks stand in the head, with the number beside each dot."""
    ends = _up_to_one(values)
    for value in values.tolist():
        if pd.isna(value):
            yield Cell(NOT_DEFINED, class_="oq-at")
            continue
        at = _place(value, ends)
        marks = (tag(name, *words, style=f"left:{at}") for name, *words in (("b",), ("span", score(value))))
        steps = length(100 * _steps(ends)[0] / (ends[1] - ends[0]))
        yield Cell(tag("div", *marks, class_="oq-track", style=f"--step:{steps}"), repr(value), "oq-at")


def _up_to_one(values: pd.Series) -> tuple[float, float]:
    """Return an axis up to 1, from the next tenth below the smallest value."""
    known = values.to_numpy(np.float64, na_value=np.nan)
    least = float(np.min(known[np.isfinite(known)], initial=0.9))
    return float(np.floor(10 * least) / 10), 1.0


def _steps(ends: tuple[float, float]) -> tuple[float, FloatArray]:
    """Return three to eight round numbers on an axis, and how far they are from each other."""
    wide = ends[1] - ends[0]
    power = 10.0 ** np.floor(np.log10(wide / 3))
    step = power * max(factor for factor in (1, 2, 5) if factor * power <= wide / 3)
    return step, np.arange(np.ceil(ends[0] / step), np.floor(ends[1] / step + 1e-9) + 1) * step


def _ticks(ends: tuple[float, float], band: tuple[float, float] | None = None, of_band: str = "") -> Html:
    """Return three to eight round numbers at their places on that axis; a narrow one has room for every second.

    A `band` has its label above it, `of_band`.
    """
    if not np.isfinite(ends[0]):
        return NOTHING
    step, values = _steps(ends)
    marks = [
        tag(
            "span",
            setting(one, 3),
            style=f"left:{_place(one, ends)}",
            class_="oq-odd" if round((one - values[0]) / step) % 2 else None,
        )
        for one in values.tolist()
    ]
    if band:
        middle = _place(sum(band) / 2, ends)
        marks.append(tag("span", of_band, style=f"left:{middle}", class_="oq-of-band"))
    return tag("div", *marks, class_="oq-scale", aria_hidden="true")


def _lines(ends: tuple[float, float]) -> str:
    """Return where that axis has its first line, and how far apart they are."""
    step, values = _steps(ends)
    return f"--first:{_place(float(values[0]), ends)};--step:{length(100 * step / (ends[1] - ends[0]))}"


def _spread(words: Iterable[object]) -> Html:
    """Return words from the left to the right end of a bar."""
    return tag("div", *(one if isinstance(one, Html) else tag("span", one) for one in words), class_="oq-ticks")


def _draw_wins(a: pd.Series, ties: pd.Series, b: pd.Series, *, runs: tuple[str, str]) -> ColumnCells:
    """Draw counts of wins, ties and losses as one bar with a line at its half, between the counts of both runs.

    The ties have their number in the bar, which is seen where there is room.
    """
    written = [count(number) for number in (*a, *b)]  # one width, so that all bars begin together; commas are narrow
    wide = max((len(words) - 0.6 * words.count(",") for words in written), default=0)
    for counts in zip(a.tolist(), ties.tolist(), b.tolist(), strict=True):
        first, tie, second = (count(number) for number in counts)
        ends = [
            tag("b" if number > other else "span", words, class_=f"oq-{side}")
            for number, other, words, side in ((counts[0], counts[2], first, "a"), (counts[2], counts[0], second, "b"))
        ]
        parts = zip(("oq-wins-a", "oq-ties", "oq-wins-b"), counts, ("", tie, ""), strict=True)
        bar = (tag("i", words, class_=name, style=f"flex:{part} 0 0") for name, part, words in parts if part)
        drawn = tag("div", ends[0], tag("div", *bar, class_="oq-shares"), ends[1], class_="oq-wins")
        title = f"{runs[0]} {first}, tie {tie}, {runs[1]} {second}"
        yield Cell(drawn, title, style=f"width:100%;--digits:{wide}ch")


def _draw_picture(values: pd.Series) -> ColumnCells:
    """Draw distributions as small bars, each as high as its share of the largest probability."""
    shares = np.array(values.tolist(), dtype=np.float64)
    tops = 100 - np.rint(100 * shares / shares.max(axis=1, keepdims=True)).astype(np.int64)
    return (_outlined(*row) for row in tops.tolist())


@lru_cache(KEPT)
def _outlined(*tops: int) -> Html:
    wide, high = _BOX
    apart = int(wide >= _APART * len(tops))
    edges = [round((wide + apart) * place / len(tops)) for place in range(len(tops) + 1)]
    bars = zip(edges, edges[1:], (round(high * top / 100) for top in tops), strict=False)
    outline = "".join(f"M{start} {high}V{top}H{end - apart}V{high}" for start, end, top in bars if top < high)
    return tag("i", style=f"clip-path:path('{outline}')")


def _draw_votes(values: pd.Series) -> ColumnCells:
    """Draw votes or shares as thin bars, the largest as high as the line, with the numbers beside them."""
    for numbers in values.tolist():
        heights = (length(_BOX[1] * number / max(numbers), "px") for number in numbers)
        bars = tag("span", *(tag("i", style=f"height:{height}") for height in heights), class_="oq-votes")
        yield join([bars, "\u00a0 ", as_text(Kind.VOTES, numbers)])


_HOLDS = {True: True, "yes": True, False: False, "no": False}


def _draw_flag(values: pd.Series, *, signs: bool = False, right: str = "") -> ColumnCells:
    """Draw yes or no; where it is neither, nothing. The values are true and false, or these words.

    With `signs`, draw a tick or a dash; where it is neither, that it is not defined. `right` is the word for which a
    tick is drawn; all others stand out.
    """
    for value in values.tolist():
        holds = _HOLDS.get(value)
        if right:
            yield tag("span", SIGNS[True], role="img", aria_label=right) if value == right else tag("b", value)
        elif signs:
            yield SIGNS[holds]
        else:
            yield "" if holds is None else tag("b", "yes") if holds else tag("span", "no", class_="oq-muted")


def _draw_link(texts: pd.Series, addresses: pd.Series) -> ColumnCells:
    for words, address in zip(texts.tolist(), addresses.tolist(), strict=True):
        yield Cell(_link(words, address) if words else "", class_="oq-id")


def _draw_choice(signs: pd.Series, choices: pd.Series, meanings: pd.Series) -> ColumnCells:
    """Draw signs that can be pressed; what is chosen is marked by a script, so that the table is not sent again."""
    for sign, choice, meaning in zip(signs.tolist(), choices.tolist(), meanings.tolist(), strict=True):
        attributes = {"data_choice": choice, "aria_pressed": "false", "aria_label": meaning}
        yield tag("button", sign, type="button", class_="oq-choose", **attributes)


def _draw_letters(values: pd.Series) -> ColumnCells:
    """Draw letters of groups, each group in a column of its own: of runs in order, as a staircase.

    What begins and ends a group among the rows is marked, so that a style sheet joins its letters; of `many` groups
    there is no room for the letters.
    """
    texts = ["" if pd.isna(value) else value for value in values.tolist()]
    rows = [words.split() if " " in words else [*words] for words in texts]
    places = {letter: place for place, letter in enumerate(sorted({*chain(*rows)}, key=lambda one: (len(one), one)))}
    class_ = f"oq-stairs{' oq-many' * (len(places) > MOST_LETTERS)}"
    for above, row, below, words in zip([[], *rows], rows, [*rows[1:], []], texts, strict=False):
        spans, free = [], 0
        for letter in row:
            ends = " ".join(["oq-top"] * (letter not in above) + ["oq-end"] * (letter not in below))
            skipped = places[letter] - free
            spans.append(tag("span", letter, class_=ends or None, style=f"--skipped:{skipped}" if skipped else None))
            free = places[letter] + 1
        yield Cell(join(spans, " " if " " in words else ""), class_=class_)


def _draw_moved(values: pd.Series, ranks: pd.Series, before: pd.Series) -> ColumnCells:
    """Draw scores, and beside them how many ranks they gain or lose; as wide where they do neither."""
    for value, rank, other in zip(values.tolist(), ranks.tolist(), before.tolist(), strict=True):
        gained = tag("small", f" {moved(other - rank)}".rstrip(), class_="oq-moved oq-muted")
        yield Cell(join([score(value), gained]), f"{value!r}, rank {rank}", "oq-one-line")


def _draw_marked(values: pd.Series) -> ColumnCells:
    """Draw cells of a paper's table: bold or underlined, letters above."""
    for cell in values.tolist():
        marked = tag("b", cell.text) if cell.bold else tag("u", cell.text) if cell.underlined else text(cell.text)
        yield join([marked, tag("sup", cell.above)]) if cell.above else marked


def _draw_sentence(values: pd.Series, more: pd.Series | None = None, *, narrow: bool = False) -> ColumnCells:
    """Draw a sentence, or a list of them below each other, and `more` that unfolds where there is any.

    `narrow`: the column may become as narrow as its words.
    """
    folded = [""] * len(values) if more is None else more.tolist()
    for value, rest in zip(values.tolist(), folded, strict=True):
        words = join([tag("div", sentence(line)) for line in value]) if isinstance(value, list) else sentence(value)
        words = tag("details", tag("summary", words), rest) if rest else words
        yield Cell(words, class_=None if narrow else "oq-sentence")


_DRAWINGS: Mapping[Kind, Callable[..., ColumnCells]] = MappingProxyType(  # all other kinds are written
    {
        Kind.SCORE: _draw_score,
        Kind.P: _draw_p,
        Kind.RUN: _draw_run,
        Kind.MEASURE: _draw_measure,
        Kind.TERM: _draw_term,
        Kind.CLASS: _draw_class,
        Kind.SIDE: _draw_side,
        Kind.MARGIN: _draw_margin,
        Kind.BALANCE: _draw_balance,
        Kind.LETTERS: _draw_letters,
        Kind.MOVED: _draw_moved,
        Kind.PICTURE: _draw_picture,
        Kind.VOTES: _draw_votes,
        Kind.SHARE_BAR: _draw_share_bar,
        Kind.SHARE_RANGE: _draw_share_range,
        Kind.DOT: _draw_dot,
        Kind.FLAG: _draw_flag,
        Kind.MARKED: _draw_marked,
        Kind.SENTENCE: _draw_sentence,
        Kind.INTERVAL: _draw_interval,
        Kind.WINS: _draw_wins,
        Kind.LINK: _draw_link,
        Kind.CONTRIBUTION: _draw_contribution,
        Kind.CHOICE: _draw_choice,
    }
)
