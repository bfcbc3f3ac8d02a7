"""The numbers that the papers print, recomputed: from distributions by definitions, or from other printed numbers."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.analysis.consistency import halves
from ordquant_core.analysis.discrimination import Overlap
from ordquant_core.distributions import as_distributions
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.order_aware import dw
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.examples import EXAMPLES, Example
from ordquant_core.papers.printed import Printed, numbers_at, printed_numbers
from ordquant_core.papers.references import REFERENCES
from ordquant_core.records import FloatArray, TableRow
from ordquant_core.statistics.rank_correlation import fisher_interval

ROUNDING = 1e-9  # what float arithmetic may add to half a unit of the last printed digit
BOTH_LANGUAGES = "{C,E}"  # in the name of a baseline: its Chinese and its English run, which are equal


@dataclass(frozen=True, slots=True)
class Recomputed(TableRow):
    """A printed number beside the same number computed."""

    row: Printed
    computed: float

    COLUMNS = (
        *("paper", "printed_in", "number", "printed", "computed", "deviation", "verdict"),
        *("calculation", "calculated_from", "cause"),
    )

    @property
    def by_definition(self) -> bool:
        """Whether it is recomputed from distributions, not from other printed numbers."""
        return self.row.of.startswith("gold ")

    @property
    def matches(self) -> bool:
        """Whether the computed number rounds to the printed one, to its last digit; without decimals it is exact.

        Only percentages, whose names end in %, may be rounded to whole numbers.

        >>> number = Recomputed(Printed("", "", "share, %", "21", "", "", ""), 62 / 3)
        >>> number.matches
        True
        >>> Recomputed(number.row._replace(number="share"), 62 / 3).matches
        False
        """
        is_rounded = self.row.places or self.row.number.endswith("%")
        within = (0.5 * 10.0**-self.row.places if is_rounded else 0) + ROUNDING
        return abs(self.computed - self.row.value) <= within

    def cells(self) -> tuple[object, ...]:
        """Return the values of its row in a table, at full precision."""
        row, verdict = self.row, "same" if self.matches else "slip"
        where = REFERENCES[row.paper].short, row.place, row.number
        numbers = row.printed, self.computed, self.computed - row.value
        return *where, *numbers, verdict, row.calculation, row.of, row.cause


@cache
def recomputed_numbers() -> tuple[Recomputed, ...]:
    """Recompute every number that is not given; a moment's work, done once."""
    return tuple(Recomputed(row, recompute(row)) for row in printed_numbers() if row.calculation)


def recompute(row: Printed) -> float:
    """Compute a printed number. Raises `OrdquantError` for a calculation that does not exist."""
    if row.of.startswith("gold "):
        gold, *estimates = _distributions(row)
        return _by_definition(row.calculation, gold, np.array(estimates))
    texts = [text for item in row.of.split("; ") for text in _texts(row, item)]
    if row.calculation in _OF_TEXTS:
        return _OF_TEXTS[row.calculation](texts)
    if row.calculation in _OF_NUMBERS:
        value = _OF_NUMBERS[row.calculation](*(float(text.replace(",", "")) for text in texts))
        return math.nan if value is None else float(value)
    raise OrdquantError(f"printed.csv, {row.place}, {row.number}: there is no calculation “{row.calculation}”.")


def example_of(row: Printed) -> Example | None:
    """Return the worked example whose gold and estimates a number is recomputed from, None if it is from no example."""
    if not row.of.startswith("gold "):
        return None
    gold, *estimates = _distributions(row)
    for example in EXAMPLES.values():
        own = as_distributions(example.gold, example.key)
        sides = [
            BASELINES[side](own) if isinstance(side, str) else as_distributions(side, "")
            for side in (example.a, example.b)
        ]
        if np.array_equal(gold, own) and all(
            any(np.allclose(estimate, side) for side in sides) for estimate in estimates
        ):
            return example
    return None


def _distributions(row: Printed) -> list[FloatArray]:
    return [as_distributions(item.split()[1:], item) for item in row.of.split("; ")]


def _texts(row: Printed, item: str) -> list[str]:
    """Return what is printed where an item of `of` points; a number is itself."""
    return [other.printed for other in numbers_at(row.paper, item) if other != row] if ": " in item else [item]


def _by_definition(calculation: str, gold: FloatArray, estimates: FloatArray) -> float:
    """Carry out a calculation on a gold (L,) and estimates (n, L), whose scores must be equal: else it is NaN."""

    def delta(key: str) -> float:
        of_a, of_b = MEASURES[key](gold, estimates)
        return float(of_a - of_b)

    match calculation.split():
        case [key, "exchanged"]:
            return float(MEASURES[key](estimates[0], gold))
        case [key, "from", "the", "mean", "to", "the", side]:
            end = gold if side == "gold" else estimates[0]
            return float(MEASURES[key]((gold + estimates[0]) / 2, end))
        case ["DW", "of", "class", number]:
            return float(dw(gold, estimates[0])[int(number) - 1])
        case ["Δ", key]:
            return delta(key)
        case ["Δ", key, "−", "Δ", other]:
            return delta(key) - delta(other)
        case [key]:
            scores = MEASURES[key](gold, estimates)
            return float(scores[0]) if np.ptp(scores) < 1e-12 else math.nan
    raise OrdquantError(f"printed.csv: there is no calculation “{calculation}” on distributions.")


_OF_NUMBERS: Mapping[str, Callable[..., float | None]] = {
    "sum": lambda *values: sum(values),
    "difference": lambda first, *others: first - sum(others),
    "product": lambda *values: math.prod(values),
    "mean": lambda *values: float(np.mean(values)),
    "smallest": min,
    "largest": max,
    "same": lambda value: value,
    "percentage": lambda part, whole: 100 * part / whole,
    "pairs": lambda n: math.comb(int(n), 2),
    "overlap": lambda a, b, c: 100 * (Overlap("", "", a, b, c).sso or 0),
    "lower end": lambda tau, runs: fisher_interval(tau, int(runs)).low,
    "upper end": lambda tau, runs: fisher_interval(tau, int(runs)).high,
    "first half": lambda cases: halves(int(cases))[0],
    "second half": lambda cases: halves(int(cases))[1],
}
_OF_TEXTS: Mapping[str, Callable[[Sequence[str]], int]] = {
    "pairs of runs": lambda pairs: sum(2 ** pair.count(BOTH_LANGUAGES) for pair in pairs),
    "pairs of runs, each baseline once": len,
}
