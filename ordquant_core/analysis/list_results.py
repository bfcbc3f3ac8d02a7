"""The results of a collection of ranked lists: scores of every run, and the information of every pair of runs.

Information tau of two measures is computed topic by topic and over the means, as in section 4 of [golbus2013].
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pandas as pd

from ordquant_core.analysis.comparison import TIE, signs
from ordquant_core.analysis.retrieval import AlikePair, PairInformation, alike_pairs, close_pairs, order_by_likeness
from ordquant_core.errors import UnknownNameError
from ordquant_core.glossary import frame_of, of_rows
from ordquant_core.ranked_lists.collection import Collection, mean_over_topics
from ordquant_core.ranked_lists.evaluator import ALL, Evaluation
from ordquant_core.ranked_lists.information import Permuted, information_difference, joint_ric, joint_ric_by_chance
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.information import information_tau, information_tau_matrix
from ordquant_core.statistics.progress import Progress
from ordquant_core.statistics.rank_correlation import tau_matrix


class Shares(NamedTuple):
    """The information of two runs about the judgements, in bits, by who carries it."""

    only_first: float
    both: float  # below 0 where the two carry more together than one by one
    only_second: float


class ByChance(NamedTuple):
    """What two runs would carry if their lists said nothing about the judgements."""

    joint: FloatArray  # (topics,): joint RIC, NaN where it is not defined
    difference: float  # mean information difference


class Standing(NamedTuple):
    """Where a pair stands among all pairs of runs by information difference."""

    closer: float  # the share of all pairs that is closer than this one
    further: float


@dataclass(frozen=True, eq=False)
class ListResults:
    """Scores of all runs, and the information that every two of them carry together."""

    collection: Collection
    scores: Evaluation  # RIC is the first layer
    joint_by_topic: FloatArray  # (topics, runs, runs), NaN where RIC is not defined
    joint: FloatArray  # (runs, runs): the mean over topics, RIC on the diagonal
    difference: FloatArray  # (runs, runs): the information difference
    order: tuple[int, ...]  # runs that carry the same information side by side

    @property
    def runs(self) -> tuple[str, ...]:
        """The names of the runs."""
        return self.scores.runs

    @cached_property
    def means(self) -> FloatArray:
        """(measures, runs)."""
        return self.scores.means

    @cached_property
    def has_ric(self) -> bool:
        """Whether RIC is defined on some topic for all runs."""
        return bool(self.collection.distinguishing.any())

    @property
    def defined(self) -> tuple[str, ...]:
        """The measures that score all runs on some topic: all but RIC where it is not defined."""
        scored: list[bool] = np.asarray(np.isfinite(self.means).all(axis=1)).tolist()
        return tuple(key for key, some in zip(self.scores.measures, scored, strict=True) if some)

    def to_frame(self, *, pairs: bool = False, teams: Sequence[str] | None = None) -> pd.DataFrame:
        """Return a row per run: its means.

        With `pairs` a row per pair of runs, see `PairInformation.to_frame`, with `teams` whether one submitted both.
        """
        if not pairs:
            return self.scores.means_to_frame()
        return PairInformation(self.runs, self.joint, self.difference).to_frame(self.scores, teams=teams)

    def mean(self, measure: str) -> FloatArray:
        """Return the means of all runs by one measure, (runs,)."""
        return np.asarray(self.means[self.scores.measures.index(measure)])

    @cached_property
    def ranks(self) -> IntArray:
        """The rank of every run by every measure, from 1; runs that tie share the better one: (measures, runs)."""
        means = self.means
        return np.asarray(1 + (means[:, None, :] > means[:, :, None] + TIE).sum(axis=2))

    def others_first(self, run: int) -> list[str]:
        """Return the measures besides RIC by which no run has a larger mean."""
        first = self.ranks[:, run] == 1
        return [key for key, best in zip(self.scores.measures, first, strict=True) if best and key != "RIC"]

    def alike(self, n_bins: int) -> tuple[AlikePair, ...]:
        """Return the pairs of runs in the same bin by AP, see `alike_pairs`."""
        return alike_pairs(self.mean("AP"), self.difference, n_bins=n_bins)

    def close(self, within: float) -> tuple[AlikePair, ...]:
        """Return the pairs of runs whose AP differs by so much at most, see `close_pairs`."""
        return close_pairs(self.mean("AP"), self.difference, within=within)

    def most_different_pair(self) -> tuple[int, int]:
        """Return the pair with the largest information difference in the quarter of all pairs with the closest AP."""
        if len(self.runs) == 1:
            return 0, 0
        pairs = self.close(np.inf)
        close = sorted(pairs, key=lambda pair: pair.score_difference)[: max(1, len(pairs) // 4)]
        farthest = max(close, key=lambda pair: pair.information_difference)
        return farthest.run_1, farthest.run_2

    def pair_differences(self, measure: str) -> tuple[tuple[tuple[int, int], ...], FloatArray, FloatArray]:
        """Return all pairs of runs: their numbers, the absolute difference of their means by a measure, and the
        information difference; as in Figure 5 of [golbus2013].
        """
        first, second = np.triu_indices(len(self.runs), 1)
        means = self.mean(measure)
        pairs = tuple(zip(first.tolist(), second.tolist(), strict=True))
        return pairs, np.abs(means[first] - means[second]), self.difference[first, second]

    def standing(self, first: int, second: int) -> Standing:
        """Return the shares of all pairs that are closer together and further apart than these two runs."""
        every = self.difference[np.triu_indices(len(self.runs), 1)]
        own = self.difference[first, second]
        return Standing(float((every < own - TIE).mean()), float((every > own + TIE).mean()))

    def shares(self, first: int, second: int) -> Shares:
        """Return the information that only one of two runs carries, and that both do."""
        joint, own, other = (float(self.joint[pair]) for pair in ((first, second), (first, first), (second, second)))
        return Shares(max(joint - other, 0.0), own + other - joint, max(joint - own, 0.0))

    def better(self, first: int, second: int) -> tuple[int, int]:
        """Count the topics on which the first run has the larger RIC, and those on which the second has."""
        sides = signs(np.nan_to_num(self.scores.values[0, first] - self.scores.values[0, second]))
        return int((sides > 0).sum()), int((sides < 0).sum())

    def widest_topic(self, first: int, second: int) -> int:
        """Return the topic on which two runs lie furthest apart by RIC."""
        return int(np.nan_to_num(np.abs(self.scores.values[0, first] - self.scores.values[0, second]), nan=-1).argmax())

    def information_tau(self, given: Sequence[str] = ()) -> FloatArray:
        """Return the bits that the rankings by every two measures share, beyond those by the measures `given`.

        Shape (measures, measures); on the diagonal 1, and NaN where some measures are given.
        """
        bits = information_tau_matrix(self.means, given=[self.mean(key) for key in given])
        np.fill_diagonal(bits, np.nan if given else 1.0)
        return bits


def pair_by_chance(collection: Collection, permuted: Permuted, first: int, second: int) -> ByChance:
    """Return the joint RIC and the information difference of two runs over the grades of `permuted_grades`."""
    joint, own, other = (
        joint_ric_by_chance(collection, permuted, runs) for runs in ([first, second], [first], [second])
    )
    return ByChance(joint, max(float(mean_over_topics(2 * joint - own - other)), 0.0) if first != second else 0.0)


def put_together(
    collection: Collection, scores: Evaluation, joint_by_topic: FloatArray, order: tuple[int, ...] | None = None
) -> ListResults:
    """Return the results from the scores of `score_lists` and the joint RIC of `pairwise_information`.

    `order`: that of `order_by_likeness`, where it is known.
    """
    joint = mean_over_topics(joint_by_topic, axis=0)
    difference = information_difference(joint)
    order = order_by_likeness(difference) if order is None else order
    return ListResults(collection, scores, joint_by_topic, joint, difference, order)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class TopicInformation:
    """The bits that the rankings of the runs by two measures share, on every topic and over the means.

    NaN where it is not defined: every two runs tie by some measure, or one has no score. Runs that do not count on a
    topic are left out there.
    """

    measures: tuple[str, str]
    given: tuple[str, ...]
    by_topic: FloatArray  # (topics,): as in Figure 1 of [golbus2013]
    of_means: float  # as in table 1

    def to_frame(self, topics: Sequence[str] = ()) -> pd.DataFrame:
        """Return a row over the means; given the names of the `topics`, before it one per topic."""
        by_topic = zip(topics, self.by_topic.tolist(), strict=True) if topics else ()
        about = *self.measures, ",".join(self.given)
        rows = [(topic, *about, bits) for topic, bits in (*by_topic, (ALL, self.of_means))]
        return of_rows(("topic", "measure_1", "measure_2", "given", "information_tau"), rows)


@dataclass(frozen=True, slots=True, eq=False)
class JointInformation:
    """The information that all runs carry together about the judgements of every topic, in bits."""

    topics: tuple[str, ...]
    joint: FloatArray  # (topics,): joint RIC, NaN where it is not defined
    by_chance: FloatArray  # (topics,): of lists that say nothing

    def to_frame(self) -> pd.DataFrame:
        """Return a row per topic, then one of the means; beside the joint RIC what is due to chance."""
        columns = {
            "joint_RIC": self.joint,
            "joint_RIC_by_chance": self.by_chance,
            "joint_RIC_above_chance": self.joint - self.by_chance,
        }
        of_all = {name: np.append(values, mean_over_topics(values)) for name, values in columns.items()}
        return frame_of({"topic": [*self.topics, ALL], **of_all})


def all_together(collection: Collection, permuted: Permuted, *, progress: Progress | None = None) -> JointInformation:
    """Return what all runs carry together on every topic, beside what is due to chance; see `joint_ric_by_chance`."""
    by_chance = joint_ric_by_chance(collection, permuted, progress=progress)
    return JointInformation(tuple(topic.name for topic in collection.topics), joint_ric(collection), by_chance)


def information_by_topic(scores: Evaluation, first: str, second: str, given: Sequence[str] = ()) -> TopicInformation:
    r"""Return the information tau of two measures, beyond the measures `given`, on every topic and over the means.

    .. math:: \tau_I(x, y \mid z) = I(X; Y \mid Z)

    x, y and z are the scores of the runs on one topic (or their means), see `information_tau`. Raises
    `UnknownNameError` for a measure that was not scored.
    """
    for key in (first, second, *given):
        if key not in scores.measures:
            raise UnknownNameError(f"No scores by {key!r}; there are {', '.join(scores.measures)}.")
    x, y, *z = (scores.values[scores.measures.index(key)] for key in (first, second, *given))  # (runs, topics)
    bits = [_bits(x[:, n], y[:, n], [side[:, n] for side in z]) for n in range(len(scores.topics))]
    means = _bits(mean_over_topics(x), mean_over_topics(y), [mean_over_topics(side) for side in z])
    return TopicInformation((first, second), tuple(given), np.array(bits), means)


def _bits(x: FloatArray, y: FloatArray, given: Sequence[FloatArray]) -> float:
    counted = np.isfinite([x, y, *given]).all(axis=0)
    tau = information_tau(x[counted], y[counted], given=[side[counted] for side in given]).bits
    return np.nan if tau is None else tau


def rankings_alike(results: ListResults, given: Sequence[str] | None) -> FloatArray:
    """Return tau of the rankings by every two defined measures or, `given` others, the bits that they share."""
    rows = [results.scores.measures.index(key) for key in results.defined]
    if given is None:
        return tau_matrix(results.means[rows])
    return np.asarray(results.information_tau(given)[rows][:, rows])
