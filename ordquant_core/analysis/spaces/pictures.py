"""Gold distributions of a space as pictures: what Compare draws."""

import numpy as np

from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.analysis.picture import Entry, Picture
from ordquant_core.analysis.spaces.estimators import Estimator
from ordquant_core.analysis.spaces.pairs import Votes

POPULARITY, UNIFORM = Estimator("popularity"), Estimator("uniform")


def classes(n_classes: int) -> tuple[str, ...]:
    """Name the classes 1 … L."""
    return tuple(str(place + 1) for place in range(n_classes))


def picture(gold: Votes, a: Votes | Estimator = POPULARITY, b: Votes | Estimator | None = None) -> Picture:
    """Return a gold and two estimates as Compare draws them; baselines stay words, and B is Uniform by default."""
    (first, name_a), (second, name_b) = (_entry(gold, one or UNIFORM) for one in (a, b))
    return Picture(classes(len(gold)), tuple(map(float, gold)), first, second, name_a, name_b)


def _entry(gold: Votes, side: Votes | Estimator) -> tuple[Entry, str]:
    if not isinstance(side, Estimator):
        return tuple(map(float, side)), ""
    if side.rule in BASELINES:
        return side.rule, ""
    return tuple(map(float, side.estimate(np.array(gold)[:, None])[:, 0].tolist())), side.name
