"""Compare in the file that needs no server: scores follow the canvas, and a measure of one's own has a row."""

import json
import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from ordquant_core.analysis.picture import Picture
from ordquant_core.measures.built import Switches, built_measure
from ordquant_core.measures.registry import MAIN_MEASURES
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


def in_table(page: Page) -> dict[str, tuple[str, ...]]:
    rows = page.locator("#measures tr[data-measure]").all()
    texts = [tuple(row.locator(f".oq-of-{side}").inner_text() for side in "ab") for row in rows]
    return dict(zip([row.get_attribute("data-measure") or "" for row in rows], texts, strict=True))


def test_scores_on_compare_follow_the_canvas_and_stay_in_the_address(open_file: OpenPage) -> None:
    page = open_file("show=compare")
    bar = page.get_by_role("slider").nth(0)
    for _ in range(3):
        bar.press("ArrowUp")
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


@pytest.mark.parametrize("text", ["{", "7", '{"gold":[1,2]}', '{"a":"<img src=x>"}', '{"classes":null}'])
def test_a_picture_in_the_address_that_is_none_is_left_aside(open_file: OpenPage, text: str) -> None:
    page = open_file(f"show=compare&picture={text}")
    expect(page.get_by_role("slider").first).to_be_visible()
    assert in_table(page)["NMD"] == ("0.150", "0.300")
