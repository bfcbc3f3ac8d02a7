"""One case under two runs: its picture, every score and its calculation, what came with it, the link to Compare."""

import re
from collections.abc import Mapping

import streamlit as st

from ordquant_core.analysis.case_filters import of_kind
from ordquant_core.analysis.case_margins import Pair
from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.analysis.comparison import dissenters
from ordquant_core.analysis.picture import Picture, checked, of_case
from ordquant_core.errors import OrdquantError
from ordquant_core.figures.distributions import draw_case, has_numbers
from ordquant_core.findings import one_case
from ordquant_core.frame_html import across, sentence
from ordquant_core.glossary import column
from ordquant_core.markup import NOTHING, Html, table, tag
from ordquant_core.measure_tables import AMBER, measure_table
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.numerals import count
from ordquant_core.records import IntArray, Task
from pages.shared import cached, clicks, controls, links, look, selection, tasks, working_view, write
from pages.shared.escaping import escape
from pages.shared.task_scores import Versus

LINK = re.compile(r"https?://[^\s<>\"']+")
KINDS = {  # of cases that one steps through, and what they are called
    "disagreements": ("disagreement", "disagreements"),
    "both_prefer_a": ("case for A", "cases for A"),
    "both_prefer_b": ("case for B", "cases for B"),
    "any_tie": ("tie", "ties"),
}
LONGEST_EXTRA = 20_000  # characters
WIDTHS = 1.55, 1  # of the case with its reason, and of the scores
TOP = "#case"  # of the card, as a selector; the bar above it sticks to the screen
CASES = "#cases .oq-chosen|.st-key-cases_row"  # where the case is chosen: the first of them that there is


def show(versus: Versus, case: int | None, pair: Pair, order: IntArray) -> None:
    """Draw the card of a case, with buttons to the case before and after it in `order`; say so if there is none.

    Both are of its kind. Its title says what the two measures of `pair` prefer.
    """
    if case is None:
        st.info("No case is listed. List all, or clear the filter or the selection.")
        return
    task = versus.task
    sides = CaseScores.of_case(versus.scores, case, pair).sides
    chosen, picture = working_view.calculated_measure(), of_case(task, case)
    listed, one, several = _of_its_kind(versus, case, pair, order)
    place, n = listed.index(case) if case in listed else -1, len(listed)
    position = f"{count(place + 1)} of {count(n, one, several)}" if place >= 0 else ""
    with st.container(key="case_bar"):  # seen on a phone, where the list is far away
        write.html(
            tag("button", "‹ All cases", type="button", class_="oq-choose", data_back=CASES), tag("span", position)
        )
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="case_head"):
        write.html(write.styled(one_case.preferences(task, case, pair, sides), style="case-title", id="case"))
        with st.container(
            horizontal=True, vertical_alignment="center", gap="small", width="content", key="case_actions"
        ):
            if position:
                write.muted(position, width="content")
            controls.steps("step", place, n, lambda to: selection.pick(task.cases[listed[to]]))
            _open_in_compare(picture, tasks.case_query(task, case))
    left, right = st.columns(WIDTHS, gap="small")
    with left:
        drawn, reason = st.columns(2, gap="small")
        with drawn:
            _picture(versus, case)
            if not has_numbers(task, case):
                write.html(numbers(picture))
        with reason:
            reasons = [
                tag("p", sentence(line), class_="oq-tight") for line in one_case.reasons(task, case, pair, sides)
            ]
            style = "oq oq-disagreement" if sides[pair[0]] * sides[pair[1]] < 0 else "oq oq-note"
            opens = tag(
                "button", "Scores by measure ›", type="button", class_="oq-choose", id="whole_case", data_back=TOP
            )
            write.html(tag("div", *reasons, class_=style, id="reasons") if reasons else "", extras(task, case), opens)
        working_view.in_rows(chosen, picture)
    with right:
        by_measure = CaseScores.of_case(versus.scores, case, MAIN_MEASURES)
        write.html(cached.build(measure_table, by_measure, chosen=chosen, positions=task.positions is not None))
        clicks.on_choice("measures", working_view.ask_for_calculation, on_phone="#working")
        if dissenters(by_measure.sides):
            write.small(f"{AMBER}.", id="amber")
    working_view.all_steps(chosen, picture)


def on_stage(versus: Versus, case: int, pair: Pair) -> None:
    """Draw a case for a lecture hall: what the two measures of `pair` prefer, its picture, their scores."""
    scores = CaseScores.of_case(versus.scores, case, pair)
    write.paragraph(one_case.preferences(versus.task, case, pair, scores.sides), style="title", id="case")
    _picture(versus, case, stretched=True)
    write.html(measure_table(scores, positions=versus.task.positions is not None))


def extras(task: Task, case: int) -> Html:
    """Return the texts and the links that came with a case, as text: nothing in them is read as markup."""
    parts: list[Html] = []
    for name, texts in task.extras.items():
        text = texts[case].strip()[:LONGEST_EXTRA]
        link = tag("a", text, href=text, target="_blank", rel="noopener noreferrer") if LINK.fullmatch(text) else text
        parts += [tag("dt", name), tag("dd", link)] if text else []
    return tag("dl", *parts, class_="oq oq-extras") if parts else NOTHING


def numbers(picture: Picture) -> Html:
    """Return the votes and the probabilities behind a picture, a column per class, folded away."""
    heads = {"votes": "Votes", "probability": "Gold", "probability_a": "A", "probability_b": "B"}
    colours = {"A": "oq-a", "B": "oq-b"}
    frame = picture.to_frame()
    columns = [
        column(name, tag("span", head, class_=colours.get(head, "oq-gold")))
        for name, head in heads.items()
        if name in frame
    ]
    built = table(*across(frame, [column("class", ""), *columns]), id="numbers", class_="oq oq-table")
    summary = tag("summary", "Votes and estimates as numbers")
    return tag("details", summary, tag("div", built, class_="oq-scroll"), class_="oq oq-numbers")


def _open_in_compare(drawn: Picture, case: Mapping[str, str]) -> None:
    """Draw the link that opens a picture, of a case of a task, in Compare, or say why there is none."""
    try:
        links.open_in_compare(checked(drawn), {**case, **working_view.query()})
    except OrdquantError as problem:
        st.caption(f"Compare cannot draw this case. {escape(str(problem))}")


def _of_its_kind(versus: Versus, case: int, pair: Pair, order: IntArray) -> tuple[list[int], str, str]:
    """Return the listed cases by which the measures of `pair` prefer what they do by this one, and what these are."""
    margins = versus.margins(pair)
    for kind, words in KINDS.items():
        alike = of_kind(kind, margins.x, margins.y)
        if alike[case] and alike[order].any():  # one of another kind than all that are listed leads to these
            return order[alike[order]].tolist(), *words
    return order.tolist(), "case", "cases"


def _picture(versus: Versus, case: int, *, stretched: bool = False) -> None:
    task = versus.task
    explained = {"title": ""} if has_numbers(task, case) else {}  # rows under the axis are headed gold, A and B
    figure = look.draw(draw_case, task, case, task.runs, **explained)
    look.plot(figure, "case_picture", f"case-{task.cases[case]}", name=f"Case {task.cases[case]}", stretched=stretched)
