"""Propriety: the best report where votes are a sample, against enumeration of every annotator's choice."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import optimize

from ordquant_core.analysis import report_scores
from ordquant_core.analysis.report_scores import of_all_reports, of_some_reports
from ordquant_core.distributions import as_distributions
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES, OTHER_MEASURES
from ordquant_core.spaces import propriety as module
from ordquant_core.spaces.gold_distributions import all_distributions
from ordquant_core.spaces.propriety import expected_scores, outcomes, propriety
from tests.analysis.made_up import refusals

pytestmark = pytest.mark.slow

TRUTH = (0.1, 0.3, 0.6)
FINITE = [key for key, measure in MEASURES.items() if key != "KLD"]
VOTES = (0, 1 / 3, 2 / 3)  # of three annotators: where absolute errors are least
# The best report against 3 annotators, its expected score, that of the truth.
FIGURES = [
    ("NMD", VOTES, 0.155, 0.188),
    ("NVD", VOTES, 0.253, 0.291),
    ("RSNOD", VOTES, 0.206, 0.234),
    ("RNOD", VOTES, 0.208, 0.219),
    ("RNADW", VOTES, None, None),
    ("RNSS", VOTES, None, None),
    ("RNOD2", VOTES, None, None),
    ("RNADW2", VOTES, None, None),
    ("JSD", (0.042, 0.285, 0.673), None, None),
    ("RPS", TRUTH, 0.055, 0.055),
]
on_grid = st.lists(st.integers(0, 6), min_size=3, max_size=3).filter(any)


def by_hand(key, truth, annotators, report):
    """Every sequence of choices, one annotator after the other."""
    total = 0.0
    for choices in product(range(len(truth)), repeat=annotators):
        chance = math.prod(truth[choice] for choice in choices)
        if chance > 0:
            total += chance * float(MEASURES[key]([choices.count(c) for c in range(len(truth))], report))
    return total


@pytest.mark.parametrize(("key", "best", "best_score", "truth_score"), FIGURES, ids=[row[0] for row in FIGURES])
def test_the_best_reports_against_three_annotators(key, best, best_score, truth_score):
    (found,) = propriety(TRUTH, 3, [key])
    assert found.best == pytest.approx(best, abs=5e-4 if key == "JSD" else 1e-12)
    assert found.exhaustive
    assert found.proper == (key == "RPS")
    if best_score is not None:
        assert (round(found.best_score, 3), round(found.truth_score, 3)) == (best_score, truth_score)


@settings(max_examples=10)
@given(votes=on_grid, report=on_grid, annotators=st.integers(1, 4))
def test_expected_scores_are_those_of_every_sequence_of_choices(votes, report, annotators):
    truth = np.array(votes) / sum(votes)
    for key in ("NMD", "RNOD", "RSNOD", "JSD", "DNKT", "RPS"):
        found = expected_scores(key, truth, annotators, [report])
        expected = by_hand(key, truth.tolist(), annotators, np.array(report) / sum(report))
        assert found.tolist() == [pytest.approx(expected, abs=1e-12)], key


@settings(max_examples=20)
@given(
    votes=st.lists(st.integers(0, 5), min_size=3, max_size=3).filter(lambda row: sum(row) in (2, 4, 5)),
    k=st.integers(1, 8),
)
def test_squared_errors_are_proper_with_any_number_of_annotators(votes, k):
    """The expected squared distance from a sample is smallest at its mean."""
    truth = np.array(votes) / sum(votes)  # on the grid
    for found in propriety(truth, k, ["RPS", "SS", "ADW"]):
        assert found.proper, found.measure
        assert found.best == pytest.approx(tuple(truth), abs=1e-12)
        assert found.gap == 0


def test_with_one_annotator_absolute_errors_reward_certainty():
    """By hand: one vote for 1 with .6. E|1 - r| of r = 1 is .4; of r = .6 it is .6 x .4 + .4 x .6 = .48."""
    (found,) = propriety([0.4, 0.6], 1, ["NVD"])
    assert found.best == (0.0, 1.0)
    assert (found.best_score, found.truth_score) == (pytest.approx(0.4), pytest.approx(0.48))
    assert found.gap == pytest.approx(0.08)
    assert not found.proper


def test_the_gap_closes_with_more_annotators():
    gaps = [propriety(TRUTH, annotators, ["NMD"])[0].gap for annotators in (1, 3, 9, 30)]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] < gaps[1] / 10


def test_the_best_is_the_least_of_all_reports_of_the_grid():
    reports = all_distributions(12, 3).T / 12
    assert reports.shape == (math.comb(14, 2), 3)
    for found in propriety([0.2, 0.5, 0.3], 4, FINITE, grid=12, halvings=0):
        scores = expected_scores(found.measure, [0.2, 0.5, 0.3], 4, reports)
        # [0.2, 0.5, 0.3] is no report of this grid, but a report
        assert found.best_score == pytest.approx(min(scores.min(), found.truth_score), abs=1e-12), found.measure
        again = expected_scores(found.measure, [0.2, 0.5, 0.3], 4, [found.best])[0]
        assert again == pytest.approx(found.best_score, abs=1e-12), found.measure
        assert found.truth_score == pytest.approx(
            expected_scores(found.measure, [0.2, 0.5, 0.3], 4, [[0.2, 0.5, 0.3]])[0], abs=1e-12
        )


@pytest.mark.parametrize("truth", [(0.1, 0.2, 0.3, 0.4), (0.05, 0.6, 0.3, 0.05), (0.5, 0, 0, 0.5)])
def test_the_search_comes_to_what_all_reports_give(truth, monkeypatch):
    keys = [*MAIN_MEASURES, *OTHER_MEASURES]
    every = propriety(truth, 6, keys, grid=20, halvings=0)
    monkeypatch.setattr(module, "MOST_PAIRS", 0)
    monkeypatch.setattr(module, "MOST_REPORTS", 0)
    monkeypatch.setattr(module, "ROUGHLY", 20)
    monkeypatch.setattr(module, "LIKELIEST", 40)
    for searched, found in zip(propriety(truth, 6, keys, grid=20, halvings=0), every, strict=True):
        assert (searched.exhaustive, found.exhaustive) == (False, True)
        assert searched.best_score == pytest.approx(found.best_score, abs=1e-9), found.measure


@pytest.mark.parametrize("n_classes", [2, 3, 4, 5])
@pytest.mark.parametrize("annotators", [1, 2, 5])
def test_all_ways_of_scoring_reports_give_what_the_measures_give(n_classes, annotators):
    rng = np.random.default_rng(n_classes)
    reports = all_distributions(8, n_classes).T / 8
    edge = np.eye(n_classes)[0] if n_classes < 3 else np.array([0.5, *[0] * (n_classes - 2), 0.5])
    for truth in (rng.dirichlet(np.ones(n_classes)), edge):
        found = outcomes(truth, annotators)
        votes = found.votes(annotators)
        for key, measure in MEASURES.items():
            if measure.terms is not None:
                way = of_all_reports(measure, votes, 8) or of_some_reports(measure, votes, 8)
                expected = found.expected(measure, reports)
                scores = way(np.rint(reports * 8).astype(int))
                np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-12, err_msg=key)


def test_looking_up_does_not_depend_on_how_vote_counts_are_cut(monkeypatch):
    votes = outcomes((0.1, 0.2, 0.3, 0.4), 12).votes(12)
    reports = all_distributions(8, 4).T
    for key in ("RSNOD", "CLARK", "DNKT_NMD", "CHEB"):
        whole = of_some_reports(MEASURES[key], votes, 8)(reports)
        monkeypatch.setattr(report_scores, "BLOCK", 256)
        np.testing.assert_allclose(of_some_reports(MEASURES[key], votes, 8)(reports), whole, rtol=0, atol=1e-13)
        monkeypatch.undo()


def test_thirty_annotators_and_five_classes_are_within_reach():
    truth = (0.08, 0.12, 0.2, 0.35, 0.25)
    for found in propriety(truth, 30, ["NMD", "RSNOD", "RPS"]):
        assert found.exhaustive == (found.measure != "RSNOD")
        assert sum(found.best) == pytest.approx(1, abs=1e-12)
        start = expected_scores(found.measure, truth, 30, [module._on_grid(np.array(truth), 40) / 40])[0]
        assert found.best_score <= start + 1e-12


def test_kld_is_infinite_where_votes_may_miss_a_class_of_the_report():
    (found,) = propriety(TRUTH, 3, ["KLD"])
    assert found.truth_score == math.inf
    assert not found.proper


@pytest.mark.parametrize(
    ("truth", "annotators", "key", "better"),
    [((0.69, 0.31), 16, "NMD", (0.6875, 0.3125)), ((0.2, 0.2, 0.6), 20, "JSD", (0.195, 0.195, 0.61))],
)
def test_a_better_report_less_than_a_step_of_the_grid_away_is_found(truth, annotators, key, better):
    (found,) = propriety(truth, annotators, [key])
    assert not found.proper
    assert found.best == pytest.approx(better, abs=1e-3)
    assert found.best_score <= expected_scores(key, truth, annotators, [better])[0] + 1e-12
    assert found.best_score < found.truth_score


@settings(max_examples=8)
@given(
    truth=st.lists(st.integers(0, 100), min_size=2, max_size=3).filter(any),
    annotators=st.integers(1, 12),
    seed=st.integers(0, 2**32 - 1),
)
@example(truth=[31, 90, 35], annotators=1, seed=0)
@example(truth=[1, 18, 1], annotators=1, seed=0)  # DNKT_NMD jumps beside (0, 1, 0), far from the truth
def test_where_a_measure_is_called_proper_no_random_report_scores_better_than_the_truth(truth, annotators, seed):
    rng, p = np.random.default_rng(seed), np.array(truth) / sum(truth)
    spread = np.concatenate([[np.ones(len(p))], [p * certainty + 1e-3 for certainty in (10, 1e3, 1e5)]])
    reports = np.concatenate([rng.dirichlet(one, 40) for one in spread])
    for found in propriety(p, annotators, [*MAIN_MEASURES, *OTHER_MEASURES]):
        if found.proper:
            assert found.best == tuple(as_distributions(p, "truth"))  # the sum of p may be off by rounding
            assert expected_scores(found.measure, p, annotators, reports).min() >= found.best_score - 1e-9, found


def test_the_mean_is_the_best_report_of_a_squared_error_wherever_it_lies():
    """With SciPy's optimiser as a witness: it finds no report below the truth."""
    truth = (0.137, 0.419, 0.444)
    (found,) = propriety(truth, 7, ["RPS"])
    assert (found.best, found.proper, found.gap) == (truth, True, 0.0)

    def expected(x):
        report = np.array([x[0], x[1], 1 - x[0] - x[1]])
        return expected_scores("RPS", truth, 7, [report])[0] if (report >= 0).all() else 1.0

    witness = optimize.minimize(expected, [1 / 3, 1 / 3], method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-14})
    assert found.best_score == pytest.approx(witness.fun, abs=1e-12)


@pytest.mark.parametrize(("key", "truth", "annotators"), [("JSD", TRUTH, 3), ("CJS", TRUTH, 5), ("RNADW", TRUTH, 10)])
def test_the_best_report_is_that_of_an_optimiser(key, truth, annotators):
    (found,) = propriety(truth, annotators, [key])

    def expected(x):
        report = np.array([x[0], x[1], 1 - x[0] - x[1]])
        return expected_scores(key, truth, annotators, [report])[0] if (report >= 0).all() else 1.0

    witness = optimize.minimize(expected, truth[:2], method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-14})
    assert found.best_score == pytest.approx(witness.fun, abs=2e-6)
    assert found.best[:2] == pytest.approx(witness.x, abs=3 * found.step)


REFUSED = {
    "`truth` row 0 is not a distribution": [lambda: propriety([0.5, 0.6], 3)],
    "give one distribution": [lambda: propriety([[0.5, 0.5]], 3)],
    "1 vote or more": [lambda: propriety([0.5, 0.5], 0)],
    "the limit is 500,000": [lambda: propriety([0.2] * 5, 100)],
    "Unknown measure 'XYZ'": [lambda: propriety([0.5, 0.5], 3, ["XYZ"])],
    "`grid` is 0": [lambda: propriety([0.5, 0.5], 3, ["NMD"], grid=0)],
    "`halvings` -1": [lambda: propriety([0.5, 0.5], 3, ["NMD"], halvings=-1)],
    r"expected \(reports, 2\)": [lambda: expected_scores("NMD", [0.5, 0.5], 3, [[0.5, 0.25, 0.25]])],
}
test_what_makes_no_sense_is_refused = refusals(REFUSED)
