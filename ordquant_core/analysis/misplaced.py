"""What an estimate of one case gets wrong: how much probability is misplaced, by how many classes, and where most."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.distributions import as_pair, widths_of


@dataclass(frozen=True, slots=True)
class Misplaced:
    """How one estimate misses its gold; amounts are probabilities, distances are in classes, or units of positions."""

    amount: float  # NVD: the probability that would have to move
    work: float  # MD: the amount that moves, times how far it moves
    largest_class: int  # the class whose estimate is furthest from the gold
    largest: float  # and by how much

    @property
    def distance(self) -> float:
        """How far the misplaced probability lies from where it belongs, on average; 0 where nothing is misplaced."""
        return self.work / self.amount if self.amount else 0.0


def misplaced(gold: ArrayLike, estimated: ArrayLike, positions: ArrayLike | None = None) -> Misplaced:
    r"""Describe how an estimate of shape (L,) misses its gold, both votes or probabilities.

    .. math:: \mathrm{amount} = \frac{1}{2} \sum_i |p_i - p^*_i|, \quad
              \mathrm{work} = \sum_i (x_{i+1} - x_i) |cp_i - cp^*_i|

    The amount is NVD, in [0, 1], the work MD; x are the `positions` of the classes, by default 1 to L. Their ratio is
    the mean distance that the misplaced probability has to move. Of classes with equal errors (to 12 decimals) the
    first is the largest. Raises `OrdquantError` on anything that is not one pair of distributions.

    >>> misplaced([2, 1, 1], [4, 0, 0])
    Misplaced(amount=0.5, work=0.75, largest_class=0, largest=0.5)
    """
    p_gold, p = as_pair(gold, estimated)
    errors = np.abs(p - p_gold)
    widths = 1.0 if positions is None else np.array(widths_of(positions, len(p)))
    moved = np.abs(np.cumsum(p - p_gold))[:-1] * widths
    largest = int(errors.round(12).argmax())
    return Misplaced(
        amount=float(errors.sum() / 2),
        work=float(moved.sum()),
        largest_class=largest,
        largest=float(errors[largest]),
    )
