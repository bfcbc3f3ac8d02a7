"""What findings say: every branch is a line `expression → words` of a table, made by the module of the same name."""

import ast
from pathlib import Path

import pytest

import ordquant_core.findings
from tests.reviewed import names_beside, rows, said

TABLES = sorted(Path(__file__).parent.glob("*.txt"))
LINES = [(table, *row) for table in TABLES for row in rows(table)]


@pytest.mark.parametrize(("table", "made", "words"), LINES, ids=[line[1] for line in LINES])
def test_a_finding_says(table, made, words):
    assert said(made, names_beside(table)) == words


def test_no_finding_is_forgotten():
    """Each function is called by a table, by what it is made with, or by another finding."""
    sources = {path: path.read_text(encoding="utf-8") for path in Path(ordquant_core.findings.__path__[0]).glob("*.py")}
    trees = [ast.parse(text) for text in sources.values()]
    made = [*(table.with_suffix(".py") for table in TABLES), Path(__file__).with_name("test_true.py")]
    texts = [path.read_text(encoding="utf-8") for path in made] + [line[1] for line in LINES]
    used = {
        node.attr if isinstance(node, ast.Attribute) else node.id
        for tree in [*trees, *map(ast.parse, texts)]
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute | ast.Name)
    }
    defined = {node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert {name for name in defined - used if not name.startswith("_")} == set()
