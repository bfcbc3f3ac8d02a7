"""The file of scores, computed elsewhere, that a visitor has brought for a task, and what is better by its measures."""

from collections.abc import Sequence

import streamlit as st

from ordquant_core.errors import InputError
from ordquant_core.formats import File
from ordquant_core.formats.outside_scores import key_of, name_of, parse_outside_scores
from ordquant_core.formats.task.additions import digest_of
from ordquant_core.markup import tag
from ordquant_core.records import OUTSIDE_KEY
from pages.shared import session, sources, write
from pages.shared.common import COMMON

HELP = (
    "The file does not say whether larger is better for these measures: without a choice, smaller is. Where larger is "
    "better, scores are negated on every page."
)


def show(task: str) -> None:
    """Draw the file of scores of a task, to be removed, and by which of its measures larger is better."""
    file = sources.scores_of(task)
    if file is None:
        return
    write.muted("Scores computed elsewhere, in this session only:")
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        write.paragraph(tag("span", file.name), style="id yours", width="content")
        st.button("Remove scores", key="remove_outside", on_click=sources.drop_scores, args=(task,))
    try:
        names = parse_outside_scores(file.data, file.name).open
    except InputError:  # said where the scores are joined with the task
        return
    if names:
        _choose(file, names)


def _choose(file: File, names: Sequence[str]) -> None:
    control = f"larger_{digest_of([file])[:16]}"

    def chosen() -> None:
        """Remember it; the two measures that are looked at stay, under their new keys."""
        larger: Sequence[str] = session.reported(control) or ()
        sources.say_larger(file, larger)
        for axis in ("x", "y"):
            name = name_of(str(COMMON[axis]))
            if str(COMMON[axis]).startswith(OUTSIDE_KEY) and name in names:
                COMMON[axis] = key_of(name, larger=name in larger)

    st.pills(
        "Larger is better for",
        names,
        selection_mode="multi",
        default=[name for name in sources.larger_of(file) if name in names],
        key=control,
        on_change=chosen,
        help=HELP,
    )
