"""Measures of the order of the classes by probability: DNKT, and its combinations with quantity measures.

Functions take shapes (..., L) that broadcast, votes or probabilities, return shape (...), and raise
`OrdquantError` on anything that is not a distribution. Two classes are tied where their numbers are equal, to the
last bit: votes keep that exact.
"""

import numpy as np
from numpy.typing import NDArray

from ordquant_core.distributions import Widths
from ordquant_core.measures.match_distance import nmd
from ordquant_core.measures.nominal import jsd
from ordquant_core.measures.order_aware import rnod
from ordquant_core.measures.pairs import on_pairs
from ordquant_core.records import FloatArray


@on_pairs
def dnkt(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Divergence based on Normalised Kendall's Tau of the classes ordered by probability; range [0, 1].

    .. math:: \mathrm{DNKT} = \frac{1 - \tau_b}{2}, \quad
              \tau_b = \frac{C - D}{\sqrt{\max(1, U_p) \max(1, U_{p^*})}}

    C and D count concordant and discordant pairs of classes, U the pairs that are not tied. 0 when both sides put
    the classes in the same order without ties, whatever the amounts; 0.5 when either side is uniform.
    Reference: variants study 2022, Eqs. 13-16 [sakai2022].

    >>> dnkt([4, 3, 2, 1], [[0.31, 0.30, 0.20, 0.19], [0.1, 0.2, 0.3, 0.4], [0.25, 0.25, 0.25, 0.25]]).tolist()
    [0.0, 1.0, 0.5]
    """
    shape = np.broadcast_shapes(gold.shape, estimated.shape)[1:]
    balance, untied_gold, untied_estimated = np.zeros((3, *shape), dtype=np.int32)
    for shift in range(1, len(gold)):  # all pairs of classes that are `shift` apart at once
        order_gold, order_estimated = _order(gold, shift), _order(estimated, shift)
        for counted, signs in (
            (balance, order_gold * order_estimated),
            (untied_gold, np.abs(order_gold)),
            (untied_estimated, np.abs(order_estimated)),
        ):
            counted += signs.sum(axis=0, dtype=np.int32)
    untied = np.sqrt(np.maximum(1, untied_gold) * np.maximum(1, untied_estimated))
    return np.asarray((1 - balance / untied) / 2)


@on_pairs
def dnkt_jsd(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Harmonic mean of DNKT and JSD; 0 where either is 0; range [0, 1].

    .. math:: \mathrm{DNKT\_JSD} = \frac{2 \cdot \mathrm{DNKT} \cdot \mathrm{JSD}}{\mathrm{DNKT} + \mathrm{JSD}}

    Reference: variants study 2022, Eq. 17 [sakai2022].

    >>> float(dnkt_jsd([1, 1], [1, 1]))
    0.0
    """
    return _harmonic_mean(dnkt.kernel(gold, estimated), jsd.kernel(gold, estimated))


@on_pairs
def dnkt_nmd(gold: FloatArray, estimated: FloatArray, widths: Widths | None = None) -> FloatArray:
    r"""Harmonic mean of DNKT and NMD; 0 where either is 0; range [0, 1].

    .. math:: \mathrm{DNKT\_NMD} = \frac{2 \cdot \mathrm{DNKT} \cdot \mathrm{NMD}}{\mathrm{DNKT} + \mathrm{NMD}}

    Reference: variants study 2022, Eq. 17 [sakai2022].

    >>> float(dnkt_nmd([1, 0], [0, 1]))
    1.0
    """
    return _harmonic_mean(dnkt.kernel(gold, estimated), nmd.kernel(gold, estimated, widths))


@on_pairs
def dnkt_rnod(gold: FloatArray, estimated: FloatArray, widths: Widths | None = None) -> FloatArray:
    r"""Harmonic mean of DNKT and RNOD; 0 where either is 0.

    .. math:: \mathrm{DNKT\_RNOD} = \frac{2 \cdot \mathrm{DNKT} \cdot \mathrm{RNOD}}{\mathrm{DNKT} + \mathrm{RNOD}}

    Reference: variants study 2022, Eq. 17 [sakai2022].

    >>> float(dnkt_rnod([1, 0], [0, 1]))
    1.0
    """
    return _harmonic_mean(dnkt.kernel(gold, estimated), rnod.kernel(gold, estimated, widths))


def _order(values: FloatArray, shift: int) -> NDArray[np.int8]:
    """Return the sign of every class minus the class `shift` before it: a byte each."""
    later, earlier = values[shift:], values[:-shift]
    return (later > earlier).view(np.int8) - (later < earlier).view(np.int8)


def _harmonic_mean(first: FloatArray, second: FloatArray) -> FloatArray:
    total = first + second
    return np.asarray(np.divide(2 * first * second, total, out=np.zeros_like(total), where=total > 0))
