"""A run that may be written with its classes in the opposite order gets a hint, unless chance explains it."""

import numpy as np
import pytest
from scipy.stats import binomtest

from ordquant_core.analysis.reversed_classes import in_words, reversed_runs, sign_test
from ordquant_core.records import Task


def task(gold, *runs):
    gold, runs = np.asarray(gold, dtype=float), np.asarray(runs, dtype=float)
    cases = tuple(f"c{number}" for number in range(len(gold)))
    names = tuple(f"run{number}" for number in range(len(runs)))
    return Task("t", None, tuple("abcde"[: gold.shape[1]]), cases, gold, None, names, runs)


def skewed(n_cases, seed=1):
    return np.random.default_rng(seed).dirichlet([1, 2, 3, 6, 9], size=n_cases)


def test_a_reversed_run_is_named_with_what_was_compared_and_the_run_as_it_should_be_is_not():
    gold = skewed(40)
    estimates = 0.8 * gold + 0.04
    (found,) = reversed_runs(task(gold, estimates[:, ::-1], estimates))
    assert (found.run, found.cases) == ("run0", 40)
    here = np.abs(np.cumsum(gold - estimates[:, ::-1], axis=1)).sum(axis=1) / 4
    there = np.abs(np.cumsum(gold - estimates, axis=1)).sum(axis=1) / 4
    assert (found.score, found.opposite) == pytest.approx((here.mean(), there.mean()))
    assert found.better == (there < here).sum()
    assert in_words(found) == (
        f"its mean NMD is {here.mean():.3f}; with its classes in the opposite order it would be {there.mean():.3f}, "
        f"smaller on {found.better} of 40 cases. The classes may be in the wrong order: check them."
    )


def test_a_handful_of_cases_is_no_evidence():
    for n_cases, named in ((1, 0), (4, 0), (6, 0), (7, 1)):
        gold = np.tile([0.0, 0.0, 0.1, 0.3, 0.6], (n_cases, 1))
        assert len(reversed_runs(task(gold, gold[:, ::-1]))) == named


def test_the_more_runs_are_looked_at_the_more_evidence_each_needs():
    gold = np.tile([0.0, 0.0, 0.1, 0.3, 0.6], (8, 1))
    sound = [gold] * 9
    assert len(reversed_runs(task(gold, gold[:, ::-1]))) == 1
    assert reversed_runs(task(gold, gold[:, ::-1], *sound)) == ()


@pytest.mark.parametrize("signs", [(5, 0), (9, 1), (12, 12), (30, 10), (0, 4), (400, 300)])
def test_the_p_of_the_sign_test_is_that_of_the_binomial_test(signs):
    positive, negative = signs
    differences = np.array([0.1] * positive + [-0.2] * negative + [0.0] * 3)
    expected = binomtest(positive, positive + negative, alternative="greater").pvalue
    assert sign_test(differences) == pytest.approx(expected, rel=1e-9)
