"""The probabilities of vote counts that are drawn from distributions."""

import math

import numpy as np

from ordquant_core.records import FloatArray, IntArray

NEVER = -1e9  # stands for log 0: exp of a vote for such a class is 0, and 0 votes make no NaN


def multinomial(distributions: FloatArray, counts: IntArray) -> FloatArray:
    r"""Return the probabilities of votes, (L, n) with equal sums N, drawn from distributions (…, L): shape (…, n).

    .. math:: \frac{N!}{\prod_j v_j!} \prod_j q_j^{v_j}

    >>> multinomial(np.array([0.5, 0.5]), np.array([[0, 1, 2], [2, 1, 0]])).round(12).tolist()
    [0.25, 0.5, 0.25]
    """
    totals = counts.sum(axis=0)
    log_factorials = np.array(list(map(math.lgamma, range(1, int(totals[0]) + 2))))
    arrangements = log_factorials[totals] - log_factorials[counts].sum(axis=0)
    logs = np.log(distributions, out=np.full(distributions.shape, NEVER), where=distributions > 0)
    return np.asarray(np.exp(logs @ counts + arrangements))
