"""What the user allows to be repaired. Nothing by default; every repair made is told in a note."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ordquant_core.errors import CHOICES, Choice, UnknownNameError


@dataclass(frozen=True, slots=True)
class Choices:
    """The repairs the user has chosen; the fields are called as the choices that problems offer."""

    renormalise: bool = False  # rows of probabilities whose sum is off by up to 0.02 are divided by it
    keep_first: bool = False  # of several rows of one case, or several runs of one name, the first counts
    by_position: bool = False  # row numbers as ids, or classes under other labels, are taken in the gold's order
    skip_files: bool = False  # files that are neither gold nor run are passed over
    drop_classes: bool = False  # a class that only one side has, or that is none, is left out where it has no mass
    drop_surplus: bool = False  # cases of a run that the gold does not have are left out
    drop_missing: bool = False  # cases of the gold that some run lacks are left out, from gold and all runs
    drop_faulty: bool = False  # cases with a fault in any file are left out, from gold and all runs
    classes: tuple[str, ...] | None = None  # the classes in their order, where the user knows better than the file

    def allows(self, choice: Choice) -> bool:
        """Tell whether the user has made this choice."""
        allowed: bool = getattr(self, choice.replace("-", "_"))
        return allowed

    def with_(self, choices: Iterable[object]) -> "Choices":
        """Return these choices and more of them. Raises `UnknownNameError`."""
        choices = list(choices)
        unknown = [choice for choice in choices if choice not in CHOICES]
        if unknown:
            raise UnknownNameError(f"Unknown choice {unknown[0]!r}; there are {', '.join(CHOICES)}.")
        allowed: dict[str, Any] = {str(choice).replace("-", "_"): True for choice in choices}
        return replace(self, **allowed)

    @property
    def made(self) -> tuple[Choice, ...]:
        """The choices that the user has made, the gentlest first."""
        return tuple(choice for choice in CHOICES if self.allows(choice))


NOTHING = Choices()
