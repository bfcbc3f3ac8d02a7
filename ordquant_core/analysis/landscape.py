"""A measure as a landscape: its scores over the whole simplex of three classes, and the lines of equal preference.

An estimate is given as numbers (votes or probabilities of shape (L,)) or as the key of a baseline ("popularity",
"uniform"), which follows the gold.
"""

from itertools import permutations
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ordquant_core.analysis.baselines import estimates_for
from ordquant_core.analysis.comparison import TIE, difference
from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.measures.registry import Measure, get_measures, measures_at
from ordquant_core.records import FloatArray, IntArray, SimplexMap

RESOLUTION = 100  # points lie one percent apart
MOST_RESOLUTION = 500

MOST_LEVELS = 6  # of the round values that lines are drawn for
_LEVELS_PER_UNIT = (100, 50, 20, 10, 5, 2, 1, 0.5, 0.2)
# Points inside each area in which the order of the classes is the same, its middle first: (areas, points, 3).
_SPREAD = np.array([(11, 5, 2), (13, 4, 1), (10, 6, 2), (9, 6, 3), (14, 3, 1), (9, 8, 1)]) / 18
_ORDERS = np.stack([_SPREAD[:, order] for order in permutations(range(3))])
_BY_ORDER = ("priority", "combined")  # families whose scores jump where the order of the classes changes
_NUDGE, _INSIDE = 1e-6, np.array([0.47, 0.32, 0.21])  # towards a gold without ties and without empty classes


def simplex_grid(resolution: int = RESOLUTION) -> FloatArray:
    """Return all distributions over three classes in steps of 1 / resolution, shape (points, 3).

    There are (resolution + 1)(resolution + 2) / 2 of them, ordered by the share of the middle class, then by that
    of the last. Equal shares are equal to the last bit. Raises `OrdquantError` unless resolution is in 1 … 500.

    >>> simplex_grid(1).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
    """
    if not 1 <= resolution <= MOST_RESOLUTION:
        raise OrdquantError(f"`resolution` is {resolution}; choose 1 to {MOST_RESOLUTION} steps from class to class.")
    middle, last = np.indices((resolution + 1, resolution + 1)).reshape(2, -1)
    first = resolution - middle - last
    return np.stack([first, middle, last], axis=1)[first >= 0] / resolution


def simplex_map(
    key: str,
    gold: ArrayLike,
    a: ArrayLike | str,
    b: ArrayLike | str,
    *,
    over: Literal["estimates", "gold distributions"],
    resolution: int = RESOLUTION,
    positions: ArrayLike | None = None,
) -> SimplexMap:
    """Map a measure over all distributions of three classes, in the order of `simplex_grid(resolution)`.

    Over all estimates: their scores against `gold`; on the line are those that score as A does, or as B does. Over
    all gold distributions: score of A minus score of B; on the line neither is preferred. `positions` are those of the
    three classes, if they are not one step apart. Scores may be infinite (KLD); differences closer to zero than 1e-12
    are exactly 0, as are those of two infinite scores. Raises `UnknownNameError`, `ShapeMismatchError` (the simplex has
    three classes) or `InvalidDistributionError`.
    """
    (measure,) = measures_at([key], positions, 3)
    inside, jumps = _interior_grid(resolution), measure.family in _BY_ORDER

    def scored(points: FloatArray) -> FloatArray:
        if over == "estimates":
            return score_rows(measure, estimates_for(points, gold, "gold"), points)
        return _delta(measure, points, estimates_for(points, a, "a"), estimates_for(points, b, "b"))

    points, field = simplex_grid(resolution), scored(inside)
    values = scored(points)
    if over == "estimates":
        rows = inside if jumps else points  # on a line of ties DNKT has a value of its own: it would be a splinter
        gold_rows = estimates_for(rows, gold, "gold")
        ends = {"a": estimates_for(gold_rows, a, "a"), "b": estimates_for(gold_rows, b, "b")}
        lines = {
            side: border(_delta(measure, gold_rows, rows, end), resolution=resolution) for side, end in ends.items()
        }
    else:
        lines = {"tie": border(field, resolution=resolution)}
        jumps = jumps or any(isinstance(entry, str) and entry == "popularity" for entry in (a, b))
    if measure.family == "priority":
        return SimplexMap(points, values, lines, (), tuple(zip(scored(_ORDERS[:, 0]).tolist(), _ORDERS, strict=True)))
    within = _same_order(inside, resolution) if jumps else None
    drawn = ((level, border(field - level, resolution=resolution, within=within)) for level in round_levels(values))
    return SimplexMap(points, values, lines, tuple(one for one in drawn if len(one[1])), ())


def round_levels(values: FloatArray) -> list[float]:
    """Return up to six round numbers between the least and the largest finite value, 0 left out.

    >>> round_levels(np.array([0.0, 0.93])), round_levels(np.array([-0.31, 0.4, np.inf]))
    ([0.2, 0.4, 0.6, 0.8], [-0.3, -0.2, -0.1, 0.1, 0.2, 0.3])
    """
    finite = values[np.isfinite(values)]
    if not len(finite):
        return []
    low, high = float(finite.min()), float(finite.max())
    for per in _LEVELS_PER_UNIT:
        numbers = range(int(np.ceil(low * per)), int(np.floor(high * per)) + 1)
        levels = [number / per for number in numbers if number and low < number / per < high]
        if len(levels) <= MOST_LEVELS:
            return levels
    return []


def indifference(key: str, a: ArrayLike | str, b: ArrayLike | str, *, resolution: int = RESOLUTION) -> FloatArray:
    """Return the line of gold distributions where a measure prefers neither A nor B: (segments, 2, 3).

    The line is the `border` of the delta M(g, A) - M(g, B) over the gold distributions g *inside* the simplex, none of
    whose classes tie. On the lines of ties and on the rim, Popularity, DNKT and the measures that depend on which
    classes occur jump, and a grid would show those lines as splinters. So each point of the grid is moved by a
    millionth of the way to (0.47, 0.32, 0.21). Empty where one run is preferred (or ties) everywhere. Raises as
    `simplex_map` does.

    >>> indifference("NMD", [1, 0, 0], [0, 0, 1], resolution=1).round(3).tolist()
    [[[0.5, 0.0, 0.5], [0.0, 1.0, 0.0]]]
    """
    (measure,) = get_measures([key])
    gold_rows = _interior_grid(resolution)
    delta = _delta(measure, gold_rows, estimates_for(gold_rows, a, "a"), estimates_for(gold_rows, b, "b"))
    return border(delta, resolution=resolution)


def border(deltas: ArrayLike, *, resolution: int = RESOLUTION, within: NDArray[np.bool_] | None = None) -> FloatArray:
    """Return the line where a field over the simplex is 0, as segments of shape (segments, 2, 3).

    `deltas` has shape (points,), in the order of `simplex_grid(resolution)`. Within each small triangle of the grid
    the field is taken as linear. Where it is 0 on a whole area (both runs tie), the segments are the rim of the area
    inside the simplex. An infinite delta counts as very large. `within` says which of the small triangles, all of
    them by default, are looked at. Raises `ShapeMismatchError`.

    >>> border([-1, 1, 1], resolution=1).tolist()
    [[[0.5, 0.5, 0.0], [0.5, 0.0, 0.5]]]
    """
    points, values = simplex_grid(resolution), np.asarray(deltas, dtype=np.float64)
    if values.shape != points.shape[:1]:
        raise ShapeMismatchError(f"`deltas` has shape {values.shape}, expected one for each of {len(points)} points.")
    finite = np.abs(values[np.isfinite(values)]).max(initial=1.0)
    values = np.clip(values, -1e9 * finite, 1e9 * finite)
    corners = _triangles(resolution)
    corners = corners if within is None else corners[within]
    start, end = corners, np.roll(corners, 1, axis=1)  # the three sides of every triangle
    start, end = np.minimum(start, end), np.maximum(start, end)  # neighbours compute the same point on a common side
    from_value, to_value = values[start], values[end]
    crosses = np.sign(from_value) * np.sign(to_value) < 0
    share = np.divide(from_value, from_value - to_value, out=np.zeros_like(from_value), where=crosses)[..., None]
    candidates = np.concatenate([(1 - share) * points[start] + share * points[end], points[corners]], axis=1)
    on_line = np.concatenate([crosses, values[corners] == 0], axis=1)
    met_twice = on_line.sum(axis=1) == 2  # once: the line touches a corner; three times: all of the triangle is 0
    segments = candidates[met_twice][on_line[met_twice]].reshape(-1, 2, 3)
    return _without_repeats(segments)


def score_rows(measure: Measure, gold_rows: FloatArray, estimates: FloatArray) -> FloatArray:
    """Score valid rows of shape (n, L) or (1, L) against each other: shape (n,)."""
    gold, estimate = (np.ascontiguousarray(rows.T) for rows in (gold_rows, estimates))
    return measure.compute.kernel(gold, estimate)


def _interior_grid(resolution: int) -> FloatArray:
    """Return the grid, a little towards the inside: no class is empty, no two tie."""
    return (1 - _NUDGE) * simplex_grid(resolution) + _NUDGE * _INSIDE


def _same_order(points: FloatArray, resolution: int) -> NDArray[np.bool_]:
    """Return for each small triangle whether its corners put the classes in one order."""
    orders = np.argsort(points, axis=1)[_triangles(resolution)]
    return np.asarray((orders == orders[:, :1]).all(axis=(1, 2)))


def _delta(measure: Measure, gold_rows: FloatArray, a: FloatArray, b: FloatArray) -> FloatArray:
    """Score of A minus score of B; exactly 0 for ties, and where both are infinite."""
    delta = difference(score_rows(measure, gold_rows, a), score_rows(measure, gold_rows, b))
    return np.where(np.abs(delta) < TIE, 0.0, delta)


def _triangles(resolution: int) -> IntArray:
    """Return the small triangles between the points of the grid, shape (resolution ** 2, 3)."""
    middle, last = np.indices((resolution, resolution)).reshape(2, -1)
    upright, hanging = middle + last < resolution, middle + last < resolution - 1

    def place(middle: IntArray, last: IntArray) -> IntArray:
        return middle * (resolution + 1) - middle * (middle - 1) // 2 + last  # rows shorten by one point each

    m, n = middle[upright], last[upright]
    standing = np.stack([place(m, n), place(m, n + 1), place(m + 1, n)], axis=1)
    m, n = middle[hanging], last[hanging]
    return np.concatenate([standing, np.stack([place(m, n + 1), place(m + 1, n), place(m + 1, n + 1)], axis=1)])


def _without_repeats(segments: FloatArray) -> FloatArray:
    """Drop a segment that lies on the common side of two triangles and so was found in both."""
    flat = segments.reshape(-1, 6)
    turned = segments[:, ::-1].reshape(-1, 6)
    swap = flat[:, 2] > turned[:, 2]
    swap |= (flat[:, 2] == turned[:, 2]) & (flat[:, 1] > turned[:, 1])
    kept = np.unique(np.where(swap[:, None], turned, flat), axis=0, return_index=True)[1]
    return segments[np.sort(kept)]
