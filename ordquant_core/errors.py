"""Errors this package raises on purpose; anything else that escapes is a bug.

Among them: that a package besides NumPy and pandas is missing, and which extra installs it.
"""

from __future__ import annotations  # help() shows types as they are written

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args


class OrdquantError(ValueError):
    """Base class: pages and the command line show its message as it is, and nothing else."""


class InvalidDistributionError(OrdquantError):
    """A value that must be a distribution (votes or probabilities) is not one."""


class ShapeMismatchError(OrdquantError):
    """Two inputs that must describe the same classes, cases or runs do not."""


class UnknownNameError(OrdquantError):
    """A key (of a measure, a scale, a run, a case) that does not exist."""


class UnknownKeyError(UnknownNameError, KeyError):
    """The same, where a mapping was asked: `in` and `get` work as they do everywhere."""

    __str__ = ValueError.__str__  # a KeyError shows its message in quotes


class ReadingTimeError(OrdquantError):
    """Files that take longer to read than somebody allows."""


class UnclearVotesError(OrdquantError):
    """A gold that may be single votes or certain probabilities.

    `seen` is what was found. The message names the argument of a function that decides it; the command line and pages
    name their own option or control instead.
    """

    def __init__(self, seen: str) -> None:
        self.seen = seen
        super().__init__(f"{seen} To say which: votes=True or False of oq.from_frames.")


class PluginError(OrdquantError):
    """A custom measure that cannot be used: its file, what it says of itself, or what its function returns."""


Repair = Literal[
    "renormalise",
    "percentages",
    "by-position",
    "drop-surplus",
    "drop-missing",
    "accept-gold-copies",
]
REPAIRS: tuple[Repair, ...] = get_args(Repair)  # the gentlest first; to score the gold against itself comes last
REPAIR_WORDS: Mapping[Repair, str] = {  # what the control on the page is called
    "renormalise": "divide rows by their sum",
    "percentages": "read rows that sum to 100 as percentages",
    "by-position": "match by position, in the order of the gold",
    "drop-surplus": "leave out cases that the gold does not have",
    "drop-missing": "leave out cases that a run lacks",
    "accept-gold-copies": "score runs that equal the gold",
}
Question = Literal["", "gold", "scale", "run-scale", "reading"]
ANSWERS: Mapping[Question, str] = {  # how the command line answers a question
    "": "",
    "gold": "",  # the first argument
    "scale": "--scale SCALE",
    "run-scale": "--run-scale SCALE",
    "reading": "",  # the action names the options
}
ARGUMENTS: Mapping[Question, str] = {  # how functions take the answer
    "": "",
    "gold": "gold=…",
    "scale": "scale=…",
    "run-scale": "choices=oq.Decisions(run_scale=…)",
    "reading": "choices=oq.Decisions().with_mapping(oq.TableMapping(…))",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, or unclear, at one place of one file."""

    file: str
    case: str  # the id of the case, or the place ("line 7"), or both; empty when the whole file is meant
    seen: str  # what was found there
    action: str  # what was expected, or what the user can do in the file
    choices: tuple[Repair, ...] = ()  # the one that fixes it, if the user asks for it
    asks: Question = ""  # what the user must say, where the file does not say it

    def __str__(self) -> str:
        return f"{self._where}: {self.seen}; {self.advice}"

    @property
    def _where(self) -> str:
        return f"{self.file}, {self.case}" if self.case else self.file

    @property
    def in_python(self) -> str:
        """The problem, with the arguments of functions that answer the question or fix it.

        >>> Problem("r", "a", "sums to 0.99", "correct the row", ("renormalise",)).in_python
        'r, a: sums to 0.99; correct the row, or use choices=oq.Decisions(renormalise=True) (divide rows by their sum)'
        """
        action = self.action.partition(": --")[0] if self.asks == "reading" else self.action
        answer = f" ({ARGUMENTS[self.asks]})" if ARGUMENTS[self.asks] else ""
        words = {choice: f"choices=oq.Decisions({choice.replace('-', '_')}=True)" for choice in self.choices}
        return f"{self._where}: {self.seen}; {advice(f'{action}{answer}', self.choices, words)}"

    @property
    def advice(self) -> str:
        """The action, and the options of the command line that answer the question or fix the problem.

        >>> Problem("a.csv", "", "", "correct the row", ("renormalise",)).advice
        'correct the row, or use --repair renormalise (divide rows by their sum)'
        >>> Problem("a.csv", "", "it has the scales A and E", "choose one", asks="scale").advice
        'choose one (--scale SCALE)'
        """
        answer = ANSWERS[self.asks]
        return advice(f"{self.action} ({answer})" if answer else self.action, self.choices)


class InputError(OrdquantError):
    """A file cannot be used as it is. Carries every problem found; its message states the first.

    `python`: repairs are named as functions take them, not as the command line does.
    """

    def __init__(self, problems: Sequence[Problem], *, python: bool = False) -> None:
        self.problems = tuple(problems)
        first, *others = self.problems
        tail = f" (and {len(others):,} more problem{'s' if len(others) > 1 else ''})" if others else ""
        if others and all((one.case, one.seen, one.action) == (first.case, first.seen, first.action) for one in others):
            files = [one.file for one in others]
            tail = f" (the same in {', '.join(files) if len(files) <= 5 else f'{len(files):,} more'})"
        super().__init__(f"{first.in_python if python else first}{tail}")


@contextmanager
def collected(problems: list[Problem]) -> Iterator[None]:
    """Add the problems of an `InputError` that is raised within to others, and go on after it."""
    try:
        yield
    except InputError as error:
        problems += error.problems


def advice(action: str, choices: Sequence[Repair], written: Mapping[Repair, str] = MappingProxyType({})) -> str:
    """Return an action with the repairs that do the same, and what they do: options, unless `written` otherwise.

    >>> advice("a run needs every case of the gold", ["drop-missing"])
    'a run needs every case of the gold, or use --repair drop-missing (leave out cases that a run lacks)'
    """
    if not choices:
        return action
    ways = [f"{written.get(choice, f'--repair {choice}')} ({REPAIR_WORDS[choice]})" for choice in choices]
    return f"{action}, or use {' or '.join(ways)}"


class MissingExtraError(OrdquantError):
    """A package that this part of the library needs is not installed."""


@contextmanager
def extra(name: str, for_what: str) -> Iterator[None]:
    """Name the extra to install if an import inside this block fails.

    Raises `MissingExtraError`, which is an `OrdquantError`.
    """
    try:
        yield
    except ModuleNotFoundError as problem:
        package = (problem.name or "a package").partition(".")[0]
        if package == "ordquant_core":
            raise
        raise MissingExtraError(
            f"{for_what} needs {package}, which is not installed; install it with: pip install 'ordquant[{name}]'"
        ) from None
