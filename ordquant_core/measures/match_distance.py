"""The Match Distance family (Earth Mover's Distance on a line): how far must probability move?

In every formula p is the estimate, p* the gold, cp and cp* their cumulative sums. Functions take shapes (..., L)
that broadcast, votes or probabilities, return shape (...), and raise `OrdquantError` on anything that is not a
distribution.
"""

import numpy as np

from ordquant_core.distributions import Widths
from ordquant_core.measures.pairs import on_pairs, span
from ordquant_core.records import FloatArray


@on_pairs
def md(gold: FloatArray, estimated: FloatArray, widths: Widths | None = None) -> FloatArray:
    r"""Match Distance: Earth Mover's Distance with neighbouring classes one step apart; range [0, L - 1].

    .. math:: \mathrm{MD}(p, p^*) = \sum_i |cp_i - cp^*_i|

    Reference: SIGIR 2018, Eq. 7 [sakai2018], after [werman1985].

    >>> md([1, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]).tolist()
    [0.0, 1.0, 2.0]
    """
    gap = estimated - gold
    cumulative = gap[0].copy()
    total = np.abs(cumulative) if widths is None else np.abs(cumulative) * widths[0]
    for place, step in enumerate(gap[1:-1], start=1):  # the last cumulative gap is 1 - 1
        cumulative += step
        total += np.abs(cumulative) if widths is None else np.abs(cumulative) * widths[place]
    return np.asarray(total)


@on_pairs
def nmd(gold: FloatArray, estimated: FloatArray, widths: Widths | None = None) -> FloatArray:
    r"""Normalised Match Distance: the mean gap between the two cumulative distributions; range [0, 1].

    .. math:: \mathrm{NMD}(p, p^*) = \frac{1}{L - 1} \sum_i |cp_i - cp^*_i|

    It is 1 only if all probability lies at opposite ends. Reference: SIGIR 2018, Eq. 8 [sakai2018].

    >>> nmd([1, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]).tolist()
    [0.0, 0.5, 1.0]
    """
    return md.kernel(gold, estimated, widths) / span(gold, widths)
