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


def test_labels_of_two_types_match_as_they_do_in_a_task():
    gold, run = GOLD.set_axis([1, 2, 3], axis=1).set_axis([7, 8, 9]), RUN.set_axis(["1", "2.0", "3"], axis=1)
    run = run[["3", "1", "2.0"]].set_axis(["7", "8", "9"])[::-1]
    expected = oq.nmd(GOLD.to_numpy(), RUN.to_numpy()).tolist()
    assert oq.nmd(gold, run).to_dict() == dict(zip([7, 8, 9], expected, strict=True))
    assert oq.nmd(gold.loc[7], run.loc["7"]) == expected[0]
    task = oq.from_frames(gold, {"r": run})
    assert oq.score(task, ["NMD"]).values[0, 0].tolist() == expected


def test_one_distribution_is_compared_with_every_row():
    uniform = pd.Series([1 / 3] * 3, index=["B", "NB", "PB"])
    assert oq.nmd(GOLD, uniform).to_dict() == pytest.approx(oq.nmd(GOLD, [1 / 3] * 3).to_dict())
    assert list(oq.nmd(uniform, RUN).index) == ["a", "b", "c"]
    assert oq.nmd(uniform[["NB", "PB", "B"]], RUN.to_numpy()).shape == (3,)


def test_numbers_that_are_written_as_text_are_numbers():
    gold, run = pd.DataFrame({"a": [1.0, 0.5], "b": [0.0, 0.5]}), pd.DataFrame({"a": [0.5, 0.25], "b": [0.5, 0.75]})
    assert oq.nmd(run.astype(str), gold.astype(str)).tolist() == oq.nmd(run, gold).tolist() == [0.5, 0.25]


def test_words_of_no_known_scale_stand_as_in_the_gold():
    gold = GOLD.set_axis(["new", "used", "broken"], axis=1)
    run = RUN.set_axis(["new", "used", "broken"], axis=1)
    scores = oq.rps(gold, run[["broken", "new", "used"]])
    assert scores.tolist() == oq.rps(gold.to_numpy(), run.to_numpy()).tolist()


def test_ordered_categories_of_either_side_say_what_words_mean():
    plain = oq.nmd(GOLD.to_numpy(), RUN.to_numpy())
    known = RUN.set_axis(pd.CategoricalIndex(ORDER, categories=ORDER, ordered=True), axis=1)
    gold = GOLD.set_axis(ORDER, axis=1)
    assert oq.nmd(gold[["broken", "new", "used"]], known).tolist() == plain.tolist()
    other = GOLD.set_axis(pd.CategoricalIndex(ORDER, categories=ORDER[::-1], ordered=True), axis=1)
    assert oq.nmd(other, gold).tolist() == [0.0] * 3


def test_positions_are_those_of_the_order_of_classes_or_have_labels():
    expected = oq.nmd(GOLD.to_numpy(), RUN.to_numpy(), [1, 2, 9]).tolist()
    assert oq.nmd(GOLD[["B", "PB", "NB"]], RUN, PLACES).tolist() == expected
    assert oq.nmd(GOLD, RUN[["B", "PB", "NB"]], [1, 2, 9]).tolist() == expected


def test_baselines_of_a_frame_have_its_labels():
    for baseline in (oq.popularity, oq.uniform):
        found = baseline(GOLD)
        assert found.axes[0].equals(GOLD.index)
        assert found.axes[1].equals(GOLD.columns)
        assert found.to_numpy().tolist() == baseline(GOLD.to_numpy()).tolist()
    assert oq.popularity(GOLD.loc["b"]).to_dict() == {"NB": 0, "PB": 0, "B": 1}


def test_kendall_of_two_series_matches_their_items():
    second = pd.Series([1, 2, 4, 3], index=list("abcd"))
    assert oq.kendall(FIRST, second[::-1]).value == oq.kendall([1, 2, 3, 4], [1, 2, 4, 3]).value


@reviewed(__file__)
def test_what_is_not_plain_is_refused(made, words):
    assert said(made, globals()) == words
