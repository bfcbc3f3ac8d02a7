"""The robustness of many cases at once, against the form for one case and against exact probabilities."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ordquant_core.analysis import case_robustness as module
from ordquant_core.analysis.case_robustness import resample_cases
from ordquant_core.analysis.robustness import robustness
from ordquant_core.errors import InvalidDistributionError, OrdquantError, ShapeMismatchError, UnknownNameError
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.statistics.dirichlet import fit_dirichlet
from tests import strategies
from tests.analysis.test_robustness import side

VOTES = np.array([[0, 1, 2, 9, 8], [5, 5, 5, 2, 2], [0, 0, 19, 0, 0], [7, 0, 0, 0, 7]])


def rng(seed=1):
    return np.random.default_rng(seed)


def estimates(n, seed=2):
    return rng(seed).dirichlet(np.ones(5), size=(2, n))


@pytest.mark.parametrize("pair", [("popularity", "uniform"), "numbers"])
def test_shares_are_those_of_the_form_for_one_case_within_the_monte_carlo_error(pair):
    a, b = estimates(len(VOTES)) if pair == "numbers" else pair
    n = 4000
    many = resample_cases(VOTES, a, b, MAIN_MEASURES, n_resamples=n, prior=np.ones(5), rng=rng())
    for case, votes in enumerate(VOTES):
        one_a, one_b = (entry if isinstance(entry, str) else entry[case] for entry in (a, b))
        one = robustness(votes, one_a, one_b, MAIN_MEASURES, n_resamples=n, rng=rng(7))
        assert many.preference[:, case].tolist() == one.preference.tolist()
        slack = 5 * (one.same * (1 - one.same) * 2 / n) ** 0.5 + 5 / n
        assert (np.abs(many.keeps[:, case] - one.same) <= slack).all()


def test_shares_are_the_exact_probabilities_also_of_two_measures_together():
    votes = (1, 2, 3)
    a, b = [0.2, 0.3, 0.5], [0.1, 0.6, 0.3]
    n = 40_000
    prior = np.array([0.4, 1.5, 2.0])
    found = resample_cases(np.array([votes]), [a], [b], ["NMD", "DNKT"], n_resamples=n, prior=prior, rng=rng())
    before = [side(key, votes, a, b) for key in found.measures]
    exact = np.zeros(3)
    for row in product(range(7), repeat=3):
        if sum(row) == 6:
            chance = stats.dirichlet_multinomial(prior + votes, 6).pmf(row)
            kept = [side(key, row, a, b) == was for key, was in zip(found.measures, before, strict=True)]
            exact += chance * np.array([*kept, all(kept)])
    seen = [*found.keeps[:, 0], found.together("NMD", "DNKT")[0]]
    assert seen == pytest.approx(exact, abs=5 * 0.5 / n**0.5)
    assert found.preference[:, 0].tolist() == before


def test_one_generator_gives_one_result_however_the_work_is_cut(monkeypatch):
    votes = rng(3).multinomial(19, [0.1, 0.2, 0.3, 0.2, 0.2], size=40)
    a, b = estimates(40)
    whole = resample_cases(votes, a, b, ["NMD", "DNKT"], n_resamples=50, rng=rng())
    monkeypatch.setattr(module, "_AT_ONCE", 160)
    done = []
    parts = resample_cases(
        votes, a, b, ["NMD", "DNKT"], n_resamples=50, rng=rng(), progress=lambda *reported: done.append(reported)
    )
    np.testing.assert_array_equal(whole.kept, parts.kept)
    np.testing.assert_array_equal(whole.preference, parts.preference)
    assert len(done) == 14
    assert done == sorted(done)
    assert done[-1] == (40, 40)


def test_the_prior_is_that_of_all_cases_unless_it_is_given():
    a, b = estimates(4)
    fitted, given_, flat = (
        resample_cases(VOTES, a, b, ["NMD"], rng=rng(), prior=prior) for prior in (None, fit_dirichlet(VOTES), [1] * 5)
    )
    np.testing.assert_array_equal(fitted.kept, given_.kept)
    assert (fitted.kept != flat.kept).any()


def test_unanimous_votes_are_no_certainty_and_single_ones_are_refused():
    sides = {"a": [[0.2, 0.2, 0.6]] * 3, "b": [[0, 0.5, 0.5]] * 3, "measures": ["NMD", "RNOD"]}
    found = resample_cases(np.array([[0, 0, 3], [0, 3, 0], [3, 0, 0]]), **sides, rng=rng())
    assert (found.keeps < 0.95).any()
    with pytest.raises(OrdquantError, match="Every case has a single vote"):
        resample_cases(np.eye(3, dtype=int), **sides, rng=rng())


@given(votes=strategies.votes_tables(4, 3), n=st.integers(1, 20))
def test_two_measures_together_keep_no_more_than_each_alone_and_a_measure_with_itself_as_much(votes, n):
    votes = votes + np.eye(4, dtype=int)[0]  # single votes are refused
    found = resample_cases(votes, "popularity", "uniform", ["NMD", "RNOD", "DNKT"], n_resamples=n, rng=rng())
    assert ((found.keeps >= 0) & (found.keeps <= 1)).all()
    for first in found.measures:
        np.testing.assert_array_equal(found.together(first, first), found.keeps[found.measures.index(first)])
        for second in found.measures:
            each = [found.keeps[found.measures.index(key)] for key in (first, second)]
            together = found.together(first, second)
            assert (together <= np.minimum(*each) + 1e-12).all()
            assert (together >= each[0] + each[1] - 1 - 1e-12).all()


def test_a_robust_disagreement_is_one_that_stays_in_enough_panels():
    found = resample_cases(VOTES, *estimates(4, seed=5), MAIN_MEASURES, n_resamples=300, rng=rng())
    for first, second in product(MAIN_MEASURES, repeat=2):
        i, j = found.measures.index(first), found.measures.index(second)
        apart = found.preference[i] * found.preference[j] == -1
        together = found.together(first, second)
        np.testing.assert_array_equal(found.robust_disagreement(first, second, 0), apart)
        np.testing.assert_array_equal(found.robust_disagreement(first, second, 0.9), apart & (together >= 0.9))
    assert any(found.robust_disagreement("NMD", key, 0.5).any() for key in MAIN_MEASURES)


@pytest.mark.parametrize(
    ("changed", "error", "said"),
    [
        ({"a": "best"}, UnknownNameError, "unknown baseline 'best'"),
        ({"b": [[0.5, 0.5]]}, ShapeMismatchError, r"`b` has shape \(1, 2\), expected \(4, 5\)"),
        ({"votes": VOTES / VOTES.sum(axis=1, keepdims=True)}, InvalidDistributionError, "whole votes"),
        ({"votes": VOTES[0]}, InvalidDistributionError, "whole votes"),
        ({"measures": ["EMD"]}, UnknownNameError, "EMD"),
        ({"prior": [1, 2]}, OrdquantError, "one positive parameter for each of 5 classes"),
        ({"n_resamples": 0}, OrdquantError, "at least one panel"),
    ],
)
def test_what_makes_no_sense_is_refused(changed, error, said):
    given_ = {"votes": VOTES, "a": "popularity", "b": "uniform", "measures": ["NMD"], "n_resamples": 5} | changed
    with pytest.raises(error, match=said):
        resample_cases(**given_, rng=rng())
