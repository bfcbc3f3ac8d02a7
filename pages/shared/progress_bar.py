"""Bars of progress, drawn where what they are about takes long."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from ordquant_core.numerals import count
from ordquant_core.statistics.progress import Progress, time_left
from pages.shared import skeleton

SHOWN_AFTER, REDRAWN_AFTER = 1.0, 0.1  # seconds
WAITS = "waiting for other visitors' computations"


@contextmanager
def progress_bar(bar: str | Progress) -> Iterator[Progress]:
    """Hold a bar with that title, "" for none; or what moves the bar of which this is a part. 0 of 0: it waits.

    When a bar is drawn, Streamlit ends the run of a visitor who has left or changed a setting.
    """
    if not isinstance(bar, str):
        yield bar
        return
    container = (skeleton.container_of_progress() or st.empty()) if bar else None
    due = (begun := time.monotonic()) + SHOWN_AFTER

    def show(done: int, of: int) -> None:
        nonlocal due
        now = time.monotonic()
        if now > due and container is not None:
            due = now + REDRAWN_AFTER
            left = time_left(now - begun, done, of)
            far = f"{count(done)} of {count(of)}{', ' * bool(left)}{left}" if of else WAITS
            container.progress(done / max(of, 1), f"{bar}: {far}")

    try:
        yield show
    finally:  # a file that cannot be read leaves no bar behind
        if container is not None:
            container.empty()


@contextmanager
def temporary_container() -> Iterator[None]:
    """Hold bars of progress that come and go: with and without them, all that follows stands where it stood."""
    slot = st.empty()
    with slot.container():
        yield
    slot.empty()
