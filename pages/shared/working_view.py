"""The working of one measure for one run: what it looks at, its figure, its steps in numbers, where it comes from."""

import html
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import ArrayLike

from ordquant_core.figures.workings import Which, cumulative_figure, pairs_figure, terms_figure
from ordquant_core.measures.registry import MEASURES, Measure
from ordquant_core.measures.workings import Column, Step, Working, working
from ordquant_core.numerals import score as number
from ordquant_core.papers.references import REFERENCES
from ordquant_core.tables import sentences
from pages.shared.escaping import escape
from pages.shared.look import palette, plot_config
from pages.shared.picture import Picture

TERMS = {  # the column of contributions, the figure's title
    "VD": ("|p − p*|", "How far each class is off"),
    "NVD": ("|p − p*|", "How far each class is off"),
    "SS": ("(p − p*)²", "Squared error of each class"),
    "RNSS": ("(p − p*)²", "Squared error of each class"),
    "JSD": ("half their sum", "Bits that each class adds"),
    "KLD": ("p log₂(p / p*)", "Bits that each class adds or saves"),
}
MASKS = (  # the column that says which classes count, the figure's title
    ("counts", "DW: the gold’s classes count"),
    ("counts, gold", "DW: the gold’s classes count"),
    ("counts, estimate", "DW: the estimate’s classes count"),
)


def explained() -> str:
    """Return the measure whose working the visitor has asked for last."""
    key: str = st.session_state.get("explained", "NMD")
    return key


def explain(key: str) -> None:
    """Ask for the working of a measure; what is no measure is ignored."""
    if key in MEASURES:
        st.session_state["explained"] = key


def choose_run(picture: Picture) -> None:
    """Draw the working of the measure asked for, for the run that is chosen above it."""
    key = explained()
    side: Which = st.segmented_control(
        f"Why? The working of {MEASURES[key].label} for",
        ["a", "b"],
        key="explained_run",
        default="a",
        required=True,
        wrap=True,
        format_func=lambda side: escape(sentences.with_letter(picture.name(side), side.upper())),
        help="Choose a measure by its row in the table",
    )
    show(
        key,
        picture.probabilities("gold"),
        picture.probabilities(side),
        picture.classes,
        run=side,
        name=picture.name(side),
    )


def show(key: str, gold: ArrayLike, estimated: ArrayLike, classes: Sequence[str], *, run: Which, name: str) -> None:
    """Draw how `key` comes to its value for one run; raises `OrdquantError` on anything that is no pair."""
    measure, shown = MEASURES[key], working(key, gold, estimated, classes)
    who = run.upper() if name in ("", f"Run {run.upper()}") else f"{run.upper()} {name}"
    st.html(
        f'<p class="oq oq-verdict" style="overflow-wrap:anywhere">{measure.label} of '
        f'<span class="oq-{run}">{html.escape(who)}</span> is '
        f'<span title="{shown.value!r}">{number(shown.value)}</span></p>'
        f'<p class="oq oq-because">{html.escape(measure.name)}. {html.escape(measure.summary)}</p>'
    )
    st.latex(measure.formula)
    figures = _figures(shown, classes, run, name)
    for place, (column, figure) in enumerate(zip(st.columns(len(figures)), figures, strict=True)):
        column.plotly_chart(
            figure,
            width="stretch",
            key=f"working_{run}_{key}_{place}",
            config=plot_config(f"{measure.label}-{run.upper()}-{place + 1}"),
        )
    for place, step in enumerate(shown.steps, start=1):
        _step(place, step, run)
    st.html(_facts(measure, len(classes)))


def _figures(shown: Working, classes: Sequence[str], run: Which, name: str) -> list[go.Figure]:
    titles = {column.title for step in shown.steps for column in step.columns}
    figures, colours = [], palette()
    if "pair" in titles:
        kinds = np.full((len(classes), len(classes)), "", dtype=object)
        kinds[np.triu_indices(len(classes), 1)] = shown.column("pair")
        figures.append(pairs_figure(classes, kinds, colours, "Same order in the estimate as in the gold?"))
    if "gold cp*" in titles and "estimate cp" in titles:
        cumulative = shown.numbers("gold cp*"), shown.numbers("estimate cp")
        title = "The tinted area is what counts"
        figures.append(cumulative_figure(classes, *cumulative, colours, run=run, name=name, title=title))
    if "DW" in titles:
        masks = [(shown.column(mask), title) for mask, title in MASKS if mask in titles]
        for mask, title in masks or [(("yes",) * len(classes), "DW: all classes count")]:
            counted = np.array(mask) == "yes"
            figures.append(
                terms_figure(
                    classes,
                    shown.numbers("DW"),
                    colours,
                    run=run,
                    name=name,
                    title=title,
                    counted=counted,
                    value_title="DW",
                )
            )
    for column, title in dict.fromkeys(TERMS.values()):
        if column in titles:
            terms, signed = shown.numbers(column), column == TERMS["KLD"][0]
            figures.append(terms_figure(classes, terms, colours, run=run, name=name, title=title, signed=signed))
    return figures


def _step(place: int, step: Step, run: Which) -> None:
    st.html(f'<p class="oq" style="margin:0.4rem 0 0"><b>{place}. {html.escape(step.title)}</b></p>')
    st.markdown(rf"$\displaystyle {step.latex}$")  # not st.latex: a formula in a line may break at + and =
    if step.columns:
        st.html(_table(step.columns, run))


def _table(columns: Sequence[Column], run: Which) -> str:
    head = "".join(f"<th scope=col>{_heading(column.title, run)}</th>" for column in columns)
    rows = "".join(
        f"<tr><th scope=row>{_cell(first)}</th>{''.join(f'<td{_hover(cell)}>{_cell(cell)}</td>' for cell in rest)}</tr>"
        for first, *rest in zip(*(column.values for column in columns), strict=True)
    )
    return (
        '<div style="overflow-x:auto; overflow-y:auto; max-height:24rem; white-space:nowrap" tabindex="0">'
        f'<table class="oq oq-table"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _heading(title: str, run: Which) -> str:
    """Tell gold and run apart by colour, too."""
    for word, side in (("gold", "gold"), ("estimate", run)):
        if title.startswith(word):
            return f'<span class="oq-{side}">{html.escape(title)}</span>'
    return html.escape(title)


def _cell(value: float | str) -> str:
    return html.escape(value) if isinstance(value, str) else number(value)


def _hover(value: float | str) -> str:
    return "" if isinstance(value, str) else f' title="{value!r}"'


def _facts(measure: Measure, n_classes: int) -> str:
    best, worst = measure.bounds(n_classes)
    equidistant = {True: "yes", False: "no", None: "not applicable: it uses no distances"}[measure.equidistant]
    symmetric = "yes" if measure.symmetric else "no: exchanging gold and estimate changes the score"
    sources = "; ".join(_source(key, place) for key, place in measure.sources)
    largest = "∞" if np.isinf(worst) else f"{worst:.4g}"
    facts = {
        f"Range over {n_classes} classes": f"{best:g} to {largest}, smaller is better",
        "Symmetric": symmetric,
        "Assumes equidistance": equidistant,
        "Sources": sources,
    }
    rows = "".join(f"<tr><th scope=row>{fact}</th><td>{words}</td></tr>" for fact, words in facts.items())
    return f'<table class="oq oq-table oq-facts" style="margin-top:0.8rem"><tbody>{rows}</tbody></table>'


def _source(key: str, place: str) -> str:
    reference = REFERENCES[key]
    short, citation = html.escape(reference.short), html.escape(reference.citation)
    words = (
        f'<a href="{html.escape(reference.url)}" title="{citation}" style="color:var(--oq-gold)">{short}</a>'
        if reference.url
        else f'<abbr title="{citation}">{short}</abbr>'
    )
    return f"{words}, {html.escape(place)}" if place else words
