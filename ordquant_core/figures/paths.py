"""Measures along a path of estimates, as small multiples: a panel per family, one scale of scores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from ordquant_core.figures.parts import CLEAR, dots, hovered_axis, in_four_bytes, note, outlined, steady
from ordquant_core.figures.template import LIGHT, Look, Part, figure_of, mix, plain
from ordquant_core.numerals import percent, score
from ordquant_core.records import Curve, FloatArray, Path

PANELS: Mapping[str, str] = {
    "ordinal": "Ordinal",
    "nominal": "Nominal",
    "priority": "Priority",
    "combined": "Combined",
    "own": "Own",
    "other": "Other",
}
SIZE = 12  # pixels of the smallest text
LABEL_PITCH = 15  # pixels between the names at the ends of lines
LETTER = 8.2  # pixels that a letter of a name takes, at most on average
TICKS, GAP, LEADER = 34, 8, 14  # pixels for numbers to the left of a row, between panels, and from a line to its name
ABOVE, BELOW = 30, 26  # pixels for the name of a panel, and for A and B
COLUMNS, WIDTH, HEIGHT = 2, 358, 520  # panels in a row, and pixels: names fit on a phone, and from there on
_NICE = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


@dataclass(frozen=True, slots=True)
class Words:
    """What the ends of a path are called, and what is said where one points at a curve."""

    ends: tuple[str, str] = ("A", "B")
    axis: str = "share of B"
    amount: str = "of B"  # after a percentage
    moving: str = "the mixture"  # the estimate on the path


@dataclass(frozen=True, slots=True)
class _Panel:
    """One panel: what it draws, where, and how many pixels high it is."""

    family: str
    number: int  # of its axes, from 1
    curves: list[tuple[Curve, str]]  # with the names
    x_domain: tuple[float, float]  # shares of the width between the margins
    y_domain: tuple[float, float]  # shares of the height
    numbered: bool
    drawn: float  # pixels

    def axes(self) -> Part:
        suffix = "" if self.number == 1 else str(self.number)
        return {"xaxis": f"x{suffix}", "yaxis": f"y{suffix}"}


def draw_paths(
    path: Path,
    chosen: str,
    moves: str,
    classes: Sequence[str],
    *,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw curves in a panel for each of their families ("ordinal", "nominal", "priority", "combined"), named at their
    right ends.

    A small open diamond marks a flip, halfway between the two samples. The measure whose key is `chosen` is blue, with
    its lowest point marked; it is drawn dashed in the other panels. Every trace has the key of its measure as its
    `legendgroup`, so that a click can choose it. Infinite scores are left out. `moves` and `classes` are those of
    `path_of`.
    """
    end = percent(path.amounts[-1], int(path.amounts[-1] < 1))  # beside what moves, there is little room
    words = Words(("0%", end), "moved", "moved", moves.upper()) if classes else Words()
    curves = path.curves
    named = list(zip(curves, plain([curve.label for curve in curves]), strict=True))
    grouped = {name: [one for one in named if one[0].family == name] for name in PANELS}
    panels, margins = _laid_out({name: members for name, members in grouped.items() if members})
    top = 1.06 * max(1e-9, *(float(np.nanmax(_finite(one.scores), initial=0)) for one in curves))
    ghost = next((one for one in named if one[0].measure == chosen), None)
    traces, notes, axes = list[Part](), list[Part](), dict[str, Part]()
    for panel in panels:
        traces += _panel_lines(panel, chosen, ghost, words, look)
        notes += _names(panel, chosen, top, look)
        axes |= _axes(panel, curves[0], top, look)
    return figure_of(
        traces,
        look,
        title="",
        height=HEIGHT,
        margin={**margins, "t": 0, "b": 0},
        hovermode="closest",
        template=_shared(curves[0], top, words, look),
        annotations=notes,
        **axes,
    )


def _shared(curve: Curve, top: float, words: Words, look: Look) -> Part:
    """Return what lines, names and axes have in common: said once, it is sent once.

    On the lines there are points that nobody sees but a click can meet.
    """
    colours = {"A": look.run_a_text, "B": look.run_b_text}
    texts = [
        f'<b><span style="color:{colours.get(end, look.ink)}">{text}</span></b>'
        for end, text in zip(words.ends, plain(words.ends), strict=True)
    ]
    texts.insert(1, f'<span style="color:{look.muted};font-size:{SIZE}px">{words.axis}</span>')
    first, last = curve.amounts[[0, -1]].tolist()
    line = {
        "type": "scatter",
        "mode": "lines+markers",
        "marker": {"size": 9, "maxdisplayed": 2, "color": CLEAR, "line": {"width": 0}},
        "hovertemplate": f"<b>%{{fullData.name}}</b> %{{y}}<br>%{{x:.1%}} {words.amount}<extra></extra>",
        **steady(opacity=1),
    }
    name = {"x": 1, "ax": LEADER - 3, "xanchor": "left", "borderpad": 0}
    name |= {"arrowhead": 0, "arrowwidth": 1, "arrowcolor": look.muted, "standoff": 4}
    name["font"] = {"size": SIZE, "color": mix(look.muted, look.ink, 0.4)}
    axis = {"ticks": "", "showline": False, "fixedrange": True}
    x = {
        "tickvals": [first, (first + last) / 2, last],
        "ticktext": texts,
        "tickangle": 0,
        "ticklabelstandoff": 6,
        "showgrid": False,
        "zeroline": False,
    }
    y = {
        "tick0": 0,
        **hovered_axis(),
        "dtick": next((step for step in _NICE if top / step <= 4), top / 4),
        "ticklabelstandoff": 4,
        "gridcolor": look.line,
        "zerolinecolor": look.line,
        "zerolinewidth": 1,
    }
    layout = {"annotationdefaults": name, "xaxis": axis | x, "yaxis": axis | y}
    return {"data": {"scatter": [line]}, "layout": layout}


def _panel_lines(
    panel: _Panel, chosen: str | None, ghost: tuple[Curve, str] | None, words: Words, look: Look
) -> list[Part]:
    """Draw the curves of a panel, the chosen one on top, or dashed where it is another panel's."""
    traces = []
    if ghost is not None and not any(curve.measure == chosen for curve, _ in panel.curves):
        traces.append(_line(*ghost, {"color": look.gold, "width": 1.5, "dash": "4px,3px"}, panel))
    for curve, name in sorted(panel.curves, key=lambda named: named[0].measure == chosen):
        is_chosen = curve.measure == chosen
        colour = look.gold if is_chosen else look.muted
        traces.append(_line(curve, name, {"color": colour, "width": 3 if is_chosen else 1.5}, panel))
        traces += _marks(curve, name, colour, is_chosen, panel, words, look)
    return traces


def _laid_out(families: Mapping[str, list[tuple[Curve, str]]]) -> tuple[list[_Panel], Part]:
    """Place the panels row by row, as wide as each other; return them and the margins beside all of them."""
    columns = min(COLUMNS, len(families))
    rows = -(-len(families) // columns)
    room = [0.0] * columns  # for the names beside a panel
    for number, members in enumerate(families.values()):
        longest = max(len(name) for _, name in members)
        room[number % columns] = max(room[number % columns], LEADER + LETTER * longest)
    *between, right = room
    gaps = sum(between) + GAP * len(between)
    plot = max(WIDTH - TICKS - gaps - right, 40 * columns) / columns
    width, row_height = gaps + columns * plot, HEIGHT / rows
    placed = []
    for number, (family, members) in enumerate(families.items()):
        row, column = divmod(number, columns)
        left = column * (plot + GAP) + sum(room[:column])
        above = row * row_height
        placed.append(
            _Panel(
                family,
                number + 1,
                members,
                (left / width, min((left + plot) / width, 1.0)),
                (1 - (above + row_height - BELOW) / HEIGHT, 1 - (above + ABOVE) / HEIGHT),
                not column,
                row_height - ABOVE - BELOW,
            )
        )
    return placed, {"l": TICKS, "r": right}


def _finite(scores: FloatArray) -> FloatArray:
    return np.where(np.isfinite(scores), scores, np.nan)


def _line(curve: Curve, name: str, line: Part, panel: _Panel) -> Part:
    """Draw the samples as a line."""
    return {
        "type": "scatter",
        "dx": float(curve.amounts[1]),  # equal steps from 0, which are not sent
        "y": in_four_bytes(_finite(curve.scores)),
        "line": line,
        "name": name,
        "legendgroup": curve.measure,
        **panel.axes(),
    }


def _marks(curve: Curve, name: str, colour: str, chosen: bool, panel: _Panel, words: Words, look: Look) -> list[Part]:
    """Mark flips, and the lowest point of the chosen measure."""
    marks: list[tuple[str, Sequence[float], Sequence[float], Part, list[str]]] = []
    if curve.flips:
        x, y = np.array([(flip.amount, flip.score) for flip in curve.flips]).T.tolist()
        hovers = []
        for flip in curve.flips:
            sides = {-1: f"prefers {words.moving}", 0: "sees a tie", 1: f"prefers {flip.other.upper()}"}
            at = f"{percent(flip.amount, 1)} {words.amount}"
            hovers.append(f"<b>{name}</b> {sides[flip.before]} up to about {at},<br>then {sides[flip.after]}")
        marker = outlined(8, look.background, colour, 1.5) | {"symbol": "diamond", "maxdisplayed": 0}
        marks.append(("flips", x, y, marker, hovers))
    low = [start for start, end in curve.lowest if start == end]
    least = float(curve.scores.min())
    if chosen and low and np.isfinite(least):
        marker = {"symbol": "triangle-up", "size": 10, "color": colour}
        hovers = [f"<b>{name}</b> is best here: {score(least)}<br>{percent(at, 1)} {words.amount}" for at in low]
        marks.append(("best", low, [least] * len(low), marker, hovers))
    return [
        dots(
            x,
            _finite(np.array(y)),
            marker,
            f"{name}, {kind}",
            hover="%{hovertext}",
            hovertext=hovers,
            legendgroup=curve.measure,
            cliponaxis=False,
            **panel.axes(),
        )
        for kind, x, y, marker, hovers in marks
    ]


def _names(panel: _Panel, chosen: str | None, top: float, look: Look) -> list[Part]:
    """Name the panel above it, and its curves at their right ends, apart from each other."""
    ends = np.array([_last(curve) for curve, _ in panel.curves])
    heights = _spread(ends / top * panel.drawn, panel.drawn)
    head = note(
        f"<b>{PANELS[panel.family]}</b>: score",
        look.ink,
        13,
        xref="paper",
        yref="paper",
        x=panel.x_domain[0],
        y=panel.y_domain[1],
        yanchor="bottom",
        xshift=-TICKS if panel.numbered else -GAP,
        yshift=ABOVE - 22,
    )
    axes = panel.axes()
    return [head] + [
        {
            "text": f"<b>{name}</b>" if curve.measure == chosen else name,
            **({"font": {"color": look.gold}} if curve.measure == chosen else {}),
            "name": curve.measure,
            "xref": f"{axes['xaxis']} domain",
            "yref": axes["yaxis"],
            "y": end,
            "ay": float(end / top * panel.drawn - at),
        }
        for (curve, name), end, at in zip(panel.curves, ends.tolist(), heights.tolist(), strict=True)
    ]


def _last(curve: Curve) -> float:
    """Return the score at the right end; where it is infinite, the last one before that is not."""
    finite = curve.scores[np.isfinite(curve.scores)]
    return float(finite[-1]) if len(finite) else 0.0


def _axes(panel: _Panel, curve: Curve, top: float, look: Look) -> dict[str, Part]:
    suffix = "" if panel.number == 1 else str(panel.number)
    ticks = {"color": look.ink, "size": SIZE}
    axes = panel.axes()
    return {
        f"xaxis{suffix}": {
            "domain": list(panel.x_domain),
            "anchor": axes["yaxis"],
            "range": curve.amounts[[0, -1]].tolist(),
            "tickfont": ticks | {"size": 13},
        },
        f"yaxis{suffix}": {
            "domain": list(panel.y_domain),
            "anchor": axes["xaxis"],
            "range": [0, top],
            "tickfont": ticks,
            "showticklabels": panel.numbered,
            "zeroline": True,
        },
    }


def _spread(heights: FloatArray, most: float) -> FloatArray:
    """Move heights in pixels apart by at least the pitch of a label, in their order, around where they were."""
    order = np.argsort(heights, kind="stable")
    offsets = np.arange(len(heights)) * min(LABEL_PITCH, most / max(len(heights) - 1, 1))
    wanted = heights[order] - offsets  # apart enough exactly where this does not fall
    rising: NDArray[np.float64] = (np.maximum.accumulate(wanted) + np.minimum.accumulate(wanted[::-1])[::-1]) / 2
    placed = np.clip(rising, 0, max(most - offsets[-1], 0)) + offsets
    spread = np.empty_like(heights)
    spread[order] = placed
    return spread
