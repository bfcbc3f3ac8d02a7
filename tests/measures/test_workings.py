"""Workings: the steps lead to the measure's own value, and hold what a reader needs and nothing harmful."""

import numpy as np
import pytest
from hypothesis import given

from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import working
from tests.strategies import examples, pairs

every_key = pytest.mark.parametrize("key", MEASURES)
few = examples(20)
# Tests of properties loop over the measures inside: drawing a pair costs more than working it out by all of them.
HOSTILE = ("$\\frac{1}{0}$", "<script>alert(1)</script>", "\\href{x}{y}", "a_b^c", "50%")


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
            assert step.latex.count("{") == step.latex.count("}"), key
            assert step.latex.count("(") == step.latex.count(")"), key
            assert not any(word in step.latex for word in ("nan", "inf ", "e-", "e+", "$")), key


@every_key
def test_labels_stay_in_the_columns_as_they_are(key):
    steps = working(key, [0, 1, 2, 9, 8], [0, 0, 0, 1, 0], HOSTILE).steps
    plain = working(key, [0, 1, 2, 9, 8], [0, 0, 0, 1, 0]).steps
    assert [(step.title, step.latex, step.value) for step in steps] == [(s.title, s.latex, s.value) for s in plain]
    shown = {value for step in steps for column in step.columns for value in column.values}
    assert set(HOSTILE) <= shown


@every_key
def test_no_step_is_the_registrys_own_function(key, monkeypatch):
    def refuse(*arguments):
        raise AssertionError("a working must not call the measure")

    for measure in MEASURES.values():
        monkeypatch.setattr(measure.compute, "kernel", refuse)
    assert working(key, [0, 1, 2, 9, 8], [0, 0, 0, 1, 0]).value >= 0


@pytest.mark.parametrize(
    ("estimated", "printed"),
    [([0.25, 0.35, 0.15, 0.25], (0.03, 0.01, 0.01, 0.03)), ([0.25, 0.25, 0.35, 0.15], (0.05, 0.03, 0.01, 0.01))],
)
def test_the_dw_table_is_the_one_printed_in_lq_2021_section_3(estimated, printed):
    dw = working("RNOD", [0.25] * 4, estimated).numbers("DW")
    assert dw == pytest.approx(printed, abs=1e-12)


def test_only_classes_of_the_gold_count_in_rnod():
    shown = working("RNOD", [0, 1, 2, 9, 8], [1, 1, 1, 1, 1])
    assert shown.column("counts") == ("no", "yes", "yes", "yes", "yes")
    both = working("RSNOD", [0, 1, 2, 9, 8], [0, 0, 0, 1, 0])
    assert both.column("counts, estimate") == ("no", "no", "no", "yes", "no")


def test_ridits_are_the_middles_of_the_gold_classes():
    assert working("RNOD2", [0, 1, 2, 9, 8], [1, 1, 1, 1, 1]).numbers("r") == pytest.approx(
        [0, 0.025, 0.1, 0.375, 0.8], abs=1e-12
    )


def test_dnkt_shows_the_kind_of_every_pair_of_classes():
    shown = working("DNKT", [2, 1, 1], [1, 1, 0])
    assert shown.column("pair") == ("tied in the estimate", "concordant", "tied in the gold")
    assert working("DNKT", [2, 1], [1, 2]).column("pair") == ("discordant",)
    assert working("DNKT", [1, 1], [1, 1]).column("pair") == ("tied in both",)


def test_kld_shows_the_class_that_makes_it_infinite():
    shown = working("KLD", [1, 0], [0.5, 0.5])
    assert shown.numbers("p log₂(p / p*)").tolist() == [-0.5, np.inf]
    assert shown.steps[-1].latex.endswith(r"= - 0.5 + \infty = \infty")


@pytest.mark.parametrize(
    ("key", "gold", "estimated", "classes"),
    [
        ("nope", [1, 0], [0, 1], None),
        ("NMD", [[1, 0]], [0, 1], None),
        ("NMD", [1, 0], [[0, 1], [1, 0]], None),
        ("NMD", [1, 0], [0, 1], ("a", "b", "c")),
        ("NMD", [1, 0], [0, 1, 0], None),
        ("NMD", [1, -1], [0, 1], None),
    ],
)
def test_anything_but_one_pair_is_refused(key, gold, estimated, classes):
    with pytest.raises(OrdquantError):
        working(key, gold, estimated, classes)
