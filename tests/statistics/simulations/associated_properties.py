"""Properties of cases that have nothing to do with a disagreement are seldom called associated with it."""

import numpy as np

from ordquant_core.analysis.properties import associations, properties
from ordquant_core.findings.associations import is_clear
from tests.statistics.simulations import of_share

CASES = 200


def simulate(repetitions, seed):
    """Mark cases at random, and count how often any property differs between marked cases and others."""
    rng = np.random.default_rng(seed)
    votes = rng.multinomial(rng.integers(3, 20, CASES)[:, None].ravel(), rng.dirichlet(np.ones(5), CASES))
    estimates = rng.dirichlet(np.ones(5), (2, CASES))
    described = properties(votes / votes.sum(axis=1, keepdims=True), *estimates, votes)
    claim = "a property is called associated with a disagreement that is random in 5% at most"
    for marked in (1, 4, 15, 100):
        named = []
        for _ in range(repetitions):
            disagree = np.zeros(CASES, dtype=bool)
            disagree[rng.choice(CASES, marked, replace=False)] = True
            named.append(any(is_clear(entry) for entry in associations(described, disagree)))
        situation = f"{marked} disagreements among {CASES} cases, {len(described.keys)} properties"
        yield of_share(claim, situation, named, 0, 0.05)
