"""Modules of the browser without a browser: Deno runs them."""

import json
import os
import subprocess
from typing import Any

import pytest

from tests.source_files import ROOT

DENO = ROOT / ".venv" / "bin" / "deno"


def run(script: str, given: object) -> Any:
    """Return what a script of the tests writes as JSON of what it reads as JSON; skip where there is no Deno."""
    if not DENO.exists():
        assert os.environ.get("CI") != "true", "Deno is not installed: tests/requirements.txt has it"
        pytest.skip("Deno is not installed")
    call = [str(DENO), "run", "--quiet", "--no-remote", "--no-lock", f"tests/{script}"]
    done = subprocess.run(call, cwd=ROOT, input=json.dumps(given), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)
