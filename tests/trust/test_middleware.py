"""What the server does with requests before Streamlit sees them, each part alone: uploads, files, headers."""

import asyncio
import gc
import gzip

import pytest
from starlette.responses import Response
from streamlit.runtime import memory_uploaded_file_manager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from pages.server import files, garbage, uploads
from pages.server.first_paint import FirstPaint
from pages.server.headers import EMBED_FROM, SecurityHeaders, content_policy
from pages.server.hosts import HOSTS, KnownHosts, allowed_hosts
from pages.server.uploads import BoundedUploads
from pages.server.visitors import BoundedVisitors
from pages.shared import component, holding, room
from tests.load.aside import completed

MEBIBYTE = 2**20


@pytest.fixture(autouse=True)
def afresh():
    """Let nothing be held, before and afterwards."""
    for held in (uploads.SENT, uploads._LEFT, holding.KEPT, holding.IN_CONTROLS):
        held.clear()
    yield
    for held in (uploads.SENT, uploads._LEFT, holding.KEPT, holding.IN_CONTROLS):
        held.clear()


async def ask(app, path, method="GET", query_string=b"", client="", **headers):
    """Ask an application; return the status, the headers and the body of its answer."""
    sent = []
    lines = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": lines, "root_path": ""}
    scope |= {"query_string": query_string, "client": (client, 1)}

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


def uploaded(app, session, name, size, method="PUT", client=""):
    path = f"/_stcore/upload_file/{session}/{name}"
    length = {"content_length": str(size)} if size is not None else {}
    return completed(ask(app, path, method, client=client, **length))[0]


def test_a_session_may_send_so_many_bytes_and_others_are_not_concerned(monkeypatch):
    monkeypatch.setenv(room.FILES, "5000")
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
    holding.KEPT["a"] = holding.MOST
    path = "/_stcore/upload_file/a/1"
    size = 200 * MEBIBYTE
    status, _, body = completed(ask(BoundedUploads(answering()), path, "PUT", content_length=str(size)))
    assert (status, body.decode()) == (413, holding.refusal(holding.MOST, holding.MOST + size))


SCRIPT = b"let x = 1;\n" * 1000


@pytest.mark.parametrize(
    "name",
    [
        min((f"static/{one.relative_to(files.STATIC)}" for one in files.STATIC.rglob("*.js")), key=len),
        *component.scripts(),
    ],
)
def test_files_that_never_change_are_compressed_once_and_kept_by_browsers(name):
    app = files.KeptFiles(answering())
    status, headers, plain = completed(ask(app, f"/{name}"))
    assert (status, b"content-encoding" in headers) == (200, False)
    status, headers, body = completed(ask(app, f"/{name}", accept_encoding="gzip, br"))
    assert (status, gzip.decompress(body)) == (200, plain)
    assert headers[b"content-encoding"] == b"gzip"
    assert headers[b"vary"] == b"Accept-Encoding"
    assert headers[b"content-type"].split(b";")[0] in (b"text/javascript", b"application/javascript")
    assert b"immutable" in headers[b"cache-control"]
    assert int(headers[b"content-length"]) == len(body) < len(plain)


def test_parts_of_files_and_other_requests_are_passed_on():
    app, (name, *_) = files.KeptFiles(answering()), component.scripts()
    _, digest, script = name.split("/")
    assert completed(ask(app, f"/{name}", range="bytes=0-9"))[0] == 204
    for other in (
        "/compare",
        f"/scripts/{digest[::-1]}/{script}",
        f"/scripts/{digest}/../{script}",
        "/static/../index.html",
    ):
        assert completed(ask(app, other))[0] == 204


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


def test_a_request_has_one_host():
    async def asked():
        sent = []
        lines = [(b"host", b"localhost"), (b"host", b"evil.example")]
        scope = {"type": "http", "method": "GET", "path": "/", "headers": lines}
        await KnownHosts(answering(), ["localhost"])(scope, None, lambda message: kept(sent, message))
        return sent[0]["status"]

    assert completed(asked()) == 400


async def kept(sent, message):
    sent.append(message)


def test_memory_is_given_back_again_and_again_and_results_are_forgotten_where_it_is_short(monkeypatch):
    given = []

    async def served():
        async with garbage.collecting_garbage():
            while len(given) < 6:
                await asyncio.sleep(0.01)
        return len(asyncio.all_tasks())

    monkeypatch.setattr(garbage, "LOOK", 0.02)
    monkeypatch.setattr(garbage.room, "is_short", lambda share=1.0: share == 1.0)
    monkeypatch.setattr(garbage, "drop_what_nobody_takes", lambda: given.append("files"))
    monkeypatch.setattr(garbage.result_cache, "clear", lambda: given.append("results"))
    monkeypatch.setattr(garbage, "give_back", lambda: given.append("memory"))
    before = gc.get_threshold()
    try:
        assert completed(served()) == 1  # none is left
        assert given[:6] == ["files", "results", "memory"] * 2
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


class Runtime:
    """Streamlit's sessions and files, as far as the server asks for them."""

    def __init__(self, *here):
        self.here, self.closed = set(here), []
        self.uploaded_file_mgr = memory_uploaded_file_manager.MemoryUploadedFileManager("")

    def is_active_session(self, session):
        return session in self.here

    def close_session(self, session):
        self.closed.append(session)


@pytest.fixture
def runtime(monkeypatch):
    made, at = Runtime("a", "b"), [1000.0]
    monkeypatch.setattr(uploads, "exists", lambda: True)
    monkeypatch.setattr(uploads, "get_instance", lambda: made)
    monkeypatch.setattr(uploads.time, "monotonic", lambda: at[0])
    made.pass_by = lambda seconds: at.__setitem__(0, at[0] + seconds)
    return made


def held_by(runtime, session, name):
    runtime.uploaded_file_mgr.add_file(session, UploadedFileRec(name, name, "", b"x"))
    assert uploaded(BoundedUploads(answering()), session, name, MEBIBYTE) == 204
    return lambda: bool(runtime.uploaded_file_mgr.get_files(session, [name]))


def test_what_no_page_takes_is_dropped_in_a_minute_and_what_a_control_lists_stays(runtime):
    first, second = held_by(runtime, "a", "first"), held_by(runtime, "a", "second")
    holding.IN_CONTROLS.add("second")
    runtime.pass_by(50)
    uploads.drop_what_nobody_takes()
    assert (first(), second()) == (True, True)
    runtime.pass_by(15)
    uploads.drop_what_nobody_takes()
    assert (first(), second(), list(uploads.SENT["a"])) == (False, True, ["second"])


def test_what_a_closed_tab_sent_is_dropped_in_ten_seconds_and_its_session_where_such_hold_much(runtime):
    sent = held_by(runtime, "a", "sent")
    holding.KEPT.update(a=uploads.MUCH, b=uploads.MUCH, c=1)
    runtime.here = {"b"}
    uploads.drop_what_nobody_takes()
    assert sent()
    runtime.pass_by(uploads.LEFT + 1)
    uploads.drop_what_nobody_takes()
    assert not sent()
    assert (runtime.closed, holding.KEPT) == (["a"], {"b": uploads.MUCH, "c": 1})  # c waits for its visitor
    runtime.pass_by(121)
    uploads.drop_what_nobody_takes()
    assert (runtime.closed, holding.KEPT) == (["a", "c"], {"b": uploads.MUCH})


def test_all_visitors_and_each_address_have_a_total(monkeypatch):
    monkeypatch.setenv(room.FILES, "400")
    app, size = BoundedUploads(answering()), 90 * MEBIBYTE
    assert [uploaded(app, f"s{n}", "f", size, client="192.0.2.1") for n in range(4)] == [204] * 3 + [413]
    assert [uploaded(app, f"t{n}", "f", size, client="192.0.2.2") for n in range(2)] == [204, 413]
    holding.KEPT["u"] = 30 * MEBIBYTE
    assert uploaded(app, "s3", "f", 20 * MEBIBYTE, client="192.0.2.3") == 413
    holding.KEPT.clear()
    assert uploaded(app, "s3", "f", 20 * MEBIBYTE, client="192.0.2.3") == 204


def test_an_upload_that_comes_too_slowly_is_ended(monkeypatch):
    async def never():
        await asyncio.Event().wait()

    async def reading(scope, receive, send):
        await receive()

    async def tried():
        sent, scope = [], {"type": "http", "method": "PUT", "path": "/_stcore/upload_file/a/b"}
        scope["headers"] = [(b"content-length", b"9")]
        await BoundedUploads(reading)(scope, never, lambda message: kept(sent, message))
        return sent[0]["status"]

    monkeypatch.setattr(uploads, "STALLED", 0.01)
    assert completed(tried()) == 408
    assert uploads.SENT == {}


def test_there_are_so_many_visitors_of_an_address_and_of_all_and_others_are_told_to_wait(monkeypatch):
    monkeypatch.setenv(room.VISITORS, "3")

    async def tried():
        ended, refused = asyncio.Event(), []

        async def waiting(scope, receive, send):
            if scope["type"] == "websocket":
                await ended.wait()
            else:
                await Response(status_code=204)(scope, receive, send)

        app = BoundedVisitors(waiting)
        addresses = ("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3")
        scopes = [{"type": "websocket", "path": "/", "client": (one, 1), "headers": []} for one in addresses]
        open_pages = []
        for n, scope in enumerate(scopes):
            open_pages.append(asyncio.create_task(app(scope, None, lambda message, n=n: kept(refused, (n, message)))))
        await asyncio.sleep(0)
        full = await ask(app, "/compare", accept="text/html", client="192.0.2.3")
        script = await ask(app, "/static/x.js", accept="*/*", client="192.0.2.3")
        ended.set()
        await asyncio.gather(*open_pages)
        return sorted({n for n, _ in refused}), full, script[0], (await ask(app, "/", accept="text/html"))[0]

    refused, (status, headers, body), script, afterwards = completed(tried())
    assert (refused, status, script, afterwards) == ([2, 4], 503, 204, 204)
    assert b"opens by itself" in body
    assert int(headers[b"refresh"]) > 0
