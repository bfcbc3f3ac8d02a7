"""What a figure of the pages is to those who list it, and who builds it: a page may remember what it has built."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from ordquant_core.figures.style import Figure

Subject = TypeVar("Subject")


class Draw(Protocol):
    """Builds a figure of a builder's arguments."""

    def __call__(self, build: Callable[..., Figure], *inputs: object, **options: object) -> Figure:
        """Return what `build` makes of its arguments."""


def at_once(build: Callable[..., Figure], *inputs: object, **options: object) -> Figure:
    """Return what `build` makes of its arguments, and remember nothing."""
    return build(*inputs, **options)


@dataclass(frozen=True, slots=True)
class Drawn(Generic[Subject]):
    """One figure: the page that has it, what it shows, and what makes it of its subject."""

    page: str
    words: str
    make: Callable[[Subject], Figure]
    uses: str = ""  # the options that choose what it shows, as `figure` calls them; "": all those of its kind

    @property
    def options(self) -> frozenset[str]:
        """The options that it takes: a figure on one measure or two may find them among `measures`."""
        used = frozenset(self.uses.split())
        return used | {"measures"} if "x" in used else used
