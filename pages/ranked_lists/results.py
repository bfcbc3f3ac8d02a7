"""Everything the page shows of a collection, computed once for all visitors."""

from collections.abc import Sequence
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.analysis.discrimination import Power
from ordquant_core.analysis.list_measures import definitions_to_frame
from ordquant_core.analysis.list_results import (
    ByChance,
    ListResults,
    TopicInformation,
    all_together,
    information_by_topic,
    pair_by_chance,
    put_together,
)
from ordquant_core.analysis.retrieval import (
    Metasearch,
    MethodFit,
    draw_sets,
    fits,
    list_discriminative_power,
    merge_sets,
    order_by_likeness,
    with_diversity,
    with_information,
)
from ordquant_core.formats.official.trec import parse_subtopics
from ordquant_core.formats.official.trec_files import read_first_ranks, sort_files
from ordquant_core.ranked_lists.collection import Collection, RankedRun, mean_over_topics
from ordquant_core.ranked_lists.diversity import USUAL, diversity_measure
from ordquant_core.ranked_lists.evaluator import Evaluation, evaluate
from ordquant_core.ranked_lists.information import (
    PERMUTATIONS,
    Permuted,
    information_difference,
    pairwise_information,
    permuted_grades,
    relevance_information,
)
from ordquant_core.statistics.progress import Progress
from ordquant_core.tasks import File
from pages.ranked_lists.state import STATE, View
from pages.shared.downloads import Tables
from pages.shared.result_cache import Key, compute_once, compute_with_bar, is_computed
from pages.shared.sample_or_own import Opened

SEED = 1
PAIRS_A_SECOND = 12_000_000  # pairs of documents in all sets; measured on one core
OF_SETS = 5  # permutations of the grades where many sets are averaged


def scored(opened: Opened[Collection], measures: tuple[str, ...], largest: int | None) -> Evaluation:
    """Score all runs by RIC and by `measures`, with a bar of progress where it takes long.

    `largest`: the largest grade of the scale, where it is not the largest that some document has.
    """
    collection, key = opened.contents, opened.key
    information = compute_with_bar(
        ("ranked lists", "RIC", key),
        "Evaluating runs, topics",
        lambda progress: relevance_information(collection, progress=progress),
    )
    scores = compute_once(
        ("ranked lists", "scores", key, measures, largest),
        lambda: evaluate(collection, measures, largest_grade=largest),
    )
    return with_information(scores, information)


def results(opened: Opened[Collection], scores: Evaluation) -> ListResults:
    """Compare every two runs, with a bar of progress where it takes long."""
    collection, key = opened.contents, opened.key
    joint = compute_with_bar(
        ("ranked lists", "pairs", key),
        "Comparing runs, topics",
        lambda progress: pairwise_information(collection, progress=progress),
    )
    order = compute_once(
        ("ranked lists", "order", key),
        lambda: order_by_likeness(information_difference(mean_over_topics(joint, axis=0))),
    )
    return put_together(collection, scores, joint, order)


def power(key: Key, scores: Evaluation) -> tuple[Power, ...]:
    """Count the pairs that differ significantly. () where there are no two topics to draw from."""
    if len(scores.topics) < 2 or len(scores.runs) < 2:
        return ()

    def compute() -> tuple[Power, ...]:
        with st.spinner("Resampling topics…"):
            return list_discriminative_power(scores, scores.measures, rng=np.random.default_rng(SEED))

    return compute_once(("ranked lists", "power", key), compute)


def by_topic(view: View, pair: tuple[str, str], given: tuple[str, ...]) -> TopicInformation:
    """Return the information tau of two measures on every topic, beyond those `given`."""
    scores = view.results.scores
    return compute_once(
        ("ranked lists", "tau", view.key, pair, given), lambda: information_by_topic(scores, *pair, given)
    )


def permuted(opened: Opened[Collection], seed: int, number: int = PERMUTATIONS) -> Permuted:
    """Permute the grades of every topic, so that the lists say nothing about them."""
    return compute_once(
        ("ranked lists", "permuted", opened.key, seed, number),
        lambda: permuted_grades(opened.contents, np.random.default_rng(seed), number),
    )


def by_chance(opened: Opened[Collection], pair: tuple[int, int], seed: int) -> ByChance:
    """Return what two runs would carry if their lists said nothing about the judgements."""
    grades = permuted(opened, seed)
    return compute_with_bar(
        ("ranked lists", "by chance", opened.key, pair, seed),
        "Permuting grades",
        lambda _: pair_by_chance(opened.contents, grades, *pair),
    )


def seconds(opened: Opened[Collection], size: int, n_sets: int, seed: int) -> float:
    """Guess how long `merge` takes: no time where it is remembered."""
    if is_computed(("metasearch", opened.key, size, n_sets, seed)):
        return 0.0
    return (
        n_sets
        * sum(len(topic.documents) ** 2 for topic in opened.contents.topics if topic.distinguishes)
        / PAIRS_A_SECOND
    )


def merge(opened: Opened[Collection], size: int, n_sets: int, seed: int) -> tuple[Metasearch, tuple[MethodFit, ...]]:
    """Draw sets of runs and merge each, with a bar of progress; return how the methods fit, too."""
    collection = opened.contents
    sets = draw_sets(len(collection.runs), size, n_sets, np.random.default_rng(seed))
    key = ("metasearch", opened.key, size, n_sets, seed)
    grades = permuted(opened, seed, OF_SETS)
    merged = compute_with_bar(
        key, "Merging lists, sets", lambda progress: merge_sets(collection, sets, grades, progress=progress)
    )
    return merged, compute_once((*key, "fits"), lambda: fits(merged))


def own_set(opened: Opened[Collection], runs: tuple[int, ...], seed: int) -> Metasearch:
    """Merge the visitor's own set."""

    def compute() -> Metasearch:
        with st.spinner("Merging your set…"):
            return merge_sets(opened.contents, [runs], permuted(opened, seed))

    return compute_once(("ranked lists", "own set", opened.key, runs, seed), compute)


def with_subtopics(opened: Opened[Collection], key: Key, scores: Evaluation, file: File) -> Evaluation:
    """Add the usual measures of diversity. `key`: what the added files hold. Raises `InputError`."""

    def compute() -> Evaluation:
        subtopics = parse_subtopics(file.data, file.name, choices=opened.key.choices)
        return with_diversity(scores, subtopics, _first_ranks(opened), USUAL)

    return compute_once(("ranked lists", "diversity", opened.key, scores.measures, key), compute)


def together(opened: Opened[Collection], seed: int) -> pd.DataFrame:
    """Return what all runs carry together on every topic, beside what is due to chance."""
    grades = permuted(opened, seed)
    return compute_with_bar(
        ("ranked lists", "together", opened.key, seed),
        "Permuting grades, topics",
        lambda progress: all_together(opened.contents, grades, progress=progress).to_frame(),
    )


def _first_ranks(opened: Opened[Collection]) -> Sequence[RankedRun]:
    """Return the first ranks of all lists, as many as measures of diversity look at. Raises `InputError`."""

    def compute(progress: Progress) -> Sequence[RankedRun]:
        _, runs, _ = sort_files(opened.load(), gold=opened.key.gold)
        depth = max(diversity_measure(key)[1] for key in USUAL)
        return read_first_ranks(runs, opened.key.choices, depth=depth, progress=progress)

    return compute_with_bar(("ranked lists", "first ranks", opened.key), "Reading the first ranks, runs", compute)


def downloads(view: View) -> Tables:
    """Return the tables that can be downloaded."""
    ranked = view.results
    tables: Tables = [
        ("Runs: means", ranked.to_frame, "ranked-lists-runs.csv"),
        ("Every topic", ranked.scores.to_frame, "ranked-lists-topics.csv"),
        ("Pairs of runs", partial(ranked.to_frame, pairs=True, teams=view.teams), "ranked-lists-pairs.csv"),
    ]
    if STATE["show"] != "measures":
        return tables
    of_measures: Tables = [
        ("Significant differences", lambda: Power.frame(power(view.key, ranked.scores)), "ranked-lists-power.csv"),
        ("Definitions of the measures", definitions_to_frame, "ranked-lists-definitions.csv"),
    ]
    return [*tables, *of_measures]
