"""What a page shows while it computes something else: it is dimmed (see the style sheet), and said what it is for."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import streamlit as st

from ordquant_core.markup import Html, tag
from pages.shared import links


@contextmanager
def computing(what: Sequence[str]) -> Iterator[None]:
    """Hold the computation of what a page shows; `what` names it, as its task, its measure and its section do.

    As long as it lasts, and where results of something else are still shown, a line above them says both.
    """
    before, now = links.SHOWN.get(), tuple(what)
    container = st.empty()
    if before not in (None, now):
        container.html(line(before or (), now))
    try:
        yield
    except Exception:  # nothing is computed any more, and nothing of before is shown
        container.empty()
        links.SHOWN.set(None)
        raise
    container.empty()
    links.SHOWN.set(now)


def line(before: Sequence[str], now: Sequence[str]) -> Html:
    """Say what is computed, and what is shown meanwhile: of both only what tells them apart.

    >>> line(("a task", "NMD"), ("a task", "JSD"))
    '<p class="oq oq-stale" role="status">Computing JSD. Shown: NMD.</p>'
    """
    if len(before) == len(now):
        pairs = [(old, new) for old, new in zip(before, now, strict=True) if old != new]
        before, now = [old for old, _ in pairs], [new for _, new in pairs]
    return tag("p", f"Computing {', '.join(now)}. Shown: {', '.join(before)}.", class_="oq oq-stale", role="status")
