"""Curves along a path: the measure at every sampled mixture, the lowest sample, flips between samples."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ordquant_core.analysis.baselines import popularity, uniform
from ordquant_core.analysis.paths import STEPS, interpolate, move_probability
from ordquant_core.errors import OrdquantError, ShapeMismatchError
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES

GOLD = (0, 1, 2, 9, 8)


@st.composite
def three_sides(draw):
    """Draw a gold and two estimates, as votes of one number of annotators."""
    n_classes, votes = draw(st.integers(2, 6)), draw(st.sampled_from([6, 12, 20]))
    cuts = st.lists(st.integers(0, votes), min_size=n_classes - 1, max_size=n_classes - 1).map(sorted)
    return [tuple(np.diff([0, *draw(cuts), votes]).tolist()) for _ in range(3)]


def mixed(a, b):
    """Return the sampled mixtures as whole votes: two classes are equal exactly if they are."""
    return np.array([[(STEPS - k) * x + k * y for x, y in zip(a, b, strict=True)] for k in range(STEPS + 1)])


def curves(gold, a, b, keys=MAIN_MEASURES, **more):
    return dict(zip(keys, interpolate(gold, a, b, keys, **more).curves, strict=True))


@given(three_sides())
@example([(0, 1, 2, 9, 8), (0, 0, 0, 20, 0), (4, 4, 4, 4, 4)])
@example([(5, 5, 2), (4, 4, 4), (2, 4, 6)])  # all classes are equal at A
@example([(1, 2, 3), (0, 2, 4), (4, 2, 0)])  # three classes meet at once
def test_curves_are_the_measure_at_every_exact_mixture(sides):
    gold, a, b = sides
    exact = mixed(a, b)
    for key, curve in curves(gold, a, b).items():
        np.testing.assert_allclose(curve.scores, MEASURES[key](gold, exact), rtol=0, atol=1e-9, err_msg=key)
        assert curve.amounts.tolist() == [k / STEPS for k in range(STEPS + 1)]


@pytest.mark.parametrize(("a", "b"), [("popularity", "uniform"), ([0.1, 0.2, 0.3, 0.4, 0], [3, 0, 1, 0, 0])])
def test_a_path_begins_and_ends_with_the_scores_of_the_estimates(a, b):
    path = interpolate(GOLD, a, b, tuple(MEASURES), steps=7)
    ends = [{"popularity": popularity(GOLD), "uniform": uniform(GOLD)}[e] if isinstance(e, str) else e for e in (a, b)]
    assert path.amounts == pytest.approx(np.linspace(0, 1, 8))
    for at, estimate in zip((0, -1), ends, strict=True):
        expected = [float(MEASURES[curve.measure](GOLD, estimate)) for curve in path.curves]
        assert [curve.scores[at] for curve in path.curves] == pytest.approx(expected, abs=1e-12)


def test_classes_that_cross_tie_where_they_meet_whatever_rounding_does():
    for start in np.arange(1, 50) / 100:
        (curve,) = interpolate([2, 1], [start, 1 - start], [1 - start, start], ["DNKT"], steps=2).curves
        assert curve.scores.tolist() == [1.0, 0.5, 0.0]
    (curve,) = interpolate([2, 1], [0.3, 0.7], [0.6, 0.4], ["DNKT"], steps=3).curves  # they meet at t = 2/3
    assert curve.scores.tolist() == [1.0, 1.0, 0.5, 0.0]


@given(three_sides())
def test_the_lowest_amounts_are_those_with_the_lowest_sample(sides):
    for key, curve in curves(*sides).items():
        low = curve.scores < curve.scores.min() + 1e-12
        within = [(curve.amounts >= start - 1e-12) & (curve.amounts <= end + 1e-12) for start, end in curve.lowest]
        named = np.any(within, axis=0)
        points = [start for start, end in curve.lowest if start == end]
        between = [point for point in points if np.abs(curve.amounts - point).min() > 1e-9]  # two equal samples
        for point in between:
            named |= np.abs(curve.amounts - point) < 0.6 / STEPS
        at_ends = {0: low[0] and low[1], -1: low[-1] and low[-2]}
        named[1] |= at_ends[0] and low[1]
        named[-2] |= at_ends[-1] and low[-2]
        assert named.tolist() == low.tolist(), key


def test_the_best_of_each_measure_from_popularity_to_uniform():
    found = curves(GOLD, "popularity", "uniform")
    assert found["NMD"].lowest == ((0.25, 0.25),)  # its curve bends there
    assert found["NMD"].scores.min() == pytest.approx(0.1125, abs=1e-15)
    assert found["NVD"].lowest == ((pytest.approx(0.685), pytest.approx(0.685)),)  # 0.6875 lies between two samples
    assert found["DNKT"].lowest == ((0, 0.995),)  # anywhere before B
    assert curves([1, 1, 0], [1, 1, 0], [0, 1, 1], ["KLD"])["KLD"].lowest == ((0, 0),)  # infinite everywhere else
    assert curves([1, 0, 0], [0, 1, 0], [0, 0, 1], ["KLD"])["KLD"].lowest == ((0, 1),)  # infinite throughout


def signs_of(scores, level):
    delta = scores - level
    return np.where(np.abs(delta) < 1e-12, 0, np.sign(delta)).astype(int)


@given(three_sides())
@example([(0, 1, 2, 9, 8), (0, 0, 0, 20, 0), (4, 4, 4, 4, 4)])
@example([(1, 1, 3, 0, 1, 0), (3, 2, 0, 1, 0, 0), (0, 0, 1, 0, 4, 1)])
def test_flips_lie_between_samples_that_differ_and_the_samples_between_flips_agree(sides):
    gold, a, b = sides
    for key, curve in curves(gold, a, b).items():
        score_a, score_b = (float(MEASURES[key](gold, side)) for side in (a, b))
        if abs(score_a - score_b) < 1e-12:
            assert curve.flips == ()
            continue
        level, own = (score_a, 0) if score_a < score_b else (score_b, -1)
        seen = dict(zip(curve.amounts.tolist(), signs_of(curve.scores, level).tolist(), strict=True))
        del seen[curve.amounts[own]]
        edges = [0.0, *(edge for flip in curve.flips for edge in (flip.low, flip.high)), 1.0]
        preferences = [flip.before for flip in curve.flips[:1]] + [flip.after for flip in curve.flips]
        for flip in curve.flips:
            assert (flip.score, flip.other) == (level, "a" if own == 0 else "b")
            assert 0 < flip.high - flip.low < 3.5 / STEPS  # samples that tie or differ alone may lie between them
            assert flip.before != flip.after
        for low, high, preference in zip(edges[::2], edges[1::2], preferences, strict=False):
            inside = np.array([side for at, side in seen.items() if low <= at <= high])
            single = inside != preference
            assert not (single[1:] & single[:-1]).any(), key  # only one at a time may differ


def test_flips_from_popularity_to_uniform():
    found = curves(GOLD, "popularity", "uniform")
    (flip,) = found["NMD"].flips  # NMD prefers A; with more than 40% of B the mixture is worse
    assert (flip.amount, flip.before, flip.after, flip.other) == (pytest.approx(0.4, abs=1e-12), -1, 1, "a")
    (flip,) = found["NVD"].flips  # NVD prefers B; from a sixth on the mixture is better than B
    assert (flip.low, flip.high) == (pytest.approx(0.165), pytest.approx(0.17))
    assert (flip.before, flip.after, flip.other) == (1, -1, "b")
    (flip,) = found["DNKT"].flips  # as good as A, up to B itself
    assert (flip.high, flip.before, flip.after, flip.other) == (1, 0, 1, "a")


def test_moved_probability_goes_from_one_class_to_the_other():
    gold, estimate = [0.1, 0.2, 0.3, 0.4], np.array([0.4, 0.3, 0.2, 0.1])
    path = move_probability(gold, estimate, 0, 3, MAIN_MEASURES, steps=4)
    assert path.amounts == pytest.approx([0, 0.1, 0.2, 0.3, 0.4])
    for curve in path.curves:
        for amount, found in zip(path.amounts[1:], curve.scores[1:], strict=True):
            moved = np.round(estimate + np.array([-amount, 0, 0, amount]), 12)
            assert found == pytest.approx(float(MEASURES[curve.measure](gold, moved)), abs=1e-9)
        assert curve.scores[0] == pytest.approx(float(MEASURES[curve.measure](gold, estimate)))
        assert curve.flips == ()


def test_moving_probability_flips_where_the_run_passes_the_other_one():
    path = move_probability(GOLD, "uniform", 0, 3, ["NMD", "NVD", "DNKT"], other=[3, 3, 3, 7, 4], other_name="a")
    for curve in path.curves:
        fixed = float(MEASURES[curve.measure](GOLD, [3, 3, 3, 7, 4]))
        for flip in curve.flips:
            assert (flip.other, flip.score) == ("a", fixed)
            for moved, side in ((flip.low, flip.before), (flip.high, flip.after)):
                estimate = np.full(5, 0.2) + moved * np.array([-1, 0, 0, 1, 0])
                assert signs_of(MEASURES[curve.measure](GOLD, [estimate]), fixed).tolist() == [side]
    assert any(curve.flips for curve in path.curves)


def test_a_preference_that_any_move_would_change_flips_at_the_first_sample():
    (curve,) = move_probability(GOLD, "uniform", 0, 3, ["DNKT"], other="popularity", other_name="a").curves
    assert [(flip.low, flip.before, flip.after) for flip in curve.flips] == [(0, 1, -1)]


@pytest.mark.parametrize(
    ("call", "problem", "words"),
    [
        (lambda: interpolate([GOLD], "popularity", "uniform", ["NMD"]), ShapeMismatchError, "one distribution"),
        (lambda: interpolate(GOLD, "popularity", "uniform", ["NMD"], steps=0), OrdquantError, "at least one"),
        (lambda: move_probability(GOLD, "uniform", 1, 1, ["NMD"]), OrdquantError, "two of the classes"),
        (lambda: move_probability(GOLD, "uniform", 0, 5, ["NMD"]), OrdquantError, "two of the classes"),
        (lambda: move_probability(GOLD, "popularity", 0, 1, ["NMD"]), OrdquantError, "nothing in class 0"),
    ],
)
def test_invalid_input_is_refused_with_its_reason(call, problem, words):
    with pytest.raises(problem, match=words):
        call()
