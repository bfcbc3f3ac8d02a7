"""Propriety: which report has the smallest expected score where annotators draw their votes from a distribution?"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Literal

import streamlit as st

from ordquant_core.analysis.picture import Picture, checked, write_entry
from ordquant_core.errors import OrdquantError
from ordquant_core.figures.propriety import draw_best_report, draw_best_reports, draw_gap
from ordquant_core.findings import propriety as findings
from ordquant_core.frame_html import Rows, in_families
from ordquant_core.glossary import Kind, column, drawn_as
from ordquant_core.measures.registry import MEASURES
from ordquant_core.spaces.pairs import classes
from ordquant_core.spaces.propriety import Propriety, numbers_of_annotators, proprieties
from ordquant_core.spaces.propriety_map import propriety_map
from pages.shared import clicks, controls, look, write
from pages.shared.downloads import Tables
from pages.shared.draw import draw
from pages.shared.result_cache import compute_with_bar
from pages.shared.session import Item
from pages.which_measure.state import SHOWN_BY_PROPRIETY, STATE, choose, parse_truth

NAMED: dict[Literal["gold", "a", "b"], str] = {"gold": "p"}  # what is drawn on
LABEL = "Probabilities or votes: type them, or drag the bars"
SENT = Item[tuple[int, str, str]]("truth_sent", lambda: (0, "", ""))  # rev, what was sent, what the canvas shows


def show() -> Tables:
    """Draw the section; return its tables."""
    above = st.container()
    left, right = look.cards(1, 1.2)
    with left:
        st.header("The true distribution p", anchor=False)
        typed = st.container()
        _canvas()
        with typed:
            controls.draw(st.text_input, STATE, "truth", LABEL, max_chars=200)
        annotators = int(controls.draw(st.slider, STATE, "k", "Annotators", *STATE.params["k"].bounds))
    truth, chosen = parse_truth(STATE["truth"]), STATE["report"]
    results = _best_reports(truth, (annotators,), SHOWN_BY_PROPRIETY)
    result = next(one for one in results if one.measure == chosen)
    numbers = tuple(sorted({*numbers_of_annotators(len(truth)), annotators}))
    with above:
        write.verdict(findings.rewarded_reports(results, chosen))
        write.because(findings.how_rewarded(results))
    with right:
        look.plot(look.draw(draw_best_report, result), "propriety_report", f"propriety-{chosen}")
        closing = _best_reports(truth, numbers, (chosen,))
        look.plot(look.draw(draw_gap, closing, annotators), "propriety_gap", f"gap-{chosen}")
    with st.container(border=True):
        _reports(results, chosen)
        clicks.on_choice("propriety", lambda key: choose("report", key))
    label = MEASURES[chosen].label
    tables = [
        ("Best reports", lambda: Propriety.frame(results), "propriety.csv"),
        (f"Gap of {label} by annotators", lambda: Propriety.frame(closing), "propriety-gap.csv"),
    ]
    if len(truth) == 3:
        mapped = propriety_map(chosen, annotators)
        with st.container(border=True):
            look.plot(look.draw(draw_best_reports, result, mapped), "propriety_map", f"propriety-map-{chosen}")
            write.because(findings.map_of_best_reports(mapped), id="of_map")
        tables.append((f"Map of {label}", mapped.to_frame, "propriety-map.csv"))
    return tables


def _reports(results: Sequence[Propriety], chosen: str) -> None:
    """Draw the best report by every measure beside the truth; a row can be chosen."""
    frame = in_families(Propriety.frame(results).assign(report=[result.best for result in results]))
    columns = [
        drawn_as(Kind.MEASURE, "measure", "Measure", described=True),
        drawn_as(Kind.VOTES, "report", "Best report", class_="oq-one-line"),
        column("best_score", "score"),
        column("truth_score", "truth"),
        column("gap", fine=True),
        drawn_as(Kind.FLAG, "proper", signs=True),
    ]
    rows = Rows(choice="measure", chosen=[chosen], data="measure", family="family")
    write.frame(frame, columns, rows, id="propriety")


def _best_reports(
    truth: tuple[float, ...], annotators: tuple[int, ...], measures: tuple[str, ...]
) -> tuple[Propriety, ...]:
    """Find the best report of every measure against these numbers of annotators, once for all visitors."""
    return compute_with_bar(
        ("propriety", truth, annotators, measures),
        "Searching for the best reports",
        lambda progress: proprieties(truth, annotators, measures, progress=progress),
    )


def _canvas() -> None:
    """Draw the canvas of the true distribution. It is sent again if anything but the canvas has changed it."""
    truth, (rev, sent, seen) = STATE["truth"], SENT.get()
    with suppress(OrdquantError):  # what cannot be used stays in the field, to be corrected
        parse_truth(truth)
        rev, sent = (rev, sent) if truth == seen else (rev + 1, truth)
    numbers = parse_truth(sent or STATE.params["truth"].default)
    picture = checked(Picture(classes(len(numbers)), numbers, "uniform", "uniform"))
    drawn = draw(picture, rev=rev, key="truth_canvas", names=NAMED, tools=False, sides=tuple(NAMED), height=190)
    if drawn is not None:
        STATE["truth"] = truth = write_entry(drawn.picture.gold)
    SENT.set((rev, sent, sent if drawn is None else truth))
