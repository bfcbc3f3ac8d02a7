"""The guide "Add a figure", followed word by word in a copy: command, list, tests and linters take it."""

import pytest

from tests.guide import add_figure, copy_to, run

pytestmark = pytest.mark.slow
# In one process: lists it, draws it by its name, and runs the tests of all figures for it.
TAKEN = """
import pytest
import ordquant_core as oq
from ordquant_core.__main__ import main
main(["figure", "--list"])
task = oq.load_task("ordquant_core/samples/dialogue-quality")
print(oq.draw_figure(task, "sorted-scores", a="system-03", x="RNOD").layout.title.text)
raise SystemExit(pytest.main(["-q", "-pno:cacheprovider", "tests/figures/test_listed_figures.py", "-ksorted-scores"]))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = copy_to(tmp_path_factory.mktemp("copy"))
    add_figure(folder)
    return folder


def test_it_is_listed_and_drawn_by_its_name_and_passes_the_tests_of_all_figures(copy):
    code, written = run(copy, "-c", TAKEN)
    assert code == 0, written[-3000:]
    assert 'sorted-scores,Cases,"Scores of run A by one measure, from the best case to the worst"' in written
    assert "\nRNOD of system-03, from the best case to the worst\n" in written
    assert " passed" in written


def test_the_linters_have_nothing_to_say_of_it(copy):
    for command in (("ruff", "check", "--no-cache"), ("ruff", "format", "--check")):
        code, written = run(copy, "-m", *command, "ordquant_core/figures", "ordquant_core/drawing")
        assert code == 0, written
