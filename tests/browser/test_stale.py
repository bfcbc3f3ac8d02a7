"""While something else is computed, what a page shows is dimmed, and said what it was computed for."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import servers
from tests.browser.conftest import OpenPage, Serve
from tests.browser.settling import settled
from tests.depth import matrix

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.alone]

AT_ONCE = 0.1  # seconds
CHANGES = {  # page: a control, its other value, what is said meanwhile, a finding of before
    "plan": ("#verdict [data-role=measure]", "JSD", "Computing JSD. Shown: NMD.", "#verdict"),
    "systems": ("#verdict select", "JSD", "Computing JSD. Shown: NMD.", "#verdict"),
    "measures": ("#pair [data-role=x]", "JSD", "Computing JSD and RNOD. Shown: NMD and RNOD.", "#verdict"),
    "measures?view=consistency": (
        "Cases in a small set",
        "12",
        "Computing Consistency with small sets of 12 cases. Shown: Consistency with small sets of 10 cases.",
        "#verdict",
    ),
    "atlas": ("Annotators", "8", "Computing annotators 8. Shown: annotators 20.", "#verdict"),
}
DIMMED = """node => {
  const { opacity, transitionDelay, transitionDuration } = getComputedStyle(node.closest("[data-stale]"));
  return [parseFloat(opacity), parseFloat(transitionDelay) + parseFloat(transitionDuration)];
}"""


@pytest.fixture
def held(serve: Serve) -> Iterator[tuple[str, Path]]:
    """Serve the application; as long as the file is there, its long computations wait."""
    address = serve("tests/browser/held_app.py")
    file = Path(os.environ[servers.FOLDER]) / "held"
    yield address, file
    file.unlink(missing_ok=True)


@pytest.mark.parametrize("name", matrix(CHANGES, "systems"))
def test_what_is_stale_is_dimmed_at_once_and_says_what_it_was_computed_for(
    open_page: OpenPage, held: tuple[str, Path], name: str
) -> None:
    (address, file), (label, value, said, finding) = held, CHANGES[name]
    page = open_page(waits=False)
    page.goto(f"{address}/{name}")
    page.locator(finding).wait_for()
    settled(page)
    before = page.locator(finding).inner_text()
    file.touch()
    change(page, label, value)
    line = page.locator(".oq-stale")
    expect(line).to_have_text(said)
    expect(page.locator(finding)).to_have_text(before, use_inner_text=True)
    page.locator(f"[data-stale=true] {finding}").wait_for()
    dimmed = f"at => ({DIMMED})(document.querySelector(at))[0] < 0.5"
    page.wait_for_function(dimmed, arg=finding)
    assert page.locator(finding).evaluate(DIMMED)[1] <= AT_ONCE
    assert line.evaluate(DIMMED)[0] == 1, "what says so is not dimmed itself"
    file.unlink()
    expect(line).to_have_count(0)
    settled(page)
    assert page.locator(finding).evaluate(DIMMED)[0] == 1


@pytest.mark.thorough
def test_the_measure_can_be_chosen_while_a_first_answer_is_computed(
    open_page: OpenPage, held: tuple[str, Path]
) -> None:
    address, file = held
    page = open_page(waits=False)
    file.touch()
    page.goto(f"{address}/plan?seed=47")
    expect(page.get_by_label("Measure", exact=True).first).to_be_visible()
    answer = page.locator(".st-key-finding .oq-because")
    expect(answer).to_have_count(0)
    file.unlink()
    expect(answer.first).to_be_visible()


def test_a_fragment_that_has_said_how_far_it_was_runs_again(server: str, page: Page) -> None:
    page.goto(f"{server}/progress")
    page.get_by_role("button", name="Again").click()
    expect(page.locator("#runs")).to_have_text("2")


def change(page: Page, label: str, value: str) -> None:
    """Choose a value in a list, or write it into a field; a name in a sentence is told by a selector of its list."""
    if label.startswith("#"):
        page.locator(label).select_option(label=value)
        return
    control = page.get_by_label(label, exact=True).first
    if not control.is_visible():
        page.get_by_test_id("stPopover").get_by_role("button", name="Settings").click()
    control.click()
    if control.get_attribute("role") == "combobox":
        page.get_by_role("option", name=value, exact=True).click()
    else:
        control.fill(value)
        control.press("Enter")
