"""Figures 1 and 5 of Golbus and Aslam: information tau topic by topic, and pairs of runs by what only one carries."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.parts import axis, dots, dotted, legend_below, outlined, steady
from ordquant_core.figures.style import Figure, Palette, build, plain
from ordquant_core.numerals import score


def topic_information_figure(
    alone: ArrayLike,
    beyond: ArrayLike,
    topics: Sequence[str],
    palette: Palette,
    *,
    measures: tuple[str, str],
    given: str,
    title: str,
    selected: int | None = None,
    height: int = 420,
) -> Figure:
    """Draw a point per topic: the bits that two rankings share, and how many of them are left given others.

    On the dotted line nothing is explained by the others, `given` in words. Topics where information is not defined
    (NaN) are left out. Points carry the number of their topic as customdata.
    """
    across, up = np.asarray(alone, dtype=np.float64), np.asarray(beyond, dtype=np.float64)
    if not across.shape == up.shape == (len(topics),):
        raise ShapeMismatchError(f"Give values for {len(topics)} topics, got {across.shape} and {up.shape}.")
    defined = np.flatnonzero(np.isfinite(across) & np.isfinite(up)).tolist()
    names = plain(topics)
    fills = [palette.gold if topic == selected else palette.background for topic in defined]
    points = dots(
        across[defined],
        up[defined],
        outlined(9, fills, palette.gold),
        "topics",
        customdata=[[topic, names[topic], score(across[topic]), score(up[topic])] for topic in defined],
        hover=f"topic %{{customdata[1]}}<br>%{{customdata[2]}} bits, %{{customdata[3]}} beyond {plain([given])[0]}",
        cliponaxis=False,
        **steady(opacity=1),
    )
    pair = " and ".join(plain(measures))
    return build(
        [points],
        palette,
        title=title,
        height=height,
        margin={"l": 56, "r": 14, "t": 46, "b": 46},
        shapes=[dotted(palette.muted, x0=0, y0=0, x1=1, y1=1)],
        xaxis=axis(f"bits that {pair} share ▶", palette, range=[-0.03, 1.03]),
        yaxis=axis(f"bits left given {plain([given])[0]} ▲", palette, range=[-0.03, 1.03]),
    )


def difference_figure(
    score_difference: ArrayLike,
    information_difference: ArrayLike,
    pairs: Sequence[tuple[str, str]],
    palette: Palette,
    *,
    measure: str,
    title: str,
    same_team: Sequence[bool] | None = None,
    height: int = 420,
) -> Figure:
    """Draw a point per pair of runs: the absolute difference of their scores, and their information difference.

    `same_team` says which pairs one team submitted: these are filled, and a legend names both kinds. Points carry the
    number of their pair as customdata.
    """
    across, up = np.asarray(score_difference, dtype=np.float64), np.asarray(information_difference, dtype=np.float64)
    if not across.shape == up.shape == (len(pairs),) or (same_team is not None and len(same_team) != len(pairs)):
        raise ShapeMismatchError(f"Give values for {len(pairs)} pairs, got {across.shape} and {up.shape}.")
    same = np.zeros(len(pairs), dtype=np.bool_) if same_team is None else np.asarray(same_team, dtype=np.bool_)
    names = [" · ".join(plain(pair)) for pair in pairs]
    kinds = [("two teams" if same_team is not None else "pairs of runs", ~same, palette.muted, palette.background)]
    if same_team is not None:
        kinds.append(("one team", same, palette.gold, palette.gold))
    traces = []
    for name, kind, colour, fill in kinds:
        members = np.flatnonzero(kind).tolist()
        marker = outlined(7, fill, colour, 1.5)
        traces.append(
            dots(
                across[members],
                up[members],
                marker,
                name,
                customdata=[[pair, names[pair], score(across[pair]), score(up[pair])] for pair in members],
                hover=f"%{{customdata[1]}}<br>|Δ{plain([measure])[0]}| %{{customdata[2]}}, %{{customdata[3]}} bits",
                cliponaxis=False,
                **steady(opacity=1),
            )
        )
    return build(
        traces,
        palette,
        title=title,
        height=height,
        margin={"l": 56, "r": 14, "t": 46, "b": 76 if same_team is not None else 46},
        showlegend=same_team is not None,
        legend=legend_below(),
        xaxis=axis(f"|Δ{plain([measure])[0]}|", palette, rangemode="tozero"),
        yaxis=axis("information difference, bits", palette, rangemode="tozero"),
    )
