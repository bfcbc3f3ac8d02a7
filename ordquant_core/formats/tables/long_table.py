"""Tables with a row per vote, or per case and class: their rows as numbers, and what is wrong with some of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

import numpy as np

from ordquant_core.errors import Repair
from ordquant_core.formats.limits import MAX_COLUMNS, refuse
from ordquant_core.formats.numbered import Numbers
from ordquant_core.formats.opened import Opened
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.tables.delimited import Block, Reader, Row, by_column
from ordquant_core.formats.text import canonical, case_place, expected_number, id_fault, label, shown
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray, IntArray


class Places(NamedTuple):
    """The columns of such a table, as indices."""

    keys: tuple[int, ...]
    label: int
    number: int | None = None  # None: each row is a vote, or the only label of its case
    group: int | None = None  # of the annotators or systems: what stands for each case only once in a group
    extras: tuple[int, ...] = ()


@dataclass(slots=True)
class LongRows:
    """The rows that could be read, as numbers: so millions of them take little time and memory."""

    groups: Numbers = field(default_factory=Numbers)
    cases: Numbers = field(default_factory=Numbers)
    classes: Numbers = field(default_factory=Numbers)
    texts: dict[int, list[str]] = field(default_factory=dict)  # of the first row of each case
    taken: list[IntArray] = field(default_factory=list)  # (4, rows): line, group, case, class
    values: list[FloatArray] = field(default_factory=list)

    def columns(self) -> IntArray:
        """Return line, group, case and class of all rows, once: shape (4, rows)."""
        found = np.concatenate([np.empty((4, 0), dtype=np.int64), *self.taken], axis=1)
        self.taken.clear()
        return found


@dataclass(slots=True)
class LongTable(Opened):
    """A table with a column of labels."""

    of_votes: ClassVar[bool] = False  # its labels may be missing, and whose they are need not be said
    group: ClassVar[str] = "system"
    reader: Reader
    rows: Iterable[list[Row] | Block]
    header: Sequence[str]
    header_line: int

    @property
    def headers(self) -> tuple[tuple[str, ...], ...]:
        """The names of its columns."""
        return (tuple(text.strip() for text in self.header),)

    def name_of(self, place: int | None) -> str:
        """Return the name of a column as messages show it."""
        return label(self.header[place or 0].strip())

    def collect(self, places: Places, problems: Problems, of_group: Callable[[str], Problems]) -> LongRows:
        """Read all rows; what is wrong with some of them is noted. `of_group`: where that is for a group."""
        found = LongRows(texts={place: [] for place in places.extras})
        for piece in self.rows:
            lines, columns, odd = by_column(piece, len(self.header))
            for line, row in odd:
                self._note_width(line, row, places, of_group)
            if not len(lines):
                continue
            cases = columns[places.keys[0]]
            if len(places.keys) > 1:
                parts = zip(*(columns[key] for key in places.keys), strict=True)
                cases = ["/".join(some) if some[0].strip() else "" for some in parts]
            groups = [""] * len(lines) if places.group is None else columns[places.group]
            if places.group is None and self.of_votes:  # where nobody is named, each row is the vote of another one
                groups = list(map(str, lines))
            spelt = {text: canonical(self.reader.label(text)) for text in set(columns[places.label])}
            labels = list(map(spelt.__getitem__, columns[places.label]))
            cells = [] if places.number is None else columns[places.number]
            values = self.reader.numbers(cells)
            texts = [columns[place] for place in places.extras]
            faults = self._faults(places, lines, cases, groups, labels, cells if values is None else [], of_group)
            if faults:
                sound = [n for n in range(len(cases)) if n not in faults]
                lines = [lines[n] for n in sound]
                cases, groups, labels, cells, *texts = (
                    [some[n] for n in sound] if some else [] for some in (cases, groups, labels, cells, *texts)
                )
                values = self.reader.numbers(cells)
            known = len(found.cases)
            rows = np.empty((4, len(cases)), dtype=np.int64)
            rows[0] = lines
            rows[1:] = found.groups.of(groups), found.cases.of(cases), found.classes.of(labels)
            if len(found.classes) > MAX_COLUMNS:
                seen = f"column {self.name_of(places.label)} holds more than {count(MAX_COLUMNS)} labels"
                raise refuse(self.name, seen, count(MAX_COLUMNS))
            found.taken.append(rows)
            found.values.append(np.empty(0) if values is None else values)
            new, first = np.unique(rows[2], return_index=True)
            for kept, some in zip(found.texts.values(), texts, strict=True):
                kept += [some[n] for n in first[new >= known].tolist()]
        if self.reader.stopped:
            problems.found.append(self.reader.stopped)
        return found

    def _note_width(self, line: int, row: Sequence[str], places: Places, of_group: Callable[[str], Problems]) -> None:
        case = "/".join(row[key] for key in places.keys) if len(row) > max(places.keys) else ""
        group = row[places.group] if places.group is not None and len(row) > places.group else ""
        seen, action = f"{len(row)} column{'s' * (len(row) != 1)}", f"the header has {len(self.header)}"
        of_group(group).fault(line, f"line {line}", seen, action, case="" if id_fault(case) else case)

    def _faults(
        self,
        places: Places,
        lines: Sequence[int],
        cases: Sequence[str],
        groups: Sequence[str],
        labels: Sequence[str],
        cells: Sequence[str],
        of_group: Callable[[str], Problems],
    ) -> set[int]:
        """Note what is wrong with rows, and return which they are; `cells`: the numbers, where some of them is none."""
        wrong = {text: fault for text in set(cases) if (fault := id_fault(text))}
        odd = {text: fault for text in set(labels) if (fault := id_fault(text))}
        named = places.group is not None and not self.of_votes
        nameless = {text: fault for text in set(groups) if named and (fault := id_fault(text))}
        faults: set[int] = set()
        if not (wrong or odd or nameless or cells):
            return faults
        merged = sum(not case.strip() for case in cases) > 1
        for n, (line, group, case, text) in enumerate(zip(lines, groups, cases, labels, strict=True)):
            problems = of_group(group)
            offered: list[Repair] = []
            if group in nameless:
                seen, action = f"the {self.group} {nameless[group]}", f"every row has the name of its {self.group}"
            elif case in wrong:
                seen, action = f"the id {wrong[case]}", "every row has the id of its case"
                if merged:  # the votes are those of the case above, which would stay without them
                    problems.add(line, f"line {line}", seen, f"{action}, below merged cells, too")
                    faults.add(n)
                    continue
            elif text in odd:
                if self.of_votes and not text and problems.choices.missing_votes:
                    continue
                seen, action = f"column {self.name_of(places.label)} {odd[text]}", "every row needs a label"
                offered = ["missing-votes"] if self.of_votes and not text else []
            elif cells and not self.reader.is_number(cells[n]):
                name = self.name_of(places.number)
                seen = f"column {name} holds {shown(cells[n])}" if cells[n].strip() else f"column {name} is empty"
                action = expected_number(cells[n])
            else:
                continue
            case = "" if case in wrong else case
            place = f"line {line}" + (f" ({case_place(case)})" if case else "")
            problems.fault(line, place, seen, action, offered, case=case)
            faults.add(n)
        return faults
