r"""Measures of neighbouring fields: probability forecasts, ordinal label distributions, quantification.

In every formula p is the estimate, p* the gold, cp and cp* their cumulative sums. Functions take shapes (..., L)
that broadcast, votes or probabilities, return shape (...), and raise `OrdquantError` on anything that is not a
distribution.
"""

import numpy as np

from ordquant_core.distributions import sum_classes
from ordquant_core.measures.pairs import on_pairs
from ordquant_core.records import FloatArray


@on_pairs
def rps(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Ranked Probability Score, the mean squared gap between the two cumulative distributions; range [0, 1].

    .. math:: \mathrm{RPS}(p, p^*) = \frac{1}{L - 1} \sum_i (cp_i - cp^*_i)^2

    Some tools do not divide by L - 1. Reference: [epstein1969], in the form of [murphy1970].

    >>> rps([1, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 2]]).tolist()
    [0.0, 0.5, 1.0, 0.40625]
    """
    gap = estimated - gold
    cumulative = gap[0].copy()
    total = cumulative**2
    for step in gap[1:-1]:  # the last cumulative gap is 1 - 1
        cumulative += step
        total += cumulative**2
    return np.asarray(total / (len(gold) - 1))


@on_pairs
def cjs(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Cumulative Jensen-Shannon divergence, in nats; range [0, (L - 1) ln(2) / 2].

    .. math:: \mathrm{CJS}(p, p^*) = \frac{1}{2} \sum_i \left( cp_i \ln \frac{cp_i}{m_i} + cp^*_i \ln
              \frac{cp^*_i}{m_i} \right), \quad m_i = \frac{cp_i + cp^*_i}{2}

    The cumulative sums run from the first class: with the classes in reverse order the value is another one.
    Reference: [wen2023].

    >>> cjs([1, 0, 0], [[1, 0, 0], [0, 0, 1]]).round(4).tolist()
    [0.0, 0.6931]
    """
    sides = np.zeros_like(estimated[0] + gold[0]), np.zeros_like(estimated[0] + gold[0])
    total = np.zeros_like(sides[0])
    for masses in zip(estimated[:-1], gold[:-1], strict=True):  # in the last class both sums are 1
        for side, mass in zip(sides, masses, strict=True):
            side += mass
        with np.errstate(divide="ignore", invalid="ignore"):  # -inf - -inf where neither side has mass: not looked at
            middle = np.log(sides[0] + sides[1])  # of twice the middle: half of the smallest float would be 0
            terms = [_times_log(side, np.log(2 * side) - middle) for side in sides]
        total += np.maximum(terms[0] + terms[1], 0.0)  # >= 0; rounding may leave -1e-17 behind
    return np.asarray(total / 2)


@on_pairs
def ae(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Absolute Error, averaged over the classes; range [0, 2 / L].

    .. math:: \mathrm{AE}(p, p^*) = \frac{1}{L} \sum_i |p_i - p^*_i|

    Reference: `ae` in `error.py` of QuaPy [moreo2021].

    >>> ae([1, 0], [[1, 0], [0, 1]]).tolist()
    [0.0, 1.0]
    """
    return _summed_errors(gold, estimated) / len(gold)


@on_pairs
def rmse(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Root mean squared error over the classes; range [0, root of 2 / L].

    .. math:: \mathrm{RMSE}(p, p^*) = \sqrt{\frac{1}{L} \sum_i (p_i - p^*_i)^2}

    It is RNSS times the root of 2 / L: over the same classes, both order estimates alike. Reference: EVIA 2017, which
    compares RNSS with it [sakai2017].

    >>> rmse([1, 0], [[1, 0], [0, 1], [1, 1]]).tolist()
    [0.0, 1.0, 0.5]
    """
    return np.asarray(np.sqrt(sum_classes((estimated - gold) ** 2) / len(gold)))


@on_pairs
def nae(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Normalised Absolute Error: the absolute error divided by the largest that this gold allows; range [0, 1].

    .. math:: \mathrm{NAE}(p, p^*) = \frac{\sum_i |p_i - p^*_i|}{2 (1 - \min_i p^*_i)}

    Reference: `nae` in `error.py` of QuaPy [moreo2021], after [sebastiani2020].

    >>> nae([1, 1, 2], [[1, 1, 2], [0, 0, 1], [1, 0, 0]]).round(4).tolist()
    [0.0, 0.6667, 1.0]
    """
    return np.asarray(_summed_errors(gold, estimated) / (2 * (1 - gold.min(axis=0))))


@on_pairs
def hd(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Hellinger Distance; range [0, 1].

    .. math:: \mathrm{HD}(p, p^*) = \sqrt{\frac{1}{2} \sum_i (\sqrt{p_i} - \sqrt{p^*_i})^2}
              = \sqrt{1 - \sum_i \sqrt{p_i p^*_i}}

    Reference: [hellinger1909]; a measure of quantification in [sebastiani2020].

    >>> hd([1, 0], [[1, 0], [0, 1], [1, 3]]).round(4).tolist()
    [0.0, 1.0, 0.7071]
    """
    return np.asarray(np.sqrt(sum_classes((np.sqrt(estimated) - np.sqrt(gold)) ** 2) / 2))


@on_pairs
def cheb(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Chebyshev distance, the largest absolute error of any class; range [0, 1].

    .. math:: \mathrm{CHEB}(p, p^*) = \max_i |p_i - p^*_i|

    Reference: one of the six measures of label distribution learning [geng2016].

    >>> cheb([1, 1, 2], [[1, 1, 2], [0, 0, 1]]).tolist()
    [0.0, 0.5]
    """
    return np.asarray(np.abs(estimated - gold).max(axis=0))


@on_pairs
def clark(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Clark distance, the root of the summed squares of relative errors; range [0, root of L].

    .. math:: \mathrm{CLARK}(p, p^*) = \sqrt{\sum_i \frac{(p_i - p^*_i)^2}{(p_i + p^*_i)^2}}, \quad 0/0 = 0

    Reference: one of the six measures of label distribution learning [geng2016].

    >>> clark([1, 0, 1], [[1, 0, 1], [0, 1, 0]]).round(4).tolist()
    [0.0, 1.7321]
    """
    return np.asarray(np.sqrt(sum_classes(_relative_errors(gold, estimated) ** 2)))


@on_pairs
def canb(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Canberra distance, the sum of relative errors; range [0, L].

    .. math:: \mathrm{CANB}(p, p^*) = \sum_i \frac{|p_i - p^*_i|}{p_i + p^*_i}, \quad 0/0 = 0

    Reference: one of the six measures of label distribution learning [geng2016].

    >>> canb([1, 0, 1], [[1, 0, 1], [0, 1, 0]]).tolist()
    [0.0, 3.0]
    """
    return sum_classes(_relative_errors(gold, estimated))


@on_pairs
def cos(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    r"""Cosine distance, 1 minus the cosine of the angle between the two; range [0, 1].

    .. math:: \mathrm{COS}(p, p^*) = 1 - \frac{\sum_i p_i p^*_i}{\sqrt{\sum_i p_i^2} \sqrt{\sum_i (p^*_i)^2}}

    Reference: one of the six measures of label distribution learning [geng2016], there as a similarity.

    >>> cos([1, 0], [[1, 0], [0, 1], [1, 1]]).round(4).tolist()
    [0.0, 1.0, 0.2929]
    """
    # Half the squared distance of the two on the unit circle: no difference of numbers close to 1.
    on_circle = [side / np.sqrt(sum_classes(side**2)) for side in (gold, estimated)]
    return np.asarray(sum_classes((on_circle[1] - on_circle[0]) ** 2) / 2)


def _summed_errors(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    return sum_classes(np.abs(estimated - gold))


def _relative_errors(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    """Return |p - p*| / (p + p*) of every class, 0 where both are 0."""
    both = estimated + gold
    return np.asarray(np.divide(np.abs(estimated - gold), both, out=np.zeros_like(both), where=both > 0))


def _times_log(masses: FloatArray, logs: FloatArray) -> FloatArray:
    """Return mass times logarithm, 0 where there is no mass."""
    return np.asarray(np.multiply(masses, logs, out=np.zeros_like(masses), where=masses > 0))
