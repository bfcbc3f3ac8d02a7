"""What stands on a page until all of it is drawn for the first time: empty cards, so that nothing is seen to move.

As long as they stand, the style sheet shows of the page itself only its title and the choice of the task. All pages
have it from `pages/dashboard.py`; one that goes on with long work when all else is drawn says so with `give_way`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.shared.session import Item

_DRAWN: Item[str | None] = Item("drawn_page", lambda: None)  # the page that was drawn last
_STANDS: Item[tuple[DeltaGenerator, DeltaGenerator] | None] = Item("skeleton", lambda: None)  # cards, progress


@contextmanager
def until_drawn(page: str) -> Iterator[None]:
    """Hold the empty cards while a page is drawn that the visitor has just come to."""
    # The container stays in every run: a fragment that has written into it begins its next run there.
    with st.container(key="above"):
        progress, cards = st.empty(), st.empty()
    _STANDS.set(None)
    if _DRAWN.get() != page:
        with cards.container(key="skeleton"):
            st.empty()  # a container without anything is not drawn
        _STANDS.set((cards, progress))
    _DRAWN.set(None)
    try:
        yield
    finally:
        _DRAWN.set(page)
        give_way()


def give_way() -> None:
    """Show what is drawn so far: what follows takes long, and moves nothing of it."""
    for container in _STANDS.take() or ():
        container.empty()


def stop() -> NoReturn:
    """End the page here and show what is drawn: after `st.stop` nothing more is sent."""
    give_way()
    st.stop()


def stands() -> bool:
    """Return whether the page that is drawn has not been shown yet."""
    return _STANDS.get() is not None


def container_of_progress() -> DeltaGenerator | None:
    """Return an empty container above the cards, for what says how far a computation is; None where none stand."""
    stands = _STANDS.get()
    return stands and stands[1]
