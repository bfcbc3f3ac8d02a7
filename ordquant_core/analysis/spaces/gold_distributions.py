"""All possible vote counts of N annotators over L ordered classes: their number, the distributions, their shapes.

Arrays have the classes in front, shape (L, n), as the kernels of the measures take them.
"""

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ordquant_core import numerals
from ordquant_core.errors import OrdquantError
from ordquant_core.records import IntArray

MOST_DISTRIBUTIONS = 2_000_000  # distributions that one look at a space may score
MOST_CLASSES = 11
AT_ONCE = 16_384  # distributions in one go: what a measure writes stays in the processor's cache
Span = tuple[int, int]
SHAPES = (
    "all votes in one class",
    "one peak, at an end",
    "one peak, inside",
    "flat",
    "two peaks, at both ends",
    "two peaks, elsewhere",
    "three peaks or more",
)


def count_distributions(n_votes: int, n_classes: int) -> int:
    """Return C(N + L - 1, L - 1), the number of vote distributions. Raises `OrdquantError` for N < 1 or L outside 2-11.

    >>> count_distributions(20, 5)
    10626
    """
    if n_votes < 1 or not 2 <= n_classes <= MOST_CLASSES:
        raise OrdquantError(
            f"{n_votes} votes over {n_classes} classes; give 1 vote or more and 2 to {MOST_CLASSES} classes."
        )
    return math.comb(n_votes + n_classes - 1, n_classes - 1)


def check_size(n_votes: int, n_classes: int, most: int = MOST_DISTRIBUTIONS) -> int:
    """Return their number, or raise `OrdquantError` that says how many votes would still be within the limit."""
    count = count_distributions(n_votes, n_classes)
    if count > most:
        fits = n_votes
        while fits > 1 and count_distributions(fits, n_classes) > most:
            fits = fits - max(1, fits // 100)
        while count_distributions(fits + 1, n_classes) <= most:
            fits += 1
        raise OrdquantError(
            f"{n_votes} votes over {n_classes} classes give {numerals.count(count, 'distribution')}; the limit is "
            f"{numerals.count(most)}. "
            f"Take at most {fits} votes, or fewer classes."
        )
    return count


def distributions_at(ranks: IntArray, n_votes: int, n_classes: int) -> IntArray:
    """Return the vote distributions with the given numbers, shape (L, n), counted from 0 in lexicographic order.

    The number of distributions of m votes over k + 1 classes is T_k[m] = C(m + k, k). Those whose first class leaves
    at most m votes for the others are T_k[m] of them and come last: one search in a table gives each class.

    >>> distributions_at(np.arange(3), 1, 3).T.tolist()
    [[0, 0, 1], [0, 1, 0], [1, 0, 0]]
    """
    count = math.comb(n_votes + n_classes - 1, n_classes - 1)
    from_end = count - np.asarray(ranks, dtype=np.int64)  # 1 is the last distribution
    left = np.full(from_end.shape, n_votes, dtype=np.int64)
    votes = np.empty((n_classes, *from_end.shape), dtype=np.int64)
    for place in range(n_classes - 1):
        k = n_classes - 1 - place
        table = np.array([math.comb(m + k, k) for m in range(-1, n_votes + 1)], dtype=np.int64)  # table[m + 1]
        rest = np.searchsorted(table[1:], from_end)
        votes[place], left = left - rest, rest
        from_end = from_end - table[rest]
    votes[-1] = left
    return votes


def stream(n_votes: int, n_classes: int, at_once: int = AT_ONCE) -> Iterator[IntArray]:
    """Yield all distributions in lexicographic order, in blocks of shape (L, at most `at_once`)."""
    for span in spans(count_distributions(n_votes, n_classes), at_once):
        yield distributions_at(np.arange(*span), n_votes, n_classes)


def spans(count: int, at_once: int = AT_ONCE) -> Iterator[Span]:
    """Yield the numbers of all distributions in blocks: the first, and the one after the last.

    >>> list(spans(20, 16))
    [(0, 16), (16, 20)]
    """
    for start in range(0, count, at_once):
        yield start, min(start + at_once, count)


def all_distributions(n_votes: int, n_classes: int) -> IntArray:
    """Return all distributions at once, shape (L, n)."""
    return distributions_at(np.arange(count_distributions(n_votes, n_classes)), n_votes, n_classes)


def shapes(votes: IntArray) -> NDArray[np.int8]:
    """Return the shape of each distribution, (L, n), as an index into `SHAPES`.

    A peak is a class, or a run of classes with equal votes, that has more votes than its neighbours.

    >>> [SHAPES[shape] for shape in shapes(np.array([[0, 1, 2, 9, 8], [3, 0, 0, 1, 2]]).T)]
    ['one peak, inside', 'two peaks, at both ends']
    """
    n_classes = len(votes)
    peaks = np.zeros(votes.shape[1:], dtype=np.int8)
    rising = np.ones(votes.shape[1:], dtype=bool)
    for place in range(1, n_classes):
        step = votes[place] - votes[place - 1]
        peaks += rising & (step < 0)
        rising = np.where(step == 0, rising, step > 0)
    peaks += rising
    # A plateau at an end is a peak at an end: what counts is whether votes fall away from the end inwards.
    falls = _first_change(votes) < 0
    climbs = _first_change(votes[::-1]) < 0
    most = votes.max(axis=0)
    shape = np.where(falls | climbs, 1, 2)
    shape = np.where(peaks == 2, np.where(falls & climbs, 4, 5), shape)
    shape = np.where(peaks > 2, 6, shape)
    shape = np.where(most == votes.min(axis=0), 3, shape)
    return np.asarray(np.where(most == votes.sum(axis=0), 0, shape), dtype=np.int8)


def _first_change(votes: IntArray) -> IntArray:
    """Return the sign of the first step that is not 0, seen from the first class."""
    change = np.zeros(votes.shape[1:], dtype=np.int64)
    for place in range(1, len(votes)):
        change = np.where(change == 0, np.sign(votes[place] - votes[place - 1]), change)
    return change
