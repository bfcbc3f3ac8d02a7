"""The address bar, made equal to what a page shows, and the button that copies it."""

from collections.abc import Mapping
from pathlib import Path

from pages.shared.component import component
from pages.shared.session import FILES, VISIT

_component = component("address", Path(__file__).with_name("address.js"))


def keep(page: str, query: Mapping[str, str]) -> None:
    """Make the address bar of a page hold `query` and draw the button that copies it."""
    data = {"page": f"/{page}", "query": dict(query), "visit": VISIT.get(), "files": FILES.get()}
    _component(key=f"link_{page}", data=data)
