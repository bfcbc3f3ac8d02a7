"""What figures do where there is much, little or nothing to draw, and that what they write has room."""

import json
import re
from dataclasses import asdict, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core import numerals
from ordquant_core.analysis.consistency import Curve
from ordquant_core.analysis.paths import interpolate
from ordquant_core.analysis.planning.design import Variance
from ordquant_core.analysis.planning.split import Option
from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures import standalone
from ordquant_core.figures.deltas import delta_frame, draw_deltas, place_deltas
from ordquant_core.figures.dialogue import draw_dialogue
from ordquant_core.figures.distributions import draw_distributions
from ordquant_core.figures.effects import draw_shares
from ordquant_core.figures.measuring import draw_growth, draw_matrix, draw_p_values
from ordquant_core.figures.nuggets import NuggetView, draw_over_alpha
from ordquant_core.figures.paths import LABEL_PITCH, LAYOUTS, LETTER, Layout, draw_paths
from ordquant_core.figures.planning import draw_cases_needed, draw_second_panel, draw_split
from ordquant_core.figures.points import CELLS, DRAWN_AS_POINTS, DRAWN_AS_SVG, cell_of
from ordquant_core.figures.report import draw_score_boxes
from ordquant_core.figures.scores import draw_scores, score_frame
from ordquant_core.figures.small_workings import draw_calculation
from ordquant_core.figures.systems import draw_groups, draw_ranks
from ordquant_core.figures.template import DARK, LIGHT
from ordquant_core.figures.workings import LETTERS_UP_TO, ROOMY_UP_TO, draw_steps
from ordquant_core.findings.second_panel import ends
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.measures.workings import short_working, working
from ordquant_core.numerals import score, written
from ordquant_core.records import Correlation, Path, Quadrants, Scores, ShareBin
from tests.figures.small import REPORT, RESULTS, SPLIT, TASK, small_task
from tests.test_nugget_frames import ranking_of, task_of

CLASSES, GOLD, EVEN = ("-2", "-1", "0", "1", "2"), [0, 0.05, 0.1, 0.45, 0.4], [0.2] * 5
POPULARITY = [0, 0, 0, 1, 0]
INLIERS = np.linspace(-0.2, 0.2, 100)


# Numbers in hovers

SPECIAL = [0.0, -0.0, 0.0625, -0.0625, 0.0005, -0.0004, 0.0015, 1e300, 1e308, -12345.6789, np.inf, -np.inf, np.nan]
numbers = st.lists(st.floats() | st.integers(-3600, 3600).map(lambda n: n / 3200) | st.sampled_from(SPECIAL))


@given(numbers, st.integers(0, 4), st.booleans())
def test_every_number_is_written_as_numerals_writes_it(values, places, sign):
    assert written(values, places=places, sign=sign) == [numerals.decimals(v, places, sign=sign) for v in values]


# A canvas


def canvas(gold=GOLD, rows=(POPULARITY, EVEN), classes=CLASSES, **more):
    return draw_distributions(classes, gold, rows, ["run 0", "run 1"], **more)


@pytest.mark.parametrize("n", range(2, 16))
def test_numbers_are_left_out_where_they_would_not_fit_beside_each_other_on_a_phone(n):
    for votes in (None, 7, 200):
        for classes in (tuple("abcdefghijklmno"[:n]), tuple(f"a class named {i}" for i in range(n))):
            figure = canvas(np.full(n, 1 / n), [np.full(n, 1 / n)] * 2, classes, votes=votes)
            ticks = [text.split("<br><span")[0].strip().split("<br>") for text in figure.layout.xaxis.ticktext]
            below = [one for text in figure.layout.xaxis.ticktext for one in re.findall("<span[^>]*>([^<]*)<", text)]
            assert max(map(len, below), default=0) * 6 <= 270 / n, "a digit of 12 pixels is 6 wide"
            if not figure.layout.annotations:
                assert n > 7 or len(classes[0]) > 1
                assert figure.layout.xaxis.title.text
            labels = [[line for line in lines if line.strip()] for lines in ticks]
            assert max(len(line) for label in labels for line in label) <= max(4, 270 / n / 6)
            for label, name, read in zip(labels, classes, figure.data[0].customdata, strict=True):
                assert label == [name] or read.startswith(f"{name}<br>")


@pytest.mark.parametrize(
    ("gold", "rows"),
    [(GOLD[1:], [EVEN]), (GOLD, [EVEN[1:]]), (GOLD, [EVEN] * 3), (GOLD, EVEN)],
)
def test_shapes_that_do_not_fit_are_refused(gold, rows):
    with pytest.raises(ShapeMismatchError, match="over 5 classes"):
        canvas(gold, rows)


# Scatterplots


def deltas(x, y, counts=None, **more):
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    return draw_deltas(x, y, [f"c{i}" for i in range(len(x))], ("NMD", "RNOD"), ("run", "walk"), counts=counts, **more)


def scores(x, y, run="a"):
    cases, r = [f"c{i}" for i in range(len(x))], Correlation(0.5, 0.2, 0.7, len(x))
    return draw_scores(np.array(x), np.array(y), cases, ("NMD", "RNOD"), run, "x", r)


@pytest.mark.parametrize("values", [[], [0.0], [0.0, 0.0], [np.inf, -np.inf]])
def test_no_points_ties_and_infinities_can_be_drawn(values):
    figure = deltas(values, values)
    assert np.isfinite(figure.layout.xaxis.range).all()
    assert figure.layout.xaxis.range[1] > 0


@pytest.mark.parametrize("values", [[0.1, 0.9], [0.0, 0.0], [np.inf, 0.5]])
def test_0_and_all_finite_scores_are_seen(values):
    low, high = scores(values, values).layout.xaxis.range
    assert low < 0
    assert all(value < high for value in (0, *values) if np.isfinite(value))


@pytest.mark.parametrize(
    ("values", "reach"),
    [
        (INLIERS, 1.16 * 0.2),
        (np.r_[INLIERS, 0.24], 1.16 * 0.24),  # not much farther: it makes the others no smaller
        (np.r_[INLIERS, -0.9], 1.16 * 0.2),
        (np.r_[INLIERS, [0.9] * 3], 1.16 * 0.9),  # more than 2%
        (np.r_[np.zeros(100), 0.9], 1.16 * 0.9),  # all others are ties
        (np.r_[0.1, 0.9], 1.16 * 0.9),
        (np.r_[INLIERS, np.inf, np.nan], 1.16 * 0.2),
        (np.r_[8e-9], 0.1),  # a tie but for rounding: no axis in billionths
        (np.r_[9e-9], 1.16 * 9e-9),
    ],
)
def test_an_axis_reaches_beyond_98_percent_of_the_cases_where_the_others_are_far_out(values, reach):
    frame = delta_frame(values, np.zeros(len(values)))
    assert frame.across == pytest.approx((-reach, reach))
    assert frame.upwards == (-0.1, 0.1)


def test_outliers_are_at_the_edge_with_their_margin_and_nothing_else_is_moved():
    x, y = np.r_[INLIERS, 0.9, -0.0, np.inf], np.r_[INLIERS, 0.1, -0.8, 0.1]
    at_x, at_y, frame = place_deltas(x, y)
    side, under = 0.98 * frame.across[1], -0.87 * frame.upwards[1]  # the counts of the corners are farther below
    assert at_x[[-3, -2]] == pytest.approx([side, 0])
    assert at_y[[-3, -2]] == pytest.approx([0.1, under])
    assert np.isinf(at_x[-1])
    assert np.array_equal(at_x[:100], INLIERS)
    notes = {note.text: (note.x, note.y) for note in deltas(x, y).layout.annotations if note.xref != "x domain"}
    assert notes == {"0.900 ▸": pytest.approx((side, 0.1)), "▾ 0.800": pytest.approx((0, under))}


# In a corner a count stands: there the farthest of all has none.
@pytest.mark.parametrize(
    ("heights", "n_written", "first"), [(np.zeros(9), 1, "3.000 ▸"), (np.linspace(-0.2, 0.2, 9), 6, "2.875 ▸")]
)
def test_outliers_close_to_each_other_have_the_margin_of_the_farther_one_and_many_not_all(heights, n_written, first):
    figure = deltas(np.r_[np.tile(-np.abs(INLIERS), 9), np.linspace(2, 3, 9)], np.r_[np.tile(INLIERS, 9), heights])
    notes = [note.text for note in figure.layout.annotations[4:]]
    assert (notes[0], len(notes)) == (first, n_written)


@pytest.mark.parametrize(
    ("x", "y", "is_written"), [(0.19, 0, False), (0.1, 0, True), (0.19, 0.1, True), (-0.19, 0, True)]
)
@pytest.mark.parametrize(("side", "upwards"), [(1, False), (-1, False), (1, True), (-1, True)])
def test_the_margin_of_an_outlier_is_not_written_over_another_case(x, y, is_written, side, upwards):
    along, beside = side * np.r_[np.full(100, -0.2), x, 0.9], np.r_[np.tile([-0.2, 0.2], 50), y, 0]
    figure = deltas(beside, along) if upwards else deltas(along, beside)
    assert len(figure.layout.annotations[4:]) == is_written


def counted_cells(figure, name="cells"):
    """Return what is read of each cell, by its number."""
    (hits,) = (trace for trace in figure.data if trace.name == name)
    columns = [hits.text] if hits.hovertext is None else [hits.text, hits.hovertext]
    return {cell_of(code): read for code, *read in zip(hits.customdata, *columns, strict=True)}


@pytest.mark.parametrize("size", [DRAWN_AS_SVG, DRAWN_AS_SVG + 1, DRAWN_AS_POINTS, DRAWN_AS_POINTS + 1])
def test_many_cases_are_drawn_with_webgl_and_very_many_as_cells(size):
    x, y = np.random.default_rng(3).random((2, size))
    for figure in (scores(x, y), deltas(x, y)):
        drawn = {int(case) for trace in figure.data if trace.customdata is not None for case in trace.customdata}
        kinds = {trace.type for trace in figure.data}
        if size <= DRAWN_AS_POINTS:
            assert drawn == set(range(size))
            assert kinds == {"scatter" if size <= DRAWN_AS_SVG else "scattergl"}
        else:
            assert kinds == {"heatmap", "scatter"}
            assert max(drawn) < 0
    if size > DRAWN_AS_POINTS:
        cells, counts = np.unique(score_frame(x, y).cells(x, y), return_counts=True)
        expected = {cell: [f"{n:,}"] for cell, n in zip(cells.tolist(), counts, strict=True)}
        assert counted_cells(scores(x, y)) == expected


@pytest.mark.parametrize("share_apart", [0, 0.03, 0.9])
def test_beyond_the_limit_cells_are_drawn_that_count_every_case_exactly_amber_over_the_others(share_apart):
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=(2, DRAWN_AS_POINTS + 1))
    y = np.abs(y) * np.sign(x) * np.where(rng.random(len(y)) < share_apart, -1, 1)
    figure = deltas(x, y, Quadrants(1, 123_456, 3, 4, 5))
    names = [trace.name for trace in figure.data]
    points = [trace.type for trace in figure.data if trace.name == "disagree"]
    assert points == {0: [], 0.03: ["scatter"], 0.9: ["heatmap"]}[share_apart]  # of few disagreements each is a dot
    assert not points or names.index("disagree") > names.index("agree or tie")
    at_x, at_y, frame = place_deltas(x, y)
    of_case, apart = frame.cells(at_x, at_y), x * y < 0
    reported = counted_cells(figure)
    assert set(reported) == set(of_case.tolist())
    for cell, read in reported.items():
        assert read == [f"{(of_case == cell).sum():,}", f"{apart[of_case == cell].sum():,}"]
    (heat,) = (trace for trace in figure.data if trace.name == "agree or tie")
    held = np.bincount(of_case[~apart], minlength=heat.z.size).reshape(heat.z.shape)
    assert np.array_equal(heat.z > 0, held > 0)
    assert heat.z[held == held.max()].min() == heat.z.max()
    assert "NMD prefers A,<br>RNOD B <b>123,456</b>" in [note.text for note in figure.layout.annotations]


def test_no_cell_lies_in_two_quadrants_and_none_reaches_the_line_of_text_in_a_corner():
    x, y = np.random.default_rng(1).uniform(-1, 1, (2, 20_000))
    figure = deltas(x, y)
    margin, top = figure.layout.margin, figure.layout.yaxis.range[1]
    assert (1 - y.max() / top) / 2 * (figure.layout.height - margin.t - margin.b) > 12 + 3.5  # and half a dot
    of_case = delta_frame(x, y).cells(x, y)
    quadrants = np.unique(np.stack([of_case, x > 0, y > 0]), axis=1)
    assert len(quadrants[0]) == len(np.unique(of_case))
    infinite = np.r_[np.inf, -np.inf, np.nan, 0.5]
    assert delta_frame(infinite, np.full(4, 0.5)).cells(infinite, np.full(4, 0.5)).tolist()[:3] == [-1, -1, -1]


@pytest.mark.parametrize("step", [0, 0.025, 0.05, 0.07])
def test_no_column_of_cells_is_empty_because_a_measure_takes_few_values(step):
    x = np.random.default_rng(1).normal(scale=0.15, size=20_000)
    if step:
        x = step * np.rint(x / step)
        x[:7] = -step / 2  # rare values between the others fill no column
    frame = delta_frame(x, x)
    columns = np.bincount(frame.cells(x, x) % frame.columns)
    usual = np.flatnonzero(columns > 0.01 * len(x))
    assert columns[usual[0] : usual[-1] + 1].min() > 0.005 * len(x)
    assert (frame.columns == CELLS) == (not step)
    assert frame.columns % 2 == 0


# Measures


def matrix(cells=((1, 0.5, np.nan), (0.5, 1, 0.2), (np.nan, 0.2, 1)), **more):
    keys = ("NMD", "NVD", "DNKT")
    return draw_matrix(np.array(cells), keys, score, "{} and {}".format, title="t", unit="tau", **more)


def test_the_cell_of_the_chosen_pair_is_framed_and_its_names_are_bold():
    figure = matrix(pair=(1, 0))
    (frame,), (heat, named, pairs) = figure.layout.shapes, figure.data
    place = [list(pair) for pair in pairs.customdata].index([0, 1])
    assert (frame.x0 + 0.5, frame.y0 + 0.5) == (frame.x1 - 0.5, frame.y1 - 0.5) == (pairs.x[place], pairs.y[place])
    assert {re.sub("<.*?>", "", name).strip() for name in named.text if "<b>" in name} == {"NMD", "NVD"}
    assert not matrix().layout.shapes
    assert not matrix(pair=(0, 2)).layout.shapes  # it has no number
    assert [np.isfinite(np.array(heat.z, dtype=float)).sum(), heat.zmin] == [2, 0.2]
    assert matrix(np.ones((3, 3))).data[0].zmin < 1  # all alike


def p_values(of_pairs, pair):
    """Draw the p-values of two pairs of runs, a row per measure, and of one that never differs."""
    tables = np.ones((3, 3, 3))
    for (i, j), values in zip(((0, 1), (0, 2)), np.transpose(of_pairs), strict=True):
        tables[:, i, j] = tables[:, j, i] = values
    test = replace(RESULTS.test, measures=("NMD", "NVD", "DNKT"), runs=tuple("abc"), p_values=tables)
    return draw_p_values(test, 0.05, pair)


@pytest.mark.parametrize(
    ("of_pairs", "seen"),
    [(((0.3, 0.01), (0.5, 0.02), (1, 1)), (1, 4)), (((1, 1),) * 3, (0, 4)), (((0, 0),) * 3, (0, 4))],
)
def test_the_pairs_of_runs_with_p_values_near_the_level_are_seen(of_pairs, seen):
    figure = p_values(of_pairs, pair=(0, 1))
    assert figure.layout.xaxis.range == seen
    assert figure.layout.yaxis.range == (0, 0.2)


def growth(last=(0.9, 0.9, 0.9), needed=4):
    sizes = (1, 2, 5, 7, 10)
    means = np.linspace(0.1, 1, len(sizes))[:, None] * np.array(last)
    grown = Curve(("NMD", "NVD", "DNKT"), sizes, means, 9, np.zeros((5, 3), dtype=int))
    return draw_growth(grown, 0.5, needed, (0, 2))


def test_of_lines_that_grow_the_pair_the_highest_and_the_lowest_are_named_apart():
    figure = growth()
    assert figure.layout.xaxis.type == "log"
    notes = figure.layout.annotations
    assert [note.text for note in notes] == ["tau 0.5", "4 cases", "<b>NMD</b>", "<b>DNKT</b>"]
    assert 10 ** notes[1].x == pytest.approx(4)
    assert notes[2].y != notes[3].y
    assert max(notes[2].y, notes[3].y) <= figure.layout.yaxis.range[1]
    assert [note.text for note in growth((0.1, 0.9, 0.2)).layout.annotations][4:] == ["NVD"]
    assert len(growth(needed=None).layout.shapes) == 1


def test_bins_of_whole_numbers_have_no_decimals_and_others_two():
    bins = (ShareBin(1, 2, 10, 5, 0.3, 0.7), ShareBin(3, 3, 4, 0, 0, 0.5))
    ticks = [list(draw_shares(name, bins).layout.xaxis.ticktext) for name in ("annotators", "entropy")]
    assert ticks == [["1 – 2", "3"], ["1.00 – 2.00", "3.00"]]
    assert "by distance between A and B" in draw_shares("distance", bins[:1]).layout.title.text


# Systems


def test_a_bar_joins_the_rows_of_every_group_and_bars_that_overlap_are_side_by_side():
    p_values = np.ones((3, 4, 4))
    p_values[0, 0, 2] = p_values[0, 2, 0] = p_values[0, 0, 3] = p_values[0, 3, 0] = 0.01  # 0 1 and 1 2 3
    means = np.tile([0.1, 0.2, 0.3, 0.4], (3, 1))
    found = replace(RESULTS.test, means=means, p_values=p_values)
    figure = draw_groups(replace(RESULTS, test=found, interval=replace(RESULTS.interval, means=means)), "NMD")
    bars = [(bar.y0, bar.y1, bar.x0) for bar in figure.layout.shapes]
    assert [(round(y0 + 0.32), round(y1 - 0.32)) for y0, y1, _ in bars] == [(0, 1), (1, 3)]
    assert bars[0][2] != bars[1][2]


def ranked(first, second, runs=tuple("xyz")):
    figure = draw_ranks(Scores(("NMD", "RNOD"), runs, ("c",), np.array([first, second], dtype=float)[..., None]))
    return figure, {line.name: line for line in figure.data if line.mode == "lines+markers"}


def test_runs_that_tie_share_a_rank_beside_a_bar_and_a_line_under_another_is_named_with_it():
    figure, lines = ranked((0.1, 0.2, 0.3), (0.1, 0.1, 0.1))
    assert [list(line.y) for line in lines.values()] == [[1, 1], [2, 1], [3, 1]]
    (bar,) = figure.layout.shapes
    assert (bar.x0, bar.x1, bar.y0, bar.y1) == (1, 1, 1, 3)
    _, lines = ranked((0.1, 0.1, 0.3), (0.2, 0.2, 0.3))
    words = {"x, y<br>rank 1 by NMD, 1 by RNOD", "z<br>rank 3 by NMD, 3 by RNOD"}
    assert {line.text[0] for line in lines.values()} == words
    _, lines = ranked((1, 2, 3, 4), (4, 1, 2, 3), tuple("xyzw"))
    assert [*lines][-1] == "x"  # it moves most: on top, and amber
    assert [line.line.color == LIGHT.disagreement for line in lines.values()] == [False, False, False, True]


# Nuggets

SENDERS = ("customer", "helpdesk", "helpdesk", "customer")
DIALOGUES = task_of(runs=("x", "y", "z"), senders=(("customer",), SENDERS, ("helpdesk",), ("customer", "helpdesk")) * 6)
VIEW = NuggetView(DIALOGUES, ranking_of(DIALOGUES), "RNSS", (0, 1), 0)


def test_names_of_close_runs_are_lines_of_text_apart():
    means = np.array([(0.1, 0.3), (0.2, 0.201), (0.19, 0.2025)]).T[:, None].repeat(len(VIEW.ranking.helpdesk), axis=1)
    averages = replace(VIEW.ranking.averages, alpha=0.5)
    ranking = replace(VIEW.ranking, averages=averages, helpdesk=means[0], customer=means[1])
    figure = draw_over_alpha(ranking, "RNSS", (0, 1))
    layout, (low, high) = figure.layout, figure.layout.yaxis.range
    pixel = (high - low) / (layout.height - layout.margin.t - layout.margin.b)
    assert np.diff(sorted(one.y / pixel for one in layout.annotations)).min() >= 12


@pytest.mark.parametrize(("number", "bars", "rows"), [(0, 4 + 2, 1), (1, 4 + 3, 3), (2, 2 + 3, 1)])
def test_both_sides_of_a_dialogue_have_room_for_their_types_a_silent_one_for_two(number, bars, rows):
    layout = draw_dialogue(replace(VIEW, dialogue=number)).layout
    assert layout.xaxis.range == (-0.65, pytest.approx(bars + 0.7 - 0.35))
    assert layout.height == 62 + {1: 280, 3: 200}[rows] * rows


# Paths

PICTURES = {
    "popularity and uniform": ((0, 1, 2, 9, 8), "popularity", "uniform"),
    "many meetings": ((3, 4, 7, 1, 5), (1, 2, 3, 8, 6), (6, 2, 9, 1, 2)),
    "three classes": ((3, 4, 3), (1, 0, 0), (2, 3, 5)),
    "copies": ((1, 2, 1), (1, 2, 3), (1, 2, 3)),
}


def path(picture, **more):
    curves = interpolate(*PICTURES[picture], MAIN_MEASURES, steps=20).curves
    return draw_paths(Path(curves[0].amounts, tuple(curves)), "NMD", "none", (), **more)


def axis(figure, reference, letter):
    return figure.layout[f"{letter}axis{reference.removeprefix(letter).removesuffix(' domain')}"]


def test_the_lines_of_one_layout_serve_the_other():
    first, wide = path("many meetings", layout=LAYOUTS["narrow"]), LAYOUTS["wide"]
    again = path("many meetings", layout=wide, lines_of=first).to_dict()
    assert again == path("many meetings", layout=wide).to_dict()
    assert again["layout"]["height"] == wide.height


def rectangles(figure, width, height):
    """Return the rectangles of all texts beside and above the panels, in pixels from the bottom left, by name."""
    found = {}
    for note in figure.layout.annotations:
        text = note.text.removeprefix("<b>").removesuffix("</b>")
        wide = LETTER * len(text)
        if note.xref == "paper":
            left, under = width * note.x, height * note.y + note.yshift
            found[text] = (left, left + wide, under, under + note.font.size + 3)
            continue
        across, upwards = axis(figure, note.xref, "x").domain, axis(figure, note.yref, "y")
        low, high = (height * share for share in upwards.domain)
        middle = low + note.y / upwards.range[1] * (high - low) - note.ay
        left = width * across[1] + note.ax
        found[note.name] = (left, left + wide, middle - LABEL_PITCH / 2, middle + LABEL_PITCH / 2)
    return found


def overlap(first, second):
    return all(min(first[i + 1], second[i + 1]) - max(first[i], second[i]) > 1e-6 for i in (0, 2))


@pytest.mark.parametrize("size", [*LAYOUTS.values(), Layout(1, 358, 900)])
@pytest.mark.parametrize("picture", PICTURES)
def test_names_neither_overlap_nor_leave_the_figure_nor_cover_a_panel(picture, size):
    _, width, height = size
    figure = path(picture, layout=size)
    found = rectangles(figure, width, height)
    assert len(found) == len(MAIN_MEASURES) + 4
    panels = []
    for suffix in ("", 2, 3, 4):
        across, upwards = (figure.layout[f"{letter}axis{suffix}"].domain for letter in "xy")
        panels.append((*(width * share for share in across), *(height * share for share in upwards)))
    for number, (name, box) in enumerate(found.items()):
        assert box[0] >= -1e-9, name
        assert box[1] <= width + 1e-6, name
        assert box[2] >= -1e-9, name
        assert box[3] <= height + 1e-9, name
        assert not any(overlap(box, other) for other in [*[*found.values()][:number], *panels]), name


# Plans


def way(cases, annotators, separated=0.5):
    return Option(cases, annotators, 0.05, separated, 0.5, 0.5)


def test_ways_that_are_not_drawn_have_no_frame_and_their_numbers_of_cases_a_column():
    assert not draw_split(SPLIT, [way(400, 3)], 4000, "NMD").layout.shapes  # its annotators are not drawn
    found = replace(SPLIT, cases=(50, 100, 210, 400, 800, 1600))
    columns = draw_split(found, [way(210, 10)], 4000, "NMD").layout.xaxis.ticktext
    assert columns == ("50", "100", "210", "400", "800", "1,600")


def test_the_ends_of_the_range_of_as_many_annotators_are_marked_as_the_finding_writes_them():
    panel = compare_with_panel(small_task(cases=200, votes=20).only([]), ["NMD"])
    figure, bounds = draw_second_panel(panel, None, "NMD"), panel.bounds()
    marked = figure.data[-1]
    assert (list(marked.x), list(marked.y)) == ([20, 20], [bounds.low[0], bounds.high[0]])
    layout = figure.layout
    assert [note.text for note in layout.annotations[-2:]] == [f"<b>{end}</b>" for end in ends(*marked.y)]
    assert "pilot: 20" in {note.text for note in layout.annotations}
    assert [(line.x0, line.x1) for line in layout.shapes] == [(20, 20)]


def test_a_second_panel_may_stand_alone_or_be_so_uncertain_that_nothing_is_drawn():
    large = compare_with_panel(small_task(cases=200).only([]), ["NMD"])
    alone = draw_second_panel(large, None, "NMD")
    assert [len(trace.x) for trace in alone.data] == [3, 3, 0, 2]
    assert "up to 10 annotators." in alone.layout.title.subtitle.text  # of 20 the range says little
    unknown = draw_second_panel(compare_with_panel(TASK.only([]), ["DNKT"]), None, "DNKT")
    equal = replace(TASK.only([]), votes=np.repeat([[9, 0, 0]], 24, axis=0))
    agreed = draw_second_panel(compare_with_panel(equal, ["NMD"]), None, "NMD")
    for figure, words in ((unknown, "only where the ends"), (agreed, "all annotators of a case agree")):
        assert [len(trace.x) for trace in figure.data] == [0, 0, 0]
        assert words in figure.layout.title.subtitle.text


def test_cases_needed_fall_with_the_difference_and_are_none_by_a_measure_that_does_not_vary():
    variance = Variance("NMD", 0.03, 0.01, 20)
    figure = draw_cases_needed(variance, 50, "NMD", 0.07, alpha=0.05, power=0.8)
    largest, mean, dot = figure.data
    assert (np.diff(mean.y) <= 0).all()
    assert (np.asarray(mean.y) <= largest.y).all()
    assert (dot.x, dot.y, dot.text) == ((0.07,), (50,), ("detects 0.070",))
    assert len(draw_cases_needed(variance, 2, "NMD", 0.9, alpha=0.05, power=0.8).data) == 2  # beyond the plot
    empty = draw_cases_needed(Variance("NMD", None), 50, "NMD", alpha=0.05, power=0.8)
    assert [len(line.x) for line in empty.data] == [0, 0]


# Calculations


def steps(key, gold=GOLD, estimated=POPULARITY, classes=CLASSES, run="a", name="x"):
    return draw_steps(working(key, gold, estimated, classes), classes, run=run, name=name)[0]


def short(key, gold=GOLD, estimated=POPULARITY, classes=CLASSES, run="a", name="x"):
    return draw_calculation(short_working(key, gold, estimated, classes), run=run, name=name)


def of(figure, name):
    return next(trace for trace in figure.data if trace.name == name)


@pytest.mark.parametrize(
    ("name", "called"),
    [("", "Run A"), ("A", "Run A"), ("Run A", "Run A"), ("x" * 28, f"A {'x' * 28}"), ("x" * 29, f"A {'x' * 27}…")],
)
def test_a_run_is_called_by_its_letter_and_its_name_cut_where_it_is_long(name, called):
    figure = steps("NMD", name=name)
    assert of(figure, called)
    assert f"○ {called}" in figure.layout.annotations[0].text


@pytest.mark.parametrize(("n", "digits", "size"), [(ROOMY_UP_TO, 5, 13), (ROOMY_UP_TO + 1, 4, 12), (11, 4, 12)])
def test_numbers_have_less_decimals_where_there_are_many_classes_and_are_left_out_for_more(n, digits, size):
    far, letters = np.eye(n)[[0, -1]], tuple("abcdefghijklmnop")
    for key, trace in (("NMD", "numbers"), ("NVD", "A x")):
        text = of(steps(key, *far, letters[:n]), trace)
        assert {len(number) for number in text.text} == {digits}
        assert text.textfont.size == size
    beyond = np.eye(12)[[0, -1]], letters[:12]
    assert not of(steps("NMD", *beyond[0], beyond[1]), "numbers").text
    assert steps("NVD", *beyond[0], beyond[1]).data[0].text is None


def test_numbers_stand_in_areas_that_are_high_enough():
    assert list(of(steps("NMD"), "numbers").text) == ["0.150", "0.400"]  # 0.050 is not high enough
    assert of(steps("NMD"), "numbers").y.tolist() == pytest.approx([0.075, 0.8])
    numbers = of(short("NMD", estimated=EVEN), "numbers")
    assert (list(numbers.text), list(numbers.x)) == (["0.20", "0.35", "0.45", "0.20"], [0, 1, 2, 3])
    levels = short("NVD", estimated=EVEN)
    assert of(levels, "Gold").y.reshape(5, 3)[:, :2].tolist() == [[share, share] for share in GOLD]
    assert of(levels, "Gold").x.reshape(5, 3)[:, :2] == pytest.approx(np.arange(5)[:, None] + [-0.4, 0.4])
    assert of(levels, "gap").y.tolist() == pytest.approx(np.abs(np.subtract(GOLD, EVEN)))
    assert levels.layout.yaxis.range == (0, pytest.approx(1.08 * 0.45))


def test_classes_that_do_not_count_are_hollow_and_said_to_be():
    figure = steps("RNOD")
    bars = figure.data[0]
    assert list(bars.marker.line.width) == [1.5, 0, 0, 0, 0]
    assert list(bars.textfont.color) == [LIGHT.muted] + [LIGHT.ink] * 4
    assert "□ not counted" in figure.layout.annotations[0].text
    assert "not counted" not in steps("NVD").layout.annotations[0].text
    assert list(short("RNOD").data[0].text) == ["–", "1.095", "0.625", "0.175", "0.330"]


def test_an_infinite_term_is_drawn_inside_the_figure_and_written_as_such_and_0_has_a_line():
    bars = steps("KLD", [0.5, 0.5], [0, 1], ("a", "b")).data[0]
    figure = steps("KLD", [1, 0], [0.5, 0.5], ("a", "b"))
    bars, (low, high) = figure.data[0], figure.layout.yaxis.range
    assert list(bars.text) == ["−0.500", "∞"]
    assert list(bars.marker.pattern.shape) == ["", "/"]
    assert low < bars.y[0] < 0 < bars.y[1] < high
    small = short("KLD", np.r_[0, np.ones(10)] / 10, np.ones(11) / 11, tuple(map(str, range(-5, 6))))
    assert list(small.data[0].text) == ["∞", *[""] * 10]  # even where other numbers do not fit
    (line,) = figure.layout.shapes
    assert (line.y0, line.y1) == (0, 0)
    assert not steps("JSD", [0.5, 0.5], [0.25, 0.75], ("a", "b")).layout.shapes


def test_the_key_of_pairs_counts_them_and_their_letters_are_left_out_where_there_are_many():
    figure = steps("DNKT", [0.2, 0.5, 0.3], [0.3, 0.35, 0.35], ("a", "b", "c"))
    assert "C concordant: 2" in figure.layout.annotations[0].text
    assert "– tied: 1" in figure.layout.annotations[0].text
    n = LETTERS_UP_TO + 1
    assert set(steps("DNKT", np.arange(n), np.arange(n), tuple(map(str, range(n)))).data[1].text) == {""}


def test_the_order_of_the_bars_is_a_line_per_class_whose_lines_cross_where_a_pair_is_discordant():
    figure = short("DNKT")  # the gold orders all classes; the estimate has class 1 above the four others
    notes = [note.text for note in figure.layout.annotations]
    assert notes == ["−2", "−1", "0", "2", "1", "4 tied", "1", "Gold", "A"]
    tied = short("DNKT", [0.5, 0.5], [0.5, 0.5], ("a", "b"))
    assert [note.text for note in tied.layout.annotations] == ["a, b", "a, b", "Gold", "A"]
    long = short("DNKT", [0.4, 0.6], [0.4, 0.6], ("nine char", "eight ch"))
    assert [note.text for note in long.layout.annotations[:2]] == ["nine ch…", "eight ch"]
    crossing = short("DNKT", [0.5, 0.3, 0.2], [0.3, 0.5, 0.2], ("a", "b", "c"))
    a, b, c = (trace.y for trace in crossing.data if trace.name == "class")
    assert (a[0] - b[0]) * (a[1] - b[1]) < 0 < (a[0] - c[0]) * (a[1] - c[1])
    labels = short("NMD", classes=("very long", "abcdef", "c", "d", "e")).layout.xaxis.ticktext
    assert list(labels) == ["very…", "abcd…", "c", "d", "e"]


# In a file


def test_a_figure_as_data_holds_its_numbers_once_and_no_infinity():
    light, dark = (draw_score_boxes(REPORT, "NMD", look=look) for look in (LIGHT, DARK))
    sent = json.loads(standalone.data(light, dark), parse_constant=pytest.fail)
    assert sent["layout"]["title"]["text"] == "NMD of all cases, by run"
    assert {colour for _, colour in sent["dark"]} <= set(asdict(DARK).values())
    for place, colour in sent["dark"]:
        part = sent
        for step in place[:-1]:
            part = part[step]
        part[place[-1]] = colour
    assert {key: sent[key] for key in ("data", "layout")} == json.loads(dark.to_json())
    assert "plotly.js" in standalone.script()[:200]
    with pytest.raises(ShapeMismatchError, match=r"differ in more than colours, at (data|layout)\."):
        standalone.data(light, short("NMD"))
