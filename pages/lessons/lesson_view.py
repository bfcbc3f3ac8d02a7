"""One lesson: look, predict, reveal, try, take-away."""

from functools import partial
from types import MappingProxyType

import streamlit as st

from ordquant_core.analysis.picture import Picture
from ordquant_core.errors import OrdquantError
from ordquant_core.formats import File
from ordquant_core.markup import tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.tables.measures import changed_table, covered_table, measure_table
from ordquant_core.teaching.lesson import STEPS, Lesson, View, marks_of, visible
from ordquant_core.teaching.lessons import LESSONS
from ordquant_core.teaching.own_lesson import as_lesson, from_json
from ordquant_core.teaching.questions import DragUntil
from ordquant_core.teaching.quiz_space import LEVELS
from ordquant_core.teaching.readings import TAUGHT
from ordquant_core.teaching.sitting import Sitting
from pages.lessons import asking, state, steps
from pages.lessons.state import STATE
from pages.shared import presenting, session, uploads, working_view, write

ON = MappingProxyType({"look": "Predict", "predict": "Reveal", "reveal": "Try it", "try": "Take-away"})  # step: next
CAPTIONS = {
    "distances": "How far misplaced votes are from each class that occurs in the gold (●).",
    "area": "Cumulative curves of gold and estimate; shaded: the area between them.",
    "gold classes": "RNOD averages over these classes (●): those that occur in the gold.",
    "errors": "Highlighted: classes in which an estimate differs from the gold.",
    "misplaced": "Highlighted: classes in which an estimate has more than the gold.",
    "order": "Highlighted: bars that are not in the order of the gold.",
}
TERMS = "Bars: the votes of the gold. Outlines: the estimates. For every measure, smaller is better."
PROBLEM = session.Item("lessons_problem", str)


def show(top: write.Container, left: write.Container, right: write.Container) -> None:
    """Draw the lesson of the link at its step."""
    shown = state.lesson()
    said = state.answered()
    view = visible(shown, STATE["step"], said)
    kind = shown.step("reveal").marks
    of = (shown.key, view.picture)
    with left:
        picture = asking.canvas(
            of,
            view.picture,
            kind=kind,
            marks=lambda drawn: marks_of(view.marks.kind, drawn, view.sides),
            sides=view.sides,
            locked=not (view.drag or view.by_drag),
        )
        if not presenting.on():
            _below(view, kind)
            if view.drag or view.by_drag:
                st.button("Reset", icon=":material/undo:", key="reset", on_click=asking.reset)
    if presenting.on():
        with top:
            write.verdict(view.verdict or view.asked or view.look)
            write.because(view.reveal or (view.look if view.asked else f"Picture: {view.source}."))
    pressed = ""
    with right:
        with st.container(border=not presenting.on(), key="said", gap="small"):
            if view.verdict:
                _revealed(shown, view, picture)
            elif view.asked:
                pressed = _ask(shown, view, of)
            else:
                if not presenting.on():
                    write.verdict(view.look)
                    write.muted(f"Picture: {view.source}.")
        with st.container(border=not presenting.on(), key="numbers"):
            write.html(_table(shown, view, picture))
            write.muted("Smaller is better." if view.verdict else "The scores appear with the answer.")
        with st.container(key="taken"):
            if view.take_away:
                write.paragraph(view.take_away, style="take-away")
        _go(shown, view)
    asking.listen(pressed)


def _offer_new_picture(shown: Lesson) -> None:
    """Offer one question of the quiz on the lesson's measure, unless a quiz was begun, whose answers would be lost."""
    key, sitting = shown.question.measures[-1], STATE["sitting"]
    if key in TAUGHT and (sitting is None or sitting.practice):
        label = f"Try {MEASURES[key].label} on a new picture"
        st.button(label, key="new_picture", type="tertiary", on_click=_ask_one, args=(key,))


def _ask_one(key: str) -> None:
    STATE["show"], STATE["level"], STATE["seed"] = "quiz", LEVELS[0], None
    STATE["sitting"] = Sitting((None,), practice=1, measures=(key,))


def _ask(shown: Lesson, view: View, of: tuple[str, Picture]) -> str:
    if not presenting.on():
        write.verdict(view.asked)
    question = shown.question
    if view.by_drag and isinstance(question, DragUntil):
        picture = asking.now(of, view.picture).picture
        asking.confidence(
            lambda: question.drawn(asking.now(of, view.picture).picture), state.answer, enabled=picture != view.picture
        )
        return ""
    return asking.answers(of, view.choices, state.answered(), state.answer)


def _revealed(shown: Lesson, view: View, picture: Picture) -> None:
    tick = "✓ " if view.right else ""
    write.muted(tick, view.said)
    if not presenting.on():
        write.verdict(view.verdict)
        write.paragraph(view.reveal)
    with st.container(horizontal=True, key="calculations"):
        for key in view.workings:
            label = f"How {MEASURES[key].label} is calculated"
            st.button(label, key=f"working_{key}", type="tertiary", on_click=partial(WORKING.set, key))
        if view.take_away:
            _offer_new_picture(shown)
    key = WORKING.take()
    if key in view.workings:
        _calculation(key, picture)


WORKING = session.Item("lessons_working", str)


@st.dialog("How it is calculated", width="large")
def _calculation(key: str, picture: Picture) -> None:
    write.title(working_view.title(key, picture))
    working_view.side_by_side(key, picture)


def _below(view: View, kind: str) -> None:
    if view.verdict:
        write.muted(CAPTIONS.get(kind, ""), id="caption")
    else:
        write.muted("Drag the bars, or focus one and use the arrow keys." if view.by_drag else "", id="caption")
    if view.attempt:
        write.paragraph(tag("b", "Try it: "), view.attempt, style="panel")
    else:
        write.paragraph(TERMS, style="panel terms")


def _table(shown: Lesson, view: View, picture: Picture) -> str:
    measures = [row.measure for row in view.rows]
    n_classes = len(picture.classes)
    if len(view.sides) == 1:
        before = shown.pictures[0].scores("a", measures) if view.verdict else None
        return changed_table(
            before, picture.scores("a", measures) if view.verdict else None, measures, ("A before", "A now"), n_classes
        )
    names = picture.name("a"), picture.name("b")
    if not view.verdict:
        return covered_table({row.measure: row.prefers for row in view.rows}, *names)
    return measure_table(*picture.scores_of_both(measures), *names, n_classes, plain=True)


def _go(shown: Lesson, view: View) -> None:
    every = list(state.lessons().values())
    at, step = every.index(shown), STEPS.index(view.step)
    before = every[at - 1] if at else None
    back = None
    if step:
        back = ("Back", partial(state.go, shown.key, STEPS[step - 1]))
    elif before is not None:
        back = (before.title, partial(state.go, before.key, STEPS[0]))
    if view.step != STEPS[-1]:
        ready = view.step != "predict" or state.answered() is not None
        asking.go(back, (ON[view.step], partial(state.go, shown.key, STEPS[step + 1]) if ready else None))
        return
    following = every[at + 1] if at + 1 < len(every) else None
    if following is None:
        asking.go(back, ("Quiz", partial(STATE.__setitem__, "show", "quiz")))
    else:
        asking.go(back, (f"Next: {following.title}", partial(state.go, following.key)))


def progress() -> None:
    """Draw which lessons are done, with the list to choose from."""
    keys = list(state.lessons())
    with st.popover(f"Lesson {keys.index(STATE['lesson']) + 1} of {len(keys)}", key="lesson_list"):
        steps.buttons("open")
        st.caption("Keys: A, T, B answer; 1, 2, 3 set the confidence; Enter or → goes on; ← goes back.")
        uploads.drop("Open a lesson from a file", "lesson_file", _open, hint="A JSON file saved on Compare.")


def done() -> None:
    """Draw which lessons are done, and what to look at: while it is looked at, the card says so."""
    answers, now = STATE["answers"], STATE["lesson"]
    states = [("done" if key in answers else "now" if key == now else "open", LESSONS[key].title) for key in LESSONS]
    write.html(
        asking.dots(states, f"{sum(key in answers for key in LESSONS)} of {len(LESSONS)} lessons done"), width="content"
    )


def looked_at() -> None:
    """Draw what the first step said, in one line."""
    view = visible(state.lesson(), STATE["step"], state.answered())
    write.muted(view.look if view.step != STEPS[0] else "", id="look")


def _open(files: tuple[File, ...]) -> None:
    try:
        own = from_json(files[-1].data)
        as_lesson(own)
    except OrdquantError as problem:
        PROBLEM.set(f"{files[-1].name}: {problem}")
    else:
        PROBLEM.set("")
        state.open_own(own)
