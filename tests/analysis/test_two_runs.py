"""Two runs on the cases of a task: made-up tables with ties, the official gold, and two real runs in pandas."""

# ruff: noqa: F401 - the text uses what is imported

from dataclasses import asdict
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from ordquant_core.analysis import comparison
from ordquant_core.analysis.case_filters import KINDS, RANKINGS, CaseGroup, disagreement_size, of_kind, rank, ranked_by
from ordquant_core.analysis.case_margins import CaseMargins
from ordquant_core.analysis.case_scores import CaseScores
from ordquant_core.analysis.discrimination import separate_runs
from ordquant_core.analysis.losses import largest_losses
from ordquant_core.analysis.paired_tests import INFINITE, among_all, compare_two_runs
from ordquant_core.analysis.properties import properties
from ordquant_core.analysis.scoring import score
from ordquant_core.records import Scores, Task
from ordquant_core.statistics.mean_interval import difference_interval
from ordquant_core.statistics.paired import effect_size, randomisation_test
from ordquant_core.tasks import assemble, load_gold, load_run
from tests.analysis.in_pandas import IN_PANDAS, REAL_GOLD, REAL_RUNS, real_deltas
from tests.analysis.made_up import rng, scores_of
from tests.depth import matrix
from tests.reviewed import reviewed, said
from tests.strategies import examples

INF = np.inf
PLACES = {"first": (1, 1), "second": (-1, 1), "third": (-1, -1), "fourth": (1, -1)}
KINDS_BY_HAND = {
    **{"all": "first second third fourth on_axis", "disagreements": "second fourth", "any_tie": "on_axis"},
    **{"a_against_b": "second", "b_against_a": "fourth", "both_prefer_a": "third", "both_prefer_b": "first"},
}
tables = hnp.arrays(  # (measures, two runs, cases), with many ties, some by rounding alone, and infinite scores
    np.float64,
    st.tuples(st.integers(2, 4), st.just(2), st.integers(1, 12)),
    elements=st.sampled_from([0, 0.1, 0.1 + 1e-13, 0.1 + 1e-11, 0.4, 0.7, INF]),
)


def check_preferences(scores, differences):
    """Compare what is counted for two runs with their differences, (measures, cases), computed elsewhere."""
    sides, (run_a, run_b) = np.where(np.abs(differences) < 1e-12, 0, np.sign(differences)), scores.runs
    values = comparison.deltas(scores, run_a, run_b)
    np.testing.assert_allclose(values, differences, rtol=0, atol=1e-12)
    counted, back = comparison.preferences(scores, run_a, run_b), comparison.preferences(scores, run_b, run_a)
    assert counted.prefers_a.tolist() == back.prefers_b.tolist() == (sides == -1).sum(axis=1).tolist()
    assert counted.prefers_b.tolist() == back.prefers_a.tolist() == (sides == 1).sum(axis=1).tolist()
    assert counted.ties.tolist() == (sides == 0).sum(axis=1).tolist()
    with np.errstate(invalid="ignore"):
        np.testing.assert_allclose(counted.mean_delta, differences.mean(axis=1), atol=1e-12)
    more = np.sign(counted.prefers_b - counted.prefers_a).tolist()
    assert comparison.on_more_cases(counted) == dict(zip(scores.measures, more, strict=True))
    shares = [[(one == other).mean() for other in sides] for one in sides]
    np.testing.assert_allclose(comparison.preference_agreement(values), shares, rtol=0, atol=1e-12)
    for (x, a), (y, b) in pairwise(zip(values, sides, strict=True)):
        places = {name: (a == one) & (b == other) for name, (one, other) in PLACES.items()}
        places["on_axis"] = (a == 0) | (b == 0)
        assert asdict(comparison.quadrants(x, y)) == {name: inside.sum() for name, inside in places.items()}
        for kind, names in KINDS_BY_HAND.items():
            expected = np.any([places[name] for name in names.split()], axis=0)
            np.testing.assert_array_equal(of_kind(kind, x, y), expected)
        apart = places["second"] | places["fourth"]
        np.testing.assert_array_equal(comparison.disagreement(x, y), apart)
        strength = np.where(apart, np.minimum(np.abs(x), np.abs(y)), 0)
        np.testing.assert_array_equal(disagreement_size(x, y), strength)
        check_order(comparison.rank_by_difference(x, y), x, y)


def check_order(order, x, y):
    """The farthest apart come first, of those equally far the first; where no difference is defined, last."""
    with np.errstate(invalid="ignore"):
        keys = [(-1 if np.isnan(d) else d, -n) for n, d in enumerate(np.abs(x - y).round(12).tolist())]
    assert order.tolist() == sorted(range(len(x)), key=keys.__getitem__, reverse=True)


@given(tables)
def test_preferences_and_quadrants_are_counted_whatever_ties_and_is_infinite(values):
    first, second = values[:, 0], values[:, 1]
    with np.errstate(invalid="ignore"):
        check_preferences(scores_of(values), np.where(first == second, 0, first - second))
    assert set(KINDS) == set(KINDS_BY_HAND)


@examples(20)
@given(tables)
def test_a_case_and_all_cases_have_their_scores_beside_their_differences(values):
    scores = scores_of(values)
    frame, pair = comparison.case_scores_to_frame(scores, "r2", "r1"), scores.runs
    assert (frame["case"].tolist(), set(frame["run_a"]), set(frame["run_b"])) == (list(scores.cases), {"r2"}, {"r1"})
    for m, key in enumerate(scores.measures):
        columns = [frame[f"{name}_{key}"].tolist() for name in ("score_a", "score_b", "delta")]
        assert columns == [*values[m, ::-1].tolist(), comparison.deltas(scores, "r2", "r1")[m].tolist()]
    some = Scores(("NMD", "JSD"), *(getattr(scores.only(pair), name) for name in ("runs", "cases")), values[:2])
    one = CaseScores.of_case(some, 0, ("JSD", "NMD"))
    assert list(one.a.items()) == [("JSD", values[1, 0, 0]), ("NMD", values[0, 0, 0])]
    assert one.sides == dict(zip(("JSD", "NMD"), np.sign(preference(some)[::-1, 0]).tolist(), strict=True))
    assert one.sides == comparison.sides_of(one.a, one.b)
    assert one.to_frame()["delta"].tolist() == comparison.deltas(some, *pair)[::-1, 0].tolist()
    assert one.to_frame()[["run_1", "run_2"]].drop_duplicates().to_numpy().tolist() == [list(pair)]


def preference(scores):
    values = comparison.deltas(scores, *scores.runs)
    return np.where(np.abs(values) < 1e-12, 0, values)


VOTES = np.array([[5, 0, 0, 0, 5], [2, 2, 2, 2, 2], [0, 1, 2, 9, 8], [3, 3, 0, 0, 0], [0, 0, 0, 1, 0]])
X, Y = np.array([-0.2, 0.3, 0.1, 0.0, -0.4]), np.array([0.1, 0.2, -0.3, -0.1, INF])


GOLD = VOTES / VOTES.sum(axis=1, keepdims=True)
DESCRIBED = properties(GOLD, GOLD, GOLD[:, ::-1], VOTES)
AS_PRINTED = np.array([[0.1, 0, -0.150, 0.2], [0.0, 0.263, 0.115, 0.4]])


def ranked(key, x=X, y=Y):
    """Return cases in the order of a ranking, and by what they are ranked."""
    ((name, by),) = ranked_by(key, x, y, DESCRIBED).items()
    order = rank(key, x, y, DESCRIBED)
    assert sorted(order) == [*range(5)]
    assert (np.diff(by[order]) <= 1e-12).all()
    return f"{order.tolist()} by {name}"


def test_margins_of_two_measures_are_shown_for_cases_and_for_groups_of_them():
    task = Task("t", None, tuple("abcde"), tuple("vwxyz"), GOLD, VOTES, ("r", "s"), np.stack([GOLD, GOLD[:, ::-1]]))
    margins = CaseMargins(task, ("NMD", "RNOD"), X, np.where(np.isinf(Y), 0.5, Y))
    assert margins.disagree.tolist() == [True, False, True, False, True]
    assert margins.counts == comparison.quadrants(margins.x, margins.y)
    assert margins.ranked[0] == np.argmax(margins.strengths) == 4
    assert not margins.identical
    rows = margins.to_frame(np.array([2, 0]))
    assert rows["case"].tolist() == ["x", "v"]
    assert rows["gold"].tolist() == [tuple(GOLD[2]), tuple(GOLD[0])]
    assert rows["delta_RNOD"].tolist() == [-0.3, 0.1]
    frame = margins.by_group([CaseGroup("g", np.array([0, 3, 4]))])
    assert frame[["case_group", "cases", "disagree"]].to_numpy().tolist() == [["all cases", 5, 3], ["g", 3, 2]]
    assert frame[["prefers_a_NMD", "ties_NMD", "prefers_b_NMD"]].to_numpy().tolist() == [[2, 1, 2], [2, 1, 0]]
    assert frame["mean_delta_RNOD"].tolist() == pytest.approx([0.08, 0.5 / 3])
    r, tau = margins.correlations()
    assert r.value == pytest.approx(np.corrcoef(margins.x, margins.y)[0, 1])
    assert (r.n, tau.n) == (5, 5)
    two = CaseMargins(task.at(np.array([0, 1])), ("NMD", "RNOD"), X[:2], Y[:2]).correlations()
    assert two[0] is two[1]
    assert comparison.delta_correlations(np.stack([X, 2 * X, Y])) == [[1, 1, None], [1, 1, None], [None] * 3]


def losses(run, a, b, **options):
    """Return the cases on which a run loses most, with both scores and why."""
    gold, far, near = [0, 0.2, 0.8], [0.8, 0.2, 0], [0.1, 0.2, 0.7]
    estimates = np.array([[far, gold, near], [gold, gold, far]])
    names = ("low", "mid", "high"), tuple("abc")
    task = Task("t", None, *names, np.array([gold] * 3), None, ("mine", "other"), estimates)
    found = largest_losses(task, score(task, ["NVD", "NMD"]), run, a, b, **options)
    return [f"{one.case}: {one.score_a:.6g}, {one.score_b:.6g}; {one.why}" for one in found]


# Tests


def paired(values, measures=("NMD", "RNOD"), **options):
    return compare_two_runs(np.array(values), measures, n_trials=200, rng=rng(3), **options)


def shown(*tests):
    return "; ".join(
        f"{one.measure} {one.mean} {one.low} {one.high} p {one.p_value} ≥ {one.smallest_p} {one.effect} {one.undefined}"
        for one in tests
    )


def test_every_number_of_a_paired_test_is_that_of_the_statistics_with_the_same_generator():
    values = rng().normal(0.02, 0.1, size=(2, 30))
    test, spread = randomisation_test(values, n_trials=200, rng=rng(3)), difference_interval(values, confidence=0.9)
    first, _, second = paired(np.insert(values, 1, INF, axis=0), ("NMD", "KLD", "RNOD"), confidence=0.9)
    for i, entry in enumerate((first, second)):
        assert (entry.measure, entry.p_value, entry.p_error) == (("NMD", "RNOD")[i], test.p_values[i], test.errors[i])
        assert (entry.mean, entry.low, entry.high) == (test.means[i], spread.low[i], spread.high[i])
        assert (entry.effect, entry.undefined, entry.n_cases) == (effect_size(values)[i], "", 30)


def test_a_pair_among_all_runs_has_the_numbers_of_the_test_of_all_runs_and_their_sign_follows_the_order():
    scores = Scores(("NMD", "JSD"), ("x", "y", "z"), tuple("abcdefghij"), rng(4).random((2, 3, 10)))
    found = separate_runs(scores, n_trials=200, rng=rng())
    forth, back = (among_all(found, *pair, ("NMD", "KLD")) for pair in (("z", "x"), ("x", "z")))
    assert forth[0].p_value == back[0].p_value == found.p_values[0, 0, 2]
    assert forth[0].mean == -back[0].mean == pytest.approx((scores.values[0, 2] - scores.values[0, 0]).mean())
    low, high = (bound[0, found.pairs.index((0, 2))] for bound in found.simultaneous_intervals(0.05))
    assert (back[0].low, back[0].high, forth[0].low) == pytest.approx((low, high, -high))
    assert back[0].effect == pytest.approx(found.effect_sizes[0, 0, 2])
    assert (forth[1].p_value, forth[1].undefined) == (None, INFINITE)


# Runs of NTCIR-14 STC-3, read with json and pandas, the measures written from their definitions

REAL = [("WIDM-mem0", "WIDM-mem3", "E"), ("WIDM-memNDF2", "WIDM-bestDQ2", "A")]


@pytest.mark.parametrize(("run_a", "run_b", "scale"), matrix(REAL, REAL[0]))
def test_real_runs_are_compared_as_pandas_compares_them_and_no_rounding_passes_for_a_preference(run_a, run_b, scale):
    frame = real_deltas(run_a, run_b, scale)
    runs = [load_run(REAL_RUNS / f"{run}.json", scale=scale) for run in (run_a, run_b)]
    task = assemble(load_gold(REAL_GOLD, scale=scale), runs)
    check_preferences(score(task, tuple(IN_PANDAS)), frame.loc[list(task.cases)].to_numpy().T)
    sizes = frame.abs().to_numpy()
    assert not ((sizes > 1e-14) & (sizes < 1e-10)).any()  # no count depends on the last bits


COPIES = np.array([[[1.0, 0]], [[1.0, 0]], [[0.5, 0.5]]])
UNKNOWN = ("r1", "C"), ("C", "r1")


@reviewed(__file__)
def test_what_comes_first_is_as_was_reviewed_and_what_cannot_be_compared_is_refused(made, words):
    assert said(made, globals()) == words
