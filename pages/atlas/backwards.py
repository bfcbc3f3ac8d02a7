"""Search backwards: from what measures say to the golds on which they say it."""

from typing import Literal

import streamlit as st

from ordquant_core.analysis.spaces.search import Condition, Found
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import percent
from ordquant_core.papers.references import REFERENCES
from pages.atlas import golds, inputs, memory, state
from pages.shared import downloads

SOURCE = REFERENCES["sakai2021lq"].short


def show() -> None:
    """Draw the section."""
    said = st.container()
    with st.container(horizontal=True, vertical_alignment="center"):
        for name in state.PRESETS:
            st.button(
                f"{SOURCE}, figure 3 ({name})",
                on_click=state.use_preset,
                args=(name,),
                key=f"atlas_preset_{name}",
                help="The deltas and the mode that the paper prints: which votes were they?",
            )
    n_votes, n_classes, a, b, count = inputs.space()
    with st.container(border=True):
        conditions = _conditions()
        mode = st.selectbox(
            "Most votes in class",
            range(n_classes + 1),
            key=state.key("mode"),
            format_func=lambda place: f"{place}" if place else "any",
            persist_state="session",
            width=180,
            help="No class has more votes than this one",
        )
    wanted = mode - 1 if mode else None
    if not inputs.ready(count, "search", n_votes, n_classes, a, b, conditions, wanted):
        return
    found = memory.find(n_votes, n_classes, a, b, conditions, wanted)
    with said:
        _finding(found, n_votes, n_classes, len(conditions) + bool(mode))
    if not found.n_found:
        return
    chosen = state.chosen_gold()
    if chosen is None or chosen not in set(map(tuple, found.golds.tolist())):
        chosen = tuple(found.golds[0].tolist())
    values = {
        f"{'' if condition.what == 'delta' else condition.what.upper() + ' '}"
        f"{'Δ' if condition.what == 'delta' else ''}{MEASURES[condition.measure].label}": row
        for condition, row in zip(conditions, found.values, strict=True)
    }
    left, right = st.columns([1, 1.1], gap="medium")
    with left.container(border=True):
        golds.table("found", found.golds, values, (a, b), chosen)
        downloads.button("All that were found (CSV)", lambda: golds.frame(found.golds, values), "atlas-found.csv")
    with right.container(border=True):
        golds.card(chosen, (a, b))


def _conditions() -> tuple[Condition, ...]:
    for place in range(state.whole("if_count")):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            first: Literal["visible", "collapsed"] = "visible" if place == 0 else "collapsed"
            st.selectbox(
                "Measure",
                list(MEASURES),
                key=state.key(f"if_{place}_measure"),
                format_func=lambda key: MEASURES[key].label,
                persist_state="session",
                label_visibility=first,
                width=150,
            )
            st.selectbox(
                "what",
                list(state.WHAT),
                key=state.key(f"if_{place}_what"),
                format_func=lambda what: state.WHAT[what],
                persist_state="session",
                label_visibility=first,
                width=140,
            )
            for part, label, low, step in (("value", "is", -100.0, 0.001), ("margin", "±", 0.0, 0.0005)):
                st.number_input(
                    label,
                    min_value=low,
                    max_value=100.0,
                    step=step,
                    key=state.key(f"if_{place}_{part}"),
                    format="%.4f",
                    persist_state="session",
                    label_visibility=first,
                    width=150,
                )
            if place == state.whole("if_count") - 1:
                st.button("Add", on_click=_change, args=(1,), key="atlas_if_more", icon=":material/add:")
                st.button("Remove", on_click=_change, args=(-1,), key="atlas_if_less", icon=":material/remove:")
    if not state.whole("if_count"):
        st.button("Add a condition", on_click=_change, args=(1,), key="atlas_if_more", icon=":material/add:")
    return state.conditions()


def _change(by: int) -> None:
    count = min(max(state.whole("if_count") + by, 0), state.MOST_CONDITIONS)
    state.put("if_count", count)
    if by > 0:
        for part, value in (("measure", "NVD"), ("what", "delta"), ("value", 0.0), ("margin", 0.0)):
            st.session_state.setdefault(state.key(f"if_{count - 1}_{part}"), value)


def _finding(found: Found, n_votes: int, n_classes: int, n_conditions: int) -> None:
    of = f"of the {found.n_golds:,} ways in which {n_votes} annotators can vote over {n_classes} classes"
    meets = "what is asked" if n_conditions else "no condition"
    if found.n_found == 1:
        sentence = f"Exactly one {of} meets {meets}: {', '.join(map(str, found.golds[0].tolist()))}."
    else:
        count = "None" if not found.n_found else f"{found.n_found:,}"
        sentence = f"{count} {of} meet {meets} ({percent(found.n_found / found.n_golds, 2)})."
    st.html(
        f'<p class="oq oq-verdict" id="verdict">{sentence}</p><p class="oq oq-because">Scores come from whole votes, '
        "so a tie is a tie: Δ is 0 ± 0 finds them all. Smaller scores are better; Δ is A minus B.</p>"
    )
