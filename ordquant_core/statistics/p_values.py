"""How a p-value that was counted in random trials is written."""

import math


def p_text(p_value: float, n_trials: int) -> str:
    """Return a p-value with its sign, to three decimals: `= 0.013`, `< 0.001`, or `≤ 0.0002` where it has its bound.

    p = (k + 1) / (B + 1) cannot be smaller than 1 / (B + 1), however different two runs are: with k = 0 all that is
    known is that p is not larger. That bound is written with two digits, rounded up.

    >>> p_text(1 / 5001, 5000), p_text(2 / 5001, 5000), p_text(1 / 201, 200), p_text(0.0129, 5000)
    ('≤ 0.0002', '< 0.001', '≤ 0.005', '= 0.013')
    """
    bound = 1 / (n_trials + 1)
    if p_value <= bound * (1 + 1e-9):
        places = 1 - math.floor(math.log10(bound))
        return f"≤ {math.ceil(bound * 10**places) / 10**places:.{places}f}".rstrip("0")
    return f"= {p_value:.3f}" if p_value >= 0.0005 else "< 0.001"


def p_cell(p_value: float, n_trials: int) -> str:
    """Return a p-value for a column of them: as `p_text`, without the sign of equality.

    >>> p_cell(0.0129, 5000), p_cell(1 / 5001, 5000)
    ('0.013', '≤ 0.0002')
    """
    return p_text(p_value, n_trials).removeprefix("= ")
