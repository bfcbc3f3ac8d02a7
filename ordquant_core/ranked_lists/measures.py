r"""Measures of ranked lists as Golbus and Aslam define them [golbus2013].

g is the grade of a document, d the largest grade there can be, R the number of relevant documents (g > 0) of a topic.
A list of grades g_1, g_2, … counts from its top; after "@k" in a key only the first k documents count.

.. math:: \mathrm{nDCG} = \frac{\mathrm{DCG}}{\mathrm{DCG}'}, \quad
          \mathrm{DCG} = \sum_i \frac{2^{g_i} - 1}{\log_2 (i + 1)}, \qquad u(g) = \frac{2^g - 1}{2^d}, \qquad
          \mathrm{RBP} = (1 - p) \sum_i u(g_i)\, p^{i - 1}, \qquad
          \mathrm{ERR} = \sum_r \frac{u(g_r)}{r} \prod_{i < r} (1 - u(g_i))

DCG' is that of the best list there can be (Eqs. 4 and 5), p the persistence of RBP's reader (Eqs. 6 and 7), and ERR
is Eqs. 8 and 9. All of them look at relevant documents only, so they are computed from `Hits`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.numerals import setting
from ordquant_core.ranked_lists.collection import UNRANKED, Topic
from ordquant_core.records import FloatArray, IntArray

PERSISTENCE = 0.8  # of RBP's reader, unless a key names another
_KEY = re.compile(r"(?P<name>[A-Za-z]+)(\(p=(?P<persistence>[0-9]*\.?[0-9]+)\))?(@(?P<depth>[0-9]{1,9}))?")


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """The R relevant documents of a topic as lists retrieve them; what is not retrieved stands at infinity."""

    ranks: FloatArray  # (runs, R), from 0, ascending
    grades: IntArray  # (runs, R): in the order of the ranks; 0 for what is not retrieved
    ideal: IntArray  # (R,): the grades of the best list there can be, as far as it is looked at
    relevant: IntArray  # (R,): the grades of all relevant documents

    def cut(self, depth: int | None) -> "Hits":
        """Return what is left of the lists, and of the ideal one, in the first `depth` documents."""
        if depth is None:
            return self
        inside = self.ranks < depth
        ranks, grades = np.where(inside, self.ranks, np.inf), np.where(inside, self.grades, 0)
        return replace(self, ranks=ranks, grades=grades, ideal=self.ideal[:depth])


def hits_of(topic: Topic) -> Hits:
    """Return where the lists of a topic have its relevant documents."""
    relevant = topic.grades > 0
    ranks, grades = topic.ranks[:, relevant], topic.grades[relevant]
    order = np.argsort(ranks, axis=1, kind="stable")
    placed = np.take_along_axis(ranks, order, axis=1)
    retrieved, ideal = placed != UNRANKED, np.sort(grades)[::-1]
    return Hits(np.where(retrieved, placed, np.inf), np.where(retrieved, grades[order], 0), ideal, ideal)


@dataclass(frozen=True, slots=True)
class Grading:
    """What the measures need to know of a collection, and of RBP's reader."""

    levels: tuple[int, ...]  # the grades above 0 that some document has, in ascending order
    largest: int  # d: the largest grade there can be
    persistence: float = PERSISTENCE


Compute = Callable[[Hits, Grading], FloatArray]  # (runs,)


def average_precision(hits: Hits, grading: Grading) -> FloatArray:
    r"""Average precision: :math:`\frac{1}{R} \sum_{i: g_i > 0} \mathrm{precision}@i` (Eq. 3)."""
    return _precisions(hits, hits.grades > 0) / max(len(hits.relevant), 1)


def graded_average_precision(hits: Hits, grading: Grading) -> FloatArray:
    r"""Graded average precision, thresholds drawn evenly from the grades above 0 that are used [robertson2010].

    .. math:: \mathrm{GAP} = \frac{\sum_l R_l \mathrm{AP}_l}{\sum_l R_l}

    AP_l and R_l count documents of grade l or more as relevant.
    """
    total = sum((_precisions(hits, hits.grades >= level) for level in grading.levels), np.zeros(len(hits.ranks)))
    possible = np.searchsorted(grading.levels, hits.relevant, side="right").sum()
    return np.asarray(total / max(possible, 1))


def ndcg(hits: Hits, grading: Grading) -> FloatArray:
    """Normalised discounted cumulative gain with the gain 2^g - 1 (Eqs. 4 and 5)."""
    top = int(hits.ideal.max(initial=0))  # gains are divided by 2^top, so that no grade is too large for a float
    best = (_worth(hits.ideal, top) / np.log2(np.arange(len(hits.ideal)) + 2)).sum()
    return np.asarray((_worth(hits.grades, top) / np.log2(hits.ranks + 2)).sum(axis=-1) / (best or 1))


def rbp(hits: Hits, grading: Grading) -> FloatArray:
    """Rank-biased precision with the utility u(g) (Eqs. 6 and 7) [moffat2008]."""
    gains = _worth(hits.grades, grading.largest)
    return np.asarray((1 - grading.persistence) * (gains * grading.persistence**hits.ranks).sum(axis=-1))


def err(hits: Hits, grading: Grading) -> FloatArray:
    """Expected reciprocal rank with the chance u(g) to stop at a document (Eqs. 8 and 9) [chapelle2009]."""
    satisfied = _worth(hits.grades, grading.largest)
    goes_on = np.cumprod(1 - satisfied, axis=-1)
    arrives = np.concatenate([np.ones_like(goes_on[:, :1]), goes_on[:, :-1]], axis=-1)
    return np.asarray((satisfied * arrives / (hits.ranks + 1)).sum(axis=-1))


def recall(hits: Hits, grading: Grading) -> FloatArray:
    r"""Recall: :math:`\frac{1}{R} \sum_i [g_i > 0]` (Eq. 2)."""
    return count_relevant(hits, grading) / max(len(hits.relevant), 1)


def count_relevant(hits: Hits, grading: Grading) -> FloatArray:
    r"""Count relevant documents: precision times its depth, :math:`\sum_i [g_i > 0]` (Eq. 1)."""
    return np.asarray((hits.grades > 0).sum(axis=-1), dtype=np.float64)


NEEDS_DEPTH, HAS_PERSISTENCE = "P", "RBP"
DEFINITIONS: Mapping[str, tuple[Compute, str]] = {
    "AP": (average_precision, "average precision; every grade above 0 is relevant"),
    "GAP": (
        graded_average_precision,
        "graded average precision: AP with the grade that counts as relevant drawn evenly from those above 0",
    ),
    "nDCG": (ndcg, "normalised discounted cumulative gain; the gain of grade g is 2^g − 1"),
    "ERR": (
        err,
        "expected reciprocal rank; a reader stops at grade g with the probability (2^g − 1) / 2^d, d the largest grade",
    ),
    "RBP": (
        rbp,
        f"rank-biased precision, persistence {PERSISTENCE}; the gain of grade g is (2^g − 1) / 2^d, d the largest "
        "grade",
    ),
    "P": (count_relevant, "precision: the share of relevant documents among the first k"),
    "recall": (recall, "recall: the share of the relevant documents that is retrieved"),
}
KEYS = ", ".join("P@k" if name == NEEDS_DEPTH else name for name in DEFINITIONS)
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
        words = DEFINITIONS[self.name][1]
        if self.persistence is not None:
            words = words.replace(f"persistence {PERSISTENCE}", f"persistence {setting(self.persistence)}")
        return f"{words}; the first {self.depth} documents" if self.depth is not None else words

    def score(self, hits: Hits, grading: Grading) -> FloatArray:
        """Score the lists of a topic by this measure: (runs,)."""
        if self.persistence is not None:
            grading = replace(grading, persistence=self.persistence)
        scores = DEFINITIONS[self.name][0](hits.cut(self.depth), grading)
        return scores / self.depth if self.depth is not None and self.name == NEEDS_DEPTH else scores


def list_measure(key: str) -> ListMeasure:
    """Return the measure that a key names: a name of `DEFINITIONS`, such as nDCG, nDCG@10, RBP(p=0.5), P@5.

    Raises `UnknownNameError` for another name, `OrdquantError` for a depth or persistence that cannot be.

    >>> list_measure("RBP(p=0.95)@20")
    ListMeasure(key='RBP(p=0.95)@20', name='RBP', depth=20, persistence=0.95)
    """
    match = _KEY.fullmatch(key)
    if match is None or match["name"] not in DEFINITIONS:
        raise UnknownNameError(f"Unknown measure {key!r}; choose from RIC, {KEYS} ({HELP_ON_KEYS}).")
    name = match["name"]
    depth = None if match["depth"] is None else int(match["depth"])
    persistence = None if match["persistence"] is None else float(match["persistence"])
    if depth == 0:
        raise OrdquantError(f"{key}: the depth is one document or more")
    if depth is None and name == NEEDS_DEPTH:
        raise OrdquantError(f"{key}: give a depth, such as {name}@10")
    if persistence is not None and name != HAS_PERSISTENCE:
        raise OrdquantError(f"{key}: only RBP has a persistence")
    if persistence is not None and persistence >= 1:
        raise OrdquantError(f"{key}: a persistence is at least 0 and below 1")
    return ListMeasure(key, name, depth, persistence)


def _worth(grades: IntArray, largest: int) -> FloatArray:
    """Return the utility u(g) = (2^g - 1) / 2^d, which no grade makes too large for a float (Eq. 6).

    >>> _worth(np.array([0, 1, 2]), 2).tolist()
    [0.0, 0.25, 0.75]
    """
    return np.asarray(np.exp2(grades - float(largest)) - np.exp2(-float(largest)))


def is_list_measure(key: str) -> bool:
    """Return whether a key names something that is computed here: RIC, or a measure at any depth."""
    match = _KEY.fullmatch(key)
    return key == "RIC" or (match is not None and match["name"] in DEFINITIONS)


def _precisions(hits: Hits, relevant: NDArray[np.bool_]) -> FloatArray:
    """Sum the precision at the rank of every document that counts as relevant."""
    return np.asarray((relevant * relevant.cumsum(axis=-1) / (hits.ranks + 1)).sum(axis=-1))
