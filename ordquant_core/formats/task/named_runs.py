"""The runs of a task, each with its problems and a unique name."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import NamedTuple

from ordquant_core.errors import REPAIRS, Problem, Repair
from ordquant_core.formats.task.found import Found
from ordquant_core.formats.task.run_names import Named, distinct_names
from ordquant_core.formats.task.submissions import Stopped
from ordquant_core.records import Gold, Run


class NamedRuns(NamedTuple):
    """The runs, each with a unique name and the problems of its reading; and files of which nothing could be read."""

    runs: list[Run]
    problems: list[list[Problem]]
    stopped: list[Stopped]

    def some_left(self, rejected: Mapping[str, object]) -> bool:
        """Return whether some run is left without those that are rejected."""
        return any(run.name not in rejected for run in self.runs)

    def with_own_problems(self, gold: Gold) -> list[tuple[Run, list[Problem]]]:
        """Return each run with its problems, without those of the gold's file: they are reported with the gold."""
        return [
            (run, [problem for problem in those if problem.file != gold.place])
            for run, those in zip(self.runs, self.problems, strict=True)
        ]

    def offer_to_skip(self, problems: Sequence[Problem], emptying: frozenset[Repair]) -> list[Problem]:
        """Offer to leave out runs with problems if others have none; take back offers that would leave no case."""
        if emptying:
            problems = [replace(one, choices=tuple(c for c in one.choices if c not in emptying)) for one in problems]
        runs = {run.place for run in self.runs}
        places = {*runs, *(one.file for one in self.stopped)}
        faulty = {problem.file for problem in problems} & places
        if runs <= faulty:
            return list(problems)
        return [_skippable(problem) if problem.file in faulty else problem for problem in problems]


def name_runs(
    used: Sequence[Found], gold: Found | None, wanted: Sequence[str] | None, unreadable: Sequence[Problem]
) -> NamedRuns:
    """Read the files that are not the gold as runs, each with a unique name."""
    read: list[tuple[Run, list[Problem]]] = []
    stopped: list[Stopped] = []
    for one in used:
        if one.problems and one is not gold:
            stopped.append(Stopped(one.opened.title, one.opened.name, tuple(one.problems)))
        if one is not gold or one.opened.role == "task":
            read += one.runs(wanted)
    stopped += [Stopped(PurePath(one.file).stem, one.file, (one,)) for one in unreadable]
    # A run beside a file of the same name that cannot be read is not called as if it were the only one.
    files = [Named(one.name, one.file) for one in stopped]
    names = distinct_names([*(Named(run.name, run.file) for run, _ in read), *files])
    runs = [run if run.name == text else replace(run, name=text) for text, (run, _) in zip(names, read, strict=False)]
    stopped = [one._replace(name=text) for text, one in zip(names[len(runs) :], stopped, strict=True)]
    return NamedRuns(runs, [those for _, those in read], stopped)


def _skippable(problem: Problem) -> Problem:
    """Offer to leave out the run that has this problem."""
    found = {*problem.choices, "skip-faulty-runs"}
    return replace(problem, choices=tuple(choice for choice in REPAIRS if choice in found))
