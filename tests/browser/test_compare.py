"""Compare, as a visitor uses it: links, typing, the working of a measure, phone and dark theme."""

import re
from collections.abc import Callable
from urllib.parse import urlencode

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from ordquant_core.figures.template import DARK, LIGHT
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import short_working
from tests.browser.settling import finding, middle, open_on_canvas, open_share, settled

pytestmark = pytest.mark.browser

CONTRACT = {"classes": "-2,-1,0,1,2", "gold": "0,1,2,9,8", "a": "popularity", "b": "uniform"}
OTHER = {"classes": "bad,fair,good", "gold": "1,2,7", "a": "0.2,0.3,0.5", "b": "uniform", "name_a": "System 7"}


@pytest.fixture
def compare(server: str, open_page: Callable[..., Page]) -> Callable[..., Page]:
    def start(query: dict[str, str] | None = None, **options: object) -> Page:
        page = open_page(**options)
        page.goto(f"{server}/compare?{urlencode(query or {})}")
        arrived(page)
        return page

    return start


def arrived(page: Page) -> None:
    page.locator("#measures").wait_for()
    page.locator(".dq-handle").first.wait_for()
    settled(page)


def score(page: Page, key: str, side: str) -> str:
    """Return the score of run a or b at full precision."""
    settled(page)
    return page.locator(f'#measures [data-measure="{key}"] .oq-of-{side}').get_attribute("title") or ""


def type_numbers(page: Page, label: str, text: str) -> None:
    field = page.get_by_role("textbox", name=re.compile(f"^{label}"))
    settled(page)
    if not field.is_visible():
        open_on_canvas(page, "Type the numbers")
    field.fill(text)
    field.press("Enter")


def test_a_link_opens_its_picture_and_typing_changes_picture_table_and_address_without_new_history(compare):
    page = compare(CONTRACT)
    assert finding(page) == "NMD prefers Popularity; 8 of the 9 quantity measures prefer Uniform."
    entries = page.evaluate("history.length")
    type_numbers(page, "Gold", "8,7,3,1,1")
    expect(page).to_have_url(re.compile("gold=8,7,3,1,1"))
    assert finding(page) == "NMD sees a tie; 8 of the 9 quantity measures prefer Uniform."
    assert float(score(page, "NMD", "a")) == pytest.approx(float(score(page, "NMD", "b")), abs=1e-12)
    type_numbers(page, "Run A", ".5,.3,.1,.1,0")
    expect(page).to_have_url(re.compile(r"gold=8,7,3,1,1&a=0\.5,0\.3,0\.1,0\.1,0&b=uniform$"))
    assert finding(page) == "NMD prefers A, as do the other 12 measures."
    assert page.evaluate("history.length") == entries


def test_a_click_or_a_key_on_the_row_of_a_measure_shows_its_calculation_and_the_link_says_so(compare):
    page = compare(CONTRACT)
    title = page.locator(".oq-title")
    page.locator('#measures [data-choice="JSD"]').click()
    expect(title).to_have_text("JSD is 0.352 for A and 0.207 for B")
    page.locator('#measures [data-choice="RNOD"] button').press("Enter")
    expect(title).to_have_text("RNOD is 0.373 for A and 0.258 for B")
    expect(page.locator('#measures [aria-pressed="true"]')).to_have_text("RNOD")
    expect(page).to_have_url(re.compile("measure=RNOD"))
    page.get_by_text("Robustness").click()
    expect(title).to_contain_text("In simulations with 20 other annotators")
    expect(page).to_have_url(re.compile("card=robust"))


def test_copy_link_copies_a_link_that_opens_the_same_picture_for_another_visitor(compare):
    page = compare(OTHER)
    type_numbers(page, "Gold", "2,2,6")
    expect(page).to_have_url(re.compile("gold=2,2,6"))
    open_share(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    other = compare()
    other.goto(link)
    arrived(other)
    assert finding(other) == finding(page)
    for key in ("NMD", "JSD", "DNKT"):
        assert [score(other, key, side) for side in "ab"] == [score(page, key, side) for side in "ab"]
    expect(other.locator("#measures thead th > .oq-a")).to_have_attribute("title", "System 7")


@pytest.mark.alone
def test_a_typed_gold_that_comes_while_a_drawn_one_is_not_answered_is_the_one_of_the_table(
    open_page: Callable[..., Page], server: str
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
    page.evaluate("busy = false")


@pytest.mark.thorough
def test_text_in_a_link_is_neither_run_nor_fetched(compare):
    evil = "<img src=x onerror=fired=1>", "![x](http://outside.example/a)", "<script>fired=1</script>"
    page = compare({"classes": f"{evil[0]},b,c", "gold": "1,2,3", "a": "1,0,0", "name_a": evil[1], "b": "0,1,0"})
    expect(page.locator(".oq-contributor", has_text=evil[1])).to_be_visible()
    for query in ({"gold": evil[1]}, {"gold": "1,2", "a": evil[2]}):
        page = compare(query)
        expect(page.get_by_test_id("stAlert")).to_contain_text("The link could not be opened")
    assert page.evaluate("window.fired") is None


def test_the_page_follows_the_theme_of_the_system(compare):
    page = compare(CONTRACT, color_scheme="light")
    for scheme, palette in (("light", LIGHT), ("dark", DARK)):
        page.emulate_media(color_scheme=scheme)
        paper, ink = (tuple(int(hue[i : i + 2], 16) for i in (1, 3, 5)) for hue in (palette.background, palette.ink))
        expect(page.get_by_test_id("stApp")).to_have_css("background-color", f"rgb{paper}")
        expect(page.locator("#measures")).to_have_css("color", f"rgb{ink}")
        logo = page.get_by_test_id("stSidebarLogo").or_(page.get_by_test_id("stHeaderLogo")).first
        expect(logo).to_be_visible()


def test_what_is_drawn_changes_table_reasons_and_address_and_outlives_a_change_of_page(compare):
    page = compare(CONTRACT)
    first = page.get_by_role("slider").first
    first.focus()
    first.press("ArrowUp")
    first.press("ArrowUp")
    expect(page).to_have_url(re.compile(r"gold=2,1,2,8,7&a=popularity&b=uniform$"))
    expect(page.get_by_role("combobox", name="Worked example")).to_have_value("Your own picture")
    drawn = score(page, "NMD", "a")
    assert float(drawn) == pytest.approx((2 / 20 + 3 / 20 + 5 / 20 + 7 / 20) / 4)
    page.get_by_role("link", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Twenty people rated a dialogue")).to_be_visible()
    page.get_by_role("link", name="Compare", exact=True).click()
    arrived(page)
    expect(page).to_have_url(re.compile(r"gold=2,1,2,8,7&a=popularity&b=uniform$"))
    expect(page.get_by_role("slider").first).to_have_attribute("aria-valuenow", "2")
    assert score(page, "NMD", "a") == drawn
    page.get_by_role("slider").first.press("ArrowUp")  # and drawing goes on from there
    expect(page).to_have_url(re.compile(r"gold=3,"))


def test_while_a_bar_is_dragged_the_table_follows_and_the_last_value_stays(compare):
    page = compare(CONTRACT)
    x, y = middle(page.get_by_role("slider").nth(3))
    before = score(page, "NMD", "a")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 60, steps=6)
    page.wait_for_function(
        "before => document.querySelector('#measures [data-measure=NMD] .oq-of-a')?.title !== before", arg=before
    )
    page.mouse.up()
    settled(page)
    gold = [int(slider.get_attribute("aria-valuenow")) for slider in page.get_by_role("slider").all()]
    assert sum(gold) == 20
    expect(page).to_have_url(re.compile(f"gold={','.join(map(str, gold))}&"))


def test_a_made_measure_follows_the_hand_and_is_what_python_computes(compare):
    key = "totals.squared.distance.gold"
    page = compare(CONTRACT | {"built": key})
    row = page.locator(f'#measures [data-measure="{key}"]')
    x, y = middle(page.get_by_role("slider").nth(3))
    before = score(page, key, "a")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 60, steps=6)
    expect(row.locator(".oq-of-a")).not_to_have_attribute("title", before)
    seen = float(row.locator(".oq-of-a").get_attribute("title") or "")
    page.mouse.up()
    assert float(score(page, key, "a")) == pytest.approx(seen, abs=1e-12)
    expect(page).to_have_url(re.compile(f"built={key}"))
    page.get_by_role("link", name="Change the rule").first.click()
    expect(page).to_have_url(re.compile(f"/lessons.*built={key}"))
    expect(page.get_by_role("radio", name="running totals")).to_have_attribute("aria-checked", "true")
    opens = page.get_by_role("link", name="Open in Compare")
    expect(opens).to_have_attribute("href", re.compile(f"built={key}$"))
    page.get_by_role("radio", name="off").click()
    page.get_by_role("radio", name="plain").click()
    expect(opens).to_have_attribute("href", re.compile("measure=NMD$"))  # it has a name


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


@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.thorough), 390])
def test_nothing_moves_while_a_bar_is_dragged_and_the_verdict_changes(compare, width):
    page = compare(CONTRACT, width=width, height=844)
    sliders = page.get_by_role("slider")
    sliders.first.scroll_into_view_if_needed()  # the page may be scrolled from an earlier visit
    before, verdicts = page.evaluate(RECTANGLES), set()
    for drag in range(10):
        x, y = middle(sliders.nth(drag % 5))
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + (-70 if drag % 2 else 60), steps=4)
        assert page.evaluate(RECTANGLES) == before
        page.mouse.up()
        settled(page)
        assert page.evaluate(RECTANGLES) == before
        verdicts.add(finding(page))
    assert len({len(verdict) for verdict in verdicts}) > 3


def test_the_axis_of_the_preference_bars_grows_with_a_margin_in_the_hand_and_shrinks_when_all_is_done(compare):
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


def test_the_tab_key_leads_from_field_to_field_while_the_picture_follows(compare):
    page = compare(CONTRACT)
    open_on_canvas(page, "Type the numbers")
    page.get_by_role("textbox", name=re.compile("^Gold")).fill("8,7,3,1,1")
    page.keyboard.press("Tab")
    expect(page).to_have_url(re.compile("gold=8,7,3,1,1&a=popularity"))
    expect(page.get_by_role("textbox", name=re.compile("^Run A"))).to_be_focused()
    page.keyboard.type("uniform")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("gold=8,7,3,1,1&a=uniform"))


@pytest.mark.thorough
def test_a_drag_that_begins_while_typed_numbers_are_on_their_way_is_kept_and_so_are_they(compare):
    page = compare(CONTRACT)
    for wait in (0, 60, 200):  # any order of the two is right: these bring about several
        type_numbers(page, "Gold", CONTRACT["gold"])
        expect(page).to_have_url(re.compile(f"gold={CONTRACT['gold']}&"))
        field = page.get_by_role("textbox", name=re.compile("^Gold"))
        field.fill("4,4,4,4,4")
        x, y = middle(page.get_by_role("slider").nth(3))
        page.mouse.move(x, y)
        field.press("Enter")
        page.wait_for_timeout(wait)
        page.mouse.down()
        page.mouse.move(x, y + 150, steps=8)
        page.mouse.up()
        expected = re.compile(
            r"gold=([567],[567],[567],[0-3]|[2-4],[2-4],[2-4],([5-9]|1\d)),\d&"
        )  # below or above the typed 4s
        expect(page).to_have_url(expected)
        settled(page)
        others = [int(slider.get_attribute("aria-valuenow")) for slider in page.get_by_role("slider").all()]
        dragged = others.pop(3)
        assert sum(others) + dragged == 20, wait
        assert max(others) - min(others) <= 1, wait  # as typed: all alike


@pytest.mark.parametrize("measure", ["NMD", "RNOD"])
def test_votes_carried_on_the_card_cost_what_the_working_of_the_measure_says(compare, measure):
    page = compare(CONTRACT | {"card": "carry", "measure": measure})
    page.locator(".cv-pile").nth(3).focus()
    for key in ("ArrowUp", "ArrowLeft"):  # two votes of B to the class before
        page.keyboard.press(key)
    gold, carried = np.array([0, 1, 2, 9, 8]) / 20, np.array([4, 4, 6, 2, 4]) / 20
    expect(page.locator(".cv-board")).to_have_attribute("aria-label", re.compile("b: 4, 4, 6, 2, 4"))
    value = float(MEASURES[measure](gold, carried))
    shown = page.locator(".cv-picture")
    if measure == "NMD":
        crossing = [round(20 * gap) for gap in short_working(measure, gold, carried).row.values[:4]]
        label = shown.locator("svg").get_attribute("aria-label") or ""
        assert re.findall(r": (\d+)", label) == list(map(str, crossing))
        expect(shown).to_contain_text(f"÷ 80 = {value:.3f}")
    else:
        summed = shown.locator("tr").filter(has=page.get_by_role("rowheader", name="B", exact=True)).locator("td").last
        assert float(summed.inner_text()) == pytest.approx(value**2 * 4 * 20**2)  # squares in votes, times distance
    expect(page.locator(".cv-scores .cv-new.cv-b")).to_have_text(f"{value:.3f}")


def test_a_row_keeps_the_focus_of_the_keyboard_and_its_calculation_comes_into_view(compare):
    page = compare(CONTRACT)
    button = page.locator('#measures [data-measure="JSD"] button')
    button.focus()
    button.press("Enter")
    expect(page.locator(".oq-title")).to_contain_text("JSD is")
    expect(button).to_be_focused()
    expect(page.locator(".oq-title")).to_be_in_viewport()
