"""Pairs of runs: which the test separates, what every measure says of one pair, what one measure alone says."""

import html
from functools import partial

import streamlit as st

from ordquant_core.analysis.discrimination import Discrimination, lone_differences, powers
from ordquant_core.figures.systems import significance_figure
from ordquant_core.numerals import p_cell, p_text
from ordquant_core.numerals import score as number
from pages.shared import clicks, links, look, measured
from pages.systems import state
from pages.systems.state import Shown

CASES = "pages/cases/page.py"
LISTED = 60


def matrix(shown: Shown) -> None:
    """Draw how sure the test is of every pair."""
    found, layer, order = shown.found, shown.layer, shown.order
    label = measured.label(shown.measure)
    power = powers(found, shown.settings.alpha)[layer]
    names = [html.escape(shown.runs[run]) for run in order]
    p, effects = (table[layer][order][:, order] for table in (found.p_values, found.effect_sizes))
    gaps, errors = (table[layer][order][:, order] for table in (found.differences, found.errors))
    p_words = [[html.escape(p_text(value, found.n_trials)) for value in row] for row in p]
    words = [
        [
            f"{names[j]} against {names[i]}<br>p {p_words[i][j]}, standard error {errors[i, j]:.4f}<br>"
            f"difference {abs(gaps[i, j]):.4f}, effect size {abs(effects[i, j]):.3f}, favours {names[min(i, j)]}"
            for j in range(len(order))
        ]
        for i in range(len(order))
    ]
    figure = significance_figure(
        p,
        words,
        [shown.runs[run] for run in order],
        look.palette(),
        level=shown.settings.alpha,
        title=f"{power.significant} of {power.pairs} pairs differ by {label}",
    )
    st.plotly_chart(figure, theme=None, key="significance_plot", config=look.plot_config(f"pairs-{shown.measure}"))


def pair(shown: Shown, bootstrap: Discrimination) -> None:
    """Tell what every measure says of runs A and B."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for letter in "ab":
            st.selectbox(
                f"Run {letter.upper()}",
                list(shown.runs),
                key=f"systems_{letter}",
                persist_state="session",
                width=210,
            )
    a, b = shown.pair
    if a == b:
        st.info("Choose two different runs.")
        return
    alpha, found = shown.settings.alpha, shown.found
    sides = {key: _side(found, m, a, b, alpha) for m, key in enumerate(found.measures)}
    rows = []
    for m, key in enumerate(found.measures):
        gap, p, side = float(found.differences[m, a, b]), float(found.p_values[m, a, b]), sides[key]
        alone = float(bootstrap.p_values[m, a, b])
        better = (
            '<span class="oq-muted">no</span>'
            if not side
            else f'<span class="oq-{"a" if side < 0 else "b"}">{"◀ A" if side < 0 else "B ▶"}</span>'
        )
        rows.append(
            f'<tr data-measure="{key}" class="{"oq-chosen" if m == shown.layer else ""}">'
            f"<th scope=row>{measured.label(key)}</th>"
            f'<td style="white-space:nowrap" title="{gap!r}">{"A" if gap < 0 else "B"} by {number(abs(gap))}</td>'
            f'<td title="{p!r} ± {found.errors[m, a, b]:.4f}">{html.escape(p_cell(p, found.n_trials))}</td>'
            f'<td class="oq-wide" title="{alone!r}">{html.escape(p_cell(alone, bootstrap.n_trials))}</td>'
            f'<td>{number(abs(found.effect_sizes[m, a, b]))}</td><td style="white-space:nowrap">{better}</td></tr>'
        )
    st.html(
        f'<p class="oq oq-verdict" id="pair">{_pair_words(shown, sides)}</p>'
        '<table class="oq oq-table" id="pair_table"><thead><tr><th scope=col>Measure</th>'
        "<th scope=col>mean better</th><th scope=col>p, Tukey HSD</th>"
        f'<th scope=col class="oq-wide" title="paired bootstrap of this pair by itself, '
        f'{bootstrap.n_trials:,} samples">p, bootstrap</th>'
        '<th scope=col title="difference of the means over the residual standard deviation of the two-way layout of '
        'runs and cases">effect size</th>'
        f"<th scope=col>significant</th></tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )
    name_a, name_b = shown.names
    query = shown.current.query() | {"a": name_a, "b": name_b}
    links.door(CASES, "See the cases of these two runs", ":material/scatter_plot:", query)


def lone(shown: Shown) -> None:
    """List the differences that one measure alone finds; a click makes their runs A and B."""
    listed = lone_differences(shown.found, shown.settings.alpha)
    st.subheader("Significant by one measure only", anchor=False)
    if not listed:
        st.html('<p class="oq oq-muted">None: what one measure finds here, another finds, too.</p>')
        return
    runs = {name: place for place, name in enumerate(shown.runs)}
    rows = []
    for one in listed[:LISTED]:
        places = runs[one.run_1], runs[one.run_2]
        chosen = places in (shown.pair, shown.pair[::-1])
        rows.append(
            f'<tr class="{"oq-chosen" if chosen else ""}" data-choice="{places[0]},{places[1]}" tabindex="0" '
            f'aria-selected="{str(chosen).lower()}"><th scope=row>{measured.label(one.measure)}</th>'
            f"<td>{html.escape(one.run_1)}</td><td>{html.escape(one.run_2)}</td>"
            f'<td title="{one.p_value!r}">{html.escape(p_cell(one.p_value, shown.found.n_trials))}</td>'
            f"<td>{number(abs(one.effect_size))}</td></tr>"
        )
    more = f'<p class="oq oq-muted">… and {len(listed) - LISTED} more.</p>' if len(listed) > LISTED else ""
    st.html(
        f'<p class="oq oq-because">{len(listed)} pairs. Choose one to make its runs A and B.</p>'
        '<div style="max-height:26rem; overflow:auto" tabindex="0"><table class="oq oq-table" id="lone"><thead><tr>'
        "<th scope=col>Measure</th><th scope=col>better</th><th scope=col>worse</th><th scope=col>p</th>"
        f"<th scope=col>effect size</th></tr></thead><tbody>{''.join(rows)}</tbody></table>{more}</div>"
    )
    clicks.on_choice("lone", partial(_pick, shown), opens=".st-key-systems_pair")


def _pick(shown: Shown, choice: str) -> None:
    places = [int(part) for part in choice.split(",") if part.isdecimal() and len(part) < 6]
    if len(places) == 2 and max(places) < len(shown.runs):
        state.show_pair(shown.runs, shown.runs[places[0]], shown.runs[places[1]])


def _side(found: Discrimination, m: int, a: int, b: int, alpha: float) -> int:
    """Return -1 or 1 where a measure calls A or B significantly better, 0 where neither."""
    if found.p_values[m, a, b] >= alpha:
        return 0
    return -1 if found.differences[m, a, b] < 0 else 1


def _pair_words(shown: Shown, sides: dict[str, int]) -> str:
    a, b = (html.escape(name) for name in shown.names)
    groups = {side: [measured.label(key) for key, value in sides.items() if value == side] for side in (-1, 1, 0)}
    if groups[-1] and groups[1]:
        none = f"; by {_few(groups[0])} they do not differ significantly" if groups[0] else ""
        return (
            f'A contradiction: by {_few(groups[-1])} <span class="oq-a">A {a}</span> is significantly better, '
            f'by {_few(groups[1])} <span class="oq-b">B {b}</span>{none}.'
        )
    if not groups[-1] and not groups[1]:
        names = f'<span class="oq-a">A {a}</span> and <span class="oq-b">B {b}</span>'
        by = f"any of the {len(sides)} measures" if len(sides) > 1 else groups[0][0]
        return f"{names} do not differ significantly by {by}."
    side = -1 if groups[-1] else 1
    name = f'<span class="oq-a">A {a}</span>' if side < 0 else f'<span class="oq-b">B {b}</span>'
    other = f'<span class="oq-b">B {b}</span>' if side < 0 else f'<span class="oq-a">A {a}</span>'
    who = f"All {len(sides)} measures find" if not groups[0] else f"{len(groups[side])} of {len(sides)} measures find"
    if len(groups[side]) == 1:
        who = f"Only {groups[side][0]} of {len(sides)} measures finds" if groups[0] else f"{groups[side][0]} finds"
    return f"{who} {name} significantly better than {other}."


def _few(labels: list[str]) -> str:
    return ", ".join(labels) if len(labels) <= 3 else f"{len(labels)} measures"
