"""Popularity vs Uniform, from an upload to the reason behind one point, as a visitor goes."""

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from ordquant_core import MEASURES, popularity, uniform
from ordquant_core.analysis.case_filters import rank_by_disagreement
from ordquant_core.records import Gold
from ordquant_core.tasks import parse_gold
from tests.browser.settling import at_rest, open_on_canvas, settled, until

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
REAL_GOLD = ROOT.parent / "shared" / "data" / "stc3" / "gold_test.json"
SAMPLE = ROOT / "ordquant_core" / "samples" / "dialogue-quality" / "gold.csv"
LONELIEST_POINT = """key => {
  const plot = document.querySelector(`.st-key-${key} .js-plotly-plot`);
  const points = [...plot.querySelectorAll(".scatterlayer .trace")].slice(0, 2).flatMap((trace, number) =>
    [...trace.querySelectorAll("path.point")].map((point) => {
      const box = point.getBoundingClientRect();
      const data = plot.data[number];
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, case: data.text[point.__data__.i] };
    }));
  const gap = (one) => Math.min(...points.filter((other) => other !== one)
    .map((other) => Math.hypot(one.x - other.x, one.y - other.y)));
  return points.reduce((best, one) => (gap(one) > gap(best) ? one : best));
}"""


def arrived(page: Page) -> None:
    page.locator(".st-key-case_picture .main-svg").first.wait_for()  # the last thing on the page
    settled(page)


def choose_section(page: Page, title: str) -> None:
    page.get_by_test_id("stMain").get_by_role("radio", name=title).click()
    settled(page)


def ranking(gold: Gold, first: str = "NMD", second: str = "RNOD") -> list[str]:
    """Return the ids of the cases, those first on which the two measures differ most."""
    values = gold.probabilities
    x, y = (
        MEASURES[key](values, popularity(values)) - MEASURES[key](values, uniform(values)) for key in (first, second)
    )
    return [gold.cases[case] for case in rank_by_disagreement(x, y)]


def card(page: Page, case: str):
    return page.locator("#case", has_text=f"Case {case}:")


def click_lonely_point(page: Page, key: str = "cases_focus") -> str:
    """Click the point with the most room around it until its card is there; return the case it stands for."""
    clicked = []

    def click() -> None:
        at_rest(page.locator(f".st-key-{key} .js-plotly-plot"))
        point = page.evaluate(LONELIEST_POINT, key)
        page.mouse.click(point["x"], point["y"])
        clicked.append(str(point["case"]))

    until(page, click, lambda timeout: expect(card(page, clicked[-1])).to_be_visible(timeout=timeout))
    return clicked[-1]


def row_of(page: Page, case: str):
    """Return the row of a case in the ranking."""
    return page.locator("#cases tbody tr").filter(has=page.get_by_role("button", name=case, exact=True))


def counts(page: Page, key: str) -> tuple[int, ...]:
    settled(page)
    title = page.locator(f'#wins [data-measure="{key}"] td').first.get_attribute("title") or ""
    return tuple(map(int, re.findall(r"\d+", title)))


def own_gold(folder: Path) -> Path:
    """Return the official gold file, or one made here."""
    if REAL_GOLD.exists():
        return REAL_GOLD
    votes = np.random.default_rng(7).multinomial(19, [0.1, 0.15, 0.25, 0.3, 0.2], size=60)
    file = folder / "gold.csv"
    file.write_text("case,-2,-1,0,1,2\n" + "".join(f"x{i},{','.join(map(str, row))}\n" for i, row in enumerate(votes)))
    return file


def test_from_an_upload_by_a_point_to_compare_and_back(open_at, tmp_path):
    file = own_gold(tmp_path)
    gold = parse_gold(file.read_bytes(), file.name, scale="A" if file.suffix == ".json" else None)
    assert gold.votes is not None
    page = open_at("popularity-vs-uniform?task=own", "h1")
    page.locator("input[type=file]").set_input_files(file)
    arrived(page)
    expect(page.get_by_text(f"{len(gold.cases)} cases · 5 classes, −2 to 2")).to_be_visible()
    assert sum(counts(page, "NMD")) == len(gold.cases)
    if file == REAL_GOLD:
        expect(page.locator("#wins_note")).to_contain_text("prints the same 12 counts")
        assert counts(page, "RSNOD") == (166, 0, 224)
    expect(card(page, ranking(gold)[0])).to_be_visible()

    case = click_lonely_point(page)
    expect(page).to_have_url(re.compile(f"case={case}"))
    scored = page.locator('#measures [data-measure="RNOD"]').inner_text()

    page.get_by_role("link", name="Open in Compare").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Compare")
    expect(page.locator('#measures [data-measure="RNOD"][data-choice]')).to_have_text(
        re.compile(r"\s*".join(map(re.escape, scored.split())))
    )
    open_on_canvas(page, "Type the numbers")
    votes = ", ".join(map(str, gold.votes[gold.cases.index(case)]))
    expect(page.get_by_role("textbox", name=re.compile("^Gold"))).to_have_value(votes)
    expect(page.get_by_role("textbox", name=re.compile("^Run A"))).to_have_value("popularity")
    expect(page.get_by_role("textbox", name=re.compile("^Run B"))).to_have_value("uniform")

    page.go_back()
    expect(card(page, case)).to_be_visible()
    expect(page.get_by_text(f"{len(gold.cases)} cases ·")).to_be_visible()


@pytest.mark.thorough
def test_a_row_of_the_ranking_is_chosen_by_click_and_by_keyboard_and_a_small_plot_chooses_too(open_at):
    order = ranking(parse_gold(SAMPLE.read_bytes(), SAMPLE.name))
    page = open_at("popularity-vs-uniform?show=cases", "h1")
    arrived(page)
    expect(card(page, order[0])).to_be_visible()
    row_of(page, order[3]).locator("td").last.click()  # anywhere
    expect(card(page, order[3])).to_be_visible()
    settled(page)
    row_of(page, order[5]).get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(card(page, order[5])).to_be_visible()
    expect(row_of(page, order[5]).get_by_role("button")).to_have_attribute("aria-pressed", "true")
    settled(page)
    choose_section(page, "LQ 2021")
    case = click_lonely_point(page, "pair_RNOD_NVD")
    page.get_by_role("button", name="next ›").click()
    expect(card(page, order[order.index(case) + 1])).to_be_visible()


@pytest.mark.thorough
def test_a_point_says_the_numbers_that_the_list_has(open_at):
    page = open_at("popularity-vs-uniform?show=cases", "h1")
    page.get_by_text(re.compile("Show all .* cases")).click()
    expect(page.locator("#cases tr[data-choice]")).to_have_count(
        len(parse_gold(SAMPLE.read_bytes(), SAMPLE.name).cases)
    )
    settled(page)
    rows = page.locator("#cases tr[data-choice]").all_inner_texts()
    deltas = {cells[0].split()[0]: (cells[-4], cells[-2]) for cells in (row.split("\t") for row in rows)}
    assert any("tie" in pair for pair in deltas.values())
    points = page.locator(".st-key-cases_focus .js-plotly-plot .scatterlayer .point")
    seen = set()
    for number in range(0, points.count(), 25):
        points.nth(number).hover(force=True)
        said = page.locator(".st-key-cases_focus .hoverlayer .hovertext").text_content()
        case, *numbers = re.fullmatch(r"case (\S+)NMD: (.+)RNOD: (.+)", said).groups()
        assert tuple(numbers) == deltas[case]
        seen.add(case)
    assert len(seen) > 5


def test_faulty_files_are_reported_and_very_large_ones_refused_before_they_are_sent(open_at, tmp_path):
    file = tmp_path / "faulty.csv"
    file.write_text("case,1,2,3\nfirst,.2,.3,.5\nsecond,.4,.2,.39\n")
    page = open_at("popularity-vs-uniform?task=own", "h1")
    page.locator("input[type=file]").set_input_files(file)
    row = page.locator("#problems tbody tr").filter(has_text="case second")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("faulty.csv")
    expect(row).to_contain_text("sums to 0.99")
    file = tmp_path / "huge.json"
    with file.open("wb") as sparse:
        sparse.truncate(300 * 2**20)
    page.locator("input[type=file]").set_input_files(file)
    refused = page.get_by_test_id("stFileUploader")
    expect(refused).to_contain_text("huge.json")
    expect(refused).to_contain_text("File must be 100.0MB or smaller.")


@pytest.mark.thorough
def test_a_cold_server_answers_a_deep_link_with_that_page(serve, open_page):
    page = open_page()
    page.goto(f"{serve('app.py', fresh=True)}/popularity-vs-uniform?task=breakdown-labels&x=JSD&y=NVD")
    expect(page.get_by_role("heading", level=1)).to_have_text("Popularity vs Uniform")
    expect(page.get_by_text("60 cases · 3 classes, NB to B")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^JSD and NVD disagree on"))).to_be_visible()
    expect(page.get_by_role("link", name="Compare", exact=True)).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_names_from_a_link_are_shown_and_not_fetched(open_at):
    image = "![x](http://outside.example/a)"
    page = open_at(f"popularity-vs-uniform?case={image}&task={image}&x={image}", "h1")
    arrived(page)
    for alert in page.get_by_test_id("stAlert").all():
        expect(alert).to_contain_text("![x](")
