"""What a task and its cases are: scores, baselines, properties and shapes of golds, filters, groups, a reversed run."""

# ruff: noqa: F401 - the text uses what is imported

from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import log2
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import ordquant_core as oq
from ordquant_core.analysis.baselines import BASELINES, baseline_of, baselines_among, opening_runs, with_baselines
from ordquant_core.analysis.case_filters import (
    Filter,
    case_groups,
    grouping_columns,
    parse_bounds,
    passes,
    write_bounds,
)
from ordquant_core.analysis.misplaced import misplaced
from ordquant_core.analysis.official import official, on_groups
from ordquant_core.analysis.planning.votes import checked_votes, votes_of
from ordquant_core.analysis.properties import (
    DIP,
    FLAT,
    PROPERTIES,
    SHAPES,
    associations,
    can_be_significant,
    dips,
    properties,
    shapes_of,
    shares_along,
)
from ordquant_core.analysis.reversed_classes import in_words, reversed_runs, sign_test
from ordquant_core.analysis.scoring import score, score_on_request
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.smoothed import SMOOTHED
from ordquant_core.statistics.adjusted import holm
from ordquant_core.statistics.group_difference import cliffs_delta
from ordquant_core.statistics.proportion import wilson_interval
from ordquant_core.tasks.published.reading import with_groups
from tests import strategies
from tests.analysis.made_up import random_task, rng, task_of
from tests.reviewed import reviewed, said

tables = strategies.n_classes.flatmap(
    cache(lambda n: st.integers(1, 5).flatmap(lambda m: strategies.votes_tables(n, m)))
)


# Scores and baselines


@given(gold=strategies.n_classes.flatmap(strategies.votes))
def test_popularity_is_shared_by_exactly_the_modes_and_uniform_by_all_classes(gold):
    modes = [1 / (gold == gold.max()).sum() if votes == gold.max() else 0 for votes in gold]
    for given_gold in (gold, gold / gold.sum()):
        assert oq.popularity(given_gold).tolist() == pytest.approx(modes, abs=1e-15)
        assert oq.uniform(given_gold).tolist() == [1 / len(gold)] * len(gold)


def test_baselines_stand_behind_the_runs_and_never_take_the_name_of_one():
    gold = np.array([[0.2, 0.8], [0.5, 0.5]])
    task = oq.Task("t", None, ("no", "yes"), ("x", "y"), gold, None, ("Uniform", "s"), np.full((2, 2, 2), 0.3))
    named = with_baselines(task, ["Always yes"])
    assert named.runs == ("Uniform", "s", "Popularity", "Uniform (baseline)", "Always yes")
    assert named.estimates[2:].tolist() == [[[0, 1], [0.5, 0.5]], [[0.5, 0.5]] * 2, [[0, 1]] * 2]
    alone = with_baselines(task.only([]))
    assert (alone.runs, alone.estimates.shape) == (("Popularity", "Uniform"), (2, 2, 2))
    assert baselines_among(named) == {"popularity": ("Popularity",), "uniform": ("Uniform (baseline)",)}
    assert baselines_among(replace(named, estimates=named.estimates + 5e-7)) == baselines_among(named)
    assert baseline_of("Uniform (baseline)", gold[0], [0.5, 0.5]) == "uniform"
    assert baseline_of("Uniform", gold[0], [0.2, 0.8]) is None


def opening(*own):
    """Return the runs with which a page opens, of a task with so many runs of one's own and the baselines."""
    shares = {"far": (0, 0, 1), "near": (0.9, 0.1, 0), "middle": (0, 1, 0)}
    task = replace(task_of([[1, 0, 0]] * 2, [[row] * 2 for row in shares.values()]), runs=tuple(shares))
    return list(opening_runs(with_baselines(task), own, ("Popularity", "Uniform")))


# Properties of cases


@given(votes=tables)
def test_properties_and_shapes_are_those_of_their_definitions_case_by_case(votes):
    gold = votes / votes.sum(axis=1, keepdims=True)
    found = properties(gold, gold, gold[:, ::-1], votes)
    assert found.keys == tuple(PROPERTIES)
    for case, row in enumerate(gold.tolist()):
        size = len(row)
        mean = sum(i * p for i, p in enumerate(row, 1))
        dip = max(min(max(row[: k + 1]), max(row[k:])) - row[k] for k in range(size))
        to_move = sum(abs(p - 1 / size) for p in row) / 2
        expected = {
            "entropy": -sum(p * log2(p) for p in row if p),
            "variance": sum(p * (i - mean) ** 2 for i, p in enumerate(row, 1)),
            "dip": dip,
            "ends": row[0] + row[-1],
            "occurring": sum(p > 0 for p in row),
            "annotators": votes[case].sum(),
            "distance": sum(abs(sum(row[: k + 1]) - sum(row[::-1][: k + 1])) for k in range(size - 1)) / (size - 1),
        }
        assert {key: found.of(key)[case] for key in found.keys} == pytest.approx(expected, abs=1e-9)
        assert found.most_frequent[case].tolist() == [n == max(votes[case]) for n in votes[case]]
        shape = "flat" if to_move <= FLAT + 1e-12 else "bimodal" if dip >= DIP - 1e-12 else "peaked"
        assert SHAPES[found.shapes[case]] == shape
        assert shapes_of(votes[case, ::-1]) == found.shapes[case]
        assert dips(votes[case, ::-1]) == pytest.approx(dip, abs=1e-12)


def shape(votes):
    return SHAPES[int(shapes_of([*map(int, votes.split())]))]


def described(n_cases=40):
    gold, a, b = rng(3).dirichlet(np.ones(5), size=(3, n_cases))
    return properties(gold, a, b)


@pytest.mark.parametrize("share", [0.3, 1, 0])
def test_what_goes_with_a_disagreement_is_that_of_mann_and_whitney_and_of_holm(share):
    cases, disagree = described(), rng(5).random(40) < share
    found = associations(cases, disagree)
    strengths = [abs(one.effect.value or 0) for one in found]
    assert strengths == sorted(strengths, reverse=True)
    for one in found:
        sides = cases.of(one.key)[disagree], cases.of(one.key)[~disagree]
        means = [pytest.approx(side.mean()) if len(side) else None for side in sides]
        assert ([one.mean_with, one.mean_without], one.effect) == (means, cliffs_delta(*sides))
        if one.effect.value is None:
            assert (one.chance, one.p_value, one.adjusted) == (None,) * 3
        else:
            p_value = stats.mannwhitneyu(*(side.round(12) for side in sides), method="asymptotic").pvalue
            assert (one.chance, one.p_value) == pytest.approx(((one.effect.value + 1) / 2, p_value), abs=1e-12)
    tested = [one for one in found if one.p_value is not None]
    assert [one.adjusted for one in tested] == holm([one.p_value for one in tested]).tolist()
    smallest = stats.mannwhitneyu([5, 6, 7, 8], range(4), method="asymptotic").pvalue
    assert [can_be_significant(4, 4, 2, level) for level in (2 * smallest, 2.01 * smallest)] == [False, True]


@given(
    values=st.lists(st.integers(0, 9).map(lambda v: v / 10), min_size=1, max_size=60),
    n_bins=st.integers(1, 8),
    seed=st.integers(0, 9),
)
def test_bins_hold_every_case_once_in_order_and_never_split_equal_values(values, n_bins, seed):
    column = np.array(values)
    apart = rng(seed).random(len(values)) < 0.4
    bins = shares_along(column, apart, n_bins=n_bins)
    assert 1 <= len(bins) <= n_bins
    assert sum(one.n for one in bins) == len(values)
    for one in bins:
        inside = (column >= one.low) & (column <= one.high)
        assert (inside.sum(), apart[inside].sum()) == (one.n, one.disagreements)
        assert (one.share_low, one.share_high) == wilson_interval(one.disagreements, one.n)
    assert all(before.high < after.low for before, after in pairwise(bins))
    if len(set(values)) == len(values) and n_bins <= len(values):
        assert {one.n for one in bins} <= {len(values) // n_bins, -(-len(values) // n_bins)}


@given(pair=strategies.vote_pairs)
def test_what_is_misplaced_is_what_has_to_move_and_how_far(pair):
    gold, estimate = (side / side.sum() for side in pair)
    found = misplaced(*pair)
    assert found.amount == pytest.approx(float(MEASURES["NVD"](gold, estimate)), abs=1e-12)
    assert found.work == pytest.approx(stats.wasserstein_distance(*[range(len(gold))] * 2, gold, estimate), abs=1e-9)
    errors = np.abs(estimate - gold)
    assert errors[found.largest_class] == found.largest == pytest.approx(errors.max(), abs=1e-12)
    assert found.distance == (pytest.approx(found.work / found.amount) if found.amount else 0)
    assert misplaced(*pair, positions=2 * np.arange(len(gold))).work == pytest.approx(2 * found.work)


# Filters and groups

VOTES = np.array([[5, 0, 0, 0, 5], [2, 2, 2, 2, 2], [0, 1, 2, 9, 8], [3, 3, 0, 0, 0], [0, 0, 0, 1, 0]])


def passing(votes=VOTES, **asked):
    gold = VOTES / VOTES.sum(axis=1, keepdims=True)
    return np.flatnonzero(passes(Filter(**asked), properties(gold, gold, gold, votes))).tolist()


COLUMNS = {"topic": ["b", " a", "b ", "", "a", "b"], "id": [*"uvwxyz"], "all": ["x"] * 6, "text": [*"aabbcd"]}


def test_the_frame_of_cases_has_votes_estimates_shapes_and_scores():
    task = random_task(cases=5, runs=2, classes=3)
    frame = properties(task.gold, *task.estimates, task.votes).to_frame(task, score(task, ["NMD", "JSD"]))
    for name, values in (("votes", task.votes), ("estimate_a", task.estimates[0]), ("estimate_b", task.estimates[1])):
        assert frame[[f"{name}_{label}" for label in task.classes]].to_numpy().tolist() == values.tolist()
    assert frame["shape"].tolist() == [SHAPES[shape] for shape in shapes_of(task.gold)]
    a, b = (MEASURES["JSD"](task.gold, estimates) for estimates in task.estimates)
    columns = frame[["score_a_JSD", "score_b_JSD", "delta_JSD"]].to_numpy()
    np.testing.assert_allclose(columns, np.stack([a, b, a - b], axis=1), atol=1e-12)


# A gold whose votes say nothing, and what is no list of groups

ONE_EACH = pd.DataFrame([[1, 0, 0], [0, 0, 1]] * 6, columns=[1, 2, 3], index=list("abcdefghijkl"))
RUNS = dict.fromkeys(("r", "s"), ONE_EACH * 0.4 + 0.2)


def of_votes(gold, *, votes):
    """Return what an analysis that needs votes and a measure that does say of a gold."""
    task = oq.from_frames(gold, RUNS, votes=votes)
    key = next(iter(SMOOTHED))
    calls = (lambda: votes_of(task).shape), (lambda: np.isfinite(score_on_request(task, [key]).values).all())
    return " | ".join(said("call()", {"call": call}) for call in calls)


def on(groups):
    whole = official(oq.score(oq.from_frames(ONE_EACH, RUNS), ["NMD"]), n_trials=20)
    return [part.results.cases for part in on_groups(whole, groups)]


LABELS = ["x", "y"] * 6


# Runs with reversed classes


def test_a_reversed_run_is_named_with_what_was_compared_and_the_run_as_it_should_be_is_not():
    gold = rng().dirichlet([1, 2, 3, 6, 9], size=40)
    estimates = 0.8 * gold + 0.04
    task = replace(task_of(np.ones((40, 5)), [estimates[:, ::-1], estimates]), gold=gold)
    (found,) = reversed_runs(task)
    here, there = (np.abs(np.cumsum(gold - one, axis=1)).sum(axis=1) / 4 for one in (estimates[:, ::-1], estimates))
    assert found == ("run 0", pytest.approx(here.mean()), pytest.approx(there.mean()), (there < here).sum(), 40)
    for part in (f"{here.mean():.3f}", f"{there.mean():.3f}", f"{found.better} of 40 cases", "wrong order"):
        assert part in in_words(found)


def reversed_of(cases, sound):
    """Return how many runs are named, of one that is reversed among sound ones."""
    gold = np.tile([0, 0, 1, 3, 6], (cases, 1))
    return len(reversed_runs(task_of(gold, [gold[:, ::-1] / 10, *[gold / 10] * sound])))


@given(st.integers(0, 400), st.integers(0, 400))
def test_the_p_of_the_sign_test_is_that_of_the_binomial_test(positive, negative):
    differences = np.array([0.1] * positive + [-0.2] * negative + [0.0] * 3)
    n = positive + negative
    expected = stats.binomtest(positive, n, alternative="greater").pvalue if n else 1
    assert sign_test(differences) == pytest.approx(expected, rel=1e-9)


@reviewed(__file__)
def test_shapes_filters_bounds_and_reversed_runs_are_those_that_were_reviewed_and_what_is_no_table_of_cases_is_refused(
    made, words
):
    assert said(made, globals()) == words
