"""Everything that can be pressed on every page is pressed once, and does something: nothing is listed by hand.

What is found by its role is pressed on the page as it opens. A control that is chosen must become chosen, what unfolds
must unfold, a list must offer something, a button must change what is seen, the address or the clipboard, give a file,
ask for one or open a page; and no page raises an error.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, TimeoutError

from tests.browser.conftest import OpenPage
from tests.browser.settling import settled
from tests.depth import matrix
from tests.load.habits import PAGES

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.thorough]  # a page takes minutes

IN_VIEW = 10_000  # milliseconds for a control that was found to be pressed
ROLES = ("button", "tab", "radio", "checkbox", "switch", "combobox")
# What Plotly draws over a plot is Plotly's; of the rows of a table, one stands for all.
OTHERS = ".modebar *, [data-testid=stHeader] *, tr:has(~ tr [data-choice], ~ tr[data-choice]) *"
DESCRIBE = """nodes => nodes.map((node) => ({
  name: node.ariaLabel || node.innerText,
  shown: node.checkVisibility({ visibilityProperty: true }),
  chosen: node.checked === true || ["aria-selected", "aria-checked", "aria-pressed"].some((name) =>
    node.getAttribute(name) === "true"),
}))"""
SEEN = """() => {
  const inside = (root) => [...root.querySelectorAll("*")]
    .flatMap((one) => [one, ...(one.shadowRoot ? inside(one.shadowRoot) : [])]);
  const states = ["aria-expanded", "aria-checked", "aria-selected", "aria-pressed", "open", "d", "style"];
  const said = inside(document.body).map((one) => [
    ...states.map((name) => one.getAttribute(name)), one.value, one.checked,
    [...one.childNodes].filter((child) => child.nodeType === 3).map((child) => child.data).join(""),
  ].join());
  return [location.href, window.copied ?? 0, document.fullscreenElement !== null, ...said].join("\\n");
}"""
COUNT_COPIES = """() => {
  for (const name of ["writeText", "write"]) {
    navigator.clipboard[name] = async () => { window.copied = (window.copied ?? 0) + 1; };
  }
  window.print = () => { window.copied = (window.copied ?? 0) + 1; };
}"""


@dataclass(frozen=True)
class Control:
    """Something to press, as the page shows it when it opens."""

    role: str
    name: str
    number: int  # among those of its role

    def on(self, page: Page) -> Locator:
        """Return where it is on a page that was opened again."""
        return of_role(page, self.role).nth(self.number)

    def is_there(self, page: Page) -> bool:
        """Return whether it is where it was when the page opened, and nothing lies over it."""
        now = of_role(page, self.role).evaluate_all(DESCRIBE)
        same = len(now) > self.number and now[self.number]["name"] == self.name
        return same and not page.get_by_role("dialog").count()


@pytest.mark.parametrize("name", matrix(PAGES, "popularity-vs-uniform"))
def test_everything_that_can_be_pressed_does_something_and_nothing_raises(
    open_page: OpenPage, server: str, name: str
) -> None:
    page = open_page()
    page.add_init_script(f"({COUNT_COPIES})()")
    happened: list[str] = []
    for event in ("download", "filechooser", "popup"):
        page.on(event, lambda _, event=event: happened.append(event))  # type: ignore[call-overload]
    address = f"{server}/{name}"
    opened(page, address)
    controls = found(page)
    assert len(controls) > 3
    idle = []
    for control in controls:
        happened.clear()
        page.keyboard.press("Escape")  # a list that is open
        settled(page)
        if not (control.is_there(page) and press(page, control, happened)):  # others have changed the page: once more
            opened(page, address)
            if not press(page, control, happened):
                idle.append(control)
        assert page.get_by_test_id("stException").count() == 0, control
    assert idle == []


def opened(page: Page, address: str) -> None:
    page.goto(address)
    settled(page)
    page.get_by_test_id("stMain").get_by_role("heading").first.wait_for()
    page.evaluate(COUNT_COPIES)


def of_role(page: Page, role: str) -> Locator:
    inside = page.get_by_test_id("stMain")
    return inside.get_by_role(role, disabled=False).and_(inside.locator(f":not({OTHERS})"))  # type: ignore[arg-type]


def found(page: Page) -> list[Control]:
    """Return what can be pressed and is not chosen already."""
    return [
        Control(role, one["name"], number)
        for role in ROLES
        for number, one in enumerate(of_role(page, role).evaluate_all(DESCRIBE))
        if one["shown"] and not one["chosen"]
    ]


def press(page: Page, control: Control, happened: list[str]) -> bool:
    """Press it; return whether anything came of it."""
    one = control.on(page)
    before = page.evaluate(SEEN)
    try:
        one.click(force=control.role not in ("button", "tab", "combobox"), timeout=IN_VIEW)
    except TimeoutError:  # what was pressed before it has taken it away, or lies over it
        return False
    if control.role == "combobox":
        return appears(page, lambda: page.get_by_role("option").count() > 0)
    return appears(page, lambda: bool(happened) or page.evaluate(SEEN) != before)


def appears(page: Page, effect: Callable[[], bool]) -> bool:
    """Return whether something happens before the page has had all the time that it may need."""
    for _ in range(20):
        settled(page)
        if effect():
            return True
        page.wait_for_timeout(100)
    return False
