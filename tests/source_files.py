"""The files of the project and what they import: for tests that hold every file to a rule."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
CORE = sorted((ROOT / "ordquant_core").rglob("*.py"))
PAGES = sorted((ROOT / "pages").rglob("*.py"))


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def naming(words: str, *paths: Path) -> list[Path]:
    """Return the files whose text matches: to parse all of them takes seconds."""
    return [path for path in paths if re.search(words, path.read_text(encoding="utf-8"))]


@cache  # every rule asks every file
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> frozenset[str]:
    """Return every dotted name that the code imports, at the top or inside a function."""
    names = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(names)


def room_of(path: Path) -> str:
    return path.relative_to(ROOT / "ordquant_core").parts[0].removesuffix(".py")
