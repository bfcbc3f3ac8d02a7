"""The README keeps its promises: its commands run, its numbers come out, its names exist."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from ordquant_core.measures.registry import MEASURES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^python (-m ordquant_core .*)$", README, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_readme_runs(command):
    done = subprocess.run([sys.executable, *shlex.split(command)], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) > 1


def test_the_python_of_the_readme_gives_the_number_it_shows():
    (block,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names = {}
    exec(block, names)
    reported = re.search(r"# (0\.\d+)$", block, re.MULTILINE)[1]
    assert float(names["oq"].MEASURES["NMD"](names["gold"], names["oq"].popularity(names["gold"]))) == pytest.approx(
        float(reported), abs=1e-12
    )


def test_the_readme_names_every_measure():
    table = README[README.index("## The measures") : README.index("## Repository")]
    assert set(re.findall(r"\b[A-Z][A-Z0-9_]+\b", table)) >= set(MEASURES)


def test_every_picture_and_make_target_of_the_readme_exists():
    for path in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README):
        assert (ROOT / path).is_file()
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"`?make (\w+)", README)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
