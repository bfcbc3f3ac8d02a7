"""What the official scorers of shared tasks print for the runs of a task, labelled as such."""

from collections.abc import Mapping

import streamlit as st

from ordquant_core.analysis.profiles import PROFILES, Profile
from ordquant_core.errors import OrdquantError
from ordquant_core.records import Task
from ordquant_core.tables.scores import official_figures, official_view
from ordquant_core.tables.table import Table
from pages.shared import controls, downloads, write
from pages.shared.escaping import escape
from pages.shared.params import Choice, Params
from pages.shared.result_cache import compute_with_bar
from pages.shared.tasks import Current

NONE = "none"
STATE = Params("data", Choice("profile", (NONE, *PROFILES)))


def show(current: Current, query: Mapping[str, str] | None) -> None:
    """Draw the choice of an official scorer and what it prints for the runs, for baselines where there are none."""
    STATE.follow(query)
    with st.expander("Official scorers", expanded=STATE["profile"] != NONE):
        _shown(current)


def _shown(current: Current) -> None:
    titles = {NONE: "No official scorer"} | {key: f"{key}: {one.summary}" for key, one in PROFILES.items()}
    name = controls.select(STATE, "profile", "Scorer", titles)
    if name == NONE:
        write.muted(
            "Some shared tasks average or round in their own way. Choose a scorer to see what it prints for the runs."
        )
        return
    profile, task = PROFILES[name], current.task.only(current.runs_without_baselines or current.baselines)
    try:
        found = compute_with_bar(
            ("profile", current.key, name), "Scoring all runs, cases", lambda _: _table(profile, task)
        )
    except OrdquantError as problem:
        st.info(escape(str(problem)))
        return
    notes = profile.notes(task)
    write.muted(f"What the official scorer prints: {profile.summary}. Compare these figures only with those of {name}.")
    for note in notes:
        st.info(escape(f"{note[0].upper()}{note[1:]}."))
    write.table(*official_view(found, profile.digits), id="official")
    downloads.table_button(f"Figures of {name}", lambda: found, f"{name}.csv", (*current.task.notes, *notes))


def _table(profile: Profile, task: Task) -> Table:
    return official_figures(task.runs, profile.score(task), len(task.cases))
