"""Plans as tables and sentences: columns, and numbers that are those of the results."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.analysis.planning.annotators import profiles
from ordquant_core.analysis.planning.design import Variances, detectable, needed, needed_pairwise, of_variance
from ordquant_core.analysis.planning.noise import Noise
from ordquant_core.analysis.planning.power import SeparatedPairs, SimulatedPower
from ordquant_core.analysis.planning.split import Split, options
from ordquant_core.analysis.planning.standing_out import standing_out
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
POWER = SimulatedPower(
    *(("NMD",), 5, 60, (0.02, 0.1), np.array([[0.14], [0.03], [0.04]]), np.array([[0.05], [0.02], [0.03]])),
    *(np.array([[[0.3, 0.9]], [[0.4, 1.0]], [[0.5, 1.0]]]), 200, 500, 0.05),
)
DECIDED = SeparatedPairs(
    *(("NMD",), ("a", "b<", "c"), ((0, 1), (0, 2), (1, 2))),
    np.array([[[0.2, 0.0002, 0.5]], [[0.04, 1e-9, 0.5]], [[0.03, 1e-9, 0.5]]]),
    np.array([[[False, True, False]], [[True, True, False]], [[True, True, False]]]),
    5000,
)


def test_noise_by_measure_and_by_case():
    table = results.noise_table(NOISE)
    assert list(table.columns) == ["measure", "floor", "second_panel", "cases"]
    assert list(table.rows()) == [("NMD", 0.2, pytest.approx(0.3), 2), ("JSD", 0.2, pytest.approx(0.3), 2)]
    by_case = results.noise_by_case(NOISE, ("x", "y"))
    assert list(by_case.rows()) == [
        *(("x", "NMD", 0.1, 0.2), ("x", "JSD", 0.2, 0.5), ("y", "NMD", 0.3, 0.4), ("y", "JSD", 0.2, 0.1))
    ]


def test_a_split_has_a_row_for_every_cell():
    rows = list(results.split_table(SPLIT).rows())
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


def test_design_and_power_have_a_row_for_every_combination():
    rows = list(results.design_table(needed(of_variance(0.02), systems=(3,))).rows())
    assert [(row[1], row[5]) for row in rows] == [("t", 34), ("anova", 40), ("interval", 64), ("paired", 18)]
    table = results.power_table(POWER)
    assert len(table) == 6
    assert list(table.columns)[:4] == ["measure", "procedure", "difference", "power"]
    first = next(table.rows())
    assert first == ("NMD", "Tukey HSD", 0.02, 0.3, 0.14, 0.05, 60, 0.05, 500, 200)


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


def test_the_pairs_on_which_procedures_differ():
    columns, rows = results.differing(DECIDED, 0)
    assert len(columns) == 5
    (row,) = rows
    assert [cell if isinstance(cell, str) else cell.content for cell in row.cells] == [
        *("a", "b<", "0.200", "<strong>0.040</strong>", "<strong>0.030</strong>")
    ]


def test_cases_needed_of_a_measure_that_does_not_vary_are_not_defined():
    found = [Variances("NMD", 0.01, 0.012), Variances("JSD", None, None)]
    _, (first, second) = results.needed(found, [0.02], 300, "NMD", alpha=0.05, power=0.8)
    texts = [[getattr(cell, "content", cell) for cell in row.cells[1:]] for row in (first, second)]
    assert texts[0] == [
        *(f"{0.012**0.5:.3f}", f"{detectable(found[0], 300):.3f}", str(needed_pairwise(found[0], 0.02)))
    ]
    assert texts[1] == ["n/a"] * 3


def people(*leaning, n=4):
    """Labels of annotators of whom some lean to the last class, with their profiles and tests."""
    rng = np.random.default_rng(5)
    labels = rng.integers(0, 4, (n, 60))
    for place in leaning:
        labels[place] = np.minimum(labels[place] + 2, 3)
    names = tuple("wxyz"[:n])
    return profiles(names, labels, "1234"), standing_out(labels, 4, rng=np.random.default_rng(1))


def test_of_exchangeable_annotators_nobody_is_named():
    said = say.annotators(*with_no_order(people()))
    assert said.startswith("No annotator stands out: smallest p = ")
    assert "corrected for 4 annotators" in said


def test_who_leans_more_than_chance_is_named_with_the_p_value_and_others_are_counted():
    found, out = people(2)
    said = say.annotators(found, None, out)
    assert f"The largest bias is that of y, towards 4: on average {found.bias[2]:.3f} classes away" in said
    assert "p ≤ 0.002" in said
    both = people(1, 2)
    assert (both[1].bias[[1, 2]] < 0.05).all()
    others = int((both[1].bias < 0.05).sum()) - 1
    assert f"; {others} other{'s stand' if others > 1 else ' stands'} out, too" in say.annotators(*with_no_order(both))


def with_no_order(found):
    return found[0], None, found[1]
