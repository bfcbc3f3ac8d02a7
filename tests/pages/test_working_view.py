"""How a measure is calculated, side by side for A and B: the same numbers in title, table, last step and all steps."""

import json
import re

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

# One measure of every layout; what each shows is tested in tests/tables and tests/measures.
LAYOUTS = ("NMD", "RNOD", "RSNOD", "RNSS", "KLD", "JSD", "DNKT", "DNKT_RNOD", "CHEB")
every_layout = pytest.mark.parametrize("key", matrix(MEASURES, *LAYOUTS))
GOLD, ESTIMATE = (1.0, 1.0, 2.0, 9.0, 8.0), (1.0, 1.0, 0.0, 0.0, 2.0)
HOSTILE = ("<b>x</b>", "$y$", "[z](http://outside.example)", "w", "v")


def page(key, classes, gold, a, b, name_b):
    from ordquant_core.analysis.picture import Picture
    from pages.shared import working_view, write

    picture = Picture(classes, gold, a, b, "", name_b)
    write.verdict(working_view.title(key, picture))
    working_view.side_by_side(key, picture)
    working_view.all_steps(key, picture)


def opened(key, *, steps=False, classes=("-2", "-1", "0", "1", "2"), gold=GOLD, a="popularity", b=ESTIMATE, name_b=""):
    picture = {"key": key, "classes": classes, "gold": gold, "a": a, "b": b, "name_b": name_b}
    app = AppTest.from_function(page, default_timeout=60, kwargs=picture)
    app.session_state["steps"] = steps
    app.run()
    assert not app.exception
    return app


def blocks(app, style):
    return [block.proto.body for block in app.get("html") if style in block.proto.body]


def chart(block):
    return json.loads(block.proto.spec)


@every_layout
def test_title_table_and_last_step_of_every_measure_show_the_same_numbers(key):
    app = opened(key, gold=(0.0, 1.0, 2.0, 9.0, 8.0), b="uniform")  # KLD of Uniform is infinite
    (title,) = blocks(app, 'id="verdict"')
    numbers = re.findall(r"is (\S+) for A and (\S+) for B", plain(title))[0]
    sides = [[0, 0, 0, 1, 0], [1, 1, 1, 1, 1]]
    for block, estimate, number in zip(blocks(app, "oq-last-step"), sides, numbers, strict=True):
        shown = short_working(key, [0, 1, 2, 9, 8], estimate)
        assert number == score(shown.value) == score(float(MEASURES[key]([0, 1, 2, 9, 8], estimate)))
        assert plain(block).endswith(f"{shown.last_step} = {number}")
        assert rows_of(block)[1].cells[1 : 1 + len(shown.contributions)] == list(shown.contributions)
    assert [plain(block).split(":")[0] for block in blocks(app, "oq-contributor")] == ["A Popularity", "B Uniform"]


@every_layout
def test_the_table_of_two_rows_has_the_numbers_of_both_runs(key):
    picture = Picture(("-2", "-1", "0", "1", "2"), GOLD, "uniform", ESTIMATE)
    heads, *rows = rows_of(_rows(key, picture))
    for run, row in zip("ab", rows, strict=True):
        shown = short_working(key, *picture.compared(run))
        assert row.cells[0][0] == run.upper()
        assert row.cells[1 : 1 + len(shown.contributions)] == list(shown.contributions)
        assert row.cells[-1] == f"{shown.last_step} = {score(shown.value)}"
        assert len(row.cells) == len(heads.cells)


@every_layout
def test_all_steps_of_every_measure_can_be_opened_for_both_runs(key):
    app = opened(key, steps=True)
    assert len(blocks(app, "oq-facts")) == len(app.latex) == 1
    for letter, name in (("A", "A Popularity"), ("B", "B")):
        estimate = [0, 0, 0, 1, 0] if letter == "A" else ESTIMATE
        value = score(float(MEASURES[key](GOLD, estimate)))
        assert any(plain(block).endswith(f"{MEASURES[key].label} of {name} is {value}") for block in blocks(app, "<p"))
    shown_twice = [plain(block) for block in blocks(app, "oq-step")]
    assert shown_twice[: len(shown_twice) // 2] == shown_twice[len(shown_twice) // 2 :] != []
    of_steps = 2 if MEASURES[key].working else 0  # one at least for each run, where the steps are known
    assert len(app.get("plotly_chart")) >= 2 + of_steps  # beside the small ones
    assert f"{MEASURES[key].name}. {MEASURES[key].summary}" in [plain(block) for block in blocks(app, "oq-because")]


def test_nothing_of_the_steps_is_calculated_before_they_are_opened():
    app = opened("RNOD")
    assert len(app.get("plotly_chart")) == 2
    assert not app.latex
    assert not blocks(app, "oq-facts")


def test_figures_hold_the_numbers_of_the_table():
    app = opened("NMD", gold=(0.0, 1.0, 2.0, 9.0, 8.0), b="uniform")
    for block, table in zip(app.get("plotly_chart"), blocks(app, "oq-contributions"), strict=True):
        written = next(trace["text"] for trace in chart(block)["data"] if trace["name"] == "numbers")
        assert written
        assert set(written) <= set(rows_of(table)[1].cells)


@every_layout
def test_labels_and_names_are_text_everywhere(key):
    app = opened(key, steps=True, classes=HOSTILE, name_b="<i>run</i>")
    drawn = "".join(block.proto.body for block in app.get("html"))
    assert "<b>x</b>" not in drawn
    assert "<i>run</i>" not in drawn
    assert "$y$" not in "".join(block.value for block in app.markdown)
    for block in app.get("plotly_chart"):
        assert not re.search(r"<(b|i)>|\\u003c(b|i)\\u003e", block.proto.spec)


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
