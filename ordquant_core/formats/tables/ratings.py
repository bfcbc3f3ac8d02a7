"""Tables with a column per annotator, or per item of a questionnaire, and a rating in each cell.

They look like tables of votes: numbers under a header. What tells them apart are the names of the columns, and rows
whose sums differ although no cell exceeds a small scale; where that is so, the user is asked.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from math import isnan, sqrt
from string import ascii_lowercase

import numpy as np

from ordquant_core.errors import Problem
from ordquant_core.formats.missing import is_missing, missing_among
from ordquant_core.formats.opened import Vote
from ordquant_core.formats.tables.columns import (
    MOST,
    Columns,
    agreement,
    is_annotator,
    is_numbered_annotator,
    is_vote,
    normal,
)
from ordquant_core.formats.text import PLAIN_NUMBER, canonical, case_place, is_number, label, numbers
from ordquant_core.known_scales import rank_words
from ordquant_core.numerals import count, listed
from ordquant_core.records import FloatArray

_CLASS = re.compile(r"(class|cat|category|grade|level|lvl|stars?|rank|step|point|option|choice|bin|c|l)_?\d+")
_OF_SYSTEMS = re.compile(r"(gold|true|truth|y|pred|predicted|prediction|majority|consensus|final)(_.*)?")
_NUMBERED = re.compile(r".*?\d+")
ENOUGH = 3  # rows whose sums differ: fewer say little
SMALL_SCALE = 10  # no rating exceeds it where only the sums of the rows, which differ, make them ratings
LARGEST_SCALE = 100
MANY = 1000  # different numbers: no ratings
RARE = 3.72  # standard deviations of a normal distribution: one in 10,000 is farther from the mean on this side
NAMED, SHOWN = 4, 6  # columns and ratings in a message


def looks_like_ratings(classes: Sequence[str], values: FloatArray) -> str:
    """Say why the columns of a table (cases, classes) may hold ratings, not votes for classes; "" where they do not.

    nan stands for an empty cell, or one that says that there is no rating. `classes`: the names of the columns, ()
    where they have none.

    >>> looks_like_ratings(["rater 1", "rater 2"], np.array([[1.0, 2.0], [5.0, 5.0]]))
    'the columns have names of annotators'
    >>> looks_like_ratings(["ann", "bob"], np.array([[1.0, 2.0], [5.0, 5.0], [3.0, 1.0]]))
    'the rows differ in their sums, and no cell exceeds 5'
    >>> looks_like_ratings(["bad", "good"], np.array([[1.0, 2.0], [5.0, 5.0], [3.0, 1.0]]))
    ''
    >>> looks_like_ratings(["ann", "bob"], np.array([[-1.0, 2.0], [0.0, 2.0], [2.0, -2.0]]))
    '2 rows hold numbers below 0'
    """
    rows, width = values.shape
    values = _without_codes(values)
    some = values[~np.isnan(values)]
    if width < 2 or not len(some) or np.abs(some).max() > LARGEST_SCALE or not _are_steps(some, 4):
        return ""
    values = np.nan_to_num(values)  # an empty cell: as a number of votes it could only be 0
    totals = values.sum(axis=1)
    below = int((values < 0).any(axis=1).sum())
    if totals.max() <= 1 and not below:
        return ""
    if len(people_among(classes)) == width:
        return "the columns have names of annotators"
    if not _are_steps(some, 1):
        return ""
    sure = bool(classes) and are_sure_classes(classes)
    if rows < ENOUGH or sure or np.abs(values).max() > SMALL_SCALE or below == 1:
        return ""
    if below:
        return f"{count(below, 'row')} hold numbers below 0"
    if agreement(totals) >= MOST or _sums_are_even(values):
        return ""
    return f"the rows differ in their sums, and no cell exceeds {count(int(values.max()))}"


def people_among(columns: Sequence[str]) -> list[int]:
    """Return which columns are named as people of whom there are several; the first may have no number.

    >>> people_among(["ann1", "ann2", "mean"]), people_among(["rater", "rater.1"]), people_among(["user", "1", "2"])
    ([0, 1], [0, 1], [])
    """
    numbered = [place for place, text in enumerate(columns) if is_numbered_annotator(text)]
    found = sorted({*numbered, *(p for p, text in enumerate(columns) if numbered and is_annotator(text))})
    return found if len(found) > 1 else []


def wordy_people(header: Sequence[str], columns: Columns, rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the columns of people whose cells are words: what each of them said of a case. [] where they are numbers.

    >>> from ordquant_core.formats.tables.columns import columns_of
    >>> header = ["id", "ann1", "ann2"]
    >>> wordy_people(header, columns_of(header), [["a", "bad", "good"], ["b", "good", ""]])
    [1, 2]
    """
    if columns.label is not None or columns.annotator is not None:
        return []
    free = sorted({*columns.classes, *columns.extras} - {*columns.keys})
    people = [free[n] for n in people_among([header[place] for place in free])]
    cells = [row[place] for row in rows if len(row) == len(header) for place in people]
    words = [cell for cell in cells if not is_missing(cell)]
    return people if words and not any(map(is_number, words)) else []


def columns_alike(header: Sequence[str], columns: Columns, rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the columns of words that hold the same few labels, as those of several annotators or items do.

    >>> from ordquant_core.formats.tables.columns import columns_of
    >>> header = ["id", "Ann", "Bob", "Remark"]
    >>> rows = [["a", "bad", "good", "x"], ["b", "good", "good", "y"], ["c", "bad", "bad", "z"]]
    >>> columns_alike(header, columns_of(header), rows)
    [1, 2]
    """
    if columns.label is not None:
        return []
    full = [row for row in rows if len(row) == len(header)]
    keys = columns.keys or (0,)
    places = [place for place in columns.classes if place != columns.annotator and place not in keys]
    cells = ((place, {row[place] for row in full}) for place in places)
    words: dict[int, set[str]] = {}
    numeric = 0
    for place, some in cells:
        numeric += all(map(is_number, some))
        if numeric > 1:
            return []
        if all(any(map(str.isalpha, cell)) or is_missing(cell) for cell in some):
            words[place] = some - {*filter(is_missing, some)}
    times = Counter(chain.from_iterable(words.values()))
    found = [place for place, some in words.items() if some and 2 * sum(times[word] > 1 for word in some) >= len(some)]
    ids = [tuple(row[key] for key in keys) for row in full]
    if len({*ids}) < len(ids) or len(found) < 2:
        return []
    if any(map(_OF_SYSTEMS.fullmatch, [normal(header[place]) for place in found])):
        return []
    return found if 2 * len(set().union(*(words[place] for place in found))) <= len(found) * len(ids) else []


def are_people(header: str) -> bool:
    """Return whether the rows below the first column of this name are people, or what each of them answered.

    >>> are_people("ResponseId"), are_people("Timestamp"), are_people("participant"), are_people("item")
    (True, True, True, False)
    """
    return is_annotator(header) or is_vote(header) or normal(header) in ("timestamp", "time_stamp", "zeitstempel")


def doubtful_people(name: str, line: int, seen: str, rows: str = "") -> Problem:
    """Return the problem of columns that may hold one annotator each; `rows`: the column that says that rows do."""
    action = "give a row for each item, and a column for each person, or a row per vote: item,annotator,label"
    if rows:
        return Problem(name, f"line {line}", f"{seen}; column {rows} says that each row is a person", action)
    action = f"if each row is an item, and each column a person, have the labels counted; else {action}"
    return Problem(name, f"line {line}", seen, action, ("ratings",))


def _are_steps(values: FloatArray, parts: int) -> bool:
    """Return whether numbers are whole, or stand between whole numbers as the marks of so many parts do."""
    return bool((parts * values == np.rint(parts * values)).all())


def ratings_of(cells: Sequence[str]) -> FloatArray | None:
    """Return the ratings in cells, nan where a cell says that there is none; None where it says something else.

    >>> ratings_of(["1", "NA", ""]).tolist(), ratings_of(["1", "good"])
    ([1.0, nan, nan], None)
    """
    whole = numbers(cells)
    if whole is not None:
        return whole
    gaps = np.array([is_missing(cell) for cell in cells])
    known = numbers([cell for cell, gap in zip(cells, gaps.tolist(), strict=True) if not gap])
    if known is None:
        return None
    found = np.full(len(cells), np.nan)
    found[~gaps] = known
    return found


def _without_codes(values: FloatArray) -> FloatArray:
    """Put nan where a number says that there is no rating, such as -99."""
    found = np.unique(values[~np.isnan(values)])
    codes = found[missing_among([_plain(number) for number in found.tolist()])] if len(found) <= MANY else found[:0]
    return np.where(np.isin(values, codes), np.nan, values)


def _sums_are_even(values: FloatArray) -> bool:
    """Return whether the sums of rows vary so much less than those of ratings would that the rows are votes.

    Ratings of a case agree, or are independent: the variance of their sum is that of all columns together, at least.
    Votes for one class are none for another: the sum is the number of votes, which varies little. By chance, so small
    a variance of independent ratings is rarer than 1 in 10,000 (the chi-square distribution by Wilson and Hilferty).
    """
    spread = 2 / (9 * (len(values) - 1))
    least = max(0.0, 1 - spread - RARE * sqrt(spread)) ** 3
    return bool(values.sum(axis=1).var() < least * values.var(axis=0).sum())


def are_sure_classes(classes: Sequence[str]) -> bool:
    """Return whether the names of columns, and not only the sums of rows, say that they are classes."""
    names = [normal(text) for text in classes]
    if any(PLAIN_NUMBER.fullmatch(canonical(text)) for text in classes) or all(map(_CLASS.fullmatch, names)):
        return True
    letters = sorted(names) == list(ascii_lowercase[: len(names)])  # of people, or grades
    return rank_words(classes) is not None and not letters and not all(map(_NUMBERED.fullmatch, names))


def in_words(classes: Sequence[str], values: FloatArray, cases: Sequence[str]) -> str:
    """Return what is seen of a table that may hold ratings: the first case is an example of what they would be."""
    named = listed([label(text.strip()) for text in classes], at_most=NAMED)
    first = int(np.argmax(~np.isnan(values).all(axis=1)))
    of_first = listed([_plain(rating) for rating in values[first] if not isnan(rating)], at_most=SHOWN)
    known = _without_codes(values)
    span = f"from {_plain(np.nanmin(known))} to {_plain(np.nanmax(known))}"
    return (
        f"columns {named} may hold one annotator or item each, and their cells ratings {span}, such as {of_first} of "
        f"{case_place(cases[first])}"
    )


def _label(rating: float) -> str:
    return "" if isnan(rating) else _plain(rating)


def _plain(value: float) -> str:
    return str(int(value)) if value == round(value) else repr(float(value))


def each_rating(cases: Sequence[str], people: Sequence[str], values: FloatArray) -> Iterator[Vote]:
    """Yield who gave which rating, "" where somebody gave none."""
    for case, ratings in zip(cases, values.tolist(), strict=True):
        yield from ((case, who, _label(rating)) for who, rating in zip(people, ratings, strict=True))


def counted(values: FloatArray) -> tuple[tuple[str, ...], FloatArray]:
    """Return the different ratings in a table (cases, annotators), ascending, and how often each case has each.

    Where there is no rating, nan, the label is empty.

    >>> counted(np.array([[1.0, 2.0, 2.0], [5.0, 1.0, 5.0]]))[0]
    ('1', '2', '5')
    """
    found, places = np.unique(values, return_inverse=True)  # nan, which is one, comes last
    places = places.reshape(values.shape)
    votes = np.stack([(places == number).sum(axis=1) for number in range(len(found))], axis=1)
    return tuple(map(_label, found.tolist())), votes.astype(np.float64)
