r"""Measures of diversity: how well a list serves the several subtopics (intents) of a topic.

A document may be relevant to several of the n subtopics that some document is relevant to. c_s counts the documents of
subtopic s further up in the list, J_s(i) is 1 if the document at rank i is relevant to subtopic s, else 0.

.. math:: G(i) = \sum_s J_s(i) (1 - \alpha)^{c_s}, \qquad
          \alpha\mathrm{-nDCG} = \frac{\sum_i G(i) / \log_2(i + 1)}{\sum_i G'(i) / \log_2(i + 1)}, \qquad
          \mathrm{ERR-IA} = \frac{\sum_i G(i) / i}{n \sum_i (1 - \alpha)^{i - 1} / i}

all sums up to the cutoff k; G' is that of the ideal list, which takes the document with the largest gain again and
again (of equals, the one whose id comes last). alpha = 0.5. These are the numbers of TREC's ndeval, whose ERR-IA is a
share of the best there could be for n subtopics [clarke2008] [chapelle2009].

.. math:: \mathrm{D\sharp-nDCG} = \gamma\, \mathrm{I-rec} + (1 - \gamma)\, \mathrm{D-nDCG}

I-rec is the share of the n subtopics among the first k documents, D-nDCG is nDCG with the mean grade over the subtopics
as the gain; gamma = 0.5 [sakai2011].
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.ranked_lists.collection import RankedRun
from ordquant_core.records import FloatArray, IntArray

ALPHA = 0.5  # how much a further document of a subtopic loses
GAMMA = 0.5  # the weight of I-rec
ROUNDING = 12  # decimals: gains that differ by less are equal
_KEY = re.compile(r"(?P<name>alpha-nDCG|ERR-IA|D#-nDCG|D-nDCG|I-rec)@(?P<depth>[0-9]{1,6})")


@dataclass(frozen=True, slots=True, eq=False)
class SubtopicJudgements:
    """The grades of documents for each subtopic, as one file gives them."""

    name: str
    topics: tuple[str, ...]
    documents: tuple[tuple[str, ...], ...]  # per topic, in descending order
    grades: tuple[IntArray, ...]  # per topic: (documents, subtopics), 0 where it is not judged or not relevant
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _Topic:
    """Grades of the documents for those subtopics that some document is relevant to."""

    grades: IntArray  # (documents, n)

    @property
    def relevant(self) -> IntArray:
        return np.asarray(self.grades > 0, dtype=np.int64)

    def ideal(self, depth: int) -> IntArray:
        """Return the documents of the ideal list by alpha-nDCG."""
        relevant, left = self.relevant, np.ones(len(self.grades), dtype=bool)
        seen, chosen = np.zeros(relevant.shape[1]), []
        for _ in range(min(depth, len(relevant))):
            gains = np.where(left, (relevant * (1 - ALPHA) ** seen).sum(axis=1).round(ROUNDING), -1.0)
            best = int(gains.argmax())
            chosen.append(best)
            left[best] = False
            seen = seen + relevant[best]
        return np.array(chosen, dtype=np.int64)


def novelty_gains(grades: IntArray, listed: IntArray) -> FloatArray:
    """Return G of the documents of a list: shape (ranks,).

    `grades` has shape (documents, subtopics), `listed` the number of the document at each rank, -1 if it is not judged.

    >>> novelty_gains(np.array([[1, 1], [1, 0]]), np.array([0, -1, 1])).tolist()
    [2.0, 0.0, 0.5]
    """
    relevant = np.where(listed[:, None] >= 0, grades[listed] > 0, False).astype(np.int64)
    seen = np.cumsum(relevant, axis=0) - relevant
    return np.asarray((relevant * (1 - ALPHA) ** seen.astype(np.float64)).sum(axis=1))


def diversity_scores(
    judgements: SubtopicJudgements, runs: Sequence[RankedRun], topics: Sequence[str], measures: Sequence[str]
) -> FloatArray:
    """Score runs on topics by `measures`, keys such as alpha-nDCG@20, ERR-IA@10, D#-nDCG@10, I-rec@10.

    Returns (measures, runs, topics): larger is better; NaN on a topic without judgements of subtopics, 0 where a run
    has no list or nothing is relevant. Raises as `diversity_measure` does.
    """
    wanted = [diversity_measure(key) for key in measures]
    values = np.full((len(wanted), len(runs), len(topics)), np.nan)
    numbers = {name: number for number, name in enumerate(judgements.topics)}
    lists = [dict(zip(run.topics, run.documents, strict=True)) for run in runs]
    for column, name in enumerate(topics):
        if name not in numbers:
            continue
        grades = judgements.grades[numbers[name]]
        topic = _Topic(grades[:, (grades > 0).any(axis=0)])
        places = {document: place for place, document in enumerate(judgements.documents[numbers[name]])}
        best = {depth: topic.ideal(depth) for key, depth in wanted if key == "alpha-nDCG"}
        for row, of_run in enumerate(lists):
            listed = np.array([places.get(document, -1) for document in of_run.get(name, ())], dtype=np.int64)
            for layer, (key, depth) in enumerate(wanted):
                values[layer, row, column] = (
                    _MEASURES[key](topic.grades, listed[:depth], depth, best.get(depth))
                    if topic.grades.size and len(listed)
                    else 0.0
                )
    return values


def diversity_measure(key: str) -> tuple[str, int]:
    """Return the name and the cutoff of a key. Raises `UnknownNameError`, and `OrdquantError` for a cutoff of 0.

    >>> diversity_measure("alpha-nDCG@20")
    ('alpha-nDCG', 20)
    """
    match = _KEY.fullmatch(key)
    if match is None:
        raise UnknownNameError(f"Unknown measure of diversity {key!r}; choose from {KEYS}.")
    if int(match["depth"]) == 0:
        raise OrdquantError(f"{key}: the depth is one document or more")
    return match["name"], int(match["depth"])


def is_diversity_measure(key: str) -> bool:
    """Return whether a key names one of these measures."""
    return _KEY.fullmatch(key) is not None


def _alpha_ndcg(grades: IntArray, listed: IntArray, depth: int, ideal: IntArray | None) -> float:
    best = listed if ideal is None else ideal
    return _discounted(novelty_gains(grades, listed)) / _discounted(novelty_gains(grades, best))


def _err_ia(grades: IntArray, listed: IntArray, depth: int, ideal: IntArray | None) -> float:
    gain = (novelty_gains(grades, listed) / np.arange(1, len(listed) + 1)).sum()
    largest = sum((1 - ALPHA) ** rank / (rank + 1) for rank in range(depth)) * grades.shape[1]
    return float(gain / largest)


def _intent_recall(grades: IntArray, listed: IntArray, depth: int, ideal: IntArray | None) -> float:
    return float((grades[listed[listed >= 0]] > 0).any(axis=0).mean())


def _d_ndcg(grades: IntArray, listed: IntArray, depth: int, ideal: IntArray | None) -> float:
    mean = grades.mean(axis=1)
    gains = np.where(listed >= 0, mean[listed], 0.0)
    return _discounted(gains) / _discounted(np.sort(mean)[::-1][:depth])


def _d_sharp_ndcg(grades: IntArray, listed: IntArray, depth: int, ideal: IntArray | None) -> float:
    recall, ndcg = (one(grades, listed, depth, ideal) for one in (_intent_recall, _d_ndcg))
    return GAMMA * recall + (1 - GAMMA) * ndcg


def _discounted(gains: FloatArray) -> float:
    return float((gains / np.log2(np.arange(len(gains)) + 2)).sum())


_MEASURES: Mapping[str, Callable[[IntArray, IntArray, int, IntArray | None], float]] = {
    "alpha-nDCG": _alpha_ndcg,
    "ERR-IA": _err_ia,
    "D#-nDCG": _d_sharp_ndcg,
    "D-nDCG": _d_ndcg,
    "I-rec": _intent_recall,
}
USUAL = ("alpha-nDCG@20", "ERR-IA@20", "D#-nDCG@20")  # where subtopics are given and no measures named
KEYS = ", ".join(f"{name}@k" for name in _MEASURES)
