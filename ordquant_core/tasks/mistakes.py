"""What is wrong with a run, one message for its author for each kind of mistake, however many rows it touches."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ordquant_core.errors import Problem
from ordquant_core.formats.rows import listing
from ordquant_core.formats.text import label
from ordquant_core.numerals import count, listed
from ordquant_core.tasks.align import CASE_MISSING, CASE_UNKNOWN, CLASS_MISSING, CLASS_UNKNOWN
from ordquant_core.tasks.grouping import grouped
from ordquant_core.tasks.reading import TaskRead

_SUM = re.compile(r"sums? to [0-9.,eE+-]+")
_NUMBER = re.compile(r"\d+")
_MOST_KINDS = 5  # of a file, one message each


class Mistake(NamedTuple):
    """What is wrong with a file, and what its author can do about it."""

    file: str
    words: str

    def on(self, scales: Sequence[str]) -> "Mistake":
        """Return what is wrong on some scales only."""
        return self._replace(words=f"on scale {listed(scales)}: {self.words}")

    def __str__(self) -> str:
        return f"{self.file}: {self.words}"


def mistakes(read: TaskRead) -> tuple[Mistake, ...]:
    """Return one message per file and kind of mistake; last, what is assumed of runs without labels and mistakes."""
    some = (one for one in read.problems if one.file != read.gold_file and one.asks != "reading")  # a question is none
    of_file = grouped(some, lambda problem: problem.file)
    n_cases = len(read.gold.cases) if read.gold is not None else 0
    message = [Mistake(file, words) for file, wrong in of_file.items() for words in _messages(wrong, n_cases)]
    order = ", ".join(map(label, read.gold.classes if read.gold is not None else ()))
    unnamed = {one.file for one in read.recognised if one.kind == "semeval"}  # its labels are those of the format
    words = f"its classes have no names and are read in the order {order}. If yours differs, reorder them."
    for run in read.runs:
        if (not run.labelled or run.place in unnamed) and order and run.place not in of_file:
            message.append(Mistake(run.place, words))
    return tuple(message)


def _messages(problems: Sequence[Problem], n_cases: int) -> list[str]:
    """Return a message for each kind of problem of a file: of one kind are those with the same way out."""
    alike = grouped(problems, lambda message: (_NUMBER.sub("n", message.action), message.choices, message.asks))
    kinds = list(alike.values())
    left = sum(map(len, kinds[_MOST_KINDS:]))
    messages = [_message(some, n_cases) for some in kinds[:_MOST_KINDS]]
    return [*messages[:-1], f"{messages[-1]} ({count(left, 'problem')} of other kinds)"] if left else messages


def _message(some: Sequence[Problem], n_cases: int) -> str:
    """Say what is wrong with some problems of one kind, and what to do; three mistakes are usual, and are counted."""
    first, single = some[0], len(some) == 1
    cases = listing([problem.case.removeprefix("case ") for problem in some])
    if first.seen == CASE_MISSING:
        of = f" of the task's {count(n_cases)}" if n_cases else ""
        are, them = ("is", "it") if single else ("are", "them")
        return (
            f"{count(len(some), 'case')}{of} {are} missing ({cases}). A run needs an estimate for every case: add "
            f"{them}."
        )
    if first.seen == CASE_UNKNOWN:
        belong, them = ("does not belong", "it") if single else ("do not belong", "them")
        return f"{count(len(some), 'case')} {belong} to this task ({cases}). Remove {them}."
    if {problem.seen for problem in some} <= {CLASS_MISSING, CLASS_UNKNOWN}:
        return f"{_on_classes(some)}. {first.action[0].upper()}{first.action[1:]}."
    if _SUM.search(first.seen):
        rows = "1 row does not sum to 1" if single else f"{count(len(some))} rows do not sum to 1"
        percent = " If these are percentages, divide them by 100." if "percentages" in first.choices else ""
        return f"{rows} ({first.case}: {first.seen}). Give probabilities that sum to 1.{percent}"
    where = f"{first.case}: " if first.case else ""
    more = "" if single else f" ({count(len(some) - 1, 'more problem')} of this kind)"
    return f"{where}{first.seen}; {first.action}.{more}"


def _on_classes(some: Sequence[Problem]) -> str:
    """Say which classes of a run are not those of the task, and which of the task's it lacks."""
    names = grouped(some, lambda problem: problem.seen)
    unknown = [f'"{one.case.removeprefix("class ")}"' for one in names.get(CLASS_UNKNOWN, ())]
    missing = [one.case.removeprefix("class ") for one in names.get(CLASS_MISSING, ())]
    are = "is not a class" if len(unknown) == 1 else "are not classes"
    words = [f"{listing(unknown)} {are} of this task"] if unknown else []
    if missing:
        words.append(f"{listing(missing)} {'is' if len(missing) == 1 else 'are'} missing")
    return ", and ".join(words)
