"""Pairs of runs: what every measure says of one pair, what one measure alone says, where A loses most to B."""

from collections.abc import Sequence
from functools import partial
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from ordquant_core.analysis.discrimination import LoneDifference, in_order, lone_differences
from ordquant_core.analysis.losses import Loss, largest_losses
from ordquant_core.findings import runs as findings
from ordquant_core.findings.words import ALIKE, EFFECT_SIZE, confidence, labels
from ordquant_core.frame_html import Rows, in_families
from ordquant_core.glossary import Column, Kind, column, drawn_as
from ordquant_core.numerals import count, interval, p_error, setting
from pages.shared import carried, clicks, current_mark, links, task_scores, tasks, write
from pages.shared.escaping import escape
from pages.systems.state import STATE, RunComparison, menus, show_pair

LISTED = 300  # pairs of runs
LOSSES = 9  # cases
REACHES = 0.05, 0.1, 0.2, 0.5  # where the axis of the differences may end
MEASURE = drawn_as(Kind.MEASURE, "measure", "Measure")


def pair(compared: RunComparison) -> None:
    """Show what every measure says of runs A and B, which are chosen in the sentence."""
    alpha, test = compared.alpha, compared.test.between(*compared.pair)
    write.choice(findings.two_runs(compared.test, compared.pair, alpha), menus(compared), id="pair")
    frame = in_families(test.to_frame(alpha).assign(error=test.errors[:, 0, 1]))
    within = [
        f"{row.difference!r}, {interval(row.low, row.high, sign=True)}; effect size: {setting(row.effect_size, 3)}"
        for row in frame.itertuples()
    ]
    jointly = f"{confidence(alpha)} interval, jointly for all pairs {ALIKE}; effect size: {EFFECT_SIZE}"
    precise = [f"{row.p!r} ± {p_error(row.error)}" for row in frame.itertuples()]
    reach = next((end for end in REACHES if end >= frame["difference"].abs().max()), REACHES[-1])
    tested = "randomised Tukey HSD test of all runs; bold where significant"
    columns = [
        MEASURE,
        drawn_as(Kind.BALANCE, "balance", "", "A − B", parts=("difference",), reach=reach),
        drawn_as(Kind.MARGIN, "difference", "better by", f"A − B; its {jointly}", hover=within),
        drawn_as(Kind.P, "p", "p", tested, trials=test.n_trials, alpha=alpha, hover=precise),
    ]
    rows = Rows(data="measure", family="family", choice="measure", chosen=[compared.measure])
    write.frame(frame, columns, rows, id="pair_table", styles="oq-measures")
    clicks.on_choice("pair_table", partial(STATE.choose, "measure", compared.test.measures))
    pairs = len(compared.test.pairs)
    corrected = (
        f" over all {count(len(compared.runs), 'run')}, corrected for {count(pairs, 'pair')}. One threshold serves "
        "every pair, so the test can miss a small but consistent difference"
    ) * (pairs > 1)
    write.small(f"p (bold if < {setting(alpha)}): randomised Tukey HSD{corrected}.")
    _lead_on(compared)


def _lead_on(compared: RunComparison) -> None:
    """Draw the ways from here: to the cases of A and B, to the own run beside the leader, or to where one is added."""
    (a, b), current = compared.pair, compared.tasks[0]
    whole, two = current.whole or current, carried.beside(compared.measure)
    x_and_y = two["x"], two["y"]
    differ = int(task_scores.score_two_runs(whole.key, a, b, whole.task, x_and_y).margins(x_and_y).disagree.sum())
    which = "case" if differ == 1 else "cases"
    on = f"{count(differ)} {which} on which {labels(x_and_y)} disagree" if differ else "cases of these runs"
    links.page_link(links.CASES, f"See the {on}", "", current.query() | {"a": a, "b": b} | two)
    if compared.mine is None and not current.source.own:
        links.page_link(tasks.DATA, "Add your run", "", current.query())
        return
    best = [compared.runs[run] for run in compared.order]
    if compared.mine is not None and {compared.mine, best[0]} != {a, b}:
        leader = next(run for run in best if run != compared.mine)
        choice = f"{compared.runs.index(compared.mine)},{compared.runs.index(leader)}"
        label = f"Compare {escape(compared.mine)} with {escape(leader)}"
        st.button(label, type="tertiary", on_click=show_pair, args=(compared.runs, choice), key="own_and_leader")


def lone(compared: RunComparison) -> None:
    """List the differences that one measure alone finds."""
    differences = lone_differences(compared.test, compared.alpha)
    if differences:
        frame = LoneDifference.frame(differences)
        said = "Pairs that differ significantly by one measure and by no other. "
        _list_pairs(compared, frame.assign(effect_size=frame["effect_size"].abs()), "lone", said, first=[MEASURE])
    elif compared.test.significant(compared.alpha).any():
        write.muted("None: every difference that one measure finds is also found by another.")
    else:
        write.muted("None: no measure finds a significant difference.")


def every_pair(compared: RunComparison) -> None:
    """List all pairs of runs by the chosen measure, the best run first."""
    frame = in_order(compared.test.only(compared.measure), compared.order).to_frame(compared.alpha)
    frame = frame.assign(**frame[["difference", "effect_size"]].abs())
    _list_pairs(compared, frame, "pairs", more=[drawn_as(Kind.SCORE, "difference", "better by")], bold=compared.alpha)


def _list_pairs(
    compared: RunComparison,
    frame: pd.DataFrame,
    id: str,
    said: str = "",
    *,
    first: Sequence[Column] = (),
    more: Sequence[Column] = (),
    bold: float = 0.0,
) -> None:
    """Draw a row per pair of runs, the better one as run 1; a click makes them A and B. `bold`: p-values below it."""
    write.because(
        f"{said}Choose a pair to make its runs A and B. Effect size: difference over residual standard deviation."
    )
    numbers = {run: str(number) for number, run in enumerate(compared.runs)}
    shown = frame[:LISTED]
    runs = [f"{numbers[one]},{numbers[other]}" for one, other in zip(shown["run_1"], shown["run_2"], strict=True)]
    columns = [
        *first,
        drawn_as(Kind.TEXT, "run_1", "better"),
        drawn_as(Kind.TEXT, "run_2", "worse"),
        *more,
        drawn_as(Kind.P, "p", trials=compared.test.n_trials, alpha=bold),
        drawn_as(Kind.SCORE, "effect_size", "effect size", EFFECT_SIZE),
    ]
    a, b = (numbers[run] for run in compared.pair)
    left = len(frame) - LISTED
    after = write.styled(f"… and {count(left)} more: Share has all.", style="muted") if left > 0 else ""
    write.frame(shown.assign(runs=runs), columns, Rows(heading="run_1", choice="runs"), id=id, after=after)
    current_mark.show("runs", rows={id: f"{b},{a}" if f"{b},{a}" in runs else f"{a},{b}"})
    clicks.on_choice(id, partial(show_pair, compared.runs), opens=".st-key-systems_pair")


def losses(compared: RunComparison) -> None:
    """Draw the cases on which run A loses most to run B, and what it did there."""
    a, b = compared.pair
    current = compared.tasks[0]
    lost = largest_losses(current.task, compared.official.scores, compared.layer, a, b, LOSSES)
    if not lost:
        write.muted(f"On no case does {a} score worse than {b} by {compared.label}.")
        return
    write.because(f"The cases on which {a} loses most to {b} by {compared.label}.")
    query = current.query() | {"a": a, "b": b} | carried.beside(compared.measure)
    frame = Loss.frame(lost)
    frame = frame.assign(address=[f"cases?{urlencode(query | {'case': case})}" for case in frame["case"]])
    columns = [
        drawn_as(Kind.LINK, "case", parts=("case", "address")),
        column("score_a", a),
        column("score_b", b),
        column("why", f"what {a} did"),
    ]
    write.frame(frame, columns, Rows(data="case"), id="losses", lines=True)
