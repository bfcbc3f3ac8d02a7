"""Through the proxy, with two processes: uploads, downloads and pictures reach the process that holds the session."""

import csv
import io
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from pages.server.headers import EMBED_FROM
from tests.browser import servers
from tests.browser.conftest import opened
from tests.browser.settling import listening, middle, open_share, settled

pytestmark = [pytest.mark.browser, pytest.mark.alone]

GOLD = "case,low,mid,high\nK1,1,2,7\nK2,4,4,2\n"
RUN = "case,low,mid,high\nK1,.2,.3,.5\nK2,.5,.25,.25\n"


@pytest.fixture(scope="module")
def several() -> str:
    """Return the address of two processes behind a proxy."""
    servers.proxy_required()
    return servers.shared(servers.SEVERAL)


def process_of(page: Page) -> str:
    """Return which process a browser is bound to."""
    found: dict[str, str] = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}  # type: ignore[misc]
    return found["ordquant"]


@pytest.fixture(scope="module")
def bound(several: str, browser: Browser) -> Iterator[tuple[list[Page], list[str]]]:
    """Open a page in two browsers, one bound to each process; return what goes wrong on them, too."""
    faults: list[str] = []
    found = [opened(browser, faults) for _ in range(2)]
    for number, page in enumerate(found, start=1):
        page.context.add_cookies([{"name": "ordquant", "value": f"p{number}", "url": several}])
    yield found, faults
    for page in found:
        page.context.close()


@pytest.fixture
def pages(several: str, bound: tuple[list[Page], list[str]]) -> Iterator[list[Page]]:
    """Load Data in both browsers."""
    found, faults = bound
    for number, page in enumerate(found, start=1):
        page.goto(f"{several}/data")
        settled(page)
        assert process_of(page) == f"p{number}"
    yield found
    assert not faults, "\n".join(faults)


def upload(page: Page, name: str) -> None:
    """Drop a gold file and a run on Data."""
    files = [
        {"name": "gold.csv", "mimeType": "text/csv", "buffer": GOLD.replace("K2", name).encode()},
        {"name": "mine.csv", "mimeType": "text/csv", "buffer": RUN.replace("K2", name).encode()},
    ]
    page.locator("input[type=file]").last.set_input_files(files)  # type: ignore[arg-type]
    expect(page.locator("table#preview")).to_contain_text(name)


def test_uploads_and_downloads_in_both_processes(pages: list[Page]) -> None:
    for n, page in enumerate(pages):
        upload(page, f"MINE{n}")
    for n, page in enumerate(pages):  # each still shows its own, and gets it back as a file
        expect(page.locator("table#preview")).to_contain_text(f"MINE{n}")
        expect(page.locator("table#preview")).not_to_contain_text(f"MINE{1 - n}")
        open_share(page)
        with page.expect_download() as waiting:
            page.get_by_role("button", name="Every score (CSV)").click()
        rows = list(csv.reader(io.StringIO(waiting.value.path().read_text(encoding="utf-8"))))
        assert f"MINE{n}" in {cell for row in rows for cell in row}
        assert f"MINE{1 - n}" not in {cell for row in rows for cell in row}


@pytest.mark.thorough
def test_each_browser_keeps_its_picture_and_its_process_over_a_reload(several: str, pages: list[Page]) -> None:
    shown = []
    for page, votes in zip(pages, ("1,2,3,4,10", "7,4,3,3,3"), strict=True):
        before = process_of(page)
        page.goto(f"{several}/compare?classes=-2,-1,0,1,2&gold={votes}")
        listening(page, "measures")
        x, y = middle(page.locator(".dq-handle").nth(2))
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 40, steps=3)
        page.mouse.up()
        settled(page)
        shown.append((before, urlsplit(page.url).query, page.locator("#measures").inner_text()))
    for page, (process, query, table) in zip(pages, shown, strict=True):
        page.reload()
        listening(page, "measures")
        assert (process_of(page), urlsplit(page.url).query, page.locator("#measures").inner_text()) == (
            process,
            query,
            table,
        )
    assert shown[0][2] != shown[1][2]


@pytest.fixture
def course() -> Iterator[tuple[str, list[str]]]:
    """Serve a page of another origin, which frames the address in the list."""
    framed: list[str] = []

    class Course(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f"<iframe src='{framed[0]}/start' width=1200 height=800></iframe>".encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Course) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{other.server_port}", framed
        other.shutdown()
        thread.join()


@pytest.mark.thorough
@pytest.mark.parametrize("named", [False, True])
def test_a_page_of_another_origin_frames_the_dashboard_only_where_it_is_named(
    course: tuple[str, list[str]], named: bool, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers.proxy_required()
    origin, framed = course
    monkeypatch.setenv(EMBED_FROM, origin if named else "https://course.example.org")
    address, process = servers.start(servers.SEVERAL, tmp_path / "log.txt")
    context = browser.new_context()
    try:
        framed.append(address)
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.goto(origin)
        heading = page.frame_locator("iframe").locator("h1").first
        if named:
            expect(heading).to_be_visible()
        else:
            expect(heading).to_have_count(0)
        assert any("frame-ancestors" in text for text in said) is not named
    finally:
        context.close()
        servers.stop(process.pid)
        process.wait()
