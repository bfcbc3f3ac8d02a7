"""The runs of a task, their names, and the verdict on each: accepted, accepted with repairs, or rejected, and why.

A run is named after its file, with as much of the path as distinguishes it from the others.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Literal, NamedTuple

from ordquant_core.errors import Problem
from ordquant_core.formats.task.repair_notes import is_repair
from ordquant_core.formats.task.task_file import TaskFile
from ordquant_core.records import Gold, Run

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
    problems: Sequence[Problem],
    notes: Sequence[str],
) -> tuple[Submission, ...]:
    """Return the verdict on each run.

    `problems` are those of the whole task, `notes` what was noted on runs as the task was put together.
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
        wrong = problems_of.get(run.place, [])
        noted = [note for note in run.notes if note.startswith(f"{run.place}: ")] + notes_of.get(run.place, [])
        verdict: Verdict = (
            "rejected" if wrong else "accepted with repairs" if any(map(is_repair, noted)) else "accepted"
        )
        found.append(Submission(run.name, run.place, verdict, tuple(dict.fromkeys(wrong)), tuple(dict.fromkeys(noted))))
    known = {one.file for one in found}
    found += [Submission(one.name, one.file, "rejected", one.problems) for one in unread if one.file not in known]
    return tuple(found)


class NamedRuns(NamedTuple):
    """The runs, each with a unique name and the problems of its reading; and files of which nothing could be read."""

    runs: list[Run]
    problems: list[list[Problem]]
    unread: list[UnreadRun]

    def with_own_problems(self, gold: Gold) -> list[tuple[Run, list[Problem]]]:
        """Return each run with its problems, without those of the gold's file: they are reported with the gold."""
        return [
            (run, [problem for problem in of_run if problem.file != gold.place])
            for run, of_run in zip(self.runs, self.problems, strict=True)
        ]


def name_runs(
    used: Sequence[TaskFile], gold: TaskFile | None, wanted: Sequence[str] | None, unreadable: Sequence[Problem]
) -> NamedRuns:
    """Read the files that are not the gold as runs, each with a unique name."""
    read: list[tuple[Run, list[Problem]]] = []
    unread: list[UnreadRun] = []
    for one in used:
        if one.problems and one is not gold:
            unread.append(UnreadRun(one.opened.title, one.opened.name, tuple(one.problems)))
        if one is not gold or one.opened.role == "task":
            read += one.runs(wanted)
    unread += [UnreadRun(PurePath(one.file).stem, one.file, (one,)) for one in unreadable]
    # Unreadable files take part: a run of the same name as one of them gets a longer name, too.
    files = [Named(one.name, one.file) for one in unread]
    names = distinct_names([*(Named(run.name, run.file) for run, _ in read), *files])
    runs = [run if run.name == text else replace(run, name=text) for text, (run, _) in zip(names, read, strict=False)]
    unread = [one._replace(name=text) for text, one in zip(names[len(runs) :], unread, strict=True)]
    return NamedRuns(runs, [of_run for _, of_run in read], unread)


class Named(NamedTuple):
    """A run, or a file that should hold one: its own name, and its file."""

    name: str
    file: str


def distinct_names(runs: Sequence[Named]) -> list[str]:
    """Return one name per run: its own if it is unique, else the shortest unique end of its path.

    `teamA/run.csv` and `teamB/run.csv` are `teamA/run` and `teamB/run`, `run.csv` and `run.json` are named after
    their files. Runs with the same path keep their name: nothing distinguishes them.
    """
    names = [run.name for run in runs]
    numbers: dict[str, list[int]] = {}
    for number, name in enumerate(names):
        numbers.setdefault(name, []).append(number)
    for alike in numbers.values():
        if len(alike) > 1 and len({runs[number].file for number in alike}) == len(alike):
            for number, text in zip(alike, _shortest([runs[number] for number in alike]), strict=True):
                names[number] = text
    return names


def _shortest(runs: Sequence[Named]) -> list[str]:
    paths = [PurePath(run.file) for run in runs]
    folders = [path.parts[:-1] for path in paths]
    depths = range(1, max(map(len, folders), default=0) + 1)
    # What distinguishes them at one depth does so at every greater one.
    depth = bisect_left(depths, True, key=lambda depth: len({parts[-depth:] for parts in folders}) == len(folders)) + 1
    if depth in depths:
        return ["/".join((*parts[-depth:], run.name)) for parts, run in zip(folders, runs, strict=True)]
    if len({path.name for path in paths}) == len(paths):
        return [path.name for path in paths]
    return [run.file for run in runs]
