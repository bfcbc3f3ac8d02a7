"""The 95% interval of Kendall's tau that is shown by default, of Long and Cliff, covers the true tau.

Items are drawn from a bivariate normal distribution whose tau is known, or from its values sorted into eight bins, so
that items tie. A tau has few possible values where items are few, so that coverage cannot be exact: what is claimed is
that it never falls clearly below 95%.
"""

import numpy as np
from scipy import stats

from ordquant_core.statistics.rank_correlation import kendall_intervals
from tests.statistics.simulations import of_share

BINS = 8
SITUATIONS = ((8, 0.5, False), (12, 0.8, False), (12, 0.9, False), (20, 0.9, True), (20, 0.5, True), (40, 0.8, False))


def simulate(repetitions, seed):
    rng = np.random.default_rng(seed)
    for n, tau, ties in SITUATIONS:
        truth = _true_tau(tau) if ties else tau
        covered = []
        for _ in range(repetitions):
            fisher, long_cliff = kendall_intervals(_draw(n, tau, rng, ties=ties))
            if long_cliff[0][1].low is not None:  # there is none where tau is 1
                one, other = long_cliff[0][1], fisher[0][1]
                covered.append((one.low <= truth <= one.high, other.low <= truth <= other.high))
        by_long_cliff, by_fisher = zip(*covered, strict=True)
        where = f"n = {n}, tau = {tau:g}{', ties' if ties else ''}"
        yield of_share("95% interval of tau (Long and Cliff) covers the true tau", where, by_long_cliff, 0.93, 1)
        if tau == 0.9:
            yield of_share("the interval of the 2022 study (Fisher) covers too rarely", where, by_fisher, 0, 0.9)


def _draw(n, tau, rng, *, ties):
    correlation = np.sin(np.pi * tau / 2)
    x, noise = rng.standard_normal((2, n))
    pair = np.stack([x, correlation * x + np.sqrt(1 - correlation**2) * noise])
    return np.floor(stats.norm.cdf(pair) * BINS) if ties else pair


def _true_tau(tau):
    """Return tau-b of the bins from their joint probabilities."""
    ends = stats.norm.ppf(np.arange(1, BINS) / BINS)
    ends = np.concatenate([[-9], ends, [9]])
    correlation = np.sin(np.pi * tau / 2)
    normal = stats.multivariate_normal(cov=[[1, correlation], [correlation, 1]])
    below = normal.cdf(np.stack(np.meshgrid(ends, ends, indexing="ij"), axis=-1))
    shares = np.diff(np.diff(below, axis=0), axis=1)
    signs = np.sign(np.subtract.outer(np.arange(BINS), np.arange(BINS)))
    balance = np.einsum("ij,kl,ik,jl->", shares, shares, signs, signs)
    return float(balance / (1 - (shares.sum(axis=0) ** 2).sum()))
