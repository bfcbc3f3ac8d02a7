"""The lessons as one file: from a file, without a network, in the frame of another page, on a phone."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Locator, Page, expect

from ordquant_core.analysis.picture import Picture
from ordquant_core.figures.template import DARK, LIGHT
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.numerals import score
from ordquant_core.teaching.lesson import Lesson
from ordquant_core.teaching.lesson_fields import scores
from ordquant_core.teaching.lessons import LESSONS, NEW, TRANSFERS
from ordquant_core.teaching.one_file import lessons_file
from ordquant_core.teaching.quiz import quiz
from ordquant_core.teaching.quiz_space import QuizSpace, quiz_space
from tests.browser.settling import expect_narrow
from tests.browser.test_every_page import AXE, EVERYWHERE, OF_THE_THEME, RULES, expect_no_violations
from tests.depth import matrix

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
OpenFile = Callable[..., Page]


@pytest.fixture(scope="module")
def space() -> QuizSpace:
    return quiz_space()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, space: QuizSpace) -> str:
    path = tmp_path_factory.mktemp("lessons") / "lessons.html"
    path.write_text(lessons_file(space), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def open_file(open_page: Callable[..., Page], address: str) -> OpenFile:
    """Open the file, with the network off: any request to it fails the test."""

    def start(part: str = "", **options: object) -> Page:
        page = open_page(offline=True, **options)
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{address}{part}")
        return page

    asked: list[str] = []
    yield start
    assert {url.partition(":")[0] for url in asked} <= {"file", "data", "blob"}


def do_task(page: Page | FrameLocator) -> None:
    page.locator(".cv-choices button").first.click()
    page.get_by_role("button", name="Do it for me").click()
    expect(page.locator(".cv-done")).to_be_visible(timeout=20_000)


def test_nine_lessons_are_played_on_a_phone_and_reloading_loses_nothing(open_file: OpenFile) -> None:
    page = open_file(**PHONE, reduced_motion="reduce")  # what is done for them is done at once
    for number, lesson in enumerate(LESSONS.values(), start=1):
        expect(page.locator(".cv-card h2")).to_have_text(lesson.title)
        expect(page.get_by_label("Lesson", exact=True)).to_have_value(str(number - 1))
        do_task(page)
        expect_narrow(page)
        page.locator(".cv-foot .cv-next").tap()
        new = TRANSFERS[f"{lesson.key}{NEW}"]
        expect(page.get_by_label("Lesson", exact=True)).to_have_value(str(number - 1))
        if new.measures:
            expect(page.locator(".cv-scores")).not_to_contain_text(scores(new, new.board)[new.asks]["a"])
        page.locator(".cv-choices button").nth(new.right).tap()
        expect(page.locator(".cv-task")).to_contain_text(": right.")
        page.locator(".cv-foot .cv-next").tap()
    page.get_by_role("link", name="Quiz").tap()
    expect(page.get_by_role("heading", name="Quiz")).to_be_visible()
    page.get_by_role("link", name="Lessons").tap()
    page.reload()
    expect(page.get_by_label("Lesson", exact=True).locator("option", has_text="✓")).to_have_count(9)


def test_a_wrong_answer_on_a_new_picture_can_be_made_true_on_the_board(open_file: OpenFile) -> None:
    page = open_file("#show=lessons&lesson=order-only-new", **PHONE)
    page.locator(".cv-choices button").first.click()
    expect(page.locator(".cv-task")).to_contain_text("You said A: not right.")
    expect(page.locator(".cv-task")).to_contain_text("Right: B. Carry votes until DNKT prefers A.")
    expect(page.locator(".cv-done")).to_have_count(0)
    page.get_by_role("button", name="Carry for me").click()
    expect(page.locator(".cv-done")).to_contain_text("Now DNKT prefers A. Your first answer counts.")
    expect(page.locator(".cv-done")).to_be_in_viewport(ratio=1)
    assert "answers=order-only-new.1d" in page.url
    page.locator(".cv-next").click()
    expect(page.get_by_role("heading", name="Quiz")).to_be_visible()


def test_a_quiz_is_taken_by_keys_and_the_address_keeps_answers_and_result(
    open_file: OpenFile, space: QuizSpace
) -> None:
    page = open_file("#show=quiz")
    page.get_by_label("Level").select_option("hard")
    page.get_by_label("Quiz", exact=True).last.select_option("3")
    page.wait_for_function("location.hash === '#show=quiz&level=hard&seed=3'")
    page.get_by_label("Quiz", exact=True).last.press("Tab")
    page.keyboard.press("Enter")
    right = 0
    for number, item in enumerate(quiz(space, 3, "hard").items):
        choice = ("a", "tie", "b")[number % 3]
        right += choice == item.answer
        expect(page.locator(".qz-said h3")).to_have_text(item.question)
        expect(page.get_by_role("button", name="Sure", exact=True)).to_be_disabled()
        page.keyboard.press("Enter")  # there is nothing to go on to yet
        page.keyboard.press(choice[0])
        expect(page.locator(".qz-said")).not_to_contain_text(
            score(item.picture.scores("a", [item.measure])[item.measure])
        )
        page.keyboard.press(str(number % 3 + 1))
        expect(page.locator(".qz-said h3")).to_contain_text(item.measure)
        expect(page.locator(".qz-said h3")).to_be_focused()
        if number == 4:
            page.reload()
            expect(page.locator("h2")).to_have_text("Question 5 of 10")
            page.keyboard.press("ArrowLeft")
            expect(page.locator("h2")).to_have_text("Question 4 of 10")
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    expect(page.locator(".qz-verdict")).to_have_text(f"{right} of 10 right.")
    page.reload()
    expect(page.locator(".qz-verdict")).to_have_text(f"{right} of 10 right.")
    page.get_by_role("button", name="Another quiz").click()
    expect(page.locator("h2")).to_have_text("Question 1 of 10")
    assert "level=hard&seed=4&sitting=0000000000.0" in page.url


def in_table(page: Page | Locator) -> dict[str, tuple[str, str]]:
    rows = page.locator("#measures tr[data-measure]").all()
    return {
        row.get_attribute("data-measure") or "": tuple(row.locator(f".oq-of-{side}").inner_text() for side in "ab")  # type: ignore[misc]
        for row in rows
    }


def test_scores_on_compare_follow_the_canvas_and_stay_in_the_address(open_file: OpenFile) -> None:
    page = open_file("#show=compare")
    bar = page.get_by_role("slider").nth(0)
    bar.focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    page.wait_for_function("location.hash.includes('picture')")
    drawn = page.evaluate("JSON.parse(new URLSearchParams(location.hash.slice(1)).get('picture'))")
    assert drawn["gold"][0] == 3
    of = Picture(tuple(drawn["classes"]), tuple(drawn["gold"]), drawn["a"], drawn["b"])
    a, b = of.scores_of_both(MAIN_MEASURES)
    expected = {key: (score(a[key]), score(b[key])) for key in MAIN_MEASURES}
    assert in_table(page) == expected
    page.reload()
    expect(page.locator("#measures tr[data-measure]")).to_have_count(len(MAIN_MEASURES))
    assert in_table(page) == expected


@pytest.mark.parametrize(
    "picture", ["{", "7", '{"gold":[1,2]}', '{"a":"<img src=x>"}', '{"classes":null}', '{"positions":[1]}']
)
def test_a_picture_in_the_address_that_is_none_is_left_aside(open_file: OpenFile, picture: str) -> None:
    page = open_file(f"#show=compare&picture={picture}")
    expect(page.get_by_role("slider").first).to_be_visible()
    assert in_table(page)["NMD"] == ("0.150", "0.300")


def test_it_works_in_the_frame_of_another_page_that_grants_it_nothing(
    open_page: Callable[..., Page], address: str, tmp_path: Path
) -> None:
    host = tmp_path / "platform.html"
    host.write_text(f'<iframe sandbox="allow-scripts" src="{address}" width="900" height="800"></iframe>')
    page = open_page(offline=True)
    page.goto(host.as_uri())
    frame = page.frame_locator("iframe")
    do_task(frame)
    frame.get_by_role("link", name="Quiz").click()
    frame.get_by_role("button", name="Begin").click()
    expect(frame.get_by_role("heading", name="Question 1 of 10")).to_be_visible()


@pytest.mark.parametrize(
    "part",
    [
        "lessons&lesson=carry",
        "lessons&lesson=flip-hunt&answers=flip-hunt.1d",
        "quiz",
        "quiz&level=easy&seed=1&sitting=0000000000.0",
        "quiz&level=easy&seed=1&sitting=1591591591.4",
        "quiz&level=easy&seed=1&sitting=1591591591.10",
        "compare",
    ],
)
def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(open_file: OpenFile, part: str) -> None:
    page = open_file(f"#show={part}", color_scheme="light")
    page.evaluate(AXE)
    looks = (390, "light", LIGHT, RULES), (390, "dark", DARK, OF_THE_THEME), (1280, "light", LIGHT, RULES)
    for width, scheme, palette, rules in looks:
        expect_no_violations(page, width, scheme, rules, EVERYWHERE)
        said = "getComputedStyle(document.documentElement).getPropertyValue('--oq-gold').trim()"
        assert page.evaluate(said).lower() == palette.gold.lower()
    page.set_viewport_size({"width": 320, "height": 844})
    expect_narrow(page)


CARRIED = {  # how many votes go from which class to which, classes counted from 0
    "average": [(2, 2, 1), (2, 2, 3)],
    "near-miss": [(20, 4, 1)],
    "carry": [(8, 3, 4), (2, 3, 2), (1, 3, 1)],
    "lookouts": [(10, 4, 2)],
    "one-vote": [(1, 3, 0)],
    "order-only": [(1, 4, 3)],
}
Point = tuple[float, float]


@pytest.mark.parametrize("by", matrix(("touch", "mouse", "keys"), "touch"))
def test_every_task_is_done_by_hand_and_on_a_phone_it_is_in_sight_and_scores_stand_apart(
    open_file: OpenFile, by: str
) -> None:
    page = open_file(**(PHONE if by == "touch" else {"width": 1280, "height": 800}))
    hand = page.context.new_cdp_session(page)

    def drag(start: Point, end: Point) -> None:
        between = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        if by == "mouse":
            page.mouse.move(*start)
            page.mouse.down()
            for x, y in (between, end):
                page.mouse.move(x, y)
            page.mouse.up()
            return
        for kind, at in (("touchStart", start), ("touchMove", between), ("touchMove", end), ("touchEnd", None)):
            points = [] if at is None else [{"x": at[0], "y": at[1]}]
            hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    for lesson in LESSONS.values():
        page.evaluate("(part) => { location.hash = part; }", f"show=lessons&lesson={lesson.key}")
        expect(page.locator(".cv-card h2")).to_have_text(lesson.title)
        page.locator(".cv-choices button").first.click()
        if by == "touch":
            expect(page.locator(".cv-task")).to_be_in_viewport(ratio=0.9)
        do_by_hand(page, lesson, None if by == "keys" else drag)
        expect(page.locator(".cv-done")).to_be_visible()
        assert page.evaluate(OVERLAPS) == [], lesson.key


def do_by_hand(page: Page, lesson: Lesson, drag: Callable[[Point, Point], None] | None) -> None:
    """Do a task by drags, or by keys alone."""
    piles = page.locator(".cv-board").first.locator(".cv-pile")
    if lesson.kind == "swap":
        swap = page.get_by_role("button", name="Swap gold and A")
        box = swap.bounding_box()
        assert box
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        drag(middle, middle) if drag else swap.press("Enter")
    elif lesson.kind == "flips":
        slider = page.get_by_role("slider")
        if drag:
            box = slider.bounding_box()
            assert box
            y, at = box["y"] + box["height"] / 2, box["x"] + 8
            drag((at, y), (at + (box["width"] - 16) * 4 / lesson.most, y))
        else:
            for _ in range(4):
                slider.press("ArrowRight")
    elif lesson.kind == "mistake":
        first, second, third = (piles.nth(at).bounding_box() for at in (2, 3, 4))
        assert first
        assert second
        assert third
        y = second["y"] + second["height"] / 2
        drag((third["x"], y), (second["x"], y)) if drag else piles.nth(3).press("ArrowLeft")
    else:
        votes = list(lesson.board.side(lesson.board.carried))
        for n, source, target in CARRIED[lesson.key]:
            if drag:
                start, end = (piles.nth(at).bounding_box() for at in (source, target))
                assert start
                assert end
                ground, top = start["y"] + start["height"] - 22, start["y"] + 14  # as the board draws a pile
                y = ground - (votes[source] - n + 0.5) * (ground - top) / lesson.highest
                drag((start["x"] + start["width"] / 2, y), (end["x"] + end["width"] / 2, y))
            else:
                for _ in range(n):  # vote by vote
                    for step in range(abs(target - source)):
                        way = 1 if target > source else -1
                        piles.nth(source + step * way).press("ArrowRight" if way > 0 else "ArrowLeft")
            votes[source] -= n
            votes[target] += n


# Texts that stand on each other: scores in their table, and numbers in the pictures.
OVERLAPS = """() => {
  const root = document.querySelector(".board").shadowRoot;
  const parts = [...root.querySelectorAll(".cv-scores tbody :is(.cv-old, .cv-new, .cv-prefers), .cv-picture text")]
    .filter((part) => part.textContent).map((part) => [part.textContent, part.getBoundingClientRect()]);
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 5;
  return parts.flatMap(([word, one], i) =>
    parts.slice(i + 1).filter(([, other]) => over(one, other)).map(([second]) => `${word} / ${second}`));
}"""
