"""Baseline runs: Popularity (all probability on the gold's mode), Uniform, and one fixed class for every case."""

from __future__ import annotations  # help() shows types as they are written

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.analysis.comparison import opening_pair
from ordquant_core.analysis.scoring import require_task, score
from ordquant_core.distributions import as_distributions
from ordquant_core.errors import ShapeMismatchError, UnknownNameError
from ordquant_core.labelled import like, rows_of
from ordquant_core.records import FloatArray, Task


def popularity(gold: ArrayLike) -> FloatArray:
    """Put all probability on the most frequent gold class, shared equally where several classes tie.

    `gold` has shape (..., L), votes or probabilities; so has the result, in probabilities, and a frame or series of
    pandas gives one with its labels. The papers leave ties
    open; sharing gives the win/loss table of LQ 2021 (Table 7, STC-3) to the digit [sakai2021lq]. Raises
    `OrdquantError` for what is no distribution.

    >>> popularity([[0, 1, 2, 9, 8], [4, 4, 0, 1, 1]]).tolist()
    [[0.0, 0.0, 0.0, 1.0, 0.0], [0.5, 0.5, 0.0, 0.0, 0.0]]
    """
    shares = as_distributions(gold, "gold", rows_of(gold))  # equal votes stay equal when divided by one sum
    baseline: FloatArray = like(_on_mode(shares), gold)
    return baseline


def _on_mode(shares: FloatArray) -> FloatArray:
    most_frequent = shares == shares.max(axis=-1, keepdims=True)
    return np.asarray(most_frequent / most_frequent.sum(axis=-1, keepdims=True))


def uniform(gold: ArrayLike) -> FloatArray:
    """Give every class 1/L. `gold` has shape (..., L), so has the result; a frame or series gives one like it.

    Raises `OrdquantError` for what is no distribution.

    >>> uniform([0, 1, 2, 9, 8]).tolist()
    [0.2, 0.2, 0.2, 0.2, 0.2]
    """
    shares = as_distributions(gold, "gold", rows_of(gold))
    baseline: FloatArray = like(np.full_like(shares, 1 / shares.shape[-1]), gold)
    return baseline


ROUNDING = 1e-6  # of estimates in files, as of the sums of their rows
BASELINES: Mapping[str, Callable[[ArrayLike], FloatArray]] = {"popularity": popularity, "uniform": uniform}


def with_baselines(task: Task, named: Iterable[str] = ()) -> Task:
    """Return the task with the baselines added after its runs: `Popularity` and `Uniform`.

    Those of one class are added where `named` has their names. Where a run of the task has the name of a baseline,
    the baseline is called `Popularity (baseline)`: the names stay apart. Raises `OrdquantError` for what is no task.

    >>> import ordquant_core as oq
    >>> oq.with_baselines(oq.load_sample("breakdown-labels")).runs[-2:]
    ('Popularity', 'Uniform')
    """
    require_task(task, "with_baselines")
    names = [_apart(name, task) for name in ("Popularity", "Uniform")]
    popularity_and_uniform = np.stack([_on_mode(task.gold), np.full(task.gold.shape, 1 / len(task.classes))])
    estimates = np.concatenate([task.estimates, popularity_and_uniform])
    complete = replace(task, runs=(*task.runs, *names), estimates=estimates)
    others = [run for run in named if run not in complete.runs]
    return with_classes(complete, others) if others else complete


def with_classes(task: Task, named: Iterable[str]) -> Task:
    """Return the task with those baselines of one class added that `named` has and its runs have not."""
    known = {run: label for label, run in class_baselines(task).items()}
    wanted = [run for run in dict.fromkeys(named) if run in known]
    if not wanted:
        return task
    rows = np.eye(len(task.classes))[[task.classes.index(known[run]) for run in wanted]]
    estimates = np.repeat(rows[:, None], len(task.cases), axis=1)
    return replace(task, runs=(*task.runs, *wanted), estimates=np.concatenate([task.estimates, estimates]))


def class_baselines(task: Task) -> dict[str, str]:
    """Return what the baseline of each class is called, which puts all probability on this class in every case."""
    return {label: _apart(f"Always {label}", task) for label in task.classes}


def _apart(name: str, task: Task) -> str:
    return f"{name} (baseline)" if name in task.runs else name


def baseline_of(run: str, gold: ArrayLike, estimated: ArrayLike) -> str | None:
    """Return the key of the baseline with this name and these estimates, None for any other run.

    >>> baseline_of("Uniform (baseline)", [1, 2, 1, 0], [0.25] * 4), baseline_of("Uniform", [1, 3], [0, 1])
    ('uniform', None)
    """
    key = run.removesuffix(" (baseline)").lower()
    return key if key in BASELINES and np.array_equal(estimated, BASELINES[key](gold)) else None


def baselines_among(task: Task) -> dict[str, tuple[str, ...]]:
    """Return the keys of the baselines whose estimates runs of the task have, within 1e-6, each with these runs.

    Organisers submit baselines as runs with names of their own, and files hold rounded numbers.
    """
    names: dict[str, tuple[str, ...]] = {}
    for key, baseline in BASELINES.items():
        expected, runs = baseline(task.gold), zip(task.runs, task.estimates, strict=True)
        equal = tuple(run for run, estimates in runs if np.allclose(estimates, expected, rtol=0, atol=ROUNDING))
        names |= {key: equal} if equal else {}
    return names


def estimates_for(gold_rows: FloatArray, estimate: ArrayLike | str, name: str) -> FloatArray:
    """Return the probabilities of an estimate per gold distribution: shape (n, L), or (1, L) if all are equal.

    `gold_rows` has shape (n, L); `estimate` is one distribution of shape (L,) or the key of a baseline.
    Errors use `name` for it. Raises `UnknownNameError`, `ShapeMismatchError` or `InvalidDistributionError`.
    """
    if isinstance(estimate, str):
        if estimate not in BASELINES:
            raise UnknownNameError(f"`{name}`: unknown baseline {estimate!r}; choose from {', '.join(BASELINES)}.")
        return BASELINES[estimate](gold_rows)
    row = as_distributions(estimate, name)
    if row.shape != gold_rows.shape[-1:]:
        raise ShapeMismatchError(
            f"`{name}` has shape {row.shape}, expected one number for each of the {gold_rows.shape[-1]} classes."
        )
    return row[None]


def opening_runs(task: Task, own: tuple[str, ...], baselines: tuple[str, str]) -> tuple[str, str]:
    """Return the runs a page opens with: the best two of its `own` by mean NMD, its only one and a baseline, or both.

    `own` are the runs of the task that are no `baselines`.
    """
    if len(own) < 2:
        a, b, *_ = *own, *baselines
        return a, b
    runs = task.only(own)
    first, second = opening_pair(score(runs, ("NMD",)).values[0].mean(axis=1), runs.estimates)
    return own[first], own[second]
