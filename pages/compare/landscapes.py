"""Other distributions than those of the picture: the scores on a path of estimates, and on all of three classes."""

from typing import Literal

import streamlit as st

from ordquant_core.analysis.landscape import simplex_map
from ordquant_core.analysis.paths import Path, interpolate, move_probability
from ordquant_core.analysis.picture import Picture
from ordquant_core.figures.landscape import paths_figure, ternary_figure
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from pages.shared import look, session, write
from pages.shared.escaping import escape

PATH, MOVE, MAP = "Path from A to B", "Move probability", "Map of all distributions"
RESOLUTION = 80
Over = Literal["estimates", "gold distributions"]
MAPS: dict[str, tuple[Over, str, str, str]] = {  # over what, title, title of the scale, what the line is
    "estimates": (
        "estimates",
        "of every estimate",
        "smaller is better",
        "estimates that score as A or as B does",
    ),
    "gold distributions": ("gold distributions", "for A minus for B", "negative: A is better", "neither is preferred"),
}


def show(picture: Picture, title: write.Container) -> None:
    """Draw the landscape that was asked for; the map needs exactly three classes."""
    with title:
        write.title("What if the distributions changed?")
    kinds = [PATH, MOVE, MAP] if len(picture.classes) == 3 else [PATH, MOVE]
    if session.reported("landscape") not in kinds:
        session.preset("landscape", PATH)
    kind = st.segmented_control("Landscape", kinds, key="landscape", required=True, label_visibility="collapsed")
    if MAP not in kinds:
        st.caption("For three classes there is also a map of a measure over all distributions.")
    if kind == MAP:
        _maps(picture)
    elif kind == PATH:
        path = interpolate(picture.gold, picture.a, picture.b, MAIN_MEASURES)
        _draw(path, "Scores from A to B", "share of B in the mixture (0: A, 1: B)")
    else:
        _move(picture)


def _move(picture: Picture) -> None:
    with st.container(horizontal=True):
        side = st.segmented_control(
            "Estimate", ["a", "b"], default="a", key="move_in", required=True, format_func=str.upper
        )
        filled = picture.probabilities(side).nonzero()[0].tolist()
        source = _choose_class(picture, "From class", filled, f"move_from_{len(filled)}")
        others = [number for number in range(len(picture.classes)) if number != source]
        target = _choose_class(picture, "To class", others, f"move_to_{source}")
    path = move_probability(picture.gold, picture.entry(side), source, target, MAIN_MEASURES)
    _draw(path, f"Scores of {side.upper()} as probability moves", "probability moved")


def _choose_class(picture: Picture, label: str, numbers: list[int], key: str) -> int:
    return st.selectbox(label, numbers, key=key, width=150, format_func=lambda number: escape(picture.classes[number]))


def _draw(path: Path, title: str, x_title: str) -> None:
    labels, families = zip(*((_label(key), MEASURES[key].family) for key in path.measures), strict=True)
    figure = paths_figure(
        path.amounts, path.scores, labels, families, look.palette(), title=title, x_title=x_title, height=420
    )
    look.plot(figure, "path", "path")


def _maps(picture: Picture) -> None:
    """Draw two measures beside each other, over all estimates or over all gold distributions."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        kind = st.segmented_control("Over all", list(MAPS), default="estimates", key="map_over", required=True)
        sides = ("Left", "Right")
        keys = [
            st.selectbox(f"{side} map", MAIN_MEASURES, number, _label, key=f"map_{number}", width=150)
            for number, side in enumerate(sides)
        ]
    over, title, scale, line = MAPS[kind]
    for column, side, key in zip(st.columns(2), sides, keys, strict=True):
        found = simplex_map(key, picture.gold, picture.a, picture.b, over=over, resolution=RESOLUTION)
        figure = ternary_figure(
            found.points,
            found.values,
            look.palette(),
            labels=picture.classes,
            gold=picture.probabilities("gold"),
            a=picture.probabilities("a"),
            b=picture.probabilities("b"),
            border=found.line,
            title=f"{_label(key)} {title}",
            scale_title=scale,
        )
        with column:
            look.plot(figure, f"map_figure_{side}", f"map-{key}")
    st.caption(f"Colour: {scale}. Line: {line}.")


def _label(key: str) -> str:
    return MEASURES[key].label
