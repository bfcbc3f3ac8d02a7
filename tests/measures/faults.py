"""Files of own measures, most of them refused: faults.txt has what is said of each."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import numpy as np  # noqa: F401 - the text uses it

import ordquant_core as oq
from ordquant_core.measures.own.loading import VARIABLE, own_measures

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


def scored(function):
    """Score a task by a function, as whoever has one in a session does."""
    return oq.score(oq.load_sample("breakdown-labels"), [function])
