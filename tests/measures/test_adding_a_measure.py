"""CONTRIBUTING, "Add a measure in three steps", followed word by word in a copy: every command and page shows it.

The three pieces of code are taken from the guide as they stand there. Nothing but the three files is changed.
"""

import json
import re

import pytest

from tests.guide import FUNCTION, add_figure, add_format, add_measure, add_page, copy_to, has_no_lint, passes, run

pytestmark = pytest.mark.slow

SCORES_ZERO = """
import numpy as np
from tests.measures.test_measure_properties import (
    test_the_gold_itself_scores_zero_but_for_dnkt_of_a_uniform_gold as holds,
)
holds.hypothesis.inner_test(gold=np.array([1, 2, 7]))  # any gold fails: no search for the smallest
"""
SAMPLE = "ordquant_core/samples/dialogue-quality"
NUMBERS = ("--gold", "0,1,2,9,8", "--estimate", "0,0,0,1,0", "--measures", "NMD,W2")
# Calls the command line again and again, in one process, and writes a page of the reference.
CALLED = """
import json, sys
from assets.site.reference import measures_page
from ordquant_core.__main__ import main
for line in json.loads(sys.argv[1]):
    assert main(line) == 0, line
print(measures_page())
"""
# Looks at pages, as a visitor who asks for the measure by a link.
OPENED = """
import json, sys
from streamlit.testing.v1 import AppTest
from pages.plan import computed

computed.RESAMPLES = 12

for name, query in json.loads(sys.argv[1]):
    app = AppTest.from_file(f"pages/{name}/page.py", default_timeout=60)
    app.query_params.update(query)
    app.run()
    assert not app.exception, [one.value for one in app.exception]
    blocks = [block for kind in ("html", "markdown", "latex", "code") for block in app.get(kind)]
    print(json.dumps("\\n".join(str(one.value if hasattr(one, "value") else one.proto) for one in blocks)))
"""
PATH, CALCULATED = (
    {"families": "ordinal,other", "measure": "W2"} | more for more in ({"card": "path"}, {"steps": "yes"})
)
TASK = {"task": "dialogue-quality", "measure": "W2", "trials": "100"}
OTHERS = [
    ("cases", TASK | {"steps": "yes"}),
    ("measures", TASK | {"x": "W2", "y": "NMD"}),
    ("popularity", TASK | {"x": "W2", "y": "NMD"}),
    ("systems", TASK),
    ("plan", TASK),
    ("lessons", {"lesson": "judges", "measure": "W2"}),
    ("which_measure", {"show": "properties", "property": "W2.proper"}),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = copy_to(tmp_path_factory.mktemp("copy"))
    add_measure(folder)
    return folder


@pytest.fixture(scope="module")
def written(copy):
    """Return what commands and the reference say."""
    few = ("--measures", "NMD,W2", "--trials", "20")
    calls = [
        ("measure", *NUMBERS),
        ("measure", *NUMBERS, "--positions", "1,2,3,4,9"),
        ("score", SAMPLE, "--measures", "W2"),
        ("results", SAMPLE, *few, "--format", "csv"),
        ("report", SAMPLE, *few),
    ]
    code, written = run(copy, "-c", CALLED, json.dumps(calls))
    assert code == 0, written
    return written


@pytest.fixture(scope="module")
def pages(copy):
    """Return what Compare with the calculation and with the path shows, and the other pages."""
    wanted = [("compare", CALCULATED), ("compare", PATH), *OTHERS]
    code, written = run(copy, "-W", "ignore", "-c", OPENED, json.dumps(wanted))
    assert code == 0, written
    shown = [json.loads(line) for line in written.splitlines() if line.startswith('"')]
    assert len(shown) == len(wanted), written
    return shown


def test_measure_score_and_results_list_it(written):
    assert re.search(r"^W2,0\.2091650\d+$", written, re.MULTILINE)  # .4 and .05 move one step, .05 two: sqrt(.7) / 4
    assert len(re.findall(r"^W2,0\.\d+$", written, re.MULTILINE)) == 2  # with positions, too
    assert re.search(r"^system-01,W2,0\.\d+,300$", written, re.MULTILINE)
    assert re.search(r"^,W2,system-01,\d+,0\.\d+", written, re.MULTILINE)


def test_compare_shows_its_score_and_the_function_formula_and_facts_in_place_of_steps(pages):
    calculated, path, *_ = pages
    for words in (
        "as its function returns it",
        "Call the function of this measure",
        r"\mathrm{W2}(p, p^*) = 0.209",
        r"\frac{1}{L-1} \sqrt",
        "section 2.6",
        "the steps of this measure are not known",
    ):
        assert words in calculated
    assert "W2" in path


def test_the_other_pages_take_it(pages):
    for (name, _), shown in zip(OTHERS, pages[2:], strict=True):
        if name in ("cases", "popularity", "which_measure"):
            assert re.search(r"\bW2\b", shown), name


def test_the_report_and_the_reference_describe_it(written):
    assert "W2: Wasserstein-2 Distance" in written
    assert written.count("Wasserstein-2 Distance") > 1
    assert written.count("Peyré and Cuturi 2019") > 1


def test_the_tests_of_measures_hold_for_it_and_those_of_all_measures_together(copy):
    own = "[W2 or not ["  # those of other measures alone, and of other values, are what they were
    about_others = [f"--ignore=tests/measures/test_{name}.py" for name in ("own_measures", "smoothed", "previews")]
    passes(copy, "-m", "not slow", "-k", own, "tests/measures", copy / FUNCTION, "--doctest-modules", *about_others)


def test_a_score_that_is_not_0_for_the_gold_itself_is_refused_with_the_reason(copy):
    path = copy / FUNCTION
    source = path.read_text(encoding="utf-8")
    try:
        path.write_text(source.replace("np.sqrt(total)", "(0.1 + 0.9 * np.sqrt(total))"), encoding="utf-8")
        code, written = run(copy, "-c", SCORES_ZERO)
    finally:
        path.write_text(source, encoding="utf-8")
    assert code == 1
    assert "W2: a score is an error, the gold itself must score 0" in written


@pytest.mark.thorough
def test_the_linters_have_nothing_to_say_of_it_nor_of_the_page_and_the_format_of_the_guide(tmp_path):
    folder = copy_to(tmp_path)
    has_no_lint(folder, *add_measure(folder), *add_page(folder), *add_format(folder), *add_figure(folder))
