"""Long computations in portions: what they say while they run, and that the portions never show in the end."""

import numpy as np

from ordquant_core.statistics import resampling
from ordquant_core.statistics.resampling import randomised_tukey_hsd

TRIALS = 300


def rng():
    return np.random.default_rng(4)


SCORES = rng().random((3, 4, 25)) + 0.1 * np.arange(4)[:, None]


def tukey(**options):
    found = randomised_tukey_hsd(SCORES, n_trials=TRIALS, rng=rng(), **options)
    return np.concatenate([found.p_values.ravel(), found.differences.ravel(), found.ranges.ravel()])


def test_portions_are_reported_and_change_no_digit(monkeypatch):
    whole, reported = tukey(), []
    monkeypatch.setattr(resampling, "CHUNK", 100)  # 8 trials of 100 numbers each
    monkeypatch.setattr(resampling, "STEP", 800)
    found = tukey(progress=lambda done, total: reported.append((done, total)))
    np.testing.assert_array_equal(found, whole)
    assert len(reported) > 5
    assert {total for _, total in reported} == {TRIALS}
    assert [done for done, _ in reported] == sorted({done for done, _ in reported})
    assert reported[-1] == (TRIALS, TRIALS)


def test_a_long_task_is_summed_block_by_block_alike_in_all_portions(monkeypatch):
    """More cases than one block: the same to the digit whatever the portions, and right up to rounding."""
    scores = rng().random((2, 3, 100))
    monkeypatch.setattr(resampling, "BLOCK_OF_SCORES", 60)  # 20 cases
    found = resampling.randomised_tukey_hsd(scores, n_trials=40, rng=rng()).ranges
    monkeypatch.setattr(resampling, "CHUNK", 1)
    np.testing.assert_array_equal(resampling.randomised_tukey_hsd(scores, n_trials=40, rng=rng()).ranges, found)
    labels = resampling.permuted_labels(40, 100, 3, rng())
    means = np.stack([scores[:, one.T, np.arange(100)].mean(axis=2) for one in labels], axis=2)
    np.testing.assert_allclose(found, np.sort(np.ptp(means, axis=1), axis=1), atol=1e-12)
