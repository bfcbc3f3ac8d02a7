"""Our own components: modules are joined soundly or refused, and know no number that Python knows."""

import re
from pathlib import Path

import pytest

from ordquant_core.browser import bundle
from ordquant_core.errors import OrdquantError
from pages.shared.draw import LIMITS

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted(path for folder in ("pages", "ordquant_core") for path in (ROOT / folder).rglob("*.js"))


@pytest.fixture
def write(tmp_path):
    """Write modules, `write(entry="…", other="…")`, and return the path of the entry."""

    def write(**modules):
        for name, source in modules.items():
            (tmp_path / f"{name}.js").write_text(source, encoding="utf-8")
        return tmp_path / "entry.js"

    return write


def test_every_module_is_there_once_and_before_those_that_need_it(write):
    joined = bundle(
        write(
            entry='import { b } from "./b.js";\nimport {\n  c as other,\n} from "./c.js";\n'
            "export default function () {}\n",
            b='import { c } from "./c.js";\nexport const b = c + 1;\n',
            c="export const c = 1;\n",
        )
    )
    assert re.findall(r"^// (\w+\.js)$", joined, re.MULTILINE) == ["c.js", "b.js", "entry.js"]
    assert re.findall(r"^(?:import|export).*", joined, re.MULTILINE) == ["export default function () {}"]
    assert "const { c: other } = $0_c;" in joined


NEEDS_B = 'import { b } from "./b.js";\n'
REFUSED = [
    ({"entry": NEEDS_B, "b": "const b = 1;\n"}, "entry.js imports b from ./b.js"),
    ({"entry": NEEDS_B, "b": 'import { e } from "./entry.js";\nexport const b = e;\n'}, "entry.js > b.js > entry.js"),
    ({"entry": NEEDS_B, "b": "export const b = 1;\nexport default b;\n"}, "export default b"),
    ({"entry": 'import b from "./b.js";\n'}, "import b from"),
    ({"entry": 'import { b } from "https://elsewhere.org/b.js";\n'}, "elsewhere.org"),
    ({"entry": "let a = 1;\nexport { a };\n"}, "export { a };"),
    ({"entry": "export let a = 1;\n"}, "export let a"),
]


@pytest.mark.parametrize(("modules", "problem"), REFUSED, ids=[problem for _, problem in REFUSED])
def test_what_the_bundler_does_not_know_is_refused_and_named(write, modules, problem):
    with pytest.raises(OrdquantError, match=problem):
        bundle(write(**modules))


def test_a_module_that_is_not_there_is_named(write):
    with pytest.raises(FileNotFoundError, match=r"b\.js"):
        bundle(write(entry=NEEDS_B))


def test_nothing_in_a_script_turns_the_type_checker_off():
    off = re.compile(r"@ts-|deno-\w+-ignore|\{[^}\n]*\b(any|Function)\b|\{\*\}|=> any\b")
    assert [path.name for path in SCRIPTS if off.search(path.read_text(encoding="utf-8"))] == []


def test_the_limits_that_are_sent_are_those_that_the_canvas_asks_for():
    source = (ROOT / "ordquant_core/browser/draw/picture.js").read_text(encoding="utf-8")
    assert set(re.findall(r"@property \{number\} (\w+)", source)) == set(LIMITS)
