"""The figures of Compare, on the page and as files, without their colours yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from ordquant_core.analysis.landscape import simplex_map
from ordquant_core.analysis.paths import Path, path_of
from ordquant_core.analysis.picture import SIDES, Picture
from ordquant_core.errors import OrdquantError
from ordquant_core.figures.distributions import Estimate, distribution_figure
from ordquant_core.figures.maps import map_figure
from ordquant_core.figures.paths import LAYOUTS, Words, paths_figure
from ordquant_core.figures.style import Figure, Sketch
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.numerals import percent
from ordquant_core.report.drawn import Drawn

Over = Literal["estimates", "gold distributions"]
STEPS = 51  # of a path
RESOLUTION = 80  # of a map


def path(
    found: Path,
    chosen: str,
    moves: str,
    classes: Sequence[str],
    *,
    layout: str = "wide",
    lines_of: Figure | None = None,
) -> Sketch:
    """Draw the scores by all measures along a path, that of `chosen` in colour.

    `moves` and `classes` are those of `path_of`; `lines_of`: the figure of the same path in another layout.
    """
    words = Words(("0%", percent(found.amounts[-1], 1)), "moved", moves.upper()) if classes else Words()
    return partial(paths_figure, found.curves, chosen=chosen, words=words, layout=LAYOUTS[layout], lines_of=lines_of)


def scores_on_a_map(picture: Picture, key: str, over: Over) -> Sketch:
    """Draw a measure over all estimates, or over all gold distributions, of three classes."""
    if len(picture.classes) != 3:
        raise OrdquantError(f"The map shows three classes; there are {len(picture.classes)}.")
    marks = {side: picture.probabilities(side) for side in SIDES}
    found = simplex_map(
        key, picture.gold, picture.a, picture.b, over=over, resolution=RESOLUTION, positions=picture.positions
    )
    return partial(map_figure, found, marks, labels=picture.classes, title=MEASURES[key].label)


@dataclass(frozen=True, slots=True)
class Subject:
    """What a figure is about: a gold distribution with two estimates, a measure, and where probability moves."""

    picture: Picture
    measure: str
    moves: str = "none"  # or the letter of a run
    classes: tuple[str, ...] = ()  # from which, to which
    over: Over = "estimates"


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
    found = path_of(one.picture, one.moves, one.classes, keys, steps=STEPS)
    return path(found, one.measure, one.moves, one.classes, layout="narrow")  # its names fit at any width


PAGE = "Compare"
FIGURES: Mapping[str, Drawn[Subject]] = {
    "distributions": Drawn(PAGE, "a gold distribution and two estimates", lambda one: distributions(one.picture)),
    "path": Drawn(PAGE, "scores on the way from A to B, or while probability moves between two classes", _path),
    "map": Drawn(
        PAGE,
        "scores by a measure of all estimates of three classes, or differences over all gold distributions",
        lambda one: scores_on_a_map(one.picture, one.measure, one.over),
    ),
}
