"""Apply measures to a task: the only module that imports both."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.errors import OrdquantError, UnclearVotesError, UnknownNameError
from ordquant_core.measures.pairs import in_blocks
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES, MeasureLike, keys_of, measures_at
from ordquant_core.measures.smoothed import SMOOTHED
from ordquant_core.numerals import NOISE, count
from ordquant_core.records import Scores, Task
from ordquant_core.statistics.mean_interval import MeanInterval, mean_interval
from ordquant_core.statistics.progress import Progress

ONE_EACH = "Every case of the gold has all on one class: the vote of one annotator, or a probability that is certain"


def score(
    task: Task,
    measures: "Sequence[MeasureLike]" = MAIN_MEASURES,
    *,
    positions: "ArrayLike | None" = None,  # in quotes: help() shows it like that
    progress: Progress | None = None,
) -> Scores:
    """Score every run on every case with every named measure: values of shape (measures, runs, cases).

    A measure is named by its key, or given as a function: `oq.nmd`, or one of your own, of gold and estimates as arrays
    of shape (cases, L) or as two vectors, which is then known by its name. Its scores are >= 0 and finite, else
    `PluginError` names the pair.

    Scores are >= 0, 0 is perfect, KLD may be infinite. `progress` is called with the cases that are scored and their
    number (with more runs than cases: the runs). `positions` are those of the classes, for the measures that
    take them, if not those of the task (1, ..., L where it has none); other measures do not change. Raises
    `UnknownNameError` for a key not in the registry.

    >>> import ordquant_core as oq
    >>> oq.score(oq.load_sample("breakdown-labels"), ["NMD", "RNOD"]).values.shape
    (2, 4, 60)
    """
    require_task(task, "score")
    stand = task.positions if positions is None else positions
    keys = keys_of(measures)
    kernels = [measure.compute.kernel for measure in measures_at(keys, stand, len(task.classes))]
    values = in_blocks(kernels, task.gold, task.estimates, progress=progress)  # a Task is valid: no second validation
    return Scores(keys, task.runs, task.cases, values)


def score_on_request(task: Task, keys: Sequence[str], *, progress: Progress | None = None) -> Scores:
    """Score as `score` does; `keys` may be of measures on smoothed distributions, too. `progress` is that of `score`.

    Raises `OrdquantError` where these do not know how many votes a case has.
    """
    of_registry = [key for key in keys if key not in SMOOTHED]
    if len(of_registry) == len(keys):
        return score(task, keys, progress=progress)
    if task.votes is None:
        key = next(key for key in keys if key in SMOOTHED)
        needs = f"{key} needs the number of votes of each case; the gold of this task has no votes."
        if has_one_each(task):
            raise UnclearVotesError(f"{needs} {ONE_EACH}; as a vote, it is 1.")
        raise OrdquantError(needs)
    votes = task.votes.sum(axis=-1)
    layers = {key: SMOOTHED[key](task.gold, task.estimates, votes) for key in keys if key in SMOOTHED}
    if of_registry:
        layers |= zip(of_registry, score(task, of_registry, progress=progress).values, strict=True)
    return Scores(tuple(keys), task.runs, task.cases, np.stack([layers[key] for key in keys]))


def has_one_each(task: Task) -> bool:
    """Return whether every case of a gold has all on one class: a single vote, or a probability that is certain."""
    return bool(np.isin(task.gold, (0, 1)).all())


def require_task(task: object, function: str) -> None:
    """Raise `OrdquantError` for what is no task, and say what makes one."""
    if not isinstance(task, Task):
        raise OrdquantError(
            f"{function} takes a Task, not an object of the type {type(task).__name__}: make one with "
            "oq.from_frames(gold, {name: run}) or oq.load_task(path), or score two frames with oq.MEASURES[key]."
        )


def require_scores(scores: object, function: str) -> None:
    """Raise `OrdquantError` for what holds no scores, and say what makes them."""
    if not isinstance(scores, Scores):
        kind = type(scores).__name__
        raise OrdquantError(f"{function} takes Scores, not an object of the type {kind}: oq.score(task) makes them.")


def choose(scores: Scores, measures: Sequence[str]) -> Scores:
    """Return the layers of some measures, in the order given. Raises `UnknownNameError` for one not scored."""
    for key in measures:
        if key not in scores.measures:
            raise UnknownNameError(f"The task was not scored by {key!r}; scored: {', '.join(scores.measures)}.")
    layers = np.array([scores.measures.index(key) for key in measures], dtype=np.int64)
    return Scores(tuple(measures), scores.runs, scores.cases, scores.values[layers])


def mean_intervals(scores: Scores, *, infinite: bool = False) -> MeanInterval:
    """Return the mean of every run by every measure with its 95% interval, (measures, runs), see `mean_interval`.

    Intervals are cut at 0, and at the largest score where that is the same for all numbers of classes. With `infinite`
    a mean may be infinite, and its bounds are NaN. Without, infinite scores raise `OrdquantError`.
    """
    finite = np.isfinite(scores.values).all(axis=2, keepdims=True)
    values = np.where(finite, scores.values, 0.0) if infinite else scores.values
    bounds = np.array([_bounds_of_every_size(key) for key in scores.measures])[:, :, None]
    interval = mean_interval(values, bounds=(bounds[:, 0], bounds[:, 1]))
    nothing = (np.abs(values) < 10.0**-NOISE).all(axis=2)  # a copy of the gold may score 1e-17
    low, high = (np.where(nothing, np.nan, end) for end in (interval.low, interval.high))
    return replace(interval, means=scores.values.mean(axis=2), low=low, high=high)


def _bounds_of_every_size(key: str) -> tuple[float, float]:
    measure = MEASURES[key]
    (least, most), (_, of_many) = measure.bounds(2), measure.bounds(100)  # bounds grow with the classes, or never
    return least, most if most == of_many else np.inf


def infinite_measures(scores: Scores) -> tuple[str, ...]:
    """Return the measures with an infinite score (KLD where the gold is 0): their means cannot be tested."""
    layers = zip(scores.measures, scores.values, strict=True)
    return tuple(key for key, layer in layers if not np.isfinite(layer).all())


def require_comparable(scores: Scores) -> None:
    """Raise `OrdquantError` unless there are two runs and two cases or more, and only finite scores."""
    require_size(scores)
    require_finite(scores)


def require_size(given: Scores | Task) -> None:
    """Raise `OrdquantError` unless there are two runs and two cases or more."""
    if len(given.runs) < 2 or len(given.cases) < 2:
        raise OrdquantError(
            f"The task has {count(len(given.runs), 'run')} and {count(len(given.cases), 'case')}; "
            "this analysis needs 2 runs and 2 cases, or more."
        )


def require_finite(scores: Scores) -> None:
    """Raise `OrdquantError` where a score is infinite: its run has no mean that could be ranked or tested."""
    infinite = infinite_measures(scores)
    if infinite:
        raise OrdquantError(
            f"{', '.join(infinite)} is infinite on some case, so that its means cannot be compared; leave it out."
        )
