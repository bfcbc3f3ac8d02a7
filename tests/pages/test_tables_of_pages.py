"""On all pages: the numbers of a table stand in a download of its page, and a download is what its command writes."""

import io
import math
import re

import pandas as pd
import pytest

from ordquant_core import frame_html
from ordquant_core.glossary import Kind
from ordquant_core.writing.spreadsheets import csv_text
from pages.shared import downloads
from tests.pages.apps import app_at
from tests.pages.every_page import PAGES, SECTIONS
from tests.pages.fresh_memory import begin_afresh

pytestmark = pytest.mark.slow

MORE = {  # sections that `every_page` does not open
    "systems": [{"ranking": "all", "trials": "100"}, {"show": "tasks", "also": "breakdown-labels", "trials": "100"}],
    "popularity": [{"show": "cases"}, {"show": "tasks", "also": "breakdown-labels"}],
    "ranked_lists": [{"show": "topics"}, {"show": "measures"}, {"show": "merging"}],
    "atlas": [{"view": "by_score"}, {"view": "summary", "n": "6", "l": "4"}],
    "which_measure": [{"show": "propriety", "truth": "1,1", "k": "2"}],
}
OPENED = [
    (page, {name: text.format(key="RNOD") for name, text in query.items()})
    for page in PAGES
    for query in (*SECTIONS.get(page, [{}]), *MORE.get(page, ()))
]
IN_NO_DOWNLOAD = {  # parts of columns, kinds of columns, pages
    "largest": "where a bar ends",
    "share_of_shape": "a share of two counts of the download",
    Kind.VALUE: "a step of a calculation",
    Kind.CONTRIBUTION: "a step of a calculation",
    "data": "the preview of one's own files",
}


@pytest.fixture
def offered(monkeypatch):
    """The tables that can be downloaded, by the names of their files, as they are read from these."""
    frames = {}
    keep = lambda label, make, name, notes=(): frames.update({name: read(csv_text(make()))})  # noqa: E731
    monkeypatch.setattr(downloads, "table_button", keep)
    begin_afresh()
    yield frames
    begin_afresh()


@pytest.fixture
def drawn(monkeypatch):
    """The columns of all tables that are drawn, each with its frame."""
    columns, cells = [], frame_html._cells
    monkeypatch.setattr(frame_html, "_cells", lambda *column: [columns.append(column), cells(*column)][1])
    return columns


def read(text):
    return pd.read_csv(io.StringIO(text), dtype=str, keep_default_na=False)


def numbers_in(values):
    """Return the numbers that are not whole, to twelve digits and without their signs."""
    words = re.findall(r"\d+\.\d+(?:e[+-]\d+)?", " ".join(map(str, values)))
    return {f"{value:.11e}" for value in map(float, words) if math.isfinite(value) and value % 1}


@pytest.mark.parametrize(("page", "query"), OPENED)
def test_every_number_of_a_table_can_be_downloaded(drawn, offered, page, query):
    app = app_at(f"pages/{page}/page.py", **query)
    assert not app.exception
    known = numbers_in(cell for frame in offered.values() for name in frame for cell in frame[name])
    left = {
        f"{column.name}: {part}": numbers_in(cell for cell in frame[part] if not isinstance(cell, str)) - known
        for column, frame in drawn
        for part in column.parts
        if IN_NO_DOWNLOAD.keys().isdisjoint((page, part, column.kind))
    }
    assert {name: numbers for name, numbers in left.items() if numbers} == {}
