"""The ranking of the runs: by one measure, with intervals, groups and a visitor's run, or their means by all."""

from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from ordquant_core.findings.second_panel import against_annotators, allowed_for, second_panel
from ordquant_core.frame_html import Rows, grid, sentence
from ordquant_core.glossary import Column, Kind, column, drawn_as
from ordquant_core.markup import Grid, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, interval, setting
from pages.shared import cached, controls, write
from pages.systems.state import RANKINGS, STATE, RunComparison

FAR = 5  # places between two ranks of a run that are pointed out
P_AGAINST = "randomised Tukey HSD test of all runs, this one among them"


def draw(compared: RunComparison, mine: str | None, *, wide: bool) -> None:
    """Draw the ranking of the runs: by the chosen measure, or, in a `wide` container, their means by all measures.

    Beside every run stands how surely it differs from an own one, `mine`.
    """
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.header(f"{count(len(compared.runs), 'run')} by mean {compared.label}", anchor=False, width="content")
        kind = controls.segments(STATE, "ranking", "Ranking", RANKINGS, label_visibility="collapsed")
    if wide != (kind == "all"):
        st.rerun()  # the cards of the page change their places
    if wide:
        cached.write_table(("means", *compared.key), partial(_by_all, compared), id="means")
        amber = f"Amber: {FAR} places or more from the rank by {compared.label}."
        write.note(f"Bold: the smallest mean by the measure. {amber}")
    else:
        make = partial(_by_one, compared, mine)
        cached.write_table(("standings", *compared.key, mine), make, id="standings", styles="oq-ranking")
        write.note(_notes(compared, mine))
    if compared.panel is not None:
        panel, measure = compared.panel, compared.measure
        words = against_annotators(panel, measure, mine or compared.pair[0])
        rest = f" {second_panel(panel, measure)} {allowed_for(panel)}"
        write.note(sentence(words, compared.numbers), rest, id="panel")


def _by_one(compared: RunComparison, mine: str | None) -> Grid:
    measure = compared.measure
    frame = compared.ranked(compared.official.only(measure))
    columns: list[str | Column] = ["rank", _names(compared), *(["team"] if "team" in frame else []), "mean"]
    columns += [column("interval", "95% interval", band=_band(compared)), "group"]
    if mine is not None:
        test = compared.with_added.only(measure)
        others = pd.Series(test.p_values[0, test.runs.index(mine)], test.runs).drop(mine)
        frame = frame.assign(p=frame["run"].map(others))
        columns.append(drawn_as(Kind.P, "p", f"p, {mine}", P_AGAINST, trials=test.n_trials, alpha=compared.alpha))
    return grid(frame, columns, _rows(compared))


def _notes(compared: RunComparison, mine: str | None) -> str:
    notes = ["Bars: 95% intervals of the means. Runs that share a letter do not differ significantly."]
    if compared.apart:
        notes.append("Runs without a rank are shown for comparison: they are not in the test.")
    if _band(compared):
        notes.append("Band: second panel of annotators.")
    if mine is not None:
        notes.append(f"p: {mine} is tested together with the ranked runs; bold: below {setting(compared.alpha)}.")
    return " ".join(notes)


def _band(compared: RunComparison) -> tuple[float, float] | None:
    """Return the ends of the range of a second panel, where they are close, and of the cases of the means."""
    bounds = None if compared.panel is None or compared.panel.single else compared.panel.bounds()
    return None if bounds is None or not bounds.narrow[0] else (float(bounds.low[0]), float(bounds.high[0]))


def _by_all(compared: RunComparison) -> Grid:
    by_measure = dict(tuple(compared.ranked(compared.official).groupby("measure")))
    wide = by_measure[compared.measure].set_index("run")
    columns: list[str | Column] = ["rank", _names(compared)]
    for key in compared.test.measures:
        own = by_measure[key].set_index("run").loc[wide.index]
        far, best = (own["rank"] - wide["rank"]).abs() >= FAR, own["rank"] == 1  # neither where there is no rank
        marks = zip(far.fillna(False).tolist(), best.fillna(False).tolist(), strict=True)
        label = MEASURES[key].label
        head = tag("span", label, class_="oq-gold") if key == compared.measure else label
        styles = [" ".join(["oq-dissent"] * is_far + ["oq-best"] * is_best) for is_far, is_best in marks]
        hover = list(map(_at_full_precision, own.itertuples()))
        columns.append(column(f"mean_{key}", head, hover=hover, styles=styles))
        wide[f"mean_{key}"] = own["mean"]
    return grid(wide.reset_index(), columns, _rows(compared))


def _at_full_precision(row: Any) -> str:
    rank = "" if pd.isna(row.rank) else f", rank {row.rank}"
    return f"{row.mean!r}, 95% interval {interval(row.low, row.high)}{rank}"


def _names(compared: RunComparison) -> Column:
    return drawn_as(Kind.RUN, "run", numbers=compared.numbers)


def _rows(compared: RunComparison) -> Rows:
    """Return what is said of rows: runs that are not tested are quiet, those of the visitor stand out."""
    yours = compared.yours
    styles: dict[object, str] = {run: "oq-yours" if run in yours else "oq-muted" for run in compared.apart}
    return Rows(data="run", styles=styles, badges=dict.fromkeys(set(yours) & {*compared.apart}, "yours"))
