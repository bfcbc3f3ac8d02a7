"""Words on problems and repairs of files: what to do, the buttons, and which notes report what somebody decided."""

import re
from collections.abc import Iterable, Mapping, Sequence

from ordquant_core.errors import REPAIR_WORDS, Problem, Repair
from ordquant_core.numerals import count

_OPTIONS = re.compile(r" \(--[^)]*\)|: --.*")  # of the command line

NOTES: Mapping[str, str] = {  # words of the notes on each decision, by its field of `Decisions`
    "run_scale": r"is scored against (scale|the gold)",
    "renormalise": r"divided by (its|their) sum",
    "percentages": r"read as percentages",
    "by_position": r"by position|as row numbers|rows (without ids )?paired with",
    "drop_surplus": r"that the gold does not have",
    "drop_missing": r"because some run lacks them",
    "accept_gold_copies": r"its estimates equal the gold",
    "missing": r"scored as (Uniform|the end of the scale)",
    "merge": r"are merged into one",
}
_DECIDED = re.compile("|".join(NOTES.values()))


def button_name(repair: Repair) -> str:
    """Return the name of the button that applies a repair.

    >>> button_name("renormalise")
    'Divide rows by their sum'
    """
    words = REPAIR_WORDS[repair]
    return words[:1].upper() + words[1:]


def what_to_do(problem: Problem) -> str:
    """Return what to do about a problem, with the controls of the page by their names.

    >>> what_to_do(Problem("a.csv", "case x", "", "correct the row", ("renormalise",)))
    'correct the row, or choose “Divide rows by their sum”'
    >>> what_to_do(Problem("a.csv", "", "", "say how to read it: --layout votes, and --case COLUMN", asks="reading"))
    'say how to read it'
    """
    action = in_page_words(problem.action)
    if not problem.choices:
        return action
    return f"{action}, or choose {' or '.join(f'“{button_name(choice)}”' for choice in problem.choices)}"


def in_page_words(text: str) -> str:
    """Return a text without options of the command line.

    >>> in_page_words("name all 7 in their order (--classes A,B,…)")
    'name all 7 in their order'
    """
    return _OPTIONS.sub("", text)


def unusable(problems: Sequence[Problem]) -> str:
    """Return the sentence on files that do not make a task.

    >>> unusable([Problem("gold.csv", "", "it is empty", ""), Problem("run.csv", "x", "it is missing", "")])
    '2 files cannot be used as they are: 2 problems. Nothing was changed.'
    """
    files = len({problem.file for problem in problems})
    subject, object_ = ("This file", "it is") if files == 1 else (f"{count(files)} files", "they are")
    return f"{subject} cannot be used as {object_}: {count(len(problems), 'problem')}. Nothing was changed."


def is_repair(note: str) -> bool:
    """Return whether a note reports what was done at the user's request, and not only how a file was read.

    >>> is_repair("a.csv: 1 row divided by its sum (case x)"), is_repair("a.csv: nobody votes for 3")
    (True, False)
    """
    return _DECIDED.search(note) is not None


def split_notes(notes: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the notes that report repairs, and the others."""
    made: tuple[list[str], list[str]] = ([], [])
    for note in notes:
        made[not is_repair(note)].append(note)
    return made
