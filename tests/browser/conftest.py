"""A real server and a real Chromium. Without a Chromium these tests are skipped, or fail if REQUIRE_BROWSER=1."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from tests.browser import servers, settling

CANVAS = Path(__file__).with_name("draw_host.py")
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
)
expect.set_options(timeout=settling.PATIENCE)

Serve = Callable[..., str]
OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Serve a Streamlit script on a free port and return its address; the same script is served once, for all workers.

    With `fresh=True` always a new server: for tests of the very first request.
    """
    processes: list[subprocess.Popen[bytes]] = []

    def start(script: str | Path, *, fresh: bool = False) -> str:
        path = (servers.ROOT / script).resolve()
        if not fresh:
            return servers.shared(path)
        address, process = servers.start(path, tmp_path_factory.mktemp("server") / "log.txt")
        processes.append(process)
        return address

    yield start
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait(timeout=servers.PATIENCE)


@pytest.fixture(scope="session")
def server(serve: Serve) -> str:
    """Return the address of the whole application."""
    return serve("app.py")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start one Chromium for all tests."""
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        reason = f"none of {', '.join(CHROMIUM)} is on the PATH"
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail(f"REQUIRE_BROWSER=1, but {reason}")
        pytest.skip(reason)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Open pages in contexts of their own: `open_page(width=390, height=844, has_touch=True, color_scheme="dark")`.

    Clicks and expectations wait until the app has settled; with `waits=False` they do not, for what is shown meanwhile.
    At its end the test fails if a page logged an error, raised one, or asked another host than localhost.
    """
    contexts = []
    faults: list[str] = []

    def open_one(*, width: int = 1280, height: int = 900, waits: bool = True, **options: object) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)  # type: ignore[arg-type]
        contexts.append(context)
        settling.watch(context)
        page = context.new_page()
        if waits:
            settling.patient(page)
        page.on("console", lambda message: faults.extend(_console_faults(message)))
        page.on("pageerror", lambda error: faults.append(f"uncaught: {error}"))
        page.on("request", lambda request: faults.extend(_request_faults(request)))
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """Open one desktop page."""
    return open_page()


@pytest.fixture
def canvas(serve: Serve, open_page: OpenPage) -> OpenPage:
    """Open the page around the canvas: `canvas(query={"gold": "0,1,2,9,8"}, width=390)`."""

    def start(*, width: int = 1280, height: int = 900, query: dict[str, str] | None = None, **options: Any) -> Page:
        page = open_page(width=width, height=height, **options)
        page.goto(f"{serve(CANVAS)}/?{urlencode(query or {})}")
        page.locator(".dq-handle").first.wait_for()
        page.locator("#gold").wait_for()
        settling.settled(page)
        return page

    return start


def _console_faults(message: ConsoleMessage) -> list[str]:
    # A deep link makes Streamlit probe /compare/_stcore/... before /_stcore/...: a 404 by design.
    by_design = "/_stcore/" in message.location.get("url", "") and "404" in message.text
    return [f"console: {message.text}"] if message.type == "error" and not by_design else []


def _request_faults(request: Request) -> list[str]:
    parts = urlsplit(request.url)
    outside = parts.scheme in ("http", "https", "ws", "wss") and parts.hostname not in ("localhost", "127.0.0.1")
    return [f"outside request: {request.url}"] if outside else []
