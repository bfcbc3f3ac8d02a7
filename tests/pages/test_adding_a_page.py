"""CONTRIBUTING, "Add a page in three steps", followed word by word in a copy: nothing else has to change."""

import pytest

from tests.guide import PAGE, PAGE_TEST, add_page, copy_to, passes, pieces_of

pytestmark = pytest.mark.slow

OF_TASK = PAGE / "of_task.py"
OF_ALL_PAGES = "tests/pages/test_params.py", "tests/pages/test_pages.py"
OPENED = f"""
from tests.pages.apps import app_at

def test_it_draws_the_figure_of_the_task_that_its_link_names():
    (chart,) = app_at("{OF_TASK}", task="breakdown-labels").get("plotly_chart")
    assert "Gold as bars" in chart.proto.spec
    assert '"PB' in chart.proto.spec
"""


def test_a_page_and_one_of_a_task_pass_their_tests_and_those_of_all_pages(tmp_path):
    folder = copy_to(tmp_path / "copy")
    add_page(folder)
    _, page, of_task, *_ = pieces_of("Add a page in three steps")
    before, _, _ = page.partition("classes = int(")
    (folder / OF_TASK).write_text(f"{before}{of_task}", encoding="utf-8")
    of_task_test = PAGE_TEST.with_name("test_of_task.py")
    (folder / of_task_test).write_text(OPENED, encoding="utf-8")
    passes(folder, PAGE_TEST, of_task_test, *OF_ALL_PAGES, "-k", "worst and not nuggets or draws")
