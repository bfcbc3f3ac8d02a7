"""Scores of runs by the usual measures of ranked lists, as Golbus and Aslam define them; see `measures`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ordquant_core.errors import OrdquantError
from ordquant_core.glossary import frame_of, of_grid
from ordquant_core.ranked_lists.collection import Collection, mean_over_topics
from ordquant_core.ranked_lists.measures import Grading, hits_of, list_measure
from ordquant_core.records import FloatArray
from ordquant_core.statistics.progress import Progress

ALL = "all"  # in place of a topic: the mean over topics, as trec_eval writes it
DEFAULT = ("AP", "GAP", "nDCG", "nDCG@10", "ERR", "RBP")


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """Scores of every run on every topic, one layer per measure. Larger is better; NaN where RIC is not defined."""

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    topics: tuple[str, ...]
    values: FloatArray  # (measures, runs, topics), in [0, 1]
    notes: tuple[str, ...] = ()  # on topics that some measure leaves out

    @property
    def means(self) -> FloatArray:
        """The mean of every run over the topics that have a score: (measures, runs); NaN where none has."""
        return mean_over_topics(self.values)

    def to_frame(self, measures: Sequence[str] | None = None) -> pd.DataFrame:
        """Return a row per topic and run, a column per measure (all, if left out)."""
        columns = {key: layer.T for key, layer in self._layers(measures).items()}
        return of_grid({"topic": self.topics, "run": self.runs}, columns)

    def means_to_frame(self, measures: Sequence[str] | None = None) -> pd.DataFrame:
        """Return a row per run with its means over topics."""
        means = {key: mean_over_topics(layer) for key, layer in self._layers(measures).items()}
        return frame_of({"topic": [ALL] * len(self.runs), "run": self.runs, **means})

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
    hears how many topics are done, of how many. Raises `OrdquantError` for a largest grade below one that is used.
    """
    chosen = [list_measure(key) for key in measures]
    levels = collection.levels
    if largest_grade is not None and largest_grade < levels[-1]:
        raise OrdquantError(f"The largest grade cannot be {largest_grade}: a document has the grade {levels[-1]}.")
    grading = Grading(levels, levels[-1] if largest_grade is None else largest_grade)
    values = np.zeros((len(chosen), len(collection.runs), len(collection.topics)))
    for number, topic in enumerate(collection.topics):
        hits = hits_of(topic)
        for layer, measure in zip(values, chosen, strict=True):
            layer[:, number] = measure.score(hits, grading)
        if progress is not None:
            progress(number + 1, len(collection.topics))
    return Evaluation(tuple(measures), collection.runs, tuple(topic.name for topic in collection.topics), values)
