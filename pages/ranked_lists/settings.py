"""Which measures are computed besides RIC: their depth, RBP's persistence, the scale of grades."""

import streamlit as st

from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.ranked_lists.evaluator import DEFAULT
from ordquant_core.ranked_lists.measures import DEFINITIONS, PERSISTENCE, key_of
from pages.ranked_lists.state import LARGEST_GRADE, MOST_MEASURES, STATE, TOPIC_CHOICES
from pages.shared import controls, write
from pages.shared.session import reported

MENU = "lists_settings"
ALWAYS = "AP"  # pairs of runs are compared by it
DEEPEST = 10_000


def choose(collection: Collection) -> tuple[str, ...]:
    """Draw the menu of measures; return those to compute.

    The largest grade of the scale becomes a parameter, None: the largest that some document has.
    """
    largest = collection.levels[-1]
    STATE.restrict({"largest": [None, *range(largest + 1, LARGEST_GRADE + 1)]})
    with st.popover("Measures", key=MENU, on_change="rerun") as menu:
        if menu.open:
            _menu(largest)
    return tuple(dict.fromkeys((ALWAYS, *STATE["measures"])))


def _menu(largest: int) -> None:
    options = list(dict.fromkeys((*STATE["measures"], *DEFAULT)))
    controls.draw(
        st.multiselect, STATE, "measures", "Measures besides RIC", options, max_selections=MOST_MEASURES,
        help="AP is always computed: pairs of runs are compared by it.",
    )  # fmt: skip
    words = "ERR and RBP divide by 2 to the power of the largest grade of the scale, whether or not it occurs."
    more = {"placeholder": f"{largest}, as in the judgements", "help": words}
    controls.number(STATE, "largest", "Largest grade of the scale", min_value=largest, **more)
    words = "Without a list for a judged topic, a run scores 0 there, or the topic is left out of its means."
    controls.select(STATE, "over", "Topics in the means", TOPIC_CHOICES, width=260, help=words)
    words = "Every grade above 0 counts as 1, for all measures, pairs and merged lists."
    controls.draw(st.toggle, STATE, "binary", "Treat grades as binary: relevant or not", help=words)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox("Add a measure", list(DEFINITIONS), key="lists_add_name", width=150)
        definition = DEFINITIONS[name]
        depth = st.number_input("Depth", 1, DEEPEST, None, key="lists_add_depth", placeholder="all", width=110)
        if definition.has_persistence:
            st.number_input("Persistence", 0.0, 0.999, PERSISTENCE, 0.05, "%g", key="lists_add_persistence", width=130)
        incomplete = definition.needs_depth and depth is None
        st.button("Add", key="lists_add", on_click=_add, disabled=incomplete)
    write.note(f"{name}: {definition.words}{' (give a depth)' * incomplete}.")


def _add() -> None:
    name, depth, persistence = (reported(f"lists_add_{part}") for part in ("name", "depth", "persistence"))
    if name in DEFINITIONS and len(STATE["measures"]) < MOST_MEASURES:
        key = key_of(name, depth, persistence if DEFINITIONS[name].has_persistence else None)
        STATE["measures"] = [*(other for other in STATE["measures"] if other != key), key]
