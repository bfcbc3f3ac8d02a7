"""All numbers that can be recomputed from the papers alone, and the slips among them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.passages import PASSAGES
from ordquant_core.papers.slips import SLIPS, Misprint, Slip
from ordquant_core.reproduction.calculations import BY_DEFINITION, CALCULATIONS
from ordquant_core.reproduction.number import Key, PrintedNumber, number
from ordquant_core.reproduction.rankings import agreement_numbers, combination_numbers, consistency_numbers
from ordquant_core.reproduction.significance import contradiction_numbers, significance_numbers, win_numbers

PAPERS = ("sakai2017", "sakai2018", "sakai2021lq", "sakai2022")
"""The papers whose numbers are recomputed, in the order of their years."""


@dataclass(frozen=True, slots=True)
class Checked:
    """All numbers, in the order of the papers and of their tables."""

    numbers: tuple[PrintedNumber, ...]

    @property
    def slips(self) -> tuple[tuple[Slip, PrintedNumber], ...]:
        """The slips with their numbers."""
        number_of = {one.key: one for one in self.numbers}
        return tuple((slip, number_of[Key(slip.paper, slip.place, slip.name)]) for slip in SLIPS)

    @property
    def matching(self) -> int:
        """How many numbers come out as printed."""
        return sum(one.matches for one in self.numbers)

    @property
    def unexplained(self) -> tuple[PrintedNumber, ...]:
        """The numbers that do not come out and are no known slips: those of a gold that is not the papers'."""
        return tuple(one for one in self.numbers if one.verdict == "other")

    def with_(self, more: Sequence[PrintedNumber]) -> "Checked":
        """Return these numbers and more of them, in the order of the papers."""
        every = (*self.numbers, *more)
        return Checked(tuple(one for paper in PAPERS for one in every if one.key.paper == paper))

    def of(self, paper: str | None, *, slips: bool = False) -> tuple[PrintedNumber, ...]:
        """Return the numbers of one paper (None: of all); `slips`: only those that do not come out."""
        return tuple(one for one in self.numbers if paper in (None, one.key.paper) and not (slips and one.matches))


@cache
def recomputed() -> Checked:
    """Recompute every number; a moment's work, done once."""
    of_papers: dict[str, list[PrintedNumber]] = {paper: [] for paper in PAPERS}
    for computed in _all():
        of_papers[computed.key.paper].append(computed)
    return Checked(tuple(one for numbers in of_papers.values() for one in numbers))


def misprinted(misprint: Misprint) -> float:
    """Return the score of the estimate as it is printed."""
    return float(MEASURES[misprint.measure](misprint.gold, misprint.estimate))


def _all() -> Iterator[PrintedNumber]:
    for passage in PASSAGES:
        computed = CALCULATIONS[passage.calculation](*passage.of)
        yield number(
            passage.paper,
            passage.place,
            passage.name,
            passage.printed,
            computed.value,
            computed.how,
            by_definition=passage.calculation in BY_DEFINITION,
        )
    yield from significance_numbers()
    yield from contradiction_numbers()
    yield from win_numbers()
    yield from agreement_numbers()
    yield from combination_numbers()
    yield from consistency_numbers()
