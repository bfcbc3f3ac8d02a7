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
OF_STREAMLIT = {  # rule: where, and what it is
    "list": ("stSidebarNavItems", "the navigation has headings between its items"),
    "listitem": ("stSidebarNavLink", "the same: a part of the navigation is no list"),
    "presentation-role-conflict": ("stFileUploaderDropzone", "the drop zone has a role and a label"),
}
FIND = """async (tags) => (await axe.run(document, { runOnly: tags })).violations.flatMap(({ id, nodes }) =>
  nodes.map(({ target, html, any }) => [id, html, target.flat().join(" "), any[0]?.message ?? ""]))"""


def violations(page: Page) -> list[tuple[str, ...]]:
    """Return what axe finds that is not Streamlit's own: rule, element, selector, message."""
    found = [tuple(one) for one in page.evaluate(FIND, RULES)]
    return [one for one in found if one[0] not in OF_STREAMLIT or OF_STREAMLIT[one[0]][0] not in one[1]]


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
