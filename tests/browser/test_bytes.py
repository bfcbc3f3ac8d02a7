"""What an action costs the network: a click on a case, a row or a dot sends what it changes, not the page again."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import conftest
from tests.browser.on_canvas import drag
from tests.browser.pool import Lent
from tests.browser.settling import at_rest, middle, open_share, settled, unfold_more
from tests.depth import matrix

pytestmark = pytest.mark.browser

A_CLICK = 50_000  # bytes
A_RELEASE = 60_000  # after a drag
A_PAGE = 250_000  # after the first
ROWS = [
    ("compare", "measures"),
    ("popularity-vs-uniform?show=cases", "cases"),
    ("popularity-vs-uniform", "measures"),
    ("cases", "cases"),
    ("atlas", "disagreements"),
    ("measures", "similarity"),
    ("nuggets", "worst"),
    ("measures?view=overlap", "contradictions"),
    ("ranked-lists", "systems"),
    ("ranked-lists?show=merged", "methods"),
    ("systems?show=lone", "lone"),
]
POINTS = [("ranked-lists", "lists_scatter"), ("nuggets", "nugget_points")]
BUTTONS = [  # the page, the control, the number of its button
    ("", "say_a", 0),
    ("which-measure", "which_answers", 1),
    ("data", "change_reading_0", 0),
]
NAMES = [
    ("plan", "detected", "power"),
    ("measures", "pair", "y"),
    ("nuggets", "better", "b"),
    ("papers", "verdict", "paper"),
]  # in a sentence, each a list
LESSONS = [  # a lesson in the row of numbers, an answer, the next step, all on one page
    ".cv-rail button:nth-child(7)",
    ".cv-choices button",
    ".cv-next",
    ".st-key-lessons_show button:nth-child(2)",
]
DOTS = [
    ("popularity-vs-uniform", "cases_focus"),
    ("cases", "cases_focus"),
    ("atlas", "atlas_scatter"),
    ("ranked-lists", "lists_differences"),
]
Counted = list[int]
LOOK = {"color_scheme": "light", "reduced_motion": "reduce"}
Opened = Callable[[str], tuple[Page, Counted]]


@pytest.fixture(scope="module")
def counting(server: str, browser: Browser) -> Iterator[tuple[Lent, Counted]]:
    """Share a page whose received bytes are counted from its first one on."""
    received: Counted = []
    faults: list[str] = []
    page = conftest.opened(browser, faults, locale="en-GB")
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: received.append(len(data))))
    yield Lent(page, faults, {}, lambda: server), received
    page.context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def opened(server: str, counting: tuple[Lent, Counted]) -> Opened:
    """Open a page, as a visitor does who has the application open."""

    def start(name: str) -> tuple[Page, Counted]:
        lent, received = counting
        lent.look(1280, 900, LOOK)
        lent.page.goto(f"{server}/{name}")
        settled(lent.page)
        return lent.page, received

    return start


@contextmanager
def cheap(page: Page, received: Counted) -> Iterator[None]:
    received.clear()
    yield
    settled(page)
    assert 0 < sum(received) <= A_CLICK, sorted(received)[-5:]


@pytest.mark.parametrize(("name", "table"), matrix(ROWS, ROWS[1], ROWS[-2]))
def test_a_click_on_a_row(opened: Opened, name: str, table: str) -> None:
    page, received = opened(name)
    row = page.locator(f"#{table} tr[data-choice]").nth(2)
    with cheap(page, received):
        row.click()
    if table in ("cases", "disagreements", "worst"):
        expect(row.locator(".oq-choose")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(f"#{table} [aria-pressed=true]")).to_have_count(1)


@pytest.mark.parametrize(("name", "plot"), matrix(DOTS, DOTS[1]))
def test_a_click_on_a_dot_moves_the_ring_there(opened: Opened, name: str, plot: str) -> None:
    page, received = opened(name)
    drawn = page.locator(f".st-key-{plot} .js-plotly-plot")
    dot, ring = drawn.locator(".scatterlayer .point").nth(40), drawn.locator(".oq-ring")
    dot.scroll_into_view_if_needed()
    before = middle(ring)
    at = middle(dot)
    with cheap(page, received):
        page.mouse.click(*at)
    assert middle(ring) != before
    assert middle(ring) == pytest.approx(middle(dot), abs=8)  # of several dots that touch, the nearest was clicked
    page.set_viewport_size({"width": 1000, "height": 900})
    settled(page)
    assert middle(ring) == pytest.approx(middle(dot), abs=8)


@pytest.mark.parametrize(("name", "plot"), matrix(POINTS, POINTS[0]))
def test_a_click_on_a_point(opened: Opened, name: str, plot: str) -> None:
    page, received = opened(name)
    at = middle(page.locator(f".st-key-{plot} .scatterlayer .point").nth(5))
    with cheap(page, received):
        page.mouse.click(*at)


@pytest.mark.parametrize(("name", "control", "number"), matrix(BUTTONS, BUTTONS[-1]))
def test_a_click_on_a_button(opened: Opened, name: str, control: str, number: int) -> None:
    page, received = opened(name)
    button = page.locator(f".st-key-{control} button").nth(number)
    at_rest(button)
    with cheap(page, received):
        button.click()


@pytest.mark.parametrize(("name", "place", "role"), matrix(NAMES, NAMES[1]))
def test_another_name_in_a_sentence(opened: Opened, name: str, place: str, role: str) -> None:
    page, received = opened(name)
    with cheap(page, received):
        page.locator(f"#{place} select[data-role={role}]").select_option(index=2)


@pytest.mark.parametrize("click", matrix(LESSONS, LESSONS[0]))
def test_a_click_on_lessons(opened: Opened, click: str) -> None:
    page, received = opened("lessons?lesson=near-miss")
    button = page.locator(click).first
    at_rest(button)
    with cheap(page, received):
        button.click()


def test_cases_selected_together_get_rings_that_the_camera_sees(
    opened: Opened,
) -> None:
    page, received = opened("cases?x=NMD&y=JSD")
    drawn = page.locator(".st-key-cases_focus .js-plotly-plot")
    expect(drawn.locator(".oq-ring")).to_have_count(1)
    drawn.hover()
    drawn.locator('[data-title="Box Select"]').click()
    area = at_rest(drawn.locator(".nsewdrag"))
    with cheap(page, received):
        page.mouse.move(area["x"] + 2, area["y"] + 2)
        page.mouse.down()
        page.mouse.move(area["x"] + area["width"] - 2, area["y"] + area["height"] - 40, steps=4)  # nearly all
        page.mouse.up()
    expect(drawn.locator(".oq-ring")).to_have_count(2)
    n_rings = drawn.locator("[data-mark=together_cases_focus] path").evaluate(
        "it => it.getAttribute('d').split('M').length - 1"
    )
    assert n_rings > 1
    open_share(page)
    page.get_by_role("radio", name="SVG").click()
    settled(page)
    page.keyboard.press("Escape")
    drawn.hover()
    with page.expect_download() as download:
        drawn.locator(".modebar-btn[data-title^=Download]").click()
    picture = download.value.path().read_text(encoding="utf-8")
    plain = drawn.locator(".shapelayer path").count()
    assert len(re.findall(r'class="[^"]*shape-group', picture)) == plain + n_rings + 1  # and the current case
    assert drawn.locator(".shapelayer path").count() == plain


@pytest.mark.thorough
def test_every_further_page_that_is_opened(opened: Opened) -> None:
    page, received = opened("")
    unfold_more(page)
    links = page.get_by_test_id("stSidebar").get_by_role("link")
    cost = {}
    for _ in range(2):  # what takes long is shown as it comes in; the second time it is known
        for link in links.all():
            unfold_more(page)  # a page that is not among them folds them
            received.clear()
            link.click()
            settled(page)
            cost[link.inner_text()] = sum(received)
    assert {name: size for name, size in cost.items() if size > A_PAGE} == {}


def test_the_scripts_of_components_come_once_however_often_they_are_drawn(
    opened: Opened,
) -> None:
    page, received = opened("compare")
    scripts: list[str] = []
    page.on("request", lambda request: scripts.append(request.url) if "/scripts/" in request.url else None)
    page.reload()
    settled(page)
    assert len(scripts) == len(set(scripts))
    assert {url.rpartition("/")[2] for url in scripts} >= {"address.js", "clicks.js", "draw.js", "tab.js"}
    scripts.clear()
    with cheap(page, received):
        page.locator("#measures tr[data-choice]").nth(2).click()
    page.get_by_role("slider").first.press("ArrowUp")
    settled(page)
    assert scripts == []


def test_a_drag_sends_nothing_up_before_the_bar_is_let_go(opened: Opened) -> None:
    page, received = opened("compare")
    sent: Counted = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(len(data))))
    page.reload()  # the socket is another one
    settled(page)
    sent.clear()
    received.clear()
    drag(page, 3, 0.2, steps=30, release=False)
    assert (sum(sent), sum(received)) == (0, 0)
    page.mouse.up()
    settled(page)
    assert sum(sent) > 0
    assert sum(received) <= A_RELEASE
