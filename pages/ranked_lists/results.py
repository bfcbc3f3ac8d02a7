"""Everything the page shows of a collection, computed once for all visitors."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.analysis.discrimination import Power
from ordquant_core.analysis.retrieval import (
    Metasearch,
    draw_sets,
    list_discriminative_power,
    metasearch,
    order_by_likeness,
    score_lists,
)
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.ranked_lists.evaluator import Evaluation
from ordquant_core.ranked_lists.fusion import METHODS
from ordquant_core.ranked_lists.information import information_difference, pairwise_joint_ric
from ordquant_core.records import FloatArray
from pages.ranked_lists.source import Current, ListsKey
from pages.shared import memory

SEED = 1
PAIRS_A_SECOND = 30_000_000  # pairs of documents in all sets; measured on one core, told before a long computation
AT_ONCE = 5  # seconds that need no asking


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """Scores of all runs, and what every two of them know together."""

    collection: Collection
    scores: Evaluation  # RIC is the first layer
    joint_by_topic: FloatArray  # (topics, runs, runs)
    joint: FloatArray  # (runs, runs), RIC on the diagonal
    difference: FloatArray  # (runs, runs)
    order: tuple[int, ...]  # runs that know the same side by side

    @property
    def means(self) -> FloatArray:
        """(measures, runs)."""
        return np.asarray(self.scores.values.mean(axis=2))  # noqa: PD011 - an array, not a frame

    def layer(self, measure: str) -> int:
        return self.scores.measures.index(measure)


def results(current: Current) -> Results:
    """Score all runs and compare every two, with a bar of progress where it takes long."""
    collection, key = current.collection, current.key
    scores = memory.remembered(
        ("ranked lists", "scores", key), "Evaluating runs", lambda tell: score_lists(collection, progress=tell)
    )
    by_topic = memory.remembered(
        ("ranked lists", "pairs", key), "Comparing runs", lambda tell: pairwise_joint_ric(collection, progress=tell)
    )
    return memory.remembered(("ranked lists", key), "", lambda tell: _together(collection, scores, by_topic))


def _together(collection: Collection, scores: Evaluation, by_topic: FloatArray) -> Results:
    joint = by_topic.mean(axis=0)
    difference = information_difference(joint)
    return Results(collection, scores, by_topic, joint, difference, order_by_likeness(difference))


@st.cache_resource(max_entries=16, show_spinner="Resampling topics…")
def power(key: ListsKey, _scores: Evaluation) -> tuple[Power, ...]:
    """Count what measures tell apart. () where there are no two topics to draw from."""
    if len(_scores.topics) < 2 or len(_scores.runs) < 2:
        return ()
    return list_discriminative_power(_scores, rng=np.random.default_rng(SEED))


def seconds(collection: Collection, n_sets: int) -> float:
    """Guess how long metasearch takes."""
    return n_sets * sum(len(topic.documents) ** 2 for topic in collection.topics) / PAIRS_A_SECOND


def is_merged(key: ListsKey, size: int, n_sets: int, seed: int) -> bool:
    """Tell whether the sets were merged already."""
    return memory.known("metasearch", key, size, n_sets, seed)


def merged(current: Current, size: int, n_sets: int, seed: int) -> Metasearch:
    """Draw sets of runs and merge each, with a bar of progress."""
    collection = current.collection
    sets = draw_sets(len(collection.runs), size, n_sets, np.random.default_rng(seed))
    return memory.remembered(
        ("metasearch", current.key, size, n_sets, seed),
        "Merging lists",
        lambda tell: metasearch(collection, sets, progress=tell),
    )


@st.cache_resource(max_entries=64, show_spinner="Merging your set…")
def own_set(key: ListsKey, runs: tuple[int, ...], _collection: Collection) -> Metasearch:
    """Merge the visitor's own set."""
    return metasearch(_collection, [runs])


def mean_frame(shown: Results) -> pd.DataFrame:
    """The means of every run."""
    return pd.DataFrame({"run": shown.scores.runs} | dict(zip(shown.scores.measures, shown.means, strict=True)))


def topic_frame(shown: Results) -> pd.DataFrame:
    """Every score of every run on every topic."""
    scores = shown.scores
    n_runs, n_topics = len(scores.runs), len(scores.topics)
    columns = {key: layer.T.ravel() for key, layer in zip(scores.measures, scores.values, strict=True)}
    index = {"topic": np.repeat(scores.topics, n_runs), "run": np.tile(scores.runs, n_topics)}
    return pd.DataFrame(index | columns)


def pair_frame(shown: Results) -> pd.DataFrame:
    """Every pair of runs: what each knows, both together, how far apart they are."""
    runs, means = shown.scores.runs, shown.means
    rows = [
        {
            "run 1": runs[i],
            "run 2": runs[j],
            "RIC 1": shown.joint[i, i],
            "RIC 2": shown.joint[j, j],
            "joint RIC": shown.joint[i, j],
            "information difference": shown.difference[i, j],
        }
        | {f"difference in {key}": abs(means[m, i] - means[m, j]) for m, key in enumerate(shown.scores.measures)}
        for i, j in combinations(range(len(runs)), 2)
    ]
    return pd.DataFrame(rows)


def set_frame(found: Metasearch, runs: Sequence[str]) -> pd.DataFrame:
    """Every set of runs: joint RIC and that of the merged lists."""
    columns: dict[str, object] = {"runs": [" + ".join(runs[run] for run in chosen) for chosen in found.sets]}
    columns["joint RIC"] = found.joint
    return pd.DataFrame(columns | dict(zip(METHODS, found.fused, strict=True)))
