r"""Measures of quantification that divide by the gold: defined on smoothed distributions, from the number of votes.

Of a case with T votes over L classes, both sides are smoothed before anything else, so that no class is empty:

.. math:: s(p)_i = \frac{p_i + \epsilon}{1 + \epsilon L}, \quad \epsilon = \frac{1}{2T}

They stand beside the registry, whose measures need nothing but the two distributions. References: `smooth`, `rae` and
`nkld` in `error.py` of QuaPy [moreo2021]; [sebastiani2020].
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.distributions import BLOCK, as_numbers, as_pair, check_shapes, shares_by_class, sum_classes
from ordquant_core.errors import InvalidDistributionError, OrdquantError, ShapeMismatchError
from ordquant_core.measures.pairs import Numbers, class_first, in_blocks
from ordquant_core.records import FloatArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Smoothed:
    """A measure that needs the number of votes of each case. 0 is perfect, smaller is better."""

    key: str  # stable identifier, different from the keys of all measures
    name: str
    compute: Callable[..., FloatArray]  # (gold, estimated, votes)
    formula: str  # LaTeX, on the smoothed distributions
    summary: str
    sources: tuple[tuple[str, str], ...]
    takes_positions: ClassVar[bool] = False

    @property
    def label(self) -> str:
        """The key as people write it."""
        return self.key

    def __call__(self, gold: ArrayLike, estimated: ArrayLike, votes: ArrayLike | None = None) -> FloatArray:
        """Score estimates of shape (..., L) against gold of shape (..., L): an array over the leading axes."""
        return self.compute(gold, estimated, votes)


def rae(gold: ArrayLike, estimated: ArrayLike, votes: ArrayLike | None = None) -> FloatArray:
    r"""Relative Absolute Error, averaged over the classes of the smoothed distributions.

    .. math:: \mathrm{RAE} = \frac{1}{L} \sum_i \frac{|p_i - p^*_i|}{p^*_i}

    `votes` is the number of votes of each gold, over the leading axes; without it the gold itself must be votes.
    Raises `OrdquantError` where neither says how many votes there are.

    >>> round(float(rae([2, 0], [0, 1])), 4)
    2.4
    """
    return _scored(_rae, gold, estimated, votes, "RAE")


def nkld(gold: ArrayLike, estimated: ArrayLike, votes: ArrayLike | None = None) -> FloatArray:
    r"""Normalised Kullback-Leibler Divergence of the gold from the estimate, both smoothed; range [0, 1].

    .. math:: \mathrm{NKLD} = \frac{2 e^K}{1 + e^K} - 1, \quad K = \sum_i p^*_i \ln \frac{p^*_i}{p_i}

    Arguments and errors are those of `rae`.

    >>> round(float(nkld([2, 0], [0, 1])), 4)
    0.4903
    """
    divergence = _scored(_kld, gold, estimated, votes, "NKLD")
    return np.asarray(np.tanh(divergence / 2))  # 2 e^K / (1 + e^K) - 1, without overflow


def _rae(first: FloatArray, second: FloatArray, epsilon: FloatArray) -> FloatArray:
    total = np.zeros_like(first[0] + second[0])
    for share, estimate in zip(first, second, strict=True):  # both sides are divided by 1 + e L, which cancels
        total += np.abs(estimate - share) / (share + epsilon)
    return np.asarray(total / len(first))


def _kld(first: FloatArray, second: FloatArray, epsilon: FloatArray) -> FloatArray:
    total = np.zeros_like(first[0] + second[0])
    for share, estimate in zip(first, second, strict=True):
        raised = share + epsilon
        total += raised * np.log(raised / (estimate + epsilon))
    return np.asarray(np.maximum(total / (1 + epsilon * len(first)), 0.0))


def _scored(
    formula: Callable[[FloatArray, FloatArray, FloatArray], FloatArray],
    gold: ArrayLike,
    estimated: ArrayLike,
    votes: ArrayLike | None,
    name: str,
) -> FloatArray:
    """Apply a formula of shares with the classes in front, (L, ...), and of e, a block of pairs at a time."""
    gold, estimated = as_numbers(gold, "gold"), as_numbers(estimated, "estimated")
    check_shapes(gold, estimated)
    sums = _sums_of_votes(gold, name) if votes is None else np.asarray(votes, dtype=np.float64)
    if not (np.isfinite(sums) & (sums >= 1)).all():
        raise OrdquantError(f"{name} needs the number of votes of each case, 1 or more.")
    try:
        np.broadcast_shapes(sums.shape, gold.shape[:-1], estimated.shape[:-1])
    except ValueError:
        raise ShapeMismatchError(
            f"`votes` has shape {sums.shape}; the gold has cases of shape {gold.shape[:-1]}."
        ) from None
    n_classes = gold.shape[-1]
    cases = np.broadcast_shapes(sums.shape, gold.shape[:-1])
    counted = np.empty((*cases, n_classes + 1))  # the number of votes stands behind the classes
    counted[..., :-1], counted[..., -1] = gold, sums

    def read(block: FloatArray) -> FloatArray:
        shares = shares_by_class(block[..., :n_classes])
        return shares if block.shape[-1] == n_classes else np.concatenate([shares, block[None, ..., -1]])

    def kernel(first: FloatArray, second: FloatArray) -> FloatArray:
        return formula(first[:-1], second, 1 / (2 * first[-1]))

    try:
        return np.asarray(in_blocks((kernel,), counted, estimated, read)[0])
    except InvalidDistributionError:  # in some block
        as_pair(gold, estimated)  # finds the row
        raise


def _sums_of_votes(gold: Numbers, name: str) -> FloatArray:
    """Return how many votes each gold is made of; shares do not say it."""
    rows = gold.reshape(-1, gold.shape[-1])
    sums, whole = np.empty(len(rows)), True
    step = max(1, BLOCK // gold.shape[-1])
    for start in range(0, len(rows), step):  # in blocks that stay in the cache of the processor
        numbers = class_first(rows[start : start + step].astype(np.float64))
        sums[start : start + step] = sum_classes(numbers)
        whole = whole and bool((numbers == np.rint(numbers)).all())
    if not (whole and (sums > 1).any()):  # (1, 0) alone may be shares
        raise OrdquantError(f"{name} needs the number of votes of each case: give the gold as votes, not as shares.")
    return sums.reshape(gold.shape[:-1])


_SMOOTHED = (
    Smoothed(
        key="RAE",
        name="Relative Absolute Error",
        compute=rae,
        formula=r"\mathrm{RAE} = \frac{1}{L} \sum_i \frac{|p_i - p^*_i|}{p^*_i}",
        summary="Mean of the absolute errors divided by the gold, both sides smoothed by half a vote per class.",
        sources=(("moreo2021", "error.py"), ("sebastiani2020", "")),
    ),
    Smoothed(
        key="NKLD",
        name="Normalised Kullback-Leibler Divergence",
        compute=nkld,
        formula=r"\mathrm{NKLD} = \frac{2 e^K}{1 + e^K} - 1, \quad K = \sum_i p^*_i \ln \frac{p^*_i}{p_i}",
        summary="KLD of the gold from the estimate, both smoothed by half a vote per class, mapped to 0 to 1.",
        sources=(("moreo2021", "error.py"), ("sebastiani2020", "")),
    ),
)
SMOOTHED: Mapping[str, Smoothed] = MappingProxyType({one.key: one for one in _SMOOTHED})
