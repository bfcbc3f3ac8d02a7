"""Links: what the address bar says, and when a page must follow it."""

from collections import deque
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal
from urllib.parse import urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.errors import StreamlitPageNotFoundError

from ordquant_core.analysis.picture import Picture, to_query
from ordquant_core.measures.built import Switches
from pages.shared import address, plots
from pages.shared.session import Item

SHOWN: Item[tuple[str, ...] | None] = Item("shown_for", lambda: None)  # what the results on the page are about
_WARNINGS: Item[dict[str, dict[str, str] | None]] = Item("link_warnings", dict)  # with the address at that time
_PLACE: Item[DeltaGenerator | None] = Item("place_of_warnings", lambda: None)
STAGED = "compare", "lessons", "popularity-vs-uniform", "cases"  # the pages that can be shown on a projector
NO_STAGE = "This page has no view for a projector. Compare, Lessons, Popularity vs Uniform and Cases have one."
COMPARE, CASES = "compare/page.py", "cases/page.py"
REMEMBERED = 200  # addresses of our own that may still come back as an echo


def incoming(page: str) -> dict[str, str] | None:
    """Return the parameters of a link the visitor has just followed, None if there is nothing new to follow.

    A query string that this page wrote itself (`bar`) comes back with every re-run, possibly late: it is no link.
    On the first run of a page whatever the address says is one.
    """
    query, state, last = st.query_params.to_dict(), st.session_state, f"last_link_{page}"
    before, entering, link = state.get("following") or ("", False, None)  # left by a script run that broke off
    entering = state.get("page_now") != page or (entering and before == page)
    # A browser sends the address that opened the page with every run of the script, however often it has changed since.
    if query and (entering or (query != state.get(last) and query not in _written(page))):
        link = query
    elif before != page:
        link = None
    state["following"] = page, entering, link  # first: the script may break off wherever it touches the session
    if link is not None and link not in _written(page):
        _written(page).append(link)
    state[last], state["page_now"], state["entered"] = query, page, entering
    _PLACE.set(None)
    if entering:
        SHOWN.set(None)
    if entering or link is not None:
        _WARNINGS.set({})
    if link is not None and page not in STAGED and link.get("view") == "stage":
        _WARNINGS.set({NO_STAGE: None})  # drawn with the head of the page
        link = {name: value for name, value in link.items() if name != "view"}
    plots.begin()
    return link


def followed() -> None:
    """Note that the page has taken over what its link says; a run that breaks off earlier leaves that to the next.

    To be called before anything that takes long. `bar` and the choices of data do.
    """
    st.session_state["following"] = None


def draw_warnings() -> None:
    """Draw the warnings that there are, where further ones of this run follow: below the head of the page."""
    _PLACE.set(st.empty())
    _draw_warnings()


def warn(words: str) -> None:
    """Say what a link means that the page cannot show. It stands there until the visitor chooses something."""
    _WARNINGS.get().setdefault(words, None)
    _draw_warnings()


def forget_warnings() -> None:
    """Take the warnings away: the visitor has chosen something."""
    _WARNINGS.set({})


def _draw_warnings() -> None:
    if (place := _PLACE.get()) and _WARNINGS.get():
        place.warning("\n\n".join(_WARNINGS.get()))


def entered() -> bool:
    """Return whether the script runs for the first time since the visitor came to the page; asked after `incoming`."""
    return bool(st.session_state.get("entered"))


def bar(page: str, query: Mapping[str, str]) -> None:
    """Make the address bar hold `query`; where it changes by what the visitor chooses, warnings of a link go."""
    query, warnings = dict(query), _WARNINGS.get()
    left: dict[str, dict[str, str] | None] = {words: query for words, at in warnings.items() if at in (None, query)}
    _WARNINGS.set(left)
    followed()
    if query not in _written(page):
        _written(page).append(query)
    address.keep(page, query)
    if len(left) < len(warnings):
        st.rerun()  # they stand outside of the fragment that may call this


def page_link(page: str, label: str, icon: str, query: Mapping[str, str] | None = None, *, entry: bool = False) -> None:
    """Draw the link to another page, `page` being its file; a page that runs without app.py shows the label alone.

    `entry`: as wide as its container, with the icon at the right.
    """
    width: Literal["stretch", "content"] = "stretch" if entry else "content"
    try:
        position: Literal["left", "right"] = "right" if entry else "left"
        st.page_link(page, label=label, icon=icon or None, query_params=query, width=width, icon_position=position)
    except StreamlitPageNotFoundError:
        st.caption(label)


def open_in_compare(picture: Picture, query: Mapping[str, str] = MappingProxyType({})) -> None:
    """Draw the link that opens a picture in Compare; `query`: what it says besides."""
    page_link(COMPARE, "Open in Compare", ":material/open_in_new:", {**to_query(picture), **query})


def to_compare(picture: Picture) -> str:
    """Return the address, for a table, at which Compare opens a gold and two estimates."""
    return f"compare?{urlencode(to_query(picture))}"


def to_make(built: Switches | str = "") -> str:
    """Return the address of Make a measure, which opens what was made."""
    return f"lessons?{urlencode({'lesson': 'make'} | ({'built': built} if built else {}))}"


def _written(page: str) -> deque[dict[str, str]]:
    written: deque[dict[str, str]] = st.session_state.setdefault(f"links_{page}", deque(maxlen=REMEMBERED))
    return written
