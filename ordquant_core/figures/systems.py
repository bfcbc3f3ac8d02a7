"""All runs of a task under measures: significance groups before ranks, ranks measure by measure, pairs of runs."""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.parts import apart, axis, dots, margin_for, margins_of, note, short, tiles
from ordquant_core.figures.style import Figure, Palette, build, look_of, mix, plain, titled
from ordquant_core.numerals import interval, p_error, p_text, score, setting

ROW = 19  # pixels a run
NAME = 18  # letters of a run's name
ROUNDING = 1e-12  # means that differ less are equal
BAR = 11  # pixels from one bar to the next


def groups_figure(
    means: ArrayLike,
    low: ArrayLike,
    high: ArrayLike,
    runs: Sequence[str],
    groups: Sequence[Sequence[int]],
    palette: Palette,
    *,
    measure: str,
    title: str,
    pair: Sequence[str] = (),
) -> Figure:
    """Draw runs from the best (on top) to the worst, with intervals, and a bar beside every group of runs.

    `means`, `low` and `high` have shape (runs,); a group lists runs of which no two differ significantly, neighbours in
    the ranking. `pair` names runs A and B, which have their colours. Raises `ShapeMismatchError`.
    """
    values, lows, highs = (np.asarray(side, dtype=np.float64) for side in (means, low, high))
    if not values.shape == lows.shape == highs.shape == (len(runs),) or not runs:
        raise ShapeMismatchError(f"Give a mean and an interval for each of the {len(runs)} runs.")
    order = np.argsort(values, kind="stable")
    place = np.empty(len(runs), dtype=np.int64)
    place[order] = np.arange(len(runs))
    shown = [look_of(run, pair, palette, others=palette.ink) for run in runs]
    names = plain(runs)
    bars = _columns([(min(place[list(group)]), max(place[list(group)])) for group in groups])
    columns = max((column for *_, column in bars), default=0) + 1
    whiskers = {"type": "data", "symmetric": False, "thickness": 1.5, "width": 0, "color": palette.muted}
    traces = [
        dots(
            values[order],
            np.arange(len(runs)),
            {
                "size": 9,
                "color": [shown[run].colour for run in order],
                "symbol": [shown[run].symbol for run in order],
            },
            "means",
            error_x=whiskers | {"array": (highs - values)[order], "arrayminus": (values - lows)[order]},
            customdata=[
                f"{names[run]}<br>mean {score(values[run])}, 95% interval {interval(lows[run], highs[run])}"
                for run in order
            ],
            hover="%{customdata}",
        )
    ]
    shapes = [
        {
            "type": "line",
            "xref": "paper",
            "yref": "y",
            "xsizemode": "pixel",
            "xanchor": 1,
            "x0": 8 + BAR * column,
            "x1": 8 + BAR * column,
            "y0": first - 0.32,
            "y1": last + 0.32,
            "line": {"color": palette.ink, "width": 4},
        }
        for first, last, column in bars
    ]
    return build(
        traces,
        palette,
        title=title,
        height=118 + ROW * len(runs),
        margin={"l": margin_for(runs, NAME), "r": 14 + BAR * columns, "t": 46, "b": 44},
        shapes=shapes,
        xaxis=axis(f"◀ better · mean {measure} · worse ▶", palette, nticks=6),
        yaxis={
            "range": [len(runs) - 0.4, -0.6],
            "showgrid": False,
            "tickvals": list(range(len(runs))),
            "ticktext": [short(runs[run], NAME) for run in order],
        },
    )


def bump_figure(
    ranks: ArrayLike,
    runs: Sequence[str],
    measures: Sequence[str],
    palette: Palette,
    *,
    title: str,
    pair: Sequence[str] = (),
    under: str = "",
    yours: Collection[str] = (),
    marked: int | None = None,
    across: bool = False,
) -> Figure:
    """Draw the rank of every run by every measure, (measures, runs), one line per run; measure `marked` stands out.

    `pair` names runs A and B, which have their colours; `yours` have strong lines, the first without gaps. `under`: a
    line under the title. `across`: ranks from left to right, for few measures, the names above and below; `yours` are
    amber, as where measures disagree. Raises `ShapeMismatchError`.
    """
    places = np.asarray(ranks, dtype=np.float64)
    if places.shape != (len(measures), len(runs)) or not places.size:
        raise ShapeMismatchError(f"Give a rank by {len(measures)} measures for {len(runs)} runs, got {places.shape}.")
    x = np.arange(len(measures))
    emphasis = palette.disagreement if across else palette.ink
    strong, rank = {*pair, *yours}, "%{x}" if across else "%{y}"
    order = sorted(range(len(runs)), key=lambda run: (runs[run] in strong, runs[run] in pair))  # A and B on top
    columns = plain(measures)
    shown = [look_of(run, pair, palette, others=palette.ink) for run in runs]
    traces = [
        dots(
            places[:, run] if across else x,
            x if across else places[:, run],
            {"size": 7 if runs[run] in strong else 5, "symbol": shown[run].symbol},
            name,
            mode="lines+markers",
            line={
                "color": emphasis if runs[run] in yours else shown[run].colour,
                "width": 3 if runs[run] in strong else 1.3,
                "dash": "dash" if runs[run] in [*yours][1:] and not across else shown[run].dash,
            },
            opacity=1 if runs[run] in strong else 0.7,
            text=[name] * len(x),
            customdata=columns,
            hover=f"%{{text}}: rank {rank} by %{{customdata}}",
        )
        for run, name in ((run, plain([runs[run]])[0]) for run in order)
    ]
    ended = [f"<b>{name}</b>" if run in strong else name for run in runs for name in [short(run, NAME)]]
    left, below = margins_of(measures, 34, 84)
    if across:
        room, above = margin_for(runs, NAME), 28 if title else 0
        return build(
            traces,
            palette,
            title=title,
            height=2 * room + 112 + above,
            margin={"l": left + 40, "r": 12, "t": room + 20 + above, "b": room},
            annotations=[
                *(
                    note(name, look.text, x=end, y=at, yanchor=anchor, yshift=shift, yref="paper", textangle=-90)
                    for row, at, anchor, shift in ((places[0], 1, "bottom", 4), (places[-1], 0, "top", -4))
                    for name, look, end in zip(ended, shown, apart(row, 0.85), strict=True)
                ),
                *(
                    note(said, palette.muted, x=at, y=1, yanchor="bottom", yshift=room + 4, yref="paper")
                    for at, said in [(1, "rank 1"), *((n, str(n)) for n in range(5, len(runs) + 1, 5))]
                ),
            ],
            showlegend=False,
            hovermode="closest",
            xaxis={"range": [0.4, len(runs) + 0.6], "showgrid": False, "showticklabels": False, "ticks": ""},
            yaxis={"range": [len(measures) - 0.9, -0.1], "tickvals": x, "ticktext": columns, "showgrid": False},
        )
    height = max(240, 118 + ROW * len(runs)) + below - 84  # the title of the axis must fit
    ends = apart(places[-1], 0.85)
    notes = [
        note(name, look.text, xref="paper", x=1, xshift=6, y=end, xanchor="left")
        for name, look, end in zip(ended, shown, ends, strict=True)
    ]
    band = {"type": "rect", "yref": "paper", "y0": 0, "y1": 1, "layer": "below", "line": {"width": 0}}
    shapes = [] if marked is None else [band | {"x0": marked - 0.3, "x1": marked + 0.3, "fillcolor": palette.line}]
    return build(
        traces,
        palette,
        title=titled(title, under),
        height=height,
        margin={"l": 34, "r": margin_for(runs, NAME), "t": 46, "b": below},
        annotations=notes,
        shapes=shapes,
        hovermode="closest",
        xaxis={
            "range": [-0.3, len(measures) - 0.7],
            "tickvals": x,
            "ticktext": columns,
            "tickangle": -60,
            "showgrid": False,
        },
        yaxis=axis(
            "worse ◀ rank ▶ better",
            palette,
            range=[max(len(runs), *ends) + 0.6, 0.4],
            showgrid=False,
            tickvals=[1, *range(5, len(runs) + 1, 5)] if len(runs) >= 5 else list(range(1, len(runs) + 1)),
        ),
    )


def _smaller(gap: float, name: str) -> str:
    """Say which of two means is smaller, that of the first run in the order of the means, if they differ."""
    return f"smaller mean: {name}" if abs(gap) > ROUNDING else "equal means"


def significance_figure(
    p_values: ArrayLike,
    differences: ArrayLike,
    effect_sizes: ArrayLike,
    runs: Sequence[str],
    palette: Palette,
    *,
    n_trials: int,
    level: float,
    title: str,
) -> Figure:
    """Draw for every pair of runs, given from the best to the worst, how sure a test is that they differ.

    `p_values`, counted in `n_trials`, and what a cell shows beside them when it is pointed at have the shape
    (runs, runs); only pairs below the diagonal are drawn. Raises `ShapeMismatchError`.
    """
    p, gaps, effects = (np.asarray(table, dtype=np.float64) for table in (p_values, differences, effect_sizes))
    if {p.shape, gaps.shape, effects.shape} != {(len(runs), len(runs))}:
        raise ShapeMismatchError(f"Give one row and one column per run, got {p.shape} for {len(runs)} runs.")
    names, errors = plain(runs), np.sqrt(p * (1 - p) / n_trials)

    def pointed(i: int, j: int) -> list[str]:
        if j >= i:  # not drawn
            return []
        values = score(abs(gaps[i, j])), score(abs(effects[i, j])), _smaller(gaps[i, j], names[j])
        return [f"{names[j]} against {names[i]}", *plain([p_text(p[i, j], n_trials)]), p_error(errors[i, j]), *values]

    limits = sorted({limit for limit in (0.001, 0.01) if limit < level} | {level})
    steps = np.searchsorted(limits, p, side="right").astype(np.float64)  # p < limit: below it
    drawn = np.where(np.tri(len(runs), k=-1, dtype=np.bool_), steps, np.nan)
    n_steps = len(limits) + 1
    shades = [mix(palette.panel, palette.ink, share) for share in np.linspace(0.88, 0.4, n_steps - 1)]
    colours = [*shades, palette.panel]
    bounds = [step / n_steps for step in range(n_steps + 1)]
    scale = [[bound, colour] for i, colour in enumerate(colours) for bound in (bounds[i], bounds[i + 1])]
    named = [short(run, NAME) for run in runs]
    below = margin_for(runs, NAME)
    height = max(180 + below, 150 + ROW * len(runs))  # four words must fit beside the scale
    table = tiles(
        drawn,
        x=np.arange(len(runs)),
        y=np.arange(len(runs)),
        customdata=[[pointed(i, j) for j in range(len(runs))] for i in range(len(runs))],
        hover="%{customdata[0]}<br>p %{customdata[1]}, standard error %{customdata[2]}<br>"
        "difference %{customdata[3]}, effect size %{customdata[4]}, %{customdata[5]}",
        zmin=-0.5,
        zmax=n_steps - 0.5,
        colorscale=scale,
        showscale=True,
        colorbar={
            "tickvals": list(range(n_steps)),
            "ticktext": [*(f"p < {setting(limit)}" for limit in limits), "not significant"],
            "tickfont": {"color": palette.ink, "size": 12},
            "thickness": 12,
            "outlinewidth": 0,
            "len": max(96, (height - 46 - below) // 2),
            "lenmode": "pixels",
            "y": 1,
            "yanchor": "top",
            "x": 0.62,
            "xanchor": "left",
        },
    )
    ticks = {"tickvals": list(range(len(runs))), "ticktext": named, "showgrid": False}
    return build(
        [table],
        palette,
        title=title,
        height=height,
        margin={"l": below, "r": 12, "t": 46, "b": below},
        xaxis={**ticks, "tickangle": -90, "range": [-0.5, len(runs) - 1.5]},
        yaxis={**ticks, "range": [len(runs) - 0.5, 0.5]},
    )


def _columns(bars: Sequence[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Give every bar, from a first to a last row, the first column in which it touches no other."""
    ends: list[int] = []  # the last row taken in every column
    placed = []
    for first, last in sorted(bars):
        column = next((number for number, end in enumerate(ends) if end < first), len(ends))
        ends[column : column + 1] = [last]
        placed.append((int(first), int(last), column))
    return placed
