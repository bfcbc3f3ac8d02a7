"""Texts of pages on problems of files: verdicts, what to do, and the names of the buttons for repairs."""

import re
from collections.abc import Sequence

from ordquant_core.errors import REPAIR_WORDS, Problem, Repair
from ordquant_core.formats.task.questions import open_questions, plain_problems
from ordquant_core.formats.task.reading import TaskRead
from ordquant_core.formats.task.repair_notes import is_repair
from ordquant_core.numerals import count
from ordquant_core.records import Task

_OPTIONS = re.compile(r" \(--[^)]*\)|: --.*")  # of the command line
_REPAIR = re.compile(rf"--repair ({'|'.join(REPAIR_WORDS)})")


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
    """Return a text without options of the command line: a repair gets its button's name, others are left out.

    >>> in_page_words("name all 7 in their order (--classes A,B,…), or use --repair by-position")
    'name all 7 in their order, or use “Match by position, in the order of the gold”'
    """
    named = {str(repair): button_name(repair) for repair in REPAIR_WORDS}
    return _REPAIR.sub(lambda repair: f"“{named[repair[1]]}”", _OPTIONS.sub("", text))


def verdict(read: TaskRead) -> str:
    """Return the sentence on whether a task can be used."""
    if read.task is not None:
        gold, runs = len(read.task.cases), len(read.task.runs)
        words = f"Ready: {count(gold, 'gold distribution')} and {count(runs, 'run') if runs else 'no runs'}"
        return f"{words}; {_repaired(read.task)}."
    asked, wrong = open_questions(read), plain_problems(read)
    files = {problem.file for problem in wrong} | {file for one in asked for file in one.files}
    counts = [count(number, noun) for number, noun in ((len(asked), "question"), (len(wrong), "problem")) if number]
    return f"Not ready: {' and '.join(counts)} in {count(len(files), 'file')}."


def _repaired(task: Task) -> str:
    """Say how much had to be repaired."""
    applied = sum(map(is_repair, task.notes))
    return (
        f"{count(applied, 'repair or choice was', 'repairs or choices were')} applied"
        if applied
        else "nothing had to be repaired"
    )


def unusable(problems: Sequence[Problem]) -> str:
    """Return the sentence on files that do not make a task."""
    files = len({problem.file for problem in problems})
    subject, object_ = ("This file", "it is") if files == 1 else (f"{count(files)} files", "they are")
    return f"{subject} cannot be used as {object_}: {count(len(problems), 'problem')}. Nothing was changed."
