"""Tables that look like a row per vote, whose columns of items, annotators and labels are not known by their names."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.labels import ascending
from ordquant_core.formats.opened import Part
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.tables.columns import (
    MOST,
    Columns,
    agreement,
    is_annotator,
    is_item,
    labels_of,
    numbers_in,
    repeats,
)
from ordquant_core.formats.tables.long_votes import ACTION, LongVotes
from ordquant_core.formats.tables.ratings import are_sure_classes
from ordquant_core.formats.text import PLAIN_NUMBER, canonical, id_fault, is_number, label
from ordquant_core.known_scales import rank_words
from ordquant_core.numerals import count, listed

LOOKED_AT = 256  # rows
FEWEST = 3  # of them: with two, ids that are equal are no pattern
SHOWN = 6  # names of columns in a message


class Guess(NamedTuple):
    """Which column may hold what, as far as names and rows say so."""

    item: int | None
    annotator: int | None
    label: int | None


@dataclass(slots=True)
class UnclearVotes(LongVotes):
    """A table with a row per vote, as it seems: the user says which column holds what before it is read."""

    words: ClassVar[str] = "a table that looks like a row per vote"
    kind: ClassVar[str] = "long-votes"
    seen: str = field(kw_only=True)

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Ask which column holds what."""
        raise InputError([Problem(self.name, f"line {self.header_line}", self.seen, ACTION, asks="votes")])


def looks_like_votes(header: Sequence[str], columns: Columns, rows: Sequence[Sequence[str]]) -> str:
    """Say why a table looks like one with a row per vote that cannot be read as one yet; "" where it does not.

    In such a table most items stand in several rows, and the other columns are neither classes nor shares of them.
    """
    rows = [row for row in rows[:LOOKED_AT] if len(row) == len(header)]
    if len(rows) < FEWEST or len(header) < 2 or columns.label is not None:
        return ""
    if are_sure_classes([header[place] for place in columns.classes if place != columns.annotator]):
        return ""  # whatever their cells hold
    item = _item(header, columns, rows)
    if item is None:
        return ""
    others = [place for place in range(len(header)) if place not in (*item, columns.annotator)]
    numeric = [place for place in others if all(is_number(row[place]) for row in rows)]
    together = [place for place in (*item, *numeric) if not columns.keys and all(is_number(row[place]) for row in rows)]
    if _are_classes(header, numeric, rows) or _are_classes(header, together, rows) or _are_shares(numeric, item, rows):
        return ""
    times = Counter(tuple(row[place] for place in item) for row in rows).values()
    span = (
        count(max(times), "row") if min(times) == max(times) else f"{count(min(times))} to {count(max(times), 'row')}"
    )
    names = "/".join(label(header[place].strip()) for place in item)
    every = listed([label(text.strip()) for text in header], at_most=SHOWN)
    return f"this looks like a row per vote: column {names} holds each value in {span}; the columns are {every}"


def guess(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Guess:
    """Return which column may hold what, by names, else by what it holds: items stand in several rows.

    >>> guess(["photo", "who", "liking"], [["p", "a", "3"], ["p", "b", "4"], ["q", "a", "3"], ["q", "b", "1"]])
    Guess(item=0, annotator=1, label=2)
    """
    rows = [row for row in rows if len(row) == len(header)]
    annotator = next((place for place, text in enumerate(header) if is_annotator(text)), None)
    repeating = [place for place in range(len(header)) if place != annotator and repeats(rows, (place,))]
    item = next((place for place in repeating if is_item(header[place])), next(iter(repeating), None))
    rest = [place for place in range(len(header)) if place not in (item, annotator)]
    labels = labels_of(header, {item, annotator}) or [
        place for place in rest if ascending(sorted({canonical(row[place]) for row in rows})) is not None
    ]
    chosen = labels[0] if labels else rest[0] if len(rest) == 1 else None
    if annotator is None and item is not None:
        people = [place for place in rest if place != chosen and repeats(rows, (place,))]
        annotator = next((p for p in people if len({(row[item], row[p]) for row in rows}) == len(rows)), None)
    return Guess(item, annotator, chosen)


def first_items(
    header: Sequence[str], rows: Sequence[Sequence[str]], chosen: Guess, *, at_most: int = 3
) -> list[tuple[str, str]]:
    """Return what the first items would become: each with its votes, as far as these rows hold them, in words.

    >>> first_items(["p", "x"], [["a", "3"], ["a", "1"], ["a", "3"], ["b", "2"]], Guess(0, None, 1))
    [('a', '1 vote for 1 and 2 votes for 3'), ('b', '1 vote for 2')]
    """
    if chosen.item is None or chosen.label is None or chosen.item == chosen.label:
        return []
    items: dict[str, Counter[str]] = {}
    for row in rows:
        if len(row) == len(header) and not id_fault(row[chosen.item]) and not id_fault(row[chosen.label]):
            items.setdefault(row[chosen.item], Counter())[canonical(row[chosen.label])] += 1
    found = []
    for item, votes in list(items.items())[:at_most]:
        names = list(votes)
        order = ascending(names) or range(len(names))
        said = [f"{count(votes[names[place]], 'vote')} for {label(names[place])}" for place in order]
        found.append((item, listed(said, at_most=SHOWN)))
    return found


def _item(header: Sequence[str], columns: Columns, rows: Sequence[Sequence[str]]) -> tuple[int, ...] | None:
    """Return the columns whose values stand in several rows each, as items do that several people judge."""
    first = columns.keys or tuple(place for place in (0,) if columns.annotator != 0)
    if first and repeats(rows, first):
        return first
    free = [place for place in (*columns.classes, *columns.extras) if place != columns.annotator]
    numeric = [place for place in columns.classes if any(is_number(row[place]) for row in rows)]
    named = next(
        ((place,) for place in free if place not in numeric and is_item(header[place]) and repeats(rows, (place,))),
        None,
    )
    constant = columns.keys and len({tuple(row[place] for place in columns.keys) for row in rows}) == 1
    if len(numeric) > 1:
        return named if constant else None  # else these may be classes
    return named or (next(((place,) for place in free if place not in numeric and repeats(rows, (place,))), None))


def _are_classes(header: Sequence[str], places: Sequence[int], rows: Sequence[Sequence[str]]) -> bool:
    """Return whether these columns of numbers look like classes, by their labels or sums."""
    if len(places) < 2:
        return False
    labels = [header[place].strip() for place in places]
    if (
        sum(PLAIN_NUMBER.fullmatch(canonical(text)) is not None for text in labels) > 1
        or rank_words(labels) is not None
    ):
        return True
    with np.errstate(over="ignore"):
        return agreement(numbers_in(rows, places).sum(axis=1)) >= MOST


def _are_shares(places: Sequence[int], item: tuple[int, ...], rows: Sequence[Sequence[str]]) -> bool:
    """Return whether a column of numbers holds the probabilities of the classes of each item, one in a row."""
    for place in places:
        values = [float(row[place]) for row in rows]
        if min(values) < 0 or max(values) > 1 or all(value == round(value) for value in values):
            continue
        sums: dict[tuple[str, ...], float] = {}
        for row, value in zip(rows, values, strict=True):
            key = tuple(row[column] for column in item)
            sums[key] = sums.get(key, 0.0) + value
        if agreement(np.array([*sums.values()])) >= MOST or (len(rows) == LOOKED_AT and len(sums) > 1):
            return True
    return False
