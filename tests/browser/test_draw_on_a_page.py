"""The canvas on its page: it outlives runs, other pages and themes, and fits a phone."""

import itertools

import pytest
from playwright.sync_api import expect

from tests.browser.on_canvas import Open, act, drag, fact, handle, raw, settled

pytestmark = pytest.mark.browser


def test_a_new_rev_replaces_the_picture_and_can_be_undone(canvas: Open) -> None:
    page = canvas()
    drag(page, 3, 0.2)
    before = raw(page)
    page.get_by_role("button", name="Another picture").click()
    expect(page.locator("#classes")).to_have_text("NB|PB|B")
    expect(page.locator(".dq-handle")).to_have_count(3)
    expect(page.get_by_role("radio", name="B System 7")).to_be_visible()
    act(page, "undo")
    assert raw(page) == before


def test_a_run_of_the_script_leaves_the_canvas_alone(canvas: Open) -> None:
    page = canvas()
    drag(page, 3, 0.2)
    before = raw(page)
    page.evaluate(
        """() => {
          const host = [...document.querySelectorAll("*")].find((node) => node.shadowRoot?.querySelector(".dq"));
          window.kept = [host, host.shadowRoot.querySelector("svg[role=group]"), host.shadowRoot.querySelector(".dq")];
        }"""
    )
    calls = int(page.locator(".dq").get_attribute("data-updates") or 0)
    runs = fact(page, "runs")
    page.get_by_role("button", name="Run again").click()
    expect(page.locator("#runs")).not_to_have_text(runs)
    settled(page)
    assert page.evaluate("window.kept.every((node) => node.isConnected)")
    assert raw(page) == before
    assert int(page.locator(".dq").get_attribute("data-updates") or 0) <= calls + 2


def test_the_drawing_survives_a_change_of_theme_and_takes_its_colours(canvas: Open) -> None:
    page = canvas(color_scheme="light")
    drag(page, 3, 0.2)
    before = raw(page)
    expect(page.locator(".dq-bar").first).to_have_css("fill", "rgb(0, 114, 178)")
    page.emulate_media(color_scheme="dark")
    expect(page.locator(".dq-bar").first).to_have_css("fill", "rgb(86, 180, 233)")
    assert raw(page) == before
    expect(handle(page, 3)).to_have_attribute("aria-valuenow", "4")


@pytest.mark.parametrize("n_classes", [2, 5, 11])
def test_on_a_phone_nothing_is_wider_than_the_screen_and_no_number_touches_another(
    canvas: Open, n_classes: int
) -> None:
    labels = ",".join(f"a rather long label {i}" for i in range(n_classes))
    share = [round(1 / n_classes, 3)] * (n_classes - 1)
    gold = ",".join(map(str, [*share, round(1 - sum(share), 3)]))
    page = canvas(width=390, height=844, query={"gold": gold, "classes": labels})
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
    for kind in (".dq-number:not(.dq-gold)", ".dq-labels button"):
        boxes = [node.bounding_box() for node in page.locator(kind).all()]
        assert len(boxes) == n_classes
        for left, right in itertools.pairwise(boxes):
            assert left
            assert right
            assert left["x"] + left["width"] <= right["x"] + 0.5, kind
        assert boxes[-1]
        assert boxes[-1]["x"] + boxes[-1]["width"] <= 390
    for node in page.locator(".dq-handle").all():
        box = node.bounding_box()
        assert box
        assert box["height"] >= 44
