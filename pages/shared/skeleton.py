"""What stands on a page until all of it is drawn for the first time: empty cards, so that nothing is seen to move.

As long as they stand, the style sheet shows of the page itself only its title and the choice of the task. All pages
have it from `pages/dashboard.py`; one that goes on with long work when all else is drawn says so with `give_way`.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.shared.session import Item

_DRAWN: Item[str | None] = Item("drawn_page", lambda: None)  # the page that was drawn last
_STANDS: Item[tuple[DeltaGenerator, DeltaGenerator] | None] = Item("skeleton", lambda: None)


@contextmanager
def until_drawn(page: str) -> Iterator[None]:
    """Hold the empty cards while a page is drawn that the visitor has just come to."""
    container = st.empty()
    _STANDS.set(None)
    if _DRAWN.get() != page:
        with container.container(key="skeleton"):
            _STANDS.set((container, st.empty()))
    _DRAWN.set(None)
    try:
        yield
    finally:
        give_way()
        _DRAWN.set(page)


def give_way() -> None:
    """Show what is drawn so far: what follows takes long, and moves nothing of it."""
    if stands := _STANDS.take():
        stands[0].empty()


def container_of_progress() -> DeltaGenerator | None:
    """Return an empty container above the cards, for what says how far a computation is; None where none stand."""
    stands = _STANDS.get()
    return stands and stands[1]
