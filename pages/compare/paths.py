"""Beyond the one picture: a measure over all estimates of three classes, and along a path of estimates."""

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from ordquant_core.analysis.landscape import border, carry, indifference, landscape, morph, simplex_grid
from ordquant_core.figures.landscape import paths_figure, ternary_figure
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from pages.shared import look
from pages.shared.escaping import escape
from pages.shared.picture import Picture

MAP, MORPH, CARRY = "Map of all distributions", "Turn A into B", "Carry mass"
RESOLUTION = 80


def show(picture: Picture) -> None:
    """Draw the landscape that was asked for; the map needs exactly three classes."""
    st.subheader("Landscape: what if the picture were another one?", anchor=False)
    three = len(picture.classes) == 3
    st.session_state.setdefault("landscape", MORPH)
    if not three and st.session_state["landscape"] == MAP:
        st.session_state["landscape"] = MORPH
    kinds = [MAP, MORPH, CARRY] if three else [MORPH, CARRY]
    kind = st.segmented_control("Landscape", kinds, key="landscape", required=True, label_visibility="collapsed")
    if not three:
        st.caption("With three classes there is also a map of a measure over all distributions.")
    if kind == MAP:
        _maps(picture)
    elif kind == MORPH:
        path = morph(picture.gold, _entry(picture, "a"), _entry(picture, "b"), MAIN_MEASURES)
        _draw_path(
            path.amounts,
            path.scores,
            "How each measure moves as A turns into B",
            "share of B mixed into A (0: A, 1: B)",
        )
    else:
        _carry(picture)


def _carry(picture: Picture) -> None:
    with st.container(horizontal=True):
        side = st.segmented_control(
            "Estimate", ["a", "b"], default="a", key="carry_side", required=True, format_func=str.upper
        )
        shares = picture.probabilities(side)
        numbers = range(len(picture.classes))
        filled = [number for number in numbers if shares[number] > 0]
        source = st.selectbox(
            "From class",
            filled,
            key=f"carry_from_{len(filled)}",
            width=150,
            format_func=lambda number: escape(picture.classes[number]),
        )
        target = st.selectbox(
            "To class",
            [number for number in numbers if number != source],
            key=f"carry_to_{source}",
            width=150,
            format_func=lambda number: escape(picture.classes[number]),
        )
    path = carry(picture.gold, _entry(picture, side), source, target, MAIN_MEASURES)
    title = f"How each measure moves as {side.upper()}'s mass is carried"
    _draw_path(path.amounts, path.scores, title, "probability carried")


def _draw_path(amounts: np.ndarray, scores: np.ndarray, title: str, x_title: str) -> None:
    labels, families = zip(*((MEASURES[key].label, MEASURES[key].family) for key in MAIN_MEASURES), strict=True)
    figure = paths_figure(amounts, scores, labels, families, look.palette(), title=title, x_title=x_title, height=420)
    st.plotly_chart(figure, theme=None, key="path", config=look.plot_config("path"))


def _maps(picture: Picture) -> None:
    """Draw two measures beside each other: over all estimates of this gold, or over all golds for A and B."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        over = st.segmented_control(
            "Over all", ["estimates", "golds"], default="estimates", key="map_over", required=True
        )
        keys = [
            st.selectbox(
                label,
                MAIN_MEASURES,
                index=place,
                key=f"map_{place}",
                width=150,
                format_func=lambda key: MEASURES[key].label,
            )
            for place, label in enumerate(("Left", "Right"))
        ]
    for column, key, place in zip(st.columns(2), keys, ("left", "right"), strict=True):
        column.plotly_chart(
            _map(picture, key, over), theme=None, key=f"map_figure_{place}", config=look.plot_config(f"map-{key}")
        )
    st.caption(
        "Colour: the measure's score of every estimate against this gold. The line: estimates as good as A, or as B."
        if over == "estimates"
        else "Colour: score of A minus score of B for every gold; negative favours A. On the line neither is preferred."
    )


def _map(picture: Picture, key: str, over: str) -> go.Figure:
    a, b = _entry(picture, "a"), _entry(picture, "b")
    marks = {side: picture.probabilities(side) for side in ("gold", "a", "b")}
    if over == "estimates":
        values = landscape(key, picture.gold, resolution=RESOLUTION)
        levels = [landscape(key, picture.gold, against=entry, resolution=RESOLUTION) for entry in (a, b)]
        line = np.concatenate([border(level, resolution=RESOLUTION) for level in levels])
        title, scale = f"{MEASURES[key].label} of every estimate", "smaller is better"
    else:
        values = landscape(key, a, vary="gold", against=b, resolution=RESOLUTION)
        line = indifference(key, a, b, resolution=RESOLUTION)
        title, scale = f"Where {MEASURES[key].label} prefers A or B", "negative: A is better"
    return ternary_figure(
        simplex_grid(RESOLUTION),
        values,
        look.palette(),
        labels=picture.classes,
        border=line,
        title=title,
        scale_title=scale,
        gold=marks["gold"],
        a=marks["a"],
        b=marks["b"],
    )


def _entry(picture: Picture, side: str) -> tuple[float, ...] | str:
    return picture.a if side == "a" else picture.b
