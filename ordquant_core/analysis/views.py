"""Scores and means of a task by measures, by views of them, and by measures on smoothed shares, side by side."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.scoring import score
from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.measures.registry import MEASURES, get_measures
from ordquant_core.measures.smoothed import SMOOTHED
from ordquant_core.measures.views import VIEWS
from ordquant_core.records import FloatArray, Scores, Task
from ordquant_core.statistics.progress import Progress


def check_keys(keys: Sequence[str], *, per_case: bool = False) -> None:
    """Raise `UnknownNameError` for an unknown key, or for a view of the mean where scores per case are wanted."""
    known = {*VIEWS, *SMOOTHED}
    if not keys or not set(keys) <= known:
        get_measures([key for key in keys if key not in known])
    of_means = [key for key in keys if key in VIEWS and VIEWS[key].of_mean]
    if per_case and of_means:
        raise UnknownNameError(f"{of_means[0]} is made of the mean over all cases: a case has none.")


def score_with_views(task: Task, keys: Sequence[str], *, progress: Progress | None = None) -> Scores:
    """Score every run on every case by measures and views: values of shape (keys, runs, cases).

    `progress` is that of `score`.
    """
    check_keys(keys, per_case=True)
    scores, size = _needed(task, keys, progress), len(task.classes)
    if scores.measures == tuple(keys):  # no views: nothing to copy
        return scores
    layers = [
        VIEWS[key].change(_layer(task, scores, key), size) if key in VIEWS else _layer(task, scores, key)
        for key in keys
    ]
    return Scores(tuple(keys), scores.runs, scores.cases, np.stack(layers))


def average_with_views(task: Task, keys: Sequence[str], *, progress: Progress | None = None) -> FloatArray:
    """Return what is printed for every run, shape (keys, runs): means of measures, and views.

    `progress` is that of `score`.
    """
    check_keys(keys)
    scores, size = _needed(task, keys, progress), len(task.classes)
    layers = ((key, _layer(task, scores, key)) for key in keys)
    return np.stack([VIEWS[key].average(layer, size) if key in VIEWS else layer.mean(axis=-1) for key, layer in layers])


def _needed(task: Task, keys: Sequence[str], progress: Progress | None) -> Scores:
    measures = tuple(dict.fromkeys(_measure_of(key) for key in keys if key not in SMOOTHED))
    if not measures:
        return Scores((), task.runs, task.cases, np.empty((0, len(task.runs), len(task.cases))))
    return score(task, measures, progress=progress)


def _layer(task: Task, scores: Scores, key: str) -> FloatArray:
    if key in SMOOTHED:
        if task.votes is None:
            raise OrdquantError(f"{key} needs the number of votes of each case; the gold of this task has no votes.")
        return SMOOTHED[key](task.gold, task.estimates, task.votes.sum(axis=-1))
    return np.asarray(scores.values[scores.measures.index(_measure_of(key))])


def _measure_of(key: str) -> str:
    return key if key in MEASURES else VIEWS[key].of
