"""Simulated panels of annotators: for a case of a task they are the same wherever it is shown."""

from ordquant_core.analysis.planning.votes import votes_of
from ordquant_core.records import Task
from ordquant_core.statistics.vote_prior import FEWEST_CASES, VotePrior, vote_prior
from pages.shared.result_cache import compute_once
from pages.shared.task_files import TaskKey

SEED = 2021


def prior_of(key: TaskKey, task: Task) -> VotePrior:
    """Return how the votes of a task vary. Raises `OrdquantError` where it has none, or a single one for every case."""
    return compute_once(("vote prior", key), lambda: vote_prior(votes_of(task), task.positions))


def varies(task: Task) -> bool:
    """Return whether the votes of a task show how annotators differ: on enough cases, two or more."""
    return task.votes is not None and int((task.votes.sum(axis=1) > 1).sum()) >= FEWEST_CASES
