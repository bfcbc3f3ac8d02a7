"""CONTRIBUTING, "Add a page in three steps", followed word by word in a copy: nothing else has to change."""

import sys
from pathlib import Path

import pytest

from tests.guide import change, copy_to, has_no_lint, passes, pieces_of, run

pytestmark = pytest.mark.slow

FOLDER, LIST = Path("pages/worst"), Path("pages/dashboard.py")
TEST = Path("tests/pages/test_worst_page.py")
OF_TASK = FOLDER / "of_task.py"
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
    choices, page, of_task, entry, test = pieces_of("Add a page in three steps")
    (folder / FOLDER).mkdir()
    (folder / FOLDER / "__init__.py").write_text(choices, encoding="utf-8")
    (folder / FOLDER / "page.py").write_text(page, encoding="utf-8")
    change(folder / LIST, ("sections = {", f"{entry}sections = {{"))
    listed = (folder / LIST).read_text(encoding="utf-8")
    end = listed.rindex("]", 0, listed.index("st.navigation("))  # of the last section
    (folder / LIST).write_text(f"{listed[:end]}, worst{listed[end:]}", encoding="utf-8")
    (folder / TEST).write_text(test, encoding="utf-8")
    before, _, _ = page.partition("classes = int(")
    (folder / OF_TASK).write_text(f"{before}{of_task}", encoding="utf-8")
    return folder


def test_a_page_of_a_task_draws_the_figure_of_the_task_that_its_link_names(copy):
    code, written = run(copy, "-W", "ignore", "-c", OPENED, OF_TASK)
    assert code == 0, written
    assert "Gold as bars" in written
    assert '["NB","PB","B"]' in written


def test_it_passes_its_tests_and_those_of_all_pages(copy):
    passes(copy, TEST, "tests/pages/test_pages.py", "-k", "worst")


def test_the_linters_have_nothing_to_say(copy):
    (copy / OF_TASK).unlink(missing_ok=True)  # half an example, of which not all imports are used
    has_no_lint(copy, FOLDER, LIST)
    code, written = run(copy, Path(sys.executable).parent / "lint-imports", "--no-cache")
    assert code == 0, written[-3000:]
