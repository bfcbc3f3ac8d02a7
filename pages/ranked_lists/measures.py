"""How alike measures rank the systems, what is left given a third, and which tells more systems apart."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from ordquant_core.analysis.retrieval import LEVEL, RESAMPLES
from ordquant_core.figures.colour_table import agreement_table
from ordquant_core.numerals import percent
from ordquant_core.records import FloatArray
from ordquant_core.statistics.information import information_tau_matrix
from ordquant_core.statistics.rank_correlation import tau_matrix
from pages.ranked_lists.results import SEED, Results, power
from pages.ranked_lists.source import Current
from pages.ranked_lists.state import VIEWS
from pages.shared import look


def agreement(shown: Results) -> None:
    """Draw tau or information tau of the rankings by every two measures."""
    st.subheader("How alike do measures rank the systems?", anchor=False)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        view = st.segmented_control(
            "Shown",
            list(VIEWS),
            key="lists_view",
            format_func=VIEWS.__getitem__,
            required=True,
            persist_state="session",
        )
        given = st.multiselect(
            "Beyond what is told by",
            shown.scores.measures,
            key="lists_given",
            disabled=view != "information",
            placeholder="nothing",
            width=300,
        )
    figure = agreement_table(
        table(shown, view or "tau", given),
        shown.scores.measures,
        look.palette(),
        title=_title(view or "tau", given),
        words=VIEWS[view or "tau"].lower(),
    )
    st.plotly_chart(figure, theme=None, key="lists_agreement", config=look.plot_config("agreement-of-measures"))
    st.html(
        '<p class="oq oq-note">Information tau is the mutual information, in bits, of what two rankings say of a pair '
        "of systems: 1 − H₂((1 − tau)/2). Beyond other rankings, what remains is what two measures share and the "
        "others do not explain.</p>"
    )


def table(shown: Results, view: str, given: Sequence[str]) -> FloatArray:
    """Return the numbers of the picture, (measures, measures)."""
    if view == "tau":
        return tau_matrix(shown.means)
    bits = information_tau_matrix(shown.means, given=[shown.means[shown.layer(key)] for key in given])
    np.fill_diagonal(bits, np.nan if given else 1.0)
    return bits


def discrimination(current: Current, shown: Results) -> None:
    """List how many pairs of runs each measure tells apart."""
    st.subheader("Which measure tells more systems apart?", anchor=False)
    found = power(current.key, shown.scores)
    if not found:
        st.html('<p class="oq oq-note">This needs two runs and two topics or more.</p>')
        return
    rows = "".join(
        f'<tr data-measure="{row.measure}"><th scope=row>{row.measure}</th><td style="width:55%">'
        f'<div class="oq-score oq-of-gold">{percent(row.share, 1)}<i style="width:{row.share:.1%}"></i></div></td>'
        f"<td>{row.significant} of {row.pairs}</td></tr>"
        for row in sorted(found, key=lambda row: -row.significant)
    )
    st.html(
        '<table class="oq oq-table" id="power"><thead><tr><th scope=col></th><th scope=col>discriminative power</th>'
        f"<th scope=col>pairs of runs</th></tr></thead><tbody>{rows}</tbody></table>"
        f'<p class="oq oq-note">Pairs with p &lt; {LEVEL:g} by the two-sided paired bootstrap test over topics, '
        f"{RESAMPLES:,} samples, seed {SEED}, the same samples for every measure.</p>"
    )


def _title(view: str, given: Sequence[str]) -> str:
    if view == "tau":
        return "Kendall’s tau of the means: 1 is the same order"
    beyond = f", beyond {' and '.join(given)}" if given else ""
    return f"Bits two rankings share{beyond}"
