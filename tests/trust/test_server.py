"""What the server does with requests before Streamlit sees them, each part alone (test_running.py: all together)."""

import asyncio
import gzip
import importlib.util
import logging
import math
import re
import socket
from contextlib import asynccontextmanager, nullcontext, suppress
from types import SimpleNamespace

import pytest
import uvicorn
from starlette.formparsers import MultiPartParser
from starlette.responses import Response
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime import memory_media_file_storage as storage
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.media_file_storage import MediaFileKind
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol as Sockets
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from assets.serve import __main__ as serve
from ordquant_core.formats.limits import MAX_BYTES, MEBIBYTE
from pages import server
from pages.server import files, first_paint, headers, hosts, memory, patches, uploads, visitors
from pages.shared import component, holding, reading, room
from tests.load.aside import completed
from tests.source_files import ROOT

LARGE = 90 * MEBIBYTE


@pytest.fixture(autouse=True)
def afresh():
    """Let nothing be held, before and afterwards."""
    for held in (every := (uploads.SENT, uploads._LEFT, holding.KEPT, holding.IN_CONTROLS)):
        held.clear()
    yield
    for held in every:
        held.clear()


async def ask(app, path="/", method="GET", query=b"", client="", body=(b"",), **lines):
    """Ask an application; return the status, the headers and the body of its answer, and what is left to be read."""
    sent, left = [], list(body)
    named = [(name.rstrip("_").replace("_", "-").encode(), value.encode()) for name, value in lines.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": named, "root_path": ""}
    scope |= {"query_string": query, "client": (client, 1)}

    async def receive():
        if not left:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

    async def send(message):
        sent.append(message)

    await asyncio.wait_for(app(scope, receive, send), 30)
    return sent[0]["status"], dict(sent[0]["headers"]), b"".join(one.get("body", b"") for one in sent), left


def answering(status=204, body=None, **options):
    """Return an application that answers so."""

    async def app(scope, receive, send):
        await Response(body, status, **options)(scope, receive, send)

    return app


def uploaded(app, session, name, size, method="PUT", client="", **options):
    length = {"content_length": str(size)} if size is not None else {}
    path = f"/_stcore/upload_file/{session}/{name}"
    return completed(ask(app, path, method, client=client, **length, **options))[0]


# Files: of a session, of an address, of all; what nobody takes


def test_a_session_may_send_so_many_bytes_and_files_and_others_are_not_concerned(monkeypatch):
    monkeypatch.setenv(room.FILES, "5000")
    app = uploads.BoundedUploads(answering())
    most = uploads.MOST_BYTES // LARGE
    assert [uploaded(app, "a", f"{n}", LARGE) for n in range(most + 1)] == [204] * most + [413]
    assert uploaded(app, "b", "0", LARGE) == 204
    assert uploaded(app, "a", "0", LARGE) == 204  # in place of the one with that name
    assert uploaded(app, "a", "0", None, "DELETE") == 204
    holding.KEPT["a"] = 10 * MEBIBYTE
    assert uploaded(app, "a", "new", uploads.MOST_BYTES - (most - 1) * LARGE - 10 * MEBIBYTE + 1) == 413
    assert uploaded(app, "a", "new", uploads.MOST_BYTES - (most - 1) * LARGE - 10 * MEBIBYTE) == 204
    assert [uploaded(app, "c", f"{n}", 1) for n in range(1001)] == [204] * 1000 + [413]


def test_all_visitors_and_each_address_have_a_total(monkeypatch):
    monkeypatch.setenv(room.FILES, "400")
    app, size = uploads.BoundedUploads(answering()), 100 * MEBIBYTE
    assert [uploaded(app, f"s{n}", "f", size, client="192.0.2.1") for n in range(4)] == [204] * 3 + [413]
    assert [uploaded(app, f"t{n}", "f", size - n, client="192.0.2.2") for n in range(2)] == [204, 413]
    uploads.forget("t0", "f")
    holding.KEPT["u"] = 30 * MEBIBYTE
    assert [uploaded(app, "s3", "f", n * MEBIBYTE, client="192.0.2.3") for n in (71, 70)] == [413, 204]
    uploads.forget("s3", "f")
    assert uploaded(app, "s4", "f", 1) == 204
    monkeypatch.setattr(uploads.room, "is_short", lambda: True)
    assert uploaded(app, "s5", "f", 1) == 413


def test_an_upload_says_its_size_and_one_that_was_refused_or_broken_off_does_not_count():
    for size in (None, "x", "-1"):
        assert uploaded(uploads.BoundedUploads(answering()), "a", "0", size) == 411

    assert completed(ask(uploads.BoundedUploads(answering()), "/compare"))[0] == 204  # what is no upload is passed on

    async def leaving(scope, receive, send):
        raise ConnectionError

    for n in range(10):
        assert uploaded(uploads.BoundedUploads(answering(403)), "a", f"{n}", LARGE) == 403
        with pytest.raises(ConnectionError):
            uploaded(uploads.BoundedUploads(leaving), "a", f"{n}", LARGE)
    assert uploads.SENT == {}


@pytest.mark.parametrize(("size", "left"), [(MAX_BYTES + MEBIBYTE, 0), (200 * MEBIBYTE, 2)])
def test_a_refusal_says_what_the_session_holds_after_a_file_of_possible_size_was_read(size, left):
    holding.KEPT["a"] = holding.MOST
    app, path = uploads.BoundedUploads(answering()), "/_stcore/upload_file/a/1"
    status, _, body, unread = completed(ask(app, path, "PUT", body=(b"x", b"y"), content_length=str(size)))
    assert (status, body.decode(), len(unread)) == (413, holding.refusal(holding.MOST, holding.MOST + size), left)


def test_an_upload_that_stops_or_comes_too_slowly_is_ended(monkeypatch):
    async def reading_all(scope, receive, send):
        while (await receive())["more_body"]:
            await asyncio.sleep(0.02)
        await Response(status_code=204)(scope, receive, send)

    app = uploads.BoundedUploads(reading_all)
    monkeypatch.setattr(uploads, "STALLED", 0.05)
    monkeypatch.setattr(uploads, "UNTAKEN", 1e6)
    assert uploaded(app, "a", "0", 9, body=()) == 408
    monkeypatch.setattr(uploads, "UNTAKEN", 0.0)
    assert uploaded(app, "a", "0", uploads.SLOWEST // 10, body=[b"x"] * 20) == 408  # a tenth of a second
    assert uploads.SENT == {}
    assert uploaded(app, "a", "0", uploads.SLOWEST * 60, body=[b"x"] * 9) == 204


@pytest.fixture
def runtime(monkeypatch):
    """Streamlit's sessions and files, as far as the server asks for them."""
    made, at = SimpleNamespace(here={"a", "b"}, closed=[], uploaded_file_mgr=MemoryUploadedFileManager("")), [1000.0]
    made.is_active_session = lambda session: session in made.here
    made.close_session = made.closed.append
    monkeypatch.setattr(uploads, "exists", lambda: True)
    monkeypatch.setattr(uploads, "get_instance", lambda: made)
    monkeypatch.setattr(uploads.time, "monotonic", lambda: at[0])
    monkeypatch.setattr(room, "is_short", lambda share=1.0: False)  # whatever other tests have left in this process

    def later(seconds):
        at[0] += seconds
        uploads.drop_what_nobody_takes()

    made.later = later
    return made


def held_by(runtime, session, name):
    runtime.uploaded_file_mgr.add_file(session, UploadedFileRec(name, name, "", b"x"))
    assert uploaded(uploads.BoundedUploads(answering()), session, name, MEBIBYTE) == 204
    return lambda: bool(runtime.uploaded_file_mgr.get_files(session, [name]))


def test_what_no_page_takes_is_dropped_in_a_minute_and_what_a_control_lists_stays(runtime):
    first = held_by(runtime, "a", "first")
    runtime.later(50)
    second, listed = held_by(runtime, "a", "second"), held_by(runtime, "a", "listed")
    holding.IN_CONTROLS.add("listed")
    runtime.later(50)
    assert (first(), second(), listed()) == (True, True, True)  # a page takes its files when all of them are there
    runtime.later(15)
    assert (first(), second(), listed(), list(uploads.SENT["a"])) == (False, False, True, ["listed"])
    runtime.uploaded_file_mgr.remove_file("a", "listed")  # a page has taken it, or Streamlit has forgotten it
    runtime.later(0)
    assert uploads.SENT == {}


def test_what_a_closed_tab_sent_is_dropped_in_ten_seconds_and_its_session_where_there_is_much(runtime, monkeypatch):
    sent, other = held_by(runtime, "a", "sent"), held_by(runtime, "b", "other")
    holding.KEPT.update(a=uploads.MUCH, b=uploads.MUCH, c=1)
    runtime.here = {"b"}
    runtime.later(0)
    runtime.later(9)
    assert (sent(), runtime.closed) == (True, [])
    runtime.later(2)
    assert (sent(), other(), runtime.closed) == (False, True, ["a"])
    assert holding.KEPT == {"b": uploads.MUCH, "c": 1}  # c waits for its visitor
    runtime.later(108)
    assert runtime.closed == ["a"]
    runtime.later(2)
    assert (runtime.closed, holding.KEPT) == (["a", "c"], {"b": uploads.MUCH})
    runtime.here = set()
    monkeypatch.setattr(room, "is_short", lambda share: share == uploads.SCARCE)
    holding.KEPT["b"] = 1  # little, but the server holds much
    runtime.later(0)
    runtime.later(9)
    assert runtime.closed == ["a", "c"]
    runtime.later(2)
    assert runtime.closed == ["a", "c", "b"]


def test_who_comes_back_is_waited_for_anew(runtime):
    holding.KEPT["c"] = 1
    for here in (set(), {"c"}, set()):
        runtime.here = here
        runtime.later(100)
    runtime.later(19)
    assert runtime.closed == []


@pytest.mark.parametrize(("held", "forgotten"), [(0.1, math.inf), (0.3, memory.UNUSED), (1.1, "all")])
def test_files_results_and_memory_are_let_go_again_and_again(monkeypatch, held, forgotten):
    done = []

    async def served():
        async with memory.kept_small():
            while done.count("memory") < 3:
                await asyncio.sleep(0.01)
        return len(asyncio.all_tasks())

    monkeypatch.setattr(memory, "LOOK", 0.01)
    monkeypatch.setattr(memory.room, "is_short", lambda share=1.0: held > share)
    monkeypatch.setattr(memory, "drop_what_nobody_takes", lambda: done.append("files"))
    monkeypatch.setattr(memory.result_cache, "clear", lambda: done.append("all"))
    monkeypatch.setattr(memory.result_cache, "forget", lambda is_there, unused: done.append(unused))
    monkeypatch.setattr(memory, "_call_glibc", lambda name, *_: done.append("memory") if "trim" in name else None)
    assert completed(served()) == 1  # no task is left
    looks = memory.EVERY if forgotten == math.inf else 1
    assert done[: 2 * (looks + 2)] == [*["files"] * looks, forgotten, "memory"] * 2


# Visitors


async def kept(sent, message):
    sent.append(message)


def test_there_are_so_many_visitors_of_an_address_and_of_all_and_others_are_told_to_wait(monkeypatch):
    monkeypatch.setenv(room.VISITORS, "6")

    async def tried():
        ended, refused, pages = asyncio.Event(), [], []

        async def waiting(scope, receive, send):
            await (ended.wait() if scope["type"] == "websocket" else Response(status_code=204)(scope, receive, send))

        app = visitors.BoundedVisitors(waiting)
        for n, host in enumerate([1, 1, 1, 1, 1, 2, 2, 3]):  # four of one address, two of another, no more
            scope = {"type": "websocket", "path": "/", "client": (f"192.0.2.{host}", 1), "headers": []}
            pages.append(asyncio.create_task(app(scope, None, lambda message, n=n: kept(refused, n))))
        await asyncio.sleep(0)
        full = await ask(app, "/compare", accept="text/html", client="192.0.2.3")
        script = await ask(app, "/static/x.js", accept="*/*", client="192.0.2.3")
        ended.set()
        await asyncio.gather(*pages)
        return set(refused), full, script[0], (await ask(app, accept="text/html", client="192.0.2.1"))[0]

    refused, (status, sent, body, _), script, afterwards = completed(tried())
    assert (refused, status, script, afterwards) == ({4, 7}, 503, 204, 204)
    assert b"opens by itself" in body
    assert int(sent[b"refresh"]) > 0


# Hosts and headers


def test_the_hosts_that_visitors_may_use_follow_from_the_address_and_what_the_operator_says(monkeypatch):
    own = {"localhost", "127.0.0.1", "::1"}
    monkeypatch.delenv(hosts.HOSTS, raising=False)
    assert {*map(hosts.allowed_hosts, ("0.0.0.0", "::", ""))} == {()}
    for address in ("localhost", "127.0.0.1", "quant.example.org", "192.0.2.1"):
        assert {*hosts.allowed_hosts(address)} == {address, *own}
    monkeypatch.setenv(hosts.HOSTS, "a.example.org, b.example.org")
    for address in ("localhost", "0.0.0.0", "192.0.2.1"):
        assert {*hosts.allowed_hosts(address)} == {"a.example.org", "b.example.org", *own}


ALLOWED = {"named": ["quant.example.org", "*.example.edu", "::1"], "every": [], "*": ["*"]}
ASKED = """
named  QUANT.example.org.:8501                 -                                         204
named  [::1]:8501                              -                                         204
named  a.b.example.edu                         -                                         204
named  example.edu                             -                                         403
named  evil.example                            -                                         403
named  quant.example.org.evil.example          -                                         403
named  user@quant.example.org                  -                                         403
named  quant.example.org/x                     -                                         403
named  quant.example.org:x                     -                                         403
named  [                                       -                                         403
named  -                                       -                                         403
every  any.example                             -                                         204
*      any.example                             -                                         204
every  any.example                             http://evil.example                       403
named  quant.example.org                       http://quant.example.org                  204
named  quant.example.org:8501                  https://quant.example.org:8501            204
named  quant.example.org:8501                  http://quant.example.org:8502             403
named  quant.example.org                       http://quant.example.org.evil.example     403
named  quant.example.org                       null                                      403
named  quant.example.org                       https://COURSE.example.org                204
named  quant.example.org                       https://course.example.org.evil.example   403
"""


@pytest.mark.parametrize("row", [row.split() for row in ASKED.strip().splitlines()], ids=" ".join)
def test_a_request_is_answered_under_names_and_to_pages_that_are_allowed(row):
    allowed, host, origin, status = ("" if word == "-" else word for word in row)
    app = hosts.KnownHosts(answering(), ALLOWED[allowed], ["https://course.example.org/"])
    lines = {"host": host} | ({"origin": origin} if origin else {})
    assert completed(ask(app, **lines))[0] == int(status)
    assert completed(ask(app, "/base/_stcore/metrics", **lines))[0] == 403
    assert completed(ask(app, "/_stcore/health", **lines))[0] == 204
    assert completed(ask(app, **lines, host_=host))[0] == 400  # two of them


def test_frames_are_for_the_origins_that_the_operator_names(monkeypatch):
    monkeypatch.delenv(headers.EMBED_FROM, raising=False)
    policy = headers.content_policy().split("; ")
    assert "frame-ancestors 'self'" in policy
    words = {"'self'", "'none'", "'unsafe-inline'", "'wasm-unsafe-eval'", "data:", "blob:"}  # those of the standard
    sources = {source for part in policy for source in part.split()[1:]}
    assert {source for source in sources if not re.fullmatch("'sha256-[A-Za-z0-9+/]{43}='", source)} == words
    monkeypatch.setenv(headers.EMBED_FROM, "https://course.example.org, https://*.example.edu:8443")
    ends = "frame-ancestors 'self' https://course.example.org https://*.example.edu:8443"
    assert headers.content_policy().endswith(ends)
    for wrong in ("*", "x.org", "https://x.org;", "http://x'"):
        monkeypatch.setenv(headers.EMBED_FROM, f"{wrong} https://y.org")
        with pytest.raises(ValueError, match=re.escape(f"{headers.EMBED_FROM} holds {wrong!r}")):
            headers.content_policy()


@pytest.mark.parametrize(("variable", "value"), [(room.FILES, "many"), (room.VISITORS, "0"), (headers.EMBED_FROM, "*")])
def test_where_the_server_cannot_work_as_asked_it_says_so_in_a_line_and_ends(monkeypatch, capsys, variable, value):
    bounds = {headers.SecurityHeaders, hosts.KnownHosts, visitors.BoundedVisitors, uploads.BoundedUploads}
    assert {one.cls for one in server.middleware()} == bounds | {files.KeptFiles, first_paint.FirstPaint}
    monkeypatch.setenv(variable, value)
    with pytest.raises(SystemExit) as ended:
        server.middleware()
    (line,) = capsys.readouterr().err.splitlines()
    assert ended.value.code == 2
    assert variable in line
    assert value in line


# Files of browsers


def test_files_that_never_change_are_compressed_once_and_kept_by_browsers(monkeypatch):
    of_streamlit = min(files.STATIC.rglob("*.js"), key=lambda one: len(one.name)).relative_to(files.STATIC)
    app, names = files.KeptFiles(answering()), component.scripts()
    for name in (f"static/{of_streamlit}", *names):
        plain = completed(ask(app, f"/{name}"))[2]
        status, sent, packed, _ = completed(ask(app, f"/{name}", accept_encoding="gzip, br"))
        assert (status, gzip.decompress(packed), sent[b"content-encoding"]) == (200, plain, b"gzip")
        assert sent[b"content-type"].split(b";")[0] in (b"text/javascript", b"application/javascript")
        assert (sent[b"vary"], b"immutable" in sent[b"cache-control"]) == (b"Accept-Encoding", True)
    _, digest, script = name.split("/")
    others = [f"scripts/{digest[::-1]}/{script}", f"scripts/{digest}/../{script}", "static/../index.html", "compare"]
    assert {completed(ask(app, f"/{other}"))[0] for other in others} == {204}
    assert completed(ask(app, f"/{name}", range="bytes=0-9"))[0] == 204
    assert completed(ask(app, f"/{name}", "POST"))[0] == 204
    monkeypatch.setattr(files, "get_option", {"server.baseUrlPath": "/quant/"}.__getitem__)
    below = files.KeptFiles(answering())
    assert [completed(ask(below, f"{base}/{name}"))[0] for base in ("/quant", "")] == [200, 204]


SHELL = '<html><head><title>x</title></head><body><div id="root"></div></body></html>'


@pytest.mark.parametrize(
    ("body", "query", "packed"),
    [(SHELL, b"", True), (SHELL, b"", False), (SHELL, b"embed=true", True), ("<html>another</html>", b"", True)],
)
def test_the_first_page_comes_with_the_style_sheet_and_other_answers_as_they_are(body, query, packed):
    async def app(scope, receive, send):
        asked.extend(name for name, _ in scope["headers"])
        await Response(body, media_type="text/html", headers={"etag": '"1"', "last-modified": "x"})(
            scope, receive, send
        )

    asked = []
    lines = {"accept": "text/html,*/*", "if_none_match": '"1"', "accept_encoding": "gzip" if packed else ""}
    _, sent, answer, _ = completed(ask(first_paint.FirstPaint(app), "/cases", query=query, **lines))
    assert int(sent[b"content-length"]) == len(answer)
    if query or body != SHELL:
        assert (answer, sent[b"etag"]) == (body.encode(), b'"1"')
        return
    begin, sheet, end = (gzip.decompress(answer) if packed else answer).decode().partition(".oq-verdict")
    assert (begin[:12], bool(sheet), end[-14:], "</head>" in end) == (SHELL[:12], True, SHELL[-14:], True)
    assert asked == [b"accept"]  # whole, and as it is: the sheet may have changed where the file has not
    assert not {b"etag", b"last-modified"} & set(sent)
    assert not packed or (sent[b"content-encoding"], sent[b"vary"]) == (b"gzip", b"Accept-Encoding")


# What is changed in other packages


@pytest.fixture
def installed(monkeypatch):
    monkeypatch.setattr(storage, patches.ADDRESS, getattr(storage, patches.ADDRESS))
    monkeypatch.setattr(MultiPartParser, patches.SPOOLED, MultiPartParser.spool_max_size)
    monkeypatch.setattr(Sockets, patches.RECEIVED, Sockets.data_received)
    monkeypatch.setattr(AppSession, patches.TAKEN, lambda session, message: session.append(message))
    patches.install()


def address(data, name="scores.csv", kind="text/csv"):
    held = storage.MemoryMediaFileStorage("/media")
    return held.get_url(held.load_and_get_id(data, kind, MediaFileKind.DOWNLOADABLE, name))


def test_files_that_differ_in_anything_have_two_addresses_that_no_other_process_can_compute(installed):
    whole = bytes(3 * 2**20)
    changed = [whole[:at] + b"x" + whole[at + 1 :] for at in (0, 2**20 + 7, 3 * 2**20 - 1)]
    found = {address(one) for one in (whole, *changed)} | {address(whole, "other"), address(whole, kind="text/x")}
    assert (len(found), address(whole)) == (6, next(one for one in found if one == address(bytes(3 * 2**20))))
    assert patches.file_id_of(b"1", "text/csv", "x") != patches.file_id_of(b"1x", "text/csv", "")
    assert patches.file_id_of(b"1", "text/csv", "scores.csv") in address(b"1")
    spec = importlib.util.find_spec("pages.server.patches")
    spec.loader.exec_module(other := importlib.util.module_from_spec(spec))  # as in another process
    assert other.file_id_of(b"1", "text/csv", "scores.csv") not in address(b"1")


def test_the_largest_upload_stays_in_memory(installed):
    assert MultiPartParser.spool_max_size > MAX_BYTES


@pytest.mark.parametrize(("query", "states"), [(65_536, 0), (65_537, 0), (900_000, 0), (0, 900_000)])
def test_a_message_that_names_a_longer_address_than_any_page_makes_is_not_taken(query, states, installed):
    sent = BackMsg(rerun_script=ClientState(query_string="x" * query))
    sent.rerun_script.widget_states.widgets.add(id="a", string_value="x" * states)
    taken = []
    AppSession.handle_backmsg(taken, sent)
    assert taken == ([sent] if query <= patches.MOST_QUERY else [])


@pytest.mark.parametrize("moved", ["an attribute", "a module"])
def test_where_a_release_has_moved_a_name_the_server_starts_and_says_so(moved, installed, monkeypatch, caplog):
    if moved == "a module":
        monkeypatch.setattr(patches, "PARSER", "starlette.no_such_module")
    else:
        monkeypatch.delattr(storage, patches.ADDRESS)
    patches.install()
    assert [(one.levelno, "not supported" in one.message) for one in caplog.records] == [(logging.WARNING, True)]


HEAD = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
FRAME = b"\x82\xff\0\0\0\0\0\x01\0\0mask" + bytes(9000)  # of 65,536 bytes
FIRST, NEXT, LAST = b"\x02\x80mask", b"\0\x80mask", b"\x80\x80mask"  # of a message of pieces


@asynccontextmanager
async def sockets():
    """Serve websockets that answer how long a message is; yield the port."""

    async def app(scope, receive, send):
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            while (message := await receive())["type"] == "websocket.receive":
                await send({"type": "websocket.send", "text": f"{len(message['bytes'])}"})

    with socket.create_server(("127.0.0.1", 0)) as line:
        options = {"lifespan": "off", "log_level": "critical", "ws": "websockets-sansio"}
        running = uvicorn.Server(uvicorn.Config(app, **options))
        task = asyncio.create_task(running.serve([line]))
        yield line.getsockname()[1]
        running.should_exit = True
        await task


async def ended(port, sent):
    """Send something after the handshake; return after how many seconds the connection has ended."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(HEAD)
    await reader.readuntil(b"\r\n\r\n")
    begun = asyncio.get_running_loop().time()
    writer.write(sent)
    with suppress(ConnectionError):
        while await asyncio.wait_for(reader.read(1000), 20):
            pass
    writer.close()
    return asyncio.get_running_loop().time() - begun


def test_a_message_of_a_browser_that_does_not_end_in_time_or_is_too_much_ends_its_connection(installed, monkeypatch):
    monkeypatch.setattr(patches, "LONGEST", 0.5)

    async def tried():
        async with sockets() as port, connect(f"ws://127.0.0.1:{port}", proxy=None) as honest:
            late = await asyncio.gather(*(ended(port, begun) for begun in (FRAME, FRAME[:1], FIRST + NEXT * 9)))
            large = b"\x82\xff\0\0\0\0\0\x20\0\0mask" + bytes(MEBIBYTE + 1)  # of 2 MiB
            at_once = [await ended(port, sent) for sent in (large, FIRST + NEXT * 2 * patches.PIECES)]
            with monkeypatch.context() as patched:
                patched.setattr(patches, "MOST", 20_000)
                three = await asyncio.gather(*(ended(port, FRAME) for _ in range(3)))
                at_once.append(min(three))
                assert max(three) > 0.4
            for _ in range(3):  # what ends in time is a message, and counts no longer
                await honest.send([bytes(50_000)] * 9)
                assert await honest.recv() == "450000"
                await asyncio.sleep(0.3)
            await honest.send(b"x")
            return late, at_once, await honest.recv()

    with suppress(ConnectionClosed):
        late, at_once, answer = completed(tried())
    assert min(late) > 0.4
    assert max(at_once) < 0.4
    assert answer == "1"


# What is promised


@pytest.mark.parametrize(("seconds", "expectation"), [(299, nullcontext()), (301, pytest.raises(serve.ServingError))])
def test_on_a_busy_machine_a_process_has_five_minutes_to_start(monkeypatch, seconds, expectation):
    at = [0.0]
    monkeypatch.setattr(serve, "time", SimpleNamespace(monotonic=lambda: at[0]))
    asked = SimpleNamespace(is_set=lambda: False, wait=lambda seconds: at.__setitem__(0, at[0] + seconds))
    one = SimpleNamespace(process=SimpleNamespace(poll=lambda: None), answers=lambda: at[0] >= seconds)
    with expectation:
        serve._wait([one], asked)


def test_what_security_says_is_what_holds(monkeypatch):
    for name in (*room.USUAL, serve.CONNECTIONS):
        monkeypatch.delenv(name, raising=False)
    text = " ".join((ROOT / "SECURITY.md").read_text().split())
    config = (ROOT / ".streamlit" / "config.toml").read_text()
    for said, holds in {
        "| 512 MiB; of one address three quarters": room.files() == 512 * MEBIBYTE,
        "of one session 400 MiB": holding.MOST == 400 * MEBIBYTE,
        "of one file 100 MiB": MAX_BYTES == 100 * MEBIBYTE and "maxUploadSize = 100\n" in config,
        "| open pages | 300;": room.most(room.VISITORS) == 300,
        "| 2 GiB,": room.most(room.MEMORY) == 2048,
        "| 1 MB, of which 64 KiB for the query of its page's address;": (patches.LARGEST, patches.MOST_QUERY)
        == (MEBIBYTE, MEBIBYTE // 16)
        and "maxWidgetStateSize = 1 " in config,
        "it has to end within 10 s; 64 MiB of": (patches.LONGEST, patches.MOST) == (10, 64 * MEBIBYTE),
        "30 s of CPU; of files above 2 MiB": (reading.LONGEST, reading.SMALL) == (30, 2 * MEBIBYTE),
        "| 1,000 (a class of 100": serve.MOST_CONNECTIONS == 1000,
        "dropped within a minute, uploads that stall within half a minute": (uploads.UNTAKEN, uploads.STALLED)
        == (60, 30),
        "within ten seconds where sessions that were left hold more than 64 MiB, or the server 30% of its": (
            uploads.LEFT,
            uploads.MUCH,
            uploads.SCARCE,
        )
        == (10, 64 * MEBIBYTE, 0.3),
    }.items():
        assert said in text
        assert holds, said
