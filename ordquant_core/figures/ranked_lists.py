"""The figures of ranked lists: systems under two measures, two runs topic by topic, lists, and what merging gives.

Among them Figures 1 and 5 of Golbus and Aslam: information tau topic by topic, and pairs of runs by what only one
carries.
"""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.list_results import ListResults, TopicInformation
from ordquant_core.analysis.retrieval import Agreement, Metasearch, best
from ordquant_core.figures.colour_table import shortened
from ordquant_core.figures.parts import axis, dot_of, dots, dotted, legend_below, note, outlined, spans, steady
from ordquant_core.figures.template import LIGHT, Look, Part, RunStyle, figure_of, mix, plain, run_styles, titled
from ordquant_core.findings import ranked_lists as findings
from ordquant_core.numerals import count, listed, score
from ordquant_core.ranked_lists.fusion import METHODS
from ordquant_core.records import FloatArray

Pair = tuple[int, int]
WIDE = 40  # documents of a list that are drawn large
MARGIN = {"l": 56, "r": 14, "t": 46, "b": 46}


def draw_systems(
    results: ListResults, pair: Pair, measure: str, agreement: Agreement, *, look: Look = LIGHT
) -> go.Figure:
    """Draw RIC of every run against its mean by another measure; `agreement`: of these two rankings.

    The `pair` (A, B) stands out in its colours, with its names; those among the best by the measure are filled. Points
    carry the number of their run as customdata. The second line of the title is smaller.
    """
    across, up, names = results.mean(measure), results.mean("RIC"), plain(results.runs)
    inside, shown, quiet = set(best(across).tolist()), list(dict.fromkeys(pair)), RunStyle(look.muted, look.muted)
    others = [run for run in range(len(names)) if run not in pair]
    groups = [
        ([run for run in others if run in inside], quiet, ""),
        ([run for run in others if run not in inside], quiet, ""),
        *(([run], style, letter) for letter, run, style in zip("AB", shown, run_styles(look), strict=False)),
    ]
    higher = max(shown, key=lambda run: up[run])  # its name stands above it, the other's below
    traces = []
    for members, style, letter in groups:
        filled = bool(inside.intersection(members))
        named: Part = {"mode": "markers", "text": None, "textposition": None}
        if letter:
            place = f"{'top' if members[0] == higher else 'bottom'} {_inwards(across, members[0])}"
            text = [f"{letter} {shortened(results.runs[run])}" for run in members]
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
    first, _, second = findings.agreement_title(agreement, len(up)).partition("<br>")
    return figure_of(
        traces,
        look,
        title=titled(first, second),
        height=430,
        margin=MARGIN | {"r": 20},
        xaxis=axis(f"{measure}, better ▶", look, range=_room(across)),
        yaxis=axis("RIC, better ▲", look, range=_room(up)),
    )


def draw_pair_differences(
    results: ListResults, measure: str, *, teams: Sequence[str] | None = None, look: Look = LIGHT
) -> go.Figure:
    """Draw a point per pair of runs: the absolute difference of their means by a measure, and their information's.

    Pairs of one of the `teams` are filled, and a legend names both kinds. Points carry the number of their pair as
    customdata.
    """
    numbers, across, up = results.pair_differences(measure)
    names = [f"{one} · {other}" for one, other in (plain([results.runs[run] for run in pair]) for pair in numbers)]
    difference = f"|Δ{plain([measure])[0]}|"
    kinds = [("pairs of runs", np.ones(len(names), dtype=np.bool_), look.muted, look.background)]
    if teams is not None:
        same = np.array([teams[one] == teams[other] for one, other in numbers], dtype=np.bool_)
        kinds = [("two teams", ~same, look.muted, look.background), ("one team", same, look.gold, look.gold)]
    traces = []
    for name, kind, colour, fill in kinds:
        members = np.flatnonzero(kind).tolist()
        traces.append(
            dots(
                across[members],
                up[members],
                outlined(7, fill, colour, 1.5),
                name,
                customdata=[[pair, names[pair], score(across[pair]), score(up[pair])] for pair in members],
                hover=f"%{{customdata[1]}}<br>{difference} %{{customdata[2]}}, %{{customdata[3]}} bits",
                cliponaxis=False,
                **steady(opacity=1),
            )
        )
    ends = [1.05 * max(float(values.max(initial=0)), 1e-3) for values in (across, up)]
    return figure_of(
        traces,
        look,
        title=f"Information difference against {difference}",
        height=400,
        margin=MARGIN | {"b": 46 if teams is None else 76},
        showlegend=teams is not None,
        legend=legend_below(),
        xaxis=axis(difference, look, range=[-0.04 * ends[0], ends[0]]),
        yaxis=axis("information difference, bits", look, range=[-0.04 * ends[1], ends[1]]),
    )


def both_defined(results: ListResults, pair: Pair) -> list[int]:
    """Return the numbers of the topics on which RIC of both runs is defined."""
    return np.flatnonzero(np.isfinite(results.scores.values[0, list(pair)]).all(axis=0)).tolist()


def draw_topics(results: ListResults, pair: Pair, *, selected: int | None = None, look: Look = LIGHT) -> go.Figure:
    """Draw RIC of two runs on every topic on which both have one, ordered by their difference, A's gains on top.

    `selected`: the number of a topic, which gets a band. Points carry the place of their topic among those drawn as
    customdata.
    """
    defined, better = both_defined(results, pair), results.better(*pair)
    both = results.scores.values[0, list(pair)][:, defined]
    topics = [results.scores.topics[topic] for topic in defined]
    positions = np.arange(len(topics))
    order = np.lexsort((-positions, both[0] - both[1]))
    traces = [
        spans(
            both[0, order], both[1, order], positions, {"color": look.line, "width": 4}, "difference", showlegend=False
        )
    ]
    full, runs = plain(topics), [results.runs[run] for run in pair]
    for letter, run, values, style in zip("AB", runs, both, run_styles(look), strict=True):
        name = plain([run])[0]
        traces.append(
            dots(
                values[order],
                positions,
                dot_of(style, 9, style.colour if letter == "A" else look.background),
                f"{letter} {shortened(run)}",
                customdata=[[int(topic), full[topic], f"{letter} {name} {score(values[topic])}"] for topic in order],
                hover="topic %{customdata[1]}<br>%{customdata[2]}",
                **steady(opacity=1),
            )
        )
    band = {"type": "rect", "xref": "paper", "x0": 0, "x1": 1, "layer": "below", "fillcolor": look.panel}
    at = [place for place in positions.tolist() if defined[order[place]] == selected]
    return figure_of(
        traces,
        look,
        title=f"RIC of A is larger on {count(better[0], 'topic')}, that of B on {count(better[1])}",
        height=128 + 18 * len(topics),
        margin={"l": 20 + 7 * max((len(shortened(topic)) for topic in topics), default=0), "r": 14, "t": 46, "b": 76},
        shapes=[
            {**band, "line": {"color": look.muted, "width": 1}, "y0": place - 0.5, "y1": place + 0.5} for place in at
        ],
        showlegend=True,
        legend=legend_below(),
        xaxis=axis("RIC, better ▶", look, range=[-0.03, 1.03]),
        yaxis={
            "tickvals": positions,
            "ticktext": [shortened(topics[topic]) for topic in order],
            "tickfont": {"size": 12, "color": look.ink},
            "range": [-0.7, len(topics) - 0.3],
            "showgrid": False,
        },
    )


def draw_topic(results: ListResults, pair: Pair, number: int, *, look: Look = LIGHT) -> go.Figure:
    """Draw the lists of two runs for one topic, judged documents only, from the top: the fuller, the higher the grade.

    What stands after the last relevant document is pale: it does not count.
    """
    topic, largest = results.collection.topics[number], max(results.collection.levels, default=1)
    lists = [topic.retrieved(run) for run in pair]
    longest = max(map(len, lists))
    traces, notes = [], []
    for row, (letter, run, style, order) in enumerate(zip("AB", pair, run_styles(look), lists, strict=True)):
        grades = topic.grades[order].tolist()
        pale = [position >= topic.counted(run) for position in range(len(order))]
        remarks = [", after the last relevant one: does not count" if late else "" for late in pale]
        documents = plain([topic.documents[document] for document in order])
        traces.append(
            dots(
                np.arange(1, len(order) + 1),
                [-row] * len(order),
                {
                    "symbol": "square",
                    "size": 15 if longest <= WIDE else 9 if longest <= 2 * WIDE else 5,
                    "color": [mix(look.background, style.colour, grade / largest) for grade in grades],
                    "opacity": [0.25 if late else 1.0 for late in pale],
                    "line": {"color": style.colour, "width": 1.2},
                },
                letter,
                customdata=list(zip(documents, grades, remarks, strict=True)),
                hover="%{x}. %{customdata[0]}, grade %{customdata[1]}%{customdata[2]}",
            )
        )
        name = f"{letter} {shortened(results.runs[run])}"
        notes.append(note(name, style.text, xref="paper", x=0, xanchor="left", y=0.42 - row))
    words, ends = "◀ top · judged documents, in the order of the list", [0.2, max(longest, 12) + 0.8]
    return figure_of(
        traces,
        look,
        title="The fuller a square, the more relevant",
        height=204,
        margin={"l": 12, "r": 12, "t": 46, "b": 44},
        annotations=notes,
        xaxis=axis(words, look, range=ends, showgrid=False),
        yaxis={"visible": False, "range": [-1.6, 0.75]},
    )


def draw_topic_information(
    alone: TopicInformation,
    beyond: TopicInformation,
    names: Sequence[str],
    *,
    selected: int | None = None,
    look: Look = LIGHT,
) -> go.Figure:
    """Draw a point per topic: the bits that the rankings by two measures share, and how many are left given others.

    On the dotted line nothing is explained by the others. Topics where information is not defined are left out. Points
    carry the number of their topic as customdata.
    """
    across, up, topics = alone.by_topic, beyond.by_topic, plain(names)
    (given,) = plain([listed(beyond.given) if beyond.given else "nothing"])
    defined = np.flatnonzero(np.isfinite(across) & np.isfinite(up)).tolist()
    fills = [look.gold if topic == selected else look.background for topic in defined]
    points = dots(
        across[defined],
        up[defined],
        outlined(9, fills, look.gold),
        "topics",
        customdata=[[topic, topics[topic], score(across[topic]), score(up[topic])] for topic in defined],
        hover=f"topic %{{customdata[1]}}<br>%{{customdata[2]}} bits, %{{customdata[3]}} beyond {given}",
        cliponaxis=False,
        **steady(opacity=1),
    )
    return figure_of(
        [points],
        look,
        title=f"Each dot is one topic: bits that {listed(alone.measures)} share",
        height=420,
        margin=MARGIN,
        shapes=[dotted(look.muted, x0=0, y0=0, x1=1, y1=1)],
        xaxis=axis(f"bits that {' and '.join(plain(alone.measures))} share ▶", look, range=[-0.03, 1.03]),
        yaxis=axis(f"bits left given {given} ▲", look, range=[-0.03, 1.03]),
    )


def draw_merging(
    metasearch: Metasearch, method: str, runs: Sequence[str], *, own: Metasearch | None = None, look: Look = LIGHT
) -> go.Figure:
    """Draw the RIC of merged lists against what their runs carry together; one method stands out, the others are pale.

    `own` is the visitor's own set. On the dotted line both are the same.
    """
    across, fused = metasearch.joint, dict(zip(METHODS, metasearch.fused, strict=True))
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
    shown = np.concatenate([across, metasearch.fused.ravel()])
    if own is not None:
        x, y = float(own.joint[0]), float(own.fused[list(METHODS).index(method), 0])
        marker = {"size": 15, "symbol": "diamond-open", "color": look.ink, "line": {"width": 2.5}}
        said = f"your set, {method}: {score(y)} of {score(x)} bits"
        traces.append(dots([x], [y], marker, "your set", hover=said))
        shown = np.append(shown, [x, y])
    low, high = _room(shown)
    ends = [max(low, -0.02), high]
    return figure_of(
        traces,
        look,
        title=f"Blue: {method}; grey: other methods",
        height=420,
        margin=MARGIN,
        shapes=[dotted(look.muted, x0=ends[0], y0=ends[0], x1=high, y1=high)],
        xaxis=axis("joint RIC: what the runs carry together ▶", look, range=ends),
        yaxis=axis("RIC of the merged list, better ▲", look, range=ends),
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
