"""A server that runs, as every user of Streamlit starts it, from any folder, and as `make serve` does.

It has little room, its disk is full, its home belongs to somebody else, it is open to the network, and whatever it asks
of other hosts is noted. Strangers take any number of units: what all of them get is bounded, and others go on. `make
soak` does the same at full size, with its memory (tests/load/strangers.py).
"""

import asyncio
import os
import random
import resource
import sys
import time
from types import SimpleNamespace

import pytest

from pages.server import hosts, patches
from pages.shared import room
from tests.browser import servers
from tests.depth import matrix
from tests.load import strangers
from tests.load.aside import completed
from tests.load.plain_http import Client
from tests.load.processes import family, serving
from tests.load.strangers import MEBIBYTE, Strangers, opened, send
from tests.load.visitor import Visitor

pytestmark = pytest.mark.slow

FILES, VISITORS, TRICKLING = 8, 6, 20  # MiB, pages of an address, uploads that go no further
LITTLE = 64 * 1024  # bytes: what the server may still write to a file
NAME = "quant.example.org"
ASKED = ["/", "/compare", "/_stcore/host-config", "/_stcore/stream", "/media/nothing.csv", "/static/nothing.js"]
OUTWARD = """
import os, sys

def note(event, given):
    if event in ("begun", "socket.getaddrinfo", "socket.connect"):
        host = given[1] if event == "socket.connect" else given[0]
        host = host[0] if isinstance(host, tuple) else host
        if host not in (None, "", "localhost", "127.0.0.1", "::1", "0.0.0.0", "::"):
            with open(os.environ["ASKED"], "a") as log:
                log.write(f"{host}\\n")

sys.addaudithook(note)
note("begun", ["begun"])
"""


@pytest.fixture(scope="module", params=matrix([1, 2], 1), ids=["streamlit run", "make serve"])
def served(request, tmp_path_factory):
    """Serve with little room; what the proxy adds is asked of another one, in tests/test_serving.py."""
    if request.param > 1:
        servers.proxy_required()
    folder = tmp_path_factory.mktemp("server")
    log, asked, temporary = folder / "log", folder / "asked", folder / "tmp"
    temporary.mkdir()
    (folder / "sitecustomize.py").write_text(OUTWARD)
    environment = {"PYTHONPATH": str(folder), "ASKED": str(asked), "HOME": "/proc", hosts.HOSTS: NAME}
    environment |= {"TMPDIR": str(temporary), room.FILES: str(FILES), room.VISITORS: str(VISITORS * 3 // 2)}
    alone = (["--server.address", "0.0.0.0"], {"folder": folder})  # not that of the project
    options, where = alone if request.param == 1 else ([], {})
    with serving(request.param, log, *options, environment=os.environ | environment, **where) as (address, pid):
        if sys.platform.startswith("linux"):
            for one in family(pid):
                resource.prlimit(one, resource.RLIMIT_FSIZE, (LITTLE, LITTLE))
        yield SimpleNamespace(address=address, log=log, port=address.rpartition(":")[2])
    assert [*temporary.iterdir()] == [], "something is left on the disk"
    assert {*asked.read_text().split()} == {"begun"}, "another host was asked"


async def until(holds):
    """Wait until it holds."""
    end = time.monotonic() + servers.PATIENCE
    while not await holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.3)


# Whom it answers


def answer(served, host, path, **lines):
    """Ask under a name; return the status and the text."""
    headers = {name.replace("_", "-"): value for name, value in ({"Host": host} | lines).items()}
    found = completed(Client(served.address).ask("GET", path, headers=headers))
    return found.status, found.body.decode("utf-8", "replace")


def test_it_answers_under_its_own_names_and_its_own_pages_alone_and_nobody_for_what_it_counts(served):
    own = f"localhost:{served.port}"
    for path in ASKED:
        more = strangers.UPGRADE if path.endswith("stream") else {}
        for host in ("evil.example", "user@localhost", ""):
            status, text = answer(served, host, path, **more)
            assert (status, "<html" in text) == (403, False)
        assert answer(served, own, path, Origin="http://evil.example", **more)[0] == 403
    for host in ("localhost", "LOCALHOST.", "127.0.0.1", "[::1]", NAME):
        status, text = answer(served, f"{host}:{served.port}", "/")
        assert (status, "<html" in text) == (200, True)
    assert answer(served, "10.0.0.7", "/_stcore/health")[0] == 200  # a proxy may ask
    spelled = ["/_stcore/metrics", "/_stcore/%6detrics", "/_stcore/met%72ics"]
    assert {answer(served, own, path)[0] for path in spelled} == {403}


# What strangers get


async def tab_on_data(served, client=None):
    """Open a tab, of a client whose requests all reach the same process."""
    tab = Visitor(served.address, random.Random(1), client)
    await tab.open("data", {"task": "own"}, files=False)
    return tab


async def statuses_of_uploads(served):
    """Send files that no page takes: without the token, up to what a session may send, and after a tab is closed."""
    tab = await tab_on_data(served)
    other = await tab_on_data(served, tab.client)
    token, found = tab.client.cookies["_streamlit_xsrf"], []
    for given, kept in (("", token), ("0" * len(token), token), (token, "0" * len(token)), (token, token)):
        tab.client.cookies["_streamlit_xsrf"] = kept
        found.append(await send(tab, "0", 9, **{"X-Xsrftoken": given}))
    found += [await send(tab, f"{number}", 2 * MEBIBYTE - 999) for number in range(5)]
    found.append(await send(other, "a", 6 * MEBIBYTE))
    await tab.close()

    async def taken():
        return await send(other, "a", 6 * MEBIBYTE) == 204

    await until(taken)
    await other.close()
    return found


async def ends(some, size):
    """Begin a message of 2 MiB; return whether the socket was taken, and whether it ends only when its time is over."""
    reader, writer, taken = await opened(some)
    at = time.monotonic()
    writer.write(b"\x82\xff\0\0\0\0\0\x20\0\0mask" + bytes(size))
    async with asyncio.timeout(patches.LONGEST + 20):  # whoever answers no ping is gone ten later
        while await reader.read(1000):
            pass
    return taken, time.monotonic() - at > 0.9 * patches.LONGEST


def test_what_nobody_takes_is_gone_with_its_tab_and_a_message_without_end_or_too_large_ends_its_connection(served):
    """Both take ten seconds: at the same time."""

    async def tried():
        some = Strangers(served.address)
        found = await asyncio.gather(statuses_of_uploads(served), ends(some, 9), ends(some, MEBIBYTE + 1))
        await some.leave()
        return found

    assert completed(tried()) == [[403, 403, 403, 204, *[204] * 4, 413, 413], (True, True), (True, False)]


def test_a_large_file_is_read_where_the_disk_is_full(served):
    table = "".join(f"case{number},{number % 7},{number % 5 + 1},3\n" for number in range(100_000))

    async def tried():
        visitor = await tab_on_data(served)
        await visitor.upload("files_0", {"large.csv": f"case,low,mid,high\n{table}".encode()})
        await visitor.close()
        return visitor.shown.tables()

    assert "case5" in completed(tried())["preview"]


def test_uploads_that_go_no_further_keep_nobody_waiting_and_whoever_leaves_in_one_leaves_no_traceback(served):
    async def tried():
        some = Strangers(served.address)
        slow, prompt = await some.visitor(), await some.visitor(number=2)
        for number in range(TRICKLING):
            await some.line(some.upload_head(slow, f"t{number}", 36_000))
        status = await send(prompt, "a", 9)
        await asyncio.sleep(0.5)
        await some.leave()
        await asyncio.sleep(1)
        return status

    before = served.log.read_text().count("\n")
    assert completed(tried()) == 204
    assert served.log.read_text().count("\n") - before <= TRICKLING


@pytest.mark.thorough
@pytest.mark.parametrize("way", strangers.WAYS)
def test_beside_strangers_of_every_kind_an_honest_visitor_is_answered_or_told_to_wait(way, served, monkeypatch):
    monkeypatch.setattr(strangers, "AFTERWARDS", 0)
    _, honest, _ = completed(strangers.beside(way, served.address, os.getpid(), 1, MEBIBYTE // 4))
    assert honest.waits or honest.told
    assert honest.lost == []
