"""Tutorials: notebooks that Jupyter opens, run here cell by cell without it, and written as pages with what they show.

They are kept without outputs, so that no change of the library leaves an old number in them.
"""

import ast
import io
import json
import tempfile
from collections.abc import Callable
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any


def cells(path: Path) -> list[tuple[str, str]]:
    """Return the cells of a notebook: "markdown" or "code", and the source."""
    found = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [(cell["cell_type"], "".join(cell["source"])) for cell in found]


def run(path: Path) -> list[tuple[str, str, list[Any]]]:
    """Run a notebook: kind and source of every cell, and its results.

    It runs in an empty folder, which is deleted with what it writes.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        return [
            (kind, source, results_of(source, names, f"{path.name}, cell {number}") if kind == "code" else [])
            for number, (kind, source) in enumerate(cells(path), start=1)
        ]


def results_of(source: str, names: dict[str, Any], where: str) -> list[Any]:
    """Run a cell: return what it printed, and the value of its last line."""
    parts = ast.parse(source)
    last = parts.body.pop() if parts.body and isinstance(parts.body[-1], ast.Expr) else None
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(parts, where, "exec"), names)
        value = eval(compile(ast.Expression(last.value), where, "eval"), names) if last else None
    return [one for one in (printed.getvalue() or None, value) if one is not None]


def page(path: Path, show: Callable[[Any], str]) -> str:
    """Return a tutorial as a page in Markdown; `show` writes the results."""
    written: list[str] = []
    for kind, source, results in run(path):
        written.append(f"```python\n{source}\n```\n" if kind == "code" else f"{source}\n")
        written += map(show, results)
    download = f"Download this page as a notebook: [{path.name}](../files/{path.name}).\n"
    return "\n".join([written[0], download, *written[1:]])
