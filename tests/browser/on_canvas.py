"""What the tests of the canvas share: drawing on it, and reading what its page and Python know."""

import ast
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from ordquant_core.browser import BROWSER
from tests.browser import settling

DRAW = BROWSER / "draw"
FLAT = {"gold": "10,10,10,10,10,10,10,10,10,10,10", "a": "uniform", "b": "11,9,10,10,10,10,10,10,10,10,10"}
HOSTILE = "<img src=x onerror=fired=1>"  # 27 characters: allowed as a label, never as HTML

Open = Callable[..., Page]  # the fixture `canvas`


def handle(page: Page, i: int) -> Locator:
    return page.locator(".dq-handle").nth(i)


def fact(page: Page, name: str) -> Any:
    settled(page)
    text = page.locator(f"#{name}").inner_text()
    return ast.literal_eval(text) if text[0] in "[(" else text


def point(page: Page, i: int, share: float) -> tuple[float, float]:
    """Return where in the window the share (0 to 1 of all votes, beyond the axis if need be) of class i is."""
    x, low, high, value, whole = page.evaluate(
        """i => {
          const host = [...document.querySelectorAll("*")].find((node) => node.shadowRoot?.querySelector(".dq"));
          const svg = host.shadowRoot.querySelector("svg[role=group]");
          const lines = [...svg.querySelectorAll(".dq-grid")].map((line) => line.getBoundingClientRect().y);
          const value = Number([...svg.querySelectorAll(".dq-tick")].at(-1).textContent);
          const column = svg.querySelectorAll(".dq-column")[i].getBoundingClientRect();
          const whole = Number(svg.querySelector(".dq-handle").getAttribute("aria-valuemax"));
          return [column.x + column.width / 2, lines[0], lines.at(-1), value, whole];
        }""",
        i,
    )
    return x, low + (high - low) * share * whole / value


def ticks(page: Page) -> list[float]:
    settled(page)
    return [float(text) for text in page.locator(".dq-tick").all_text_contents()]


def grip(page: Page, i: int) -> tuple[float, float]:
    return settling.middle(page.locator(".dq-grip").nth(i))


def drag(page: Page, i: int, share: float, *, steps: int = 10, release: bool = True) -> None:
    page.mouse.move(*grip(page, i))
    page.mouse.down()
    page.mouse.move(*point(page, i, share), steps=steps)
    if release:
        page.mouse.up()


def settled(page: Page) -> None:
    """Wait until the page shows what the canvas reported last."""
    settling.settled(page)
    expect(page.locator("#seq")).to_have_text(page.locator(".dq").get_attribute("data-seq") or "0")


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


def open_menu(page: Page) -> None:
    """Open the menu, which stays open while numbers are changed in it."""
    if not page.locator(".dq-menu").is_visible():
        page.get_by_role("button", name="More tools").click()


def entry(page: Page, name: str) -> Locator:
    """Open the menu and return one of its entries."""
    open_menu(page)
    return page.locator(".dq-menu").get_by_role("button", name=name, exact=True)


def number(page: Page, name: str) -> Locator:
    """Open the menu and return one of the numbers to choose from."""
    open_menu(page)
    return page.get_by_role("radio", name=name)


def close_menu(page: Page) -> None:
    """Close the menu, if it is open."""
    if page.locator(".dq-menu").is_visible():
        page.get_by_role("button", name="More tools").click()


def act(page: Page, name: str) -> None:
    """Use a tool, in the row or in the menu."""
    if name == "undo":
        close_menu(page)
    else:
        open_menu(page)
    page.locator(f"[data-act={name}]").click()


def raw(page: Page) -> list[Any]:
    settled(page)
    return list(ast.literal_eval(page.locator("#raw").inner_text()))
