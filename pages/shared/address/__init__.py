"""The address bar, made equal to what a page shows, and the button that copies it."""

from collections.abc import Mapping
from pathlib import Path

from pages.shared.component import component

_component = component("address", Path(__file__).with_name("address.js"))


def keep(page: str, query: Mapping[str, str]) -> None:
    """Make the address bar of a page hold `query` and draw the button that copies it."""
    _component(key=f"link_{page}", data={"page": f"/{page}", "query": dict(query)})
