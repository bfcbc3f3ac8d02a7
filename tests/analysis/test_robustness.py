"""Would a preference stay? The smallest flip among all gold distributions, and panels against exact probabilities."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy import stats

from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.analysis.comparison import signs
from ordquant_core.analysis.robustness import EQUAL, LEAST, Robustness, Stability, robustness
from ordquant_core.analysis.smallest_flip import (
    Flip,
    Move,
    in_votes,  # noqa: F401 - the text uses it
    smallest_flip,
)
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.statistics.vote_prior import VotePrior, vote_prior
from tests.analysis.made_up import rng
from tests.depth import matrix
from tests.reviewed import reviewed, said

pytestmark = pytest.mark.slow


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
    taken, given_votes = np.minimum(change, 0), np.minimum(-change, 0)
    way = np.abs(np.cumsum(change)).sum()
    return (after == 0, int((change != 0).sum()), int(way), tuple(taken.tolist()), tuple(given_votes.tolist()))


ESTIMATES = [("popularity", "uniform"), ([0, 0, 5], "uniform"), ([0.1, 0.6, 0.3], [0.3, 0.3, 0.4])]
GOLDS = [(2, 3, 1), (1, 1, 4), (0, 3, 3), (6, 0, 0), (2, 2, 2)]
FLIPPED = [("gold", gold, *pair) for gold in GOLDS for pair in ESTIMATES]
FLIPPED += [("a", (1, 2, 2), (1, 0, 3), [0.3, 0.4, 0.3]), ("b", (1, 2, 2), [0.3, 0.4, 0.3], (1, 0, 3))]


@pytest.mark.parametrize(("moved", "gold", "a", "b"), matrix(FLIPPED, *FLIPPED[::4], *FLIPPED[-2:]))
def test_the_smallest_flip_is_the_smallest_among_all_distributions_of_the_votes_that_move(moved, gold, a, b):
    given = {"gold": gold, "a": a, "b": b}
    votes = given[moved]
    for flip in smallest_flip(gold, a, b, tuple(MEASURES), moved=moved):
        before = side(flip.measure, gold, a, b)
        sides = {row: side(flip.measure, *(given | {moved: row}).values()) for row in all_votes(sum(votes), 3)}
        changed = {row: moved_votes(row, votes) for row, now in sides.items() if now != before}
        assert flip.before == before
        if not changed:
            assert flip == Flip(flip.measure, before, None, None, (), None)
            continue
        fewest = min(changed.values())
        nearest = [np.subtract(row, votes) for row, number in changed.items() if number == fewest]
        order = min(preferred_first(change, sides[tuple(change + votes)]) for change in nearest)
        target = after_moves(votes, flip.moves)
        assert flip.votes == flip.at_least == fewest == sum(move.votes for move in flip.moves)
        assert (flip.after, moved_votes(target, votes)) == (sides[target], fewest)
        assert preferred_first(np.subtract(target, votes), flip.after) == order


@pytest.mark.parametrize("moved", ["gold", "a", "b"])
def test_a_search_that_cannot_look_at_all_finds_flips_that_are_real_and_says_from_where_on_they_are_possible(moved):
    arguments, place = [[1, 2, 5, 4], [2, 7, 2, 1], [3, 3, 3, 3]], ("gold", "a", "b").index(moved)
    whole = {flip.measure: flip for flip in smallest_flip(*arguments, MAIN_MEASURES, moved=moved)}
    beyond = 0
    for flip in smallest_flip(*arguments, MAIN_MEASURES, moved=moved, most_looked_at=12):
        exact = whole[flip.measure]
        assert flip.at_least == min(exact.votes or 2, 2)  # 12 distributions lie one vote away
        if flip.votes is None:
            continue
        changed = list(arguments)
        changed[place] = after_moves(arguments[place], flip.moves)
        moves = moved_votes(changed[place], arguments[place])
        assert moves == flip.votes == sum(move.votes for move in flip.moves) >= exact.votes
        assert side(flip.measure, *changed) == flip.after != flip.before == side(flip.measure, *arguments)
        beyond += flip.votes > flip.at_least
    assert beyond


def found(*arguments, **options):
    """Return the votes of the smallest flip and the fewest that it may be, what is preferred then, and the moves."""
    return "; ".join(
        f"{flip.votes} (at least {flip.at_least}), then {flip.after}{': ' if flip.moves else ''}"
        + ", ".join(f"{move.votes} from {move.source} to {move.target}" for move in flip.moves)
        for flip in smallest_flip(*arguments, **options)
    )


# Panels

VOTES = np.array([[0, 1, 2, 9, 8], [5, 5, 5, 2, 2], [0, 0, 19, 0, 0], [7, 0, 0, 0, 7]])
PRIOR = VotePrior(2, 0.5, 0.5, np.array([0.2, 0.5, 0.3]))


def estimates(n, seed=2):
    return rng(seed).dirichlet(np.ones(5), size=(2, n))


@pytest.mark.parametrize("a", [[0.2, 0.3, 0.5], "popularity"])
def test_shares_are_the_exact_probabilities_also_of_two_measures_together(a):
    votes, b, n = (1, 2, 3), [0.1, 0.6, 0.3], 20_000
    seen = robustness(np.array([votes]), a, b, ["NMD", "DNKT"], case=0, n_panels=n, prior=PRIOR, rng=rng())
    before = [side(key, votes, a, b) for key in seen.measures]
    of_panels = stats.dirichlet_multinomial(PRIOR.parameters(np.array(votes)) + votes, 6)
    exact = np.zeros(3)
    for row in all_votes(6, 3):
        kept = [side(key, row, a, b) == was for key, was in zip(seen.measures, before, strict=True)]
        exact += of_panels.pmf(row) * np.array([*kept, all(kept)])
    shares = [*seen.shares[:, 0], seen.together("NMD", "DNKT")[0]]
    assert shares == pytest.approx(exact, abs=5 * 0.5 / n**0.5)
    assert seen.preference[:, 0].tolist() == before


@pytest.mark.parametrize("pair", [("popularity", "uniform"), "numbers"])
def test_one_case_has_the_panels_that_it_has_among_all(pair):
    votes = rng(3).multinomial([19] * 60 + [4] * 20, [0.1, 0.2, 0.3, 0.2, 0.2])
    a, b = estimates(80) if pair == "numbers" else pair
    keys = ["NMD", "DNKT"]
    every = robustness(votes, a, b, keys, rng=rng())
    assert robustness(votes, a, b, keys, rng=rng(), prior=vote_prior(votes)).kept.tolist() == every.kept.tolist()
    assert (
        robustness(votes, a, b, keys, rng=rng(), prior=VotePrior(16, 0.5, 1, np.full(5, 0.2))).kept != every.kept
    ).any()
    for case in (0, 1, 63, 64, 79):
        sides = (one if isinstance(one, str) else one[case] for one in (a, b))
        one = robustness(votes, *sides, keys, case=case, rng=rng())
        np.testing.assert_array_equal(one.kept[:, 0], every.kept[:, case])
        np.testing.assert_array_equal(one.preference[:, 0], every.preference[:, case])
        assert one.words[:, 0].tolist() == every.words[:, case].tolist()
        assert (one.n_votes, one.equal) == (every.n_votes[case], every.equal[case])


def kept_in(shares, n_votes, *, fitted=True, equal=None):
    """A measure on cases with these shares of 20 panels, and so many votes each."""
    bits = [[n < round(20 * share) for n in range(20)] for share in shares]
    equal = np.zeros(len(shares), dtype=bool) if equal is None else np.array(equal)
    prior, ones = replace(PRIOR, fitted=fitted), np.ones((1, len(shares)), dtype=int)
    return Robustness(("NMD",), ones, np.packbits([bits], axis=2), 20, np.array(n_votes), equal, prior)


def words(shares, n_votes, *, fitted):
    """Return how sure preferences are, of the last of which the estimates are equal, and what is counted of them."""
    seen = kept_in([*shares, 1], [*n_votes, 9], fitted=fitted, equal=[False] * len(shares) + [True])
    cases = "abcdefg"[: len(shares) + 1]
    assert seen.to_frame(("NMD", "NMD"), cases)["both"].tolist() == seen.words[0].tolist()
    return f"{', '.join(seen.words[0])} | {seen.by_measure().to_dict('records')}"


def test_equal_estimates_are_no_robust_tie_and_unanimous_votes_no_certainty():
    votes, same = np.array([[1, 2, 3], [4, 0, 0], [0, 1, 1]]), [[0.2, 0.3, 0.5]] * 3
    for pair, equal in ((("popularity", "popularity"), True), ((same, same), True), (("popularity", "uniform"), False)):
        assert robustness(votes, *pair, ["NMD"], prior=PRIOR, rng=rng()).equal.tolist() == [equal] * 3
    seen = robustness(3 * np.eye(3, dtype=int), [[0.2, 0.2, 0.6]] * 3, [[0, 0.5, 0.5]] * 3, ["NMD", "RNOD"], rng=rng())
    assert (seen.shares < 0.95).any()


def test_what_no_gold_flips_is_always_kept_where_the_votes_of_the_gold_move():
    flip, never = Flip("NMD", -1, 1, 1, (Move(1, 0, 1),), 1), Flip("NMD", 1, None, None, (), None)
    panels = kept_in([0.95], [9])
    for one, moved, row in (
        (flip, "gold", ["NMD", "A", "robust"]),
        (never, "gold", ["NMD", "B", "always kept"]),
        (never, "a", ["NMD", "B", "robust"]),
        (replace(never, at_least=3), "gold", ["NMD", "B", "robust"]),
    ):
        assert Stability((one,), panels, moved).to_frame().to_numpy().tolist() == [row]
    assert Stability((never,), kept_in([1], [9], equal=[True])).words == [EQUAL]


def disagreeing(first, second):
    """Return on which cases two measures disagree, and as surely as each word says; the most robust first."""
    seen = robustness(VOTES, *estimates(4, seed=5), MAIN_MEASURES, prior=vote_prior(np.tile(VOTES, (5, 1))), rng=rng())
    found = [np.flatnonzero(seen.disagreements(first, second, word)).tolist() for word in ("", *LEAST)]
    return f"{found}, {seen.most_robust(first, second).tolist()}: {seen.together(first, second).round(3).tolist()}"


def flip(votes, a="popularity", b="uniform", measures=("NMD",), **options):
    return smallest_flip(votes, a, b, measures, **options)


def panels(**changed):
    usual = {"votes": VOTES, "a": "popularity", "b": "uniform", "measures": ["NMD"], "n_panels": 5}
    return robustness(**usual | changed, rng=rng())


HALF = [0.5, 0.5]


@reviewed(__file__)
def test_words_and_flips_are_those_that_were_reviewed_and_what_makes_no_sense_is_refused(made, words):
    assert said(made, globals()) == words
