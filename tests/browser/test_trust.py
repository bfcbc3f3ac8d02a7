"""What a visitor with files of their own may rely on: links keep them, and their loss is said."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.browser import servers
from tests.browser.settling import settled

pytestmark = pytest.mark.browser

GOLD = "case,low,mid,high\nK1,1,2,7\nK2,4,4,2\n"
RUN = "case,low,mid,high\nK1,.2,.3,.5\nK2,.5,.25,.25\n"
OpenPage = Callable[..., Page]


def upload(page: Page, gold: str = GOLD, run: str = RUN) -> None:
    """Drop a gold file and a run on Data."""
    files = [
        {"name": name, "mimeType": "text/csv", "buffer": text.encode()}
        for name, text in (("gold.csv", gold), ("mine.csv", run))
    ]
    page.locator("input[type=file]").last.set_input_files(files)  # type: ignore[arg-type]
    settled(page)
    expect(page.locator("table#preview")).to_be_visible()


def test_the_links_of_the_atlas_open_compare_in_the_same_session(server: str, page: Page) -> None:
    page.goto(f"{server}/data")
    settled(page)
    upload(page)
    page.get_by_role("link", name="Atlas").first.click()
    settled(page)
    link = page.locator("a[data-inside]").first
    expected = link.get_attribute("href")
    link.click()
    expect(page.locator(".dq-handle").first).to_be_visible()
    settled(page)
    assert expected is not None
    assert "/compare?" in page.url
    assert f"gold={expected.partition('gold=')[2].partition('&')[0]}".replace("%2C", ",") in page.url
    page.get_by_role("link", name="Data").first.click()
    settled(page)
    expect(page.locator("table#preview")).to_contain_text("K1")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Serve for one test, which may kill it."""
    address, process = servers.start(servers.ROOT / "app.py", tmp_path / "log.txt")
    processes = [process]
    yield address, processes
    for one in processes:
        one.kill()
        one.wait()


def test_a_page_says_that_its_files_are_gone_when_the_server_was_started_again(
    own_server: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path, browser: object
) -> None:
    address, processes = own_server
    context = browser.new_context()  # type: ignore[attr-defined]
    try:
        page = context.new_page()
        page.goto(f"{address}/data")
        expect(page.locator("input[type=file]").last).to_be_attached()
        upload(page)
        gone = page.get_by_text("Your files are no longer on the server")
        expect(gone).to_have_count(0)
        page.wait_for_function("JSON.parse(sessionStorage.getItem('ordquant-visit')).files")  # the page knows of them
        processes[0].kill()
        processes[0].wait()
        port = address.rpartition(":")[2]
        with (tmp_path / "again.txt").open("wb") as log:
            command = [sys.executable, "-m", "pages.shared", "--server.port", port]
            processes.append(subprocess.Popen(command, cwd=servers.ROOT, stdout=log, stderr=subprocess.STDOUT))
        expect(gone).to_be_visible(timeout=servers.PATIENCE * 1000)
        upload(page)
        expect(gone).to_have_count(0)
    finally:
        context.close()


def test_a_page_with_files_asks_before_it_is_left(server: str, page: Page) -> None:
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", answer)
    page.goto(f"{server}/data")
    settled(page)
    page.locator("h1").first.click()
    page.reload()
    settled(page)
    assert asked == []
    upload(page)
    page.locator("h1").first.click()
    page.reload()
    settled(page)
    assert asked == ["beforeunload"]


@pytest.mark.parametrize("width", [1280, 390])
def test_long_labels_and_ids_do_not_widen_the_page(server: str, open_page: OpenPage, width: int) -> None:
    page = open_page(width=width)
    page.goto(f"{server}/data")
    settled(page)
    long, id_ = "Label" * 60, "K" * 3000
    upload(
        page, f"case,{long},mid,high\n{id_},1,2,7\nK2,4,4,2\n", f"case,{long},mid,high\n{id_},.2,.3,.5\nK2,.5,.25,.25\n"
    )
    for name in ("", "popularity-vs-uniform", "cases"):
        if name:
            opener = page.get_by_test_id("stExpandSidebarButton")
            if opener.is_visible():
                opener.click()
            page.get_by_test_id("stSidebarNav").locator(f"a[href$='{name}']").click()
            settled(page)
        wide = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
        assert wide <= width, f"{name or 'data'} is {wide} pixels wide"
