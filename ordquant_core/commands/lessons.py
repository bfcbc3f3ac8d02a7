"""`lessons`: the lessons, a quiz and the canvas as one file that needs no server."""

import argparse
import sys
from pathlib import Path

from ordquant_core.commands.options import Commands, add_command
from ordquant_core.commands.progress import waiting
from ordquant_core.errors import OrdquantError
from ordquant_core.teaching.one_file import lessons_file

LOOK = (
    "The file opens by double click, in a learning platform or on a phone, without a network. It contains the nine "
    "lessons, 20 quizzes of ten questions and the canvas of Compare. Its result codes are those of the server."
)


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words, example = "lessons, quizzes and canvas as one HTML file", "--out lessons.html"
    added = add_command(commands, "lessons", _lessons, words, example, measures=False)
    added.epilog = f"{LOOK}\n\n{added.epilog}"
    added.add_argument("--out", metavar="FILE", help="the file to write (default: stdout)")


def _lessons(options: argparse.Namespace) -> None:
    with waiting("Collecting questions"):
        page = lessons_file()
    if options.out is None:
        sys.stdout.write(page)
        return
    try:
        Path(options.out).write_text(page, encoding="utf-8", newline="\n")
    except OSError as problem:
        raise OrdquantError(f"{options.out} cannot be written ({problem.strerror or problem})") from None
