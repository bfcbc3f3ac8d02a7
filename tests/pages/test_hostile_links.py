"""Links that say what a page cannot use: it opens, and reports in one place what it cannot use; names are ignored."""

import re

import pytest

from pages.atlas.state import STATE as ATLAS
from pages.compare.state import STATE as COMPARE
from pages.lessons.state import STATE as LESSONS
from pages.measures.state import STATE as MEASURES
from pages.nuggets.state import STATE as NUGGETS
from pages.papers.state import STATE as PAPERS
from pages.plan.state import STATE as PLAN
from pages.ranked_lists.state import STATE as RANKED_LISTS
from pages.shared.common import COMMON
from pages.shared.evaluation_settings import STATE as SETTINGS
from pages.shared.pair import presets
from pages.systems.state import STATE as SYSTEMS
from pages.which_measure.state import STATE as WHICH_MEASURE
from tests.depth import matrix
from tests.pages.apps import app_at
from tests.pages.grammar import HOSTILE, check_hostile_links, check_hostile_values, check_unknown_names

pytestmark = pytest.mark.slow

SMALL = {"task": "breakdown-labels", "trials": "100", "measures": "NMD,JSD"}
LINKS = [
    ("pages/atlas/page.py", ATLAS, {}),
    ("pages/cases/page.py", presets.CASES.state, {}),
    ("pages/cases/page.py", COMMON, {"formats": "", "without_gold": ""}),
    ("pages/data/page.py", COMMON, {name: "" for name in COMMON if name not in ("task", "scale")}),
    ("pages/lessons/page.py", LESSONS, {}),
    ("pages/lessons/page.py", LESSONS, {"lesson": "make"}),
    ("pages/lessons/page.py", LESSONS, {"lesson": "judges"}),
    ("pages/measures/page.py", MEASURES, SMALL),
    ("pages/measures/page.py", SETTINGS, {"task": "breakdown-labels"}),
    ("pages/nuggets/page.py", NUGGETS, {}),
    ("pages/plan/page.py", PLAN, SMALL),
    ("pages/papers/page.py", PAPERS, {}),
    ("pages/popularity/page.py", COMMON, {"a": "", "b": "", "formats": "", "without_gold": ""}),
    ("pages/ranked_lists/page.py", RANKED_LISTS, {}),
    ("pages/systems/page.py", SYSTEMS, SMALL),
    ("pages/which_measure/page.py", WHICH_MEASURE, {}),
]


@pytest.mark.parametrize(
    "text", matrix(HOSTILE, "<script>alert(1)</script>", "-1"), ids=[ascii(text[:12]) for text in HOSTILE]
)
@pytest.mark.parametrize(("script", "table", "beside"), LINKS, ids=[f"{link[0]}-{link[1].page}" for link in LINKS])
def test_a_link_that_is_wrong_in_every_parameter_opens_the_page(script, table, beside, text):
    check_hostile_links(script, table, text, **beside)


PICTURE = {"gold": "0,1,2,9,8", "a": "1,0,0,0,0", "b": "0,1,0,0,0"}  # without one, no other name of Compare is read
SHOWN = [
    *((script, table, {name: text for name, text in beside.items() if text}) for script, table, beside in LINKS),
    ("pages/compare/page.py", COMPARE, PICTURE),
]
OF_LINKS = [  # every parameter on its page
    pytest.param(script, table, name, beside, id=f"{script}-{name}")
    for (script, table, beside), (_, _, left) in zip(SHOWN, [*LINKS, SHOWN[-1]], strict=True)
    for name in table
    if name not in left or script.endswith("compare/page.py")
]


@pytest.mark.thorough
@pytest.mark.parametrize(("script", "table", "name", "beside"), OF_LINKS)
def test_a_value_that_cannot_be_used_is_reported_once(script, table, name, beside):
    check_hostile_values(script, table, name, **{key: text for key, text in beside.items() if key != name})


@pytest.mark.parametrize(("script", "table", "beside"), SHOWN, ids=[f"{one[0]}-{one[1].page}" for one in SHOWN])
def test_names_that_a_page_does_not_know_are_ignored(script, table, beside):
    check_unknown_names(script, **beside)


ALIVE = re.compile(r"(?<!\\)\](?=\()|https?:|www\.|(?<!\\)<http|@evil\\?\.", re.IGNORECASE)
ADDRESSES = [
    "![i](http://evil.test/i.png)",
    "[x](HTTPS://evil.test)",
    "www.evil.test",
    "<http://evil.test>",
    "a@evil.test",
]


@pytest.mark.parametrize("text", matrix(ADDRESSES, ADDRESSES[0]))
@pytest.mark.parametrize(("script", "table", "beside"), LINKS, ids=[f"{link[0]}-{link[1].page}" for link in LINKS])
def test_nothing_that_a_link_says_becomes_an_image_or_a_link_on_the_page(script, table, beside, text):
    """The browser would ask that host, or the visitor follow it: what Markdown reads holds neither."""
    words = dict.fromkeys([*table, "classes", "gold", "a", "b", "positions"], text)
    app = app_at(script, **{**words, **{name: value for name, value in beside.items() if value}})
    said = [box.value for box in (*app.warning, *app.error, *app.info)]
    assert said, "the page says what it cannot use"
    assert [words for words in said if ALIVE.search(words)] == []
