"""One printed number beside the same number recomputed."""

from dataclasses import dataclass
from typing import NamedTuple

from ordquant_core.papers.references import REFERENCES
from ordquant_core.papers.slips import SLIPS
from ordquant_core.records import TableRow

ROUNDING = 1e-9  # what float arithmetic may add to half a unit of the last printed digit


class Key(NamedTuple):
    """Where a number is printed: nothing else in the paper has all three."""

    paper: str  # a key of REFERENCES
    place: str  # "Table 3", "Section 3.1"
    name: str  # what the number is: its row and column


SLIPPED = frozenset(Key(slip.paper, slip.place, slip.name) for slip in SLIPS)


@dataclass(frozen=True, slots=True)
class PrintedNumber(TableRow):
    """A number as printed, what it is recomputed to be, and how: from distributions, or from other printed numbers."""

    key: Key
    printed: str
    computed: float
    how: str
    by_definition: bool = False  # is it recomputed from distributions by the definition of a measure?

    COLUMNS = ("paper", "printed_in", "number", "printed", "computed", "deviation", "verdict", "calculation")

    @property
    def places(self) -> int:
        """The decimals of the print."""
        return len(self.printed.partition(".")[2])

    @property
    def value(self) -> float:
        """The printed number."""
        return float(self.printed.replace(",", ""))

    @property
    def difference(self) -> float:
        """Computed minus printed."""
        return self.computed - self.value

    @property
    def matches(self) -> bool:
        """Whether the computed number rounds to the printed one, to its last digit; without decimals it is exact.

        Only percentages, whose names end in %, may be rounded to whole numbers.

        >>> PrintedNumber(Key("", "", ""), "0.315", 0.3148, "").matches
        True
        >>> PrintedNumber(Key("", "", ""), "177", 176.4, "").matches
        False
        >>> PrintedNumber(Key("", "", "share, %"), "21", 62 / 3, "").matches
        True
        """
        is_rounded = self.places or self.key.name.endswith("%")
        return abs(self.difference) <= (0.5 * 10.0**-self.places if is_rounded else 0) + ROUNDING

    @property
    def verdict(self) -> str:
        """`same` to the last printed digit, a known `slip` of the paper, or `other`: from a gold that is not its."""
        return "same" if self.matches else "slip" if self.key in SLIPPED else "other"

    def cells(self) -> tuple[object, ...]:
        """Return the values of its row in a table, at full precision."""
        where = REFERENCES[self.key.paper].short, self.key.place, self.key.name
        return (*where, self.printed, self.computed, self.difference, self.verdict, self.how)


def number(
    paper: str, place: str, name: str, printed: str, computed: float, how: str, *, by_definition: bool = False
) -> PrintedNumber:
    """Return a number, its computed value as Python's own."""
    return PrintedNumber(Key(paper, place, name), printed, float(computed), how, by_definition)
