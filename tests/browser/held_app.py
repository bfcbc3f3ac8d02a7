"""The application as app.py serves it, whose long computations wait as long as a test holds them back: see HELD."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from pages import server
from pages.atlas import every as atlas
from pages.plan import computed as plan
from pages.shared import run_analyses
from tests.browser import servers

HELD = Path(os.environ[servers.FOLDER]) / "held"  # as long as this file is there


def _held(compute: Callable[..., Any]) -> Callable[..., Any]:
    def wait(*args: Any, **options: Any) -> Any:
        while HELD.exists():
            time.sleep(0.02)
        return compute(*args, **options)

    return wait


for module, name in (
    (plan, "resample_pilot"),
    (atlas, "compute_with_bar"),
    (run_analyses, "compare_rankings"),
    (run_analyses, "compute_intervals"),
):
    setattr(module, name, _held(getattr(module, name)))
app = st.App(
    server.SCRIPT,
    lifespan=server.lifespan,
    middleware=server.middleware(),
    on_script_error=server.explain_error,
)
