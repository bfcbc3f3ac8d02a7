"""Is a run written with its classes in the opposite order? A hint for its author, from the scores."""

from typing import NamedTuple

import numpy as np

from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import score
from ordquant_core.records import Task

MEASURE = "NMD"
SHARE = 0.75  # of the score: so much better must the reversed run be to be worth a hint


class Reversed(NamedTuple):
    """A run that scores much better with its classes in the opposite order."""

    run: str
    score: float  # mean NMD as it is
    opposite: float  # with the probabilities of every case in the opposite order


def reversed_runs(task: Task) -> tuple[Reversed, ...]:
    """Return the runs that score worse than Uniform as they are, and much better with their classes reversed."""
    kernel = MEASURES[MEASURE].compute
    uniform = np.full(task.gold.shape, 1 / len(task.classes))
    limit = float(kernel(task.gold, uniform).mean())
    found = []
    for name, estimates in zip(task.runs, task.estimates, strict=True):
        here, there = (float(kernel(task.gold, one).mean()) for one in (estimates, estimates[:, ::-1]))
        if here > limit and there < SHARE * here:
            found.append(Reversed(name, here, there))
    return tuple(found)


def in_words(found: Reversed) -> str:
    """Return the hint."""
    better = f"mean {MEASURE} {score(found.opposite)} instead of {score(found.score)}"
    return f"it scores much better with its classes in the opposite order ({better}): check the order of its classes."
