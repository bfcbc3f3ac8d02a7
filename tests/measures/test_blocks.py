"""Large batches are worked on in blocks; numbers, shapes and messages do not show it."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.scoring import score
from ordquant_core.distributions import BLOCK, as_distributions
from ordquant_core.errors import InvalidDistributionError
from ordquant_core.measures import pairs
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import Task
from tests.strategies import examples

DEFAULT = ("NMD", "RNOD", "JSD", "DNKT")
SHAPES = [  # leading axes of the gold and of the estimates
    ((), (7,)),
    ((7,), ()),
    ((7,), (3, 7)),
    ((1, 7), (3, 1)),
    ((2, 1, 5), (3, 1)),
    ((4, 3, 2), (4, 3, 2)),
]


@examples(12)
@given(
    shapes=st.sampled_from(SHAPES), size=st.integers(2, 23), block=st.integers(1, 90), seed=st.integers(0, 2**32 - 1)
)
def test_blocks_of_any_size_give_the_same_bits_as_pair_by_pair(shapes, size, block, seed):
    rng, leading = np.random.default_rng(seed), np.broadcast_shapes(*shapes)
    gold, estimated = (rng.multinomial(9, np.full(size, 1 / size), size=shape) / 9 for shape in shapes)  # zeros, ties
    sides = [np.broadcast_to(side, (*leading, size)) for side in (gold, estimated)]
    for key, measure in MEASURES.items():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pairs, "BLOCK", block)
            together = measure(gold, estimated)
        assert together.shape == leading
        one_by_one = [float(measure(sides[0][place], sides[1][place])) for place in np.ndindex(leading)]
        assert together.reshape(-1).tolist() == one_by_one, key


def batch():
    """Five classes, three blocks and a rest; the sums of sixteenths are exact."""
    rng = np.random.default_rng(3)
    return rng.multinomial(16, rng.dirichlet(np.ones(5), size=(2, 3 * (BLOCK // 5) + 17)))


def test_a_score_does_not_depend_on_the_batch_around_it_nor_on_how_numbers_lie_in_memory():
    gold, estimated = batch()
    wide, rows = np.zeros((len(gold), 9)), BLOCK // 5
    wide[:, 2:7] = estimated
    names = tuple(map(str, range(len(gold))))
    task = Task("t", None, tuple("abcde"), names, gold / 16, None, ("x", "y"), np.stack([estimated, gold]) / 16)
    for key, measure in MEASURES.items():
        together = measure(gold, estimated)
        for place in (0, rows - 1, rows, len(gold) - 1):
            assert measure(gold[place], estimated[place]) == together[place], key
        for part in (slice(3, rows + 5), slice(None, None, -1)):
            np.testing.assert_array_equal(measure(gold[part], estimated[part]), together[part], err_msg=key)
        for of_gold, of_estimate in ((gold.astype(np.float32), np.asfortranarray(estimated)), (gold, wide[:, 2:7])):
            np.testing.assert_array_equal(measure(of_gold, of_estimate), together, err_msg=key)
    for key, layer in zip(DEFAULT, score(task, DEFAULT).values, strict=True):
        np.testing.assert_array_equal(layer, MEASURES[key](task.gold, task.estimates), err_msg=key)


@pytest.mark.parametrize("size", [2, 5, 8, 23, 101])
def test_a_large_batch_is_divided_by_its_sums_row_by_row(size):
    rng = np.random.default_rng(7)
    votes = rng.integers(0, 9, size=(BLOCK // size + 50, size))
    votes[:, 0] += 1
    read = as_distributions(votes, "gold")
    np.testing.assert_array_equal(read, votes / votes.sum(axis=1, keepdims=True))  # sums of whole numbers are exact
    assert read.flags.c_contiguous
    np.testing.assert_array_equal(as_distributions(votes.reshape(-1, 1, size), "gold")[:, 0], read)


@pytest.mark.parametrize("wrong", [np.nan, -1, 0.5, 2.0**54])
def test_a_faulty_row_is_found_in_every_block(wrong):
    for side, place in product(("gold", "estimated"), (0, BLOCK // 5, 3 * (BLOCK // 5) + 16)):
        faulty = np.stack(batch()) / (16.0 if np.isnan(wrong) else 1.0)
        faulty[("gold", "estimated").index(side), place, 0] = wrong
        with pytest.raises(InvalidDistributionError, match=f"^`{side}` row {place} is not a distribution: "):
            MEASURES["NMD"](*faulty)


def test_a_faulty_row_of_a_batch_with_several_axes_is_counted_over_all_of_them(monkeypatch):
    monkeypatch.setattr(pairs, "BLOCK", 10)
    estimated = np.full((3, 4, 2), 0.5)
    estimated[1, 2] = 0.3
    with pytest.raises(InvalidDistributionError, match="`estimated` row 6 "):
        MEASURES["NMD"]([[0.5, 0.5]] * 4, estimated)


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int64, np.float16, np.float32, bool, object, str])
def test_any_type_of_real_number_is_read(dtype):
    gold = np.array([[1, 0, 0], [0, 1, 0]]).astype(dtype)
    if dtype is str:
        gold = np.where(np.eye(3)[:2] > 0, "1", "0.0")
    assert MEASURES["NMD"](gold, [0, 0, 1]).tolist() == [1, 0.5]
