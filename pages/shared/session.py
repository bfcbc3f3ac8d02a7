"""What a visitor's session remembers: containers with a type and a first value, and what controls report.

`Params` holds what a link says, controls are read with `reported`, and what a page keeps beyond a run of the script
is an `Item`. Besides these, only `links` and `draw` use the session, under keys of their own.
"""

import math
from collections.abc import Callable
from functools import partial
from itertools import takewhile
from secrets import token_hex
from typing import Any, Generic, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ordquant_core.errors import OrdquantError
from pages.shared.escaping import escape

Held = TypeVar("Held")


class Item(Generic[Held]):
    """One thing that a session remembers under its key."""

    def __init__(self, key: str, first: Callable[[], Held]) -> None:
        self.key, self._first = key, first

    def get(self) -> Held:
        """Return it; at first, what `first` makes, which is remembered."""
        if self.key not in st.session_state:
            st.session_state[self.key] = self._first()
        held: Held = st.session_state[self.key]
        return held

    def set(self, value: Held) -> None:
        """Remember another value."""
        st.session_state[self.key] = value

    def take(self) -> Held:
        """Return it and forget it: the next `get` makes a first value again."""
        held = self.get()
        del st.session_state[self.key]
        return held


VISIT: Item[str] = Item("visit", partial(token_hex, 8))  # a page may outlive its session, and still sends this
FILES: Item[bool] = Item("has_files", bool)  # whether the visitor has given files: they are lost with the session


def session_id() -> str:
    """Return what Streamlit calls the session. Whoever knows it can act as the visitor: it is never shown."""
    context = get_script_run_ctx()
    return context.session_id if context else ""


def explain_error(problem: Exception) -> bool:
    """Say in its sentence what ended a run, where it is an error of ours; return whether it is."""
    if isinstance(problem, OrdquantError):
        st.error(escape(str(problem)))
        return True
    return False


def reported(key: str) -> Any:
    """Return what the control or the component with that key reports, None before it has reported anything."""
    return st.session_state.get(key)


def preset(key: str, value: object) -> None:
    """Set the value of a control before it is drawn."""
    st.session_state[key] = value


def selected_points(key: str) -> list[dict[str, Any]]:
    """Return the points that are selected in the plot with that key. What a browser sends is not trusted."""
    selection = st.session_state.get(key) or {}
    points = (selection.get("selection") or {}).get("points")
    return [point for point in points if isinstance(point, dict)] if isinstance(points, list) else []


def selected_numbers(key: str) -> tuple[int, ...]:
    """Return the whole numbers that the selected point of the plot with that key carries as its first data."""
    for point in selected_points(key)[:1]:
        data = point.get("customdata")
        return tuple(map(int, takewhile(_is_number, data if isinstance(data, list) else [data])))
    return ()


def use_selected_number(key: str, use: Callable[[int], object]) -> None:
    """Call `use` with the number that the selected point of the plot with that key carries as its data, if it does."""
    for number in selected_numbers(key)[:1]:
        use(number)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
