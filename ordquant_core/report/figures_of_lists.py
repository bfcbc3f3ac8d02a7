"""The figures of Ranked lists, on the page and as files, without their colours yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from ordquant_core.analysis.list_results import ListResults, TopicInformation, information_by_topic
from ordquant_core.analysis.retrieval import Agreement, Metasearch, best, draw_sets, merge_sets, ranking_agreement
from ordquant_core.errors import UnknownNameError
from ordquant_core.figures.colour_table import agreement_table, difference_table
from ordquant_core.figures.ranked_lists import (
    Strip,
    difference_figure,
    list_figure,
    metasearch_figure,
    system_scatter,
    topic_figure,
    topic_information_figure,
)
from ordquant_core.figures.template import Sketch, plain
from ordquant_core.figures.venn import knowledge_figure
from ordquant_core.numerals import count, listed, score
from ordquant_core.ranked_lists.collection import Topic
from ordquant_core.ranked_lists.fusion import METHODS
from ordquant_core.records import FloatArray
from ordquant_core.report.drawn import Drawn
from ordquant_core.statistics.rank_correlation import tau_matrix
from ordquant_core.tables.ranked_lists import findings

Pair = tuple[int, int]
TAU = "Kendall’s tau"
BITS = "Information tau"


def systems(
    results: ListResults,
    pair: Pair,
    measure: str,
    agreement: Agreement,
) -> Sketch:
    """Draw RIC of every run against its mean by another measure; `agreement`: of these two rankings."""
    ric, other = results.mean("RIC"), results.mean(measure)
    return partial(
        system_scatter,
        other,
        ric,
        results.runs,
        axes=(measure, "RIC"),
        title=findings.title(agreement, len(ric)),
        pair=list(dict.fromkeys(pair)),
        best=best(other).tolist(),
        height=430,
    )


def knowledge(results: ListResults, pair: Pair) -> Sketch:
    """Draw the information that two runs carry, alone and both."""
    shares = results.shares(*pair)
    return partial(
        knowledge_figure,
        shares.only_first,
        shares.both,
        shares.only_second,
        runs=(results.runs[pair[0]], results.runs[pair[1]]),
        title=f"Shaded: only one run carries it, {score(results.difference[pair])} bits",
    )


def difference(results: ListResults) -> Sketch:
    """Draw the information difference of all pairs of runs as a table of colours."""
    order = list(results.order)
    return partial(
        difference_table,
        results.difference[order][:, order],
        [results.runs[run] for run in order],
        title="Information difference: bluer is more alike",
    )


def differences(
    results: ListResults,
    measure: str,
    *,
    teams: Sequence[str] | None = None,
) -> Sketch:
    """Draw the information difference of all pairs of runs against the difference of their means by a measure."""
    numbers, of_scores, of_information = results.pair_differences(measure)
    return partial(
        difference_figure,
        of_scores,
        of_information,
        [(results.runs[one], results.runs[other]) for one, other in numbers],
        measure=measure,
        title=f"Information difference against |Δ{plain([measure])[0]}|",
        same_team=None if teams is None else [teams[one] == teams[other] for one, other in numbers],
        height=400,
    )


def both_defined(results: ListResults, pair: Pair) -> list[int]:
    """Return the numbers of the topics on which RIC of both runs is defined."""
    return np.flatnonzero(np.isfinite(results.scores.values[0, list(pair)]).all(axis=0)).tolist()


def topics(results: ListResults, pair: Pair, *, selected: int | None = None) -> Sketch:
    """Draw RIC of two runs on every topic on which both have one; `selected`: the number of a topic."""
    defined, better = both_defined(results, pair), results.better(*pair)
    both = results.scores.values[0, list(pair)]
    return partial(
        topic_figure,
        both[0, defined],
        both[1, defined],
        tuple(results.scores.topics[topic] for topic in defined),
        runs=(results.runs[pair[0]], results.runs[pair[1]]),
        measure="RIC",
        title=f"RIC of A is larger on {count(better[0], 'topic')}, that of B on {count(better[1])}",
        selected=defined.index(selected) if selected in defined else None,
    )


def topic(results: ListResults, pair: Pair, number: int) -> Sketch:
    """Draw the lists of two runs for one topic."""
    one = results.collection.topics[number]
    return partial(
        list_figure,
        [_strip(one, run, results.runs[run]) for run in pair],
        largest=max(results.collection.levels),
        title="The fuller a square, the more relevant",
    )


def _strip(of: Topic, run: int, name: str) -> Strip:
    order = of.retrieved(run)
    documents = tuple(of.documents[document] for document in order)
    return Strip(name, documents, tuple(of.grades[order].tolist()), of.counted(run))


def rankings_alike(results: ListResults, given: Sequence[str] | None) -> FloatArray:
    """Return tau of the rankings by every two defined measures or, `given` others, the bits that they share."""
    rows = [results.scores.measures.index(key) for key in results.defined]
    if given is None:
        return tau_matrix(results.means[rows])
    return np.asarray(results.information_tau(given)[rows][:, rows])


def agreement_of_measures(
    results: ListResults,
    cells: FloatArray,
    given: Sequence[str] | None,
) -> Sketch:
    """Draw how alike every two measures rank the runs; `cells`: those of `rankings_alike`."""
    beyond = f", beyond {listed(given)}" if given else ""
    by_tau = given is None
    return partial(
        agreement_table,
        cells,
        results.defined,
        title=f"{TAU} of the means: 1 is the same order" if by_tau else f"Bits two rankings share{beyond}",
        words=(TAU if by_tau else BITS).lower(),
    )


def bits_by_topic(
    alone: TopicInformation,
    beyond: TopicInformation,
    names: Sequence[str],
    *,
    selected: int | None = None,
) -> Sketch:
    """Draw the information tau of two measures on every topic, alone and beyond others."""
    return partial(
        topic_information_figure,
        alone.by_topic,
        beyond.by_topic,
        names,
        measures=alone.measures,
        given=listed(beyond.given) if beyond.given else "nothing",
        title=f"Each dot is one topic: bits that {listed(alone.measures)} share",
        selected=selected,
    )


def merging(
    metasearch: Metasearch,
    method: str,
    runs: Sequence[str],
    *,
    own: Metasearch | None = None,
) -> Sketch:
    """Draw what sets of runs carry together against what one merged list of theirs keeps."""
    return partial(
        metasearch_figure,
        metasearch.joint,
        dict(zip(METHODS, metasearch.fused, strict=True)),
        method,
        title=f"Blue: {method}; grey: other methods",
        sets=[" + ".join(runs[run] for run in chosen) for chosen in metasearch.sets],
        own=None if own is None else (float(own.joint[0]), float(own.fused[list(METHODS).index(method), 0])),
    )


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


def _systems(one: Subject) -> Sketch:
    found = ranking_agreement(one.results.mean("RIC"), one.results.mean(one.measure))
    return systems(one.results, one.pair, one.measure, found)


def _agreement(one: Subject) -> Sketch:
    return agreement_of_measures(one.results, rankings_alike(one.results, None), None)


def _information(one: Subject) -> Sketch:
    return agreement_of_measures(one.results, rankings_alike(one.results, one.given), one.given)


def _by_topic(one: Subject) -> Sketch:
    scores = one.results.scores
    alone, beyond = (information_by_topic(scores, *one.measures, given) for given in ((), one.given))
    return bits_by_topic(alone, beyond, scores.topics)


def _merging(one: Subject) -> Sketch:
    runs = one.results.runs
    sets = draw_sets(len(runs), min(one.size, len(runs)), one.n_sets, np.random.default_rng(one.seed))
    return merging(merge_sets(one.results.collection, sets), one.method, runs)


PAGE = "Ranked lists"
FIGURES: Mapping[str, Drawn[Subject]] = {
    "lists": Drawn(PAGE, "RIC of every run against its mean by measure x", _systems),
    "lists-knowledge": Drawn(
        PAGE, "information that runs A and B carry, alone and both", lambda one: knowledge(one.results, one.pair)
    ),
    "lists-difference": Drawn(
        PAGE, "information difference of every pair of runs", lambda one: difference(one.results)
    ),
    "lists-pairs": Drawn(
        PAGE,
        "information difference of every pair of runs against that of their means by measure x",
        lambda one: differences(one.results, one.measure),
    ),
    "lists-topics": Drawn(PAGE, "RIC of runs A and B on every topic", lambda one: topics(one.results, one.pair)),
    "lists-topic": Drawn(
        PAGE, "the lists of runs A and B for one topic", lambda one: topic(one.results, one.pair, one.topic)
    ),
    "lists-agreement": Drawn(PAGE, "Kendall's tau of every pair of measures of lists", _agreement),
    "lists-information": Drawn(
        PAGE, "information that the rankings by every pair of measures of lists share", _information
    ),
    "lists-by-topic": Drawn(PAGE, "information that measures x and y share on every topic", _by_topic),
    "lists-merging": Drawn(PAGE, "joint RIC of sets of runs against RIC of their merged lists", _merging),
}
