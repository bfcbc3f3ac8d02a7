"""The examples of the papers give the values that the papers print."""

import itertools
import math

import numpy as np
import pytest

import ordquant_core as oq
from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.distributions import as_distributions
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.papers import examples, references
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.papers.references import REFERENCES

every_example = pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)


def estimates(example):
    return [BASELINES[side](example.gold) if isinstance(side, str) else side for side in (example.a, example.b)]


def delta(measure, example):
    of_a, of_b = (MEASURES[measure](example.gold, estimate) for estimate in estimates(example))
    return float(of_a - of_b)


@every_example
def test_an_example_is_two_valid_estimates_of_one_valid_gold(example):
    for side in (example.gold, *estimates(example)):
        assert as_distributions(side, example.key).shape == (len(example.classes),)
    assert len(set(example.classes)) == len(example.classes)


def test_keys_are_unique_and_safe_in_a_link():
    assert len(EXAMPLES) == len(examples._EXAMPLES)
    assert len(REFERENCES) == len(references._REFERENCES)
    assert all(key.replace("-", "").isalnum() for key in EXAMPLES)


def test_the_default_is_the_dialogue_on_which_only_nmd_prefers_popularity():
    default = next(iter(EXAMPLES.values()))
    assert default.key == "lq2021-figure-3a"
    assert (default.gold, default.a, default.b) == ((0, 1, 2, 9, 8), "popularity", "uniform")
    ordinal_or_nominal = [key for key in MAIN_MEASURES if MEASURES[key].family in ("ordinal", "nominal")]
    assert [key for key in ordinal_or_nominal if delta(key, default) < 0] == ["NMD"]


PRINTED = [  # example, side, measure, value as printed, where
    ("evia2017-figure-1", "a", "RNSS", "0.1414", "EVIA 2017, section 3.2.1"),
    ("evia2017-figure-1", "b", "RNSS", "0.1732", "EVIA 2017, section 3.2.1"),
    ("evia2017-figure-1", "a", "JSD", "0.0390", "EVIA 2017, section 3.2.1"),
    ("evia2017-figure-1", "b", "JSD", "0.0490", "EVIA 2017, section 3.2.1"),
    ("evia2017-figure-1", "a", "VD", "0.4", "SIGIR 2018, section 3.1"),
    ("evia2017-figure-1", "b", "VD", "0.4", "SIGIR 2018, section 3.1"),
    ("evia2017-figure-2-ad", "a", "NOD", "1", "EVIA 2017, Figure 2 (a)"),
    ("evia2017-figure-2-ad", "a", "SNOD", "1", "EVIA 2017, Figure 2 (a)"),
    ("evia2017-figure-2-ad", "b", "NOD", "0.5000", "EVIA 2017, Figure 2 (d)"),
    ("evia2017-figure-2-ad", "b", "SNOD", "0.5000", "EVIA 2017, Figure 2 (d)"),
    ("evia2017-figure-2-ad", "a", "RNSS", "1", "EVIA 2017, section 3.2.2"),
    ("evia2017-figure-2-ad", "b", "RNSS", "1", "EVIA 2017, section 3.2.2"),
    ("evia2017-figure-2-bc", "a", "NOD", "0.5000", "EVIA 2017, Figure 2 (b)"),
    ("evia2017-figure-2-bc", "a", "SNOD", "0.6944", "EVIA 2017, Figure 2 (b)"),
    ("evia2017-figure-2-bc", "b", "NOD", "0.3333", "EVIA 2017, Figure 2 (c)"),
    ("evia2017-figure-2-bc", "b", "SNOD", "0.6111", "EVIA 2017, Figure 2 (c)"),
    ("evia2017-figure-2-bc", "a", "RNSS", "0.8819", "EVIA 2017, section 3.2.2"),
    ("evia2017-figure-2-bc", "b", "RNSS", "0.8819", "EVIA 2017, section 3.2.2"),
    ("evia2017-figure-2-bc", "b", "JSD", "1", "EVIA 2017, section 3.2.2"),
    ("evia2017-figure-3-i-ii", "a", "NOD", "0.3148", "EVIA 2017, Figure 3 (I)"),
    ("evia2017-figure-3-i-ii", "a", "SNOD", "0.2407", "EVIA 2017, Figure 3 (I)"),
    ("evia2017-figure-3-i-ii", "b", "RNSS", "0.5774", "EVIA 2017, section 3.2.2"),
    ("evia2017-figure-3-i-ii", "b", "JSD", "0.4591", "EVIA 2017, section 3.2.2"),
    ("evia2017-figure-3-iii-iv", "a", "NOD", "0.1111", "EVIA 2017, Figure 3 (III)"),
    ("evia2017-figure-3-iii-iv", "a", "SNOD", "0.1111", "EVIA 2017, Figure 3 (III)"),
    ("evia2017-figure-3-iii-iv", "b", "NOD", "0.0926", "EVIA 2017, Figure 3 (IV)"),
    ("evia2017-figure-3-iii-iv", "b", "SNOD", "0.1019", "EVIA 2017, Figure 3 (IV)"),
    ("evia2017-figure-3-iii-iv", "b", "RNSS", "0.3333", "EVIA 2017, section 3.2.2"),
    ("evia2017-figure-3-iii-iv", "b", "JSD", "0.2075", "EVIA 2017, section 3.2.2"),
    ("lq2021-section-3", "a", "OD", "0.020", "LQ 2021, section 3"),
    ("lq2021-section-3", "b", "OD", "0.025", "LQ 2021, section 3"),
    ("variants-section-2-3", "a", "DNKT", "0", "variants study, section 2.3"),
]
SWAPPED = [  # example, side, NOD(p*, p) as printed in the right half of EVIA 2017, Figures 2 and 3
    ("evia2017-figure-2-ad", "a", "1"),
    ("evia2017-figure-2-bc", "a", "0.8889"),
    ("evia2017-figure-2-bc", "b", "0.8889"),
    ("evia2017-figure-2-ad", "b", "0.5000"),
    ("evia2017-figure-3-i-ii", "a", "0.1667"),
    ("evia2017-figure-3-i-ii", "b", "0.1111"),
    ("evia2017-figure-3-iii-iv", "a", "0.1111"),
    ("evia2017-figure-3-iii-iv", "b", "0.1111"),
]


def as_printed(value):
    return pytest.approx(float(value), abs=0.5 * 10 ** -len(value.partition(".")[2]) if "." in value else 1e-12, rel=0)


@pytest.mark.parametrize(("key", "side", "measure", "value", "place"), PRINTED)
def test_the_printed_value_comes_out(key, side, measure, value, place):
    example = EXAMPLES[key]
    assert MEASURES[measure](example.gold, getattr(example, side)) == as_printed(value), place


@pytest.mark.parametrize(("key", "side", "value"), SWAPPED)
def test_the_printed_value_of_the_exchanged_sides_comes_out(key, side, value):
    example = EXAMPLES[key]
    assert MEASURES["NOD"](getattr(example, side), example.gold) == as_printed(value)


def test_figure_3_ii_of_evia_prints_the_nod_of_figure_3_i():
    example = EXAMPLES["evia2017-figure-3-i-ii"]
    printed_nod, printed_snod = 0.3148, 0.2130
    nod, snod = (MEASURES[key](example.gold, example.b) for key in ("NOD", "SNOD"))
    assert (nod, snod) == (pytest.approx(7 / 27), pytest.approx(5 / 27))
    assert printed_nod == pytest.approx(MEASURES["NOD"](example.gold, example.a), abs=5e-5)
    assert printed_snod == pytest.approx((printed_nod + MEASURES["NOD"](example.b, example.gold)) / 2, abs=5e-5)


@pytest.mark.parametrize(("side", "printed"), [("a", 0.0227), ("b", 0.0380)])
def test_figure_4_of_evia_divides_by_3_where_l_minus_1_is_4(side, printed):
    example = EXAMPLES["evia2017-figure-1"]
    estimate = getattr(example, side)
    assert printed == pytest.approx(MEASURES["OD"](example.gold, estimate) / 3, abs=5e-5)
    assert MEASURES["SNOD"](example.gold, estimate) == pytest.approx(printed * 3 / 4, abs=5e-5)


@pytest.mark.parametrize(("key", "nmd", "rnod"), [("lq2021-figure-3a", -0.150, 0.115), ("lq2021-figure-3b", 0, 0.263)])
def test_the_printed_deltas_of_lq_figure_3_come_out_and_of_no_other_votes(key, nmd, rnod):
    example = EXAMPLES[key]
    assert delta("NMD", example) == pytest.approx(nmd, abs=5e-4 if nmd else 1e-12)
    assert delta("RNOD", example) == pytest.approx(rnod, abs=5e-4)
    gold_rows = np.array([np.diff((-1, *bars, 24)) - 1 for bars in itertools.combinations(range(24), 4)])
    assert len(gold_rows) == math.comb(24, 4)
    popularity, uniform = oq.popularity(gold_rows), oq.uniform(gold_rows)
    fits = np.ones(len(gold_rows), dtype=bool)
    for measure, printed in (("NMD", nmd), ("RNOD", rnod)):
        deltas = MEASURES[measure](gold_rows, popularity) - MEASURES[measure](gold_rows, uniform)
        fits &= np.abs(deltas - printed) <= 5e-4
    mirrored = example.gold[::-1]  # has its mode at the other end: class -1, class 2
    assert sorted(map(tuple, gold_rows[fits].tolist())) == sorted((example.gold, mirrored))


def test_lq_section_3_is_a_tie_for_nmd():
    assert delta("NMD", EXAMPLES["lq2021-section-3"]) == pytest.approx(0, abs=1e-12)


def test_the_counter_example_to_dnkt_is_better_by_every_measure_of_quantity():
    example = EXAMPLES["variants-section-2-3"]
    prefers_a = {key for key in MAIN_MEASURES if delta(key, example) < 0}
    assert prefers_a == {"DNKT", "DNKT_NMD", "DNKT_RNOD", "DNKT_JSD"}


@pytest.mark.parametrize("key", ["sigir2018-figure-1-ab", "sigir2018-figure-1-cd"])
def test_of_the_pairs_of_sigir_2018_bin_by_bin_measures_see_no_difference_and_the_others_prefer_the_first(key):
    example = EXAMPLES[key]
    assert [delta(measure, example) for measure in ("NVD", "RNSS", "JSD")] == pytest.approx([0, 0, 0], abs=1e-12)
    assert all(delta(measure, example) < -0.01 for measure in ("NMD", "RSNOD"))
