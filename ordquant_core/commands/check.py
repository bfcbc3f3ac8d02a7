"""`check`: everything that is wrong with the files of a task."""

import argparse
from collections.abc import Sequence

from ordquant_core.commands.inputs import choices_of, read_all
from ordquant_core.commands.options import Commands, add_command, add_files, add_format, add_runs
from ordquant_core.commands.output import write_message, write_table
from ordquant_core.commands.task_folder import add_kinds, check_other_kind
from ordquant_core.errors import Problem
from ordquant_core.tables.tasks.results import problem_table


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words = "report every problem of a gold and its runs"
    checking = add_command(commands, "check", _check, words, "gold.json run.json --scale A", measures=False)
    add_files(checking)
    add_runs(checking)
    add_kinds(checking)
    add_format(checking)
    checking.description = (
        "Write a row for every problem of a gold and its runs: file, case, problem, action. The exit code is 0 "
        "whether or not there are problems. Problems that the requested repairs fix are not listed. "
        "GOLD may be the folder of a published task: its task.json is checked as well, and it names the files to read."
    )


def _check(options: argparse.Namespace) -> None:
    other = check_other_kind(options, choices_of(options))
    if other is not None:
        _write(other.problems, other.notes, options.format)
        return
    read = read_all(options, options.runs)
    for one in read.recognised:
        write_message(f"note: {one.file}: {one.words}")
    notes = read.task.notes if read.task is not None else ()
    verdicts = [f"{submission.file}: {submission.verdict}" for submission in read.submissions]
    _write(read.problems, (*notes, *read.notes, read.order_note, *verdicts), options.format)


def _write(problems: Sequence[Problem], notes: Sequence[str], form: str) -> None:
    for note in notes:
        if note:
            write_message(f"note: {note}")
    write_table(problem_table(problems), form)
