"""The lessons in a browser: whatever a learner does, every number and sentence is what the core says of the board."""

import json
import random
import re
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from ordquant_core.teaching.course import COURSE
from ordquant_core.teaching.one_file import lessons_file
from tests.browser.course import board_of, by_mouse, by_touch, check, middle, move, read
from tests.depth import matrix
from tests.teaching.boards import STEPS, at_first, at_goal, is_done, measured, preferred

pytestmark = pytest.mark.browser
OpenFile = Callable[..., Page]
LESSONS = {lesson["key"]: lesson for lesson in COURSE["lessons"]}
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
DESK = {"width": 1280, "height": 1500}
TASKS = [at for at, step in STEPS.items() if "task" in step]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("lessons") / "lessons.html"
    path.write_text(lessons_file(), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def open_file(open_page: Callable[..., Page], address: str) -> Iterator[OpenFile]:
    """Open the file at a lesson, with the network off: any request to it fails the test."""

    def start(of: str = "", **options: object) -> Page:
        page = open_page(offline=True, **(DESK | options))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{address}#{of if 'show=' in of else f'show=lessons&lesson={of}'}")
        return page

    asked: list[str] = []
    yield start
    assert {url.partition(":")[0] for url in asked} <= {"file", "data", "blob"}


def at_step(at: tuple[str, int]) -> str:
    return f"{at[0]}&step={at[1] + 1}"


@pytest.mark.parametrize(
    ("key", "moves"), matrix([(key, n) for key in LESSONS for n in (18, 300)], *[(key, 18) for key in LESSONS])
)
def test_after_every_random_move_all_that_is_said_is_true_and_a_task_ticks_once(
    open_file: OpenFile, key: str, moves: int
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
        assert len(seen) >= (3 if {"slides", "together", "tapping"} & step.keys() else 7)
        if "task" in step and not ticked:
            page.get_by_role("button", name="Do it for me").click()
        if "task" in step:
            expect(page.locator(".cv-done")).to_be_visible()
            check(step, read(page))
        page.locator(".cv-next").click()
