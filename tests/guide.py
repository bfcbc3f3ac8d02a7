"""CONTRIBUTING and "Add a figure" as a stranger follows them: the code there is put into a copy of the project."""

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
FEW = {name: value for name, value in os.environ.items() if name != servers.FOLDER} | {"ORDQUANT_EXAMPLES": "3"}


def pieces_of(heading, language="python"):
    """Return the pieces of code of a section."""
    (section,) = re.findall(rf"\n## {heading}\n(.*?)\n## ", GUIDE, re.DOTALL)
    found = re.findall(rf"^ +```{language}\n(.*?)^ +```", section, re.DOTALL | re.MULTILINE)
    return [textwrap.dedent(code) for code in found]


def copy_to(folder):
    """Copy what a contributor changes and runs."""
    for name in FOLDERS:  # with what Python has compiled of it
        shutil.copytree(ROOT / name, folder / name)
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)
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


FUNCTION, REGISTRY = Path("ordquant_core/measures/match_distance.py"), Path("ordquant_core/measures/registry.py")
VALUES = Path("tests/measures/test_published_values.py")
PAGE, LIST = Path("pages/worst"), Path("pages/dashboard.py")
PAGE_TEST = Path("tests/pages/test_worst_page.py")
FORMAT = Path("ordquant_core/formats/official/class_pairs.py")
OFFICIAL = FORMAT.with_name("__init__.py")
FIGURE, ENTRIES = Path("ordquant_core/figures/scores.py"), Path("ordquant_core/drawing/tasks.py")
TRAPS = Path("tests/formats/traps/tidy.yaml")


def add_measure(folder):
    """Follow "Add a measure in three steps"; return the files that are changed."""
    function, record, value = pieces_of("Add a measure in three steps")
    with (folder / FUNCTION).open("a", encoding="utf-8") as file:
        file.write(f"\n\n{function}")
    add_to_end_of("_MEASURES", folder / REGISTRY, record)
    add_to_end_of("ROWS", folder / VALUES, value)
    return FUNCTION, REGISTRY, VALUES


def add_page(folder):
    """Follow "Add a page in three steps"; return the files that are changed."""
    choices, page, _, entry, test = pieces_of("Add a page in three steps")
    (folder / PAGE).mkdir()
    (folder / PAGE / "__init__.py").write_text(choices, encoding="utf-8")
    (folder / PAGE / "page.py").write_text(page, encoding="utf-8")
    change(folder / LIST, ("sections = {", f"{entry}sections = {{"))
    listed = (folder / LIST).read_text(encoding="utf-8")
    end = listed.rindex("]", 0, listed.index("st.navigation("))  # of the last section
    (folder / LIST).write_text(f"{listed[:end]}, worst{listed[end:]}", encoding="utf-8")
    (folder / PAGE_TEST).write_text(test, encoding="utf-8")
    return PAGE, LIST


def add_format(folder):
    """Follow "Add a file format in three steps"; return the modules that are changed."""
    heading = "Add a file format in three steps"
    (code, functions), (traps,) = pieces_of(heading), pieces_of(heading, "yaml")
    (folder / FORMAT).write_text(code, encoding="utf-8")
    change(
        folder / OFFICIAL,
        ("official import dbdc,", "official import class_pairs, dbdc,"),
        ("OF_TEXT = (lewidi.recognise_run, semeval.recognise)", functions.strip()),
    )
    with (folder / TRAPS).open("a", encoding="utf-8") as file:
        file.write(traps)
    return FORMAT, OFFICIAL


def add_figure(folder):
    """Follow the guide "Add a figure"; return the modules that are changed."""
    guide = (ROOT / "assets" / "docs" / "add-a-figure.md").read_text(encoding="utf-8")
    function, entry, imported = re.findall(r"^```python\n(.*?)^```", guide, re.DOTALL | re.MULTILINE)
    with (folder / FIGURE).open("a", encoding="utf-8") as file:
        file.write(f"\n\n{function}")
    last = '    @ON_TASK.on("Data", "a")\n'
    change(
        folder / ENTRIES,
        (last, textwrap.indent(entry, "    ") + "\n" + last),
        ("from ordquant_core.figures.scores import draw_scores\n", imported),
    )
    return FIGURE, ENTRIES


def run(folder, *arguments):
    """Run Python in a copy; return its exit code and what it writes."""
    done = subprocess.run([sys.executable, *map(str, arguments)], cwd=folder, env=FEW, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def passes(folder, *arguments):
    """Run pytest in a copy; assert that something is tested, and that all of it passes."""
    code, written = run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments)
    assert (code, " passed" in written) == (0, True), written[-3000:]


def has_no_lint(folder, *paths):
    """Assert that what `make lint` checks holds for files of a copy."""
    if (ROOT / ".mypy_cache").exists():  # mypy then checks only what the copy changes
        shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")
    product = [path for path in paths if path.parts[0] != "tests"]
    for command in (
        ("-m", "ruff", "check", "--no-cache", *paths),
        ("-m", "ruff", "format", "--check", *paths),
        ("-m", "mypy", *product),
        (Path(sys.executable).parent / "lint-imports", "--no-cache"),
    ):
        code, written = run(folder, *command)
        assert code == 0, written[-3000:]
