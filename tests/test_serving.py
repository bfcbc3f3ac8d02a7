"""Several processes behind a proxy: who comes in stays with one process, and nothing is left behind."""

import random
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import websockets.sync.client
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.typing import Subprotocol

from assets.serve import __main__ as serve
from pages.server.headers import content_policy
from tests.browser import servers
from tests.load.aside import completed
from tests.load.plain_http import Client
from tests.load.processes import family
from tests.load.visitor import NAMED, LostError, Visitor

pytestmark = pytest.mark.slow

ROOT = servers.ROOT
PATIENCE = 120


@pytest.fixture
def own(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[bytes], Path]]:
    """Serve by two processes, for one test: address, the process that began it, and its log."""
    servers.proxy_required()
    log = tmp_path / "log.txt"
    with servers.running(servers.SEVERAL, log) as (address, process):
        yield address, process, log


@pytest.fixture(scope="module")
def address() -> str:
    """Return the address of two processes that all tests share."""
    servers.proxy_required()
    return servers.shared(servers.SEVERAL)


def status(url: str, method: str = "GET", headers: dict[str, str] | None = None) -> int:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(urllib.request.Request(url, method=method, headers=headers or {}), timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def workers(process: subprocess.Popen[bytes]) -> list[int]:
    """Return the processes of the dashboard below the one that began them."""
    found = []
    for pid in family(process.pid)[1:]:
        if "streamlit" in Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0"):
            found.append(pid)
    return found


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def until(holds, what):
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def test_the_configuration_is_valid_and_names_every_process(tmp_path):
    servers.proxy_required()
    text = serve.configuration("localhost", 8501, [9001, 9002, 9003])
    assert re.findall(r"server (\w+) 127\.0\.0\.1:(\d+) cookie (\w+)", text) == [
        ("p1", "9001", "p1"),
        ("p2", "9002", "p2"),
        ("p3", "9003", "p3"),
    ]
    assert "$" not in text.partition("\n")[2]
    file = tmp_path / "haproxy.cfg"
    file.write_text(text)
    checked = subprocess.run([serve.proxy_program(), "-c", "-f", str(file)], capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, ""), checked.stderr


def test_its_limits_are_those_of_streamlit_and_of_a_class_and_one_that_is_no_number_is_named(monkeypatch):
    config, text = (ROOT / ".streamlit" / "config.toml").read_text(), serve.configuration("localhost", 8501, [9001])
    largest = int(re.search(r"maxUploadSize = (\d+)", config)[1]) << 20
    assert largest < int(re.search(r"body_size gt (\d+)", text)[1]) < largest * 1.05
    # A class behind one address: pages that all load at the same moment.
    assert int(re.search(r"sc0_conn_cur gt (\d+)", text)[1]) >= 100 * 7
    for most in ("0", "-3", "many", "1.5"):
        monkeypatch.setenv(serve.CONNECTIONS, most)
        with pytest.raises(serve.ServingError, match=f"{serve.CONNECTIONS} is '{most}'; expected a whole number"):
            serve.configuration("localhost", 8501, [9001])


@contextmanager
def proxy(folder: Path, behind: int) -> Iterator[int]:
    """Run our proxy in front of a port; yield the port where it listens, on all addresses of this machine alone."""
    servers.proxy_required()
    port, file = servers.free_port(), folder / "haproxy.cfg"
    file.write_text(serve.configuration("127.0.0.1", port, [behind]))
    process = subprocess.Popen([serve.proxy_program(), "-db", "-q", "-f", str(file)])
    try:
        until(lambda: listening(port), "the proxy does not start")
        yield port
    finally:
        process.terminate()
        process.wait()


def listening(port: int) -> bool:
    try:
        connected(port, "127.0.0.1").close()
    except OSError:
        return False
    return True


def connected(port: int, source: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 5, source_address=(source, 0))


def test_one_address_has_so_many_connections_and_gets_others_when_it_closes_some(tmp_path, monkeypatch):
    monkeypatch.setenv(serve.CONNECTIONS, "5")
    held: list[socket.socket] = []

    def served(source: str = "127.0.0.1") -> bool:
        try:
            with connected(port, source) as one:
                one.sendall(b"nonsense\r\n\r\n")
                return b" 400 " in one.recv(100)
        except OSError:
            return False

    def hold() -> None:
        """Hold one more connection, unless the proxy ends it: one that was closed may still count."""
        one = connected(port, "127.0.0.1")
        one.settimeout(0.2)
        try:
            one.recv(1)
            one.close()
        except TimeoutError:
            held.append(one)
        except OSError:
            one.close()

    with socket.create_server(("127.0.0.1", 0)) as behind, proxy(tmp_path, behind.getsockname()[1]) as port:
        until(served, "nothing is served")
        while len(held) < 5:
            hold()
        until(lambda: not served(), "a sixth connection is served")
        assert served("127.0.0.2"), "another address pays for this one"
        held.pop().close()
        until(served, "nothing is served after one was closed")
        for one in held:
            one.close()


def seen(port: int, source: str, **headers: str) -> str:
    """Return what a page says of the address of a visitor who comes from `source`."""
    message = BackMsg(rerun_script=ClientState())
    with websockets.sync.client.connect(
        f"ws://localhost:{port}/_stcore/stream",
        sock=connected(port, source),
        subprotocols=[Subprotocol("streamlit"), Subprotocol("PLACEHOLDER_AUTH_TOKEN")],
        additional_headers={name.replace("_", "-"): value for name, value in headers.items()},
        proxy=None,
    ) as page:
        page.send(message.SerializeToString())
        while True:
            answer = ForwardMsg.FromString(page.recv(PATIENCE))
            if "You come from " in answer.delta.new_element.text.body:
                return str(answer.delta.new_element.text.body)


def test_two_visitors_behind_the_proxy_are_known_by_their_own_addresses_whatever_they_say_of_them(tmp_path):
    address = servers.shared(ROOT / "tests" / "browser" / "address_host.py")
    with proxy(tmp_path, int(address.rpartition(":")[2])) as port:
        until(lambda: status(f"http://localhost:{port}/_stcore/health") == 200, "the proxy finds no server")
        assert seen(port, "127.0.0.2") == "You come from 127.0.0.2."
        assert seen(port, "127.0.0.3") == "You come from 127.0.0.3."
        assert seen(port, "127.0.0.2", X_Forwarded_For="203.0.113.7") == "You come from 127.0.0.2."


def test_a_proxy_in_front_names_its_visitors_itself(tmp_path, monkeypatch):
    monkeypatch.setenv(serve.PROXY, "127.0.0.2/32")
    address = servers.shared(ROOT / "tests" / "browser" / "address_host.py")
    with proxy(tmp_path, int(address.rpartition(":")[2])) as port:
        until(lambda: status(f"http://localhost:{port}/_stcore/health") == 200, "the proxy finds no server")
        assert seen(port, "127.0.0.2", X_Forwarded_For="203.0.113.7") == "You come from 203.0.113.7."
        assert seen(port, "127.0.0.3", X_Forwarded_For="203.0.113.7") == "You come from 127.0.0.3."
    monkeypatch.setenv(serve.PROXY, "caddy")
    with pytest.raises(serve.ServingError, match="expected a network"):
        serve.configuration("localhost", 8501, [9001])


def test_without_the_proxy_it_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(serve.shutil, "which", lambda *_, **__: None)
    monkeypatch.setattr(sys, "argv", ["serve"])
    monkeypatch.setattr(serve.signal, "signal", lambda *_: None)
    assert serve.main() == 1
    assert "apt-get install haproxy" in capsys.readouterr().err


def test_a_port_in_use_is_reported_in_one_sentence():
    servers.proxy_required()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "assets.serve", "--port", port], cwd=ROOT, capture_output=True, text=True
        )
    assert done.returncode == 1
    assert f"Port {port} on localhost cannot be used" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_visitors_are_spread_and_stay_where_they_are(address):
    async def come() -> list[str]:
        found = []
        for n in range(4):
            first = Visitor(address, random.Random(n))
            await first.open("compare", files=False)
            second = Visitor(address, random.Random(n), first.client)  # another tab
            before = first.client.cookies["ordquant"]
            await second.open("cases", files=False)
            await first.drag("gold", [2, 1, 2, 9, 6])
            assert first.client.cookies["ordquant"] == before
            assert first.session != second.session
            found.append(before)
            await first.close()
            await second.close()
        return found

    assert set(completed(come())) == {"p1", "p2"}


def test_metrics_and_bodies_that_are_too_large_are_refused(address):
    assert status(f"{address}/_stcore/health") == 200
    assert status(f"{address}/_stcore/metrics") == 403
    assert status(f"{address}/_stcore/upload_file/a/b", "PUT", {"Content-Length": str(1 << 30)}) == 413


def test_pages_files_and_answers_to_uploads_carry_the_headers_of_the_server(address):
    expected = {
        "x-content-type-options": ["nosniff"],
        "referrer-policy": ["same-origin"],
        "content-security-policy": [content_policy()],
    }

    async def ask() -> dict[str, tuple[int, dict[str, list[str]]]]:
        client = Client(address)
        page = await client.ask("GET", "/")
        file = NAMED.search(page.body.decode())
        assert file
        found = {
            "page": page,
            "file": await client.ask("GET", f"/{file[1].lstrip('/')}"),
            "from the cache": await client.ask("GET", f"/{file[1].lstrip('/')}"),
            "upload": await client.ask("PUT", "/_stcore/upload_file/a/b", b"x"),
            "refused": await client.ask("GET", "/_stcore/metrics"),
        }
        return {
            name: (answer.status, {line: [value for key, value in answer.headers if key == line] for line in expected})
            for name, answer in found.items()
        }

    assert completed(ask()) == {
        "page": (200, expected),
        "file": (200, expected),
        "from the cache": (200, expected),
        "upload": (403, expected),
        "refused": (403, expected),
    }


def test_a_process_that_dies_is_replaced_its_visitors_go_on_and_ending_leaves_no_process_and_no_file(own):
    address, process, log = own
    for words in ("Starting 2 processes", "Process 1 of 2 is ready.", "Process 2 of 2 is ready."):
        assert words in log.read_text()

    async def lose() -> None:
        visitors = [Visitor(address, random.Random(n)) for n in range(4)]
        for visitor in visitors:
            await visitor.open("compare", files=False)
        before = workers(process)
        victim = before[0]
        subprocess.run(["kill", "-KILL", str(victim)], check=True)
        lost = 0
        for visitor in visitors:
            try:
                await visitor.drag("gold", [2, 1, 2, 9, 6])
            except LostError:
                lost += 1
                again = Visitor(address, visitor.rng, visitor.client)  # as a reload: the cookie names the dead process
                await again.open("compare", {"classes": "-2,-1,0,1,2", "gold": "2,1,2,9,6"}, files=False)
                assert (again.shown.query() or {})["gold"] == "2,1,2,9,6"
                await again.close()
            await visitor.close()
        assert lost == 2
        until(lambda: len(workers(process)) == 2 and victim not in workers(process), "it is not started again")

    completed(lose())
    assert "is started again" in log.read_text()

    async def spread() -> bool:
        clients = [Client(address) for _ in range(6)]
        for client in clients:
            await client.ask("GET", "/compare")
        return {client.cookies["ordquant"] for client in clients} == {"p1", "p2"}

    until(lambda: completed(spread()), "the new process gets no visitors")
    ending_leaves_no_process_and_no_file(process, signal.SIGTERM)


def ending_leaves_no_process_and_no_file(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    everything = family(process.pid)
    assert len(everything) >= 4  # this one, the proxy, two processes
    (folder,) = {
        Path(word).parent
        for pid in everything
        for word in Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
        if word.endswith("haproxy.cfg")
    }
    process.send_signal(number)
    assert process.wait(timeout=PATIENCE) == 0
    until(lambda: all(gone(pid) for pid in everything), "a process is left")
    assert not folder.exists()
