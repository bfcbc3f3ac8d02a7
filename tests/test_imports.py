"""What importing the library needs. Which module may import which is in pyproject.toml, and `make lint` checks it."""

import subprocess
import sys

from tests.source_files import CORE, ROOT, room_of


def test_the_computing_half_needs_numpy_alone_to_be_imported():
    rooms = {"analysis", "distributions", "errors", "extras", "frames", "labelled", "markup", "measures", "numerals"}
    rooms |= {"ranked_lists", "records", "statistics", "tables", "teaching", "version"}
    files = [path.relative_to(ROOT).with_suffix("").parts for path in CORE if room_of(path) in rooms]
    modules = ["ordquant_core", *(".".join(parts).removesuffix(".__init__") for parts in files)]
    code = f"""
import sys
sys.modules.update(dict.fromkeys(["pandas", "scipy", "plotly", "streamlit", "ir_measures"]))
import {", ".join(modules)}
"""
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
