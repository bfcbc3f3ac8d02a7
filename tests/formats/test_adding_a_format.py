"""CONTRIBUTING, "Add a file format in three steps", word by word in a copy: its traps pass, commands read it."""

import pytest

from tests.guide import add_format, copy_to, run

pytestmark = pytest.mark.slow

TRIED = """
from ordquant_core.__main__ import main
from tests.formats.test_traps import ALL, test_it_is_read_as_it_is_meant_or_not_at_all_and_a_person_leads_to_the_values
new = [trap for trap in ALL if trap.name.startswith("a pair for each class")]
for trap in new:
    test_it_is_read_as_it_is_meant_or_not_at_all_and_a_person_leads_to_the_values(trap)
assert new
main(["score", "gold.txt", "run.txt", "--measures", "NMD"])
"""


def test_its_traps_pass_and_commands_read_it(tmp_path):
    copy = copy_to(tmp_path)
    add_format(copy)
    (copy / "gold.txt").write_text("D001 bad:1 fair:1 good:2\n", encoding="utf-8")
    (copy / "run.txt").write_text("D001 bad:0.5 fair:0 good:0.5\n", encoding="utf-8")
    assert run(copy, "-c", TRIED) == (0, "run,measure,mean,cases\nrun,NMD,0.125,1\n")
