"""Plans drawn: cases and annotators with lines of equal budget, a second panel of annotators, cases needed."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.planning.design import Variance
from ordquant_core.analysis.planning.design import needed as detect
from ordquant_core.analysis.planning.split import BUDGETS, CASES, Option, Split
from ordquant_core.analysis.second_panel import SecondPanel
from ordquant_core.figures.parts import (
    apart,
    at_end,
    axis,
    dots,
    level,
    lines,
    note,
    outlined,
    tiles,
    written_at,
)
from ordquant_core.figures.template import LIGHT, Look, Part, faded, figure_of, mix, plain, titled
from ordquant_core.numerals import count, percent, score, setting
from ordquant_core.records import FloatArray

NEAR = 1.4  # columns of numbers of cases whose ratio is smaller would have no room for what stands in them
ROOM = 0.36, 0.14  # what a number in a cell needs to either side of its middle, in powers of two on both axes
_DIFFERENCES = np.geomspace(0.008, 0.12, 24)  # whose cases are drawn
_LINES = [votes for votes in BUDGETS if votes % 2000 == 0]  # of equally many votes


def draw_split(split: Split, ways: Sequence[Option], budget: int, label: str, *, look: Look = LIGHT) -> go.Figure:
    """Draw how many pairs are separated: a cell per number of annotators (rows) and cases (columns), both rising.

    Both axes are logarithmic: equally many votes lie on a straight line, and that of the `budget` stands out. `ways` to
    spend it, the best first, are dots; the cell of the best is framed. The numbers of pairs stand in the cells where no
    line passes.
    """
    sizes, annotators = columns(ways[0].cases if ways else None), split.annotators
    places = [split.cases.index(size) for size in sizes]
    widths, pairs = split.width[0][:, places], split.share[0][:, places] * split.pairs
    x, y = _edges(sizes), _edges(annotators)
    cells = list(product(range(len(annotators)), range(len(sizes))))
    best = [(way.cases, way.annotators) for way in ways[:1]]
    texts = [
        f"<b>{count(pairs[i, j])}</b>" if (sizes[j], annotators[i]) in best else count(pairs[i, j]) for i, j in cells
    ]
    across, up = zip(*(_free_place(x[j : j + 2], y[i : i + 2]) for i, j in cells), strict=True)
    pointed = [
        [
            f"{count(n, 'case')} × {count(k, 'annotator')}: {count(n * k, 'vote')}<br>about {count(pairs[i, j])} of "
            f"{count(split.pairs, 'pair')} separated<br>95% interval {score(widths[i, j])} wide (median pair)"
            for j, n in enumerate(sizes)
        ]
        for i, k in enumerate(annotators)
    ]
    shades = [[place, mix(look.panel, look.gold, share)] for place, share in ((0, 0.04), (1, 0.5))]
    drawn = [
        tiles(pairs, x=x, y=y, customdata=pointed, hover="%{customdata}", colorscale=shades, xgap=2, ygap=2),
        written_at(across, up, texts, {"size": 13, "color": look.ink}, "pairs"),
    ]
    notes: list[Part] = []
    for votes in _LINES:
        ends = np.clip(np.log2(votes) - y[[0, -1]], x[0], x[-1])  # where the line enters and leaves the table
        strong = votes == budget
        if ends[0] > ends[1]:
            line = {"color": look.ink, "width": 3 if strong else 0.7}
            drawn.append(lines(ends, np.log2(votes) - ends, line, count(votes)))
        if x[0] < ends[1] < x[-1]:
            text, colour = (f"<b>{count(votes)}</b>", look.ink) if strong else (count(votes), look.muted)
            notes.append(note(text, colour, x=ends[1], yref="paper", y=1, yanchor="bottom"))
    under = ["Bluer: more. Lines: equal votes."]
    if ways:
        fill = [look.ink, *[look.background] * (len(ways) - 1)]
        spent = np.log2([(way.cases, way.annotators) for way in ways])
        drawn.append(dots(spent[:, 0], spent[:, 1], outlined(9, fill, look.ink), "ways"))
        which = "most pairs separated" if ways[0].separated else "narrowest"
        under.append(f"Dots: ways to spend {count(budget)}. Frame: {which}.")
    above = 52 + 16 * len(under)
    return figure_of(
        drawn,
        look,
        title=titled(f"Pairs of runs that {label} separates, of {count(split.pairs)}", "<br>".join(under)),
        height=above + 84 + 100 * len(annotators),
        margin={"l": 44, "r": 8, "t": above, "b": 44},
        annotations=notes,
        shapes=_frame(ways[0], sizes, annotators, look) if ways else [],
        showlegend=False,
        xaxis=_logarithmic("cases", sizes, look),
        yaxis=_logarithmic("annotators per case", annotators, look),
    )


def columns(best: int | None) -> tuple[int, ...]:
    """Return the numbers of cases that are drawn: the usual ones, that of the best split in place of its neighbours.

    >>> columns(None), columns(210), columns(3000)
    ((50, 100, 200, 400, 800, 1600), (50, 100, 210, 400, 800, 1600), (50, 100, 200, 400, 800, 1600, 3000))
    """
    if best is None:
        return CASES
    return tuple(sorted({best, *(size for size in CASES if not best / NEAR < size < best * NEAR)}))


def _free_place(x: FloatArray, y: FloatArray) -> tuple[float, float]:
    """Return where a number stands in a cell with these edges: midway between lines, where the cell has most room."""
    lines_at = np.log2(np.asarray(_LINES, dtype=np.float64))
    before, beyond = np.arange(lines_at[0] - 0.5, x[0] + y[0], -1.0), np.arange(lines_at[-1] + 0.5, x[1] + y[1], 1.0)
    votes = np.sort(np.concatenate([before, (lines_at[1:] + lines_at[:-1]) / 2, beyond]))
    (wide, high), (aside, above) = (np.ptp(x), np.ptp(y)), ROOM
    sums = votes[(votes > x[0] + y[0]) & (votes < x[1] + y[1])] - x[0] - y[0]
    across = np.clip(sums * wide / (wide + high), min(aside, wide / 2), max(wide - aside, wide / 2))
    up = sums - across
    room = np.min([across / aside, (wide - across) / aside, up / above, (high - up) / above], axis=0)
    if not len(sums) or room.max() <= 0:  # too small: a dot may lie in the middle
        return float(x[0] + min(aside, wide / 2)), float(y[0] + min(above, high / 2))
    place = len(sums) - 1 - int(np.argmax(np.rint(1e6 * room[::-1])))  # the upper one of equal strips
    return float(x[0] + across[place]), float(y[0] + up[place])


def _edges(values: Sequence[int]) -> FloatArray:
    """Return where the cells of some numbers end on a logarithmic axis: half way to the next number."""
    known = np.log2(np.asarray(values, dtype=np.float64))
    steps = np.diff(known) if len(known) > 1 else np.ones(1)
    inside = (known[1:] + known[:-1]) / 2
    return np.concatenate([[known[0] - steps[0] / 2], inside, [known[-1] + steps[-1] / 2]])


def _logarithmic(title: str, values: Sequence[int], look: Look) -> Part:
    edges = _edges(values)
    ticks = {"tickvals": np.log2(values), "ticktext": [count(value) for value in values]}
    return axis(title, look, range=[edges[0], edges[-1]], showgrid=False, zeroline=False, **ticks)


def _frame(best: Option, cases: Sequence[int], annotators: Sequence[int], look: Look) -> list[Part]:
    """Outline the cell of a split, where it is one of the table."""
    if best.cases not in cases or best.annotators not in annotators:
        return []
    column, row = cases.index(best.cases), annotators.index(best.annotators)
    (x0, x1), (y0, y1) = _edges(cases)[column : column + 2], _edges(annotators)[row : row + 2]
    return [{"type": "rect", "x0": x0, "x1": x1, "y0": y0, "y1": y1, "line": {"color": look.ink, "width": 3}}]


def draw_second_panel(panel: SecondPanel, split: Split | None, label: str, *, look: Look = LIGHT) -> go.Figure:
    """Draw what a second panel scores by its number of annotators: a band, with the means of the runs where known.

    The panel is by one measure. A number of annotators whose range says little is left out of the band.
    """
    annotators, low, high = panel.by_annotators()
    known = np.flatnonzero(np.isfinite(low) & np.isfinite(high)).tolist()
    x = [annotators[place] for place in known]
    ends = (("at most", high[known]), ("at least", low[known]))
    names = [] if split is None else plain(split.runs)
    means = np.empty((0, 0)) if split is None else split.means[0]
    drawn = [
        lines(
            x,
            values,
            {"color": look.gold, "width": 2},
            name,
            **{"mode": "lines+markers", "marker": {"size": 5, "color": look.gold}},
            **({"fill": "tonexty", "fillcolor": faded(look.gold, 0.25)} if number else {}),
            customdata=[f"{count(n, 'annotator')}: {name} {score(value)}" for n, value in zip(x, values, strict=True)],
            hover="%{customdata}",
        )
        for number, (name, values) in enumerate(ends)
    ]
    numbers = () if split is None else split.annotators
    drawn.append(
        dots(
            np.repeat(np.asarray(numbers), len(names)),
            means.ravel(),
            {"size": 6, "color": look.ink, "opacity": 0.35},
            "runs",
            customdata=[f"{name}: {score(value)}" for row in means for name, value in zip(names, row, strict=True)],
            hover="%{customdata}",
        )
    )
    top = float(max(means.max(initial=0), np.max(high[known], initial=0))) * 1.08 or 1.0
    ticks = {"tickvals": list(annotators), "ticktext": [*map(count, annotators)]}
    band = f"Band: the range of its mean {label}." if known else "No band: range too wide or not known."
    if panel.unanimous[0]:
        band = "No band: all annotators of a case agree."
    runs = " Dots: the runs." if names else ""
    return figure_of(
        drawn,
        look,
        title=titled("A second panel, by its number of annotators", f"{band}{runs}"),
        height=300,
        margin={"l": 48, "r": 92, "t": 54, "b": 44},
        annotations=[at_end("second panel", look.ink, float((low + high)[known[-1]] / 2))] if known else [],
        showlegend=False,
        hovermode="closest",
        xaxis=axis("annotators per case", look, type="log", showgrid=False, **ticks),
        yaxis=axis(f"◀ better · mean {label}", look, range=[0, top], nticks=6),
    )


def draw_cases_needed(
    variance: Variance, n_cases: int, label: str, *, alpha: float, power: float, look: Look = LIGHT
) -> go.Figure:
    """Draw the cases needed to find a difference: by the pair of runs that varies most, and by the mean of all pairs.

    A dotted line stands at the cases of the pilot.
    """
    rows = [detect(variance, difference, alpha=alpha, power=power) for difference in _DIFFERENCES.tolist()]
    known = [(row.difference, row.cases, row.cases_mean) for row in rows if row.cases and row.cases_mean]
    x, largest, mean = np.array(known, dtype=np.float64).reshape(-1, 3).T
    styles = (
        ("largest variance", largest, {"color": look.gold, "width": 3}),
        ("mean variance", mean, {"color": look.muted, "width": 1.6, "dash": "dash"}),
    )
    drawn = [
        lines(
            x,
            cases,
            line,
            name,
            customdata=[f"{name}: {count(int(n), 'case')} to find {score(at)}" for at, n in zip(x, cases, strict=True)],
            hover="%{customdata}",
        )
        for name, cases, line in styles
    ]
    logs = np.log10([largest, mean])
    ends = apart(logs[:, -1], 0.06 * np.ptp(logs)) if len(x) else []
    notes = [at_end(name, look.ink, end) for (name, *_), end in zip(styles, ends, strict=False)]
    of_pilot: Part = {"xref": "paper", "x": 1, "xanchor": "right", "y": float(np.log10(n_cases)), "yshift": 9}
    return figure_of(
        drawn,
        look,
        title=titled(f"Cases needed by {label}", f"Paired t-test, level {setting(alpha)}, power {percent(power)}"),
        height=450,
        margin={"l": 56, "r": 116, "t": 54, "b": 44},
        shapes=[level(n_cases, look)],
        annotations=[*notes, note(f"pilot: {count(n_cases)}", look.ink, **of_pilot)],
        showlegend=False,
        xaxis=axis(f"difference of two means, {label}", look, nticks=6),
        yaxis=axis("cases needed", look, type="log", dtick=1, tickformat=",d"),
    )
