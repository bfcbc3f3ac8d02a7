"""Keys of the keyboard that press the buttons of a page."""

from collections.abc import Mapping
from pathlib import Path

from pages.shared.component import component

_component = component("keys", Path(__file__).with_name("keys.js"))


def listen(keys: Mapping[str, str], pressed: str = "") -> None:
    """Let keys press buttons: of each key, such as "a" or "ArrowLeft", the key of the button's container.

    The button `pressed` is announced as chosen. What is disabled or not drawn is not pressed. Keys that mean something
    where the focus is are left alone: letters in a field, Enter on a button, arrows on a bar.
    """
    _component(key="keys", data={"keys": dict(keys), "pressed": pressed}, height=0)
