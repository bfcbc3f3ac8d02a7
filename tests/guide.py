"""CONTRIBUTING as a stranger follows it: the code that stands there is put into a copy of the project."""

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

from tests.browser import servers

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FOLDERS = ("ordquant_core", "pages", "tests", "assets", ".streamlit")
FILES = ("pyproject.toml", "app.py", "CONTRIBUTING.md", "README.md")
# Few examples of properties; the servers of these tests are not those of a run of tests in the copy.
FEW = {name: value for name, value in os.environ.items() if name != servers.FOLDER} | {"ORDQUANT_PROFILE": "few"}


def pieces_of(heading):
    """Return the pieces of Python of a section."""
    (section,) = re.findall(rf"\n## {heading}\n(.*?)\n## ", GUIDE, re.DOTALL)
    found = re.findall(r"^ +```python\n(.*?)^ +```", section, re.DOTALL | re.MULTILINE)
    return [textwrap.dedent(code) for code in found]


def copy_to(folder):
    """Copy what a contributor changes and runs."""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)
    if (ROOT / ".mypy_cache").exists():  # mypy then checks only what the copy changes
        shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")
    if (ROOT / ".venv").exists():  # with Deno, which calculates the previews of measures
        (folder / ".venv").symlink_to((ROOT / ".venv").resolve())
    return folder


def change(path, *replacements):
    """Replace texts that a file has once."""
    source = path.read_text(encoding="utf-8")
    for old, new in replacements:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    path.write_text(source, encoding="utf-8")


def add_to_end_of(name, path, entry):
    """Add an entry, with a comma after it, at the end of a tuple or list that a module assigns to a name."""
    source = path.read_text(encoding="utf-8")
    opening = re.search(rf"^{name} = [\[(].*?\n", source, re.MULTILINE)
    closing = re.compile(r"^[\])]", re.MULTILINE).search(source, opening.end())
    entry = textwrap.indent(entry.rstrip() + ",\n", "    ")
    path.write_text(source[: closing.start()] + entry + source[closing.start() :], encoding="utf-8")


def run(folder, *arguments):
    """Run Python in a copy; return its exit code and what it writes."""
    done = subprocess.run([sys.executable, *map(str, arguments)], cwd=folder, env=FEW, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def passes(folder, *arguments):
    """Run pytest in a copy; assert that something is tested, and that all of it passes."""
    code, written = run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments)
    assert code == 0, written[-3000:]
    assert " passed" in written
    assert "failed" not in written


def has_no_lint(folder, *paths):
    """Assert that what `make lint` checks holds for files of a copy."""
    product = [path for path in paths if path.parts[0] != "tests"]
    for tool in (("ruff", "check", "--no-cache", *paths), ("ruff", "format", "--check", *paths), ("mypy", *product)):
        code, written = run(folder, "-m", *tool)
        assert code == 0, written[-3000:]
