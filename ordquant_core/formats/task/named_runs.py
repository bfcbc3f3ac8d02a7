"""The runs of a task, each with its problems and a unique name."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import NamedTuple

from ordquant_core.errors import REPAIRS, Problem, Repair
from ordquant_core.formats.task.run_names import Named, distinct_names
from ordquant_core.formats.task.submissions import UnreadRun
from ordquant_core.formats.task.task_file import TaskFile
from ordquant_core.records import Gold, Run


class NamedRuns(NamedTuple):
    """The runs, each with a unique name and the problems of its reading; and files of which nothing could be read."""

    runs: list[Run]
    problems: list[list[Problem]]
    unread: list[UnreadRun]

    def some_left(self, rejected: Mapping[str, object]) -> bool:
        """Return whether some run is left without those that are rejected."""
        return any(run.name not in rejected for run in self.runs)

    def with_own_problems(self, gold: Gold) -> list[tuple[Run, list[Problem]]]:
        """Return each run with its problems, without those of the gold's file: they are reported with the gold."""
        return [
            (run, [problem for problem in of_run if problem.file != gold.place])
            for run, of_run in zip(self.runs, self.problems, strict=True)
        ]

    def offer_to_skip(self, problems: Sequence[Problem], leaving_no_case: frozenset[Repair]) -> list[Problem]:
        """Offer to leave out runs with problems if others have none; take back offers that would leave no case."""
        if leaving_no_case:
            problems = [
                replace(one, choices=tuple(c for c in one.choices if c not in leaving_no_case)) for one in problems
            ]
        runs = {run.place for run in self.runs}
        files = {*runs, *(one.file for one in self.unread)}
        faulty = {problem.file for problem in problems} & files
        if runs <= faulty:
            return list(problems)
        return [_skippable(problem) if problem.file in faulty else problem for problem in problems]


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


def _skippable(problem: Problem) -> Problem:
    """Offer to leave out the run that has this problem."""
    found = {*problem.choices, "skip-faulty-runs"}
    return replace(problem, choices=tuple(choice for choice in REPAIRS if choice in found))
