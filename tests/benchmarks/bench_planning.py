"""How fast the noise floor is: 390 cases of 19 votes, 1,000 draws, all measures; beside a loop over the cases.

The loop runs a tenth of the cases: read its median times 10. Nothing here fails on time.
"""

import numpy as np
import pytest

from ordquant_core.analysis.planning.noise import NoiseDraws
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES

DRAWS = 1000


@pytest.fixture(scope="module")
def votes():
    chance = np.random.default_rng(1)
    return np.stack([chance.multinomial(19, shares) for shares in chance.dirichlet([1, 1, 2, 2, 1], size=390)])


def case_by_case(votes):
    chance = np.random.default_rng(1)
    for case in votes:
        truth = case / case.sum()
        first, second = (chance.multinomial(case.sum(), truth, size=DRAWS) for _ in range(2))
        for key in MAIN_MEASURES:
            MEASURES[key](first, truth).mean()
            MEASURES[key](first, second).mean()


def test_noise_of_all_cases(benchmark, votes):
    benchmark(lambda: NoiseDraws(votes, MAIN_MEASURES, rng=np.random.default_rng(1)).finish())


def test_a_loop_over_a_tenth_of_the_cases(benchmark, votes):
    benchmark(case_by_case, votes[:39])
