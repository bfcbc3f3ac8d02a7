"""A server answers under its own name only, whatever is asked for; a proxy may ask for its health without one."""

from http.client import HTTPConnection

import pytest

from tests.browser import servers

pytestmark = pytest.mark.slow

ASKED = ["/", "/compare", "/_stcore/host-config", "/_stcore/metrics", "/media/nothing.csv", "/static/nothing.js"]


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    """Serve on localhost; return the port."""
    address, process = servers.start(servers.ROOT / "app.py", tmp_path_factory.mktemp("server") / "log.txt")
    yield int(address.rpartition(":")[2])
    process.terminate()
    process.wait(timeout=servers.PATIENCE)


def answer(port, host, path, method="GET", body=None):
    """Ask under a name; return the status and the text."""
    connection = HTTPConnection("localhost", port, timeout=servers.PATIENCE)
    connection.putrequest(method, path, skip_host=True)
    if host is not None:
        connection.putheader("Host", host)
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
    assert "<html" not in text


def test_an_upload_under_a_foreign_name_is_refused_before_it_is_read(port):
    status, text = answer(port, "evil.example", "/_stcore/upload_file/session/file", "PUT", b"x")
    assert (status, "ORDQUANT_HOSTS" in text) == (403, True)


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST.", "127.0.0.1", "[::1]"])
def test_its_own_names_are_answered(port, host):
    status, text = answer(port, f"{host}:{port}", "/")
    assert (status, "<html" in text) == (200, True)


def test_a_proxy_may_ask_for_its_health_by_any_name(port):
    assert answer(port, "10.0.0.7", "/_stcore/health")[0] == 200
