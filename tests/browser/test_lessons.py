"""The lessons, Make a measure and Four judges in a browser: all that is said is what the core says of the board."""

import json
import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from ordquant_core.measures.built import Switches, built_measure
from ordquant_core.numerals import score
from ordquant_core.teaching.course import COURSE, TAUGHT
from tests.browser.conftest import DESK, PHONE, OpenPage
from tests.browser.course import by_touch, check, middle, move, read, votes_of
from tests.browser.on_canvas import FIVE
from tests.browser.settling import expect_narrow, open_share, settled
from tests.browser.test_every_page import AXE, EVERYWHERE, RULES, expect_no_violations
from tests.depth import matrix
from tests.teaching.boards import STEPS, is_done, numbers, plain, preferred

pytestmark = pytest.mark.browser
LESSONS = {lesson["key"]: lesson for lesson in COURSE["lessons"]}
TASKS = [at for at, step in STEPS.items() if "task" in step]


def at_step(at: tuple[str, int]) -> str:
    return f"{at[0]}&step={at[1] + 1}"


@pytest.mark.parametrize(
    ("key", "moves"), matrix([*((key, 300) for key in LESSONS), ("carry", 3), ("looks", 3)], ("carry", 3), ("looks", 3))
)
def test_after_every_random_move_all_that_is_said_is_true_and_a_task_ticks_once(
    open_file: OpenPage, key: str, moves: int
) -> None:
    rng = random.Random(63)
    page = open_file(key, reduced_motion="reduce")
    for step in LESSONS[key]["steps"]:
        found = read(page)
        check(step, found)
        if "hidden" in step:  # no score of the move is shown before the answer
            assert not [name for name, *_ in found["numbers"] if name.split()[0] in step["hidden"]]
            assert page.locator(".cv-picture > *").count() == 0
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
        assert len(seen) > 1 or moves < 10
        if "task" in step and not ticked:
            page.get_by_role("button", name="Do it for me").click()
        if "task" in step:
            expect(page.locator(".cv-done")).to_be_visible()
            check(step, read(page))
        page.locator(".cv-next").click()


FRAME = 240  # ms


@pytest.mark.parametrize(
    ("at", "width"),
    matrix(
        [(at, w) for at in TASKS for w in (1280, 390)],
        (("looks", 1), 1280),
        (("looks", 0), 390),
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
    for _ in range(200):
        found = read(page)
        check(step, found, narrow=width == 390)
        if found["done"]:
            break
        page.clock.run_for(FRAME)
    assert found["done"]
    assert found["places"] == before["places"], at


def begin_by_touch(page: Page, step: Mapping[str, Any]) -> None:
    """Begin a task with a finger: tap the beams, push the slider, or carry votes that have to go elsewhere."""
    drag = by_touch(page)
    part = ".cv-picture, .cv-flips" if step.get("tapping") or step.get("slider") else ".cv-board"
    page.locator(part).first.scroll_into_view_if_needed()
    before = read(page)
    if step.get("tapping"):
        for beam in before["beams"]:
            page.touchscreen.tap(*middle(beam))
    elif step.get("slider"):
        (box,) = before["slider"]
        y, x = middle(box)[1], box["x"] + 8
        drag((x, y), (x + (box["width"] - 16) * 4 / step["slider"], y))
    else:
        more = np.subtract(step["board"][step["board"]["carried"]], step["goal"])
        start, end = (before["piles"][at] for at in (more.argmax(), more.argmin()))
        y = start["y"] + start["height"] * 0.9
        drag((middle(start)[0], y), (middle(end)[0], y))
    assert (read(page)["said"], read(page)["taps"]) != (before["said"], before["taps"])


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


def test_every_task_is_begun_by_touch_and_nothing_is_too_wide_too_small_or_on_something_else(
    open_file: OpenPage,
) -> None:
    page = open_file(**PHONE)
    for at in TASKS:
        page.evaluate("(part) => { location.hash = part; }", f"show=lessons&lesson={at_step(at)}")
        expect(page.locator(".cv-story")).to_have_text(re.sub(r"[\[\]]", "", STEPS[at]["story"]))
        if "ask" in STEPS[at]:
            page.locator(".cv-choices button").first.tap()
        expect(page.locator(".cv-task")).to_be_in_viewport(ratio=0.9)
        begin_by_touch(page, STEPS[at])
        if not read(page)["done"]:
            page.get_by_role("button", name="Do it for me").tap()
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
    expect(page.locator(".cv-done")).to_be_visible()  # who is not sure is shown
    expect(page.locator(".cv-heard[aria-live]")).to_contain_text("Task done.")


def test_do_it_for_me_taps_what_is_left_in_whatever_order_a_learner_began(open_file: OpenPage) -> None:
    page = open_file("looks", reduced_motion="reduce")
    page.mouse.click(*middle(read(page)["beams"][-1]))
    assert (read(page)["taps"], read(page)["done"]) == (1, False)
    page.get_by_role("button", name="Do it for me").click()
    expect(page.locator(".cv-done")).to_be_visible()
    check(STEPS["looks", 0], read(page))


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
    expect(frame.locator(".cv-done")).to_be_visible()
    frame.get_by_role("button", name="Lesson ★").click()
    frame.get_by_role("radio", name="hard").click()
    expect(frame.get_by_role("radio", name="hard")).to_have_attribute("aria-checked", "true")


PARTS = {  # the part, and what is done there before
    "average": "", "carry": "1", "squares&step=2": "*", "looks": "", "looks&step=3": "2*", "one-vote": "1*",
    "order-only": "2*", "order-only&step=2": "1", "make&built=bars.squared.distance.gold": "*", "show=page": "",
}  # fmt: skip


@pytest.mark.parametrize("part", matrix(PARTS, "looks&step=3"))
def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(open_file: OpenPage, part: str) -> None:
    page = open_file(part, reduced_motion="reduce")
    for key in PARTS[part]:
        if key == "*":
            page.get_by_role("button", name="Do it for me").locator("visible=true").click()
            expect(page.locator(".cv-done:visible")).to_be_visible()
        else:
            page.keyboard.press(key)
    expect_sound(page)


def expect_sound(page: Page) -> None:
    """Expect that axe finds nothing, and that nothing is wider than the screen."""
    page.evaluate(AXE)
    for width, scheme in ((1280, "light"), (390, "dark")):
        expect_no_violations(page, width, scheme, RULES, EVERYWHERE)
        expect_narrow(page, width)
    page.set_viewport_size({"width": 320, "height": 844})
    expect_narrow(page, 320)


def test_on_the_page_the_address_follows_and_on_stage_nothing_that_was_answered_is_shown(
    open_at: OpenPage,
) -> None:
    page = open_at("lessons?lesson=make", reduced_motion="reduce", **DESK)
    page.get_by_role("radio", name="running totals").click()
    page.get_by_role("button", name="New picture").click()
    expect(page).to_have_url(re.compile(r"lesson=make&built=totals\.plain\.anywhere\.none&picture=1$"))
    page.get_by_role("button", name="Lesson 2").click()
    settled(page)
    page.keyboard.press("2")
    page.get_by_role("button", name="Do it for me").locator("visible=true").click()
    expect(page.locator(".cv-done")).to_be_visible()
    check(STEPS["near-miss", 0], read(page))
    page.locator(".cv-next").click()
    expect(page).to_have_url(re.compile("lesson=near-miss&step=2$"))
    page.locator(".cv-back").click()
    expect(page).to_have_url(re.compile("lesson=near-miss(&step=1)?$"))
    expect(page.locator(".cv-done")).to_be_visible()
    open_share(page)
    page.get_by_role("button", name="Present").click()
    expect(page.locator(".cv-stage")).to_be_visible()
    settled(page)
    found = read(page)
    assert (found["done"], found["why"]) == (False, "")
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


def switches_of(found: Mapping[str, Any]) -> Switches:
    compare, squared, distance, lookouts = found["chosen"]
    errors = {"true": "squared", "false": "plain"}[squared]
    return Switches(compare, errors, {"true": "distance", "false": "anywhere"}[distance], lookouts)


def check_made(found: Mapping[str, Any]) -> Switches:
    """Compare sums, scores, their formula and the sentence with the core; return the switches."""
    switches, board = switches_of(found), {side: np.array(of) for side, of in votes_of(found["said"]).items()}
    squared, totals, distance = (part in switches for part in ("squared", "totals", "distance"))
    known, scores = {}, {}
    for side in ("a", "b"):
        errors = board[side] - board["gold"]
        errors = np.cumsum(errors)[:-1] if totals else errors
        parts = errors**2 if squared else np.abs(errors)
        eyes = np.flatnonzero(board["gold"]) if switches.lookouts == "gold" else np.arange(5)
        weights = (
            np.abs(np.arange(len(errors))[:, None] + totals / 2 - eyes).mean(axis=1)
            if distance
            else np.ones(len(errors))
        )
        total = plain((parts * weights).sum())
        scores[side] = float(built_measure(switches)(board["gold"], board[side]))
        n, divisor = 400 if squared else 20, 4 if distance or totals else 2
        known |= {f"built {side}": score(scores[side]), f"built total {side}": total}
        known |= {f"built part {side} {i}": str(part) for i, part in enumerate(parts)}
        known |= {f"built weight {i}": f"× {plain(weight)}" for i, weight in enumerate(weights) if distance}
        root, end = ("√(", ")") if squared else ("", "")
        line = f"{side.upper()}: {root}{total} ÷ {n} ÷ {divisor}{end} = {score(scores[side])}"
        assert found["lines"]["ab".index(side)] == line
    difference = scores["a"] - scores["b"]
    known["built side"] = "tie" if abs(difference) < 1e-9 else "A" if difference < 0 else "B"
    assert {name: text for name, text, _ in found["numbers"]} == known
    assert found["name"] == (switches.name or "yours")
    assert distance or switches.lookouts != "none" or ("boundary" if totals else "class") in found["live"]
    if distance:
        eyes = [str(at + 1) for at in eyes]
        assert re.search(rf"from class(es)? {', '.join(eyes[:-1])}( and )?{eyes[-1]}: ", found["live"])
    return switches


@pytest.mark.parametrize("moves", matrix((8, 300), 8))
def test_whatever_is_made_the_numbers_are_those_of_the_core_and_a_link_restores_it(
    open_file: OpenPage, moves: int
) -> None:
    rng = random.Random(63)
    page = open_file("make")
    check_made(read(page))
    seen, names, frozen = set(), set(), ""
    for _ in range(moves):
        if rng.random() < 0.2:
            page.get_by_role("button", name="New picture").click()
        else:
            group = page.get_by_role("radiogroup").nth(rng.randrange(4)).get_by_role("radio")
            if rng.random() < 0.5:
                group.nth(rng.randrange(group.count())).click()
            else:
                group.first.press(rng.choice(["ArrowRight", "ArrowLeft"]))
        found = read(page)
        seen.add(check_made(found))
        names.add(found["name"])
        assert not frozen or found["why"] == frozen
        frozen = found["why"]
    assert len(seen) > 3
    assert "yours" in names > {"yours"}
    again = open_file(page.url.partition("#")[2])
    assert (read(again)["said"], switches_of(read(again))) == (found["said"], switches_of(found))
    assert str(switches_of(found)) in page.url


@pytest.mark.parametrize("width", matrix([1280, 390], 390))
def test_the_tasks_of_make_are_done_one_after_the_other_and_nothing_moves(open_file: OpenPage, width: int) -> None:
    page = open_file("make", **(PHONE if width == 390 else DESK))
    for task, (name, side) in enumerate([("NMD", "B"), ("RNOD", "A"), ("RNADW", "B")]):
        before = read(page)
        assert not before["done"]
        page.get_by_role("button", name="Do it for me").locator("visible=true").dispatch_event("click")
        found = read(page)
        assert (found["done"], found["name"], preferred(name, votes_of(found["said"]))) == (True, name, side)
        assert found["places"] == before["places"]
        assert found["why"].startswith("When the task was done:")
        assert side in found["why"]
        check_made(found)
        if width == 390:
            expect_narrow(page)
        page.locator(".cv-next").click()
        if task == 2:
            expect(page.get_by_role("heading", level=2)).to_have_text(COURSE["judges"]["title"])
    page.locator(".cv-back").click()
    expect(page.locator(".cv-rail option", has_text="✓")).to_have_text("✓ 8 Make a measure")


SIDES = "A", "tie", "B"


def judge(page: Page, said: Mapping[str, str], *, keys: bool) -> None:
    """Set the four chips, by keys or by touch, and check."""
    for at, side in enumerate(said.values()):
        track = page.locator(".cv-track").nth(at)
        if keys:
            track.get_by_role("radio").first.press("ArrowLeft" if side == "B" else "ArrowRight")
            if side == "A":
                track.get_by_role("radio", checked=True).press("ArrowLeft")
        else:
            track.scroll_into_view_if_needed()
            box = read(page)["tracks"][at]
            y, third = middle(box)[1], box["width"] / 3
            target = SIDES.index(side)
            start = box["x"] + third * ((target + 1) % 3 + 0.5)
            by_touch(page)((start, y), (box["x"] + third * (target + 0.5), y))
        assert read(page)["chosen"][at] == str(SIDES.index(side) - 1)
    page.get_by_role("button", name="Check").click()


def check_reasons(page: Page, board: Mapping[str, Any], said: Mapping[str, str], rows: Mapping[str, int]) -> None:
    """Compare the verdict, the cards and the reasons of all four with the core."""
    truth = {key: preferred(key, board) for key in TAUGHT}
    found = read(page)
    assert [track["right"] for track in found["tracks"]] == [said[key] == truth[key] for key in TAUGHT]
    assert found["truth"] == [truth[key] for key in TAUGHT if said[key] != truth[key]]
    known = numbers({"board": board}, board)
    for tab in page.locator(".cv-reasons .cv-kinds button").all():
        tab.click()
        found = read(page)
        for name, text, _ in found["numbers"]:
            if name == "right":
                assert text == str(sum(said[key] == truth[key] for key in TAUGHT))
            elif name.startswith("row "):
                assert text == str(rows[name[4:]])
            else:
                assert text == known[name], name
    for key in TAUGHT:
        card = page.locator(".cv-recipe").nth(list(TAUGHT).index(key))
        expect(card).to_contain_text(COURSE["judges"]["recipes"][key] if rows[key] == 3 else f"{rows[key]} of 3")


def test_three_right_in_a_row_fill_a_recipe_a_miss_sets_it_back_and_reloading_keeps_all(
    open_file: OpenPage,
) -> None:
    page = open_file("judges", **PHONE)
    page.get_by_role("radio", name="medium").click()
    rows, misses = dict.fromkeys(TAUGHT, 0), {1: "NVD", 5: "NMD"}
    for number in range(6):
        board = {"carried": "b", "walked": 0, "taps": [], **votes_of(read(page)["said"])}
        truth = {key: preferred(key, board) for key in TAUGHT}
        said = {key: SIDES[SIDES.index(truth[key]) - 1] if misses.get(number) == key else truth[key] for key in TAUGHT}
        for key in TAUGHT:
            rows[key] = 3 if rows[key] == 3 else rows[key] + 1 if said[key] == truth[key] else 0
        judge(page, said, keys=number > 2)
        if number in misses:
            check_reasons(page, board, said, rows)
        expect_narrow(page)
        page.get_by_role("button", name="New picture").click()
    assert rows == dict.fromkeys(TAUGHT, 3)  # a full card stays full
    before = read(page)["said"]
    for address in (page.url, page.url.partition("&level")[0]):
        page.goto("about:blank")
        page.goto(address)
        expect(page.locator(".cv-recipe.cv-full")).to_have_count(4)
        assert read(page)["said"] == before
    page.get_by_role("radio", name="hard").click()
    expect(page).to_have_url(re.compile("level=hard"))
    assert read(page)["said"] != before
    expect(page.locator(".cv-rail option", has_text="✓")).to_have_text("✓ ★ Four judges")


def test_check_waits_for_all_four_and_no_reason_is_shown_before(open_file: OpenPage) -> None:
    page = open_file("judges&level=hard&picture=7", reduced_motion="reduce")
    for at in range(4):
        expect(page.get_by_role("button", name="Check")).to_be_disabled()
        assert {name for name, *_ in read(page)["numbers"]} <= {f"row {key}" for key in TAUGHT}
        page.locator(".cv-track").nth(at).get_by_role("radio", name="tie").click()
    page.get_by_role("button", name="Check").click()
    page.locator(".cv-track").first.click(position={"x": 5, "y": 20})  # what was checked stays
    assert read(page)["chosen"][:4] == ["0"] * 4
    expect_sound(page)


def test_what_was_made_opens_in_compare_and_back_and_the_table_follows_the_canvas(open_file: OpenPage) -> None:
    made = "bars.plain.distance.all"
    page, measure = open_file(f"make&built={made}", reduced_motion="reduce"), built_measure(Switches.parse(made))
    board = votes_of(read(page)["said"])
    page.get_by_role("link", name="Open in Compare").click()
    row = page.locator(f'#measures [data-measure="{made}"]')
    for _ in range(2):
        for side in ("a", "b"):
            expected = score(float(measure(board["gold"], board[side])))
            expect(row.locator(f".oq-of-{side}")).to_have_text(expected)
        expect(page.locator("table#measures")).to_contain_text(measure.name)
        page.reload()
    page.get_by_role("slider").first.press("ArrowUp")
    expect(page).to_have_url(re.compile(f"built={made}"))
    page.get_by_role("link", name="Change the rule").click()
    expect(page).to_have_url(re.compile(f"lesson=make.*built={made}"))
    expect(page.get_by_role("radio", name="all classes")).to_have_attribute("aria-checked", "true")
    opens = page.get_by_role("link", name="Open in Compare")
    page.get_by_role("radio", name="off").click()
    page.get_by_role("radio", name="running totals").click()
    opens.click()  # it has a name now: its row is marked
    expect(page.locator("#measures tr[aria-current]")).to_have_attribute("data-measure", "NMD")


def test_what_is_none_in_the_address_of_make_and_of_a_measure_is_left_aside(open_file: OpenPage) -> None:
    page = open_file("make")
    file = page.url.partition("#")[0]
    for built in ("", "bars.squared.distance.gold.x", "<b>.plain.anywhere.none"):
        page.goto(f"{file}#show=lessons&lesson=make&built={built}&picture=zero")
        page.reload()
        assert check_made(read(page)).name == "NVD"
        assert votes_of(read(page)["said"]) == COURSE["make"]["picture"]
    picture = json.dumps({name: FIVE[name] for name in ("gold", "a", "b")})
    for asked in ({"measure": "RNOD"}, {"built": "bars.<i>"}, {"measure": 'x"]'}):
        page.goto(f"{file}#{urlencode({'show': 'compare', 'picture': picture, **asked})}")
        page.reload()
        expect(page.locator("#measures [data-measure=NMD]")).to_be_visible()
        expect(page.locator("#measures [data-family=made]")).to_have_count(0)
        expect(page.get_by_role("link", name="Change the rule")).to_have_count(0)
        expect(page.locator("#measures tr[aria-current]")).to_have_count(int(asked.get("measure") == "RNOD"))
