"""The scores on the way from A to B, or while probability moves between two classes of a run."""

import streamlit as st

from ordquant_core.analysis.paths import path_of
from ordquant_core.analysis.picture import Picture
from ordquant_core.figures.paths import draw_paths
from ordquant_core.findings import paths
from ordquant_core.findings.sentence import plain
from ordquant_core.measures.registry import MEASURES
from pages.compare import measures
from pages.compare.state import MOVES, STATE
from pages.shared import controls, look, session, working_view, write
from pages.shared.result_cache import compute_once


def show(picture: Picture, title: write.Container) -> None:
    """Draw the paths of all measures; what they show is said in `title`. A click on a line chooses its measure."""
    chosen = working_view.calculated_measure()
    chosen = MEASURES[chosen].raw_of or chosen  # the lines of an unnormalised variant have the same shape or order
    with st.container(horizontal=True, vertical_alignment="bottom"):
        move = controls.sections(STATE, "move", "Path", MOVES)
        classes = [] if move == "none" else _classes(picture, move)
    keys = measures.card_measures()
    key = "path", picture, move, *classes, keys
    path = compute_once(key, lambda: path_of(picture, move, classes, keys))
    finding = paths.of_path(path, chosen, picture, move, classes)
    with title:
        write.title(finding)
    write.because(paths.HOW_TO_READ)
    figure = look.draw_once((*key, chosen), draw_paths, path, chosen, move, classes)
    look.plot(figure, "path", "path", name=plain(finding), on_select=_choose_line)
    if not classes:
        write.note(paths.best_of_others(path.curves, chosen))


def _choose_line() -> None:
    for point in session.selected_points("path")[:1]:
        working_view.ask_for_calculation(str(point.get("legendgroup")))


def _classes(picture: Picture, move: str) -> list[str]:
    """Draw the choice of the classes between which probability moves."""
    chosen: list[str] = []
    filled = [label for label, share in zip(picture.classes, picture.probabilities(move), strict=True) if share]
    for name, label in (("from", "From class"), ("to", "To class")):
        options = [one for one in (picture.classes if chosen else filled) if one not in chosen]
        STATE.restrict({name: options})
        chosen.append(controls.select(STATE, name, label, options, width=150))
    return chosen
