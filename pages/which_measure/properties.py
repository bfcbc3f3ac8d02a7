"""Properties of measures, each with an example."""

import streamlit as st

from ordquant_core.analysis.spaces.gold_distributions import check_size
from ordquant_core.analysis.spaces.measure_properties import PROPERTIES, Finding, property_table
from ordquant_core.analysis.spaces.pairs import MOST_IN_PAIRS, picture
from ordquant_core.markup import tag
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.numerals import count
from ordquant_core.tables.spaces import sentences as space_sentences
from ordquant_core.tables.spaces import views as space_views
from pages.shared import clicks, controls, links, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import compute_with_bar
from pages.which_measure.state import STATE, choose


def show() -> Tables:
    """Draw the section; return its tables."""
    finding = st.container()
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
    chosen = next(found for found in findings if f"{found.measure}.{found.property}" == STATE["property"])
    with finding:
        write.said(*space_sentences.of_properties(findings, n_votes, n_classes))
    with st.container(border=True):
        write.table(*space_views.properties(findings, chosen), id="properties")
        write.because(
            "✓ yes, shown by an example; – no, refuted by a counterexample. In brackets: no counterexample (✓), or no "
            "example (–), was found among these distributions; other sizes may have one. Choose a cell to see its "
            "example."
        )
        clicks.on_choice("properties", lambda choice: choose("property", choice))
    with st.container(border=True):
        _example(chosen)
    return [("Properties with examples", lambda: Finding.frame(findings), "properties.csv")]


def _example(found: Finding) -> None:
    checked = f" Checked: {count(found.checked)}." if found.checked else ""
    write.verdict(space_views.has_property(found), id="example")
    write.because(PROPERTIES[found.property].question)
    write.paragraph(f"{found.words[0].upper()}{found.words[1:]}.{checked}")
    with st.grid(min_column_width=300, gap="medium"):
        for one in found.examples:
            link = links.to_compare("Open in Compare", picture(one.gold, one.a, one.b))
            built = space_views.example(one, found.measure)
            write.table(*built, styles="oq-example", scrolls=False, after=tag("p", link, class_="oq"))
