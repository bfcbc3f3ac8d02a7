"""Rows of an HTML table that can be chosen, with the mouse or the keyboard."""

import re
from collections.abc import Callable
from pathlib import Path

from pages.shared.component import component
from pages.shared.session import reported

_NUMBER = re.compile("[0-9]{1,8}")
_component = component("clicks", Path(__file__).with_name("clicks.js"))


def on_choice(
    table: str,
    act: Callable[[str], None],
    *,
    shifted: Callable[[str], None] | None = None,
    opens: str = "",
    on_phone: str = "",
) -> None:
    """Call `act` with the `data-choice` of a row of the table with that id, whenever one is chosen.

    `shifted` is called in its place where Shift is held.
    `opens` is a CSS selector of what a choice opens, which is brought into view; `on_phone` of what it changes beside
    the table, and on a phone off the screen. What comes from the browser is untrusted: `act` must check it.
    """
    key = f"clicks_{table}"

    def chosen() -> None:
        value = (reported(key) or {}).get("picked")
        if isinstance(value, dict) and isinstance(value.get("choice"), str):
            (shifted if shifted and value.get("shift") is True else act)(value["choice"])

    # Not `value`: a state of that name that holds an object is unwrapped by Streamlit, and its callback never called.
    _component(key=key, data={"table": table, "opens": opens, "onPhone": on_phone}, on_picked_change=chosen, height=0)


def on_number(table: str, act: Callable[[int], object], *, opens: str = "", on_phone: str = "") -> None:
    """Call `act` with the whole number that a chosen row carries, as `on_choice`."""

    def chosen(choice: str) -> None:
        for number in numbers(choice)[:1]:
            act(number)

    on_choice(table, chosen, opens=opens, on_phone=on_phone)


def numbers(choice: str, separator: str = ",") -> tuple[int, ...]:
    """Return the whole numbers of a choice such as "0,3"; () where it is anything else."""
    texts = choice.split(separator)
    return tuple(map(int, texts)) if all(_NUMBER.fullmatch(text) for text in texts) else ()
