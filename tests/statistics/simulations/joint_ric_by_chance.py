"""What random lists carry: the baseline of permuted grades takes away, on average, all that is chance.

Of random lists, 5% at most are called above chance, on one topic and on several. A perfect list among random ones keeps
its 1 bit, and what all carry is above chance.
"""

from dataclasses import replace

import numpy as np

from ordquant_core.analysis.retrieval import all_together, compare_lists, merge_sets
from ordquant_core.ranked_lists.chance import LEVEL, joint_ric_by_chance, pair_by_chance
from ordquant_core.ranked_lists.collection import UNRANKED
from ordquant_core.ranked_lists.information import joint_ric
from tests.ranked_lists import by_hand
from tests.statistics.simulations import Outcome, of_share

SITUATIONS = ((1, 40), (2, 15), (3, 40), (5, 25))  # runs, judged documents
OF_TOPICS = ((1, 15, 1), (2, 15, 1), (2, 12, 8), (3, 15, 4))  # runs, judged documents, topics
SETS = ((0, 1), (0, 2), (1, 2))
RETRIEVED = 0.7  # of the documents
CALLED, KEEPS = "lists that say nothing are called above chance", "a perfect list keeps its 1 bit"


def simulate(repetitions, seed):
    """Yield the mean joint RIC above chance of random lists, how often they are called above it, a perfect list."""
    rng, repetitions = np.random.default_rng(seed), max(repetitions // 10, 5)
    for n_runs, n_documents in SITUATIONS:
        situation = f"{n_runs} random lists of {n_documents} judged documents"
        collections = [_random(n_runs, n_documents, rng) for _ in range(repetitions)]
        chances = [joint_ric_by_chance(each, rng) for each in collections]
        above = [joint_ric(each)[0] - chance.mean[0] for each, chance in zip(collections, chances, strict=True)]
        spreads = [np.var(chance.permuted[0][:, 0], ddof=1) + chance.error[0] ** 2 for chance in chances]
        error = float(np.sqrt(np.sum(spreads)) / repetitions)  # of few repetitions, their own spread is no measure
        yield Outcome("joint RIC minus chance is 0 on average", situation, float(np.mean(above)), 0, 0, error)
        perfect = [all_together(_random(n_runs, n_documents, rng, perfect=True), rng) for _ in range(2)]
        yield Outcome(KEEPS, situation, min(each.mean.bits for each in perfect), 1 - 1e-12, 1, 0)
        yield Outcome("and is above chance", situation, min(each.mean.is_above for each in perfect), 1, 1, 0)
    for n_runs, n_documents, n_topics in OF_TOPICS:
        situation = f"{n_runs} random lists of {n_documents} judged documents, topics: {n_topics}"
        called = {}
        for _ in range(repetitions):
            for what, bits in _beside(_random(n_runs, n_documents, rng, n_topics), rng):
                called.setdefault(what, []).append(bits.is_above)
        for what, calls in called.items():
            yield of_share(f"{CALLED}: {what}", situation, calls, 0, LEVEL)


def _beside(collection, rng):
    """Yield what one run carries, what two do, or what several and the lists merged of them do, beside chance."""
    if len(collection.runs) == 1:
        yield "RIC", all_together(collection, rng).mean
    elif len(collection.runs) == 2:
        pairs, chance = compare_lists(collection), pair_by_chance(collection, 0, 1, rng)
        yield "joint RIC", chance.beside(0, float(pairs.joint[0, 1]))
        yield "information difference", chance.beside(1, float(pairs.difference[0, 1]))
    else:
        merged = merge_sets(collection, SETS, rng)
        yield "joint RIC of sets of 2 runs", merged.together
        yield "RIC of lists merged from them", merged.merged("CombMNZ")


def _random(n_runs, n_documents, rng, n_topics=1, *, perfect=False):
    return by_hand.collection(*(_random_topic(n_runs, n_documents, rng, perfect) for _ in range(n_topics)))


def _random_topic(n_runs, n_documents, rng, perfect):
    grades = rng.integers(0, 3, n_documents)
    grades[:2] = 0, 1
    ranks = np.array([rng.permutation(n_documents) for _ in range(n_runs)])
    ranks[ranks >= RETRIEVED * n_documents] = UNRANKED
    if perfect:
        ranks[0, np.argsort(-grades, kind="stable")] = np.arange(n_documents)
    return replace(by_hand.topic(grades, ranks), scores=np.where(ranks == UNRANKED, np.nan, -ranks.astype(float)))
