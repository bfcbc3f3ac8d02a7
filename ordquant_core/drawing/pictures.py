"""The figures of Compare as files."""

from collections.abc import Mapping
from dataclasses import dataclass

import plotly.graph_objects as go

from ordquant_core.analysis.paths import path_of
from ordquant_core.analysis.picture import Picture
from ordquant_core.drawing.entry import Entry
from ordquant_core.figures.distributions import draw_picture
from ordquant_core.figures.paths import draw_paths
from ordquant_core.figures.template import Look
from ordquant_core.measures.registry import MAIN_MEASURES


@dataclass(frozen=True, slots=True)
class Subject:
    """What a figure is about: a gold distribution with two estimates, a measure, and where probability moves."""

    picture: Picture
    measure: str
    moves: str = "none"  # or the letter of a run
    classes: tuple[str, ...] = ()  # from which, to which


def _path(one: Subject, look: Look) -> go.Figure:
    keys = tuple(dict.fromkeys((*MAIN_MEASURES, one.measure)))
    found = path_of(one.picture, one.moves, one.classes, keys)
    return draw_paths(
        found, one.measure, one.moves, one.classes, layout="narrow", look=look
    )  # its names fit at any width


PAGE = "Compare"
FIGURES: Mapping[str, Entry[Subject]] = {
    "distributions": Entry(
        PAGE, "a gold distribution and two estimates", lambda one, look: draw_picture(one.picture, look=look)
    ),
    "path": Entry(PAGE, "scores on the way from A to B, or while probability moves between two classes", _path),
}
