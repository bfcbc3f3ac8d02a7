"""A click that changes one part of a page draws that part again, and what depends on it: nothing else."""

import re

import pytest

from tests.browser import servers
from tests.load.test_visitor import visit

pytestmark = pytest.mark.slow

CASES, POPULARITY, SYSTEMS = "cases", "popularity-vs-uniform", "systems"
TABLES = {  # page: the tables that stay as they were drawn
    CASES: {"quadrants"},
    POPULARITY: {"wins"},
    SYSTEMS: set(),
}
KEPT = {  # page: the controls, among others, that do
    CASES: {"x", "y", "a", "b", "task", "cases_rank", "cases_swap", "cases_show"},
    POPULARITY: {"x", "y", "task", "together_with"},
    SYSTEMS: {"task", "systems_measure", "systems_show"},
}


@pytest.fixture(scope="module")
def address() -> str:
    return servers.shared(servers.ROOT / "app.py")


def runs_of(shown):
    """Return for every control and every table by which run of the script it was drawn last."""
    controls = {part.key: part.run for part in shown.parts.values() if part.key}
    texts = [(part.content.body, part.run) for part in shown.all("html")]
    return controls | {id: run for id in shown.tables() for text, run in texts if f'id="{id}"' in text}


def changes_of(address, page, *acts):
    """Return the page and the query of its address bar after some acts, and what the last one left as it was drawn."""

    async def act(visitor):
        await visitor.open(page)
        for one in acts[:-1]:
            await one(visitor)
        before = runs_of(visitor.shown)
        await acts[-1](visitor)
        after = runs_of(visitor.shown)
        return {key for key, run in before.items() if after.get(key) == run}

    visitor, kept = visit(address, act)
    return visitor.shown, visitor.shown.query(), kept


def row(table, number=5):
    return lambda visitor: visitor.click_row(table, visitor.shown.choices(table)[number])


def point(plot, number=7):
    def click(visitor):
        return visitor.click_point(plot, *visitor.shown.points(visitor.shown.control(plot))[number])

    return click


@pytest.mark.parametrize(("page", "plot"), [(CASES, "cases_focus"), (POPULARITY, "focus")])
def test_another_case_draws_what_shows_the_case_and_nothing_else(address, page, plot):
    opened = changes_of(address, page, row("cases", 0))[1]["case"]
    for act in (row("cases"), point(plot), lambda visitor: visitor.press("step_next ›")):
        shown, query, kept = changes_of(address, page, act)
        assert kept >= KEPT[page] | TABLES[page] | {plot, "cases"}
        assert kept.isdisjoint({"measures", "case_picture", f"link_{page}", "current_case"})
        assert query["case"] != opened
        assert shown.data(shown.control("current_case"))["rows"] == {"cases": str(int(query["case"][1:]) - 1)}
        (title,) = (part.content.body for part in shown.all("html") if 'id="case"' in part.content.body)
        assert query["case"] in title


@pytest.mark.parametrize("measure", ["NVD", "RPS"])
def test_other_measures_of_a_plot_draw_what_shows_them_and_nothing_else(address, measure):
    shown, query, kept = changes_of(address, POPULARITY, lambda visitor: visitor.choose("y", measure))
    assert kept >= {"task", "together_with", "wins"}
    assert kept.isdisjoint({"y", "focus", "cases", "measures", "case_picture", f"link_{POPULARITY}"})
    assert (query["y"], f"Δ{measure}" in shown.tables()["cases"]) == (measure, True)
    assert query["case"] == case_of_first_row(shown)


def case_of_first_row(shown):
    return re.search("<button[^>]*>([^<]*)</button>", shown.tables()["cases"])[1]
