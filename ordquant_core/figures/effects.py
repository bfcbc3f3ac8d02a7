"""Shares with intervals: properties associated with disagreement, disagreements in bins, answers that agree."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.human_agreement import HumanAgreement
from ordquant_core.analysis.properties import PROPERTIES, Association
from ordquant_core.figures.parts import axis, dots, dotted, lines, outlined, whiskers
from ordquant_core.figures.template import LIGHT, Look, Part, figure_of, plain, titled
from ordquant_core.findings.associations import LEVEL, is_clear
from ordquant_core.numerals import count, decimals, percent
from ordquant_core.records import ShareBin

WHOLE = ("occurring", "annotators")  # properties that are counts


class _Share(NamedTuple):
    """A share with its interval, and the colours of its dot; None where it is not defined."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    fill: str
    outline: str


def draw_effects(associations: Sequence[Association], *, look: Look = LIGHT) -> go.Figure:
    """Draw how often a disagreement has the larger value, with its 95% interval, for every property of cases.

    That is (delta + 1) / 2 of Cliff's delta: one half means no association. Filled dots are clear. What does not vary
    has no row.
    """
    shares = []
    defined = [entry for entry in associations if entry.effect.value is not None]
    for entry in defined:
        value, low, high = (_chance(delta) for delta in (entry.effect.value, entry.effect.low, entry.effect.high))
        fill, outline = (look.disagreement, look.disagreement) if is_clear(entry) else (look.background, look.muted)
        shares.append(_Share(PROPERTIES[entry.key].label, value, low, high, fill, outline))
    return _shares(
        shares,
        look,
        "chance",
        title=titled(
            "How often a disagreement has the larger value",
            f"{'filled:' if any(map(is_clear, defined)) else 'none has'} p < {LEVEL} after Holm's correction",
        ),
        height=130 + 34 * len(shares),
        margin={"l": 168, "r": 24, "t": 66, "b": 48},
        across="share of pairs with another case (ties half)",
    )


def _chance(delta: float | None) -> float | None:
    return None if delta is None else (delta + 1) / 2


def draw_human_agreement(agreements: Sequence[HumanAgreement], *, look: Look = LIGHT) -> go.Figure:
    """Draw the share of answers that agree with each measure, and its 95% interval; the dotted line is half of them.

    A measure without answers gets its label and no dot; one without an interval gets a dot alone.
    """
    rows = []
    for measured in agreements:
        shares = measured.agreement, measured.low, measured.high
        value, low, high = (None if np.isnan(share) else share for share in shares)
        rows.append(_Share(measured.measure, value, low, high, look.gold, look.gold))
    return _shares(
        rows,
        look,
        "agreement",
        title="Answers that agree with each measure",
        height=100 + 30 * len(rows),
        margin={"l": 72, "r": 14, "t": 46, "b": 44},
        across="answers that agree",
    )


def _shares(shares: Sequence[_Share], look: Look, kind: str, *, across: str, **layout: Any) -> go.Figure:
    """Draw a row per share, the first on top: a dot, a line as its interval; one half is a dotted line."""
    names = plain([share.name for share in shares])
    x: list[float | None] = []
    y: list[str | None] = []
    hover: list[str] = []
    known = [(name, share, share.value) for name, share in zip(names, shares, strict=True) if share.value is not None]
    for name, share, value in known:
        words = f"{name}: {percent(value)}"
        if share.low is not None and share.high is not None:
            words += f", 95% interval {percent(share.low)} to {percent(share.high)}"
            x += [share.low, share.high, None]
            y += [name, name, None]
        hover.append(words)
    marker = outlined(10, [share.fill for _, share, _ in known], [share.outline for _, share, _ in known])
    values, rows = [value for *_, value in known], [name for name, *_ in known]
    return figure_of(
        [
            lines(x, y, {"color": look.muted, "width": 3}),
            dots(values, rows, marker, kind, hovertext=hover, hover="%{hovertext}"),
        ],
        look,
        xaxis=axis(across, look, range=[0, 1], tickformat=".0%", dtick=0.25),
        yaxis={"categoryorder": "array", "categoryarray": names[::-1], "range": [-0.6, len(names) - 0.4]},
        shapes=[dotted(look.ink, x0=0.5, x1=0.5, yref="paper", y0=0, y1=1)],
        **layout,
    )


def draw_shares(name: str, bins: tuple[ShareBin, ...], *, look: Look = LIGHT) -> go.Figure:
    """Draw the share of disagreements among the cases of every bin along a property, with 95% intervals."""
    known = PROPERTIES[name]
    counted = [f"{count(b.disagreements)} of {count(b.n, 'case')}" for b in bins]
    under = f"{counted[0]} in the first bar, {counted[-1]} in the last" if len(bins) > 1 else counted[0]
    ends = [[decimals(end, 0 if name in WHOLE else 2) for end in (b.low, b.high)] for b in bins]
    rows, places = [(b.disagreements / b.n, b.share_low, b.share_high) for b in bins], list(range(len(bins)))
    shares, low, high = np.array(rows, dtype=np.float64).T
    bars: Part = {
        "type": "bar",
        "x": places,
        "y": shares,
        "marker": {"color": look.disagreement, "line": {"width": 0}},
        "opacity": 0.85,
        "width": 0.7,
        "customdata": counted,
        "hovertemplate": "%{customdata}<extra></extra>",
        "error_y": whiskers(shares, low, high, look.muted, 1.5, 4),
        "name": "disagree",
    }
    ticks = {"tickvals": places, "ticktext": [first if first == last else f"{first} – {last}" for first, last in ends]}
    words = f"{plain([known.label])[0]}; equal numbers of cases per bar where ties allow"
    top = min(1.02, 1.08 * max(float(high.max()), 0.02))
    return figure_of(
        [bars],
        look,
        title=titled(f"Share of disagreements by {known.name}", under),
        height=300,
        xaxis=axis(words, look, showgrid=False, **ticks),
        yaxis=axis("share of disagreements", look, range=[0, top], tickformat=".0%"),
    )
