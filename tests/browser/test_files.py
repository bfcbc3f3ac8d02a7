"""Files of a visitor: asked about and repaired on Data, kept on other pages and in history, lost never silently."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import servers
from tests.browser.conftest import OpenPage
from tests.browser.settling import at_rest, expect_narrow, listening, middle, open_share, settled, unfold_more, watch
from tests.browser.test_every_page import AXE, EVERYWHERE, RULES, expect_no_violations

pytestmark = pytest.mark.browser

VOTES = "case,low,mid,high\n4131238764523412,1,2,7\n007,4,4,2\n#tag,0,1,9\n"
SHARES = "case\tlow\tmid\thigh\n#tag\t1e-1\t.2\t.7\n4131238764523412\t.2\t.3\t.5\n007\t.5\t.25\t.25\n"
REPLIES = "post,reply,annotator,label,note\n" + "".join(
    f"p{post},{reply},{who},{label},see http://example.org\n"
    for post, reply, labels in ((1, 1, ("severe", "mild")), (1, 2, ("none", "mild")), (2, 1, ("mild", "none")))
    for who, label in zip(("ann", "bob"), labels, strict=True)
)


def drop(page: Page, *files: tuple[str, str]) -> None:
    held = [{"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name, text in files]
    page.locator("input[type=file]").last.set_input_files(held)  # type: ignore[arg-type]


def expect_verdict(page: Page, words: str) -> None:
    expect(page.locator("#verdict").first).to_have_text(words)


def button_to_remove(page: Page, name: str) -> Locator:
    listening(page, "files")
    return page.get_by_role("button", name=f"Remove {name}")


def role(page: Page, column: str) -> Locator:
    return page.get_by_role("combobox", name=f"Role of {column}")


def test_pressing_on_in_one_place_removes_no_other_file_and_each_is_put_back(open_at):
    page = open_at("data?task=own")
    drop(page, ("truth.csv", VOTES), ("a.tsv", SHARES), ("b.tsv", SHARES))
    expect_verdict(page, "Ready: 3 gold distributions and 2 runs; nothing had to be repaired.")
    button_to_remove(page, "b.tsv").click()
    undo = page.get_by_role("button", name="Undo: b.tsv was removed")
    expect(undo).to_be_focused()
    expect_verdict(page, "Ready: 3 gold distributions and 1 run; nothing had to be repaired.")
    page.mouse.click(*middle(undo))
    expect_verdict(page, "Ready: 3 gold distributions and 2 runs; nothing had to be repaired.")
    button_to_remove(page, "truth.csv").press("Enter")
    expect(page.get_by_role("button", name="Undo: truth.csv was removed")).to_be_focused()
    page.keyboard.press("Enter")
    expect_verdict(page, "Ready: 3 gold distributions and 2 runs; nothing had to be repaired.")


def test_a_table_that_is_not_plain_is_read_on_a_phone_as_the_visitor_says_with_the_keyboard_alone(open_at):
    page = open_at("data?task=own", width=390, height=844, color_scheme="dark")
    drop(page, ("replies.csv", REPLIES))
    expect_verdict(page, "What is in replies.csv?")
    expect(page.get_by_role("button", name="Use it")).to_be_disabled()
    radio = page.get_by_role("radio", name="A row per vote")
    expect(radio).to_be_checked()
    radio.press("ArrowRight")
    other = page.get_by_role("radio", name="A row per case and class")
    expect(other).to_be_checked()
    other.press("ArrowLeft")
    expect(radio).to_be_checked()
    columns = page.locator("[class*=st-key-reading_columns_]")
    before = at_rest(columns)
    for name in ("post", "reply"):
        role(page, name).press("ArrowDown")
        expect(page.get_by_role("option", name="case", exact=True)).to_be_visible()
        page.keyboard.press("Home")
        page.keyboard.press("Enter")
        settled(page)
        expect(role(page, name)).to_have_value("case")
    assert at_rest(columns)["height"] == before["height"]
    expect(page.locator("#would_become").first).to_contain_text("p1/2")
    page.evaluate(AXE)
    expect_no_violations(page, 390, "dark", RULES, EVERYWHERE)
    expect_narrow(page)
    with page.expect_download() as mapping:
        page.get_by_role("button", name="Download mapping").press("Enter")
    said = json.loads(mapping.value.path().read_text("utf-8"))
    assert (said["layout"], said["case"]) == ("votes", ["post", "reply"])
    page.get_by_role("button", name="Use it").press("Enter")
    expect_verdict(page, "Ready: 3 gold distributions and no runs; nothing had to be repaired.")
    expect_narrow(page)
    page.get_by_role("button", name="Change reading").press("Enter")
    expect(page.get_by_role("heading", name="What is in replies.csv?")).to_be_visible()
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(page.get_by_role("heading", name="What is in replies.csv?")).to_have_count(0)


# ---- history, links and tabs

ASKS = "() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))"  # as before a page is left


def test_a_page_with_files_asks_before_it_is_left_and_its_links_and_history_keep_them(open_at: OpenPage) -> None:
    page = open_at("data?task=own")
    assert not page.evaluate(ASKS)
    drop(page, ("truth.csv", VOTES), ("a.tsv", SHARES))
    expect(page.locator("table#preview")).to_be_visible()
    assert page.evaluate(ASKS)
    open_share(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Link copied; your files open only in this tab")).to_be_visible()
    page.keyboard.press("Escape")
    unfold_more(page)
    page.get_by_role("link", name="Atlas").first.click()
    settled(page)
    page.locator("a[data-inside]").first.click()
    expect(page.locator(".dq-handle").first).to_be_visible()
    expect(page).to_have_url(re.compile("/compare?.*gold="))
    page.get_by_role("link", name="Data").first.click()
    expect(page.locator("table#preview")).to_contain_text("#tag")
    settled(page)
    page.go_back()
    expect(page.locator(".dq-handle").first).to_be_visible()
    settled(page)
    page.go_forward()
    expect(page.locator("table#preview")).to_contain_text("#tag")


def drop_nuggets(page: Page, name: str) -> None:
    """Give a file to the first control of a page, which lists what it was given; wait until it is in use."""
    entries = b'[{"id": "x", "turns": [{"sender": "customer"}], "annotations": [{"nugget": ["CNUG"]}]}]'
    field = page.locator("input[type=file]").first
    field.set_input_files({"name": name, "mimeType": "application/json", "buffer": entries})
    expect(page.get_by_text(f"In use: {name}")).to_be_visible()
    settled(page)


def test_after_a_restart_files_are_said_to_be_gone_links_are_back_and_no_press_is_lost(
    server: str, browser: Browser, open_page: OpenPage, tmp_path: Path
) -> None:
    visit = browser.new_context()  # whose pages may log that a connection is lost
    watch(visit)
    drawn, nuggets = visit.new_page(), visit.new_page()
    behind = int(server.rpartition(":")[2])
    with servers.proxied(tmp_path, behind) as port:
        nuggets.goto(f"http://localhost:{port}/nuggets?data=own")
        drop_nuggets(nuggets, "gold.json")
        nuggets.wait_for_function("() => JSON.parse(sessionStorage.getItem('ordquant-visit') ?? '{}').files")
        drawn.goto(f"http://localhost:{port}/compare?classes=-2,-1,0,1,2&gold=0,1,2,9,8")
        drawn.get_by_role("slider", name="Gold, class -2").press("ArrowUp")
        expect(drawn).to_have_url(re.compile("gold=1,1,2,8,8"))
        settled(drawn)
        drawn.locator("#measures [data-choice='JSD'] button").focus()
        link, scores = drawn.url, drawn.locator("#measures").inner_text()
    main = drawn.get_by_test_id("stMain")
    expect(main).to_have_attribute("inert", "")  # until the connection is back nothing can be pressed
    other = open_page()
    other.goto(f"{server}/lost")
    settled(other)
    with servers.proxied(tmp_path, behind, port):
        drawn.locator("[data-test-connection-state=CONNECTED]").wait_for(timeout=servers.PATIENCE * 1000)
        drawn.locator("#measures [data-choice='NVD']").click()  # as soon as it can be
        expect(drawn.locator(".oq-title")).to_contain_text("NVD is")
        expect(main).not_to_have_attribute("inert", "")
        expect(drawn).to_have_url(f"{link}&measure=NVD")
        assert drawn.locator("#measures").inner_text() == scores
        gone = nuggets.get_by_text("Your files are no longer on the server")
        expect(gone).to_be_visible(timeout=servers.PATIENCE * 1000)
        lower_edge = middle(gone)[1] + (gone.bounding_box() or {"height": 0.0})["height"] / 2
        assert lower_edge < middle(nuggets.locator("h1"))[1]  # it covers nothing
        nuggets.get_by_role("button", name="Close").click()
        expect(gone).to_be_hidden()
        expect(nuggets.get_by_test_id("stFileChip")).to_have_text(re.compile(r"^gold\.json"))  # of the session before
        drop_nuggets(nuggets, "again.json")
        expect(nuggets.get_by_test_id("stFileChip")).to_have_text(re.compile(r"^again\.json"))
    visit.close()
