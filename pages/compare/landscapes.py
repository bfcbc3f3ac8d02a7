"""Other distributions than those of the picture: the scores on a path of estimates, and on all of three classes."""

from functools import partial

import streamlit as st

from ordquant_core.analysis.paths import path_of
from ordquant_core.analysis.picture import Picture
from ordquant_core.figures.paths import LAYOUTS
from ordquant_core.figures.style import Figure
from ordquant_core.markup import plain
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES, OTHER_MEASURES
from ordquant_core.report import figures_of_pictures as drawn
from ordquant_core.report.figures_of_pictures import Over
from ordquant_core.tables.one_case import paths
from pages.compare import measures
from pages.compare.state import MOVES, STATE
from pages.shared import controls, look, session, working_view, write
from pages.shared.result_cache import compute_once

BESIDE = controls.labels(MAIN_MEASURES + OTHER_MEASURES)
OVERS: dict[str, Over] = {"estimates": "estimates", "gold": "gold distributions"}


def show(picture: Picture, kind: str, title: write.Container) -> None:
    """Draw the paths of all measures, or maps of two of them over all distributions of three classes.

    What it shows is said in `title`. A click on a line chooses its measure.
    """
    chosen = working_view.calculated_measure()
    chosen = MEASURES[chosen].raw_of or chosen  # the lines of an unnormalised variant have the same shape or order
    if kind == "map":
        _maps(picture, chosen, title)
    else:
        _paths(picture, chosen, title)


def _paths(picture: Picture, chosen: str, title: write.Container) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        move = controls.sections(STATE, "move", "Path", MOVES)
        classes = [] if move == "none" else _classes(picture, move)
    keys = measures.card_measures()
    key = "path", picture, move, *classes, keys
    path = compute_once(key, lambda: path_of(picture, move, classes, keys, steps=drawn.STEPS))
    said = paths.path_title(path, chosen, picture, move, classes)
    with title:
        write.title(said)
    write.because(paths.how_to_read(path.curves))
    figure: Figure | None = None
    for name in LAYOUTS:
        draw = partial(drawn.path, path, chosen, move, classes, layout=name, lines_of=figure)
        figure = look.paint_once((*key, chosen, name), draw)
        with st.container(key=f"paths_{name}"):  # the style sheet shows one of them
            look.plot(
                figure,
                f"path_{name}",
                "path",
                name=plain(said),
                on_select=partial(session.use_selected_text, f"path_{name}", working_view.ask_for_calculation),
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
    for column, (side, key) in zip(st.columns(2), {"left": chosen, "right": beside}.items(), strict=True):
        with column:
            draw = partial(drawn.scores_on_a_map, picture, key, over)
            figure = look.paint_once(("map", picture, over, key), draw)
            look.plot(figure, f"map_{side}", f"map-{key}", name=f"{MEASURES[key].label} over all {over}")
    write.note(paths.MAP_NOTES[over])
