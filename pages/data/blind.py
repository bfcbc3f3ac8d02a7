"""A blind task on Data: what participants know of it, a template, and the check of a run before it is submitted."""

import streamlit as st

from ordquant_core.formats.published.source import Source
from ordquant_core.numerals import class_label, count
from pages.shared import blind_runs, downloads, links, tasks, write

PAGE = "data"


def show(source: Source, for_scale: tasks.Container) -> None:
    """Draw what a participant needs before submitting a run."""
    known, scale = blind_runs.outline(source, for_scale)
    write.verdict(tasks.BLIND)
    write.because(f"{count(len(known.cases), 'case')}; classes: {', '.join(map(class_label, known.classes))}.")
    tasks.show_description(source.description)
    with st.container(border=True):
        st.subheader("Check a run before submitting it", anchor=False)
        blind_runs.check(source, scale)
        with downloads.menu() as is_open:
            if is_open:
                blind_runs.template_buttons(known, scale)
    links.page_link(tasks.SYSTEMS, "See the results of all runs", ":material/leaderboard:", {"task": source.key})
    links.bar(PAGE, {"task": source.key} | ({"scale": scale} if scale else {}))
