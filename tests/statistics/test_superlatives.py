"""How often something is first where the cases are resampled: counted by hand, and what must hold whatever the data."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy import nan

from ordquant_core.statistics import superlatives
from ordquant_core.statistics.superlatives import Resampled, resampled_means

NAMES = ("x", "y", "z")


@pytest.mark.parametrize(
    ("values", "resamples", "largest", "names", "share"),
    [
        ([1, 2, 3], [[1, 2, 3], [2, 1, 3], [1, 2, 3], [1, 3, 2]], False, ("x",), 3 / 4),
        ([1, 2, 3], [[1, 2, 3], [1, 3, 2], [1, 3, 2]], True, ("z",), 1 / 3),
        ([1, 2, 3], [[1, 1, 3], [1, 1, 1], [1, 2, 2]], False, ("x",), 1 / 3),  # alone
        ([1, 1, 3], [[1, 1, 3], [1, 2, 3], [1, 1, 1]], False, ("x", "y"), 1 / 3),  # both, and no other
        ([1, 1, 1], [[1, 1, 1], [1, 2, 3]], True, ("x", "y", "z"), 1 / 2),
        ([1, 1 + 1e-12, 3], [[1 + 1e-12, 1, 3]], False, ("x", "y"), 1),
        ([nan, 2, 3], [[1, 2, 3], [nan, 2, 3], [nan, nan, nan]], False, ("y",), 1 / 3),
        ([nan, nan, nan], [[1, 2, 3]], False, (), 0),
    ],
)
def test_what_is_first_is_counted_over_resamples(values, resamples, largest, names, share):
    found = Resampled(NAMES, np.array(values, float), np.array(resamples, float), 20).first(largest=largest)
    assert found.names == names
    assert found.share == pytest.approx(share)
    assert (
        np.isnan(found.value)
        if not names
        else found.value == pytest.approx(dict(zip(NAMES, values, strict=True))[names[0]])
    )


@given(arrays(np.float64, array_shapes(min_dims=2, max_dims=2), elements=st.integers(0, 3)))
def test_shares_are_those_of_what_is_first_alone_and_the_largest_are_the_smallest_of_the_opposites(rows):
    names = tuple(map(str, range(rows.shape[1])))
    one, other = Resampled(names, rows[0], rows, 20), Resampled(names, -rows[0], -rows, 20)
    assert one.shares().sum() <= 1 + 1e-12
    assert one.first(largest=True).names == other.first().names
    assert one.first(largest=True).share == other.first().share
    if len(one.first().names) == 1:
        assert one.first().share == pytest.approx(one.shares()[names.index(one.first().names[0])])


@pytest.mark.parametrize(("n_cases", "known"), [(2, False), (7, False), (8, True)])
def test_few_cases_have_no_shares(n_cases, known):
    found = Resampled(NAMES, np.arange(3.0), np.arange(3.0)[None], n_cases)
    assert np.isfinite(found.first().share) == known
    assert np.isfinite(found.shares()).all() == known


def test_means_are_those_of_cases_drawn_with_replacement_whatever_the_portions(monkeypatch):
    scores = np.random.default_rng(1).random((2, 3, 7))
    found = resampled_means(scores, rng=np.random.default_rng(5), n_resamples=40)
    drawn = np.random.default_rng(5).multinomial(7, np.full(7, 1 / 7), size=40)
    for times, means in zip(drawn, found, strict=True):
        np.testing.assert_allclose(means, np.repeat(scores, times, axis=2).mean(axis=2), atol=1e-11)
    monkeypatch.setattr(superlatives, "CHUNK", 30)
    np.testing.assert_array_equal(resampled_means(scores, rng=np.random.default_rng(5), n_resamples=40), found)


@pytest.mark.parametrize("groups", [400, 150])
def test_means_vary_as_the_central_limit_theorem_says(monkeypatch, groups):
    monkeypatch.setattr(superlatives, "GROUPS", groups)
    scores = np.random.default_rng(2).gamma(2, size=(400,))
    spread = resampled_means(scores, rng=np.random.default_rng(3), n_resamples=4000).std()
    assert spread == pytest.approx(scores.std() / 20, rel=0.05 if groups == 400 else 0.15)
