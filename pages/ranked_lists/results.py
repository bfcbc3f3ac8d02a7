"""Everything the page shows of a collection, computed once for all visitors."""

from functools import partial

import numpy as np

from ordquant_core.analysis.retrieval import (
    JointInformation,
    ListResults,
    Metasearch,
    all_together,
    compare_lists,
    draw_sets,
    merge_sets,
    score_lists,
)
from ordquant_core.ranked_lists.chance import BATCH, Chance, pair_by_chance
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.statistics.progress import Progress
from ordquant_core.statistics.superlatives import First
from pages.ranked_lists.state import View
from pages.shared.downloads import Tables
from pages.shared.result_cache import Key, compute_once, compute_with_bar, is_computed
from pages.shared.sample_or_own import Opened

SEED = 1
SETS = 40  # drawn at random, and merged
PAIRS_A_SECOND = 12_000_000  # pairs of documents in all sets and permutations; measured on one core


def of_all(opened: Opened[Collection], measures: tuple[str, ...]) -> ListResults:
    """Score all runs by RIC and by `measures`, and compare every two, with bars of progress where it takes long."""
    collection, key = opened.contents, ("ranked lists", "scores", opened.key, measures)
    scores = compute_with_bar(key, "Evaluating runs, topics", score_lists, collection, measures)
    pairs = compute_with_bar(("ranked lists", "pairs", opened.key), "Comparing runs, topics", compare_lists, collection)
    return ListResults(collection, scores, pairs)


def first(ranked: ListResults, key: Key) -> First:
    """Return the runs with the largest mean RIC, and how often they have it where the topics are resampled."""
    return compute_once(("ranked lists", "first", key), lambda: ranked.first_by(ranked.defined[0], seed=SEED))


def by_chance(opened: Opened[Collection], pair: tuple[int, int]) -> Chance:
    """Return what two runs would carry if their lists said nothing about the judgements."""
    if len(opened.contents.runs) == 2:
        return together(opened).chance
    return compute_with_bar(
        ("ranked lists", "by chance", opened.key, pair),
        "Permuting grades",
        lambda progress: pair_by_chance(opened.contents, *pair, np.random.default_rng(SEED)),
    )


def together(opened: Opened[Collection]) -> JointInformation:
    """Return what all runs carry together on every topic, beside what is due to chance."""
    key, of = ("ranked lists", "together", opened.key), (opened.contents, np.random.default_rng(SEED))
    return compute_with_bar(key, "Permuting grades, topics", all_together, *of)


def guess_seconds(opened: Opened[Collection], size: int) -> float:
    """Guess how long `merge` takes: no time where it is remembered."""
    if is_computed(("metasearch", opened.key, size)):
        return 0.0
    pairs = sum(len(topic.documents) ** 2 for topic in opened.contents.topics if topic.distinguishes)
    return (SETS + BATCH) * pairs / PAIRS_A_SECOND


def merge(opened: Opened[Collection], size: int) -> Metasearch:
    """Draw sets of runs and merge each, with a bar of progress."""
    collection = opened.contents
    of_all_runs = together(opened).chance if size == len(collection.runs) else None

    def compute(progress: Progress) -> Metasearch:
        rng = np.random.default_rng(SEED)
        sets = draw_sets(len(collection.runs), size, SETS, rng)
        return merge_sets(collection, sets, rng, by_chance=of_all_runs, progress=progress)

    return compute_with_bar(("metasearch", opened.key, size), "Merging lists, sets", compute)


def downloads(view: View) -> Tables:
    """Return the tables that can be downloaded."""
    scores, pairs = view.results.scores, view.results.pairs
    of_pairs = "Pairs of runs", partial(pairs.to_frame, scores), "ranked-lists-pairs.csv"
    return [
        ("Runs: means", scores.means_to_frame, "ranked-lists-runs.csv"),
        ("Every topic", scores.to_frame, "ranked-lists-topics.csv"),
        *([of_pairs] if view.is_several and view.results.has_ric else []),
    ]
