"""While something else is computed, what a page shows is dimmed, and said what it was computed for."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import servers
from tests.browser.conftest import OpenPage
from tests.browser.settling import settled
from tests.depth import matrix

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AT_ONCE = 0.1  # seconds
CHANGES = {  # page: a list in a sentence, and what is said while another measure is computed
    "plan": ("#verdict [data-role=measure]", "Computing JSD. Shown: NMD."),
    "systems": ("#verdict select", "Computing JSD. Shown: NMD."),
    "measures": ("#pair [data-role=x]", "Computing JSD and RNOD. Shown: NMD and RNOD."),
}
DIMMED = """node => {
  const { opacity, transitionDelay, transitionDuration } = getComputedStyle(node.closest("[data-stale]"));
  return [parseFloat(opacity), parseFloat(transitionDelay) + parseFloat(transitionDuration)];
}"""


@pytest.fixture
def held() -> Iterator[Path]:
    """Return a file: as long as it is there, what takes long waits for visitors with its name as a cookie."""
    file = Path(os.environ[servers.FOLDER], f"held-{os.getpid()}")
    yield file
    file.unlink(missing_ok=True)


@pytest.fixture
def page(open_page: OpenPage, server: str, held: Path) -> Page:
    """Open a page whose computations can be held back."""
    page = open_page(waits=False)
    page.context.add_cookies([{"name": "held", "value": held.name, "url": server}])
    return page


@pytest.mark.parametrize("name", matrix(CHANGES, "systems"))
def test_what_is_stale_is_dimmed_at_once_and_says_what_it_was_computed_for(
    page: Page, server: str, held: Path, name: str
) -> None:
    names, said = CHANGES[name]
    page.goto(f"{server}/{name}")
    page.locator("#verdict").wait_for()
    settled(page)
    before = page.locator("#verdict").inner_text()
    held.touch()
    page.locator(names).select_option(label="JSD")
    line = page.locator(".oq-stale")
    expect(line).to_have_text(said)
    expect(page.locator("#verdict")).to_have_text(before, use_inner_text=True)
    page.locator("[data-stale=true] #verdict").wait_for()
    page.wait_for_function(f"() => ({DIMMED})(document.querySelector('#verdict'))[0] < 0.5")
    assert page.locator("#verdict").evaluate(DIMMED)[1] <= AT_ONCE
    assert line.evaluate(DIMMED)[0] == 1, "what says so is not dimmed itself"
    held.unlink()
    expect(line).to_have_count(0)
    settled(page)
    assert page.locator("#verdict").evaluate(DIMMED)[0] == 1


@pytest.mark.thorough
def test_the_measure_can_be_chosen_while_a_first_answer_is_computed(page: Page, server: str, held: Path) -> None:
    held.touch()
    page.goto(f"{server}/plan?seed=47")
    expect(page.get_by_label("Measure", exact=True).first).to_be_visible()
    answer = page.locator(".st-key-finding .oq-because")
    expect(answer).to_have_count(0)
    held.unlink()
    expect(answer.first).to_be_visible()


def test_a_fragment_that_has_said_how_far_it_was_runs_again(server: str, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(f"{server}/progress")
    page.get_by_role("button", name="Again").click()
    expect(page.locator("#runs")).to_have_text("2")
