"""A file of an official format: what it is, and how it is read."""

from __future__ import annotations  # help() shows types as they are written

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal

from ordquant_core.formats.rows import Content, Part, Problems

Role = Literal["gold", "run", "task", "either", "other"]


@dataclass(frozen=True, eq=False)
class Official:
    """A file (or a set of files that belong together) whose structure is that of an official format."""

    name: str
    kind: str  # the format, as code calls it
    words: str  # the format, as a person would call it
    reader: Callable[..., Content]  # what reads all of it, with `Problems`, and the scale where it has scales
    role: Role = "either"  # what the file can be
    scales: tuple[str, ...] = ()  # to choose from; () where the file has but one, without a name

    @property
    def title(self) -> str:
        """The name of a gold or run of the file: the file's, without folder and extension."""
        return PurePath(self.name.removesuffix(".gz")).stem

    def read(self, problems: Problems, *, scale: str | None = None) -> list[Part]:
        """Read everything; the problems are added to those given. Raises for what stops the reading."""
        content = self.reader(problems, scale) if self.scales else self.reader(problems)
        return [Part("", content, problems)]
