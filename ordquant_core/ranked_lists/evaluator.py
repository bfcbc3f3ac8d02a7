"""Scores of runs by the usual measures of ranked lists, as Golbus and Aslam define them; see `measures`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ordquant_core.errors import OrdquantError
from ordquant_core.glossary import Values, frame_of, of_grid
from ordquant_core.ranked_lists.collection import Collection, mean_over_topics
from ordquant_core.ranked_lists.hits import blocks
from ordquant_core.ranked_lists.measures import Grading, list_measure
from ordquant_core.records import FloatArray, IntArray

Progress = Callable[[int, int], None]
ALL = "all"  # in place of a topic: the mean over topics, as trec_eval writes it
DEFAULT = ("AP", "GAP", "nDCG", "nDCG@10", "ERR", "RBP")


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """Scores of every run on every topic, one layer per measure. Larger is better.

    A score is NaN where its topic does not count for the run, and where RIC is not defined (see `assemble`).
    """

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    topics: tuple[str, ...]
    values: FloatArray  # (measures, runs, topics), in [0, 1]
    notes: tuple[str, ...] = ()  # on topics that some measure leaves out
    answered: NDArray[np.bool_] | None = None  # (runs, topics): whether a run has a list there; None: all have
    counted: NDArray[np.bool_] | None = None  # (runs, topics): whether the topic counts for the run; None: all do

    @property
    def means(self) -> FloatArray:
        """The mean of every run over the topics that count and have a score: (measures, runs); NaN where none has."""
        return mean_over_topics(self.values)

    @property
    def n_scored(self) -> IntArray:
        """The number of topics that every mean goes over: (measures, runs)."""
        return np.asarray((~np.isnan(self.values)).sum(axis=2))

    @property
    def n_answered(self) -> IntArray:
        """The number of topics for which every run has a list: (runs,)."""
        n_runs, n_topics = len(self.runs), len(self.topics)
        return np.full(n_runs, n_topics) if self.answered is None else self.answered.sum(axis=1)

    def to_frame(self, measures: Sequence[str] | None = None) -> pd.DataFrame:
        """Return a row per topic and run, a column per measure (all, if left out).

        Where some run lacks a list for some topic, the column `topics` is 1 where it has one, else 0.
        """
        columns = {key: layer.T for key, layer in self._layers(measures).items()}
        if self._lacking:
            columns["topics"] = np.asarray(self.answered, dtype=np.int64).T
        return of_grid({"topic": self.topics, "run": self.runs}, columns)

    def means_to_frame(self, measures: Sequence[str] | None = None) -> pd.DataFrame:
        """Return a row per run with its means over topics.

        Where some run lacks a list for some topic, the column `topics` counts those that it has one for.
        """
        columns: dict[str, Values] = {key: mean_over_topics(layer) for key, layer in self._layers(measures).items()}
        if self._lacking:
            columns["topics"] = self.n_answered
        return frame_of({"topic": [ALL] * len(self.runs), "run": self.runs, **columns})

    @property
    def _lacking(self) -> bool:
        return self.answered is not None and not self.answered.all()

    def _layers(self, measures: Sequence[str] | None) -> dict[str, NDArray[Any]]:
        keys = self.measures if measures is None else measures
        return {key: self.values[self.measures.index(key)] for key in keys}


def evaluate(
    collection: Collection,
    measures: Sequence[str] = DEFAULT,
    *,
    largest_grade: int | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Score every run on every topic by `measures`, keys as `list_measure` takes them.

    `largest_grade` is the largest grade there could be (d; left out: the largest that some document has). `progress`
    hears how many topics are done, of how many. Memory is bounded by the collection's. Raises `OrdquantError` for a
    largest grade below one that is used.
    """
    chosen = [list_measure(key) for key in measures]
    levels = collection.levels
    if largest_grade is not None and largest_grade < levels[-1]:
        raise OrdquantError(f"The largest grade cannot be {largest_grade}: a document has the grade {levels[-1]}.")
    grading = Grading(levels, levels[-1] if largest_grade is None else largest_grade)
    values = np.zeros((len(chosen), len(collection.runs), len(collection.topics)))
    done = 0
    for hits in blocks(collection):
        after = done + len(hits.relevant)
        for layer, measure in zip(values, chosen, strict=True):
            layer[:, done:after] = measure.score(hits, grading).T
        done = after
        if progress is not None:
            progress(done, len(collection.topics))
    values[:, ~collection.counted] = np.nan
    topics = tuple(topic.name for topic in collection.topics)
    return Evaluation(
        tuple(measures), collection.runs, topics, values, answered=collection.answered, counted=collection.counted
    )
