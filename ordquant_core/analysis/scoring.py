"""Apply measures to a task: the only place that joins the two."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.measures.pairs import classes_first
from ordquant_core.measures.registry import MAIN_MEASURES, get_measures
from ordquant_core.records import Scores, Task


def score(task: Task, measures: Sequence[str] = MAIN_MEASURES) -> Scores:
    """Score every run on every case with every named measure: values of shape (measures, runs, cases).

    Scores are >= 0, 0 is perfect, KLD may be infinite. Raises `UnknownNameError` for a key not in the registry.
    """
    known = get_measures(measures)
    gold, estimates = classes_first(task.gold, task.estimates)  # a Task is valid: no second validation
    values = np.stack([measure.compute.kernel(gold, estimates) for measure in known])
    return Scores(tuple(measures), task.runs, task.cases, values)
