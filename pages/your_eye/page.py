import numpy as np
import streamlit as st

from ordquant_core.numerals import count
from ordquant_core.teaching.quiz import MOST_SEEDS
from ordquant_core.teaching.your_eye import N_ITEMS
from pages.shared import asking, controls, links, look, share, write
from pages.your_eye import classroom, pairs, state
from pages.your_eye.state import SECTIONS, STATE

PAGE = "your-eye"


@st.fragment
def body() -> None:
    is_pairs = STATE["show"] == "pairs"
    if STATE["seed"] is None:
        STATE["seed"] = int(np.random.default_rng().integers(MOST_SEEDS))
    asks = is_pairs and not STATE["answers"].finished
    with (
        st.container(key="lessons", gap="xsmall"),  # in the style sheet of Lessons
        asking.frame(PAGE, state.query(), asks=asks) as (top, left, right),
    ):
        with top:
            head()
        (pairs if is_pairs else classroom).show(top, left, right)


def head() -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="head"):
        st.title("Your eye", anchor=False, width="content")
        sitting = STATE["answers"]
        if STATE["show"] == "pairs" and not sitting.finished:
            write.muted(f"Pair {sitting.at + 1} of {count(N_ITEMS)}", width="content")
        with st.container(horizontal=True, gap="small", width="content", key="tools"):
            controls.sections(STATE, "show", "What the page shows", SECTIONS)
            links.bar(PAGE, state.query())
            share.menu()


query = links.incoming(PAGE)
look.prepare("lessons.css")
if query:  # a link says only what differs from how the page opens
    STATE.reset(*(name for name in STATE if name not in query))
STATE.follow(query)
asking.enter()
body()
