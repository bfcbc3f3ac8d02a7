"""CONTRIBUTING, "Add a file format in three steps", followed word by word in a copy: it is read by every command."""

import pytest

from tests.guide import add_format, copy_to, passes, run

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = copy_to(tmp_path_factory.mktemp("copy"))
    add_format(folder)
    return folder


def test_it_passes_the_tests_of_its_traps(copy):
    passes(copy, "tests/formats/test_traps.py", "-k", "a-pair-for-each-class")


def test_commands_read_it(copy):
    (copy / "gold.txt").write_text("D001 bad:1 fair:1 good:2\n", encoding="utf-8")
    (copy / "run.txt").write_text("D001 bad:0.5 fair:0 good:0.5\n", encoding="utf-8")
    code, written = run(copy, "-m", "ordquant_core", "score", "gold.txt", "run.txt", "--measures", "NMD")
    assert (code, written) == (0, "run,measure,mean,cases\nrun,NMD,0.125,1\n")
