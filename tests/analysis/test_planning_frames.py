"""Plans as frames: columns, and numbers that are those of the results."""

import numpy as np
import pytest

from ordquant_core.analysis.planning.design import Needed, needed, of_variance
from ordquant_core.analysis.planning.split import Split

SPLIT = Split(
    ("NMD",),
    ("a", "b", "c"),
    (100, 200),
    (5, 10),
    np.full((1, 2, 2, 3), 0.04),
    np.array([[[[0, 1, 1], [1, 1, 1]], [[0, 0, 0], [1, 0, 1]]]], dtype=float) / 3 * 2,
    np.array([[[[1, np.nan, 0], [1, 1, 1]], [[np.nan] * 3, [1, 0, 1]]]]),
    np.zeros((1, 2, 3)),
    3,
    20,
)


def test_a_split_has_a_row_for_every_cell():
    rows = list(SPLIT.to_frame().itertuples(index=False, name=None))
    assert [row[:3] for row in rows] == [("NMD", 100, 5), ("NMD", 200, 5), ("NMD", 100, 10), ("NMD", 200, 10)]
    assert [row[4] for row in rows] == pytest.approx([4 / 9, 2 / 3, 0, 4 / 9])
    assert [row[5] for row in rows] == pytest.approx([0.5, 1, np.nan, 2 / 3], nan_ok=True)


def test_a_design_has_a_row_for_every_difference():
    table = Needed.frame(needed(of_variance(0.02), difference) for difference in (0.05, 0.1))
    assert list(table.columns) == [
        *("measure", "difference", "variance", "cases", "variance_low", "variance_high", "cases_low", "cases_high"),
        *("variance_mean", "cases_mean"),
    ]
    assert [(row[1], row[3]) for row in table.itertuples(index=False, name=None)] == [(0.05, 65), (0.1, 18)]
