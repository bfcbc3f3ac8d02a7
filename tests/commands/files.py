"""The files that tests of the command line read."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHARED = ROOT / "../shared/data/stc3"
real = pytest.mark.skipif(not SHARED.exists(), reason="the shared task's files are not here")
GOLD = "case,a,b,c\nx,0,1,3\ny,2,2,0\nz,1,1,2\n"
RUN = "case,c,b,a\nz,.4,.3,.3\nx,.5,.25,.25\ny,0,1,0\n"


def load(path):
    return json.loads(path.read_bytes())
