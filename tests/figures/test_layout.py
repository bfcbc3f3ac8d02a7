"""What figures do where there is much, little or nothing to draw, and that what they write has room."""

import json
from dataclasses import asdict, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core import numerals
from ordquant_core.analysis.paths import interpolate
from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures import standalone
from ordquant_core.figures.deltas import delta_frame, draw_deltas
from ordquant_core.figures.distributions import draw_distributions, numbers_below
from ordquant_core.figures.nuggets import draw_over_alpha
from ordquant_core.figures.parts import in_lines  # noqa: F401 - the text uses it
from ordquant_core.figures.paths import HEIGHT, LABEL_PITCH, LEADER, LETTER, WIDTH, draw_paths
from ordquant_core.figures.points import CELLS, DRAWN_AS_POINTS, DRAWN_AS_SVG
from ordquant_core.figures.report import draw_score_boxes
from ordquant_core.figures.scores import draw_scores
from ordquant_core.figures.template import DARK, LIGHT
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.numerals import written
from ordquant_core.records import Correlation, Path
from tests.figures.small import REPORT
from tests.made_nuggets import ranking_of, task_of
from tests.reviewed import reviewed, said

GOLD, EVEN = [0, 0.05, 0.1, 0.45, 0.4], [0.2] * 5
INLIERS = np.linspace(-0.2, 0.2, 100)
SPECIAL = [0.0, -0.0, 0.0625, -0.0625, 0.0005, -0.0004, 0.0015, 1e300, 1e308, -12345.6789, np.inf, -np.inf, np.nan]
numbers = st.lists(st.floats() | st.integers(-3600, 3600).map(lambda n: n / 3200) | st.sampled_from(SPECIAL))


@given(numbers, st.integers(0, 4), st.booleans())
def test_every_number_in_a_hover_is_written_as_numerals_writes_it(values, places, sign):
    assert written(values, places=places, sign=sign) == [numerals.decimals(v, places, sign=sign) for v in values]


def canvas(gold, rows):
    return draw_distributions(("-2", "-1", "0", "1", "2"), gold, rows, ["run 0", "run 1"])


def below(n, votes=None):
    """Return a number below each of n classes; nothing where they would not fit beside each other on a phone."""
    return [texts[0] for texts in numbers_below("abcdefghijklmno"[:n], [np.full(n, 1 / n)], votes)]


def deltas(x, y, runs=("run", "walk"), **more):
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    return draw_deltas(x, y, [f"c{i}" for i in range(len(x))], ("NMD", "RNOD"), runs, **more)


def reach(values):
    frame = delta_frame(values, np.zeros(len(values)))
    return f"{frame.across[0]:.6g} to {frame.across[1]:.6g}, upwards {frame.upwards}"


def at_edge(x, y):
    return [note.text for note in deltas(x, y).layout.annotations[4:]]


def beside(x, y, side, *, upwards):
    """Return what is written of an outlier, near which another case may lie."""
    along, across = side * np.r_[np.full(100, -0.2), x, 0.9], np.r_[np.tile([-0.2, 0.2], 50), y, 0]
    return at_edge(across, along) if upwards else at_edge(along, across)


def subtitle(under):
    """Return the line above a plot of runs with long names: they are named where a phone has room for them."""
    return deltas([1.0], [-1.0], ("r" * 90, "walk"), under=under).layout.title.subtitle.text


@reviewed(__file__)
def test_axes_reach_and_texts_are_written_where_there_is_room_as_was_reviewed(made, words):
    assert said(made, globals()) == words


@pytest.mark.parametrize(
    ("size", "kinds"),
    [
        (DRAWN_AS_SVG, {"scatter"}),
        (DRAWN_AS_SVG + 1, {"scattergl"}),
        (DRAWN_AS_POINTS, {"scattergl"}),
        (DRAWN_AS_POINTS + 1, {"heatmap", "scatter"}),
    ],
)
def test_many_cases_are_drawn_with_webgl_and_very_many_as_cells(size, kinds):
    x, y = np.random.default_rng(3).random((2, size))
    of_scores = draw_scores(x, y, [""] * size, ("NMD", "RNOD"), "a", "x", Correlation(0.5, 0.2, 0.7, size))
    for figure in (of_scores, deltas(x, y)):
        assert {trace.type for trace in figure.data} == kinds


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


def test_names_of_close_runs_are_lines_of_text_apart():
    of_runs = ranking_of(task_of(runs=("x", "y", "z")))
    means = np.array([(0.1, 0.3), (0.2, 0.201), (0.19, 0.2025)]).T[:, None].repeat(len(of_runs.helpdesk), axis=1)
    layout = draw_over_alpha(replace(of_runs, helpdesk=means[0], customer=means[1]), "RNSS", (0, 1)).layout
    low, high = layout.yaxis.range
    pixel = (high - low) / (layout.height - layout.margin.t - layout.margin.b)
    assert np.diff(sorted(one.y / pixel for one in layout.annotations)).min() >= 12


PICTURES = {
    "many meetings": ((3, 4, 7, 1, 5), (1, 2, 3, 8, 6), (6, 2, 9, 1, 2)),
    "three classes": ((3, 4, 3), (1, 0, 0), (2, 3, 5)),
    "copies": ((1, 2, 1), (1, 2, 3), (1, 2, 3)),
}


def path(picture, steps=20):
    curves = interpolate(*PICTURES[picture], MAIN_MEASURES, steps=steps).curves
    return draw_paths(Path(curves[0].amounts, tuple(curves)), "NMD", "none", ())


def test_the_scores_at_201_points_are_sent_in_as_many_bytes_as_one_click_may_have():
    assert len(path("many meetings", steps=200).to_json()) < 36_000


@pytest.mark.parametrize("picture", PICTURES)
def test_names_beside_the_panels_of_a_path_neither_overlap_nor_reach_a_panel_or_an_edge(picture):
    layout = path(picture).layout
    room = WIDTH - layout.margin.l - layout.margin.r
    for x, y, beyond in (("x", "y", "x2"), ("x2", "y2", ""), ("x3", "y3", "x4"), ("x4", "y4", "")):
        names = [note for note in layout.annotations if note.yref == y]
        upwards = layout[f"yaxis{y[1:]}"]
        low, high = (HEIGHT * share for share in upwards.domain)
        middles = sorted(low + one.y / upwards.range[1] * (high - low) - one.ay for one in names)
        assert np.diff(middles).min(initial=LABEL_PITCH) >= LABEL_PITCH - 1e-9
        assert middles[0] - LABEL_PITCH / 2 >= 0
        assert middles[-1] <= high + 1e-9  # above is the name of the panel
        end = room * layout[f"xaxis{x[1:]}"].domain[1] + LEADER - 3 + LETTER * max(len(one.name) for one in names)
        assert end <= (room * layout[f"xaxis{beyond[1:]}"].domain[0] if beyond else room + layout.margin.r) + 1e-6


def test_a_figure_as_data_holds_its_numbers_once_and_no_infinity():
    light, dark = (draw_score_boxes(REPORT, "NMD", look=look) for look in (LIGHT, DARK))
    sent = json.loads(standalone.data(light, dark), parse_constant=pytest.fail)
    assert {colour for _, colour in sent["dark"]} <= set(asdict(DARK).values())
    for place, colour in sent["dark"]:
        part = sent
        for step in place[:-1]:
            part = part[step]
        part[place[-1]] = colour
    assert {key: sent[key] for key in ("data", "layout")} == json.loads(dark.to_json())
    with pytest.raises(ShapeMismatchError, match=r"differ in more than colours, at (data|layout)\."):
        standalone.data(light, deltas([0.1], [0.2]))
