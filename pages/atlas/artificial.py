"""The study with artificial distributions, repeated with many seeds, beside its published table."""

import streamlit as st

from ordquant_core.analysis.spaces.artificial import of_seed, spreads
from ordquant_core.analysis.spaces.pictures import picture
from ordquant_core.errors import OrdquantError
from ordquant_core.report import figures_of_spaces as figures
from ordquant_core.tables.spaces import results as spaces
from ordquant_core.tables.spaces import sentences as space_sentences
from ordquant_core.tables.spaces import views as space_views
from pages.atlas import computed, gold_views, inputs
from pages.atlas.state import STATE
from pages.shared import cached, controls, links, look, write


def show() -> None:
    """Draw the section."""
    finding = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        n_classes, n_votes = inputs.whole("study_l", "Classes"), inputs.whole("study_votes", "Votes")
        n_seeds = inputs.whole("study_seeds", "Seeds")
        repeats = controls.draw(
            st.toggle,
            STATE,
            "repeats",
            "Allow repeated distributions",
            help="The paper says that the distributions differ, but few distributions cover only one class.",
        )
    if n_votes < n_classes:
        raise OrdquantError(f"{n_votes} votes cannot cover {n_classes} classes; take at least {n_classes} votes.")
    study = computed.study(n_classes, n_votes, n_seeds, repeats)
    found = spreads(study)
    intervals = computed.intervals(n_classes, n_votes, repeats, tuple(one.measures for one in found))
    with finding:
        write.said(*space_sentences.of_study(study, found))
    left, right = st.columns([1, 1.5], gap="medium")
    with left.container(border=True):
        figure = figures.artificial(study, n_seeds, look.palette(), cached.build_figure)
        look.plot(figure, "atlas_tau", f"artificial-{n_classes}")
    with right.container(border=True):
        write.table(*space_views.taus(found, intervals), id="taus", height="none")
        write.because(
            "Shaded: the printed value lies outside the range. Point at an interval for the one by Fisher’s z."
        )
    with st.container(border=True):
        st.header("All measures: mean tau over the seeds", anchor=False)
        write.table(*space_views.mean_taus(study), id="matrix", height="none")
        write.because(
            "The first distribution of a pair serves as the gold; that matters for RNOD, RNOD2, RNADW2 and DNKT·RNOD. "
            "The published table has the five symmetric measures."
        )
    drawn = of_seed(n_classes, 0, n_votes=n_votes, repeats=repeats).T
    with controls.folded(STATE, "drawn", f"The {len(drawn)} distributions of seed 0") as is_open:
        if is_open:
            link = lambda votes: links.to_compare("Compare", picture(votes))  # noqa: E731
            write.table(*space_views.distributions(drawn, {}, link, choosable=False), id="drawn", height="26rem")
    gold_views.table_buttons(
        ("Beside the published table", lambda: spaces.taus(found, intervals), "taus"),
        ("Distributions of seed 0", lambda: spaces.scored_distributions(drawn, {}), "drawn"),
        ("Every tau of every seed", lambda: spaces.every_tau(study), "artificial"),
    )
