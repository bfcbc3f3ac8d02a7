"""CONTRIBUTING, "Add a page in three steps", followed word by word in a copy: nothing else has to change."""

import pytest

from tests.guide import PAGE, PAGE_TEST, add_page, copy_to, passes, pieces_of, run

pytestmark = pytest.mark.slow

OF_TASK = PAGE / "of_task.py"
OPENED = """
import sys
from streamlit.testing.v1 import AppTest

app = AppTest.from_file(sys.argv[1], default_timeout=60)
app.query_params["task"] = "breakdown-labels"
app.run()
assert not app.exception, [one.value for one in app.exception]
(chart,) = app.get("plotly_chart")
print(chart.proto.spec)
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = copy_to(tmp_path_factory.mktemp("copy"))
    add_page(folder)
    _, page, of_task, *_ = pieces_of("Add a page in three steps")
    before, _, _ = page.partition("classes = int(")
    (folder / OF_TASK).write_text(f"{before}{of_task}", encoding="utf-8")
    return folder


def test_a_page_of_a_task_draws_the_figure_of_the_task_that_its_link_names(copy):
    code, written = run(copy, "-W", "ignore", "-c", OPENED, OF_TASK)
    assert code == 0, written
    assert "Gold as bars" in written
    assert '"PB' in written


def test_it_passes_its_tests_and_those_of_all_pages(copy):
    passes(copy, PAGE_TEST, "tests/pages/test_pages.py", "-k", "worst")
