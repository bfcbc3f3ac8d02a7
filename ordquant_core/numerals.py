"""Numbers as people read them: on pages, in figures, sentences and reports. No other module rounds them.

Files to be read by programs hold full precision instead, see `to_frame` of the results.
"""

import math
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import OrdquantError

MINUS = "−"
LEFT_TO_RIGHT = "\u200e"
NOT_DEFINED = "n/a"
EXACT = 1e-9  # closer to 0% or 100%, or to a number of few decimals, is float rounding
NOISE = 12  # decimals: what differs beyond them is float rounding
UP = 1 + 1e-14  # times this, what is halfway between two numbers of few decimals is nearer to the larger one
KEPT = 2**15  # numbers whose texts are kept: what a visitor changes leaves most of a table as it was
USUAL = 3  # decimals of a score
LEVELS = (0.01, 0.025, 0.05, 0.1)  # of significance
_EXACT_TO = 1e5  # beyond, a float has no room for a millionth of its last decimal


def score(value: float, *, sign: bool = False) -> str:
    """Return a score, a mean, a delta or a correlation to three decimals; `sign`: with a plus where it is positive.

    >>> score(0.6), score(-0.0004), score(0.25, sign=True), score(-0.1), score(float("inf")), score(float("nan"))
    ('0.600', '0.000', '+0.250', '−0.100', '∞', 'n/a')
    """
    return decimals(value, USUAL, sign=sign)


def margin(difference: float) -> str:
    """Return how far apart two scores that differ are, without a sign; what three decimals would hide as a bound.

    >>> margin(-0.25), margin(0.0004), margin(0)
    ('0.250', '< 0.001', '0.000')
    """
    text = score(abs(difference))
    return "< 0.001" if difference and text == score(0) else text


def distinct(
    values: Sequence[float], write: Callable[[float, int], str] | None = None, places: int = USUAL
) -> list[str]:
    """Write numbers that a sentence compares with as many decimals, from `places` on, as tell them apart.

    >>> distinct([0.5, 0.25]), distinct([0.1234, 0.1231]), distinct([0.5, 0.5]), distinct([0.996, 0.999], percent, 0)
    (['0.500', '0.250'], ['0.1234', '0.1231'], ['0.500', '0.500'], ['99.6%', '99.9%'])
    """
    known = {round(float(value), NOISE) for value in values}
    while True:
        texts = [(write or decimals)(value, places) for value in values]
        if len({*texts}) >= len(known) or places == NOISE:
            return texts
        places += 1


def all_of(number: int, noun: str) -> str:
    """Return that all of some things are meant: of two, both.

    >>> all_of(2, "measure"), all_of(12, "measure")
    ('both measures', 'all 12 measures')
    """
    return f"both {noun}s" if number == 2 else f"all {count(number, noun)}"


def interval(low: float, high: float, *, sign: bool = False) -> str:
    """Return the bounds of an interval of scores; of one that does not exist, that.

    `sign`: of differences, with as many decimals as show on which side of 0 each bound lies.

    >>> interval(0.1, 0.25), interval(-0.1, 0.2, sign=True), interval(float("nan"), float("nan"))
    ('0.100 to 0.250', '−0.100 to +0.200', 'n/a')
    >>> interval(-0.1, -0.0004, sign=True), interval(0, 0.2, sign=True)
    ('−0.1000 to −0.0004', '0.000 to +0.200')
    """
    if math.isnan(low) or math.isnan(high):
        return NOT_DEFINED
    places = USUAL
    while sign and any(rounded(end, NOISE) and not rounded(end, places) for end in (low, high)):
        places += 1
    return f"{decimals(low, places, sign=sign)} to {decimals(high, places, sign=sign)}"


def rounded(value: float, places: int) -> float:
    """Return a number to so many decimals; halfway between two it goes away from 0, as people learn to round.

    So numbers that are an exact step apart, such as 1/8, look so.

    >>> rounded(0.3125, 3), rounded(0.1875, 3), rounded(-0.0375, 3), rounded(2.5, 0), rounded(0.1 + 0.2, 12)
    (0.313, 0.188, -0.038, 3.0, 0.3)
    """
    return math.copysign(round(round(abs(float(value)), NOISE) * UP, places), value)


def decimals(value: float, places: int, *, sign: bool = False) -> str:
    """Return a number to so many decimals, with a true minus sign and commas between thousands; zero has no sign.

    >>> decimals(-1234.56, 1), decimals(-0.001, 2), decimals(0.0625, 3)
    ('−1,234.6', '0.00', '0.063')
    """
    return _decimals(rounded(value, places), places, sign)


@lru_cache(KEPT)
def _decimals(rounded: float, places: int, sign: bool) -> str:  # of a task's thousands of scores, most are alike
    if math.isnan(rounded):
        return NOT_DEFINED
    text = "∞" if math.isinf(rounded) else f"{abs(rounded):,.{places}f}"
    return f"{MINUS}{text}" if rounded < 0 else f"+{text}" if sign and rounded > 0 else text


def in_cell(value: float) -> str:
    """Write a number where there is room for three characters: two decimals, below 1 without the 0 before them.

    What only rounds to 1 is `1.0`: a bare 1 is exact.

    >>> in_cell(0.956), in_cell(0.999), in_cell(1.0), in_cell(-0.1), in_cell(10.5)
    ('.96', '1.0', '1', '−.10', '10.50')
    """
    if abs(value - 1) < 1e-12:
        return "1"
    text = decimals(value, 2)
    return "1.0" if text == "1.00" else text.replace("0.", ".", 1) if abs(value) < 1 else text


def written(values: ArrayLike, *, places: int = 3, sign: bool = False) -> list[Any]:
    """Write numbers of any shape as `decimals` does each; returns nested lists of that shape.

    Numbers that give the same text are written once: 10,000 deltas are about 2,000 texts. Those up to 1 are kept.

    >>> written([[0.0625, -0.0004], [-0.5, float("nan")]], sign=True)
    [['+0.063', '0.000'], ['−0.500', 'n/a']]
    """
    array = np.atleast_1d(np.asarray(values, dtype=np.float64))
    steps = 10**places
    with np.errstate(invalid="ignore", over="ignore"):
        scaled = array * steps
        near = np.rint(scaled)
        halfway = np.abs(scaled - near) > 0.5 - 1e-6  # which way these go is for `decimals` to say
    usual = (np.abs(near) <= steps) & ~halfway & (places <= USUAL)
    texts = np.empty(array.shape, dtype=object)
    if usual.any():
        texts[usual] = _up_to_one(places, sign)[near[usual].astype(np.int64) + steps]
    if not usual.all():
        same = np.where((np.abs(array) < _EXACT_TO) & ~halfway, near / steps, array)[~usual]
        distinct, numbers = np.unique(same, return_inverse=True)
        texts[~usual] = np.array([decimals(value, places, sign=sign) for value in distinct.tolist()], object)[numbers]
    result: list[Any] = texts.tolist()
    return result


def named_margins(deltas: ArrayLike) -> list[str]:
    """Write scores of A minus scores of B, shape (n,), as the run that each favours and by how much.

    >>> named_margins([-0.125, 0, 0.5, 0.0001, float("nan")])
    ['◂ A 0.125', 'tie', 'B 0.500 ▸', 'B < 0.001 ▸', 'n/a']
    """
    values = np.asarray(deltas, dtype=np.float64)
    ties, zero = np.abs(values) < 10.0**-NOISE, margin(0)
    sizes = [margin(10.0**-NOISE) if size == zero else size for size in written(np.abs(values))]
    return [
        size if size == NOT_DEFINED else "tie" if tie else f"◂ A {size}" if value < 0 else f"B {size} ▸"
        for value, tie, size in zip(values.tolist(), ties.tolist(), sizes, strict=True)
    ]


@cache
def _up_to_one(places: int, sign: bool) -> NDArray[np.object_]:
    """Return the texts of all numbers from -1 to 1, as most scores and deltas are."""
    steps = 10**places
    texts = [decimals(step / steps, places, sign=sign) for step in range(-steps, steps + 1)]
    return np.array(texts, dtype=object)


def exact_places(values: Iterable[float], *, fewest: int = 2) -> int:
    """Return how many decimals write all these numbers exactly: from `fewest` on, and at most 3.

    >>> exact_places([0.05, 0.15, 0.4]), exact_places([0.05, 1 / 3]), exact_places([1, -0.5], fewest=0)
    (2, 3, 1)
    """
    finite = [float(value) for value in values if math.isfinite(value)]
    for places in range(fewest, USUAL):
        if all(abs(value - round(value, places)) < EXACT for value in finite):
            return places
    return USUAL


def consistent_places(
    operands: Sequence[float], compute: Callable[[Sequence[float]], float], *, fewest: int = 2
) -> int:
    """Return with how many decimals to write the operands of a calculation whose result is shown as a score.

    They are as many as write all operands exactly, at most 3; and more wherever a reader who calculates with the
    written operands would come to another third decimal of the result.

    >>> consistent_places([0.6], lambda operands: operands[0] / 4)
    2
    >>> consistent_places([0.00049, 0.00049], lambda operands: operands[0] + operands[1])
    4
    """
    text = score(compute(operands))
    for places in range(exact_places(operands, fewest=fewest), NOISE):
        try:
            if score(compute([rounded(value, places) for value in operands])) == text:
                return places
        except ZeroDivisionError:  # all operands of a divisor were rounded to 0
            pass
    return NOISE


def count(number: float, noun: str = "", plural: str = "") -> str:
    """Return a number with its noun: '1 case', '1,200 cases'. One that is not whole, such as a median, is rounded.

    >>> count(10626), count(1, "case"), count(390, "case"), count(0, "case"), count(2, "query", "queries"), count(1.7)
    ('10,626', '1 case', '390 cases', '0 cases', '2 queries', '2')
    """
    whole = int(rounded(number, 0))
    if not noun:
        return f"{whole:,}".replace("-", MINUS)
    return f"{whole:,} {noun if whole == 1 else plural or f'{noun}s'}"


def setting(value: float, places: int = 10) -> str:
    """Return a number that was chosen, such as a significance level, as people write it, to at most so many decimals.

    >>> setting(0.05), setting(5000.0), setting(-2), setting(-0.0), setting(1 / 3, 3)
    ('0.05', '5,000', '−2', '0', '0.333')
    """
    return f"{round(float(value), places) + 0:,.10g}".replace("-", MINUS)  # + 0: -0.0 is 0


def class_label(label: str) -> str:
    """Return the label of a class as people write it: a negative number gets a true minus sign.

    Words that run from right to left stand between marks of the other direction: numbers after them keep their place.

    >>> class_label("-2"), class_label("self-rated"), class_label("-"), len(class_label("طيب"))
    ('−2', 'self-rated', '-', 5)
    """
    if not label.isascii() and any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in label):
        return f"{LEFT_TO_RIGHT}{label}{LEFT_TO_RIGHT}"
    return f"{MINUS}{label[1:]}" if label[:1] == "-" and label[1:2].isdigit() else label


def significant(value: float, digits: int = 3) -> str:
    """Return a number to so many significant digits: for what may be very small.

    >>> significant(0.00308, 2), significant(0.0200000001), significant(1234.5), significant(float("nan"))
    ('0.0031', '0.02', '1,230', 'n/a')
    """
    return setting(float(f"{value * UP:.{digits}g}")) if math.isfinite(value) else decimals(value, digits)


def percent(share: float, places: int = 0) -> str:
    """Return a share as a percentage; only exactly 0 and 1 become 0% and 100%.

    It is rounded to so many decimals; where that would give 0 or 100 for another share, to as many more as it takes.

    >>> percent(1 / 3), percent(1 / 8), percent(199 / 200), percent(1999 / 2000, 1), percent(1 / 300), percent(1)
    ('33%', '13%', '99.5%', '99.95%', '0.3%', '100%')
    """
    value = 100 * float(share)
    if math.isnan(value):
        return NOT_DEFINED
    for end in (0.0, 100.0):
        if abs(value - end) < EXACT:
            return f"{end:.{places}f}%"
    while rounded(value, places) in (0, 100):
        places += 1
    return f"{rounded(value, places):.{places}f}%"


def p_text(p_value: float, n_trials: int) -> str:
    """Return a p-value that was counted in random trials, with its sign: `= 0.013`, `< 0.001`, `≤ 0.005`.

    p = (k + 1) / (B + 1) cannot be smaller than 1 / (B + 1), however different two runs are: with k = 0 all that is
    known is that p is not larger. That bound is written rounded up. A p close to a usual level has the decimals that
    show on which side of it it lies.

    >>> p_text(1 / 5001, 5000), p_text(2 / 5001, 5000), p_text(1 / 201, 200), p_text(0.0129, 5000), p_text(0.0498, 5000)
    ('< 0.001', '< 0.001', '≤ 0.005', '= 0.013', '= 0.0498')
    """
    bound = 1 / (n_trials + 1)
    if p_value <= bound * (1 + EXACT):
        return f"≤ {math.ceil(round(bound * 1000, NOISE)) / 1000:.3f}" if bound >= 0.001 else "< 0.001"
    return f"= {_exactly(p_value)}" if p_value >= 0.0005 else "< 0.001"


def _exactly(p_value: float) -> str:
    """Return a p-value to three decimals, or as many more as keep it from looking like a usual level that it is not."""
    places = USUAL
    while any(abs(p_value - level) > EXACT and float(decimals(p_value, places)) == level for level in LEVELS):
        places += 1
    return decimals(p_value, places)


def p_error(error: float) -> str:
    """Return the standard error of a p-value that was counted in random trials, to four decimals.

    >>> p_error(0.0030822), p_error(0.0154)
    ('0.0031', '0.0154')
    """
    return decimals(error, 4)


def p_cell(p_value: float, n_trials: int) -> str:
    """Return a p-value for a column of them: as `p_text`, without the sign of equality.

    >>> p_cell(0.0129, 5000), p_cell(1 / 201, 200)
    ('0.013', '≤ 0.005')
    """
    return p_text(p_value, n_trials).removeprefix("= ")


def p_exact(p_value: float) -> str:
    """Return a p-value that was calculated, for a column of them: as `p_text`, without a bound of trials.

    >>> p_exact(0.0129), p_exact(0.0005), p_exact(0.0004), p_exact(1.0), p_exact(0.0498)
    ('0.013', '0.001', '< 0.001', '1.000', '0.0498')
    """
    return _exactly(p_value) if p_value >= 0.0005 else "< 0.001"


def listed(names: Sequence[str], *, at_most: int | None = None) -> str:
    """Join names as people write them; beyond `at_most` of them, say how many more there are.

    >>> listed(["NMD"]), listed(["NMD", "JSD"]), listed(["A", "B", "C"]), listed(["A", "B", "C", "D"], at_most=2)
    ('NMD', 'NMD and JSD', 'A, B and C', 'A, B and 2 more')
    """
    if not names:
        raise OrdquantError("There are no names to join.")
    parts = list(names)
    if at_most is not None and len(parts) > at_most:
        parts = [*parts[:at_most], f"{len(parts) - at_most:,} more"]
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def ordinal(rank: int) -> str:
    """Return a rank as it is read.

    >>> [ordinal(rank) for rank in (1, 2, 3, 11, 112, 1023)]
    ['1st', '2nd', '3rd', '11th', '112th', '1,023rd']
    """
    ending = "th" if rank % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
    return f"{count(rank)}{ending}"


def group_letters(numbers: Iterable[int]) -> str:
    """Return the labels of several groups, with spaces between them where one has two letters.

    >>> group_letters([0, 2]), group_letters([25, 26]), group_letters([])
    ('ac', 'z aa', '')
    """
    named = [letters(number) for number in numbers]
    return (" " if any(len(name) > 1 for name in named) else "").join(named)


def letters(number: int) -> str:
    """Return the label of a group: a to z, then aa, ab, … (`number` counts from 0).

    >>> letters(0), letters(25), letters(26), letters(52), letters(701), letters(702)
    ('a', 'z', 'aa', 'ba', 'zz', 'aaa')
    """
    text = ""
    number += 1
    while number:
        number, digit = divmod(number - 1, 26)
        text = chr(ord("a") + digit) + text
    return text


def moved(ranks: int) -> str:
    r"""Return how many ranks something gains or, below 0, loses.

    >>> moved(2), moved(-1), moved(0)
    ('▲\xa02', '▼\xa01', '')
    """
    return f"{'▲' if ranks > 0 else '▼'}\xa0{abs(ranks)}" if ranks else ""
