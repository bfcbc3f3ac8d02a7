"""axe finds nothing of ours on any page, in both themes, on a screen and on a phone; what Streamlit does is listed."""

from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.browser.settling import settled
from tests.load.habits import PAGES

pytestmark = pytest.mark.browser

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SIZES = {"screen": (1280, 900), "phone": (390, 844)}
OF_STREAMLIT = {  # rule: the part of Streamlit in which it is broken, and how
    "list": ("stSidebarNavItems", "the navigation has headings between its items"),
    "listitem": ("stSidebarNavItems", "for that reason its items stand in no list"),
    "presentation-role-conflict": ("stFileUploaderDropzone", "the drop zone has no role, and a label"),
}
FIND = """async ([tags, known]) => {
  const { violations } = await axe.run(document, { runOnly: tags, elementRef: true });
  return violations.flatMap(({ id, nodes }) => nodes
    .filter(({ element }) => !element.closest(`[data-testid="${known[id]}"]`))
    .map(({ element, any, all }) => [id, element.outerHTML.slice(0, 200), [...any, ...all][0]?.message ?? ""]));
}"""


def violations(page: Page) -> list[list[str]]:
    """Return what axe finds that is not Streamlit's own: rule, element, message."""
    known = {rule: part for rule, (part, _) in OF_STREAMLIT.items()}
    found: list[list[str]] = page.evaluate(FIND, [RULES, known])
    return found


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_of_ours(open_page: OpenPage, server: str, name: str) -> None:
    page = open_page(width=1280, height=900, color_scheme="light")
    page.goto(f"{server}/{name}")
    settled(page)
    page.evaluate(AXE)
    for theme in ("light", "dark"):
        for size, (width, height) in SIZES.items():
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.set_viewport_size({"width": width, "height": height})
            settled(page)
            assert violations(page) == [], f"{theme}, {size}"
