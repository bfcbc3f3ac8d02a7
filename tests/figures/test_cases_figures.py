"""The figures of Cases: score against score, what goes with a disagreement."""

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from ordquant_core.analysis.human_agreement import HumanAgreement
from ordquant_core.analysis.properties import PROPERTIES, Association
from ordquant_core.figures.card import draw_card
from ordquant_core.figures.effects import draw_effects, draw_human_agreement, draw_shares
from ordquant_core.figures.points import DRAWN_AS_POINTS, DRAWN_AS_SVG, cell_of
from ordquant_core.figures.scores import draw_scores, score_frame
from ordquant_core.figures.template import LIGHT
from ordquant_core.records import Correlation, ShareBin, Task

# Scores


def scores(x, y, run="a"):
    cases = [f"c{i}" for i in range(len(x))]
    r = Correlation(0.5, 0.2, 0.7, len(x))
    return draw_scores(np.array(x), np.array(y), cases, ("NMD", "RNOD"), run, "x", r)


def test_every_case_is_a_point_of_its_run():
    figure = scores([0.1, 0.2], [0.3, 0.4], run="b")
    assert list(figure.data[0].customdata) == [0, 1]
    assert (list(figure.data[0].x), list(figure.data[0].y)) == ([0.1, 0.2], [0.3, 0.4])
    assert figure.data[0].marker.color == LIGHT.run_b
    assert "better" in figure.layout.xaxis.title.text


@pytest.mark.parametrize("values", [[0.1, 0.9], [0.0, 0.0], [np.inf, 0.5]])
def test_0_and_all_finite_scores_are_seen(values):
    low, high = scores(values, values).layout.xaxis.range
    assert low < 0
    assert all(value < high for value in (0, *values) if np.isfinite(value))


@pytest.mark.parametrize("size", [DRAWN_AS_SVG, DRAWN_AS_SVG + 1, DRAWN_AS_POINTS, DRAWN_AS_POINTS + 1, 30_000])
def test_many_scores_are_drawn_with_webgl_and_very_many_as_cells(size):
    x, y = np.random.default_rng(3).random((2, size))
    figure = scores(x, y)
    kinds = [trace.type for trace in figure.data]
    if size <= DRAWN_AS_POINTS:
        assert kinds == ["scatter" if size <= DRAWN_AS_SVG else "scattergl"]
        assert list(figure.data[0].customdata) == list(range(size))
    else:
        assert kinds == ["heatmap", "scatter"]
        reported = {
            cell_of(code): text for code, text in zip(figure.data[1].customdata, figure.data[1].text, strict=True)
        }
        cells, counts = np.unique(score_frame(x, y).cells(x, y), return_counts=True)
        assert reported == {cell: f"{n:,}" for cell, n in zip(cells.tolist(), counts, strict=True)}


# What goes with a disagreement


def test_bins_of_whole_numbers_have_no_decimals_and_others_two():
    bins = (ShareBin(1, 2, 10, 5, 0.3, 0.7), ShareBin(3, 3, 4, 0, 0, 0.5))
    figures = [draw_shares(name, bins) for name in ("annotators", "entropy")]
    ticks = [list(figure.layout.xaxis.ticktext) for figure in figures]
    assert ticks == [["1 – 2", "3"], ["1.00 – 2.00", "3.00"]]
    (bars,) = figures[0].data
    assert list(bars.y) == [0.5, 0]
    assert list(bars.error_y.array) == pytest.approx([0.2, 0.5])


def test_the_letters_of_the_runs_stay_capitals_in_a_title():
    assert (
        "by distance between A and B" in draw_shares("distance", (ShareBin(0, 1, 10, 5, 0.3, 0.7),)).layout.title.text
    )


def test_effects_are_drawn_as_chances_with_their_intervals_filled_where_they_are_clear():
    effects = [Correlation(0.4, 0.2, 0.6, 9), Correlation(-0.1, -0.3, 0.1, 9), Correlation(None, None, None, 9, "why")]
    rows = zip(("entropy", "occurring", "annotators"), effects, (0.01, 0.5, None), strict=True)
    figure = draw_effects([Association(key, 0.1, 0.2, effect, p, p) for key, effect, p in rows])
    lines, dots = figure.data
    labels = [PROPERTIES[key].label for key in ("entropy", "occurring", "annotators")]
    assert list(dots.x) == pytest.approx([0.7, 0.45])
    assert list(dots.y) == labels[:2]
    assert [value for value in lines.x if value is not None] == pytest.approx([0.6, 0.8, 0.35, 0.55])
    assert list(dots.marker.color) == [LIGHT.disagreement, LIGHT.background]
    assert list(figure.layout.yaxis.categoryarray) == labels[1::-1]  # what does not vary has no row


def test_people_agree_with_a_measure_by_a_dot_where_they_answered_and_an_interval_where_there_is_one():
    shares = [("NMD", 0.7, 0.6, 0.8), ("RNOD", 0.6, np.nan, np.nan), ("JSD", np.nan, np.nan, np.nan)]
    lines, dots = draw_human_agreement([HumanAgreement(*row, 9, 3, None) for row in shares]).data
    assert (list(dots.x), list(dots.y)) == ([0.7, 0.6], ["NMD", "RNOD"])
    assert [value for value in lines.x if value is not None] == [0.6, 0.8]


# The card as plain SVG

CLASSES = ("a", "b", "twelve_signs", "thirteen_sign")
OF_CARD = Task(
    "t",
    None,
    CLASSES,
    ("x",),
    np.array([[0.1, 0.3, 0.6, 0]]),
    np.array([[1, 3, 6, 0]]),
    ("r", "s"),
    np.array([[[0, 0.5, 0.5, 0]], [[1, 0, 0, 0]]]),
)


def test_the_svg_draws_bars_in_proportion_and_an_outline_with_a_dot_for_every_estimate():
    root = ET.fromstring(draw_card(OF_CARD, 0))
    parts = [(part.tag.rpartition("}")[2], part.attrib, part.text) for part in root]
    assert root.attrib["viewBox"] == "0 0 480 295"  # 250 and three rows of numbers
    base = 250 - 26
    bars = [part for tag, part, _ in parts if tag == "rect" and part["fill"] == LIGHT.gold]
    middles = [float(bar["x"]) + float(bar["width"]) / 2 for bar in bars]
    assert middles == pytest.approx([34 + 438 / 4 * (n + 0.5) for n in range(4)], abs=0.11)
    assert [float(bar["height"]) for bar in bars] == pytest.approx(OF_CARD.gold[0] * 216, abs=0.06)  # 1 is the highest
    assert [float(bar["y"]) + float(bar["height"]) for bar in bars] == pytest.approx([base] * 4, abs=0.11)
    paths = [part for tag, part, _ in parts if tag == "path"]
    assert [part["stroke"] for part in paths] == [LIGHT.run_a] * 4 + [LIGHT.run_b] * 4
    outlines = [re.fullmatch(r"M([\d.]+) 224V([\d.]+)H([\d.]+)V224", part["d"]).groups() for part in paths]
    ends = np.array(outlines, dtype=float).reshape(2, 4, 3)
    assert base - ends[:, :, 1] == pytest.approx(OF_CARD.estimates[:, 0] * 216, abs=0.06)
    assert (ends[:, :, 0] + ends[:, :, 2]) / 2 == pytest.approx(np.array([middles] * 2), abs=0.11)
    dots = [part for tag, part, _ in parts if tag == "circle"]
    squares = [part for tag, part, _ in parts if tag == "rect" and part["fill"] != LIGHT.gold]
    assert [float(dot["cx"]) for dot in dots] == pytest.approx(middles, abs=0.11)
    assert [float(square["x"]) + 3.2 for square in squares] == pytest.approx(middles, abs=0.11)
    assert [float(dot["cy"]) for dot in dots] == pytest.approx(ends[0, :, 1], abs=0.06)
    assert [float(square["y"]) + 3.2 for square in squares] == pytest.approx(ends[1, :, 1], abs=0.06)


def test_the_svg_names_its_classes_and_has_the_numbers_of_gold_a_and_b_below():
    rows = {}
    for part in ET.fromstring(draw_card(OF_CARD, 0)):
        if part.tag.endswith("text"):
            rows.setdefault((float(part.attrib["y"]), part.attrib["fill"]), []).append(part.text)
    assert rows == {
        (242, LIGHT.muted): ["a", "b", "twelve_signs", "thirteen_si…"],
        (257, LIGHT.gold): ["gold", "1", "3", "6", "0"],
        (272, LIGHT.run_a_text): ["A", "0", "5", "5", "0"],
        (287, LIGHT.run_b_text): ["B", "10", "0", "0", "0"],
    }
