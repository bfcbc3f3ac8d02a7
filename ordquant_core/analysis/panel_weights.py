"""From panels of few annotators to a panel of more: fixed weights, and how far they can be wrong.

For one threshold between classes, or one class, a vote is on one side with a probability q. The difference of two
panels of k votes is a walk of k steps with probabilities u, 1 - 2u, u of -1, 0, 1, where u = q (1 - q), and its mean
size is a polynomial of degree k in u. So whatever the true distributions are, the votes of a case estimate the scores
of panels of 1 to half of its votes without bias, and no others; the score of a larger panel is known within a range.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np

from ordquant_core.distributions import all_votes
from ordquant_core.measures.pairs import Kernel, in_blocks
from ordquant_core.records import FloatArray

SHARES = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)  # of one of two classes
CLASSES = (2, 3, 4, 5)
MOST_PANELS = 1600  # larger pictures, of which there are more possible panels, are left out
MOST_VOTES = 1000  # beyond, even the pairs of panels over two classes are too many
MOST_SIZES = 15
RIDGE = 1e-4
LARGEST = 0.5  # error: beyond, the ends of a range differ by more than a factor of 3
KEPT = 4096


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """What the scores of panels of few annotators are weighed with to give that of a larger panel."""

    values: FloatArray  # (sizes,), those of `sizes`
    error: float  # epsilon: the largest relative error on the pictures


def sizes(n_votes: int) -> tuple[int, ...]:
    """Return the sizes of disjoint panels that so many votes are divided into: 1 to half of them, at most 15.

    >>> sizes(9), len(sizes(100)), sizes(100)[-1]
    ((1, 2, 3, 4), 15, 50)
    """
    half = n_votes // 2
    return tuple(sorted({max(1, round(half * step / MOST_SIZES)) for step in range(1, MOST_SIZES + 1)}))


@lru_cache(KEPT)
def weights(kernel: Kernel, n_votes: int, annotators: int) -> Weights | None:
    r"""Return weights c with which n_votes estimate the score of a panel of `annotators` against as many others.

    With psi_p(k) the expected score of two panels of k annotators of a picture p, in `kernel`, the formula of a
    measure, and A the matrix of :math:`\psi_p(k) / \psi_p(\text{annotators})` over pictures and `sizes`,

    .. math:: c \propto (A'A / |P| + 10^{-4} I)^{-1} A'1 / |P|, \qquad r = A c, \qquad
              \epsilon = \frac{\max r - \min r}{\max r + \min r}

    scaled so that max r + min r = 2. For NMD and NVD every task is a mixture of the pictures over two classes, so that
    epsilon bounds the relative error whatever the true distributions are, but for 0.0061 between the shares of the
    pictures (2 to 100 votes, by listing; at 11 votes and a share of 0.07); for other measures it holds for these
    pictures: two classes, and evenly, evenly but for one class, on one peak, falling or polarised over 3 to 5 classes.
    The bound is that of bias-aware intervals (Armstrong and Kolesar). Nothing is random. None where the error on
    the pictures is above one half, as for measures of the order of the bars, and beyond 1,000 votes.
    """
    if max(n_votes, annotators) > MOST_VOTES:
        return None
    fewest = max(n_votes, annotators)
    classes = [n for n in CLASSES if n == 2 or comb(fewest + n - 1, n - 1) <= MOST_PANELS]

    def scores(size: int) -> FloatArray:
        return np.concatenate([_expected(kernel, size, n) for n in classes])

    with np.errstate(all="ignore"):
        ratios = np.stack([scores(size) for size in sizes(n_votes)], axis=1) / scores(annotators)[:, None]
    if not np.isfinite(ratios).all():
        return None
    squares = ratios.T @ ratios / len(ratios) + RIDGE * np.eye(ratios.shape[1])
    values = np.linalg.lstsq(squares, ratios.mean(axis=0), rcond=None)[0]  # scores that fall to 1e-20 make it singular
    reached = ratios @ values
    middle = (reached.max() + reached.min()) / 2
    error = float(np.round(np.ptp(reached) / 2 / middle, 12))  # of measures that are linear in k it is rounding
    return Weights(values / middle, error) if 0 <= error <= LARGEST else None


@lru_cache(KEPT)
def _expected(kernel: Kernel, size: int, n_classes: int) -> FloatArray:
    """Return the expected score of two panels of some size for every picture over so many classes, by listing all."""
    panels = all_votes(size, n_classes)
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, size + 1)))])  # of factorials
    chance = logs[size] - logs[panels].sum(axis=1) + np.log(_pictures(n_classes)) @ panels.T
    shares = panels / size
    (scores,) = in_blocks([kernel], shares[:, None], shares[None])
    chances = np.exp(chance)
    return np.asarray(((chances @ scores) * chances).sum(axis=1))


def _pictures(n_classes: int) -> FloatArray:
    """Return the distributions that weights are fitted to: (pictures, L)."""
    if n_classes == 2:
        return np.array([(1 - share, share) for share in SHARES])
    place = np.arange(n_classes)
    ends = (place == 0) | (place == n_classes - 1)
    heights = [
        np.ones(n_classes),
        np.exp(-((place - (n_classes - 1) / 2) ** 2)),
        np.exp(-place.astype(np.float64)),
        *(np.where(place == n_classes // 2, top, (1 - top) / (n_classes - 1)) for top in (0.95, 0.8)),
        np.where(ends, 0.4, 0.2 / (n_classes - 2)),
    ]
    return np.array([height / height.sum() for height in heights])
