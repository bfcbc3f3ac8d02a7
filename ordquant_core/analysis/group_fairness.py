"""Group-fair relevance of ranked lists, with the measures of ordinal quantification as divergences [sakai2022gfr]."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.errors import UnknownNameError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.ranked_lists.group_fairness import (
    Attribute,
    FairLists,
    expected_reciprocal_rank,
    intentwise_rank_biased_utility,
    mean_membership,
    memberships,
    portions,
    satisfaction,
)
from ordquant_core.ranked_lists.measures import stopping
from ordquant_core.records import FloatArray

ORDINAL = ("NMD", "RNOD")  # for groups in an order
NOMINAL = "JSD"  # for groups without
RELEVANCE: dict[str, Callable[[FloatArray], FloatArray]] = {
    "ERR": expected_reciprocal_rank,
    "iRBU": intentwise_rank_biased_utility,
}
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, eq=False)
class Fairness:
    """Scores of all runs on all topics: ERR and iRBU, a GF per attribute, GFR-ERR and GFR-iRBU. Larger is better."""

    measures: tuple[str, ...]  # GF-NMD:NAME is group fairness by an attribute and a divergence
    runs: tuple[str, ...]
    topics: tuple[str, ...]
    values: FloatArray  # (measures, runs, topics); NaN where an attribute does not know the topic


@dataclass(frozen=True, slots=True, eq=False)
class AttributeByRank:
    """How the groups of one attribute are met down one list."""

    attribute: Attribute
    key: str  # of its measure
    membership: FloatArray  # (ranks, groups): of the document at a rank
    so_far: FloatArray  # (ranks, groups): the mean up to it
    divergence: FloatArray  # (ranks,): of that from the target
    contribution: FloatArray  # (ranks,): s (1 - divergence); their sum is GF


@dataclass(frozen=True, slots=True, eq=False)
class ListByRank:
    """One list, rank by rank: what `fairness` adds up."""

    run: str
    topic: str
    documents: tuple[str, ...]
    grades: tuple[int, ...]
    stops: FloatArray  # (ranks,): the chance that the reader stops there
    attributes: tuple[AttributeByRank, ...]  # those that know the topic


def divergence_key(attribute: Attribute, ordinal: str = ORDINAL[0]) -> str:
    """Return the measure for the groups of an attribute: `ordinal` (NMD or RNOD), or JSD where they have no order.

    Raises `UnknownNameError` for another measure.
    """
    if ordinal not in ORDINAL:
        raise UnknownNameError(f"Unknown divergence {ordinal!r}; choose from {', '.join(ORDINAL)}.")
    return NOMINAL if attribute.nominal else ordinal


def fairness(
    lists: FairLists,
    *,
    divergence: str = ORDINAL[0],
    gains: Sequence[float] | None = None,
    progress: Progress | None = None,
) -> Fairness:
    r"""Score every run on every topic.

    .. math:: \mathrm{GF} = \sum_i s_i \left(1 - \mathrm{DIV}(a_i, \mathrm{target})\right), \qquad
              \mathrm{GFR} = \frac{\mathrm{ERR} + \sum_m \mathrm{GF}_m}{1 + M}

    M is the number of attributes that know the topic; GFR-iRBU has iRBU for ERR. `divergence` is that of ordinal
    groups, `gains` as in `satisfaction`. `progress` hears how many attributes are done, of how many.
    """
    stops = stopping(satisfaction(lists, gains))  # (topics, runs, ranks)
    relevance = {key: measure(stops) for key, measure in RELEVANCE.items()}
    layers = dict(relevance)
    fair: list[FloatArray] = []
    for number, attribute in enumerate(lists.attributes):
        key, found = divergence_key(attribute, divergence), np.full(stops.shape[:2], np.nan)
        for part in portions(lists, len(attribute.target)):
            topics = np.arange(len(lists.topics))[part][list(lists.known[number][part])]
            so_far = mean_membership(memberships(attribute, lists.members[number][topics]))
            if len(topics):
                found[topics] = (stops[topics] * (1 - MEASURES[key](attribute.target, so_far))).sum(axis=-1)
        layers[f"GF-{key}:{attribute.name}"] = found
        fair.append(found)
        if progress is not None:
            progress(number + 1, len(lists.attributes))
    for key, relevant in relevance.items():
        layers[f"GFR-{key}"] = np.nanmean([relevant, *fair], axis=0)  # every topic has a relevance part
    values = np.stack(list(layers.values())).transpose(0, 2, 1)
    return Fairness(tuple(layers), lists.runs, lists.topics, values)


def by_rank(
    lists: FairLists,
    run: int,
    topic: int,
    *,
    divergence: str = ORDINAL[0],
    gains: Sequence[float] | None = None,
) -> ListByRank:
    """Return one list rank by rank, by the numbers of its run and topic; the rest as in `fairness`."""
    documents = lists.documents[topic][run]
    n = len(documents)
    stops = stopping(satisfaction(lists, gains)[topic, run])[:n]
    found = []
    for attribute, members, known in zip(lists.attributes, lists.members, lists.known, strict=True):
        if known[topic]:
            key, shares = divergence_key(attribute, divergence), memberships(attribute, members[topic, run, :n])
            so_far = mean_membership(shares)
            apart = MEASURES[key](attribute.target, so_far) if n else np.zeros(0)
            name = f"GF-{key}:{attribute.name}"
            found.append(AttributeByRank(attribute, name, shares, so_far, apart, stops * (1 - apart)))
    grades = tuple(lists.grades[topic, run, :n].tolist())
    return ListByRank(lists.runs[run], lists.topics[topic], documents, grades, stops, tuple(found))
