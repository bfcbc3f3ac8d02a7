"""Tables with a column per annotator, or per item of a questionnaire, and a rating in each cell.

They look like tables of votes: numbers under a header. What tells them apart are the names of the columns, and rows
whose sums differ although no cell exceeds a small scale; where that is so, the user is asked.
"""

import re
from collections.abc import Sequence
from string import ascii_lowercase

import numpy as np

from ordquant_core.formats.tables.columns import MOST, agreement, is_numbered_annotator, normal
from ordquant_core.formats.text import case_place, label
from ordquant_core.numerals import count, listed
from ordquant_core.records import FloatArray

_ITEMS = re.compile(r"(q|question|item|frage|r|a|p|s)_?\d+")
ENOUGH = 3  # rows whose sums differ
SMALL_SCALE = 10  # ratings in columns of items lie between 1 and this; votes for a class may be 0
LARGEST_SCALE = 100
NAMED, SHOWN = 4, 6  # columns and ratings in a message


def looks_like_ratings(classes: Sequence[str], values: FloatArray, cases: Sequence[str]) -> str:
    """Say why the columns of a table (cases, classes) may hold ratings, not votes for classes; "" where they do not.

    The first case serves as an example of what they would be.

    >>> looks_like_ratings(["ann1", "ann2"], np.array([[1.0, 2.0], [5.0, 5.0]]), ["x", "y"]).partition("may be ")[2]
    'ratings from 1 to 5, such as 1 and 2 of case x'
    """
    whole = bool((values == np.rint(values)).all()) and bool((values >= 0).all())
    if len(classes) < 2 or not len(values) or not whole or not 1 < values.max() <= LARGEST_SCALE:
        return ""
    names = [normal(text) for text in classes]
    with np.errstate(over="ignore"):
        even = agreement(values.sum(axis=1)) >= MOST and len(values) > 1
    people = all(map(is_numbered_annotator, names))
    items = all(map(_ITEMS.fullmatch, names)) or names == list(ascii_lowercase[: len(names)])
    small = values.min() >= 1 and values.max() <= SMALL_SCALE and len(values) >= ENOUGH
    if not people and (not items or even or not small):
        return ""
    named = listed([label(text.strip()) for text in classes], at_most=NAMED)
    what = "annotators" if people else "annotators or items"
    of_first = listed([count(int(rating)) for rating in values[0]], at_most=SHOWN)
    span = f"from {count(int(values.min()))} to {count(int(values.max()))}"
    return (
        f"columns {named} have names of {what}, and their cells may be ratings {span}, such as {of_first} of "
        f"{case_place(cases[0])}"
    )


def counted(values: FloatArray) -> tuple[tuple[str, ...], FloatArray]:
    """Return the different ratings in a table (cases, annotators), ascending, and how often each case has each.

    >>> counted(np.array([[1.0, 2.0, 2.0], [5.0, 1.0, 5.0]]))[0]
    ('1', '2', '5')
    """
    found, places = np.unique(values, return_inverse=True)
    places = places.reshape(values.shape)
    votes = np.stack([(places == number).sum(axis=1) for number in range(len(found))], axis=1)
    return tuple(str(int(rating)) for rating in found.tolist()), votes.astype(np.float64)
