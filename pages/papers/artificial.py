"""The study with artificial distributions, repeated with many seeds, beside its published table."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.errors import OrdquantError
from ordquant_core.figures.atlas import draw_artificial
from ordquant_core.findings import artificial as findings
from ordquant_core.frame_html import Rows
from ordquant_core.glossary import Kind, as_text, drawn_as
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.papers.experiments import MEASURES_OF_SIGIR_2018
from ordquant_core.records import Correlation
from ordquant_core.spaces import artificial
from ordquant_core.spaces.artificial import Study, TauSpread, of_seed, spreads, spreads_to_frame
from ordquant_core.spaces.gold_distributions import distributions_to_frame
from ordquant_core.statistics.rank_correlation import Interval
from pages.papers.state import STATE
from pages.shared import controls, look, write
from pages.shared.downloads import Tables
from pages.shared.result_cache import compute_once, compute_with_bar

STUDIED = tuple(dict.fromkeys((*MEASURES_OF_SIGIR_2018, *MAIN_MEASURES)))

REPEATS = (
    "In the paper, distributions differ. If this is off, one is repeated only where there are no others: all votes "
    "fall on one class in as many ways as there are classes."
)


def show() -> Tables:
    """Draw the section; return its tables."""
    with look.tools(), st.popover("Settings", key="study"):
        fields = {"l": "Classes", "votes": "Votes", "seeds": "Seeds"}
        n_classes, n_votes, n_seeds = (controls.number(STATE, f"study_{name}", label) for name, label in fields.items())
        repeats = controls.toggle(STATE, "repeats", "Allow repeated distributions", help=REPEATS)
    if n_votes < n_classes:
        raise OrdquantError(f"{n_votes} votes cannot cover {n_classes} classes; take at least {n_classes} votes.")
    study = _study(n_classes, n_votes, n_seeds, repeats)
    ranges = spreads(study)
    pairs = tuple(one.measures for one in ranges)
    key, of = ("intervals", n_classes, n_votes, repeats, pairs), (n_classes, pairs, 0)  # on those of seed 0
    intervals = compute_once(key, artificial.intervals, *of, n_votes=n_votes, repeats=repeats)
    with look.finding():
        write.verdict(findings.reproduced_taus(study, ranges))
        write.because(findings.how_repeated(study, ranges))
    left, right = look.cards(1, 1.5)
    with left:
        look.plot(look.draw(draw_artificial, study), "artificial_tau", f"artificial-{n_classes}")
    with right:
        _taus(ranges, intervals)
        write.because(findings.which_intervals(study, ranges))
    with st.container(border=True):
        title = "mean tau over the seeds" if n_seeds > 1 else "tau of seed 0"
        write.title(f"All measures: {title}")
        means = _mean_taus(study)
        write.because(
            "The first distribution of a pair serves as the gold; that matters for RNOD, RNOD2, RNADW2 and DNKT·RNOD. "
            "The published table has the five measures above, which are symmetric."
        )
    drawn = of_seed(n_classes, 0, n_votes=n_votes, repeats=repeats).T
    return [
        ("Beside the published table", lambda: spreads_to_frame(ranges, intervals), "artificial-taus.csv"),
        ("Mean tau of every two measures", lambda: means, "artificial-mean-taus.csv"),
        ("Distributions of seed 0", lambda: distributions_to_frame(drawn, {}), "artificial-distributions.csv"),
        ("Every tau of every seed", study.to_frame, "artificial.csv"),
    ]


def _taus(ranges: Sequence[TauSpread], intervals: Mapping[Interval, Sequence[Correlation]]) -> None:
    """Draw tau between measures over the seeds, beside the published table."""
    frame = spreads_to_frame(ranges, intervals)
    frame["pair"] = [", ".join(MEASURES[key].label for key in one.measures) for one in ranges]
    fisher = zip(frame["low"], frame["high"], strict=True)
    by_fisher = [f"Fisher z: {as_text(Kind.RANGE, low, high)}" for low, high in fisher]
    tau = drawn_as(Kind.SCORE, "tau", "seed 0")
    over_seeds = [
        drawn_as(Kind.SCORE, "mean_tau", "mean"),
        drawn_as(Kind.RANGE, "range", "range over the seeds", parts=["lowest_tau", "highest_tau"]),
        drawn_as(Kind.SCORE, "tau", "seed 0", class_="oq-wide"),
    ]
    published = [
        drawn_as(Kind.SCORE, "printed_tau", "printed"),
        drawn_as(Kind.RANGE, "printed", "printed 95%", parts=["printed_low", "printed_high"], class_="oq-wide"),
    ]
    interval = drawn_as(
        Kind.RANGE,
        "interval",
        "95% as in the paper",
        "Long and Cliff 1997; none where tau is 1",
        parts=["low_long_cliff", "high_long_cliff"],
        class_="oq-wide",
        hover=by_fisher,
    )
    columns = [
        drawn_as(Kind.TEXT, "pair", "measures"),
        *(published if ranges[0].printed else []),
        *(over_seeds if len(ranges[0].values) > 1 else [tau]),
        interval,
    ]
    outside = [pair for pair, one in zip(frame["pair"], ranges, strict=True) if one.outside]
    write.frame(frame, columns, Rows(amber=outside), id="taus")


def _mean_taus(study: Study) -> pd.DataFrame:
    """Draw the mean tau over the seeds between every two main measures; return that frame."""
    means = pd.DataFrame(study.tau.mean(axis=0), columns=[*study.measures], index=[*study.measures])
    np.fill_diagonal(values := means.loc[[*MAIN_MEASURES], [*MAIN_MEASURES]].to_numpy(copy=True), np.nan)
    frame = pd.DataFrame({"measure": MAIN_MEASURES, **dict(zip(MAIN_MEASURES, values.T, strict=True))})
    cells = (drawn_as(Kind.SCORE, key, MEASURES[key].label, places=2, missing="") for key in MAIN_MEASURES)
    write.frame(frame, [drawn_as(Kind.MEASURE, "measure", ""), *cells], id="matrix")
    return frame


def _study(n_classes: int, n_votes: int, n_seeds: int, repeats: bool) -> artificial.Study:
    """Repeat the study with seeds 0, 1, … for all main measures, those of the published table first."""
    key, title = ("study", n_classes, n_votes, n_seeds, repeats), "Ranking pairs of artificial distributions"
    of = n_classes, STUDIED, range(n_seeds)
    return compute_with_bar(key, title, artificial.artificial_study, *of, n_votes=n_votes, repeats=repeats)
