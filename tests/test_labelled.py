"""Measures and baselines given frames and series of pandas: matched by labels, never by position."""

from types import SimpleNamespace  # noqa: F401 - the text beside uses it

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ordquant_core as oq
from tests.depth import matrix
from tests.reviewed import reviewed, said
from tests.strategies import examples

MEASURES = pytest.mark.parametrize("key", matrix(oq.MEASURES, "NMD", "RPS", "DNKT_JSD"))
GOLD = pd.DataFrame(
    [[0.5, 0.3, 0.2], [0.1, 0.2, 0.7], [0.25, 0.5, 0.25]], index=["a", "b", "c"], columns=["NB", "PB", "B"]
)
RUN = pd.DataFrame(
    [[0.2, 0.3, 0.5], [0.1, 0.8, 0.1], [1.0, 0.0, 0.0]], index=["a", "b", "c"], columns=["NB", "PB", "B"]
)
ORDER = ["new", "used", "broken"]
PLACES, FIRST = pd.Series([9, 1, 2], index=["B", "NB", "PB"]), pd.Series([1, 2, 3, 4], index=list("abcd"))
PLAIN = oq.nmd(GOLD.to_numpy(), RUN.to_numpy()).tolist()
NUMBERED = GOLD.set_axis([1, 2, 3], axis=1).set_axis([7, 8, 9])
TEXTS = RUN.set_axis(["1", "2.0", "3"], axis=1)[["3", "1", "2.0"]].set_axis(["7", "8", "9"])[::-1]
EVEN = pd.Series([1 / 3] * 3, index=["B", "NB", "PB"])
KNOWN = pd.CategoricalIndex(ORDER, categories=ORDER, ordered=True)


def columns_with_an_order(count):
    """Labels whose order is known, in that order."""
    return st.sampled_from(
        [
            pd.Index(range(-1, count - 1)),
            pd.Index([str(number) for number in range(8, 8 + count)]),
            pd.Index([number / 2 for number in range(count)]),
            pd.CategoricalIndex(names := ["zero", "a", "few", "more", "all"][:count], categories=names, ordered=True),
            pd.Index(["strongly disagree", "disagree", "neutral", "agree", "strongly agree"][:count]),
        ]
    )


@st.composite
def frames(draw):
    """A gold and a run over the same labels, in order."""
    n_cases, n_classes = draw(st.integers(1, 6)), draw(st.integers(2, 5))
    votes = st.lists(st.integers(0, 9), min_size=n_classes, max_size=n_classes).filter(lambda row: sum(row) > 1)
    columns = draw(columns_with_an_order(n_classes))
    index = pd.Index(draw(st.lists(st.text("abcD1", min_size=1), min_size=n_cases, max_size=n_cases, unique=True)))
    sides = [draw(st.lists(votes, min_size=n_cases, max_size=n_cases)) for _ in range(2)]
    return tuple(pd.DataFrame(side, index=index, columns=columns) for side in sides)


def shuffled(draw, frame):
    rows, columns = (draw(st.permutations(range(size))) for size in frame.shape)
    return frame.iloc[rows, columns]


@MEASURES
@examples(20)
@given(data=st.data(), pair=frames())
def test_rows_and_columns_in_any_order_and_plain_arrays_give_the_same_scores_in_the_index_of_the_gold(key, data, pair):
    gold, run = pair
    measure, plain = oq.MEASURES[key], oq.MEASURES[key](gold.to_numpy(), run.to_numpy())
    mixed = shuffled(data.draw, gold).rename_axis("dialogue")
    scores = measure(mixed, shuffled(data.draw, run))
    assert (list(scores.index), scores.index.name, scores.name) == (list(mixed.index), "dialogue", key)
    assert scores[gold.index].to_numpy().tobytes() == plain.tobytes()
    for sides in ((gold, run.to_numpy()), (gold.to_numpy(), run), (gold, run.to_numpy().tolist())):
        assert measure(*sides).to_numpy().tobytes() == plain.tobytes()
    case = gold.index[0]
    one = measure(mixed.loc[case], run.loc[case][::-1])
    assert (type(one), one) == (float, plain[0])


@examples(25)
@given(data=st.data(), pair=frames(), key=st.sampled_from([*oq.MEASURES]))
def test_a_label_that_is_missing_surplus_or_repeated_is_named_with_its_side(data, pair, key):
    whole, other = pair
    other_is_gold, axis = data.draw(st.booleans()), data.draw(st.sampled_from([0, 1]))
    labels = whole.axes[axis]
    place = data.draw(st.integers(0, len(labels) - 1))
    changed = {
        "missing": lambda: other.drop(labels[place], axis=axis),
        "renamed": lambda: other.set_axis([*labels[:place], "another", *labels[place + 1 :]], axis=axis),
        "repeated": lambda: pd.concat([other, other.take([place], axis=axis)], axis=axis),
    }[data.draw(st.sampled_from(["missing", "renamed", "repeated"]))]()
    changed = shuffled(data.draw, changed)
    with pytest.raises(oq.ShapeMismatchError) as error:
        oq.MEASURES[key](*((changed, whole) if other_is_gold else (whole, changed)))
    assert repr(labels.tolist()[place]) in str(error.value)
    assert "`gold`" in str(error.value) or "`estimated`" in str(error.value)


@reviewed(__file__)
def test_what_is_matched_by_its_labels_and_what_is_refused(made, words):
    assert said(made, globals()) == words
