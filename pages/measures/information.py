"""Information: how much two rankings share, and how much of it is left given other rankings."""

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st

from ordquant_core.analysis.agreement import mean_over_tasks
from ordquant_core.findings.words import labels
from ordquant_core.numerals import count, score, short
from ordquant_core.statistics.information import InformationLeft
from ordquant_core.tables.runs import ranking_sentences as say
from ordquant_core.tables.runs import ranking_views as rankings
from pages.measures import drawing
from pages.measures.state import STATE, Shown
from pages.shared import cached, controls, look, run_analyses, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import compute_once


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
    bits, names = mean_over_tasks([one.bits for one in found]), measures_not_given.labels
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

    def every_pair() -> pd.DataFrame:
        return shown.by_task([one.to_frame().assign(given=",".join(given)) for one in found])

    return [("Information, task by task", every_pair, "measures-information.csv")]


def _remaining(shown: Shown, pair: tuple[str, ...]) -> None:
    """List how much of what two measures share is left given every other one."""
    st.header(f"What {shown.names[0]} and {shown.names[1]} share, given one other measure", anchor=False)

    others = [key for key in shown.measures if key not in pair]

    def compute() -> dict[str, Sequence[InformationLeft | None]]:
        return {key: run_analyses.compute_remaining_information(shown.tasks, pair, (key,)) for key in others}

    found = compute_once(("information left", *shown.key, pair), compute)
    alike = rankings.shared_by_all(found)
    after = alike and f"Of {score(alike[0])} bits, on {count(alike[1], 'pair')} of runs."
    cached.write_table(
        ("information left", "table", *shown.key, pair),
        lambda: rankings.information_left(found),
        id="explained",
        scrolls=False,
        after=write.styled(after, style="muted") if after else "",
    )
