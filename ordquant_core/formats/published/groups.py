"""The groups of cases that the description of a task names, as a further column of its gold."""

from collections.abc import Mapping
from dataclasses import replace

from ordquant_core.errors import Problem
from ordquant_core.formats.published.description import FACTS
from ordquant_core.formats.rows import listing
from ordquant_core.formats.task.reading import TaskRead
from ordquant_core.numerals import count

COLUMN = "groups"  # what the column is called: the entry of `task.json`


def with_groups(read: TaskRead, groups: Mapping[str, str] | None) -> TaskRead:
    """Return a task with a column that holds the group of each case; cases without one are a problem."""
    if groups is None or read.task is None:
        return read
    missing = [case for case in read.task.cases if case not in groups]
    if missing:
        seen = f"{count(len(missing), 'case')} of the gold {'has' if len(missing) == 1 else 'have'} no group"
        problem = Problem(FACTS, COLUMN, f"{seen}: {listing(missing)}", "give each case a group")
        return read._replace(task=None, problems=(*read.problems, problem))
    column = {COLUMN: tuple(groups[case] for case in read.task.cases)}
    return read._replace(task=replace(read.task, extras={**read.task.extras, **column}))
