"""The last step of every reader: rows of numbers become distributions, and all problems are collected."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ordquant_core import numerals
from ordquant_core.distributions import RENORMALISE_TOLERANCE, RowFault, Rows, read_rows
from ordquant_core.errors import REPAIRS, InputError, Problem, Question, Repair
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.limits import MAX_ID
from ordquant_core.formats.raw_table import Codes
from ordquant_core.formats.text import case_place, label
from ordquant_core.records import Annotations, FloatArray, IntArray, Order

PERCENT = 100.0
LONGEST_WORDS = 2_000  # characters of what a problem says: it may name all classes
CASES_NAMED = 5  # in a note
AT_ONCE = 2**16  # votes
MOST_ANNOTATIONS = 5_000_000  # cases × persons that are kept: of a larger file, who voted for what is forgotten
MOST_PROBLEMS = 10_000  # of a file, and of all files of a task: more than a person could ever look at


@dataclass(frozen=True, slots=True, eq=False)
class Content:
    """The distributions of one file, gold or run: of all cases that have no fault."""

    classes: tuple[str, ...]
    cases: tuple[str, ...]
    probabilities: FloatArray  # (cases, classes)
    votes: IntArray | None = None
    scale: str | None = None
    labelled: bool = True  # False: the file does not say which class is which, only their order
    extras: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # texts and links of the cases
    numbered: bool = False  # the file has no ids: cases are called by the number of their row
    ordered_by: Order = "file"  # what the order of the classes rests on
    open_ended: bool = False  # the file names only those classes that it happens to need
    annotations: Annotations | None = None  # None: the file does not say whose vote is whose

    @property
    def numbers(self) -> str:
        """What its numbers are, in words: "probabilities" or "4 to 6 votes each"."""
        if self.votes is None or not len(self.votes):
            return "probabilities" if self.votes is None else "votes"
        totals = self.votes.sum(axis=1)
        few, many = int(totals.min()), numerals.count(int(totals.max()), "vote")
        return f"{many} each" if few == totals.max() else f"{numerals.count(few)} to {many} each"


@dataclass(slots=True)
class Problems:
    """The problems of one file, collected in any order, reported in the order of the file; and the repairs made.

    A file of another kind may hold millions: where there is no more room the collection raises by itself and says so.
    """

    file: str
    choices: Decisions = NOTHING
    offered: tuple[Repair, ...] = REPAIRS  # those that the reader of this file knows
    room: int = MOST_PROBLEMS  # how many are kept, one at least
    kept: list[tuple[int, Problem]] = field(default_factory=list)
    faulty: dict[str, None] = field(default_factory=dict)  # the ids of the cases with a fault
    notes: list[str] = field(default_factory=list)

    def add(
        self,
        position: int,
        place: str,
        seen: str,
        action: str,
        choices: Iterable[Repair] = (),
        asks: Question = "",
    ) -> None:
        """Note a problem; `position` (a line, an entry) only sorts. `action` leaves the choices out."""
        choices = tuple(choice for choice in choices if choice in self.offered)
        if len(self.kept) >= max(1, self.room):
            # What would fix all of those so far is worth a try.
            every = [*(one.choices for _, one in self.kept), choices]
            common = tuple(choice for choice in REPAIRS if all(choice in offered for offered in every))
            seen = f"more than {numerals.count(len(self.kept), 'problem')}"
            rest = Problem(self.file, "", seen, "the rest of them is not listed", common)
            self.kept.append((sys.maxsize, rest))
            self.raise_if_any()
        self.kept.append((position, Problem(self.file, place, _cut(seen), _cut(action), choices, asks)))

    def fault(
        self, position: int, place: str, seen: str, action: str, choices: Iterable[Repair] = (), *, case: str = ""
    ) -> None:
        """Note what is wrong with one case, which the caller leaves out; `case` is its id, where it has one."""
        if case:
            self.faulty[case] = None
        self.add(position, place, seen, action, choices)

    def repeat(self, position: int, case: str, seen: str) -> None:
        """Note a further row of a case that has one."""
        self.fault(position, case_place(case), seen, "give every case once", case=case)

    def copied(self) -> "Problems":
        """Return the same, to which more can be added."""
        return replace(self, kept=list(self.kept), faulty=dict(self.faulty), notes=list(self.notes))

    def raise_if_any(self) -> None:
        """Raise one `InputError` with all problems, if there are any."""
        if self.kept:
            raise InputError(self.sorted())

    def sorted(self) -> list[Problem]:
        """Return the problems in the order of the file."""
        return [problem for _, problem in sorted(self.kept, key=lambda pair: pair[0])] if self.kept else []


class Part(NamedTuple):
    """A gold or a run of a file; `name` is empty if the file holds only one, which is named after the file."""

    name: str
    content: Content
    problems: Problems
    is_gold: bool = False


def _cut(words: str) -> str:
    return words if len(words) <= LONGEST_WORDS else f"{words[:LONGEST_WORDS]}…"


def cap_problems(problems: Sequence[Problem]) -> list[Problem]:
    """Return the first problems of a task, as many as are kept; the others are counted by what would repair them."""
    kept, rest = list(problems[:MOST_PROBLEMS]), problems[MOST_PROBLEMS:]
    alike: dict[tuple[Repair, ...], list[Problem]] = {}
    for problem in rest:
        alike.setdefault(problem.choices, []).append(problem)
    for choices, some in alike.items():
        files = {one.file for one in some}
        seen = f"{numerals.count(len(some), 'further problem')} in {numerals.count(len(files), 'file')}"
        kept.append(Problem(some[0].file, "", seen, "they are not listed: correct those above first", choices))
    return kept


def to_content(
    classes: tuple[str, ...],
    cases: Sequence[str],
    values: FloatArray,
    positions: Sequence[int],
    problems: Problems,
    *,
    scale: str | None = None,
    labelled: bool = True,
    votes: bool | None = None,
    extras: Mapping[str, Sequence[str]] | None = None,
    numbered: bool = False,
    ordered_by: Order = "file",
    open_ended: bool = False,
    annotations: Annotations | None = None,
    place_of: Callable[[int], str] | None = None,
) -> Content:
    """Read the rows (cases, classes) that could be read; note what is wrong with the others, and leave them out.

    `positions` places each row among the `problems` already found in the file. A case that is known to be faulty
    (its second row was, say) is left out as well. `votes`: whether the rows are counts, even if each is a single vote;
    None: as they show. `values` may be overwritten: the caller needs them no more. `place_of`: the words for a
    position, where they are known.
    """
    check_names(problems.file, classes, extras or (), [] if scale is None else [scale])
    chosen = np.arange(len(cases))
    if problems.faulty:
        chosen = np.array([row for row in chosen.tolist() if cases[row] not in problems.faulty], dtype=np.int64)
        values = values[chosen]
    with np.errstate(over="ignore", invalid="ignore"):  # finite numbers may still have an infinite sum
        percent = np.zeros(len(values), dtype=bool)
        if not votes and (problems.choices.percentages or not (values == np.rint(values)).all()):
            values, percent = _percentages(values, problems)
        most = problems.room + 1  # one too many stops the reading
        rows = _read(values, votes=votes, renormalise=problems.choices.renormalise, most=most)
    sound = np.ones(len(chosen), dtype=bool)
    for fault in rows.faults:
        sound[fault.row], row, repairs = False, int(chosen[fault.row]), list[Repair]()
        seen, action = fault.seen, fault.action
        if percent[fault.row]:
            seen, action, repairs = f"{seen}, as percentages do", "give probabilities that sum to 1", ["percentages"]
        elif fault.renormalisable:
            action, repairs = "probabilities must sum to 1: correct the row", ["renormalise"]
        at, place = positions[row], case_place(cases[row])
        place = place if place_of is None else f"{place_of(at)}, {place}"
        problems.fault(at, place, seen, action, repairs, case=cases[row])
    problems.notes += renormalised(problems.file, [cases[chosen[row]] for row in rows.renormalised])
    if not sound.any() and not problems.kept:
        problems.add(sys.maxsize, "", "no case is left", "leave out fewer cases")
    probabilities, counts, texts = rows.probabilities, rows.votes, dict(extras or {})
    if not sound.all():
        probabilities, counts = probabilities[sound], None if counts is None else counts[sound]
    if len(places := chosen[sound]) < len(cases):
        cases = [cases[row] for row in places.tolist()]
        texts = {column: [cells[row] for row in places.tolist()] for column, cells in texts.items()}
        annotations = None if annotations is None else annotations[places]
    return Content(
        classes=classes,
        cases=tuple(cases),
        probabilities=probabilities,
        votes=counts,
        scale=scale,
        labelled=labelled,
        extras={column: tuple(cells) for column, cells in texts.items()},
        numbered=numbered,
        ordered_by=ordered_by,
        open_ended=open_ended,
        annotations=annotations,
    )


def by_person(cases: Codes, persons: Codes, classes: Codes, n_cases: int) -> Annotations | None:
    """Return the class that each person gave each case, of votes one by one; None where that is too large a table.

    The arguments are numbers, (votes,). A person without a vote has no column.

    >>> by_person(np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([2, 0, 1]), 2).tolist()
    [[2, 0], [-1, 1]]
    """
    voted = np.zeros(persons.max(initial=-1) + 1, dtype=np.bool_)
    for part in portions(len(persons)):
        voted[persons[part]] = True
    if not 0 < n_cases * voted.sum() <= MOST_ANNOTATIONS:
        return None
    annotations = np.full((n_cases, voted.sum()), -1, dtype=np.int16)
    column_of = np.cumsum(voted, dtype=np.int32) - 1
    for part in portions(len(cases)):
        annotations[cases[part], column_of[persons[part]]] = classes[part]
    return annotations


def portions(n: int) -> Iterator[slice]:
    """Return slices that divide n places: for each place that it is given at once, NumPy takes 8 bytes an axis.

    >>> list(portions(2))
    [slice(0, 65536, None)]
    """
    return (slice(start, start + AT_ONCE) for start in range(0, n, AT_ONCE))


def check_names(file: str, classes: Iterable[str], columns: Iterable[str], scales: Iterable[str]) -> None:
    """Raise `InputError` for a class that is named twice, and for a name that is longer than an id may be."""
    named = Counter(classes)
    for name, times in named.items():
        if times > 1:
            seen = f"the class {label(name)} is named {numerals.count(times, 'time')}"
            raise InputError([Problem(file, "", seen, "give each class once")])
    for noun, names in (("class", named), ("column", columns), ("scale", scales)):
        for name in names:
            if len(name) > MAX_ID:
                seen = f"the {noun} {label(name)} has {numerals.count(len(name))} characters"
                raise InputError([Problem(file, "", seen, f"the limit is {numerals.count(MAX_ID)}")])


def _percentages(values: FloatArray, problems: Problems) -> tuple[FloatArray, NDArray[np.bool_]]:
    """Divide rows that sum to 100, or nearly, by their sum if the user says so; return which rows are such still.

    Rows of whole numbers are votes for the reader: their shares are the same.
    """
    whole = (values == np.rint(values)).all(axis=1)
    percent = (np.abs(values.sum(axis=1) - PERCENT) <= PERCENT * RENORMALISE_TOLERANCE) & (values >= 0).all(axis=1)
    if not percent.any() or (bool(whole.all()) and not bool(percent.all())):
        return values, np.zeros_like(percent)
    if not problems.choices.percentages:
        return values, percent
    count = int(percent.sum())
    problems.notes.append(f"{problems.file}: {numerals.count(count, 'row')} read as percentages")
    sums = values.sum(axis=1, keepdims=True)
    return np.where(percent[:, None], values / np.where(percent[:, None], sums, 1), values), np.zeros_like(percent)


def _read(values: FloatArray, *, votes: bool | None, renormalise: bool, most: int) -> Rows:
    """Read rows, whose values are needed no more; where most hold votes, blame the few that do not, not the others."""
    whole = (values == np.rint(values)).all(axis=1)
    odd = np.flatnonzero(~whole)
    if votes is not None or len(odd) == 0 or (whole & (values.sum(axis=1) > 1)).sum() <= len(odd):
        return read_rows(values, votes=votes, renormalise=renormalise, overwrite=True, most=most)
    rows = read_rows(np.where(whole[:, None], values, 1), most=most)  # one vote for each class where there are none
    faults = list(rows.faults)
    for row in odd.tolist():
        first = next(value for value in values[row].tolist() if value != np.rint(value))
        seen = f"holds {first:.12g} while most cases hold votes (whole numbers)"
        faults.append(RowFault(row, seen, "give votes for all cases, or probabilities for all"))
    return replace(rows, faults=tuple(faults))


def listing(places: Sequence[str]) -> str:
    """Return the first few of some ids or places, and how many more there are."""
    named = ", ".join(label(place) for place in places[:CASES_NAMED])
    more = len(places) - CASES_NAMED
    return f"{named} and {numerals.count(more)} more" if more > 0 else named


def renormalised(file: str, places: Sequence[str], *, noun: str = "case") -> tuple[str, ...]:
    """Return the note about rows that were divided by their sum, () if there are none."""
    if not places:
        return ()
    if len(places) == 1:
        return (f"{file}: 1 row divided by its sum ({noun} {listing(places)})",)
    return (f"{file}: {numerals.count(len(places))} rows divided by their sum ({noun}s {listing(places)})",)
