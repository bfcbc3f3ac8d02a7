"""What a visitor has chosen on one page of a task, on the others; and nothing that they have not chosen."""

import pytest

from tests.depth import matrix
from tests.pages.apps import app_at, go_to, shown, text_of
from tests.pages.grammar import link_of

PAGES = {name: f"pages/{name}/page.py" for name in ("cases", "popularity", "systems", "measures", "plan")}
FIRST = {
    "cases": "x",
    "popularity": "x",
    "systems": "systems_measure",
    "measures": "measures_x",
    "plan": "plan_measure",
}


@pytest.fixture
def app():
    return go_to(app_at("pages/dashboard.py"), PAGES["cases"])


def chosen(app, key):
    return app.session_state[key]


def choose(app, key, value):
    app.session_state[key] = value
    app.run()
    assert not app.exception


@pytest.mark.slow
@pytest.mark.parametrize("begin", matrix(FIRST, "cases"))
def test_a_measure_that_is_chosen_on_one_page_is_the_first_of_all_others(app, begin):
    go_to(app, PAGES[begin])
    choose(app, FIRST[begin], "JSD")
    for name, key in FIRST.items():
        go_to(app, PAGES[name])
        assert chosen(app, key) == "JSD", name


@pytest.mark.parametrize("page", ["cases", "popularity"])
def test_the_calculation_of_a_case_is_that_of_the_x_axis_measure_until_another_row_is_chosen(app, page):
    def calculated():
        return text_of(shown(app, 'id="working"')).partition(" is ")[0]

    go_to(app, PAGES["systems"])
    choose(app, "systems_measure", "DNKT_NMD")
    go_to(app, PAGES[page])
    assert calculated() == "DNKT·NMD"
    assert "measure" not in link_of(app)
    assert "DNKT·NMD is the harmonic mean of DNKT (" in text_of(shown(app, 'id="reasons"'))
    assert text_of(shown(app, 'id="rest"')).startswith("They agree on ")
    choose(app, "measure", "NMD")
    assert calculated() == "NMD"
    assert link_of(app)["measure"] == "NMD"
    choose(app, "y", "JSD")
    assert calculated() == "NMD"
    choose(app, "x", "RNSS")
    assert calculated() == "RNSS"
    go_to(app, "pages/compare/page.py")
    choose(app, "measure", "NVD")  # explained there
    go_to(app, PAGES[page])
    assert calculated() == "RNSS"
    app.query_params.update({"x": "RNOD", "measure": "NMD"})
    assert not app.run().exception
    assert calculated() == "NMD"


def test_both_runs_go_from_cases_to_systems_and_back(app):
    choose(app, "a", "system-07")
    choose(app, "b", "system-09")
    go_to(app, PAGES["systems"])
    assert (chosen(app, "systems_a"), chosen(app, "systems_b")) == ("system-07", "system-09")
    choose(app, "systems_b", "system-11")
    choose(app, "systems_measure", "JSD")
    (link,) = (link for link in app.get("page_link") if link.label.startswith("See the "))
    assert {"a=system-07", "b=system-11", "x=JSD", "y=RNOD"} <= {*link.proto.query_string.split("&")}
    go_to(app, PAGES["cases"])
    assert (chosen(app, "a"), chosen(app, "b")) == ("system-07", "system-11")


def test_a_link_that_names_only_the_task_takes_along_what_was_chosen_and_any_other_means_what_it_leaves_out(app):
    choose(app, "x", "JSD")
    app.query_params["task"] = "dialogue-quality"  # as Data leads on
    go_to(app, PAGES["measures"])
    assert chosen(app, "measures_x") == "JSD"
    app.session_state["measuring_seed"] = 2
    app.session_state["measures_view"] = "power"
    go_to(app, PAGES["cases"])
    app.query_params.update({"x": "NMD", "y": "RNOD"})  # as the page was left at first: back in the history
    go_to(app, PAGES["measures"])
    assert chosen(app, "measures_x") == "NMD"
    assert (app.session_state["measures_view"], app.session_state["measuring_seed"]) == ("agreement", 1)


def test_what_a_page_does_not_have_is_not_lost(app):
    choose(app, "a", "Popularity")  # which Systems shows, but does not test
    choose(app, "x", "DNKT_NMD")
    go_to(app, PAGES["systems"])
    assert chosen(app, "systems_a") != "Popularity"
    assert chosen(app, "systems_measure") == "DNKT_NMD"
    go_to(app, PAGES["cases"])
    assert chosen(app, "a") == "Popularity"


def test_what_a_page_opens_with_does_not_go_along(app):
    opened = chosen(app, "a")
    go_to(app, PAGES["systems"])
    choose(app, "systems_measure", "RNOD")
    go_to(app, PAGES["cases"])
    assert chosen(app, "a") == opened
    assert (chosen(app, "x"), chosen(app, "y")) == ("RNOD", "NMD")


def test_a_link_says_more_than_what_was_chosen(app):
    choose(app, "x", "JSD")
    link = app_at("pages/systems/page.py", measure="NVD")
    assert chosen(link, "systems_measure") == "NVD"
