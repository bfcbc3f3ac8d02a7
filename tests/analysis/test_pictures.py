"""Pictures as values, in links and in a browser, and measures along a path: exact mixtures, lowest samples, flips."""

# ruff: noqa: F401 - the text uses what is imported

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ordquant_core.analysis.baselines import BASELINES, with_baselines
from ordquant_core.analysis.paths import STEPS, interpolate, move_probability, path_of
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
    with_merged_classes,
    with_text,
    write_entry,
)
from ordquant_core.analysis.picture_values import from_values, to_values
from ordquant_core.errors import OrdquantError
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.measures.smoothed import SMOOTHED
from ordquant_core.papers.examples import EXAMPLES
from tests.analysis.made_up import random_task
from tests.reviewed import reviewed, said
from tests.strategies import examples, probabilities, votes


def from_query(query):
    """Read a link as the page does."""
    return picture_of(
        **{name: field.parse(query[name]) if name in query else field.default for name, field in FIELDS.items()}
    )


printable = st.characters(exclude_categories=("C", "Z"), include_characters=' ,"')
labels = st.text(printable, min_size=1, max_size=LONGEST_LABEL).map(str.strip).filter(bool)


@cache
def row(n_classes):
    return st.one_of(votes(n_classes), probabilities(n_classes)).map(lambda values: tuple(map(float, values)))


@st.composite
def pictures(draw):
    classes = draw(st.lists(labels, min_size=2, max_size=MOST_CLASSES, unique=True))
    numbers, baseline = row(len(classes)), st.sampled_from(("popularity", "uniform"))
    a, b = draw(st.one_of(numbers, baseline)), draw(st.one_of(numbers, baseline))
    name_a, name_b = ("" if isinstance(entry, str) else draw(st.text(printable, max_size=60)) for entry in (a, b))
    steps = draw(st.none() | st.lists(st.integers(1, 9), min_size=len(classes), max_size=len(classes)))
    positions = None if steps is None else tuple(np.cumsum(steps).astype(float).tolist())
    return checked(Picture(tuple(classes), draw(numbers), a, b, name_a, name_b, positions))


@examples(30)
@given(pictures())
def test_a_picture_comes_back_from_links_browsers_and_text_and_its_sides_are_distributions(picture):
    assert from_query(to_query(picture)) == picture
    assert from_values(to_values(picture)) == picture
    for name in ("classes", "gold", "a", "b", "positions"):
        assert picture.says(name, FIELDS[name].write(getattr(picture, name)))
        again = FIELDS[name].parse(picture.text_of(name))  # what is shown can be typed again, to six digits
        exact = again is None or isinstance(again, str) or name == "classes"
        assert again == (getattr(picture, name) if exact else pytest.approx(getattr(picture, name), rel=1e-5))
    frame = picture.to_frame()
    for side, column in (("gold", "probability"), ("a", "probability_a"), ("b", "probability_b")):
        shares, entry = picture.probabilities(side), picture.entry(side)
        expected = BASELINES[entry](picture.gold) if isinstance(entry, str) else np.array(entry) / sum(entry)
        assert shares == pytest.approx(expected, abs=1e-12)
        assert frame[column].tolist() == shares.tolist()
        assert picture.held(side) == (tuple(shares.tolist()) if isinstance(entry, str) else entry)
    scores = picture.scores_of_both(list(MAIN_MEASURES))
    assert scores == (picture.scores("a", MAIN_MEASURES), picture.scores("b", MAIN_MEASURES))


anything = st.none() | st.booleans() | st.floats() | st.text(max_size=9)


@examples(20)
@given(st.dictionaries(st.sampled_from([*to_values(DEFAULT)]), anything | st.lists(anything, max_size=12)))
def test_what_a_browser_sends_is_a_picture_or_refused(changed):
    try:
        assert checked(found := from_values(to_values(DEFAULT) | changed)) == found
    except OrdquantError:
        assert changed
    for wrong in (None, [], {**to_values(DEFAULT), "classes": ["\ud800", "b"]}, {"classes": []}):
        with pytest.raises(OrdquantError):
            from_values(wrong)


@given(st.fractions(min_value=0, max_value=900, max_denominator=10**6), st.lists(labels, min_size=1, max_size=11))
def test_fractions_are_read_exactly_and_labels_survive_writing(fraction, given_labels):
    assert parse_numbers(f"{fraction.numerator}/{fraction.denominator}", "a") == (float(Fraction(fraction)),)
    assert parse_labels(FIELDS["classes"].write(tuple(given_labels))) == tuple(given_labels)


def test_every_worked_example_is_a_picture_that_a_link_can_hold():
    for key, example_shown in EXAMPLES.items():
        picture = from_example(example_shown)
        assert checked(picture) == from_query(to_query(picture)) == picture
        assert example_of(picture) == key
        expected = {}
        if picture.votes is not None:
            gold, a = picture.probabilities("gold"), picture.probabilities("a")
            expected = {key: float(of(gold, a, sum(picture.gold))) for key, of in SMOOTHED.items()}
        assert picture.smoothed_scores()[0] == expected


def test_a_case_keeps_its_votes_and_its_baseline_as_a_word():
    task = random_task()
    every = with_baselines(task)
    for one, gold in ((every, task.votes[3]), (replace(every, votes=None), task.gold[3])):
        picture = of_case(one.only([task.runs[1], "Popularity"]), 3)
        assert checked(picture) == picture
        assert (picture.gold, picture.b, picture.classes) == (tuple(gold), "popularity", task.classes)
        assert picture.a == tuple(task.estimates[1, 3])
        assert (picture.name_a, picture.name_b, picture.name("b")) == ("run 1", "Popularity", "Popularity")


def slightly_off(a):
    return renormalised(Picture(("x", "y"), (3, 1), a, "uniform"))


PICTURE = Picture(("x", "y", "z"), (1.0, 2.0, 0.0), "popularity", (0.5, 0.5, 0.0), positions=(1.0, 2.0, 4.0))


def sides_of(picture):
    return picture.classes, picture.gold, picture.a, picture.b, picture.positions


def linked(field, text):
    return from_query(to_query(DEFAULT) | {field: text})


@reviewed(__file__)
def test_paths_are_those_that_were_reviewed_and_what_cannot_be_drawn_is_refused_in_words(made, words):
    assert said(made, globals()) == words


# Paths

GOLD = (0, 1, 2, 9, 8)


@st.composite
def three_sides(draw):
    """Draw a gold and two estimates, as votes of one number of annotators."""
    n_classes, n_votes = draw(st.integers(2, 6)), draw(st.sampled_from([6, 12, 20]))
    cuts = st.lists(st.integers(0, n_votes), min_size=n_classes - 1, max_size=n_classes - 1).map(sorted)
    return [tuple(np.diff([0, *draw(cuts), n_votes]).tolist()) for _ in range(3)]


def signs_of(scores, level):
    delta = scores - level
    return np.where(np.abs(delta) < 1e-12, 0, np.sign(delta)).astype(int)


@examples(15)
@given(three_sides())
@example([(5, 5, 2), (4, 4, 4), (2, 4, 6)])  # all classes are equal at A
@example([(1, 2, 3), (0, 2, 4), (4, 2, 0)])  # three classes meet at once
def test_curves_are_the_measure_at_every_exact_mixture(sides):
    gold, a, b = sides  # mixtures as whole votes: two classes are equal exactly if they are
    exact = np.array([[(STEPS - k) * x + k * y for x, y in zip(a, b, strict=True)] for k in range(STEPS + 1)])
    path = interpolate(gold, a, b, MAIN_MEASURES)
    assert path.amounts.tolist() == [k / STEPS for k in range(STEPS + 1)]
    for curve in path.curves:
        np.testing.assert_allclose(curve.scores, MEASURES[curve.measure](gold, exact), rtol=0, atol=1e-9)
        lows = curve.amounts[curve.scores < curve.scores.min() + 1e-12]
        assert all(np.abs(lows - end).min() < 0.6 / STEPS for ends in curve.lowest for end in ends)
        level = curve.scores[[0, -1]].min()
        at = dict(zip(path.amounts.tolist(), signs_of(curve.scores, level).tolist(), strict=True))
        for flip in curve.flips:
            assert (flip.score, flip.other) == (pytest.approx(level), "ab"[int(curve.scores[0] > curve.scores[-1])])
            assert 0 < flip.high - flip.low < 3.5 / STEPS  # samples that tie or differ alone may lie between them
            assert flip.low in (0, 1) or at[flip.low] == flip.before != flip.after


def of_path(key, *sides, **options):
    """Return where a curve is lowest, and between which samples it flips."""
    (curve,) = interpolate(*sides, [key], **options).curves
    lowest = "; ".join(f"{start:.4g} to {end:.4g}" for start, end in curve.lowest)
    flips = (f"{one.low:.4g} to {one.high:.4g} {one.before} {one.after} {one.other}" for one in curve.flips)
    samples = curve.scores.round(4).tolist() if len(curve.scores) < 5 else "…"
    return f"{lowest} | {', '.join(flips)} | {samples}"


def every_path(*sides):
    return " || ".join(f"{key} {of_path(key, *sides)}".removesuffix(" | …") for key in MAIN_MEASURES)


@given(three_sides(), st.integers(0, 5), st.integers(0, 5))
@example([(0, 0, 0, 12), (1, 4, 2, 5), (0, 0, 0, 12)], 0, 1)  # where all has moved, two classes tie
def test_moved_probability_goes_from_one_class_to_the_other_and_flips_where_the_run_passes_the_other_one(sides, i, j):
    gold, run, other = sides
    i, j = i % len(gold), j % len(gold)
    if i == j or run[i] == 0:
        return
    picture = Picture(tuple(map(str, range(len(gold)))), gold, other, run)
    path = path_of(picture, "b", (str(i), str(j)), MAIN_MEASURES)
    assert path.amounts == pytest.approx(np.linspace(0, run[i] / sum(run), STEPS + 1))
    step = np.zeros(len(gold))
    step[[i, j]] = -1, 1
    exact = np.array([STEPS * np.array(run) + k * run[i] * step for k in range(STEPS + 1)])
    for curve in path.curves:
        np.testing.assert_allclose(curve.scores, MEASURES[curve.measure](gold, exact), rtol=0, atol=1e-9)
        fixed = float(MEASURES[curve.measure](gold, other))
        at = dict(zip(path.amounts.tolist(), signs_of(curve.scores, fixed).tolist(), strict=True))
        for flip in curve.flips:
            assert (flip.other, flip.score) == ("a", pytest.approx(fixed, abs=1e-12))
            assert (at[flip.low], at[flip.high]) == (flip.before, flip.after)
