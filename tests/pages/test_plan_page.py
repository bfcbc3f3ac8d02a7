"""Plan: what a budget of votes buys, a second panel, and what a pilot may lack. Its tables: test_pages.py."""

import pytest

from tests.html_tables import cells_of
from tests.pages.apps import give, opened, said, shown, verdict

pytestmark = pytest.mark.slow

GOLD = "case,a,b,c\n" + "".join(f"c{number},{number},{4},{8 - number}\n" for number in range(8))
ENDS = {"first": ".8,.1,.1", "second": ".1,.2,.7", "third": ".3,.4,.3"}


def run(name, n_cases=8):
    return name, "case,a,b,c\n" + "".join(f"c{number},{ENDS[name]}\n" for number in range(n_cases))


def own(*files):
    """Open the page on files of one's own, (name, text) each."""
    return give(opened("plan", task="own"), *files)


def charts(app):
    return {chart.key for chart in app.get("plotly_chart")}


# What a pilot may lack: every page has a clear sentence, and what there is

SHARES = "case,a,b,c\n" + "".join(f"c{number},{number / 16},.5,{0.5 - number / 16}\n" for number in range(8))
CERTAIN = "case,a,b,c\n" + "".join(f"c{number},{number % 2},0,{1 - number % 2}\n" for number in range(8))
FEW_CASES = "\n".join(GOLD.splitlines()[:4]) + "\n"
LACKING = {  # gold, number of cases, part of the finding, part of the line below, plots that are left
    "no votes": (SHARES, 8, "probabilities, not votes", "", {"needed_plot"}),
    "votes or probabilities": (CERTAIN, 8, "“Votes or percentages” on Data", "", {"needed_plot"}),
    "few cases": (
        *(FEW_CASES, 3, "A second panel of 12 would score"),
        *("With 3 cases, what the next round needs is not known", {"panel_plot"}),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("gold", "n", "finding", "why", "plots"), LACKING.values(), ids=LACKING)
def test_what_a_pilot_lacks_is_said_and_the_rest_is_planned(gold, n, finding, why, plots):
    app = own(("gold.csv", gold), run("first", n), run("second", n))
    assert finding in verdict(app)
    assert "--numbers" not in verdict(app)
    assert why in said(app, "because")
    assert charts(app) == plots


def test_a_measure_by_which_all_runs_are_equal_asks_for_no_number_of_cases():
    app = own(("gold.csv", GOLD), run("first"), ("same", run("first")[1]))
    rows = cells_of(shown(app, 'id="needed"'), "needed")
    assert {cell for _, *cells in rows for cell in cells} == {"n/a"}
    one = own(("gold.csv", GOLD), run("first"))
    assert "has one run (first); comparing runs needs at least two" in said(one, "because")
