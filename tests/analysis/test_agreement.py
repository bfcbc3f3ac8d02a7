"""Agreement of system rankings: the tables of the variants study, SciPy and pandas as witnesses, real data."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from ordquant_core.analysis.agreement import (
    Agreement,
    agreement,
    average_similarity,
    averaged,
    information,
    mean_scores,
    order_by_similarity,
    ranks,
)
from ordquant_core.analysis.scoring import score
from ordquant_core.errors import OrdquantError, ShapeMismatchError, UnknownNameError
from ordquant_core.papers.experiments import DATA_SETS, MEASURES_OF_VARIANTS
from ordquant_core.papers.printed import numbers_at
from ordquant_core.records import Task
from ordquant_core.statistics.information import information_tau
from tests.analysis.made_up import llmjudge, made_up_scores, scores_of

PRINTED = {
    task.name: [one.value for one in numbers_at("sakai2022", f"Table {3 + 2 * place}: τ")]
    for place, task in enumerate(DATA_SETS)
}


def printed_agreement(task):
    """Return the taus that the study prints for a task, of which the runs are not counted."""
    tau = np.eye(9)
    tau[np.triu_indices(9, 1)] = PRINTED[task]
    tau = np.maximum(tau, tau.T)
    return Agreement(MEASURES_OF_VARIANTS, 0, tau, tau, tau, tau, tau)


def test_averages_follow_from_the_printed_taus():
    for place, task in enumerate(PRINTED):
        printed = [one.value for one in numbers_at("sakai2022", f"Table {4 + 2 * place}: {task}")]
        np.testing.assert_allclose(
            average_similarity(printed_agreement(task).tau), printed, atol=0.0011
        )  # rounded twice
    every = averaged(list(map(printed_agreement, PRINTED)))
    tau, similarity = ([one.value for one in numbers_at("sakai2022", f"Table {number}: ")] for number in (19, 20))
    np.testing.assert_allclose(every.tau[np.triu_indices(9, 1)], tau, atol=0.0011)
    np.testing.assert_allclose(every.average_similarity, similarity, atol=0.0011)
    assert (every.counted == 8).all()


def test_taus_are_those_of_scipy_between_mean_scores():
    scores = made_up_scores(measures=4, runs=9, cases=11, noise=0.4)
    found = agreement(scores)
    means = [[sum(row) / 11 for row in layer] for layer in np.asarray(scores.values)]
    for i in range(4):
        for j in range(4):
            assert found.tau[i, j] == pytest.approx(stats.kendalltau(means[i], means[j]).statistic)
    assert found.n_runs == 9
    assert len(np.unique(found.tau.round(9))) > 3


def test_both_intervals_hold_tau_and_differ():
    found = agreement(made_up_scores(measures=3, runs=12, cases=11, noise=0.4))
    assert (found.low <= found.tau).all()
    assert (found.tau <= found.high).all()
    others = ~np.eye(3, dtype=bool)
    assert (found.low_long_cliff <= found.tau)[others].all()
    assert np.isnan(found.low_long_cliff.diagonal()).all()  # tau is 1: there is no interval
    assert found.low[0, 1] != found.low_long_cliff[0, 1]
    assert found.low[0, 1] == pytest.approx(
        math.tanh(math.atanh(found.tau[0, 1]) - 1.959963984540054 * math.sqrt(0.437 / 8))
    )


def test_places_are_those_of_pandas():
    means = np.random.default_rng(2).integers(0, 4, size=(3, 9)) / 7
    expected = pd.DataFrame(means).rank(axis=1, method="min").to_numpy()
    np.testing.assert_array_equal(ranks(means), expected)
    assert ranks(np.array([0.1 + 0.2, 0.3, np.inf])).tolist() == [1, 1, 3]


def test_a_measure_that_ties_all_runs_has_no_tau():
    values = np.random.default_rng(1).random((3, 4, 5))
    values[1] = 0.5
    found = agreement(scores_of(values))
    assert np.isnan(found.tau[1]).all()
    assert np.isnan(found.tau[:, 1]).all()
    assert np.isnan(found.average_similarity[1])
    assert found.average_similarity[0] == found.tau[0, 2]
    whole = agreement(made_up_scores(runs=4, cases=5))
    both = averaged([found, whole])
    assert both.counted[0].tolist() == [2, 1, 2]
    assert both.tau[0, 1] == whole.tau[0, 1]
    assert both.tau[0, 2] == pytest.approx((found.tau[0, 2] + whole.tau[0, 2]) / 2)


def test_information_is_that_between_the_rankings():
    scores = made_up_scores(measures=4, runs=8, cases=9, noise=0.5)
    means = mean_scores(scores)
    found = information(scores)
    assert found.measures == scores.measures
    assert found.bits[0, 2] == pytest.approx(information_tau(means[0], means[2]).bits, abs=1e-12)
    found = information(scores, given=["M2", "M4"])
    assert found.measures == ("M1", "M3")
    expected = information_tau(means[0], means[2], given=[means[1], means[3]]).bits
    assert found.bits[0, 1] == pytest.approx(expected, abs=1e-12)
    assert 0 < expected < 1


def test_what_cannot_be_ranked_is_refused():
    with pytest.raises(OrdquantError, match="two runs or more"):
        agreement(scores_of(np.zeros((2, 1, 3))))
    with pytest.raises(OrdquantError, match="one task or more"):
        averaged([])
    with pytest.raises(ShapeMismatchError, match="same measures"):
        averaged([agreement(made_up_scores(measures=2)), agreement(made_up_scores(measures=3))])
    with pytest.raises(ShapeMismatchError, match="square"):
        average_similarity(np.zeros((2, 3)))
    with pytest.raises(UnknownNameError, match="not scored by 'X'"):
        information(made_up_scores(), given=["X"])


def test_the_systems_of_several_teams_are_ranked_as_scipy_ranks_them():
    task = llmjudge()
    assert isinstance(task, Task)
    scores = score(task, ("NMD", "RNOD", "NVD", "DNKT"))
    found = agreement(scores)
    assert found.n_runs == 33
    means = np.mean(scores.values, axis=2)
    for i in range(4):
        for j in range(i):
            assert found.tau[i, j] == pytest.approx(stats.kendalltau(means[i], means[j]).statistic, abs=1e-12)
    alone = information(scores).bits
    given = information(scores, given=["NVD"]).bits
    assert 0 < given[0, 1] < alone[0, 1] < 1  # part of what NMD and RNOD share is explained by NVD


def test_similar_measures_stand_side_by_side_and_the_one_that_is_least_like_the_others_is_the_last():
    groups = np.array([0, 1, 0, 2, 1, 0])  # of measures; 3 is by itself
    similar = np.where(groups[:, None] == groups, 0.9, 0.6)
    similar[3] = similar[:, 3] = 0.1
    order = order_by_similarity(similar)
    assert sorted(order) == [*range(6)]
    assert order[-1] == 3
    assert (np.diff(groups[order]) != 0).sum() == 2


def test_the_order_leaves_out_what_is_not_defined():
    assert order_by_similarity(np.eye(2)) == [0, 1]
    assert order_by_similarity(np.full((3, 3), np.nan)) == [0, 1, 2]
    unknown = np.array([[1, np.nan, 0.9], [np.nan, 1, np.nan], [0.9, np.nan, 1]])
    assert sorted(order_by_similarity(unknown)[:2]) == [0, 2]
