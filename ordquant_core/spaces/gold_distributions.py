"""All possible vote counts of N annotators over L ordered classes: their number, and the distributions.

Arrays have the classes in front, shape (L, n), as the kernels of the measures take them.

Estimators are compared on all of them: each is a rule that gives every gold an estimate, in whole votes.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd

from ordquant_core.errors import InvalidDistributionError, OrdquantError, ShapeMismatchError, UnknownNameError
from ordquant_core.glossary import frame_of
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray, IntArray

RULES: Mapping[str, str] = {
    "popularity": "Popularity: all probability on the most frequent class, shared where classes tie",
    "uniform": "Uniform: the same for every class",
    "up": "Gold, one class up: every vote moves to the next class, the last class keeps its own",
    "down": "Gold, one class down: every vote moves to the class before, the first class keeps its own",
    "smoothed": "Gold, smoothed: k votes added to every class",
    "mirror": "Gold, mirrored: the classes in the opposite order",
    "median": "Median: all probability on the class of the middle vote, shared where two classes hold it",
    "fixed": "Fixed: the same numbers for every gold",
}
NAMED = tuple(rule for rule in RULES if rule != "fixed")  # that need no numbers: a fixed estimate is its votes
MOST_FIXED_VOTES = 1_000_000
MOST_ADDED = 1000
LONGEST_TEXT = 200
MOST_DISTRIBUTIONS = 2_000_000  # distributions that one look at a space may score
MOST_CLASSES = 11
AT_ONCE = 16_384  # distributions in one go: what a measure writes stays in the processor's cache
Span = tuple[int, int]
What = Literal["a", "b", "delta"]  # a score of estimator A or B, or their difference


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
    size = count_distributions(n_votes, n_classes)
    if size > most:
        fits = n_votes
        while fits > 1 and count_distributions(fits, n_classes) > most:
            fits = fits - max(1, fits // 100)
        while count_distributions(fits + 1, n_classes) <= most:
            fits += 1
        raise OrdquantError(
            f"{count(n_votes, 'vote')} over {n_classes} classes give {count(size, 'distribution')}; the limit is "
            f"{count(most)}. Take at most {count(fits, 'vote')}, or fewer classes."
        )
    return size


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


@dataclass(frozen=True, slots=True)
class Estimator:
    """A rule that gives every gold an estimate; `votes` belongs to the rule "fixed", `added` (k) to "smoothed"."""

    rule: str
    votes: tuple[int, ...] = ()
    added: int = 1

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            raise UnknownNameError(f"Unknown estimator {self.rule!r}; choose from {', '.join(RULES)}.")
        if self.rule == "fixed" and (min(self.votes, default=-1) < 0 or not 0 < sum(self.votes) <= MOST_FIXED_VOTES):
            raise InvalidDistributionError(
                f"The fixed estimate {list(self.votes)} is not a distribution; give whole votes, such as 1,1,2,4,2."
            )
        if self.rule == "smoothed" and not 1 <= self.added <= MOST_ADDED:
            raise OrdquantError(f"{self.added} votes cannot be added to every class; add 1 to {count(MOST_ADDED)}.")

    @property
    def name(self) -> str:
        """The name on pages: 'Popularity', 'Gold + 1', 'Fixed 1,1,2'."""
        if self.rule == "fixed":
            return f"Fixed {','.join(map(str, self.votes))}"
        return {"smoothed": f"Gold + {self.added}", "up": "Gold, one up", "down": "Gold, one down"}.get(
            self.rule, RULES[self.rule].partition(":")[0]
        )

    @property
    def text(self) -> str:
        """Return the text that `parse_estimator` reads: 'popularity', 'smoothed:2', '1,1,2'."""
        if self.rule == "fixed":
            return ",".join(map(str, self.votes))
        return f"smoothed:{self.added}" if self.rule == "smoothed" else self.rule

    def estimate(self, votes: IntArray) -> IntArray:
        """Return whole votes for gold distributions of shape (L, n): shape (L, n), or (L, 1) if all are equal.

        Votes of one column are to be divided by their own sum. Raises `ShapeMismatchError` where a fixed estimate
        has another number of classes.

        >>> Estimator("up").estimate(np.array([[3], [1], [2]])).ravel().tolist()
        [0, 3, 3]
        """
        if self.rule == "popularity":
            return np.asarray(votes == votes.max(axis=0), dtype=np.int64)
        if self.rule == "uniform":
            return np.ones((len(votes), 1), dtype=np.int64)
        if self.rule in ("up", "down"):
            turned = votes if self.rule == "up" else votes[::-1]
            moved = np.concatenate([np.zeros_like(turned[:1]), turned[:-1]])
            moved[-1] += turned[-1]
            return moved if self.rule == "up" else moved[::-1]
        if self.rule == "smoothed":
            return votes + self.added
        if self.rule == "mirror":
            return votes[::-1]
        if self.rule == "median":
            reached = 2 * np.cumsum(votes, axis=0)
            total = votes.sum(axis=0)
            lower = (reached < total).sum(axis=0)  # the class of the lower middle vote, and of the upper one
            upper = (reached <= total).sum(axis=0)
            place = np.arange(len(votes))[:, None]
            return np.asarray((place == lower) * 1 + (place == upper) * 1, dtype=np.int64)
        if len(self.votes) != len(votes):
            raise ShapeMismatchError(
                f"The fixed estimate has {len(self.votes)} classes, the gold distributions have {len(votes)}; "
                "give one number per class."
            )
        return np.array(self.votes, dtype=np.int64)[:, None]


def estimate_alike(first: Estimator, second: Estimator | None, n_votes: int, n_classes: int) -> bool:
    """Return whether two estimators give the same estimate for every gold distribution; None is the gold itself.

    >>> estimate_alike(Estimator("popularity"), None, 1, 3), estimate_alike(Estimator("popularity"), None, 3, 3)
    (True, False)
    """
    blocks = (
        distributions_at(np.arange(*span), n_votes, n_classes)
        for span in spans(count_distributions(n_votes, n_classes))
    )
    return all(
        bool((shares(first.estimate(votes)) == shares(second.estimate(votes) if second else votes)).all())
        for votes in blocks
    )


def parse_estimator(text: str) -> Estimator:
    """Read an estimator: its rule, `smoothed:2`, or fixed vote counts. Raises `OrdquantError`.

    >>> parse_estimator("smoothed:2").name, parse_estimator("1,1,2").name
    ('Gold + 2', 'Fixed 1,1,2')
    """
    rule, _, added = text.partition(":")
    if rule == "smoothed" and added:
        if not (added.isascii() and added.isdecimal() and len(added) < 8):
            raise OrdquantError(f"“{text[:60]}” names no number of votes; write for example smoothed:2.")
        return Estimator(rule, added=int(added))
    if text.isalpha() and text not in NAMED:
        raise UnknownNameError(
            f"Unknown estimator {text[:60]!r}; choose from {', '.join(NAMED)}, or write the votes of a fixed estimate, "
            "such as 1,1,2,4,2."
        )
    return Estimator(rule) if rule in NAMED and not added else Estimator("fixed", parse_votes(text))


def parse_votes(text: str) -> tuple[int, ...]:
    """Read vote counts such as '1,1,2,4,2'. Raises `OrdquantError`."""
    cells = [cell.strip() for cell in text.split(",")]
    if len(text) > LONGEST_TEXT or not all(cell.isascii() and cell.isdecimal() and len(cell) < 8 for cell in cells):
        raise OrdquantError(f"“{text[:60]}” are not vote counts; write one whole number per class, such as 1,1,2,4,2.")
    return tuple(map(int, cells))


def votes_text(votes: Sequence[int]) -> str:
    """Return vote counts as links and tables write them: '0,1,2,9,8'."""
    return ",".join(map(str, votes))


def distributions_to_frame(votes: IntArray, scored: Mapping[tuple[What, str], FloatArray]) -> pd.DataFrame:
    """Return a row per vote counts of shape (n, classes): a column per class, and what was computed on them.

    `scored`: by what ("a", "b" for a score, "delta") and by measure.
    """
    values = {f"{'delta' if what == 'delta' else f'score_{what}'}_{key}": row for (what, key), row in scored.items()}
    return frame_of({**{f"class_{place + 1}": votes[:, place] for place in range(votes.shape[1])}, **values})


def shares(votes: IntArray) -> FloatArray:
    """Divide votes of shape (L, n) by their sums: one division per number, so equal votes give equal shares."""
    return np.asarray(votes / votes.sum(axis=0))
