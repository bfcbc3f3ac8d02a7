"""A server that runs, as every user of Streamlit starts it, from any folder, and as `make serve` does.

It has little room, its disk is full, its home belongs to somebody else, it is open to the network, and whatever it asks
of other hosts is noted. Strangers take any number of units: what all of them get is bounded, and others go on. `make
soak` does the same at full size, with its memory (tests/load/strangers.py).
"""

import asyncio
import json
import os
import random
import resource
import socket
import sys
import time
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from pages.server import hosts, patches
from pages.shared import room
from tests.browser import servers
from tests.depth import matrix
from tests.load import strangers
from tests.load.aside import completed
from tests.load.processes import alive, family, serving
from tests.load.strangers import MEBIBYTE, Strangers, opened, send
from tests.load.visitor import LostError, Visitor

pytestmark = pytest.mark.slow

FILES, VISITORS, TRICKLING = 8, 6, 20  # MiB, pages of an address, uploads that go no further
LITTLE = 64 * 1024  # bytes: what the server may still write to a file
MOST = 4 * MEBIBYTE  # of headers that a server may read before it refuses them
NAME = "quant.example.org"
ASKED = ["/", "/compare", "/_stcore/host-config", "/_stcore/stream", "/media/nothing.csv", "/static/nothing.js"]
OUTWARD = """
import json, os, socket

def noting(call):
    def noted(address, *others, **options):
        host = address[0] if isinstance(address, tuple) else address
        if host not in (None, "", "localhost", "127.0.0.1", "::1", "0.0.0.0", "::"):
            with open(os.environ["ASKED"], "a") as log:
                log.write(json.dumps(str(host)) + "\\n")
        return call(address, *others, **options)
    return noted

with open(os.environ["ASKED"], "a") as log:
    log.write(json.dumps("begun") + "\\n")
socket.getaddrinfo, socket.create_connection = noting(socket.getaddrinfo), noting(socket.create_connection)
"""


class Served:
    """A server, and what it leaves behind."""

    def __init__(self, workers, folder):
        self.workers, self.log, self.temporary = workers, folder / "log", folder / "tmp"
        self.temporary.mkdir()
        (folder / "sitecustomize.py").write_text(OUTWARD)
        environment = {"PYTHONPATH": str(folder), "ASKED": str(folder / "asked"), "HOME": "/proc", hosts.HOSTS: NAME}
        environment |= {"TMPDIR": str(self.temporary), room.FILES: str(FILES), room.VISITORS: str(VISITORS * 3 // 2)}
        self.options = ["--server.address", "0.0.0.0"] if workers == 1 else []
        self.where = {"environment": os.environ | environment}
        self.where |= {"folder": folder} if workers == 1 else {}  # not that of the project

    def processes(self):
        """Return the processes of the dashboard, without the proxy and what has begun them."""
        named = {pid: Path(f"/proc/{pid}/cmdline") for pid in family(self.pid)}
        return [pid for pid, words in named.items() if words.exists() and b"\0streamlit\0" in words.read_bytes()]


@pytest.fixture(scope="module", params=matrix([1, 2], 1), ids=["streamlit run", "make serve"])
def served(request, tmp_path_factory):
    """Serve with little room; what the proxy adds is asked of another one, in tests/test_serving.py."""
    if request.param > 1:
        servers.proxy_required()
    folder = tmp_path_factory.mktemp("server")
    made = Served(request.param, folder)
    with serving(made.workers, made.log, *made.options, **made.where) as (made.address, made.pid):
        made.port = int(made.address.rpartition(":")[2])
        if sys.platform.startswith("linux"):
            for pid in made.processes():
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (LITTLE, LITTLE))
        yield made
    noted = (folder / "asked").read_text().splitlines()
    assert {json.loads(line) for line in noted} == {"begun"}, "another host was asked"


async def until(holds):
    """Wait until it holds."""
    end = time.monotonic() + servers.PATIENCE
    while not await holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.3)


# Whom it answers


def answer(served, host, path, **lines):
    """Ask under a name; return the status and the text."""
    connection = HTTPConnection("localhost", served.port, timeout=servers.PATIENCE)
    connection.putrequest("GET", path, skip_host=True)
    for name, value in ({} if host is None else {"Host": host} | lines).items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    try:
        found = connection.getresponse()
        return found.status, found.read().decode("utf-8", "replace")
    finally:
        connection.close()


def test_it_answers_under_its_own_names_and_its_own_pages_alone_and_nobody_for_what_it_counts(served):
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13"}
    upgrade |= {"Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    own = f"localhost:{served.port}"
    for path in ASKED:
        more = upgrade if path.endswith("stream") else {}
        for host in ("evil.example", "user@localhost", "", None):
            status, text = answer(served, host, path, **more)
            assert status in (400, 403)  # 400: the server itself refuses a request without a name
            assert "<html" not in text or status == 400
        assert answer(served, own, path, Origin="http://evil.example", **more)[0] == 403
    for host in ("localhost", "LOCALHOST.", "127.0.0.1", "[::1]", NAME):
        status, text = answer(served, f"{host}:{served.port}", "/")
        assert (status, "<html" in text) == (200, True)
    assert answer(served, "10.0.0.7", "/_stcore/health")[0] == 200  # a proxy may ask
    spelled = ["/_stcore/metrics", "/_stcore/%6detrics", "/_stcore/met%72ics"]
    assert {answer(served, own, path)[0] for path in spelled} == {403}


def test_a_request_with_two_hosts_is_refused_and_headers_without_end_are_soon(served):
    with socket.create_connection(("localhost", served.port), timeout=servers.PATIENCE) as line:
        line.sendall(f"GET / HTTP/1.1\r\nHost: localhost:{served.port}\r\nHost: evil.example\r\n\r\n".encode())
        assert b" 400 " in line.recv(100)
    with socket.create_connection(("localhost", served.port), timeout=servers.PATIENCE) as line:
        line.sendall(f"GET / HTTP/1.1\r\nHost: localhost:{served.port}\r\n".encode())
        sent = 0
        with suppress(OSError):  # reset, or a broken pipe
            while sent < MOST:
                line.sendall(b"X: " + b"x" * 8192 + b"\r\n")
                sent += 8192
    assert sent < MOST


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


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc says what is left")
def test_killed_in_an_upload_and_an_analysis_it_leaves_nothing(served):
    """How visitors come back: tests/test_serving.py."""
    query = {"task": "dialogue-quality", "trials": "5000", "seed": f"{random.randrange(10**6)}"}

    async def tried():
        some = Strangers(served.address)
        tab = await some.visitor()
        reader, _ = await some.line(some.upload_head(tab, "f", 36_000))
        busy = Visitor(served.address, random.Random(1), tab.client)
        analysis = asyncio.create_task(busy.open("systems", query, files=False))
        while not busy.session:  # until it has begun
            await asyncio.sleep(0.1)
        assert not analysis.done()
        children = [pid for process in served.processes() for pid in family(process)]
        for process in served.processes():
            os.kill(process, 9)
        with pytest.raises(LostError):
            await analysis
        with suppress(ConnectionError):
            while await reader.read(1000):
                pass

        await some.leave()
        return children

    before = sorted(served.temporary.rglob("*"))
    children = completed(tried())
    servers.until(lambda: not any(map(alive, children)), "a process is left")
    assert sorted(served.temporary.rglob("*")) == before
