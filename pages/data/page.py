from functools import partial

import streamlit as st

from ordquant_core.records import problems_to_frame
from ordquant_core.tasks.outcomes import outcomes
from ordquant_core.tasks.published.source import Source
from ordquant_core.tasks.writing.cases import task_archive
from pages.data import files, formats, order, preview, questions, without_gold, wrong
from pages.shared import downloads as buttons
from pages.shared import dropped, exports, links, look, share, skeleton, tasks, write
from pages.shared.common import COMMON

PAGE = "data"
FOLDED = ("formats", "without_gold")  # what is folded away on the page


def fold() -> None:
    """Draw what is folded away."""
    with st.container(horizontal=True, key="folded"):
        formats.show()
        without_gold.show()


def downloads(source: Source) -> None:
    """Draw the downloads: all problems, or the task as it was read."""
    if read.problems:
        buttons.table_button("All problems", lambda: problems_to_frame(read.problems), "problems.csv")
    if current is not None and read.task is not None:
        of = read.task, source.title, source.choices, source.description
        archive = partial(task_archive, *of, synthetic=source.synthetic)
        buttons.file_button("The task as CSV files (zip)", archive, f"{source.key}.zip", "application/zip")
        st.caption("Cases and classes in the order of the gold, with your decisions in task.json.")
        exports.show(current)


query = links.incoming(PAGE)
look.heading("Data", "reading.css")
COMMON.follow(query, *FOLDED)
source = tasks.choose(query)
if source is None:
    with look.finding():
        write.verdict("A task of your own starts with a gold.")
        write.because("Drop it alone, or with the runs that are compared.")
    files.list_removed()
    dropped.draw(None)
    fold()
    links.bar(PAGE, {"task": "own"} | COMMON.query(*FOLDED))
    skeleton.stop()
source, read, key = tasks.read_chosen(source)
current = None if read.task is None else tasks.make_current(source, read.task, key)
tools = look.tools()
if current is not None:
    tasks.draw_facts(current, current.task)
file_outcomes = outcomes(read)
undecided = dropped.undecided(source)
with st.container(horizontal=True, key="ready"):
    with st.container(gap="xsmall"):
        if undecided:
            dropped.ask(source, undecided)
        else:
            files.verdict(source, read, key, file_outcomes)
    if read.task is not None and not read.problems and not undecided:
        files.next_step(source, read.task, key)
questions.show(source, read, key)
dropped.draw(source)
repair = wrong.show(source, read, key) if read.problems else None
with st.container(key="task_files"):
    left, *right = look.cards(2.1, 1) if order.is_known(read) else look.cards(1)
with left:
    files.list_files(source, read, file_outcomes)
for card in right:
    with card:
        order.show(source, read)
questions.show_opened(source, read, key)
if current is not None:
    preview.show(current)
fold()
with tools:
    links.bar(PAGE, tasks.link_query(source, key.scale) | COMMON.query(*FOLDED))
    share.menu(partial(downloads, source))
if repair is not None:  # last: what is offered is tried first
    skeleton.give_way()
    repair()
