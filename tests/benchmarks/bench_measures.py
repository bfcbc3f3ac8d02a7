"""How fast the measures are, beside their nearest alternatives. Peers must agree; nobody asserts on time.

Not collected by default (the name does not start with `test_`): `make bench`.
`per_pair_ns` in the extra columns is the time of one pair: groups compare functions on batches of different sizes.
"""

import numpy as np
import pytest
from scipy.spatial.distance import jensenshannon
from scipy.stats import kendalltau, wasserstein_distance

from ordquant_core.analysis.scoring import score
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import Task

MANY, FEW, CLASSES, ANNOTATORS = 200_000, 2_000, 5, 20
PLACES = np.arange(CLASSES)


@pytest.fixture(scope="module")
def votes():
    """Gold and estimated votes of shape (pairs, classes)."""
    rng = np.random.default_rng(2021)
    shapes = rng.dirichlet(np.ones(CLASSES), size=(2, MANY))
    return rng.multinomial(ANNOTATORS, shapes)


@pytest.fixture(scope="module")
def pairs(votes):
    return votes / ANNOTATORS


def timed(benchmark, function, gold, estimated, *, rounds=10):
    """Run and note how long one pair takes."""
    result = benchmark.pedantic(function, args=(gold, estimated), rounds=rounds, warmup_rounds=1)
    benchmark.extra_info["pairs"] = len(gold)
    if benchmark.stats is not None:  # None with --benchmark-disable
        benchmark.extra_info["per_pair_ns"] = round(benchmark.stats.stats.median / len(gold) * 1e9, 1)
    return result


def one_by_one(function):
    def loop(gold, estimated):
        return np.array([function(g, e) for g, e in zip(gold, estimated, strict=True)])

    return loop


# --- Plain NumPy without any validation: what a careful user would write.


def plain_nmd(gold, estimated):
    return np.abs(np.cumsum(estimated - gold, axis=-1)).sum(axis=-1) / (CLASSES - 1)


def plain_rnod(gold, estimated):
    weighted = (estimated - gold) ** 2 @ np.abs(PLACES[:, None] - PLACES)
    occurs = gold > 0
    return np.sqrt((weighted * occurs).sum(axis=-1) / occurs.sum(axis=-1) / (CLASSES - 1))


def plain_dnkt(gold, estimated):
    above = np.triu_indices(CLASSES, 1)
    signs = [np.sign(side[:, above[0]] - side[:, above[1]]) for side in (gold, estimated)]
    untied = [np.maximum(1, np.abs(side).sum(axis=-1)) for side in signs]
    return (1 - (signs[0] * signs[1]).sum(axis=-1) / np.sqrt(untied[0] * untied[1])) / 2


PEERS = {  # measure -> name -> (function, number of pairs it is given)
    "NMD": {
        "plain NumPy": (plain_nmd, MANY),
        "loop over scipy": (one_by_one(lambda g, e: wasserstein_distance(PLACES, PLACES, g, e) / (CLASSES - 1)), FEW),
    },
    "RNOD": {"plain NumPy": (plain_rnod, MANY)},
    "DNKT": {
        "plain NumPy": (plain_dnkt, MANY),
        "loop over scipy": (one_by_one(lambda g, e: np.nan_to_num((1 - kendalltau(g, e).statistic) / 2, nan=0.5)), FEW),
    },
    "JSD": {
        "scipy": (lambda g, e: jensenshannon(g, e, base=2, axis=-1) ** 2, MANY),
        "loop over scipy": (one_by_one(lambda g, e: jensenshannon(g, e, base=2) ** 2), FEW),
    },
}
CASES = [
    pytest.param(key, name, function, size, marks=pytest.mark.benchmark(group=key), id=f"{key}, {name}, {size} pairs")
    for key, peers in PEERS.items()
    for name, (function, size) in {"OrdQuant": (MEASURES[key], MANY), **peers}.items()
]


@pytest.mark.parametrize(("key", "name", "function", "size"), CASES)
def test_a_measure_with_validation_beside_its_peers(benchmark, pairs, key, name, function, size):
    gold, estimated = pairs[0, :size], pairs[1, :size]
    values = timed(benchmark, function, gold, estimated, rounds=10 if size == MANY else 3)
    differs = ~(np.abs(values - MEASURES[key](gold, estimated)) <= 1e-12)
    if key == "JSD" and name != "OrdQuant":  # the root of SciPy's -1e-17 is not a number where both sides are equal
        differs &= ~np.isclose(gold, estimated).all(axis=-1)
    assert not differs.any()


@pytest.mark.benchmark(group="NMD")
def test_a_measure_of_votes(benchmark, votes):
    values = timed(benchmark, MEASURES["NMD"], *votes)
    np.testing.assert_allclose(values, plain_nmd(*(votes / ANNOTATORS)), rtol=0, atol=1e-12)


@pytest.mark.benchmark(group="one pair")
@pytest.mark.parametrize("key", ["NMD", "RNOD", "JSD", "DNKT"])
def test_a_single_pair(benchmark, key):
    gold, estimated = (0, 1, 2, 9, 8), (0, 0, 0, 1, 0)
    assert benchmark(MEASURES[key], gold, estimated) == MEASURES[key]([gold], estimated)[0]


@pytest.mark.benchmark(group="a task of 300 cases x 20 runs, all measures")
def test_scoring_a_task_with_all_measures(benchmark, pairs):
    gold, estimates = pairs[0, :300], pairs[1, :6000].reshape(20, 300, CLASSES)
    names = [tuple(str(i) for i in range(size)) for size in (CLASSES, 300, 20)]
    task = Task("bench", None, names[0], names[1], gold, None, names[2], estimates)
    scores = benchmark(score, task, tuple(MEASURES))
    benchmark.extra_info["per_pair_ns"] = (
        None if benchmark.stats is None else round(benchmark.stats.stats.median / scores.values.size * 1e9, 1)
    )
    expected = plain_rnod(np.broadcast_to(gold, estimates.shape).reshape(-1, CLASSES), estimates.reshape(-1, CLASSES))
    ours = scores.values[scores.measures.index("RNOD")].reshape(-1)
    np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-12)
