"""`figure`: every figure as PDF and SVG with fonts inside, of the runs and measures that are asked for."""

import csv
import io
import re
from xml.etree import ElementTree as ET

import numpy as np
import pypdf
import pytest

from ordquant_core.__main__ import main
from ordquant_core.analysis.scoring import score
from ordquant_core.errors import OrdquantError
from ordquant_core.figures import picture
from ordquant_core.formats.published.reading import read_published
from ordquant_core.report.figures_of_tasks import FIGURES, Subject
from tests.source_files import ROOT
from tests.valid_figures import check

SAMPLE = ROOT / "assets" / "samples" / "breakdown-labels"
KEYS = ("NMD", "RNOD", "JSD")
needs_browser = pytest.mark.skipif(picture.browser() is None, reason="no Chromium is installed")


@pytest.fixture(scope="module")
def subject():
    task = read_published(SAMPLE).task
    return Subject(
        task, score(task, KEYS), task.runs[:2], ("RNOD", "NMD"), task.cases[3], n_trials=50, n_splits=20, seed=2
    )


def drawn(tmp_path, *arguments):
    assert main(["figure", *map(str, arguments), "--out", str(tmp_path)]) == 0
    return tmp_path.read_bytes()


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_one_that_plotly_accepts(subject, name):
    whole = FIGURES[name].make(subject).to_dict()
    check(whole["data"], whole["layout"])


def test_the_figures_are_listed(capsys):
    assert main(["figure", "--list"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["figure"] for row in rows] == list(FIGURES)
    assert {row["page"] for row in rows} == {"Systems", "Measures", "Cases"}


@pytest.mark.browser
@needs_browser
def test_a_pdf_has_one_page_of_the_size_asked_for_and_its_fonts_inside(tmp_path, capsys):
    drawn(tmp_path / "groups.pdf", "groups", SAMPLE, "--measures", "NMD,JSD", "--trials", 100, "--width", 480)
    (page,) = pypdf.PdfReader(tmp_path / "groups.pdf").pages
    assert float(page.mediabox.width) == pytest.approx(480 * 0.75, abs=1)
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    assert any("BitstreamVera" in font["/BaseFont"] for font in fonts)
    for font in fonts:
        descriptor = font["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor)
    text = page.extract_text()
    for run in read_published(SAMPLE).task.runs:
        assert run in text
    assert "mean NMD" in text


@pytest.mark.browser
@needs_browser
def test_an_svg_has_a_dot_per_case_of_the_runs_and_measures_asked_for_and_asks_for_nothing(tmp_path, capsys):
    task = read_published(SAMPLE).task
    a, b = task.runs[2], task.runs[0]
    options = ("--a", a, "--b", b, "--x", "JSD", "--y", "RNOD")
    data = drawn(tmp_path / "deltas.svg", "deltas", SAMPLE, *options).decode()
    root = ET.fromstring(data)
    said = " ".join(root.itertext())
    x, y = (np.subtract(*score(task.only([a, b]), (key,)).values[0]).round(12) for key in ("JSD", "RNOD"))
    disagree = int((x * y < 0).sum())
    assert f"JSD and RNOD disagree on {disagree} of {len(task.cases)} cases" in said
    assert f"{a} better" in said
    assert len(re.findall(r'class="point\b', data)) == len(task.cases)
    assert "@font-face" in data
    assert "<image" not in data
    assert not re.search(r"(?:href|src|url\()\s*=?\s*[\"']?https?://", data)


@pytest.mark.browser
@needs_browser
def test_several_figures_are_pages_of_one_pdf_each_of_its_own_size(subject):
    figures = [FIGURES[name].make(subject) for name in ("groups", "case")]
    pages = pypdf.PdfReader(io.BytesIO(picture.sheets(figures, background="#0e1318"))).pages
    heights = [float(page.mediabox.height) / 0.75 for page in pages]
    assert heights == pytest.approx([figure.to_dict()["layout"]["height"] for figure in figures], abs=1)


def test_what_is_refused(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("BROWSER_PATH", "no-such-browser")
    out = tmp_path / "x.pdf"
    for arguments, words in (
        (["nothing", SAMPLE, "--out", out], "Unknown figure 'nothing'; the figures are groups, "),
        (["groups", "--out", out], "name the task"),
        (["groups", SAMPLE], "expected a file that ends in .pdf or .svg"),
        (["groups", SAMPLE, "--out", tmp_path / "x.png"], "expected a file that ends in .pdf or .svg"),
        (["deltas", SAMPLE, "--out", out, "--a", "nobody"], "no run 'nobody'"),
        (["deltas", SAMPLE, "--out", out, "--x", "XYZ"], "Unknown measure 'XYZ'"),
        (["case", SAMPLE, "--out", out, "--case", "none"], "no case 'none'"),
        (["case", SAMPLE, "--out", out], "no-such-browser cannot be started"),
    ):
        assert main(["figure", *map(str, arguments)]) == 2
        assert words in capsys.readouterr().err
    monkeypatch.delenv("BROWSER_PATH")
    monkeypatch.setenv("PATH", "")
    assert main(["figure", "groups", str(SAMPLE), "--out", str(out)]) == 2
    assert "install Chromium or Chrome" in capsys.readouterr().err
    assert not out.exists()


def test_no_figure_makes_no_sheet():
    with pytest.raises(OrdquantError, match="no figure"):
        picture.sheets([])
