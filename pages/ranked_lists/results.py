"""Everything the page shows of a collection, computed once for all visitors."""

import numpy as np
import streamlit as st

from ordquant_core.analysis.discrimination import Power
from ordquant_core.analysis.list_results import ListResults, put_together
from ordquant_core.analysis.retrieval import (
    Merging,
    Metasearch,
    draw_sets,
    list_discriminative_power,
    metasearch,
    score_lists,
)
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.ranked_lists.evaluator import Evaluation
from ordquant_core.ranked_lists.information import PairwiseInformation
from ordquant_core.tables.ranked_lists import results as tables
from pages.shared import exports, memory
from pages.shared.sample_or_own import FilesKey, Opened

SEED = 1
PAIRS_A_SECOND = 30_000_000  # pairs of documents in all sets; measured on one core


def results(opened: Opened[Collection]) -> ListResults:
    """Score all runs and compare every two, with a bar of progress where it takes long."""
    collection, key = opened.found, opened.key
    scores = memory.remembered(
        ("ranked lists", "scores", key), "Evaluating runs", lambda bar: score_lists(collection, progress=bar)
    )
    joint = memory.carried_out(
        ("ranked lists", "pairs", key), "Comparing runs", lambda: PairwiseInformation(collection)
    )
    return memory.remembered(("ranked lists", key), "", lambda _: put_together(collection, scores, joint))


@st.cache_resource(max_entries=16, show_spinner="Resampling topics…")
def power(key: FilesKey, _scores: Evaluation) -> tuple[Power, ...]:
    """Count the pairs that differ significantly. () where there are no two topics to draw from."""
    if len(_scores.topics) < 2 or len(_scores.runs) < 2:
        return ()
    return list_discriminative_power(_scores, rng=np.random.default_rng(SEED))


def seconds(opened: Opened[Collection], size: int, n_sets: int, seed: int) -> float:
    """Guess how long `merged` takes: no time where it is remembered."""
    if memory.known("metasearch", opened.key, size, n_sets, seed):
        return 0.0
    return n_sets * sum(len(topic.documents) ** 2 for topic in opened.found.topics) / PAIRS_A_SECOND


def merged(opened: Opened[Collection], size: int, n_sets: int, seed: int) -> Metasearch:
    """Draw sets of runs and merge each, with a bar of progress."""
    collection = opened.found
    sets = draw_sets(len(collection.runs), size, n_sets, np.random.default_rng(seed))
    return memory.carried_out(
        ("metasearch", opened.key, size, n_sets, seed), "Merging lists", lambda: Merging(collection, sets)
    )


@st.cache_resource(max_entries=64, show_spinner="Merging your set…")
def own_set(key: FilesKey, runs: tuple[int, ...], _collection: Collection) -> Metasearch:
    """Merge the visitor's own set."""
    return metasearch(_collection, [runs])


def downloads(found: ListResults) -> list[exports.Labelled]:
    """Return the tables that can be downloaded."""
    return [
        ("Runs: means (CSV)", lambda: tables.mean_table(found.scores), "ranked-lists-runs.csv"),
        ("Every topic (CSV)", lambda: tables.topic_table(found.scores), "ranked-lists-topics.csv"),
        (
            "Pairs of runs (CSV)",
            lambda: tables.pair_table(found.runs, found.joint, found.difference, found.scores),
            "ranked-lists-pairs.csv",
        ),
    ]
