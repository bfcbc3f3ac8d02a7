"""The lessons in a browser: whatever a learner does, every number and sentence is what the core says of the board."""

import json
import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ordquant_core.teaching.course import COURSE
from tests.browser.conftest import DESK, PHONE, OpenPage
from tests.browser.course import by_touch, check, middle, move, read
from tests.browser.settling import expect_narrow, settled
from tests.browser.test_every_page import AXE, EVERYWHERE, OF_THE_THEME, RULES, expect_no_violations
from tests.depth import matrix
from tests.teaching.boards import STEPS, is_done, measured

pytestmark = pytest.mark.browser
LESSONS = {lesson["key"]: lesson for lesson in COURSE["lessons"]}
TASKS = [at for at, step in STEPS.items() if "task" in step]


def at_step(at: tuple[str, int]) -> str:
    return f"{at[0]}&step={at[1] + 1}"


@pytest.mark.parametrize(
    ("key", "moves"), matrix([(key, n) for key in LESSONS for n in (18, 300)], *[(key, 18) for key in LESSONS])
)
def test_after_every_random_move_all_that_is_said_is_true_and_a_task_ticks_once(
    open_file: OpenPage, key: str, moves: int
) -> None:
    rng = random.Random(63)
    page = open_file(key, reduced_motion="reduce")
    for step in LESSONS[key]["steps"]:
        check(step, read(page))
        if "ask" in step:
            page.keyboard.press(str(rng.randint(1, 3)))
        found = read(page)
        board = check(step, found)
        seen, ticked, frozen = {json.dumps(board)}, False, found["why"]
        for _ in range(moves):
            held = move(page, step, found, rng)
            if held:
                check(step, held)
            found = read(page)
            board = check(step, found)
            seen.add(json.dumps(board))
            if "task" in step:
                ticked = ticked or is_done(step, board)
                assert found["done"] == ticked
            frozen = frozen or found["why"]
            assert found["why"].startswith(frozen.partition("Carry ")[0])
        assert len(seen) >= (3 if {"together", "tapping"} & step.keys() else 7)
        if "task" in step and not ticked:
            page.get_by_role("button", name="Do it for me").click()
        if "task" in step:
            expect(page.locator(".cv-done")).to_be_visible()
            check(step, read(page))
        page.locator(".cv-next").click()


TRENDS = {  # what a sentence says of the way: whether a score falls, stays or rises with every vote
    ("near-miss", 0): {"NMD": -1, "NVD": 0},
    ("carry", 0): {"NMD": -1},
    ("squares", 0): {"area": -1, "NMD": 1},
    ("looks", 1): {"RNSS": 0, "RNOD": -1},
}
FRAME = 60  # ms, less than a vote needs to the next class


@pytest.mark.parametrize(
    ("at", "width"),
    matrix(
        [(at, w) for at in TASKS for w in (1280, 390)],
        *[(at, 1280) for at in TRENDS],
        (("average", 0), 390),
        (("looks", 0), 390),
        (("one-vote", 0), 390),
    ),
)
def test_along_the_way_of_do_it_for_me_all_that_is_said_is_true_and_nothing_moves_when_the_task_ticks(
    open_file: OpenPage, at: tuple[str, int], width: int
) -> None:
    step = STEPS[at]
    page = open_file(**(PHONE if width == 390 else DESK))
    page.clock.install()
    page.goto(page.url.partition("#")[0] + f"#show=lessons&lesson={at_step(at)}")
    page.reload()
    if "ask" in step:
        page.keyboard.press("1")
    else:
        page.get_by_role("button", name="Do it for me").scroll_into_view_if_needed()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    before = read(page)
    page.get_by_role("button", name="Do it for me").dispatch_event("click")
    way = [check(step, before, narrow=width == 390)]
    for _ in range(200):
        found = read(page)
        way.append(check(step, found, narrow=width == 390))
        if found["done"]:
            break
        page.clock.run_for(FRAME)
    assert found["done"]
    assert found["places"] == before["places"], at
    side = step["board"]["carried"]
    for key, trend in TRENDS.get(at, {}).items():
        scores = [measured(key, board["gold"], board[side]) for one, board in pairwise([{}, *way]) if one != board]
        assert len(scores) > 2
        assert {0 if abs(then - now) < 1e-9 else 1 if then > now else -1 for now, then in pairwise(scores)} == {trend}


def transfers(start: list[int], goal: list[int]) -> list[tuple[int, int, int]]:
    """Return how many votes go from which class to which."""
    more, less = (
        [i for i, (x, y) in enumerate(zip(start, goal, strict=True)) for _ in range(s * (x - y))] for s in (1, -1)
    )
    ways = list(zip(more, less, strict=True))
    return [(ways.count(way), *way) for way in dict.fromkeys(ways)]


def do_by_touch(page: Page, at: tuple[str, int]) -> None:
    """Do a task with a finger: tap the beams, push the slider, or carry what has to go elsewhere."""
    step, drag = STEPS[at], by_touch(page)
    part = ".cv-picture, .cv-flips" if step.get("tapping") or step.get("slider") else ".cv-board"
    page.locator(part).first.scroll_into_view_if_needed()
    found = read(page)
    if step.get("tapping"):
        for beam in found["beams"]:
            page.touchscreen.tap(*middle(beam))
    elif step.get("slider"):
        (box,) = found["slider"]
        y, x = middle(box)[1], box["x"] + 8
        drag((x, y), (x + (box["width"] - 16) * 4 / step["slider"], y))
    else:
        votes = list(step["board"][step["board"]["carried"]])
        for n, source, target in transfers(votes, step["goal"]):
            start, end = found["piles"][source], found["piles"][target]
            ground, top = start["y"] + start["height"] - 22, start["y"] + 14  # as the board draws a pile
            y = ground - (votes[source] - n + 0.5) * (ground - top) / step.get("highest", 20)
            drag((middle(start)[0], y), (middle(end)[0], y))
            votes[source] -= n
            votes[target] += n


# Texts that stand on each other: scores in their table, and numbers in the pictures.
OVERLAPS = """(box) => {
  const parts = [...box.querySelectorAll(".cv-scores tbody :is(.cv-old, .cv-new, .cv-prefers), .cv-picture text")]
    .filter((part) => part.textContent).map((part) => [part.textContent, part.getBoundingClientRect()]);
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > -2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 5;
  return parts.flatMap(([word, one], i) =>
    parts.slice(i + 1).filter(([, other]) => over(one, other)).map(([second]) => `${word} / ${second}`));
}"""
SMALL = """(box) => [...box.querySelectorAll("button:not(.cv-word), input, select")].filter((one) =>
  one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().height < 44)
  .map((one) => one.outerHTML)"""


def test_every_task_is_done_by_touch_and_nothing_is_too_wide_too_small_or_on_something_else(
    open_file: OpenPage,
) -> None:
    page = open_file(**PHONE)
    for at in TASKS:
        page.evaluate("(part) => { location.hash = part; }", f"show=lessons&lesson={at_step(at)}")
        expect(page.locator(".cv-story")).to_have_text(re.sub(r"[\[\]]", "", STEPS[at]["story"]))
        if "ask" in STEPS[at]:
            page.locator(".cv-choices button").first.tap()
        expect(page.locator(".cv-task")).to_be_in_viewport(ratio=0.9)
        do_by_touch(page, at)
        expect(page.locator(".cv-done")).to_be_visible()
        check(STEPS[at], read(page), narrow=True)
        assert (page.locator(".cv").evaluate(OVERLAPS), page.locator(".cv").evaluate(SMALL)) == ([], []), at
        expect_narrow(page)


def test_what_was_done_is_there_when_the_file_is_opened_again_and_the_address_leads_to_the_step(
    open_file: OpenPage,
) -> None:
    page = open_file("squares", **PHONE, reduced_motion="reduce")
    page.keyboard.press("2")
    page.get_by_role("button", name="Do it for me").tap()
    page.locator(".cv-next").tap()
    expect(page.locator(".cv-story")).to_contain_text(STEPS["squares", 1]["story"][-20:])
    assert page.evaluate("location.hash") == "#show=lessons&lesson=squares&step=2"
    page.get_by_role("button", name="Do it for me").tap()
    expect(page.locator(".cv-done")).to_be_visible()
    why = read(page)["why"]
    expect(page.get_by_label("Lesson", exact=True).locator("option:checked")).to_have_text(re.compile("✓ 4"))
    page.reload()
    expect(page.locator(".cv-done")).to_be_visible()
    assert read(page)["why"] == why
    check(STEPS["squares", 1], read(page), narrow=True)
    for _ in range(2):
        page.get_by_role("link", name="On one page").tap()
        expect(page.locator("table#summary")).to_be_visible()
    page.go_back()
    expect(page.locator(".cv-done")).to_be_visible()
    expect(page.get_by_label("Lesson", exact=True).locator("option", has_text="✓")).to_have_count(1)
    page.locator(".cv-back").tap()
    expect(page.locator(".cv-verdict")).to_contain_text("you predicted it")
    page.evaluate("location.hash = ''")
    page.reload()
    expect(page.locator(".cv-dialogue")).to_have_text("Lesson 4 · step 1 of 2")
    page.evaluate("localStorage.setItem('ordquant-lessons', '[1]')")
    page.reload()
    expect(page.locator(".cv-choices button")).to_have_count(4)


def test_keys_one_to_four_answer_where_nothing_else_is_typed(open_file: OpenPage) -> None:
    page = open_file("one-vote")
    page.evaluate("document.body.append(document.createElement('textarea'))")
    page.locator("textarea").press("1")
    page.locator("body").press("Control+2")
    expect(page.locator(".cv-choices button")).to_have_count(4)
    page.locator("textarea").evaluate("(box) => box.remove()")
    page.keyboard.press("4")
    expect(page.locator(".cv-task")).to_be_focused()
    expect(page.locator(".cv-done")).to_be_visible(timeout=20_000)  # who is not sure is shown
    expect(page.locator(".cv-heard[aria-live]")).to_contain_text("Task done.")


def test_no_score_of_the_move_is_shown_before_the_answer(open_file: OpenPage) -> None:
    page = open_file()
    for at, step in STEPS.items():
        if "hidden" not in step:
            continue
        page.evaluate("(part) => { location.hash = part; }", f"show=lessons&lesson={at_step(at)}")
        expect(page.locator(".cv-ask")).to_be_visible()
        assert not [name for name, *_ in read(page)["numbers"] if name.split()[0] in step["hidden"]], at
        assert page.locator(".cv-picture > *").count() == 0


def test_a_note_on_a_word_closes_by_a_tap_and_by_a_key(open_file: OpenPage) -> None:
    page = open_file("one-vote", **PHONE)
    page.locator(".cv-choices button").first.tap()
    words = page.locator(".cv-scores .cv-measure")
    for at in range(3):  # each is reached while the note of the one before is open
        words.nth(at).tap()
        expect(page.locator(".cv-note")).to_contain_text(words.nth(at).inner_text())
    page.locator(".cv-note").tap()
    expect(page.locator(".cv-note")).to_be_hidden()
    words.first.press("Enter")
    words.first.press("Escape")
    expect(page.locator(".cv-note")).to_be_hidden()
    page.evaluate("location.hash = 'lesson=order-only'")
    page.locator(".cv-meet .cv-word").tap()  # one in the text, which is closed by an answer
    expect(page.locator(".cv-note")).to_contain_text("DNKT")
    page.locator(".cv-choices button").first.tap()
    expect(page.locator(".cv-note")).to_be_hidden()


def test_it_works_in_the_frame_of_another_page_that_grants_it_nothing(
    open_page: OpenPage, lessons_address: str, tmp_path: Path
) -> None:
    host = tmp_path / "platform.html"
    host.write_text(f'<iframe sandbox="allow-scripts" src="{lessons_address}" width="900" height="1400"></iframe>')
    page = open_page(offline=True)
    page.goto(host.as_uri())
    frame = page.frame_locator("iframe")
    frame.locator(".cv-choices button").first.click()
    frame.get_by_role("button", name="Do it for me").click()
    expect(frame.locator(".cv-done")).to_be_visible(timeout=20_000)
    frame.get_by_role("button", name="Lesson ★").click()
    frame.get_by_role("radio", name="hard").click()
    expect(frame.get_by_role("radio", name="hard")).to_have_attribute("aria-checked", "true")


PARTS = {  # the part, and what is done there before
    "average": "", "carry": "1", "squares&step=2": "do", "looks": "", "looks&step=3": "2do", "one-vote": "1do",
    "order-only": "2do", "order-only&step=2": "1", "make&built=bars.squared.distance.gold": "do", "judges": "check",
    "show=page": "",
}  # fmt: skip


@pytest.mark.parametrize("part", matrix(PARTS, "looks&step=3", "judges", "make&built=bars.squared.distance.gold"))
def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(open_file: OpenPage, part: str) -> None:
    page = open_file(part, color_scheme="light", reduced_motion="reduce")
    page.evaluate(AXE)
    looks = (390, "light", RULES), (390, "dark", OF_THE_THEME), (1280, "light", RULES), (1280, "dark", OF_THE_THEME)
    for doing in ("", *re.findall(r"\d|do|check", PARTS[part])):
        if doing.isdigit():
            page.keyboard.press(doing)
        elif doing == "do":
            page.get_by_role("button", name="Do it for me").locator("visible=true").click()
            expect(page.locator(".cv-done:visible")).to_be_visible()
        elif doing == "check":
            for track in page.locator(".cv-track").all():
                track.get_by_role("radio", name="tie").click()
            page.get_by_role("button", name="Check").click()
        for width, scheme, rules in looks:
            expect_no_violations(page, width, scheme, rules, EVERYWHERE)
            expect_narrow(page, width)
    page.set_viewport_size({"width": 320, "height": 844})
    expect_narrow(page, 320)


def test_on_the_page_what_was_done_stays_and_the_address_follows_and_restores(open_page: OpenPage, server: str) -> None:
    page = open_page(reduced_motion="reduce", **DESK)
    page.goto(f"{server}/lessons?lesson=looks&step=2")
    expect(page.locator(".cv-choices button")).to_have_count(4)
    settled(page)
    page.keyboard.press("2")
    page.get_by_role("button", name="Do it for me").click()
    expect(page.locator(".cv-done")).to_be_visible()
    board = check(STEPS["looks", 1], read(page))
    assert board["b"] == STEPS["looks", 1]["goal"]
    node = page.locator(".cv-board").element_handle()
    page.locator(".cv-next").click()
    expect(page).to_have_url(re.compile("lesson=looks&step=3$"))
    page.locator(".cv-back").click()
    expect(page).to_have_url(re.compile("lesson=looks&step=2$"))
    expect(page.locator(".cv-verdict")).to_contain_text("you predicted it")
    assert node is not None
    page.goto("about:blank")
    page.goto(f"{server}/lessons?lesson=looks&step=2")
    expect(page.locator(".cv-done")).to_be_visible()  # and it is not asked again
    check(STEPS["looks", 1], read(page))
    page.get_by_role("button", name="Lesson 8").click()
    page.get_by_role("radio", name="running totals").click()
    page.get_by_role("button", name="New picture").click()
    expect(page).to_have_url(re.compile(r"lesson=make&built=totals\.plain\.anywhere\.none&picture=1$"))
    said = read(page)["said"]
    page.get_by_role("button", name="Lesson ★").click()
    page.get_by_role("radio", name="hard").click()
    expect(page).to_have_url(re.compile("lesson=judges&level=hard&picture=1$"))
    settled(page)
    page.goto(f"{server}/lessons?lesson=make&built=totals.plain.anywhere.none&picture=1")
    expect(page.locator("[data-name=NMD][aria-current=true]")).to_be_visible()
    assert read(page)["said"] == said


@pytest.mark.parametrize("key", ["near-miss", "make"])
def test_on_stage_nothing_that_was_answered_is_shown(open_page: OpenPage, server: str, key: str) -> None:
    page = open_page(width=1920, height=1080, reduced_motion="reduce")
    page.goto(f"{server}/lessons?lesson={key}")
    page.locator(".cv-board").first.wait_for()
    settled(page)
    if key == "near-miss":
        page.keyboard.press("2")
    page.get_by_role("button", name="Do it for me").locator("visible=true").click()
    expect(page.locator(".cv-done")).to_be_visible()
    settled(page)
    page.get_by_test_id("stPopover").get_by_text("Share", exact=True).click()
    page.get_by_role("button", name="Present").click()
    expect(page.locator(".cv-stage")).to_be_visible()
    settled(page)
    found = read(page)
    assert (found["done"], found["why"]) == (False, "")
    if key == "near-miss":
        expect(page.locator(".cv-choices button")).to_have_count(4)
        assert not [name for name, *_ in found["numbers"] if name.split()[0] in ("NVD", "NMD")]


def test_sums_from_a_thousand_on_are_numbers(open_file: OpenPage) -> None:
    page = open_file("one-vote&step=2", reduced_motion="reduce")
    page.keyboard.press("1")
    page.get_by_role("button", name="A", exact=True).click()
    for at, way in ((3, "ArrowLeft"), (4, "ArrowLeft"), (3, "ArrowLeft"), (2, "ArrowLeft")):
        for key in ("Home", way):
            page.locator(".cv-pile").nth(at).press(key)
    assert check(STEPS["one-vote", 1], read(page))["a"] == [0, 20, 0, 0, 0]
