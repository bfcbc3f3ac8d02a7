"""`lessons`: the lessons, a quiz and the canvas as one file that needs no server."""

import argparse
import sys
from urllib.parse import parse_qs, urlsplit

from ordquant_core.commands.options import Commands, add_command
from ordquant_core.commands.output import waiting
from ordquant_core.errors import OrdquantError
from ordquant_core.formats.files import read_bytes, write_file
from ordquant_core.teaching.one_file import lessons_file
from ordquant_core.teaching.own_lesson import OwnLesson, as_lesson, from_json, from_link

LOOK = (
    "The file opens by double click, in a learning platform or on a phone, without a network. It contains the nine "
    "lessons, 20 quizzes of ten questions, the canvas of Compare, and your own lessons. Its result codes are those of "
    "the server."
)
SHOWN = 60  # characters of a link in a message


def add(commands: Commands) -> None:
    """Add the command of this file."""
    words, example = "lessons, quizzes and canvas as one HTML file", "--out lessons.html --lesson mine.json"
    added = add_command(commands, "lessons", _lessons, words, example, measures=False)
    added.epilog = f"{LOOK}\n\n{added.epilog}"
    added.add_argument("--out", metavar="FILE", help="the file to write (default: stdout)")
    words = "lessons of your own, made on Compare; may be repeated"
    added.add_argument("--lesson", metavar="FILE|LINK", action="append", default=[], help=words)


def _lessons(options: argparse.Namespace) -> None:
    own = [as_lesson(one) for text in options.lesson for one in _own(text)]
    with waiting("Collecting questions"):
        page = lessons_file(own)
    if options.out is None:
        sys.stdout.write(page)
        return
    write_file(options.out, page.encode())


def _own(text: str) -> tuple[OwnLesson, ...]:
    """Return the lessons of a file, or of a link."""
    try:
        if "://" not in text:
            return from_json(read_bytes(text))
        values = parse_qs(urlsplit(text).query).get("own")
        if not values:
            raise OrdquantError("this link holds no lesson; expected one with own=… , as Compare makes it")
        return from_link(values[0])
    except OrdquantError as problem:
        if str(problem).startswith(text):
            raise
        raise OrdquantError(f"{text[:SHOWN]}: {str(problem).removeprefix('lesson: ')}") from None
