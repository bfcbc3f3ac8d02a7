"""The repairs that a page offers for the files of a task, one at a time, each with what it leads to.

The notes on the files are sorted by the decision that they report.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from ordquant_core.errors import REPAIRS
from ordquant_core.formats.decisions import NOTHING, Decisions, Missing
from ordquant_core.numerals import count, listed
from ordquant_core.tasks.reading import TaskRead
from ordquant_core.tasks.wording import NOTES, button_name

MAX_RETRIED_BYTES = 20 * 2**20  # bytes of files that are read again to see what a repair leads to
PENALTIES: dict[Missing, str] = {
    "uniform": "Score missing cases as Uniform",
    "end": "Score missing cases as the end of the scale farther from the gold",
}
ReadWith = Callable[[Decisions], TaskRead]


class RepairButton(NamedTuple):
    """One button: its name, the decisions it leads to, and what they leave."""

    words: str
    choices: Decisions
    left: str = ""
    suggested: bool = True  # False: it scores a copy of the gold, which is never the suggestion


def repair_buttons(read: TaskRead, choices: Decisions, read_with: ReadWith, *, size: int) -> tuple[RepairButton, ...]:
    """Return a button for every repair that a problem offers, the gentlest first, and for ways to score missing cases.

    `choices` are those with which the files were `read`, `read_with` reads them with others. A repair is left out where
    a problem that offers it would stay; in files of more than `MAX_RETRIED_BYTES` in `size` that is not tried.
    """
    offered = {choice for problem in read.problems for choice in problem.choices}
    buttons = [
        RepairButton(button_name(one), choices.with_([one]), suggested=one != "accept-gold-copies")
        for one in REPAIRS
        if one in offered
    ]
    if "drop-missing" in offered:
        buttons += [RepairButton(words, replace(choices, missing=missing)) for missing, words in PENALTIES.items()]
    if size > MAX_RETRIED_BYTES:
        return tuple(buttons)
    tried = [(button, read_with(button.choices)) for button in buttons]
    return tuple(button._replace(left=_left(read, then)) for button, then in tried if _helps(read, then, button))


def _helps(read: TaskRead, then: TaskRead, button: RepairButton) -> bool:
    """Return whether the problems that offer what was tried are gone."""
    made = {*button.choices.made} or {"drop-missing"}
    stay = {(one.file, one.case, one.seen) for one in then.problems}
    return not any((one.file, one.case, one.seen) in stay for one in read.problems if made & {*one.choices})


def _left(read: TaskRead, then: TaskRead) -> str:
    """Say what remains: of the task, or of the problems."""
    if then.task is None:
        return f"{count(len(then.problems), 'problem remains', 'problems remain')}"
    cases = len(then.task.cases)
    of_cases = max(cases, len(read.gold.cases) + len(read.gold.faulty) if read.gold is not None else 0)
    kept = _some(cases, of_cases, "case")
    if not read.submissions:
        return f"{kept} remain{'s' * (cases == 1)}"
    return f"{_some(len(then.task.runs), len(read.submissions), 'run')} and {kept} remain"


def _some(number: int, of: int, noun: str) -> str:
    if number == of:
        every = {1: "the", 2: "both"}.get(of, f"all {count(of)}")
        return f"{every} {noun}{'s' * (of != 1)}"
    return f"{count(number)} of {count(of)} {noun}s"


class Decided(NamedTuple):
    """One decision of the user: the field of `Decisions` that holds it, its words, and the notes that report it."""

    name: str
    words: str
    notes: tuple[str, ...]
    default: object  # the value of the field where nothing is decided


def decided(read: TaskRead, choices: Decisions) -> tuple[list[Decided], list[str]]:
    """Return the decisions with what each did, and the notes that report none of them."""
    rest = list(read.task.notes if read.task is not None else read.notes)
    words = {repair.replace("-", "_"): button_name(repair) for repair in REPAIRS}
    words |= {
        "run_scale": f"Scale of the runs: {choices.run_scale}",
        "missing": PENALTIES.get(choices.missing or "uniform", ""),
        "merge": "; ".join(f"{listed(group)} merged" for group in choices.merge),
    }
    lines = []
    for name, pattern in NOTES.items():
        default = getattr(NOTHING, name)
        if getattr(choices, name) != default:
            notes = [note for note in rest if re.search(pattern, note)]
            rest = [note for note in rest if note not in notes]
            lines.append(Decided(name, words[name], tuple(notes), default))
    return lines, rest
