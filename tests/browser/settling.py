"""Waiting for the app: a page that is still at work is left alone until it has settled.

Streamlit answers a click by running the script again; meanwhile it redraws its parts, closes lists that are open and
exchanges what a test is about to read. `settling.js` shows on `<html data-busy>` whether that goes on. On a `patient`
page every click and every `expect` waits for the end of it by itself; before a value is read just once, the test has to
say `settled(page)`. Nothing here waits for a fixed time.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, FloatRect, Locator, Page
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

FIELDS = {
    "RERUN": BackMsg.RERUN_SCRIPT_FIELD_NUMBER,
    "NEW_SESSION": ForwardMsg.NEW_SESSION_FIELD_NUMBER,
    "SCRIPT_FINISHED": ForwardMsg.SCRIPT_FINISHED_FIELD_NUMBER,
    "EARLY": ForwardMsg.FINISHED_EARLY_FOR_RERUN,  # it makes room for the run that was asked for
}
WATCH = Path(__file__).with_name("settling.js").read_text(encoding="utf-8").replace("FIELDS", json.dumps(FIELDS))
BUSY = "html[data-busy]"
PATIENCE = 120_000  # milliseconds: a page takes less than one second, but the machine may be busy
ONCE_MORE = 2_000  # milliseconds until what had no effect, though the page has settled, is done again
A_CLICK = 50_000  # bytes: a click sends what it changes, not the page again
REST = """node => new Promise((done) => {
  let before = "", alike = 0;
  const look = () => {
    const { x, y, width, height } = node.getBoundingClientRect();
    const now = `${x} ${y} ${width} ${height}`;
    alike = now === before ? alike + 1 : 0;
    before = now;
    if (alike < 5) requestAnimationFrame(look); else done();
  };
  look();
})"""


def watch(context: BrowserContext) -> None:
    """Let the pages of a context say whether they are at work."""
    context.set_default_timeout(PATIENCE)
    context.add_init_script(WATCH)


def patient(page: Page) -> None:
    """Let every action and every expectation on a page wait until it has settled."""
    app = page.locator(f"{BUSY} [data-testid=stApp]")  # <html> itself has no height, and so counts as hidden
    page.add_locator_handler(app, lambda: None)


def settled(page: Page) -> None:
    """Wait until no run is asked for or under way, no file is on its way, and all is drawn."""
    page.locator(BUSY).wait_for(state="detached", timeout=PATIENCE)


@contextmanager
def cheap(page: Page) -> Iterator[None]:
    """Expect that what is done meanwhile is answered, and with few bytes."""
    settled(page)
    page.evaluate("wire.received = 0")
    yield
    settled(page)
    assert 0 < page.evaluate("wire.received") <= A_CLICK


def open_share(page: Page) -> None:
    """Open the menu Share of a page: its link, the stage, its files."""
    page.get_by_test_id("stPopover").get_by_text("Share", exact=True).click()


def finding(page: Page) -> str:
    """Return the finding of a page as it is read."""
    settled(page)
    return words_of(page.locator("#verdict"))


def words_of(part: Locator) -> str:
    """Return the words of a finding, without the lists that lie over its names."""
    return str(
        part.evaluate(
            "node => { const read = node.cloneNode(true);"
            " read.querySelectorAll('select').forEach((list) => list.remove()); return read.textContent; }"
        )
    )


def open_on_canvas(page: Page, name: str) -> None:
    """Open a menu of Compare that an entry of the menu of its canvas opens."""
    settled(page)
    page.get_by_role("button", name="More tools").click()
    page.locator(".dq-menu [data-opens]", has_text=name).click()


def unfold_more(page: Page) -> None:
    """Show the pages under “More”."""
    settled(page)
    if not page.get_by_role("link", name="Atlas").first.is_visible():
        page.get_by_test_id("stSidebar").get_by_text("More", exact=True).click()


def until(page: Page, action: Callable[[], object], effect: Callable[[int], object]) -> None:
    """Do something until it has its effect: `effect(timeout)` raises as long as there is none."""
    for timeout in (*[ONCE_MORE] * 10, PATIENCE):
        settled(page)
        action()
        settled(page)
        try:
            effect(timeout)
        except AssertionError:
            if timeout == PATIENCE:
                raise
        else:
            return


def listening(page: Page, *tables: str) -> None:
    """Wait until clicks on the rows of tables are heard: what listens is mounted after the table."""
    for table in tables:
        page.locator(f'[data-listening="{table}"]').wait_for(state="attached")


def at_rest(part: Locator) -> FloatRect:
    """Bring a part of the page into view, wait until it moves no more, and return where it is."""
    settled(part.page)
    part.scroll_into_view_if_needed()
    part.evaluate(REST)
    box = part.bounding_box()
    assert box
    return box


def middle(part: Locator) -> tuple[float, float]:
    """Return the middle of a part that is at rest."""
    box = at_rest(part)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def expect_narrow(page: Page, width: int = 390) -> None:
    """Expect that nothing is wider than the screen."""
    settled(page)
    for part in ("document.documentElement", "document.querySelector('[data-testid=stMain]')"):
        page.wait_for_function(f"width => !{part} || {part}.scrollWidth <= width", arg=width)
