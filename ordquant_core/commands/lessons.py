"""`lessons`: the lessons, a quiz and the canvas as one file that needs no server."""

import argparse
import sys

from ordquant_core.commands.options import Commands, add_command
from ordquant_core.commands.output import waiting
from ordquant_core.formats.files import write_file
from ordquant_core.teaching.one_file import lessons_file

LOOK = (
    "The file opens by double click, in a learning platform or on a phone, without a network. It contains the nine "
    "lessons, 20 quizzes of ten questions, and the canvas of Compare."
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
    else:
        write_file(options.out, page.encode())
