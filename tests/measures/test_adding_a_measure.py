"""CONTRIBUTING, "Add a measure in three steps", followed word by word in a copy: every command and page shows it.

The three pieces of code are taken from the guide as they stand there. Nothing but the three files is changed.
"""

import json
import re

import numpy as np
import pytest

from tests.guide import FUNCTION, add_figure, add_format, add_measure, add_page, copy_to, has_no_lint, passes, run
from tests.measures import test_measure_properties

pytestmark = pytest.mark.slow

SAMPLE = "ordquant_core/samples/dialogue-quality"
NUMBERS = ("--gold", "0,1,2,9,8", "--estimate", "0,0,0,1,0", "--measures", "NMD,W2")
FEW = ("--measures", "NMD,W2", "--trials", "20")
CALLS = [
    ("measure", *NUMBERS),
    ("measure", *NUMBERS, "--positions", "1,2,3,4,9"),
    ("score", SAMPLE, "--measures", "W2"),
    ("results", SAMPLE, *FEW, "--format", "csv"),
    ("report", SAMPLE, *FEW),
]
LINKS = [
    ("compare", {"families": "ordinal,other", "measure": "W2", "steps": "yes"}),
    ("compare", {"families": "ordinal,other", "measure": "W2", "card": "path"}),
    ("cases", {"task": "dialogue-quality", "measure": "W2", "steps": "yes"}),
    ("popularity", {"task": "dialogue-quality", "x": "W2", "y": "NMD"}),
    ("which_measure", {"show": "properties", "property": "W2.proper"}),
]
# In one process: calls the command line, writes a page of the reference, opens pages as a visitor who has a link.
SHOWN = """
import json, sys
from assets.site.reference import measures_page
from ordquant_core.__main__ import main
from streamlit.testing.v1 import AppTest
calls, links = json.loads(sys.argv[1])
for line in calls:
    assert main(line) == 0, line
print(measures_page())
for name, query in links:
    app = AppTest.from_file(f"pages/{name}/page.py", default_timeout=60)
    app.query_params.update(query)
    app.run()
    assert not app.exception, [one.value for one in app.exception]
    blocks = [block for kind in ("html", "markdown", "latex", "code") for block in app.get(kind)]
    words = "\\n".join(str(one.value if hasattr(one, "value") else one.proto) for one in blocks)
    print("\\n" + json.dumps({"page": words}))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = copy_to(tmp_path_factory.mktemp("copy"))
    add_measure(folder)
    return folder


def test_commands_the_reference_and_pages_show_it(copy):
    code, written = run(copy, "-W", "ignore", "-c", SHOWN, json.dumps([CALLS, LINKS]))
    assert code == 0, written
    assert re.search(r"^W2,0\.2091650\d+$", written, re.MULTILINE)  # .4 and .05 move one step, .05 two: sqrt(.7) / 4
    assert len(re.findall(r"^W2,0\.\d+$", written, re.MULTILINE)) == 2  # with positions, too
    assert re.search(r"^system-01,W2,0\.\d+,300$", written, re.MULTILINE)
    assert re.search(r"^,W2,system-01,\d+,0\.\d+", written, re.MULTILINE)
    assert "W2: Wasserstein-2 Distance" in written
    assert written.count("Wasserstein-2 Distance") > 1
    assert written.count("Peyré and Cuturi 2019") > 1
    calculated, *others = (json.loads(line)["page"] for line in written.splitlines() if line.startswith('{"page"'))
    for words in (
        "as its function returns it",
        "Call the function of this measure",
        r"\mathrm{W2}(p, p^*) = 0.209",
        r"\frac{1}{L-1} \sqrt",
        "section 2.6",
        "the steps of this measure are not known",
    ):
        assert words in calculated
    assert [bool(re.search(r"\bW2\b", shown)) for shown in others] == [True] * 4


def test_the_tests_of_measures_hold_for_it_and_those_of_all_measures_together(copy):
    own = "[W2 or not ["  # those of other measures alone, and of other values, are what they were
    files = [f"tests/measures/test_{name}.py" for name in ("measure_properties", "published_values", "registry")]
    passes(copy, "-k", own, *files, "tests/measures/test_workings.py", copy / FUNCTION, "--doctest-modules")


def test_a_score_that_is_not_0_for_the_gold_itself_is_refused_with_the_reason(monkeypatch):
    monkeypatch.setattr(test_measure_properties, "MEASURES", {"W2": lambda *_: 0.1})
    holds = test_measure_properties.test_the_gold_itself_scores_zero_but_for_dnkt_of_a_uniform_gold
    with pytest.raises(AssertionError, match="W2: a score is an error, the gold itself must score 0"):
        holds.hypothesis.inner_test(gold=np.array([1, 2, 7]))


@pytest.mark.thorough
def test_the_linters_have_nothing_to_say_of_it_nor_of_the_page_and_the_format_of_the_guide(tmp_path):
    folder = copy_to(tmp_path)
    has_no_lint(folder, *add_measure(folder), *add_page(folder), *add_format(folder), *add_figure(folder))
