"""What figures do where there is much, little or nothing to draw, and that what they write has room."""

import json
import re
from dataclasses import asdict, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core import numerals
from ordquant_core.analysis.paths import interpolate
from ordquant_core.errors import ShapeMismatchError
from ordquant_core.figures import standalone
from ordquant_core.figures.deltas import LONGEST_SUBTITLE, delta_frame, draw_deltas, place_deltas
from ordquant_core.figures.distributions import draw_distributions
from ordquant_core.figures.nuggets import draw_over_alpha
from ordquant_core.figures.paths import HEIGHT, LABEL_PITCH, LEADER, LETTER, WIDTH, draw_paths
from ordquant_core.figures.points import CELLS, DRAWN_AS_POINTS, DRAWN_AS_SVG, cell_of
from ordquant_core.figures.report import draw_score_boxes
from ordquant_core.figures.scores import draw_scores, score_frame
from ordquant_core.figures.template import DARK, LIGHT
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.numerals import written
from ordquant_core.records import Correlation, Path, Quadrants
from tests.figures.small import REPORT
from tests.made_nuggets import ranking_of, task_of
from tests.reviewed import reviewed, said

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


@pytest.mark.parametrize("n", [2, 4, 5, 6, 7, 8, 11, 15])
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


# Scatterplots


def deltas(x, y, counts=None, **more):
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    return draw_deltas(x, y, [f"c{i}" for i in range(len(x))], ("NMD", "RNOD"), ("run", "walk"), counts=counts, **more)


def scores(x, y, run="a"):
    cases, r = [f"c{i}" for i in range(len(x))], Correlation(0.5, 0.2, 0.7, len(x))
    return draw_scores(np.array(x), np.array(y), cases, ("NMD", "RNOD"), run, "x", r)


def reach(values):
    frame = delta_frame(values, np.zeros(len(values)))
    return f"{frame.across[0]:.6g} to {frame.across[1]:.6g}, upwards {frame.upwards}"


def at_edge(x, y):
    return [note.text for note in deltas(x, y).layout.annotations[4:]]


def beside(x, y, side, *, upwards):
    """Return what is written of an outlier, near which another case may lie."""
    along, across = side * np.r_[np.full(100, -0.2), x, 0.9], np.r_[np.tile([-0.2, 0.2], 50), y, 0]
    return at_edge(across, along) if upwards else at_edge(along, across)


@reviewed(__file__)
def test_axes_reach_and_margins_are_written_as_was_reviewed(made, words):
    assert said(made, globals()) == words


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


RANKING = ranking_of(task_of(runs=("x", "y", "z")))


def test_names_of_close_runs_are_lines_of_text_apart():
    means = np.array([(0.1, 0.3), (0.2, 0.201), (0.19, 0.2025)]).T[:, None].repeat(len(RANKING.helpdesk), axis=1)
    averages = replace(RANKING.averages, alpha=0.5)
    ranking = replace(RANKING, averages=averages, helpdesk=means[0], customer=means[1])
    figure = draw_over_alpha(ranking, "RNSS", (0, 1))
    layout, (low, high) = figure.layout, figure.layout.yaxis.range
    pixel = (high - low) / (layout.height - layout.margin.t - layout.margin.b)
    assert np.diff(sorted(one.y / pixel for one in layout.annotations)).min() >= 12


# Paths

PICTURES = {
    "popularity and uniform": ((0, 1, 2, 9, 8), "popularity", "uniform"),
    "many meetings": ((3, 4, 7, 1, 5), (1, 2, 3, 8, 6), (6, 2, 9, 1, 2)),
    "three classes": ((3, 4, 3), (1, 0, 0), (2, 3, 5)),
    "copies": ((1, 2, 1), (1, 2, 3), (1, 2, 3)),
}


def path(picture, steps=20):
    curves = interpolate(*PICTURES[picture], MAIN_MEASURES, steps=steps).curves
    return draw_paths(Path(curves[0].amounts, tuple(curves)), "NMD", "none", ())


def axis(figure, reference, letter):
    return figure.layout[f"{letter}axis{reference.removeprefix(letter).removesuffix(' domain')}"]


def test_the_scores_at_201_points_are_sent_in_as_many_bytes_as_one_click_may_have():
    assert len(path("many meetings", steps=200).to_json()) < 36_000


def rectangles(figure, width):
    """Return the rectangles of all texts beside and above the panels, in pixels from the bottom left, by name."""
    found, margin = {}, figure.layout.margin

    def at(share):
        return margin.l + share * (width - margin.l - margin.r)

    for note in figure.layout.annotations:
        text = note.text.removeprefix("<b>").removesuffix("</b>")
        wide = LETTER * len(text)
        if note.xref == "paper":
            left, under = at(note.x) + note.xshift, HEIGHT * note.y + note.yshift
            found[text] = (left, left + wide, under, under + note.font.size + 3)
            continue
        across, upwards = axis(figure, note.xref, "x").domain, axis(figure, note.yref, "y")
        low, high = (HEIGHT * share for share in upwards.domain)
        middle = low + note.y / upwards.range[1] * (high - low) - note.ay
        left = at(across[1]) + LEADER - 3
        found[note.name] = (left, left + wide, middle - LABEL_PITCH / 2, middle + LABEL_PITCH / 2)
    panels = [
        (
            *map(at, axis(figure, f"x{suffix}", "x").domain),
            *(HEIGHT * share for share in axis(figure, f"y{suffix}", "y").domain),
        )
        for suffix in ("", 2, 3, 4)
    ]
    return found, panels


def overlap(first, second):
    return all(min(first[i + 1], second[i + 1]) - max(first[i], second[i]) > 1e-6 for i in (0, 2))


@pytest.mark.parametrize("width", [WIDTH, 976])
@pytest.mark.parametrize("picture", PICTURES)
def test_names_neither_overlap_nor_leave_the_figure_nor_cover_a_panel(picture, width):
    found, panels = rectangles(path(picture), width)
    assert len(found) == len(MAIN_MEASURES) + 4
    for number, (name, box) in enumerate(found.items()):
        assert box[0] >= -1e-9, name
        assert box[1] <= width + 1e-6, name
        assert box[2] >= -1e-9, name
        assert box[3] <= HEIGHT + 1e-9, name
        assert not any(overlap(box, other) for other in [*[*found.values()][:number], *panels]), name


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
        standalone.data(light, deltas([0.1], [0.2]))


def test_runs_are_named_above_the_cases_where_there_is_room_for_them_on_a_phone():
    said = {}
    for under in ("300 cases", "300 cases of 12 groups, a correlation and more"):
        title = draw_deltas(
            np.ones(2), -np.ones(2), ["x", "y"], ("NMD", "RNOD"), ("r" * 90, "walk"), under=under
        ).layout.title
        said[under] = title.subtitle.text or title.text
        assert said[under].endswith(under)
        assert len(said[under]) <= LONGEST_SUBTITLE
    assert [text.startswith("A r") and "B walk" in text for text in said.values()] == [True, False]
