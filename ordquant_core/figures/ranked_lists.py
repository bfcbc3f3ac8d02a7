"""The figures of ranked lists: systems by two measures, pairs of runs, and what merging keeps of joint RIC."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.retrieval import Agreement, ListResults, Metasearch, best
from ordquant_core.figures.parts import axis, dot_of, dots, dotted, margin_for, note, outlined, short, steady
from ordquant_core.figures.template import LIGHT, Look, Part, RunStyle, figure_of, plain, run_styles
from ordquant_core.figures.template import titled as title_and_more
from ordquant_core.findings import ranked_lists as findings
from ordquant_core.numerals import score
from ordquant_core.ranked_lists.fusion import BOUNDS, METHODS
from ordquant_core.records import FloatArray

Pair = tuple[int, int]
MARGIN = {"l": 56, "r": 14, "t": 46, "b": 46}
UNTITLED = 14  # pixels above a plot whose title stands beside it


def draw_systems(
    results: ListResults, pair: Pair, measure: str, agreement: Agreement, *, titled: bool = True, look: Look = LIGHT
) -> go.Figure:
    """Draw RIC of every run against its mean by another measure; `agreement`: of these two rankings.

    The `pair` stands out in its colours and marks (A filled, B open), with its names; of the others those among the
    best by the measure are filled, and the best of all has its name. Points carry the number of their run as
    customdata. On its own it is `titled`; the second line of the title is smaller.
    """
    across, up, names = results.mean(measure), results.mean("RIC"), plain(results.runs)
    inside, chosen, quiet = set(best(across).tolist()), list(dict.fromkeys(pair)), RunStyle(look.muted, look.muted)
    leader = int(across.argmax())
    others = [run for run in range(len(names)) if run not in pair]
    groups = [
        ([run for run in others if run in inside], quiet, ""),
        ([run for run in others if run not in inside], quiet, ""),
        *(([run], style, letter) for letter, run, style in zip("AB", chosen, run_styles(look), strict=False)),
    ]
    higher = max(chosen, key=lambda run: up[run])  # its name stands above it, the other's below
    traces = []
    for members, style, letter in groups:
        filled = letter == "A" if letter else bool(inside.intersection(members))
        named: Part = {"mode": "markers", "text": None, "textposition": None}
        if letter:
            place = f"{'top' if members[0] == higher else 'bottom'} {_inwards(across, members[0])}"
            text = [f"{letter} {short(results.runs[run])}" for run in members]
            named = {"mode": "markers+text", "text": text, "textposition": place}
        traces.append(
            dots(
                across[members],
                up[members],
                dot_of(style, 12 if letter else 9, style.colour if filled else look.background),
                letter or "systems",
                textfont={"color": style.text, "size": 12},
                customdata=[[run, names[run], score(across[run]), score(up[run])] for run in members],
                hover=f"%{{customdata[1]}}<br>{measure} %{{customdata[2]}}<br>RIC %{{customdata[3]}}",
                cliponaxis=False,
                **named,
                **steady(opacity=1),
            )
        )
    right, notes = 20, []
    if leader not in pair:
        right, at = margin_for([results.runs[leader]]), {"x": across[leader], "y": up[leader]}
        notes = [note(short(results.runs[leader]), look.muted, xanchor="left", xshift=6, **at)]
    first, _, second = findings.agreement_title(agreement, len(up)).partition("<br>")
    return figure_of(
        traces,
        look,
        title=title_and_more(first, second) if titled else "",
        height=(380 if second else 360) if titled else 340,
        margin=MARGIN | {"r": right, "t": (66 if second else 46) if titled else UNTITLED},
        annotations=notes,
        xaxis=axis(f"{measure}, better ▶", look, range=_room(across)),
        yaxis=axis("RIC, more bits ▲", look, range=_room(up)),
    )


def draw_pair_differences(results: ListResults, measure: str, *, titled: bool = True, look: Look = LIGHT) -> go.Figure:
    """Draw a point per pair of runs: the absolute difference of their means by a measure, and their information's.

    Points carry the number of their pair as customdata; on its own it is `titled`. Reference: Figure 5 of [golbus2013].
    """
    runs, across, up = results.pair_differences(measure)
    names = [f"{one} · {other}" for one, other in (plain([results.runs[run] for run in pair]) for pair in runs)]
    difference = f"|Δ{plain([measure])[0]}|"
    points = dots(
        across,
        up,
        outlined(7, look.background, look.muted, 1.5),
        "pairs of runs",
        customdata=[
            [pair, names[pair], score(x), score(y)] for pair, (x, y) in enumerate(zip(across, up, strict=True))
        ],
        hover=f"%{{customdata[1]}}<br>{difference} %{{customdata[2]}}, %{{customdata[3]}} bits",
        cliponaxis=False,
        **steady(opacity=1),
    )
    ends = [1.05 * max(float(values.max(initial=0)), 1e-3) for values in (across, up)]
    return figure_of(
        [points],
        look,
        title=f"Information difference against {difference}" if titled else "",
        height=400 if titled else 360,
        margin=MARGIN if titled else MARGIN | {"t": UNTITLED},
        xaxis=axis(f"difference in {plain([measure])[0]}", look, range=[-0.04 * ends[0], ends[0]]),
        yaxis=axis("information difference, bits", look, range=[-0.04 * ends[1], ends[1]]),
    )


def draw_merging(
    metasearch: Metasearch, method: str, runs: Sequence[str], *, titled: bool = True, look: Look = LIGHT
) -> go.Figure:
    """Draw the RIC of merged lists against what their runs carry together; one method stands out, the others are pale.

    On the dotted line both are the same. Of the bounds, which sort by the judgements, only the chosen one is drawn. On
    its own it is `titled`.
    """
    across, by_method = metasearch.joint, dict(zip(METHODS, metasearch.fused, strict=True))
    fused = {key: values for key, values in by_method.items() if key == method or key not in BOUNDS}
    names = plain([" + ".join(runs[run] for run in chosen) for chosen in metasearch.sets])
    traces = []
    for key in [*(key for key in fused if key != method), method]:
        size, colour, opacity = (9, look.gold, 0.85) if key == method else (6, look.muted, 0.25)
        texts = [
            f"{score(merged)} of {score(every)} bits<br>{name}"
            for merged, every, name in zip(fused[key], across, names, strict=True)
        ]
        marker = {"size": size, "color": colour, "opacity": opacity}
        traces.append(dots(across, fused[key], marker, key, customdata=texts, hover=f"{key}: %{{customdata}}"))
    low, high = _room(np.concatenate([across, *fused.values()]))
    ends = [max(low, -0.02), high]
    title = title_and_more("What merged lists keep of joint RIC", f"blue: {method}; grey: other methods")
    return figure_of(
        traces,
        look,
        title=title if titled else "",
        height=340,
        margin=MARGIN | {"t": 66 if titled else UNTITLED},
        shapes=[dotted(look.muted, x0=ends[0], y0=ends[0], x1=high, y1=high)],
        xaxis=axis("joint RIC: what the runs carry together ▶", look, range=ends),
        yaxis=axis("RIC of the merged list, more bits ▲", look, range=ends),
    )


def _inwards(values: FloatArray, position: int) -> str:
    """Say on which side of a point its name has more room."""
    return "left" if values[position] > (values.min() + values.max()) / 2 else "right"


def _room(values: FloatArray) -> list[float]:
    """Return a range with some room on both sides of the values."""
    if not len(values):
        return [0.0, 1.0]
    least, most = float(values.min()), float(values.max())
    room = 0.1 * max(most - least, 1e-3)
    return [least - room, most + room]
