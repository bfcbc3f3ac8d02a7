"""The runs of a task, their names, and the verdict on each: accepted, accepted with repairs, or rejected, and why.

A run is named after its file, with as much of the path as distinguishes it from the others.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import repeat
from pathlib import PurePath
from typing import Literal, NamedTuple

from ordquant_core.errors import Problem
from ordquant_core.numerals import count
from ordquant_core.records import Run
from ordquant_core.tasks.file_read import FileRead
from ordquant_core.tasks.grouping import grouped
from ordquant_core.tasks.wording import in_page_words, is_repair

Verdict = Literal["accepted", "accepted with repairs", "rejected"]
RunRead = tuple[Run, list[Problem]]  # a run, and the problems of its reading
_LONGEST = 90  # characters of a reason


class Submission(NamedTuple):
    """One run, or one file that should hold runs and cannot be read."""

    name: str
    file: str
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()  # the repairs, and how the file was read

    @property
    def verdict(self) -> Verdict:
        """Whether it can be scored, and whether it had to be repaired."""
        accepted: Verdict = "accepted with repairs" if any(map(is_repair, self.notes)) else "accepted"
        return "rejected" if self.problems else accepted

    @property
    def reason(self) -> str:
        """The reason for the verdict in a few words, "" for what is accepted as it is."""
        reasons = [f"{problem.case}: {problem.seen}" if problem.case else problem.seen for problem in self.problems]
        reasons = reasons or [in_page_words(note.removeprefix(f"{self.file}: ")) for note in self.notes]
        return in_short(reasons[0], len(reasons)) if reasons else ""


def in_short(text: str, number: int = 1) -> str:
    """Return the beginning of a text, the first of a number of them."""
    short = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 2]}…"
    return f"{short} (and {count(number - 1)} more)" if number > 1 else short


def submissions_of(
    runs: Sequence[Run],
    unread: Sequence[Submission],
    problems: Sequence[Problem],
    notes: Sequence[Sequence[str]],
) -> tuple[Submission, ...]:
    """Return each run with its problems and notes, and the files of which nothing could be read.

    `problems` are those of the whole task, `notes` what was noted on each run as the task was put together.
    """
    problems_of = grouped(dict.fromkeys(problems), lambda problem: problem.file)
    submissions = []
    for run, more in zip(runs, notes or repeat(()), strict=False):
        own = (note for note in run.notes if note.startswith(f"{run.place}: "))
        submissions.append(Submission(run.name, run.place, tuple(problems_of.get(run.place, ())), (*own, *more)))
    known = {submission.file for submission in submissions}
    return (*submissions, *(submission for submission in unread if submission.file not in known))


def name_runs(
    used: Sequence[FileRead], gold: FileRead | None, wanted: Sequence[str] | None, unreadable: Sequence[Problem]
) -> tuple[list[RunRead], list[Submission]]:
    """Read the files that are not the gold as runs, each with a unique name; and those of which nothing can be read."""
    read = [pair for file in used if file is not gold or file.role == "task" for pair in file.runs(wanted)]
    unread = [Submission(file.title, file.name, file.problems) for file in used if file.problems and file is not gold]
    closed = grouped(unreadable, lambda problem: problem.file)
    unread += [Submission(PurePath(file).stem, file, tuple(wrong)) for file, wrong in closed.items()]
    # Unreadable files take part: a run of the same name as one of them gets a longer name, too.
    names = distinct_names([*((run.name, run.file) for run, _ in read), *((one.name, one.file) for one in unread)])
    runs = [
        (run if run.name == text else replace(run, name=text), wrong)
        for text, (run, wrong) in zip(names, read, strict=False)
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
    longer = {
        run: text
        for name, alike in grouped(runs, lambda run: run[0]).items()
        if 1 < len(alike) == len({*alike})
        for run, text in zip(alike, _longer(name, [file for _, file in alike]), strict=True)
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
