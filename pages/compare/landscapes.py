"""Other distributions than those of the picture: the scores on a path of estimates, and on all of three classes."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Literal

import streamlit as st

from ordquant_core.analysis.comparison import sides_of
from ordquant_core.analysis.landscape import SimplexMap, simplex_map
from ordquant_core.analysis.paths import interpolate, move_probability
from ordquant_core.analysis.picture import Picture
from ordquant_core.figures.atlas import preference_map
from ordquant_core.figures.contours import Labelled
from ordquant_core.figures.landscape import ternary_figure
from ordquant_core.figures.paths import Words, paths_figure
from ordquant_core.figures.style import Figure
from ordquant_core.markup import Html
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.numerals import percent, score, setting
from ordquant_core.records import Curve
from ordquant_core.tables.one_case import paths as sentences
from pages.compare.state import MOVES, STATE
from pages.shared import controls, look, session, working_view, write
from pages.shared.escaping import escape

Entry = str | tuple[float, ...]
Over = Literal["estimates", "gold"]

STEPS, RESOLUTION = 51, 80
OVERS: dict[Over, Literal["estimates", "gold distributions"]] = {"estimates": "estimates", "gold": "gold distributions"}
LINES = {"a": "as A", "b": "as B", "tie": "no preference"}
HOW = "One panel for each family, one scale of scores. Open dots are limits, closed dots values, "
LAYOUTS = {"wide": (4, 976, 330), "narrow": (2, 358, 520)}  # columns, width and height; the style sheet shows one


def show(picture: Picture, kind: str, title: write.Container) -> None:
    """Draw the paths of all measures, or maps of two of them over all distributions of three classes.

    What it shows is said in `title`. A click on a line chooses its measure.
    """
    chosen = working_view.explained()
    chosen = MEASURES[chosen].raw_of or chosen  # the lines of an unnormalised variant have the same shape or order
    if kind == "map":
        _maps(picture, chosen, title)
    else:
        _paths(picture, chosen, title)


def _paths(picture: Picture, chosen: str, title: write.Container) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        move = controls.sections(STATE, "move", "Path", MOVES)
        classes = () if move == "none" else _classes(picture, move)
    if classes:
        curves, words, said = _moved(picture, move, *classes, chosen)
        how = "a diamond marks where the preference flips"
    else:
        curves, words = _path(picture.gold, picture.a, picture.b), Words()
        said = sentences.best_title(curves, chosen)
        how = "a diamond marks where the mixture passes the preferred run"
    with title:
        write.title(said)
    write.because(f"{HOW}{how}. Click a line to choose its measure.")
    for name, (columns, width, height) in LAYOUTS.items():
        figure = paths_figure(
            curves,
            [MEASURES[curve.measure].label for curve in curves],
            [MEASURES[curve.measure].family for curve in curves],
            look.palette(),
            chosen=chosen,
            words=words,
            columns=columns,
            width=width,
            height=height,
        )
        with st.container(key=f"paths_{name}"):
            look.plot(figure, f"path_{name}", "path", on_select=partial(_choose, f"path_{name}"))
    if not classes:
        write.note(sentences.best_of_others(curves, chosen))


def _choose(key: str) -> None:
    working_view.explain(session.selected_text(key) or "")


def _classes(picture: Picture, move: str) -> tuple[str, str]:
    """Draw the choice of the classes between which probability moves."""
    filled = [label for label, share in zip(picture.classes, picture.probabilities(move), strict=True) if share]
    STATE.restrict({"from": filled})
    source = _choose_class("From class", filled, "from")
    others = [label for label in picture.classes if label != source]
    STATE.restrict({"to": others})
    return source, _choose_class("To class", others, "to")


def _choose_class(label: str, classes: Sequence[str], name: str) -> str:
    shown = {one: escape(one) for one in classes}
    return str(controls.select(STATE, name, label, shown, width=150))


def _moved(picture: Picture, move: str, source: str, target: str, chosen: str) -> tuple[tuple[Curve, ...], Words, Html]:
    other, letter = ("b", "A") if move == "a" else ("a", "B")
    places = picture.classes.index(source), picture.classes.index(target)
    curves = _move(picture.gold, picture.entry(move), *places, picture.entry(other), other)
    words = Words(("0%", percent(curves[0].parts[-1][0, -1], 1)), "moved", letter)
    sides = sides_of(picture.scores("a", MAIN_MEASURES), picture.scores("b", MAIN_MEASURES))
    return curves, words, sentences.flip_title(curves, chosen, sides, letter, source, target)


def _maps(picture: Picture, chosen: str, title: write.Container) -> None:
    """Draw the chosen measure and another one beside each other, over all estimates or all gold distributions."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        shown = {over: word.capitalize() for over, word in OVERS.items()}
        over: Over = controls.segments(STATE, "map", "Over all", shown)
        beside = controls.select(STATE, "beside", "Beside it", controls.labels(MAIN_MEASURES), width=170)
    with title:
        write.title(f"{_label(chosen)} and {_label(beside)} over all {OVERS[over]}")
    for column, name, key in zip(st.columns(2), ("left", "right"), (chosen, beside), strict=True):
        found = _map(key, picture.gold, picture.a, picture.b, over)
        with column:
            look.plot(_map_figure(found, picture, key, over), f"map_{name}", f"map-{key}")
    lines = "estimates that score as A or as B do" if over == "estimates" else "where neither is preferred"
    colour = "score (smaller is better)" if over == "estimates" else "score of A minus score of B"
    write.note(f"Colour and numbers on thin lines: {colour}. Thick line: {lines}.")


def _map_figure(found: SimplexMap, picture: Picture, key: str, over: Over) -> Figure:
    gold, a, b = (picture.probabilities(side) for side in ("gold", "a", "b"))
    lines = [Labelled(setting(level), segments) for level, segments in found.contours]
    lines += [Labelled(LINES[side], segments, strong=True) for side, segments in found.lines.items()]
    written = [(score(value), points) for value, points in found.plateaus]
    shown: dict[str, Any] = {"labels": picture.classes, "a": a, "b": b, "lines": lines, "written": written}
    if over == "estimates":
        return ternary_figure(found.points, found.values, look.palette(), gold=gold, title=_label(key), **shown)
    return preference_map(
        found.points, found.values, look.palette(), chosen=gold, runs=("A", "B"), title=_label(key), height=380, **shown
    )


def _label(key: str) -> str:
    return MEASURES[key].label


@st.cache_resource(max_entries=64, show_spinner=False)
def _path(gold: tuple[float, ...], a: Entry, b: Entry) -> tuple[Curve, ...]:
    return interpolate(gold, a, b, MAIN_MEASURES, steps=STEPS).curves


@st.cache_resource(max_entries=64, show_spinner=False)
def _move(
    gold: tuple[float, ...],
    estimate: Entry,
    source: int,
    target: int,
    other: Entry,
    name: str,
) -> tuple[Curve, ...]:
    return move_probability(
        gold, estimate, source, target, MAIN_MEASURES, steps=STEPS, other=other, other_name=name
    ).curves


@st.cache_resource(max_entries=32, show_spinner=False)
def _map(key: str, gold: tuple[float, ...], a: Entry, b: Entry, over: Over) -> SimplexMap:
    return simplex_map(key, gold, a, b, over=OVERS[over], resolution=RESOLUTION)
