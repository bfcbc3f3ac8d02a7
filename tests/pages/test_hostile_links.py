"""Links that are wrong in every parameter at once: each page opens, and reports what it cannot use in one place."""

import re

import pytest

from pages.atlas.state import STATE as ATLAS
from pages.cases.state import STATE as CASES
from pages.lessons.state import STATE as LESSONS
from pages.measures.state import STATE as MEASURES
from pages.nuggets.state import STATE as NUGGETS
from pages.papers.state import STATE as PAPERS
from pages.plan.state import STATE as PLAN
from pages.ranked_lists.state import STATE as RANKED_LISTS
from pages.shared.common import COMMON
from pages.shared.evaluation_settings import STATE as SETTINGS
from pages.systems.state import STATE as SYSTEMS
from pages.which_measure.state import STATE as WHICH_MEASURE
from tests.depth import matrix
from tests.pages.apps import app_at
from tests.pages.grammar import HOSTILE, check_hostile_links

pytestmark = pytest.mark.slow

SMALL = {"task": "breakdown-labels", "trials": "100", "measures": "NMD,JSD"}
LINKS = [
    ("pages/atlas/page.py", ATLAS, {}),
    ("pages/cases/page.py", CASES, {}),
    ("pages/cases/page.py", COMMON, {"formats": "", "without_gold": ""}),
    ("pages/data/page.py", COMMON, {name: "" for name in COMMON if name not in ("task", "scale")}),
    ("pages/lessons/page.py", LESSONS, {}),
    ("pages/lessons/page.py", LESSONS, {"show": "quiz"}),
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


@pytest.mark.parametrize("text", matrix(HOSTILE, *HOSTILE[:4]), ids=[ascii(text[:12]) for text in HOSTILE])
@pytest.mark.parametrize(("script", "table", "beside"), LINKS, ids=[f"{link[0]}-{link[1].page}" for link in LINKS])
def test_a_link_that_is_wrong_in_every_parameter_opens_the_page(script, table, beside, text):
    check_hostile_links(script, table, text, **beside)


ALIVE = re.compile(r"(?<!\\)\](?=\()|https?:|www\.|(?<!\\)<http|@evil\\?\.", re.IGNORECASE)
ADDRESSES = [
    "![i](http://evil.test/i.png)",
    "[x](HTTPS://evil.test)",
    "www.evil.test",
    "<http://evil.test>",
    "a@evil.test",
]


@pytest.mark.parametrize("text", ADDRESSES)
@pytest.mark.parametrize(("script", "table", "beside"), LINKS, ids=[f"{link[0]}-{link[1].page}" for link in LINKS])
def test_nothing_that_a_link_says_becomes_an_image_or_a_link_on_the_page(script, table, beside, text):
    """The browser would ask that host, or the visitor follow it: what Markdown reads holds neither."""
    words = dict.fromkeys([*table, "classes", "gold", "a", "b", "positions"], text)
    app = app_at(script, **{**words, **{name: value for name, value in beside.items() if value}})
    said = [box.value for box in (*app.warning, *app.error, *app.info)]
    assert said, "the page says what it cannot use"
    assert [words for words in said if ALIVE.search(words)] == []
