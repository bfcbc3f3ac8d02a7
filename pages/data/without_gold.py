"""The check of runs without the gold: the ids of the cases and the classes describe the task."""

from collections.abc import Sequence

import streamlit as st

from ordquant_core.errors import OrdquantError
from ordquant_core.markup import tag
from ordquant_core.numerals import count, listed
from ordquant_core.tasks import File, TaskRead
from ordquant_core.tasks.mistakes import Mistake, mistakes
from ordquant_core.tasks.outline import on_each_scale, parse_case_ids, read_against
from pages.data.wrong import list_mistakes
from pages.shared import controls, holding, problems, uploads, write
from pages.shared.common import COMMON
from pages.shared.session import Item

_RUNS: Item[tuple[File, ...]] = holding.limit_files_in(Item("runs_without_gold", tuple))
_CLASSES = "-2, -1, 0, 1, 2"


def show() -> None:
    """Draw the check, folded away until it is asked for."""
    controls.folded(COMMON, "without_gold", "Check a run without the gold", _show)


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
    with problems.explained():
        labels = tuple(label.strip() for label in classes.split(","))
        if len(set(labels)) < max(2, len(labels)) or "" in labels:
            raise OrdquantError("Give two or more different classes, separated by commas.")
        cases = parse_case_ids(ids.encode(), "ids of the cases")
        reads = list(on_each_scale(lambda scale: read_against(cases, labels, files, scale=scale)))
        _show_checked(reads)
        wrong = list(dict.fromkeys(problem for _, read in reads for problem in read.problems))
        if wrong:
            with st.expander(f"All {count(len(wrong), 'problem')}"):
                problems.table(wrong)


def _show_checked(reads: Sequence[tuple[str | None, TaskRead]]) -> None:
    """Say on which scales nothing is missing, and in a message each what is wrong on the others."""
    ready = {scale: read for scale, read in reads if read.runs and not read.problems}
    others = [scale for scale, _ in reads if scale is not None and scale not in ready]
    names = [scale for scale in ready if scale is not None]
    if len(ready) == len(reads):
        runs, on = count(len(reads[0][1].runs), "run"), f" on scales {listed(names)}" if len(names) > 1 else ""
        write.paragraph(tag("b", "Ready to submit: "), f"{runs}, nothing is missing{on}.", id="ready")
    elif ready:
        on, missing = f"nothing is missing on {_scales(names)}", f"{_scales(others)} of the task"
        write.paragraph(tag("b", "Not complete: "), f"{on}; see below for {missing}.", id="ready")
    scales_of: dict[Mistake, list[str]] = {}
    for scale, read in reads:
        for mistake in mistakes(read):
            scales_of.setdefault(mistake, []).append(scale or "")
    every = [one if len(on) == len(reads) else one.on(on) for one, on in scales_of.items()]
    list_mistakes((one.file, one.words) for one in every)


def _scales(names: Sequence[str]) -> str:
    return f"scale{'s' * (len(names) > 1)} {listed(names)}"
