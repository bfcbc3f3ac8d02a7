"""A class room in browsers: the teacher's stage and phones, by mouse, touch and keys; on a path, and in a frame."""

import re
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import expect

from tests.browser import servers

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.alone]
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
VIOLATIONS = """async (rules) => {
  const { violations } = await axe.run(document, { runOnly: rules });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => [id, html.slice(0, 200)]));
}"""
SMALL = """() => [...document.querySelectorAll("button, a, input")].filter((one) => one.checkVisibility())
  .filter((one) => one.type !== "checkbox" && one.getBoundingClientRect().height < 44 && one.tagName !== "A")
  .map((one) => one.outerHTML)"""
TINY = """() => [...document.querySelectorAll("main *")]
  .filter((one) => one.checkVisibility() && one.textContent.trim())
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 13).map((one) => one.outerHTML)"""


@pytest.fixture
def opened(open_page, server):
    """Open a room; return the teacher's page, its code, and what opens phones in it."""
    stage = open_page(width=1920, height=1080)
    stage.goto(f"{server}/room")
    stage.get_by_role("button", name="Open a room").click()
    expect(stage.locator("#votes li")).to_have_count(3)
    code = re.fullmatch(r".*/room/([A-Z]{4})/stage", stage.url)[1]

    def phone(**options):
        page = open_page(width=390, height=844, **{"has_touch": True, **options})
        page.goto(f"{server}/room/{code}")
        expect(page.locator("#choices button")).to_have_count(3)
        return page

    return stage, code, phone


def test_phones_answer_and_the_keys_of_the_stage_reveal_and_go_on(opened):
    stage, code, phone = opened
    first, second = phone(), phone(color_scheme="dark")
    assert stage.locator(".code").inner_text() == code
    expect(stage.locator("#answered")).to_have_text("0 of 2 phones answered")
    first.get_by_role("button", name="Dialogue X").tap()
    expect(first.locator("#status")).to_contain_text("You answered “Dialogue X”")
    second.get_by_role("button", name="Dialogue Y").tap()
    expect(stage.locator("#answered")).to_have_text("2 of 2 phones answered")
    expect(stage.locator("#votes .number")).to_have_text(["1", "1", "0"])
    first.get_by_role("button", name="Either").tap()
    expect(stage.locator("#votes .number")).to_have_text(["0", "1", "1"])
    first.reload()
    expect(first.locator("[aria-pressed=true]")).to_have_text("Either: the averages are equal")
    stage.keyboard.press("Space")
    expect(stage.locator("#votes .right b")).to_have_text("Dialogue Y ✓")
    expect(stage.locator("#why")).to_be_visible()
    expect(first.locator("#status")).to_have_text(
        "You answered “Either: the averages are equal”: not right. Right: “Dialogue Y”."
    )
    expect(second.locator("#status")).to_have_text("You answered “Dialogue Y”: right.")
    expect(first.locator("#choices button").first).to_be_disabled()
    stage.keyboard.press("Space")
    expect(stage.locator("#where")).to_have_text("Question 2 of 9")
    expect(first.locator("#where")).to_have_text("Question 2 of 9")
    stage.keyboard.press("ArrowLeft")
    expect(first.locator("#where")).to_have_text("Question 1 of 9")
    stage.keyboard.press("Escape")
    stage.wait_for_url("**/room")
    stage.get_by_label("the code on the screen").fill(code.lower())
    stage.get_by_role("button", name="Go").click()
    expect(stage.locator("#where")).to_have_text("Question 1 of 9")


def test_the_reveal_moves_the_votes(opened):
    stage, _, phone = opened
    page = phone()
    for n in range(4):
        stage.keyboard.press("ArrowRight")
        expect(stage.locator("#where")).to_have_text(f"Question {n + 2} of 9")
    gold = page.locator(".side.gold .bars em")
    expect(page.locator("#title")).to_have_text("Swap")
    assert gold.all_inner_texts() == ["0", "0", "20", "0", "0"]
    expect(stage.locator("#board")).to_contain_text("Smaller is better")
    expect(stage.locator("#board")).not_to_contain_text("0.510")
    stage.keyboard.press("Space")
    expect(stage.locator("#board")).to_contain_text("0.510")
    expect(page.locator(".side.gold .bars em")).to_have_text(["4"] * 5)


def test_the_counts_are_downloaded_and_a_closed_room_says_so_on_phones(opened):
    stage, code, phone = opened
    stage.set_viewport_size({"width": 390, "height": 844})  # a teacher's phone reaches all buttons, too
    page = phone()
    page.get_by_role("button", name="Dialogue X").tap()
    expect(stage.locator("#answered")).to_have_text("1 of 1 phone answered")
    with stage.expect_download() as download:
        stage.get_by_role("button", name="Counts (CSV)").click()
    assert download.value.suggested_filename == f"room-{code}.csv"
    assert "1,What the average hides,Dialogue X,no,1" in download.value.path().read_text()


def test_a_browser_that_did_not_open_the_room_cannot_show_its_stage(opened, open_page, server):
    _, code, _ = opened
    other = open_page()
    other.goto(f"{server}/room/{code}/stage")
    expect(other.locator("#problem")).to_contain_text("Only the browser that opened this room")
    expect(other.locator("#shown")).to_be_hidden()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_and_targets_and_type_are_large_enough(opened, open_page, server, theme):
    stage, _, phone = opened
    start = open_page()
    start.goto(f"{server}/room")
    stage.keyboard.press("Space")
    expect(stage.locator("#votes .right")).to_have_count(1)
    for page in (start, stage, phone()):
        page.emulate_media(color_scheme=theme)
        page.evaluate(AXE)
        assert page.evaluate(VIOLATIONS, RULES) == []
        assert page.evaluate(SMALL) == []
        assert page.evaluate(TINY) == []


def test_nothing_moves_on_the_stage_when_answers_come_and_the_answer_is_revealed(opened):
    stage, _, phone = opened
    page = phone()
    expect(stage.locator("#answered")).to_have_text("0 of 1 phone answered")
    parts = "#board, #asked, #votes li, #after, footer button:not(:first-child), .join"
    boxes = "nodes => nodes.map((node) => JSON.stringify(node.getBoundingClientRect().toJSON().y))"
    before = stage.locator(parts).evaluate_all(boxes)
    page.get_by_role("button", name="Dialogue X").tap()
    expect(stage.locator("#answered")).to_have_text("1 of 1 phone answered")
    assert stage.locator(parts).evaluate_all(boxes) == before
    stage.keyboard.press("Space")
    expect(stage.locator("#votes .right")).to_have_count(1)
    assert stage.locator(parts).evaluate_all(boxes) == before


def test_lessons_lead_to_the_room_and_back(open_page, server):
    page = open_page()
    page.goto(f"{server}/lessons?show=class")
    link = page.get_by_role("link", name="Open a class room")
    assert link.evaluate("link => link.href") == f"{server}/room"
    page.goto(f"{server}/room")
    assert page.get_by_role("link", name="Lessons").evaluate("link => link.href") == f"{server}/lessons"


@pytest.fixture
def on_a_path(tmp_path):
    """Serve the application on a path. Requested before `open_page`: pages ask their server until they are closed."""
    options = ("--server.baseUrlPath", "quant")
    with servers.running(servers.ROOT / "app.py", tmp_path / "log.txt", *options, path="/quant") as (address, _):
        yield address


def test_it_works_on_a_path_and_in_a_frame(on_a_path, open_page):
    page = open_page()
    page.goto(f"{on_a_path}/room")
    page.evaluate("""() => {
      const frame = Object.assign(document.createElement("iframe"), { src: location.href, name: "inside" });
      frame.style.cssText = "width: 1200px; height: 800px";
      document.body.replaceChildren(frame);
    }""")
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="Open a room").click()
    expect(frame.locator("#votes li")).to_have_count(3)
    expect(frame.locator("#address")).to_contain_text(f"{on_a_path.removeprefix('http://')}/room/")
    assert frame.locator("#qr").evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    phone = open_page()
    phone.goto(f"http://{frame.locator('#address').inner_text()}")
    phone.get_by_role("button", name="Dialogue X").click()
    expect(frame.locator("#answered")).to_have_text("1 of 1 phone answered")
