"""`streamlit run app.py` loads custom measures, as commands do (tests/measures/test_own_measures.py)."""

import asyncio
import os
import random

import pytest

from ordquant_core.measures.own.loading import VARIABLE
from tests.browser import servers
from tests.load.aside import completed
from tests.load.visitor import Visitor
from tests.measures.test_own_measures import TEMPLATE

pytestmark = pytest.mark.slow

COUNTED = "import sys\nsys.stderr.write('LOADED\\n')\n"


def opened(address, *pages):
    """Open pages, each by a visitor of its own, one after the other and then at once; return what they show."""

    async def go():
        visitors = [Visitor(address, random.Random(n)) for n in range(1 + len(pages))]
        try:
            await visitors[0].open(pages[0], files=False)
            await asyncio.gather(*(one.open(page, files=False) for one, page in zip(visitors[1:], pages, strict=True)))
            return [str([part.element for part in one.shown.parts.values()]) for one in visitors[1:]]
        finally:
            for one in visitors:
                await one.close()

    return completed(go())


def test_streamlit_run_loads_them_once_for_all_visitors(tmp_path):
    path, log = tmp_path / "largest_gap.py", tmp_path / "log.txt"
    path.write_text(COUNTED + TEMPLATE)
    environment = os.environ | {VARIABLE: str(path)}
    with servers.running(servers.ROOT / "app.py", log, environment=environment) as (address, _):
        shown = opened(address, "atlas", "compare")
    assert all("KS (own)" in one for one in shown)
    assert log.read_text().count("LOADED") == 1
