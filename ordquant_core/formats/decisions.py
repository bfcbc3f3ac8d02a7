"""The user's decisions about files: the repairs allowed, and information missing from the files. None by default."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from ordquant_core.errors import REPAIRS, Repair, UnknownNameError
from ordquant_core.formats.mapping import Mappings, TableMapping, mapping_of

Missing = Literal["uniform", "end"]


def is_named(file: str, name: str) -> bool:
    """Return whether a name means this file: it is the end of its path."""
    return f"/{file}".endswith(f"/{name}")


@dataclass(frozen=True, slots=True, repr=False)
class Decisions:
    """The user's decisions; the first fields are named after the repairs that problems offer. Each is noted if used.

    `mappings` say how tables are read that do not say it themselves: `with_mapping` adds one.
    """

    renormalise: bool = False  # rows of probabilities whose sum is off by up to 0.02 are divided by it
    percentages: bool = False  # rows that sum to 100 (98 to 102) are divided by 100
    by_position: bool = False  # row numbers as ids, or classes under other labels, are taken in the gold's order
    drop_surplus: bool = False  # cases of a run that the gold does not have are left out
    drop_missing: bool = False  # cases of the gold that some run lacks are left out, from gold and all runs
    accept_gold_copies: bool = False  # a run whose estimates equal the gold is scored like any other
    mappings: Mappings = ()  # how tables are read, by the name of a file; "": the gold
    classes: tuple[str, ...] | None = None  # in their order, where the user knows better than a file of any format
    run_scale: str | None = None  # the scale to read from runs of official formats, where it is not the gold's
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

    def with_mapping(self, mapping: TableMapping, file: str = "") -> "Decisions":
        """Return these decisions with how a file is read, and all others with the same columns; "": the gold.

        >>> Decisions().with_mapping(TableMapping("votes", case=("item",), label="rating"))
        Decisions(mappings=(('', TableMapping(layout='votes', case=('item',), label='rating')),))
        """
        others = tuple(pair for pair in self.mappings if pair[0] != file)
        return replace(self, mappings=(*others, (file, mapping)))

    def mapping_for(self, file: str, *, is_gold: bool = False) -> TableMapping | None:
        """Return how somebody said that a file is read; the end of its path is enough to name it.

        The order of the classes of the gold that is said apart (`classes`) goes before that of its mapping.

        >>> decisions = Decisions().with_mapping(TableMapping("people"), "b.csv")
        >>> decisions.mapping_for("a/b.csv"), decisions.mapping_for("ab.csv", is_gold=True)
        (TableMapping(layout='people'), None)
        """
        wanted = [one for one, _ in self.mappings if one and is_named(file, one)]
        name = max(wanted, key=len, default="" if is_gold else None)
        own = next((mapping for one, mapping in self.mappings if one == name), None)
        if own is None or not (is_gold and own.classes and self.classes):
            return own
        return replace(own, classes=self.classes)

    @property
    def order(self) -> tuple[str, ...] | None:
        """The classes of the gold in their order, where somebody says it."""
        return self.classes or next((one.classes for name, one in self.mappings if not name and one.classes), None)

    @property
    def encoding(self) -> str:
        """The encoding of text that is not Unicode, as it is said of the gold: for files that are no tables."""
        return next((mapping.encoding for name, mapping in self.mappings if not name), "")

    def to_json(self) -> dict[str, Any]:
        """Return what was decided, as `decisions_of` takes it.

        >>> Decisions(renormalise=True).with_mapping(TableMapping("people", annotator="who")).to_json()
        {'renormalise': True, 'mappings': {'': {'layout': 'people', 'annotator': 'who'}}}
        """
        values = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "positions_from"}
        made = {one.name: values[one.name] for one in fields(self) if values.get(one.name, one.default) != one.default}
        if self.mappings:
            made["mappings"] = {name: mapping.to_json() for name, mapping in self.mappings}
        return made

    @property
    def made(self) -> tuple[Repair, ...]:
        """The repairs that the user has chosen, the gentlest first."""
        return tuple(choice for choice in REPAIRS if self.allows(choice))


NOTHING = Decisions()


def decisions_of(values: Mapping[str, Any]) -> Decisions:
    """Return the decisions that `Decisions.to_json` wrote, also after they were a file of JSON."""
    mappings = tuple((name, mapping_of(facts, "mappings")) for name, facts in values.get("mappings", {}).items())
    others = {name: _as_tuples(value) for name, value in values.items() if name != "mappings"}
    return Decisions(**others, mappings=mappings)


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value
