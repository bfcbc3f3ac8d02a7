"""How fast the measures are, beside their nearest alternatives. Peers must agree; nobody asserts on time.

Not collected by default (the name does not start with `test_`): `make bench`.
`per_pair_ns` in the extra columns is the time of one pair: groups compare functions on batches of different sizes.
`ORDQUANT_RATIOS=FILE` appends how many times as long as ours each peer takes.
"""

import json
import os
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.smoothed import SMOOTHED
from tests.benchmarks.peers import ANNOTATORS, CLASSES, MANY, PEERS, Peer


def measure_of(key):
    """Return the measure; where it needs the number of votes, with that of all cases here."""
    return MEASURES[key] if key in MEASURES else partial(SMOOTHED[key], votes=ANNOTATORS)


CASES = [
    pytest.param(peer, marks=pytest.mark.benchmark(group=key), id=f"{key}, {peer.name}, {peer.size} pairs")
    for key in dict.fromkeys(peer.measure for peer in PEERS)
    for peer in (Peer(key, "OrdQuant", measure_of(key), takes_batches=True), *PEERS)
    if peer.measure == key
]


@pytest.fixture(scope="module")
def pairs():
    """Gold and estimates of shape (pairs, classes)."""
    rng = np.random.default_rng(2021)
    return rng.multinomial(ANNOTATORS, rng.dirichlet(np.ones(CLASSES), size=(2, MANY))) / ANNOTATORS


@pytest.fixture(scope="module")
def per_pair():
    """Seconds a pair took in the fastest round, by measure and implementation."""
    found = {}
    yield found
    if "ORDQUANT_RATIOS" in os.environ:
        ratios = {}
        for (measure, name), time in found.items():
            if name != "OrdQuant":
                ratios.setdefault(measure, {})[name] = time / found[measure, "OrdQuant"]
        with Path(os.environ["ORDQUANT_RATIOS"]).open("a", encoding="utf-8") as file:
            file.write(json.dumps(ratios) + "\n")


@pytest.mark.parametrize("peer", CASES)
def test_a_measure_with_validation_beside_its_peers(benchmark, per_pair, pairs, peer):
    gold, estimated = pairs[0, : peer.size], pairs[1, : peer.size]
    agrees = np.abs(peer(gold, estimated) - measure_of(peer.measure)(gold, estimated)) <= 1e-12
    if peer.measure == "JSD":  # the root of SciPy's -1e-17 is not a number where both sides are equal
        agrees |= np.isclose(gold, estimated).all(axis=-1)
    assert agrees.all()
    rounds = 15 if peer.takes_batches else 10
    benchmark.pedantic(peer, args=(gold, estimated), rounds=rounds, warmup_rounds=1)
    per_pair[peer.measure, peer.name] = benchmark.stats.stats.min / peer.size
    benchmark.extra_info["per_pair_ns"] = round(benchmark.stats.stats.min / peer.size * 1e9, 1)
