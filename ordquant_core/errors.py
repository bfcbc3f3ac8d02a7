"""Errors this package raises on purpose; anything else that escapes is a bug."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
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


Choice = Literal[
    "renormalise",
    "keep-first",
    "by-position",
    "skip-files",
    "drop-classes",
    "drop-surplus",
    "drop-missing",
    "drop-faulty",
]
CHOICES: tuple[Choice, ...] = get_args(Choice)  # the gentlest first
CHOICE_WORDS: Mapping[Choice, str] = MappingProxyType(
    {
        "renormalise": "divide the row by its sum",
        "keep-first": "keep the first, leave out the others",
        "by-position": "take them in the order of the gold",
        "skip-files": "go on without this file",
        "drop-classes": "leave the class out",
        "drop-surplus": "leave the case out of the run",
        "drop-missing": "leave the case out everywhere",
        "drop-faulty": "leave the case out everywhere",
    }
)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with one place of one file."""

    file: str
    case: str  # the id of the case, or the place ("line 7"); empty when the whole file is meant
    seen: str  # what was found there
    action: str  # what was expected, or what the user can do
    choices: tuple[Choice, ...] = ()  # any one of them mends it, on the user's word; told in `action`, too

    def __str__(self) -> str:
        place = f"{self.file}, {self.case}" if self.case else self.file
        return f"{place}: {self.seen}; {self.action}"

    @property
    def renormalisable(self) -> bool:
        """Whether dividing the row by its sum would mend it."""
        return "renormalise" in self.choices


class InputError(OrdquantError):
    """A file cannot be used as it is. Carries every problem found, its message tells the first."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        more = len(self.problems) - 1
        tail = "" if not more else f" (and {more} more problem{'s' if more > 1 else ''}{self._told()})"
        super().__init__(f"{self.problems[0]}{tail}")

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The fewest, gentlest choices that mend every problem; () if some problem cannot be chosen away."""
        return mending(self.problems)

    @property
    def renormalisable(self) -> bool:
        """Whether dividing rows by their sum would mend every problem."""
        return all(problem.renormalisable for problem in self.problems)

    def _told(self) -> str:
        choices = self.choices
        return f"; {' with '.join(choices)} mends all" if choices else ""


def mending(problems: Sequence[Problem]) -> tuple[Choice, ...]:
    """Return the fewest, gentlest choices that mend every problem; () if there is none, or no such choices."""
    offers = {problem.choices for problem in problems}
    for size in range(1, len(CHOICES) + 1):
        for some in combinations(CHOICES, size):
            if all(any(choice in offer for choice in some) for offer in offers):
                return some if offers else ()
    return ()


def offer(action: str, choices: Sequence[Choice]) -> str:
    """Return an action with the choices that there are, in words.

    >>> offer("give numbers >= 0", ["drop-faulty"])
    'give numbers >= 0, or choose drop-faulty (leave the case out everywhere)'
    """
    if not choices:
        return action
    return f"{action}, or choose {' or '.join(f'{choice} ({CHOICE_WORDS[choice]})' for choice in choices)}"
