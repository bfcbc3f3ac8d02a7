"""A picture as a value: what a link holds, what typed text means."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.picture import (
    DEFAULT,
    FIELDS,
    LONGEST_LABEL,
    MOST_CLASSES,
    Picture,
    checked,
    example_of,
    from_example,
    of_case,
    parse_entry,
    parse_labels,
    parse_numbers,
    picture_of,
    relabelled,
    renormalised,
    to_query,
    with_text,
    write_entry,
    write_labels,
)
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.tasks import File, read_task
from tests.strategies import probabilities, votes


def from_query(query):
    """Read a link as the page does."""
    return picture_of(
        **{name: field.parse(query[name]) if name in query else field.default for name, field in FIELDS.items()}
    )


printable = st.characters(exclude_categories=("C", "Z"), include_characters=' ,"')
labels = st.text(printable, min_size=1, max_size=LONGEST_LABEL).map(str.strip).filter(bool)
names = st.text(printable, max_size=60)


@cache
def row(n_classes):
    return st.one_of(votes(n_classes), probabilities(n_classes)).map(lambda values: tuple(map(float, values)))


@st.composite
def pictures(draw):
    classes = draw(st.lists(labels, min_size=2, max_size=MOST_CLASSES, unique=True))
    numbers, baseline = row(len(classes)), st.sampled_from(("popularity", "uniform"))
    a, b = draw(st.one_of(numbers, baseline)), draw(st.one_of(numbers, baseline))
    name_a, name_b = ("" if isinstance(entry, str) else draw(names) for entry in (a, b))
    return checked(Picture(tuple(classes), draw(numbers), a, b, name_a, name_b))


@given(pictures())
def test_a_link_holds_exactly_the_picture(picture):
    assert from_query(to_query(picture)) == picture


@given(pictures())
def test_what_is_shown_of_a_picture_can_be_typed_again(picture):
    for name in ("classes", "gold", "a", "b"):
        assert picture.says(name, FIELDS[name].write(getattr(picture, name)))
        again = FIELDS[name].parse(picture.text_of(name))
        if isinstance(again, str) or name == "classes":
            assert again == getattr(picture, name)
        else:
            assert again == pytest.approx(picture.entry(name), rel=1e-5)


@given(pictures())
def test_every_side_of_a_picture_is_a_distribution(picture):
    for side in ("gold", "a", "b"):
        shares = picture.probabilities(side)
        assert shares.shape == (len(picture.classes),)
        assert shares.sum() == pytest.approx(1)
        assert (shares >= 0).all()


@given(st.dictionaries(st.sampled_from(["classes", "gold", "a", "b", "name_a", "task"]), st.text(max_size=80)))
def test_any_text_in_a_link_is_a_picture_or_an_error_in_words(query):
    try:
        picture = from_query(query)
    except OrdquantError as problem:
        assert ":" in str(problem)  # noqa: PT017 - either outcome is right
    else:
        assert checked(picture) == picture


numberlike = st.text(st.sampled_from("0123456789./,;-+eE "), max_size=40)


@given(numberlike)
def test_any_text_of_digits_is_finite_numbers_or_an_error_in_words(text):
    try:
        values = parse_numbers(text, "gold")
    except OrdquantError as problem:
        assert str(problem).startswith("gold: ")  # noqa: PT017 - either outcome is right
    else:
        assert not np.isnan(values).any()


@given(st.fractions(min_value=0, max_value=10**6, max_denominator=10**6))
def test_fractions_are_read_exactly(fraction):
    text = f"{fraction.numerator % 10**9}/{fraction.denominator}"
    assert parse_numbers(text, "a") == (float(Fraction(text)),)


@pytest.mark.parametrize("zero", ["1/0", "1/00", "0/0", "1/000000000"])
def test_a_division_by_zero_is_no_number(zero):
    with pytest.raises(OrdquantError, match="is not a number"):
        parse_numbers(zero, "gold")


@pytest.mark.parametrize("text", ["1,2,3", "1;2;3", " 1 2\t3 ", "1,, 2,3,", "1.0,2e0,.3e1", "+1,4/2,6/2"])
def test_separators_and_notations_are_free(text):
    assert parse_numbers(text, "gold") == (1, 2, 3)


@given(st.lists(labels, min_size=1, max_size=11))
def test_labels_survive_writing_and_reading(given_labels):
    assert parse_labels(write_labels(tuple(given_labels))) == tuple(given_labels)


def test_entries_are_written_without_loss_and_whole_numbers_as_such():
    assert write_entry((0.0, 9.0, 0.1, 1 / 3)) == "0,9,0.1,0.3333333333333333"
    assert write_entry("uniform") == "uniform"
    assert parse_entry("  UNIFORM ", "a") == "uniform"


def test_the_votes_of_a_gold_are_its_annotators_and_probabilities_have_none():
    assert DEFAULT.votes == 20
    assert replace(DEFAULT, gold=(0.2,) * 5).votes is None


def test_dividing_by_the_sum_repairs_only_sides_that_are_slightly_off():
    off = Picture(("x", "y"), (3, 1), (0.5, 0.49), "uniform")
    repaired = renormalised(off)
    assert repaired.gold == (3, 1)
    assert repaired.a == pytest.approx((0.5 / 0.99, 0.49 / 0.99))
    assert repaired.b == "uniform"


@pytest.mark.parametrize("a", [(0.4, 0.4), (0.6, 0.5), (1.5, 2), (-0.5, 1.49), (0, 0), (0.5,), ()])
def test_dividing_by_the_sum_is_no_way_around_real_errors(a):
    with pytest.raises(OrdquantError, match=r"^a: "):
        renormalised(Picture(("x", "y"), (3, 1), a, "uniform"))


@pytest.mark.parametrize("key", EXAMPLES)
def test_every_worked_example_is_a_picture_that_a_link_can_hold(key):
    picture = from_example(EXAMPLES[key])
    assert checked(picture) == picture
    assert from_query(to_query(picture)) == picture
    assert example_of(picture) == key


def test_classes_are_renamed_added_and_removed_while_nothing_gets_lost():
    picture = Picture(("x", "y", "z"), (1.0, 2.0, 0.0), "popularity", (0.5, 0.5, 0.0))
    assert relabelled(picture, ("p", "q")).gold == (1.0, 2.0)
    assert relabelled(picture, ("p", "q", "r", "s")).b == (0.5, 0.5, 0.0, 0.0)
    assert with_text(picture, "classes", "p,q") == relabelled(picture, ("p", "q"))
    with pytest.raises(OrdquantError, match="gold is not 0 for y, z"):
        relabelled(picture, ("p",))


@pytest.mark.parametrize(("gold", "numbers"), [("1,3", (1.0, 3.0)), ("0.25,0.75", (0.25, 0.75))])
def test_a_case_keeps_its_votes_and_its_baseline_as_a_word(gold, numbers):
    files = [File("gold.csv", f"case,a,b\nx,{gold}\n".encode()), File("run.csv", b"case,a,b\nx,.5,.5\n")]
    task = read_task(files, gold="gold.csv").task
    assert task is not None
    every = with_baselines(task)
    picture = of_case(every.only([every.runs[0], every.runs[-2]]), 0)
    assert checked(picture) == picture
    assert (picture.classes, picture.gold, picture.a, picture.b) == (("a", "b"), numbers, (0.5, 0.5), "popularity")
    assert (picture.name_a, picture.name_b) == (every.runs[0], every.runs[-2])


@pytest.mark.parametrize("key", EXAMPLES)
def test_scores_of_both_runs_are_those_of_each(key):
    picture = from_example(EXAMPLES[key])
    assert picture.scores_of_both(list(MEASURES)) == (picture.scores("a", MEASURES), picture.scores("b", MEASURES))
