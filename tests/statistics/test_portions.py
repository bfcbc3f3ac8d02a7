"""Long computations in portions: what stands after each of them, and that it never shows in the end."""

import numpy as np
import pytest

from ordquant_core.statistics import bootstrap, resampling
from ordquant_core.statistics.bootstrap import PairResamples
from ordquant_core.statistics.resampling import TukeyTrials, randomised_tukey_hsd

TRIALS = 300


def rng():
    return np.random.default_rng(4)


SCORES = rng().random((3, 4, 25)) + 0.1 * np.arange(4)[:, None]


def tukey(n):
    return TukeyTrials(SCORES, n_trials=n, rng=rng())


def pairs(n):
    return PairResamples(SCORES, n_resamples=n, rng=rng())


def numbers(result):
    """Return all numbers of an answer as one row."""
    if isinstance(result, np.ndarray):
        return result.ravel()
    names = [name for name in ("p_values", "differences", "ranges") if hasattr(result, name)]
    return np.concatenate([getattr(result, name).ravel() for name in names])


every_kind = pytest.mark.parametrize("begin", [tukey, pairs])


@pytest.fixture
def small_portions(monkeypatch):
    """Portions of a few trials: 8 of 100 numbers each for the permutations, 4 resamples of 25 cases."""
    monkeypatch.setattr(resampling, "CHUNK", 100)
    monkeypatch.setattr(resampling, "STEP", 800)
    monkeypatch.setattr(bootstrap, "CHUNK", 100)


@every_kind
def test_after_each_portion_the_answer_is_that_of_so_many_trials(begin, small_portions):
    work = begin(TRIALS)
    seen = []
    while work.done < 60:
        work.advance()
        seen.append(work.done)
        np.testing.assert_array_equal(numbers(work.result()), numbers(begin(work.done).finish()))
    assert len(seen) > 3
    assert seen == sorted(set(seen))


@every_kind
def test_in_the_end_it_is_the_answer_of_one_call_to_the_digit(begin, small_portions):
    work = begin(TRIALS)
    for _ in range(5):  # looked at, left alone, gone on with
        work.advance()
        work.result()
    found = numbers(work.finish())
    assert work.done == work.total == TRIALS
    whole = {
        tukey: lambda: randomised_tukey_hsd(SCORES, n_trials=TRIALS, rng=rng()),
        pairs: lambda: PairResamples(SCORES, n_resamples=TRIALS, rng=rng()).finish(),
    }[begin]()
    np.testing.assert_array_equal(found, numbers(whole))


@every_kind
def test_progress_gets_what_is_done_and_the_whole(begin, small_portions):
    reported = []
    begin(TRIALS).finish(lambda done, total: reported.append((done, total)))
    assert len(reported) > 5
    assert {total for _, total in reported} == {TRIALS}
    assert [done for done, _ in reported] == sorted({done for done, _ in reported})
    assert reported[-1] == (TRIALS, TRIALS)


def test_a_long_task_is_summed_block_by_block_alike_in_all_portions(monkeypatch):
    """More cases than one block: the same to the digit whatever the portions, and right up to rounding."""
    scores = rng().random((2, 3, 100))
    monkeypatch.setattr(resampling, "BLOCK_OF_SCORES", 60)  # 20 cases
    found = resampling.permuted_means(scores, n_trials=40, rng=rng())
    monkeypatch.setattr(resampling, "CHUNK", 1)
    np.testing.assert_array_equal(resampling.permuted_means(scores, n_trials=40, rng=rng()), found)
    labels = resampling.permuted_labels(40, 100, 3, rng())
    expected = np.stack([scores[:, one.T, np.arange(100)].mean(axis=2).T for one in labels])
    np.testing.assert_allclose(found, expected, atol=1e-15)
