"""Which run is better? Wins and losses, and the paired randomisation test, measure by measure."""

import html

import pandas as pd
import streamlit as st

from ordquant_core import numerals
from ordquant_core.analysis.paired_tests import PairedTest
from ordquant_core.measures.registry import FAMILIES, MAIN_MEASURES, MEASURES
from ordquant_core.tables import measures as measure_tables
from ordquant_core.tables import sentences
from pages.cases import computed, state
from pages.shared.cached import TaskKey, Versus

LEVEL = 0.05


def show(key: TaskKey, versus: Versus, shown: state.View) -> None:
    """Draw the finding, the table of wins and the table of tests."""
    names = sentences.lettered(versus.run_a, "A"), sentences.lettered(versus.run_b, "B")
    found = computed.tests(key, versus, MAIN_MEASURES, shown.seed)
    st.html(f'<p class="oq oq-verdict" id="significance">{verdict(found, names)}</p>')
    left, right = st.columns([1, 1.25], gap="medium")
    with left:
        st.html(measure_tables.wins_table(versus.preferences, versus.run_a, versus.run_b))
    with right:
        st.html(f'<div class="oq-scroll" style="max-height:none" tabindex="0">{_table(found, versus)}</div>')
        st.html(
            f'<p class="oq oq-because">Paired randomisation test, two-sided: A and B are exchanged at random within '
            f"cases {computed.TRIALS:,} times, p = (k + 1) / (trials + 1), seed {shown.seed}. Intervals: percentile "
            f"bootstrap over cases, {computed.BOOTSTRAP:,} resamples. Effect: mean Δ / standard deviation of Δ. One "
            f"test a measure, not corrected for their number.</p>"
        )
    choose_seed()


def choose_seed() -> None:
    """Draw the choice of the seed that all random draws start from."""
    st.number_input(
        "Seed",
        min_value=0,
        max_value=state.MOST_VOTES,
        step=1,
        key=state.key("seed"),
        persist_state="session",
        width=150,
        help="The same seed draws the same trials and resamples again",
    )


def verdict(found: tuple[PairedTest, ...], names: tuple[str, str]) -> str:
    """Say how many measures find a significant difference, and for which run; names come as HTML."""
    tested = [entry for entry in found if entry.p_value is not None]
    sure = [entry for entry in tested if (entry.p_value or 0) < LEVEL]
    for_a = [entry for entry in sure if (entry.mean or 0) < 0]
    for_b = [entry for entry in sure if (entry.mean or 0) > 0]
    n, untested = len(tested), len(found) - len(tested)
    if all(entry.mean == 0 for entry in tested):
        return f"No measure sees any difference in the means of {names[0]} and {names[1]}."
    if not sure:
        return (
            f"None of {n} measures finds a significant difference between {names[0]} and {names[1]} (p &lt; {LEVEL})."
        )
    parts = [
        f"{_named(group, n)} find{'s' if len(group) == 1 else ''} {name} significantly better"
        for group, name in ((for_a, names[0]), (for_b, names[1]))
        if group
    ]
    rest = n - len(sure)
    tail = f"; {rest} find{'s' if rest == 1 else ''} no significant difference" if rest else ""
    tail += f"; {untested} could not be tested" if untested else ""
    return f"{', but '.join(parts)} (p &lt; {LEVEL}){tail}."


def _named(group: list[PairedTest], of: int) -> str:
    if len(group) == of:
        return f"All {of} measures"
    return sentences.labels([e.measure for e in group]) if len(group) <= 3 else f"{len(group)} of {of} measures"


def frame(found: tuple[PairedTest, ...]) -> pd.DataFrame:
    """One row a measure, at full precision."""
    columns = ("measure", "mean", "low", "high", "effect", "p_value", "p_error", "undefined")
    names = ("measure", "mean delta", "low", "high", "effect", "p", "standard error of p", "note")
    return pd.DataFrame({name: [getattr(entry, c) for entry in found] for name, c in zip(names, columns, strict=True)})


def _table(found: tuple[PairedTest, ...], versus: Versus) -> str:
    rows = []
    for family, title in FAMILIES.items():
        entries = [entry for entry in found if MEASURES[entry.measure].family == family]
        if entries:
            rows.append(f'<tr class="oq-family"><th colspan="6" scope="colgroup">{html.escape(title)}</th></tr>')
        rows += [_row(entry) for entry in entries]
    return (
        '<table class="oq oq-table" id="tests"><thead><tr><th scope=col>Measure</th>'
        '<th scope=col class="oq-number">mean Δ</th><th scope=col class="oq-number">95% interval</th>'
        '<th scope=col class="oq-number">effect</th><th scope=col class="oq-number">p</th><th scope=col>better</th>'
        f"</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def _row(entry: PairedTest) -> str:
    label = f"<th scope=row>{MEASURES[entry.measure].label}</th>"
    if entry.mean is None or entry.p_value is None:
        return f'<tr data-measure="{entry.measure}">{label}<td colspan="5" class="oq-muted">{entry.undefined}</td></tr>'
    ends = [numerals.score(end, sign=True) for end in (entry.low, entry.high) if end is not None]
    interval = " to ".join(ends)
    effect = (
        f'<td class="oq-number oq-muted" title="{entry.undefined}">no variance</td>'
        if entry.effect is None
        else f'<td class="oq-number" title="{entry.effect!r}">{numerals.score(entry.effect, sign=True)}</td>'
    )
    sure = entry.p_value < LEVEL and entry.mean != 0
    p = html.escape(numerals.p_cell(entry.p_value, computed.TRIALS))
    letter = "A" if entry.mean < 0 else "B"
    better = f'<span class="oq-{letter.lower()}">{letter}</span>' if sure else '<span class="oq-muted">–</span>'
    return (
        f'<tr data-measure="{entry.measure}">{label}'
        f'<td class="oq-number" title="{entry.mean!r}">{numerals.score(entry.mean + 0.0, sign=True)}</td>'
        f'<td class="oq-number">{interval}</td>{effect}'
        f'<td class="oq-number" title="{entry.p_value!r}">{p}</td><td>{better}</td></tr>'
    )
