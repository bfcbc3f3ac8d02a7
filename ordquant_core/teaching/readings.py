"""Ways to read a picture: what the taught measures prefer, and what a known misunderstanding would prefer.

Every reading gives an estimate an error, smaller is better, so each of the two estimates or a tie is its answer. The
wrong choices of the quiz are answers of readings, and an explanation names the reading behind a wrong answer.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ordquant_core.analysis.comparison import signs
from ordquant_core.analysis.picture import Picture
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import FloatArray
from ordquant_core.teaching.questions import CHOICE_OF, Choice

TAUGHT = ("NMD", "RNOD", "NVD", "DNKT")
NOISE = 1e-9


@dataclass(frozen=True, slots=True)
class Reading:
    """A way to read a picture: `errors` of estimates on gold distributions, both of shape (classes, n) with sums 1."""

    key: str
    answered: str  # how one answers that reads so: 'You answered {answered}.'
    name: str  # in a table
    errors: Callable[[FloatArray, FloatArray], FloatArray]

    def side(self, picture: Picture) -> int:
        """Return which estimate the reading prefers: -1 (A), 0 (tie), 1 (B)."""
        gold = picture.probabilities("gold")[:, None]
        a, b = (float(self.errors(gold, picture.probabilities(side)[:, None])[0]) for side in ("a", "b"))
        return int(signs(np.array(a - b)))

    def answer(self, picture: Picture) -> Choice:
        """Return the choice of somebody who reads so."""
        return CHOICE_OF[self.side(picture)]


def _swapped(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    return np.asarray(MEASURES["RNOD"].compute.kernel(estimated, gold))


def _averages(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    """Return the distance between the averages of the class numbers."""
    places = np.arange(len(gold))[:, None]
    return np.asarray(np.abs(((estimated - gold) * places).sum(axis=0)).round(12))


def _highest(gold: FloatArray, estimated: FloatArray) -> FloatArray:
    """Return 0 where the most frequent classes are those of the gold, else 1."""

    def highest(values: FloatArray) -> NDArray[np.bool_]:
        return np.asarray(values > values.max(axis=0) - NOISE)

    return np.asarray((highest(gold) != highest(estimated)).any(axis=0), dtype=np.float64)


_READINGS = (
    *(Reading(key, f"as {key} would", key, MEASURES[key].compute.kernel) for key in TAUGHT),
    Reading("averages", "as if only the averages counted", "averages only", _averages),
    Reading("highest", "as if only the highest bar counted", "highest bar only", _highest),
    Reading("swapped", "as RNOD would with gold and estimate swapped", "RNOD, gold and estimate swapped", _swapped),
)
READINGS: Mapping[str, Reading] = {one.key: one for one in _READINGS}


def readings_with(picture: Picture, choice: Choice, *, without: str = "") -> tuple[Reading, ...]:
    """Return the readings that give an answer, taught measures first, except the one named `without`."""
    return tuple(one for one in READINGS.values() if one.key != without and one.answer(picture) == choice)
