"""Data, as a visitor uses it: what files do not say is asked, faults are repaired on request, nobody else sees it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.settling import at_rest, choose, expect_narrow, listening, open_on_canvas, settled
from tests.browser.test_every_page import AXE, EVERYWHERE, RULES, expect_no_violations
from tests.zips import zipped

pytestmark = pytest.mark.browser

GOLD = b"\xef\xbb\xbfcase;low;mid;high\r\n4131238764523412;1;2;7\r\n007;4;4;2\r\n#tag;0;1;9\r\n"  # as Excel saves it
RUN = b"case\tlow\tmid\thigh\n#tag\t1e-1\t.2\t.7\n4131238764523412\t.2\t.3\t.49\n007\t.5\t.25\t.25\n"
SOUND = RUN.replace(b".49", b".5")
REPLIES = b"post,reply,annotator,label,note\n" + b"".join(
    b"p%d,%d,%s,%s,see http://example.org\n" % (post, reply, who, label)
    for post, reply, labels in ((1, 1, (b"severe", b"mild")), (1, 2, (b"none", b"mild")), (2, 1, (b"mild", b"none")))
    for who, label in zip((b"ann", b"bob"), labels, strict=True)
)


def drop(page: Page, *files: tuple[str, bytes]) -> None:
    held = [{"name": name, "mimeType": "text/plain", "buffer": data} for name, data in files]
    page.locator("input[type=file]").set_input_files(held)


def expect_verdict(page: Page, words: str) -> None:
    expect(page.locator("#verdict").first).to_have_text(words)


def expect_row(page: Page, name: str, words: str) -> None:
    """Expect the row of a file to say something."""
    rows = page.locator("#files tr", has=page.get_by_text(name, exact=True))
    expect(rows.filter(has_text=words)).to_have_count(1)


def remove(page: Page, name: str, press: str | None = None) -> None:
    """Remove a file."""
    listening(page, "files")
    button = page.get_by_role("button", name=f"Remove {name}")
    expect(button).to_have_count(1)
    button.click() if press is None else button.press(press)


def box(page: Page, label: str) -> Locator:
    return page.get_by_role("combobox", name=label)


@pytest.fixture
def open_data(server: str, open_page: Callable[..., Page]) -> Callable[..., Page]:
    def start(**options: object) -> Page:
        page = open_page(**options)
        page.goto(f"{server}/data?task=own")
        page.get_by_test_id("stFileUploader").wait_for()
        return page

    return start


PHONE = {"width": 390, "height": 844, "color_scheme": "dark"}


@pytest.mark.parametrize("options", [pytest.param({}, marks=pytest.mark.thorough), PHONE])
def test_dropped_files_are_detected_repaired_on_request_and_used_on_the_next_page(open_data, options):
    page = open_data(**options)
    drop(page, ("team.tsv", RUN), ("truth.csv", GOLD))
    expect_verdict(page, "Not ready: 1 problem in 1 file.")
    expect(page.locator("#problems").first).to_contain_text("case 4131238764523412")
    expect(page.locator("#problems").first).to_contain_text("(0.2, 0.3, 0.49) sums to 0.99")
    expect(page.get_by_text("the run and all 3 cases remain")).to_be_visible()
    expect_narrow(page, page.viewport_size["width"])
    page.get_by_role("button", name="Divide rows by their sum").click()
    expect_verdict(page, "Ready: 3 gold distributions and 1 run; 1 repair or choice was applied.")
    expect(page.locator(".st-key-decisions")).to_contain_text("1 row divided by its sum (case 4131238764523412)")
    expect_narrow(page, page.viewport_size["width"])
    if not options:
        page.get_by_test_id("stSidebarNavItems").get_by_role("link", name="Popularity vs Uniform").click()
        expect(page.locator("#wins").first).to_be_visible()
        expect(page.get_by_text("3 cases ·")).to_be_visible()


def test_the_gold_among_the_runs_is_no_run_and_a_removed_file_is_gone(open_data):
    page = open_data()
    drop(page, ("truth.csv", GOLD), ("runs.zip", zipped({"truth.csv": GOLD, "team.tsv": SOUND, "other.tsv": RUN})))
    expect_verdict(page, "Not ready: 1 question and 1 problem in 2 files.")
    choose(box(page, "Which file is the gold?"), "truth.csv")
    expect_verdict(page, "Not ready: 1 problem in 1 file.")
    expect_row(page, "runs.zip/truth.csv", "ignored: it is a copy of the gold (truth.csv)")
    remove(page, "runs.zip/other.tsv")
    expect_verdict(page, "Ready: 3 gold distributions and 1 run; nothing had to be repaired.")
    remove(page, "runs.zip/team.tsv", press="Enter")
    expect_verdict(page, "Ready: 3 gold distributions and no runs; nothing had to be repaired.")
    expect_row(page, "runs.zip/team.tsv", "removed")


def test_pressing_on_in_one_place_removes_no_other_file_and_each_is_put_back(open_data):
    page = open_data()
    drop(page, ("truth.csv", GOLD), ("a.tsv", SOUND), ("b.tsv", SOUND), ("c.tsv", SOUND))
    expect_verdict(page, "Ready: 3 gold distributions and 3 runs; nothing had to be repaired.")
    remove(page, "c.tsv")
    undo = page.get_by_role("button", name="Undo: c.tsv was removed")
    expect(undo).to_be_focused()
    expect_verdict(page, "Ready: 3 gold distributions and 2 runs; nothing had to be repaired.")
    box = at_rest(undo)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect_verdict(page, "Ready: 3 gold distributions and 3 runs; nothing had to be repaired.")
    for name in ("c.tsv", "b.tsv", "a.tsv", "truth.csv"):
        remove(page, name, press="Enter")
        expect(page.get_by_role("button", name=f"Undo: {name} was removed")).to_be_focused()
    expect_verdict(page, "A task of your own starts with a gold.")
    page.keyboard.press("Enter")
    expect_verdict(page, "Ready: 3 gold distributions and no runs; nothing had to be repaired.")


def test_the_tool_bar_of_a_table_offers_no_csv_with_formulas_in_it(server, open_page):
    page = open_page()
    page.goto(f"{server}/compare")
    open_on_canvas(page, "Type the numbers")
    page.get_by_role("radio", name="Table").or_(page.get_by_role("button", name="Table", exact=True)).first.click()
    page.locator('[data-testid="stDataFrame"]').first.hover()
    buttons = page.locator('[data-testid="stElementToolbarButton"]')
    expect(buttons.filter(has=page.get_by_label("Search")).first).to_be_visible()
    csv = buttons.filter(has=page.get_by_label("Download as CSV"))
    assert csv.count() > 0, "the button has another name now: see pages/shared/ordquant.css"
    for number in range(csv.count()):
        expect(csv.nth(number)).to_be_hidden()


@pytest.mark.parametrize("options", [{"color_scheme": "light"}, PHONE], ids=["desktop", "phone"])
def test_a_table_that_is_not_plain_is_read_as_the_visitor_says(open_data, options):
    page = open_data(**options)
    drop(page, ("replies.csv", REPLIES))
    expect_verdict(page, "What is in replies.csv?")
    expect(page.get_by_role("button", name="Use it")).to_be_disabled()
    expect(page.get_by_role("radio", name="A row per vote")).to_be_checked()
    columns = page.locator("[class*=st-key-reading_columns_]")
    before = at_rest(columns)
    for name in ("post", "reply"):
        choose(box(page, f"Role of {name}"), "case")
    assert at_rest(columns)["height"] == before["height"]
    expect(page.locator("#would_become").first).to_contain_text("p1/2")
    expect(page.locator(".stCode")).to_contain_text("--layout votes --case post,reply --label label")
    page.evaluate(AXE)
    for theme in ("light", "dark"):
        expect_no_violations(page, page.viewport_size["width"], theme, RULES, EVERYWHERE)
    expect_narrow(page, page.viewport_size["width"])
    page.get_by_role("button", name="Use it").click()
    expect_verdict(page, "Ready: 3 gold distributions and no runs; nothing had to be repaired.")
    expect_narrow(page, page.viewport_size["width"])


def test_the_reading_card_is_filled_in_with_the_keyboard_alone(open_data):
    page = open_data()
    drop(page, ("replies.csv", REPLIES))
    radio = page.get_by_role("radio", name="A row per vote")
    expect(radio).to_be_checked()
    radio.press("ArrowRight")
    expect(page.get_by_role("radio", name="A row per case and class")).to_be_checked()
    expect(page.locator("[class*=st-key-reading_use_]")).to_contain_text("Still to choose")
    page.get_by_role("radio", name="A row per case and class").press("ArrowLeft")
    expect(radio).to_be_checked()
    for name in ("post", "reply"):
        box(page, f"Role of {name}").press("ArrowDown")
        expect(page.get_by_role("option", name="case", exact=True)).to_be_visible()
        page.keyboard.press("Home")
        page.keyboard.press("Enter")
        settled(page)
        expect(box(page, f"Role of {name}")).to_have_value("case")
    page.get_by_role("button", name="Use it").press("Enter")
    expect_verdict(page, "Ready: 3 gold distributions and no runs; nothing had to be repaired.")
    change = page.get_by_role("button", name="Change reading")
    change.press("Enter")
    expect(page.get_by_role("heading", name="What is in replies.csv?")).to_be_visible()
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(page.get_by_role("heading", name="What is in replies.csv?")).to_have_count(0)


def test_the_order_that_is_confirmed_is_the_one_that_is_used(open_data):
    page = open_data()
    votes = b"v,5,3,2,2004\nw,2,6,2,2005\nx,1,2,7,2001\ny,4,4,2,2002\nz,0,1,9,2003\n"
    drop(page, ("gold.csv", b"case,so,wild,calm,year\n" + votes))
    choose(box(page, "Role of year"), "not used")
    page.get_by_role("button", name="Reverse the order").click()
    expect(page.locator(".oq-order").first).to_have_text("calm→wild→so")
    page.get_by_role("button", name="Use it").click()
    expect_verdict(page, "Ready: 5 gold distributions and no runs; nothing had to be repaired.")
    expect(page.locator("#order").first).to_have_text("calm→wild→so")
