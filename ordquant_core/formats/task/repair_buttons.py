"""The buttons that repair a task: the combinations of `repair_options`, and ways to score missing cases."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ordquant_core.errors import Repair, fixing
from ordquant_core.formats.decisions import Decisions, Missing
from ordquant_core.formats.task.questions import repairs_that_answer
from ordquant_core.formats.task.reading import TaskRead
from ordquant_core.formats.task.repair_options import RepairOption, repair_options
from ordquant_core.formats.task.wording import button_name
from ordquant_core.numerals import count

MAX_RETRIED_BYTES = 20 * 2**20  # bytes of files that are read again to see what a repair leaves
PENALTIES: dict[Missing, str] = {
    "uniform": "Score missing cases as Uniform",
    "end": "Score missing cases as the end of the scale farther from the gold",
}
ReadWith = Callable[[Decisions], TaskRead]


class RepairButton(NamedTuple):
    """One button: its name, the decisions it leads to, and what remains."""

    words: str
    choices: Decisions
    left: str = ""
    suggested: bool = True  # False: it scores a copy of the gold, which is never the suggestion


def repair_buttons(read: TaskRead, choices: Decisions, read_with: ReadWith, *, size: int) -> tuple[RepairButton, ...]:
    """Return a button for every way to fix all problems, the gentlest first.

    `choices` are those with which the files were `read`, `read_with` reads them with others. Files of more than
    `MAX_RETRIED_BYTES` in `size` are not read again: then what the problems offer is returned as it is. What answers
    an open question is left to that question.
    """
    if not read.problems:
        return ()
    answers = repairs_that_answer(read)
    if size > MAX_RETRIED_BYTES:
        some = fixing(read.problems)
        if not some or answers & {*some}:
            return ()
        return (RepairButton(button_name(some), choices.with_(some), suggested=_suggested(some)),)
    tried = [one for one in repair_options(read, choices, read_with) if not answers & {*one.choices}]
    found = [RepairButton(_words(one), choices.with_(one.choices), one.left, _suggested(one.choices)) for one in tried]
    if any("drop-missing" in problem.choices for problem in read.problems):
        for missing, words in PENALTIES.items():
            with_penalty = replace(choices, missing=missing)
            then = read_with(with_penalty)
            if then.task is not None:
                found.append(RepairButton(words, with_penalty, _left(read, then)))
    return tuple(found)


def _suggested(choices: Sequence[Repair]) -> bool:
    return "accept-gold-copies" not in choices


def _words(option: RepairOption) -> str:
    rejected = option.of_runs - len(option.runs)
    if option.choices == ("skip-faulty-runs",) and rejected > 0:
        return f"Leave out the {count(rejected, 'rejected run') if rejected > 1 else 'rejected run'}"
    return button_name(option.choices)


def _left(read: TaskRead, then: TaskRead) -> str:
    if then.task is None or read.gold is None:
        return ""
    cases = len(then.task.cases)
    return RepairOption((), cases, max(cases, len(read.gold.cases)), then.task.runs, len(read.submissions)).left
