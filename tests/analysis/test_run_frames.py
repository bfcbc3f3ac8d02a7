"""Frames of tests and rankings of runs: rows in the order of measures and pairs, numbers of the results."""

import numpy as np
import pytest

from ordquant_core.analysis.agreement import agreement, information
from ordquant_core.analysis.consistency import consistency_experiment
from ordquant_core.analysis.discrimination import in_order, separate_runs
from ordquant_core.analysis.official import official
from ordquant_core.records import Scores

KEYS = ("NMD", "RNOD", "NVD")


@pytest.fixture(scope="module")
def scores():
    """Six runs on 40 cases, each worse than the one before by another amount."""
    chance = np.random.default_rng(4)
    worse = np.array([0, 0.01, 0.02, 0.1, 0.11, 0.3])[None, :, None]
    values = 0.3 + worse + 0.1 * chance.random((3, 6, 40))
    return Scores(KEYS, tuple("abcdef"), tuple(map(str, range(40))), values)


@pytest.fixture(scope="module")
def found(scores):
    return separate_runs(scores, n_trials=300, rng=np.random.default_rng(1))


def test_pairs_of_measures_are_those_above_the_diagonal(scores):
    tau, shared = agreement(scores), information(scores)
    table = tau.to_frame().to_dict("list")
    assert list(zip(table["measure_1"], table["measure_2"], strict=True)) == [KEYS[:2], KEYS[::2], KEYS[1:]]
    assert table["tau"] == [tau.tau[0, 1], tau.tau[0, 2], tau.tau[1, 2]]
    np.testing.assert_equal(table["high_long_cliff"][1], tau.high_long_cliff[0, 2])
    assert shared.to_frame()["information_tau"].tolist() == [shared.bits[0, 1], shared.bits[0, 2], shared.bits[1, 2]]


def test_runs_have_their_means_ranks_and_groups(scores):
    whole = official(scores, n_trials=300)
    test, table = whole.test, whole.to_frame(teams={"b": "B"}).to_dict("list")
    assert table["run"][:6] == list(scores.runs)
    assert table["team"][:3] == ["", "B", ""]
    assert table["rank"][:6] == (1 + np.argsort(np.argsort(test.means[0]))).tolist()
    assert table["mean"][6:12] == whole.interval.means[1].tolist()
    letters = dict(zip(table["run"][:6], table["group"][:6], strict=True))
    assert "a" in letters["a"]
    for i, one in enumerate(scores.runs):
        for j, other in enumerate(scores.runs):
            if test.p_values[0, i, j] < 0.05:
                assert not set(letters[one]) & set(letters[other])


def test_pairs_of_runs_have_their_test(found):
    table = found.to_frame().to_dict("list")
    assert len(table["p"]) == 3 * 15
    assert (table["run_1"][15], table["run_2"][15], table["measure"][15]) == ("a", "b", "RNOD")
    assert table["p"][15] == found.p_values[1, 0, 1]
    assert table["difference"][15] == found.differences[1, 0, 1]
    excluded = [low > 0 or high < 0 for low, high in zip(table["low"], table["high"], strict=True)]
    assert excluded == [p < 0.05 for p in table["p"]]
    assert found.p_values_to_frame()["p"].tolist()[:15] == sorted(table["p"][:15], reverse=True)


def test_an_experiment_is_that_of_its_single_steps_and_its_frames_say_both_sets(scores):
    heard = []
    one = consistency_experiment(
        scores, size=5, n_splits=60, seed=3, progress=lambda done, of: heard.append((done, of))
    )
    assert heard == sorted(heard)
    assert heard[-1][0] == heard[-1][1]
    table = one.to_frame().to_dict("list")
    assert table["split"] == ["half"] * 3 + ["5"] * 3
    assert table["tau"] == [*one.half.means, *one.small.means]
    grown = one.curve.to_frame().to_dict("list")
    assert grown["tau"] == one.curve.means.ravel().tolist()
    assert grown["split"][:4] == ["1", "1", "1", "2"]
    assert set(grown["splits"]) == {60}
    with pytest.raises(KeyError):
        one.by("thirds")


def test_a_test_in_another_order_is_the_same_test(found):
    other = in_order(found, [5, 0, 1, 2, 3, 4])
    assert other.runs[:2] == ("f", "a")
    assert (other.p_values[0, 0, 1], other.differences[1, 0, 1]) == (
        found.p_values[0, 5, 0],
        found.differences[1, 5, 0],
    )
    assert other.n_trials == found.n_trials
