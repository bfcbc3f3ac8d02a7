"""What findings say: every branch is a line `expression → words` of a table, made by the module of the same name.

Parts of a sentence that are more than words (names of runs, what a reader may exchange) stand in ‹ ›. After a change of
words, `python -m tests.findings.test_said` writes the tables anew, and the diff shows what is said now.
"""

import ast
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest

import ordquant_core.findings

ROOM, ARROW = Path(__file__).parent, " → "
TABLES = {path.stem: path.read_text(encoding="utf-8").splitlines() for path in sorted(ROOM.glob("*.txt"))}
LINES = [(name, *line.split(ARROW)) for name, lines in TABLES.items() for line in lines if line[0] != "#"]


def said(family, made):
    """Return what is said of what an expression makes."""
    sentence = eval(made, vars(import_module(f"tests.findings.{family}")))
    return sentence if isinstance(sentence, str) and sentence else "".join(map(marked, sentence)) or "nothing"


def marked(part):
    """Return a part of a sentence, one that is more than words with what else it says: its letter, its role."""
    if isinstance(part, str):
        return part
    more = [value for field in fields(part)[1:] if isinstance(value := getattr(part, field.name), str) and value]
    return f"‹{'|'.join([str(part), *more])}›"


@pytest.mark.parametrize(("family", "made", "words"), LINES, ids=[line[1] for line in LINES])
def test_a_finding_says(family, made, words):
    assert said(family, made) == words


def test_no_finding_is_forgotten():
    """Each function is called by a table, by what it is made with, or by another finding."""
    sources = {path: path.read_text(encoding="utf-8") for path in Path(ordquant_core.findings.__path__[0]).glob("*.py")}
    trees = [ast.parse(text) for text in sources.values()]
    made = [*(ROOM / f"{name}.py" for name in TABLES), ROOM / "test_true.py"]
    texts = [path.read_text(encoding="utf-8") for path in made] + [line[1] for line in LINES]
    used = {
        node.attr if isinstance(node, ast.Attribute) else node.id
        for tree in [*trees, *map(ast.parse, texts)]
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute | ast.Name)
    }
    defined = {node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert {name for name in defined - used if not name.startswith("_")} == set()


if __name__ == "__main__":
    for name, lines in TABLES.items():
        made = [line.split(ARROW)[0] for line in lines]
        written = [line if line[0] == "#" else f"{line}{ARROW}{said(name, line)}" for line in made]
        (ROOM / f"{name}.txt").write_text("\n".join(written) + "\n", encoding="utf-8")
