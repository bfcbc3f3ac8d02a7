"""Everything that can be pressed on every page is pressed once, and does something: nothing is listed by hand.

What is found by its role is pressed, one after another, on the page as the presses before have left it; where one of
them has taken a control away, the page is opened again. A control that is chosen must become chosen, what unfolds must
unfold, a list must offer something, a button must change what is seen, the address or the clipboard, give a file, ask
for one or open a page; and no page raises an error.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, Page, TimeoutError

from tests.browser import conftest
from tests.browser.pool import Lent
from tests.browser.settling import open_share, settled
from tests.depth import matrix
from tests.load.habits import PAGES

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MAIN, MENU = "stMain", "stPopoverBody"  # parts of a page: the page itself, the menu that is open
IN_VIEW = 5_000  # milliseconds for a control that was found to be pressed
ROLES = ("button", "tab", "radio", "checkbox", "switch", "combobox")
# What Plotly draws over a plot is Plotly's; of the rows of a table, the last stands for all.
DESCRIBE = """nodes => nodes.map((node) => {
  const row = node.closest("tr");
  const last = row && [...row.parentElement.querySelectorAll("tr")].findLast((one) =>
    one.matches("[data-choice]") || one.querySelector("[data-choice]"));
  return {
    name: node.ariaLabel || node.innerText,
    stands: node.checkVisibility({ visibilityProperty: true }) && node.getClientRects()[0].width > 0 &&
      !node.closest(".modebar, [data-testid=stHeader]") &&
      (!last || last === row),
    chosen: node.checked === true || node.hasAttribute("aria-current") ||
      ["aria-selected", "aria-checked", "aria-pressed"].some((name) => node.getAttribute(name) === "true"),
  };
})"""
WATCH = """() => {
  const inside = (root) => [...root.querySelectorAll("*")]
    .flatMap((one) => [one, ...(one.shadowRoot ? inside(one.shadowRoot) : [])]);
  const states = ["aria-expanded", "aria-checked", "aria-selected", "aria-pressed", "open", "d", "style"];
  const said = (one) => [
    ...states.map((name) => one.getAttribute(name)), one.value, one.checked,
    one.getRootNode() === document ? "" : one.getAttribute("class"), // our own components say by it what they show
    [...one.childNodes].filter((child) => child.nodeType === 3).map((child) => child.data).join(""),
  ].join();
  let copies = 0;
  for (const name of ["writeText", "write"]) navigator.clipboard[name] = async () => { copies += 1; };
  window.print = () => { copies += 1; };
  const seen = () => [location.href, copies, document.fullscreenElement !== null,
    ...inside(document.body).map(said)].join("\\n");
  let before = "";
  window.remember = () => { before = seen(); };
  window.changed = () => seen() !== before;
}"""


@dataclass(frozen=True)
class Control:
    """Something to press: its role and name, and its number among those that have both in common."""

    role: str
    name: str
    number: int


@pytest.mark.parametrize("name", matrix(PAGES, "popularity-vs-uniform"))
def test_everything_that_can_be_pressed_does_something_and_nothing_raises(
    browser: Browser, server: str, name: str
) -> None:
    faults: list[str] = []
    page = conftest.opened(browser, faults)
    page.add_init_script(f"({WATCH})()")
    lent = Lent(page, faults, {}, lambda: server)  # it is loaded once
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
        if not press(page, control, happened):  # others have changed the page
            opened(page, address)
            if not press(page, control, happened):
                idle.append(control)
        assert page.get_by_test_id("stException").count() == 0, control
        page.keyboard.press("Escape")  # a list or a menu that is open
        settled(page)
    opened(page, address)
    if page.get_by_role("button", name="Share").count():  # Start has nothing to share
        open_share(page)
    for control in found(page, MENU):
        if not page.get_by_test_id(MENU).count():  # the stage, or Escape, has closed it
            open_share(page)
            settled(page)
        happened.clear()
        if not press(page, control, happened, MENU):
            idle.append(control)
        assert page.get_by_test_id("stException").count() == 0, control
        if control.name == "Present":
            page.keyboard.press("Escape")
        settled(page)
    page.context.close()
    assert (idle, lent.faults) == ([], [])


def opened(page: Page, address: str) -> None:
    page.goto(address)
    settled(page)
    page.get_by_test_id("stMain").get_by_role("heading").first.wait_for()


def of_role(page: Page, role: str, part: str) -> Locator:
    return page.get_by_test_id(part).get_by_role(role, disabled=False)  # type: ignore[arg-type]


def found(page: Page, part: str = MAIN) -> list[Control]:
    """Return what can be pressed and is not chosen already."""
    settled(page)
    controls = []
    for role in ROLES:
        names: Counter[str] = Counter()
        for one in of_role(page, role, part).evaluate_all(DESCRIBE):
            if one["stands"] and not one["chosen"]:
                controls.append(Control(role, one["name"], names[one["name"]]))
            names[one["name"]] += one["stands"]
    return controls


def press(page: Page, control: Control, happened: list[str], part: str = MAIN) -> bool:
    """Press it; return whether anything came of it. It is not pressed where it is gone, chosen, or lies under a box."""
    now = of_role(page, control.role, part).evaluate_all(DESCRIBE)
    same = [at for at, one in enumerate(now) if one["name"] == control.name and one["stands"]]
    if (
        len(same) <= control.number
        or now[same[control.number]]["chosen"]
        or (part == MAIN and page.get_by_role("dialog").count())
    ):
        return False
    one = of_role(page, control.role, part).nth(same[control.number])
    page.evaluate("remember()")
    try:
        if control.role == "combobox":
            return opens(page, one)
        one.click(force=control.role not in ("button", "tab"), timeout=IN_VIEW)
    except TimeoutError:  # what was pressed before lies over it
        return False
    return appears(page, lambda: bool(happened) or bool(page.evaluate("changed()")))


def opens(page: Page, box: Locator) -> bool:
    """Return whether a list offers something. One that was opened while the page came to it closes as it scrolls."""
    for _ in range(3):
        box.click(timeout=IN_VIEW)
        settled(page)
        if page.get_by_role("option").count():
            return True
    return False


def appears(page: Page, effect: Callable[[], bool]) -> bool:
    """Return whether something happens before the page has had all the time that it may need."""
    for _ in range(20):
        settled(page)
        if effect():
            return True
        page.wait_for_timeout(100)
    return False
