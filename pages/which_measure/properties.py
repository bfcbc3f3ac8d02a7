"""Properties of measures, each with an example."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from ordquant_core.findings import spaces as words
from ordquant_core.findings.sentence import Link
from ordquant_core.frame_html import SIGNS, Rows, in_families
from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.numerals import count
from ordquant_core.spaces.gold_distributions import check_size, votes_text
from ordquant_core.spaces.measure_properties import PROPERTIES, Finding, property_table, shown_by
from ordquant_core.spaces.pairs import MOST_IN_PAIRS, Example, picture
from pages.shared import clicks, controls, links, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import compute_with_bar
from pages.which_measure.state import STATE, choose


def show() -> Tables:
    """Draw the section; return its tables."""
    above = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        n_votes = controls.number(STATE, "properties_n", "Votes", width=110)
        n_classes = controls.number(STATE, "properties_l", "Classes", width=110)
    size = check_size(n_votes, n_classes, MOST_IN_PAIRS)
    st.caption(
        f"{count(size, 'distribution')}, {count(size**2, 'pair')}, {count(size**3, 'triple')}: all are checked. The "
        f"limit is {MOST_IN_PAIRS} distributions."
    )
    findings = compute_with_bar(
        ("properties", n_votes, n_classes),
        "Checking every pair and triple",
        lambda progress: property_table(n_votes, n_classes, MAIN_MEASURES, progress=progress),
    )
    with above:
        write.verdict(words.ordinal_measures(findings, n_votes, n_classes))
        write.because(words.how_checked(n_votes, n_classes))
    with st.container(border=True):
        _matrix(findings)
        write.because(
            "✓ yes, shown by an example; – no, refuted by a counterexample. In brackets: no counterexample (✓), or no "
            "example (–), was found among these distributions; other sizes may have one. Choose a cell to see its "
            "example."
        )
        clicks.on_choice("properties", lambda choice: choose("property", choice))
    with st.container(border=True):
        finding = next(one for one in findings if f"{one.measure}.{one.property}" == STATE["property"])
        _examples(finding)
    return [
        ("Properties with examples", lambda: Finding.frame(findings), "properties.csv"),
        ("Scores of the example", lambda: _to_frame(finding), "property-example.csv"),
    ]


def _matrix(findings: Sequence[Finding]) -> None:
    """Draw a row per measure and a column per property; every sign can be chosen."""
    long = Finding.frame(findings)
    signs = [f"({SIGNS[one.holds]})" if shown_by(one) == "not found" else SIGNS[one.holds] for one in findings]
    choices = long["measure"] + "." + long["property"]
    long = long.assign(sign=signs, choice=choices, meaning=[words.has_property(one) for one in findings])
    of_cell = ["sign", "choice", "meaning"]
    wide = long.pivot_table(index="measure", columns="property", values=of_cell, aggfunc="first", sort=False)
    wide.columns = [f"{value}_{name}" for value, name in wide.columns]
    columns = [
        drawn_as(
            Kind.CHOICE,
            name,
            f"{one.name}{f' ({one.printed_as[1]})' if one.printed_as else ''}",
            one.question,
            parts=[f"{value}_{name}" for value in of_cell],
            chosen=STATE["property"],
        )
        for name, one in PROPERTIES.items()
    ]
    measure = drawn_as(Kind.MEASURE, "measure", "Measure")
    rows = Rows(data="measure", family="family")
    write.frame(in_families(wide.reset_index()), [measure, *columns], rows, id="properties")


def _examples(finding: Finding) -> None:
    checked = f" Checked: {count(finding.checked)}." if finding.checked else ""
    write.verdict(words.has_property(finding), id="example")
    write.because(PROPERTIES[finding.property].question)
    write.paragraph(f"{finding.words[0].upper()}{finding.words[1:]}.{checked}")
    with st.grid(min_column_width=300, gap="medium"):
        for example in finding.examples:
            _example(example, MEASURES[finding.measure].label)


def _sides(example: Example) -> pd.DataFrame:
    """Return a row for a gold and each of its estimates with its score."""
    sides = ("Gold", example.gold, None), ("A", example.a, example.score_a), ("B", example.b, example.score_b)
    return pd.DataFrame([side for side in sides if side[1] is not None], columns=["side", "votes", "score"])


def _to_frame(finding: Finding) -> pd.DataFrame:
    """Return the examples of a finding to download, below each other."""
    sides = pd.concat([_sides(example).assign(example=n) for n, example in enumerate(finding.examples, start=1)])
    return sides.assign(votes=sides["votes"].map(votes_text), measure=finding.measure, property=finding.property)


def _example(example: Example, label: str) -> None:
    """Draw a gold and its estimates with their scores."""
    frame = _sides(example)
    columns = [
        drawn_as(Kind.TEXT, "side", ""),
        drawn_as(Kind.VOTES, "votes", ""),
        drawn_as(Kind.SCORE, "score", "", by=label, missing=""),
    ]
    link = Link("Open in Compare", links.to_compare(picture(example.gold, example.a, example.b)))
    write.frame(frame, columns, styles="oq-example", scrolls=False, after=write.styled((link,)))
