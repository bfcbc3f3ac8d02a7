"""Results remembered for all visitors, with a bar of progress while a long one is computed.

st.cache_resource alone does not do: what it wraps may not touch a bar that was drawn before.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar, cast

import streamlit as st

REMEMBERED = 128
SHOWN_AFTER = 0.5  # seconds
Progress = Callable[[int, int], None]
Result = TypeVar("Result")


def known(*key: Hashable) -> bool:
    """Tell whether a result is remembered already."""
    return key in _memory()


def remembered(
    key: tuple[Hashable, ...], title: str, compute: Callable[[Progress], Result], *, at_most: int = REMEMBERED
) -> Result:
    """Return the result with that key, computed if need be; `compute` may tell how far it is. Nobody changes it.

    The first part of a key says what kind of result it is; of a kind that takes much room, only `at_most` are kept.
    """
    memory = _memory()
    result = cast("Result | None", memory.get(key))
    if result is not None:  # asked for once: another visitor may push it out at any time
        return result
    place = st.empty() if title else None
    begun = time.monotonic()

    def tell(done: int, of: int) -> None:
        spent = time.monotonic() - begun
        if spent > SHOWN_AFTER and place is not None:
            left = spent * (of - done) / done
            place.progress(done / of, f"{title}: {done:,} of {of:,}, about {left:.0f} s left")

    try:
        result = compute(tell)
    finally:  # a file that cannot be read leaves no bar behind
        if place is not None:
            place.empty()
    memory[key] = result
    alike = [other for other in list(memory) if isinstance(other, tuple) and other[:1] == key[:1]]
    for oldest in (*list(memory)[:-REMEMBERED], *alike[:-at_most]):
        memory.pop(oldest, None)
    return result


@st.cache_resource(show_spinner=False)
def _memory() -> "OrderedDict[Hashable, object]":
    return OrderedDict()
