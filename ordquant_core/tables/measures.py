"""What tables of measures share: their families as headings, and margins in the colour of the run they favour."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from ordquant_core.analysis.comparison import signs
from ordquant_core.markup import Band, Html, Row, tag
from ordquant_core.measures.measure import FAMILIES
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import named_margins
from ordquant_core.records import FloatArray

_OF_SIDE = {-1: "oq-a", 0: "oq-muted", 1: "oq-b"}


def named_margin(delta: float | FloatArray) -> Html:
    """Return a score of A minus a score of B as the run it favours and by how much, exactly where it is pointed at."""
    value = float(delta)
    style = _OF_SIDE[0 if np.isnan(value) else int(signs(np.asarray(value)))]
    return tag("span", *named_margins([value]), class_=style, title=repr(value))


def by_family(keys: Sequence[str], row: Callable[[str], Row]) -> Iterator[Row | Band]:
    """Yield a row per measure, in families, each under its heading."""
    for family, title in FAMILIES.items():
        members = [key for key in keys if MEASURES[key].family == family]
        if members:
            yield Band(title)
        yield from map(row, members)
