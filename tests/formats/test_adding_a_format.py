"""CONTRIBUTING, "Add a file format in three steps", followed word by word in a copy: it is read by every command."""

import re
import textwrap
from pathlib import Path

import pytest

from tests.guide import add_to_end_of, change, copy_to, has_no_lint, passes, pieces_of, run

pytestmark = pytest.mark.slow

READER, DETECTION = Path("ordquant_core/formats/tables/class_pairs.py"), Path("ordquant_core/formats/sniff.py")
TRAPS = Path("tests/formats/traps/tidy.py")


def _with(name, names):
    return ", ".join(sorted([name, *names.split(", ")]))


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = copy_to(tmp_path_factory.mktemp("copy"))
    reader, detection, *traps = pieces_of("Add a file format in three steps")
    (folder / READER).write_text(reader, encoding="utf-8")
    first = "    line = first_line(decode(data, name))\n"
    change(folder / DETECTION, (first, first + textwrap.indent(detection, "    ")))
    source = (folder / DETECTION).read_text(encoding="utf-8")
    (imported,) = re.findall(r"(?<=^from ordquant_core.formats.tables import ).*", source, re.MULTILINE)
    change(folder / DETECTION, (f"tables import {imported}\n", f"tables import {_with('class_pairs', imported)}\n"))
    for trap in traps:
        add_to_end_of("TRAPS", folder / TRAPS, trap)
    return folder


def test_it_passes_the_tests_of_its_traps(copy):
    passes(copy, "tests/formats/test_trap_catalogue.py", "-k", "a-pair-for-each-class")


def test_commands_read_it(copy):
    (copy / "gold.txt").write_text("D001 bad:1 fair:1 good:2\n", encoding="utf-8")
    (copy / "run.txt").write_text("D001 bad:0.5 fair:0 good:0.5\n", encoding="utf-8")
    code, written = run(copy, "-m", "ordquant_core", "score", "gold.txt", "run.txt", "--measures", "NMD")
    assert (code, written) == (0, "run,measure,mean,cases\nrun,NMD,0.125,1\n")


def test_the_linters_have_nothing_to_say(copy):
    has_no_lint(copy, READER, DETECTION, TRAPS)
