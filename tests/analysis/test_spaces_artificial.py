"""The artificial study: what is drawn, and the 20 published taus."""

import math
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import kendalltau

from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.experiments import MEASURES_OF_SIGIR_2018
from ordquant_core.spaces.artificial import (
    PrintedTau,
    TauSpread,
    artificial_distributions,
    artificial_study,
    intervals,
    printed_tau,
    score_pairs,
    spreads,
)

pytestmark = pytest.mark.slow

PAIRS = [*combinations(MEASURES_OF_SIGIR_2018, 2)]
PRINTED = {(n_classes, *pair): printed_tau(n_classes, *pair) for n_classes in (3, 7) for pair in PAIRS}


@pytest.fixture(scope="module")
def studies():
    return {n_classes: artificial_study(n_classes, MEASURES_OF_SIGIR_2018, range(20)) for n_classes in (3, 7)}


@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize(("n_classes", "n_votes"), [(2, 30), (3, 30), (7, 30), (11, 11), (3, 1000)])
def test_each_number_of_classes_is_covered_by_as_many_distributions(n_classes, n_votes, repeats):
    rng = np.random.default_rng(4)
    drawn = artificial_distributions(n_classes, n_votes=n_votes, repeats=repeats, rng=rng)
    assert drawn.shape == (n_classes, 20 * n_classes)
    assert (drawn.sum(axis=0) == n_votes).all()
    assert ((drawn > 0).sum(axis=0) == np.repeat(np.arange(1, n_classes + 1), 20)).all()


def test_distributions_differ_where_there_are_enough_of_them():
    drawn = artificial_distributions(7, rng=np.random.default_rng(0)).T
    kinds = [len({tuple(row) for row in block.tolist()}) for block in drawn.reshape(7, 20, 7)]
    assert kinds == [7, 20, 20, 20, 20, 20, 20]
    first = artificial_distributions(3, rng=np.random.default_rng(0)).T[:20]
    assert sorted((first > 0).sum(axis=0).tolist()) == [6, 7, 7]  # all over again once the three are used up


@pytest.mark.parametrize("repeats", [False, True])
def test_votes_fall_on_the_covered_classes_alike(repeats):
    rng = np.random.default_rng(8)
    first = np.array(
        [artificial_distributions(3, n_votes=6, per_cover=1, repeats=repeats, rng=rng)[:, 2] for _ in range(3000)]
    )
    ways = {row: math.factorial(6) / math.prod(map(math.factorial, row)) for row in set(map(tuple, first.tolist()))}
    assert len(ways) == 10  # 6 votes cover 3 classes in 10 ways
    for row, weight in ways.items():
        share = (first == row).all(axis=1).mean()
        assert share == pytest.approx(weight / sum(ways.values()), abs=0.03)


def test_the_same_seed_draws_the_same():
    one, two = (artificial_distributions(5, rng=np.random.default_rng(3)) for _ in range(2))
    assert (one == two).all()


@pytest.mark.parametrize("arguments", [(1, 30, 20), (12, 30, 20), (5, 4, 20), (5, 1001, 20), (5, 30, 0), (5, 30, 51)])
def test_a_study_that_cannot_be_is_refused(arguments):
    n_classes, n_votes, per_cover = arguments
    with pytest.raises(OrdquantError):
        artificial_distributions(n_classes, n_votes=n_votes, per_cover=per_cover, rng=np.random.default_rng(0))


def test_a_study_without_seeds_or_with_too_many_is_refused():
    for seeds in ((), range(101)):
        with pytest.raises(OrdquantError, match="1 to 100"):
            artificial_study(3, ["NMD", "NVD"], seeds)


def test_all_pairs_are_scored_by_the_definitions():
    drawn = artificial_distributions(3, per_cover=4, rng=np.random.default_rng(2))
    scores = score_pairs(drawn, ["RNOD", "JSD"])
    pairs = list(combinations(drawn.T.tolist(), 2))
    assert scores.shape == (2, len(pairs))
    for key, row in zip(("RNOD", "JSD"), scores, strict=True):
        assert row == pytest.approx([float(MEASURES[key](gold, estimate)) for gold, estimate in pairs])


def test_tau_and_its_intervals_are_those_of_the_scores_of_a_seed():
    result = artificial_study(3, ["NMD", "NVD"], [5])
    drawn = artificial_distributions(3, rng=np.random.default_rng(5))
    expected = kendalltau(*score_pairs(drawn, ["NMD", "NVD"]).round(12)).statistic
    assert result.spread("NMD", "NVD")[0] == pytest.approx(expected)
    for correlation in intervals(3, [("NMD", "NVD")], 5).values():
        assert correlation[0].value == pytest.approx(expected)
        assert correlation[0].low < expected < correlation[0].high
        assert correlation[0].n == result.n_pairs == 1770


@pytest.mark.parametrize(("n_classes", "first", "second"), PRINTED)
def test_a_published_tau_lies_within_two_hundredths_of_the_mean_over_20_seeds(studies, n_classes, first, second):
    spread = studies[n_classes].spread(first, second)
    assert spread.mean() == pytest.approx(PRINTED[n_classes, first, second].tau, abs=0.02)


def test_exactly_three_published_taus_of_seven_classes_lie_outside_the_spread_of_the_seeds(studies):
    found = {(size, *one.measures): one for size, result in studies.items() for one in spreads(result)}
    assert [key for key, one in found.items() if one.outside] == [
        (7, "NVD", "RNSS"),
        (7, "NVD", "JSD"),
        (7, "NVD", "RSNOD"),
    ]
    assert {key: one.printed for key, one in found.items()} == PRINTED
    assert all(one.near for one in found.values())
    assert found[3, "NVD", "NMD"].mean == pytest.approx(studies[3].spread("NVD", "NMD").mean())


@pytest.mark.parametrize(("values", "outside"), [((0.8886, 0.9), False), ((0.8894, 0.9), False), ((0.8896, 0.9), True)])
def test_a_value_on_the_edge_of_the_spread_at_three_decimals_is_inside(values, outside):
    assert TauSpread(("x", "y"), values, PrintedTau(0.889, 0.88, 0.9)).outside == outside


def test_drawn_on_their_own_one_tau_of_three_classes_misses():
    """The looser reading of the paper: "60 different distributions" taken as 60 draws."""
    repeated = artificial_study(3, MEASURES_OF_SIGIR_2018, range(20), repeats=True)
    gaps = {pair: repeated.spread(*pair).mean() - PRINTED[3, *pair].tau for pair in PAIRS}
    assert [pair for pair, gap in gaps.items() if abs(gap) > 0.02] == [("JSD", "NMD")]


@pytest.mark.parametrize("n_classes", [3, 7])
def test_the_widths_of_the_published_intervals_are_those_of_long_and_cliff(n_classes):
    ours = intervals(n_classes, PAIRS, 0)["long_cliff"]
    for pair, own in zip(PAIRS, ours, strict=True):
        cell = PRINTED[n_classes, *pair]
        assert own.high - own.low == pytest.approx(cell.high - cell.low, abs=0.003)
