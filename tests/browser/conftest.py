"""A real server and a real Chromium. Without a Chromium these tests are skipped, or fail if REQUIRE_BROWSER=1."""

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from ordquant_core.teaching.one_file import lessons_file
from tests.browser import servers, settling
from tests.browser.pool import Kind, Lent, Pool

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    f"--host-resolver-rules=MAP {servers.NAME} 127.0.0.1",
)
MEDIA = ("color_scheme", "reduced_motion")  # what can change on a page that is open
KINDS = {"has_touch", "is_mobile", "device_scale_factor"}
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
        started = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def pool(browser: Browser) -> Pool:
    """Keep loaded pages for the next test."""

    def new(kind: Kind) -> tuple[Page, list[str]]:
        faults: list[str] = []
        return opened(browser, faults, **kind), faults

    return Pool(new, lambda: servers.address_of(servers.ROOT / "app.py"))


@pytest.fixture
def open_page(request: pytest.FixtureRequest, browser: Browser, pool: Pool) -> Iterator[OpenPage]:
    """Open pages in contexts of their own: `open_page(width=390, height=844, has_touch=True, color_scheme="dark")`.

    Pages are shared with other tests (`pool.py`), but for tests marked `alone`: they are about loading, or leave
    something in the page that only a new one is without.
    Clicks and expectations wait until the app has settled; with `waits=False` they do not, for what is shown meanwhile.
    At its end the test fails if a page logged an error, raised one, or asked another host than localhost.
    """
    contexts = []
    lent: list[Lent] = []
    faults: list[str] = []

    alone = request.node.get_closest_marker("alone") is not None

    def open_one(*, width: int = 1280, height: int = 900, waits: bool = True, **options: Any) -> Page:
        media = {name: options.pop(name) for name in MEDIA if name in options and not alone}
        if alone or not waits or options.keys() - KINDS:
            size = {"width": width, "height": height}
            page = opened(browser, faults, waits=waits, viewport=size, **options, **media)
            contexts.append(page.context)
            return page
        lent.append(pool.take(options))
        lent[-1].look(width, height, media)
        return lent[-1].page

    yield open_one
    for context in contexts:
        context.close()
    for one in lent:
        pool.give_back(one)
        faults.extend(one.faults)
    assert not faults, "\n".join(faults)


@pytest.fixture
def open_at(server: str, open_page: OpenPage) -> OpenPage:
    """Open a page at an address: `open_at("atlas?n=5", drawn="#verdict", width=390)`, and wait until it is drawn."""

    def start(address: str, drawn: str = "#verdict", **options: Any) -> Page:
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
def open_file(open_page: OpenPage, lessons_address: str) -> Iterator[OpenPage]:
    """Open the file at a lesson, with the network off: any request to it fails the test."""

    def start(of: str = "", **options: object) -> Page:
        page = open_page(offline=True, **(DESK | options))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{lessons_address}#{of if 'show=' in of else f'show=lessons&lesson={of}'}")
        return page

    asked: list[str] = []
    yield start
    assert {url.partition(":")[0] for url in asked} <= {"file", "data", "blob"}


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """Open one desktop page."""
    return open_page()


@pytest.fixture
def canvas(open_file: OpenPage) -> OpenPage:
    """Open the canvas of the file with a picture; what it says not is that of the beginning."""

    def start(picture: Mapping[str, Any] | None = None, **options: Any) -> Page:
        said = {"picture": json.dumps(picture)} if picture else {}
        page = open_file(urlencode({"show": "compare", **said}), **({"width": 1280, "height": 900} | options))
        page.locator(".dq-handle").first.wait_for()
        return page

    return start


def opened(browser: Browser, faults: list[str], *, waits: bool = True, **options: object) -> Page:
    """Open a page in a context of its own; what goes wrong on it is added to `faults`."""
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"], **options)  # type: ignore[arg-type]
    settling.watch(context)
    page = context.new_page()
    if waits:
        settling.patient(page)
    page.on("console", lambda message: faults.extend(_console_faults(message)))
    page.on("pageerror", lambda error: faults.append(f"uncaught: {error}"))
    page.on("request", lambda request: faults.extend(_request_faults(request)))
    return page


def _console_faults(message: ConsoleMessage) -> list[str]:
    # A deep link makes Streamlit probe /compare/_stcore/... before /_stcore/...: a 404 by design.
    by_design = "/_stcore/" in message.location.get("url", "") and "404" in message.text
    return [f"console: {message.text}"] if message.type == "error" and not by_design else []


def _request_faults(request: Request) -> list[str]:
    parts = urlsplit(request.url)
    outside = parts.scheme in ("http", "https", "ws", "wss") and parts.hostname not in (
        "localhost",
        "127.0.0.1",
        servers.NAME,
    )
    return [f"outside request: {request.url}"] if outside else []
