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

    def __call__(self, gold, estimated):
        if self.takes_batches:
            return self.function(gold, estimated)
        return np.array([self.function(g, e) for g, e in zip(gold, estimated, strict=True)])

    @property
    def size(self) -> int:
        return MANY if self.takes_batches else FEW


# --- Plain NumPy without any validation: what a careful user would write.


def plain_rnod(gold, estimated):
    weighted = (estimated - gold) ** 2 @ STEPS
    occurs = gold > 0
    return np.sqrt((weighted * occurs).sum(axis=-1) / occurs.sum(axis=-1) / (CLASSES - 1))


def plain_dnkt(gold, estimated):
    above = np.triu_indices(CLASSES, 1)
    signs = [np.sign(side[:, above[0]] - side[:, above[1]]) for side in (gold, estimated)]
    untied = [np.maximum(1, np.abs(side).sum(axis=-1)) for side in signs]
    return (1 - (signs[0] * signs[1]).sum(axis=-1) / np.sqrt(untied[0] * untied[1])) / 2


def plain_cjs(gold, estimated):
    first, second = (np.cumsum(side, axis=-1)[:, :-1] for side in (gold, estimated))
    middle = (first + second) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = [np.where(side > 0, side * np.log(side / middle), 0) for side in (first, second)]
    return (terms[0] + terms[1]).sum(axis=-1) / 2


def relative(gold, estimated):
    both = estimated + gold
    return np.divide(np.abs(estimated - gold), both, out=np.zeros_like(both), where=both > 0)


def smoothed(side):
    return (side + 0.5 / ANNOTATORS) / (1 + 0.5 / ANNOTATORS * CLASSES)


def nkld(divergence):
    return lambda gold, estimated: 2 / (1 + np.exp(-divergence(smoothed(gold), smoothed(estimated)).sum(axis=-1))) - 1


# --- One pair at a time.


def pair_rnod(gold, estimated):
    """As the definition reads; the distances are made beforehand."""
    weighted = STEPS @ (estimated - gold) ** 2
    return np.sqrt(weighted[gold > 0].mean() / (CLASSES - 1))


def scipy_dnkt(gold, estimated):
    tau = kendalltau(gold, estimated).statistic
    return 0.5 if np.isnan(tau) else (1 - tau) / 2


EPS = 0.5 / ANNOTATORS
BATCHES = {  # by measure and implementation
    ("NMD", "plain NumPy"): lambda g, e: np.abs(np.cumsum(e - g, axis=-1)).sum(axis=-1) / (CLASSES - 1),
    ("NMD", "QuaPy"): lambda g, e: quapy.md(g, e) / (CLASSES - 1),
    ("RNOD", "plain NumPy"): plain_rnod,
    ("DNKT", "plain NumPy"): plain_dnkt,
    ("JSD", "SciPy"): lambda g, e: jensenshannon(g, e, base=2, axis=-1) ** 2,
    ("RPS", "plain NumPy"): lambda g, e: (np.cumsum(e - g, axis=-1) ** 2).sum(axis=-1) / (CLASSES - 1),
    ("CJS", "plain NumPy"): plain_cjs,
    ("AE", "plain NumPy"): lambda g, e: np.abs(e - g).mean(axis=-1),
    ("AE", "QuaPy"): lambda g, e: quapy.ae(g, e),
    ("NAE", "plain NumPy"): lambda g, e: np.abs(e - g).sum(axis=-1) / (2 * (1 - g.min(axis=-1))),
    ("NAE", "QuaPy"): lambda g, e: quapy.nae(g, e),
    ("HD", "plain NumPy"): lambda g, e: np.sqrt(((np.sqrt(e) - np.sqrt(g)) ** 2).sum(axis=-1) / 2),
    ("CHEB", "plain NumPy"): lambda g, e: np.abs(e - g).max(axis=-1),
    ("CLARK", "plain NumPy"): lambda g, e: np.sqrt((relative(g, e) ** 2).sum(axis=-1)),
    ("CANB", "plain NumPy"): lambda g, e: relative(g, e).sum(axis=-1),
    ("COS", "plain NumPy"): lambda g, e: 1 - (g * e).sum(axis=-1) / np.sqrt((g**2).sum(axis=-1) * (e**2).sum(axis=-1)),
    ("RAE", "plain NumPy"): lambda g, e: (np.abs(smoothed(e) - smoothed(g)) / smoothed(g)).mean(axis=-1),
    ("RAE", "QuaPy"): lambda g, e: quapy.rae(g, e, eps=EPS),
    ("NKLD", "plain NumPy"): nkld(lambda g, e: g * np.log(g / e)),
    ("NKLD", "SciPy"): nkld(rel_entr),
    ("NKLD", "QuaPy"): lambda g, e: quapy.nkld(g, e, eps=EPS),
}
PAIRS = {
    ("NMD", "SciPy loop"): lambda g, e: wasserstein_distance(PLACES, PLACES, g, e) / (CLASSES - 1),
    ("NMD", "QuaPy loop"): lambda g, e: quapy.nmd(g, e),
    ("NMD", "mlquantify loop"): lambda g, e: mlquantify.NMD(g, e),
    ("RNOD", "NumPy loop"): pair_rnod,
    ("RNOD", "mlquantify loop"): lambda g, e: mlquantify.RNOD(g, e),
    ("DNKT", "SciPy loop"): scipy_dnkt,
    ("JSD", "SciPy loop"): lambda g, e: jensenshannon(g, e, base=2) ** 2,
    ("CHEB", "SciPy loop"): chebyshev,
    ("CANB", "SciPy loop"): canberra,
    ("COS", "SciPy loop"): cosine,
}
PEERS = tuple(
    Peer(measure, name, function, functions is BATCHES)
    for functions in (BATCHES, PAIRS)
    for (measure, name), function in functions.items()
)
