"""What a server answers, and to whom, started as every user of Streamlit starts it, from any folder, or for a class."""

import json
import os
import random
import socket
from contextlib import suppress
from http.client import HTTPConnection

import pytest
from websockets.exceptions import ConnectionClosed

from tests.browser import servers
from tests.load.aside import completed
from tests.load.visitor import Visitor

pytestmark = pytest.mark.slow

ASKED = ["/", "/compare", "/_stcore/host-config", "/_stcore/stream", "/media/nothing.csv", "/static/nothing.js"]
APP = servers.ROOT / "app.py"
METRICS = ["/_stcore/metrics", "/_stcore/%6detrics", "/_stcore/met%72ics"]
MOST = 4 * 2**20  # bytes of headers that a server may read before it refuses them
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


@pytest.fixture(scope="module", params=["streamlit run", "make serve"])
def port(request, tmp_path_factory):
    """Serve on localhost; return the port."""
    if request.param == "make serve":
        servers.proxy_required()
        yield port_of(servers.shared(servers.SEVERAL))
        return
    folder = tmp_path_factory.mktemp("server")  # not that of the project
    with servers.running(APP, folder / "log.txt", folder=folder, environment=os.environ) as (address, _):
        yield port_of(address)


def port_of(address):
    return int(address.rpartition(":")[2])


def answer(port, host, path, method="GET", body=None, **headers):
    """Ask under a name; return the status and the text."""
    connection = HTTPConnection("localhost", port, timeout=servers.PATIENCE)
    connection.putrequest(method, path, skip_host=True)
    if host is not None:
        connection.putheader("Host", host)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.putheader("Content-Length", str(len(body or b"")))
    connection.endheaders(body)
    try:
        found = connection.getresponse()
        return found.status, found.read().decode("utf-8", "replace")
    finally:
        connection.close()


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "user@localhost", "", None])
@pytest.mark.parametrize("path", ASKED)
def test_a_request_under_a_foreign_name_is_refused(port, host, path):
    status, text = answer(port, host, path)
    assert status in (400, 403)  # 400: the server itself refuses a request without a name
    assert "<html" not in text or status == 400


def test_an_upload_under_a_foreign_name_is_refused_before_it_is_read(port):
    status, text = answer(port, "evil.example", "/_stcore/upload_file/session/file", "PUT", b"x")
    assert (status, "ORDQUANT_HOSTS" in text) == (403, True)


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST.", "127.0.0.1", "[::1]"])
def test_its_own_names_are_answered(port, host):
    status, text = answer(port, f"{host}:{port}", "/")
    assert (status, "<html" in text) == (200, True)


@pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost:1", "null"])
@pytest.mark.parametrize("path", ["/", "/_stcore/host-config", "/_stcore/stream"])
def test_a_page_of_another_site_is_refused(port, origin, path):
    handshake = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    headers = handshake | {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="} if path.endswith("stream") else {}
    assert answer(port, f"localhost:{port}", path, Origin=origin, **headers)[0] == 403


@pytest.mark.parametrize("path", METRICS)
def test_what_the_server_counts_is_nobodys_however_it_is_spelled(port, path):
    assert answer(port, f"localhost:{port}", path)[0] == 403


def test_a_proxy_may_ask_for_its_health_by_any_name(port):
    assert answer(port, "10.0.0.7", "/_stcore/health")[0] == 200


def test_headers_without_end_are_refused_soon(port):
    with socket.create_connection(("localhost", port), timeout=servers.PATIENCE) as line:
        line.sendall(f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\n".encode())
        sent = 0
        with suppress(OSError):  # reset, or a broken pipe
            while sent < MOST:
                line.sendall(b"X: " + b"x" * 8192 + b"\r\n")
                sent += 8192
    assert sent < MOST


def test_a_message_that_is_far_too_large_ends_its_connection(port):
    async def tried():
        visitor = Visitor(f"http://localhost:{port}", random.Random(1))
        await visitor.open("", files=False)
        with suppress(ConnectionClosed):
            await visitor._socket.send(bytes(11 * 10**6))
            await visitor._socket.wait_closed()
        code = visitor._socket.close_code
        await visitor.close()
        return code

    assert completed(tried()) in (1009, 1006)  # "message too big"; the proxy ends it without a reason


def test_a_server_that_is_open_to_the_network_asks_nobody_outside(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(OUTWARD)
    asked = tmp_path / "asked.txt"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "ASKED": str(asked)}
    where = {"folder": tmp_path, "environment": environment}
    with servers.running(APP, tmp_path / "log.txt", "--server.address", "0.0.0.0", **where) as (address, _):
        port = port_of(address)
        for path in ASKED:
            assert answer(port, "quant.example.org", path, Origin="http://quant.example.org")[0] != 403
            assert answer(port, "quant.example.org", path, Origin="http://evil.example")[0] == 403
        answer(port, "quant.example.org", "/_stcore/upload_file/a/b", "PUT", b"x", Origin="http://evil.example")
    assert {json.loads(line) for line in asked.read_text().splitlines()} == {"begun"}
