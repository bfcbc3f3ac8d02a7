"""What other scorers print, computed as they do: from the distributions, one case after the other."""

import json
import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy, wasserstein_distance

from ordquant_core.analysis.views import average_with_views, check_keys, score_with_views
from ordquant_core.errors import UnknownNameError
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.measures.views import VIEWS
from ordquant_core.records import Task
from tests.strategies import n_classes, votes_tables

SHARED = Path(__file__).parents[2] / "../shared/data/stc3"
CASE_VIEWS = tuple(key for key, view in VIEWS.items() if not view.of_mean)
MEAN_VIEWS = tuple(key for key, view in VIEWS.items() if view.of_mean)


def task_of(gold, estimates):
    sizes = (gold.shape[-1], len(gold), len(estimates))
    classes, cases, runs = (tuple(f"{letter}{i}" for i in range(n)) for letter, n in zip("kcr", sizes, strict=True))
    gold, estimates = gold / gold.sum(axis=-1, keepdims=True), estimates / estimates.sum(axis=-1, keepdims=True)
    return Task("t", None, classes, cases, gold, None, runs, estimates)


tasks = n_classes.flatmap(
    cache(lambda size: st.tuples(votes_tables(size, 4), votes_tables(size, 8).map(lambda t: t.reshape(2, 4, size))))
).map(lambda pair: task_of(*pair))


# --- As other people compute them: from their definitions, a case at a time.


def emd(gold, estimated):
    places = np.arange(len(gold))
    return wasserstein_distance(places, places, estimated, gold)


def mse(gold, estimated):
    return np.mean([(p - g) ** 2 for g, p in zip(gold, estimated, strict=True)])


def rsnod_over(gold, estimated, classes):
    """RSNOD with DW averaged over the classes that `classes` gives for a side."""

    def distance_weighted(i):
        return sum(abs(i - j) * (estimated[j] - gold[j]) ** 2 for j in range(len(gold)))

    halves = [np.mean([distance_weighted(i) for i in classes(side)]) for side in (gold, estimated)]
    return math.sqrt(sum(halves) / 2 / (len(gold) - 1))


def rsnod_of_2018(gold, estimated):
    return rsnod_over(gold, estimated, lambda side: range(len(side)))


def rsnod_of_2020(gold, estimated):
    return rsnod_over(gold, estimated, np.flatnonzero)


OTHERS = {
    "EMD": emd,
    "MSE": mse,
    "RSNOD_ALL": rsnod_of_2018,
    "KLD_NATS": lambda gold, estimated: entropy(estimated, gold),
}


def test_every_view_of_cases_is_compared_with_another_computation():
    assert set(OTHERS) == set(CASE_VIEWS)


@given(task=tasks)
def test_a_view_equals_what_others_compute(task):
    scores = score_with_views(task, CASE_VIEWS)
    for key, layer in zip(scores.measures, scores.values, strict=True):
        for r in range(len(task.runs)):
            expected = [OTHERS[key](task.gold[c], task.estimates[r, c]) for c in range(len(task.cases))]
            assert layer[r].tolist() == pytest.approx(expected, rel=1e-9, abs=1e-9), key


@given(task=tasks)
def test_means_stand_beside_views_in_the_order_asked_for(task):
    keys = ("MSE", *MAIN_MEASURES, "EMD", *MEAN_VIEWS)
    means = dict(zip(keys, average_with_views(task, keys), strict=True))
    assert means["EMD"].tolist() == pytest.approx((means["NMD"] * (len(task.classes) - 1)).tolist(), abs=1e-12)
    squares = means["MSE"] * len(task.classes)
    assert squares.tolist() == pytest.approx(average_with_views(task, ("SS",))[0].tolist(), abs=1e-12)
    for key in MEAN_VIEWS:
        for printed, mean in zip(means[key], means[VIEWS[key].of], strict=True):
            assert printed == (math.inf if mean == 0 else pytest.approx(-math.log2(mean), abs=1e-12)), key


@given(task=tasks)
def test_the_rsnod_of_2018_is_not_that_of_the_papers_unless_every_class_occurs(task):
    keys = ("RSNOD_ALL", "RSNOD", "RNADW")
    of_2018, of_papers, rnadw = score_with_views(task, keys).values
    np.testing.assert_array_equal(of_2018, rnadw)
    everywhere = ((task.gold > 0) & (task.estimates > 0)).all(axis=-1)
    np.testing.assert_allclose(of_2018[everywhere], of_papers[everywhere], atol=1e-12)
    expected = [[rsnod_of_2020(g, e) for g, e in zip(task.gold, run, strict=True)] for run in task.estimates]
    np.testing.assert_allclose(of_papers, expected, atol=1e-9)


def test_the_two_kinds_of_rsnod_part_where_a_class_is_empty():
    of_2018, of_papers = score_with_views(
        task_of(np.array([[1, 0, 0]]), np.array([[[0, 1, 0]]])), ("RSNOD_ALL", "RSNOD")
    ).values[:, 0, 0]
    assert (of_2018, of_papers) == (pytest.approx(math.sqrt(5 / 6)), pytest.approx(math.sqrt(1 / 2)))


def test_a_view_is_never_a_default_and_never_takes_the_key_of_a_measure():
    assert set(VIEWS).isdisjoint(MEASURES)
    assert {view.of for view in VIEWS.values()} <= set(MEASURES)
    assert all(view.label and view.summary.endswith(".") and view.printed_by for view in VIEWS.values())
    assert {key for key, view in VIEWS.items() if view.larger_is_better} == set(MEAN_VIEWS)


def test_what_is_neither_a_measure_nor_a_view_is_refused():
    with pytest.raises(UnknownNameError, match="Unknown measure 'emd'"):
        check_keys(("EMD", "emd"))
    with pytest.raises(UnknownNameError, match="No measure given"):
        check_keys(())
    with pytest.raises(UnknownNameError, match="NEG_LOG2_JSD is made of the mean over all cases"):
        score_with_views(task_of(np.array([[1, 2]]), np.array([[[1, 2]]])), ("NMD", "NEG_LOG2_JSD"))
    check_keys(tuple(VIEWS))


@pytest.mark.skipif(not SHARED.exists(), reason="the shared task's files are not here")
@pytest.mark.parametrize("scale", ["A", "E"])
@pytest.mark.parametrize("rsnod", [rsnod_of_2018, rsnod_of_2020])
def test_official_figures_of_the_dialogue_tasks_are_met(scale, rsnod):
    """From the raw JSON, in the way the two evaluation scripts go: normalise, score a dialogue, average, -log2."""
    labels = ["-2", "-1", "0", "1", "2"]
    gold = {
        dialogue["id"]: np.bincount([int(a["quality"][scale]) + 2 for a in dialogue["annotations"]], minlength=5)
        for dialogue in json.loads((SHARED / "gold_test.json").read_text())
    }
    run = {
        dialogue["id"]: np.array([dialogue["quality"][scale].get(label, 0) for label in labels], dtype=np.float64)
        for dialogue in json.loads((SHARED / "runs_quality/WIDM-mem0.json").read_text())
    }
    pairs = [(votes / votes.sum(), run[case] / run[case].sum()) for case, votes in gold.items()]
    expected = [
        np.mean([rsnod(g, p) for g, p in pairs]),
        np.mean([np.abs(np.cumsum(p - g)).sum() / 4 for g, p in pairs]),
    ]
    estimates = np.array([[p for _, p in pairs]])
    task = task_of(np.array([g for g, _ in pairs]), estimates)
    if rsnod is rsnod_of_2018:
        found = average_with_views(task, ("RSNOD_ALL", "NMD"))
        assert found[:, 0].tolist() == pytest.approx(expected, abs=1e-12)
    else:
        found = average_with_views(task, ("NEG_LOG2_RSNOD", "NEG_LOG2_NMD"))
        assert found[:, 0].tolist() == pytest.approx([-math.log2(mean) for mean in expected], abs=1e-12)
