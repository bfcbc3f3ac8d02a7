from functools import partial

import streamlit as st

from ordquant_core.tasks.outcomes import outcomes
from pages.data import exports, files, formats, order, preview, questions, without_gold, wrong
from pages.shared import links, look, share, skeleton, tasks
from pages.shared.common import COMMON

PAGE = "data"

query = links.incoming(PAGE)
look.heading("Data", "reading.css")
COMMON.follow(query, *files.FOLDED)
source, scale_container = tasks.choose(query)
if source is None:
    tasks.ask_for_files()
    formats.show()
    without_gold.show()
    links.bar(PAGE, {"task": "own"} | COMMON.query("without_gold"))
    skeleton.stop()
source, read, key = tasks.read_chosen(source, scale_container)
current = None if read.task is None else tasks.make_current(source, read.task, key)
tools = look.tools()
if current is not None:
    tasks.draw_facts(current, current.task)
file_outcomes = outcomes(read)
with st.container(horizontal=True, key="ready"):
    with st.container(gap="xsmall"):
        files.verdict(source, read, key, file_outcomes)
    if read.task is not None and not read.problems:
        files.next_steps(source, read.task, key)
questions.show(source, read, key)
repair = wrong.show(source, read, key) if read.problems else None
left, *right = look.cards(2.3, 1) if order.is_known(read) else look.cards(1)
with left:
    files.list_files(source, read, file_outcomes)
for card in right:
    with card:
        order.show(source, read)
questions.show_opened(source, read, key)
files.add_files(source, read)
if current is not None:
    preview.show(current)
with st.container(horizontal=True, key="folded"):
    files.draw_formats()
    without_gold.show()
with tools:
    links.bar(PAGE, tasks.link_query(source, key.scale) | COMMON.query(*files.FOLDED))
    share.menu(partial(exports.show, source, read, current))
if repair is not None:  # last: what is offered is tried first
    skeleton.give_way()
    repair()
