"""What findings say: every branch is a line `expression → words` of a table, made by the module of the same name."""

import ast
from pathlib import Path

import pytest

import ordquant_core.findings
from tests.reviewed import names_beside, rows, said

TABLES = {table.stem: table for table in sorted(Path(__file__).parent.glob("*.txt"))}
LINES = {name: rows(table) for name, table in TABLES.items()}


@pytest.mark.parametrize("name", TABLES)
def test_findings_say_what_was_reviewed(name):
    names = names_beside(TABLES[name])
    assert {made: said(made, names) for made, _ in LINES[name]} == dict(LINES[name])


def test_no_finding_is_forgotten():
    """Each function is called by a table, by what it is made with, or by another finding."""
    sources = [path.read_text(encoding="utf-8") for path in Path(ordquant_core.findings.__path__[0]).glob("*.py")]
    made = [table.with_suffix(".py").read_text(encoding="utf-8") for table in TABLES.values()]
    lines = [line for rows_of in LINES.values() for line, _ in rows_of]
    trees, others = ([*map(ast.parse, texts)] for texts in (sources, [*made, *lines]))
    nodes = [node for tree in [*trees, *others] for node in ast.walk(tree)]
    used = {getattr(node, "attr", getattr(node, "id", None)) for node in nodes}
    defined = {node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert {name for name in defined - used if not name.startswith("_")} == set()
