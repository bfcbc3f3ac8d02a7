"""Find gold distributions by score: what measures say is given, the distributions on which they say it are found."""

import streamlit as st

from ordquant_core.findings import spaces as findings
from ordquant_core.papers.references import REFERENCES
from ordquant_core.spaces.by_score import search_by_score
from pages.atlas import gold_views, inputs
from pages.atlas.every import Bar
from pages.atlas.state import PRESETS, STATE, chosen_gold, use_preset
from pages.shared import controls, look, write
from pages.shared.result_cache import compute_with_bar

SOURCE = REFERENCES["sakai2021lq"].short
PRINTED = "Find the vote counts with the deltas and the mode that the paper prints."


def show(bar: Bar) -> bool:
    """Draw the section; return whether `bar` was called."""
    finding = look.finding()
    space = inputs.choose_space()
    with st.container(border=True):
        conditions = inputs.conditions()
        STATE.restrict({"mode": range(space.n_classes + 1)})
        classes = {number: str(number or "any") for number in range(space.n_classes + 1)}
        help_ = "No class has more votes than this one"
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            controls.select(STATE, "mode", "Most votes in class", classes, width=180, help=help_)
            for name in PRESETS:
                label = f"{SOURCE}, Figure 3 ({name})"
                st.button(label, on_click=use_preset, args=(name,), key=f"atlas_preset_{name}", help=PRINTED)
    mode = STATE["mode"] - 1 if STATE["mode"] else None
    key, title = ("found", *space, conditions, mode), "Checking every gold distribution"
    matches = compute_with_bar(key, title, search_by_score, *space, conditions, mode=mode)
    with finding:
        n_conditions = len(conditions) + (mode is not None)
        write.verdict(findings.meeting_conditions(matches, n_conditions))
        write.because(findings.how_searched(space.a, space.b, space.n_votes, space.n_classes))
    if not matches.n_found:
        return False
    listed = list(map(tuple, matches.votes.tolist()))
    chosen = chosen_gold()
    chosen = chosen if chosen in listed else listed[0]
    scored = {(one.what, one.measure): row for one, row in zip(conditions, matches.values, strict=True)}
    title = "The gold distributions that meet the conditions"
    first, *others = dict.fromkeys(one.measure for one in conditions or PRESETS["a"][0])
    pair = first, (others or [first])[0]
    bar(gold_views.show("found", title, matches.votes, scored, space, chosen, pair))
    return True
