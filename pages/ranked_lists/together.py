"""All runs together, topic by topic: joint RIC and what of it is chance; what they tell about further judgements."""

import streamlit as st

from ordquant_core.errors import InputError
from ordquant_core.ranked_lists.collection import Collection
from ordquant_core.tables.ranked_lists.findings import together_rows
from ordquant_core.tables.table import Table
from pages.ranked_lists import additions, results
from pages.ranked_lists.additions import Added
from pages.ranked_lists.state import STATE
from pages.shared import controls, downloads, write
from pages.shared.sample_or_own import Opened

JOINT = (
    "Joint RIC of all runs, in bits. Above chance: minus the mean over permuted grades, which say nothing. Smoothed: "
    "an estimate that is near 0 where the runs say nothing (beyond the paper)."
)
JUDGED = (
    "What the runs tell about the grades and the further judgements together, and the entropy of these, which is the "
    "most that there is to tell (beyond the paper)."
)


def show(opened: Opened[Collection], added: Added) -> None:
    """Draw the section, folded until it is asked for."""
    with controls.folded(STATE, "joint", "All runs together") as is_open:
        if not is_open:
            return
        if opened.found.distinguishing.any():
            _table(results.together(opened, STATE["seed"]), "together", "All runs together", JOINT)
        try:
            further = added.further(opened.key.choices)
        except InputError as error:
            additions.report(error, added)
            return
        if further:
            for note in (note for one in further for note in one.notes(opened.found)):
                write.muted(note)
            for jointly, name, label in ((True, "judged", "All runs"), (False, "judged-runs", "Each run")):
                found = results.judged(opened, added.key, further, jointly=jointly)
                _table(found, name, f"{label}, further judgements", JUDGED if jointly else "")


def _table(found: Table, name: str, label: str, words: str) -> None:
    write.table(*together_rows(found), id=name)
    write.note(words)
    with st.container(horizontal=True, key=f"{name}_file"):
        downloads.table_button(label, lambda: found, f"ranked-lists-{name}.csv")
