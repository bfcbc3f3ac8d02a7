"""The drawing of deltas for print: dots where they belong, one scale on both axes, texts escaped; sheets of them."""

import re
from xml.etree import ElementTree as ET

import pytest

from ordquant_core.figures.print_drawing import SIDE, UNITS, Box, Drawing, Words, beside, delta_drawing, svg

SVG = "{http://www.w3.org/2000/svg}"


def drawn(x, y, **more):
    settings = {"title": "A & <b>", "second": 3, "fourth": 1_200} | more
    return ET.fromstring(svg(delta_drawing(x, y, ("NMD", "RNOD"), **settings)))


def texts(root):
    return [(node.text, float(node.attrib["x"]), float(node.attrib["y"])) for node in root.iter(f"{SVG}text")]


def dots(root):
    (path,) = root.iter(f"{SVG}path")
    return [tuple(map(float, pair)) for pair in re.findall(r"M([\d.]+) ([\d.]+)h0", path.attrib["d"])]


def test_dots_lie_where_the_ticks_say():
    x, y = [-0.25, 0, 0.5], [0.5, 0, -0.25]
    root = drawn(x, y)
    below = max(row for text, _, row in texts(root) if text == "−0.50")
    columns = {text: column for text, column, row in texts(root) if row == below}
    assert list(columns) == ["−0.50", "−0.25", "0.00", "0.25", "0.50"]
    frame = next(node for node in root.iter(f"{SVG}rect") if node.attrib.get("fill") == "none")
    left, top, side = (float(frame.attrib[name]) for name in ("x", "y", "width"))
    for (one, two), (column, row) in zip(zip(x, y, strict=True), dots(root), strict=True):
        assert column == pytest.approx(columns.get(f"{one:.2f}".replace("-", "−")), abs=0.01)
        assert column == pytest.approx(left + side * (one + 0.5), abs=0.01)
        assert row == pytest.approx(top + side * (0.5 - two), abs=0.01)


def test_texts_are_escaped_and_counts_have_commas():
    root = drawn([0.1], [0.2], notes=["r = 0.5", "[0.1, 0.9]"])
    said = [text for text, *_ in texts(root)]
    assert "A & <b>" in said
    assert "1,200" in said
    assert said[-2:] == ["r = 0.5", "[0.1, 0.9]"]
    assert {"ΔNMD", "ΔRNOD"} <= set(said)


def test_a_sheet_holds_its_drawings_row_by_row():
    one = Drawing("one", (Words("A", 10, 20, 11), Box(1, 2, 3, 4)))
    sheet = beside("three", [one, one, one], 2)
    assert (sheet.width, sheet.height) == (2 * UNITS, 2 * UNITS)
    assert sheet.millimetres == (2 * SIDE, 2 * SIDE)
    root = ET.fromstring(svg(sheet))
    assert texts(root) == [("A", 10, 20), ("A", UNITS + 10, 20), ("A", 10, UNITS + 20)]
    assert root.attrib["viewBox"] == f"0 0 {2 * UNITS} {2 * UNITS}"
    assert (root.attrib["width"], beside("", [one], 3).width) == ("170mm", UNITS)
