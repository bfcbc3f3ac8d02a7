"""`streamlit run app.py` loads custom measures as `make run` does, and says the same of those that cannot be used."""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from ordquant_core.measures.own.loading import VARIABLE
from pages.shared import own_measures
from tests.browser import servers
from tests.load.aside import completed
from tests.load.visitor import Visitor
from tests.measures.test_own_measures import TEMPLATE
from tests.pages.apps import app_at
from tests.pages.test_pages import PAGES

pytestmark = pytest.mark.slow

WORDS = "This dashboard was started with a custom measure that cannot be used."
COUNTED = "import sys\nsys.stderr.write('LOADED\\n')\n"


@contextmanager
def served(plugin, log):
    """Start `streamlit run app.py` with a custom measure; yield its address."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    address = f"http://localhost:{port}"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)],
            cwd=servers.ROOT,
            env=os.environ | {VARIABLE: str(plugin)},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        until = time.monotonic() + servers.PATIENCE
        while not servers._answers(address):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < until
            time.sleep(0.1)
        yield address
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


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
    with served(path, log) as address:
        shown = opened(address, "systems", "compare")
    assert all("KS (own)" in one for one in shown)
    assert log.read_text().count("LOADED") == 1


def test_streamlit_run_says_what_is_wrong_where_it_was_started_and_serves_no_page(tmp_path):
    path, log = tmp_path / "broken.py", tmp_path / "log.txt"
    path.write_text(TEMPLATE.replace("np.abs(gaps)", "gaps"))
    with served(path, log) as address:
        shown = opened(address, "systems", "compare")
    for one in shown:
        assert WORDS in one
        assert "broken.py" not in one
    (line,) = [line for line in log.read_text().splitlines() if line.startswith("error: ")]
    assert line.startswith("error: KS of broken.py lacks the property '")


@pytest.fixture
def broken(monkeypatch):
    own_measures.faulty.cache_clear()
    monkeypatch.setattr(own_measures, "PLUGIN_PROBLEM", "broken.py: it is not Python")
    yield
    own_measures.faulty.cache_clear()


@pytest.mark.parametrize("page", PAGES)
def test_no_page_works_without_them(page, broken, capfd):
    app = app_at(page)
    assert [box.value.startswith(WORDS) for box in app.error] == [True]
    assert not app.main.dataframe
    assert not app.button
    app.run()
    assert capfd.readouterr().err.count("error: broken.py: it is not Python\n") == 1
