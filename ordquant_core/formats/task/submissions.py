"""The verdict on each run of a task: accepted, accepted with repairs, or rejected, and why."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from ordquant_core.errors import Problem
from ordquant_core.formats.task.repairs_made import is_repair
from ordquant_core.records import Run

Verdict = Literal["accepted", "accepted with repairs", "rejected"]


class Submission(NamedTuple):
    """One run, or one file that was to hold runs."""

    name: str
    file: str
    verdict: Verdict
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()  # the repairs, and how the file was read

    @property
    def repairs(self) -> tuple[str, ...]:
        """The notes that report repairs."""
        return tuple(note for note in self.notes if is_repair(note))


class Stopped(NamedTuple):
    """A file that was to hold runs, and of which nothing could be read."""

    name: str
    file: str
    problems: tuple[Problem, ...]


def submissions_of(
    runs: Sequence[Run],
    stopped: Sequence[Stopped],
    rejected: Mapping[str, Sequence[Problem]],
    problems: Sequence[Problem],
    notes: Sequence[str],
) -> tuple[Submission, ...]:
    """Return the verdict on each run.

    `rejected` has the problems of runs that were left out, by name; `problems` are those of the whole task, `notes`
    what was noted on runs as the task was put together.
    """
    found = []
    of_file: dict[str, list[Problem]] = {}
    for problem in problems:
        of_file.setdefault(problem.file, []).append(problem)
    of_note: dict[str, list[str]] = {}
    for note in notes:
        for end in re.finditer(": ", note):
            of_note.setdefault(note[: end.start()], []).append(note)
    for run in runs:
        own = [*rejected.get(run.name, ()), *of_file.get(run.place, ())]
        noted = [note for note in run.notes if note.startswith(f"{run.place}: ")] + of_note.get(run.place, [])
        verdict: Verdict = "rejected" if own else "accepted with repairs" if any(map(is_repair, noted)) else "accepted"
        found.append(Submission(run.name, run.place, verdict, tuple(dict.fromkeys(own)), tuple(dict.fromkeys(noted))))
    known = {one.file for one in found}
    found += [Submission(one.name, one.file, "rejected", one.problems) for one in stopped if one.file not in known]
    return tuple(found)
