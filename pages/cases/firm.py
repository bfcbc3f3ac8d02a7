"""How firm is it? What each measure prefers on other annotators of the same kind, on all cases at once."""

import html

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from ordquant_core.analysis.case_firmness import CaseFirmness
from ordquant_core.measures.registry import FAMILIES, MEASURES
from ordquant_core.numerals import percent
from ordquant_core.records import FloatArray
from pages.cases import computed, listing, significance, state
from pages.shared import downloads
from pages.shared.cached import TaskKey, Versus

LISTED = 500


def show(key: TaskKey, versus: Versus, shown: state.View, case: int | None) -> None:
    """Draw the finding, the table of measures, and the firmest disagreements."""
    task = versus.task
    if task.votes is None:
        st.html(
            '<p class="oq oq-because">The gold is made of probabilities: there are no annotators to draw again. '
            "Firmness needs votes.</p>"
        )
        return
    if any(computed.baseline_of(versus, run) for run in (versus.run_a, versus.run_b)):
        st.toggle(
            "Baselines follow the gold",
            key=state.key("follows"),
            persist_state="session",
            help="Off: A and B stay as they are. On: Popularity and Uniform are made anew from every resampled gold.",
        )
    measures = state.measures(shown.pair)
    asked = (key, versus, measures, shown.seed, listing.follows())
    seconds = len(task.cases) / computed.CASES_A_SECOND
    if (
        len(task.cases) > computed.UNASKED_UP_TO
        and not computed.firmness_known(*asked)
        and not st.button(f"Draw the annotators of {len(task.cases):,} cases again (about {seconds:.0f} s)")
    ):
        return
    found = computed.firmness(*asked)
    first, second = shown.pair
    together = found.together(first, second)
    sides = [found.preference[found.measures.index(measure)] for measure in shown.pair]
    apart = sides[0] * sides[1] == -1
    st.html(f'<p class="oq oq-verdict" id="firmness">{verdict(shown, apart, together)}</p>')
    if case is not None:
        st.html(f'<p class="oq oq-because">{tell_case(found, shown, versus, case)}</p>')
    left, right = st.columns([1, 1.25], gap="medium")
    with left:
        st.html(_table(found))
    with right:
        table = frame(versus, found, shown)
        if apart.any():
            st.caption("The disagreements, the firmest first: share of resamples that keep the preference.")
            rows = table[apart].sort_values("both", ascending=False, kind="stable").head(LISTED)
            share = st.column_config.NumberColumn(format="percent", width=70)
            st.dataframe(rows, hide_index=True, height=420, column_config=dict.fromkeys(table.columns[1:], share))
        downloads.button("Firmness of every case (CSV)", lambda: table, "firmness.csv", versus.task.notes)
    significance.choose_seed()
    st.caption(
        f"{found.n_resamples} multinomial resamples of the annotators of every case, seed {shown.seed}; all measures "
        "see the same. A disagreement stays where both measures keep their preference in the same resample."
    )


def verdict(shown: state.View, apart: NDArray[np.bool_], together: FloatArray) -> str:
    """Say how many disagreements would stay with other annotators."""
    first, second = (MEASURES[measure].label for measure in shown.pair)
    n = int(apart.sum())
    if not n:
        return f"{first} and {second} prefer different runs on no case: there is no disagreement to be firm."
    least = shown.firm or 0.8
    stay = int((together[apart] >= least).sum())
    return (
        f"Of the {n:,} disagreements of {first} and {second}, {stay or 'none'} stay{'s' * (stay <= 1)} in "
        f"{percent(least)} or more of the resamples of their annotators."
    )


def tell_case(found: CaseFirmness, shown: state.View, versus: Versus, case: int) -> str:
    """Say how firm the two measures are on the current case."""
    keeps = [found.keeps[found.measures.index(measure), case] for measure in shown.pair]
    first, second = (MEASURES[measure].label for measure in shown.pair)
    both = found.together(*shown.pair)[case]
    return (
        f"Case {html.escape(versus.task.cases[case])}: {first} keeps its preference in {percent(keeps[0])} of the "
        f"resamples, {second} in {percent(keeps[1])}, both at once in {percent(both)}."
    )


def frame(versus: Versus, found: CaseFirmness, shown: state.View) -> pd.DataFrame:
    """One row a case: in which share of the resamples each measure keeps its preference."""
    columns: dict[str, object] = {"case": list(versus.task.cases), "both": found.together(*shown.pair)}
    first = list(dict.fromkeys(shown.pair))
    for measure in (*first, *(measure for measure in found.measures if measure not in first)):
        columns[MEASURES[measure].label] = found.keeps[found.measures.index(measure)]
    return pd.DataFrame(columns)


def _table(found: CaseFirmness) -> str:
    """Every measure: in how many resamples of a case it keeps its preference, on average and where it is sure."""
    rows = []
    for family, title in FAMILIES.items():
        places = [i for i, measure in enumerate(found.measures) if MEASURES[measure].family == family]
        if places:
            rows.append(f'<tr class="oq-family"><th colspan="3" scope="colgroup">{title}</th></tr>')
        for i in places:
            mean, sure = float(found.keeps[i].mean()), float((found.keeps[i] >= 0.95).mean())
            rows.append(
                f'<tr data-measure="{found.measures[i]}"><th scope=row>{MEASURES[found.measures[i]].label}</th>'
                f'<td class="oq-score oq-of-gold" title="{mean!r}">{percent(mean, 1)}'
                f'<i style="width:{100 * mean:.1f}%"></i></td>'
                f'<td class="oq-number" title="{sure!r}">{percent(sure, 1)}</td></tr>'
            )
    return (
        '<table class="oq oq-table" id="firm"><thead><tr><th scope=col>Measure</th>'
        '<th scope=col>keeps its preference, mean of all cases</th><th scope=col class="oq-number">cases with 95% or '
        f"more</th></tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )
