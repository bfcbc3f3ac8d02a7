"""Compare with its server: links, typing, drawing and the calculation below, on a desk and on a phone."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from ordquant_core.measures.registry import MEASURES
from tests.browser.conftest import OpenPage
from tests.browser.on_canvas import undo
from tests.browser.settling import expect_narrow, finding, listening, middle, open_on_canvas, open_share, settled

pytestmark = pytest.mark.browser

CONTRACT = {"classes": "-2,-1,0,1,2", "gold": "0,1,2,9,8", "a": "popularity", "b": "uniform"}
A_RELEASE = 60_000  # bytes


@pytest.fixture
def compare(open_at: OpenPage) -> OpenPage:
    def start(query: dict[str, str], **options: object) -> Page:
        page = open_at(f"compare?{urlencode(query)}", **options)
        arrived(page)
        return page

    return start


def arrived(page: Page) -> None:
    page.locator(".dq-handle").first.wait_for()
    listening(page, "measures")
    settled(page)


def score(page: Page, key: str, side: str) -> str:
    """Return the score of run a or b at full precision."""
    settled(page)
    return page.locator(f'#measures [data-measure="{key}"] .oq-of-{side}').get_attribute("title") or ""


def test_what_is_drawn_and_typed_is_in_the_address_outlives_other_pages_and_a_copied_link_opens_it(compare):
    page = compare(CONTRACT)
    assert finding(page) == "NMD prefers Popularity; 8 of the 9 quantity measures prefer Uniform."
    first = page.get_by_role("slider").first
    first.focus()
    first.press("ArrowUp")
    first.press("ArrowUp")
    expect(page).to_have_url(re.compile(r"gold=2,1,2,8,7&a=popularity&b=uniform$"))
    expect(page.get_by_role("combobox", name="Worked example")).to_have_value("Your own picture")
    nmd = score(page, "NMD", "a")
    assert float(nmd) == pytest.approx((2 / 20 + 3 / 20 + 5 / 20 + 7 / 20) / 4)
    page.locator(".dq").evaluate("(dq) => { window.kept = dq; }")
    page.locator('#measures [data-choice="JSD"]').click()  # a run of the script leaves the canvas alone
    expect(page.locator(".oq-title")).to_contain_text("JSD is")
    assert page.evaluate("window.kept.isConnected")
    page.get_by_role("link", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Twenty people rated a dialogue")).to_be_visible()
    page.get_by_role("link", name="Compare", exact=True).click()
    arrived(page)
    expect(page).to_have_url(re.compile(r"gold=2,1,2,8,7&a=popularity&b=uniform"))
    assert score(page, "NMD", "a") == nmd
    first.press("ArrowUp")  # and drawing goes on from there
    expect(page).to_have_url(re.compile(r"gold=3,"))
    page.locator('#measures [data-choice="NMD"]').click()
    expect(page.locator(".oq-title")).to_contain_text("NMD is")

    entries = page.evaluate("history.length")
    open_on_canvas(page, "Type the numbers")
    page.get_by_role("textbox", name=re.compile("^Gold")).fill("8,7,3,1,1")
    page.keyboard.press("Tab")  # leads to the next field while the picture follows
    expect(page).to_have_url(re.compile("gold=8,7,3,1,1"))
    assert finding(page) == "NMD sees a tie; 8 of the 9 quantity measures prefer Uniform."
    expect(page.get_by_role("textbox", name=re.compile("^Run A"))).to_be_focused()
    page.keyboard.type(".5,.3,.1,.1,0")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"gold=8,7,3,1,1&a=0\.5,0\.3,0\.1,0\.1,0&b=uniform"))
    assert finding(page) == "NMD prefers A, as do the other 12 measures."
    assert page.evaluate("history.length") == entries
    page.get_by_role("radio", name="Table").or_(page.get_by_role("button", name="Table", exact=True)).first.click()
    page.get_by_test_id("stDataFrame").first.hover()
    as_csv = page.get_by_test_id("stElementToolbarButton").filter(has=page.get_by_label("Download as CSV")).first
    expect(as_csv).to_be_attached()  # else it has another name now: see pages/shared/ordquant.css
    expect(as_csv).to_be_hidden()  # it would hold formulas
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stDataFrame")).to_have_count(0)
    open_share(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    link, said, scores = page.evaluate("navigator.clipboard.readText()"), finding(page), score(page, "JSD", "a")
    page.keyboard.press("Escape")
    for gold in ("gold=8,7,3,1,1&a=popularity", "gold=3,"):
        assert undo(page)
        expect(page).to_have_url(re.compile(gold))
    page.goto(link)  # as a new visitor: nothing of the session is left
    arrived(page)
    assert (finding(page), score(page, "JSD", "a")) == (said, scores)


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


def test_the_axis_of_the_preference_bars_follows_the_hand_and_a_row_by_click_or_key_brings_its_calculation(compare):
    page = compare(CONTRACT | {"gold": "4,4,4,4,4", "a": "3,3,4,4,6", "b": "6,4,4,3,3"})
    ends = page.locator("#measures .oq-ticks > :last-child")
    expect(ends).to_have_text("0.1 ▸")
    x, y = middle(page.get_by_role("slider").last)
    page.mouse.move(x, y)
    page.mouse.down()
    for up, end in ((140, "0.5 ▸"), (0, "0.5 ▸")):
        page.mouse.move(x, y - up, steps=4)
        expect(ends).to_have_text(end)
    page.mouse.up()
    expect(ends).to_have_text("0.1 ▸")
    settled(page)
    expect(ends).to_have_text("0.1 ▸")
    title, button = page.locator(".oq-title"), page.locator('#measures [data-choice="RNOD"] button')
    page.locator('#measures [data-choice="JSD"]').click()
    expect(title).to_contain_text("JSD is")
    button.press("Enter")
    expect(title).to_contain_text("RNOD is")
    expect(title).to_be_in_viewport()
    expect(button).to_be_focused()
    expect(page.locator('#measures [aria-pressed="true"]')).to_have_text("RNOD")
    expect(page).to_have_url(re.compile("measure=RNOD"))
    page.get_by_text("Robustness").click()
    expect(title).to_contain_text("In simulations with 20 other annotators")
    expect(page).to_have_url(re.compile("card=robust"))


CELLS = """table => [...table.querySelectorAll("tr[data-family]")].map((row) => [
  row.dataset.measure, row.classList.contains("oq-dissent"),
  ...[...row.querySelectorAll("td")].map((cell) => [
    cell.textContent, cell.title,
    ...[...cell.querySelectorAll("*")].map((each) => [each.className, each.style.width, each.title, each.textContent]),
  ]),
])"""
RECTANGLES = """() => Object.fromEntries([...document.querySelectorAll(
  ".st-key-page_head, .st-key-tools, .st-key-canvas, .st-key-numbers, #measures tbody tr, "
  + ".st-key-card, .st-key-working_a, .st-key-working_b, .oq-last-step"
)].map((node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  const within = node.closest("[class*=st-key-working]")?.className.match(/st-key-[a-z_]+/)[0];
  const key = node.dataset.measure ?? within ?? node.className.match(/st-key-[a-z_]+/)?.[0];
  const name = key ?? node.querySelector("th").innerText;
  return [`${name} ${node.tagName}`, [x, y, width, height].map(Math.round)];
}))"""


def words(row):
    """Return what a row says, without its bar."""
    return [*row[:2], *(cell[0] for cell in row[2:])]


def test_in_a_drag_numbers_are_pythons_nothing_is_sent_and_nothing_moves_when_the_verdict_changes(compare):
    page = compare(CONTRACT, width=390, height=844)
    table, main, sliders = page.locator("#measures"), page.get_by_test_id("stMain"), page.get_by_role("slider")
    axis = table.locator(".oq-ticks")
    sliders.first.scroll_into_view_if_needed()
    settled(page)
    before, verdicts = page.evaluate(RECTANGLES), {len(finding(page))}
    for number, by in ((1, -70), (2, 60), (3, -70)):
        page.evaluate("wire.sent = wire.received = 0")
        x, y = middle(sliders.nth(number))
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + by, steps=4)
        expect(main).to_have_attribute("data-drawing", "held")
        held = [float(bar.get_attribute("aria-valuenow")) for bar in sliders.all()]
        previewed, held_axis = table.evaluate(CELLS), axis.inner_text()
        assert page.evaluate("[wire.sent, wire.received]") == [0, 0]
        assert page.evaluate(RECTANGLES) == before
        for waiting in (".st-key-finding", ".st-key-card"):
            assert float(page.locator(waiting).evaluate("node => getComputedStyle(node).opacity")) < 1
        page.mouse.up()
        settled(page)
        expect(main).not_to_have_attribute("data-drawing", re.compile(""))
        assert page.evaluate("wire.sent") > 0
        assert page.evaluate("wire.received") <= A_RELEASE
        expect(page).to_have_url(re.compile(rf"[?&]gold={','.join(f'{votes:g}' for votes in held)}(&|$)"))
        drawn = table.evaluate(CELLS)
        assert [*map(words, drawn)] == [*map(words, previewed)]
        if axis.inner_text() == held_axis:  # in a drag it may become longer, never shorter
            assert drawn == previewed
        assert page.evaluate(RECTANGLES) == before
        verdicts.add(len(finding(page)))
    assert len(verdicts) > 1
    page.reload()  # and what was written over it is not what it is compared with
    arrived(page)
    assert [*map(words, table.evaluate(CELLS))] == [*map(words, drawn)]


@pytest.mark.thorough
def test_a_typed_gold_that_comes_while_a_drawn_one_is_not_answered_is_the_one_of_the_table(
    open_page: OpenPage, server: str
) -> None:
    page = open_page()
    # As on a busy machine: the canvas does not learn that the script has ended, which it waits 100 ms for.
    page.add_init_script(
        "const real = setTimeout; window.setTimeout = (call, ms, ...rest) => "
        "window.busy && ms === 100 ? 0 : real(call, ms, ...rest);"
    )
    page.goto(f"{server}/compare?{urlencode(CONTRACT)}")
    arrived(page)
    page.evaluate("busy = true")
    page.get_by_role("slider", name="Gold, class -2").press("ArrowUp")
    expect(page).to_have_url(re.compile("gold=1,1,2,8,8"))
    expect(page.get_by_test_id("stMain")).to_have_attribute("data-drawing", "sent")
    open_on_canvas(page, "Type the numbers")
    page.get_by_role("textbox", name=re.compile("^Gold")).fill("8,7,3,1,1")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("gold=8,7,3,1,1"))
    expect(page.locator("#measures [data-measure=NMD]")).to_contain_text("tie")  # .250 on both sides


def test_votes_carried_on_the_card_cost_what_the_measure_says(compare):
    page = compare(CONTRACT | {"card": "carry", "measure": "NMD"})
    page.locator(".cv-pile").nth(3).focus()
    for key in ("ArrowUp", "ArrowLeft"):  # two votes of B to the class before
        page.keyboard.press(key)
    expect(page.locator(".cv-board")).to_have_attribute("aria-label", re.compile("b: 4, 4, 6, 2, 4"))
    value = float(MEASURES["NMD"]([0, 1, 2, 9, 8], [4, 4, 6, 2, 4]))
    expect(page.locator(".cv-picture")).to_contain_text(f"÷ 80 = {value:.3f}")
    expect(page.locator(".cv-scores .cv-new.cv-b")).to_have_text(f"{value:.3f}")


SMALLEST_TEXT = """() => Math.min(...[...document.querySelectorAll('.st-key-workings *')]
  .filter(one => ["text", "TH", "TD", "P", "SPAN", "STRONG"].includes(one.tagName))
  .filter(one => one.textContent.trim() && one.getClientRects().length)
  .map(one => parseFloat(getComputedStyle(one).fontSize)))"""


def test_the_workings_of_a_and_b_stand_beside_each_other_or_on_a_phone_below_and_nothing_moves(compare):
    page, places = compare(CONTRACT), set()
    parts = [page.locator(f".st-key-{name}") for name in ("working_a", "working_b", "working_sides", "card")]
    tint = "cells => cells.map((cell) => getComputedStyle(cell).backgroundColor)"
    colours = parts[0].locator(".oq-contributions td").evaluate_all(tint)
    assert colours[0] != colours[3]  # 0.00 and 0.40
    for key in ("NMD", "DNKT", "DNKT_NMD"):  # of different layouts
        page.locator(f'#measures [data-choice="{key}"]').click()
        expect(page.locator(f'#measures tr[data-measure="{key}"] [aria-pressed="true"]')).to_be_attached()
        settled(page)
        a, b, both, around = (part.bounding_box() for part in parts)
        assert a["y"] == b["y"]
        assert a["x"] + a["width"] <= b["x"]
        steps = [one.bounding_box() for one in page.locator(".oq-last-step").all()]
        places.add((both["height"], *(box["y"] - around["y"] for box in (both, *steps))))
    assert len(places) == 1
    assert places.pop()[0] <= 170
    page.set_viewport_size({"width": 390, "height": 900})
    settled(page)
    a, b = (part.bounding_box() for part in parts[:2])
    assert a["y"] + a["height"] <= b["y"]
    assert page.evaluate(SMALLEST_TEXT) >= 12
    expect_narrow(page)
