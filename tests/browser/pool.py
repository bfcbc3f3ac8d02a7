"""Pages of the browser that tests share: to load the application takes ten times as long as most of what a test does.

A shared page changes to another address as a click on a link inside of the application does, by its history. After a
test it goes to /forget: its session is empty then, and so is what the browser remembers of it.
"""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page

from tests.browser import settling

MOST_TESTS = 30  # of a page; what Chromium keeps of all it has drawn makes it slow in the end
FORGET = "/forget"  # a page that tests/browser/served_app.py adds
Kind = Mapping[str, object]  # options of a browser context
# What had the focus loses it: Enter on a link of the sidebar would follow it. `input` only says to settling.js that
# something is about to happen.
GO = """path => {
  document.activeElement?.blur();
  window.dispatchEvent(new Event("input"));
  history.pushState({}, "", path);
  window.dispatchEvent(new PopStateEvent("popstate"));
}"""


class Lent:
    """A page that a test has for its own time."""

    def __init__(self, page: Page, faults: list[str], kind: Kind, server: Callable[[], str]) -> None:
        """Take over going to addresses; `server`: where the application is."""
        self.page = page
        self._server = server
        self.faults = faults  # what went wrong on it
        self.kind = kind
        self.tests = 0
        self._load = page.goto
        page.goto = self.goto  # type: ignore[method-assign,assignment]

    def look(self, width: int, height: int, media: Mapping[str, Any]) -> None:
        """Make it look as a new page does."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(**{"media": "null", "color_scheme": "light", "reduced_motion": "no-preference"} | media)

    def goto(self, url: str, **options: Any) -> None:
        """Go to an address: where the application is loaded already, it is not loaded again."""
        if self._inside(self.page.url) and self._inside(url):
            self._forget()
            self._change(urlsplit(url)._replace(scheme="", netloc="").geturl() or "/")
        else:
            self._load(url, **options)

    def _forget(self) -> None:
        """Leave nothing of what was before."""
        if urlsplit(self.page.url).path != FORGET:
            self._change(FORGET)
            self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")

    def reusable(self) -> bool:
        """Return whether another test may have it, and make it ready for that."""
        if self.faults or self.page.is_closed() or self.tests >= MOST_TESTS or not self._inside(self.page.url):
            return False
        self.tests += 1
        self.page.mouse.up()
        self.page.mouse.move(0, 0)
        self._forget()
        return not self.faults

    def _inside(self, url: str) -> bool:
        return urlsplit(url)[:2] == urlsplit(self._server())[:2]

    def _change(self, path: str) -> None:
        self.page.evaluate(GO, path)
        settling.settled(self.page)


class Pool:
    """The pages that were loaded, for each kind of browser: with a mouse, with a touch screen."""

    def __init__(self, new: Callable[[Kind], tuple[Page, list[str]]], server: Callable[[], str]) -> None:
        """Take what opens a page in a context of its own, and what says where the application is."""
        self._new = new
        self._server = server
        self._free: list[Lent] = []

    def take(self, kind: Kind) -> Lent:
        """Return a page that nobody has."""
        found = next((lent for lent in self._free if lent.kind == kind), None)
        if found is None:
            return Lent(*self._new(kind), kind, self._server)
        self._free.remove(found)
        return found

    def give_back(self, lent: Lent) -> None:
        """Keep a page for the next test."""
        if lent.reusable():
            self._free.append(lent)
        else:
            lent.page.context.close()
