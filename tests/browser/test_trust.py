"""What a visitor with files of their own may rely on: links keep them, and their loss is said."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Semaphore
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Locator, Page, WebSocketRoute, expect

from tests.browser import servers
from tests.browser.settling import middle, open_on_canvas, open_share, settled, unfold_more, watch
from tests.depth import matrix

pytestmark = pytest.mark.browser

GOLD = "case,low,mid,high\nK1,1,2,7\nK2,4,4,2\n"
RUN = "case,low,mid,high\nK1,.2,.3,.5\nK2,.5,.25,.25\n"
OpenPage = Callable[..., Page]
DIRECT = build_opener(ProxyHandler({}))


def upload(page: Page, gold: str = GOLD, run: str = RUN) -> None:
    """Drop a gold file and a run on Data."""
    files = [
        {"name": name, "mimeType": "text/csv", "buffer": text.encode()}
        for name, text in (("gold.csv", gold), ("mine.csv", run))
    ]
    page.locator("input[type=file]").last.set_input_files(files)  # type: ignore[arg-type]
    settled(page)
    expect(page.locator("table#preview")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.alone
def test_the_links_of_the_atlas_open_compare_in_the_same_session(server: str, page: Page) -> None:
    page.goto(f"{server}/data")
    settled(page)
    upload(page)
    unfold_more(page)
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
    page.go_back()
    expect(page.locator(".dq-handle").first).to_be_visible()
    settled(page)
    page.go_forward()
    settled(page)
    expect(page.locator("table#preview")).to_contain_text("K1")
    second = page.context.new_page()  # a tab beside it is a session of its own, and says so
    second.goto(page.url)
    expect(second.get_by_text("only in the browser tab in which they were uploaded")).to_be_visible()
    settled(page)
    expect(page.locator("table#preview")).to_contain_text("K1")


@pytest.fixture
def own_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Serve for one test, which may kill it; by another script if the test names one."""
    script = getattr(request, "param", "app.py")
    address, process = servers.start(servers.ROOT / script, tmp_path / "log.txt")
    processes = [process]
    yield address, processes
    for one in processes:
        one.kill()
        one.wait()


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Serve for tests that stop the server for a while."""
    with servers.running(servers.ROOT / "app.py", tmp_path_factory.mktemp("held") / "log.txt") as found:
        yield found


@pytest.fixture
def visit(browser: Browser) -> Iterator[BrowserContext]:
    """Open a browser whose connections may be lost."""
    context = browser.new_context(bypass_csp=True)  # to wait for what a page remembers
    watch(context)
    yield context
    context.close()


def with_files(page: Page, address: str) -> Locator:
    """Upload files, until the page knows of them; return where it would say that they are gone."""
    page.goto(f"{address}/data")
    settled(page)  # what is dropped while the page is drawn may be dropped on a control that goes
    upload(page)
    gone = page.get_by_text("Your files are no longer on the server")
    expect(gone).to_have_count(0)
    page.wait_for_function("JSON.parse(sessionStorage.getItem('ordquant-visit') ?? '{}').files")
    return gone


@pytest.mark.thorough
@pytest.mark.parametrize("own_server", ["tests/browser/forgetful_app.py"], indirect=True)
def test_a_page_says_that_its_files_are_gone_when_it_was_without_connection_for_too_long(
    own_server: tuple[str, list[subprocess.Popen[bytes]]], visit: BrowserContext
) -> None:
    connections: list[WebSocketRoute] = []

    def connect(route: WebSocketRoute) -> None:
        connections.append(route)
        route.connect_to_server()

    page = visit.new_page()
    page.route_web_socket(re.compile("/_stcore/stream"), connect)
    gone = with_files(page, own_server[0])
    connections[-1].close()
    expect(gone).to_be_visible()
    settled(page)
    upload(page)
    expect(gone).to_have_count(0)
    assert len(connections) == 2


def drop(page: Page, name: str) -> None:
    """Give a file to the first control of a page, which lists what it was given; wait until it is in use."""
    entries = b'[{"id": "x", "turns": [{"sender": "customer"}], "annotations": [{"nugget": ["CNUG"]}]}]'
    field = page.locator("input[type=file]").first
    field.set_input_files({"name": name, "mimeType": "application/json", "buffer": entries})
    expect(page.get_by_text(f"In use: {name}")).to_be_visible()
    settled(page)


def test_after_a_restart_pages_say_that_files_are_gone_and_what_is_in_a_link_is_back(
    own_server: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path, visit: BrowserContext
) -> None:
    address, processes = own_server
    page, drawn, nuggets = (visit.new_page() for _ in range(3))
    gone = with_files(page, address)
    nuggets.goto(f"{address}/nuggets?data=own")
    drop(nuggets, "gold.json")
    drawn.goto(f"{address}/compare?classes=-2,-1,0,1,2&gold=0,1,2,9,8")
    drawn.get_by_role("slider", name="Gold, class -2").press("ArrowUp")
    expect(drawn).to_have_url(re.compile("gold=1,1,2,8,8"))
    open_on_canvas(drawn, "Type the numbers")
    field = drawn.get_by_role("textbox", name=re.compile("^Gold"))
    field.fill("8,7,3,1,1")
    field.press("Enter")
    expect(drawn).to_have_url(re.compile("gold=8,7,3,1,1"))
    drawn.keyboard.press("Escape")  # as visitors do: what is open lies above the table
    expect(field).to_have_count(0)
    settled(drawn)
    expect(drawn.locator("#measures [data-measure=NMD]")).to_contain_text("tie")  # .250 on both sides
    link, table = drawn.url, drawn.locator("#measures").inner_text()
    processes[0].kill()
    processes[0].wait()
    again = servers.start(servers.ROOT / "app.py", tmp_path / "again.txt", port=int(address.rpartition(":")[2]))
    processes.append(again[1])
    expect(gone).to_be_visible(timeout=servers.PATIENCE * 1000)
    settled(page)
    upload(page)
    expect(gone).to_have_count(0)
    box, title = nuggets.get_by_text("Your files are no longer on the server"), nuggets.locator("h1")
    expect(box).to_be_visible()  # it asks for files
    lower_edge = middle(box)[1] + (box.bounding_box() or {"height": 0.0})["height"] / 2
    assert lower_edge < middle(title)[1]  # it covers nothing
    nuggets.get_by_role("button", name="Close").click()
    expect(box).to_be_hidden()
    expect(nuggets.get_by_test_id("stFileChip")).to_have_text(re.compile(r"^gold\.json"))  # of the session before
    drop(nuggets, "again.json")
    expect(nuggets.get_by_test_id("stFileChip")).to_have_text(re.compile(r"^again\.json"))
    expect(drawn.locator("[data-test-connection-state=CONNECTED]")).to_be_visible()
    settled(drawn)
    drawn.locator("#measures [data-choice='JSD']").click()  # and it goes on from there
    expect(drawn.locator(".oq-title")).to_contain_text("JSD is")
    expect(drawn).to_have_url(f"{link}&measure=JSD")
    assert drawn.locator("#measures").inner_text() == table


CELLS = """table => [...table.querySelectorAll("tr[data-family]")].map((row) => [
  row.dataset.measure, row.classList.contains("oq-dissent"),
  ...[...row.querySelectorAll("td")].map((cell) => [
    cell.textContent, cell.title,
    ...[...cell.querySelectorAll("*")].map((each) => [each.className, each.style.width, each.title, each.textContent]),
  ]),
])"""
HELD = [  # where it is opened, what is chosen first, what is moved by how many pixels
    (
        "compare?classes=-2,-1,0,1,2&gold=0,1,2,9,8&families=ordinal,nominal,priority,combined,other&unnormalised=1",
        "",
        "slider:Gold, class 1",
        (0, 60),
    ),
    (
        "compare?classes=-2,-1,0,1,2&gold=0,1,2,9,8&a=1,1,8,5,5&unnormalised=1",
        "Run A",
        "slider:Run A, class 0",
        (0, 80),
    ),
    (
        "compare?classes=-2,-1,0,1,2&gold=0,1,2,9,8&positions=1,2,3,4,6&unnormalised=1",
        "",
        "button:Rename class 0",
        (40, 0),
    ),
]


@pytest.mark.parametrize(("link", "series", "handle", "way"), matrix(HELD, HELD[0]))
def test_numbers_follow_the_hand_while_the_server_is_stopped_and_what_waits_for_it_is_dimmed(
    held: tuple[str, subprocess.Popen[bytes]],
    visit: BrowserContext,
    link: str,
    series: str,
    handle: str,
    way: tuple[int, int],
) -> None:
    address, process = held
    page = visit.new_page()
    page.goto(f"{address}/{link}")
    settled(page)
    if series:
        page.locator("[data-series=a]").click()
    table, main = page.locator("#measures"), page.get_by_test_id("stMain")
    role, _, name = handle.partition(":")
    x, y = middle(page.get_by_role("slider" if role == "slider" else "button", name=name, exact=True))
    before = table.evaluate(CELLS)
    process.send_signal(signal.SIGSTOP)
    try:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + way[0], y + way[1], steps=8)
        page.wait_for_function(
            f"before => JSON.stringify(({CELLS})(document.querySelector('#measures'))) !== before",
            arg=json.dumps(before, separators=(",", ":"), ensure_ascii=False),
        )
        expect(main).to_have_attribute("data-drawing", "held")
        page.mouse.up()
        expect(main).to_have_attribute("data-drawing", "sent")
        previewed = table.evaluate(CELLS)
        assert len(previewed) == len(before)
        assert all(now != then for now, then in zip(previewed, before, strict=True) if now[0] in ("NMD", "RNOD"))
        for waiting in (".st-key-finding", ".st-key-card"):
            assert float(page.locator(waiting).evaluate("node => getComputedStyle(node).opacity")) < 1
    finally:
        process.send_signal(signal.SIGCONT)
    settled(page)
    expect(main).not_to_have_attribute("data-drawing", re.compile(""))
    assert table.evaluate(CELLS) == previewed


@pytest.mark.parametrize("restarts", [1, pytest.param(3, marks=pytest.mark.thorough)])
def test_what_is_pressed_as_soon_as_the_connection_is_back_is_not_lost(
    own_server: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path, visit: BrowserContext, restarts: int
) -> None:
    address, processes = own_server
    page = visit.new_page()
    page.goto(f"{address}/compare?classes=-2,-1,0,1,2&gold=0,1,2,9,8")
    settled(page)
    button = page.locator("#measures [data-choice='JSD']")
    button.focus()
    main = page.get_by_test_id("stMain")
    for number in range(restarts):
        processes[-1].kill()
        processes[-1].wait()
        expect(main).to_have_attribute("inert", "")
        with (tmp_path / f"{number}.txt").open("wb") as log:
            command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", address.rpartition(":")[2]]
            processes.append(subprocess.Popen(command, cwd=servers.ROOT, stdout=log, stderr=subprocess.STDOUT))
        page.locator("[data-test-connection-state=CONNECTED]").wait_for(timeout=servers.PATIENCE * 1000)
        measure = ("JSD", "NVD", "RNOD")[number]
        page.locator(f"#measures [data-choice='{measure}']").click()
        expect(page.locator(".oq-title")).to_contain_text(f"{measure} is")
        expect(main).not_to_have_attribute("inert", "")


@pytest.mark.alone
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


@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.thorough), 390])
def test_long_labels_and_ids_do_not_widen_the_page(server: str, open_page: OpenPage, width: int) -> None:
    page = open_page(width=width)
    page.goto(f"{server}/data")
    settled(page)
    long, id_ = "Label" * 60, "K" * 1000
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


CASES = 1200  # a table of all scores above 1 MiB: the address of a smaller download was always one of all its bytes


def of_visitor(letter: str) -> tuple[str, str]:
    """Return a gold and a run; those of two visitors differ by a letter in the id of one case, far from either end."""
    ids = [f"C{number:04}{letter if number == CASES // 4 else 'X'}" for number in range(CASES)]
    gold = "".join(f"{case},{1 + number % 7},{number % 3},{number % 5}\n" for number, case in enumerate(ids))
    shares = [f".{some}1,.{some}1,{0.98 - 0.2 * some:.2f}" for some in range(5)]
    run = "".join(f"{case},{shares[number % 5]}\n" for number, case in enumerate(ids))
    return f"case,low,mid,high\n{gold}", f"case,low,mid,high\n{run}"


@pytest.mark.alone
def test_two_browsers_with_files_of_the_same_names_share_nothing(server: str, open_page: OpenPage) -> None:
    pages = {letter: open_page() for letter in "AB"}
    puts: dict[str, list[str]] = {letter: [] for letter in pages}
    for letter, page in pages.items():
        page.on("request", lambda one, kept=puts[letter]: kept.append(one.url) if one.method == "PUT" else None)  # type: ignore[misc]
        page.goto(f"{server}/data?task=own")
        settled(page)
        upload(page, *of_visitor(letter))
    first, second = pages.values()

    # Choices: one turns the order of the classes round, and back.
    for press, ours in (("Reverse the order", "high→mid→low"), ("Back to the order of the file", "low→mid→high")):
        first.locator(".st-key-change_order button").click()
        first.get_by_role("button", name=press).click()
        settled(first)
        for page, order in ((first, ours), (second, "low→mid→high")):
            page.locator("h1").first.click()
            expect(page.locator("#order")).to_have_text(order)

    # Downloads that differ by a letter, both prepared before either is fetched, and fetched at the same moment.
    addresses = []
    for page in pages.values():
        open_share(page)
        with page.expect_download() as waiting:
            page.get_by_role("button", name="Every score (CSV)").click()
        addresses.append(waiting.value.url)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(fetched, addresses * 4))
    assert addresses[0] != addresses[1]
    (_, ours), (_, theirs) = found[:2]
    assert found == found[:2] * 4
    assert len(ours) > 2**20
    assert b"C0300A" in ours
    assert theirs == ours.replace(b"C0300A", b"C0300B")

    # Thirty visitors on slow lines get all of it, while pages are drawn again.
    begun = Semaphore(0)
    with ThreadPoolExecutor(30) as threads:
        slow = threads.map(partial(fetched_slowly, begun=begun), addresses * 15)
        for _ in range(30):  # a browser asks at once for what it has just prepared
            assert begun.acquire(timeout=servers.PATIENCE)
        for page in pages.values():
            open_share(page)
            settled(page)
        assert list(slow) == [ours, theirs] * 15

    # Addresses: none of an upload gives a file, none of a download can be had from another one.
    media, name = f"{server}/media", addresses[0].rpartition("/")[2]
    guesses = (f"{media}/{'0' if name[0] != '0' else '1'}{name[1:]}", f"{media}/{name[:20]}", f"{media}/..%2f{name}")
    for address in (*puts["A"], *guesses, f"{media}/", f"{server}/_stcore/upload_file/"):
        assert b"C03" not in fetched(address)[1], address  # any page there is the one of the application
    sessions = {letter: urls[0].split("/")[-2] for letter, urls in puts.items()}
    assert sessions["A"] != sessions["B"]

    # The link to the page of one asks the other for the files.
    second.goto(first.url)
    settled(second)
    expect(second.get_by_text("The link names a task made from uploaded files")).to_be_visible()
    expect(second.locator("table#preview")).to_have_count(0)


def test_a_download_stays_though_others_are_at_work_and_is_let_go_when_its_page_is_left(
    server: str, open_page: OpenPage
) -> None:
    page, other = open_page(), open_page()
    page.goto(f"{server}/cases")
    other.goto(f"{server}/compare")
    for each in (page, other):
        settled(each)
    open_share(page)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Every score (CSV)").click()
    address = waiting.value.url

    def work() -> None:
        for key in ("JSD", "NVD", "RNOD", "NMD"):
            other.locator(f"#measures [data-choice='{key}']").click()
            expect(other.locator(".oq-title")).to_contain_text(f"{key} is")

    work()
    settled(page)
    status, content = fetched(address)
    assert (status, content.partition(b",")[0]) == (200, b"run")
    unfold_more(page)
    page.get_by_role("link", name="Atlas").first.click()
    settled(page)
    work()
    assert fetched(address) == (404, b"")


def fetched_slowly(address: str, begun: Semaphore) -> bytes:
    """Return what a line of about a megabyte a second brings; say when it has begun."""
    found = b""
    with DIRECT.open(address, timeout=60) as answer:
        begun.release()
        while piece := answer.read(2**16):
            found += piece
            time.sleep(0.05)
    return found


def fetched(address: str) -> tuple[int, bytes]:
    """Return the status and the content at an address, asked for without cookies."""
    try:
        with DIRECT.open(address, timeout=60) as answer:
            return answer.status, answer.read()
    except HTTPError as problem:
        return problem.code, b""
