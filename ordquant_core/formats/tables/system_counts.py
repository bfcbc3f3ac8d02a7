"""All systems of a task in one table: `system,query,class1,class2,…`; the rows of the system GOLD are the gold."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ordquant_core.formats.opened import Kind, Part, Role
from ordquant_core.formats.rows import Problems, to_content
from ordquant_core.formats.tables.wide import Table
from ordquant_core.formats.text import id_fault

GOLD = "gold"  # in any case


@dataclass(slots=True)
class SystemCounts(Table):
    """A wide table with the name of the system in its first column."""

    kind: ClassVar[Kind] = "system-counts"
    words: ClassVar[str] = "a table of several systems, GOLD among them"

    @property
    def role(self) -> Role:
        """It brings gold and runs."""
        return "task"

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Read the rows of every system as a file of its own, `FILE:SYSTEM`."""
        own: dict[str, Problems] = {}

        def of_group(system: str) -> Problems:
            if id_fault(system):  # which is what is wrong with the row
                return problems
            if system not in own:
                own[system] = Problems(f"{problems.file}:{system}", problems.choices, room=problems.room)
            return own[system]

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
