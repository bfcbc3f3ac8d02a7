"""Several tasks side by side under one measure, and the tables to keep."""

import html
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.analysis.agreement import mean_scores, ranks
from ordquant_core.analysis.discrimination import Discrimination, Power, lone_differences, powers
from ordquant_core.numerals import score as number
from ordquant_core.statistics.resampling import tiers
from pages.shared import measured, several
from pages.shared.tasks import Current
from pages.systems.state import Shown


def tasks(
    shown: Shown, every: Sequence[Current], found: Sequence[Discrimination], unpaired: Sequence[Sequence[Power]]
) -> None:
    """Draw a row a task: who leads, how many runs share the first tier, how many pairs differ."""
    if len(every) == 1:
        return
    layer, alpha = shown.layer, shown.settings.alpha
    rows = []
    for current, one, lesson in zip(every, found, unpaired, strict=True):
        power, best = powers(one, alpha)[layer], int(one.means[layer].argmin())
        first = tiers(one.means[layer], one.p_values[layer], alpha)
        rows.append(
            f"<tr><th scope=row>{html.escape(several.name(current))}</th><td>{one.n_cases:,}</td>"
            f"<td>{len(one.runs)}</td><td>{html.escape(one.runs[best])} {number(one.means[layer, best])}</td>"
            f"<td>{len(first[0])}</td><td>{len(first)}</td><td>{power.significant} of {power.pairs}</td>"
            f"<td>{lesson[layer].significant}</td></tr>"
        )
    st.subheader(f"{len(every)} tasks by {measured.label(shown.measure)}", anchor=False)
    st.html(
        '<div style="overflow-x:auto" tabindex="0"><table class="oq oq-table" id="tasks"><thead><tr>'
        "<th scope=col>task</th><th scope=col>cases</th><th scope=col>runs</th><th scope=col>leads</th>"
        "<th scope=col>runs in the first tier</th><th scope=col>tiers</th><th scope=col>pairs that differ</th>"
        f"<th scope=col>unpaired test</th></tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def tables(shown: Shown, bootstrap: Discrimination) -> tuple[tuple[str, Callable[[], pd.DataFrame], str], ...]:
    """Return the tables to take away: what each is called, how it is made, its file."""
    return (
        ("Runs: means, intervals, tiers (CSV)", lambda: run_frame(shown), "systems-runs.csv"),
        ("Pairs of runs (CSV)", lambda: pair_frame(shown, bootstrap), "systems-pairs.csv"),
        ("One measure only (CSV)", lambda: lone_frame(shown), "systems-one-measure.csv"),
    )


def run_frame(shown: Shown) -> pd.DataFrame:
    """Every run under every measure: mean, interval, rank, tiers."""
    places, found = ranks(mean_scores(shown.scores)), shown.found
    rows = []
    for m, key in enumerate(found.measures):
        groups = tiers(found.means[m], found.p_values[m], shown.settings.alpha)
        for run, name in enumerate(found.runs):
            inside = " ".join(str(number) for number, group in enumerate(groups, 1) if run in group)
            bounds = shown.interval.low[m, run], shown.interval.high[m, run]
            rows.append((name, key, shown.interval.means[m, run], *bounds, places[m, run], inside))
    frame = pd.DataFrame(rows, columns=["run", "measure", "mean", "low", "high", "rank", "tiers"])
    return _with_settings(frame, shown)


def pair_frame(shown: Shown, bootstrap: Discrimination) -> pd.DataFrame:
    """Every pair of runs under every measure, by both tests."""
    found = shown.found
    first, second = np.triu_indices(len(found.runs), 1)
    parts = []
    for m, key in enumerate(found.measures):
        parts.append(
            pd.DataFrame(
                {
                    "measure": key,
                    "run 1": np.array(found.runs, dtype=object)[first],
                    "run 2": np.array(found.runs, dtype=object)[second],
                    "difference": found.differences[m, first, second],
                    "effect size": found.effect_sizes[m, first, second],
                    "p": found.p_values[m, first, second],
                    "Monte-Carlo error of p": found.errors[m, first, second],
                    "p, paired bootstrap": bootstrap.p_values[m, first, second],
                }
            )
        )
    return _with_settings(pd.concat(parts, ignore_index=True), shown)


def lone_frame(shown: Shown) -> pd.DataFrame:
    """The differences that one measure alone finds."""
    rows = [
        (one.measure, one.run_1, one.run_2, one.p_value, one.effect_size)
        for one in lone_differences(shown.found, shown.settings.alpha)
    ]
    return _with_settings(pd.DataFrame(rows, columns=["measure", "better", "worse", "p", "effect size"]), shown)


def _with_settings(frame: pd.DataFrame, shown: Shown) -> pd.DataFrame:
    settings = shown.settings
    return frame.assign(
        cases=shown.found.n_cases, alpha=settings.alpha, trials=shown.found.n_trials, seed=settings.seed
    )
