"""Pairs of runs: what every measure says of one pair, what one measure alone says."""

from functools import partial

import streamlit as st

from ordquant_core.analysis.discrimination import lone_differences, sides
from ordquant_core.numerals import count, setting
from ordquant_core.tables.runs import significance_sentences as say
from ordquant_core.tables.runs import views as runs
from ordquant_core.tables.sentences import lettered
from pages.shared import carried, clicks, controls, links, write
from pages.systems.state import STATE, Shown, show_pair

CASES = "cases/page.py"
LISTED = 60


def pair(shown: Shown) -> None:
    """Show what every measure says of runs A and B."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for letter in "ab":
            controls.run(STATE, letter, shown.runs, 160)
    a, b = shown.pair
    if a == b:
        st.info("Choose two different runs.")
        return
    found, names = shown.found, [shown.runs[run] for run in shown.pair]
    better = sides(found, a, b, shown.settings.alpha)
    write.verdict(say.of_pair(found.measures, better, lettered(names[0], "A"), lettered(names[1], "B")), id="pair")
    rows = runs.of_pair(found, shown.pair, shown.layer, shown.settings.alpha)
    write.table(*rows, id="pair_table")
    write.note(f"p: randomised Tukey HSD test of all runs; bold: below {setting(shown.settings.alpha)}.")
    query = shown.tasks[0].query() | dict(zip("ab", names, strict=True)) | carried.beside(found.measures[shown.layer])
    links.page_link(CASES, "See the cases of these two runs", ":material/scatter_plot:", query)


def lone(shown: Shown) -> None:
    """List the differences that one measure alone finds; a click makes their runs A and B."""
    listed = lone_differences(shown.found, shown.settings.alpha)
    st.header("Significant by one measure only", anchor=False)
    if not listed:
        found = shown.found.significant(shown.settings.alpha).any()
        write.muted(
            "None: every difference that one measure finds is also found by another."
            if found
            else "None: no measure finds a significant difference."
        )
        return
    more = f"… and {count(len(listed) - LISTED)} more." if len(listed) > LISTED else ""
    write.because(f"{count(len(listed), 'pair')}. Choose one to make its runs A and B.")
    after = write.styled(more, style="muted") if more else ""
    rows = runs.lone_differences(shown.found, listed[:LISTED], shown.pair)
    write.table(*rows, id="lone", after=after)
    clicks.on_choice("lone", partial(show_pair, shown.runs), opens=".st-key-systems_pair")
