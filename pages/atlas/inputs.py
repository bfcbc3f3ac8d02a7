"""The choices of a space: how many annotators, how many classes, which two estimates."""

import streamlit as st

from ordquant_core.analysis.spaces.golds import MOST_CLASSES, MOST_GOLDS, check_size
from ordquant_core.analysis.spaces.rivals import RULES, Rival
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from pages.atlas import memory, state
from pages.shared.memory import known


def space() -> tuple[int, int, Rival, Rival, int]:
    """Draw the choices; return votes, classes, A, B, the number of golds. Raises `OrdquantError` on too many."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        n_votes = whole("Annotators", 1, state.MOST_VOTES, "n", width=120)
        n_classes = whole("Classes", 2, MOST_CLASSES, "l")
        for side in ("a", "b"):
            _rule(side)
    count = check_size(n_votes, n_classes)
    st.caption(
        f"{n_votes} votes over {n_classes} classes: {count:,} possible golds. The limit is {MOST_GOLDS:,}.",
    )
    return n_votes, n_classes, state.rival("a"), state.rival("b"), count


def whole(label: str, low: int, high: int, name: str, *, width: int = 110) -> int:
    """Draw the choice of a whole number."""
    value = st.number_input(label, low, high, key=state.key(name), persist_state="session", width=width)
    return low if value is None else int(value)


def measures() -> tuple[str, str]:
    """Draw the choice of two measures."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        first, second = (
            st.selectbox(
                label,
                MAIN_MEASURES,
                key=state.key(axis),
                format_func=lambda key: MEASURES[key].label,
                persist_state="session",
                width=150,
            )
            for axis, label in (("x", "Measure across"), ("y", "Measure upwards"))
        )
    return first, second


def ready(count: int, *key: object) -> bool:
    """Tell whether to compute: at once where it takes about a second, else when asked for."""
    if count <= memory.AT_ONCE or known(*key):
        return True
    place = st.empty()
    seconds = max(2, round(count / memory.GOLDS_A_SECOND))
    if not place.button(f"Score all {count:,} golds (about {seconds} s)", type="primary"):
        return False
    place.empty()
    return True


def _rule(side: str) -> None:
    rule = st.selectbox(
        f"Estimate {side.upper()}",
        list(RULES),
        key=state.key(f"rule_{side}"),
        format_func=lambda rule: RULES[rule].partition(":")[0],
        help=". ".join(RULES.values()),
        persist_state="session",
        width=190,
    )
    if rule == "fixed":
        st.text_input(f"Votes of {side.upper()}", key=state.key(f"votes_{side}"), persist_state="session", width=150)
    if rule == "smoothed":
        whole("k", 1, 1000, f"added_{side}", width=100)
