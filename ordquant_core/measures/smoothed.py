r"""Measures of quantification that divide by the gold: defined on smoothed distributions, from the number of votes.

Of a case with T votes over L classes, both sides are smoothed before anything else, so that no class is empty:

.. math:: s(p)_i = \frac{p_i + \epsilon}{1 + \epsilon L}, \quad \epsilon = \frac{1}{2T}

They stand beside the registry, whose measures need nothing but the two distributions. References: `smooth`, `rae` and
`nkld` in `error.py` of QuaPy [moreo2021]; [sebastiani2020].
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.distributions import as_numbers, as_pair
from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.records import FloatArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Smoothed:
    """A measure that needs the number of votes of each case. 0 is perfect, smaller is better."""

    key: str  # stable identifier, different from the keys of all measures and views
    name: str
    compute: Callable[..., FloatArray]  # (gold, estimated, votes)
    formula: str  # LaTeX, on the smoothed distributions
    summary: str
    sources: tuple[tuple[str, str], ...]

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
    first, second, epsilon = _pair(gold, estimated, votes, "RAE")
    total = np.zeros(np.broadcast_shapes(first.shape[:-1], second.shape[:-1], epsilon.shape))
    for share, estimate in _classes(first, second):  # one after the other: a pair has the same last bit in every batch
        total += np.abs(estimate - share) / (share + epsilon)  # both sides are divided by 1 + e L, which cancels
    return np.asarray(total / first.shape[-1])


def nkld(gold: ArrayLike, estimated: ArrayLike, votes: ArrayLike | None = None) -> FloatArray:
    r"""Normalised Kullback-Leibler Divergence of the gold from the estimate, both smoothed; range [0, 1].

    .. math:: \mathrm{NKLD} = \frac{2 e^K}{1 + e^K} - 1, \quad K = \sum_i p^*_i \ln \frac{p^*_i}{p_i}

    Arguments and errors are those of `rae`.

    >>> round(float(nkld([2, 0], [0, 1])), 4)
    0.4903
    """
    divergence = _kld(gold, estimated, votes, "NKLD")
    return np.asarray(np.tanh(divergence / 2))  # 2 e^K / (1 + e^K) - 1, without overflow


def smoothed_kld(gold: ArrayLike, estimated: ArrayLike, votes: ArrayLike | None = None) -> FloatArray:
    r"""Kullback-Leibler Divergence of the gold from the estimate, both smoothed, in nats.

    .. math:: K = \sum_i p^*_i \ln \frac{p^*_i}{p_i}

    The other way round than KLD of the registry, and never infinite. Arguments and errors are those of `rae`.

    >>> round(float(smoothed_kld([2, 0], [0, 1])), 4)
    1.073
    """
    return _kld(gold, estimated, votes, "KLD on smoothed distributions")


def _kld(gold: ArrayLike, estimated: ArrayLike, votes: ArrayLike | None, name: str) -> FloatArray:
    first, second, epsilon = _pair(gold, estimated, votes, name)
    total = np.zeros(np.broadcast_shapes(first.shape[:-1], second.shape[:-1], epsilon.shape))
    for share, estimate in _classes(first, second):
        raised = share + epsilon
        total += raised * np.log(raised / (estimate + epsilon))
    return np.asarray(np.maximum(total / (1 + epsilon * first.shape[-1]), 0.0))


def _classes(first: FloatArray, second: FloatArray) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield the shares of the gold and of the estimate in each class."""
    return zip(np.moveaxis(first, -1, 0), np.moveaxis(second, -1, 0), strict=True)


def _pair(
    gold: ArrayLike, estimated: ArrayLike, votes: ArrayLike | None, name: str
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return both sides as shares, and e of each pair."""
    first, second = as_pair(gold, estimated)
    sums = _sums_of_votes(gold, name) if votes is None else np.asarray(votes, dtype=np.float64)
    if not (np.isfinite(sums) & (sums >= 1)).all():
        raise OrdquantError(f"{name} needs the number of votes of each case, 1 or more.")
    try:
        np.broadcast_shapes(sums.shape, first.shape[:-1], second.shape[:-1])
    except ValueError:
        raise ShapeMismatchError(
            f"`votes` has shape {sums.shape}; the gold has cases of shape {first.shape[:-1]}."
        ) from None
    return first, second, np.asarray(1 / (2 * sums))


def _sums_of_votes(gold: ArrayLike, name: str) -> FloatArray:
    """Return how many votes each gold is made of; shares do not say it."""
    numbers = as_numbers(gold, "gold").astype(np.float64)
    sums = numbers.sum(axis=-1)
    if not ((numbers == np.rint(numbers)).all() and (sums > 1).any()):  # (1, 0) alone may be shares
        raise OrdquantError(f"{name} needs the number of votes of each case: give the gold as votes, not as shares.")
    return np.asarray(sums)


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
