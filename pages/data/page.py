from functools import partial

import streamlit as st

from ordquant_core.formats.task.questions import plain_problems
from pages.data import blind, exports, files, order, preview, profiles, without_gold
from pages.shared import fixes, links, look, problems, questions, share, skeleton, tasks
from pages.shared.common import COMMON

PAGE = "data"

query = links.incoming(PAGE)
look.heading(
    "Data",
    "Drop a gold file and runs, or a zip of them, and see what they were recognised as. Nothing is repaired unless you "
    "choose it.",
)
COMMON.follow(query, *files.FOLDED)
source, scale_container = tasks.choose(query)
if source is None:
    tasks.ask_for_files()
    files.recognised_kinds()
    without_gold.show()
    links.bar(PAGE, {"task": "own"} | COMMON.query("without_gold"))
    skeleton.stop()
if source.blind and not source.problems:
    blind.show(source, scale_container)
    skeleton.stop()
source, read, key = tasks.read_chosen(source, scale_container)
current = None if read.task is None else tasks.make_current(source, read.task, key)
tools = tasks.container_of_tools() if current is None else tasks.draw_facts(current, current.task)
with st.container(horizontal=True, key="ready"):
    with st.container(gap="xsmall"):
        files.verdict(source, read, key)
    if read.task is not None and not read.problems:
        files.next_steps(source, read.task, key)
questions.show(source, read, partial(tasks.ask_for_files, add_to=source))
wrong = plain_problems(read)
if read.problems:
    with st.container(border=bool(wrong), key="wrong"):
        if wrong:
            st.header("What is wrong", anchor=False)
        fixing = st.container(key="fixing")
        if wrong:
            problems.table(wrong)
left, *right = look.cards(2.3, 1) if order.is_known(read) else look.cards(1)
with left:
    downloaded = files.list_files(source, read, current)
for card in right:
    with card:
        order.show(source, read)
if current is not None:
    preview.show(current)
with st.container(horizontal=True, key="folded"):
    files.draw_formats()
    without_gold.show()
    if current is not None:
        profiles.show(current, query)
with tools:
    links.bar(PAGE, tasks.link_query(source, key.scale) | COMMON.query(*files.FOLDED) | profiles.STATE.query())
    share.menu(partial(exports.show, source, read, downloaded))
if read.problems:  # last: what is offered is tried first
    skeleton.give_way()
    with fixing:
        fixes.show(source, read, key, tasks.reader_of(source, key))
