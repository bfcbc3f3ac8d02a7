"""Words that sentences are made of: measures by their labels, counts, and what intervals are called."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.findings.sentence import NAMED, Styled
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, listed, score, setting
from ordquant_core.statistics.mean_interval import FEW

MEANS = "Student's t corrected for skewness, Willink 2005"  # how intervals of mean scores are computed
DIFFERENCES = "Student's t"  # and those of mean differences of two runs
ALIKE = "where the errors of all runs are alike"  # when simultaneous intervals hold jointly
EFFECT_SIZE = (
    "difference of the means over the residual standard deviation of the two-way layout of the cases and the runs "
    "that are tested together"
)


def span(numbers: ArrayLike, noun: str) -> str:
    """Say between which two numbers some counts lie.

    >>> span([19, 19], "annotator"), span([1, 5, 3], "vote")
    ('19 annotators', '1 to 5 votes')
    """
    fewest, most = int(np.min(numbers)), int(np.max(numbers))
    return count(most, noun) if fewest == most else f"{count(fewest)} to {count(most, noun)}"


def labels(keys: Sequence[str]) -> str:
    """Join the labels of measures as in a sentence: 'NMD', 'NMD and RSNOD', 'NMD, RSNOD and JSD'."""
    return listed([MEASURES[key].label for key in keys])


def some(keys: Sequence[str], of: str = "") -> str:
    """Name a few measures, or count many: 'NMD and JSD', '5 measures', and where `of` is "of 6 ", '5 of 6 measures'."""
    return labels(keys) if len(keys) <= NAMED else f"{len(keys)} {of}measures"


def exactly(value: float, style: str = "") -> Styled:
    """Write a score, with all its digits where one points."""
    return Styled(score(value), style, repr(value))


def few_cases(n_cases: int, unit: str = "case") -> str:
    """Say what is to be known of the intervals of means on few cases; nothing where there are enough.

    >>> few_cases(5), few_cases(1, "dialogue"), few_cases(20)
    ('Intervals of means on fewer than 20 cases may be too narrow; here there are 5.', 'One dialogue: no interval.', '')
    """
    if n_cases == 1:
        return f"One {unit}: no interval."
    if n_cases >= FEW:
        return ""
    return f"Intervals of means on fewer than {FEW} {unit}s may be too narrow; here there are {n_cases}."


def confidence(alpha: float) -> str:
    """Return the confidence of intervals that belong to a significance level.

    >>> confidence(0.05), confidence(0.025)
    ('95%', '97.5%')
    """
    return f"{setting(100 * (1 - alpha))}%"
