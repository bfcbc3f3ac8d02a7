"""Plans as tables and sentences: columns, and numbers that are those of the results."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.analysis.planning.design import Variance, detectable, needed, of_variance
from ordquant_core.analysis.planning.noise import Noise
from ordquant_core.analysis.planning.split import Split, options
from ordquant_core.markup import Html
from ordquant_core.statistics.mean_interval import MeanInterval
from ordquant_core.tables.planning import results
from ordquant_core.tables.planning import sentences as say

NOISE = Noise(("NMD", "JSD"), np.array([[0.1, 0.3], [0.2, 0.2]]), np.array([[0.2, 0.4], [0.5, 0.1]]), 1000)
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
)


def test_noise_by_measure_and_by_case():
    table = results.noise_table(NOISE)
    assert list(table.columns) == ["measure", "floor", "second_panel", "cases"]
    assert list(table.itertuples(index=False, name=None)) == [
        ("NMD", 0.2, pytest.approx(0.3), 2),
        ("JSD", 0.2, pytest.approx(0.3), 2),
    ]
    by_case = results.noise_by_case(NOISE, ("x", "y"))
    assert list(by_case.itertuples(index=False, name=None)) == [
        *(("x", "NMD", 0.1, 0.2), ("x", "JSD", 0.2, 0.5), ("y", "NMD", 0.3, 0.4), ("y", "JSD", 0.2, 0.1))
    ]


def test_a_split_has_a_row_for_every_cell():
    rows = list(results.split_table(SPLIT).itertuples(index=False, name=None))
    assert [row[:3] for row in rows] == [("NMD", 100, 5), ("NMD", 200, 5), ("NMD", 100, 10), ("NMD", 200, 10)]
    assert [row[4] for row in rows] == pytest.approx([4 / 9, 2 / 3, 0, 4 / 9])
    assert [row[5] for row in rows] == pytest.approx([0.5, 1, np.nan, 2 / 3], nan_ok=True)


def test_no_split_is_best_or_next_where_none_separates_a_pair():
    none = replace(SPLIT, separated=np.zeros_like(SPLIT.separated))
    ways = options(none, "NMD", 1000)
    assert len(ways) == 2
    said = say.of_budget(ways[0], none, 1000, "NMD")
    assert said.startswith("With 1,000 votes, no split is expected to separate any pair of runs by NMD; ")
    assert say.beside_budget(ways, none, {5: 0.1, 10: 0.1}) == "Width: median pair of runs."
    assert "separates about" in say.beside_budget(options(SPLIT, "NMD", 1000), SPLIT, {5: 0.1, 10: 0.1})


def test_a_design_has_a_row_for_every_difference():
    table = results.design_table([needed(of_variance(0.02), difference) for difference in (0.05, 0.1)])
    assert list(table.columns) == ["measure", "difference", "variance", "cases", "variance_high", "cases_high"]
    assert [(row[1], row[3]) for row in table.itertuples(index=False, name=None)] == [(0.05, 65), (0.1, 18)]


def compared(low, high):
    return MeanInterval(np.zeros((1, len(low))), np.array([low]), np.array([high]), 100, 0.95)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (
            *([-1, 1, 1], [1, 2, 2]),
            "For the mean of a run minus that of the panel, the 95% interval of the difference includes 0 for a; "
            "2 runs score worse (the interval excludes 0).",
        ),
        (
            *([-1, -1, -2], [1, 1, -1]),
            "For the mean of a run minus that of the panel, the 95% interval of the difference includes 0 for a and "
            "b&lt;; 1 run scores better (the interval excludes 0).",
        ),
        (
            *([-1, -1, -2], [1, 1, 1]),
            "For the mean of a run minus that of the panel, the 95% interval of the difference includes 0 for a, b&lt; "
            "and c; it never excludes 0.",
        ),
        (
            *([1, 1, 1], [2, 2, 2]),
            "3 runs score worse than that panel; the 95% interval of the difference excludes 0 for every run.",
        ),
        (
            *([-2, 1, 1], [-1, 2, 2]),
            "1 run scores better and 2 runs score worse than that panel; the 95% interval of the difference excludes 0 "
            "for every run.",
        ),
        ([np.nan] * 3, [np.nan] * 3, "There is no interval of the differences between the runs and that panel."),
    ],
)
def test_runs_against_another_panel(low, high, expected):
    said = say.against_panel(NOISE, compared(low, high), 0, ["a", "b<", "c"])
    assert isinstance(said, Html)
    each = "" if np.isnan(low).all() else " These are intervals of each run by itself, not corrected for their number."
    assert said == (
        "By NMD the true distributions would still score 0.200 (noise floor), another panel of annotators 0.300. "
        f"{say.ESTIMATED} {expected}{each}"
    )


def test_runs_without_an_interval_against_the_panel_are_counted():
    said = say.against_panel(NOISE, compared([np.nan, 1, 1], [np.nan, 2, 2]), 0, ["a", "b<", "c"])
    assert (
        "2 runs score worse than that panel; the 95% interval of the difference excludes 0 for each of these." in said
    )
    assert "For 1 run there is no interval" in said


def test_cases_needed_of_a_measure_that_does_not_vary_are_not_defined():
    found = [Variance("NMD", 0.012), Variance("JSD", None)]
    _, (first, second) = results.cases_needed(found, [0.02], 300, "NMD", alpha=0.05, power=0.8)
    texts = [[getattr(cell, "content", cell) for cell in row.cells[1:]] for row in (first, second)]
    assert texts[0] == [*(f"{0.012**0.5:.3f}", f"{detectable(found[0], 300):.3f}", str(needed(found[0], 0.02).cases))]
    assert texts[1] == ["n/a"] * 3


def test_agreement_is_one_number():
    assert say.alpha(np.array([[2, 0], [0, 2], [1, 1]])) == (
        "Krippendorff's alpha (ordinal) is 0.444, with 2 votes for each of 3 cases."
    )
    assert "with 1 to 3 votes for each of 2 cases" in say.alpha(np.array([[2, 1], [0, 1]]))
