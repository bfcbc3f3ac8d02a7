"""What else computes these measures: plain NumPy, SciPy, QuaPy and mlquantify, each on what it can do.

QuaPy's `md` takes batches; its `nmd` of a batch is one mean. mlquantify takes one pair: given a batch, its `NMD`
returns a wrong number silently, and its `RNOD` fails. SciPy takes one pair, too, but for `jensenshannon`.
"""

import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import canberra, chebyshev, cosine, jensenshannon
from scipy.special import rel_entr
from scipy.stats import kendalltau, wasserstein_distance

try:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import mlquantify.metrics as mlquantify
        import quapy.error as quapy
except ImportError:  # requirements of the benchmark only: `make bench` installs them
    mlquantify = quapy = None

CLASSES, MANY, FEW, ANNOTATORS = 5, 1_000_000, 2_000, 20
PLACES = np.arange(CLASSES)
STEPS = np.abs(PLACES[:, None] - PLACES)


@dataclass(frozen=True)
class Peer:
    """Another implementation; one that takes pairs is given few of them, in a loop."""

    measure: str
    name: str
    function: Callable
    takes_batches: bool
    missing: bool = False

    def __call__(self, gold, estimated):
        if self.takes_batches:
            return self.function(gold, estimated)
        return np.array([self.function(g, e) for g, e in zip(gold, estimated, strict=True)])

    @property
    def size(self) -> int:
        return MANY if self.takes_batches else FEW


# --- Plain NumPy without any validation: what a careful user would write.


def plain_nmd(gold, estimated):
    return np.abs(np.cumsum(estimated - gold, axis=-1)).sum(axis=-1) / (CLASSES - 1)


def plain_rnod(gold, estimated):
    weighted = (estimated - gold) ** 2 @ STEPS
    occurs = gold > 0
    return np.sqrt((weighted * occurs).sum(axis=-1) / occurs.sum(axis=-1) / (CLASSES - 1))


def plain_dnkt(gold, estimated):
    above = np.triu_indices(CLASSES, 1)
    signs = [np.sign(side[:, above[0]] - side[:, above[1]]) for side in (gold, estimated)]
    untied = [np.maximum(1, np.abs(side).sum(axis=-1)) for side in signs]
    return (1 - (signs[0] * signs[1]).sum(axis=-1) / np.sqrt(untied[0] * untied[1])) / 2


def plain_rps(gold, estimated):
    return (np.cumsum(estimated - gold, axis=-1) ** 2).sum(axis=-1) / (CLASSES - 1)


def plain_cjs(gold, estimated):
    first, second = (np.cumsum(side, axis=-1)[:, :-1] for side in (gold, estimated))
    middle = (first + second) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = [np.where(side > 0, side * np.log(side / middle), 0) for side in (first, second)]
    return (terms[0] + terms[1]).sum(axis=-1) / 2


def plain_ae(gold, estimated):
    return np.abs(estimated - gold).mean(axis=-1)


def plain_nae(gold, estimated):
    return np.abs(estimated - gold).sum(axis=-1) / (2 * (1 - gold.min(axis=-1)))


def plain_hd(gold, estimated):
    return np.sqrt(((np.sqrt(estimated) - np.sqrt(gold)) ** 2).sum(axis=-1) / 2)


def plain_cheb(gold, estimated):
    return np.abs(estimated - gold).max(axis=-1)


def plain_clark(gold, estimated):
    both = estimated + gold
    return np.sqrt(np.divide((estimated - gold) ** 2, both**2, out=np.zeros_like(both), where=both > 0).sum(axis=-1))


def plain_canb(gold, estimated):
    both = estimated + gold
    return np.divide(np.abs(estimated - gold), both, out=np.zeros_like(both), where=both > 0).sum(axis=-1)


def plain_cos(gold, estimated):
    lengths = np.sqrt((gold**2).sum(axis=-1) * (estimated**2).sum(axis=-1))
    return 1 - (gold * estimated).sum(axis=-1) / lengths


def smoothed(side):
    return (side + 0.5 / ANNOTATORS) / (1 + 0.5 / ANNOTATORS * CLASSES)


def plain_rae(gold, estimated):
    gold, estimated = smoothed(gold), smoothed(estimated)
    return (np.abs(estimated - gold) / gold).mean(axis=-1)


def plain_nkld(gold, estimated):
    gold, estimated = smoothed(gold), smoothed(estimated)
    grown = np.exp((gold * np.log(gold / estimated)).sum(axis=-1))
    return 2 * grown / (1 + grown) - 1


def scipy_nkld(gold, estimated):
    grown = np.exp(rel_entr(smoothed(gold), smoothed(estimated)).sum(axis=-1))
    return 2 * grown / (1 + grown) - 1


def quapy_rae(gold, estimated):
    return quapy.rae(gold, estimated, eps=0.5 / ANNOTATORS)


def quapy_nkld(gold, estimated):
    return quapy.nkld(gold, estimated, eps=0.5 / ANNOTATORS)


# --- One pair at a time.


def pair_rnod(gold, estimated):
    """As the definition reads; the distances are made beforehand."""
    weighted = STEPS @ (estimated - gold) ** 2
    return np.sqrt(weighted[gold > 0].mean() / (CLASSES - 1))


def scipy_nmd(gold, estimated):
    return wasserstein_distance(PLACES, PLACES, gold, estimated) / (CLASSES - 1)


def scipy_dnkt(gold, estimated):
    tau = kendalltau(gold, estimated).statistic
    return 0.5 if np.isnan(tau) else (1 - tau) / 2


def quapy_nmd(gold, estimated):
    return quapy.md(gold, estimated) / (CLASSES - 1)


def scipy_jsd(gold, estimated):
    return jensenshannon(gold, estimated, base=2, axis=-1) ** 2


_ABSENT = quapy is None
PEERS = (
    Peer("NMD", "plain NumPy", plain_nmd, takes_batches=True),
    Peer("NMD", "QuaPy", quapy_nmd, takes_batches=True, missing=_ABSENT),
    Peer("NMD", "SciPy loop", scipy_nmd, takes_batches=False),
    Peer("NMD", "QuaPy loop", lambda g, e: quapy.nmd(g, e), takes_batches=False, missing=_ABSENT),
    Peer("NMD", "mlquantify loop", lambda g, e: mlquantify.NMD(g, e), takes_batches=False, missing=_ABSENT),
    Peer("RNOD", "plain NumPy", plain_rnod, takes_batches=True),
    Peer("RNOD", "NumPy loop", pair_rnod, takes_batches=False),
    Peer("RNOD", "mlquantify loop", lambda g, e: mlquantify.RNOD(g, e), takes_batches=False, missing=_ABSENT),
    Peer("DNKT", "plain NumPy", plain_dnkt, takes_batches=True),
    Peer("DNKT", "SciPy loop", scipy_dnkt, takes_batches=False),
    Peer("JSD", "SciPy", scipy_jsd, takes_batches=True),
    Peer("JSD", "SciPy loop", scipy_jsd, takes_batches=False),
    Peer("RPS", "plain NumPy", plain_rps, takes_batches=True),
    Peer("CJS", "plain NumPy", plain_cjs, takes_batches=True),
    Peer("AE", "plain NumPy", plain_ae, takes_batches=True),
    Peer("AE", "QuaPy", lambda g, e: quapy.ae(g, e), takes_batches=True, missing=_ABSENT),
    Peer("NAE", "plain NumPy", plain_nae, takes_batches=True),
    Peer("NAE", "QuaPy", lambda g, e: quapy.nae(g, e), takes_batches=True, missing=_ABSENT),
    Peer("HD", "plain NumPy", plain_hd, takes_batches=True),
    Peer("CHEB", "plain NumPy", plain_cheb, takes_batches=True),
    Peer("CHEB", "SciPy loop", chebyshev, takes_batches=False),
    Peer("CLARK", "plain NumPy", plain_clark, takes_batches=True),
    Peer("CANB", "plain NumPy", plain_canb, takes_batches=True),
    Peer("CANB", "SciPy loop", canberra, takes_batches=False),
    Peer("COS", "plain NumPy", plain_cos, takes_batches=True),
    Peer("COS", "SciPy loop", cosine, takes_batches=False),
    Peer("RAE", "plain NumPy", plain_rae, takes_batches=True),
    Peer("RAE", "QuaPy", quapy_rae, takes_batches=True, missing=_ABSENT),
    Peer("NKLD", "plain NumPy", plain_nkld, takes_batches=True),
    Peer("NKLD", "SciPy", scipy_nkld, takes_batches=True),
    Peer("NKLD", "QuaPy", quapy_nkld, takes_batches=True, missing=_ABSENT),
)
MEASURED = tuple(dict.fromkeys(peer.measure for peer in PEERS))
