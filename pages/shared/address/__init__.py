"""The address bar, made equal to what a page shows, the buttons that copy it, and the tab around it."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from pages.shared.component import component
from pages.shared.session import FILES, VISIT, Item

_address = component("address", Path(__file__).with_name("address.js"))
_copies = component("copies", Path(__file__).with_name("copies.js"))
_tab = component("tab", Path(__file__).with_name("tab.js"))
_KEPT: Item[tuple[tuple[str, dict[str, str]] | None, float]] = Item("address", lambda: (None, 0.0))
_BEGINS: Item[int] = Item("page_begins", int)


def keep(page: str, query: Mapping[str, str]) -> None:
    """Make the address bar of a page hold `query`, with the time of the change: an older one comes too late."""
    said, since = (page, dict(query)), time.monotonic()
    if said == _KEPT.get()[0]:
        since = _KEPT.get()[1]
    _KEPT.set((said, since))
    _address(key=f"link_{page}", data={"page": f"/{page}", "query": dict(query), "since": since}, height=0)


def copy_buttons(with_own_runs: Sequence[str] = ()) -> None:
    """Draw the buttons that copy the address bar: as a link, and as code that embeds the page.

    `with_own_runs`: the tasks to which the visitor has added runs, which a link does not bring along.
    """
    _copies(key="copies", data={"added": list(with_own_runs)})


def watch_tab() -> None:
    """Let the tab say when its session, and with it the visitor's files, are gone; every page has this once."""
    _tab(key="tab", data={"visit": VISIT.get(), "files": FILES.get(), "begins": _BEGINS.get()})


def begin_at_top() -> None:
    """Let the page begin at its top when it is drawn again, as another page does."""
    _BEGINS.set(_BEGINS.get() + 1)
