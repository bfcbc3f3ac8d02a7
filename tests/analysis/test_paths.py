"""Curves along a path: jumps, the lowest score and flips, against measures scored at thousands of exact mixtures."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ordquant_core.analysis.paths import interpolate, move_probability
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.records import Span

GOLD, DENSE = (0, 1, 2, 9, 8), 360  # shares of 360: many fractions are among them


@st.composite
def three_sides(draw):
    """Draw a gold and two estimates, as votes of one number of annotators."""
    n_classes, votes = draw(st.integers(2, 6)), draw(st.sampled_from([6, 12, 20]))
    cuts = st.lists(st.integers(0, votes), min_size=n_classes - 1, max_size=n_classes - 1).map(sorted)
    return [tuple(np.diff([0, *draw(cuts), votes]).tolist()) for _ in range(3)]


def mixed(a, b, shares):
    """Return mixtures as whole votes: two classes are equal exactly if they are."""
    return np.array([[(DENSE - k) * x + k * y for x, y in zip(a, b, strict=True)] for k in shares])


def curves(gold, a, b, keys=MAIN_MEASURES, **more):
    return dict(zip(keys, interpolate(gold, a, b, keys, **more).curves, strict=True))


def value_at(curve, amount):
    """Return what a curve says at an amount that is one of its samples or lies between them."""
    for jump in curve.jumps:
        if abs(jump.amount - amount) < 1e-12:
            return jump.value
    for x, y in curve.parts:
        if x[0] - 1e-12 <= amount <= x[-1] + 1e-12:
            return float(np.interp(amount, x, y))
    raise AssertionError(f"no part holds {amount}")


@given(three_sides())
@example([(0, 1, 2, 9, 8), (0, 0, 0, 20, 0), (4, 4, 4, 4, 4)])
@example([(5, 5, 2), (4, 4, 4), (2, 4, 6)])  # all classes are equal at A
@example([(1, 2, 3), (0, 2, 4), (4, 2, 0)])  # three classes meet at once
def test_curves_are_the_measure_at_every_exact_mixture_and_at_every_jump(sides):
    gold, a, b = sides
    inner = np.arange(DENSE + 1)
    dense = mixed(a, b, inner.tolist())
    for key, curve in curves(gold, a, b, steps=DENSE + 1).items():
        expected = MEASURES[key](gold, dense)
        found = [value_at(curve, k / DENSE) for k in inner.tolist()]
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9, err_msg=key)


@given(three_sides())
def test_parts_are_continuous_and_end_at_the_limits_of_their_jumps(sides):
    gold, a, b = sides
    start, end = (np.array(side) / sum(side) for side in (a, b))
    for key, curve in curves(gold, a, b).items():
        for jump in curve.jumps:
            for limit, way in ((jump.before, -1), (jump.after, 1)):
                if limit is not None:
                    near = jump.amount + way * 1e-9
                    beside = float(MEASURES[key](gold, (1 - near) * start + near * end))
                    assert limit == pytest.approx(beside, abs=1e-6), key
            assert any(limit is not None and abs(limit - jump.value) > 1e-12 for limit in (jump.before, jump.after))
        ends = sorted({0.0, 1.0} | {jump.amount for jump in curve.jumps})
        assert [(part[0, 0], part[0, -1]) for part in curve.parts] == list(pairwise(ends))
        for x, y in curve.parts:
            assert (np.diff(x) > 0).all()
            middle = (x[:-1] + x[1:]) / 2
            between = MEASURES[key](gold, (1 - middle)[:, None] * start + middle[:, None] * end)
            assert (between <= np.maximum(y[:-1], y[1:]) + 1e-9).all(), key  # convex or constant: no jump is hidden
            chord = (y[:-1] + y[1:]) / 2
            assert (between >= chord - 0.02).all(), key


@given(three_sides())
@example([(0, 0, 6), (0, 1, 5), (3, 2, 1)])  # two classes meet one float below a quarter
def test_dnkt_jumps_exactly_where_the_order_of_two_classes_changes(sides):
    gold, a, b = sides
    (curve,) = curves(gold, a, b, ["DNKT"]).values()
    meetings = {Fraction(0), Fraction(1)}
    for i, x in enumerate(a):
        for j, y in enumerate(a[:i]):
            at_a, at_b = x - y, b[i] - b[j]
            if at_a * at_b < 0:
                meetings.add(Fraction(at_a, at_a - at_b))
    assert all(any(abs(jump.amount - share) < 1e-15 for share in meetings) for jump in curve.jumps)
    places = sorted(meetings)
    for before, share, after in zip([None, *places[:-1]], places, [*places[1:], None], strict=True):
        around = [None if one is None else (one + share) / 2 for one in (before, after)]
        exact = [
            None if t is None else float(MEASURES["DNKT"](gold, [int(v) for v in votes_at(a, b, t)]))
            for t in (around[0], share, around[1])
        ]
        jump = next((jump for jump in curve.jumps if abs(jump.amount - share) < 1e-15), None)
        if jump is None:
            assert len({value for value in exact if value is not None}) == 1
        else:
            assert [jump.before, jump.value, jump.after] == exact


def votes_at(a, b, share):
    n = share.denominator
    return [(n - share.numerator) * x + share.numerator * y for x, y in zip(a, b, strict=True)]


def test_a_class_that_appears_makes_rsnod_jump_at_the_end_and_nothing_else_but_dnkt_does_on_the_way():
    found = curves(GOLD, "popularity", "uniform")
    assert {key for key, curve in found.items() if curve.jumps} == {
        "RSNOD",
        "DNKT",
        "DNKT_NMD",
        "DNKT_RNOD",
        "DNKT_JSD",
    }
    (jump,) = found["RSNOD"].jumps
    almost = [1e-13, 1e-13, 1e-13, 1 - 4e-13, 1e-13]
    assert (jump.amount, jump.before) == (0, None)
    assert jump.value == float(MEASURES["RSNOD"](GOLD, [0, 0, 0, 1, 0]))
    assert jump.after == pytest.approx(float(MEASURES["RSNOD"](GOLD, almost)), abs=1e-12)
    (jump,) = found["DNKT"].jumps
    assert (jump.amount, jump.value, jump.after) == (1, 0.5, None)
    assert jump.before == float(MEASURES["DNKT"](GOLD, [1, 1, 1, 2, 1]))


def test_an_infinite_score_is_a_jump_to_infinity():
    (curve,) = curves([1, 1, 0], [1, 1, 0], [0, 1, 1], ["KLD"]).values()
    assert [(jump.amount, jump.value, jump.after) for jump in curve.jumps] == [(0, 0, np.inf)]
    assert np.isinf(curve.parts[0][1]).all()
    assert (curve.best.score, curve.best.spans) == (0, (Span(0, 0),))


@given(three_sides())
def test_no_mixture_is_better_than_the_best_and_the_best_is_where_it_is_said_to_be(sides):
    gold, a, b = sides
    dense = mixed(a, b, range(DENSE + 1))
    for key, curve in curves(gold, a, b).items():
        scores = MEASURES[key](gold, dense)
        assert scores.min() >= curve.best.score - 1e-9, key
        low = np.flatnonzero(scores < curve.best.score + 1e-13) / DENSE
        assert all(any(s.start - 1e-5 <= t <= s.end + 1e-5 for s in curve.best.spans) for t in low), key
        for span in curve.best.spans:
            at = (span.start + span.end) / 2
            if curve.best.attained and (span.start < span.end or span.has_start):
                assert value_at(curve, at) == pytest.approx(curve.best.score, abs=1e-9), key
            else:
                beside = (value for jump in curve.jumps if jump.amount == at for value in (jump.before, jump.after))
                assert curve.best.score in list(beside), key


def test_the_best_of_each_measure_from_popularity_to_uniform():
    best = {key: curve.best for key, curve in curves(GOLD, "popularity", "uniform").items()}
    assert best["NMD"].spans == (Span(0.25, 0.25),)  # its curve bends there
    assert best["NMD"].score == pytest.approx(0.1125, abs=1e-15)
    assert best["NVD"].spans == (Span(0.6875, 0.6875),)
    assert best["RNSS"].spans[0].start == pytest.approx(
        0.6875, abs=1e-6
    )  # of a parabola: 1 - (A - B)(g - B) / |A - B|²
    assert best["DNKT"].spans == (Span(0, 1, True, False),)  # anywhere before B
    assert all(entry.attained for entry in best.values())


def test_a_best_score_that_no_mixture_has_is_said_to_be_a_limit():
    (curve,) = curves([4, 2, 1], [1, 3, 3], [3, 2, 2], ["DNKT_RNOD"]).values()
    assert all(s.start == s.end for s in curve.best.spans) or curve.best.attained
    (curve,) = curves([3, 2, 1], [0, 2, 4], [2, 2, 2], ["DNKT_NMD"]).values()
    lowest = min(value for jump in curve.jumps for value in (jump.before, jump.value) if value is not None)
    assert curve.best.score == lowest
    assert curve.best.attained == (curve.jumps[-1].value == lowest)


def signs_at(key, gold, estimates, level):
    delta = MEASURES[key](gold, estimates) - level
    return np.where(np.abs(delta) < 1e-12, 0, np.sign(delta)).astype(int).tolist()


def meetings(start, end):
    """Return the shares of the mixture at which two classes are equal, which rounding may break; and the ends."""
    (before, after) = (side[:, None] - side[None] for side in (start, end))
    crossing = before * after < 0
    return {0.0, 1.0, *(before[crossing] / (before[crossing] - after[crossing])).tolist()}


@given(three_sides())
@example([(0, 1, 2, 9, 8), (0, 0, 0, 20, 0), (4, 4, 4, 4, 4)])
@example([(0, 2, 3, 1), (2, 0, 3, 1), (2, 3, 0, 1)])  # four classes meet in twos at 1/3, where DNKT does not jump
def test_flips_lie_where_the_mixture_passes_the_preferred_run(sides):
    gold, a, b = sides
    start, end = (np.array(side) / sum(side) for side in (a, b))
    for key, curve in curves(gold, a, b).items():
        score_a, score_b = (float(MEASURES[key](gold, side)) for side in (a, b))
        if abs(score_a - score_b) < 1e-12:
            assert curve.flips == ()
            continue
        level, own = (score_a, 0.0) if score_a < score_b else (score_b, 1.0)
        edges = [0.0, *(flip.amount for flip in curve.flips), 1.0]
        for flip in curve.flips:
            assert (flip.score, flip.other, flip.amount != own) == (level, "a" if own == 0 else "b", True)
            assert flip.before != flip.after
            if all(abs(flip.amount - jump.amount) > 1e-12 for jump in curve.jumps):  # it is crossed there
                at = float(MEASURES[key](gold, (1 - flip.amount) * start + flip.amount * end))
                assert at == pytest.approx(level, abs=1e-9), key
        sides_of = [*(flip.before for flip in curve.flips[:1]), *(flip.after for flip in curve.flips)]
        single = {edge for edge in edges if edges.count(edge) > 1} | meetings(start, end)
        for (low, high), side in zip(pairwise(edges), sides_of, strict=False):
            at = np.linspace(low, high, 40)[1:-1]
            at = np.array([t for t in at if low < high and all(abs(t - one) > 1e-6 for one in single)])
            if len(at):
                seen = signs_at(key, gold, (1 - at)[:, None] * start + at[:, None] * end, level)
                assert set(seen) - {side} <= ({0} if side else set()), (key, low, high)
                assert seen.count(side) >= len(seen) - 1


def test_flips_from_popularity_to_uniform():
    found = curves(GOLD, "popularity", "uniform")
    (flip,) = found["NMD"].flips  # NMD prefers A; with more than 40% of B the mixture is worse
    assert (flip.amount, flip.before, flip.after, flip.other) == (pytest.approx(0.4, abs=1e-12), -1, 1, "a")
    (flip,) = found["NVD"].flips  # NVD prefers B; from a sixth on the mixture is better than B
    assert (flip.amount, flip.before, flip.after, flip.other) == (pytest.approx(1 / 6, abs=1e-12), 1, -1, "b")
    (flip,) = found["DNKT"].flips  # as good as A, up to B itself
    assert (flip.amount, flip.before, flip.after, flip.other) == (1, 0, 1, "a")


def test_moving_probability_flips_where_the_run_passes_the_other_one():
    path = move_probability(GOLD, "uniform", 0, 3, ["NMD", "NVD", "DNKT"], other=[0, 2, 5, 7, 6], other_name="a")
    uniform = np.full(5, 0.2)
    for curve in path.curves:
        fixed = float(MEASURES[curve.measure](GOLD, [0, 2, 5, 7, 6]))
        for flip in curve.flips:
            assert (flip.other, flip.score) == ("a", fixed)
            for way, side in ((-1, flip.before), (1, flip.after)):
                moved = flip.amount + way * 1e-7
                if 0 < moved < 0.2:
                    estimate = uniform + moved * np.array([-1, 0, 0, 1, 0])
                    assert signs_at(curve.measure, GOLD, [estimate], fixed) == [side]
    assert move_probability(GOLD, "uniform", 0, 3, ["NMD"]).curves[0].flips == ()


def test_a_preference_that_any_move_would_change_flips_at_nothing_moved():
    (curve,) = move_probability(GOLD, "uniform", 0, 3, ["DNKT"], other="popularity", other_name="a").curves
    assert [(flip.amount, flip.before, flip.after) for flip in curve.flips] == [(0, 1, -1)]


def test_amounts_of_curves_are_the_probability_that_moved():
    (curve,) = move_probability(GOLD, [0.5, 0.2, 0.1, 0.1, 0.1], 0, 4, ["DNKT"]).curves
    assert (curve.parts[0][0, 0], curve.parts[-1][0, -1]) == (0, pytest.approx(0.5))
    # The order changes as the last class passes 0.2 (the second), and meets the first at 0.3.
    assert {0.1, 0.2} <= {round(jump.amount, 12) for jump in curve.jumps}
    assert curve.best.spans[-1].end == curve.parts[-1][0, -1]
