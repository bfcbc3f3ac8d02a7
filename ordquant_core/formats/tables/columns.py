"""Detect the columns of a table from their names: ids, texts, votes, and the rest, which may be classes.

`evidence` checks them against the rows.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import inf
from typing import NamedTuple

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.limits import MAX_COLUMNS, refuse
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import id_fault, is_number, label, numbers, shown
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray

HEADER = "expected a header: case,class1,class2,…"
NEAR_ONE = 0.02  # how far from 1 the numbers of a row may sum to be taken for probabilities
_FEW = 64  # rows
LEAST_OF_VOTES = 3  # columns at most of a table without a column per class beside those of cases and annotators
MOST = 0.9  # of the rows that agree: the others may have faults of their own

# Columns by their name, in lower case, with _ for every space and hyphen.
_KEY = re.compile(
    r"case|id|topic|query|qid|hashtag|item|dialogue|dialog|conversation|session|document|doc|turn|index|idx"
    r"|split|set|system|run|team|.*_(id|index|idx|no|number|key)|(case|dialogue|dialog|turn|topic|query|item|doc)id"
)
_SURE_KEY = re.compile(r"case|id|topic|query|qid|dialogue|dialog|conversation|document|.*_id|(case|dialogue|doc)id")
_TEXT = re.compile(
    r"(tweet_)?text\d*|utterance|sentence_?\d*|title|description|content|context|response|question|comments?|notes?"
    r"|link|url|href|lang|language|time_?stamp|date|time|date_?time|unix_?time|(created|submitted)_at"
)
_PERSON = (
    r"annotator|rater|worker|crowd_?worker|turker|judge|user|coder|performer|listener|assessor|labell?er|participant"
    r"|respondent"
)
_ANNOTATOR = re.compile(rf"({_PERSON}|(annotator|worker|user)_?name)(_?(id|no|number|key))?")
_NUMBERED = re.compile(
    rf"({_PERSON}|ann|anno|annot|expert|person|subject|reviewer|evaluator|tester|voter|student|wizard|w|u)_?\d+"
)
LABELS = frozenset({"label", "vote", "rating", "grade", "answer", "annotation", "class"})
SYSTEMS = frozenset({"system", "run", "run_id", "team", "model"})


class Columns(NamedTuple):
    """The roles of the columns of a table, as indices."""

    keys: tuple[int, ...]  # the id of a case, in parts; () where rows are numbered
    classes: tuple[int, ...]
    extras: tuple[int, ...]
    annotator: int | None = None
    label: int | None = None
    named: bool = True  # a column has a name usual for ids; otherwise the rows must show which column holds them
    numbers_rows: bool = False  # the ids only count the rows, as an index of pandas does
    doubt: str = ""  # why the numbers may be ratings, a column per annotator or item, and not votes for classes


def normal(header: str) -> str:
    """Return the name of a column in the spelling of the lists above."""
    return re.sub(r"[\s\-]+", "_", header.strip().lower())


def is_annotator(header: str) -> bool:
    """Return whether a column of this name holds those who voted: `annotator`, `Worker ID`, `rater_id`, `username`, …

    >>> is_annotator("Rater ID"), is_annotator("annotators")
    (True, False)
    """
    return _ANNOTATOR.fullmatch(normal(header)) is not None


def is_numbered_annotator(header: str) -> bool:
    """Return whether a column of this name belongs to one of several people: `ann1`, `Rater 2`, `worker_3`, …

    >>> is_numbered_annotator("Rater 2"), is_numbered_annotator("class2")
    (True, False)
    """
    return _NUMBERED.fullmatch(normal(header)) is not None


def is_key(header: str) -> bool:
    """Return whether a column of this name holds ids."""
    return _KEY.fullmatch(normal(header)) is not None


def columns_of(header: Sequence[str]) -> Columns:
    """Sort the columns of a table by their names: keys, texts, and the rest, which may be classes."""
    return _columns_of(tuple(header))


@lru_cache(maxsize=32)  # the files of a task have the same header, mostly
def _columns_of(header: tuple[str, ...]) -> Columns:
    names = [normal(cell) for cell in header]
    annotator = next((place for place, text in enumerate(names) if is_annotator(text)), None)
    votes = next((place for place, text in enumerate(names) if text in LABELS), None)
    items = [place for place, text in enumerate(names) if place != annotator and _KEY.fullmatch(text)]
    if annotator is None or votes is None or len(header) < 3:
        votes = None
        annotator = annotator if items and len(header) > LEAST_OF_VOTES else None
    extras = [place for place, text in enumerate(names) if place and _TEXT.fullmatch(text)]
    others = [place for place in range(len(names)) if place not in {annotator, votes, *extras}]
    first = next((place for place in others if _SURE_KEY.fullmatch(names[place])), None)
    if others and _KEY.fullmatch(names[others[0]]):
        first = others[0]
    if first is None and annotator is not None and len(others) == 1:
        first = others[0]
    keys = [] if first is None else [first]
    for place in others[others.index(first) + 1 :] if first is not None else ():
        if not _KEY.fullmatch(names[place]):
            break
        keys.append(place)
    classes = tuple(place for place in others if place not in keys)
    return Columns(tuple(keys), classes, tuple(extras), annotator, votes, named=bool(keys))


def check_header(line: int, header: Sequence[str], name: str, rows: Sequence[Sequence[str]]) -> None:
    """Raise `InputError` if the header is not one, or its columns cannot be distinguished."""
    check_width(header, name)
    place = f"line {line}"
    known = any(map(is_key, header))
    numeric = all(is_number(cell) for cell in header)
    few = len(header) < 3 and not (len(header) == 2 and _adds_up(header, rows))
    below_zero = numeric and min(map(float, header)) < 0  # no distribution has such a number: these are labels
    if not known and (few or (numeric and not below_zero and not _adds_up(header, rows)) or _starts_as_data(header)):
        seen = f"the file starts with {shown(header[0] if header else '')}"
        raise InputError([Problem(name, place, seen, f"{HEADER} (or a JSON list of cases)")])


def check_width(header: Sequence[str], name: str) -> None:
    """Raise `InputError` for more columns than a table may have."""
    if len(header) > MAX_COLUMNS:
        raise refuse(name, f"the file has {count(len(header))} columns", count(MAX_COLUMNS))


def check_labels(line: int, header: Sequence[str], classes: Sequence[int], name: str) -> None:
    """Raise `InputError` if two classes have the same label, or a class has none."""
    problems = Problems(name)
    place = f"line {line}"
    labels: set[str] = set()
    for column in classes:
        text = header[column].strip()
        fault = id_fault(text)
        if fault:
            problems.add(column, place, f"the class in column {column + 1} {fault}", "give every class a label")
        elif text in labels:
            problems.add(column, place, f"the class {label(text)} occurs twice", "give every class its own label")
        labels.add(text)
    problems.raise_if_any()


def _starts_as_data(header: Sequence[str]) -> bool:
    """Return whether the first cell alone is not a number, and no other cell is below zero: an id and counts."""
    rest = [cell for cell in header[1:] if is_number(cell)]
    return not is_number(header[0]) and len(rest) == len(header) - 1 > 0 and min(map(float, rest)) >= 0


def _adds_up(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the rows below a header are distributions over all of its columns."""
    values = numbers_in([row for row in rows if len(row) == len(header)], range(len(header)))
    with np.errstate(over="ignore"):  # finite numbers may have an infinite sum
        totals = values.sum(axis=1)
    return len(values) > 1 and agreement(totals) >= MOST


def agreement(totals: FloatArray) -> float:
    """Return the share of rows that sum to 1 (or to 100), or to the one number of votes that most of them have.

    >>> agreement(np.array([1.0, 0.999, 1.0, 3.7])), agreement(np.array([19.0, 19.0, 20.0, 19.0]))
    (0.75, 0.75)
    """
    if len(totals) < _FEW:  # NumPy takes longer to begin
        return _agreement_of_few(totals.tolist())
    near = max((np.abs(totals - 1) <= NEAR_ONE).mean(), (np.abs(totals - 100) <= 100 * NEAR_ONE).mean())
    whole = totals[(totals == np.rint(totals)) & (totals >= 1)]
    most = np.unique(whole, return_counts=True)[1].max() if len(whole) else 0
    return float(max(near, most / len(totals)))


def _agreement_of_few(totals: list[float]) -> float:
    ones = sum(abs(total - 1) <= NEAR_ONE for total in totals)
    hundreds = sum(abs(total - 100) <= 100 * NEAR_ONE for total in totals)
    whole = Counter(total for total in totals if total >= 1 and (total == inf or total.is_integer()))
    return max(ones, hundreds, *whole.values(), 0) / max(1, len(totals))


def numbers_in(rows: Sequence[Sequence[str]], places: Sequence[int]) -> FloatArray:
    """Return the rows that hold numbers only, in these columns: shape (rows, places)."""
    whole = numbers([row[place] for row in rows for place in places])
    if whole is not None:  # as nearly always
        return whole.reshape(len(rows), len(places))
    found = (numbers([row[place] for place in places]) for row in rows)
    values = [row for row in found if row is not None]
    return np.array(values, dtype=np.float64).reshape(len(values), len(places))
