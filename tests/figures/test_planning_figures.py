"""Plans drawn: lines of equally many votes, the noise floor, cases needed."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from ordquant_core.analysis.planning.design import Variance
from ordquant_core.analysis.planning.split import BUDGETS, Option
from ordquant_core.figures.planning import draw_cases_needed, draw_noise_floor, draw_split
from tests.figures.small import ESCAPED, SPLIT


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


def test_the_cells_hold_the_widths_and_the_best_way_is_framed_in_its_own():
    figure = split(way(400, 10), way(800, 5))
    (frame,) = figure.layout.shapes
    assert 2**frame.x0 < 400 < 2**frame.x1
    assert 2**frame.y0 < 10 < 2**frame.y1
    dots = trace(figure, "ways")
    assert [2.0 ** (x + y) for x, y in zip(dots.x, dots.y, strict=True)] == pytest.approx([4000, 4000])
    np.testing.assert_allclose(np.exp(-np.asarray(figure.data[0].z)), SPLIT.width[0])
    assert [text.startswith("<b>") for text in trace(figure, "widths").text].index(True) == 2 * 6 + 3


@pytest.mark.parametrize("best", [None, 210, 3000])
@pytest.mark.parametrize("numbers", [(3, 5, 10, 19), (2, 3), (7, 15, 30)])
def test_every_number_stands_in_its_cell_where_no_line_passes(best, numbers):
    cases = tuple(sorted({*SPLIT.cases, best or 50}))
    shape = (1, len(numbers), len(cases), 1)
    found = replace(SPLIT, cases=cases, annotators=numbers, widths=np.full(shape, 0.05), separated=np.full(shape, 0.5))
    figure = split(*[way(best, numbers[0])] * bool(best), found=found)
    cells, written = figure.data[0], trace(figure, "widths")
    edges = [(left, right, low, high) for low, high in pairwise(cells.y) for left, right in pairwise(cells.x)]
    drawn = [votes for votes in BUDGETS if votes % 2000 == 0]
    for x, y, (left, right, low, high) in zip(written.x, written.y, edges, strict=True):
        assert left < x < right
        assert low < y < high
        assert min(abs(x + y - np.log2(votes)) for votes in drawn) > 0.4  # half way to the next line is 0.5


def test_a_way_whose_annotators_are_not_drawn_has_no_frame():
    assert not split(way(400, 3)).layout.shapes


def floor(annotators=(3, 6), floors=(0.2, 0.1), means=((0.3, 0.4), (0.2, 0.3)), ways=()):
    found = None if means is None else replace(SPLIT, runs=SPLIT.runs[: len(means[0])], means=np.array([means]))
    return draw_noise_floor(annotators, np.array(floors), found, ways, "NMD")


def test_names_of_a_floor_that_the_runs_reach_are_both_seen():
    figure = floor((3,), (0.3,), ((0.3,),))
    assert max(note.y for note in figure.layout.annotations) <= figure.layout.yaxis.range[1]


def test_the_floor_stands_below_the_runs_and_may_stand_alone():
    line, dots = floor().data
    assert list(line.y) == [0.2, 0.1]
    assert sorted(dots.y) == [0.2, 0.3, 0.3, 0.4]
    first, second = f"r0{ESCAPED}", f"r1{ESCAPED}"
    assert list(dots.customdata) == [f"{first}: 0.300", f"{second}: 0.400", f"{first}: 0.200", f"{second}: 0.300"]
    assert [note.text for note in floor(means=None).layout.annotations] == ["noise floor", "0.200", "<b>0.100</b>"]
    assert floor(ways=[way(100, 3)]).layout.shapes[0].x0 == 3


def test_cases_needed_are_drawn_by_the_pilot_and_by_the_upper_limit_and_both_lines_are_named_at_their_ends():
    figure = draw_cases_needed(Variance("NMD", 0.01, 20), 50, "NMD", alpha=0.05, power=0.8)
    pilot, limit = (np.asarray(line.y) for line in figure.data)
    assert (np.diff(pilot) <= 0).all()
    assert (pilot <= limit).all()
    names = {note.text: note.y for note in figure.layout.annotations}
    assert list(names) == ["by the pilot", "upper limit", "pilot: 50"]
    assert names["by the pilot"] < names["upper limit"]
    assert 10 ** names["pilot: 50"] == pytest.approx(50)


def test_cases_needed_by_a_measure_that_does_not_vary_are_an_empty_figure():
    figure = draw_cases_needed(Variance("NMD", None), 50, "NMD", alpha=0.05, power=0.8)
    assert [len(line.x) for line in figure.data] == [0, 0]
