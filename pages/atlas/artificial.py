"""The study with artificial distributions, again and again, beside its published table."""

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.analysis.spaces.artificial import MOST_SEEDS, Study
from ordquant_core.analysis.spaces.golds import MOST_CLASSES
from ordquant_core.analysis.spaces.rivals import Rival
from ordquant_core.errors import OrdquantError
from ordquant_core.figures.atlas import TauRow, tau_figure
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.papers.artificial import MEASURES_OF_TABLE, N_VOTES, PER_COVER, PRINTED_TAUS, PrintedTau
from ordquant_core.papers.references import REFERENCES
from ordquant_core.records import Correlation
from pages.atlas import golds, inputs, memory, state
from pages.shared import downloads, look

NEAR = 0.02
SOURCE = REFERENCES["sakai2018"]


def show() -> None:
    """Draw the section."""
    said = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        n_classes = inputs.whole("Classes", 2, MOST_CLASSES, "study_l")
        n_votes = inputs.whole("Votes", 2, 1000, "study_votes")
        n_seeds = inputs.whole("Seeds", 1, MOST_SEEDS, "study_seeds")
        repeats = st.toggle(
            "The same distribution may come twice",
            key=state.key("repeats"),
            persist_state="session",
            help="The paper speaks of different distributions. One class alone can be covered in few ways, though.",
        )
    if n_votes < n_classes:
        raise OrdquantError(f"{n_votes} votes cannot cover {n_classes} classes; take at least {n_classes} votes.")
    study = memory.study(n_classes, n_votes, n_seeds, repeats)
    printed = {(cell.first, cell.second): cell for cell in PRINTED_TAUS.get(n_classes, ())}
    pairs = tuple((x, y) for i, x in enumerate(MEASURES_OF_TABLE) for y in MEASURES_OF_TABLE[i + 1 :])
    rows = [_row(study, pair, printed.get(pair)) for pair in pairs]
    with said:
        _finding(study, rows, bool(printed) and n_votes == N_VOTES)
    ways = memory.intervals(n_classes, n_votes, repeats, pairs)
    left, right = st.columns([1, 1.5], gap="medium")
    with left.container(border=True):
        st.plotly_chart(
            tau_figure(rows, look.palette(), title=f"Kendall’s tau over {n_seeds} seed{'s' if n_seeds > 1 else ''}"),
            theme=None,
            key="atlas_tau",
            config=look.plot_config(f"artificial-{n_classes}"),
        )
    with right.container(border=True):
        _table(rows, ways["long_cliff"], ways["fisher"])
    with st.container(border=True):
        st.subheader("Every measure: mean tau over the seeds", anchor=False)
        _matrix(study)
        st.html(
            '<p class="oq oq-because">The first distribution of a pair is taken as the gold: that matters for RNOD, '
            "RNOD2, RNADW2 and DNKT·RNOD. The published table has the five symmetric measures.</p>"
        )
    first = memory.drawn(n_classes, n_votes, repeats)
    with st.expander(f"The {len(first)} distributions of seed 0"):
        rivals = Rival("popularity"), Rival("uniform")
        golds.table("drawn", first, {}, rivals, None, shown=len(first), choosable=False)
    with st.popover("Download"):
        beside = lambda: _beside(rows, ways["fisher"], ways["long_cliff"])  # noqa: E731
        downloads.button("Beside the published table (CSV)", beside, "atlas-taus.csv")
        downloads.button("Distributions of seed 0 (CSV)", lambda: golds.frame(first, {}), "atlas-drawn.csv")
        downloads.button("Every tau of every seed (CSV)", lambda: _frame(study), "atlas-artificial.csv")


def _row(study: Study, pair: tuple[str, str], printed: PrintedTau | None) -> TauRow:
    label = f"{MEASURES[pair[0]].label}, {MEASURES[pair[1]].label}"
    spread = tuple(study.spread(*pair).tolist())
    return TauRow(label, spread) if printed is None else TauRow(label, spread, printed.tau, printed.low, printed.high)


def _finding(study: Study, rows: list[TauRow], published: bool) -> None:
    size = f"{study.n_distributions} distributions of {study.n_votes} votes, {study.n_pairs:,} pairs"
    lowest = min(rows, key=lambda row: float(np.mean(row.spread)))
    if not published:
        sentence = (
            f"{lowest.label.replace(', ', ' and ')} rank pairs of distributions least alike: "
            f"tau {np.mean(lowest.spread):.3f} on average."
        )
    else:
        gaps = [abs(float(np.mean(row.spread)) - (row.printed or 0)) for row in rows]
        near = sum(gap <= NEAR for gap in gaps)
        outside = [row.label.replace(", ", "–") for row in rows if row.outside]
        how_many = f"All {near}" if near == len(rows) else f"{near} of the {len(rows)}"
        sentence = f"{how_many} published taus lie within {NEAR} of our mean"
        sentence += (
            f"; {', '.join(outside)} {'lies' if len(outside) == 1 else 'lie'} outside the spread of the seeds."
            if outside
            else ", and all inside the spread of the seeds."
        )
    st.html(
        f'<p class="oq oq-verdict" id="verdict">{sentence}</p><p class="oq oq-because">{size}. {SOURCE.short}, '
        f"section 4.1: for every k, {PER_COVER} random distributions that cover exactly k classes; how alike do two "
        "measures rank all pairs? Tau 1 is the same ranking. The scores ranked are ones of which smaller is better."
        f"{'' if published else ' There is a published table for 3 and for 7 classes, with 30 votes.'}</p>"
    )


def _table(rows: list[TauRow], long_cliff: tuple[Correlation, ...], fisher: tuple[Correlation, ...]) -> None:
    def interval(one: Correlation) -> str:
        return "n/a" if one.low is None or one.high is None else f"[{one.low:.3f}, {one.high:.3f}]"

    cells = []
    for row, wide, narrow in zip(rows, long_cliff, fisher, strict=True):
        printed = (
            "<td></td><td></td>"
            if row.printed is None
            else f"<td>{row.printed:.3f}</td>"
            f"<td class=oq-wide>[{row.printed_low:.3f},&nbsp;{row.printed_high:.3f}]</td>"
        )
        mean = float(np.mean(row.spread))
        mark = ' class="oq-dissent"' if row.outside else ""
        value = "n/a" if wide.value is None else f"{wide.value:.3f}"
        cells.append(
            f'<tr data-pair="{row.label}"{mark}><th scope=row>{row.label}</th>{printed}'
            f'<td title="{mean!r}">{mean:.3f}</td>'
            f"<td style='white-space:nowrap'>{min(row.spread):.3f} … {max(row.spread):.3f}</td>"
            f'<td class=oq-wide style="white-space:nowrap" title="Fisher z: {interval(narrow)}">'
            f"{value} {interval(wide)}</td></tr>"
        )
    st.html(
        '<div style="overflow-x:auto" tabindex="0"><table class="oq oq-table" id="taus"><thead><tr>'
        "<th scope=col>measures</th><th scope=col>printed</th><th scope=col class=oq-wide>printed 95%</th>"
        "<th scope=col>our mean</th>"
        "<th scope=col>spread of the seeds</th><th scope=col class=oq-wide>seed 0, 95% (Long and Cliff)</th>"
        "</tr></thead>"
        f"<tbody>{''.join(cells)}</tbody></table></div>"
        '<p class="oq oq-because">A tinted row: the printed value lies outside the spread of the seeds. The interval '
        "by Fisher’s z shows on hover.</p>"
    )


def _matrix(study: Study) -> None:
    mean = study.tau.mean(axis=0)
    order = [study.measures.index(key) for key in MAIN_MEASURES]
    heads = "".join(f"<th scope=col>{MEASURES[key].label}</th>" for key in MAIN_MEASURES)
    rows = "".join(
        f"<tr><th scope=row>{MEASURES[study.measures[i]].label}</th>"
        + "".join(f'<td title="{float(mean[i, j])!r}">{"" if i == j else f"{mean[i, j]:.2f}"}</td>' for j in order)
        + "</tr>"
        for i in order
    )
    st.html(
        '<div style="overflow-x:auto" tabindex="0"><table class="oq oq-table" id="matrix"><thead><tr><th></th>'
        f"{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _beside(rows: list[TauRow], fisher: tuple[Correlation, ...], long_cliff: tuple[Correlation, ...]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "measures": [row.label for row in rows],
            "printed": [row.printed for row in rows],
            "printed low": [row.printed_low for row in rows],
            "printed high": [row.printed_high for row in rows],
            "mean": [float(np.mean(row.spread)) for row in rows],
            "smallest": [min(row.spread) for row in rows],
            "largest": [max(row.spread) for row in rows],
            "seed 0": [one.value for one in fisher],
            "low, Fisher": [one.low for one in fisher],
            "high, Fisher": [one.high for one in fisher],
            "low, Long and Cliff": [one.low for one in long_cliff],
            "high, Long and Cliff": [one.high for one in long_cliff],
        }
    )


def _frame(study: Study) -> pd.DataFrame:
    places = [(i, j) for i in range(len(study.measures)) for j in range(i + 1, len(study.measures))]
    return pd.DataFrame(
        {
            "seed": [seed for seed in study.seeds for _ in places],
            "measure 1": [study.measures[i] for i, _ in places] * len(study.seeds),
            "measure 2": [study.measures[j] for _, j in places] * len(study.seeds),
            "tau": [float(tau[i, j]) for tau in study.tau for i, j in places],
        }
    )
