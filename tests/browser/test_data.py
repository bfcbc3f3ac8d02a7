"""Data, as a visitor uses it: real files, a choice, the task on another page, and nothing of it for anybody else."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

GOLD = b"\xef\xbb\xbfcase;low;mid;high\r\n4131238764523412;1;2;7\r\n007;4;4;2\r\n#tag;0;1;9\r\n"  # as Excel saves it
RUN = b"case\tlow\tmid\thigh\n#tag\t1e-1\t.2\t.7\n4131238764523412\t.2\t.3\t.49\n007\t.5\t.25\t.25\n"


def file(name: str, data: bytes) -> dict[str, object]:
    return {"name": name, "mimeType": "text/plain", "buffer": data}


@pytest.fixture
def open_data(server: str, open_page: Callable[..., Page]) -> Callable[..., Page]:
    def start(**options: object) -> Page:
        page = open_page(**options)
        page.goto(f"{server}/data?task=own")
        page.get_by_test_id("stFileUploader").wait_for()
        return page

    return start


@pytest.mark.parametrize("options", [{}, {"width": 390, "height": 844, "color_scheme": "dark"}])
def test_dropped_files_are_told_apart_mended_by_choice_and_used_on_the_next_page(open_data, options):
    page = open_data(**options)
    page.locator("input[type=file]").set_input_files([file("team.tsv", RUN), file("truth.csv", GOLD)])
    expect(page.locator("#verdict").first).to_have_text("Not usable yet: 1 problem in 1 file.")
    expect(page.locator("#problems").first).to_contain_text("case 4131238764523412")
    expect(page.locator("#problems").first).to_contain_text("(0.2, 0.3, 0.49) sums to 0.99")
    page.get_by_text("Divide the row by its sum (1").click()
    expect(page.locator("#verdict").first).to_have_text("Ready: a gold and 1 run.")
    expect(page.get_by_test_id("stAlert")).to_contain_text("1 row divided by its sum (case 4131238764523412)")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if not options:
        page.get_by_test_id("stSidebarNavItems").get_by_role("link", name="Popularity vs Uniform").click()
        expect(page.locator("#wins").first).to_be_visible()
        expect(page.get_by_text("3 cases ·")).to_be_visible()


def test_nobody_else_sees_an_uploaded_task_not_even_by_its_link(open_data):
    page = open_data()
    page.locator("input[type=file]").set_input_files([file("secret.csv", GOLD)])
    expect(page.locator("#verdict").first).to_contain_text("Ready")
    page.wait_for_function("location.search.includes('own-')")
    other = open_data()
    other.goto(page.evaluate("location.href"))
    expect(other.get_by_test_id("stAlert")).to_contain_text("Uploaded tasks stay with the visitor")
    expect(other.get_by_text("secret.csv")).to_have_count(0)
