"""The calculation of a measure for A and B, side by side: in short, and in all steps where a visitor opens them."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from ordquant_core.analysis.picture import Picture
from ordquant_core.figures.small_workings import draw_calculation
from ordquant_core.figures.template import Look, title_of
from ordquant_core.figures.workings import Range, RunLetter, draw_steps
from ordquant_core.findings import workings
from ordquant_core.findings.sentence import RunName, Sentence, plain
from ordquant_core.frame_html import across, sentence
from ordquant_core.glossary import Kind, column, drawn_as
from ordquant_core.markup import Cell, Grid, Head, Html, Row, join, table, tag
from ordquant_core.measures.registry import MEASURES, measures_at
from ordquant_core.measures.workings import ShortWorking, Step, short_working, working
from ordquant_core.numerals import listed, score, setting, significant
from ordquant_core.papers.references import REFERENCES
from pages.shared import controls, look, write
from pages.shared.common import COMMON
from pages.shared.result_cache import compute_once

SHOWN = ("measure", "steps")  # parameters
KEPT = 512  # calculations; a class that starts from the same example draws the same pictures
title = lru_cache(KEPT)(workings.of_both)
ask_for_calculation = partial(COMMON.choose, "measure", MEASURES)  # of a measure
query = partial(COMMON.query, *SHOWN)  # what a link must say of the calculation that is shown
EQUIDISTANT = {True: "yes", False: "no", None: "not applicable: it uses no distances"}


def calculated_measure() -> str:
    """Return the measure whose calculation the visitor has asked for last."""
    return str(COMMON["measure"])


def in_rows(key: str, picture: Picture) -> None:
    """Draw the calculation of a measure without its figures: one table with a row for A and one for B."""
    write.html(tag("div", _rows(key, picture), id="working"))


def side_by_side(key: str, picture: Picture) -> None:
    """Draw the calculation for A beside that for B, above it where there is little room."""
    alone = [(replace(picture, **others), run) for run, others in _alone(picture).items()]
    ranges = [_short(key, *side, look.colours())[1].layout.yaxis.range for side in alone]
    within = min(low for low, _ in ranges), max(high for _, high in ranges)  # one axis for both
    with st.container(key="workings"), st.container(key="working_sides"):
        for side in alone:
            _side(key, *side, within)


def all_steps(key: str, picture: Picture) -> None:
    """Draw all steps of a calculation for A and B, folded: else they would be sent with every move of a bar."""
    controls.folded(COMMON, "steps", "All steps", partial(_every_step, key, picture))


def _every_step(key: str, picture: Picture) -> None:
    write.because(f"{MEASURES[key].name}. {MEASURES[key].summary}")
    st.latex(MEASURES[key].formula)
    with st.container(key="all_steps_frame"), st.container(key="all_steps_sides"):
        _steps(key, picture, "a")
        _steps(key, picture, "b")
    write.html(facts(key, len(picture.classes), picture.positions))


def _alone(picture: Picture) -> dict[RunLetter, dict[str, Any]]:
    """Return what takes the place of the other estimate, which may be drawn while this one stays as it is: the gold."""
    return {"a": {"b": picture.gold, "name_b": ""}, "b": {"a": picture.gold, "name_a": ""}}


@lru_cache(KEPT)
def _rows(key: str, picture: Picture) -> Html:
    heads: list[Head] = []
    rows: list[Row] = []
    for run in "ab":
        calculated = short_working(key, *picture.compared(run))
        name = RunName(picture.name(run), run.upper(), alone=False)
        heads, built = _contributions(calculated)
        ((_, *cells),) = (row.cells for row in built if isinstance(row, Row))
        last = Cell(sentence(workings.last_step(calculated, name)), class_="oq-last-step")
        named = tag("span", name.letter, tag("span", f" {name.name}", class_="oq-wide"), class_=f"oq-{run}")
        rows.append(Row([Cell(named, heads=True), *cells, last], class_=f"oq-of-{run}"))
    about = tag("span", f": {calculated.row.about}", class_="oq-muted")
    columns = [Head(calculated.row.unit), *heads[1:], Head("")]
    total = " oq-total" * calculated.row.summed
    parts = [
        write.styled(workings.of_both(key, picture), about, style="title"),
        tag("div", table(columns, rows, class_=f"oq oq-contributions{total}"), class_="oq-scroll", tabindex="0"),
    ]
    if calculated.row.left_out or calculated.last.names:
        parts.append(write.styled(workings.how_to_read(calculated), style="small"))
    return join(parts)


def _side(key: str, picture: Picture, run: RunLetter, within: Range) -> None:
    heading, figure, numbers = _short(key, picture, run, look.colours(), within)
    with st.container(key=f"working_{run}"):
        write.html(tag("p", sentence(heading), class_="oq oq-contributor", title=plain(heading)))
        look.plot(figure, f"short_{run}", "", name=plain(heading))  # a tool bar would cover a small figure
        write.html(numbers)


@lru_cache(KEPT)
def _short(
    key: str, picture: Picture, run: RunLetter, colours: Look, within: Range = (0.0, 0.0)
) -> tuple[Sentence, go.Figure, Html]:
    """Return the calculation for one estimate in short: heading, figure, numbers."""
    calculated = short_working(key, *picture.compared(run))
    name = RunName(picture.name(run), run.upper(), alone=False)
    figure = draw_calculation(calculated, run=run, name=name.name, within=within, look=colours)
    return workings.contributor(calculated, name), figure, _numbers(calculated, name)


def _numbers(calculated: ShortWorking, name: RunName) -> Html:
    """Return the contributions in one row, a line on how to read them, and the last step.

    There is always a line, so that what follows does not move.
    """
    summed = " oq-summed" if calculated.row.summed else ""
    built = table(*_contributions(calculated), class_=f"oq oq-contributions oq-of-{name.letter.lower()}{summed}")
    return join(
        [
            tag("div", built, class_="oq-scroll", tabindex="0"),
            write.styled(workings.how_to_read(calculated), style="drawn"),
            write.styled(workings.last_step(calculated, name), style="last-step"),
        ]
    )


def _contributions(calculated: ShortWorking) -> Grid:
    row = calculated.row
    columns = [column("class", row.of), column("contributions", row.unit, left_out=row.left_out)]
    return across(calculated.to_frame(), columns)


def _steps(key: str, picture: Picture, run: RunLetter) -> None:
    calculated, letter = working(key, *picture.compared(run)), run.upper()
    name = RunName(picture.name(run), letter, alone=False)
    with st.container(key=f"steps_{run}"):
        write.verdict(workings.of_one(calculated, name), id=None)
        theme = look.colours()
        draw = partial(draw_steps, calculated, picture.classes, run=run, name=name.name, look=theme)
        for number, figure in enumerate(compute_once(("steps", key, picture, run, theme), draw), start=1):
            label = f"{MEASURES[key].label}-{letter}-{number}"
            look.plot(figure, f"working_{run}_{key}_{number}", label, name=f"{letter} {name.name}: {title_of(figure)}")
        for number, step in enumerate(calculated.steps, start=1):
            write.paragraph(f"{number}. {step.title}", style="step")
            st.markdown(rf"$\displaystyle {step.latex}$")  # not st.latex: a formula in a line may break at + and =
            if step.columns:
                _table(step, run)


def _table(step: Step, run: RunLetter) -> None:
    """Draw the columns of a step, those of the gold and of the run in their colours."""
    colours = {"gold": "oq-gold", "estimate": f"oq-{run}"}
    frame = step.to_frame()
    heads = {title: colours.get(title.partition(" ")[0]) for title in frame}
    coloured = {title: tag("span", title, class_=colour) if colour else title for title, colour in heads.items()}
    write.frame(frame, [drawn_as(Kind.VALUE, title, head) for title, head in coloured.items()], styles="oq-one-line")


def facts(key: str, n_classes: int, positions: Sequence[float] | None = None) -> Html:
    """Return the facts about a measure: its range, its symmetry, whether it uses distances, its sources."""
    (measure,) = measures_at([key], positions, n_classes)
    equidistant = EQUIDISTANT[measure.equidistant]
    if positions is not None and MEASURES[key].takes_positions:
        equidistant += f": the classes stand at {listed([setting(place) for place in positions])}"
    best, worst = measure.bounds(n_classes)
    largest = score(worst) if math.isinf(worst) else significant(worst, 4)
    in_words = filter(None, [measure.cited, measure.origin and f"added by {measure.origin}"])
    rows = {
        f"Range over {n_classes} classes": f"{setting(best)} to {largest}, smaller is better",
        "Symmetric": "yes" if measure.symmetric else "no: exchanging gold and estimate can change the score",
        "Assumes equidistance": equidistant,
        "Sources": join([*(_source(*one) for one in measure.sources), *in_words], "; "),
    }
    return table(
        [], [Row([Cell(fact, heads=True), words]) for fact, words in rows.items()], class_="oq oq-table oq-facts"
    )


def _source(key: str, location: str) -> Html:
    reference = REFERENCES[key]
    if reference.url:
        name = tag("a", reference.short, href=reference.url, title=reference.citation)
    else:
        name = tag("abbr", reference.short, title=reference.citation)
    return join([name, location], ", ") if location else name
