"""Plans drawn: lines of equally many votes, a second panel, cases needed."""

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from ordquant_core.analysis.planning.design import Variance
from ordquant_core.analysis.planning.split import BUDGETS, Option
from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.figures.planning import draw_cases_needed, draw_second_panel, draw_split
from tests.figures.small import ESCAPED, SPLIT, TASK, small_task

LARGE = compare_with_panel(small_task(cases=200).only([]), ["NMD"])


def way(cases, annotators):
    return Option(cases, annotators, 0.05, 0.5, 0.5, 0.5)


def split(*ways, budget=4000, found=SPLIT):
    return draw_split(found, ways, budget, "NMD")


def trace(figure, name):
    return next(trace for trace in figure.data if trace.name == name)


def test_a_straight_line_joins_all_splits_with_equally_many_votes_and_the_budget_stands_out():
    figure = split()
    line = trace(figure, "4,000")
    assert [2.0 ** (x + y) for x, y in zip(line.x, line.y, strict=True)] == pytest.approx([4000, 4000])
    assert line.line.width > trace(figure, "2,000").line.width
    assert "<b>4,000</b>" in [note.text for note in figure.layout.annotations]


def test_the_cells_hold_the_pairs_separated_and_the_best_way_is_framed_in_its_own():
    figure = split(way(400, 10), way(800, 5))
    (frame,) = figure.layout.shapes
    assert 2**frame.x0 < 400 < 2**frame.x1
    assert 2**frame.y0 < 10 < 2**frame.y1
    dots = trace(figure, "ways")
    assert [2.0 ** (x + y) for x, y in zip(dots.x, dots.y, strict=True)] == pytest.approx([4000, 4000])
    pairs = SPLIT.share[0] * SPLIT.pairs
    np.testing.assert_allclose(figure.data[0].z, pairs)
    texts = trace(figure, "pairs").text
    assert [re.sub("</?b>", "", text) for text in texts] == [f"{number:.0f}" for number in pairs.ravel()]
    assert [text.startswith("<b>") for text in texts].index(True) == 2 * 6 + 3


@pytest.mark.parametrize("best", [None, 210, 3000])
@pytest.mark.parametrize("numbers", [(3, 5, 10, 19), (2, 3), (7, 15, 30)])
def test_every_number_stands_in_its_cell_where_no_line_passes(best, numbers):
    cases = tuple(sorted({*SPLIT.cases, best or 50}))
    shape = (1, len(numbers), len(cases), 1)
    found = replace(SPLIT, cases=cases, annotators=numbers, widths=np.full(shape, 0.05), separated=np.full(shape, 0.5))
    figure = split(*[way(best, numbers[0])] * bool(best), found=found)
    cells, written = figure.data[0], trace(figure, "pairs")
    edges = [(left, right, low, high) for low, high in pairwise(cells.y) for left, right in pairwise(cells.x)]
    drawn = [votes for votes in BUDGETS if votes % 2000 == 0]
    for x, y, (left, right, low, high) in zip(written.x, written.y, edges, strict=True):
        assert left < x < right
        assert low < y < high
        assert min(abs(x + y - np.log2(votes)) for votes in drawn) > 0.4  # half way to the next line is 0.5


def test_a_way_whose_annotators_are_not_drawn_has_no_frame():
    assert not split(way(400, 3)).layout.shapes


def test_the_band_is_the_range_of_a_second_panel_and_the_runs_stand_over_their_numbers_of_annotators():
    figure = draw_second_panel(LARGE, SPLIT, "NMD")
    most, least, runs = figure.data
    numbers, low, high = LARGE.by_annotators()
    assert numbers == (3, 5, 10, 20)
    assert list(most.x) == list(least.x) == [3, 5, 10]  # of 20 the range says little
    assert (list(least.y), list(most.y)) == (low[:3].tolist(), high[:3].tolist())
    assert least.fill == "tonexty"
    assert list(runs.x) == [number for number in SPLIT.annotators for _ in SPLIT.runs]
    assert list(runs.y) == SPLIT.means[0].ravel().tolist()
    assert runs.customdata[0] == f"r0{ESCAPED}: {SPLIT.means[0, 0, 0]:.3f}"
    assert [note.text for note in figure.layout.annotations] == ["second panel"]


def test_a_second_panel_may_stand_alone_or_be_so_uncertain_that_nothing_is_drawn():
    assert [len(trace.x) for trace in draw_second_panel(LARGE, None, "NMD").data] == [3, 3, 0]
    unknown = draw_second_panel(compare_with_panel(TASK.only([]), ["DNKT"]), None, "DNKT")
    assert [len(trace.x) for trace in unknown.data] == [0, 0, 0]
    assert "not known" in unknown.layout.title.subtitle.text
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
    assert list(names) == ["largest variance", "mean variance", "pilot: 50"]
    assert names["mean variance"] < names["largest variance"]
    assert 10 ** names["pilot: 50"] == pytest.approx(50)


def test_cases_needed_by_a_measure_that_does_not_vary_are_an_empty_figure():
    figure = draw_cases_needed(Variance("NMD", None), 50, "NMD", alpha=0.05, power=0.8)
    assert [len(line.x) for line in figure.data] == [0, 0]
