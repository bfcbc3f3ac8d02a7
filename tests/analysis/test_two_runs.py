"""Two runs on the cases of a task: made-up tables with ties and infinite scores, margins, tests."""

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
from ordquant_core.analysis.paired_tests import among_all, compare_two_runs
from ordquant_core.analysis.properties import properties
from ordquant_core.analysis.scoring import score
from ordquant_core.records import Scores, Task
from ordquant_core.statistics.correlation import pearson
from ordquant_core.statistics.rank_correlation import kendall
from tests.analysis.made_up import rng, scores_of
from tests.reviewed import reviewed, said

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


@given(tables)
def test_preferences_and_quadrants_are_counted_whatever_ties_and_is_infinite(values):
    scores, (first, second) = scores_of(values), values.swapaxes(0, 1)
    with np.errstate(invalid="ignore"):
        differences = np.where(first == second, 0, first - second)
    sides, (run_a, run_b) = np.where(np.abs(differences) < 1e-12, 0, np.sign(differences)), scores.runs
    found = comparison.deltas(scores, run_a, run_b)
    np.testing.assert_allclose(found, differences, rtol=0, atol=1e-12)
    counted, back = comparison.preferences(scores, run_a, run_b), comparison.preferences(scores, run_b, run_a)
    assert counted.prefers_a.tolist() == back.prefers_b.tolist() == (sides == -1).sum(axis=1).tolist()
    assert counted.prefers_b.tolist() == back.prefers_a.tolist() == (sides == 1).sum(axis=1).tolist()
    assert counted.ties.tolist() == (sides == 0).sum(axis=1).tolist()
    with np.errstate(invalid="ignore"):
        np.testing.assert_allclose(counted.mean_delta, differences.mean(axis=1), atol=1e-12)
    more = np.sign(counted.prefers_b - counted.prefers_a).tolist()
    assert comparison.on_more_cases(counted) == dict(zip(scores.measures, more, strict=True))
    shares = [[(one == other).mean() for other in sides] for one in sides]
    np.testing.assert_allclose(comparison.preference_agreement(found), shares, rtol=0, atol=1e-12)
    for (x, a), (y, b) in pairwise(zip(found, sides, strict=True)):
        places = {name: (a == one) & (b == other) for name, (one, other) in PLACES.items()}
        places["on_axis"] = (a == 0) | (b == 0)
        assert asdict(comparison.quadrants(x, y)) == {name: inside.sum() for name, inside in places.items()}
        assert {*KINDS} == {*KINDS_BY_HAND}
        for kind, names in KINDS_BY_HAND.items():
            expected = np.any([places[name] for name in names.split()], axis=0)
            np.testing.assert_array_equal(of_kind(kind, x, y), expected)
        apart = places["second"] | places["fourth"]
        np.testing.assert_array_equal(comparison.disagreement(x, y), apart)
        strength = np.where(apart, np.minimum(np.abs(x), np.abs(y)), 0)
        np.testing.assert_array_equal(disagreement_size(x, y), strength)
        with np.errstate(invalid="ignore"):  # the farthest apart come first; where no difference is defined, last
            keys = [(-1 if np.isnan(d) else d, -n) for n, d in enumerate(np.abs(x - y).round(12).tolist())]
        assert comparison.rank_by_difference(x, y).tolist() == sorted(range(len(x)), key=keys.__getitem__)[::-1]


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
    assert (margins.identical, margins.ranked[0], np.argmax(margins.strengths)) == (False, 4, 4)
    rows = margins.to_frame(np.array([2, 0]))[["case", "gold", "delta_RNOD"]]
    assert rows.to_numpy().tolist() == [["x", tuple(GOLD[2]), -0.3], ["v", tuple(GOLD[0]), 0.1]]
    frame = margins.by_group([CaseGroup("g", np.array([0, 3, 4]))])
    assert frame[["case_group", "cases", "disagree"]].to_numpy().tolist() == [["all cases", 5, 3], ["g", 3, 2]]
    assert frame[["prefers_a_NMD", "ties_NMD", "prefers_b_NMD"]].to_numpy().tolist() == [[2, 1, 2], [2, 1, 0]]
    assert frame["mean_delta_RNOD"].tolist() == pytest.approx([0.08, 0.5 / 3])
    r, tau = margins.correlations()
    assert (r, tau) == (pearson(margins.x, margins.y), kendall(margins.x, margins.y))
    two = CaseMargins(task.at(np.array([0, 1])), ("NMD", "RNOD"), X[:2], Y[:2]).correlations()
    assert two[0] is two[1]


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
        f"{one.measure} {six(one.mean)} {six(one.low)} {six(one.high)} p {one.p_value} ± {six(one.p_error)} "
        f"≥ {one.smallest_p} {six(one.effect)} {one.undefined}"
        for one in tests
    )


def six(number):
    return number if number is None else round(number, 6)


def among(*pair):
    scores = Scores(("NMD", "JSD"), ("x", "y", "z"), tuple("abcdefghij"), rng(4).random((2, 3, 10)))
    return shown(*among_all(separate_runs(scores, n_trials=200, rng=rng()), *pair, ("NMD", "KLD")))


COPIES = np.array([[[1.0, 0]], [[1.0, 0]], [[0.5, 0.5]]])
UNKNOWN = ("r1", "C"), ("C", "r1")


@reviewed(__file__)
def test_what_comes_first_is_as_was_reviewed_and_what_cannot_be_compared_is_refused(made, words):
    assert said(made, globals()) == words
