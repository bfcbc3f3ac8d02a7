"""`to_frame` of results: the table that a command writes, as a DataFrame. What makes it stands above all results."""

from collections.abc import Callable
from typing import Any

Writer = Callable[..., Any]
_WRITER: list[Writer] = []


class Framed:
    """A result that a page shows or a command writes as a table."""

    __slots__ = ()

    def to_frame(self, **options: Any) -> Any:
        """Return the table of the result as a DataFrame of pandas, see `ordquant_core.tables.frames.to_frame`."""
        return _WRITER[-1](self, **options)


def written_by(writer: Writer) -> None:
    """Let this function make the frames."""
    _WRITER[:] = [writer]
