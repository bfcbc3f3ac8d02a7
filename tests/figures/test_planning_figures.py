"""Plans drawn: cases and annotators, a second panel, cases needed."""

import re
from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.analysis.planning.design import Variance
from ordquant_core.analysis.planning.split import Option
from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.figures.planning import draw_cases_needed, draw_second_panel, draw_split
from ordquant_core.findings.second_panel import ends
from tests.figures.small import ESCAPED, SPLIT, TASK, small_task

LARGE = compare_with_panel(small_task(cases=200).only([]), ["NMD"])


def way(cases, annotators):
    return Option(cases, annotators, 0.05, 0.5, 0.5, 0.5)


def split(*ways, budget=4000, found=SPLIT):
    return draw_split(found, ways, budget, "NMD")


def trace(figure, name):
    return next(trace for trace in figure.data if trace.name == name)


def test_the_cells_hold_the_pairs_separated_and_the_ways_to_spend_the_budget_are_framed_the_best_with_a_thick_line():
    figure = split(way(400, 10), way(800, 5))
    second, best = figure.layout.shapes
    assert [(frame.x0 + 0.5, frame.y0 + 0.5) for frame in (best, second)] == [(3, 2), (4, 1)]
    assert [(frame.x1 - 0.5, frame.y1 - 0.5) for frame in (best, second)] == [(3, 2), (4, 1)]
    assert best.line.width > second.line.width
    assert figure.layout.xaxis.ticktext[3] == "400"
    assert figure.layout.yaxis.ticktext[2] == "10"
    pairs = SPLIT.share[0] * SPLIT.pairs
    np.testing.assert_allclose(figure.data[0].z, pairs)
    drawn = trace(figure, "pairs")
    assert [re.sub("</?b>", "", text) for text in drawn.text] == [f"{number:.0f}" for number in pairs.ravel()]
    assert [text.startswith("<b>") for text in drawn.text].index(True) == 2 * 6 + 3
    assert list(zip(drawn.y, drawn.x, strict=True)) == [(row, column) for row in range(3) for column in range(6)]


def test_the_numbers_of_cases_of_the_ways_have_columns_of_their_own():
    found = replace(SPLIT, cases=(50, 100, 210, 400, 800, 1600))
    assert split(way(210, 10), found=found).layout.xaxis.ticktext == ("50", "100", "210", "400", "800", "1,600")


def test_a_way_whose_annotators_are_not_drawn_has_no_frame():
    assert not split(way(400, 3)).layout.shapes


def test_the_band_is_the_range_of_a_second_panel_and_every_run_is_a_line_over_its_numbers_of_annotators():
    figure = draw_second_panel(LARGE, SPLIT, "NMD")
    most, least, runs, _ = figure.data
    numbers, low, high = LARGE.by_annotators()
    assert numbers == (3, 5, 10, 20)
    assert list(most.x) == list(least.x) == [3, 5, 10]  # of 20 the range says little
    assert (list(least.y), list(most.y)) == (low[:3].tolist(), high[:3].tolist())
    assert least.fill == "tonexty"
    assert list(runs.x) == [*SPLIT.annotators, None] * len(SPLIT.runs)
    drawn = np.array(runs.y, dtype=np.float64).reshape(len(SPLIT.runs), -1)
    np.testing.assert_array_equal(drawn[:, :-1].T, SPLIT.means[0])
    assert np.isnan(drawn[:, -1]).all()
    assert runs.customdata[0] == f"r0{ESCAPED}: {SPLIT.means[0, 0, 0]:.3f}"
    assert "up to 10 annotators." in figure.layout.title.subtitle.text
    names = {note.text: (note.x, note.y) for note in figure.layout.annotations}
    assert names["second panel"] == (pytest.approx(np.log10(5)), low[1])  # the ends at 10 are written
    assert f"grey: {len(SPLIT.runs)} runs" in names


def test_the_ends_of_the_range_of_as_many_annotators_are_marked_as_the_finding_writes_them():
    panel = compare_with_panel(small_task(cases=200, votes=20).only([]), ["NMD"])
    marked, bounds = trace(draw_second_panel(panel, None, "NMD"), "of as many"), panel.bounds()
    assert list(marked.x) == [20, 20]
    assert list(marked.y) == [bounds.low[0], bounds.high[0]]
    layout = draw_second_panel(panel, None, "NMD").layout
    assert [note.text for note in layout.annotations[-2:]] == [f"<b>{end}</b>" for end in ends(*marked.y)]
    assert "pilot: 20" in {note.text for note in layout.annotations}
    assert [(line.x0, line.x1) for line in layout.shapes] == [(20, 20)]


def test_a_second_panel_may_stand_alone_or_be_so_uncertain_that_nothing_is_drawn():
    assert [len(trace.x) for trace in draw_second_panel(LARGE, None, "NMD").data] == [3, 3, 0, 2]
    unknown = draw_second_panel(compare_with_panel(TASK.only([]), ["DNKT"]), None, "DNKT")
    assert [len(trace.x) for trace in unknown.data] == [0, 0, 0]
    assert "only where the ends" in unknown.layout.title.subtitle.text
    equal = replace(TASK.only([]), votes=np.repeat([[9, 0, 0]], 24, axis=0))
    agreed = draw_second_panel(compare_with_panel(equal, ["NMD"]), None, "NMD")
    assert [len(trace.x) for trace in agreed.data] == [0, 0, 0]
    assert "all annotators of a case agree" in agreed.layout.title.subtitle.text


def test_cases_needed_are_drawn_by_the_largest_and_by_the_mean_variance_and_both_lines_are_named_at_their_ends():
    figure = draw_cases_needed(Variance("NMD", 0.03, 0.01, 20), 50, "NMD", alpha=0.05, power=0.8)
    largest, mean = (np.asarray(line.y) for line in figure.data)
    assert (np.diff(mean) <= 0).all()
    assert (mean <= largest).all()
    names = {note.text: note.y for note in figure.layout.annotations}
    assert list(names) == ["largest variance", "mean variance", "pilot: 50 cases"]
    assert names["mean variance"] <= names["largest variance"]
    assert 10 ** names["pilot: 50 cases"] == pytest.approx(50)


def test_the_difference_that_the_pilot_detects_is_a_dot_on_the_line_of_its_cases():
    variance = Variance("NMD", 0.03, 0.01, 20)
    dot = trace(draw_cases_needed(variance, 50, "NMD", 0.07, alpha=0.05, power=0.8), "detected")
    assert (dot.x, dot.y, dot.text) == ((0.07,), (50,), ("detects 0.070",))
    beyond = draw_cases_needed(variance, 2, "NMD", 0.9, alpha=0.05, power=0.8)
    assert "detected" not in {line.name for line in beyond.data}


def test_cases_needed_by_a_measure_that_does_not_vary_are_an_empty_figure():
    figure = draw_cases_needed(Variance("NMD", None), 50, "NMD", alpha=0.05, power=0.8)
    assert [len(line.x) for line in figure.data] == [0, 0]
