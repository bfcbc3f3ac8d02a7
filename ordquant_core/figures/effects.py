"""Properties associated with disagreement: intervals, and the share of disagreements in bins."""

from collections.abc import Sequence

import plotly.graph_objects as go

from ordquant_core.analysis.properties import PROPERTIES, Association
from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.parts import axis, dots, dotted, lines, outlined
from ordquant_core.figures.template import LIGHT, Look, Part, figure_of, plain, titled
from ordquant_core.findings.associations import LEVEL, is_clear
from ordquant_core.numerals import count, decimals, percent
from ordquant_core.records import Correlation, ShareBin

WHOLE = ("occurring", "annotators")  # properties that are counts


def effects_figure(
    labels: Sequence[str], effects: Sequence[Correlation], clear: Sequence[bool], *, title: str, look: Look = LIGHT
) -> go.Figure:
    """Draw how often a disagreement has the larger value, with its interval, for every property.

    `effects` are Cliff's deltas; (delta + 1) / 2 is drawn. One half means no association; `clear` says which dots are
    filled. What is not defined gets its label and no dot.
    """
    if not labels or len(labels) != len(effects) or len(labels) != len(clear):
        raise ShapeMismatchError(f"Give one effect or more, and a label each: {len(effects)} and {len(labels)} given.")
    names = plain(labels)
    shown = [
        (name, effect, effect.value, sure)
        for name, effect, sure in zip(names, effects, clear, strict=True)
        if effect.value is not None
    ]
    x: list[float | None] = []
    y: list[str | None] = []
    hover: list[str] = []
    for name, effect, value, _ in shown:
        words = f"{name}: {percent(_chance(value))}"
        low, high = effect.low, effect.high
        if low is not None and high is not None:
            words += f", 95% interval {percent(_chance(low))} to {percent(_chance(high))}"
            x += [_chance(low), _chance(high), None]
            y += [name, name, None]
        hover.append(words)
    marker = outlined(
        10,
        [look.disagreement if sure else look.background for *_, sure in shown],
        [look.disagreement if sure else look.muted for *_, sure in shown],
    )
    chances = [_chance(value) for _, _, value, _ in shown]
    named = [name for name, *_ in shown]
    return figure_of(
        [
            lines(x, y, {"color": look.muted, "width": 3}),
            dots(chances, named, marker, "chance", hovertext=hover, hover="%{hovertext}"),
        ],
        look,
        title=title,
        height=110 + 34 * len(names),
        margin={"l": 168, "r": 14, "t": 46, "b": 48},
        xaxis=axis("disagreement has the larger value (ties half)", look, range=[0, 1], tickformat=".0%"),
        yaxis={"categoryorder": "array", "categoryarray": names[::-1], "range": [-0.6, len(names) - 0.4]},
        shapes=[dotted(look.ink, x0=0.5, x1=0.5, yref="paper", y0=0, y1=1)],
    )


def shares_figure(
    bins: Sequence[ShareBin], label: str, *, title: str, subtitle: str = "", whole: bool = False, look: Look = LIGHT
) -> go.Figure:
    """Draw the share of disagreements among the cases of every bin, with 95% intervals; `whole` numbers look so."""
    if not bins:
        raise ShapeMismatchError("Give one bin or more.")
    places = 0 if whole else 2
    ends = [(decimals(b.low, places), decimals(b.high, places)) for b in bins]
    ticks = [low if low == high else f"{low} – {high}" for low, high in ends]
    shares = [b.disagreements / b.n for b in bins]
    bars: Part = {
        "type": "bar",
        "x": list(range(len(bins))),
        "y": shares,
        "marker": {"color": look.disagreement, "line": {"width": 0}},
        "opacity": 0.85,
        "width": 0.7,
        "customdata": [f"{count(b.disagreements)} of {count(b.n, 'case')}" for b in bins],
        "hovertemplate": "%{customdata}<extra></extra>",
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": [b.share_high - share for b, share in zip(bins, shares, strict=True)],
            "arrayminus": [share - b.share_low for b, share in zip(bins, shares, strict=True)],
            "color": look.muted,
            "thickness": 1.5,
            "width": 4,
        },
        "name": "disagree",
    }
    top = max(b.share_high for b in bins)
    return figure_of(
        [bars],
        look,
        title=titled(title, subtitle),
        height=300,
        xaxis=axis(
            f"{plain([label])[0]}; equal numbers of cases per bar where ties allow",
            look,
            tickvals=list(range(len(bins))),
            ticktext=ticks,
            showgrid=False,
        ),
        yaxis=axis("share of disagreements", look, range=[0, min(1.02, 1.08 * max(top, 0.02))], tickformat=".0%"),
    )


def _chance(delta: float) -> float:
    """Return how often a disagreement has the larger value, from Cliff's delta."""
    return (delta + 1) / 2


def draw_effects(found: Sequence[Association], *, look: Look = LIGHT) -> go.Figure:
    """Draw how strongly each property of cases goes with disagreement."""
    names, sizes = [PROPERTIES[entry.key].label for entry in found], [entry.effect for entry in found]
    title = f"Filled: p < {LEVEL} after Holm's correction"
    return effects_figure(names, sizes, [is_clear(entry) for entry in found], title=title, look=look)


def draw_shares(name: str, bins: tuple[ShareBin, ...], *, look: Look = LIGHT) -> go.Figure:
    """Draw the share of disagreements along one property of cases."""
    first, last = (f"{count(one.disagreements)} of {count(one.n, 'case')}" for one in (bins[0], bins[-1]))
    label = PROPERTIES[name].label
    return shares_figure(
        bins,
        label,
        title=f"Share of disagreements by {label.lower()}",
        subtitle=f"{first} in the first bar, {last} in the last" if len(bins) > 1 else first,
        whole=name in WHOLE,
        look=look,
    )
