"""The repairs that make a task usable, as buttons offer them. Each was tried and says what remains."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ordquant_core.errors import Repair, fixing
from ordquant_core.formats.decisions import Decisions, Missing
from ordquant_core.formats.task.questions import answered_beside
from ordquant_core.formats.task.reading import TaskRead
from ordquant_core.formats.task.remedies import Remedy, remedies
from ordquant_core.formats.task.wording import button_name
from ordquant_core.numerals import count

MOST_TRIED = 20 * 2**20  # bytes of files that are read again to see what a repair leaves
PENALTIES: dict[Missing, str] = {
    "uniform": "Score missing cases as Uniform",
    "end": "Score missing cases as the end of the scale farther from the gold",
}
Again = Callable[[Decisions], TaskRead]


class Way(NamedTuple):
    """One button: its name, the decisions it leads to, and what remains."""

    words: str
    choices: Decisions
    left: str = ""
    suggested: bool = True  # False: it scores a copy of the gold, which is never the suggestion


def ways_to_fix(read: TaskRead, choices: Decisions, again: Again, *, size: int) -> tuple[Way, ...]:
    """Return every way to fix all problems that works, the gentlest first.

    `choices` are those with which the files were `read`, `again` reads them with others. Files of a `size` beyond
    `MOST_TRIED` bytes are not read again: then what the problems offer is returned as it is. What answers an open
    question is left to that question.
    """
    if not read.problems:
        return ()
    answers = answered_beside(read)
    if size > MOST_TRIED:
        some = fixing(read.problems)
        if not some or answers & {*some}:
            return ()
        return (Way(button_name(some), choices.with_(some), suggested=_suggested(some)),)
    tried = [one for one in remedies(read, choices, again) if not answers & {*one.choices}]
    found = [Way(_words(one), choices.with_(one.choices), one.left, _suggested(one.choices)) for one in tried]
    if any("drop-missing" in problem.choices for problem in read.problems):
        for missing, words in PENALTIES.items():
            with_penalty = replace(choices, missing=missing)
            then = again(with_penalty)
            if then.task is not None:
                found.append(Way(words, with_penalty, _left(read, then)))
    return tuple(found)


def _suggested(choices: Sequence[Repair]) -> bool:
    return "accept-gold-copies" not in choices


def _words(remedy: Remedy) -> str:
    rejected = remedy.of_runs - len(remedy.runs)
    if remedy.choices == ("skip-faulty-runs",) and rejected > 0:
        return f"Leave out the {count(rejected, 'rejected run') if rejected > 1 else 'rejected run'}"
    return button_name(remedy.choices)


def _left(read: TaskRead, then: TaskRead) -> str:
    if then.task is None or read.gold is None:
        return ""
    cases = len(then.task.cases)
    return Remedy((), cases, max(cases, len(read.gold.cases)), then.task.runs, len(read.submissions)).left
