"""What is looked at now, marked in the browser: the row of a list, and a ring in plots.

Lists and plots are the same for every case, so another case sends nothing of them again: only what this says.
"""

import math
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from pages.shared.component import component

Place = tuple[float, float]  # of a point, in the units of its axes
_component = component("current_mark", Path(__file__).with_name("current_mark.js"))


def show(
    name: str, *, rows: Mapping[str, str] = MappingProxyType({}), points: Mapping[str, Place] = MappingProxyType({})
) -> None:
    """Mark a row, by its choice, in tables with these ids, and a point in the plots with these keys.

    One mark of a `name` stands on a page. A point that is not finite is not drawn, and gets no ring.
    """
    rings = {key: [float(x), float(y)] for key, (x, y) in points.items() if math.isfinite(x) and math.isfinite(y)}
    _component(key=f"current_{name}", data={"name": name, "rows": dict(rows), "points": rings}, height=0)
