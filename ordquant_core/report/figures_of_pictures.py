"""The figures of Compare, on the page and as files, without their colours yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import plotly.graph_objects as go

from ordquant_core.analysis.paths import path_of
from ordquant_core.analysis.picture import Picture
from ordquant_core.figures.distributions import Estimate, distribution_figure
from ordquant_core.figures.paths import LAYOUTS, Words, paths_figure
from ordquant_core.figures.template import Sketch
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.numerals import percent
from ordquant_core.records import Path
from ordquant_core.report.drawn import Drawn


def path(
    found: Path,
    chosen: str,
    moves: str,
    classes: Sequence[str],
    *,
    layout: str = "wide",
    lines_of: go.Figure | None = None,
) -> Sketch:
    """Draw the scores by all measures along a path, that of `chosen` in colour.

    `moves` and `classes` are those of `path_of`; `lines_of`: the figure of the same path in another layout.
    """
    words = Words(("0%", percent(found.amounts[-1], 1)), "moved", moves.upper()) if classes else Words()
    return partial(paths_figure, found.curves, chosen=chosen, words=words, layout=LAYOUTS[layout], lines_of=lines_of)


@dataclass(frozen=True, slots=True)
class Subject:
    """What a figure is about: a gold distribution with two estimates, a measure, and where probability moves."""

    picture: Picture
    measure: str
    moves: str = "none"  # or the letter of a run
    classes: tuple[str, ...] = ()  # from which, to which


def distributions(picture: Picture) -> Sketch:
    """Draw the gold as bars and both estimates as outlines."""
    return partial(
        distribution_figure,
        picture.classes,
        picture.probabilities("gold"),
        [Estimate(picture.name(side), picture.probabilities(side)) for side in "ab"],
        votes=picture.votes,
        title=f"Gold (bars), {picture.name('a')} and {picture.name('b')} (outlines)",
        height=280,
    )


def _path(one: Subject) -> Sketch:
    keys = tuple(dict.fromkeys((*MAIN_MEASURES, one.measure)))
    found = path_of(one.picture, one.moves, one.classes, keys)
    return path(found, one.measure, one.moves, one.classes, layout="narrow")  # its names fit at any width


PAGE = "Compare"
FIGURES: Mapping[str, Drawn[Subject]] = {
    "distributions": Drawn(PAGE, "a gold distribution and two estimates", lambda one: distributions(one.picture)),
    "path": Drawn(PAGE, "scores on the way from A to B, or while probability moves between two classes", _path),
}
