import streamlit as st

from pages.data import exports, files, preview, repairs
from pages.shared import links, look, problems, tasks

PAGE = "data"

query = links.incoming(PAGE)
look.heading(
    "Data",
    "A task is a gold file and runs. Drop the files, or a zip of them: see what they were recognised as and what is "
    "wrong with them. Nothing is repaired unless you say so.",
)
source, scale_place = tasks.choose(query, "dialogue-quality")
if source is None:
    tasks.ask_for_files()
    files.recognised_kinds()
    links.bar(PAGE, {"task": "own"})
    st.stop()
read, key = tasks.read_chosen(source, scale_place)
with st.container(border=True):
    files.verdict(source, read)
    tools = st.container(horizontal=True, width="content")
left, right = st.columns([1.25, 1], gap="medium")
with left.container(border=True):
    files.table(source, read)
if not source.own:
    with right.container(border=True):
        st.subheader("Your own files", anchor=False)
        tasks.ask_for_files()
        with st.expander("What can be read?"):
            files.recognised_kinds()
with right.container(border=True):
    repairs.show(source, read)
if read.problems:
    with st.container(border=True):
        st.subheader("What is wrong", anchor=False)
        problems.table(read.problems)
if read.task is not None:
    with st.container(border=True):
        preview.show(tasks.finished(source, read.task, key))
with tools:
    links.bar(PAGE, {"task": source.key} | ({"scale": key.scale} if key.scale else {}))
    exports.show(source, read, key)
