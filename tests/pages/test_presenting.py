"""The stage (`?view=stage`) of Compare, Popularity vs Uniform and Cases: what it shows, its link, its QR code."""

import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.runtime.context import ContextProxy

from ordquant_core.markup import NOTHING
from pages.shared import links, presenting
from pages.shared.common import COMMON
from tests.pages import every_page
from tests.pages.apps import app_at, follow, go_to, shown, text_of, upload, verdict, wins
from tests.pages.grammar import check_round_trip, link_of

COMPARE, POPULARITY, CASES, LESSONS = (
    f"pages/{name}/page.py" for name in ("compare", "popularity", "cases", "lessons")
)
PAGES = [COMPARE, POPULARITY, CASES, LESSONS]
EVERY_PAGE = [f"pages/{name}/page.py" for name in every_page.PAGES]
PICTURE = {"classes": "bad,fair,good", "gold": "1,2,7", "a": "0.2,0.3,0.5", "b": "uniform"}
ADDRESS = "https://ordquant.example/lab/compare"


@pytest.fixture
def address(monkeypatch):
    """Let the browser be at an address: tests of pages have none."""
    monkeypatch.setattr(ContextProxy, "url", property(lambda _: ADDRESS))


def linked(app):
    """Return the address that the QR code stands for."""
    return re.search(r'<a href="([^"]*)"', shown(app, "oq-code"))[1].replace("&amp;", "&")


@pytest.mark.parametrize("page", PAGES)
def test_the_stage_survives_in_the_link(page):
    check_round_trip(page, COMMON, "view", "stage")


def test_compare_on_stage_shows_finding_canvas_and_table_and_no_tools():
    app = app_at(COMPARE, view="stage", **PICTURE)
    assert not app.exception
    assert [button.key for button in app.button] == ["leave_stage"]
    assert not app.title
    assert not app.selectbox
    assert not app.get("popover")
    assert text_of(shown(app, 'id="rest"')).endswith("Smaller is better.")
    assert 'id="measures"' in shown(app, 'id="measures"')
    assert link_of(app) == {**PICTURE, "view": "stage"}


def test_present_opens_the_stage_with_the_same_picture_and_leaving_it_opens_the_page_again():
    app = app_at(COMPARE, **PICTURE)
    before, link = verdict(app), link_of(app)
    app.button(key="present").click().run()
    assert link_of(app) == link | {"view": "stage"}
    assert verdict(app) == before
    app.button(key="leave_stage").click().run()
    assert link_of(app) == link
    assert verdict(app) == before
    assert not app.exception


def test_a_link_that_says_nothing_of_the_view_opens_the_page_itself_and_so_does_another_page():
    app = go_to(app_at("pages/dashboard.py"), COMPARE)
    app.button(key="present").click().run()
    go_to(app, POPULARITY)
    assert "present" in {button.key for button in app.button}
    app.button(key="present").click().run()
    assert "leave_stage" in {button.key for button in app.button}
    follow(app, task="breakdown-labels")
    assert "present" in {button.key for button in app.button}
    assert "view" not in link_of(app)


def test_popularity_on_stage_says_what_the_page_says():
    page, stage = app_at(POPULARITY, x="JSD"), app_at(POPULARITY, x="JSD", view="stage")
    said = f"{verdict(stage)} {text_of(shown(stage, 'oq-because'))}"
    assert verdict(stage).removesuffix(".") in verdict(page)
    assert said.endswith("both prefer Popularity on 90 and Uniform on 182. Smaller is better. Grey: ties.")
    assert wins(stage) == wins(page)
    assert [chart.key for chart in stage.get("plotly_chart")] == ["cases_focus"]
    assert link_of(stage) == link_of(page) | {"view": "stage"}


def test_cases_on_stage_shows_the_case_of_the_link_by_the_two_measures():
    page, stage = app_at(CASES, case="D020"), app_at(CASES, case="D020", view="stage")
    assert verdict(stage) == verdict(page)
    assert text_of(shown(stage, 'id="case"')).startswith("Case D020: ")
    assert re.findall(r'data-measure="(\w+)"', shown(stage, 'id="measures"')) == ["NMD", "RNOD"]
    assert [chart.key for chart in stage.get("plotly_chart")] == ["cases_focus", "case_picture"]


def test_the_qr_code_stands_for_the_page_itself_at_the_address_of_the_browser(address):
    app = app_at(COMPARE, view="stage", **PICTURE)
    opened, query = linked(app).split("?")
    assert opened == ADDRESS
    assert dict(parse_qsl(query)) == PICTURE
    other = app_at(COMPARE, **dict(parse_qsl(urlsplit(linked(app)).query)))
    assert verdict(app) == verdict(other)


def test_files_of_a_visitor_have_no_qr_code_since_nobody_else_can_open_them(address):
    app = upload("gold.csv", "case,1,2,3\nx,0,2,3\ny,4,1,0\n")
    app.button(key="present").click().run()
    assert "leave_stage" in {button.key for button in app.button}
    assert not [block for block in app.html if 'class="oq-code"' in block.value]
    assert [block for block in app_at(POPULARITY, view="stage").html if 'class="oq-code"' in block.value]


@pytest.mark.parametrize("page", [page for page in EVERY_PAGE if page not in PAGES])
def test_a_page_without_a_stage_says_so_and_that_stays_until_something_is_chosen(page):
    app = app_at(page, view="stage")
    assert not app.exception
    assert [warning.value for warning in app.warning] == [links.NO_STAGE]
    assert [warning.value for warning in app.run().warning] == [links.NO_STAGE]


@pytest.mark.parametrize("page", EVERY_PAGE)
def test_present_is_offered_where_there_is_a_stage(page):
    assert ("present" in {button.key for button in app_at(page).button}) == (page in PAGES)


def test_an_address_too_long_for_a_qr_code_has_none():
    assert presenting.code("https://ordquant.example/?" + "x" * 3_000) == NOTHING
    assert "data:image/svg+xml" in presenting.code(ADDRESS)
