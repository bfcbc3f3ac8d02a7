"""The paths as small multiples: curves and flips are the core's, names and marks do not collide."""

import numpy as np
import pytest

from ordquant_core.analysis.paths import interpolate
from ordquant_core.figures.paths import LABEL_PITCH, LAYOUTS, LETTER, Layout, draw_paths
from ordquant_core.figures.template import LIGHT
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.records import Path

PICTURES = {
    "popularity and uniform": ((0, 1, 2, 9, 8), "popularity", "uniform"),
    "many meetings": ((3, 4, 7, 1, 5), (1, 2, 3, 8, 6), (6, 2, 9, 1, 2)),
    "three classes": ((3, 4, 3), (1, 0, 0), (2, 3, 5)),
    "copies": ((1, 2, 1), (1, 2, 3), (1, 2, 3)),
}
SIZES = [*LAYOUTS.values(), Layout(1, 358, 900)]


def curves_of(picture="popularity and uniform"):
    return interpolate(*PICTURES[picture], MAIN_MEASURES, steps=20).curves


def drawn(curves, **more):
    return draw_paths(Path(curves[0].amounts, tuple(curves)), "NMD", "none", (), **more)


def named(figure, name):
    return [one for one in figure.data if one.name == name]


def axis(figure, reference, letter):
    return figure.layout[f"{letter}axis{reference.removeprefix(letter).removesuffix(' domain')}"]


def test_the_lines_of_one_layout_serve_the_other():
    curves, wide = curves_of("many meetings"), LAYOUTS["wide"]
    first = drawn(curves, layout=LAYOUTS["narrow"])
    again = drawn(curves, layout=wide, lines_of=first).to_dict()
    assert again == drawn(curves, layout=wide).to_dict()
    assert again["layout"]["height"] == wide.height


@pytest.mark.parametrize("picture", PICTURES)
def test_every_curve_is_drawn_with_the_cores_numbers_in_the_panel_of_its_family(picture):
    curves = curves_of(picture)
    figure = drawn(curves)
    panels = {}
    for curve in curves:
        label, family = MEASURES[curve.measure].label, MEASURES[curve.measure].family
        line = next(one for one in named(figure, label) if one.line.dash is None)
        assert panels.setdefault(family, line.xaxis) == line.xaxis
        assert line.legendgroup == curve.measure
        assert line.hovertemplate == f"<b>{label}</b> %{{y}}<br>%{{x:.1%}} of B<extra></extra>"
        assert axis(figure, line.yaxis, "y").hoverformat == ",.3f"
        np.testing.assert_allclose(np.arange(len(line.y)) * line.dx, curve.amounts, rtol=0, atol=1e-15)
        np.testing.assert_allclose(line.y, curve.scores, rtol=0, atol=2e-8)  # 0.0625 is moved to where Python rounds it
    assert len(panels) == len(set(panels.values())) == 4
    assert len({(ends := axis(figure, f"y{number}", "y").range) and tuple(ends) for number in ("", 2, 3, 4)}) == 1


def test_flips_are_small_open_diamonds_that_say_what_flips():
    curves = {one.measure: one for one in curves_of()}
    figure = drawn(list(curves.values()))
    for key, curve in curves.items():
        (marks,) = named(figure, f"{MEASURES[key].label}, flips")
        assert list(zip(marks.x, marks.y, strict=True)) == [(flip.amount, flip.score) for flip in curve.flips]
        assert (marks.marker.symbol, marks.marker.color) == ("diamond", LIGHT.background)
        assert marks.marker.size <= 9
    (marks,) = named(figure, "NMD, flips")
    assert list(marks.hovertext) == ["<b>NMD</b> prefers the mixture up to about 40.0% of B,<br>then prefers A"]


def rectangles(figure, width, height):
    """Return the rectangles of all texts beside and above the panels, in pixels from the bottom left, by name."""
    found = {}
    for note in figure.layout.annotations:
        text = note.text.removeprefix("<b>").removesuffix("</b>")
        wide = LETTER * len(text)
        if note.xref == "paper":
            left, below = width * note.x, height * note.y + note.yshift
            found[text] = (left, left + wide, below, below + note.font.size + 3)
            continue
        across, upwards = axis(figure, note.xref, "x").domain, axis(figure, note.yref, "y")
        low, high = (height * share for share in upwards.domain)
        middle = low + note.y / upwards.range[1] * (high - low) - note.ay
        left = width * across[1] + note.ax
        found[note.name] = (left, left + wide, middle - LABEL_PITCH / 2, middle + LABEL_PITCH / 2)
    return found


def overlap(first, second):
    return min(first[1], second[1]) - max(first[0], second[0]) > 1e-6 and (
        min(first[3], second[3]) - max(first[2], second[2]) > 1e-6
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("picture", PICTURES)
def test_names_neither_overlap_nor_leave_the_figure_nor_cover_a_panel(picture, size):
    _, width, height = size
    figure = drawn(curves_of(picture), layout=size)
    found = rectangles(figure, width, height)
    assert len(found) == len(MAIN_MEASURES) + 4
    for number, (name, box) in enumerate(found.items()):
        assert box[0] >= -1e-9, name
        assert box[1] <= width + 1e-6, name
        assert box[2] >= -1e-9, name
        assert box[3] <= height + 1e-9, name
        for other, further in list(found.items())[:number]:
            assert not overlap(box, further), (name, other)
        for panel in range(1, 5):
            suffix = "" if panel == 1 else panel
            across, upwards = (figure.layout[f"{letter}axis{suffix}"].domain for letter in "xy")
            inside = (*(width * share for share in across), *(height * share for share in upwards))
            assert not overlap(box, inside), (name, panel)


def test_a_name_stands_at_the_value_at_the_end_of_the_path():
    curves = {one.measure: one for one in curves_of()}
    notes = {note.name: note for note in drawn(list(curves.values())).layout.annotations if note.name}
    assert notes["DNKT"].y == 0.5
    for key, note in notes.items():
        assert note.y == pytest.approx(float(MEASURES[key]((0, 1, 2, 9, 8), [0.2] * 5)), abs=1e-12)
