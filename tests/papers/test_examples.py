"""The examples show what the papers say of them, and what these state of measures holds but for two and a misprint."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import kendalltau

from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.analysis.comparison import sides_of
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.reproduction.statements import checked_statements
from tests.ranked_lists.by_hand import information
from tests.reviewed import reviewed, said

KEYS = ("NMD", "RNOD", "RSNOD", "SNOD", "NVD", "RNSS", "JSD", "DNKT", "DNKT_NMD", "DNKT_RNOD", "DNKT_JSD")


def seen(key):
    """Return which measures prefer A in an example, which see no difference, and which prefer B."""
    example = EXAMPLES[key]
    estimates = [BASELINES[side](example.gold) if isinstance(side, str) else side for side in (example.a, example.b)]
    sides = sides_of(*({key: float(MEASURES[key](example.gold, side)) for key in KEYS} for side in estimates))
    return " | ".join(" ".join(key for key in KEYS if sides[key] == side) for side in (-1, 0, 1))


FOUND = {one.key: one for one in checked_statements()}


def statement(key):
    """Return a statement with the pair that violates it most, whose scores are as exact as on any machine."""
    return replace(FOUND[key], scores=tuple((name, round(value, 9)) for name, value in FOUND[key].scores))


@reviewed(__file__)
def test_examples_and_statements_are_those_that_were_compared_with_the_papers(made, words):
    assert said(made, globals()) == words


@pytest.mark.parametrize("key", [key for key, one in FOUND.items() if one.holds and one.n_votes])
def test_a_witness_is_scored_by_the_measures(key):
    found = FOUND[key]
    for name, value in found.scores:
        measure, _, swapped = name.partition(" with ")
        sides = (found.estimate, found.gold) if swapped else (found.gold, found.estimate)
        assert float(MEASURES[measure](*sides)) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(("key", "second"), [("theorem 1", "τ"), ("corollary 1", "K")])
def test_the_information_of_two_rankings_is_that_of_golbus_and_aslam(key, second):
    found = FOUND[key]
    assert (found.holds, found.checked) == (True, 120**2)
    scores = dict(found.scores)
    tau = kendalltau(found.gold, found.estimate).statistic
    assert scores[second] == pytest.approx(tau if second == "τ" else (1 - tau) / 2, abs=1e-12)
    signs = [[np.sign(a - b) for a, b in itertools.permutations(side, 2)] for side in (found.gold, found.estimate)]
    assert scores["information"] == pytest.approx(information(*signs), abs=1e-12)
