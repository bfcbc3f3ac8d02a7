"""The figures of Ranked lists as files."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.list_results import ListResults, information_by_topic, rankings_alike
from ordquant_core.analysis.retrieval import draw_sets, merge_sets, ranking_agreement
from ordquant_core.drawing.entry import Entry
from ordquant_core.errors import UnknownNameError
from ordquant_core.figures.colour_table import (
    draw_agreement,
    draw_information_difference,
)
from ordquant_core.figures.ranked_lists import (
    Pair,
    draw_merging,
    draw_pair_differences,
    draw_systems,
    draw_topic,
    draw_topic_information,
    draw_topics,
)
from ordquant_core.figures.template import Look
from ordquant_core.figures.venn import draw_knowledge


@dataclass(frozen=True, eq=False)
class Subject:
    """What a figure is about: the results of a collection, and what of them is shown."""

    results: ListResults
    pair: Pair  # runs A and B
    measure: str  # beside RIC
    measures: tuple[str, str]  # whose rankings are compared topic by topic
    topic: int
    given: tuple[str, ...] = ()
    method: str = "CombMNZ"
    size: int = 3  # runs in a set that is merged
    n_sets: int = 40
    seed: int = 1

    def __post_init__(self) -> None:
        """Raise `UnknownNameError` for a measure that was not computed."""
        known = self.results.scores.measures
        for key in (self.measure, *self.measures, *self.given):
            if key not in known:
                raise UnknownNameError(f"The figure has no measure {key!r}; known are {', '.join(known)}.")


def _systems(one: Subject, look: Look) -> go.Figure:
    found = ranking_agreement(one.results.mean("RIC"), one.results.mean(one.measure))
    return draw_systems(one.results, one.pair, one.measure, found, look=look)


def _agreement(one: Subject, look: Look) -> go.Figure:
    return draw_agreement(one.results, rankings_alike(one.results, None), None, look=look)


def _information(one: Subject, look: Look) -> go.Figure:
    return draw_agreement(one.results, rankings_alike(one.results, one.given), one.given, look=look)


def _by_topic(one: Subject, look: Look) -> go.Figure:
    scores = one.results.scores
    alone, beyond = (information_by_topic(scores, *one.measures, given) for given in ((), one.given))
    return draw_topic_information(alone, beyond, scores.topics, look=look)


def _merging(one: Subject, look: Look) -> go.Figure:
    runs = one.results.runs
    sets = draw_sets(len(runs), min(one.size, len(runs)), one.n_sets, np.random.default_rng(one.seed))
    return draw_merging(merge_sets(one.results.collection, sets), one.method, runs, look=look)


PAGE = "Ranked lists"
FIGURES: Mapping[str, Entry[Subject]] = {
    "lists": Entry(PAGE, "RIC of every run against its mean by measure x", _systems),
    "lists-knowledge": Entry(
        PAGE,
        "information that runs A and B carry, alone and both",
        lambda one, look: draw_knowledge(one.results, one.pair, look=look),
    ),
    "lists-difference": Entry(
        PAGE,
        "information difference of every pair of runs",
        lambda one, look: draw_information_difference(one.results, look=look),
    ),
    "lists-pairs": Entry(
        PAGE,
        "information difference of every pair of runs against that of their means by measure x",
        lambda one, look: draw_pair_differences(one.results, one.measure, look=look),
    ),
    "lists-topics": Entry(
        PAGE, "RIC of runs A and B on every topic", lambda one, look: draw_topics(one.results, one.pair, look=look)
    ),
    "lists-topic": Entry(
        PAGE,
        "the lists of runs A and B for one topic",
        lambda one, look: draw_topic(one.results, one.pair, one.topic, look=look),
    ),
    "lists-agreement": Entry(PAGE, "Kendall's tau of every pair of measures of lists", _agreement),
    "lists-information": Entry(
        PAGE, "information that the rankings by every pair of measures of lists share", _information
    ),
    "lists-by-topic": Entry(PAGE, "information that measures x and y share on every topic", _by_topic),
    "lists-merging": Entry(PAGE, "joint RIC of sets of runs against RIC of their merged lists", _merging),
}
