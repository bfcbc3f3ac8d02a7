"""The first minute: a picture, the question which estimate is better, and after the answer what two measures say."""

from dataclasses import dataclass, replace
from typing import Literal

import streamlit as st

from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.analysis.comparison import sides_of
from ordquant_core.analysis.picture import DEFAULT, Picture, to_query
from ordquant_core.findings import prediction
from ordquant_core.markup import tag
from ordquant_core.measure_tables import measure_table
from ordquant_core.measures.registry import MAIN_MEASURES
from pages.shared import links, session, write
from pages.shared.draw import draw
from pages.shared.pair.case_card import COMPARE

LESSONS = "lessons/page.py"
MEASURES = ("NMD", "RNOD")
NAMES: dict[Literal["gold", "a", "b"], str] = {"gold": "20 people", "a": "System A", "b": "System B"}


@dataclass(frozen=True, slots=True)
class Question:
    """What the visitor has drawn and answered; `rev` counts how often the canvas was mounted."""

    picture: Picture = DEFAULT
    answer: str | None = None
    rev: int = 0


ASKED = session.Item("start_shown", Question)


def show() -> None:
    """Draw the picture and the question, or what the measures say of it."""
    if links.entered():  # the canvas forgets what it shows when the visitor leaves the page
        ASKED.set(replace(ASKED.get(), rev=ASKED.get().rev + 1))
    links.followed()
    _body()


@st.fragment
def _body() -> None:
    asked = ASKED.get()
    with st.container(key="first_minute"):
        left, right = st.columns([1.24, 1], gap="small")
    with left.container(border=True, height="stretch", key="canvas"):
        drawn = draw(asked.picture, rev=asked.rev, names=NAMES, tools=False, height=330)
        if drawn is not None:
            asked = replace(asked, picture=drawn.picture)
            ASKED.set(asked)
        write.muted("Drag any bar to change the distributions.")
    with right.container(border=True, height="stretch", key="question"):
        if asked.answer is None:
            _ask(asked)
        else:
            _reveal(asked.picture, asked.answer)


def _ask(asked: Question) -> None:
    with st.container(key="said", gap="small"):
        write.verdict("Two systems, one gold. Which is better?")
        gold = tag("span", "gold", class_="oq-gold")
        write.paragraph("The ", gold, " shows how people voted. ", prediction.estimates(asked.picture))
        with st.container(key="answers"):
            for column, answer in zip(st.columns(2, gap="small"), prediction.ANSWERS, strict=True):
                label = f"{answer.upper()} is better"
                column.button(label, key=f"say_{answer}", on_click=_answer, args=(answer,), width="stretch")
        write.muted("There is no right or wrong here. See which measures agree with you.")


def _answer(answer: str) -> None:
    ASKED.set(replace(ASKED.get(), answer=answer))


def _reveal(picture: Picture, answer: str) -> None:
    a, b = picture.scores_of_both(MEASURES)
    sides = sides_of(a, b)
    with st.container(key="said", gap="small"):
        write.muted(prediction.agreement(answer, sides))
        style = "verdict disagreement" if prediction.disagree(sides) else "verdict"
        write.sentence(prediction.preferences(sides, MEASURES), style=style, id="verdict")
        write.html(measure_table(CaseScores(a, b, ("System A", "System B")), plain=True))
        write.paragraph(
            "NMD measures how far probability has to move. RNOD squares the errors and weighs them by their distance. ",
            prediction.largest_error(picture),
            tag("span", " Smaller is better.", class_="oq-muted"),
        )
    with st.container(key="start_actions", horizontal=True, vertical_alignment="center"):
        links.page_link(LESSONS, "Start the lessons", ":material/school:")
        label = f"See all {len(MAIN_MEASURES)} measures"
        links.page_link(COMPARE, label, ":material/arrow_forward:", to_query(picture))
