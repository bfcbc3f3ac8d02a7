"""What ranked lists carry by chance: the information of lists that say nothing about the judgements.

RIC and joint RIC are plug-in estimates, so they are above 0 by chance alone, and joint RIC the more so the more runs
there are: many runs give every pair of documents an answer of its own. As [golbus2013, section 5] says of RIC, the
maximum likelihood estimate needs many observations. The baseline: the grades of a topic's judged documents are
permuted, so that the lists have nothing to do with them, and everything is computed anew, the end of each list
included. Of lists that do say nothing, (joint) RIC minus the baseline is 0 on average; a perfect list keeps its 1 bit.

A mean over some permutations has an error of its own. A topic's grades are permuted until it is small, or often enough.

Above chance is what at most 5% of the permutations reach, the judgements themselves counted as one of them: p =
(k + 1) / (B + 1) of a permutation test. A mean over topics is compared with the means over all topics permuted at once.
Of lists that say nothing, at most 5% are above chance; the distance from the mean by its error, or a normal
distribution of it, would let 30% and 7% pass.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ordquant_core.ranked_lists.collection import UNRANKED, Collection, Topic, mean_over_topics
from ordquant_core.ranked_lists.information import joint_ric_of, ric_of
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.progress import Progress

PRECISE = 0.005  # a standard error that needs no more permutations, in bits
BATCH, FEWEST, MOST = 50, 20, 2_000  # permutations of a topic: at a time, at least, at most
MOST_PAIRS = 2_000_000  # of documents, in all permutations of a topic: in large topics, chance is small and even
LEVEL = 0.05  # what more of the permutations reach is not above chance
EQUAL = 1e-9  # bits that differ by less are equal but for rounding
DECIMALS = 6  # of what is by chance, in files

Compute = Callable[[Topic, IntArray], Sequence[float]]  # from a topic and its permuted grades to some numbers


@dataclass(frozen=True, slots=True)
class BesideChance:
    """The bits that lists carry, on average over topics, beside what lists carry that say nothing."""

    bits: float
    by_chance: float
    error: float  # the standard error of what is by chance
    as_much: float  # share of the permutations that carry as much, the judgements themselves counted as one
    permutations: tuple[int, int]  # of a topic: the fewest, the most
    n_topics: int

    @property
    def is_above(self) -> bool:
        """Whether the bits are above chance."""
        return self.as_much <= LEVEL


@dataclass(frozen=True, eq=False)
class Chance:
    """Some numbers of every topic for permuted grades; NaN where RIC is not defined."""

    permuted: tuple[FloatArray, ...]  # per topic: (permutations, numbers); empty where RIC is not defined

    @cached_property
    def by_topic(self) -> FloatArray:
        """The means over permutations: (numbers, topics)."""
        return self._of_topics(lambda values: np.asarray(values.mean(axis=0)))

    @cached_property
    def errors(self) -> FloatArray:
        """The standard errors of these means: (numbers, topics)."""
        return self._of_topics(_error)

    @cached_property
    def permutations(self) -> IntArray:
        """How often the grades were permuted: (topics,)."""
        return np.array([len(values) for values in self.permuted], dtype=np.int64)

    @property
    def n_topics(self) -> int:
        """On how many topics RIC is defined."""
        return int(np.count_nonzero(self.permutations))

    @property
    def mean(self) -> FloatArray:
        """The means over topics: (numbers,)."""
        return mean_over_topics(self.by_topic)

    @property
    def error(self) -> FloatArray:
        r"""Their standard errors, (numbers,): :math:`\sqrt{\sum_t \mathrm{se}_t^2} / T`, as topics are independent."""
        return np.asarray(np.sqrt(np.nansum(self.errors**2, axis=-1)) / max(self.n_topics, 1))

    def as_much(self, number: int, bits: FloatArray) -> FloatArray:
        """Return the share of the permutations of each topic that carry as much as its lists do: (topics,).

        `bits`: what the lists carry of this number, (topics,); NaN where RIC is not defined.
        """
        pairs = zip(self.permuted, bits.tolist(), strict=True)
        return np.array([_share(values[:, number], of_lists) if len(values) else np.nan for values, of_lists in pairs])

    def beside(self, number: int, bits: float) -> BesideChance:
        """Put the mean over topics of what lists carry beside chance; on some topic, RIC must be defined.

        The first permutations of all topics are one of all grades, the second ones another, and so on.
        """
        defined = [values[:, number] for values in self.permuted if len(values)]
        fewest, most = min(map(len, defined)), max(map(len, defined))
        means = np.mean([values[:fewest] for values in defined], axis=0)
        mean, error = float(self.mean[number]), float(self.error[number])
        return BesideChance(bits, mean, error, _share(means, bits), (fewest, most), len(defined))

    def _of_topics(self, summarise: Callable[[FloatArray], FloatArray]) -> FloatArray:
        width = max((values.shape[1] for values in self.permuted), default=0)
        undefined = np.full(width, np.nan)
        return np.array([summarise(values) if len(values) else undefined for values in self.permuted]).T


def permute_grades(
    collection: Collection,
    compute: Compute,
    rng: np.random.Generator,
    *,
    of_mean: bool = False,
    progress: Progress | None = None,
) -> Chance:
    """Return what `compute` gives for permuted grades, on average over the permutations of every topic.

    Permutations come in batches of 50 until all standard errors are 0.005 or less, there are 2,000, or they have
    2,000,000 pairs of documents; 20 there are in any case. `of_mean`: the error of the mean over topics is to be so
    small, not that of each. `progress` hears how many topics are done, of how many.
    """
    defined = collection.distinguishing
    precise = PRECISE * np.sqrt(max(defined.sum(), 1)) if of_mean else PRECISE
    permuted = []
    for number, topic in enumerate(collection.topics):
        permuted.append(_permute(topic, compute, rng, precise) if defined[number] else np.empty((0, 0)))
        if progress is not None:
            progress(number + 1, len(defined))
    return Chance(tuple(permuted))


def joint_ric_by_chance(
    collection: Collection, rng: np.random.Generator, *, progress: Progress | None = None
) -> Chance:
    """Return the joint RIC of all runs by chance, and of two their information difference; see `permute_grades`."""
    compute = _pair(0, 1) if len(collection.runs) == 2 else _joint
    return permute_grades(collection, compute, rng, progress=progress)


def pair_by_chance(collection: Collection, first: int, second: int, rng: np.random.Generator) -> Chance:
    """Return the joint RIC and the information difference of two runs by chance, as precise as their means need."""
    return permute_grades(collection, _pair(first, second), rng, of_mean=True)


def merged_by_chance(collection: Collection, sets: Sequence[Sequence[int]], rng: np.random.Generator) -> Chance:
    """Return the joint RIC of a set of runs, drawn anew for every permutation, and the RIC of the list merged from it.

    How the lists are merged makes no difference by chance, as long as the judgements are not looked at: all methods
    merge the same documents, and of permuted grades every order says as little. Both are as precise as means need.
    One set spreads more than the mean over sets: of means that say nothing, fewer than 5% are above chance.
    """

    def compute(topic: Topic, grades: IntArray) -> Sequence[float]:
        ranks = topic.ranks[list(sets[int(rng.integers(len(sets)))])]
        merged = np.where((ranks != UNRANKED).any(axis=0), np.arange(len(grades)), UNRANKED)
        return joint_ric_of(grades, ranks), float(ric_of(grades, merged))

    return permute_grades(collection, compute, rng, of_mean=True)


def _joint(topic: Topic, grades: IntArray) -> Sequence[float]:
    return [joint_ric_of(grades, topic.ranks)]


def _pair(first: int, second: int) -> Compute:
    def compute(topic: Topic, grades: IntArray) -> Sequence[float]:
        ranks = topic.ranks[[first, second]]
        joint = joint_ric_of(grades, ranks)
        return joint, 2 * joint - float(ric_of(grades, ranks).sum())

    return compute


def _permute(topic: Topic, compute: Compute, rng: np.random.Generator, precise: float) -> FloatArray:
    """Return the numbers of every permutation: (permutations, numbers)."""
    pairs = len(topic.grades) * (len(topic.grades) - 1) // 2
    most = max(FEWEST, min(MOST, MOST_PAIRS // max(pairs, 1)))
    values: list[Sequence[float]] = []
    while len(values) < most:
        batch = min(BATCH, most - len(values))
        values += [compute(topic, rng.permutation(topic.grades)) for _ in range(batch)]
        if (_error(np.array(values)) <= precise).all():
            break
    return np.array(values)


def _error(values: FloatArray) -> FloatArray:
    """Return the standard error of means over permutations: (numbers,)."""
    return np.asarray(values.std(axis=0, ddof=1) / np.sqrt(len(values)))


def _share(permuted: FloatArray, bits: float) -> float:
    """Return the share of permutations that carry as much, the judgements themselves counted as one of them.

    >>> _share(np.array([0.1, 0.2, 0.3]), 0.2), _share(np.array([0.1] * 19), 0.2)
    (0.75, 0.05)
    """
    return float((1 + np.count_nonzero(permuted >= bits - EQUAL)) / (1 + len(permuted)))
