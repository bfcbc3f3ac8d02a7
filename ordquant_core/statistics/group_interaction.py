"""Do runs differ on one group of cases otherwise than on the other cases? The run x group interaction, by permutation.

Scores are arrays of shape (…, runs, cases), whatever they measure. Randomness enters only through a generator.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.finite import ROUNDING, finite

FEWEST = 5  # cases of a group, and of the others
HELD = 2**20  # numbers of an array held at a time (8 MB)
EQUAL = 1 - 1e-9  # statistics that differ less are equal, so that the order of sums does not count


@dataclass(frozen=True, slots=True, eq=False)
class GroupInteraction:
    """How the difference of two runs on a group of cases differs from that on all other cases."""

    differences: FloatArray  # (measures, groups, pairs): difference on the group minus difference on the others
    p_values: FloatArray  # (measures, groups, pairs); NaN where a group, or the others, are too few cases
    n_trials: int


def interaction_test(
    scores: ArrayLike, groups: Sequence[IntArray], *, n_trials: int, rng: np.random.Generator
) -> GroupInteraction:
    r"""Test for every group of cases and pair of runs whether their difference depends on being in the group.

    `scores` has shape (measures, runs, cases), `groups` hold numbers of cases. With d the differences of two runs on
    the n_G cases of a group and on the n_R others, the statistic is that of Welch:

    .. math:: t = \frac{|\bar{d}_G - \bar{d}_R|}{\sqrt{s_G^2 / n_G + s_R^2 / n_R}}

    In each of `n_trials` trials the cases are permuted, so that the groups keep their sizes and become random (one set
    of permutations for all measures). A p-value is adjusted for all pairs and groups of its measure: P_g(x) is the
    share of permutations, the observed order among them, in which the largest t of any pair on group g reaches x, and

    .. math:: p_{g}(x) = \frac{\#\{b : \min_{h} P_h(\max t_h^{(b)}) \le P_g(x)\}}{1 + B}

    So with random groups, at most the share alpha of measures has any p < alpha. Welch's statistic has the variance of
    either side from its own cases: a group on which scores merely spread more is not found more often, unless it has
    few cases. Groups of fewer than five cases, or with fewer than five others, are not tested. A large p does not show
    that runs differ alike on all groups. Measures and scales are not adjusted for. Raises `OrdquantError` for another
    shape, groups that are no numbers of cases, scores that are not finite, and fewer than one trial. References:
    Westfall and Young, Resampling-Based Multiple Testing, 1993; Janssen, Statistics and Probability Letters 1997.
    """
    values = finite(scores)
    if values.ndim != 3 or 0 in values.shape:
        raise ShapeMismatchError(f"Scores need the shape (measures, runs, cases), none empty; got {values.shape}.")
    if n_trials < 1:
        raise OrdquantError(f"A test needs one trial or more, got {n_trials}.")
    members = _members(groups, values.shape[2])
    pairs = np.stack(np.triu_indices(values.shape[1], 1))
    differences = np.full((len(values), len(groups), pairs.shape[1]), np.nan)
    p_values = differences.copy()
    sizes = members.sum(axis=1)
    inside = (sizes > 0) & (sizes < values.shape[2])
    tested = (sizes >= FEWEST) & (values.shape[2] - sizes >= FEWEST)
    for layer, gaps in zip(values, differences, strict=True):
        on_group, on_others = (layer @ side.T / side.sum(axis=1) for side in (members[inside], 1 - members[inside]))
        gaps[inside] = np.subtract(*(on_group - on_others)[pairs]).T
    if tested.any() and pairs.shape[1]:
        stats = _Statistics(values, members[tested], pairs)
        observed = stats(np.arange(values.shape[2])[None])
        largest = [observed.max(axis=3)]
        largest += [stats(orders).max(axis=3) for orders in _orders(n_trials, values.shape[2], stats.most, rng)]
        p_values[:, tested] = _adjusted(observed[:, 0], np.concatenate(largest, axis=1))
    return GroupInteraction(differences, p_values, n_trials)


def _members(groups: Sequence[IntArray], n_cases: int) -> FloatArray:
    """Return 1 for the cases of each group, 0 for the others: (groups, cases). Raises `ShapeMismatchError`."""
    members = np.zeros((len(groups), n_cases))
    for row, group in zip(members, groups, strict=True):
        numbers = np.asarray(group)
        if numbers.ndim != 1 or numbers.dtype.kind != "i" or not np.isin(numbers, np.arange(n_cases)).all():
            raise ShapeMismatchError(
                f"`groups` holds {group!r}; give each group as the numbers of its cases, 0 to {n_cases - 1}. An array "
                "with the group of every case has [np.flatnonzero(array == name) for name in np.unique(array)]."
            )
        row[numbers] = 1
    return members


@dataclass(frozen=True, eq=False)
class _Statistics:
    """Welch's statistic of every pair of runs, with the cases in some orders: (measures, orders, groups, pairs)."""

    values: FloatArray  # (measures, runs, cases)
    members: FloatArray  # (groups, cases): 1 for the cases of the group
    pairs: IntArray  # (2, pairs)

    @property
    def most(self) -> int:
        """How many orders to hold at a time."""
        return int(max(1, HELD // max(self.values.shape[2], self.pairs.shape[1]) // len(self.members)))

    def __call__(self, orders: IntArray) -> FloatArray:
        some = np.moveaxis(self.members[:, orders], 0, 1).reshape(-1, self.members.shape[1])  # (orders x groups, cases)
        return np.stack([self._of(layer, some).reshape(len(orders), len(self.members), -1) for layer in self.values])

    def _of(self, layer: FloatArray, members: FloatArray) -> FloatArray:
        first, second = self.pairs
        gaps = layer[first] - layer[second]
        negligible = ROUNDING * np.abs(layer).max()
        gaps -= gaps.mean(axis=1, keepdims=True)  # then the others have the negative sum of the group
        sizes = members.sum(axis=1, keepdims=True)
        others = members.shape[1] - sizes
        sums, squares = members @ gaps.T, members @ (gaps**2).T
        spread = (squares - sums**2 / sizes) / (sizes - 1) / sizes
        spread += ((gaps**2).sum(axis=1) - squares - sums**2 / others) / (others - 1) / others
        distances = np.abs(sums) * (1 / sizes + 1 / others)
        distances[distances <= negligible] = 0
        spread[spread <= negligible**2] = 0
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(distances > 0, distances / np.sqrt(spread), 0.0)


def _orders(n_trials: int, n_cases: int, most: int, rng: np.random.Generator) -> Iterator[IntArray]:
    for start in range(0, n_trials, most):
        yield rng.permuted(np.tile(np.arange(n_cases), (min(most, n_trials - start), 1)), axis=1)


def _adjusted(observed: FloatArray, largest: FloatArray) -> FloatArray:
    """Return p-values (measures, groups, pairs) from the largest statistics (measures, 1 + trials, groups)."""
    n_orders = largest.shape[1]
    p_values = np.empty(observed.shape)
    for statistics, maxima, p in zip(observed, largest, p_values, strict=True):
        ordered = np.sort(maxima, axis=0)
        least = np.full(n_orders, n_orders)  # how many orders reach the largest statistic, on the group with the fewest
        for row, some in zip(ordered.T, maxima.T, strict=True):
            np.minimum(least, _reached(row, some), out=least)
        least.sort()
        for row, some, result in zip(ordered.T, statistics, p, strict=True):
            result[:] = np.searchsorted(least, _reached(row, some), side="right") / n_orders
    return p_values


def _reached(ordered: FloatArray, statistics: FloatArray) -> NDArray[np.int64]:
    return np.asarray(len(ordered) - np.searchsorted(ordered, statistics * EQUAL))
