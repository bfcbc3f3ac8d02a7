r"""The Order-aware Divergence family: squared errors, weighted by their distance from the gold's classes.

In every formula p is the estimate, p* the gold, and C* the classes with p*_i > 0. Functions take shapes (..., L)
that broadcast, votes or probabilities, return shape (...), and raise `OrdquantError` on anything that is not a
distribution.

The weight delta_ij is the distance of two classes on a line: |i - j|, or |r_i - r_j| with the ridits
r_i = cp*_i - p*_i / 2. Both are sums of steps between neighbours, so DW needs O(L) per pair.
"""

from functools import cache
from itertools import accumulate, combinations, pairwise, product

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.distributions import Widths, as_pair, sum_classes
from ordquant_core.measures.pairs import classes_first, on_pairs, shared, span
from ordquant_core.records import FloatArray


def dw(gold: ArrayLike, estimated: ArrayLike) -> FloatArray:
    r"""Distance-Weighted sum of squares of every class, shape (..., L): the part all of this family is built of.

    .. math:: \mathrm{DW}_i = \sum_j |i - j| (p_j - p^*_j)^2

    Reference: SIGIR 2018, Eq. 9 [sakai2018]; LQ 2021, Eq. 2 [sakai2021lq].

    >>> dw([1, 1, 1, 1], [0.25, 0.25, 0.35, 0.15]).round(2).tolist()
    [0.05, 0.03, 0.01, 0.01]
    """
    first = classes_first(*as_pair(gold, estimated))
    return np.asarray(np.moveaxis(_distance_weighted(*first), 0, -1))


@on_pairs
def od(gold: FloatArray, estimated: FloatArray, widths: Widths | None = None) -> FloatArray:
    r"""Order-aware Divergence: mean DW over the classes that occur in the gold; range [0, `largest_od` (L)].

    .. math:: \mathrm{OD}(p \parallel p^*) = \frac{1}{|C^*|} \sum_{i \in C^*} \mathrm{DW}_i

    Reference: LQ 2021, Eq. 3 [sakai2021lq].

    >>> od([1, 1, 1, 1], [[0.25, 0.35, 0.15, 0.25], [0.25, 0.25, 0.35, 0.15]]).round(3).tolist()
    [0.02, 0.025]
    """
    return _mean_over_gold_classes(gold, _distance_weighted(gold, estimated, widths))


@on_pairs
def nod(gold: FloatArray, estimated: FloatArray, widths: Widths | None = None) -> FloatArray:
    r"""Normalised Order-aware Divergence.

    .. math:: \mathrm{NOD}(p \parallel p^*) = \frac{\mathrm{OD}(p \parallel p^*)}{L - 1}

    Reference: EVIA 2017, Eq. 9 [sakai2017].

    >>> round(float(nod([1, 0, 0], [0, 2, 1])), 4)
    0.3333
    """
    return od.kernel(gold, estimated, widths) / span(gold, widths)


@on_pairs
def rnod(gold: FloatArray, estimated: FloatArray, widths: Widths | None = None) -> FloatArray:
    r"""Root Normalised Order-aware Divergence.

    .. math:: \mathrm{RNOD}(p \parallel p^*) = \sqrt{\frac{\mathrm{OD}(p \parallel p^*)}{L - 1}}

    Reference: LQ 2021, Eq. 5 [sakai2021lq].

    >>> round(float(rnod([1, 0, 0], [0, 0, 1])), 4)
    1.0
    """
    return np.sqrt(nod.kernel(gold, estimated, widths))


@on_pairs
def sod(gold: FloatArray, estimated: FloatArray, widths: Widths | None = None) -> FloatArray:
    r"""Symmetric Order-aware Divergence.

    .. math:: \mathrm{SOD}(p, p^*) = \frac{\mathrm{OD}(p \parallel p^*) + \mathrm{OD}(p^* \parallel p)}{2}

    Reference: LQ 2021, Eq. 4 [sakai2021lq].

    >>> float(sod([1, 0, 0], [0, 1, 0]))
    1.0
    """
    weighted = _distance_weighted(gold, estimated, widths)  # the same from both sides
    return (_mean_over_gold_classes(gold, weighted) + _mean_over_gold_classes(estimated, weighted)) / 2


@on_pairs
def snod(gold: FloatArray, estimated: FloatArray, widths: Widths | None = None) -> FloatArray:
    r"""Symmetric Normalised Order-aware Divergence.

    .. math:: \mathrm{SNOD}(p, p^*) = \frac{\mathrm{SOD}(p, p^*)}{L - 1}

    Reference: EVIA 2017, Eq. 10 [sakai2017].

    >>> round(float(snod([1, 0, 0], [0, 1, 2])), 4)
    0.6944
    """
    return sod.kernel(gold, estimated, widths) / span(gold, widths)


@on_pairs
def rsnod(gold: FloatArray, estimated: FloatArray, widths: Widths | None = None) -> FloatArray:
    r"""Root Symmetric Normalised Order-aware Divergence.

    .. math:: \mathrm{RSNOD}(p, p^*) = \sqrt{\frac{\mathrm{SOD}(p, p^*)}{L - 1}}

    Reference: SIGIR 2018, Eq. 12 [sakai2018].

    >>> round(float(rsnod([1, 0, 0], [0, 1, 0])) ** 2, 4)
    0.5
    """
    return np.sqrt(snod.kernel(gold, estimated, widths))


@on_pairs
def adw(gold: FloatArray, estimated: FloatArray, widths: Widths | None = None) -> FloatArray:
    r"""Average DW over all L classes, whether they occur in the gold or not; range [0, L - 1].

    .. math:: \mathrm{ADW}(p, p^*) = \frac{1}{L} \sum_i \mathrm{DW}_i

    Reference: LQ 2021, Eq. 7 [sakai2021lq].

    >>> float(adw([1, 0, 0], [0, 0, 1]))
    2.0
    """
    return sum_classes(_distance_weighted(gold, estimated, widths)) / len(gold)


@on_pairs
def rnadw(gold: FloatArray, estimated: FloatArray, widths: Widths | None = None) -> FloatArray:
    r"""Root Normalised Average DW; range [0, 1].

    .. math:: \mathrm{RNADW}(p, p^*) = \sqrt{\frac{\mathrm{ADW}(p, p^*)}{L - 1}}

    Reference: LQ 2021, Eq. 8 [sakai2021lq].

    >>> float(rnadw([1, 0, 0], [0, 0, 1]))
    1.0
    """
    return np.sqrt(adw.kernel(gold, estimated, widths) / span(gold, widths))


@on_pairs
def rnod2(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""RNOD without the assumption that neighbouring classes are equally far apart.

    .. math:: \mathrm{RNOD2}(p \parallel p^*) = \sqrt{\frac{1}{(L - 1) |C^*|} \sum_{i \in C^*} \sum_j \delta_{ij}
              (p_j - p^*_j)^2}, \quad
              \delta_{ij} = \Big( \sum_{k=\min(i,j)}^{\max(i,j)} p^*_k \Big) - \frac{p^*_i + p^*_j}{2}

    Reference: variants study 2022, Eq. 6 [sakai2022]; LQ 2021, Eq. 11 [sakai2021lq].

    >>> round(float(rnod2([0, 1, 2, 9, 8], [0, 0, 0, 1, 0])), 3)
    0.199
    """
    weighted = _ridit_weighted(gold, estimated)
    return np.asarray(np.sqrt(_mean_over_gold_classes(gold, weighted) / (len(gold) - 1)))


@on_pairs
def rnadw2(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""RNADW without the assumption that neighbouring classes are equally far apart.

    .. math:: \mathrm{RNADW2}(p, p^*) = \sqrt{\frac{1}{(L - 1) L} \sum_i \sum_j \delta_{ij} (p_j - p^*_j)^2}

    with the distances of `rnod2`. Reference: variants study 2022, section 2.1 [sakai2022].

    >>> round(float(rnadw2([0, 1, 2, 9, 8], [0, 0, 0, 1, 0])), 3)
    0.209
    """
    weighted = _ridit_weighted(gold, estimated)
    return np.asarray(np.sqrt(sum_classes(weighted) / len(gold) / (len(gold) - 1)))


@cache
def largest_od(n_classes: int, widths: Widths | None = None) -> float:
    """Return the least upper bound of OD (and SOD) over L classes: L - 1 for L <= 4, more from L = 5 on.

    With `widths` of the steps, |x_i - x_j| stands for |i - j|; the bound of SOD need not be the least then.

    For a fixed set C* of gold classes OD is a mean of convex functions of (gold, estimate), so it is largest where
    the gold tends to one class k of C* and the estimate to one class j: the mean of |i - j| + |i - k| over C*.
    That mean is largest for k together with those classes that lie farthest out.

    >>> [round(largest_od(n), 4) for n in (2, 3, 4, 5)]
    [1.0, 2.0, 3.0, 4.3333]
    """
    best, x = 0.0, _places(n_classes, widths)
    for k, j in product(range(n_classes), repeat=2):
        far = (abs(x[i] - x[j]) + abs(x[i] - x[k]) for i in range(n_classes) if i != k)
        sums = np.cumsum([abs(x[k] - x[j]), *sorted(far, reverse=True)]) if j != k else np.zeros(1)
        best = max(best, float((sums / np.arange(1, len(sums) + 1)).max()))
    return best


@cache
def largest_adw(n_classes: int, widths: Widths | None = None) -> float:
    """Return the least upper bound of ADW over L classes: L - 1 with one step between neighbours.

    ADW is convex in the gold and in the estimate, so it is largest where both are in one class, k and j: the mean of
    |x_i - x_j| + |x_i - x_k| over all classes. With `widths` of the steps that can be more than x_L - x_1.

    >>> largest_adw(5), round(largest_adw(4, (1.0, 98.0, 1.0)), 2), round(largest_adw(4, (1.0, 9.0, 0.1)), 2)
    (4.0, 100.0, 10.1)
    """
    x = _places(n_classes, widths)
    pairs = combinations(x, 2)
    return max(sum(abs(one - first) + abs(one - second) for one in x) / n_classes for first, second in pairs)


def _places(n_classes: int, widths: Widths | None) -> list[float]:
    return [0.0, *accumulate(widths or (1.0,) * (n_classes - 1))]


@shared
def _distance_weighted(gold: FloatArray, estimated: FloatArray, widths: Widths | None = None) -> FloatArray:
    """DW of every class, shape (L, ...), with neighbouring classes one step apart, or as far as `widths` say."""
    return _weighted(gold, estimated, widths)


@shared
def _ridit_weighted(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    """The same with the ridits of the gold as places of the classes."""
    return _weighted(gold, estimated, np.asarray((gold[:-1] + gold[1:]) / 2))


def _weighted(gold: FloatArray, estimated: FloatArray, steps: FloatArray | Widths | None = None) -> FloatArray:
    """DW of every class, shape (L, ...): the squares to its left plus the squares to its right, weighted by distance.

    Both sums accumulate from one class to the next, at the cost of one step (1 if `steps` is None) for all squares so
    far. Every term is >= 0: nothing cancels, and no root is taken of a number below zero.
    """
    squares = (estimated - gold) ** 2
    weighted = np.zeros_like(squares)
    for way in (range(len(gold)), reversed(range(len(gold)))):
        mass, carried = np.zeros_like(squares[0]), np.zeros_like(squares[0])
        for here, there in pairwise(way):
            mass += squares[here]
            carried += mass if steps is None else mass * steps[min(here, there)]
            weighted[there] += carried
    return weighted


def _mean_over_gold_classes(gold: FloatArray, weighted: FloatArray) -> FloatArray:
    occurs = (gold > 0).astype(np.float64)
    return np.asarray(sum_classes(weighted * occurs) / sum_classes(occurs))
