"""What every reader of this room ends with: rows of numbers to distributions, and all problems at once."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ordquant_core.distributions import RowFault, Rows, read_rows
from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.text import case_place, label
from ordquant_core.records import FloatArray, IntArray

CASES_NAMED = 5  # in a note
MOST_PROBLEMS = 100_001  # what a person could ever look at, and memory can hold


@dataclass(frozen=True, slots=True, eq=False)
class Content:
    """The distributions of one file, gold or run."""

    classes: tuple[str, ...]
    cases: tuple[str, ...]
    probabilities: FloatArray  # (cases, classes)
    votes: IntArray | None = None
    scale: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class Problems:
    """The problems of one file, collected in any order, told in the order of the file.

    A file of another kind may hold millions: at a limit the collection raises by itself and says so.
    """

    file: str
    found: list[tuple[int, Problem]] = field(default_factory=list)

    def add(self, position: int, place: str, seen: str, action: str, *, renormalisable: bool = False) -> None:
        """Note a problem; `position` (a line, an entry) only sorts."""
        self.found.append((position, Problem(self.file, place, seen, action, renormalisable)))
        if len(self.found) == MOST_PROBLEMS:
            seen, action = f"more than {MOST_PROBLEMS - 1:,} problems", "the rest of them is not listed"
            self.found[-1] = (sys.maxsize, Problem(self.file, "", seen, action))
            self.raise_if_any()

    def raise_if_any(self) -> None:
        """Raise one `InputError` with all problems, if there are any."""
        if self.found:
            raise InputError([problem for _, problem in sorted(self.found, key=lambda pair: pair[0])])


def to_content(
    classes: tuple[str, ...],
    cases: Sequence[str],
    values: FloatArray,
    positions: Sequence[int],
    problems: Problems,
    *,
    scale: str | None = None,
    renormalise: bool = False,
) -> Content:
    """Read the rows (cases, classes) that could be read, add what is wrong with them, raise or return.

    `positions` places each row among the `problems` already found in the file.
    """
    with np.errstate(over="ignore", invalid="ignore"):  # finite numbers may still have an infinite sum
        rows = _read(values, renormalise=renormalise)
    for fault in rows.faults:
        place = case_place(cases[fault.row])
        problems.add(positions[fault.row], place, fault.seen, fault.action, renormalisable=fault.renormalisable)
    problems.raise_if_any()
    notes = renormalised(problems.file, [cases[row] for row in rows.renormalised])
    return Content(classes, tuple(cases), rows.probabilities, rows.votes, scale, notes)


def _read(values: FloatArray, *, renormalise: bool) -> Rows:
    """Read rows; where most hold votes, blame the few that do not, rather than all the others."""
    whole = (values == np.rint(values)).all(axis=1)
    odd = np.flatnonzero(~whole)
    if len(odd) == 0 or (whole & (values.sum(axis=1) > 1)).sum() <= len(odd):
        return read_rows(values, renormalise=renormalise)
    others = np.flatnonzero(whole)
    rows = read_rows(values[others])
    faults = [RowFault(int(others[fault.row]), fault.seen, fault.action) for fault in rows.faults]
    for row in odd:
        first = next(value for value in values[row] if value != np.rint(value))
        seen = f"holds {first:.12g} while most cases hold votes (whole numbers)"
        faults.append(RowFault(int(row), seen, "give votes for all cases, or probabilities for all"))
    return Rows(values, None, tuple(faults), ())


def renormalised(file: str, places: Sequence[str], *, noun: str = "case") -> tuple[str, ...]:
    """Return the note about rows that were divided by their sum, () if there are none."""
    if not places:
        return ()
    told = ", ".join(label(place) for place in places[:CASES_NAMED])
    more = len(places) - CASES_NAMED
    if more > 0:
        told += f" and {more:,} more"
    if len(places) == 1:
        return (f"{file}: 1 row divided by its sum ({noun} {told})",)
    return (f"{file}: {len(places):,} rows divided by their sum ({noun}s {told})",)
