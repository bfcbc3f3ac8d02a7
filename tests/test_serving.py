"""Several processes behind a proxy: who comes in stays with one process, and nothing is left behind."""

import random
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import websockets.sync.client
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.typing import Subprotocol

from assets.serve import __main__ as serve
from ordquant_core.formats.limits import MAX_BYTES
from pages.server.headers import content_policy
from tests.browser import servers
from tests.load.aside import completed
from tests.load.plain_http import Client
from tests.load.processes import alive, family
from tests.load.visitor import NAMED, LostError, Visitor

pytestmark = pytest.mark.slow

ROOT = servers.ROOT
PATIENCE = 120


def workers(process: subprocess.Popen[bytes]) -> list[int]:
    """Return the processes of the dashboard below the one that began them."""
    return [pid for pid in family(process.pid)[1:] if "streamlit" in words_of(pid)]


def words_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/cmdline").read_text().split("\0")


def test_the_configuration_is_valid_names_every_process_and_limits_what_streamlit_and_a_class_need(tmp_path):
    servers.proxy_required()
    ports = [9001, 9002, 9003]
    text = serve.configuration("localhost", 8501, ports)
    named = re.findall(r"server (\w+) 127\.0\.0\.1:(\d+) cookie (\w+)", text)
    assert named == [(f"p{n}", f"{port}", f"p{n}") for n, port in enumerate(ports, start=1)]
    assert "$" not in text.partition("\n")[2]
    assert MAX_BYTES < int(re.search(r"body_size gt (\d+)", text)[1]) < MAX_BYTES * 1.05
    assert int(re.search(r"sc0_conn_cur gt (\d+)", text)[1]) >= 100 * 7  # pages of a class that load at the same moment
    (file := tmp_path / "haproxy.cfg").write_text(text)
    checked = subprocess.run([serve.proxy_program(), "-c", "-f", str(file)], capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, ""), checked.stderr


@pytest.mark.parametrize(
    ("variable", "value", "words"),
    [(serve.CONNECTIONS, value, "expected a whole number") for value in ("0", "-3", "many", "1.5")]
    + [(serve.PROXY, "caddy", "expected a network")],
)
def test_a_setting_that_is_none_is_named(monkeypatch, variable, value, words):
    monkeypatch.setenv(variable, value)
    with pytest.raises(serve.ServingError, match=f"{variable} .*'{value}'.*{words}"):
        serve.configuration("localhost", 8501, [9001])


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

    with socket.create_server(("127.0.0.1", 0)) as behind, servers.proxied(tmp_path, behind.getsockname()[1]) as port:
        servers.until(served, "nothing is served")
        while len(held) < 5:
            hold()
        servers.until(lambda: not served(), "a sixth connection is served")
        assert served("127.0.0.2"), "another address pays for this one"
        held.pop().close()
        servers.until(served, "nothing is served after one was closed")
        for one in held:
            one.close()


def seen(port: int, source: str, **headers: str) -> str:
    """Return what a page says of the address of a visitor who comes from `source`."""
    with websockets.sync.client.connect(
        f"ws://localhost:{port}/_stcore/stream",
        sock=connected(port, source),
        subprotocols=[Subprotocol("streamlit"), Subprotocol("PLACEHOLDER_AUTH_TOKEN")],
        additional_headers={name.replace("_", "-"): value for name, value in headers.items()},
        max_size=None,
        proxy=None,
    ) as page:
        page.send(BackMsg(rerun_script=ClientState(page_name="address")).SerializeToString())
        while True:
            answer = ForwardMsg.FromString(page.recv(PATIENCE))
            if "You come from " in answer.delta.new_element.text.body:
                return str(answer.delta.new_element.text.body)


def test_visitors_are_known_by_their_own_addresses_and_only_a_proxy_in_front_may_name_others(tmp_path, monkeypatch):
    behind, said = int(servers.shared(ROOT / "app.py").rpartition(":")[2]), {"X_Forwarded_For": "203.0.113.7"}
    with servers.proxied(tmp_path, behind) as port:
        assert seen(port, "127.0.0.2", **said) == "You come from 127.0.0.2."
        assert seen(port, "127.0.0.3") == "You come from 127.0.0.3."
    monkeypatch.setenv(serve.PROXY, "127.0.0.2/32")
    with servers.proxied(tmp_path, behind) as port:
        assert seen(port, "127.0.0.2", **said) == "You come from 203.0.113.7."
        assert seen(port, "127.0.0.3", **said) == "You come from 127.0.0.3."


def test_a_port_in_use_and_a_proxy_that_is_missing_are_reported_in_one_sentence(monkeypatch, capsys):
    servers.proxy_required()
    monkeypatch.setattr(serve.signal, "signal", lambda *_: None)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        monkeypatch.setattr(sys, "argv", ["serve", "--port", port])
        assert serve.main() == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert f"Port {port} on localhost cannot be used" in line
    monkeypatch.setattr(serve.shutil, "which", lambda *_, **__: None)
    assert serve.main() == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "apt-get install haproxy" in line


def test_answers_carry_the_headers_of_the_server_whoever_gives_them(tmp_path):
    expected = [
        ("x-content-type-options", "nosniff"),
        ("content-security-policy", content_policy()),
        ("referrer-policy", "same-origin"),
    ]

    async def ask() -> None:
        client = Client(f"http://localhost:{port}")
        page = await client.ask("GET", "/")
        file = f"/{NAMED.findall(page.body.decode())[0].lstrip('/')}"
        path, large = "/_stcore/upload_file/a/b", {"Content-Length": f"{1 << 30}"}
        for answer in (page, await client.ask("GET", file), await client.ask("GET", file)):  # the last from a cache
            assert answer.status == 200
            assert all(answer.headers.count(header) == 1 for header in expected)
        refused = await client.ask("PUT", path, b"x")
        assert (refused.status, *(refused.headers.count(header) for header in expected)) == (403, 1, 1, 1)
        assert (await client.ask("PUT", path, headers=large)).status == 413  # by the proxy

    with servers.proxied(tmp_path, int(servers.shared(ROOT / "app.py").rpartition(":")[2])) as port:
        completed(ask())


def test_visitors_are_spread_and_stay_a_process_that_dies_is_replaced_and_ending_leaves_nothing(tmp_path):
    servers.proxy_required()
    log = tmp_path / "log.txt"
    with servers.running(servers.SEVERAL, log) as (address, process):
        spread_and_replaced(address, process, log)
        leaves_nothing(process, signal.SIGTERM)


def spread_and_replaced(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for words in ("Starting 2 processes", "Process 1 of 2 is ready.", "Process 2 of 2 is ready."):
        assert words in log.read_text()

    async def lose() -> None:
        visitors = [Visitor(address, random.Random(n)) for n in range(4)]
        for visitor in visitors:
            await visitor.open("compare", files=False)
            tab, name = Visitor(address, visitor.rng, visitor.client), visitor.client.cookies["ordquant"]
            await tab.open("data", {"task": "own"}, files=False)
            # Refused by a process that does not know the session.
            await tab.upload("files_0", {"gold.csv": b"case,low,mid,high\nhere,1,2,7\nthere,4,4,2\n"})
            await visitor.drag("gold", [9, 2, 1, 2, 6])
            assert (visitor.client.cookies["ordquant"], tab.session == visitor.session) == (name, False)
            await tab.close()
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
        servers.until(lambda: len(workers(process)) == 2 and victim not in workers(process), "it is not started again")

    completed(lose())
    assert "is started again" in log.read_text()

    async def spread() -> bool:
        clients = [Client(address) for _ in range(6)]
        for client in clients:
            await client.ask("GET", "/compare")
        return {client.cookies["ordquant"] for client in clients} == {"p1", "p2"}

    servers.until(lambda: completed(spread()), "the new process gets no visitors")


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_however_it_ends_no_process_is_left(tmp_path, number):
    servers.proxy_required()
    with servers.running(servers.SEVERAL, tmp_path / "log.txt") as (_, process):
        leaves_nothing(process, number)


def leaves_nothing(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    everything = family(process.pid)
    assert len(everything) >= 4  # this one, the proxy, two processes
    (folder,) = {Path(word).parent for pid in everything for word in words_of(pid) if word.endswith("haproxy.cfg")}
    process.send_signal(number)
    status = process.wait(timeout=PATIENCE)
    servers.until(lambda: not any(map(alive, everything)), "a process is left")
    if number != signal.SIGKILL:
        assert (status, folder.exists()) == (0, False)
