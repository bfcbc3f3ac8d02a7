"""Group-fair relevance of ranked lists, with the measures of ordinal quantification as divergences [sakai2022gfr]."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.analysis.comparison import TIE_DECIMALS
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
from ordquant_core.records import FloatArray, Framed

FRAMEWORK = ("NMD", "RNOD")  # for groups in an order [sakai2022gfr]
PRIORITIES = ("DNKT", "DNKT_NMD", "DNKT_RNOD", "DNKT_JSD")  # they look at which groups are met more often than others
ORDINAL = (*FRAMEWORK, *PRIORITIES)  # what can be chosen for groups in an order
NOMINAL = "JSD"  # for groups without
RELEVANCE: dict[str, Callable[[FloatArray], FloatArray]] = {
    "ERR": expected_reciprocal_rank,
    "iRBU": intentwise_rank_biased_utility,
}
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, eq=False)
class Fairness(Framed):
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
class ListByRank(Framed):
    """One list, rank by rank: what `fairness` adds up."""

    run: str
    topic: str
    documents: tuple[str, ...]
    grades: tuple[int, ...]
    stops: FloatArray  # (ranks,): the chance that the reader stops there
    attributes: tuple[AttributeByRank, ...]  # those that know the topic


def divergence_key(attribute: Attribute, ordinal: str = ORDINAL[0]) -> str:
    """Return the measure for the groups of an attribute: `ordinal`, one of `ORDINAL`, or JSD where they have no order.

    NMD and RNOD are those of the framework; DNKT and what it is combined with are those of [sakai2022], whose future
    work is their use here. Where a target gives all groups the same share, DNKT is 0.5 whatever a list retrieves.

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
                found[topics] = (stops[topics] * (1 - _divergence(key, attribute.target, so_far))).sum(axis=-1)
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
            apart = _divergence(key, attribute.target, so_far) if n else np.zeros(0)
            name = f"GF-{key}:{attribute.name}"
            found.append(AttributeByRank(attribute, name, shares, so_far, apart, stops * (1 - apart)))
    grades = tuple(lists.grades[topic, run, :n].tolist())
    return ListByRank(lists.runs[run], lists.topics[topic], documents, grades, stops, tuple(found))


def _divergence(key: str, target: FloatArray, so_far: FloatArray) -> FloatArray:
    """Return the divergence of the groups met from the target: shape (…) of `so_far` (…, groups).

    Means of memberships are added up: shares that are equal may differ in their last bits, which DNKT would count.
    """
    if key in PRIORITIES:
        target, so_far = target.round(TIE_DECIMALS), so_far.round(TIE_DECIMALS)
    return np.asarray(MEASURES[key](target, so_far))
