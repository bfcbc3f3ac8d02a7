"""What a command answers, and what is wrong with it: an exception, NaN in a sentence, no table, several errors."""

import csv
import io
import re
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout

from ordquant_core.__main__ import main

WRONG = re.compile(r"\b(nan|inf|None(?! of \d))\b|Traceback")  # "None of 13 measures" is a sentence
NO_TABLE = ("export", "report", "template", "study")  # commands that write something else, or to files


def fault_of(words: Sequence[str], wrong: re.Pattern[str] = WRONG) -> str:
    """Return what is wrong with the answer to these arguments of the command line; "" where nothing is."""
    out, err = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(list(words))
    except Exception as problem:  # noqa: BLE001 - the command that failed is named, the others go on
        return f"{' '.join(words)}: {problem!r}"
    said = err.getvalue()
    if wrong.search(said):
        return f"{' '.join(words)}: {said}"
    if code == 0:
        if words[0] in NO_TABLE or "--format" in words:
            return ""
        rows = list(csv.reader(io.StringIO(out.getvalue())))
        if not rows or any(len(row) != len(rows[0]) for row in rows):
            return f"{' '.join(words)}: no table: {out.getvalue()[:200]}"
        return ""
    lines = [line for line in said.splitlines() if not line.startswith("note: ")]
    one_error = len(lines) == 1 and lines[0].startswith("error: ")
    return "" if code == 2 and one_error else f"{' '.join(words)}: exit code {code}: {said}"
