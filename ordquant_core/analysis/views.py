"""Scores and means of a task by measures and by views of them, side by side."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.scoring import score
from ordquant_core.errors import UnknownNameError
from ordquant_core.measures.registry import MEASURES, get_measures
from ordquant_core.measures.views import VIEWS
from ordquant_core.records import FloatArray, Scores, Task
from ordquant_core.statistics.portions import Progress


def check_keys(keys: Sequence[str], *, per_case: bool = False) -> None:
    """Raise `UnknownNameError` for a key of neither a measure nor a view, or of a mean where cases are asked for."""
    if not keys or not set(keys) <= set(VIEWS):
        get_measures([key for key in keys if key not in VIEWS])
    of_means = [key for key in keys if key in VIEWS and VIEWS[key].of_mean]
    if per_case and of_means:
        raise UnknownNameError(f"{of_means[0]} is made of the mean over all cases: a case has none.")


def score_with_views(task: Task, keys: Sequence[str], *, progress: Progress | None = None) -> Scores:
    """Score every run on every case by measures and views: values of shape (keys, runs, cases). Progress as `score`."""
    check_keys(keys, per_case=True)
    scores, size = _needed(task, keys, progress), len(task.classes)
    if scores.measures == tuple(keys):  # no views: nothing to copy
        return scores
    layers = [_layer(scores, key) if key in MEASURES else VIEWS[key].change(_layer(scores, key), size) for key in keys]
    return Scores(tuple(keys), scores.runs, scores.cases, np.stack(layers))


def average_with_views(task: Task, keys: Sequence[str], *, progress: Progress | None = None) -> FloatArray:
    """Return what is printed for every run, shape (keys, runs): means of measures, and views. Progress as `score`."""
    check_keys(keys)
    scores, size = _needed(task, keys, progress), len(task.classes)
    layers = ((key, _layer(scores, key)) for key in keys)
    return np.stack(
        [layer.mean(axis=-1) if key in MEASURES else VIEWS[key].average(layer, size) for key, layer in layers]
    )


def _needed(task: Task, keys: Sequence[str], progress: Progress | None) -> Scores:
    return score(task, tuple(dict.fromkeys(map(_measure_of, keys))), progress=progress)


def _layer(scores: Scores, key: str) -> FloatArray:
    return np.asarray(scores.values[scores.measures.index(_measure_of(key))])


def _measure_of(key: str) -> str:
    return key if key in MEASURES else VIEWS[key].of
