"""How a measure is calculated, side by side for A and B: the same numbers in title, table, last step and all steps."""

import json
import re
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from ordquant_core.analysis.picture import Picture
from ordquant_core.markup import plain
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import short_working
from ordquant_core.numerals import score
from pages.shared.working_view import _rows, facts
from tests.depth import matrix
from tests.html_tables import rows_of

# Measures of different layouts; what each shows is tested in tests/tables and tests/measures.
LAYOUTS = ("NMD", "RSNOD", "KLD", "DNKT_RNOD", "CHEB")
GOLD, A, B = (0.0, 1.0, 2.0, 9.0, 8.0), (0.0, 0.0, 0.0, 1.0, 0.0), (0.2,) * 5  # KLD of Uniform is infinite
FULL = (1.0, 1.0, 2.0, 9.0, 8.0)
HOSTILE = ("<b>x</b>", "$y$", "[z](http://outside.example)", "w", "v")


def page(key, picture):
    from pages.shared import working_view, write

    write.verdict(working_view.title(key, picture))
    working_view.side_by_side(key, picture)
    working_view.all_steps(key, picture)


def opened(key, picture, *, steps):
    app = AppTest.from_function(page, default_timeout=60, args=(key, picture))
    app.session_state["steps"] = steps
    app.run()
    assert not app.exception
    return app


def blocks(app, style):
    return [block.proto.body for block in app.get("html") if style in block.proto.body]


@pytest.mark.parametrize("key", matrix(MEASURES, *LAYOUTS))
def test_a_calculation_has_the_same_numbers_everywhere_and_its_names_are_text(key):
    picture = Picture(HOSTILE, GOLD, "popularity", B, "", "<i>run</i>")
    app = opened(key, picture, steps=False)
    assert (len(app.get("plotly_chart")), len(app.latex), blocks(app, "oq-facts")) == (
        2,
        0,
        [],
    )  # not before they are opened
    (title,) = blocks(app, 'id="verdict"')
    numbers = re.findall(r"is (\S+) for A and (\S+) for B", plain(title))[0]
    _, *rows = rows_of(_rows(key, picture))
    for run, estimate, number, block, row in zip("AB", (A, B), numbers, blocks(app, "oq-last-step"), rows, strict=True):
        of = short_working(key, GOLD, estimate)
        assert number == score(of.value) == score(float(MEASURES[key](GOLD, estimate)))
        assert plain(block).endswith(f"{of.last_step} = {number}")
        written = list(of.contributions)
        assert rows_of(block)[1].cells[1 : 1 + len(written)] == written
        assert (row.cells[0][0], row.cells[1 : 1 + len(written)]) == (run, written)
        assert row.cells[-1] == f"{of.last_step} = {number}"
    assert [plain(block).split(":")[0] for block in blocks(app, "oq-contributor")] == ["A Popularity", "B <i>run</i>"]
    for block, table in zip(app.get("plotly_chart"), blocks(app, "oq-contributions"), strict=True):
        of_figure = [trace["text"] for trace in json.loads(block.proto.spec)["data"] if trace["name"] == "numbers"]
        assert {text for texts in of_figure for text in texts} <= {*rows_of(table)[1].cells}
    picture = replace(picture, gold=FULL)
    app = opened(key, picture, steps=True)
    assert len(blocks(app, "oq-facts")) == len(app.latex) == 1
    for name, estimate in (("A Popularity", A), ("B <i>run</i>", B)):
        value = score(float(MEASURES[key](FULL, estimate)))
        assert any(plain(block).endswith(f"{MEASURES[key].label} of {name} is {value}") for block in blocks(app, "<p"))
    assert f"{MEASURES[key].name}. {MEASURES[key].summary}" in [plain(block) for block in blocks(app, "oq-because")]


@pytest.mark.parametrize(
    ("key", "range_", "distances"),
    [
        ("NMD", "0 to 1, smaller is better", "yes"),
        ("MD", "0 to 4, smaller is better", "yes"),
        ("KLD", "0 to ∞, smaller is better", "not applicable: it uses no distances"),
        ("RNOD2", "0 to 1, smaller is better", "no"),
    ],
)
def test_the_facts_are_those_of_the_registry(key, range_, distances):
    drawn = dict(row.cells for row in rows_of(facts(key, 5)))
    assert drawn["Range over 5 classes"] == range_
    assert drawn["Assumes equidistance"] == distances
    assert drawn["Symmetric"].startswith("yes" if MEASURES[key].symmetric else "no")
    assert all(location in drawn["Sources"] for _, location in MEASURES[key].sources)
