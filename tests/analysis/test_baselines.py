"""Popularity and Uniform."""

import numpy as np
import pytest
from hypothesis import given

import ordquant_core as oq
from ordquant_core.analysis.baselines import BASELINES, opening_runs, with_baselines
from ordquant_core.errors import InvalidDistributionError, UnknownNameError
from ordquant_core.records import Task
from tests.strategies import n_classes, votes


@pytest.mark.parametrize(
    ("gold", "expected"),
    [
        ((0, 1, 2, 9, 8), (0, 0, 0, 1, 0)),
        ((8, 7, 3, 1, 1), (1, 0, 0, 0, 0)),
        ((4, 4, 0, 1, 1), (1 / 2, 1 / 2, 0, 0, 0)),
        ((3, 0, 3, 3, 0), (1 / 3, 0, 1 / 3, 1 / 3, 0)),
        ((2, 2, 2, 2, 2), (1 / 5, 1 / 5, 1 / 5, 1 / 5, 1 / 5)),
    ],
)
def test_popularity_bets_on_the_mode_and_shares_equally_where_modes_tie(gold, expected):
    assert oq.popularity(gold).tolist() == pytest.approx(expected, abs=1e-15)
    assert oq.popularity(np.array(gold) / sum(gold)).tolist() == pytest.approx(expected, abs=1e-15)


@given(gold=n_classes.flatmap(votes))
def test_popularity_is_a_distribution_over_exactly_the_modes(gold):
    estimate = oq.popularity(gold)
    assert estimate.sum() == pytest.approx(1, abs=1e-12)
    np.testing.assert_array_equal(estimate > 0, gold == gold.max())
    assert len(set(estimate[estimate > 0])) == 1


@pytest.mark.parametrize("baseline", BASELINES.values(), ids=BASELINES)
def test_a_baseline_refuses_what_is_no_distribution(baseline):
    with pytest.raises(InvalidDistributionError, match="`gold` row 1 "):
        baseline([[1, 1], [0, 0]])


def task_with(runs):
    gold = np.array([[0.2, 0.8], [0.5, 0.5]])
    return Task("t", None, ("no", "yes"), ("x", "y"), gold, None, runs, np.full((len(runs), 2, 2), 0.5))


def test_baselines_stand_behind_the_runs_and_never_take_the_name_of_one():
    assert with_baselines(task_with(("s",))).runs == ("s", "Popularity", "Uniform")
    named = with_baselines(task_with(("Uniform", "s")))
    assert named.runs == ("Uniform", "s", "Popularity", "Uniform (baseline)")
    np.testing.assert_array_equal(named.estimates[2], [[0, 1], [0.5, 0.5]])
    np.testing.assert_array_equal(named.estimates[3], np.full((2, 2), 0.5))
    assert with_baselines(task_with(())).estimates.shape == (2, 2, 2)


def test_a_task_gives_some_of_its_runs_in_the_order_asked_for():
    task = with_baselines(task_with(("s",)))
    some = task.only(["Uniform", "s"])
    assert some.runs == ("Uniform", "s")
    np.testing.assert_array_equal(some.estimates, task.estimates[[2, 0]])
    with pytest.raises(UnknownNameError, match="Unknown run 'nobody'"):
        task.only(["nobody"])


def test_a_page_opens_with_the_best_two_own_runs_or_with_baselines_where_there_are_fewer():
    gold = np.array([[1.0, 0, 0], [1.0, 0, 0]])
    shares = {"far": (0, 0, 1), "near": (0.9, 0.1, 0), "middle": (0, 1, 0)}
    estimates = np.array([[row, row] for row in shares.values()], dtype=np.float64)
    task = with_baselines(Task("t", None, ("a", "b", "c"), ("x", "y"), gold, None, tuple(shares), estimates))
    baselines = task.runs[-2:]
    assert opening_runs(task, tuple(shares), baselines) == ("near", "middle")
    assert opening_runs(task, ("far",), baselines) == ("far", "Popularity")
    assert opening_runs(task, (), baselines) == ("Popularity", "Uniform")
