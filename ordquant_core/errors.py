"""Errors this package raises on purpose; anything else that escapes is a bug."""

from collections.abc import Sequence
from dataclasses import dataclass


class OrdquantError(ValueError):
    """Base class: pages and the command line show its message as it is, and nothing else."""


class InvalidDistributionError(OrdquantError):
    """A value that must be a distribution (votes or probabilities) is not one."""


class ShapeMismatchError(OrdquantError):
    """Two inputs that must describe the same classes, cases or runs do not."""


class UnknownNameError(OrdquantError):
    """A key (of a measure, a scale, a run, a case) that does not exist."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with one place of one file."""

    file: str
    case: str  # the id of the case, or the place ("line 7"); empty when the whole file is meant
    seen: str  # what was found there
    action: str  # what was expected, or what the user can do
    renormalisable: bool = False  # would dividing the row by its sum, on the user's word, mend it?

    def __str__(self) -> str:
        place = f"{self.file}, {self.case}" if self.case else self.file
        return f"{place}: {self.seen}; {self.action}"


class InputError(OrdquantError):
    """A file cannot be used as it is. Carries every problem found, its message tells the first."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        more = len(self.problems) - 1
        tail = "" if not more else f" (and {more} more problem{'s' if more > 1 else ''})"
        super().__init__(f"{self.problems[0]}{tail}")

    @property
    def renormalisable(self) -> bool:
        """Whether dividing rows by their sum would mend every problem."""
        return all(problem.renormalisable for problem in self.problems)
