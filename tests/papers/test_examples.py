"""The examples show what the papers say of them; tests/papers/test_printed.py checks every printed value."""

import itertools
import math

import numpy as np
import pytest

import ordquant_core as oq
from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.distributions import as_distributions
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.papers import examples
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.papers.files import read_rows
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
    assert len(REFERENCES) == len(read_rows("references.csv"))
    assert all(key.replace("-", "").isalnum() for key in EXAMPLES)


def test_the_default_is_the_dialogue_on_which_only_nmd_prefers_popularity():
    default = next(iter(EXAMPLES.values()))
    assert default.key == "lq2021-figure-3a"
    assert (default.gold, default.a, default.b) == ((0, 1, 2, 9, 8), "popularity", "uniform")
    ordinal_or_nominal = [key for key in MAIN_MEASURES if MEASURES[key].family in ("ordinal", "nominal")]
    assert [key for key in ordinal_or_nominal if delta(key, default) < 0] == ["NMD"]


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
