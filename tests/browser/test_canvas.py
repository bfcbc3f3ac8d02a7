"""The canvas, in the file that needs no server: hands and keys draw, the scores beside it follow, nothing is lost.

What its arithmetic does is asked without a browser, in tests/browser/test_modules.py; what only a server has to do with
it, in test_compare.py.
"""

import itertools
import random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.course import by_touch
from tests.browser.on_canvas import (
    FIVE,
    burst,
    choose,
    drag,
    drawn,
    entry,
    expect_drawn,
    expect_scores,
    grip,
    handle,
    in_hand,
    point,
    ticks,
    undo,
)
from tests.browser.settling import expect_narrow, middle
from tests.depth import matrix

pytestmark = pytest.mark.browser

ELEVEN = [f"c{i}" for i in range(11)]
FLAT = {"classes": ELEVEN, "gold": [10] * 11, "a": "uniform", "b": [11, 9, *[10] * 9]}
THREE = {
    "classes": ["NB", "PB", "B"],
    "gold": [0.1, 0.2, 0.7],
    "a": "popularity",
    "b": [0.3, 0.3, 0.4],
    "name_b": "A run of a long name",
}
HOSTILE = "<img src=x onerror=fired=1>"  # 27 characters: allowed as a label, never as HTML
FOCUSED = "document.activeElement.shadowRoot.activeElement"


def test_bars_and_scores_follow_the_mouse_and_a_drag_is_reported_once_and_taken_back_whole(canvas: OpenPage) -> None:
    page = canvas(FIVE)
    drag(page, 3, 0.2, release=False)  # from 9 to 4 votes of 20; the others share 16 in proportion to 0, 1, 2, 8
    expect(handle(page, 3)).to_have_attribute("aria-valuenow", "4")
    assert in_hand(page) == [0, 1, 3, 4, 12]
    expect_scores(page, FIVE | {"gold": [0, 1, 3, 4, 12]})
    assert drawn(page)["gold"] == FIVE["gold"]
    page.mouse.up()
    expect_drawn(page, gold=[0, 1, 3, 4, 12])
    start = grip(page, 3)
    drag(page, 3, 1.0, release=False)
    page.mouse.move(*point(page, 3, 0.0), steps=5)
    page.mouse.move(*start, steps=5)  # away and back is no step
    page.mouse.up()
    expect_drawn(page, gold=[0, 1, 3, 4, 12])
    assert undo(page)
    expect_drawn(page, gold=FIVE["gold"])
    assert not undo(page)
    page.mouse.click(*point(page, 0, 0.9))  # a column: its bar goes there
    expect_drawn(page, gold=[18, 0, 0, 1, 1], a="popularity", b="uniform")
    choose(page, "a")
    page.mouse.click(*point(page, 4, 0.5))  # popularity, all on the first class now, becomes a run
    expect_drawn(page, a=[10, 0, 0, 0, 10])
    expect(page.get_by_role("radio", name="Run A")).to_be_checked()
    expect_scores(page, drawn(page))
    page.reload()
    expect_drawn(page, a=[10, 0, 0, 0, 10])
    expect_scores(page, drawn(page))


def test_the_axis_stays_under_a_drag_ends_above_the_largest_bar_and_a_drag_reaches_all_votes(canvas: OpenPage) -> None:
    page = canvas(FLAT)
    drag(page, 3, 0.5, release=False)
    assert ticks(page) == [0, 10, 20, 30]
    page.mouse.up()
    votes = drawn(page)["gold"][3]
    assert votes > 30
    assert ticks(page)[-1] in (100, *range(votes + 1, 110))
    assert undo(page)
    start = grip(page, 3)
    drag(page, 3, 1.0, release=False)
    expect(handle(page, 3)).to_have_attribute("aria-valuenow", "110")
    page.mouse.move(*start, steps=5)
    expect(handle(page, 3)).to_have_attribute("aria-valuenow", "10")
    page.mouse.move(*point(page, 3, 1.0), steps=5)
    page.mouse.up()
    assert drawn(page)["gold"] == [0, 0, 0, 110, *[0] * 7]
    assert ticks(page)[-1] == 100
    assert undo(page)
    assert (drawn(page)["gold"], ticks(page)) == (FLAT["gold"], [0, 10, 20, 30])


MOVED = """(dq) => {
  const look = () => [".dq", ".dq-head", ".dq-pill", ".dq-tools > *", ".dq-stage", ".dq-hint"].flatMap((part) =>
    [...dq.getRootNode().querySelectorAll(part)].map((node, i) => {
      const [frame, { left, top, width, height }] = [dq, node].map((one) => one.getBoundingClientRect());
      return `${part} ${i}: ${left - frame.left} ${top - frame.top} ${width} ${height}`;
    }));
  const before = look();
  window.moved = new Set();
  const again = () => {
    look().forEach((one, i) => { if (one !== before[i]) window.moved.add(`${before[i]} -> ${one}`); });
    requestAnimationFrame(again);
  };
  again();
}"""
ENTRIES = "Even", "Mirror", "Shift left", "Shift right", "Random", "Swap A and B", "Popularity", "Uniform"
ENTRIES += ("Exchange gold with A", "Exchange gold with B", "Votes", "Probability", "Add a class", "One vote more")


@pytest.mark.parametrize("seed", matrix(range(5), 0))
def test_after_whatever_steps_scores_are_pythons_nothing_has_moved_and_undo_goes_through_all_of_them_to_the_start(
    canvas: OpenPage, seed: int
) -> None:
    rng = random.Random(seed)
    page = canvas(THREE | {"name_a": "", "positions": None})
    seen, box = [drawn(page)], page.locator(".dq")
    box.evaluate(MOVED)
    entries = [*ENTRIES, *rng.choices(ENTRIES, k=3)]
    rng.shuffle(entries)
    for name in entries:
        choose(page, rng.choice(["gold", "a", "b"]))
        if rng.random() < 0.5:
            page.mouse.click(*point(page, rng.randrange(3), rng.uniform(0.05, 0.6)))
            seen.append(drawn(page))
        sent = box.get_attribute("data-seq") or "0"
        button = entry(page, name)
        if not button.is_visible() or button.get_attribute("aria-disabled") == "true":
            continue
        button.click()
        if name == "One vote more":  # a burst of clicks is one message
            expect(box).not_to_have_attribute("data-seq", sent)
        seen.append(drawn(page))
        expect_scores(page, seen[-1])
    undone = [seen[-1]]
    while undo(page):
        undone.append(drawn(page))
    changes = [[state for state, _ in itertools.groupby(states)] for states in (seen, undone[::-1])]
    assert changes[0] == changes[1]  # a change of mode alone cannot be seen in the numbers
    assert len(changes[0]) > 10
    assert page.evaluate("[...window.moved]") == []


def test_every_bar_is_a_slider_in_words_that_keys_move_and_a_burst_of_them_is_one_step(canvas: OpenPage) -> None:
    page = canvas(FIVE)
    slider = page.get_by_role("slider", name="Gold, class 4", exact=True)
    for name, value in {"valuenow": "9", "valuetext": "9 of 20 votes", "valuemax": "20", "valuemin": "0"}.items():
        expect(slider).to_have_attribute(f"aria-{name}", value)
    moves = {"ArrowUp": 10, "ArrowRight": 10, "ArrowDown": 8, "ArrowLeft": 8}
    for key, votes in (moves | {"PageUp": 11, "PageDown": 7, "Home": 0, "End": 20}).items():
        handle(page, 3).focus()
        page.keyboard.press(key)
        expect(slider).to_have_attribute("aria-valuenow", str(votes))
        assert sum(in_hand(page)) == 20
        page.keyboard.press("Control+z")
        expect_drawn(page, gold=FIVE["gold"])
    sent = int(page.locator(".dq").get_attribute("data-seq") or 0)
    burst(page, 0, *["ArrowUp"] * 8)
    expect_drawn(page, gold=[8, 1, 1, 5, 5])
    assert page.locator(".dq").get_attribute("data-seq") == str(sent + 1)
    page.keyboard.press("ArrowDown")
    expect_drawn(page, gold=[7, 1, 1, 6, 5])
    page.keyboard.press("Control+z")
    expect_drawn(page, gold=[8, 1, 1, 5, 5])
    page.keyboard.press("Control+z")
    expect_drawn(page, gold=FIVE["gold"])

    handle(page, 2).focus()
    grid = page.locator(".dq svg[role=group]")
    before = grid.get_attribute("viewBox") or ""
    page.set_viewport_size({"width": 700, "height": 900})  # the grid is drawn again
    expect(grid).not_to_have_attribute("viewBox", before)
    page.keyboard.press("End")
    expect_drawn(page, gold=[0, 0, 20, 0, 0])
    page.get_by_role("radio", name="Gold", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="A Popularity")).to_be_checked()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="B Uniform")).to_be_checked()
    expect(page.get_by_role("slider", name="Uniform, class 1", exact=True)).to_have_attribute("aria-valuenow", "4")


def test_the_menu_is_walked_by_keyboard_changes_numbers_while_open_and_refuses_in_words(canvas: OpenPage) -> None:
    page = canvas(FIVE)
    button, menu = page.get_by_role("button", name="More tools"), page.get_by_role("dialog", name="More tools")
    line = page.locator(".dq-hint")
    expect(line).to_have_text(
        "Drag a bar or use the arrow keys; the others adjust. Mode 4, mean 4.20. Popularity follows the gold."
    )
    expect(button).to_have_attribute("aria-haspopup", "dialog")
    expect(menu).to_be_hidden()
    button.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    ring = menu.evaluate(
        """menu => [...menu.querySelectorAll("button, input")]
          .filter((one) => one.checkVisibility() && one.tabIndex >= 0).map((one) => one.textContent.trim())"""
    )
    assert ring[:6] == ["Votes", "−", "+", "−", "", "+"]  # between the last two the field of the votes
    assert {"Even", "Random", "Exchange gold with B", "Copy gold to A", "Full screen"} <= set(ring)
    for name in [*ring[1:], ring[0]]:
        page.keyboard.press("ArrowDown")
        assert page.evaluate(f"{FOCUSED}.textContent.trim()") == name
    for key, name in {"Home": "Votes", "End": ring[-1], "c": "Copy gold to A", "r": "Random"}.items():
        page.keyboard.press(key)  # c and r are keys of Streamlit, too
        assert page.evaluate(f"{FOCUSED}.textContent.trim()") == name
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()
    page.keyboard.press("ArrowUp")
    assert page.evaluate(f"{FOCUSED}.textContent.trim()") == ring[-1]
    page.keyboard.press("Tab")
    expect(menu).to_be_hidden()
    button.focus()
    for key in ("ArrowDown", "s", "s", "Enter"):
        page.keyboard.press(key)
    expect_drawn(page, gold=[0, 0, 1, 2, 17])  # Shift right
    expect(button).to_be_focused()
    expect(line).not_to_contain_text("Drag a bar")  # who has drawn knows how

    votes = page.locator("[data-part=n]")
    entry(page, "One vote more").click()
    votes.fill("22")
    votes.press("Enter")
    expect(page.get_by_role("slider").last).to_have_attribute("aria-valuemax", "22")
    for wrong in ("1", "1.5", "1001", "x", ""):
        votes.fill(wrong)
        votes.press("Enter")
        expect(line).to_have_text("Votes: a whole number from 2 to 1000.")
        expect(votes).to_have_value("22")
    for _ in range(2):
        entry(page, "One vote less").click()
    expect_drawn(page, gold=[0, 0, 1, 2, 17])  # there and back loses nothing
    page.get_by_role("radio", name="Votes").press("ArrowRight")
    expect(page.get_by_role("radio", name="Probability")).to_be_checked()
    expect_drawn(page, gold=[0, 0, 0.05, 0.1, 0.85])
    expect(menu).to_be_visible()

    entry(page, "Remove the last class").click()
    expect(line).to_have_text("Class 5 is not empty in the gold: move that to another class first.")
    expect_drawn(page, gold=[0, 0, 0.05, 0.1, 0.85])


def test_classes_are_renamed_and_moved_by_mouse_and_keys_and_hostile_labels_are_text(canvas: OpenPage) -> None:
    page = canvas(FIVE | {"classes": ["p", "q", HOSTILE, "s", "t"], "name_a": HOSTILE, "a": [20, 0, 0, 0, 0]})
    label = page.locator(".dq-labels button")
    bars = middles(page.locator(".dq-bar"))
    step = bars[1] - bars[0]
    x, y = middle(label.nth(2))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + step / 2, y + 2, steps=6)
    assert drawn(page).get("positions") is None  # it is sent when the label is let go
    page.mouse.up()
    expect_drawn(page, positions=[1, 2, 3.5, 4, 5], gold=FIVE["gold"])
    for of in (".dq-bar", ".dq-labels button"):
        assert middles(page.locator(of)) == pytest.approx([*bars[:2], bars[2] + step / 2, *bars[3:]], abs=1)
    expect(page.locator(".dq-labels input")).to_have_count(0)  # the end of a drag is no click
    expect_scores(page, drawn(page))
    for key, place in {"ArrowRight": 3.6, "Shift+ArrowLeft": 3.1, "End": 3.1}.items():
        label.nth(2).press(key)
        expect_drawn(page, positions=[1, 2, place, 4, 5])
    for _ in range(3):
        label.nth(2).press("Shift+ArrowRight")
    expect_drawn(page, positions=[1, 2, 3.7, 4, 5])  # as far as the next class allows
    expect(page.locator(".dq-hint")).to_contain_text("The classes stand at 1, 2, 3.7")
    entry(page, "Equal distances").click()
    expect_drawn(page, positions=None)
    assert undo(page)
    expect_drawn(page, positions=[1, 2, 3.7, 4, 5])

    for wrong, said in {"": "A class needs a label.", "s": "Another class is called s."}.items():
        label.nth(0).click()
        page.locator(".dq-labels input").fill(wrong)
        page.keyboard.press("Enter")
        expect(page.get_by_text(said)).to_be_visible()
        page.keyboard.press("Escape")
    label.nth(0).press("Enter")
    expect(page.locator(".dq-labels input")).to_have_attribute("maxlength", "30")
    page.keyboard.type("cr <b onclick=fired=1>b</b>")  # c and r are shortcuts of Streamlit
    page.keyboard.press("Enter")
    expect_drawn(page, classes=["cr <b onclick=fired=1>b</b>", "q", HOSTILE, "s", "t"])
    assert page.evaluate(f"{FOCUSED}.ariaLabel").startswith("Rename class cr")
    page.keyboard.press("Enter")
    page.keyboard.type("something else")
    page.keyboard.press("Escape")
    assert drawn(page)["classes"][0].startswith("cr")
    assert page.evaluate("typeof fired") == "undefined"
    expect(page.locator(".dq img, .dq b b, .dq-labels b")).to_have_count(0)
    expect(page.locator("[data-series=a]")).to_have_attribute("title", f"Draw {HOSTILE}")


def middles(nodes: Locator) -> list[float]:
    return [box["x"] + box["width"] / 2 for node in nodes.all() if (box := node.bounding_box())]


READ = """dq => {
  const luminance = (colour) => {
    const part = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const coloured = (node) => {
    const colour = node && getComputedStyle(node).backgroundColor;
    return !node || colour !== "rgba(0, 0, 0, 0)" ? colour : coloured(node.parentElement ?? node.getRootNode().host);
  };
  const behind = (node) => {
    const dot = node.closest(".dq-dot");
    return dot ? getComputedStyle(dot.querySelector("circle")).fill : coloured(node) ?? "rgb(255, 255, 255)";
  };
  const seen = [];
  for (const node of dq.querySelectorAll("*")) {
    const words = node.localName === "input" ? node.value
      : [...node.childNodes].filter((one) => one.nodeType === 3).map((one) => one.data.trim()).join("");
    const style = getComputedStyle(node);
    if (!words || style.visibility === "hidden" || !node.getClientRects().length) continue;
    const colours = [node instanceof SVGElement ? style.fill : style.color, behind(node)].map(luminance);
    const [dark, light] = colours.sort((one, other) => one - other);
    seen.push([words, parseFloat(style.fontSize), (light + 0.05) / (dark + 0.05)]);
  }
  return seen;
}"""


def test_on_a_phone_a_finger_drags_without_scrolling_hits_everything_and_words_can_be_read(canvas: OpenPage) -> None:
    page = canvas(FIVE, **(PHONE | {"height": 500, "color_scheme": "light"}))
    page.locator(".dq-stage").scroll_into_view_if_needed()
    (x, y), (_, to) = grip(page, 3), point(page, 3, 0.05)
    by_touch(page)((x, y), (x, to))
    expect_drawn(page, gold=[0, 2, 3, 1, 14])
    assert grip(page, 3)[1] == pytest.approx(to, abs=8)  # had the page scrolled, the bar would be elsewhere
    page.set_viewport_size({"width": 390, "height": 844})
    expect_narrow(page)
    entry(page, "Random")
    for target in page.locator(".dq button:visible, .dq-handle, .dq-stepper input").all():
        box: Any = target.bounding_box()
        assert box["height"] >= 44, target.inner_text()
        assert box["width"] >= 44 or "Rename" in (target.get_attribute("aria-label") or ""), target.inner_text()
    gold = set()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        gold.add(page.locator(".dq-bar").first.evaluate("bar => getComputedStyle(bar).fill"))
        shown = page.locator(".dq").evaluate(READ)
        assert len(shown) > 40
        assert [one for one in shown if one[1] < 12 or one[2] < 4.5] == []
    assert gold == {"rgb(0, 114, 178)", "rgb(86, 180, 233)"}
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 320, "height": 600})
    expect_narrow(page, 320)


@pytest.mark.parametrize("n", matrix([2, 5, 11], 2, 11))
def test_on_a_phone_no_number_and_no_label_touches_another(canvas: OpenPage, n: int) -> None:
    classes = [f"a rather long label {i}" for i in range(n)]
    page = canvas({"classes": classes, "gold": [1 / n] * n, "a": "uniform", "b": "uniform"}, **PHONE)
    for kind in (".dq-number:not(.dq-gold)", ".dq-labels button"):
        boxes: Any = [node.bounding_box() for node in page.locator(kind).all()]
        assert len(boxes) == n
        for left, right in itertools.pairwise([*boxes, {"x": 390}]):
            assert left["x"] + left["width"] <= right["x"] + 1.5, kind  # a box of words has bearings
    possible = [entry(page, name).get_attribute("aria-disabled") for name in ("Remove the last class", "Add a class")]
    assert possible == [str(n == 2).lower(), str(n == 11).lower()]
    for node in page.locator(".dq-handle").all():
        box: Any = node.bounding_box()
        assert box["height"] >= 44


def test_a_picture_in_the_address_that_is_none_is_left_aside(open_file: OpenPage) -> None:
    page: Page = open_file("show=compare")
    for text in ("{", "7", '{"gold":[1,2]}', '{"a":"<img src=x>"}', '{"classes":null}', '{"positions":[1,3,2,4,5]}'):
        page.goto(f"{page.url.partition('#')[0]}#show=compare&picture={text}")
        page.reload()
        expect(page.get_by_role("slider").first).to_be_visible()
        assert in_hand(page) == FIVE["gold"]
