r"""Group-fair relevance of ranked lists: is what a reader sees fair to groups, as far as it is relevant? [sakai2022gfr]

A document of the gain G satisfies its reader with the chance q = G / (G_max + 1), where G = 2^g - 1 for the grade g
unless a task says otherwise. A reader who goes down the list stops at rank i with the chance s_i; a_i is the mean of
the group memberships of the documents at ranks 1 to i, and DIV(a_i, target) its divergence from the target:

.. math:: s_i = q_i \prod_{j < i} (1 - q_j), \qquad
          \mathrm{GF} = \sum_i s_i \left(1 - \mathrm{DIV}(a_i, \mathrm{target})\right), \qquad
          \mathrm{ERR} = \sum_i \frac{s_i}{i}, \qquad \mathrm{iRBU} = \sum_i 0.99^i s_i

A document without membership counts as one of all groups evenly. GFR is the mean of ERR or iRBU and of one GF per
attribute of the topic. Here are the arrays of a prepared collection; the divergences are measures of distributions.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.errors import InputError, OrdquantError, Problem, Repair
from ordquant_core.numerals import count
from ordquant_core.ranked_lists.collection import Judgements, RankedRun, names_of, notes_on_run, usable_runs
from ordquant_core.ranked_lists.measures import worth
from ordquant_core.records import FloatArray, IntArray

CUTOFF = 20  # ranks that a reader looks at, at most
PATIENCE = 0.99  # of iRBU's reader
BLOCK = 2**21  # shares of groups held at a time


@dataclass(frozen=True, slots=True, eq=False)
class Membership:
    """Which groups documents belong to, by one attribute: the lines of one file."""

    file: str
    rows: Mapping[str, Mapping[str, int]]  # topic -> document -> its row of `shares`
    shares: FloatArray  # (rows, groups): each sums to 1


@dataclass(frozen=True, slots=True, eq=False)
class Attribute:
    """One attribute of documents: the membership in its groups, and the shares that a fair list gives them."""

    name: str
    membership: Membership
    target: FloatArray  # (groups,), sums to 1
    nominal: bool = False  # groups without an order


@dataclass(frozen=True, slots=True, eq=False)
class FairLists:
    """The first ranks of all lists: what is relevant there, and which groups it belongs to."""

    runs: tuple[str, ...]
    topics: tuple[str, ...]  # those of which some attribute knows a membership, in the order of the judgements
    attributes: tuple[Attribute, ...]
    documents: tuple[tuple[tuple[str, ...], ...], ...]  # per topic and run: the first ranks
    grades: IntArray  # (topics, runs, ranks), 0 for what is not judged, or beyond the end of a list
    members: tuple[IntArray, ...]  # per attribute (topics, runs, ranks): rows of `shares`, -1 for none
    known: tuple[tuple[bool, ...], ...]  # per attribute: the topics it knows
    largest: int  # the largest grade there is
    notes: tuple[str, ...] = ()


def prepare(
    judgements: Judgements,
    runs: Sequence[RankedRun],
    attributes: Sequence[Attribute],
    *,
    cutoff: int = CUTOFF,
    choices: Sequence[Repair] = (),
) -> FairLists:
    """Put judgements, runs and memberships together, for the first `cutoff` ranks.

    A topic counts if some attribute knows the membership of one of its documents; other topics are left out, which is
    noted. So is how many documents have no membership, and what is noted of any collection of runs.

    Raises `InputError` for a membership of a topic that is not judged, for as many groups as the target does not have,
    and for runs that cannot be used (see `assemble`); `OrdquantError` without an attribute, for two of one name, or a
    cutoff below 1.
    """
    names = [attribute.name for attribute in attributes]
    if not names or len(set(names)) < len(names):
        raise OrdquantError("Give one attribute or more, each with a name of its own.")
    if cutoff < 1:
        raise OrdquantError(f"The cutoff is one rank or more, got {cutoff}.")
    runs, skipped, problems = usable_runs(judgements, runs, choices)
    problems += [problem for attribute in attributes for problem in _problems(attribute, judgements)]
    if problems:
        raise InputError(problems)
    known_topics = {topic for attribute in attributes for topic in attribute.membership.rows}
    kept = [number for number, topic in enumerate(judgements.topics) if topic in known_topics]
    topics = tuple(judgements.topics[number] for number in kept)
    places = [dict(zip(run.topics, run.documents, strict=True)) for run in runs]
    documents = tuple(tuple(lists.get(topic, ())[:cutoff] for lists in places) for topic in topics)
    shape = (len(topics), len(runs), cutoff)
    graded = [dict(zip(judgements.documents[n], judgements.grades[n].tolist(), strict=True)) for n in kept]
    grades = np.maximum(_placed(documents, graded, shape, 0), 0)
    members = tuple(
        _placed(documents, [attribute.membership.rows.get(topic, {}) for topic in topics], shape, -1)
        for attribute in attributes
    )
    known = tuple(tuple(topic in attribute.membership.rows for topic in topics) for attribute in attributes)
    lengths = np.array([[len(listed) for listed in row] for row in documents]).reshape(shape[:2])
    notes = [*judgements.notes, *_left_out(judgements, topics), *skipped]
    for run in runs:
        notes += [*run.notes, *notes_on_run(run, judgements, topics)]
    for attribute, rows, knows in zip(attributes, members, known, strict=True):
        notes += _without_membership(attribute, rows, lengths, grades, knows)
    largest = max(int(every.max(initial=0)) for every in judgements.grades)
    return FairLists(
        tuple(run.name for run in runs), topics, tuple(attributes), documents, grades, members, known, largest,
        tuple(notes),
    )  # fmt: skip


def satisfaction(lists: FairLists, gains: Sequence[float] | None = None) -> FloatArray:
    """Return q, the chance that a document satisfies its reader: (topics, runs, ranks).

    `gains` are those of the grades 0, 1, … (left out: 2^g - 1, up to the largest grade that is given to any document).
    Raises `OrdquantError` for a negative gain, or for a grade without one.

    """
    if gains is None:
        return worth(lists.grades, lists.largest)
    values = np.asarray(gains, dtype=np.float64)
    if not len(values) or not np.isfinite(values).all() or (values < 0).any():
        raise OrdquantError("Gains are numbers of at least 0, one for each grade from 0 on.")
    if lists.largest >= len(values):
        raise OrdquantError(f"The grade {lists.largest} has no gain: give one for each grade from 0 on.")
    return np.asarray(values[lists.grades] / (values.max() + 1))


def memberships(attribute: Attribute, members: IntArray) -> FloatArray:
    """Return the shares of groups of documents by their rows, uniform where there is none: (…, groups)."""
    n_groups = len(attribute.target)
    return np.concatenate([attribute.membership.shares, np.full((1, n_groups), 1 / n_groups)])[members]


def mean_membership(shares: FloatArray) -> FloatArray:
    """Return a, the mean membership of the documents up to each rank: (…, ranks, groups), as given.

    >>> mean_membership(np.array([[1, 0], [0, 1], [0, 1]])).round(3).tolist()
    [[1.0, 0.0], [0.5, 0.5], [0.333, 0.667]]
    """
    ranks = np.arange(1, shares.shape[-2] + 1)[:, None]
    return np.asarray(np.cumsum(shares, axis=-2) / ranks)


def expected_reciprocal_rank(stops: FloatArray) -> FloatArray:
    r"""ERR: :math:`\sum_i s_i / i`, over the last axis."""
    return np.asarray((stops / np.arange(1, stops.shape[-1] + 1)).sum(axis=-1))


def intentwise_rank_biased_utility(stops: FloatArray) -> FloatArray:
    r"""IRBU: :math:`\sum_i 0.99^i s_i`, over the last axis."""
    return np.asarray((stops * PATIENCE ** np.arange(1, stops.shape[-1] + 1)).sum(axis=-1))


def portions(lists: FairLists, n_groups: int) -> Iterator[slice]:
    """Yield the topics in portions, so that the shares of groups at all ranks need bounded memory."""
    n_topics, n_runs, n_ranks = lists.grades.shape
    step = max(1, BLOCK // max(n_runs * n_ranks * n_groups, 1))
    for start in range(0, n_topics, step):
        yield slice(start, start + step)


def _placed(
    documents: Sequence[Sequence[Sequence[str]]],
    numbers: Sequence[Mapping[str, int]],
    shape: tuple[int, int, int],
    otherwise: int,
) -> IntArray:
    """Return a number for every document at every rank: (topics, runs, ranks)."""
    found = np.full(shape, otherwise, dtype=np.int64)
    for topic, (lists, known) in enumerate(zip(documents, numbers, strict=True)):
        for run, listed in enumerate(lists):
            found[topic, run, : len(listed)] = [known.get(document, otherwise) for document in listed]
    return found


def _problems(attribute: Attribute, judgements: Judgements) -> list[Problem]:
    membership, judged = attribute.membership, set(judgements.topics)
    groups, targets = membership.shares.shape[1], len(attribute.target)
    problems = []
    if groups != targets:
        seen = f"{groups} groups, but the target of {attribute.name} has {targets}"
        problems.append(Problem(membership.file, "", seen, "give both for the same groups"))
    for topic in membership.rows:
        if topic not in judged:
            action = f"leave it out, or judge it in {judgements.name}"
            problems.append(Problem(membership.file, f"topic {topic}", "it is not judged", action))
    return problems


def _left_out(judgements: Judgements, topics: Sequence[str]) -> list[str]:
    inside = set(topics)
    out = [topic for topic in judgements.topics if topic not in inside]
    if not out:
        return []
    return [f"{judgements.name}: {count(len(out), 'topic')} without any group membership left out ({names_of(out)})"]


def _without_membership(
    attribute: Attribute, members: IntArray, lengths: IntArray, grades: IntArray, known: Sequence[bool]
) -> list[str]:
    listed = (np.arange(members.shape[2]) < lengths[..., None]) & np.array(known)[:, None, None]
    without = listed & (members < 0)
    if not without.any():
        return []
    relevant = int((without & (grades > 0)).sum())
    verb = "counts" if without.sum() == 1 else "count"
    return [
        f"{attribute.membership.file}: {count(int(without.sum()))} of {count(int(listed.sum()), 'ranked document')} "
        f"without membership {verb} as all groups evenly, {count(relevant)} of them relevant"
    ]
