"""What ranked lists carry by chance: the information of lists that say nothing about the judgements.

RIC and joint RIC are plug-in estimates, so they are above 0 by chance alone, and joint RIC the more so the more runs
there are: many runs give every pair of documents an answer of its own. As [golbus2013, section 5] says of RIC, the
maximum likelihood estimate needs many observations. The baseline: the grades of a topic's judged documents are
permuted, so that the lists have nothing to do with them, and everything is computed anew, the end of each list
included. Of lists that do say nothing, (joint) RIC minus the baseline is 0 on average; a perfect list keeps its 1 bit.

A mean over some permutations has an error of its own. A topic's grades are permuted until it is small, or often enough.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.ranked_lists.collection import UNRANKED, Collection, Topic, mean_over_topics
from ordquant_core.ranked_lists.information import joint_ric_of, ric_of
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.progress import Progress

PRECISE = 0.005  # a standard error that needs no more permutations, in bits
BATCH, FEWEST, MOST = 50, 20, 2_000  # permutations of a topic: at a time, at least, at most
MOST_PAIRS = 2_000_000  # of documents, in all permutations of a topic: in large topics, chance is small and even
ERRORS = 2  # what is fewer standard errors above chance is not above it
DECIMALS = 6  # of what is by chance, in files

Compute = Callable[[Topic, IntArray], Sequence[float]]  # from a topic and its permuted grades to some numbers


@dataclass(frozen=True, slots=True, eq=False)
class Chance:
    """Means over permutations of the grades, of some numbers of every topic; NaN where RIC is not defined."""

    by_topic: FloatArray  # (numbers, topics)
    errors: FloatArray  # (numbers, topics): the standard errors of these means
    permutations: IntArray  # (topics,): 0 where RIC is not defined

    @property
    def mean(self) -> FloatArray:
        """The means over topics: (numbers,)."""
        return mean_over_topics(self.by_topic)

    @property
    def error(self) -> FloatArray:
        r"""Their standard errors, (numbers,): :math:`\sqrt{\sum_t \mathrm{se}_t^2} / T`, as topics are independent."""
        return np.asarray(np.sqrt(np.nansum(self.errors**2, axis=-1)) / max(np.count_nonzero(self.permutations), 1))


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
    width = max((values.shape[1] for values in permuted), default=0)
    by_topic, errors = np.full((2, width, len(permuted)), np.nan)
    for number, values in enumerate(permuted):
        if len(values):
            by_topic[:, number], errors[:, number] = values.mean(axis=0), _error(values)
    return Chance(by_topic, errors, np.array([len(values) for values in permuted], dtype=np.int64))


def joint_ric_by_chance(
    collection: Collection, rng: np.random.Generator, *, progress: Progress | None = None
) -> Chance:
    """Return the joint RIC of all runs by chance; see `permute_grades`."""
    return permute_grades(collection, lambda topic, grades: [joint_ric_of(grades, topic.ranks)], rng, progress=progress)


def pair_by_chance(collection: Collection, first: int, second: int, rng: np.random.Generator) -> Chance:
    """Return the joint RIC and the information difference of two runs by chance, as precise as their means need."""

    def compute(topic: Topic, grades: IntArray) -> Sequence[float]:
        ranks = topic.ranks[[first, second]]
        joint = joint_ric_of(grades, ranks)
        return joint, 2 * joint - float(ric_of(grades, ranks).sum())

    return permute_grades(collection, compute, rng, of_mean=True)


def merged_by_chance(collection: Collection, sets: Sequence[Sequence[int]], rng: np.random.Generator) -> Chance:
    """Return the joint RIC of a set of runs, drawn anew for every permutation, and the RIC of the list merged from it.

    How the lists are merged makes no difference by chance, as long as the judgements are not looked at: all methods
    merge the same documents, and of permuted grades every order says as little. Both are as precise as means need.
    """

    def compute(topic: Topic, grades: IntArray) -> Sequence[float]:
        ranks = topic.ranks[list(sets[int(rng.integers(len(sets)))])]
        merged = np.where((ranks != UNRANKED).any(axis=0), np.arange(len(grades)), UNRANKED)
        return joint_ric_of(grades, ranks), float(ric_of(grades, merged))

    return permute_grades(collection, compute, rng, of_mean=True)


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
