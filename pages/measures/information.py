"""Information: how much two rankings share, and how much of it is left given other rankings."""

from dataclasses import replace

import streamlit as st

from ordquant_core.analysis.agreement import mean_over_tasks
from ordquant_core.markup import Grid
from ordquant_core.numerals import score, short
from ordquant_core.tables.runs import ranking_sentences as say
from ordquant_core.tables.runs import ranking_views as rankings
from ordquant_core.tables.runs.significance import information_table
from ordquant_core.tables.sentences import labels
from ordquant_core.tables.table import Table
from pages.measures import drawing
from pages.measures.state import STATE, Shown
from pages.shared import cached, controls, look, run_analyses
from pages.shared.downloads import Tables


def show(shown: Shown) -> Tables:
    """Draw the view; return the tables to download."""
    verdict_container = st.container()
    pair = tuple(shown.measures[m] for m in shown.pair)
    with st.container(width=520):
        others = {key: label for key, label in controls.labels(shown.measures).items() if key not in pair}
        STATE.restrict({"given": others})
        chosen = controls.draw(
            st.multiselect,
            STATE,
            "given",
            "Given the rankings by",
            list(others),
            format_func=others.get,
            placeholder="nothing: information tau; choose measures to condition on",
        )
    given = tuple(chosen)
    with verdict_container:
        found_remaining = run_analyses.compute_remaining_information(shown.tasks, pair, given)
        drawing.finding(shown, say.information(pair, given, found_remaining), say.INFORMATION)
    measures = tuple(key for key in shown.measures if key not in given)
    measures_not_given = replace(shown, measures=measures, pair=(measures.index(pair[0]), measures.index(pair[1])))
    found = run_analyses.compute_information(shown.tasks, shown.measures, given)
    bits, names = mean_over_tasks(found), measures_not_given.labels
    left, right = look.cards(1.25, 1)
    with left:
        drawing.matrix(
            measures_not_given,
            bits,
            short,
            lambda i, j: f"{names[i]} and {names[j]}: {score(bits[i, j])} bits",
            title=f"Bits of every pair{f' given {labels(given)}' if given else ''}{shown.over}",
            name="information",
        )
    with right:
        _remaining(shown, pair)

    def every_pair() -> Table:
        return shown.by_task([information_table(measures, one).beside(given=",".join(given)) for one in found])

    return [("Information, task by task", every_pair, "measures-information.csv")]


def _remaining(shown: Shown, pair: tuple[str, ...]) -> None:
    """List how much of what two measures share is left given every other one."""
    st.header(f"What {shown.names[0]} and {shown.names[1]} share, given one other measure", anchor=False)

    def listed() -> Grid:
        others = [key for key in shown.measures if key not in pair]
        return rankings.information_left(
            {key: run_analyses.compute_remaining_information(shown.tasks, pair, (key,)) for key in others}
        )

    cached.write_table(("information left", *shown.key, pair), listed, id="explained", scrolls=False)
