"""The user's decisions about files: the repairs allowed, and information missing from the files. None by default."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from ordquant_core.errors import REPAIRS, Repair, UnknownNameError
from ordquant_core.ranked_lists.collection import Topics

Missing = Literal["uniform", "end"]


@dataclass(frozen=True, slots=True, repr=False)
class Decisions:
    """The user's decisions; the first fields are named after the repairs that problems offer. Each is noted if used."""

    renormalise: bool = False  # rows of probabilities whose sum is off by up to 0.02 are divided by it
    percentages: bool = False  # rows that sum to 100 (98 to 102) are divided by 100
    latin_1: bool = False  # bytes that are not UTF-8 are read as Latin-1 (Windows-1252)
    ratings: bool = False  # columns with names of annotators or items hold ratings: these are counted by case
    one_hot: bool = False  # of a file with a label per case: all probability is on its class
    missing_votes: bool = (
        False  # null, nan, NA and the like are no class: such votes are left out of those of their case
    )
    no_ids: bool = False  # if no column has a name usual for ids, rows are numbered from 1
    by_position: bool = False  # row numbers as ids, or classes under other labels, are taken in the gold's order
    drop_classes: bool = False  # unused classes of one side, and columns that are not classes, are left out
    accept_gold_copies: bool = False  # a run whose estimates equal the gold is scored like any other
    drop_surplus: bool = False  # cases of a run that the gold does not have are left out
    drop_missing: bool = False  # cases of the gold that some run lacks are left out, from gold and all runs
    classes: tuple[str, ...] | None = None  # the classes in their order, where the user knows better than the file
    id_columns: tuple[str, ...] | None = None  # the columns of a table that make the id of a case
    annotator_column: str | None = None  # the column of a table with a row per vote that says whose it is; "": none
    label_column: str | None = None  # the column of such a table that says for which class it is
    run_scale: str | None = None  # the scale to read from runs, where it is not the gold's
    topics: Topics = "judged"  # of ranked lists: those that the means of a run go over
    binary: bool = False  # grades of ranked lists: all above 0 count as 1
    missing: Missing | None = None  # what a case that a run lacks counts as
    merge: tuple[tuple[str, ...], ...] = ()  # the labels of each group of neighbouring classes that become one
    positions: tuple[float, ...] | None = None  # where the classes stand, before or after merging; None: 1, 2, 3, …
    positions_from: str = ""  # who says so, in messages: an option of the command line; "" for a task.json

    def __repr__(self) -> str:
        """Return only what was decided, as signatures in help() show it.

        >>> Decisions(renormalise=True)
        Decisions(renormalise=True)
        """
        made = ((one.name, getattr(self, one.name)) for one in fields(self) if getattr(self, one.name) != one.default)
        return f"Decisions({', '.join(f'{name}={value!r}' for name, value in made)})"

    def allows(self, choice: Repair) -> bool:
        """Return whether the user has chosen this repair."""
        allowed: bool = getattr(self, choice.replace("-", "_"))
        return allowed

    def with_(self, choices: Iterable[object]) -> "Decisions":
        """Return these decisions with further repairs. Raises `UnknownNameError`."""
        choices = list(choices)
        unknown = [choice for choice in choices if choice not in REPAIRS]
        if unknown:
            raise UnknownNameError(f"Unknown choice {unknown[0]!r}; choose from {', '.join(REPAIRS)}.")
        allowed: dict[str, Any] = {str(choice).replace("-", "_"): True for choice in choices}
        return replace(self, **allowed)

    @property
    def made(self) -> tuple[Repair, ...]:
        """The repairs that the user has chosen, the gentlest first."""
        return tuple(choice for choice in REPAIRS if self.allows(choice))


NOTHING = Decisions()
