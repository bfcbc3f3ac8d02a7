"""Estimators to compare on all gold distributions: each is a rule that gives every gold an estimate, in whole votes."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from ordquant_core.errors import InvalidDistributionError, OrdquantError, ShapeMismatchError, UnknownNameError
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray, IntArray

RULES: Mapping[str, str] = MappingProxyType(
    {
        "popularity": "Popularity: all probability on the most frequent class, shared where classes tie",
        "uniform": "Uniform: the same for every class",
        "up": "Gold, one class up: every vote moves to the next class, the last class keeps its own",
        "down": "Gold, one class down: every vote moves to the class before, the first class keeps its own",
        "smoothed": "Gold, smoothed: k votes added to every class",
        "mirror": "Gold, mirrored: the classes in the opposite order",
        "median": "Median: all probability on the class of the middle vote, shared where two classes hold it",
        "fixed": "Fixed: the same numbers for every gold",
    }
)
NAMED = tuple(rule for rule in RULES if rule != "fixed")  # that need no numbers: a fixed estimate is its votes
MOST_FIXED_VOTES = 1_000_000
MOST_ADDED = 1000
LONGEST_TEXT = 200


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


def shares(votes: IntArray) -> FloatArray:
    """Divide votes of shape (L, n) by their sums: one division per number, so equal votes give equal shares."""
    return np.asarray(votes / votes.sum(axis=0))
