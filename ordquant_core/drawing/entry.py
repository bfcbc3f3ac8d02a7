"""How a figure enters the list: by `on(page, …)` above a method of its subject, named `draw_` and the figure.

The method takes a look, and calls the function of `figures` that pages and reports call, too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ordquant_core.errors import UnknownNameError
from ordquant_core.figures.template import Figure, Look

Draw = Callable[[Any, Look], Figure]
Method = TypeVar("Method", bound=Draw)


@dataclass(frozen=True, slots=True)
class Kind:
    """The figures on one kind of subject: whether files are read, and the options that all of them take."""

    example: str = ""  # of a figure that has none of its own, see `Entry`
    of_files: bool = False
    options: frozenset[str] = frozenset()
    figures: dict[str, "Entry"] = field(default_factory=dict)

    def on(self, page: str, uses: str = "", example: str = "") -> Callable[[Method], Method]:
        """Return what puts a method into the list, by its name after `draw_` and the first line of its docstring."""

        def listed(method: Method) -> Method:
            shows = (method.__doc__ or "").partition("\n")[0].removesuffix(".")
            name = method.__name__.removeprefix("draw_").replace("_", "-")
            self.figures[name] = Entry(
                self, page, shows, tuple(uses.split()), method, (example or self.example).split()
            )
            return method

        return listed


@dataclass(frozen=True, slots=True)
class Entry:
    """One figure: the kind of its subject, the page that has it, what it shows, and what draws it of a subject.

    `uses`: the options that choose what it shows, as `figure` calls them. `example`: what stands after its name on the
    command line when the gallery draws it and the tests check it.
    """

    kind: Kind
    page: str
    shows: str
    uses: tuple[str, ...]
    draw: Draw
    example: list[str] = field(repr=False)

    @property
    def options(self) -> frozenset[str]:
        """The options that it takes: a figure on one measure or two may find them among `measures`."""
        used = self.kind.options.union(self.uses)
        return used if {"x", "measures"} & {*self.uses} else used - {"measures"}


def check_known(kind: str, names: Sequence[str], known: Sequence[str]) -> None:
    """Raise `UnknownNameError` for a name that is not among those known."""
    for name in names:
        if name not in known:
            raise UnknownNameError(f"The figure has no {kind} {name!r}; known are {', '.join(map(repr, known[:12]))}.")
