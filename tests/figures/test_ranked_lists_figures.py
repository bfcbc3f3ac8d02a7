"""The figures of ranked lists hold the numbers of their results; what is not defined is left out."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.analysis.list_results import TopicInformation, rankings_alike
from ordquant_core.analysis.retrieval import Metasearch, ranking_agreement
from ordquant_core.figures.colour_table import cell_at, draw_agreement, draw_information_difference
from ordquant_core.figures.ranked_lists import (
    draw_merging,
    draw_pair_differences,
    draw_systems,
    draw_topic,
    draw_topic_information,
    draw_topics,
)
from ordquant_core.figures.template import LIGHT
from ordquant_core.figures.venn import _distance, draw_knowledge, overlap_area
from ordquant_core.ranked_lists.collection import UNRANKED, Topic
from ordquant_core.ranked_lists.fusion import METHODS
from tests.analysis.small_lists import made_up
from tests.figures.small import LISTS


def points(figure):
    return {
        (trace.customdata[i][0], float(trace.x[i]), float(trace.y[i]))
        for trace in figure.data
        for i in range(len(trace.x))
    }


def test_every_system_is_a_point_and_the_pair_is_named():
    results = made_up([[[0.3], [0.1], [0.2]], [[0.1], [0.2], [0.3]]])
    figure = draw_systems(results, (2, 0), "AP", ranking_agreement(results.mean("RIC"), results.mean("AP")))
    assert points(figure) == {(0, 0.1, 0.3), (1, 0.2, 0.1), (2, 0.3, 0.2)}
    named = {trace.name: trace for trace in figure.data if trace.name in "AB"}
    assert (named["A"].text[0], named["B"].text[0]) == ("A c", "B a")
    assert named["A"].marker.line.color == LIGHT.run_a


def test_topics_stand_in_the_order_of_their_difference_and_one_without_ric_is_left_out():
    ric = [[0.5, 0.9, np.nan, 0.1], [0.5, 0.1, 0.2, 0.3]]
    results = made_up([ric])
    results = replace(results, scores=replace(results.scores, topics=("x", "y", "-", "z")))
    figure = draw_topics(results, (0, 1), selected=1)
    assert [entry[0] for entry in figure.data[1].customdata] == [2, 0, 1]  # from below: B's gains, ties, A's
    assert list(figure.layout.yaxis.ticktext) == ["z", "x", "y"]
    assert (figure.layout.shapes[0].y0, figure.layout.shapes[0].y1) == (1.5, 2.5)


def test_lists_show_grades_and_what_does_not_count():
    ranks = np.array([[0, 1, 2], [UNRANKED] * 3])
    topic = Topic("t", ("d1", "d2", "d3"), np.array([2, 0, 0]), ranks, np.zeros((2, 3)))
    results = made_up(np.zeros((1, 2, 1)))
    figure = draw_topic(replace(results, collection=replace(results.collection, topics=(topic,))), (0, 1), 0)
    first, second = figure.data
    assert first.marker.color == (LIGHT.run_a.lower(), LIGHT.background, LIGHT.background)
    assert first.marker.opacity == (1.0, 0.25, 0.25)
    assert [tuple(entry[:2]) for entry in first.customdata] == [("d1", 2), ("d2", 0), ("d3", 0)]
    assert not len(second.x)


def test_one_method_stands_out_and_the_own_set_is_marked():
    sets = Metasearch(((0, 1), (0, 2)), np.array([0.3, 0.4]), np.linspace(0.1, 0.9, 2 * len(METHODS)).reshape(-1, 2))
    own = Metasearch(((1, 2),), np.array([0.5]), np.full((len(METHODS), 1), 0.25))
    figure = draw_merging(sets, "CombMNZ", tuple("abc"), own=own)
    *others, chosen, marked = figure.data
    assert {trace.name for trace in others} == {*METHODS} - {"CombMNZ"}
    assert (chosen.name, chosen.marker.color, marked.name) == ("CombMNZ", LIGHT.gold, "your set")
    assert list(chosen.y) == sets.fused[list(METHODS).index("CombMNZ")].tolist()
    assert (marked.x[0], marked.y[0]) == (0.5, 0.25)


def test_the_table_of_differences_has_a_target_on_every_cell():
    joint = [[0.5, 0.6, 0.7], [0.6, 0.5, 0.55], [0.7, 0.55, 0.5]]
    results = made_up(np.zeros((1, 3, 1)), joint)
    heat, targets = draw_information_difference(results).data
    assert np.isnan(np.diag(np.array(heat.z))).all()
    assert heat.z[0][2] == results.difference[0, 2] == pytest.approx(0.4)
    assert heat.text[0][2] == ".40"
    assert heat.customdata[0][2] == ["a and c", "0.400"]
    assert {tuple(cell) for cell in targets.customdata} == {(i, j) for i in range(3) for j in range(3)}
    assert all(
        (x, y) == (cell[1], cell[0]) for x, y, cell in zip(targets.x, targets.y, targets.customdata, strict=True)
    )
    assert cell_at(0, 2) == (1.5, -0.5, 2.5, 0.5)  # where its target is


@pytest.mark.parametrize(("given_", "words"), [(None, "kendall’s tau of"), (("AP",), "information tau of")])
def test_a_table_of_measures_holds_what_their_rankings_share(given_, words):
    cells = rankings_alike(LISTS, given_)
    (heat,) = draw_agreement(LISTS, cells, given_).data
    np.testing.assert_array_equal(np.array(heat.z, dtype=float), cells)
    assert heat.hovertemplate.startswith(words)


def test_every_topic_with_information_is_a_point():
    alone = TopicInformation(("ERR-IA", "alpha-nDCG"), (), np.array([0.5, np.nan, 0.9, 0.2]), 0.5)
    beyond = replace(alone, given=("ERR",), by_topic=np.array([0.1, 0.3, 0.4, np.nan]))
    figure = draw_topic_information(alone, beyond, tuple("abcd"), selected=2)
    (drawn,) = figure.data
    assert points(figure) == {(0, 0.5, 0.1), (2, 0.9, 0.4)}
    assert list(drawn.marker.color) == [LIGHT.background, LIGHT.gold]
    assert "ERR-IA and alpha-nDCG" in figure.layout.xaxis.title.text


def test_pairs_of_one_team_stand_out():
    two, one = draw_pair_differences(LISTS, "AP", teams=list("xxyyzzww")).data
    pairs, of_scores, of_information = LISTS.pair_differences("AP")
    same = [pairs.index(pair) for pair in ((0, 1), (2, 3), (4, 5), (6, 7))]
    assert [entry[0] for entry in one.customdata] == same
    assert (list(one.x), list(one.y)) == (of_scores[same].tolist(), of_information[same].tolist())
    assert (one.name, one.marker.color, two.marker.line.color) == ("one team", LIGHT.gold, LIGHT.muted)
    (every,) = draw_pair_differences(LISTS, "AP").data
    assert len(every.x) == len(one.x) + len(two.x) == len(pairs)


@given(st.floats(0.01, 2), st.floats(0.01, 2), st.floats(0, 4))
def test_the_shared_area_of_two_circles_is_that_of_counting_points(r, s, distance):
    grid = np.linspace(-2, 2, 801) * max(r, s)
    x, y = np.meshgrid(grid, grid)
    inside = (x**2 + y**2 <= r**2) & ((x - distance) ** 2 + y**2 <= s**2)
    counted = inside.sum() * (grid[1] - grid[0]) ** 2
    assert overlap_area(r, s, distance) == pytest.approx(counted, abs=0.02 * max(r, s) ** 2)


@given(st.floats(0.1, 1), st.floats(0.1, 1), st.floats(0.01, 0.99))
def test_circles_are_put_where_they_share_the_area_they_should(r, s, share):
    area = share * math.pi * min(r, s) ** 2
    assert overlap_area(r, s, _distance(r, s, area)) == pytest.approx(area, abs=1e-9)


@given(st.floats(0, 0.5), st.floats(-0.1, 0.5), st.floats(0, 0.5))
def test_the_picture_of_two_runs_can_always_be_drawn(only_a, both, only_b):
    joint = only_a + both + only_b
    results = made_up(np.zeros((1, 2, 1)), [[only_a + both, joint], [joint, only_b + both]])
    figure = draw_knowledge(results, (0, 1))
    texts = [note.text for note in figure.layout.annotations]
    shares = results.shares(0, 1)
    assert texts[0] == f"only <b>A a</b><br>{shares.only_first:.3f}"
    assert len(texts) == 4
    first, second = [shape for shape in figure.layout.shapes if shape.type == "circle"][-2:]
    radii = [(shape.x1 - shape.x0) / 2 for shape in (first, second)]
    assert [math.pi * r**2 for r in radii] == pytest.approx([max(only_a + both, 0), max(only_b + both, 0)], abs=1e-9)
    if both < -1e-9:
        assert second.x0 > first.x1
    lens = [shape.path for shape in figure.layout.shapes if shape.type == "path"]
    edge = [tuple(map(float, point.split(","))) for path in lens for point in path.strip("M Z").split(" L ")]
    for circle, radius in zip((first, second), radii, strict=True):  # what they share lies in both
        assert all(math.hypot(x - (circle.x0 + circle.x1) / 2, y) <= radius + 1e-5 for x, y in edge)
