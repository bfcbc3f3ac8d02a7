"""Short workings: contributions add up to the total, and the last step, as it is written, leads to the measure."""

import math
import re

import numpy as np
import pytest
from hypothesis import example, given

from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.measures.workings import short_working, working
from ordquant_core.numerals import MINUS, consistent_places, exact_places, score
from tests.strategies import examples, pairs, vote_pairs

KEYS = [key for key, measure in MEASURES.items() if measure.short]
few = examples(30)
COMBINED = [key for key, measure in MEASURES.items() if measure.family == "combined"]
# LQ 2021, Figure 3 (a)
GOLD, POPULARITY, UNIFORM = [0, 1, 2, 9, 8], [0, 0, 0, 1, 0], [1, 1, 1, 1, 1]


def calculated(text):
    """Calculate what a last step says, as a reader would, from the numbers that are written."""
    for sign, operator in {"÷": "/", "×": "*", MINUS: "-", "√": "sqrt", "∞": "inf", "both are 0": "0"}.items():
        text = text.replace(sign, operator)
    text = re.sub(r"sqrt(\d)", r"sqrt(\1", text)
    assert re.fullmatch(r"[-+*/(). \dsqrtinf]+", text), text
    return eval(text, {"sqrt": math.sqrt, "inf": math.inf, "__builtins__": {}})


@few
@given(pair=pairs)
@example(pair=([0, 0.5, 0.5], [1, 0, 0]))
@example(pair=([0.5, 0.5], [0.5, 0.5]))
@example(pair=([0, 1], [1, 0]))
def test_it_comes_to_the_measure_and_a_reader_who_calculates_with_the_written_numbers_does_so_too(pair):
    for key in KEYS:
        shown = short_working(key, *pair)
        assert shown.value == pytest.approx(float(MEASURES[key](*pair)), abs=1e-12, rel=1e-12), key
        _check_total(key, shown, len(pair[0]))
        if "…" not in shown.last_step:
            assert score(calculated(shown.last_step)) == score(shown.value), key
        if shown.last.from_total:
            assert shown.total.removeprefix(MINUS) in re.split(r"[ ()√]+", shown.last_step), key


@few
@given(pair=vote_pairs)
def test_it_does_so_for_votes_whose_ties_are_exact(pair):
    for key in KEYS:
        found = short_working(key, *pair).value
        assert found == pytest.approx(float(MEASURES[key](*pair)), abs=1e-12, rel=1e-12), key


def _check_total(key, shown, n_classes):
    """Contributions add up to the total from which the last step starts."""
    row, last = shown.row, shown.last
    assert len(row.values) == len(row.labels) == len(row.counted) == (2 if key in COMBINED else n_classes)
    counted = row.values[row.counted]
    total = counted.sum() if row.adding == "sum" else counted.mean()
    assert row.total == pytest.approx(float(total), abs=1e-12, rel=1e-12)
    if last.from_total:
        assert last.operands[0] == pytest.approx(abs(row.total), abs=1e-12, rel=1e-12)
    elif key in COMBINED:
        assert last.operands in ((), tuple(row.values))
    else:  # the total is the value
        assert row.total == pytest.approx(shown.value, abs=1e-12, rel=1e-12)


@pytest.mark.parametrize(
    ("key", "estimated", "contributions", "total", "last_step", "value"),
    [
        ("NMD", POPULARITY, "0.00 0.05 0.15 0.40 0.00", "0.60", "0.60 ÷ (5 − 1)", "0.150"),
        ("NMD", UNIFORM, "0.20 0.35 0.45 0.20 0.00", "1.20", "1.20 ÷ (5 − 1)", "0.300"),
        ("RNOD", POPULARITY, "– 1.095 0.625 0.175 0.330", "0.556", "√(0.556 ÷ (5 − 1))", "0.373"),
        ("RNOD", UNIFORM, "– 0.295 0.245 0.215 0.310", "0.266", "√(0.266 ÷ (5 − 1))", "0.258"),
        ("OD", UNIFORM, "– 0.295 0.245 0.215 0.310", "1.065", "1.065 ÷ 4", "0.266"),
        ("NVD", POPULARITY, "0.00 0.05 0.10 0.55 0.40", "1.10", "1.10 ÷ 2", "0.550"),
        ("NVD", UNIFORM, "0.20 0.15 0.10 0.25 0.20", "0.90", "0.90 ÷ 2", "0.450"),
        ("RNSS", UNIFORM, "0.040 0.022 0.010 0.062 0.040", "0.175", "√(0.175 ÷ 2)", "0.296"),
        # 4 concordant pairs (A ties the other 6), 10 pairs untied in the gold; class 1 takes part in all 4
        ("DNKT", POPULARITY, "0.5 0.5 0.5 2.0 0.5", "4", "(1 − 4 ÷ √(4 × 10)) ÷ 2", "0.184"),
        ("DNKT", UNIFORM, "0 0 0 0 0", "0", "(1 − 0 ÷ √(1 × 10)) ÷ 2", "0.500"),
        ("DNKT_NMD", POPULARITY, "0.184 0.150", "0.334", "2 × 0.184 × 0.150 ÷ (0.184 + 0.150)", "0.165"),
        ("DNKT_NMD", UNIFORM, "0.500 0.300", "0.800", "2 × 0.500 × 0.300 ÷ (0.500 + 0.300)", "0.375"),
        ("MD", POPULARITY, "0.00 0.05 0.15 0.40 0.00", "0.600", "0.05 + 0.15 + 0.40", "0.600"),
        ("VD", UNIFORM, "0.20 0.15 0.10 0.25 0.20", "0.900", "0.20 + 0.15 + … + 0.20", "0.900"),
    ],
)
def test_lq_2021_figure_3_a_by_hand(key, estimated, contributions, total, last_step, value):
    shown = short_working(key, GOLD, estimated)
    assert list(shown.contributions) == contributions.split()
    assert (shown.total, shown.last_step, score(shown.value)) == (total, last_step, value)


def test_dw_is_weighted_by_the_classes_of_either_side_in_rsnod():
    """DW_i of Popularity, 1.570 1.095 0.625 0.175 0.330: a 1/4 in the 4 classes of the gold, 1 in its own, by half."""
    row = short_working("RSNOD", GOLD, POPULARITY).row
    assert row.values == pytest.approx([0, 1.095 / 8, 0.625 / 8, 0.175 * 5 / 8, 0.330 / 8], abs=1e-12)
    assert list(row.counted) == [False, True, True, True, True]
    assert row.left_out == "no gold, no estimate"


def test_a_class_without_gold_has_its_dw_but_is_not_counted():
    row = short_working("RNOD", GOLD, POPULARITY).row
    assert row.values[0] == pytest.approx(1.57)
    assert list(row.counted) == [False, True, True, True, True]
    assert row.left_out == "no gold"
    assert row.adding == "mean"


def test_one_infinite_class_makes_kld_infinite():
    shown = short_working("KLD", [0, 1, 1], [2, 1, 1])
    assert shown.contributions == ("∞", "−0.25", "−0.25")
    assert (shown.total, shown.last_step, shown.value) == ("∞", "∞ − 0.25 − 0.25", math.inf)
    assert shown.row.shares.tolist() == [1, 0, 0]


def test_discordant_pairs_are_negative_and_added_in_the_last_step():
    shown = short_working("DNKT", [3, 2, 1], [1, 2, 3])
    assert shown.contributions == ("−1", "−1", "−1")
    assert (shown.total, shown.last_step, shown.value) == ("−3", "(1 + 3 ÷ √(3 × 3)) ÷ 2", 1.0)


def test_two_perfect_parts_have_no_division_by_zero():
    shown = short_working("DNKT_JSD", [3, 2, 1], [3, 2, 1])
    assert (shown.contributions, shown.last_step, shown.value) == (("0.000", "0.000"), "both are 0", 0.0)


def test_more_digits_are_written_where_three_would_lead_elsewhere():
    # the root blows up what rounding leaves out: √(0.000 ÷ 4) would be 0
    shown = short_working("RNOD", [0.5, 0.5, 0, 0, 0], [0.495, 0.505, 0, 0, 0])
    assert score(shown.value) == "0.003"
    assert shown.last_step == "√(0.00003 ÷ (5 − 1))"
    assert shown.total == "0.00003"


@pytest.mark.parametrize("key", [key for key in MAIN_MEASURES if key not in COMBINED])
def test_it_says_the_same_as_the_full_steps(key):
    shown, full = short_working(key, GOLD, UNIFORM), working(key, GOLD, UNIFORM)
    column = {"difference": "|cp − cp*|", "DW": "DW", "absolute error": "|p − p*|", "squared error": "(p − p*)²"}
    column |= {"bits": "half their sum"}
    assert shown.value == full.value
    if shown.row.unit in column:
        assert shown.row.values == pytest.approx(full.numbers(column[shown.row.unit]), abs=1e-12)
    if key == "DNKT":
        kinds = full.column("pair")
        assert shown.row.total == kinds.count("concordant") - kinds.count("discordant")


@pytest.mark.parametrize("key", MEASURES)
def test_its_frame_has_a_row_per_contribution_and_one_for_their_sum(key):
    calculation = short_working(key, GOLD, UNIFORM)
    row, frame = calculation.row, calculation.to_frame()
    ends = 0 if MEASURES[key].family == "combined" or MEASURES[key].short is None else 1
    assert frame["class"].tolist() == [*row.labels, *[row.adding] * ends]
    assert frame["written"].tolist() == [*calculation.contributions, *[calculation.total] * ends]
    expected = [*np.where(row.counted, row.values, np.nan), *[row.total] * ends]
    assert frame["contribution"].tolist() == pytest.approx(expected, nan_ok=True, abs=0)
    assert frame["share_of_largest"].tolist() == pytest.approx([*row.shares, *[np.nan] * ends], nan_ok=True, abs=0)
    assert row.left_out == {"RNOD": "no gold", "CHEB": "not the largest"}.get(key, row.left_out)


@pytest.mark.parametrize("key", MEASURES)
def test_the_frame_of_a_step_has_its_columns(key):
    for step in working(key, GOLD, UNIFORM).steps:
        assert step.to_frame().to_dict("list") == {column.title: list(column.values) for column in step.columns}


@pytest.mark.parametrize(
    ("key", "gold", "estimated", "classes"),
    [("nope", [1, 0], [0, 1], None), ("NMD", [[1, 0]], [0, 1], None), ("NMD", [1, 0], [0, 1], ("a", "b", "c"))],
)
def test_anything_but_one_pair_is_refused(key, gold, estimated, classes):
    with pytest.raises(OrdquantError):
        short_working(key, gold, estimated, classes)


def test_decimals_are_as_few_as_write_the_numbers_exactly():
    assert exact_places([0.3, 0.1 + 0.2]) == 2
    assert exact_places([0.125, math.inf]) == 3
    assert exact_places([2, 4], fewest=0) == 0
    assert exact_places([]) == 2


def test_operands_get_the_decimals_that_lead_to_the_result():
    def first(operands):
        return operands[0]

    def share(operands):
        return operands[0] / (operands[0] + operands[1])

    assert consistent_places([0.12345], first) == 3
    assert consistent_places([0.0004, 0.0002], share) == 4  # rounded to three decimals both are 0
    assert consistent_places([math.inf, 0.5], sum) == 2
    assert consistent_places(np.array([0.2, 0.4]), sum) == 2
