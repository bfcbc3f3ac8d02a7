"""The case a visitor looks at and the cases they have selected together: one choice for all pages of a task."""

from collections.abc import Hashable, Sequence
from contextlib import suppress
from functools import partial

import numpy as np
import streamlit as st
from streamlit.errors import StreamlitAPIException

from ordquant_core.figures.points import Frame
from ordquant_core.figures.regions import picked
from ordquant_core.records import FloatArray, IntArray
from pages.shared.common import COMMON
from pages.shared.session import Item, reported

MARKS, CARD = "marks", "card"  # the fragments of a page that show the current case: marked among others, by itself
_TOGETHER: Item[tuple[Hashable, IntArray | None]] = Item("marked", lambda: (None, None))  # of which cases, and which
clear_selected = partial(_TOGETHER.set, (None, None))  # of several cases


def current(cases: Sequence[str], order: IntArray, chosen_from: IntArray | None = None) -> int:
    """Return the number of the current case: the one chosen, if it is there to be chosen, else the first of the list.

    `chosen_from`: where it can be, if not in the list `order`.
    """
    COMMON.restrict({"case": [None, *cases]})
    case = COMMON["case"]
    number = cases.index(case) if case is not None else -1
    return number if number in (order if chosen_from is None else chosen_from) else int(order[0])


def pick(case: str) -> None:
    """Make a case the current one; a page with those fragments draws nothing else again. The last act of a callback."""
    COMMON["case"] = case
    with suppress(StreamlitAPIException):
        st.rerun([MARKS, CARD])


def select_together(of: Hashable, numbers: IntArray) -> None:
    """Select cases together, `of` those that this stands for; fewer than two are no selection."""
    _TOGETHER.set((of, np.asarray(numbers, dtype=np.int64) if len(numbers) > 1 else None))


def selected_together(of: Hashable) -> IntArray | None:
    """Return which of the cases are selected together, None where none are."""
    kept, numbers = _TOGETHER.get()
    return numbers if kept == of else None


def take(
    key: str,
    x: FloatArray,
    y: FloatArray,
    frame: Frame,
    cases: Sequence[str],
    *,
    drawn: IntArray | None = None,
    of: Hashable | None = None,
) -> None:
    """Apply a click or a region in the plot with that key: one case becomes the current one, several are selected.

    `drawn` are the numbers of the cases in the plot (all, if left out); without `of`, which stands for all cases,
    nothing is ever selected together. A plot whose selection is cleared was clicked twice at the same point: that
    case becomes the current one again; or a region was removed.
    """
    positions = picked((reported(key) or {}).get("selection") or {}, x, y, frame)
    last: Item[str | None] = Item(f"last_of_{key}", lambda: None)
    if positions is None:
        before = last.get()
        if of is not None and selected_together(of) is not None:
            clear_selected()
        elif before is not None and before in cases:
            pick(before)
        return
    numbers = positions if drawn is None else drawn[positions]
    if of is not None and len(numbers) != 1:
        select_together(of, numbers)  # the whole page is drawn again, because its list changes
        if len(numbers):
            COMMON.reset("case")  # the first of that list
        return
    elif of is not None:
        selected = selected_together(of)
        if selected is not None and numbers[0] not in selected:
            clear_selected()
    last.set(cases[numbers[0]])
    pick(cases[numbers[0]])
