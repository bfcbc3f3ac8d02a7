"""Large batches are worked on in blocks; numbers, shapes and messages do not show it."""

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

every_measure = pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
SHAPES = [  # leading axes of the gold and of the estimates
    ((), (7,)),
    ((7,), ()),
    ((7,), (7,)),
    ((7,), (3, 7)),
    ((3, 7), (7,)),
    ((1, 7), (3, 1)),
    ((2, 1, 5), (3, 1)),
    ((4, 3, 2), (4, 3, 2)),
    ((1,), (9,)),
    ((1, 1), (1, 6)),
]


def drawn(rng, shape, size):
    """Probabilities with zeros and ties among them."""
    return rng.multinomial(9, np.full(size, 1 / size), size=shape) / 9


@pytest.fixture(scope="module")
def batch():
    """Five classes, three blocks and a rest."""
    rng = np.random.default_rng(3)
    return rng.multinomial(20, rng.dirichlet(np.ones(5), size=(2, 3 * (BLOCK // 5) + 17)))


@examples(20)
@given(
    shapes=st.sampled_from(SHAPES), size=st.integers(2, 23), block=st.integers(1, 90), seed=st.integers(0, 2**32 - 1)
)
def test_blocks_of_any_size_give_the_same_bits_as_pair_by_pair(shapes, size, block, seed):
    rng = np.random.default_rng(seed)
    gold, estimated = (drawn(rng, shape, size) for shape in shapes)
    leading = np.broadcast_shapes(*shapes)
    sides = [np.broadcast_to(side, (*leading, size)) for side in (gold, estimated)]
    for key, measure in MEASURES.items():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pairs, "BLOCK", block)
            together = measure(gold, estimated)
        assert together.shape == leading
        one_by_one = [float(measure(sides[0][place], sides[1][place])) for place in np.ndindex(leading)]
        assert together.reshape(-1).tolist() == one_by_one, key


@every_measure
def test_a_score_does_not_depend_on_the_batch_around_it_nor_on_how_numbers_lie_in_memory(measure, batch):
    gold, estimated = batch
    together, rows = measure(gold, estimated), BLOCK // 5
    for place in (0, 1, rows - 1, rows, 2 * rows - 1, 2 * rows, len(gold) - 1):
        assert measure(gold[place], estimated[place]) == together[place]
    for part in (slice(3, rows + 5), slice(7, 10), slice(None, None, -1), slice(None, None, 3)):
        np.testing.assert_array_equal(measure(gold[part], estimated[part]), together[part])
    wide = np.zeros((len(gold), 9))
    wide[:, 2:7] = estimated
    for of_gold, of_estimate in ((gold.astype(np.float32), np.asfortranarray(estimated)), (gold, wide[:, 2:7])):
        np.testing.assert_array_equal(measure(of_gold, of_estimate), together)


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
@pytest.mark.parametrize("side", ["gold", "estimated"])
@pytest.mark.parametrize("place", [0, BLOCK // 5, 3 * (BLOCK // 5) + 16])
def test_a_faulty_row_is_found_in_every_block(batch, side, place, wrong):
    faulty = batch / 20 if np.isnan(wrong) else batch.astype(np.float64)
    faulty[("gold", "estimated").index(side), place, 0] = wrong
    for measure in MEASURES.values() if place and np.isnan(wrong) else [MEASURES["NMD"]]:
        with pytest.raises(InvalidDistributionError, match=f"^`{side}` row {place} is not a distribution: "):
            measure(*faulty)


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


def test_a_task_of_many_blocks_is_scored_as_by_hand():
    gold, estimated = np.random.default_rng(4).multinomial(16, [0.2] * 5, size=(2, 2 * BLOCK // 5)) / 16  # exact sums
    estimates = np.stack([estimated, gold, np.full_like(gold, 0.2)])
    names = tuple(map(str, range(len(gold))))
    scores = score(Task("t", None, tuple("abcde"), names, gold, None, ("x", "y", "z"), estimates), tuple(MEASURES))
    for layer, measure in zip(scores.values, MEASURES.values(), strict=True):
        np.testing.assert_array_equal(layer, measure(gold, estimates), err_msg=measure.key)
