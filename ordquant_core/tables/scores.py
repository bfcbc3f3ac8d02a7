"""Tables of scores: every score of every run, means over the cases, the scores of one estimate."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from ordquant_core.glossary import coded, frame_of
from ordquant_core.records import Scores


def every_score(scores: Scores) -> pd.DataFrame:
    """Return a row per run, case and measure."""
    n_measures, n_runs, n_cases = scores.values.shape
    return frame_of(
        {
            "run": coded(np.repeat(np.arange(n_runs), n_cases * n_measures), scores.runs),
            "case": coded(np.tile(np.repeat(np.arange(n_cases), n_measures), n_runs), scores.cases),
            "measure": coded(np.tile(np.arange(n_measures), n_runs * n_cases), scores.measures),
            "score": scores.values.transpose(1, 2, 0).ravel(),
        }
    )


def mean_scores(scores: Scores) -> pd.DataFrame:
    """Return a row per run and measure: the mean over the cases."""
    n_measures, n_runs, n_cases = scores.values.shape
    return frame_of(
        {
            "run": coded(np.repeat(np.arange(n_runs), n_measures), scores.runs),
            "measure": coded(np.tile(np.arange(n_measures), n_runs), scores.measures),
            "mean": scores.values.mean(axis=-1).T.ravel(),
            "cases": [n_cases] * (n_runs * n_measures),
        }
    )


def scores_of_one(measures: Sequence[str], values: Sequence[float]) -> pd.DataFrame:
    """Return a row per measure: its score of one estimate of one case."""
    return frame_of({"measure": measures, "score": values})
