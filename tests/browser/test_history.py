"""Back and forth in the browser's history: task, scale, measures, runs and case are those that a page had."""

import json

import pytest
from playwright.sync_api import Page, expect

from ordquant_core.browser import bundle
from tests.browser.conftest import OpenPage
from tests.browser.settling import choose, settled, unfold_more
from tests.pages.apps import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ADDRESS_BAR = ROOT / "pages" / "shared" / "address" / "address.js"
CASES = ("K1", "K2", "K3", "K4")
VOTES = ((2, 2, 1), (1, 0, 0), (-2, -1, 0), (0, 1, 1))  # of three annotators, for every case
GOLD = [
    {"id": case, "annotations": [{"quality": {"A": vote, "E": -vote}} for vote in votes]}
    for case, votes in zip(CASES, VOTES, strict=True)
]
RUNS = {  # what they say of every case
    "run-1": (0.1, 0.1, 0.2, 0.3, 0.3),
    "run-2": (0.3, 0.3, 0.2, 0.1, 0.1),
    "run-3": (0, 0.1, 0.8, 0.1, 0),
}


@pytest.fixture
def own_task(page: Page, server: str) -> Page:
    """Open Data with files of a task of two scales."""
    page.goto(f"{server}/data?task=own")
    runs = {name: "\n".join(["case,-2,-1,0,1,2", *(f"{case},{row}" for case in CASES)]) for name, row in rows().items()}
    files = {"gold.json": json.dumps(GOLD), **{f"{name}.csv": text for name, text in runs.items()}}
    given = [{"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name, text in files.items()]
    page.locator("input[type=file]").last.set_input_files(given)  # type: ignore[arg-type]
    settled(page)
    return page


def test_a_page_begins_at_its_top_and_without_the_sidebar_over_it(open_page: OpenPage, server: str) -> None:
    page = open_page(width=390, height=844, has_touch=True)
    page.goto(f"{server}/cases")
    settled(page)
    main = page.get_by_test_id("stMain")
    assert main.evaluate("main => { main.scrollTop = 900; return main.scrollTop; }") == 900
    for opened in ("Measures", "Papers"):  # a link of Streamlit's navigation, and one of ours below it
        page.get_by_test_id("stExpandSidebarButton").click()
        unfold_more(page)
        page.get_by_role("link", name=opened, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(opened)
        settled(page)
        expect(page.get_by_role("button", name="Collapse sidebar")).to_be_hidden()
        expect(page.get_by_test_id("stSidebarNavLink").first).to_be_hidden()
    assert main.evaluate("main => main.scrollTop") == 0


def test_what_a_page_said_earlier_does_not_come_back_into_the_address(page: Page) -> None:
    said = {"page": "/compare", "query": {"view": "stage"}, "since": 1}
    page.route("**/compare", lambda route: route.fulfill(body="<p>", content_type="text/html"))
    page.goto("http://localhost/compare")
    searches = page.evaluate(
        """async ([code, ...calls]) => {
          const { default: act } = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
          return calls.map((data) => (act({ data }), location.search));
        }""",
        [bundle(ADDRESS_BAR), said, {**said, "query": {}, "since": 2}, said, {**said, "since": 3}],
    )
    assert searches == ["?view=stage", "", "", "?view=stage"]


def test_what_was_chosen_goes_along_to_other_pages_and_is_there_again_on_the_way_back(own_task: Page) -> None:
    page = own_task
    page.get_by_role("radio", name="E", exact=True).click()
    left = {"Data": left_as(page)}
    go(page, "Cases")
    choose(page.get_by_role("combobox", name="x-axis measure"), "JSD")
    choose(page.get_by_role("combobox", name="Run B"), "run-1")
    page.locator("#cases tr[data-choice]").nth(2).click()
    left["Cases"] = left_as(page)
    of_task = {name: left["Data"][name] for name in ("task", "scale")}
    assert of_task["scale"] == "E"
    assert left["Cases"].items() >= (of_task | {"x": "JSD", "b": "run-1"}).items()
    go(page, "Systems")
    assert left_as(page).items() >= (of_task | {"measure": "JSD", "b": "run-1"}).items()
    choose(page.get_by_role("combobox", name="Measure"), "NVD")
    choose(page.get_by_role("combobox", name="Run A"), "run-2")
    left["Systems"] = left_as(page)
    go(page, "Popularity vs Uniform")
    left["Popularity vs Uniform"] = left_as(page)
    assert left["Popularity vs Uniform"].items() >= (of_task | {"x": "NVD", "case": left["Cases"]["case"]}).items()
    order = list(left)
    for title in reversed(order[:-1]):
        page.go_back()
        assert_is(page, title, left[title])
    for title in order[1:]:
        page.go_forward()
        assert_is(page, title, left[title])


def rows() -> dict[str, str]:
    return {name: ",".join(map(str, row)) for name, row in RUNS.items()}


def go(page: Page, title: str) -> None:
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=title, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def left_as(page: Page) -> dict[str, str]:
    """Return what the address says when the page has settled."""
    settled(page)
    said: dict[str, str] = page.evaluate("Object.fromEntries(new URLSearchParams(location.search))")
    return said


def assert_is(page: Page, title: str, query: dict[str, str]) -> None:
    """Expect the page with that title, whose address and controls are as they were left."""
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    assert left_as(page) == query
    for control, name in (("Run A", "a"), ("Run B", "b"), ("Measure", "measure"), ("x-axis measure", "x")):
        if name in query and page.get_by_role("combobox", name=control, exact=True).count():
            chosen = page.get_by_role("combobox", name=control, exact=True).locator("option:checked")
            expect(chosen).to_contain_text(query[name])
