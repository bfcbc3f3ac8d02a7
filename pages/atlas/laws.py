"""Laws: what every measure keeps and breaks, each with an example; how large it gets, and when it is 1."""

import html

import pandas as pd
import streamlit as st

from ordquant_core import numerals
from ordquant_core.analysis.spaces.extremes import Extremes, lonely_votes
from ordquant_core.analysis.spaces.golds import MOST_CLASSES, check_size
from ordquant_core.analysis.spaces.laws import LAWS, Finding
from ordquant_core.analysis.spaces.pairs import MOST_DISTRIBUTIONS, Example
from ordquant_core.measures.registry import FAMILIES, MAIN_MEASURES, MEASURES
from pages.atlas import golds, inputs, memory, state
from pages.shared import clicks, downloads

SIGNS = {True: "✓", False: "–", None: "n/a"}
WORDS = {True: "yes", False: "no", None: "does not apply"}
MANY_VOTES = 100


def show() -> None:
    """Draw the section."""
    said = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        n_votes = inputs.whole("Votes", 1, 299, "laws_n")
        n_classes = inputs.whole("Classes", 2, MOST_CLASSES, "laws_l")
    count = check_size(n_votes, n_classes, MOST_DISTRIBUTIONS)
    st.caption(
        f"{count:,} distributions, {count**2:,} pairs, {count**3:,} triples: all are tried, up to 300 distributions."
    )
    findings = {(found.measure, found.law): found for found in memory.properties(n_votes, n_classes)}
    extremes = memory.ranges(n_votes, n_classes)
    measure, _, law = state.text("law").partition(".")
    chosen = findings.get((measure, law), findings["NMD", "order"])
    with said:
        _finding(findings, n_votes, n_classes)
    with st.container(border=True):
        _table(findings, chosen)
        clicks.on_choice("laws", lambda choice: state.put("law", choice[:60]))
    with st.container(border=True):
        _example(chosen)
    with st.container(border=True):
        st.subheader("How large it gets, and when it is 1", anchor=False)
        _ranges(extremes, n_classes)
    with st.popover("Download"):
        downloads.button("Laws with examples (CSV)", lambda: _frame(list(findings.values())), "atlas-laws.csv")
        downloads.button("Ranges (CSV)", lambda: _range_frame(extremes), "atlas-ranges.csv")


def _finding(findings: dict[tuple[str, str], Finding], n_votes: int, n_classes: int) -> None:
    keeps = [
        MEASURES[key].label
        for key in MAIN_MEASURES
        if all(findings[key, law].holds for law in ("order", "farther", "carry", "triangle"))
    ]
    sees = [key for key in MAIN_MEASURES if findings[key, "order"].holds]
    who = f"only {keeps[0]} keeps" if len(keeps) == 1 else f"{', '.join(keeps) or 'none'} keep{'' if keeps else 's'}"
    st.html(
        f'<p class="oq oq-verdict" id="verdict">{len(sees)} of {len(MAIN_MEASURES)} measures see the order of the '
        f"classes; {who} everything one would ask of a distance on them.</p>"
        '<p class="oq oq-because">Farther is always worse, carrying votes away never helps, and no detour is shorter. '
        f"Tried on all distributions of {n_votes} votes over {n_classes} classes: what breaks here is broken, what "
        "holds here is not proved for all. Smaller scores are better. Columns (a) to (d) are those of table 1 of the "
        "variants study 2022; a tick is not always an advantage.</p>"
    )


def _table(findings: dict[tuple[str, str], Finding], chosen: Finding) -> None:
    heads = "".join(
        f'<th scope=col style="text-align:center; min-width:4rem" title="{html.escape(law.question)}">'
        f"{html.escape(law.name)}{f' ({law.printed_as[1]})' if law.printed_as else ''}</th>"
        for law in LAWS.values()
    )
    rows = []
    for family, title in FAMILIES.items():
        rows.append(f'<tr class="oq-family"><th colspan="{len(LAWS) + 1}">{html.escape(title)}</th></tr>')
        for key in MAIN_MEASURES:
            if MEASURES[key].family != family:
                continue
            cells = ""
            for law in LAWS:
                found = findings[key, law]
                mark = "box-shadow:inset 0 0 0 2px var(--oq-gold);" if found is chosen else ""
                cells += (
                    f'<td data-choice="{key}.{law}" tabindex="0" style="text-align:center;{mark}" '
                    f'title="{MEASURES[key].label}, {html.escape(LAWS[law].name.lower())}: {WORDS[found.holds]}">'
                    f"{SIGNS[found.holds]}</td>"
                )
            rows.append(f'<tr data-measure="{key}"><th scope=row>{MEASURES[key].label}</th>{cells}</tr>')
    st.html(
        '<div style="overflow-x:auto" tabindex="0"><table class="oq oq-table" id="laws"><thead><tr>'
        f"<th scope=col>measure</th>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
        '<p class="oq oq-because">Choose a cell for its example.</p>'
    )


def _example(found: Finding) -> None:
    law, measure = LAWS[found.law], MEASURES[found.measure]
    st.html(
        f'<p class="oq oq-verdict" id="example">{measure.label}: {html.escape(law.name.lower())}? '
        f"{WORDS[found.holds]}</p>"
        f'<p class="oq oq-because">{html.escape(law.question)}</p>'
        f'<p class="oq">{html.escape(found.words[0].upper() + found.words[1:])}.'
        f"{f' Tried: {found.checked:,}.' if found.checked else ''}</p>"
    )
    with st.grid(min_column_width=300, gap="medium"):
        for example in found.examples:
            st.html(_shown(example, measure.label))


def _shown(example: Example, label: str) -> str:
    rows = [("gold", example.gold, None), ("A", example.a, example.score_a)]
    if example.b is not None:
        rows.append(("B", example.b, example.score_b))
    link = html.escape(golds.compare_link(state.picture(example.gold, example.a, example.b)))
    body = "".join(
        f"<tr><th scope=row>{name}</th><td>{golds.bars(votes)}&nbsp; {','.join(map(str, votes))}</td>"
        f'<td style="text-align:right" title="{"" if score is None else repr(score)}">'
        f"{'' if score is None else f'{label} {numerals.score(score)}'}</td></tr>"
        for name, votes, score in rows
    )
    return (
        f'<table class="oq oq-table oq-example"><tbody>{body}</tbody></table><p class="oq">'
        f'<a href="{link}" target="_self" style="{golds.LINK}">Open in Compare</a></p>'
    )


def _ranges(extremes: tuple[Extremes, ...], n_classes: int) -> None:
    rows = []
    for found in extremes:
        measure = MEASURES[found.measure]
        largest = _link(found.at_largest)
        when = found.when_one or ("no simple rule" if found.n_one else "never here")
        beyond = ""
        if found.bound > 1 and n_classes <= MANY_VOTES:
            crowd = lonely_votes(measure, MANY_VOTES, n_classes)
            if crowd.score_a > 1 + 1e-12:
                beyond = f"With {MANY_VOTES} votes {numerals.score(crowd.score_a)}: {_link(crowd)}"
        rows.append(
            f'<tr data-measure="{found.measure}"><th scope=row>{measure.label}</th>'
            f'<td title="{found.largest!r}" style="white-space:nowrap">0 … {numerals.score(found.largest)}</td>'
            f"<td>{largest}</td><td>{numerals.score(found.bound)}</td><td>{found.n_one:,}</td>"
            f'<td style="min-width:14rem">{html.escape(when)}'
            f"{'' if found.at_one is None else ': ' + _link(found.at_one)}</td><td>{beyond}</td></tr>"
        )
    st.html(
        '<div style="overflow-x:auto" tabindex="0"><table class="oq oq-table" id="ranges"><thead><tr>'
        "<th scope=col>measure</th><th scope=col>range here</th><th scope=col>largest on (gold, estimate)</th>"
        "<th scope=col>upper bound</th>"
        "<th scope=col>pairs with 1</th><th scope=col>when it is 1</th><th scope=col>beyond 1</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _link(example: Example) -> str:
    href = html.escape(golds.compare_link(state.picture(example.gold, example.a, None)))
    words = f"({','.join(map(str, example.gold))}), ({','.join(map(str, example.a))})"
    return f'<a href="{href}" target="_self" style="{golds.LINK}">{words}</a>'


def _frame(findings: list[Finding]) -> pd.DataFrame:
    rows = []
    for found in findings:
        examples = "; ".join(
            f"gold {one.gold} A {one.a} {one.score_a!r}" + (f" B {one.b} {one.score_b!r}" if one.b else "")
            for one in found.examples
        )
        rows.append((found.measure, found.law, WORDS[found.holds], found.checked, found.words, examples))
    return pd.DataFrame(rows, columns=["measure", "law", "holds", "checked", "what the example shows", "example"])


def _range_frame(extremes: tuple[Extremes, ...]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            (
                one.measure,
                one.largest,
                one.bound,
                str(one.at_largest.gold),
                str(one.at_largest.a),
                one.n_one,
                one.when_one,
            )
            for one in extremes
        ],
        columns=["measure", "largest", "upper bound", "gold", "estimate", "pairs that score 1", "when it is 1"],
    )
