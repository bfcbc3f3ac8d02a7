"""The figures of ranked lists hold the numbers of their results; what is not defined is left out."""

import numpy as np

from ordquant_core.analysis.retrieval import Metasearch, ranking_agreement
from ordquant_core.figures.ranked_lists import draw_merging, draw_pair_differences, draw_systems
from ordquant_core.figures.template import LIGHT
from ordquant_core.ranked_lists.fusion import BOUNDS, METHODS
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


def test_one_method_stands_out():
    sets = Metasearch(((0, 1), (0, 2)), np.array([0.3, 0.4]), np.linspace(0.1, 0.9, 2 * len(METHODS)).reshape(-1, 2))
    *others, chosen = draw_merging(sets, "CombMNZ", tuple("abc")).data
    assert {trace.name for trace in others} == {*METHODS} - {"CombMNZ", *BOUNDS}
    assert (chosen.name, chosen.marker.color) == ("CombMNZ", LIGHT.gold)
    assert (list(chosen.x), list(chosen.y)) == ([0.3, 0.4], sets.fused[list(METHODS).index("CombMNZ")].tolist())
    assert [trace.name for trace in draw_merging(sets, "Naive", tuple("abc")).data if trace.name in BOUNDS] == ["Naive"]


def test_every_pair_of_runs_is_a_point():
    figure = draw_pair_differences(LISTS, "AP")
    _, of_scores, of_information = LISTS.pair_differences("AP")
    expected = zip(range(28), of_scores.tolist(), of_information.tolist(), strict=True)
    assert points(figure) == {*expected}
