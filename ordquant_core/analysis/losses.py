"""On which cases does a run lose most against another one, and what did its estimate do there?"""

from dataclasses import dataclass

import numpy as np

from ordquant_core.numerals import EXACT, class_label, decimals, percent, setting
from ordquant_core.records import FloatArray, Scores, TableRow, Task

NEAR = 0.05  # classes: below it a mean class is not called too high or too low


@dataclass(frozen=True, slots=True)
class Loss(TableRow):
    """A case on which run A scores worse than run B."""

    case: str
    score_a: float
    score_b: float
    why: str  # what the estimate of the run did, beside the gold and the other run; whatever the measure sees of it

    COLUMNS = ("case", "score_a", "score_b", "why")


def largest_losses(task: Task, scores: Scores, layer: int, run: str, other: str, n: int = 10) -> tuple[Loss, ...]:
    """Return the cases on which a run loses most against another one by a measure, the largest loss first."""
    mine, theirs = scores.runs.index(run), scores.runs.index(other)
    own, best = scores.values[layer, mine], scores.values[layer, theirs]
    deltas = own - best
    order = [row for row in np.argsort(-deltas, kind="stable")[:n].tolist() if deltas[row] > 1e-12]
    return tuple(
        Loss(
            task.cases[row],
            float(own[row]),
            float(best[row]),
            why(task.gold[row], task.estimates[mine, row], task.estimates[theirs, row], task.classes, other),
        )
        for row in order
    )


def why(gold: FloatArray, own: FloatArray, other: FloatArray, classes: tuple[str, ...], name: str) -> str:
    """Say where an estimate lies beside the gold: too low or too high on the scale, and the class it misses most.

    `name`: that of the other run.

    >>> why(np.array([0, .2, .8]), np.array([.8, .2, 0]), np.array([0, .3, .7]), ("low", "mid", "high"), "b")
    'mean class 1.6 too low (b: 0.1 too low); 80 points too much for low'
    """
    places = np.arange(len(gold))
    shift, shift_other = (float((one - gold) @ places) for one in (own, other))
    worst = int(np.abs(own - gold).argmax())
    gap = float(own[worst] - gold[worst])
    if abs(gap) < EXACT:
        return "equals the gold"
    points = percent(abs(gap)).removesuffix("%")
    amount = f"{points} points too {'much' if gap > 0 else 'little'} for {class_label(classes[worst])}"
    return f"mean class {_shifted(shift)} ({name}: {_shifted(shift_other)}); {amount}"


def _shifted(shift: float) -> str:
    if abs(shift) < NEAR:
        return f"within {setting(NEAR)} of the gold's"
    return f"{decimals(abs(shift), 1)} too {'high' if shift > 0 else 'low'}"
