"""What the papers print, as data: `printed.csv` has a row for each number, in the precision of the print.

A row says in which paper and where the number is printed, what it is, how it is calculated, of what, and, where it does
not come out, the cause. A number without a calculation is given: nothing that is printed leads to it. A calculation is
`of` the following, semicolons between them:

- distributions, as votes or probabilities: `gold 1 1 1; estimate 0 1 0`;
- numbers: `19`;
- other numbers of the paper, by their place and words of their names: `Table 4 (a): NMD and RNOD, b`. Several numbers
  may have these words, and `Tables 3 to 17: NMD, τ` means those of several tables. No number is meant by its own row.

`statements.csv` has what the papers state of measures beyond numbers, `not_recomputed.csv` what needs more than they
print.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from ordquant_core.papers.files import read_rows

_RANGE = re.compile(r"Tables (\d+) to (\d+)")
_NUMBER_OF_TABLE = re.compile(r"Table (\d+)")


class Printed(NamedTuple):
    """A printed number, all of it as text."""

    paper: str  # a key of REFERENCES
    place: str
    number: str  # its row and column, or what the text calls it
    printed: str
    calculation: str  # "": given
    of: str
    cause: str  # why it does not come out

    @property
    def places(self) -> int:
        """The decimals of the print."""
        return len(self.printed.partition(".")[2])

    @property
    def value(self) -> float:
        """The printed number."""
        return float(self.printed.replace(",", ""))

    @property
    def words(self) -> Sequence[str]:
        """The words of its name, such as tasks and measures.

        >>> next(iter(printed_numbers()))._replace(number="STC-3 DQ-A, NMD and RNOD, τ").words
        ['STC-3 DQ-A', 'NMD', 'RNOD', 'τ']
        """
        return _words(self.number)


@cache
def printed_numbers() -> tuple[Printed, ...]:
    """Return all printed numbers, paper by paper in the order of their years."""
    return tuple(Printed(**row) for row in read_rows("printed.csv"))


def numbers_at(paper: str, reference: str) -> list[Printed]:
    """Return the numbers of a paper that a reference means, such as `Table 4 (a): NMD and RNOD, b`.

    >>> [row.printed for row in numbers_at("sakai2021lq", "Table 4 (a): NMD and RNOD")]
    ['9', '29', '6', '65.9']
    """
    place, _, name = reference.partition(": ")
    wanted = {*_words(name)}
    return [row for where in _places(paper, place) for row, words in _by_place()[paper, where] if wanted <= words]


@cache
def _by_place() -> Mapping[tuple[str, str], list[tuple[Printed, frozenset[str]]]]:
    numbers: dict[tuple[str, str], list[tuple[Printed, frozenset[str]]]] = {}
    for row in printed_numbers():
        numbers.setdefault((row.paper, row.place), []).append((row, frozenset(row.words)))
    return numbers


@cache
def _places(paper: str, place: str) -> Sequence[str]:
    """Return the places that a reference means: those of several tables, or one."""
    several = _RANGE.fullmatch(place)
    tables = range(int(several[1]), int(several[2]) + 1) if several else ()
    of_paper = [where for of, where in _by_place() if of == paper]
    numbers = {where: _NUMBER_OF_TABLE.match(where) for where in of_paper}
    return [where for where, table in numbers.items() if where == place or (table and int(table[1]) in tables)]


def _words(name: str) -> list[str]:
    return re.split(", | and ", name) if name else []
