"""Plans drawn: cases and annotators, a second panel of annotators, cases needed."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.planning.design import Variance
from ordquant_core.analysis.planning.design import needed as detect
from ordquant_core.analysis.planning.split import CASES, Option, Split, best_options
from ordquant_core.analysis.second_panel import SecondPanel
from ordquant_core.figures.parts import (
    axis,
    dots,
    dotted,
    level,
    lines,
    note,
    outlined,
    tiles,
    written_at,
)
from ordquant_core.figures.template import LIGHT, Look, Part, faded, figure_of, mix, plain, titled
from ordquant_core.findings.second_panel import ends
from ordquant_core.numerals import count, percent, score, setting

TITLED = 46  # pixels above a plot
NEAR = 1.4  # a usual number of cases whose ratio to one of a way is smaller gives way to it
_DIFFERENCES = np.geomspace(0.008, 0.12, 24)  # whose cases are drawn


def draw_split(split: Split, ways: Sequence[Option], budget: int, label: str, *, look: Look = LIGHT) -> go.Figure:
    """Draw how many pairs are separated: a cell per number of annotators (rows) and cases (columns), both rising.

    The cells of the `ways` to spend the `budget`, the best first, are framed, that of the best with a thick line, and
    that of another which is best after a correction for the number of pairs.
    """
    sizes, annotators = columns([way.cases for way in ways]), split.annotators
    pairs, widths = (
        values[0][:, [split.cases.index(size) for size in sizes]] for values in (split.share * split.pairs, split.width)
    )
    cells = list(product(range(len(annotators)), range(len(sizes))))
    framed, thick = (
        [(annotators.index(way.annotators), sizes.index(way.cases)) for way in some if way.annotators in annotators]
        for some in (ways, best_options(ways, split.pairs) if ways else ())
    )
    texts = [f"<b>{count(pairs[cell])}</b>" if cell in thick else count(pairs[cell]) for cell in cells]
    pointed = [
        [
            f"{count(n, 'case')} × {count(k, 'annotator')}: {count(n * k, 'vote')}<br>about {count(pairs[i, j])} of "
            f"{count(split.pairs, 'pair')} separated<br>95% interval {score(widths[i, j])} wide (median pair)"
            for j, n in enumerate(sizes)
        ]
        for i, k in enumerate(annotators)
    ]
    shades = [[place, mix(look.panel, look.gold, share)] for place, share in ((0, 0.04), (1, 0.5))]
    rows, places = zip(*cells, strict=True)
    drawn = [
        tiles(pairs, customdata=pointed, hover="%{customdata}", colorscale=shades, xgap=2, ygap=2),
        written_at(places, rows, texts, {"size": 14, "color": look.ink}, "pairs"),
    ]
    which = "most pairs separated" if ways and ways[0].separated else "narrowest intervals"
    of_thick = f"; thick frame: {which}" if len(framed) > 1 else ""
    if len(thick) > 1:
        of_thick = "; thick: most pairs, corrected or not"
    under = f"Framed: {count(budget, 'vote')}{of_thick}." if framed else ""
    return figure_of(
        drawn,
        look,
        title=_title(f"Pairs of runs separated by {label}, of {count(split.pairs)}", under, look),
        height=TITLED + 44 + 50 * len(annotators),
        margin={"l": 44, "r": 8, "t": TITLED, "b": 44},
        shapes=[_frame(*cell, 2 + 2 * (cell in thick), look) for cell in sorted(framed, key=thick.__contains__)],
        showlegend=False,
        xaxis=_numbers("cases", sizes, look),
        yaxis=_numbers("annotators per case", annotators, look),
    )


def columns(ways: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers of cases that are drawn: those of the ways to spend a budget, and usual ones unlike these.

    >>> columns([]), columns([400, 200, 1333]), columns([3000])
    ((50, 100, 200, 400, 800, 1600), (50, 100, 200, 400, 800, 1333), (50, 100, 200, 400, 800, 1600, 3000))
    """
    usual = (size for size in CASES if not any(size / NEAR < way < size * NEAR for way in ways))
    return tuple(sorted({*ways, *usual}))


def _title(text: str, under: str, look: Look) -> Part:
    """Return a title as small as those of the tables beside the figures."""
    return titled(text, under) | {"font": {"size": 14, "weight": 600, "color": look.ink}}


def _numbers(title: str, values: Sequence[int], look: Look) -> Part:
    ticks = {"tickvals": [*range(len(values))], "ticktext": [count(value) for value in values], "ticks": ""}
    return axis(title, look, showgrid=False, **ticks)


def _frame(row: int, column: int, width: float, look: Look) -> Part:
    """Outline a cell."""
    ends = {"x0": column - 0.5, "x1": column + 0.5, "y0": row - 0.5, "y1": row + 0.5}
    return {"type": "rect", **ends, "line": {"color": look.ink, "width": width}}


def draw_second_panel(
    panel: SecondPanel, split: Split | None, label: str, planned: int | None = None, *, look: Look = LIGHT
) -> go.Figure:
    """Draw what a second panel scores by its number of annotators: a band, with the means of the runs where known.

    The panel is by one measure. A number of annotators whose range says little is left out of the band. At the number
    of the pilot, where it has one, and at the one that is `planned` stands a line; the ends of the range there are
    written.
    """
    annotators, low, high = panel.by_annotators()
    known = np.flatnonzero(np.isfinite(low) & np.isfinite(high)).tolist()
    x = [annotators[place] for place in known]
    bounds = (("at most", high[known]), ("at least", low[known]))
    names = [] if split is None else plain(split.runs)
    means = np.empty((0, 0)) if split is None else split.means[0]
    numbers = [] if split is None else [*split.annotators]
    drawn = [
        lines(
            [*numbers, None] * len(names),
            np.pad(means.T, ((0, 0), (0, 1)), constant_values=np.nan).ravel(),
            {"color": faded(look.muted, 0.45), "width": 1},
            "runs",
            customdata=[
                words
                for name, values in zip(names, means.T, strict=True)
                for words in (*(f"{name}: {score(value)}" for value in values), "")
            ],
            hover="%{customdata}",
        )
    ]
    drawn += [
        lines(
            x,
            values,
            {"color": look.gold, "width": 2, "dash": "3px,3px"},
            name,
            **{"mode": "lines+markers", "marker": {"size": 5, "color": look.gold}},
            **({"fill": "tonexty", "fillcolor": faded(look.gold, 0.25)} if number else {}),
            customdata=[f"{count(n, 'annotator')}: {name} {score(value)}" for n, value in zip(x, values, strict=True)],
            hover="%{customdata}",
        )
        for number, (name, values) in enumerate(bounds)
    ]
    most = max(1, panel.votes[0] // 2)  # annotators that the votes make two panels of: beyond, it is extrapolated
    measured = sum(number <= most for number in x)
    drawn.append(
        lines(
            [*x[:measured], None] * 2,
            [end for _, values in bounds for end in (*values[:measured], None)],
            {"color": look.gold, "width": 2},
            "from votes",
        )
    )
    seen = np.concatenate([means.ravel(), low[known], high[known]])
    bottom, top = (float(f(seen)) for f in (np.min, np.max)) if len(seen) else (0.0, 1.0)
    pad = 0.14 * (top - bottom) or 0.01
    ticks = {"tickvals": list(annotators), "ticktext": [*map(count, annotators)]}
    marked = {votes: "pilot" for votes in panel.votes if len(panel.votes) == 1 and votes in annotators}
    marked |= {votes: "plan" for votes in annotators if votes == planned and votes not in marked}
    room = 0.2 if annotators[0] in marked else 0.08  # an end of a range stands at the left of it, names at the right
    across = [float(np.log10(annotators[0])) - room, float(np.log10(annotators[-1])) + 0.08]
    whole = known[-1:] == [len(annotators) - 1]
    band = "" if known else "A band is drawn only where the ends of the range are close."
    if known and not whole:
        band = f"Band: range up to {count(x[-1], 'annotator')}."
    if measured < len(x):
        band = f"{band} Dashed: extrapolated." if band else f"Dashed: extrapolated from panels of up to {most}."
    if panel.unanimous[0]:
        band = "No band: all annotators of a case agree."
    font = {"size": 12, "color": look.ink, "shadow": ", ".join([f"0 0 3px {look.background}"] * 4)}  # over lines
    inside: Part = {"showarrow": False, "font": font}
    notes = []
    if names:
        corner: Part = {"xref": "paper", "x": 1, "yref": "paper", "y": 1, "xanchor": "right", "yanchor": "top"}
        notes.append(note(f"grey: {count(len(names), 'run')}", look.muted, yshift=-18, **corner))  # where runs end
    free = [place for place in known if annotators[place] not in marked]  # elsewhere, ends of a range are written
    for place in ([place for place in free if place in known[2:-1]] or free)[-1:]:
        of_band: Part = {"text": "second panel", "x": float(np.log10(annotators[place]))}
        right = 14 * (place == known[-1])  # of the line at the number before
        beside: Part = {"y": float(low[place]), "xanchor": "right", "yanchor": "top", "xshift": right, "yshift": -6}
        if place == known[0]:
            beside = {"y": float(high[place]), "xanchor": "left", "yanchor": "bottom", "yshift": 6}
        notes.append(of_band | inside | {"font": font | {"color": look.gold}} | beside)
    for votes, word in marked.items():
        at = float(np.log10(votes))
        top_of_line: Part = {"x": at, "y": 1, "yref": "paper", "xanchor": "left", "yanchor": "top"}
        notes.append(note(f"{word}: {count(votes)}", look.ink, xshift=5, **top_of_line))
        if votes not in x:
            continue
        range_of = [float(values[x.index(votes)]) for values in (low[known], high[known])]
        drawn.append(dots([votes, votes], range_of, outlined(10, look.background, look.gold), word))
        sides = (("right", "top", -4), ("left", "bottom", 4))
        notes += [
            {"text": f"<b>{text}</b>", "x": at, "y": y, **inside} | {"xanchor": left, "yanchor": up, "xshift": by}
            for text, y, (left, up, by) in zip(ends(*range_of), range_of, sides, strict=True)
        ]
    return figure_of(
        drawn,
        look,
        title=_title("What would a second panel score?", band, look),
        height=444,
        margin={"l": 48, "r": 14, "t": TITLED, "b": 44},
        annotations=notes,
        shapes=[dotted(look.ink, x0=votes, x1=votes, yref="paper", y0=0, y1=1) for votes in marked],
        showlegend=False,
        hovermode="closest",
        xaxis=axis("annotators per case", look, type="log", showgrid=False, range=across, **ticks),
        yaxis=axis(f"mean {label} (smaller is better)", look, range=[bottom - pad, top + pad], nticks=6),
    )


def draw_cases_needed(
    variance: Variance,
    n_cases: int,
    label: str,
    detected: float | None = None,
    *,
    alpha: float,
    power: float,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw the cases needed to find a difference: by the pair of runs that varies most, and by the mean of all pairs.

    A dotted line stands at the cases of the pilot, a dot on it at the difference that they detect, if it is drawn.
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
    if detected is not None and len(x) and x[0] <= detected <= x[-1]:
        said: Part = {"mode": "markers+text", "text": [f"detects {score(detected)}"], "textposition": "top right"}
        said |= {"textfont": {"size": 12, "color": look.ink, "weight": 600}}
        drawn.append(dots([detected], [n_cases], {"size": 9, "color": look.gold}, "detected", **said))
    sides = (("left", "bottom"), ("right", "top"))  # where a falling curve leaves room
    notes = [
        note(name, look.ink, x=x[at], y=float(np.log10(cases[at])), xanchor=left, yanchor=up)
        for (name, cases, _), (left, up) in zip(styles, sides, strict=True)
        for at in [2 * len(x) // 3] * (len(x) > 0)
    ]
    of_pilot: Part = {"xref": "paper", "x": 1, "xanchor": "right", "y": float(np.log10(n_cases)), "yshift": 9}
    return figure_of(
        drawn,
        look,
        title=_title(
            f"Cases needed by {label}", f"Paired t-test, level {setting(alpha)}, power {percent(power)}", look
        ),
        height=410,
        margin={"l": 56, "r": 14, "t": TITLED, "b": 44},
        shapes=[level(n_cases, look)],
        annotations=[*notes, note(f"pilot: {count(n_cases, 'case')}", look.ink, **of_pilot)],
        showlegend=False,
        xaxis=axis(f"difference of two means, {label}", look, nticks=6),
        yaxis=axis("cases needed", look, type="log", dtick=1, tickformat=",d"),
    )
