"""Everything that can be pressed on every page is pressed once, and does something: nothing is listed by hand.

What is found by its role is pressed, one after another, on the page as the presses before have left it; where one of
them has taken a control away, the page is opened again. A control that is chosen must become chosen, what unfolds must
unfold, a list must offer something, a button must change what is seen, the address or the clipboard, give a file, ask
for one or open a page; and no page raises an error.
"""

from collections import Counter
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, TimeoutError

from tests.browser import conftest
from tests.browser.pool import Lent
from tests.browser.settling import open_share, settled
from tests.load.habits import PAGES

pytestmark = [pytest.mark.browser, pytest.mark.thorough]  # some ten minutes; `make test` presses in tests/pages

MAIN, MENU = "stMain", "stPopoverBody"  # parts of a page: the page itself, the menu that is open
IN_VIEW = 10_000  # milliseconds for a control that was found to be pressed
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
      (node.tagName !== "BUTTON" || getComputedStyle(node).pointerEvents !== "none") && // the canvas opens these menus
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


class Control(NamedTuple):
    """Something to press: its role and name, and its number among those that have both in common."""

    role: str
    name: str
    number: int


@pytest.mark.parametrize("name", PAGES)
def test_everything_that_can_be_pressed_does_something_and_nothing_raises(
    browser: Browser, server: str, name: str
) -> None:
    faults: list[str] = []
    page = conftest.opened(browser, faults)
    page.add_init_script(f"({WATCH})()")
    happened: list[str] = []
    for event in ("download", "filechooser", "popup"):
        page.on(event, lambda _, event=event: happened.append(event))  # type: ignore[call-overload]
    Lent(page, faults, {}, lambda: server)  # it is loaded once
    page.goto(f"{server}/{name}")
    idle = []
    for part in (MAIN, MENU):
        open_part(page, part)
        controls = found(page, part)
        assert len(controls) > 1 or not name
        for control in controls:
            open_part(page, part)
            if not press(page, control, part, happened):
                page.goto(f"{server}/{name}")  # others have changed the page
                open_part(page, part)
                if not press(page, control, part, happened):
                    idle.append(control)
            assert page.get_by_test_id("stException").count() == 0, control
            if part == MAIN or control.name == "Present":
                page.keyboard.press("Escape")  # a list or a menu that is open, the stage
            settled(page)
    page.context.close()
    assert (idle, faults) == ([], [])


def open_part(page: Page, part: str) -> None:
    """Have the page, or its menu Share, before the eyes. Start has nothing to share."""
    settled(page)
    page.get_by_test_id("stMain").get_by_role("heading").first.wait_for()
    if part == MENU and not page.get_by_test_id(MENU).count() and page.get_by_role("button", name="Share").count():
        open_share(page)
        settled(page)


def of_role(page: Page, role: str, part: str) -> Locator:
    return page.get_by_test_id(part).get_by_role(role, disabled=False)  # type: ignore[arg-type]


def found(page: Page, part: str) -> list[Control]:
    """Return what can be pressed and is not chosen already."""
    controls = []
    for role in ROLES:
        names: Counter[str] = Counter()
        for one in of_role(page, role, part).evaluate_all(DESCRIBE):
            if one["stands"] and not one["chosen"]:
                controls.append(Control(role, one["name"], names[one["name"]]))
            names[one["name"]] += one["stands"]
    return controls


def press(page: Page, control: Control, part: str, happened: list[str]) -> bool:
    """Press it; return whether anything came of it. It is not pressed where it is gone, chosen, or lies under a box."""
    now = of_role(page, control.role, part).evaluate_all(DESCRIBE)
    same = [at for at, one in enumerate(now) if one["name"] == control.name and one["stands"]]
    covered = part == MAIN and page.get_by_role("dialog").count()
    if len(same) <= control.number or now[same[control.number]]["chosen"] or covered:
        return False
    one = of_role(page, control.role, part).nth(same[control.number])
    happened.clear()
    page.evaluate("remember()")
    try:
        if control.role == "combobox":
            return opens(page, one)
        one.click(force=control.role not in ("button", "tab"), timeout=IN_VIEW)
        settled(page)
        if not happened:
            page.wait_for_function("() => changed()", timeout=IN_VIEW)
    except TimeoutError:  # what was pressed before lies over it, or a file has come meanwhile
        return bool(happened)
    return True


def opens(page: Page, box: Locator) -> bool:
    """Return whether a list offers something. One that was opened while the page came to it closes as it scrolls."""
    for _ in range(3):
        box.click(timeout=IN_VIEW)
        settled(page)
        if page.get_by_role("option").count():
            return True
    return False
