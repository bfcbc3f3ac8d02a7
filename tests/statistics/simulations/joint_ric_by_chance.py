"""Joint RIC of random lists: its baseline of permuted grades takes away, on average, all that is chance.

A perfect list among random ones keeps its 1 bit.
"""

from collections.abc import Sequence

import numpy as np

from ordquant_core.ranked_lists.chance import ERRORS, joint_ric_by_chance
from ordquant_core.ranked_lists.collection import UNRANKED, Collection, Topic
from ordquant_core.ranked_lists.information import joint_ric
from tests.statistics.simulations import Outcome, share_error

SITUATIONS = ((1, 40), (2, 15), (3, 40), (5, 25))  # runs, judged documents
RETRIEVED = 0.7  # of the documents


def simulate(repetitions: int, seed: int) -> Sequence[Outcome]:
    """Return the mean joint RIC above chance of random lists, how often two errors hold chance, and a perfect list."""
    rng, repetitions = np.random.default_rng(seed), max(repetitions // 10, 20)
    found = []
    for n_runs, n_documents in SITUATIONS:
        situation = f"{n_runs} random lists of {n_documents} judged documents"
        collections = [_random(n_runs, n_documents, rng) for _ in range(repetitions)]
        above = [joint_ric(each)[0] - joint_ric_by_chance(each, rng).mean[0] for each in collections]
        error = float(np.std(above, ddof=1) / np.sqrt(repetitions))
        found.append(Outcome("joint RIC minus chance is 0 on average", situation, float(np.mean(above)), 0, 0, error))
        again = [joint_ric_by_chance(collections[0], rng) for _ in range(repetitions)]
        means, errors = (
            np.concatenate(values) for values in zip(*((one.mean, one.error) for one in again), strict=True)
        )
        held = float((np.abs(means - means.mean()) <= ERRORS * errors).mean())
        claim = "two standard errors hold joint RIC by chance"
        found.append(Outcome(claim, situation, held, 0.93, 0.97, share_error(held, repetitions)))
        perfect = [float(joint_ric(_random(n_runs, n_documents, rng, perfect=True))[0]) for _ in range(3)]
        found.append(Outcome("a perfect list keeps its 1 bit", situation, min(perfect), 1 - 1e-12, 1, 0))
    return found


def _random(n_runs: int, n_documents: int, rng: np.random.Generator, *, perfect: bool = False) -> Collection:
    grades = rng.integers(0, 3, n_documents)
    grades[:2] = 0, 1
    ranks = np.array([rng.permutation(n_documents) for _ in range(n_runs)])
    ranks[ranks >= RETRIEVED * n_documents] = UNRANKED
    if perfect:
        ranks[0, np.argsort(-grades, kind="stable")] = np.arange(n_documents)
    names = tuple(f"d{number}" for number in range(n_documents))
    scores = np.where(ranks == UNRANKED, np.nan, -ranks.astype(float))
    return Collection(
        "random", tuple(f"r{number}" for number in range(n_runs)), (Topic("1", names, grades, ranks, scores),)
    )
