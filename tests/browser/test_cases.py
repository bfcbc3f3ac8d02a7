"""Cases as a visitor goes: points, boxes, cells, rows, the matrix of measures, and what one takes away."""

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.settling import at_rest, listening, open_share, settled, until

pytestmark = pytest.mark.browser

FOCUS = ".st-key-cases_focus .js-plotly-plot"
POINTS = """key => {
  const plot = document.querySelector(`.st-key-${key} .js-plotly-plot`);
  const points = [...plot.querySelectorAll(".scatterlayer .trace")].slice(0, 2).flatMap((trace, number) =>
    [...trace.querySelectorAll("path.point")].map((point) => {
      const box = point.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, case: plot.data[number].text[point.__data__.i] };
    }));
  const gap = (one) => Math.min(...points.filter((other) => other !== one)
    .map((other) => Math.hypot(one.x - other.x, one.y - other.y)));
  return points.map((one) => ({ ...one, gap: gap(one) })).sort((one, other) => other.gap - one.gap);
}"""
CELLS = """() => {
  const plot = document.querySelector(".st-key-cases_focus .js-plotly-plot");
  const number = plot.data.findIndex((trace) => trace.name === "cells");
  const cells = plot.data[number];
  const { xaxis, yaxis } = plot._fullLayout;
  const area = plot.querySelector(".nsewdrag").getBoundingClientRect();
  const [xs, ys] = [cells.x, cells.y].map((values) => plot.calcdata[number].map((one, i) => values[i] ?? one));
  return plot.calcdata[number].map((one, i) => ({
    x: area.x + xaxis.d2p(one.x), y: area.y + yaxis.d2p(one.y), text: cells.text[i] }));
}"""


def arrived(page: Page) -> None:
    page.locator(FOCUS).wait_for()
    listening(page, "cases")
    settled(page)


def points(page: Page) -> list[dict]:
    """Return the points of the big plot, where they are and their cases, those with the most room around them first."""
    at_rest(page.locator(FOCUS))
    return page.evaluate(POINTS, "cases_focus")


def card(page: Page, case: str):
    return page.locator("#case", has_text=f"Case {case}:")


def open_by_its_point(page: Page, case: str) -> None:
    def click() -> None:
        point = next(one for one in points(page) if one["case"] == case)
        page.mouse.click(point["x"], point["y"])

    until(page, click, lambda timeout: expect(card(page, case)).to_be_visible(timeout=timeout))


def own_task(folder: Path, n_cases: int) -> list[Path]:
    """Return a gold and two runs of many cases."""
    rng = np.random.default_rng(3)
    shares = rng.dirichlet(np.ones(3), n_cases)
    tables = {"gold": np.array([rng.multinomial(12, row) for row in shares])}
    tables |= {f"run {letter}": (shares + rng.dirichlet(np.ones(3), n_cases)) / 2 for letter in "ab"}
    for name, rows in tables.items():
        lines = [f"c{i}," + ",".join(map(repr, row)) for i, row in enumerate(rows.tolist())]
        (folder / f"{name}.csv").write_text("\n".join(["case,lo,mid,hi", *lines]))
    return [folder / f"{name}.csv" for name in tables]


def draw_box(page: Page, corner: tuple[float, float], opposite: tuple[float, float]) -> None:
    """Draw a box in the plot; corners are shares of its width and height."""
    plot = page.locator(FOCUS)
    at_rest(plot)
    plot.hover()
    plot.locator('[data-title="Box Select"]').click()
    area = at_rest(plot.locator(".nsewdrag"))
    ends = [(area["x"] + x * area["width"], area["y"] + y * area["height"]) for x, y in (corner, opposite)]
    page.mouse.move(*ends[0])
    page.mouse.down()
    page.mouse.move((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2, steps=4)
    page.mouse.move(*ends[1], steps=4)
    page.mouse.up()


def test_a_point_opens_its_card_and_so_does_a_second_click_on_it(open_at):
    page = open_at("cases?a=system-01&b=system-07", "h1")
    arrived(page)
    case = points(page)[1]["case"]
    open_by_its_point(page, case)
    expect(page.locator(f"{FOCUS} .oq-mark text")).to_have_text(case)
    page.get_by_role("button", name="next ›").click()
    expect(card(page, case)).to_have_count(0)
    open_by_its_point(page, case)
    expect(page).to_have_url(re.compile(rf"case={case}"))


def test_a_box_selects_exactly_the_points_inside_it_until_the_selection_is_cleared(open_at):
    page = open_at("cases?a=system-01&b=system-07", "h1")
    arrived(page)
    area = at_rest(page.locator(f"{FOCUS} .nsewdrag"))
    right, upper = area["x"] + area["width"] / 2, area["y"] + area["height"] / 2
    there = page.evaluate(POINTS, "cases_focus")
    fewest, most = (  # the border of a box lies on a whole pixel
        sum(one["x"] < right + slack and one["y"] > upper - slack for one in there) for slack in (-2, 2)
    )
    draw_box(page, (0.001, 0.999), (0.5, 0.5))
    selected = page.get_by_text(re.compile(r"^\d+ cases selected\.$"))
    expect(selected).to_be_visible()
    assert fewest <= int(selected.inner_text().split()[0]) <= most
    page.get_by_test_id("stBaseButton-tertiary").get_by_text("Clear selection").click()
    expect(page.get_by_text("cases selected.")).to_have_count(0)


def test_a_kind_of_cases_is_listed_and_a_dot_of_another_kind_still_opens_its_card(open_at):
    page = open_at("cases?a=system-01&b=system-07&case=D144", "h1")
    arrived(page)
    page.get_by_role("radio", name=re.compile("^Both prefer B")).click()
    settled(page)
    expect(page).to_have_url(re.compile("only=both_prefer_b"))
    expect(page.locator("#cases .oq-dissent")).to_have_count(0)
    first = page.locator("#cases [data-choice] th").first.inner_text()
    expect(card(page, first)).to_contain_text("NMD and RNOD both prefer system-07")
    listed = page.locator("#cases [data-choice] th").all_inner_texts()
    case = next(one["case"] for one in points(page) if one["case"] not in listed)
    open_by_its_point(page, case)
    page.get_by_role("button", name="next ›").click()
    expect(card(page, first)).to_be_visible()


def test_a_case_opens_in_compare_and_the_back_button_returns_to_it(open_at):
    page = open_at("cases?a=system-01&b=Uniform&case=D042&rank=entropy", "h1")
    arrived(page)
    expect(card(page, "D042")).to_be_visible()
    page.get_by_text("Open in Compare").click()
    page.locator("#measures").first.wait_for()
    expect(page.get_by_role("heading", name="Compare")).to_be_visible()
    page.go_back()
    expect(card(page, "D042")).to_be_visible()
    expect(page).to_have_url(re.compile("rank=entropy"))


def test_of_very_many_cases_cells_are_drawn_that_select_exactly_what_they_hold(open_at, tmp_path):
    page = open_at("cases?task=own", "h1")
    page.locator("input[type=file]").set_input_files(own_task(tmp_path, 6000))
    arrived(page)
    expect(page.locator("#verdict").first).to_contain_text("of 6,000 cases")
    fullest = max(page.evaluate(CELLS), key=lambda cell: int(cell["text"].replace(",", "")))
    n = fullest["text"]

    def click() -> None:
        at_rest(page.locator(FOCUS))
        cell = next(cell for cell in page.evaluate(CELLS) if cell["text"] == fullest["text"])
        page.mouse.click(cell["x"], cell["y"])

    selected = page.get_by_text(f"{n} cases selected.")
    until(page, click, lambda timeout: expect(selected).to_be_visible(timeout=timeout))
    expect(page.get_by_role("radio", name=f"All {n}")).to_be_visible()
    draw_box(page, (0.0005, 0.0005), (0.9995, 0.9995))  # everything
    expect(page.get_by_text("6,000 cases selected.")).to_be_visible()


def test_cards_for_a_slide_open_without_a_network(open_at, browser, tmp_path):
    page = open_at("cases?a=Popularity&b=Uniform&only=disagreements", "h1")
    arrived(page)
    open_share(page)
    with page.expect_download() as waiting:
        page.get_by_text("Cards for a slide").click()
    file = tmp_path / "cards.html"
    waiting.value.save_as(file)
    context = browser.new_context(offline=True)
    alone = context.new_page()
    asked = []
    alone.on("request", lambda request: asked.append(request.url))
    alone.goto(file.as_uri())
    expect(alone.locator("article svg").first).to_be_visible()
    expect(alone.locator("article")).to_have_count(24)
    assert [url for url in asked if not url.startswith("file:")] == []
    context.close()


def test_wrong_values_of_a_link_are_named_in_one_warning_until_another_case_is_chosen(open_at):
    page = open_at("cases?a=nonsense&x=FOO&case=ZZZ", "#cases")
    (warning,) = page.get_by_test_id("stAlert").all()
    for words in ("FOO", "nonsense", "ZZZ"):
        expect(warning).to_contain_text(words)
    page.locator(".st-key-step_next button").click()
    expect(page.get_by_test_id("stAlert")).to_have_count(0)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    expect(page.locator("#case")).to_contain_text(page.locator("#cases .oq-chosen th").inner_text())


def test_on_a_phone_the_card_of_a_tapped_case_comes_into_view(server, open_page):
    page = open_page(width=390, height=844, has_touch=True)
    page.goto(f"{server}/cases")
    listening(page, "cases")
    row = page.locator("#cases [data-choice]").nth(5)
    at_rest(row)
    expect(page.locator("#measures")).to_be_hidden()  # until the case is opened
    row.scroll_into_view_if_needed()
    expect(page.locator("#case")).not_to_be_in_viewport()
    row.locator("th").tap()
    expect(page.locator("#case")).to_contain_text(f"Case {row.locator('th').inner_text()}")
    expect(page.locator("#case")).to_be_in_viewport()
    expect(page.locator("#measures")).to_be_visible()
    expect(row).to_be_hidden()  # the case has the page for itself
    expect(page.locator(".st-key-case_bar")).to_contain_text("6 of 30 disagreements")
    page.get_by_role("button", name="‹ All cases").tap()
    expect(row).to_be_in_viewport()
    dot = points(page)[0]
    assert dot["case"] != row.locator("th").inner_text()
    page.locator(FOCUS).scroll_into_view_if_needed()
    at_rest(page.locator(FOCUS))
    dot = next(one for one in points(page) if one["case"] == dot["case"])
    page.touchscreen.tap(dot["x"], dot["y"])
    expect(card(page, dot["case"])).to_be_in_viewport()
    page.locator("#measures tr").last.scroll_into_view_if_needed()
    expect(page.locator("#case")).not_to_be_in_viewport()
    page.get_by_role("button", name="next ›").tap()
    expect(page.locator("#case")).not_to_contain_text(f"Case {dot['case']}:")
    expect(page.locator("#case")).to_be_in_viewport()


def test_on_a_phone_either_the_cases_or_all_measures_are_seen_and_a_link_says_which(server, open_page):
    page = open_page(width=390, height=844, has_touch=True)
    page.goto(f"{server}/cases")
    listening(page, "cases")
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
