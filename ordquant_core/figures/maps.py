"""A map of a measure with all its lines and their labels."""

from collections.abc import Mapping, Sequence
from typing import Any

from ordquant_core.figures.atlas import preference_map
from ordquant_core.figures.contours import Labelled
from ordquant_core.figures.landscape import ternary_figure
from ordquant_core.figures.style import Figure, Palette
from ordquant_core.numerals import score, setting
from ordquant_core.records import FloatArray, SimplexMap

NAMES = {"a": "as A", "b": "as B", "tie": "no preference"}  # of the lines


def map_figure(
    found: SimplexMap, marks: Mapping[str, FloatArray], palette: Palette, *, labels: Sequence[str], title: str
) -> Figure:
    """Draw a map with lines of round values, and of what scores as run A or B does or is preferred to neither.

    `marks` are the distributions "gold", "a" and "b", shape (3,). Scores are coloured from dark (best) to bright,
    differences in the colours of the runs.
    """
    lines = [Labelled(setting(level), segments) for level, segments in found.contours]
    lines += [Labelled(NAMES[side], segments, strong=True) for side, segments in found.lines.items()]
    written = [(score(value), points) for value, points in found.plateaus]
    drawn: dict[str, Any] = {"labels": labels, "title": title, "lines": lines, "written": written, "height": 380}
    drawn |= {side: marks[side] for side in "ab"}
    if "tie" not in found.lines:
        return ternary_figure(found.points, found.values, palette, gold=marks["gold"], **drawn)
    return preference_map(found.points, found.values, palette, chosen=marks["gold"], runs=("A", "B"), **drawn)
