"""What goes along between pages: choices, the task, the picture; and nothing else, of this visitor or of others."""

import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.runtime.context import ContextProxy

from ordquant_core.analysis.picture import from_example
from ordquant_core.markup import NOTHING
from ordquant_core.papers.examples import EXAMPLES
from pages.shared import presenting, stale
from tests.pages.apps import app_at, follow, give, go_to, in_app, link_of, shown, text_of, upload, wins, worked_example

pytestmark = pytest.mark.slow

PAGES = {name: f"pages/{name}/page.py" for name in ("cases", "popularity", "systems", "measures", "plan")}
COMPARE, POPULARITY = "pages/compare/page.py", PAGES["popularity"]
FIRST = {
    "cases": "x",
    "popularity": "x",
    "systems": "systems_measure",
    "measures": "measures_x",
    "plan": "plan_measure",
}
SMALL = {"task": "breakdown-labels"}


@pytest.fixture
def app():
    """The app on Cases, on the small sample."""
    app = in_app("cases")
    app.selectbox(key="task").set_value(SMALL["task"]).run()
    return app


def chosen(app, *keys):
    values = tuple(app.session_state[key] for key in keys)
    return values if len(keys) > 1 else values[0]


def choose(app, **values):
    for key, value in values.items():
        app.session_state[key] = value
        app.run()
    assert not app.exception


def test_measure_runs_and_task_that_are_chosen_on_one_page_are_those_of_all_others(app):
    opened, runs = chosen(app, "a"), app.selectbox(key="task").value
    go_to(app, PAGES["systems"])
    choose(app, systems_measure="JSD")
    for name, key in FIRST.items():
        go_to(app, PAGES[name])
        assert chosen(app, key) == "JSD", name
        assert app.selectbox(key="task").value == runs
    go_to(app, PAGES["cases"])
    assert chosen(app, "a") == opened  # what a page opens with does not go along
    choose(app, a="system-03", b="system-01")
    go_to(app, PAGES["systems"])
    assert chosen(app, "systems_a", "systems_b") == ("system-03", "system-01")
    choose(app, systems_b="system-02")
    assert chosen(go_to(app, PAGES["cases"]), "a", "b") == ("system-03", "system-02")
    choose(app, a="Popularity", x="DNKT_NMD")  # which Systems shows, but does not test
    go_to(app, PAGES["systems"])
    assert chosen(app, "systems_a") != "Popularity"
    assert chosen(go_to(app, PAGES["cases"]), "a", "x") == ("Popularity", "DNKT_NMD")


def test_the_calculation_of_a_case_is_that_of_the_x_axis_measure_until_another_row_is_chosen(app):
    def calculated():
        return text_of(shown(app, 'id="working"')).partition(" is ")[0]

    go_to(app, PAGES["systems"])
    choose(app, systems_measure="DNKT_NMD")
    go_to(app, PAGES["cases"])
    assert calculated() == "DNKT·NMD"
    assert "measure" not in link_of(app)
    for choice, measure in (({"measure": "NMD"}, "NMD"), ({"y": "JSD"}, "NMD"), ({"x": "RNSS"}, "RNSS")):
        choose(app, **choice)
        assert calculated() == measure
    go_to(app, COMPARE)
    choose(app, measure="NVD")  # explained there
    go_to(app, PAGES["cases"])
    assert calculated() == "RNSS"
    app.query_params.update({"x": "RNOD", "measure": "NMD"})
    app.run()
    assert calculated() == "NMD"


def test_a_link_that_names_only_the_task_takes_along_what_was_chosen_and_any_other_means_what_it_leaves_out(app):
    choose(app, x="JSD")
    app.query_params["task"] = SMALL["task"]  # as Data leads on
    assert chosen(go_to(app, PAGES["measures"]), "measures_x") == "JSD"
    app.session_state["measuring_seed"] = 2
    app.session_state["measures_view"] = "power"
    go_to(app, PAGES["cases"])
    app.query_params.update({"x": "NMD", "y": "RNOD"})  # as the page was left at first: back in the history
    go_to(app, PAGES["measures"])
    assert chosen(app, "measures_x", "measures_view", "measuring_seed") == ("NMD", "agreement", 1)


def test_an_uploaded_task_and_its_scale_survive_a_page_change():
    gold = b'[{"id": "x", "annotations": [{"quality": {"A": 1, "E": -2}}, {"quality": {"A": 2, "E": -2}}]}]'
    app = in_app("popularity")
    app.selectbox(key="task").set_value("own").run()
    give(app, ("gold.json", gold))
    app.button_group(key="scale").set_value("E").run()
    task = app.selectbox(key="task").value
    go_to(go_to(app, COMPARE), POPULARITY)
    assert (app.selectbox(key="task").value, app.button_group(key="scale").value) == (task, "E")


def test_a_link_to_a_file_somebody_uploaded_asks_for_that_file_and_opens_it_as_it_was_shared():
    app = app_at(POPULARITY, task="own-0123456789abcdef", scale="E", x="JSD", y="NVD", case="c2")
    assert "They are available only in the browser tab in which they were uploaded" in app.warning[0].value
    give(app, ("g.csv", "case,1,2\nc1,0,4\nc2,3,1\n"))
    assert wins(app)
    assert chosen(app, "x", "y", "case") == ("JSD", "NVD", "c2")


def test_the_picture_survives_a_page_change_and_the_explained_measure_one_to_a_page_that_asks_for_none():
    app = in_app("compare")
    worked_example(app).set_value("evia2017-figure-1").run()
    choose(app, measure="JSD")
    go_to(go_to(app, "pages/which_measure/page.py"), COMPARE)
    assert "JSD is 0" in text_of(shown(app, "oq-title"))
    go_to(go_to(app, POPULARITY), COMPARE)  # which explains the measure of its x-axis
    assert app.session_state["compare_picture"].picture == from_example(EXAMPLES["evia2017-figure-1"])
    assert "NMD is 0" in text_of(shown(app, "oq-title"))
    assert (
        app_at(COMPARE).session_state["compare_picture"] != app.session_state["compare_picture"]
    )  # of another visitor


# Nothing of before


def test_what_is_shown_meanwhile_is_named_and_where_nothing_can_be_computed_no_word_of_it_is_left(monkeypatch):
    said, line = [], stale.line
    monkeypatch.setattr(stale, "line", lambda *what: said.append(text_of(line(*what))) or line(*what))
    app = app_at("pages/atlas/page.py", l="3", n="40")
    app.number_input(key="atlas_n").set_value(39).run()
    assert said == ["Computing annotators 39. Shown: annotators 40."]
    app.number_input(key="atlas_l").set_value(11).run()
    assert app.error
    assert not [block for block in app.html if 'class="oq oq-stale"' in block.value]


def test_a_link_to_a_printed_table_shows_it_whatever_was_listed_before():
    app = follow(in_app("papers"), paper="sakai2018", every="yes")
    follow(app, paper="sakai2021lq", table="Table 7")
    assert link_of(app) == {"paper": "sakai2021lq", "table": "Table 7"}


# The stage, and the QR code on it

ADDRESS = "https://ordquant.example/lab/compare"


def test_the_stage_has_two_measures_of_a_case_and_ends_with_another_page_or_link():
    stage = app_at(PAGES["cases"], case="D020", view="stage")
    assert re.findall(r'data-measure="(\w+)"', shown(stage, 'id="measures"')) == ["NMD", "RNOD"]
    app = in_app("compare")
    app.button(key="present").click().run()
    go_to(app, POPULARITY).button(key="present").click().run()
    assert "leave_stage" in {button.key for button in app.button}
    assert "present" in {button.key for button in follow(app, **SMALL).button}
    assert "view" not in link_of(app)


def test_the_qr_code_stands_for_the_page_itself_and_there_is_none_for_files_of_a_visitor(monkeypatch):
    monkeypatch.setattr(ContextProxy, "url", property(lambda _: ADDRESS))  # tests of pages have none
    picture = {"classes": "bad,fair,good", "gold": "1,2,7", "a": "0.2,0.3,0.5", "b": "uniform"}
    app = app_at(COMPARE, view="stage", **picture)
    linked = re.search(r'<a href="([^"]*)"', shown(app, "oq-code"))[1].replace("&amp;", "&")
    assert linked.startswith(f"{ADDRESS}?")
    assert dict(parse_qsl(urlsplit(linked).query)) == picture
    app = upload("gold.csv", "case,1,2,3\nx,0,2,3\ny,4,1,0\n")
    app.button(key="present").click().run()
    assert not [block for block in app.html if 'class="oq-code"' in block.value]


def test_an_address_that_is_too_long_has_no_code():
    assert presenting.code(f"{ADDRESS}?{'x' * 3_000}") == NOTHING
    assert "data:image/svg+xml" in presenting.code(ADDRESS)
