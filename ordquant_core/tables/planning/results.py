"""Plans as tables: noise, needed cases, splits of a budget."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from ordquant_core.analysis.planning.design import Needed
from ordquant_core.analysis.planning.noise import Noise
from ordquant_core.analysis.planning.split import Split
from ordquant_core.glossary import coded, frame_of, of_rows


def noise_table(noise: Noise) -> pd.DataFrame:
    """Return a row per measure: what the true distributions and a second panel would score."""
    n_measures, n_cases = noise.floors.shape
    return frame_of(
        {
            "measure": noise.measures,
            "floor": noise.floor,
            "second_panel": noise.panel,
            "cases": [n_cases] * n_measures,
        }
    )


def noise_by_case(noise: Noise, cases: Sequence[str]) -> pd.DataFrame:
    """Return a row per case and measure."""
    n_measures, n_cases = noise.floors.shape
    return frame_of(
        {
            "case": coded(np.repeat(np.arange(n_cases), n_measures), cases),
            "measure": coded(np.tile(np.arange(n_measures), n_cases), noise.measures),
            "floor": noise.floors.T.ravel(),
            "second_panel": noise.panels.T.ravel(),
        }
    )


def design_table(sizes: Sequence[Needed]) -> pd.DataFrame:
    """Return a row per measure and difference: the cases needed."""
    names = ("measure", "difference", "variance", "cases", "variance_high", "cases_high")
    return of_rows(names, ([getattr(one, name) for name in names] for one in sizes))


def split_table(split: Split) -> pd.DataFrame:
    """Return a row per measure, number of annotators and number of cases."""
    shape = split.width.shape
    layers, annotators, cases = (axis.ravel() for axis in np.indices(shape))
    return frame_of(
        {
            "measure": coded(layers, split.measures),
            "cases": np.asarray(split.cases)[cases],
            "annotators": np.asarray(split.annotators)[annotators],
            "width": split.width.ravel(),
            "separated": split.share.ravel(),
            "tau": split.tau.ravel(),
        }
    )
