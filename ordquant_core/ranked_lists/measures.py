r"""Measures of ranked lists as Golbus and Aslam define them [golbus2013].

g is the grade of a document, d the largest grade there can be, R the number of relevant documents (g > 0) of a topic.
A list of grades g_1, g_2, … counts from its top; after "@k" in a key only the first k documents count.

.. math:: \mathrm{nDCG} = \frac{\mathrm{DCG}}{\mathrm{DCG}'}, \quad
          \mathrm{DCG} = \sum_i \frac{2^{g_i} - 1}{\log_2 (i + 1)}, \qquad u(g) = \frac{2^g - 1}{2^d}, \qquad
          \mathrm{RBP} = (1 - p) \sum_i u(g_i)\, p^{i - 1}, \qquad
          \mathrm{ERR} = \sum_r \frac{u(g_r)}{r} \prod_{i < r} (1 - u(g_i))

DCG' is that of the best list there can be (Eqs. 4 and 5), p the persistence of RBP's reader (Eqs. 6 and 7), and ERR
is Eqs. 8 and 9. All of them look at relevant documents only, so they are computed from `Hits`, many lists at once.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.numerals import setting
from ordquant_core.ranked_lists.hits import Hits
from ordquant_core.records import FloatArray, IntArray

PERSISTENCE = 0.8  # of RBP's reader, unless a key names another
_KEY = re.compile(r"(?P<name>[A-Za-z]+)(\(p=(?P<persistence>[0-9]*\.?[0-9]+)\))?(@(?P<depth>[0-9]{1,9}))?")


@dataclass(frozen=True, slots=True)
class Grading:
    """What the measures need to know of a collection, and of RBP's reader."""

    levels: tuple[int, ...]  # the grades above 0 that some document has, in ascending order
    largest: int  # d: the largest grade there can be
    persistence: float = PERSISTENCE


Compute = Callable[[Hits, Grading], FloatArray]  # (topics, runs)


@dataclass(frozen=True, slots=True)
class Definition:
    """One measure, at any depth."""

    compute: Compute
    words: str
    source: str = "golbus2013"  # a key of papers/references.csv
    needs_depth: bool = False
    has_persistence: bool = False


def average_precision(hits: Hits, grading: Grading) -> FloatArray:
    r"""Average precision: :math:`\frac{1}{R} \sum_{i: g_i > 0} \mathrm{precision}@i` (Eq. 3)."""
    return _precisions(hits, hits.grades > 0) / _at_least_one(hits.relevant)


def graded_average_precision(hits: Hits, grading: Grading) -> FloatArray:
    r"""Graded average precision, thresholds drawn evenly from the grades above 0 that are used [robertson2010].

    .. math:: \mathrm{GAP} = \frac{\sum_l R_l \mathrm{AP}_l}{\sum_l R_l}

    AP_l and R_l count documents of grade l or more as relevant.
    """
    total = sum((_precisions(hits, hits.grades >= level) for level in grading.levels), np.zeros(hits.ranks.shape[:2]))
    possible = np.searchsorted(grading.levels, hits.every, side="right").sum(axis=1)
    return total / _at_least_one(possible)


def ndcg(hits: Hits, grading: Grading) -> FloatArray:
    """Normalised discounted cumulative gain with the gain 2^g - 1 (Eqs. 4 and 5)."""
    top = hits.ideal[:, :1]  # gains are divided by 2^top, so that no grade is too large for a float
    gains, ideal = _worth(hits.grades, top[..., None]), _worth(hits.ideal, top)
    best = (ideal / np.log2(np.arange(ideal.shape[1]) + 2)).sum(axis=1)
    return np.asarray((gains / np.log2(hits.ranks + 2)).sum(axis=-1) / np.where(best > 0, best, 1)[:, None])


def rbp(hits: Hits, grading: Grading) -> FloatArray:
    """Rank-biased precision with the utility u(g) (Eqs. 6 and 7) [moffat2008]."""
    gains = _worth(hits.grades, grading.largest)
    return np.asarray((1 - grading.persistence) * (gains * grading.persistence**hits.ranks).sum(axis=-1))


def err(hits: Hits, grading: Grading) -> FloatArray:
    """Expected reciprocal rank with the chance u(g) to stop at a document (Eqs. 8 and 9) [chapelle2009]."""
    satisfied = _worth(hits.grades, grading.largest)
    goes_on = np.cumprod(1 - satisfied, axis=-1)
    arrives = np.concatenate([np.ones_like(goes_on[..., :1]), goes_on[..., :-1]], axis=-1)
    return np.asarray((satisfied * arrives / (hits.ranks + 1)).sum(axis=-1))


def recall(hits: Hits, grading: Grading) -> FloatArray:
    r"""Recall: :math:`\frac{1}{R} \sum_i [g_i > 0]` (Eq. 2)."""
    return np.asarray((hits.grades > 0).sum(axis=-1) / _at_least_one(hits.relevant))


def found_relevant(hits: Hits, grading: Grading) -> FloatArray:
    r"""Count relevant documents: precision times its depth, :math:`\sum_i [g_i > 0]` (Eq. 1)."""
    return np.asarray((hits.grades > 0).sum(axis=-1), dtype=np.float64)


DEFINITIONS: Mapping[str, Definition] = {
    "AP": Definition(average_precision, "average precision; every grade above 0 is relevant"),
    "GAP": Definition(
        graded_average_precision,
        "graded average precision: AP with the grade that counts as relevant drawn evenly from those above 0",
        "robertson2010",
    ),
    "nDCG": Definition(ndcg, "normalised discounted cumulative gain; the gain of grade g is 2^g − 1"),
    "ERR": Definition(
        err,
        "expected reciprocal rank; a reader stops at grade g with the probability (2^g − 1) / 2^d, d the largest grade",
    ),
    "RBP": Definition(
        rbp,
        f"rank-biased precision, persistence {PERSISTENCE}; the gain of grade g is (2^g − 1) / 2^d, d the largest "
        "grade",
        has_persistence=True,
    ),
    "P": Definition(found_relevant, "precision: the share of relevant documents among the first k", needs_depth=True),
    "recall": Definition(recall, "recall: the share of the relevant documents that is retrieved"),
}


def example_key(name: str, depth: str | int = "k") -> str:
    """Return a key of a measure of `DEFINITIONS`, with a depth where its name needs one.

    >>> example_key("P", 5), example_key("nDCG")
    ('P@5', 'nDCG')
    """
    return f"{name}@{depth}" if DEFINITIONS[name].needs_depth else name


KEYS = ", ".join(map(example_key, DEFINITIONS))
HELP_ON_KEYS = "@k counts only the first k documents, as in nDCG@10; RBP(p=0.5) sets the persistence"


@dataclass(frozen=True, slots=True)
class ListMeasure:
    """A measure with its depth and persistence, as a key names it."""

    key: str
    name: str  # of `DEFINITIONS`
    depth: int | None = None
    persistence: float | None = None

    @property
    def words(self) -> str:
        """What it measures."""
        words = DEFINITIONS[self.name].words
        if self.persistence is not None:
            words = words.replace(f"persistence {PERSISTENCE}", f"persistence {setting(self.persistence)}")
        return f"{words}; the first {self.depth} documents" if self.depth is not None else words

    def score(self, hits: Hits, grading: Grading) -> FloatArray:
        """Score every list by this measure: (topics, runs)."""
        if self.persistence is not None:
            grading = Grading(grading.levels, grading.largest, self.persistence)
        definition = DEFINITIONS[self.name]
        scores = definition.compute(hits.cut(self.depth), grading)
        return scores / self.depth if self.depth is not None and definition.needs_depth else scores


def list_measure(key: str) -> ListMeasure:
    """Return the measure that a key names: a name of `DEFINITIONS`, such as nDCG, nDCG@10, RBP(p=0.5), P@5.

    Raises `UnknownNameError` for another name, `OrdquantError` for a depth or persistence that cannot be.

    >>> list_measure("RBP(p=0.95)@20")
    ListMeasure(key='RBP(p=0.95)@20', name='RBP', depth=20, persistence=0.95)
    """
    match = _KEY.fullmatch(key)
    if match is None or match["name"] not in DEFINITIONS:
        raise UnknownNameError(f"Unknown measure {key!r}; choose from RIC, {KEYS} ({HELP_ON_KEYS}).")
    name, definition = match["name"], DEFINITIONS[match["name"]]
    depth = None if match["depth"] is None else int(match["depth"])
    persistence = None if match["persistence"] is None else float(match["persistence"])
    if depth == 0:
        raise OrdquantError(f"{key}: the depth is one document or more")
    if depth is None and definition.needs_depth:
        raise OrdquantError(f"{key}: give a depth, such as {name}@10")
    if persistence is not None and not definition.has_persistence:
        raise OrdquantError(f"{key}: only RBP has a persistence")
    if persistence is not None and persistence >= 1:
        raise OrdquantError(f"{key}: a persistence is at least 0 and below 1")
    return ListMeasure(key, name, depth, persistence)


def key_of(name: str, depth: int | None = None, persistence: float | None = None) -> str:
    """Return the key of a measure of `DEFINITIONS` at a depth, with a persistence where it has one.

    Raises as `list_measure` does.

    >>> key_of("RBP", 20, 0.95), key_of("nDCG"), key_of("RBP", persistence=0.8)
    ('RBP(p=0.95)@20', 'nDCG', 'RBP')
    """
    key = name
    if persistence is not None and persistence != PERSISTENCE:
        key += f"(p={np.format_float_positional(persistence, trim='-')})"
    return list_measure(key if depth is None else f"{key}@{depth}").key


def _worth(grades: IntArray, largest: IntArray | int) -> FloatArray:
    """Return the utility u(g) = (2^g - 1) / 2^d, which no grade makes too large for a float (Eq. 6).

    >>> _worth(np.array([0, 1, 2]), 2).tolist()
    [0.0, 0.25, 0.75]
    """
    highest = np.asarray(largest, dtype=np.float64)
    return np.asarray(np.exp2(grades - highest) - np.exp2(-highest))


def is_list_measure(key: str) -> bool:
    """Return whether a key names something that is computed here: RIC, or a measure at any depth."""
    match = _KEY.fullmatch(key)
    return key == "RIC" or (match is not None and match["name"] in DEFINITIONS)


def _at_least_one(counts: IntArray) -> IntArray:
    """Return counts of topics as a divisor: a topic without relevant documents scores 0."""
    return np.maximum(counts, 1)[:, None]


def _precisions(hits: Hits, relevant: NDArray[np.bool_]) -> FloatArray:
    """Sum the precision at the rank of every document that counts as relevant."""
    return np.asarray((relevant * relevant.cumsum(axis=-1) / (hits.ranks + 1)).sum(axis=-1))
