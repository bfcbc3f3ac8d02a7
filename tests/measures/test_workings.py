"""Workings, all steps and in short: they lead to the measure by the numbers that are written, and say what they did."""

import math
import re

import numpy as np
import pytest
from hypothesis import example, given

from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import short_working, working
from ordquant_core.numerals import MINUS, consistent_places, exact_places, score  # noqa: F401 - the text uses some
from tests.measures.reviewed import GOLD, POPULARITY, UNIFORM, calculations, kept
from tests.reviewed import reviewed, said
from tests.strategies import examples, pairs, vote_pairs

COMBINED = [key for key, measure in MEASURES.items() if measure.family == "combined"]
HOSTILE = ("$\\frac{1}{0}$", "<script>alert(1)</script>", "\\href{x}{y}", "a_b^c", "50%")
few, every_key = examples(12), pytest.mark.parametrize("key", MEASURES)


@every_key
def test_a_calculation_says_what_was_reviewed(key):
    known = [line for line in kept("calculations.txt") if re.match(rf"{key}[: ]", line)]
    assert known in (calculations(key), [] if MEASURES[key].working is None else calculations(key))


@few
@given(pair=pairs)
def test_the_last_number_equals_the_measure_and_steps_have_sound_columns_and_latex(pair):
    gold, estimated = pair
    for key, measure in MEASURES.items():
        shown = working(key, gold, estimated)
        assert shown.value == pytest.approx(float(measure(gold, estimated)), abs=1e-12, rel=1e-12), key
        lengths = {len(gold), len(gold) * (len(gold) - 1) // 2 if "DNKT" in key else len(gold)}
        assert any(step.columns for step in shown.steps), key
        for step in shown.steps:
            assert step.title, key
            assert step.latex, key
            assert {len(column.values) for column in step.columns} <= lengths, key
            assert len({len(column.values) for column in step.columns}) <= 1, key
            assert all(step.latex.count(a) == step.latex.count(b) for a, b in ("{}", "()")), key
            assert not any(word in step.latex for word in ("nan", "inf ", "e-", "e+", "$")), key
            assert step.to_frame().to_dict("list") == {one.title: list(one.values) for one in step.columns}, key


@every_key
def test_labels_stay_in_the_columns_as_they_are(key):
    steps, plain = working(key, GOLD, POPULARITY, HOSTILE).steps, working(key, GOLD, POPULARITY).steps
    assert [(step.title, step.latex, step.value) for step in steps] == [(s.title, s.latex, s.value) for s in plain]
    assert set(HOSTILE) <= {value for step in steps for column in step.columns for value in column.values}


@reviewed(__file__)
def test_rare_pairs_and_what_is_no_pair_are_answered_as_was_reviewed(made, words):
    assert said(made, globals()) == words


# In short


def calculated(text):
    """Calculate what a last step says, as a reader would, from the numbers that are written."""
    for sign, operator in {"÷": "/", "×": "*", MINUS: "-", "√": "sqrt", "∞": "inf", "both are 0": "0"}.items():
        text = text.replace(sign, operator)
    text = re.sub(r"sqrt(\d)", r"sqrt(\1", text)
    assert re.fullmatch(r"[-+*/(). \dsqrtinf]+", text), text
    return eval(text, {"sqrt": math.sqrt, "inf": math.inf, "__builtins__": {}})


@few
@given(pair=pairs | vote_pairs)  # votes have exact ties
@example(pair=([0, 0.5, 0.5], [1, 0, 0]))
@example(pair=([0.5, 0.5], [0.5, 0.5]))
@example(pair=([0, 1], [1, 0]))
@example(pair=([2, 3, 3, 3, 0, 0, 1], [3, 3, 3, 2, 0, 1, 0]))
def test_it_comes_to_the_measure_and_a_reader_who_calculates_with_the_written_numbers_does_so_too(pair):
    for key in (key for key, measure in MEASURES.items() if measure.short):
        shown = short_working(key, *pair)
        row, last, value = shown.row, shown.last, float(MEASURES[key](*pair))
        assert shown.value == pytest.approx(value, abs=1e-12, rel=1e-12), key
        size = 2 if key in COMBINED else len(pair[0])
        assert len(row.values) == len(row.labels) == len(row.counted) == size, key
        counted = row.values[row.counted]
        assert row.total == pytest.approx(float(counted.sum() if row.adding == "sum" else counted.mean()), abs=1e-12)
        if last.from_total:
            assert last.operands[0] == pytest.approx(abs(row.total), abs=1e-12, rel=1e-12)
            assert shown.total.removeprefix(MINUS) in re.split(r"[ ()√]+", shown.last_step), key
        elif key in COMBINED:
            assert last.operands in ((), tuple(row.values))
        else:  # the total is the value
            assert row.total == pytest.approx(shown.value, abs=1e-12, rel=1e-12)
        if "…" not in shown.last_step:
            found = calculated(shown.last_step)  # of a score of exactly 0.0875, twelve decimals come to either side
            assert score(found) == score(shown.value) or found == pytest.approx(shown.value, abs=1e-11), key


@every_key
def test_its_frame_has_a_row_per_contribution_and_one_for_their_sum(key):
    shown = short_working(key, GOLD, UNIFORM)
    row, frame = shown.row, shown.to_frame()
    ends = 0 if key in COMBINED or MEASURES[key].short is None else 1
    assert frame["class"].tolist() == [*row.labels, *[row.adding] * ends]
    assert frame["written"].tolist() == [*shown.contributions, *[shown.total] * ends]
    expected = [*np.where(row.counted, row.values, np.nan), *[row.total] * ends]
    assert frame["contribution"].tolist() == pytest.approx(expected, nan_ok=True, abs=0)
    assert frame["share_of_largest"].tolist() == pytest.approx([*row.shares, *[np.nan] * ends], nan_ok=True, abs=0)
