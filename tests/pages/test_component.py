"""Our own components: modules are joined soundly or refused, and know no number that Python knows."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from ordquant_core.browser import bundle
from pages.shared.draw import LIMITS
from tests.reviewed import reviewed, said

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted(path for folder in ("pages", "ordquant_core") for path in (ROOT / folder).rglob("*.js"))


NEEDS_B = 'import { b } from "./b.js";\n'


def joined(**modules):
    """Write modules, `joined(entry="…", other="…")`, and return what they are joined to."""
    with TemporaryDirectory() as folder:
        for name, source in modules.items():
            (Path(folder) / f"{name}.js").write_text(source, encoding="utf-8")
        try:
            return bundle(Path(folder) / "entry.js")
        except FileNotFoundError as problem:
            return f"there is no {Path(problem.filename).name}"


@reviewed(__file__)
def test_modules_are_joined_as_was_reviewed_and_what_the_bundler_does_not_know_is_refused_and_named(made, words):
    assert said(made, globals()) == words


def test_nothing_in_a_script_turns_the_type_checker_off():
    off = re.compile(r"@ts-|deno-\w+-ignore|\{[^}\n]*\b(any|Function)\b|\{\*\}|=> any\b")
    assert [path.name for path in SCRIPTS if off.search(path.read_text(encoding="utf-8"))] == []


def test_the_limits_that_are_sent_are_those_that_the_canvas_asks_for():
    source = (ROOT / "ordquant_core/browser/draw/picture.js").read_text(encoding="utf-8")
    assert set(re.findall(r"@property \{number\} (\w+)", source)) == set(LIMITS)
