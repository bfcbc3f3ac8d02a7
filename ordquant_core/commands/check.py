"""`check`: everything that is wrong with the files of a task."""

import argparse

from ordquant_core.commands.inputs import read_all
from ordquant_core.commands.options import Commands, add_command, add_files, add_runs
from ordquant_core.commands.output import tell, write


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words = "tell every problem of a gold and its runs"
    checking = add_command(commands, "check", _check, words, "gold.json run.json --scale A", measures=False)
    add_files(checking)
    add_runs(checking)
    checking.description = (
        "Write a row for every problem of a gold and its runs: file, case, problem, action. The exit code is 0 with "
        "or without problems: the check was made. Repairs that are allowed leave out the problems that they mend."
    )


def _check(options: argparse.Namespace) -> None:
    read = read_all(options, options.runs)
    for one in read.recognised:
        tell(f"note: {one.file}: {one.words}")
    notes = read.task.notes if read.task is not None else ()
    for note in (*notes, *read.notes):
        tell(f"note: {note}")
    write(
        ("file", "case", "problem", "action"),
        ((problem.file, problem.case, problem.seen, problem.action) for problem in read.problems),
    )
