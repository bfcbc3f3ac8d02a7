"""Tables of scores: every score of every run, means over the cases, the scores of one estimate."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.records import Scores
from ordquant_core.tables.table import Coded, Table


def every_score(scores: Scores) -> Table:
    """Return a row per run, case and measure."""
    n_measures, n_runs, n_cases = scores.values.shape
    return Table(
        {
            "run": Coded(np.repeat(np.arange(n_runs), n_cases * n_measures), scores.runs),
            "case": Coded(np.tile(np.repeat(np.arange(n_cases), n_measures), n_runs), scores.cases),
            "measure": Coded(np.tile(np.arange(n_measures), n_runs * n_cases), scores.measures),
            "score": scores.values.transpose(1, 2, 0).ravel(),
        }
    )


def mean_scores(scores: Scores) -> Table:
    """Return a row per run and measure: the mean over the cases."""
    n_measures, n_runs, n_cases = scores.values.shape
    return Table(
        {
            "run": Coded(np.repeat(np.arange(n_runs), n_measures), scores.runs),
            "measure": Coded(np.tile(np.arange(n_measures), n_runs), scores.measures),
            "mean": scores.values.mean(axis=-1).T.ravel(),
            "cases": [n_cases] * (n_runs * n_measures),
        }
    )


def scores_of_one(measures: Sequence[str], values: Sequence[float]) -> Table:
    """Return a row per measure: its score of one estimate of one case."""
    return Table({"measure": measures, "score": values})
