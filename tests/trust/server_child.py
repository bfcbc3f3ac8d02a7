"""What is tried in a process of its own, since it changes Streamlit: each function answers with plain data."""

import asyncio
import gzip
import socket
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Thread
from time import sleep
from types import SimpleNamespace

from streamlit import config, file_util
from streamlit.runtime.app_session import AppSessionState
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.testing.v1 import AppTest
from streamlit.web.server.server_util import is_url_from_allowed_origins
from streamlit.web.server.starlette import starlette_static_routes
from streamlit.web.server.starlette.starlette_websocket import _is_origin_allowed

from ordquant_core.figures.composed import Sent
from ordquant_core.formats import File
from pages.shared import memory, sources  # noqa: F401, what they hold is counted
from pages.shared.guards import downloads as kept_downloads
from pages.shared.guards import interface as kept_interface
from pages.shared.guards import leavings, outward
from pages.shared.guards import thrift as thrift_with_elements
from pages.shared.guards import turns as turns_of_scripts
from pages.shared.guards import uploads as bounded_uploads

LARGE = []  # references to what pages hold


class Large:
    """A task, say."""


def origins():
    """Ask which origins and hosts are allowed; note whether anything outside was asked."""
    outward.install()
    asked = []

    def connect(*words, **named):
        asked.append(str(words))
        raise OSError("no request may go out")

    socket.create_connection = connect
    socket.getaddrinfo = connect
    config.set_option("server.allowedHosts", ["localhost", "127.0.0.1", "::1"])
    tried = [
        ("http://localhost:8501", "localhost:8501"),
        ("http://evil.example", "localhost:8501"),
        ("http://evil.example:8501", "evil.example:8501"),  # a name that leads here: DNS rebinding
        ("http://localhost.evil.example", "localhost:8501"),
        (None, "evil.example"),
        ("null", "localhost:8501"),
    ]
    allowed = [_is_origin_allowed(origin, host) for origin, host in tried]
    return {"allowed": allowed, "url": is_url_from_allowed_origins("https://evil.example"), "asked": asked}


def downloads():
    """Make two downloads that differ by a byte in the middle, and clean up before they are fetched."""
    kept_downloads.install()
    storage = MemoryMediaFileStorage("/media")
    manager = MediaFileManager(storage)
    data = [bytes(3 * 2**20), bytearray(3 * 2**20)]
    data[1][2**20 + 7] = 1
    found = {}
    for number, each in enumerate(data):
        placeholder = manager.add_deferred(lambda each=each: bytes(each), "text/csv", f"{number}", "scores.csv")
        found[manager.execute_deferred(placeholder)] = sha256(each).hexdigest()
    for _ in range(5):  # runs of anybody's script
        manager.clear_session_refs()
        manager.remove_orphaned_files()
    served = {url: sha256(_media_endpoint(storage, url)).hexdigest() for url in found}
    kept_downloads.AFTER_FETCHED = -1.0
    for _ in range(2):
        manager.remove_orphaned_files()
    return {"addresses": len(found), "same": served == found, "left": len(storage._files_by_id)}


def leaving():
    """Let a visitor leave whose page holds large things; return what is still there before and after."""

    def script():
        import functools
        import weakref

        import streamlit as st

        from tests.trust.server_child import LARGE, Large

        task = Large()
        LARGE.append(weakref.ref(task))
        st.session_state["own"] = "a file"
        st.button("Remove", on_click=functools.partial(id, task))

        @st.fragment
        def part():
            st.write(str(task))

        part()

    app = AppTest.from_function(script).run()
    state = app._session_state._state
    session = SimpleNamespace(
        id="a", _state=AppSessionState.APP_NOT_RUNNING, session_state=state, _fragment_storage=app._fragment_storage
    )
    found = {}
    for name, here in (("here", True), ("left", False)):
        leavings._shed(SimpleNamespace(is_active_session=lambda session_id, here=here: here), [session])
        app._run = app._tree = None
        leavings.give_back()
        found[name] = sum(large() is not None for large in LARGE), state["own"]
    return found


def prepared():
    """Let one session prepare more than it may, others a little; say whose downloads are left."""
    found, mebibyte = kept_downloads._Prepared(), 2**20
    found.add("small", "b", mebibyte)
    found.add("large", "c", 100 * mebibyte)
    for number in range(20):
        found.add(f"a{number}", "a", 50 * mebibyte)
    alone = list(found.files)
    found.add("huge", "a", 450 * mebibyte)  # larger than what is left for all
    return {"alone": alone, "huge": list(found.files)}


def _media_endpoint(storage, url):
    return storage.get_file(url.rpartition("/")[2]).content


def uploads():
    """Send files with made-up ids until they are refused."""
    bounded_uploads.install()
    manager = MemoryUploadedFileManager("/upload")
    big = bytes(90 * 2**20)
    return {
        "large": _held(manager, "first", lambda n: bytes([n]) + big, 12),
        "many": _held(manager, "second", lambda n: b"x", 3000),
        "replaced": _held(manager, "third", lambda n: big, 12, same=True),
        "kept": _beside_kept(manager, big),
    }


def _beside_kept(manager, big):
    """Send files while the pages of the session hold three others: how many are taken; and when these are dropped."""
    kept = {"own_tasks": {str(n): (File("a", bytes([n]) + big),) for n in range(3)}}
    session = SimpleNamespace(session=SimpleNamespace(session_state=kept))
    bounded_uploads.exists = lambda: True
    sessions = SimpleNamespace(get_session_info=lambda session_id: session)
    bounded_uploads.get_instance = lambda: SimpleNamespace(_session_mgr=sessions)
    found = [_held(manager, "fourth", lambda n: bytes([n]) + big, 12)]
    kept["own_tasks"].clear()
    return [*found, _held(manager, "fifth", lambda n: bytes([n]) + big, 12)]


def turns():
    """Run a script once; note whether another turn was to be had meanwhile, and afterwards."""
    taken = []
    watched = turns_of_scripts.Turns.take

    def watch(self):
        taken.append(self)
        return watched(self)

    turns_of_scripts.Turns.take = watch
    turns_of_scripts.install()

    def script():
        import streamlit as st

        st.session_state["ran"] = st.session_state.get("ran", 0) + 1

    app = AppTest.from_function(script).run().run()
    return {"turns": len(taken), "ran": app.session_state["ran"], "free": taken[0]._ended.is_set()}


def waiting():
    """Ask for three runs while somebody else has the turn; return what is run, and what is left when that fails."""
    turn, found = turns_of_scripts.Turns(), {}
    requests, runner = ScriptRequests(), object.__new__(ScriptRunner)

    def fail(self, data):
        found["run"], kept = data.query_string, not turn._ended.is_set()
        memory.waiting()  # for a worker process
        found["kept"] = [kept, not turn._ended.is_set()]
        raise ZeroDivisionError

    def script():
        with suppress(ZeroDivisionError):
            runner._run_script(requests.on_scriptrunner_ready().rerun_data)
        found["free"] = turn._ended.is_set()
        found["then"] = requests.on_scriptrunner_ready().type.name

    turns_of_scripts.LONG, turns_of_scripts.Turns, ScriptRunner._run_script = 60.0, lambda: turn, fail
    turns_of_scripts.install()
    thread = Thread(target=script)
    turn.take()
    requests.request_rerun(RerunData(query_string="first"))
    thread.start()
    while not turn._door.locked():
        sleep(0.01)
    for query in ("second", "third"):
        requests.request_rerun(RerunData(query_string=query))
    turn.give_back()
    thread.join()
    return found


def interface():
    """Ask for a file in all ways, before and after; return what the answers have in common and where they differ."""
    index = Path(file_util.get_static_dir()) / "index.html"
    script = next((index.parent / "static" / "js").glob("index.*.js"))
    before = starlette_static_routes.create_streamlit_static_handler(str(index.parent), None)
    kept_interface.install()
    after = starlette_static_routes.create_streamlit_static_handler(str(index.parent), None)
    path = f"/static/js/{script.name}"
    read, reads = Path.read_bytes, []
    broken = [OSError("a disk that fails once")]

    def noted(file):
        if broken:
            raise broken.pop()
        reads.append(file.name)
        return read(file)

    Path.read_bytes = noted

    async def ask(files, path, **headers):
        sent = []
        lines = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        scope = {"type": "http", "method": "GET", "path": path, "headers": lines, "root_path": "", "query_string": b""}

        async def receive():
            await asyncio.sleep(60)

        async def send(message):
            sent.append(message)

        await files(scope, receive, send)
        body = b"".join(message.get("body", b"") for message in sent)
        return sent[0]["status"], dict(sent[0]["headers"]), body

    async def tried():
        found = {}
        with suppress(OSError):
            await ask(after, path)
            found["fails"] = False
        plain, theirs = await ask(after, path), await ask(before, path)
        names = (b"content-type", b"content-length", b"cache-control", b"last-modified")
        found["plain"] = plain[2] == theirs[2] and all(plain[1][name] == theirs[1][name] for name in names)
        packed = await asyncio.gather(*(ask(after, path, accept_encoding="gzip, br") for _ in range(8)))
        found["packed"] = all(gzip.decompress(body) == theirs[2] for _, _, body in packed)
        found["encoding"] = packed[0][1][b"content-encoding"].decode(), packed[0][1][b"vary"].decode()
        found["smaller"] = len(packed[0][2]) < len(theirs[2]) / 2
        mark = packed[0][1][b"etag"].decode()
        found["known"] = [(await ask(after, path, if_none_match=one))[0] for one in (mark, '"other"')]
        found["part"] = (await ask(after, path, range="bytes=0-9"))[::2] == (206, theirs[2][:10])
        page = await ask(after, "/compare", accept_encoding="gzip")
        found["page"] = [gzip.decompress(page[2]) == index.read_bytes(), page[1][b"cache-control"].decode()]
        found["read"] = reads.count(script.name)
        return found

    return asyncio.run(tried())


def elements():
    """Draw the same elements before and after; return what differs, and whether the text of a figure was used."""

    def script():
        import streamlit as st

        from ordquant_core.figures.composed import Composed

        st.session_state.setdefault("mine", 1)
        st.html("<style>p {}</style>")
        st.html("<p>One\n  two</p><style>b {}</style> ")
        st.html("<style>a {}</style><p>three</p>")
        st.selectbox("List", ["a", "b"], index=None, key="list")
        st.number_input("Number", 0, 9, 4, key="number")
        st.plotly_chart(Composed([{"type": "bar", "y": [1, 2]}], {"title": {"text": "<b>"}}), key="chart")
        st.write(sorted(st.session_state), len(st.session_state), "list" in st.session_state)

    def drawn():
        app = AppTest.from_function(script).run()
        app.selectbox("list").select("b").run()
        assert not app.exception
        return [str(element.proto) for element in app.main if hasattr(element, "proto")]

    before, texts = drawn(), []
    as_json = Sent.as_json
    thrift_with_elements.install()
    Sent.as_json = lambda sent: texts.append(as_json(sent)) or texts[-1]
    after = drawn()
    differ = [(one, two) for one, two in zip(before, after, strict=True) if one != two]
    return {"elements": len(after), "differ": differ, "texts": len(texts)}


def _held(manager, session, data, times, *, same=False):
    for number in range(times):
        record = UploadedFileRec("same" if same else f"id{number}", "a.csv", "text/csv", data(number))
        try:
            manager.add_file(session, record)
        except Exception as problem:  # noqa: BLE001
            return [number, getattr(problem, "status_code", 0)]
    return [times, 200]
