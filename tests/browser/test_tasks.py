"""What visitors point at on pages of tasks, studies and papers: points, boxes, cells, rows, names and sliders choose.

What is chosen is shown, marked and in the address; a click costs few bytes. What pages say is in tests/pages.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from ordquant_core.tasks import parse_gold
from tests.browser.settling import (
    at_rest,
    cheap,
    listening,
    middle,
    open_on_canvas,
    open_share,
    settled,
    unfold_more,
    until,
)
from tests.source_files import ROOT

pytestmark = pytest.mark.browser

SAMPLE = ROOT / "ordquant_core" / "samples" / "dialogue-quality" / "gold.csv"
FOCUS = ".st-key-cases_focus .js-plotly-plot"
# The points of a plot: where they are and their cases, those with the most room around them first.
POINTS = """() => {
  const plot = document.querySelector(".st-key-cases_focus .js-plotly-plot");
  const points = [...plot.querySelectorAll(".scatterlayer .trace")].slice(0, 2).flatMap((trace, number) =>
    [...trace.querySelectorAll("path.point")].map((point) => {
      const box = point.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, case: plot.data[number].text[point.__data__.i] };
    }));
  const gap = (one) => Math.min(...points.filter((other) => other !== one)
    .map((other) => Math.hypot(one.x - other.x, one.y - other.y)));
  return points.map((one) => ({ ...one, gap: gap(one) })).sort((one, other) => other.gap - one.gap);
}"""


def arrived(page: Page, *tables: str, plot: str = FOCUS) -> None:
    page.locator(plot).first.wait_for()
    listening(page, *tables)
    settled(page)


def points(page: Page) -> list[dict]:
    at_rest(page.locator(FOCUS))
    return page.evaluate(POINTS)


def card(page: Page, case: str) -> Locator:
    return page.locator("#case", has_text=f"Case {case}:")


def open_by_its_point(page: Page, case: str) -> None:
    def click() -> None:
        point = next(one for one in points(page) if one["case"] == case)
        page.mouse.click(point["x"], point["y"])

    until(page, click, lambda timeout: expect(card(page, case)).to_be_visible(timeout=timeout))


def test_a_box_selects_the_points_inside_it_and_a_point_opens_its_card_and_gets_the_ring_and_its_name(open_at):
    page = open_at("cases?a=system-01&b=system-07")
    arrived(page, "cases")
    one = points(page)[1]
    with cheap(page):
        page.mouse.click(one["x"], one["y"])
    case, ring = one["case"], page.locator(f"{FOCUS} .oq-ring")
    expect(card(page, case)).to_be_visible()
    expect(page.locator(f"{FOCUS} .oq-mark text")).to_have_text(case)
    assert middle(ring) == pytest.approx((one["x"], one["y"]), abs=8)
    page.set_viewport_size({"width": 1000, "height": 900})
    settled(page)
    one = next(other for other in points(page) if other["case"] == case)
    assert middle(ring) == pytest.approx((one["x"], one["y"]), abs=8)
    page.get_by_role("button", name="next ›").click()
    expect(card(page, case)).to_have_count(0)
    open_by_its_point(page, case)  # a second click does so, too
    expect(page).to_have_url(re.compile(rf"case={case}"))

    drawn = page.locator(FOCUS)
    drawn.hover()
    drawn.locator('[data-title="Box Select"]').click()
    area = at_rest(drawn.locator(".nsewdrag"))
    right, upper = area["x"] + area["width"] / 2, area["y"] + area["height"] / 2
    there = page.evaluate(POINTS)
    fewest, most = (  # the border of a box lies on a whole pixel
        sum(one["x"] < right + slack and one["y"] > upper - slack for one in there) for slack in (-2, 2)
    )
    page.mouse.move(area["x"] + 1, area["y"] + area["height"] - 1)
    page.mouse.down()
    page.mouse.move(right, upper, steps=8)
    page.mouse.up()
    settled(page)
    n = int(page.get_by_text(re.compile(r"^\d+ cases selected\.$")).inner_text().split()[0])
    assert fewest <= n <= most
    rings = "it => it.getAttribute('d').split('M').length - 1"
    assert drawn.locator("[data-mark=together_cases_focus] path").evaluate(rings) == n
    open_share(page)
    page.get_by_role("radio", name="SVG").click()
    settled(page)
    page.keyboard.press("Escape")
    plain = drawn.locator(".shapelayer path").count()
    drawn.hover()
    with page.expect_download() as download:
        drawn.locator(".modebar-btn[data-title^=Download]").click()
    picture = download.value.path().read_text(encoding="utf-8")  # the camera sees the rings
    assert len(re.findall(r'class="[^"]*shape-group', picture)) == plain + n + 1  # and the current case
    assert drawn.locator(".shapelayer path").count() == plain
    page.get_by_test_id("stBaseButton-tertiary").get_by_text("Clear selection").click()
    expect(page.get_by_text("cases selected.")).to_have_count(0)
    expect(drawn.locator("[data-mark=together_cases_focus] path")).to_have_count(0)

    page.get_by_role("radio", name=re.compile("^Both prefer B")).click()
    settled(page)
    expect(page).to_have_url(re.compile("only=both_prefer_b"))
    listed = page.locator("#cases [data-choice] th").all_inner_texts()
    case = next(one["case"] for one in points(page) if one["case"] not in listed)
    open_by_its_point(page, case)  # of another kind than those that are listed
    page.get_by_role("button", name="next ›").click()
    expect(card(page, listed[0])).to_be_visible()


def test_on_a_phone_a_case_that_is_tapped_and_every_page_begin_at_the_top_and_all_measures_are_a_tab(open_at):
    page = open_at("cases?task=breakdown-labels", width=390, height=844, has_touch=True)
    listening(page, "cases")
    row = page.locator("#cases [data-choice]").nth(5)
    at_rest(row)
    expect(page.locator("#measures")).to_be_hidden()  # until the case is opened
    row.scroll_into_view_if_needed()
    row.locator("th").tap()
    expect(card(page, row.locator("th").inner_text())).to_be_in_viewport()
    expect(page.locator("#measures")).to_be_visible()
    expect(row).to_be_hidden()
    expect(page.locator(".st-key-case_bar")).to_contain_text(re.compile(r"6 of \d+ disagreements"))
    page.get_by_role("button", name="‹ All cases").tap()
    expect(row).to_be_in_viewport()
    case = next(one["case"] for one in points(page) if one["case"] != row.locator("th").inner_text())
    page.locator(FOCUS).scroll_into_view_if_needed()
    dot = next(one for one in points(page) if one["case"] == case)
    page.touchscreen.tap(dot["x"], dot["y"])
    expect(card(page, case)).to_be_in_viewport()
    page.locator("#measures tr").last.scroll_into_view_if_needed()
    expect(page.locator("#case")).not_to_be_in_viewport()
    page.get_by_role("button", name="next ›").tap()
    expect(page.locator("#case")).not_to_contain_text(f"Case {case}:")
    expect(page.locator("#case")).to_be_in_viewport()
    page.get_by_role("button", name="‹ All cases").tap()
    expect(page.locator("#wins")).to_be_hidden()
    by_measure = page.get_by_role("radio", name="By measure")
    at_rest(by_measure)
    by_measure.tap()
    expect(page.locator("#wins")).to_be_visible()
    expect(page.locator("table#cases")).to_be_hidden()
    expect(page).to_have_url(re.compile("tab=measures"))
    page.set_viewport_size({"width": 1280, "height": 800})  # where there is room for both
    for seen in ("#wins", "table#cases", "#measures"):
        expect(page.locator(seen)).to_be_visible()
    expect(by_measure).to_be_hidden()

    page.set_viewport_size({"width": 390, "height": 844})
    settled(page)
    main = page.get_by_test_id("stMain")
    assert main.evaluate("main => { main.scrollTop = 900; return main.scrollTop; }") > 50
    page.get_by_test_id("stExpandSidebarButton").click()
    unfold_more(page)
    page.get_by_role("link", name="Papers", exact=True).click()  # one of ours, below those of Streamlit
    expect(page.get_by_role("heading", level=1)).to_have_text("Papers")
    settled(page)
    expect(page.get_by_role("button", name="Collapse sidebar")).to_be_hidden()
    expect(page.get_by_test_id("stSidebarNavLink").first).to_be_hidden()
    assert main.evaluate("main => main.scrollTop") == 0


def test_too_large_a_file_is_not_sent_and_from_an_upload_a_point_leads_to_compare_and_back(open_at, tmp_path):
    gold = parse_gold(SAMPLE.read_bytes(), SAMPLE.name)
    page = open_at("popularity-vs-uniform?task=own")
    huge = tmp_path / "huge.json"
    with huge.open("wb") as sparse:
        sparse.truncate(300 * 2**20)
    page.locator("input[type=file]").set_input_files(huge)
    for words in ("huge.json", "File must be 100.0MB or smaller."):
        expect(page.get_by_test_id("stFileUploader")).to_contain_text(words)
    page.locator("input[type=file]").set_input_files(SAMPLE)
    arrived(page, plot=".st-key-case_picture .main-svg")  # the last thing on the page
    expect(page.get_by_text(f"{len(gold.cases)} cases · 5 classes, −2 to 2")).to_be_visible()
    case = points(page)[0]["case"]
    open_by_its_point(page, case)
    expect(page).to_have_url(re.compile(f"case={case}"))
    scored = page.locator('#measures [data-measure="RNOD"]').inner_text().split()
    page.get_by_role("link", name="Open in Compare").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Compare")
    row = page.locator('#measures [data-measure="RNOD"][data-choice]')
    expect(row).to_have_text(re.compile(r"\s*".join(map(re.escape, scored))))
    open_on_canvas(page, "Type the numbers")
    votes = ", ".join(map(str, gold.votes[gold.cases.index(case)]))
    for label, value in {"Gold": votes, "Run A": "popularity", "Run B": "uniform"}.items():
        expect(page.get_by_role("textbox", name=re.compile(f"^{label}"))).to_have_value(value)
    page.go_back()
    expect(card(page, case)).to_be_visible()
    expect(page.get_by_text(f"{len(gold.cases)} cases ·")).to_be_visible()


CELL = """() => {
  const plot = document.querySelector(".st-key-matrix_agreement .js-plotly-plot");
  const { x, y, text } = plot.data.at(-1), area = plot.querySelector(".nsewdrag").getBoundingClientRect();
  const i = text.findIndex((words) => words.startsWith("NVD and DNKT:")), { xaxis, yaxis } = plot._fullLayout;
  return { x: area.x + xaxis.d2p(x[i]), y: area.y + yaxis.d2p(y[i]) };
}"""


def choice(page: Page, place: str, role: str) -> Locator:
    return page.locator(f"#{place} select[data-role={role}]")


def expect_pair(page: Page, x: str, y: str, timeout: float | None = None) -> None:
    for role, label in (("x", x), ("y", y)):
        expect(choice(page, "pair", role).locator("option[selected]")).to_have_text(label, timeout=timeout)


def test_cells_rows_and_names_in_sentences_choose_measures_and_the_link_says_so(open_at):
    page = open_at("measures")
    arrived(page, "similarity", plot=".st-key-matrix_agreement .js-plotly-plot")

    def click() -> None:
        at_rest(page.locator(".st-key-matrix_agreement .js-plotly-plot"))
        place = page.evaluate(CELL)
        page.mouse.click(place["x"], place["y"])

    until(page, click, lambda timeout: expect_pair(page, "NVD", "DNKT", timeout))
    with cheap(page):
        page.locator("#similarity [data-choice=JSD]").click()
    expect_pair(page, "JSD", "DNKT")
    with cheap(page):
        choice(page, "pair", "y").select_option(label="NMD")
    expect_pair(page, "JSD", "NMD")
    assert {"x=JSD", "y=NMD"} <= {*page.url.partition("?")[2].split("&")}


def test_questions_are_answered_by_the_keyboard_and_on_a_phone_the_first_column_stays(open_at):
    page = open_at("which-measure")
    page.get_by_role("button", name="Yes").focus()
    for number in (2, 3, 4, 5):
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"Question {number} of 5")).to_be_visible()
        settled(page)
        expect(page.get_by_role("button", name="Yes", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-candidates_picture")).to_be_visible()
    expect(page).to_have_url(re.compile("ordered=yes.*spaced=yes.*exchangeable=yes.*large=yes.*order_only=yes"))
    page = open_at("which-measure?show=properties&n=4&l=3")
    page.set_viewport_size({"width": 390, "height": 844})
    settled(page)
    head, value = (page.locator(f"#properties tr[data-measure=NMD] {cell}").first for cell in ("th", "td:last-child"))
    before = head.bounding_box()["x"], value.bounding_box()["x"]
    page.locator(".oq-scroll:has(> #properties)").evaluate("table => table.scrollBy(100, 0)")
    assert head.bounding_box()["x"] == before[0]
    assert value.bounding_box()["x"] == pytest.approx(before[1] - 100, abs=1)


@pytest.mark.thorough
def test_every_further_page_that_is_opened_costs_few_bytes_and_scripts_come_once(open_at) -> None:
    page = open_at("compare")
    scripts: list[str] = []
    page.on("request", lambda request: scripts.append(request.url) if "/scripts/" in request.url else None)
    page.reload()
    settled(page)
    assert {url.rpartition("/")[2] for url in scripts} >= {"address.js", "clicks.js", "draw.js", "tab.js"}
    cost = {}
    for _ in range(2):  # what takes long is shown as it comes in; the second time it is known
        unfold_more(page)
        for link in page.get_by_test_id("stSidebar").get_by_role("link").all():
            unfold_more(page)  # a page that is not among them folds them
            page.evaluate("wire.received = 0")
            link.click()
            settled(page)
            cost[link.inner_text()] = page.evaluate("wire.received")
    assert {name: size for name, size in cost.items() if size > 250_000} == {}
    assert len(scripts) == len(set(scripts))
