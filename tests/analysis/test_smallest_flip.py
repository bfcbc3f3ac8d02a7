"""The smallest change that flips a preference, against all gold distributions."""

from itertools import product

import numpy as np
import pytest

from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.analysis.comparison import signs
from ordquant_core.analysis.smallest_flip import Flip, Move, smallest_flip
from ordquant_core.errors import InvalidDistributionError, ShapeMismatchError, UnknownNameError
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from tests.depth import matrix

pytestmark = pytest.mark.slow

FIGURE_3A = (0, 1, 2, 9, 8)  # LQ 2021, fig. 3 (a)
ONE_CLASS = (0, 0, 0, 20, 0)  # Popularity of that gold, as 20 votes that stay where they are


def side(key, gold, a, b):
    """What a measure prefers on one gold, pair by pair through the public functions."""
    a, b = (BASELINES[entry](gold) if isinstance(entry, str) else entry for entry in (a, b))
    score_a, score_b = (float(MEASURES[key](gold, entry)) for entry in (a, b))
    return 0 if score_a == score_b else int(signs(np.array(score_a - score_b)))


def all_votes(n_votes, n_classes):
    return [row for row in product(range(n_votes + 1), repeat=n_classes) if sum(row) == n_votes]


def moved_votes(row, votes):
    return sum(abs(x - y) for x, y in zip(row, votes, strict=True)) // 2


def after_moves(votes, moves):
    result = list(votes)
    for move in moves:
        result[move.source] -= move.votes
        result[move.target] += move.votes
    return tuple(result)


def preferred_first(change, after):
    """The order among flips of equally many votes: no tie, few classes, a short way, low sources, low targets."""
    taken, given = np.minimum(change, 0), np.minimum(-change, 0)
    way = np.abs(np.cumsum(change)).sum()
    return (after == 0, int((change != 0).sum()), int(way), tuple(taken.tolist()), tuple(given.tolist()))


ESTIMATES = [("popularity", "uniform"), ([0, 0, 5], "uniform"), ([0.1, 0.6, 0.3], [0.3, 0.3, 0.4])]


FLIPPED = [(votes, *pair) for votes in [(2, 3, 1), (1, 1, 4), (0, 3, 3), (6, 0, 0), (2, 2, 2)] for pair in ESTIMATES]


@pytest.mark.parametrize(("votes", "a", "b"), matrix(FLIPPED, *FLIPPED[::2]))
def test_the_smallest_flip_is_the_smallest_among_all_gold_distributions(votes, a, b):
    gold_rows = all_votes(6, 3)
    for flip in smallest_flip(votes, a, b, tuple(MEASURES)):
        before = side(flip.measure, votes, a, b)
        sides = {gold: side(flip.measure, gold, a, b) for gold in gold_rows}
        changed = {gold: moved_votes(gold, votes) for gold in gold_rows if sides[gold] != before}
        assert flip.before == before
        if not changed:
            assert flip == Flip(flip.measure, before, None, None, (), None)
            continue
        fewest = min(changed.values())
        nearest = [np.subtract(gold, votes) for gold, votes_moved in changed.items() if votes_moved == fewest]
        order = min(preferred_first(change, sides[tuple(change + votes)]) for change in nearest)
        assert flip.votes == flip.at_least == fewest == sum(move.votes for move in flip.moves)
        target = after_moves(votes, flip.moves)
        assert flip.after == sides[target]
        assert moved_votes(target, votes) == fewest
        assert preferred_first(np.subtract(target, votes), flip.after) == order


@pytest.mark.parametrize("moved", ["a", "b"])
def test_the_votes_of_an_estimate_can_move_instead_of_those_of_the_gold(moved):
    gold, votes, other = (1, 2, 2), (1, 0, 3), [0.3, 0.4, 0.3]
    a, b = (votes, other) if moved == "a" else (other, votes)
    for flip in smallest_flip(gold, a, b, MAIN_MEASURES, moved=moved):
        distances = {}
        for row in all_votes(4, 3):
            pair = (row, other) if moved == "a" else (other, row)
            distances.setdefault(side(flip.measure, gold, *pair), set()).add(moved_votes(row, votes))
        changed = [min(rows) for reached, rows in distances.items() if reached != flip.before]
        assert flip.votes == (min(changed) if changed else None)


def test_every_distribution_of_four_classes_is_reached_once_before_a_search_ends():
    # Equal estimates never flip: the search ends when it has seen all 84 gold distributions of 6 votes but the first.
    for most_looked_at, at_least in ((83, None), (82, 6)):
        (flip,) = smallest_flip([6, 0, 0, 0], [1, 1, 1, 1], [1, 1, 1, 1], ["NMD"], most_looked_at=most_looked_at)
        assert (flip.votes, flip.at_least) == (None, at_least)


@pytest.mark.parametrize("moved", ["gold", "a", "b"])
def test_a_search_that_cannot_look_at_all_finds_flips_that_are_real_and_says_from_where_on_they_are_possible(moved):
    arguments = [[1, 2, 5, 4], [2, 7, 2, 1], [3, 3, 3, 3]]
    whole = {flip.measure: flip for flip in smallest_flip(*arguments, MAIN_MEASURES, moved=moved)}
    place = ("gold", "a", "b").index(moved)
    beyond = 0
    for flip in smallest_flip(*arguments, MAIN_MEASURES, moved=moved, most_looked_at=12):
        exact = whole[flip.measure]
        assert flip.at_least == min(exact.votes or 2, 2)  # 12 distributions lie one vote away
        if flip.votes is None:
            continue
        assert flip.votes >= exact.votes
        changed = list(arguments)
        changed[place] = after_moves(arguments[place], flip.moves)
        assert moved_votes(changed[place], arguments[place]) == flip.votes == sum(move.votes for move in flip.moves)
        assert side(flip.measure, *changed) == flip.after != flip.before == side(flip.measure, *arguments)
        beyond += flip.votes > flip.at_least
    assert beyond


def test_votes_moved_one_by_one_reach_the_fewest_where_every_vote_counts_alike():
    # NMD from class 0 to the other end: every vote that moves there brings A and B as close as any.
    (exact,) = smallest_flip([400, 0, 0], [1, 0, 0], [0, 0, 1], ["NMD"], most_votes=400, most_looked_at=10**6)
    (short,) = smallest_flip([400, 0, 0], [1, 0, 0], [0, 0, 1], ["NMD"], most_votes=400, most_looked_at=10)
    assert (exact.votes, exact.at_least) == (short.votes, 200)
    assert short.at_least < 5
    assert (short.moves, short.after) == ((Move(0, 2, 200),), 0)


def test_among_equal_flips_a_single_move_between_neighbours_wins_then_the_lowest_class():
    # NVD sees no order: any vote from class 0 to another class changes its preference.
    (flip,) = smallest_flip([2, 1, 1, 1], [0.26, 0.26, 0.24, 0.24], [0.27, 0.24, 0.245, 0.245], ["NVD"])
    assert flip.votes == 1
    assert flip.moves == (Move(0, 1, 1),)


def test_popularity_follows_the_moved_votes_and_a_fixed_estimate_does_not():
    keys = ("NMD", "RNOD", "RSNOD")
    follows = smallest_flip(FIGURE_3A, "popularity", "uniform", keys)
    stays = smallest_flip(FIGURE_3A, ONE_CLASS, "uniform", keys)
    assert [flip.votes for flip in follows] == [2, 1, 1]
    assert [(flip.votes, flip.after) for flip in stays] == [(2, 0), (2, -1), (1, -1)]
    assert stays[1].moves == (Move(1, 3, 1), Move(2, 3, 1))  # fewer than the 3 votes of the best single move
    assert stays[2].moves == (Move(1, 2, 1),)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (([0.5, 0.5], "popularity", "uniform", ["NMD"]), InvalidDistributionError),
        (([-1, 2], "popularity", "uniform", ["NMD"]), InvalidDistributionError),
        (([[1, 2]], "popularity", "uniform", ["NMD"]), ShapeMismatchError),
        (([1, 2], [1, 2, 3], "uniform", ["NMD"]), ShapeMismatchError),
        (([1, 2], "majority", "uniform", ["NMD"]), UnknownNameError),
        (([1, 2], "popularity", "uniform", ["EMD"]), UnknownNameError),
    ],
)
def test_invalid_input_is_refused(arguments, problem):
    with pytest.raises(problem):
        smallest_flip(*arguments)


def test_only_votes_can_move():
    with pytest.raises(InvalidDistributionError, match="give its votes"):
        smallest_flip([1, 2], "popularity", "uniform", ["NMD"], moved="a")
    with pytest.raises(InvalidDistributionError, match="only whole votes"):
        smallest_flip([1, 2], [0.5, 0.5], "uniform", ["NMD"], moved="a")
    with pytest.raises(ShapeMismatchError):
        smallest_flip([1, 2], [1, 2, 3], "uniform", ["NMD"], moved="a")
    with pytest.raises(UnknownNameError, match="gold"):
        smallest_flip([1, 2], "popularity", "uniform", ["NMD"], moved="both")
