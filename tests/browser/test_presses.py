"""Everything that can be pressed on every page is pressed once, and does something: nothing is listed by hand.

What is found by its role is pressed, each on a page that was just opened and remembers nothing. A control that is
chosen must become chosen, what unfolds must unfold, a list must offer something, a button must change what is seen, the
address or the clipboard, give a file, ask for one or open a page; and no page raises an error.
"""

import pytest
from playwright.sync_api import Page, TimeoutError

from tests.browser.conftest import OpenPage
from tests.browser.settling import open_share, settled
from tests.load.habits import PAGES

pytestmark = [
    pytest.mark.browser,
    pytest.mark.thorough,
    pytest.mark.timeout(3600),
]  # `make test` presses in tests/pages

MAIN, MENU = "stMain", "stPopoverBody"  # parts of a page: the page itself, its menu Share
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


@pytest.mark.parametrize("name", PAGES)
def test_everything_that_can_be_pressed_does_something_and_nothing_raises(
    open_page: OpenPage, server: str, name: str
) -> None:
    page = open_page()
    page.add_init_script(f"localStorage.clear(); sessionStorage.clear(); ({WATCH})()")
    happened: list[str] = []
    for event in ("download", "filechooser", "popup"):
        page.on(event, lambda _, event=event: happened.append(event))  # type: ignore[call-overload]
    idle = []
    for part in [MAIN, MENU] if name else [MAIN]:  # Start has nothing to share
        open_part(page, f"{server}/{name}", part)
        controls = found(page, part)
        assert len(controls) > 1
        for role, number, words in controls:
            open_part(page, f"{server}/{name}", part)
            happened.clear()
            if not press(page, role, number, part, happened):
                idle.append((role, words))
            assert page.get_by_test_id("stException").count() == 0, words
    assert idle == []


def open_part(page: Page, address: str, part: str) -> None:
    """Open a page, and its menu Share where that is meant."""
    page.goto(address)
    settled(page)
    if part == MENU:
        open_share(page)
        settled(page)


def found(page: Page, part: str) -> list[tuple[str, int, str]]:
    """Return what can be pressed and is not chosen already: its role, its number among those of that role, its name."""
    every = ((role, page.get_by_test_id(part).get_by_role(role, disabled=False)) for role in ROLES)  # type: ignore[arg-type]
    seen = ((role, number, one) for role, all_ in every for number, one in enumerate(all_.evaluate_all(DESCRIBE)))
    return [(role, number, one["name"]) for role, number, one in seen if one["stands"] and not one["chosen"]]


def press(page: Page, role: str, number: int, part: str, happened: list[str]) -> bool:
    """Press it; return whether anything came of it."""
    one = page.get_by_test_id(part).get_by_role(role, disabled=False).nth(number)  # type: ignore[arg-type]
    page.evaluate("remember()")
    one.click(force=role not in ("button", "tab", "combobox"), timeout=IN_VIEW)
    settled(page)
    if role == "combobox":
        return page.get_by_role("option").count() > 0
    try:
        if not happened:
            page.wait_for_function("() => changed()", timeout=IN_VIEW)
    except TimeoutError:
        return bool(happened)
    return True
