"""What a click, a box or a lasso in a plot means: the numbers of cases. What comes from a browser is not trusted."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st

from ordquant_core.analysis.choosing import inside_box, inside_polygon
from ordquant_core.figures.points import Frame, cell_of
from ordquant_core.records import FloatArray, IntArray
from pages.shared import choice

MOST_CORNERS = 5000
BEYOND = 10**9  # no plot has as many cases or cells


def take(
    key: str,
    x: FloatArray,
    y: FloatArray,
    frame: Frame,
    cases: Sequence[str],
    *,
    shown: IntArray | None = None,
    digest: str | None = None,
) -> None:
    """Do what the visitor asked for in the plot with that key: one case becomes the current one, several are selected.

    `shown` are the numbers of the cases in the plot (all, if left out); without `digest`, which stands for the task,
    nothing is ever selected together. A plot whose selection is taken away was clicked twice at the same place: that
    case becomes the current one again; or it let go of a region.
    """
    places = picked(st.session_state[key]["selection"], x, y, frame)
    last = f"last_of_{key}"
    if places is None:
        if digest is not None and choice.marked(digest) is not None:
            choice.unmark()
        elif st.session_state.get(last) in cases:
            choice.pick(st.session_state[last])
        return
    numbers = places if shown is None else shown[places]
    if digest is not None and len(numbers) != 1:
        choice.mark(digest, numbers)
        if not len(numbers) or st.session_state.get("case") in {cases[number] for number in numbers.tolist()}:
            return
    elif digest is not None:
        marked = choice.marked(digest)
        if marked is not None and numbers[0] not in marked:
            choice.unmark()
    st.session_state[last] = cases[numbers[0]]
    choice.pick(cases[numbers[0]])


def picked(selection: Mapping[str, Any], x: FloatArray, y: FloatArray, frame: Frame) -> IntArray | None:
    """Return the places in `x` and `y` that a Plotly selection means; None where it means nothing.

    Boxes and lassos are asked for their outline, so that cases count that lie under others or are drawn as cells.
    """
    regions = [_inside(region, x, y) for kind in ("box", "lasso") for region in _listed(selection.get(kind))]
    found = [inside for inside in regions if inside is not None]
    if found:
        return np.flatnonzero(np.logical_or.reduce(found))
    for point in _listed(selection.get("points")):
        code = _code(point.get("customdata"))
        if code is None:
            continue
        cell = cell_of(code)
        if cell is not None:
            places = np.flatnonzero(frame.cells(x, y) == cell)
            if len(places):
                return places
        elif code < len(x):
            return np.array([code])
    return None


def _code(data: object) -> int | None:
    """Return the whole number that a point carries, None where it carries something else."""
    code = data[0] if isinstance(data, list) and data else data
    if isinstance(code, float) and code.is_integer():  # neither infinite nor NaN
        code = int(code)
    return code if isinstance(code, int) and not isinstance(code, bool) and abs(code) < BEYOND else None


def _listed(entries: object) -> list[dict[str, Any]]:
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def _inside(region: Mapping[str, Any], x: FloatArray, y: FloatArray) -> np.ndarray[Any, np.dtype[np.bool_]] | None:
    """Tell which cases lie in one region, None where it is none."""
    corners = [region.get(axis) for axis in "xy"]
    try:
        across, upwards = (np.array(axis, dtype=np.float64) for axis in corners)
    except (TypeError, ValueError):
        return None
    if across.ndim != 1 or across.shape != upwards.shape or not 2 <= len(across) <= MOST_CORNERS:
        return None
    if not (np.isfinite(across).all() and np.isfinite(upwards).all()):
        return None
    if len(across) == 2:  # a box: two opposite corners
        return inside_box(x, y, (float(across[0]), float(across[1])), (float(upwards[0]), float(upwards[1])))
    return inside_polygon(x, y, across, upwards)
