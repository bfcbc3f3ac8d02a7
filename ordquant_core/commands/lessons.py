"""`lessons`: the lessons and the canvas as one file that needs no server."""

import argparse
import sys

from ordquant_core.commands.options import Commands, add_command
from ordquant_core.teaching.one_file import lessons_file

LOOK = (
    "The file opens by double click, in a learning platform or on a phone, without a network. It contains "
    "all lessons, the four judges, which ask as long as one likes, and the canvas of Compare."
)


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words, example = "lessons and canvas as one HTML file", "--out lessons.html"
    added = add_command(commands, "lessons", _lessons, words, example, measures=False)
    added.epilog = f"{LOOK}\n\n{added.epilog}"


def _lessons(options: argparse.Namespace) -> None:
    sys.stdout.write(lessons_file())
