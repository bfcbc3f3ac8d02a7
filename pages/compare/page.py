from functools import partial

import streamlit as st

from ordquant_core.numerals import count
from pages.compare import card, entry, measures, state
from pages.shared import links, look, presenting, share, tasks
from pages.shared.draw import draw
from pages.shared.escaping import escape

HEIGHT = 308  # pixels of the bars and their labels: the canvas ends with the table of the main measures


@st.fragment(key=state.PAGE)
def body() -> None:
    now, staged = state.take_drawing(), presenting.on()
    picture, shown = now.picture, measures.chosen(now.picture)
    with st.container(key="compare"):
        with st.container(key="top"):
            if not staged:
                head(now)
            with look.finding():
                measures.finding(picture, staged=staged)
            if now.problem:
                st.warning(f"The link could not be opened. {escape(now.problem)}")
        with st.container(key="stage"):
            left, right = st.columns(2, gap="small")
        with left.container(border=True, height="stretch", key="canvas", gap="xsmall"):
            opens = {entry.MENU: "Type the numbers", measures.MENU: f"Measures shown: {len(shown)}"}
            draw(picture, rev=now.rev, height=HEIGHT, tools=not staged, large=staged, opens=opens)
            if staged:
                presenting.sign(state.STATE.page, state.query())
            else:
                with st.container(key="canvas_menus"):
                    entry.menu(picture)
                    measures.menu()
        with right.container(border=True, height="stretch", key="numbers", gap=None):
            measures.show(picture)
        if not staged:
            with st.container(border=True, key="card", gap="xsmall"):
                card.show(picture)


def head(now: state.Compared) -> None:
    """Draw the line at the top."""
    picture = now.picture
    look.head("Compare")
    with look.about():
        state.choose_example()
        votes = [] if picture.votes is None else [count(picture.votes, "vote")]
        tasks.line_of_facts(None, [*votes, count(len(picture.classes), "class", "classes")], ())
    with look.tools():
        links.bar(state.STATE.page, state.query())
        share.menu(partial(card.downloads, picture), presents=True)


query = links.incoming(state.STATE.page)
look.prepare()
state.enter(query)
body()
