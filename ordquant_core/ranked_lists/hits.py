"""Where ranked lists retrieve relevant documents: all that the usual measures look at, for many lists at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ordquant_core.ranked_lists.collection import UNRANKED, Collection, Topic
from ordquant_core.records import FloatArray, IntArray

BLOCK = 2**20  # ranks held at a time


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """The relevant documents that lists retrieve, in the order of the lists; R is their number in the richest topic.

    Every array is padded at its end: with the rank infinity and the grade 0, which add nothing to any measure.
    """

    ranks: FloatArray  # (topics, runs, R), from 0, ascending
    grades: IntArray  # (topics, runs, R)
    every: IntArray  # (topics, R): the grades of all relevant documents, retrieved or not, the largest first
    ideal: IntArray  # the same, as far as the best list there can be is looked at
    relevant: IntArray  # (topics,): how many relevant documents there are

    def cut(self, depth: int | None) -> "Hits":
        """Return what is left of the lists, and of the ideal ones, in the first `depth` documents."""
        if depth is None:
            return self
        inside = self.ranks < depth
        return replace(
            self,
            ranks=np.where(inside, self.ranks, np.inf),
            grades=np.where(inside, self.grades, 0),
            ideal=self.ideal[:, :depth],
        )


def blocks(collection: Collection) -> Iterator[Hits]:
    """Yield the hits of all runs, some topics at a time, so that memory stays bounded. In the order of the topics."""
    n_runs = len(collection.runs)
    gathered: list[Topic] = []
    widest = 0
    for topic in collection.topics:
        widest = max(widest, topic.relevant)
        if gathered and (len(gathered) + 1) * n_runs * widest > BLOCK:
            yield _stacked(gathered)
            gathered, widest = [], topic.relevant
        gathered.append(topic)
    if gathered:
        yield _stacked(gathered)


def _stacked(topics: Sequence[Topic]) -> Hits:
    n_runs, widest = len(topics[0].ranks), max([1, *(topic.relevant for topic in topics)])
    ranks = np.full((len(topics), n_runs, widest), np.inf)
    grades = np.zeros(ranks.shape, dtype=np.int64)
    ideal = np.zeros((len(topics), widest), dtype=np.int64)
    for number, topic in enumerate(topics):
        relevant = np.flatnonzero(topic.grades > 0)
        of_relevant = topic.ranks[:, relevant]
        order = np.argsort(of_relevant, axis=1, kind="stable")
        placed = np.take_along_axis(of_relevant, order, axis=1)
        retrieved = placed != UNRANKED
        ranks[number, :, : len(relevant)] = np.where(retrieved, placed, np.inf)
        grades[number, :, : len(relevant)] = np.where(retrieved, topic.grades[relevant][order], 0)
        ideal[number, : len(relevant)] = np.sort(topic.grades[relevant])[::-1]
    return Hits(ranks, grades, ideal, ideal, np.array([topic.relevant for topic in topics], dtype=np.int64))
