"""A file of an official format: what it is, and how it is read."""

from __future__ import annotations  # help() shows types as they are written

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import PurePath
from typing import ClassVar, Literal

from ordquant_core.formats.rows import Part, Problems

Role = Literal["gold", "run", "task", "either", "other"]


@dataclass(frozen=True, eq=False)
class Official(ABC):
    """A file (or a set of files that belong together) whose structure is that of an official format."""

    name: str
    kind: ClassVar[str]  # the format, as code calls it
    words: ClassVar[str]  # the format, as a person would call it
    role: ClassVar[Role] = "either"  # what the file can be
    positional: ClassVar[bool] = False  # the format says that the classes are those of the gold, in its order

    @property
    def title(self) -> str:
        """The name of a gold or run of the file: the file's, without folder and extension."""
        return PurePath(self.name.removesuffix(".gz")).stem

    @property
    def scales(self) -> tuple[str, ...]:
        """The scales to choose from; () where the file has but one, without a name."""
        return ()

    @abstractmethod
    def read(self, problems: Problems, *, scale: str | None = None, as_gold: bool = True) -> list[Part]:
        """Read everything; the problems are added to those given. Raises for what stops the reading."""
