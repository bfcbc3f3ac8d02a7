"""The quiz: its beginning, one question with its explanation, the result."""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from ordquant_core.analysis.picture import to_query
from ordquant_core.measures.registry import MEASURES
from ordquant_core.tables.measures import covered_table, measure_table
from ordquant_core.teaching.answers import WHICH, Answer
from ordquant_core.teaching.lessons import LESSONS
from ordquant_core.teaching.quiz import MOST_SEEDS, Explanation, Quiz, explain, quiz, result
from ordquant_core.teaching.quiz_space import LEVELS, QuizSpace, quiz_space
from ordquant_core.teaching.readings import TAUGHT
from ordquant_core.teaching.result_codes import Taken, write_code
from ordquant_core.teaching.sitting import MOST_ROUNDS, Sitting
from ordquant_core.teaching.views import CAPTIONS, calibration_table, profile_table, reason_table, score_by_measure
from pages.lessons import state
from pages.lessons.state import STATE
from pages.shared import asking, controls, links, presenting, write
from pages.shared.case_card import COMPARE
from pages.shared.result_cache import compute_with_bar

SPACE = ("quiz",)  # the key under which the questions are kept


def space() -> QuizSpace:
    """Return all questions, collected once for everybody."""
    return compute_with_bar(SPACE, "Collecting questions", lambda _: quiz_space())


def current() -> Sitting | None:
    """Return the quiz that is taken; None where none was begun."""
    sitting: Sitting | None = STATE["sitting"]
    return None if STATE["seed"] is None else sitting


def asks() -> bool:
    """Return whether a question is shown: not the beginning, not the result."""
    sitting = current()
    return sitting is not None and not sitting.finished


def prepare() -> None:
    """Draw a seed where the link names none."""
    if STATE["seed"] is None:
        STATE["seed"] = int(np.random.default_rng().integers(MOST_SEEDS))


def show(top: write.Container, left: write.Container, right: write.Container) -> None:
    """Draw the beginning of a quiz, the question that is shown, or the result."""
    sitting = current()
    if sitting is None:
        _show_beginning(top, left)
    elif sitting.finished:
        _show_result(sitting, top, left, right)
    else:
        _show_question(sitting, top, left, right)


def _show_beginning(top: write.Container, left: write.Container) -> None:
    with top:
        write.verdict("Ten pictures, ten questions: which estimate does the measure prefer?")
        write.because(
            "On each picture, two of NMD, RNOD, NVD and DNKT disagree. Say how sure you are. Each answer is explained "
            "immediately. Smaller scores are better. There is no timer. A link keeps your answers."
        )
    with left.container(border=True, horizontal=True, vertical_alignment="bottom", key="begin"):
        controls.segments(STATE, "level", "Level", {level: level.capitalize() for level in LEVELS})
        controls.draw(
            st.number_input,
            STATE,
            "seed",
            "Seed",
            0,
            MOST_SEEDS - 1,
            step=1,
            width=180,
            help="The same seed and level give everybody the same questions. Both are part of the link. "
            "Links made for the first edition of the questions lead to those of the second.",
        )
        st.button("Begin →", key="go_on", type="primary", on_click=_begin)
    asking.listen()


def _begin() -> None:
    STATE["sitting"] = Sitting()


def where() -> None:
    """Say which question is shown, and how the earlier ones went."""
    sitting = current()
    if sitting is None:
        return
    taken = _quiz(sitting)
    given = sum(answer is not None for answer in sitting.answers)
    question = f"Question {sitting.at + 1} of {len(sitting.answers)}"
    write.muted(f"{given} of {len(sitting.answers)} answered" if sitting.finished else question, width="content")
    marks = []
    for number, (item, answer) in enumerate(zip(taken.items, sitting.answers, strict=True), start=1):
        right = answer is not None and answer.choice == item.answer
        style = "done" if right else "wrong" if answer else "now" if number == sitting.at + 1 else "open"
        marks.append((style, f"question {number}: {'right' if right else 'not right' if answer else 'not answered'}"))
    write.html(asking.dots(marks, f"{given} of {len(marks)} questions answered"), width="content")


def _show_question(sitting: Sitting, top: write.Container, left: write.Container, right: write.Container) -> None:
    item, said = _quiz(sitting).items[sitting.at], sitting.answers[sitting.at]
    of = (STATE["seed"], STATE["level"], sitting.practice, sitting.at)
    explained = explain(item, said) if said else None
    with left:
        asking.canvas(of, item.picture)
        if not presenting.on():
            write.muted("Bars: the votes of the gold. Outlines: the estimates. Smaller scores are better.")
    if presenting.on():
        with top:
            write.verdict(explained.heading if explained else item.question)
    pressed, shown = "", [item.measure]
    with right:
        with st.container(border=not presenting.on(), key="said_of_quiz", gap="small"):
            if explained:
                _explain(explained, item.picture.classes)
                shown += [one.key for one in explained.would if one.key in TAUGHT][:1]
            else:
                if not presenting.on():
                    write.verdict(item.question)
                pressed = asking.answers(of, WHICH, said, partial(_answer, sitting))
        with st.container(border=not presenting.on(), key="numbers"):
            picture = item.picture
            names = picture.name("a"), picture.name("b")
            if explained:
                write.html(measure_table(*picture.scores_of_both(shown), *names, len(picture.classes), plain=True))
                if not presenting.on():
                    links.page_link(COMPARE, "Open in Compare", ":material/arrow_forward:", to_query(picture))
            else:
                write.html(covered_table({item.measure: None}, *names))
                write.muted("The scores appear with the answer.")
        back = ("Back", partial(_change, sitting, at=sitting.at - 1)) if sitting.at else None
        last = sitting.at + 1 == len(sitting.answers)
        asking.go(
            back,
            ("Result" if last else "Next question", partial(_change, sitting, at=sitting.at + 1) if said else None),
        )
    asking.listen(pressed)


def _explain(explained: Explanation, classes: tuple[str, ...]) -> None:
    if not presenting.on():
        write.verdict(explained.heading)
    write.paragraph(explained.why)
    write.scrolling(reason_table(explained.reason, classes))
    write.muted(CAPTIONS[explained.reason.kind])


def _show_result(sitting: Sitting, top: write.Container, left: write.Container, right: write.Container) -> None:
    found = result(_quiz(sitting), sitting.answers)
    with top:
        write.said(found.finding, found.because)
    with left:
        with st.container(border=True):
            write.title("Score by measure")
            write.html(score_by_measure(found))
            with st.container(horizontal=True, gap="small", key="calculations"):
                for key in dict.fromkeys(one.read_again for one in found.by_measure if one.read_again):
                    label = f"Lesson: {LESSONS[key].title}"
                    st.button(label, key=f"again_{key}", on_click=partial(state.go, key), type="tertiary")
        with st.container(border=True, height="stretch"):
            if found.practise:
                counted = [
                    f"{found.practise.count(key)} on {MEASURES[key].label}" for key in dict.fromkeys(found.practise)
                ]
                write.title("Practise what you missed")
                write.because(f"New questions: {', '.join(counted)}.")
            with st.container(horizontal=True):
                if found.practise:
                    st.button(
                        "Practise →", key="go_on", type="primary", on_click=_practise, args=(sitting, found.practise)
                    )
                st.button("Review the questions", key="see_again", on_click=partial(_change, sitting, at=0))
                st.button("Start another quiz", key="another", on_click=_another)
    with right:
        with st.container(border=True, height="stretch"):
            write.title("Calibration: how often were you right?")
            write.html(calibration_table(found))
        with st.container(border=True):
            write.title("You answered as … would")
            write.html(profile_table(found))
            write.muted("One answer can be that of several readings.")
        with st.container(border=True):
            if sitting.practice:
                write.title("Practice rounds have no result code")
            else:
                write.title("Result code to hand in")
                st.code(write_code(Taken(STATE["seed"], STATE["level"], sitting.answers)), language=None)
                write.because("It contains your answers, the level and the seed, but no name.")
    asking.listen()


def _quiz(sitting: Sitting) -> Quiz:
    return quiz(space(), (STATE["seed"] + sitting.practice) % MOST_SEEDS, STATE["level"], sitting.measures)


def _change(sitting: Sitting, **changes: Any) -> None:
    STATE["sitting"] = replace(sitting, **changes)


def _answer(sitting: Sitting, said: Answer) -> None:
    _change(sitting, answers=(*sitting.answers[: sitting.at], said, *sitting.answers[sitting.at + 1 :]))


def _practise(sitting: Sitting, measures: tuple[str, ...]) -> None:
    answers, practice = (None,) * len(measures), sitting.practice % MOST_ROUNDS + 1
    _change(sitting, answers=answers, measures=measures, at=0, practice=practice)


def _another() -> None:
    STATE.reset("seed", "sitting")
