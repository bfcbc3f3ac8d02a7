"""Drawing on the canvas, with a server or in the file without one, and reading what is drawn."""

import json
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Locator, Page

from ordquant_core.analysis.picture import Picture
from ordquant_core.browser import BROWSER
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.numerals import score
from tests.browser.settling import middle

DRAW = BROWSER / "draw"
SOON = 30_000  # milliseconds; the file answers at once
FIVE = {"classes": ["1", "2", "3", "4", "5"], "gold": [0, 1, 2, 9, 8], "a": "popularity", "b": "uniform"}
IN_THE_ADDRESS = "JSON.parse(new URLSearchParams(location.hash.slice(1)).get('picture') ?? '{}')"
SAYS = f"""wanted => {{ const said = {IN_THE_ADDRESS};
  return Object.entries(wanted).every(([side, of]) => JSON.stringify(said[side]) === JSON.stringify(of)); }}"""


def handle(page: Page, i: int) -> Locator:
    return page.locator(".dq-handle").nth(i)


def grip(page: Page, i: int) -> tuple[float, float]:
    return middle(page.locator(".dq-grip").nth(i))


def point(page: Page, i: int, share: float) -> tuple[float, float]:
    """Return where in the window the share (0 to 1 of all votes, beyond the axis if need be) of class i is."""
    x, low, high, value, whole = page.locator(".dq svg[role=group]").evaluate(
        """(svg, i) => {
          const lines = [...svg.querySelectorAll(".dq-grid")].map((line) => line.getBoundingClientRect().y);
          const value = Number([...svg.querySelectorAll(".dq-tick")].at(-1).textContent);
          const column = svg.querySelectorAll(".dq-column")[i].getBoundingClientRect();
          const whole = Number(svg.querySelector(".dq-handle").getAttribute("aria-valuemax"));
          return [column.x + column.width / 2, lines[0], lines.at(-1), value, whole];
        }""",
        i,
    )
    return x, low + (high - low) * share * whole / value


def drag(page: Page, i: int, share: float, *, steps: int = 10, release: bool = True) -> None:
    page.mouse.move(*grip(page, i))
    page.mouse.down()
    page.mouse.move(*point(page, i, share), steps=steps)
    if release:
        page.mouse.up()


def ticks(page: Page) -> list[float]:
    return [float(text) for text in page.locator(".dq-tick").all_text_contents()]


def burst(page: Page, i: int, *keys: str) -> None:
    """Press keys on bar i with no time between them: a busy machine cannot make two bursts of one."""
    handle(page, i).focus()
    handle(page, i).evaluate(
        """(node, keys) => {
          const how = { bubbles: true, cancelable: true, composed: true };
          const at = () => node.getRootNode().activeElement;
          for (const key of keys) at().dispatchEvent(new KeyboardEvent("keydown", { key, ...how }));
        }""",
        keys,
    )


def choose(page: Page, side: str) -> None:
    page.locator(f"[data-series={side}]").click()


def entry(page: Page, name: str) -> Locator:
    """Open the menu, which stays open while numbers are changed in it, and return a button of it."""
    menu = page.locator(".dq-menu")
    if not menu.is_visible():
        page.get_by_role("button", name="More tools").click()
    return menu.get_by_role("button", name=name, exact=True).or_(menu.get_by_role("radio", name=name, exact=True))


def undo(page: Page) -> bool:
    """Take a step back; return whether there was one."""
    if page.locator(".dq-menu").is_visible():
        page.get_by_role("button", name="More tools").click()
    button = page.locator("[data-act=undo]")
    possible = button.get_attribute("aria-disabled") == "false"
    if possible:
        button.click()
    return possible


def drawn(page: Page) -> dict[str, Any]:
    """Return the picture that the address of the file says."""
    said: dict[str, Any] = page.evaluate(IN_THE_ADDRESS)
    return said


def expect_drawn(page: Page, **sides: object) -> None:
    """Expect the address of the file to say this of the picture, as soon as what was drawn is reported."""
    try:
        page.wait_for_function(SAYS, arg=sides, timeout=SOON)
    except Exception:
        said = drawn(page)
        assert {side: said.get(side) for side in sides} == sides
        raise


def in_hand(page: Page) -> list[float]:
    """Return the chosen distribution as the bars say it, also while one is dragged."""
    said = page.locator(".dq-handle").evaluate_all("bars => bars.map((bar) => bar.getAttribute('aria-valuenow'))")
    return list(map(float, said))


def in_table(page: Page) -> dict[str, tuple[str, ...]]:
    rows = page.locator("#measures tr[data-measure]").evaluate_all(
        """rows => rows.map((row) =>
          [row.dataset.measure, ...["a", "b"].map((of) => row.querySelector(`.oq-of-${of}`).innerText)])"""
    )
    return {key: (a, b) for key, a, b in rows}


def expect_scores(page: Page, picture: Mapping[str, Any]) -> None:
    """Expect the table to have what Python computes."""
    of = Picture(
        tuple(picture["classes"]),
        tuple(picture["gold"]),
        *(one if isinstance(one, str) else tuple(one) for one in (picture["a"], picture["b"])),
        positions=tuple(picture["positions"]) if picture.get("positions") else None,
    )
    a, b = of.scores_of_both(MAIN_MEASURES)
    assert in_table(page) == {key: (score(a[key]), score(b[key])) for key in MAIN_MEASURES}, json.dumps(picture)
