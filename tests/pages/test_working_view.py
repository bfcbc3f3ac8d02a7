"""How a measure is calculated, for A and B: the same numbers in title, table and last step."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from ordquant_core.analysis.picture import Picture
from ordquant_core.markup import plain
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import short_working
from ordquant_core.numerals import score
from pages.shared.working_view import facts
from tests.depth import matrix
from tests.html_tables import rows_of

# Measures of different layouts; what each shows is tested in tests/tables and tests/measures.
LAYOUTS = ("NMD", "RSNOD", "KLD", "DNKT_RNOD", "CHEB")
GOLD, A, B = (0.0, 1.0, 2.0, 9.0, 8.0), (0.0, 0.0, 0.0, 1.0, 0.0), (0.2,) * 5  # KLD of Uniform is infinite
HOSTILE = ("<b>x</b>", "$y$", "[z](http://outside.example)", "w", "v")


def page(key, picture):
    from pages.shared import working_view, write

    write.verdict(working_view.title(key, picture))
    working_view.side_by_side(key, picture)
    working_view.in_rows(key, picture)
    working_view.all_steps(key, picture)


@pytest.mark.parametrize("key", matrix(MEASURES, *LAYOUTS))
def test_a_calculation_has_the_same_numbers_everywhere_and_its_names_are_text(key):
    picture = Picture(HOSTILE, GOLD, "popularity", B, "", "<i>run</i>")
    app = AppTest.from_function(page, default_timeout=60, args=(key, picture))
    app.session_state["steps"] = True
    assert not app.run().exception
    assert len(app.latex) == 1  # all steps are there
    assert f"{MEASURES[key].name}. {MEASURES[key].summary}" in [plain(block.value) for block in app.html]

    def blocks(style):
        return [block.value for block in app.html if style in block.value]

    (title,), (in_rows,) = blocks('id="verdict"'), blocks('id="working"')
    numbers = re.findall(r"is (\S+) for A and (\S+) for B", plain(title))[0]
    beside, (_, *rows) = blocks("oq-last-step")[:2], rows_of(in_rows)
    for run, estimate, number, block, row in zip("AB", (A, B), numbers, beside, rows, strict=True):
        of = short_working(key, GOLD, estimate)
        assert number == score(of.value) == score(float(MEASURES[key](GOLD, estimate)))
        assert plain(block).endswith(f"{of.last_step} = {number}")
        written = list(of.contributions)
        assert rows_of(block)[1].cells[1 : 1 + len(written)] == written
        assert (row.cells[0][0], row.cells[1 : 1 + len(written)]) == (run, written)
        assert row.cells[-1] == f"{of.last_step} = {number}"
    assert [plain(block).split(":")[0] for block in blocks("oq-contributor")] == ["A Popularity", "B <i>run</i>"]


@pytest.mark.parametrize(
    ("key", "largest", "distances"),
    [("NMD", "1", "yes"), ("MD", "4", "yes"), ("KLD", "∞", "not applicable"), ("RNOD2", "1", "no")],
)
def test_the_facts_are_those_of_the_registry(key, largest, distances):
    found, symmetric, equidistant, sources = (row.cells[1] for row in rows_of(facts(key, 5)))
    assert (found, equidistant.partition(":")[0]) == (f"0 to {largest}, smaller is better", distances)
    assert symmetric.startswith("yes" if MEASURES[key].symmetric else "no")
    assert all(location in sources for _, location in MEASURES[key].sources)
