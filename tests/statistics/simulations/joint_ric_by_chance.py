"""What random lists carry: the baseline of permuted grades takes away, on average, all that is chance.

Of random lists, 5% at most are called above chance, on one topic and on several. A perfect list among random ones keeps
its 1 bit, and what all carry is above chance.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from ordquant_core.analysis.retrieval import all_together, compare_lists, merge_sets
from ordquant_core.ranked_lists.chance import LEVEL, BesideChance, joint_ric_by_chance, pair_by_chance
from ordquant_core.ranked_lists.collection import UNRANKED, Collection, Topic
from ordquant_core.ranked_lists.information import joint_ric
from tests.statistics.simulations import Outcome, share_error

SITUATIONS = ((1, 40), (2, 15), (3, 40), (5, 25))  # runs, judged documents
OF_TOPICS = ((1, 15, 1), (2, 15, 1), (2, 12, 8), (3, 15, 4))  # runs, judged documents, topics
SETS = ((0, 1), (0, 2), (1, 2))
RETRIEVED = 0.7  # of the documents
CALLED, KEEPS = "lists that say nothing are called above chance", "a perfect list keeps its 1 bit"


def simulate(repetitions: int, seed: int) -> Sequence[Outcome]:
    """Return the mean joint RIC above chance of random lists, how often they are called above it, a perfect list."""
    rng, repetitions = np.random.default_rng(seed), max(repetitions // 10, 5)
    found = []
    for n_runs, n_documents in SITUATIONS:
        situation = f"{n_runs} random lists of {n_documents} judged documents"
        collections = [_random(n_runs, n_documents, rng) for _ in range(repetitions)]
        chances = [joint_ric_by_chance(each, rng) for each in collections]
        above = [joint_ric(each)[0] - chance.mean[0] for each, chance in zip(collections, chances, strict=True)]
        spreads = [np.var(chance.permuted[0][:, 0], ddof=1) + chance.error[0] ** 2 for chance in chances]
        error = float(np.sqrt(np.sum(spreads)) / repetitions)  # of few repetitions, their own spread is no measure
        found.append(Outcome("joint RIC minus chance is 0 on average", situation, float(np.mean(above)), 0, 0, error))
        perfect = [all_together(_random(n_runs, n_documents, rng, perfect=True), rng) for _ in range(2)]
        found.append(Outcome(KEEPS, situation, min(each.mean.bits for each in perfect), 1 - 1e-12, 1, 0))
        found.append(Outcome("and is above chance", situation, min(each.mean.is_above for each in perfect), 1, 1, 0))
    for n_runs, n_documents, n_topics in OF_TOPICS:
        situation = f"{n_runs} random lists of {n_documents} judged documents, topics: {n_topics}"
        called: dict[str, list[bool]] = {}
        for _ in range(repetitions):
            for what, bits in _beside(_random(n_runs, n_documents, rng, n_topics), rng):
                called.setdefault(what, []).append(bits.is_above)
        for what, calls in called.items():
            share = float(np.mean(calls))
            error = share_error(share, len(calls))
            found.append(Outcome(f"{CALLED}: {what}", situation, share, 0, LEVEL, error))
    return found


def _beside(collection: Collection, rng: np.random.Generator) -> Iterator[tuple[str, BesideChance]]:
    """Yield what one run carries, what two do, or what several and the lists merged of them do, beside chance."""
    if len(collection.runs) == 1:
        yield "RIC", all_together(collection, rng).mean
    elif len(collection.runs) == 2:
        pairs, chance = compare_lists(collection), pair_by_chance(collection, 0, 1, rng)
        yield "joint RIC", chance.beside(0, float(pairs.joint[0, 1]))
        yield "information difference", chance.beside(1, float(pairs.difference[0, 1]))
    else:
        merged = merge_sets(collection, SETS, rng)
        together, of_list = merged.together, merged.merged("CombMNZ")
        assert together is not None
        assert of_list is not None
        yield "joint RIC of sets of 2 runs", together
        yield "RIC of lists merged from them", of_list


def _random(
    n_runs: int, n_documents: int, rng: np.random.Generator, n_topics: int = 1, *, perfect: bool = False
) -> Collection:
    topics = tuple(_random_topic(str(number), n_runs, n_documents, rng, perfect) for number in range(n_topics))
    return Collection("random", tuple(f"r{number}" for number in range(n_runs)), topics)


def _random_topic(name: str, n_runs: int, n_documents: int, rng: np.random.Generator, perfect: bool) -> Topic:
    grades = rng.integers(0, 3, n_documents)
    grades[:2] = 0, 1
    ranks = np.array([rng.permutation(n_documents) for _ in range(n_runs)])
    ranks[ranks >= RETRIEVED * n_documents] = UNRANKED
    if perfect:
        ranks[0, np.argsort(-grades, kind="stable")] = np.arange(n_documents)
    names = tuple(f"d{number}" for number in range(n_documents))
    scores = np.where(ranks == UNRANKED, np.nan, -ranks.astype(float))
    return Topic(name, names, grades, ranks, scores)
