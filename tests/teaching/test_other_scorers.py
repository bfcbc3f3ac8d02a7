"""Other scorers: our formulas give what SciPy and the official scripts give, and it differs from the measure."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon
from scipy.stats import wasserstein_distance

from ordquant_core.analysis.picture import checked
from ordquant_core.errors import OrdquantError
from ordquant_core.markup import plain
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import score
from ordquant_core.teaching.other_scorers import OTHER_SCORERS, distance_of_values, macro_nmd, root_of_jsd_in_nats
from tests.strategies import examples, pairs


@given(pair=pairs)
def test_jensenshannon_is_a_root_in_nats(pair):
    gold, estimated = pair
    if not np.array_equal(gold, estimated):  # SciPy may take the root of -1e-17 here
        theirs = jensenshannon(gold, estimated)
        assert root_of_jsd_in_nats(gold, estimated) == pytest.approx(theirs, abs=1e-7)


@given(pair=pairs)
def test_wasserstein_distance_takes_histograms_as_values(pair):
    gold, estimated = pair
    assert distance_of_values(gold, estimated) == pytest.approx(wasserstein_distance(gold, estimated), abs=1e-12)


def test_a_histogram_and_its_reverse_have_no_distance_as_values():
    one = OTHER_SCORERS["scipy-wasserstein"]
    assert (one.ours, one.theirs) == (1, 0)
    assert wasserstein_distance(one.gold[0], one.estimated[0]) == 0


def rsnod(gold, estimated, classes_of):
    """RSNOD written down once more, averaged over the classes that `classes_of` returns for a side."""
    size = len(gold)
    weighted = [sum(abs(i - j) * (estimated[j] - gold[j]) ** 2 for j in range(size)) for i in range(size)]
    means = [sum(weighted[i] for i in some) / len(some) for some in map(classes_of, (gold, estimated))]
    return math.sqrt(sum(means) / 2 / (size - 1))


def test_the_scripts_of_ntcir_average_over_all_classes_or_over_those_that_occur():
    first, second = OTHER_SCORERS["ntcir-2018"], OTHER_SCORERS["ntcir-2020"]
    gold, estimate = (np.array(side[0]) / sum(side[0]) for side in (first.gold, first.estimated))
    assert first.theirs == pytest.approx(rsnod(gold, estimate, lambda side: range(5)), abs=1e-12)
    occurring = rsnod(gold, estimate, lambda side: [place for place in range(5) if side[place] > 0])
    assert first.ours == second.ours == pytest.approx(occurring, abs=1e-12)
    assert second.theirs == pytest.approx(-math.log2(occurring), abs=1e-12)


def test_lewidi_does_not_divide_the_wasserstein_distance():
    one = OTHER_SCORERS["lewidi-2025"]
    places = np.arange(11)
    expected = wasserstein_distance(places, places, one.gold[0], one.estimated[0])
    assert one.theirs == pytest.approx(expected)
    assert one.theirs == pytest.approx(10 * one.ours)


def macro(gold, estimated):
    """macro-NMD written down once more: cases put into four bins of the gold's mean by digitize."""
    bins = np.digitize((np.arange(1, 6) * gold).sum(axis=1), np.arange(1, 6))
    scores = np.abs(np.cumsum(gold, axis=1) - np.cumsum(estimated, axis=1))[:, :-1].sum(axis=1) / 4
    return np.mean([scores[bins == number].mean() for number in (1, 2, 3, 4)])


def test_lequa_averages_over_four_groups_of_cases():
    one = OTHER_SCORERS["lequa-2024"]
    gold, estimated = (np.array(side) / np.sum(side, axis=1, keepdims=True) for side in (one.gold, one.estimated))
    assert one.theirs == pytest.approx(macro(gold, estimated), abs=1e-12)
    assert one.theirs > one.ours + 0.1
    with pytest.raises(OrdquantError, match="No case has a gold distribution with a mean from 3 to 4"):
        macro_nmd(np.delete(gold, 3, axis=0), np.delete(estimated, 3, axis=0))
    with pytest.raises(OrdquantError, match="expected \\(cases, 5\\)"):
        macro_nmd([[1, 0, 0, 0]], [[0, 1, 0, 0]])


@examples(40)
@given(seed=st.integers(0, 10**6))
def test_macro_nmd_is_that_of_the_script_for_any_cases(seed):
    rng = np.random.default_rng(seed)
    centres = np.array([1.3, 2.5, 3.4, 4.6] * 5)
    gold = np.exp(-((np.arange(1, 6) - centres[:, None]) ** 2) * 4)
    gold, estimated = gold / gold.sum(axis=1, keepdims=True), rng.dirichlet(np.ones(5), size=20)
    assert macro_nmd(gold, estimated) == pytest.approx(macro(gold, estimated), abs=1e-9)


@pytest.mark.parametrize("one", OTHER_SCORERS.values(), ids=list(OTHER_SCORERS))
def test_each_example_shows_a_difference_in_one_sentence(one):
    checked(one.picture)
    assert one.ours == pytest.approx(float(MEASURES[one.measure](one.gold, one.estimated).mean()))
    assert score(one.ours) != score(one.theirs)
    said = plain(one.sentence)
    assert f"is {score(one.ours)}; {one.name} gives {score(one.theirs)}." in said
    assert one.computes.endswith(".")
    assert one.do.endswith(".")
