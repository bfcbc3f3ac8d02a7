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
from ordquant_core.formats.task.file_read import FileRead
from ordquant_core.formats.task.repair_notes import is_repair
from ordquant_core.records import Run

Verdict = Literal["accepted", "accepted with repairs", "rejected"]
RunRead = tuple[Run, list[Problem]]  # a run, and the problems of its reading


class Submission(NamedTuple):
    """One run, or one file that should hold runs and cannot be read."""

    name: str
    file: str
    verdict: Verdict
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()  # the repairs, and how the file was read


def submissions_of(
    runs: Sequence[Run], unread: Sequence[Submission], problems: Sequence[Problem], notes: Sequence[str]
) -> tuple[Submission, ...]:
    """Return the verdict on each run, and on the files of which nothing could be read.

    `problems` are those of the whole task, `notes` what was noted on runs as the task was put together.
    """
    problems_of: dict[str, dict[Problem, None]] = {}
    for problem in problems:
        problems_of.setdefault(problem.file, {})[problem] = None
    notes_of: dict[str, list[str]] = {}
    for note in notes:  # the name of its file ends before one of these, and may itself hold others
        for end in re.finditer(": ", note):
            notes_of.setdefault(note[: end.start()], []).append(note)
    found = []
    for run in runs:
        wrong = tuple(problems_of.get(run.place, ()))
        own = [note for note in run.notes if note.startswith(f"{run.place}: ")]
        noted = tuple(dict.fromkeys([*own, *notes_of.get(run.place, [])]))
        accepted: Verdict = "accepted with repairs" if any(map(is_repair, noted)) else "accepted"
        found.append(Submission(run.name, run.place, "rejected" if wrong else accepted, wrong, noted))
    known = {one.file for one in found}
    return (*found, *(one for one in unread if one.file not in known))


def name_runs(
    used: Sequence[FileRead], gold: FileRead | None, wanted: Sequence[str] | None, unreadable: Sequence[Problem]
) -> tuple[list[RunRead], list[Submission]]:
    """Read the files that are not the gold as runs, each with a unique name; and those of which nothing can be read."""
    read = [pair for one in used if one is not gold or one.role == "task" for pair in one.runs(wanted)]
    unread = [
        Submission(one.title, one.name, "rejected", one.problems) for one in used if one.problems and one is not gold
    ]
    unread += [Submission(PurePath(one.file).stem, one.file, "rejected", (one,)) for one in unreadable]
    # Unreadable files take part: a run of the same name as one of them gets a longer name, too.
    names = distinct_names([*((run.name, run.file) for run, _ in read), *((one.name, one.file) for one in unread)])
    runs = [
        (run if run.name == text else replace(run, name=text), found)
        for text, (run, found) in zip(names, read, strict=False)
    ]
    return runs, [one._replace(name=text) for text, one in zip(names[len(runs) :], unread, strict=True)]


def distinct_names(runs: Sequence[tuple[str, str]]) -> list[str]:
    """Return one name per run (its name and its file): its own if it is unique, else the shortest end of its path.

    Runs with the same path keep their name: nothing distinguishes them.

    >>> distinct_names([("a", "a.csv"), ("run", "t/run.csv"), ("run", "u/run.csv")])
    ['a', 't/run', 'u/run']
    >>> distinct_names([("run", "run.csv"), ("run", "run.json")])
    ['run.csv', 'run.json']
    """
    alike: dict[str, list[str]] = {}
    for name, file in runs:
        alike.setdefault(name, []).append(file)
    longer = {
        (name, file): text
        for name, files in alike.items()
        if 1 < len(files) == len({*files})
        for file, text in zip(files, _longer(name, files), strict=True)
    }
    return [longer.get(run, run[0]) for run in runs]


def _longer(name: str, files: Sequence[str]) -> Sequence[str]:
    """Return the name of runs that are called alike, with the folders that distinguish them; else their files."""
    paths = [PurePath(file) for file in files]
    folders = [path.parts[:-1] for path in paths]
    depths = range(1, max(map(len, folders)) + 1)
    # What distinguishes them at one depth does so at every greater one.
    place = bisect_left(depths, True, key=lambda depth: len({parts[-depth:] for parts in folders}) == len(folders))
    if place < len(depths):
        return ["/".join((*parts[-depths[place] :], name)) for parts in folders]
    return [path.name for path in paths] if len({path.name for path in paths}) == len(paths) else files
