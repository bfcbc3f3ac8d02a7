"""The canvas on which a visitor draws the gold and two runs, as one call.

The protocol: a picture goes down when `rev` is another one, and up when a gesture ends; nothing goes either way in it.

    Python                                        browser (ordquant_core/browser/draw/editor.js)
    picture, rev 4, seen (mount, seq) ─────────►  shows it; a bar that was moved after the message
                                                  `seen` is moved on it again
                                                  ┌ a bar is moved: numbers come from measures.js,
                                                  └ what only Python computes is dimmed
    read_drawn(…, 4), on_change        ◄─────────  `drawn`: picture, rev 4, mount, seq 1
    rev 4, nothing new                 ─────────►  keeps what it shows: an echo would move under the hand
    another picture, rev 5             ─────────►  shows it: a link, undo on the page, another task
    drawn on rev 4: None               ◄─────────  a late message of another rev, or visit, is dropped
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import streamlit as st

from ordquant_core.analysis.picture import Picture
from ordquant_core.analysis.picture_values import LIMITS, from_values, number, to_values, whole
from ordquant_core.browser import BROWSER
from ordquant_core.errors import OrdquantError
from pages.shared.component import component
from pages.shared.session import VISIT

_component = component("ordquant_draw", Path(__file__).with_name("draw.js"), look=BROWSER / "draw" / "draw")


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the visitor has drawn."""

    picture: Picture
    seq: int  # counts the messages of one mount
    mount: float


def draw(
    picture: Picture,
    *,
    rev: int,
    key: str = "draw",
    names: Mapping[Literal["gold", "a", "b"], str] | None = None,
    tools: bool = True,
    large: bool = False,
    height: int = 320,
    locked: bool = False,
    opens: Mapping[str, str] = MappingProxyType({}),
    on_change: Callable[[], None] = lambda: None,
) -> Drawn | None:
    """Mount the canvas; return what was drawn on it since `rev`, or None.

    Compare reads the same value before this call, with `read_drawn`.

    `picture` is shown when `rev` differs from the last run's: what was drawn, sent back, would move under the hand.
    Bump `rev` to show another picture, and when the canvas is mounted again: entering the page, in another container.

    The rest may change in any run and leaves the drawing alone. `names`: what sides are called here; without `tools`
    only sides and bars; `large`: for a lecture hall; `height`: px of bars with labels (on a phone 284 at most);
    `locked`: bars cannot be moved. `opens`: popovers of the page, by key, that entries of those names open; their own
    buttons are not seen. `on_change` is called before the script runs, and may choose which fragments do.
    """
    view: dict[str, object] = {"tools": tools, "large": large, "height": height, "locked": locked}
    view |= {"names": dict(names or {}), "opens": [*opens.items()]}
    sent, seen = f"_{key}_sent", f"_{key}_seen"
    if sent not in st.session_state or st.session_state[sent]["rev"] != rev:
        last: Drawn | None = st.session_state.get(seen)  # `picture` can know of it
        known = {"mount": last.mount, "seq": last.seq} if last else {"mount": 0, "seq": 0}
        data = {"visit": VISIT.get(), "rev": rev, "seen": known, "limits": LIMITS}
        st.session_state[sent] = {**to_values(picture), **data}
    result = _component(key=key, data={**st.session_state[sent], "view": view}, on_drawn_change=on_change)
    drawn = read_drawn(result.drawn, rev)  # not called `value`: see clicks
    if drawn is not None:
        st.session_state[seen] = drawn
    return drawn


def read_drawn(value: Any, rev: int) -> Drawn | None:
    """Read what a browser sent; None where it is of another `rev`, or not a picture. Browsers are not trusted.

    A page that outlives its session sends the next one what was drawn in the last: that is of another `visit`.
    """
    if not isinstance(value, dict) or value.get("rev") != rev or value.get("visit") != VISIT.get():
        return None
    try:
        seq, mount = whole(value["seq"]), number(value["mount"])
        return Drawn(from_values(value), seq, mount)
    except (KeyError, TypeError, OverflowError, OrdquantError):
        return None
