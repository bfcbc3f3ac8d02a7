"""Where two measures part on two runs: the sentence, the quadrants in words, the correlations."""

import html

import numpy as np
import streamlit as st

from ordquant_core.analysis import comparison
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import percent
from ordquant_core.records import Correlation, IntArray, Quadrants
from ordquant_core.tables import sentences
from pages.cases import computed, state
from pages.shared import choice, clicks, pair_view
from pages.shared.cached import TaskKey, Versus

QUADRANTS = {"second": (-1, 1), "fourth": (1, -1), "third": (-1, -1), "first": (1, 1)}  # (side by x, side by y)


def choose_runs(runs: tuple[str, ...]) -> None:
    """Draw the choice of the two runs."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox("Run A", runs, key=state.key("a"), persist_state="session", width=165)
        st.button("⇄", key=state.key("swap"), on_click=state.swap, help="Exchange A and B")
        st.selectbox("Run B", runs, key=state.key("b"), persist_state="session", width=165)


def show(key: TaskKey, versus: Versus, shown: state.View, listed: IntArray) -> None:
    """Draw the finding and the counts; `listed` are the cases that pass the filter."""
    x, y = pair_view.deltas_of(versus, shown.pair)
    counts = comparison.quadrants(x, y)
    names = sentences.lettered(versus.run_a, "A"), sentences.lettered(versus.run_b, "B")
    st.html(f'<p class="oq oq-verdict" id="verdict">{verdict(counts, shown.pair, names, versus)}</p>')
    if shown.pair[0] == shown.pair[1]:
        st.caption("Choose two different measures to see where they part.")
    part = comparison.quadrants(x[listed], y[listed]) if shown.filtered else None
    st.html(_table(counts, part, shown.pair))
    clicks.on_choice("quadrants", lambda name: _choose_quadrant(name, key, versus, shown, listed))
    r, tau = computed.correlations(key, versus.run_a, versus.run_b, shown.pair, versus)
    st.html(f'<p class="oq oq-because">{tell_correlations(r, tau)}</p>')
    unseen = int((~(np.isfinite(x) & np.isfinite(y))).sum())
    if unseen:
        st.caption(f"{unseen:,} case{'s have' if unseen > 1 else ' has'} an infinite Δ: counted, but not drawn.")


def verdict(counts: Quadrants, pair: pair_view.Pair, names: tuple[str, str], versus: Versus) -> str:
    """Say in one sentence where two measures part; names come as HTML."""
    first, second = (MEASURES[key].label for key in pair)
    n = len(versus.task.cases)
    cases = f"all {n:,} cases" if n > 1 else "the only case"
    if counts.on_axis == n and _identical(versus):
        return f"{names[0]} and {names[1]} have the same estimates: every measure sees a tie on {cases}."
    if pair[0] == pair[1]:
        decided = f"{counts.third:,} for {names[0]}, {counts.first:,} for {names[1]}"
        return f"{first} decides {decided}; {counts.on_axis:,} of {n:,} are ties."
    if counts.on_axis == n:
        return f"Nothing to decide: {first} or {second} sees a tie on {cases}."
    apart = counts.second + counts.fourth
    if not apart:
        return f"{first} and {second} never prefer different runs on {cases}."
    ways = [(counts.second, names), (counts.fourth, names[::-1])]
    (most, (one, other)), (least, _) = sorted(ways, key=lambda way: -way[0])
    told = f"on {most:,} {first} prefers {one} and {second} {other}"
    if least:
        told += f", on {least:,} it is the other way round"
    return f"{first} and {second} prefer different runs on {apart:,} of {n:,} case{'s' * (n > 1)}: {told}."


def tell_correlations(r: Correlation, tau: Correlation) -> str:
    """Word both correlations of the deltas, or why there is none."""
    if r.value is None and r.undefined == tau.undefined:
        return html.escape(f"Correlation of the two Δ: {r.undefined}.")
    told = pair_view.tell_correlation(r, "Pearson r"), pair_view.tell_correlation(tau, "Kendall τ")
    intervals = ", with 95% intervals" if None not in (r.low, tau.low) else ""
    return html.escape(f"{told[0]}; {told[1]}{intervals}.")


def quadrant_words(pair: pair_view.Pair) -> dict[str, str]:
    """Name the quadrants: 'NMD prefers A, RNOD prefers B'."""
    first, second = (MEASURES[key].label for key in pair)
    letters = {-1: "A", 1: "B"}
    return {
        name: f"both prefer {letters[a]}" if a == b else f"{first} prefers {letters[a]}, {second} prefers {letters[b]}"
        for name, (a, b) in QUADRANTS.items()
    } | {"on_axis": f"a tie for {first} or {second}" if first != second else "a tie"}


def _identical(versus: Versus) -> bool:
    return bool(np.array_equal(*versus.task.estimates))


def _table(counts: Quadrants, part: Quadrants | None, pair: pair_view.Pair) -> str:
    """The quadrants in words, true disagreements first, ties apart; a click selects their cases."""
    n = sum(getattr(counts, name) for name in (*QUADRANTS, "on_axis"))
    rows = []
    for name, told in quadrant_words(pair).items():
        if pair[0] == pair[1] and name in ("second", "fourth"):
            continue
        count = getattr(counts, name)
        listed = "" if part is None else f'<td class="oq-number">{getattr(part, name):,}</td>'
        tint = "oq-dissent" if name in ("second", "fourth") else ""
        share = percent(count / n, 1)
        rows.append(
            f'<tr class="{tint}" data-choice="{name}" tabindex="0"><th scope=row>{told}</th>'
            f'<td class="oq-number">{count:,}</td><td class="oq-number oq-muted">{share}</td>{listed}</tr>'
        )
    head = "" if part is None else '<th scope=col class="oq-number">listed</th>'
    return (
        '<table class="oq oq-table" id="quadrants"><thead><tr><th scope=col>on how many cases</th>'
        f'<th scope=col class="oq-number">cases</th><th scope=col class="oq-number">share</th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _choose_quadrant(name: str, key: TaskKey, versus: Versus, shown: state.View, listed: IntArray) -> None:
    """Select the cases of a quadrant together. What comes from the browser is checked: it must be a quadrant."""
    x, y = (comparison.signs(deltas) for deltas in pair_view.deltas_of(versus, shown.pair, listed))
    if name in QUADRANTS:
        inside = (x == QUADRANTS[name][0]) & (y == QUADRANTS[name][1])
    elif name == "on_axis":
        inside = (x == 0) | (y == 0)
    else:
        return
    numbers = listed[inside]
    choice.mark(key.digest, numbers)
    if len(numbers):
        choice.pick(versus.task.cases[numbers[0]])
