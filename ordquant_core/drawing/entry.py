"""What a figure of the pages is to those who list it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import plotly.graph_objects as go

from ordquant_core.figures.template import LIGHT, Look

Subject = TypeVar("Subject")


@dataclass(frozen=True, slots=True)
class Entry(Generic[Subject]):
    """One figure: the page that has it, what it shows, and what draws it of its subject."""

    page: str
    words: str
    draw: Callable[[Subject, Look], go.Figure]
    uses: str = ""  # the options that choose what it shows, as `figure` calls them; "": all those of its kind

    @property
    def options(self) -> frozenset[str]:
        """The options that it takes: a figure on one measure or two may find them among `measures`."""
        used = frozenset(self.uses.split())
        return used | {"measures"} if "x" in used else used

    def make(self, subject: Subject, look: Look = LIGHT) -> go.Figure:
        """Return the figure of its subject, in the colours for paper unless others are given."""
        return self.draw(subject, look)
