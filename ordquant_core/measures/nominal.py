"""Measures that compare bin by bin and ignore the order of the classes. Smaller is better; 0 means identical.

In every formula p is the estimate and p* the gold. Functions take shapes (..., L) that broadcast, votes or
probabilities, return shape (...), and raise `OrdquantError` on anything that is not a distribution.
"""

import numpy as np

from ordquant_core.distributions import sum_classes
from ordquant_core.measures.pairs import on_pairs
from ordquant_core.records import FloatArray


@on_pairs
def vd(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Variational Distance, the sum of absolute errors; range [0, 2].

    .. math:: \mathrm{VD}(p, p^*) = \sum_i |p_i - p^*_i|

    Reference: SIGIR 2018, Eq. 1 [sakai2018].

    >>> vd([1, 0, 0], [[1, 0, 0], [0, 0.5, 0.5]]).tolist()
    [0.0, 2.0]
    """
    return sum_classes(np.abs(estimated - gold))


@on_pairs
def nvd(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Normalised Variational Distance, L/2 times the mean absolute error; range [0, 1].

    .. math:: \mathrm{NVD}(p, p^*) = \frac{1}{2} \sum_i |p_i - p^*_i|

    Reference: SIGIR 2018, Eq. 2 [sakai2018].

    >>> round(float(nvd([1, 1, 1, 1, 1], [0.3, 0.3, 0.2, 0.1, 0.1])), 4)
    0.2
    """
    return vd.kernel(gold, estimated) / 2


@on_pairs
def ss(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Sum of Squares; range [0, 2].

    .. math:: \mathrm{SS}(p, p^*) = \sum_i (p_i - p^*_i)^2

    Reference: SIGIR 2018, Eq. 3 [sakai2018].

    >>> ss([1, 0], [[1, 0], [0, 1]]).tolist()
    [0.0, 2.0]
    """
    return sum_classes((estimated - gold) ** 2)


@on_pairs
def rnss(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Root Normalised Sum of Squares, the root of half the summed squared errors; range [0, 1].

    .. math:: \mathrm{RNSS}(p, p^*) = \sqrt{\frac{1}{2} \sum_i (p_i - p^*_i)^2}

    Reference: EVIA 2017, Eq. 3 [sakai2017]; SIGIR 2018, Eq. 4 [sakai2018].

    >>> round(float(rnss([1, 1, 1, 1, 1], [0.3, 0.3, 0.2, 0.1, 0.1])), 4)
    0.1414
    """
    return np.sqrt(ss.kernel(gold, estimated) / 2)


@on_pairs
def kld(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Kullback-Leibler Divergence of the estimate from the gold, in bits; range [0, inf].

    .. math:: \mathrm{KLD}(p \parallel p^*) = \sum_{i: p_i > 0} p_i \log_2 \frac{p_i}{p^*_i}

    Infinite if the estimate gives probability to a class that has none in the gold.
    Reference: SIGIR 2018, Eq. 6 [sakai2018].

    >>> kld([[0.5, 0.5], [1, 0]], [1, 0]).tolist(), float(kld([1, 0], [0.5, 0.5]))
    ([1.0, 0.0], inf)
    """
    with np.errstate(divide="ignore"):  # p* = 0 < p: infinite by definition
        return _relative_entropy(estimated, np.log2(estimated), np.log2(gold))


@on_pairs
def jsd(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Jensen-Shannon Divergence with base 2 and no root; range [0, 1], never above NVD.

    .. math:: \mathrm{JSD}(p, p^*) = \frac{1}{2} \left( \mathrm{KLD}(p \parallel m) + \mathrm{KLD}(p^* \parallel m)
              \right), \quad m = \frac{p + p^*}{2}

    Reference: SIGIR 2018, Eq. 5 [sakai2018], after [lin1991].

    >>> round(float(jsd([1, 1, 1, 1, 1], [0.3, 0.3, 0.2, 0.1, 0.1])), 4)
    0.039
    """
    # KLD(2p || 2m) = 2 KLD(p || m): half of the smallest float would be 0, and KLD infinite
    with np.errstate(divide="ignore"):
        middle = np.log2(estimated + gold)
        halves = [_relative_entropy(twice, np.log2(twice), middle) for twice in (2 * estimated, 2 * gold)]
    return (halves[0] + halves[1]) / 4


def _relative_entropy(masses: FloatArray, bits: FloatArray, other_bits: FloatArray) -> FloatArray:
    """Sum m (log2 m - log2 m') over the classes with mass; given are the masses and both logarithms."""
    with np.errstate(invalid="ignore"):  # -inf - -inf where neither side has mass: not looked at
        # A difference of logarithms, not the logarithm of a ratio: 1 / 1e-320 would overflow.
        terms = masses * (bits - other_bits)
    np.copyto(terms, 0, where=masses == 0)
    # The sum is >= 0 (Gibbs); rounding may leave -1e-17 behind.
    return np.asarray(np.maximum(sum_classes(terms), 0.0))
