"""The study with artificial distributions, repeated with many seeds, beside its published table."""

import streamlit as st

from ordquant_core.analysis.spaces import artificial
from ordquant_core.analysis.spaces.artificial import of_seed, spreads, spreads_to_frame
from ordquant_core.analysis.spaces.gold_distributions import distributions_to_frame
from ordquant_core.analysis.spaces.pairs import picture
from ordquant_core.errors import OrdquantError
from ordquant_core.figures.atlas import draw_artificial
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.papers.artificial import MEASURES_OF_TABLE
from ordquant_core.records import Correlation
from ordquant_core.statistics.rank_correlation import Interval
from ordquant_core.tables.spaces import sentences as space_sentences
from ordquant_core.tables.spaces import views as space_views
from pages.papers.state import STATE
from pages.shared import controls, links, look, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import compute_once, compute_with_bar

MEASURES = (*MEASURES_OF_TABLE, *(key for key in MAIN_MEASURES if key not in MEASURES_OF_TABLE))


def show() -> Tables:
    """Draw the section; return its tables."""
    finding = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        fields = {"l": "Classes", "votes": "Votes", "seeds": "Seeds"}
        n_classes, n_votes, n_seeds = (
            controls.number(STATE, f"study_{name}", label, width=110) for name, label in fields.items()
        )
        repeats = controls.draw(
            st.toggle,
            STATE,
            "repeats",
            "Allow repeated distributions",
            help="The paper says that the distributions differ, but few distributions cover only one class.",
        )
    if n_votes < n_classes:
        raise OrdquantError(f"{n_votes} votes cannot cover {n_classes} classes; take at least {n_classes} votes.")
    study = _study(n_classes, n_votes, n_seeds, repeats)
    found = spreads(study)
    intervals = _intervals(n_classes, n_votes, repeats, tuple(one.measures for one in found))
    with finding:
        write.said(*space_sentences.of_study(study, found))
    left, right = st.columns([1, 1.5], gap="medium")
    with left.container(border=True):
        look.plot(look.draw(draw_artificial, study, n_seeds), "artificial_tau", f"artificial-{n_classes}")
    with right.container(border=True):
        write.table(*space_views.taus(found, intervals), id="taus")
        write.because(
            "Shaded: the printed value lies outside the range. Point at an interval for the one by Fisher’s z."
        )
    with st.container(border=True):
        st.header("All measures: mean tau over the seeds", anchor=False)
        write.table(*space_views.mean_taus(study), id="matrix")
        write.because(
            "The first distribution of a pair serves as the gold; that matters for RNOD, RNOD2, RNADW2 and DNKT·RNOD. "
            "The published table has the five symmetric measures."
        )
    drawn = of_seed(n_classes, 0, n_votes=n_votes, repeats=repeats).T
    with controls.folded(STATE, "drawn", f"The {len(drawn)} distributions of seed 0") as is_open:
        if is_open:
            link = lambda votes: links.to_compare("Compare", picture(votes))  # noqa: E731
            write.table(*space_views.distributions(drawn, {}, link, choosable=False), id="drawn")
    return [
        ("Beside the published table", lambda: spreads_to_frame(found, intervals), "artificial-taus.csv"),
        ("Distributions of seed 0", lambda: distributions_to_frame(drawn, {}), "artificial-distributions.csv"),
        ("Every tau of every seed", study.to_frame, "artificial.csv"),
    ]


def _study(n_classes: int, n_votes: int, n_seeds: int, repeats: bool) -> artificial.Study:
    """Repeat the study with seeds 0, 1, … for all main measures, those of the published table first."""
    return compute_with_bar(
        ("study", n_classes, n_votes, n_seeds, repeats),
        "Ranking pairs of artificial distributions",
        lambda progress: artificial.artificial_study(
            n_classes, MEASURES, range(n_seeds), n_votes=n_votes, repeats=repeats, progress=progress
        ),
    )


def _intervals(
    n_classes: int, n_votes: int, repeats: bool, pairs: tuple[tuple[str, str], ...]
) -> dict[Interval, tuple[Correlation, ...]]:
    """Return tau with both intervals on the distributions of seed 0."""
    return compute_once(
        ("intervals", n_classes, n_votes, repeats, pairs),
        lambda: artificial.intervals(n_classes, pairs, 0, n_votes=n_votes, repeats=repeats),
    )
