"""What the server does with requests before Streamlit sees them, each part alone: uploads, files, headers."""

import asyncio
import gc
import gzip
import subprocess
import sys

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response

from pages.server import garbage, scripts, uploads
from pages.server.first_paint import FirstPaint
from pages.server.headers import EMBED_FROM, SecurityHeaders, content_policy
from pages.server.hosts import HOSTS, KnownHosts, allowed_hosts
from pages.server.static_files import StaticFilesInMemory
from pages.server.uploads import BoundedUploads
from pages.shared import component, holding
from tests.load.aside import completed
from tests.source_files import ROOT

MEBIBYTE = 2**20


async def ask(app, path, method="GET", query_string=b"", **headers):
    """Ask an application; return the status, the headers and the body of its answer."""
    sent = []
    lines = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": lines, "root_path": ""}
    scope["query_string"] = query_string

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    await app(scope, receive, send)
    body = b"".join(message.get("body", b"") for message in sent)
    return sent[0]["status"], dict(sent[0]["headers"]), body


def answering(status=204):
    async def app(scope, receive, send):
        await Response(status_code=status)(scope, receive, send)

    return app


def uploaded(app, session, name, size, method="PUT"):
    path = f"/_stcore/upload_file/{session}/{name}"
    return completed(ask(app, path, method, **({"content_length": str(size)} if size is not None else {})))[0]


def test_a_session_may_send_so_many_bytes_and_others_are_not_concerned():
    app, size = BoundedUploads(answering()), 90 * MEBIBYTE
    most = uploads.MOST_BYTES // size
    assert [uploaded(app, "a", f"{n}", size) for n in range(most + 1)] == [204] * most + [413]
    assert uploaded(app, "b", "0", size) == 204
    assert uploaded(app, "a", "0", size) == 204  # in place of the one with that name
    assert uploaded(app, "a", "new", size) == 413
    assert uploaded(app, "a", "0", None, "DELETE") == 204
    assert uploaded(app, "a", "new", size) == 204


def test_a_session_may_send_so_many_files():
    app = BoundedUploads(answering())
    statuses = [uploaded(app, "a", f"{n}", 1) for n in range(uploads.MOST_FILES + 1)]
    assert statuses == [204] * uploads.MOST_FILES + [413]


@pytest.mark.parametrize("size", [None, "x", "-1"])
def test_an_upload_that_does_not_say_its_size_is_refused(size):
    assert uploaded(BoundedUploads(answering()), "a", "0", size) == 411


def test_what_was_refused_or_broken_off_does_not_count():
    async def leaving(scope, receive, send):
        raise ConnectionError

    app = BoundedUploads(answering(403))
    for n in range(10):
        assert uploaded(app, "a", f"{n}", 90 * MEBIBYTE) == 403
    app = BoundedUploads(leaving)
    for n in range(10):
        with pytest.raises(ConnectionError):
            uploaded(app, "a", f"{n}", 90 * MEBIBYTE)


def test_the_refusal_names_what_the_session_holds_and_the_limit():
    app = BoundedUploads(answering())
    uploaded(app, "a", "0", holding.MOST)
    path = "/_stcore/upload_file/a/1"
    status, _, body = completed(ask(app, path, "PUT", content_length=str(200 * MEBIBYTE)))
    assert status == 413
    assert body.decode() == holding.refusal(holding.MOST, holding.MOST + 200 * MEBIBYTE)


SCRIPT = b"let x = 1;\n" * 1000


class Files:
    """Streamlit's files, as its application answers for them; it counts how often."""

    def __init__(self, fails=0):
        self.asked, self.fails = [], fails

    async def __call__(self, scope, receive, send):
        self.asked.append(scope["path"])
        if len(self.asked) <= self.fails:
            raise OSError("a disk that fails once")
        if scope["path"] == "/static/js/x.js":
            headers = {"etag": '"1"', "cache-control": "immutable"}
            await Response(SCRIPT, media_type="application/javascript", headers=headers)(scope, receive, send)
        else:
            await PlainTextResponse("no", 404)(scope, receive, send)


def test_scripts_are_read_and_compressed_once_and_answered_as_before():
    files = Files()
    app = StaticFilesInMemory(files)

    async def tried():
        packed = await asyncio.gather(*(ask(app, "/static/js/x.js", accept_encoding="gzip, br") for _ in range(8)))
        return packed, [await ask(app, "/static/js/x.js") for _ in range(3)]

    packed, plain = completed(tried())
    assert files.asked == ["/static/js/x.js"] * 2  # compressed, and as it is
    for status, headers, body in packed:
        assert (status, gzip.decompress(body)) == (200, SCRIPT)
        assert headers[b"content-encoding"] == b"gzip"
        assert headers[b"vary"] == b"Accept-Encoding"
        assert headers[b"cache-control"] == b"immutable"
        assert int(headers[b"content-length"]) == len(body) < len(SCRIPT) / 2
    for status, headers, body in plain:
        assert (status, body, b"content-encoding" in headers) == (200, SCRIPT, False)


def test_an_answer_that_fails_or_does_not_exist_is_looked_for_again():
    files = Files(fails=1)
    app = StaticFilesInMemory(files)
    with pytest.raises(OSError, match="fails once"):
        completed(ask(app, "/static/js/x.js"))
    assert completed(ask(app, "/static/js/x.js"))[0] == 200
    for _ in range(2):
        assert completed(ask(app, "/static/js/y.js"))[0] == 404
    assert files.asked.count("/static/js/y.js") == 2


@pytest.mark.parametrize(
    ("path", "headers"),
    [("/static/js/x.js", {"range": "bytes=0-9"}), ("/static/js/x.js", {"if_none_match": '"1"'}), ("/compare", {})],
)
def test_other_requests_are_passed_on(path, headers):
    files = Files()
    app = StaticFilesInMemory(files)
    for _ in range(2):
        completed(ask(app, path, **headers))
    assert len(files.asked) == 2


SHELL = '<html><head><title>x</title></head><body><div id="root"></div></body></html>'
OTHER = "<html><head></head><body>another page</body></html>"


def page_of(body):
    async def app(scope, receive, send):
        names = [name for name, _ in scope["headers"]]
        assert b"if-none-match" not in names or body == SCRIPT, "it would answer for the file, without the sheet"
        media = "text/html" if body != SCRIPT else "application/javascript"
        await Response(body, media_type=media, headers={"etag": '"1"'})(scope, receive, send)

    return FirstPaint(app)


def test_the_first_page_comes_with_the_style_sheet_and_is_never_answered_as_unchanged():
    asked = {"accept": "text/html,*/*", "if_none_match": '"1"'}
    status, headers, body = completed(ask(page_of(SHELL), "/cases", **asked))
    begin, sheet, end = body.decode().partition(".oq-verdict")
    assert (status, begin[:12], end[-14:]) == (200, SHELL[:12], SHELL[-14:])
    assert sheet
    assert body.decode().index("stMainBlockContainer") < body.decode().index("</head>")
    assert int(headers[b"content-length"]) == len(body)
    assert b"etag" not in headers
    _, headers, packed = completed(ask(page_of(SHELL), "/cases", **asked, accept_encoding="gzip"))
    assert headers[b"content-encoding"] == b"gzip"
    assert gzip.decompress(packed) == body
    assert int(headers[b"content-length"]) == len(packed) < len(body) / 2


def test_other_answers_and_embedded_pages_come_as_they_are():
    for body in (OTHER, SCRIPT):
        _, headers, found = completed(ask(page_of(body), "/other", accept="text/html"))
        assert found == (body.encode() if isinstance(body, str) else body)
        assert headers[b"etag"] == b'"1"'
    embedded = {"accept": "text/html", "query_string": b"embed=true"}
    assert completed(ask(page_of(SHELL), "/compare", **embedded))[2] == SHELL.encode()


def test_every_answer_says_what_its_page_may_do():
    _, headers, _ = completed(ask(SecurityHeaders(answering(), "default-src 'self'"), "/"))
    assert headers[b"content-security-policy"] == b"default-src 'self'"
    assert headers[b"x-content-type-options"] == b"nosniff"


def test_frames_are_for_the_origins_that_the_operator_names(monkeypatch):
    monkeypatch.delenv(EMBED_FROM, raising=False)
    assert "frame-ancestors 'self'" in content_policy().split("; ")
    monkeypatch.setenv(EMBED_FROM, "https://course.example.org, https://*.example.edu:8443")
    assert content_policy().endswith("frame-ancestors 'self' https://course.example.org https://*.example.edu:8443")
    for wrong in ("*", "course.example.org", "https://x.org; script-src *", 'https://x.org"'):
        monkeypatch.setenv(EMBED_FROM, wrong)
        with pytest.raises(ValueError, match="EMBED_FROM"):
            content_policy()


@pytest.mark.parametrize(
    ("address", "named", "expected"),
    [
        ("localhost", "", ("localhost", "127.0.0.1", "::1")),
        ("127.0.0.1", "", ("localhost", "127.0.0.1", "::1")),
        ("quant.example.org", "", ("quant.example.org", "localhost", "127.0.0.1", "::1")),
        ("0.0.0.0", "", ()),
        ("", "", ()),
        ("0.0.0.0", "quant.example.org", ("quant.example.org", "localhost", "127.0.0.1", "::1")),
    ],
)
def test_the_hosts_that_visitors_may_use_follow_from_the_address(monkeypatch, address, named, expected):
    monkeypatch.setenv(HOSTS, named)
    assert allowed_hosts(address) == expected


@pytest.mark.parametrize(
    ("origin", "host", "answered"),
    [
        ("http://quant.example.org", "quant.example.org", True),
        ("https://quant.example.org:8501", "quant.example.org:8501", True),
        ("http://quant.example.org:8502", "quant.example.org:8501", False),
        ("http://evil.example", "quant.example.org", False),
        ("http://evil.example", "evil.example", False),
        ("http://quant.example.org.evil.example", "quant.example.org", False),
        ("null", "quant.example.org", False),
        ("https://course.example.org", "quant.example.org", True),
        ("https://course.example.org.evil.example", "quant.example.org", False),
    ],
)
def test_pages_of_other_sites_are_answered_only_where_the_operator_allows_it(origin, host, answered):
    app = KnownHosts(answering(), ["quant.example.org"], ["https://course.example.org"])
    assert completed(ask(app, "/", host=host, origin=origin))[0] == (204 if answered else 403)


def test_memory_is_given_back_again_and_again_while_nobody_waits(monkeypatch):
    given = []

    async def served():
        async with garbage.collecting_garbage():
            while len(given) < 6:
                await asyncio.sleep(0.01)
        return len(asyncio.all_tasks())

    monkeypatch.setattr(garbage, "QUIET", 0.02)
    monkeypatch.setattr(garbage, "forget_who_left", lambda: given.append("sessions"))
    monkeypatch.setattr(garbage, "give_back", lambda: given.append("memory"))
    before = gc.get_threshold()
    try:
        assert completed(served()) == 1  # none is left
        assert given[:4] == ["sessions", "memory"] * 2
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


LEAVING = """
import gc, time, weakref
from types import SimpleNamespace
import streamlit as st
st.config.set_option("server.disconnectedSessionTTL", 1)
from pages.server import SCRIPT, garbage
storage = st.App(SCRIPT)._create_runtime()._session_mgr._session_storage
class Left:
    id = "left"
storage.save(SimpleNamespace(session=Left()))
left = weakref.ref(storage.get("left").session)
garbage.forget_who_left()
print(left() is not None)
time.sleep(1.2)
garbage.forget_who_left()
gc.collect()
print(left() is not None)
"""


def test_a_session_whose_visitor_can_no_longer_come_back_is_let_go_though_nobody_else_leaves():
    done = subprocess.run([sys.executable, "-c", LEAVING], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.split() == ["True", "False"], done.stderr


def test_scripts_of_components_are_kept_by_browsers_and_others_are_not_found():
    app = Starlette(routes=scripts.routes())
    for address, text in component.scripts().items():
        status, headers, body = completed(ask(app, f"/{address}", accept_encoding="gzip"))
        assert (status, gzip.decompress(body).decode()) == (200, text)
        assert b"immutable" in headers[b"cache-control"]
        status, headers, body = completed(ask(app, f"/{address}"))
        assert (status, body.decode()) == (200, text)
        assert b"content-encoding" not in headers
        _, digest, name = address.split("/")
        for other in (f"{digest[::-1]}/{name}", f"{digest}/component.py", f"{digest}/../{name}", digest):
            assert completed(ask(app, f"/scripts/{other}"))[0] == 404
