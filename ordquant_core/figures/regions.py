"""The points selected by a click, a box or a lasso in a plot. Input from the browser is not trusted."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures.points import Frame, cell_of
from ordquant_core.records import FloatArray, IntArray

MOST_CORNERS = 5000
BEYOND = 10**9  # no plot has as many cases or cells
Mask = NDArray[np.bool_]


def picked(selection: Mapping[str, Any], x: FloatArray, y: FloatArray, frame: Frame) -> IntArray | None:
    """Return the places in `x` and `y` that a Plotly selection means; None where it means nothing.

    Boxes and lassos are asked for their outline, so that cases count that lie under others or are drawn as cells.
    """
    regions = [_inside(region, x, y) for kind in ("box", "lasso") for region in _listed(selection.get(kind))]
    masks = [inside for inside in regions if inside is not None]
    if masks:
        return np.flatnonzero(np.logical_or.reduce(masks))
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


def _inside(region: Mapping[str, Any], x: FloatArray, y: FloatArray) -> Mask | None:
    """Return a mask of the cases in one region, None if it is not a region."""
    corners = [region.get(axis) for axis in "xy"]
    try:
        corners_x, corners_y = (np.array(axis, dtype=np.float64) for axis in corners)
    except (TypeError, ValueError):
        return None
    if corners_x.ndim != 1 or corners_x.shape != corners_y.shape or not 2 <= len(corners_x) <= MOST_CORNERS:
        return None
    if not (np.isfinite(corners_x).all() and np.isfinite(corners_y).all()):
        return None
    if len(corners_x) == 2:  # a box: two opposite corners
        return inside_box(x, y, (float(corners_x[0]), float(corners_x[1])), (float(corners_y[0]), float(corners_y[1])))
    return inside_polygon(x, y, corners_x, corners_y)


def inside_box(x: FloatArray, y: FloatArray, x_ends: tuple[float, float], y_ends: tuple[float, float]) -> Mask:
    """Return a mask of the points in a box, its border included; the ends of a side may come in either order.

    >>> inside_box(np.array([0.1, 0.5]), np.array([0.0, 0.0]), (0.2, 0.0), (-1, 1)).tolist()
    [True, False]
    """
    return np.asarray((x >= min(x_ends)) & (x <= max(x_ends)) & (y >= min(y_ends)) & (y <= max(y_ends)))


def inside_polygon(x: FloatArray, y: FloatArray, corners_x: ArrayLike, corners_y: ArrayLike) -> Mask:
    """Return a mask of the points in a closed polygon by the even-odd rule (inside twice is outside).

    Its corners are given by their coordinates. Work is proportional to corners times points inside its bounding box.
    Raises `ShapeMismatchError` for fewer than three corners.

    >>> inside_polygon(np.array([0.2, 0.9]), np.array([0.2, 0.9]), [0, 1, 0], [0, 0, 1]).tolist()
    [True, False]
    """
    xs, ys = np.asarray(corners_x, dtype=np.float64), np.asarray(corners_y, dtype=np.float64)
    if xs.ndim != 1 or xs.shape != ys.shape or len(xs) < 3:
        raise ShapeMismatchError(f"A region needs three corners or more, got {xs.shape} and {ys.shape}.")
    ends = (float(xs.min()), float(xs.max())), (float(ys.min()), float(ys.max()))
    near = np.flatnonzero(inside_box(x, y, *ends))
    px, py = x[near], y[near]
    crossed = np.zeros(len(near), dtype=bool)
    for x0, y0, x1, y1 in zip(xs, ys, np.roll(xs, 1), np.roll(ys, 1), strict=True):
        if y0 != y1:
            beside = (py >= y0) != (py >= y1)
            crossed ^= beside & (px < x0 + (py - y0) * (x1 - x0) / (y1 - y0))
    inside = np.zeros(len(x), dtype=bool)
    inside[near[crossed]] = True
    return inside
