"""Plans drawn: cases and annotators with lines of equal budget, the noise floor, cases needed."""

from collections.abc import Sequence
from itertools import repeat
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ordquant_core.analysis.planning.design import Variance
from ordquant_core.analysis.planning.design import needed as detect
from ordquant_core.analysis.planning.split import BUDGETS, CASES, Option, Split
from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.parts import (
    apart,
    axis,
    dots,
    lines,
    note,
    outlined,
    tiles,
    written_at,
)
from ordquant_core.figures.template import LIGHT, Look, Part, figure_of, mix, plain, titled
from ordquant_core.numerals import count, percent, score, setting, short
from ordquant_core.records import FloatArray

NEAR = 1.4  # columns of numbers of cases whose ratio is smaller would have no room for what stands in them
_DIFFERENCES = np.geomspace(0.008, 0.12, 24)  # whose cases are drawn
ROOM = 0.3, 0.15  # what a number in a cell needs to either side of its middle, in powers of two on both axes


def split_figure(
    widths: ArrayLike,
    separated: ArrayLike,
    cases: Sequence[int],
    annotators: Sequence[int],
    *,
    pairs: int,
    budgets: Sequence[int],
    budget: int,
    title: str,
    under: Sequence[str] = (),
    ways: Sequence[tuple[int, int]] = (),
    look: Look = LIGHT,
) -> go.Figure:
    """Draw how narrow an interval becomes: a cell per number of annotators (rows) and cases (columns), both rising.

    `widths` and `separated` (shares of the pairs) have the shape (annotators, cases). Both axes are logarithmic:
    equally many votes lie on a straight line. `budgets` are such lines, `budget` among them stands out. `ways` to spend
    it, (cases, annotators) with the best first, are dots; the cell of the best is framed. The widths stand in the cells
    where no line passes; lines `under` the title say what is seen. Raises `ShapeMismatchError`.
    """
    width, share = np.asarray(widths, dtype=np.float64), np.asarray(separated, dtype=np.float64)
    if not width.shape == share.shape == (len(annotators), len(cases)) or not width.size:
        raise ShapeMismatchError(
            f"Give one row per number of annotators, one column per number of cases: {width.shape}."
        )
    x, y = _edges(cases), _edges(annotators)
    found = np.rint(share * pairs).astype(int)
    pointed = [
        [
            f"{count(n, 'case')} × {count(k, 'annotator')}: {count(n * k, 'vote')}<br>interval {score(width[i, j])} "
            f"wide<br>{count(int(found[i, j]))} of {count(pairs, 'pair')} separated"
            for j, n in enumerate(cases)
        ]
        for i, k in enumerate(annotators)
    ]
    logs = -np.log(np.maximum(width, 1e-12))
    shades = [[place, mix(look.panel, look.gold, share)] for place, share in ((0, 0.04), (1, 0.5))]
    cells = [(i, j) for i in range(len(annotators)) for j in range(len(cases))]
    best = [[(cases[j], annotators[i])] == [*ways[:1]] for i, j in cells]
    numbers = map(short, width.ravel().tolist(), repeat(3))
    texts = [f"<b>{text}</b>" if chosen else text for text, chosen in zip(numbers, best, strict=True)]
    across, up = zip(*(_free_place(x[j : j + 2], y[i : i + 2], budgets) for i, j in cells), strict=True)
    drawn = [
        tiles(logs, x=x, y=y, customdata=pointed, hover="%{customdata}", colorscale=shades, xgap=2, ygap=2),
        written_at(across, up, texts, {"size": 13, "color": look.ink}, "widths"),
    ]
    notes: list[Part] = []
    above = 52 + 16 * len(under)
    for votes in budgets:
        ends = np.clip(np.log2(votes) - y[[0, -1]], x[0], x[-1])  # where the line enters and leaves the table
        strong = votes == budget
        if ends[0] > ends[1]:
            drawn.append(
                lines(ends, np.log2(votes) - ends, {"color": look.ink, "width": 3 if strong else 0.7}, count(votes))
            )
        if x[0] < ends[1] < x[-1]:
            said = f"<b>{count(votes)}</b>" if strong else count(votes)
            place: dict[str, Any] = {"x": ends[1], "yref": "paper", "y": 1, "yanchor": "bottom"}
            notes.append(note(said, look.ink if strong else look.muted, **place))
    if len(ways):
        fill = [look.ink, *[look.background] * (len(ways) - 1)]
        spent = np.log2(np.asarray(ways, dtype=np.float64))
        drawn.append(dots(spent[:, 0], spent[:, 1], outlined(9, fill, look.ink), "ways"))
    return figure_of(
        drawn,
        look,
        title=titled(title, "<br>".join(under)),
        height=above + 84 + 72 * len(annotators),
        margin={"l": 44, "r": 8, "t": above, "b": 44},
        annotations=notes,
        shapes=_frame(ways[0], cases, annotators, look) if len(ways) else [],
        showlegend=False,
        xaxis=_logarithmic("cases", cases, look),
        yaxis=_logarithmic("annotators per case", annotators, look),
    )


def _free_place(x: FloatArray, y: FloatArray, budgets: Sequence[int]) -> tuple[float, float]:
    """Return where a number stands in a cell with these edges: midway between lines, where the cell has most room."""
    lines_at = np.sort(np.log2(np.asarray(budgets, dtype=np.float64)))
    first, last = (lines_at[0], lines_at[-1]) if len(lines_at) else (0.0, 0.0)
    before, beyond = np.arange(first - 0.5, x[0] + y[0], -1.0), np.arange(last + 0.5, x[1] + y[1], 1.0)
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


def _frame(chosen: tuple[int, int], cases: Sequence[int], annotators: Sequence[int], look: Look) -> list[Part]:
    """Outline the cell of a split, where it is one of the table."""
    if chosen[0] not in cases or chosen[1] not in annotators:
        return []
    x, y = (
        _edges(values)[[place, place + 1]]
        for values, place in ((cases, cases.index(chosen[0])), (annotators, annotators.index(chosen[1])))
    )
    line = {"color": look.ink, "width": 3}
    return [{"type": "rect", "x0": x[0], "x1": x[1], "y0": y[0], "y1": y[1], "line": line}]


def floor_figure(
    annotators: Sequence[int],
    floors: ArrayLike,
    means: ArrayLike,
    runs: Sequence[str],
    *,
    measure: str,
    title: str,
    under: str = "",
    chosen: int | None = None,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw the noise floor by the number of annotators, and the means of the runs, (annotators, runs), above it.

    The floors stand below their line, where they have room. Raises `ShapeMismatchError`.
    """
    low, values = np.asarray(floors, dtype=np.float64), np.asarray(means, dtype=np.float64)
    if low.shape != (len(annotators),) or values.shape != (len(annotators), len(runs)):
        raise ShapeMismatchError(
            f"Give a floor and the means of {len(runs)} runs for each of {len(annotators)} numbers."
        )
    names = plain(runs)
    each = np.repeat(np.asarray(annotators), len(runs))
    strong = each == chosen
    drawn = [
        lines(
            list(annotators),
            low,
            {"color": look.ink, "width": 2.5},
            "noise floor",
            fill="tozeroy",
            fillcolor=look.line,
            customdata=[
                f"{count(number, 'annotator')}: floor {score(value)}" for number, value in _zip(annotators, low)
            ],
            hover="%{customdata}",
        ),
        dots(
            each,
            values.ravel(),
            {"size": np.where(strong, 8, 6), "color": look.gold, "opacity": np.where(strong, 0.9, 0.35)},
            "runs",
            customdata=[f"{name}: {score(value)}" for row in values for name, value in zip(names, row, strict=True)],
            hover="%{customdata}",
        ),
    ]
    dotted = {
        "type": "line",
        "yref": "paper",
        "y0": 0,
        "y1": 1,
        "line": {"color": look.ink, "dash": "dot", "width": 1},
    }
    top = float(max(values.max(initial=0), low.max())) * 1.08
    ends = [(float(low[-1]), "noise floor")]
    if len(runs):
        ends.append((float(np.median(values[-1])), "runs"))
    places = apart([end for end, _ in ends], 0.08 * top)
    notes = [
        note(said, look.ink, xref="paper", x=1, xanchor="left", xshift=6, y=place)
        for (_, said), place in zip(ends, places, strict=True)
    ]
    notes += [
        note(
            f"<b>{score(value)}</b>" if number == chosen else score(value),
            look.ink,
            x=float(np.log10(number)),
            xanchor="left" if number == annotators[0] else "right" if number == annotators[-1] else "center",
            y=value,
            yanchor="top",
            yshift=-16 if number == annotators[0] else -8,  # the line falls to the right
            bgcolor=look.line,
            borderpad=0,
        )
        for number, value in _zip(annotators, low)
        if value > 0.2 * top
    ]
    return figure_of(
        drawn,
        look,
        title=titled(title, under),
        height=300,
        margin={"l": 48, "r": 84, "t": 54 if under else 46, "b": 44},
        annotations=notes,
        shapes=[] if chosen is None else [dotted | {"x0": chosen, "x1": chosen}],
        showlegend=False,
        hovermode="closest",
        xaxis=axis(
            "annotators per case",
            look,
            type="log",
            showgrid=False,
            tickvals=list(annotators),
            ticktext=[*map(count, annotators)],
        ),
        yaxis=axis(f"◀ better · mean {measure}", look, range=[0, max(top, *places)], nticks=6),
    )


def needed_figure(
    differences: ArrayLike,
    needed: ArrayLike,
    needed_high: ArrayLike,
    *,
    n_cases: int,
    measure: str,
    title: str,
    under: str = "",
    look: Look = LIGHT,
) -> go.Figure:
    """Draw the cases needed to find a difference, by the variance of the pilot and by its upper limit.

    A dotted line stands at the cases of the pilot.
    """
    x = np.asarray(differences, dtype=np.float64)
    rows = (
        ("by the pilot", needed, {"color": look.gold, "width": 3}),
        ("upper limit", needed_high, {"color": look.muted, "width": 1.6, "dash": "dash"}),
    )
    drawn = [
        lines(
            x,
            np.asarray(sizes, dtype=np.float64),
            line,
            name,
            customdata=[f"{name}: {count(int(size), 'case')} to find {score(at)}" for at, size in _zip(x, sizes)],
            hover="%{customdata}",
        )
        for name, sizes, line in rows
    ]
    line = {"color": look.ink, "dash": "dot", "width": 1}
    pilot = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": n_cases, "y1": n_cases, "line": line}
    known = np.log10([np.asarray(sizes, dtype=np.float64) for _, sizes, _ in rows])
    ends = apart(known[:, -1], 0.06 * np.ptp(known)) if len(x) else []
    notes = [
        note(name, look.ink, xref="paper", x=1, xanchor="left", xshift=6, y=end)
        for (name, _, _), end in zip(rows, ends, strict=False)
    ]
    at: Part = {"xref": "paper", "x": 1, "xanchor": "right", "y": float(np.log10(n_cases)), "yshift": 9}
    notes.append(note(f"pilot: {count(n_cases)}", look.ink, **at))
    return figure_of(
        drawn,
        look,
        title=titled(title, under),
        height=450,
        margin={"l": 56, "r": 92, "t": 54 if under else 46, "b": 44},
        shapes=[pilot],
        annotations=notes,
        showlegend=False,
        xaxis=axis(f"difference of two means, {measure}", look, nticks=6),
        yaxis=axis("cases needed", look, type="log", dtick=1, tickformat=",d"),
    )


def _zip(first: ArrayLike, second: ArrayLike) -> list[tuple[Any, Any]]:
    return list(zip(np.asarray(first).tolist(), np.asarray(second).tolist(), strict=True))


def draw_split(found: Split, ways: Sequence[Option], budget: int, label: str, *, look: Look = LIGHT) -> go.Figure:
    """Draw the width of an interval for every number of cases with every number of annotators."""
    shown = columns(ways[0].cases if ways else None)
    places = [found.cases.index(size) for size in shown]
    return split_figure(
        found.width[0][:, places],
        found.share[0][:, places],
        shown,
        found.annotators,
        pairs=found.pairs,
        budgets=[one for one in BUDGETS if one % 2000 == 0],
        budget=budget,
        ways=[(way.cases, way.annotators) for way in ways],
        title=f"How wide is a 95% interval in {label}?",
        under=[
            "Median pair of runs. Bluer: narrower. Lines: equal votes.",
            *[f"Dots: ways to spend {count(budget)}. Frame: {_best(way)}." for way in ways[:1]],
        ],
        look=look,
    )


def columns(best: int | None) -> tuple[int, ...]:
    """Return the numbers of cases that are drawn: the usual ones, that of the best split in place of its neighbours.

    >>> columns(None), columns(210), columns(3000)
    ((50, 100, 200, 400, 800, 1600), (50, 100, 210, 400, 800, 1600), (50, 100, 200, 400, 800, 1600, 3000))
    """
    if best is None:
        return CASES
    return tuple(sorted({best, *(size for size in CASES if not best / NEAR < size < best * NEAR)}))


def _best(way: Option) -> str:
    return "most pairs separated" if way.separated else "narrowest"


def draw_noise_floor(
    annotators: Sequence[int],
    floors: FloatArray,
    found: Split | None,
    ways: Sequence[Option],
    label: str,
    *,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw the noise floor by the number of annotators, with the means of the runs above it where they are known."""
    chosen = ways[0].annotators if ways else annotators[-1]
    floor = dict(zip(annotators, floors.tolist(), strict=True))[chosen]
    return floor_figure(
        annotators,
        floors,
        np.empty((len(annotators), 0)) if found is None else found.means[0],
        () if found is None else found.runs,
        measure=label,
        chosen=chosen,
        title=f"Noise floor: {score(floor)} with {count(chosen, 'annotator')}",
        under=f"Mean {label} that the true distributions would still score",
        look=look,
    )


def draw_cases_needed(
    variance: Variance, n_cases: int, label: str, *, alpha: float, power: float, look: Look = LIGHT
) -> go.Figure:
    """Draw the cases needed, by the difference that is to be detected."""
    rows = [detect(variance, difference, alpha=alpha, power=power) for difference in _DIFFERENCES.tolist()]
    known = [(row.difference, row.cases, row.cases_high) for row in rows if row.cases and row.cases_high]
    return needed_figure(
        [difference for difference, _, _ in known],
        [cases for _, cases, _ in known],
        [high for _, _, high in known],
        n_cases=n_cases,
        measure=label,
        title=f"Cases needed by {label}",
        under=f"Paired t-test, level {setting(alpha)}, power {percent(power)}",
        look=look,
    )
