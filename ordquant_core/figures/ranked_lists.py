"""The figures of ranked lists: systems under two measures, two runs topic by topic, lists, and what merging gives.

Among them Figures 1 and 5 of Golbus and Aslam: information tau topic by topic, and pairs of runs by what only one
carries.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ordquant_core.analysis.list_results import ListResults, TopicInformation
from ordquant_core.analysis.retrieval import Agreement, Metasearch, best
from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.colour_table import shortened
from ordquant_core.figures.parts import axis, dot_of, dots, dotted, legend_below, lines, note, outlined, steady
from ordquant_core.figures.template import LIGHT, Look, RunStyle, figure_of, mix, plain, run_styles, titled
from ordquant_core.findings import ranked_lists as findings
from ordquant_core.numerals import count, listed, score
from ordquant_core.ranked_lists.collection import Topic
from ordquant_core.ranked_lists.fusion import METHODS
from ordquant_core.records import FloatArray

Pair = tuple[int, int]
WIDE = 40  # documents of a list that are drawn large


@dataclass(frozen=True, slots=True)
class Strip:
    """One ranked list, judged documents only, from the top."""

    run: str
    documents: tuple[str, ...]
    grades: tuple[int, ...]
    counted: int  # documents up to the last relevant one


def system_scatter(
    x: ArrayLike,
    y: ArrayLike,
    runs: Sequence[str],
    *,
    axes: tuple[str, str],
    title: str,
    pair: Sequence[int],
    best: Sequence[int] = (),
    height: int = 400,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw one point per system: `pair` (A, B) in their colours and named, those among the `best` filled.

    Points carry the number of their system as customdata. A second line of the `title`, after <br>, is smaller.
    """
    across, up = _vectors(x, y, len(runs))
    names, inside, quiet = plain(runs), set(best), RunStyle(look.muted, look.muted)
    others = [run for run in range(len(runs)) if run not in pair]
    groups = [
        ([run for run in others if run in inside], quiet, ""),
        ([r for r in others if r not in inside], quiet, ""),
    ]
    groups += [([run], style, letter) for letter, run, style in zip("AB", pair, run_styles(look), strict=False)]
    higher = max(pair, key=lambda run: up[run], default=None)  # its name stands above it, the other's below
    first, _, second = title.partition("<br>")
    traces = []
    for members, style, letter in groups:
        filled = bool(inside.intersection(members))
        traces.append(
            dots(
                across[members],
                up[members],
                dot_of(style, 12 if letter else 9, style.colour if filled else look.background),
                letter or "systems",
                mode="markers+text" if letter else "markers",
                text=[f"{letter} {shortened(runs[run])}" for run in members] if letter else None,
                textposition=f"{'top' if members[0] == higher else 'bottom'} {_inwards(across, members[0])}"
                if letter
                else None,
                textfont={"color": style.text, "size": 12},
                customdata=[[run, names[run], score(across[run]), score(up[run])] for run in members],
                hover=f"%{{customdata[1]}}<br>{axes[0]} %{{customdata[2]}}<br>{axes[1]} %{{customdata[3]}}",
                cliponaxis=False,
                **steady(opacity=1),
            )
        )
    return figure_of(
        traces,
        look,
        title=titled(first, second),
        height=height,
        margin={"l": 56, "r": 20, "t": 46, "b": 46},
        xaxis=axis(f"{axes[0]}, better ▶", look, range=_room(across)),
        yaxis=axis(f"{axes[1]}, better ▲", look, range=_room(up)),
    )


def topic_figure(
    a: ArrayLike,
    b: ArrayLike,
    topics: Sequence[str],
    *,
    runs: tuple[str, str],
    measure: str,
    title: str,
    selected: int | None = None,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw both runs' scores topic by topic, ordered by their difference, A's gains on top.

    Points carry the number of their topic as customdata.
    """
    first, second = _vectors(a, b, len(topics))
    order = np.lexsort((-np.arange(len(topics)), first - second))
    positions = np.arange(len(topics))
    ends = np.stack([first, second, np.full(len(topics), np.nan)], axis=1)[order]
    line = {"color": look.line, "width": 4}
    traces = [lines(ends.ravel(), np.repeat(positions, 3), line, "difference", showlegend=False)]
    names, full = plain(runs), plain(topics)
    for letter, name, values, style in zip("AB", names, (first, second), run_styles(look), strict=True):
        traces.append(
            dots(
                values[order],
                positions,
                dot_of(style, 9, style.colour if letter == "A" else look.background),
                f"{letter} {shortened(runs['AB'.index(letter)])}",
                customdata=[[int(topic), full[topic], f"{letter} {name} {score(values[topic])}"] for topic in order],
                hover="topic %{customdata[1]}<br>%{customdata[2]}",
                **steady(opacity=1),
            )
        )
    band = {"type": "rect", "xref": "paper", "x0": 0, "x1": 1, "layer": "below"}
    colours = {"fillcolor": look.panel, "line": {"color": look.muted, "width": 1}}
    at = [position for position in positions.tolist() if order[position] == selected]
    return figure_of(
        traces,
        look,
        title=title,
        height=128 + 18 * len(topics),
        margin={"l": 20 + 7 * max((len(shortened(topic)) for topic in topics), default=0), "r": 14, "t": 46, "b": 76},
        shapes=[{**band, **colours, "y0": position - 0.5, "y1": position + 0.5} for position in at],
        showlegend=True,
        legend=legend_below(),
        xaxis=axis(f"{measure}, better ▶", look, range=[-0.03, 1.03]),
        yaxis={
            "tickvals": positions,
            "ticktext": [shortened(topics[topic]) for topic in order],
            "tickfont": {"size": 12, "color": look.ink},
            "range": [-0.7, len(topics) - 0.3],
            "showgrid": False,
        },
    )


def list_figure(strips: Sequence[Strip], *, largest: int, title: str, look: Look = LIGHT) -> go.Figure:
    """Draw the lists of A and B as rows of documents from the top: the fuller a square, the higher its grade.

    `largest` is the largest grade there is. What stands after the last relevant document is pale: it does not count.
    """
    longest = max((len(strip.documents) for strip in strips), default=0)
    traces, notes = [], []
    for row, strip in enumerate(strips):
        colour, text = ((look.run_a, look.run_a_text), (look.run_b, look.run_b_text))[row % 2]
        n = len(strip.documents)
        pale = [position >= strip.counted for position in range(n)]
        remarks = [", after the last relevant one: does not count" if late else "" for late in pale]
        traces.append(
            dots(
                np.arange(1, n + 1),
                [-row] * n,
                {
                    "symbol": "square",
                    "size": 15 if longest <= WIDE else 9 if longest <= 2 * WIDE else 5,
                    "color": [mix(look.background, colour, grade / max(largest, 1)) for grade in strip.grades],
                    "opacity": [0.25 if late else 1.0 for late in pale],
                    "line": {"color": colour, "width": 1.2},
                },
                "AB"[row % 2],
                customdata=list(zip(plain(strip.documents), strip.grades, remarks, strict=True)),
                hover="%{x}. %{customdata[0]}, grade %{customdata[1]}%{customdata[2]}",
            )
        )
        label = f"{'AB'[row % 2]} {shortened(strip.run)}"
        notes.append(note(label, text, xref="paper", x=0, xanchor="left", y=0.42 - row))
    return figure_of(
        traces,
        look,
        title=title,
        height=100 + 52 * len(strips),
        margin={"l": 12, "r": 12, "t": 46, "b": 44},
        annotations=notes,
        xaxis=axis(
            "◀ top · judged documents, in the order of the list",
            look,
            range=[0.2, max(longest, 12) + 0.8],
            showgrid=False,
        ),
        yaxis={"visible": False, "range": [0.4 - len(strips), 0.75]},
    )


def metasearch_figure(
    joint: ArrayLike,
    fused: Mapping[str, ArrayLike],
    method: str,
    *,
    title: str,
    sets: Sequence[str],
    own: tuple[float, float] | None = None,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw the RIC of merged lists against what their runs carry together; one method stands out, the others are pale.

    `sets` name the runs of every point, `own` is (joint, merged) of the visitor's own set. On the dotted line both are
    the same.
    """
    across = np.asarray(joint, dtype=np.float64)
    names = plain(sets)
    traces = []
    for key in [*(key for key in fused if key != method), method]:
        chosen, up = key == method, np.asarray(fused[key], dtype=np.float64)
        if not up.shape == across.shape == (len(sets),):
            raise ShapeMismatchError(f"{key} has {up.shape} values for {len(sets)} sets of runs.")
        traces.append(
            dots(
                across,
                up,
                {
                    "size": 9 if chosen else 6,
                    "color": look.gold if chosen else look.muted,
                    "opacity": 0.85 if chosen else 0.25,
                },
                key,
                customdata=[
                    f"{score(merged)} of {score(every)} bits<br>{name}"
                    for merged, every, name in zip(up, across, names, strict=True)
                ],
                hover=f"{key}: %{{customdata}}",
            )
        )
    if own is not None:
        traces.append(
            dots(
                [own[0]],
                [own[1]],
                {"size": 15, "symbol": "diamond-open", "color": look.ink, "line": {"width": 2.5}},
                "your set",
                hover=f"your set, {method}: {score(own[1])} of {score(own[0])} bits",
            )
        )
    shown = np.concatenate([across, *(np.asarray(values) for values in fused.values()), np.array(own or ())])
    low, high = max(_room(shown)[0], -0.02), _room(shown)[1]
    return figure_of(
        traces,
        look,
        title=title,
        height=420,
        margin={"l": 56, "r": 14, "t": 46, "b": 46},
        shapes=[dotted(look.muted, x0=low, y0=low, x1=high, y1=high)],
        xaxis=axis("joint RIC: what the runs carry together ▶", look, range=[low, high]),
        yaxis=axis("RIC of the merged list, better ▲", look, range=[low, high]),
    )


def _vectors(x: ArrayLike, y: ArrayLike, n: int) -> tuple[FloatArray, FloatArray]:
    first, second = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if not first.shape == second.shape == (n,):
        raise ShapeMismatchError(f"Give two vectors of {n} values, got {first.shape} and {second.shape}.")
    return first, second


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


def topic_information_figure(
    alone: ArrayLike,
    beyond: ArrayLike,
    topics: Sequence[str],
    *,
    measures: tuple[str, str],
    given: str,
    title: str,
    selected: int | None = None,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw a point per topic: the bits that two rankings share, and how many of them are left given others.

    On the dotted line nothing is explained by the others, `given` in words. Topics where information is not defined
    (NaN) are left out. Points carry the number of their topic as customdata.
    """
    across, up = np.asarray(alone, dtype=np.float64), np.asarray(beyond, dtype=np.float64)
    if not across.shape == up.shape == (len(topics),):
        raise ShapeMismatchError(f"Give values for {len(topics)} topics, got {across.shape} and {up.shape}.")
    defined = np.flatnonzero(np.isfinite(across) & np.isfinite(up)).tolist()
    names = plain(topics)
    fills = [look.gold if topic == selected else look.background for topic in defined]
    points = dots(
        across[defined],
        up[defined],
        outlined(9, fills, look.gold),
        "topics",
        customdata=[[topic, names[topic], score(across[topic]), score(up[topic])] for topic in defined],
        hover=f"topic %{{customdata[1]}}<br>%{{customdata[2]}} bits, %{{customdata[3]}} beyond {plain([given])[0]}",
        cliponaxis=False,
        **steady(opacity=1),
    )
    pair = " and ".join(plain(measures))
    return figure_of(
        [points],
        look,
        title=title,
        height=420,
        margin={"l": 56, "r": 14, "t": 46, "b": 46},
        shapes=[dotted(look.muted, x0=0, y0=0, x1=1, y1=1)],
        xaxis=axis(f"bits that {pair} share ▶", look, range=[-0.03, 1.03]),
        yaxis=axis(f"bits left given {plain([given])[0]} ▲", look, range=[-0.03, 1.03]),
    )


def difference_figure(
    score_difference: ArrayLike,
    information_difference: ArrayLike,
    pairs: Sequence[tuple[str, str]],
    *,
    measure: str,
    title: str,
    same_team: Sequence[bool] | None = None,
    height: int = 420,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw a point per pair of runs: the absolute difference of their scores, and their information difference.

    `same_team` says which pairs one team submitted: these are filled, and a legend names both kinds. Points carry the
    number of their pair as customdata.
    """
    across, up = np.asarray(score_difference, dtype=np.float64), np.asarray(information_difference, dtype=np.float64)
    if not across.shape == up.shape == (len(pairs),) or (same_team is not None and len(same_team) != len(pairs)):
        raise ShapeMismatchError(f"Give values for {len(pairs)} pairs, got {across.shape} and {up.shape}.")
    same = np.zeros(len(pairs), dtype=np.bool_) if same_team is None else np.asarray(same_team, dtype=np.bool_)
    names = [" · ".join(plain(pair)) for pair in pairs]
    kinds = [("two teams" if same_team is not None else "pairs of runs", ~same, look.muted, look.background)]
    if same_team is not None:
        kinds.append(("one team", same, look.gold, look.gold))
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
    ends = [1.05 * max(float(values.max(initial=0)), 1e-3) for values in (across, up)]
    return figure_of(
        traces,
        look,
        title=title,
        height=height,
        margin={"l": 56, "r": 14, "t": 46, "b": 76 if same_team is not None else 46},
        showlegend=same_team is not None,
        legend=legend_below(),
        xaxis=axis(f"|Δ{plain([measure])[0]}|", look, range=[-0.04 * ends[0], ends[0]]),
        yaxis=axis("information difference, bits", look, range=[-0.04 * ends[1], ends[1]]),
    )


def draw_systems(
    results: ListResults, pair: Pair, measure: str, agreement: Agreement, *, look: Look = LIGHT
) -> go.Figure:
    """Draw RIC of every run against its mean by another measure; `agreement`: of these two rankings."""
    ric, other = results.mean("RIC"), results.mean(measure)
    return system_scatter(
        other,
        ric,
        results.runs,
        axes=(measure, "RIC"),
        title=findings.agreement_title(agreement, len(ric)),
        pair=list(dict.fromkeys(pair)),
        best=best(other).tolist(),
        height=430,
        look=look,
    )


def draw_pair_differences(
    results: ListResults, measure: str, *, teams: Sequence[str] | None = None, look: Look = LIGHT
) -> go.Figure:
    """Draw the information difference of all pairs of runs against the difference of their means by a measure."""
    numbers, of_scores, of_information = results.pair_differences(measure)
    return difference_figure(
        of_scores,
        of_information,
        [(results.runs[one], results.runs[other]) for one, other in numbers],
        measure=measure,
        title=f"Information difference against |Δ{plain([measure])[0]}|",
        same_team=None if teams is None else [teams[one] == teams[other] for one, other in numbers],
        height=400,
        look=look,
    )


def both_defined(results: ListResults, pair: Pair) -> list[int]:
    """Return the numbers of the topics on which RIC of both runs is defined."""
    return np.flatnonzero(np.isfinite(results.scores.values[0, list(pair)]).all(axis=0)).tolist()


def draw_topics(results: ListResults, pair: Pair, *, selected: int | None = None, look: Look = LIGHT) -> go.Figure:
    """Draw RIC of two runs on every topic on which both have one; `selected`: the number of a topic."""
    defined, better = both_defined(results, pair), results.better(*pair)
    both = results.scores.values[0, list(pair)]
    return topic_figure(
        both[0, defined],
        both[1, defined],
        tuple(results.scores.topics[topic] for topic in defined),
        runs=(results.runs[pair[0]], results.runs[pair[1]]),
        measure="RIC",
        title=f"RIC of A is larger on {count(better[0], 'topic')}, that of B on {count(better[1])}",
        selected=defined.index(selected) if selected in defined else None,
        look=look,
    )


def draw_topic(results: ListResults, pair: Pair, number: int, *, look: Look = LIGHT) -> go.Figure:
    """Draw the lists of two runs for one topic."""
    one = results.collection.topics[number]
    return list_figure(
        [_strip(one, run, results.runs[run]) for run in pair],
        largest=max(results.collection.levels),
        title="The fuller a square, the more relevant",
        look=look,
    )


def _strip(of: Topic, run: int, name: str) -> Strip:
    order = of.retrieved(run)
    documents = tuple(of.documents[document] for document in order)
    return Strip(name, documents, tuple(of.grades[order].tolist()), of.counted(run))


def draw_topic_information(
    alone: TopicInformation,
    beyond: TopicInformation,
    names: Sequence[str],
    *,
    selected: int | None = None,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw the information tau of two measures on every topic, alone and beyond others."""
    return topic_information_figure(
        alone.by_topic,
        beyond.by_topic,
        names,
        measures=alone.measures,
        given=listed(beyond.given) if beyond.given else "nothing",
        title=f"Each dot is one topic: bits that {listed(alone.measures)} share",
        selected=selected,
        look=look,
    )


def draw_merging(
    metasearch: Metasearch, method: str, runs: Sequence[str], *, own: Metasearch | None = None, look: Look = LIGHT
) -> go.Figure:
    """Draw what sets of runs carry together against what one merged list of theirs keeps."""
    return metasearch_figure(
        metasearch.joint,
        dict(zip(METHODS, metasearch.fused, strict=True)),
        method,
        title=f"Blue: {method}; grey: other methods",
        sets=[" + ".join(runs[run] for run in chosen) for chosen in metasearch.sets],
        own=None if own is None else (float(own.joint[0]), float(own.fused[list(METHODS).index(method), 0])),
        look=look,
    )
