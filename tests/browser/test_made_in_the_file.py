"""A measure of one's own in the file that needs no server: a row in Compare as on the page, and the way back."""

import json
import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from ordquant_core.measures.built import Switches, built_measure
from ordquant_core.numerals import score
from tests.browser.conftest import OpenPage

pytestmark = pytest.mark.browser
PICTURE = {"gold": [4, 0, 0, 7, 9], "a": [9, 0, 0, 10, 1], "b": [4, 0, 9, 3, 4]}
MADE = "bars.plain.distance.all"


def test_it_opens_in_compare_and_back_and_reloading_loses_nothing(open_file: OpenPage) -> None:
    page, measure = open_file(f"make&built={MADE}", reduced_motion="reduce"), built_measure(Switches.parse(MADE))
    page.get_by_role("link", name="Open in Compare").click()
    for _ in range(2):
        row = page.locator(f'#measures [data-measure="{MADE}"]')
        for side in ("a", "b"):
            expected = score(float(measure(PICTURE["gold"], PICTURE[side])))
            expect(row.locator(f".oq-of-{side}")).to_have_text(expected)
        expect(page.locator("table#measures")).to_contain_text(measure.name)
        page.reload()
    page.get_by_role("slider").first.press("ArrowUp")
    expect(page).to_have_url(re.compile(f"built={MADE}"))
    page.get_by_role("link", name="Change the rule").click()
    expect(page).to_have_url(re.compile(f"lesson=make.*built={MADE}"))
    expect(page.get_by_role("radio", name="all classes")).to_have_attribute("aria-checked", "true")


@pytest.mark.parametrize("asked", [{}, {"measure": "RNOD"}, {"built": "bars.<i>"}, {"measure": 'x"]'}])
def test_without_one_there_is_no_row_and_one_with_a_name_is_marked(open_file: OpenPage, asked: dict[str, str]) -> None:
    page = open_file(urlencode({"show": "compare", "picture": json.dumps(PICTURE), **asked}))
    expect(page.locator("#measures [data-measure=NMD]")).to_be_visible()
    expect(page.locator("#measures [data-family=made]")).to_have_count(0)
    expect(page.get_by_role("link", name="Change the rule")).to_have_count(0)
    expect(page.locator("#measures tr[aria-current]")).to_have_count(int(asked.get("measure") == "RNOD"))
