"""A blind task on Data: what participants know of it, a template, and the check of a run before it is submitted."""

import streamlit as st

from ordquant_core.formats.published.source import Source
from ordquant_core.numerals import class_label, count
from pages.shared import links, own_runs, share, tasks, write

PAGE = "data"


def show(source: Source, scale_container: tasks.Container) -> None:
    """Draw what a participant needs before submitting a run to a blind task."""
    known, scale = own_runs.choose_scale(source, scale_container)
    write.verdict(tasks.BLIND)
    write.because(f"{count(len(known.cases), 'case')}; classes: {', '.join(map(class_label, known.classes))}.")
    tasks.describe(source)
    with st.container(border=True):
        st.subheader("Check a run before submitting it", anchor=False)
        own_runs.check(source, scale)
        with st.container(horizontal=True):
            own_runs.template_buttons(known)
    links.page_link(tasks.SYSTEMS, "See the results of all runs", ":material/leaderboard:", {"task": source.key})
    with st.container(horizontal=True, width="content"):
        links.bar(PAGE, {"task": source.key} | ({"scale": scale} if scale else {}))
        share.menu()
