"""The figure of group-fair relevance: which groups a reader has met down one list, and how far that is from fair."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.parts import axis, dots, legend_below, note
from ordquant_core.figures.style import Figure, Palette, build, mix, plain
from ordquant_core.numerals import score

PALE = 0.35  # opacity of ranks without a relevant document
FEW = 12  # ranks that are all numbered
PALEST = 0.15  # of the colour of the gold, for the first group


def groups_by_rank(
    so_far: ArrayLike,
    target: ArrayLike,
    divergence: ArrayLike,
    palette: Palette,
    *,
    documents: Sequence[str],
    grades: Sequence[int],
    groups: Sequence[str],
    measure: str,
    title: str,
) -> Figure:
    """Draw a stack of group shares per rank, those met so far, beside the target's, and the divergence as a line.

    `so_far` has shape (ranks, groups). Ranks with a relevant document are bold, the others pale: these do not count.
    """
    met, fair, apart = (np.asarray(values, dtype=np.float64) for values in (so_far, target, divergence))
    n, n_groups = len(documents), len(groups)
    if met.shape != (n, n_groups) or fair.shape != (n_groups,) or apart.shape != (n,) or len(grades) != n:
        raise ShapeMismatchError(f"Give {n} ranks of {n_groups} groups, got {met.shape}, {fair.shape}, {apart.shape}.")
    places = np.append(np.arange(1, n + 1), n + 2)
    heights = np.concatenate([met, fair[None]])
    named, shown = plain(groups), [*(f"{n + 1}. {name}" for n, name in enumerate(plain(documents))), "target"]
    traces = []
    for group in range(n_groups):
        share = PALEST + (1 - PALEST) * group / max(n_groups - 1, 1)
        traces.append(
            {
                "type": "bar",
                "x": places,
                "y": heights[:, group],
                "name": named[group],
                "marker": {
                    "color": mix(palette.background, palette.gold, share),
                    "line": {"color": palette.gold, "width": 1},
                    "opacity": [*(1.0 if grade > 0 else PALE for grade in grades), 1.0],
                },
                "customdata": [[text, score(value)] for text, value in zip(shown, heights[:, group], strict=True)],
                "hovertemplate": f"%{{customdata[0]}}<br>group {named[group]}: %{{customdata[1]}}<extra></extra>",
            }
        )
    traces.append(
        dots(
            places[:n],
            apart,
            {"size": 6, "color": palette.ink},
            plain([measure])[0],
            mode="lines+markers",
            line={"color": palette.ink, "width": 2},
            customdata=[[text, score(value)] for text, value in zip(shown, apart, strict=False)],
            hover=f"%{{customdata[0]}}<br>{plain([measure])[0]} %{{customdata[1]}}",
        )
    )
    spelled = [rank for rank in range(n) if n <= FEW or rank == 0 or ((rank + 1) % 5 == 0 and rank < n - 1)]
    ticks = [f"<b>{rank + 1}</b>" if grades[rank] > 0 else str(rank + 1) for rank in spelled]
    return build(
        traces,
        palette,
        title=title,
        height=360,
        barmode="stack",
        bargap=0.15,
        margin={"l": 44, "r": 12, "t": 46, "b": 96},
        showlegend=True,
        legend=legend_below(title={"text": "group"}, traceorder="normal"),
        annotations=[] if n else [note("the list is empty", palette.muted, x=1, y=0.5)],
        xaxis=axis(
            "rank; pale: not relevant",
            palette,
            tickvals=[*(rank + 1 for rank in spelled), n + 2],
            ticktext=[*ticks, "target"],
            tickangle=0,
            showgrid=False,
        ),
        yaxis={"range": [0, 1.02]},
    )
