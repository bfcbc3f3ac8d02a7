"""What was reviewed: lines `expression → what comes of it` of a text, with the names of the module beside it.

What comes of it are words, the parts of a sentence (those that are more than words stand in ‹ ›), or what an error
says. After a change `python -m tests.reviewed` writes all of these texts anew, or those that it is given, and the diff
shows what is said now.
"""

import sys
import warnings
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from unittest.mock import patch

import pytest

from ordquant_core.measures.registry import MEASURES

ROOM, ARROW, END = Path(__file__).parent, " → ", " ⏎ "


def rows(file):
    """Return the expressions and what comes of them, as the text beside a module has them."""
    lines = Path(file).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    return [line.partition(ARROW)[::2] for line in lines if not line.startswith("#")]


def reviewed(file):
    """Try a test with every row of the text beside its module."""
    found = rows(file)
    return pytest.mark.parametrize(("made", "words"), found, ids=[made for made, _ in found])


def said(made, names):
    """Return what comes of an expression, in one line. A measure that it adds is forgotten: others name all of them."""
    try:
        with patch.object(MEASURES, "_by_key", dict(MEASURES._by_key)):
            found = eval(made, names)
    except Exception as problem:  # noqa: BLE001 - whatever it is, it is reviewed
        return f"{type(problem).__name__}: {problem}".replace("\n", END)
    words = "".join(map(marked, found)) if isinstance(found, tuple) and all(map(is_part, found)) else str(found)
    return words.replace("\n", END) or "nothing"


def is_part(one):
    return isinstance(one, str) or is_dataclass(one)


def marked(part):
    """Return a part of a sentence, one that is more than words with what else it says: its letter, its role."""
    if isinstance(part, str):
        return part
    more = [value for field in fields(part)[1:] if isinstance(value := getattr(part, field.name), str) and value]
    return f"‹{'|'.join([str(part), *more])}›"


def names_beside(path):
    """Return the names of the module beside a text."""
    return vars(import_module(".".join(("tests", *path.relative_to(ROOM).with_suffix("").parts))))


if __name__ == "__main__":
    warnings.simplefilter("error")  # as in a test
    every = sorted(path for path in ROOM.rglob("*.txt") if path.with_suffix(".py").exists())
    for path in map(Path.resolve, map(Path, sys.argv[1:])) if sys.argv[1:] else every:
        kept = path.read_text(encoding="utf-8").splitlines()
        made = [line if line.startswith("#") else line.split(ARROW)[0] for line in kept]
        written = [one if one.startswith("#") else f"{one}{ARROW}{said(one, names_beside(path))}" for one in made]
        path.write_text("\n".join(written) + "\n", encoding="utf-8")
