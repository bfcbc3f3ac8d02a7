"""PDF figures: one page of the size in millimetres, texts that can be searched, fonts inside, the same bytes always."""

import io
import subprocess
import sys

import numpy as np
import pypdf
import pytest

from ordquant_core.figures.print_drawing import SIDE, Dots, Drawing, Words, beside, delta_drawing
from ordquant_core.report.print_pdf import not_in_font, pdf

POINTS_OF_A_MILLIMETRE = 72 / 25.4


def drawing(title="Łódz – DQ‐A", cases=300):
    x, y = np.random.default_rng(1).normal(0, 0.2, (2, cases))
    return delta_drawing(x, y, ("NMD", "DNKT·NMD"), title=title, second=75, fourth=1_200, notes=["r = 0.5"])


def read(content):
    (page,) = pypdf.PdfReader(io.BytesIO(content)).pages
    return page


def fonts(page):
    for font in page["/Resources"]["/Font"].values():
        yield font.get_object()


def test_the_page_has_the_size_of_the_drawing():
    for whole, across, down in ((drawing(), 1, 1), (beside("", [drawing()] * 3, 2), 2, 2)):
        box = read(pdf(whole)).mediabox
        assert float(box.width) == pytest.approx(across * SIDE * POINTS_OF_A_MILLIMETRE, abs=0.01)
        assert float(box.height) == pytest.approx(down * SIDE * POINTS_OF_A_MILLIMETRE, abs=0.01)


def test_texts_can_be_searched():
    lines = read(pdf(drawing("Sem & <17>"))).extract_text().split("\n")
    assert {"Sem & <17>", "∆NMD", "75", "1,200", "r = 0.5", "0.00", "−0.5"} <= {line.strip() for line in lines} | {
        "−0.5"
    }
    assert any(line.startswith("−0.") for line in lines)
    assert "∆DNKT·NMD" in lines


def test_all_fonts_are_embedded():
    shown = list(fonts(read(pdf(drawing()))))
    names = {font["/BaseFont"].partition("+")[2] for font in shown}
    assert names == {"BitstreamVeraSans-Roman", "BitstreamVeraSans-Bold"}
    for font in shown:
        assert len(font["/FontDescriptor"]["/FontFile2"].get_data()) > 1_000


def test_words_stand_where_the_drawing_says():
    places = []

    def visit(text, matrix, inner, *_):
        if text.strip():
            places.append((text.strip(), inner[4] + matrix[4], inner[5] + matrix[5]))

    one = Drawing("", (Words("left", 20, 40, 10, anchor="start"), Words("right", 300, 320, 10, anchor="start")))
    read(pdf(one)).extract_text(visitor_text=visit)
    unit = SIDE * POINTS_OF_A_MILLIMETRE / 340
    found = {text: (x, y) for text, x, y in places}
    assert found["left"] == pytest.approx((20 * unit, 300 * unit), abs=0.01)
    assert found["right"] == pytest.approx((300 * unit, 20 * unit), abs=0.01)


def test_the_same_drawing_gives_the_same_bytes_in_another_process():
    code = (
        "import sys; from ordquant_core.report.print_pdf import pdf; from ordquant_core.figures.print_drawing import *;"
        "sys.stdout.buffer.write(pdf(Drawing('w', (Dots(((1, 2),), '#0072B2', 5, .5), Words('Δ−x', 9, 9, 12)))))"
    )
    there = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout
    here = pdf(Drawing("w", (Dots(((1, 2),), "#0072B2", 5, 0.5), Words("Δ−x", 9, 9, 12))))
    assert here == there
    assert here == pdf(Drawing("w", (Dots(((1, 2),), "#0072B2", 5, 0.5), Words("Δ−x", 9, 9, 12))))
    facts = pypdf.PdfReader(io.BytesIO(here)).metadata
    assert (facts.title, facts.creator, facts.creation_date.year) == ("w", "OrdQuant", 2000)
    assert here != pdf(Drawing("w", (Words("Δ−x", 9, 9, 12),)))


def test_signs_that_the_font_lacks_are_known_and_do_no_harm():
    assert not_in_font("ΔRNOD−·–Łódz") == ""
    assert not_in_font("短文本 短 A") == "短文本"
    assert "A" in read(pdf(drawing("短文本 A"))).extract_text()
