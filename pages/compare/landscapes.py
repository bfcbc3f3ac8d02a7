"""Other distributions than those of the picture: the scores on a path of estimates, and on all of three classes."""

from functools import partial
from typing import Literal

import streamlit as st

from ordquant_core.analysis.landscape import simplex_map
from ordquant_core.analysis.paths import path_of
from ordquant_core.analysis.picture import SIDES, Picture
from ordquant_core.figures.maps import map_figure
from ordquant_core.figures.paths import LAYOUTS, Words, paths_figure
from ordquant_core.figures.style import Figure
from ordquant_core.markup import plain
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES, OTHER_MEASURES
from ordquant_core.numerals import percent
from ordquant_core.tables.one_case import paths
from pages.compare import measures
from pages.compare.state import MOVES, STATE
from pages.shared import controls, look, session, working_view, write
from pages.shared.result_cache import compute_once

BESIDE = controls.labels(MAIN_MEASURES + OTHER_MEASURES)
Over = Literal["estimates", "gold distributions"]
OVERS: dict[str, Over] = {"estimates": "estimates", "gold": "gold distributions"}


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
        classes = [] if move == "none" else _classes(picture, move)
    keys = measures.along()
    key = "path", picture, move, *classes, keys
    path = compute_once(key, lambda: path_of(picture, move, classes, keys, steps=51))
    words = Words(("0%", percent(path.amounts[-1], 1)), "moved", move.upper()) if classes else Words()
    said = paths.path_title(path, chosen, picture, move, classes)
    with title:
        write.title(said)
    write.because(paths.how_to_read(path.curves))
    figure: Figure | None = None
    palette = look.palette()
    for name, layout in LAYOUTS.items():
        draw = partial(paths_figure, path.curves, palette, chosen=chosen, words=words, layout=layout, lines_of=figure)
        figure = compute_once((*key, chosen, palette, name), draw)
        with st.container(key=f"paths_{name}"):  # the style sheet shows one of them
            look.plot(
                figure,
                f"path_{name}",
                "path",
                name=plain(said),
                on_select=partial(session.use_selected_text, f"path_{name}", working_view.explain),
            )
    if not classes:
        write.note(paths.best_of_others(path.curves, chosen))


def _classes(picture: Picture, move: str) -> list[str]:
    """Draw the choice of the classes between which probability moves."""
    found: list[str] = []
    filled = [label for label, share in zip(picture.classes, picture.probabilities(move), strict=True) if share]
    for name, label in (("from", "From class"), ("to", "To class")):
        options = [one for one in (picture.classes if found else filled) if one not in found]
        STATE.restrict({name: options})
        found.append(controls.select(STATE, name, label, options, width=150))
    return found


def _maps(picture: Picture, chosen: str, title: write.Container) -> None:
    """Draw the chosen measure and another one beside each other, over all estimates or all gold distributions."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        overs = {name: text.capitalize() for name, text in OVERS.items()}
        over = OVERS[controls.segments(STATE, "map", "Over all", overs)]
        beside = controls.select(STATE, "beside", "Beside it", BESIDE, width=170)
    with title:
        write.title(f"{MEASURES[chosen].label} and {MEASURES[beside].label} over all {over}")
    marks, shown = {side: picture.probabilities(side) for side in SIDES}, {"left": chosen, "right": beside}
    for column, (side, key) in zip(st.columns(2), shown.items(), strict=True):

        def drawn(key: str = key) -> Figure:
            stand = picture.positions
            found = simplex_map(key, picture.gold, picture.a, picture.b, over=over, resolution=80, positions=stand)
            return map_figure(found, marks, look.palette(), labels=picture.classes, title=MEASURES[key].label)

        with column:
            figure = compute_once(("map", picture, over, key, look.palette()), drawn)
            look.plot(figure, f"map_{side}", f"map-{key}", name=f"{MEASURES[key].label} over all {over}")
    write.note(paths.MAP_NOTES[over])
