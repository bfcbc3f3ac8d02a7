"""A file whose format was recognised, and how it is read: the interface of every format.

`sniff.open_data` recognises it, `read` makes its parts, and a `TaskFile` keeps both while a task is put together.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import ClassVar, Literal, NamedTuple

from ordquant_core.errors import UnknownNameError
from ordquant_core.formats.rows import Content, Problems
from ordquant_core.formats.text import label, shown

Vote = tuple[str, str, str]  # case, annotator, label
Role = Literal["gold", "run", "task", "either", "other"]
COLUMN_PER_CLASS = "a table with a column per class"  # what a table is where nothing else is said


class Part(NamedTuple):
    """A gold or a run of a file; `name` is empty if the file holds only one, which is named after the file."""

    name: str
    content: Content
    problems: Problems
    is_gold: bool = False


@dataclass(slots=True)
class Opened(ABC):
    """One file (or a set of files that belong together) of a known kind."""

    name: str
    notes: list[str] = field(init=False, default_factory=list)  # on what was done to open it
    known_classes: frozenset[str] = field(init=False, default=frozenset())  # by what other files of the task say
    by_system: bool = field(init=False, default=False)  # whether a column of systems names runs, and is no part of ids
    votes: list[Vote] | None = field(init=False, default=None)  # who voted for what, if somebody wants to know: a list
    names_annotators: bool = field(init=False, default=True)  # otherwise it lists their labels, in one order
    kind: ClassVar[str]  # the format, as code calls it
    words: ClassVar[str]  # the format, as a person would call it
    positional: ClassVar[bool] = False  # the format says that the classes are those of the gold, in its order

    @property
    def described(self) -> str:
        """The format in words, with what was found in the file once it is read."""
        return self.words

    @property
    def title(self) -> str:
        """The name of a gold or run of the file: the file's, without folder and extension."""
        return _stem(_stem(self.name)) if self.name.endswith(".gz") else _stem(self.name)

    @property
    def role(self) -> Role:
        """What the file can be."""
        return "either"

    @property
    def scales(self) -> tuple[str, ...]:
        """The scales to choose from; () where the file has but one, without a name."""
        return ()

    @property
    def headers(self) -> tuple[tuple[str, ...], ...]:
        """The names of the columns of each table in the file."""
        return ()

    @property
    def first_rows(self) -> Sequence[Sequence[str]]:
        """The first rows of a table with a row per vote, where the user may have to name its columns; else ()."""
        return ()

    @property
    def has_systems(self) -> bool:
        """Whether a column may name several runs, or be a part of the ids: the gold shows which."""
        return False

    @abstractmethod
    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Read everything; the problems of a part are those given, or its own. Raises for what stops the reading."""


@dataclass(slots=True)
class WithTables(Opened):
    """A file that holds tables, each opened as a file of its own would be; what they can be, the first of them says."""

    tables: dict[str, Opened]

    @property
    def described(self) -> str:
        """The file in words, with what its tables are, where that is not a column per class."""
        inner = (table.described for table in self.tables.values() if table.described != COLUMN_PER_CLASS)
        return ": ".join([self.words, *dict.fromkeys(inner)])

    @property
    def headers(self) -> tuple[tuple[str, ...], ...]:
        """The names of the columns of each table."""
        return tuple(header for table in self.tables.values() for header in table.headers)

    @property
    def role(self) -> Role:
        """What the first table can be."""
        return self._first.role

    @property
    def first_rows(self) -> Sequence[Sequence[str]]:
        """The rows of the first table."""
        return self._first.first_rows

    @property
    def has_systems(self) -> bool:
        """Whether some table may hold several runs."""
        return any(table.has_systems for table in self.tables.values())

    @property
    def _first(self) -> Opened:
        return next(iter(self.tables.values()))

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Read the table of this name, or the first, with all that is known of the file."""
        table = self._first if scale is None else self.tables[scale]
        table.known_classes = self.known_classes
        table.by_system = table.by_system or (self.by_system and table.has_systems)
        table.votes = self.votes
        parts = table.read(problems, scale=None, as_gold=as_gold)
        self.names_annotators &= table.names_annotators
        return parts


def _stem(name: str) -> str:
    base = name.rpartition("/")[2]
    if base[:1] in ("", ".") or base[-1] == "." or "\\" in base:
        return PurePath(name).stem
    return base.rpartition(".")[0] or base  # the same, in a tenth of the time: a task may have thousands of files


def choose_scale(scales: tuple[str, ...], scale: str | None, name: str) -> str | None:
    """Return the scale to read; None where the file has none at all, which every case will say."""
    if not scales or scale in scales:
        return scale if scales else None
    listed = ", ".join(map(label, scales))
    if scale is not None:
        raise UnknownNameError(f"{name} has no scale {shown(scale)}; choose one: {listed}")
    if len(scales) > 1:
        raise UnknownNameError(f"{name} has {len(scales)} scales; choose one: {listed}")
    return scales[0]
