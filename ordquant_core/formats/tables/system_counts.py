"""All systems of a task in one table: `system,query,class1,class2,…`.

The rows of the system GOLD, where there are some, are the gold. Without them the systems may as well be parts of the
ids, as where what several systems said is judged: the ids of the gold show which.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

import numpy as np

from ordquant_core.formats.opened import Part, Role
from ordquant_core.formats.rows import Problems, to_content
from ordquant_core.formats.tables.columns import SYSTEMS, normal
from ordquant_core.formats.tables.totals import without_totals
from ordquant_core.formats.tables.wide import Table
from ordquant_core.formats.text import id_fault

GOLD = "gold"  # in any case


def problems_by_system(problems: Problems) -> tuple[Callable[[str], Problems], dict[str, Problems]]:
    """Return where the problems of a system go, as if it had a file of its own, `FILE:SYSTEM`; and those met so far."""
    own: dict[str, Problems] = {}

    def of_system(system: str) -> Problems:
        if id_fault(system):  # which is what is wrong with the row
            return problems
        if system not in own:
            own[system] = Problems(f"{problems.file}:{system}", problems.choices, budget=problems.budget)
        return own[system]

    return of_system, own


class SystemTable(Table):
    """A wide table with the name of a system in a column."""

    __slots__ = ()
    has_systems: ClassVar[bool] = True

    @property
    def role(self) -> Role:
        """Several runs are no gold."""
        return "run" if self.by_system else "either"

    def decide_columns(self, rows: Sequence[list[str]], problems: Problems) -> None:
        """Say what the columns are; systems that are runs stand before the id, which is unique for each only."""
        super().decide_columns(rows, problems)
        columns = self.columns
        system = next((p for p in (*columns.keys, *columns.extras) if normal(self.header[p]) in SYSTEMS), None)
        if self.by_system and system is not None:
            keys = (system, *(place for place in columns.keys if place != system))
            extras = tuple(place for place in columns.extras if place != system)
            self.columns = columns._replace(keys=keys, extras=extras)

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Read the rows of every system as a file of its own, `FILE:SYSTEM`, or all as one."""
        if not self.by_system:
            return super().read(problems, scale=scale, as_gold=as_gold)
        of_group, own = problems_by_system(problems)
        classes, cells = self.cells(problems, of_group, grouped=True)
        values = cells.values(len(classes))
        systems: dict[str, list[int]] = {}
        for row, system in enumerate(cells.groups):
            systems.setdefault(system, []).append(row)
        for system in own:
            systems.setdefault(system, [])
        parts = []
        for system, rows in systems.items():
            mine = of_group(system)
            cases = [cells.cases[row] for row in rows]
            kept = without_totals(
                cases, values[np.array(rows, dtype=np.intp)], [cells.lines[row] for row in rows], mine
            )
            rows = [rows[place] for place in kept]
            extras = {self.header[p].strip(): [texts[row] for row in rows] for p, texts in cells.texts.items()}
            content = to_content(
                classes,
                [cells.cases[row] for row in rows],
                values[np.array(rows, dtype=np.intp)],
                [cells.lines[row] for row in rows],
                mine,
                extras=extras,
            )
            parts.append(Part(system, content, mine, system.strip().casefold() == GOLD))
        if parts:  # what concerns the whole table, and rows that name no system
            parts[0].problems.found.extend(problems.found)
            parts[0].problems.notes[:0] = problems.notes
        else:
            problems.raise_if_any()
        return parts


class SystemCounts(SystemTable):
    """A wide table of systems, one of which is the gold."""

    __slots__ = ()
    kind: ClassVar[str] = "system-counts"
    words: ClassVar[str] = "a table of several systems, GOLD among them"
    has_systems: ClassVar[bool] = False  # the gold is there: they are runs
    role: ClassVar[Role] = "task"

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Read the rows of every system as a file of its own."""
        self.by_system = True
        return super().read(problems, scale=scale, as_gold=as_gold)
