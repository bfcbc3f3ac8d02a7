"""The verdict on each run of a task: accepted, accepted with repairs, or rejected, and why."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from ordquant_core.errors import Problem
from ordquant_core.formats.task.repair_notes import is_repair
from ordquant_core.records import Run

Verdict = Literal["accepted", "accepted with repairs", "rejected"]


class Submission(NamedTuple):
    """One run, or one file that should hold runs and cannot be read."""

    name: str
    file: str
    verdict: Verdict
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()  # the repairs, and how the file was read

    @property
    def repairs(self) -> tuple[str, ...]:
        """The notes that report repairs."""
        return tuple(note for note in self.notes if is_repair(note))


class UnreadRun(NamedTuple):
    """A file that should hold runs, and of which nothing could be read."""

    name: str
    file: str
    problems: tuple[Problem, ...]


def submissions_of(
    runs: Sequence[Run],
    unread: Sequence[UnreadRun],
    rejected: Mapping[str, Sequence[Problem]],
    problems: Sequence[Problem],
    notes: Sequence[str],
) -> tuple[Submission, ...]:
    """Return the verdict on each run.

    `rejected` has the problems of runs that were left out, by name; `problems` are those of the whole task, `notes`
    what was noted on runs as the task was put together.
    """
    found = []
    problems_of: dict[str, list[Problem]] = {}
    for problem in problems:
        problems_of.setdefault(problem.file, []).append(problem)
    notes_of: dict[str, list[str]] = {}
    for note in notes:  # the name of its file ends before one of these, and may itself hold others
        for end in re.finditer(": ", note):
            notes_of.setdefault(note[: end.start()], []).append(note)
    for run in runs:
        wrong = [*rejected.get(run.name, ()), *problems_of.get(run.place, ())]
        noted = [note for note in run.notes if note.startswith(f"{run.place}: ")] + notes_of.get(run.place, [])
        verdict: Verdict = (
            "rejected" if wrong else "accepted with repairs" if any(map(is_repair, noted)) else "accepted"
        )
        found.append(Submission(run.name, run.place, verdict, tuple(dict.fromkeys(wrong)), tuple(dict.fromkeys(noted))))
    known = {one.file for one in found}
    found += [Submission(one.name, one.file, "rejected", one.problems) for one in unread if one.file not in known]
    return tuple(found)
