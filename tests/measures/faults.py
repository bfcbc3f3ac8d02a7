"""Files of own measures that are refused, and what is said of each: a line `expression → message` of faults.txt.

After a change of words, `python -m tests.measures.faults` writes them anew, and the diff shows what is said now.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from ordquant_core.errors import PluginError
from ordquant_core.measures.own.loading import VARIABLE, own_measures

TABLE, ARROW = Path(__file__).with_name("faults.txt"), " → "
GOOD = """
import numpy as np
def f(gold, estimate):
    {body}
MEASURE = {{"key": "MINE", "name": "Mine", "compute": f, "symmetric": True, "formula": "x", "summary": "Mine."{more}}}
"""
GAP = "return np.abs(np.cumsum(estimate - gold, axis=-1)).max(axis=-1)"
HALF = "np.abs(gold - estimate).sum(axis=1) / 2"


def of(body=GAP, more="", **changes):
    """Return a file whose function has this body, whose record has something more, or something else."""
    text = GOOD.format(body=body, more=f", {more}" if more else "")
    for field, value in changes.items():
        (line,) = (line for line in text.splitlines() if line.startswith("MEASURE"))
        before = line.partition(f'"{field}": ')[2].partition(",")[0]
        text = text.replace(f'"{field}": {before}', f'"{field}": {value}')
    return text


def load(text, taken=None):
    """Load a file of this text or these bytes, as whoever starts a process does."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "mine.py"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        with patch.dict(os.environ, {VARIABLE: str(path)}):
            return own_measures({"NMD": "a measure of OrdQuant"} if taken is None else taken)


def refusal(made):
    """Return what is said of the file that an expression makes."""
    try:
        load(eval(made, globals()))
    except PluginError as problem:
        return str(problem)
    return "accepted"


def lines():
    """Return the expressions and the messages that were reviewed."""
    return [line.split(ARROW) for line in TABLE.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    TABLE.write_text("".join(f"{made}{ARROW}{refusal(made)}\n" for made, *_ in lines()), encoding="utf-8")
