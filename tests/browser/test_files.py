"""Files of a visitor: asked about and repaired on Data, kept on other pages and in history, lost never silently, shared
with nobody; and the same behind the proxy of several processes."""

import csv
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, WebSocketRoute, expect

from tests.browser import servers
from tests.browser.conftest import OpenPage, opened
from tests.browser.settling import (
    at_rest,
    choose,
    expect_narrow,
    listening,
    middle,
    open_on_canvas,
    open_share,
    settled,
    unfold_more,
    watch,
)
from tests.browser.test_every_page import AXE, EVERYWHERE, RULES, expect_no_violations
from tests.zips import zipped

pytestmark = pytest.mark.browser

EXCEL = b"\xef\xbb\xbfcase;low;mid;high\r\n4131238764523412;1;2;7\r\n007;4;4;2\r\n#tag;0;1;9\r\n"  # as Excel saves it
FAULTY = b"case\tlow\tmid\thigh\n#tag\t1e-1\t.2\t.7\n4131238764523412\t.2\t.3\t.49\n007\t.5\t.25\t.25\n"
SOUND = FAULTY.replace(b".49", b".5")
REPLIES = b"post,reply,annotator,label,note\n" + b"".join(
    b"p%d,%d,%s,%s,see http://example.org\n" % (post, reply, who, label)
    for post, reply, labels in ((1, 1, (b"severe", b"mild")), (1, 2, (b"none", b"mild")), (2, 1, (b"mild", b"none")))
    for who, label in zip((b"ann", b"bob"), labels, strict=True)
)
GOLD = "case,low,mid,high\nK1,1,2,7\nK2,4,4,2\n"
RUN = "case,low,mid,high\nK1,.2,.3,.5\nK2,.5,.25,.25\n"
DIRECT = build_opener(ProxyHandler({}))
PHONE = {"width": 390, "height": 844, "color_scheme": "dark"}


def drop(page: Page, *files: tuple[str, bytes | str]) -> None:
    held = [
        {"name": name, "mimeType": "text/plain", "buffer": data.encode() if isinstance(data, str) else data}
        for name, data in files
    ]
    page.locator("input[type=file]").last.set_input_files(held)  # type: ignore[arg-type]


def upload(page: Page, gold: str = GOLD, run: str = RUN) -> None:
    """Drop a gold file and a run on Data."""
    drop(page, ("gold.csv", gold), ("mine.csv", run))
    settled(page)
    expect(page.locator("table#preview")).to_be_visible()


def expect_verdict(page: Page, words: str) -> None:
    expect(page.locator("#verdict").first).to_have_text(words)


def remove(page: Page, name: str, press: str | None = None) -> None:
    """Remove a file."""
    listening(page, "files")
    button = page.get_by_role("button", name=f"Remove {name}")
    expect(button).to_have_count(1)
    button.click() if press is None else button.press(press)


def role(page: Page, column: str) -> Locator:
    return page.get_by_role("combobox", name=f"Role of {column}")


@pytest.fixture
def open_data(server: str, open_page: OpenPage) -> OpenPage:
    def start(**options: object) -> Page:
        page = open_page(**options)
        page.goto(f"{server}/data?task=own")
        page.get_by_test_id("stFileUploader").wait_for()
        return page

    return start


@pytest.mark.thorough
@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_dropped_files_are_detected_and_repaired_on_request_and_a_run_that_is_the_gold_is_none(open_data, options):
    page = open_data(**options)
    width = page.viewport_size["width"]
    drop(page, ("team.tsv", FAULTY), ("truth.csv", EXCEL))
    expect_verdict(page, "Not ready: 1 problem in 1 file.")
    expect(page.locator("#problems").first).to_contain_text("case 4131238764523412")
    expect(page.locator("#problems").first).to_contain_text("(0.2, 0.3, 0.49) sums to 0.99")
    expect_narrow(page, width)
    page.get_by_role("button", name="Divide rows by their sum").click()
    expect_verdict(page, "Ready: 3 gold distributions and 1 run; 1 repair or choice was applied.")
    expect_narrow(page, width)
    page = open_data(**options)
    drop(page, ("truth.csv", EXCEL), ("runs.zip", zipped({"truth.csv": EXCEL, "team.tsv": SOUND, "other.tsv": FAULTY})))
    expect_verdict(page, "Not ready: 1 question and 1 problem in 2 files.")
    choose(page.get_by_role("combobox", name="Which file is the gold?"), "truth.csv")
    expect_verdict(page, "Not ready: 1 problem in 1 file.")
    remove(page, "runs.zip/other.tsv")
    expect_verdict(page, "Ready: 3 gold distributions and 1 run; nothing had to be repaired.")


def test_pressing_on_in_one_place_removes_no_other_file_and_each_is_put_back(open_data):
    page = open_data()
    drop(page, ("truth.csv", EXCEL), ("a.tsv", SOUND), ("b.tsv", SOUND))
    expect_verdict(page, "Ready: 3 gold distributions and 2 runs; nothing had to be repaired.")
    remove(page, "b.tsv")
    undo = page.get_by_role("button", name="Undo: b.tsv was removed")
    expect(undo).to_be_focused()
    expect_verdict(page, "Ready: 3 gold distributions and 1 run; nothing had to be repaired.")
    box = at_rest(undo)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect_verdict(page, "Ready: 3 gold distributions and 2 runs; nothing had to be repaired.")
    remove(page, "truth.csv", press="Enter")
    expect(page.get_by_role("button", name="Undo: truth.csv was removed")).to_be_focused()
    page.keyboard.press("Enter")
    expect_verdict(page, "Ready: 3 gold distributions and 2 runs; nothing had to be repaired.")


@pytest.mark.thorough
def test_the_tool_bar_of_a_table_offers_no_csv_with_formulas_in_it(server, open_page):
    page = open_page()
    page.goto(f"{server}/compare")
    open_on_canvas(page, "Type the numbers")
    page.get_by_role("radio", name="Table").or_(page.get_by_role("button", name="Table", exact=True)).first.click()
    page.locator('[data-testid="stDataFrame"]').first.hover()
    buttons = page.locator('[data-testid="stElementToolbarButton"]')
    expect(buttons.filter(has=page.get_by_label("Search")).first).to_be_visible()
    csv_buttons = buttons.filter(has=page.get_by_label("Download as CSV"))
    assert csv_buttons.count() > 0, "the button has another name now: see pages/shared/ordquant.css"
    for number in range(csv_buttons.count()):
        expect(csv_buttons.nth(number)).to_be_hidden()


@pytest.mark.parametrize("options", [pytest.param({}, marks=pytest.mark.thorough), PHONE], ids=["desk", "phone"])
def test_a_table_that_is_not_plain_is_read_as_the_visitor_says_with_the_keyboard_alone(open_data, options):
    page = open_data(**options)
    width = page.viewport_size["width"]
    drop(page, ("replies.csv", REPLIES))
    expect_verdict(page, "What is in replies.csv?")
    expect(page.get_by_role("button", name="Use it")).to_be_disabled()
    radio = page.get_by_role("radio", name="A row per vote")
    expect(radio).to_be_checked()
    radio.press("ArrowRight")
    other = page.get_by_role("radio", name="A row per case and class")
    expect(other).to_be_checked()
    other.press("ArrowLeft")
    expect(radio).to_be_checked()
    columns = page.locator("[class*=st-key-reading_columns_]")
    before = at_rest(columns)
    for name in ("post", "reply"):
        role(page, name).press("ArrowDown")
        expect(page.get_by_role("option", name="case", exact=True)).to_be_visible()
        page.keyboard.press("Home")
        page.keyboard.press("Enter")
        settled(page)
        expect(role(page, name)).to_have_value("case")
    assert at_rest(columns)["height"] == before["height"]
    expect(page.locator("#would_become").first).to_contain_text("p1/2")
    page.evaluate(AXE)
    expect_no_violations(page, width, "dark", RULES, EVERYWHERE)
    expect_narrow(page, width)
    page.get_by_role("button", name="Use it").press("Enter")
    expect_verdict(page, "Ready: 3 gold distributions and no runs; nothing had to be repaired.")
    expect_narrow(page, width)
    page.get_by_role("button", name="Change reading").press("Enter")
    expect(page.get_by_role("heading", name="What is in replies.csv?")).to_be_visible()
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(page.get_by_role("heading", name="What is in replies.csv?")).to_have_count(0)


@pytest.mark.thorough
def test_the_order_that_is_confirmed_is_the_one_that_is_used(open_data):
    page = open_data()
    drop(
        page,
        ("gold.csv", "case,so,wild,calm,year\nv,5,3,2,2004\nw,2,6,2,2005\nx,1,2,7,2001\ny,4,4,2,2002\nz,0,1,9,2003\n"),
    )
    choose(role(page, "year"), "not used")
    page.get_by_role("button", name="Reverse the order").click()
    expect(page.locator(".oq-order").first).to_have_text("calm→wild→so")
    page.get_by_role("button", name="Use it").click()
    expect_verdict(page, "Ready: 5 gold distributions and no runs; nothing had to be repaired.")
    expect(page.locator("#order").first).to_have_text("calm→wild→so")


@pytest.mark.thorough
@pytest.mark.parametrize("width", [1280, 390])
def test_long_labels_and_ids_do_not_widen_the_page(server: str, open_page: OpenPage, width: int) -> None:
    page = open_page(width=width)
    page.goto(f"{server}/data")
    settled(page)
    long, id_ = "Label" * 60, "K" * 1000
    gold, run = (
        f"case,{long},mid,high\n{id_},1,2,7\nK2,4,4,2\n",
        f"case,{long},mid,high\n{id_},.2,.3,.5\nK2,.5,.25,.25\n",
    )
    upload(page, gold, run)
    for name in ("", "popularity-vs-uniform", "cases"):
        if name:
            opener = page.get_by_test_id("stExpandSidebarButton")
            if opener.is_visible():
                opener.click()
            page.get_by_test_id("stSidebarNav").locator(f"a[href$='{name}']").click()
            settled(page)
        wide = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
        assert wide <= width, f"{name or 'data'} is {wide} pixels wide"


# ---- history, links and tabs

SCALES = [
    {"id": case, "annotations": [{"quality": {"A": vote, "E": -vote}} for vote in votes]}
    for case, votes in {"K1": (2, 2, 1), "K2": (1, 0, 0), "K3": (-2, -1, 0), "K4": (0, 1, 1)}.items()
]
OF_SCALES = {"run-1": "0.1,0.1,0.2,0.3,0.3", "run-2": "0.3,0.3,0.2,0.1,0.1", "run-3": "0,0.1,0.8,0.1,0"}


@pytest.mark.slow
def test_what_was_chosen_goes_along_to_other_pages_and_is_there_again_on_the_way_back(open_data) -> None:
    page = open_data()
    head = "case,-2,-1,0,1,2\n"
    runs = [(f"{name}.csv", head + "".join(f"K{i},{row}\n" for i in range(1, 5))) for name, row in OF_SCALES.items()]
    drop(page, ("gold.json", json.dumps(SCALES)), *runs)
    settled(page)
    page.get_by_role("radio", name="E", exact=True).click()
    left = {"Data": left_as(page)}
    go(page, "Cases")
    choose(page.get_by_role("combobox", name="x-axis measure"), "JSD")
    choose(page.get_by_role("combobox", name="Run B"), "run-1")
    page.locator("#cases tr[data-choice]").nth(2).click()
    left["Cases"] = left_as(page)
    of_task = {name: left["Data"][name] for name in ("task", "scale")}
    assert of_task["scale"] == "E"
    assert left["Cases"].items() >= (of_task | {"x": "JSD", "b": "run-1"}).items()
    go(page, "Systems")
    assert left_as(page).items() >= (of_task | {"measure": "JSD", "b": "run-1"}).items()
    choose(page.get_by_role("combobox", name="Measure"), "NVD")
    choose(page.get_by_role("combobox", name="Run A"), "run-2")
    left["Systems"] = left_as(page)
    order = list(left)
    for title in reversed(order[:-1]):
        page.go_back()
        assert_is(page, title, left[title])
    for title in order[1:]:
        page.go_forward()
        assert_is(page, title, left[title])


def go(page: Page, title: str) -> None:
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=title, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def left_as(page: Page) -> dict[str, str]:
    """Return what the address says when the page has settled."""
    settled(page)
    said: dict[str, str] = page.evaluate("Object.fromEntries(new URLSearchParams(location.search))")
    return said


def assert_is(page: Page, title: str, query: dict[str, str]) -> None:
    """Expect the page with that title, whose address and controls are as they were left."""
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    assert left_as(page) == query
    for control, name in (("Run A", "a"), ("Run B", "b"), ("Measure", "measure"), ("x-axis measure", "x")):
        if name in query and page.get_by_role("combobox", name=control, exact=True).count():
            chosen = page.get_by_role("combobox", name=control, exact=True).locator("option:checked")
            expect(chosen).to_contain_text(query[name])


def test_a_page_begins_at_its_top_and_without_the_sidebar_over_it(open_page: OpenPage, server: str) -> None:
    page = open_page(width=390, height=844, has_touch=True)
    page.goto(f"{server}/cases")
    settled(page)
    main = page.get_by_test_id("stMain")
    assert main.evaluate("main => { main.scrollTop = 900; return main.scrollTop; }") == 900
    for title in ("Measures", "Papers"):  # a link of Streamlit's navigation, and one of ours below it
        page.get_by_test_id("stExpandSidebarButton").click()
        unfold_more(page)
        page.get_by_role("link", name=title, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        settled(page)
        expect(page.get_by_role("button", name="Collapse sidebar")).to_be_hidden()
        expect(page.get_by_test_id("stSidebarNavLink").first).to_be_hidden()
    assert main.evaluate("main => main.scrollTop") == 0


@pytest.mark.alone
def test_a_page_with_files_asks_before_it_is_left_its_links_keep_them_and_another_tab_has_none(
    server: str, page: Page
) -> None:
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.goto(f"{server}/data")
    settled(page)
    page.locator("h1").first.click()
    page.reload()
    settled(page)
    assert asked == []
    upload(page)
    open_share(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Link copied; your files open only in this tab")).to_be_visible()
    page.keyboard.press("Escape")
    unfold_more(page)
    page.get_by_role("link", name="Atlas").first.click()
    settled(page)
    page.locator("a[data-inside]").first.click()
    expect(page.locator(".dq-handle").first).to_be_visible()
    expect(page).to_have_url(re.compile("/compare?.*gold="))
    page.get_by_role("link", name="Data").first.click()
    expect(page.locator("table#preview")).to_contain_text("K1")
    settled(page)
    page.go_back()
    expect(page.locator(".dq-handle").first).to_be_visible()
    settled(page)
    page.go_forward()
    expect(page.locator("table#preview")).to_contain_text("K1")
    settled(page)
    second = page.context.new_page()  # a tab beside it is a session of its own, and says so
    second.goto(page.url)
    expect(second.get_by_text("only in the browser tab in which they were uploaded")).to_be_visible()
    page.locator("h1").first.click()
    page.reload()
    settled(page)
    assert asked == ["beforeunload"]


# ---- lost connections and other visitors


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


def drop_nuggets(page: Page, name: str) -> None:
    """Give a file to the first control of a page, which lists what it was given; wait until it is in use."""
    entries = b'[{"id": "x", "turns": [{"sender": "customer"}], "annotations": [{"nugget": ["CNUG"]}]}]'
    field = page.locator("input[type=file]").first
    field.set_input_files({"name": name, "mimeType": "application/json", "buffer": entries})
    expect(page.get_by_text(f"In use: {name}")).to_be_visible()
    settled(page)


def test_after_a_restart_files_are_said_to_be_gone_links_are_back_and_no_press_is_lost(
    own_server: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path, visit: BrowserContext
) -> None:
    address, processes = own_server
    page, drawn, nuggets = (visit.new_page() for _ in range(3))
    gone = with_files(page, address)
    nuggets.goto(f"{address}/nuggets?data=own")
    drop_nuggets(nuggets, "gold.json")
    drawn.goto(f"{address}/compare?classes=-2,-1,0,1,2&gold=0,1,2,9,8")
    drawn.get_by_role("slider", name="Gold, class -2").press("ArrowUp")
    expect(drawn).to_have_url(re.compile("gold=1,1,2,8,8"))
    settled(drawn)
    drawn.locator("#measures [data-choice='JSD'] button").focus()
    link, scores = drawn.url, drawn.locator("#measures").inner_text()
    processes[0].kill()
    processes[0].wait()
    main = drawn.get_by_test_id("stMain")
    expect(main).to_have_attribute("inert", "")  # until the connection is back nothing can be pressed
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", address.rpartition(":")[2]]
    with (tmp_path / "again.txt").open("wb") as log:
        processes.append(subprocess.Popen(command, cwd=servers.ROOT, stdout=log, stderr=subprocess.STDOUT))
    drawn.locator("[data-test-connection-state=CONNECTED]").wait_for(timeout=servers.PATIENCE * 1000)
    drawn.locator("#measures [data-choice='NVD']").click()  # as soon as it can be
    expect(drawn.locator(".oq-title")).to_contain_text("NVD is")
    expect(main).not_to_have_attribute("inert", "")
    expect(drawn).to_have_url(f"{link}&measure=NVD")
    assert drawn.locator("#measures").inner_text() == scores
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
    drop_nuggets(nuggets, "again.json")
    expect(nuggets.get_by_test_id("stFileChip")).to_have_text(re.compile(r"^again\.json"))


CASES = 1200  # a table of all scores above 1 MiB: the address of a smaller download was always one of all its bytes


def of_visitor(letter: str) -> tuple[str, str]:
    """Return a gold and a run; those of two visitors differ by a letter in the id of one case, far from either end."""
    ids = [f"C{number:04}{letter if number == CASES // 4 else 'X'}" for number in range(CASES)]
    gold = "".join(f"{case},{1 + number % 7},{number % 3},{number % 5}\n" for number, case in enumerate(ids))
    shares = [f".{some}1,.{some}1,{0.98 - 0.2 * some:.2f}" for some in range(5)]
    run = "".join(f"{case},{shares[number % 5]}\n" for number, case in enumerate(ids))
    return f"case,low,mid,high\n{gold}", f"case,low,mid,high\n{run}"


@pytest.mark.thorough
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
    addresses = [download_scores(page) for page in pages.values()]
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(fetched, addresses * 4))
    assert addresses[0] != addresses[1]
    (_, ours_of), (_, theirs) = found[:2]
    assert found == found[:2] * 4
    assert len(ours_of) > 2**20
    assert b"C0300A" in ours_of
    assert theirs == ours_of.replace(b"C0300A", b"C0300B")

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


def download_scores(page: Page) -> str:
    """Have all scores prepared; return their address."""
    open_share(page)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Every score (CSV)").click()
    return waiting.value.url


@pytest.mark.thorough
def test_a_download_stays_though_others_are_at_work_and_is_let_go_when_its_page_is_left(
    server: str, open_page: OpenPage
) -> None:
    page, other = open_page(), open_page()
    page.goto(f"{server}/cases")
    other.goto(f"{server}/compare")
    open_share(page)
    for label, start in {"Report (HTML)": b"<!doctype html>\n", "The means in Python": b"# Run this where "}.items():
        with page.expect_download() as handed_out:
            page.get_by_role("button", name=label).click()
        assert handed_out.value.path().read_bytes().startswith(start)
    page.keyboard.press("Escape")
    settled(page)
    address = download_scores(page)  # a page keeps the latest

    def work() -> None:
        for key in ("JSD", "NMD"):
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


def fetched(address: str) -> tuple[int, bytes]:
    """Return the status and the content at an address, asked for without cookies."""
    try:
        with DIRECT.open(address, timeout=60) as answer:
            return answer.status, answer.read()
    except HTTPError as problem:
        return problem.code, b""


@pytest.mark.thorough
@pytest.mark.alone
def test_behind_the_proxy_files_downloads_and_pictures_stay_with_their_process(browser: Browser) -> None:
    servers.proxy_required()
    several = servers.shared(servers.SEVERAL)
    faults: list[str] = []
    found = [opened(browser, faults) for _ in range(2)]
    for n, page in enumerate(found):
        page.context.add_cookies([{"name": "ordquant", "value": f"p{n + 1}", "url": several}])
        page.goto(f"{several}/data")
        settled(page)
        upload(page, GOLD.replace("K2", f"MINE{n}"), RUN.replace("K2", f"MINE{n}"))
    for n, page in enumerate(found):  # each still shows its own, and gets it back as a file
        expect(page.locator("table#preview")).to_contain_text(f"MINE{n}")
        expect(page.locator("table#preview")).not_to_contain_text(f"MINE{1 - n}")
        open_share(page)
        with page.expect_download() as waiting:
            page.get_by_role("button", name="Every score (CSV)").click()
        rows = csv.reader(io.StringIO(waiting.value.path().read_text(encoding="utf-8")))
        assert {cell for row in rows for cell in row} & {"MINE0", "MINE1"} == {f"MINE{n}"}
        page.goto(f"{several}/compare?classes=-2,-1,0,1,2&gold={('1,2,3,4,10', '7,4,3,3,3')[n]}")
        listening(page, "measures")
        page.get_by_role("slider").nth(2).press("ArrowUp")
        settled(page)
        shown = page.url, page.locator("#measures").inner_text()
        page.reload()
        listening(page, "measures")
        settled(page)
        assert (page.url, page.locator("#measures").inner_text()) == shown
        cookies = {cookie.get("name"): cookie.get("value") for cookie in page.context.cookies()}
        assert cookies["ordquant"] == f"p{n + 1}"
    for page in found:
        page.context.close()
    assert not faults, "\n".join(faults)
