"""How robust preferences are: against exact probabilities and real second panels; one case as all of them."""

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ordquant_core.analysis import robustness as module
from ordquant_core.analysis.robustness import MOSTLY_KEPT, OPEN, Robustness, Stability, robustness
from ordquant_core.analysis.smallest_flip import Flip, Move, smallest_flip
from ordquant_core.errors import OrdquantError, ShapeMismatchError, UnknownNameError
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.statistics.vote_prior import VotePrior, vote_prior
from tests import strategies
from tests.analysis.test_smallest_flip import side
from tests.statistics.test_vote_prior import dbdc3, needs_shared, stc3

VOTES = np.array([[0, 1, 2, 9, 8], [5, 5, 5, 2, 2], [0, 0, 19, 0, 0], [7, 0, 0, 0, 7]])
PRIOR = VotePrior(2, 0.5, 0.5, np.array([0.2, 0.5, 0.3]))
OF_FOUR = VotePrior(2, 0.5, 0.5, np.full(4, 0.25))


def rng(seed=1):
    return np.random.default_rng(seed)


def estimates(n, seed=2):
    return rng(seed).dirichlet(np.ones(5), size=(2, n))


@pytest.mark.parametrize("a", [[0.2, 0.3, 0.5], "popularity"])
def test_shares_are_the_exact_probabilities_also_of_two_measures_together(a):
    votes, b, n = (1, 2, 3), [0.1, 0.6, 0.3], 40_000
    seen = robustness(np.array([votes]), a, b, ["NMD", "DNKT"], case=0, n_panels=n, prior=PRIOR, rng=rng())
    before = [side(key, votes, a, b) for key in seen.measures]
    of_panels = stats.dirichlet_multinomial(PRIOR.parameters(np.array(votes)) + votes, 6)
    exact = np.zeros(3)
    for row in product(range(7), repeat=3):
        if sum(row) == 6:
            kept = [side(key, row, a, b) == was for key, was in zip(seen.measures, before, strict=True)]
            exact += of_panels.pmf(row) * np.array([*kept, all(kept)])
    shares = [*seen.shares[:, 0], seen.together("NMD", "DNKT")[0]]
    assert shares == pytest.approx(exact, abs=5 * 0.5 / n**0.5)
    assert seen.preference[:, 0].tolist() == before


@needs_shared
@pytest.mark.parametrize(
    ("votes", "nmd", "rnod"),
    [  # STATISTICS, section D; Popularity and Uniform of every simulated gold
        (lambda: stc3("A"), (0.582, 0.000), (0.673, 0.003)),
        (lambda: stc3("E"), (0.647, 0.000), (0.787, 0.018)),
        (lambda: dbdc3(30), (0.811, 0.241), (0.854, 0.390)),
    ],
    ids=["STC-3 A", "STC-3 E", "DBDC3"],
)
def test_shares_on_real_votes_are_those_worked_out(votes, nmd, rnod):
    seen = robustness(votes(), "popularity", "uniform", ["NMD", "RNOD"], n_panels=500, rng=rng())
    assert seen.shares.mean(axis=1) == pytest.approx([nmd[0], rnod[0]], abs=0.003)
    assert (seen.words == "robust").mean(axis=1) == pytest.approx([nmd[1], rnod[1]], abs=0.03)  # many are near 95%


@pytest.mark.parametrize("pair", [("popularity", "uniform"), "numbers"])
def test_one_case_has_the_panels_that_it_has_among_all(monkeypatch, pair):
    monkeypatch.setattr(module, "_BLOCK", 3)
    votes = rng(3).multinomial([19] * 25 + [4] * 15, [0.1, 0.2, 0.3, 0.2, 0.2])
    a, b = estimates(40) if pair == "numbers" else pair
    every = robustness(votes, a, b, MAIN_MEASURES, rng=rng())
    for case in (0, 1, 2, 3, 39):
        sides = (side if isinstance(side, str) else side[case] for side in (a, b))
        one = robustness(votes, *sides, MAIN_MEASURES, case=case, rng=rng())
        np.testing.assert_array_equal(one.kept[:, 0], every.kept[:, case])
        np.testing.assert_array_equal(one.preference[:, 0], every.preference[:, case])
        assert one.words[:, 0].tolist() == every.words[:, case].tolist()
        assert one.n_votes.tolist() == [every.n_votes[case]]


def test_progress_counts_the_cases(monkeypatch):
    monkeypatch.setattr(module, "_BLOCK", 3)
    done = []
    robustness(VOTES, *estimates(4), ["NMD"], n_panels=5, rng=rng(), progress=lambda *seen: done.append(seen))
    assert done == [(3, 4), (4, 4)]


def test_the_prior_is_that_of_all_cases_unless_it_is_given():
    votes = rng(3).multinomial(5, [0.1, 0.2, 0.3, 0.2, 0.2], size=30)
    sides, even = estimates(30), VotePrior(16, 0.5, 1, np.full(5, 0.2))
    fitted, given_, other = (
        robustness(votes, *sides, ["NMD"], rng=rng(), prior=prior) for prior in (None, vote_prior(votes), even)
    )
    np.testing.assert_array_equal(fitted.kept, given_.kept)
    assert (fitted.kept != other.kept).any()


def test_unanimous_votes_are_no_certainty():
    sides = {"a": [[0.2, 0.2, 0.6]] * 3, "b": [[0, 0.5, 0.5]] * 3, "measures": ["NMD", "RNOD"]}
    seen = robustness(np.array([[0, 0, 3], [0, 3, 0], [3, 0, 0]]), **sides, rng=rng())
    assert (seen.shares < 0.95).any()


@given(votes=strategies.votes_tables(4, 3), n=st.integers(1, 20))
def test_two_measures_together_keep_no_more_than_each_alone_and_a_measure_with_itself_as_much(votes, n):
    votes = votes + np.eye(4, dtype=int)[0]  # single votes are refused
    seen = robustness(votes, "popularity", "uniform", ["NMD", "RNOD", "DNKT"], n_panels=n, rng=rng())
    assert ((seen.shares >= 0) & (seen.shares <= 1)).all()
    for first, second in product(seen.measures, repeat=2):
        each = [seen.shares[seen.measures.index(key)] for key in (first, second)]
        together = seen.together(first, second)
        assert (together <= np.minimum(*each) + 1e-12).all()
        assert (together >= each[0] + each[1] - 1 - 1e-12).all()
        if first == second:
            np.testing.assert_array_equal(together, each[0])


def kept_in(shares, n_votes, *, fitted=True, preference=None, equal=None):
    """A measure on cases with these shares of 20 panels, and so many votes each."""
    bits = [[n < round(20 * share) for n in range(20)] for share in shares]
    prior = replace(PRIOR, fitted=fitted)
    sides = np.array([preference or [1] * len(shares)])
    equal = np.zeros(len(shares), dtype=bool) if equal is None else np.array(equal)
    return Robustness(("NMD",), sides, np.packbits([bits], axis=2), 20, np.array(n_votes), equal, prior)


WORDS = {
    "of a task": (True, [0.5, 0.75, 0.8, 0.9, 0.95, 1], [2, 3, 3, 3, 9, 9], "open open mostly mostly robust robust"),
    "of a task, one vote": (True, [0.5, 0.75, 1], [1, 1, 1], "- - -"),
    "assumed": (False, [0.5, 0.75, 0.8, 0.9, 0.95, 1], [5, 9, 5, 5, 9, 9], "open open mostly mostly mostly mostly"),
    "assumed, few votes": (False, [0.5, 0.8, 1], [4, 4, 1], "- - -"),
}


@pytest.mark.parametrize(("fitted", "shares", "n_votes", "words"), WORDS.values(), ids=WORDS)
def test_a_share_is_put_in_words_by_what_is_known(fitted, shares, n_votes, words):
    meant = {"mostly": MOSTLY_KEPT, "open": OPEN, "-": ""}
    seen = kept_in(shares, n_votes, fitted=fitted)
    assert seen.words[0].tolist() == [meant.get(word, word) for word in words.split()]
    assert seen.to_frame(("NMD", "NMD"), "abcdef"[: len(shares)])["both"].tolist() == seen.words[0].tolist()


def test_means_over_cases_are_rounded_to_five_percent_and_there_are_none_where_the_prior_is_assumed():
    seen = kept_in([0.5, 0.8, 0.95, 1], [9] * 4)
    assert seen.by_measure().to_dict("list") == {
        "measure": ["NMD"],
        "kept_mean": [pytest.approx(0.8)],  # of 0.8125
        "robust": [2],
        "mostly_kept": [1],
        "open": [1],
    }
    few = kept_in([0.5, 0.8, 1], [9, 9, 4], fitted=False).by_measure()
    assert few.to_dict("list") == {"measure": ["NMD"], "kept_in_80": [1], "open": [1]}


def test_one_vote_and_equal_runs_count_in_no_mean_and_no_number():
    whole = kept_in([0.5, 0.8, 0.95, 1], [9] * 4)
    more = kept_in([0.5, 0.8, 0.95, 1, 1, 1], [9] * 4 + [1, 9], equal=[False] * 5 + [True])
    pd.testing.assert_frame_equal(more.by_measure(), whole.by_measure())
    assert more.words[0].tolist()[-2:] == ["", "tie: the runs are equal here"]
    assert len(kept_in([1], [1]).by_measure()) == 0


@pytest.mark.parametrize(("a", "b"), [("popularity", "popularity"), ([[0.2, 0.3, 0.5]] * 3, [[0.2, 0.3, 0.5]] * 3)])
def test_equal_estimates_are_no_robust_tie(a, b):
    votes = np.array([[1, 2, 3], [4, 0, 0], [0, 1, 1]])
    seen = robustness(votes, a, b, ["NMD"], prior=PRIOR, rng=rng())
    assert (seen.words == "tie: the runs are equal here").all()
    assert not robustness(votes, a, "uniform", ["NMD"], prior=PRIOR, rng=rng()).equal.any()


@given(votes=strategies.votes_tables(4, 1), n=st.integers(1, 40))
def test_what_no_gold_of_as_many_votes_flips_is_kept_in_every_panel(votes, n):
    """The exact search and the simulation are two ways to the same preferences."""
    votes = votes + np.eye(4, dtype=int)[0]  # single votes are refused
    a, b = [0.4, 0.3, 0.2, 0.1], [0.1, 0.2, 0.3, 0.4]
    seen = robustness(votes, a, b, ["NMD", "DNKT"], case=0, n_panels=n, prior=OF_FOUR, rng=rng())
    for flip, share in zip(smallest_flip(votes[0], a, b, ["NMD", "DNKT"]), seen.shares[:, 0], strict=True):
        assert flip.votes is not None or flip.at_least is not None or share == 1


def test_a_robust_disagreement_is_one_that_stays_in_enough_panels():
    seen = robustness(VOTES, *estimates(4, seed=5), MAIN_MEASURES, prior=vote_prior(np.tile(VOTES, (5, 1))), rng=rng())
    for first, second in product(MAIN_MEASURES, repeat=2):
        i, j = seen.measures.index(first), seen.measures.index(second)
        apart = seen.preference[i] * seen.preference[j] == -1
        together = seen.together(first, second)
        np.testing.assert_array_equal(seen.disagreements(first, second), apart)
        for word, share in module.LEAST.items():
            np.testing.assert_array_equal(seen.disagreements(first, second, word), apart & (together >= share))
        order = seen.most_robust(first, second)
        assert sorted(order) == np.flatnonzero(apart).tolist()
        assert (np.diff(together[order]) <= 0).all()
    assert any(seen.disagreements("NMD", key, MOSTLY_KEPT).any() for key in MAIN_MEASURES)


def test_the_frame_of_a_case_has_what_is_preferred_and_how_surely_panels_keep_it():
    flips = (Flip("NMD", -1, 1, 1, (Move(1, 0, 1),), 1),)
    rows = Stability(flips, kept_in([0.95], [9])).to_frame().to_dict("list")
    assert rows == {"measure": ["NMD"], "preference": ["A"], "kept": ["robust"]}


@pytest.mark.parametrize(
    ("changed", "error", "words"),
    [
        ({"a": "best"}, UnknownNameError, "unknown baseline 'best'"),
        ({"b": [[0.5, 0.5]]}, ShapeMismatchError, r"`b` has shape \(1, 2\), expected \(4, 5\): the cases and classes"),
        ({"b": [0.5, 0.5], "case": 1}, ShapeMismatchError, r"`b` has shape \(2,\), expected \(5,\): the classes"),
        ({"votes": VOTES / VOTES.sum(axis=1, keepdims=True)}, ShapeMismatchError, "whole votes"),
        ({"votes": VOTES[0]}, ShapeMismatchError, "whole votes"),
        ({"votes": np.eye(5, dtype=int)}, OrdquantError, "single vote"),
        ({"measures": ["EMD"]}, UnknownNameError, "EMD"),
        ({"n_panels": 0}, OrdquantError, "at least one panel"),
    ],
)
def test_what_makes_no_sense_is_refused(changed, error, words):
    given_ = {"votes": VOTES, "a": "popularity", "b": "uniform", "measures": ["NMD"], "n_panels": 5} | changed
    with pytest.raises(error, match=words):
        robustness(**given_, rng=rng())
