"""The check of runs without the gold: the ids of the cases and the classes describe the task."""

import streamlit as st

from ordquant_core.errors import OrdquantError
from ordquant_core.formats import File
from ordquant_core.formats.task.outline import on_each_scale, parse_case_ids, read_against
from ordquant_core.numerals import count
from pages.data import mistakes
from pages.shared import controls, holding, problems, uploads, write
from pages.shared.common import COMMON
from pages.shared.session import Item

_RUNS: Item[tuple[File, ...]] = holding.counted(Item("runs_without_gold", tuple))
_CLASSES = "-2, -1, 0, 1, 2"


def show() -> None:
    """Draw the check, folded away until it is asked for."""
    with controls.folded(COMMON, "without_gold", "Check a run without the gold") as is_open:
        if is_open:
            _show()


def _show() -> None:
    ids = st.text_area("Ids of the cases, one per line", key="outline_ids", persist_state="session")
    classes = st.text_input("Classes, in order", _CLASSES, key="outline_classes", persist_state="session")
    uploads.draw_file_drop(
        "Runs to check", "runs_to_check", _RUNS.set, hint="Nothing is scored. The files stay in your session."
    )
    files = _RUNS.get()
    if not files:
        write.muted("Enter ids and classes, and drop a run. A message explains each common mistake and how to fix it.")
        return
    st.button("Remove these files", key="remove_runs_to_check", on_click=_RUNS.set, args=((),))
    with problems.said():
        labels = tuple(label.strip() for label in classes.split(","))
        if len(set(labels)) < max(2, len(labels)) or "" in labels:
            raise OrdquantError("Give two or more different classes, separated by commas.")
        cases = parse_case_ids(ids.encode(), "ids of the cases")
        reads = list(on_each_scale(lambda scale: read_against(cases, labels, files, scale=scale)))
        mistakes.show_checked(reads)
        wrong = list(dict.fromkeys(problem for _, read in reads for problem in read.problems))
        if wrong:
            with st.expander(f"All {count(len(wrong), 'problem')}"):
                problems.table(wrong)
