"""CONTRIBUTING, "Add a page in three steps", followed word by word in a copy: nothing else has to change."""

import sys
from pathlib import Path

import pytest

from tests.guide import change, copy_to, has_no_lint, passes, pieces_of, run

pytestmark = pytest.mark.slow

FOLDER, LIST = Path("pages/worst"), Path("pages/dashboard.py")
TEST = Path("tests/pages/test_worst_page.py")


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = copy_to(tmp_path_factory.mktemp("copy"))
    choices, page, entry, test = pieces_of("Add a page in three steps")
    (folder / FOLDER).mkdir()
    (folder / FOLDER / "__init__.py").write_text(choices, encoding="utf-8")
    (folder / FOLDER / "page.py").write_text(page, encoding="utf-8")
    change(folder / LIST, ("sections = {", f"{entry}sections = {{"), ("[which, papers]", "[which, papers, worst]"))
    (folder / TEST).write_text(test, encoding="utf-8")
    return folder


def test_it_passes_its_tests_and_those_of_all_pages(copy):
    passes(copy, TEST, "tests/pages/test_pages.py", "-k", "worst")


def test_the_linters_have_nothing_to_say(copy):
    has_no_lint(copy, FOLDER, LIST)
    code, written = run(copy, Path(sys.executable).parent / "lint-imports", "--no-cache")
    assert code == 0, written[-3000:]
