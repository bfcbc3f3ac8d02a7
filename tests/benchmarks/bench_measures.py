"""How fast the measures are, beside their nearest alternatives. Peers must agree; nobody asserts on time.

Not collected by default (the name does not start with `test_`): `make bench`.
`per_pair_ns` in the extra columns is the time of one pair: groups compare functions on batches of different sizes.
"""

from functools import partial

import numpy as np
import pytest

from ordquant_core.analysis.scoring import score
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.smoothed import SMOOTHED
from ordquant_core.records import Task
from tests.benchmarks import peers
from tests.benchmarks.peers import ANNOTATORS, CLASSES, MANY, MEASURED, PEERS, Peer


def measure_of(key):
    """Return the measure; where it needs the number of votes, with that of all cases here."""
    return MEASURES[key] if key in MEASURES else partial(SMOOTHED[key], votes=ANNOTATORS)


OURS = [Peer(key, "OrdQuant", measure_of(key), takes_batches=True) for key in MEASURED]
CASES = [
    pytest.param(peer, marks=pytest.mark.benchmark(group=key), id=f"{key}, {peer.name}, {peer.size} pairs")
    for key in MEASURED
    for peer in (*OURS, *PEERS)
    if peer.measure == key
]


@pytest.fixture(scope="module")
def votes():
    """Gold and estimated votes of shape (pairs, classes)."""
    rng = np.random.default_rng(2021)
    shapes = rng.dirichlet(np.ones(CLASSES), size=(2, MANY))
    return rng.multinomial(ANNOTATORS, shapes)


@pytest.fixture(scope="module")
def pairs(votes):
    return votes / ANNOTATORS


def differing(values, peer, gold, estimated):
    differs = ~(np.abs(values - measure_of(peer.measure)(gold, estimated)) <= 1e-12)
    if peer.measure == "JSD":  # the root of SciPy's -1e-17 is not a number where both sides are equal
        differs &= ~np.isclose(gold, estimated).all(axis=-1)
    return differs.any()


@pytest.mark.parametrize("peer", CASES)
def test_a_measure_with_validation_beside_its_peers(benchmark, per_pair, pairs, peer):
    if peer.missing:
        pytest.skip("QuaPy and mlquantify are not installed: `make bench` does it")
    gold, estimated = pairs[0, : peer.size], pairs[1, : peer.size]
    assert not differing(peer(gold, estimated), peer, gold, estimated)
    rounds = 15 if peer.takes_batches else 10
    benchmark.pedantic(peer, args=(gold, estimated), rounds=rounds, warmup_rounds=1)
    benchmark.extra_info["pairs"] = peer.size
    if benchmark.stats is not None:  # None with --benchmark-disable
        per_pair[peer.measure, peer.name] = benchmark.stats.stats.min / peer.size
        benchmark.extra_info["per_pair_ns"] = round(benchmark.stats.stats.min / peer.size * 1e9, 1)


@pytest.mark.skipif(peers.quapy is None, reason="QuaPy and mlquantify are not installed: `make bench` does it")
def test_peers_that_cannot_take_batches_are_given_pairs(pairs):
    gold, estimated = pairs[:, :7]
    expected = MEASURES["NMD"](gold, estimated)
    assert peers.quapy.nmd(gold, estimated) == pytest.approx(expected.mean())  # one number for all pairs
    assert not np.isclose(peers.mlquantify.NMD(gold[:2], estimated[:2]), expected[:2]).any()  # accumulates across pairs
    with pytest.raises(TypeError):
        peers.mlquantify.RNOD(gold, estimated)


@pytest.mark.benchmark(group="NMD")
def test_a_measure_of_votes(benchmark, findings, votes):
    values = benchmark.pedantic(MEASURES["NMD"], args=tuple(votes), rounds=10, warmup_rounds=1)
    np.testing.assert_allclose(values, peers.plain_nmd(*(votes / ANNOTATORS)), rtol=0, atol=1e-12)
    if benchmark.stats is not None:
        findings["NMD of votes"] = f"{benchmark.stats.stats.min / MANY * 1e9:.1f} ns a pair, whole numbers checked"


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
    rows = np.broadcast_to(gold, estimates.shape).reshape(-1, CLASSES), estimates.reshape(-1, CLASSES)
    ours = scores.values[scores.measures.index("RNOD")].reshape(-1)
    np.testing.assert_allclose(ours, peers.plain_rnod(*rows), rtol=0, atol=1e-12)
