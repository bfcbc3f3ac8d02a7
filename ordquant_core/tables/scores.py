"""Tables of scores: every score of every run, means over the cases, the scores of one estimate."""

from collections.abc import Mapping, Sequence

import numpy as np

from ordquant_core.markup import Cell, Column, Grid, Numbers, Row
from ordquant_core.numerals import decimals
from ordquant_core.records import FloatArray, Scores
from ordquant_core.tables.table import Coded, Table

DIGITS = 5  # that are shown of what an official scorer prints with all of them


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


def mean_scores(runs: Sequence[str], measures: Sequence[str], means: FloatArray, n_cases: int) -> Table:
    """Return a row per run and measure; `means` has shape (measures, runs)."""
    n = len(runs) * len(measures)
    return Table(
        {
            "run": Coded(np.repeat(np.arange(len(runs)), len(measures)), runs),
            "measure": Coded(np.tile(np.arange(len(measures)), len(runs)), measures),
            "mean": means.T.ravel(),
            "cases": [n_cases] * n,
        }
    )


def official_figures(runs: Sequence[str], figures: Mapping[str, FloatArray], n_cases: int) -> Table:
    """Return a row per run with what an official scorer prints for it, a column per figure."""
    return Table({"run": runs, **figures, "cases": [n_cases] * len(runs)})


def official_view(figures: Table, digits: int | None = None) -> Grid:
    """Return the columns and rows of `official_figures` for a page, with the digits that the scorer prints."""
    names = [name for name in figures.columns if ":" in name]
    heads = [Column("Run"), *(Numbers(name.partition(":")[2]) for name in names)]
    rows = [
        Row(
            [
                Cell(run, heads=True),
                *(Cell(decimals(value, DIGITS if digits is None else digits), title=repr(value)) for value in values),
            ]
        )
        for run, *values in zip(*(figures.columns[name] for name in ("run", *names)), strict=True)
    ]
    return heads, rows


def scores_of_one(measures: Sequence[str], values: Sequence[float]) -> Table:
    """Return a row per measure: its score of one estimate of one case."""
    return Table({"measure": measures, "score": values})
