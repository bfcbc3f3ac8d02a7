"""A screen reader says what every figure is: each has a name, and no two different ones of a page the same."""

import json
from pathlib import Path

import pytest

from ordquant_core.figures.template import LIGHT, figure_of, title_of, titled
from tests.pages.apps import ROOT, app_at
from tests.pages.every_page import SECTIONS

FURTHER = [
    ("which_measure", {"show": "properties", "property": "NMD.proper"}),
    ("cases", {"view": "stage"}),
    ("compare", {"view": "stage", "card": "path"}),
]
OPENED = [
    *(
        (name, {key: text.format(key="RNOD") for key, text in query.items()})
        for name in SECTIONS
        for query in SECTIONS[name]
    ),
    *FURTHER,
]


@pytest.mark.parametrize(
    ("name", "query"), OPENED, ids=lambda part: part if isinstance(part, str) else "-".join(part.values())
)
def test_every_figure_of_a_page_has_a_name_of_its_own(name, query):
    app = app_at(f"pages/{name}/page.py", **query)
    assert not app.exception
    by_name = {}
    for chart in app.get("plotly_chart"):
        said = chart.proto.alt
        assert said, chart.key
        assert not {"<", "&"} & set(said), said
        assert len(said) > 8, said
        by_name.setdefault(said, set()).add(drawn(chart))
    assert [said for said, alike in by_name.items() if len(alike) > 1] == []


def drawn(chart):
    """Return where the parts of a figure stand, the same for a large and a small drawing of the same numbers."""
    traces = json.loads(chart.proto.spec)["data"]
    return json.dumps([[trace.get(key) for key in "xyz"] for trace in traces])


def test_only_one_place_draws_figures():
    drawing = [path for path in sorted((ROOT / "pages").rglob("*.py")) if ".plotly_chart(" in path.read_text("utf-8")]
    assert drawing == [Path(ROOT / "pages" / "shared" / "look.py")]


def test_a_figure_is_named_by_its_title():
    title = titled("A &amp; B disagree on <b>2</b> cases", "Pearson’s r = 0.500")
    figure = figure_of([], LIGHT, title=title, height=100)
    assert title_of(figure) == "A & B disagree on 2 cases. Pearson’s r = 0.500"
