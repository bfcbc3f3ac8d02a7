"""A slider whose value is known while it is dragged, and not only when it is let go."""

import math
from pathlib import Path
from typing import Any

import streamlit as st

from pages.shared.component import component
from pages.shared.session import Item, reported

_component = component("slider", Path(__file__).with_name("slider.js"))


def live_slider(label: str, *, key: str, **settings: Any) -> float:
    """Draw a slider from 0 to 1 and return where it is now; what comes from the browser is checked here."""
    value = float(
        st.slider(
            label, 0.0, 1.0, step=0.01, key=key, on_change=_let_go, args=(key,), persist_state="session", **settings
        )
    )
    _component(key=f"{key}_live", data={"slider": key}, on_moved_change=lambda: None, height=0)
    moved = _moved(key)
    if moved is None or moved["seq"] <= _last(key).get() or abs(moved["from"] - value) > 1e-9:
        return value
    return round(min(max(moved["value"], 0.0), 1.0), 2)


def _let_go(key: str) -> None:
    """From here on the slider's own value counts: reports of this drag may arrive with it, or not at all."""
    moved = _moved(key)
    _last(key).set(moved["seq"] if moved else 0.0)


def _last(key: str) -> Item[float]:
    """The number of the last report of the drag that was let go last."""
    return Item(f"{key}_let_go", float)


def _moved(key: str) -> dict[str, float] | None:
    moved = (reported(f"{key}_live") or {}).get("moved")
    if not isinstance(moved, dict):
        return None
    numbers = {name: moved.get(name) for name in ("value", "from", "seq")}
    if any(isinstance(n, bool) or not isinstance(n, int | float) or not math.isfinite(n) for n in numbers.values()):
        return None
    return {name: float(number) for name, number in numbers.items() if number is not None}
