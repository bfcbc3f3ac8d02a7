"""A real server and a real Chromium. Without a Chromium these tests are skipped, or fail if REQUIRE_BROWSER=1."""

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from ordquant_core.teaching.one_file import lessons_file
from tests.browser import servers, settling

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Whoever asks another host logs an error: it is not found.
HOSTS = f"MAP {servers.NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"
FLAGS = ["--disable-gpu", "--disable-quic", f"--host-resolver-rules={HOSTS}"]
expect.set_options(timeout=settling.PATIENCE)

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
DESK = {"width": 1280, "height": 1500}  # a lesson as a whole: a mouse reaches all of it
OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def server() -> str:
    """Return the address of the whole application."""
    return servers.shared(servers.ROOT / "app.py")


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
        started = playwright.chromium.launch(executable_path=program, args=FLAGS)
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

    def open_one(*, width: int = 1280, height: int = 900, waits: bool = True, **options: Any) -> Page:
        size, allowed = {"width": width, "height": height}, ["clipboard-read", "clipboard-write"]
        contexts.append(context := browser.new_context(permissions=allowed, viewport=size, **options))
        settling.watch(context)
        page = context.new_page()
        if waits:
            settling.patient(page)
        page.on("console", lambda message: faults.extend(_console_faults(message)))
        page.on("pageerror", lambda error: faults.append(f"uncaught: {error}"))
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def open_at(server: str, open_page: OpenPage) -> OpenPage:
    """Open a page at an address: `open_at("atlas?n=5", drawn=".main-svg", width=390)`, and wait until it is drawn."""

    def start(address: str, drawn: str = "[data-testid=stMain]", **options: Any) -> Page:
        page = open_page(**options)
        page.goto(f"{server}/{address}")
        page.locator(drawn).first.wait_for()
        settling.settled(page)
        return page

    return start


@pytest.fixture(scope="session")
def lessons_address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("lessons") / "lessons.html"
    path.write_text(lessons_file(), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def open_file(open_page: OpenPage, lessons_address: str) -> OpenPage:
    """Open the file at a lesson, with the network off: who asks it for anything logs an error."""

    def start(of: str = "", **options: object) -> Page:
        page = open_page(offline=True, **(DESK | options))
        page.goto(f"{lessons_address}#{of if 'show=' in of else f'show=lessons&lesson={of}'}")
        return page

    return start


@pytest.fixture
def canvas(open_file: OpenPage) -> OpenPage:
    """Open the canvas of the file with a picture; what it says not is that of the beginning."""

    def start(picture: Mapping[str, Any], **options: Any) -> Page:
        query = urlencode({"show": "compare", "picture": json.dumps(picture)})
        page = open_file(query, **({"width": 1280, "height": 900} | options))
        page.locator(".dq-handle").first.wait_for()
        return page

    return start


def _console_faults(message: ConsoleMessage) -> list[str]:
    # A deep link makes Streamlit probe /compare/_stcore/... before /_stcore/...: a 404 by design.
    by_design = "/_stcore/" in message.location.get("url", "") and "404" in message.text
    return [f"console: {message.text}"] if message.type == "error" and not by_design else []
