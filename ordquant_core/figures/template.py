"""The look of all figures: colours by role, safe for colour-blind readers, and a common layout."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, TypeAlias

import plotly.graph_objects as go

from ordquant_core import markup
from ordquant_core.numerals import class_label

Part = dict[str, Any]  # a trace, a layout or a part of one, in Plotly's own words
Figure: TypeAlias = go.Figure  # imported from here, Plotly's absence is said in one sentence
LINE_BREAK, SENTENCE_END = "<br>", ". "


@dataclass(frozen=True, slots=True)
class Look:
    """One colour per role; the same role has the same colour on every page, in every figure and export."""

    gold: str
    run_a: str
    run_b: str
    run_a_text: str  # as text, where `run_a` has too little contrast (4.5 on every background used)
    run_b_text: str
    disagreement: str
    disagreement_fill: str
    ink: str
    muted: str
    line: str
    panel: str
    background: str


LIGHT = Look(
    gold="#0072B2",
    run_a="#D55E00",
    run_b="#009E73",
    run_a_text="#B04D00",
    run_b_text="#00785A",
    disagreement="#E69F00",
    disagreement_fill="#fff6e5",
    ink="#1f2933",
    muted="#596572",
    line="#e3e6ea",
    panel="#f7f8fa",
    background="#ffffff",
)
DARK = Look(
    gold="#56B4E9",
    run_a="#F28E2B",
    run_b="#2fbf8f",
    run_a_text="#F28E2B",
    run_b_text="#2fbf8f",
    disagreement="#E69F00",
    disagreement_fill="#2b2412",
    ink="#e8edf2",
    muted="#93a1b0",
    line="#2a333d",
    panel="#171e26",
    background="#0e1318",
)


@dataclass(frozen=True, slots=True)
class RunStyle:
    """What a run looks like: A and B differ in more than their colours, for print in grey and colour-blind readers."""

    colour: str
    text: str  # the colour of its letter and name
    dash: str = "solid"
    symbol: str = "circle"


@cache
def run_styles(look: Look) -> tuple[RunStyle, RunStyle]:
    """Return the looks of A and B."""
    dashed = RunStyle(look.run_b, look.run_b_text, dash="7px,3px", symbol="square")
    return RunStyle(look.run_a, look.run_a_text), dashed


def run_style(run: str, pair: Sequence[str], look: Look, *, others: str) -> RunStyle:
    """Return the style of a run, given which are A and B; the names of all `others` have that colour."""
    style = dict(zip(pair, run_styles(look), strict=False)).get(run)
    return style or RunStyle(look.muted, others)


GOLD_OPACITY = 0.45
SUBTITLED = 60  # pixels above a plot whose title has a second line
FONT = '"Source Sans", "Source Sans Pro", "Segoe UI", sans-serif'  # the page's own, where it is there


def plain(labels: Sequence[str]) -> list[str]:
    """Make labels from files safe to draw: Plotly reads a subset of HTML in every text, and `%{x}` in those of hovers.

    Minus signs are true ones.

    >>> plain(["<b>-1", "%{x}"])
    ['&lt;b&gt;-1', '%&#123;x}']
    """
    return [html.escape(class_label(label), quote=False).replace("%{", "%&#123;") for label in labels]


def mix(first: str, second: str, share: float) -> str:
    """Return the colour a share of the way from the first to the second.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    parts = ((int(first[i : i + 2], 16), int(second[i : i + 2], 16)) for i in (1, 3, 5))
    return f"#{''.join(f'{round(a + share * (b - a)):02x}' for a, b in parts)}"


def faded(colour: str, share: float) -> str:
    """Return a colour that covers a share of what is behind it.

    >>> faded("#0072b2", 0.25)
    'rgba(0,114,178,0.25)'
    """
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{share:g})"


def figure_of(
    traces: Sequence[Part],
    look: Look,
    *,
    title: str | Part,
    height: int,
    xaxis: Mapping[str, Any] = MappingProxyType({}),
    yaxis: Mapping[str, Any] = MappingProxyType({}),
    **layout: Any,
) -> go.Figure:
    """Make a figure with the common look from traces, its two axes, and what else its layout needs.

    A title is a text, or a dictionary that has one and says where it stands.
    """
    common = _common_layout(look)
    own = {"title": {"text": title} if isinstance(title, str) else title, "xaxis": xaxis, "yaxis": yaxis}
    merged = {name: {**common[name], **part} for name, part in own.items()}
    if "subtitle" in merged["title"]:
        below = merged["title"]["subtitle"]
        merged["title"]["subtitle"] = below | {"font": {"color": look.muted, **below["font"]}}
        common = {**common, "margin": common["margin"] | {"t": SUBTITLED}}
    whole = {**common, "height": height, **layout, **merged}
    # Unchecked: Plotly's checks take six times as long as all the rest. The tests check every figure that is made.
    return go.Figure(list(traces), whole, _validate=False)


def titled(title: str, under: str) -> Part:
    """Return a title with a smaller line under it, if there is one, as `figure_of` takes it.

    >>> titled("Title", "")
    {'text': 'Title'}
    """
    below = {"subtitle": {"text": under, "font": {"size": 12, "weight": 400}}} if under else {}
    return {"text": title, **below}


def axis_title(text: str, look: Look) -> Part:
    """Return the title of an axis, as `figure_of` takes it."""
    return {"text": text, "font": {"color": look.muted, "size": 12}}


def title_of(figure: go.Figure) -> str:
    """Return the title of a figure as text: its name for whoever cannot see it."""
    title = figure.layout.title
    lines = [part for part in (title.text, title.subtitle.text) if part]
    return markup.plain(SENTENCE_END.join(lines).replace(LINE_BREAK, SENTENCE_END)).strip()


@cache
def _common_layout(look: Look) -> Part:
    """Return the layout all figures share: title on the left, quiet axes, transparent ground."""
    axis = {
        "gridcolor": look.line,
        "zeroline": False,
        "linecolor": look.line,
        "tickfont": {"color": look.ink, "size": 12},
        "title": axis_title("", look),
        "fixedrange": True,
    }
    return {
        "title": {
            "x": 0,
            "xref": "container",
            "xanchor": "left",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "pad": {"t": 4},  # as high as a heading beside it: Plotly counts the height of capitals
            "font": {"size": 16, "weight": 600, "color": look.ink},
        },
        "margin": {"l": 44, "r": 12, "t": 46, "b": 40},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"color": look.ink, "family": FONT},
        "hoverlabel": {"bgcolor": look.panel, "bordercolor": look.line, "font": {"color": look.ink}},
        "showlegend": False,
        "dragmode": False,
        "modebar": {"bgcolor": "rgba(0,0,0,0)", "color": look.muted, "activecolor": look.ink},
        "template": {},
        "xaxis": axis,
        "yaxis": axis,
    }
