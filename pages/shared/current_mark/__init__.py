"""What is looked at now, marked in the browser: the row of a list, rings in plots.

Lists and plots are the same for every case, so another case sends nothing of them again: only what this says.
"""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from pages.shared.component import component

DIGITS = 6  # of a place: finer than a screen shows
Point = tuple[float, float]  # of a point, in the units of its axes
_component = component("current_mark", Path(__file__).with_name("current_mark.js"))


def show(
    name: str,
    *,
    rows: Mapping[str, str] = MappingProxyType({}),
    points: Mapping[str, ArrayLike] = MappingProxyType({}),
    label: str = "",
    on_phone: str = "",
) -> None:
    """Mark a row, by its choice, in tables with these ids, and points in the plots with these keys.

    `points`: one or several for each plot, shape (2,) or (points, 2). A plot has one mark of a `name`, also in the
    picture that its camera downloads, with a `label` beside it where it is one ring. A point that is not finite is not
    drawn, and gets no ring. `on_phone` is a CSS selector of what a click in one of these plots, or on the buttons to
    the one before and after, changes, on a phone off the screen: it is brought into view.
    """
    places = {key: _written(place) for key, place in points.items()}
    data = {"name": name, "rows": dict(rows), "places": places, "label": label, "onPhone": on_phone}
    _component(key=f"current_{name}", data=data, height=0)


def _written(places: ArrayLike) -> list[list[float]]:
    of = np.atleast_2d(np.asarray(places, dtype=np.float64))
    return [[float(f"{value:.{DIGITS}g}") for value in place] for place in of[np.isfinite(of).all(axis=1)].tolist()]
