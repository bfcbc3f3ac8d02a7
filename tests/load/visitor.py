"""A visitor without a browser: speaks Streamlit's protocol (protobuf messages over a websocket) as its page does.

A visit begins like a browser's: the page and the files that it names, the health check, the settings, then the
websocket with the XSRF token, all with the cookies that were set on the way. Every message to the server carries the
state of the controls that were used, the digests of the messages that the visitor keeps, the address bar, and the
fragment in which the control stands.
"""

import asyncio
import json
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.typing import Subprotocol

from tests.load.plain_http import Client

PATIENCE = 120.0  # seconds for an answer; then the visitor counts it as lost
COMPRESSED = {"Accept-Encoding": "gzip, deflate, br, zstd"}  # as browsers ask
CONNECTIONS = 6  # of a browser at once, for the files of a page
NAMED = re.compile(r'(?:src|href)="\.?(/?static/[^"]+)"')
EARLY = ForwardMsg.FINISHED_EARLY_FOR_RERUN
Position = tuple[int, ...]


class LostError(Exception):
    """The visitor was refused, disconnected, or shown an error."""


class Timing(NamedTuple):
    """How long an action took: until the script had finished, and until the first table of its last run came."""

    finished: float
    table: float | None
    received: int  # bytes of messages, before compression


class Part(NamedTuple):
    """An element, with the run of the script and the fragment that it came from; None instead of it is a container."""

    element: Element | None
    kind: str  # such as "selectbox"; of a container such as "popover"
    fragment: str
    run: str

    @property
    def content(self) -> Any:
        """Return the message of its kind, such as a `Selectbox`; None of a container."""
        return getattr(self.element, self.kind, None)

    @property
    def id(self) -> str:
        """Return Streamlit's id of a control, "" of everything else."""
        return str(getattr(self.content, "id", ""))

    @property
    def key(self) -> str:
        """Return the key that the page gave a control: its id is $$ID-DIGEST-KEY."""
        return self.id.split("-", 2)[2] if self.id.startswith("$$ID-") else ""

    @property
    def data(self) -> dict[str, Any]:
        """Return the data that a component was given."""
        return dict(json.loads(self.content.json))


class Shown:
    """A page in one tab, kept as Streamlit's page in the browser keeps it.

    An element replaces the one at its position, what the last run of the script did not send again is removed at its
    end, and a control that is gone loses its state.
    """

    def __init__(self) -> None:
        self.parts: dict[Position, Part] = {}
        self.states: dict[str, WidgetState] = {}  # of the controls that were used

    def take(self, message: ForwardMsg, position: Position, run: str) -> None:
        """Put an element or a container where a message says."""
        delta, what = message.delta, message.delta.WhichOneof("type")
        if what == "new_element":
            kind = delta.new_element.WhichOneof("type") or ""
            self.parts[position] = Part(delta.new_element, kind, delta.fragment_id, run)
        elif what == "add_block":
            self.parts[position] = Part(None, delta.add_block.WhichOneof("type") or "", delta.fragment_id, run)

    def finish(self, run: str, fragments: list[str]) -> None:
        """Remove what a run that has ended did not send again: of its fragments, or of the whole page."""
        self.parts = {
            position: part
            for position, part in self.parts.items()
            if part.run == run or (fragments and part.fragment not in fragments)
        }
        there = {part.id for part in self.parts.values()}
        self.states = {id: state for id, state in self.states.items() if id in there}

    def all(self, kind: str) -> Iterator[Part]:
        """Find all elements of a kind."""
        return (part for part in self.parts.values() if part.kind == kind)

    def control(self, key: str) -> Part | None:
        """Find the control with that key."""
        return next((part for part in self.parts.values() if key and part.key == key), None)

    def tables(self) -> dict[str, str]:
        """Return the HTML of all tables that have an id, by id."""
        texts = (part.content.body for part in self.all("html"))
        return {match[1]: text for text in texts if (match := re.search(r'<table[^>]* id="([^"]+)"', text))}

    def exceptions(self) -> list[str]:
        """Return what went wrong in the script, as the page shows it."""
        return [f"{part.content.type}: {part.content.message}" for part in self.all("exception")]

    def query(self) -> dict[str, str] | None:
        """Return what the page puts into the address bar; None without it."""
        parts = self.all("bidi_component")
        return next((part.data["query"] for part in parts if part.content.component_name.endswith("address")), None)


class Visitor:
    """One person with one tab."""

    def __init__(self, address: str, rng: random.Random, client: Client | None = None) -> None:
        self.client = client or Client(address)  # a second tab shares the cookies of the first
        self.rng = rng
        self.shown = Shown()
        self.page = ""  # as in the address bar
        self.pages: dict[str, str] = {}  # page -> Streamlit's hash of its script
        self.session = ""
        self.received = 0  # bytes
        self._query = ""
        self._linked = False  # a link's own query is repeated with every message until the page is left
        self._page_hash = self._run = ""
        self._kept: dict[str, ForwardMsg] = {}  # by their digests: the server sends these instead
        self._table_at: float | None = None
        self._socket: ClientConnection | None = None
        self._mounts: dict[str, dict[str, Any]] = {}  # of a component: its mount and the number of its last message

    # A visit

    async def open(self, page: str, query: Mapping[str, str] | None = None, *, files: bool = True) -> Timing:
        """Open a page by its link and wait until it is drawn; without `files` the browser has them in its cache."""
        self.page, self._query = page, urlencode(query or {}, safe=",/")
        self._linked = bool(query)
        begun = time.perf_counter()
        await self._fetch(f"/{page}" + (f"?{self._query}" if self._query else ""), files=files)
        await self._connect()
        await self._rerun(page_name=page)
        return await self._answer(begun)

    async def _connect(self) -> None:
        token = self.client.cookies.get("_streamlit_xsrf", "PLACEHOLDER_AUTH_TOKEN")
        try:
            self._socket = await connect(
                self.client.origin.replace("http", "ws", 1) + "/_stcore/stream",
                origin=self.client.origin,  # type: ignore[arg-type]
                subprotocols=[Subprotocol("streamlit"), Subprotocol(token)],
                additional_headers=self.client.cookie_header(),
                compression=None,
                max_size=None,
                open_timeout=PATIENCE,
                proxy=None,
            )
        except (OSError, InvalidHandshake, TimeoutError) as reason:
            raise LostError(f"refused: {reason!r}") from None
        response = self._socket.response
        self.client.keep_cookies(list(response.headers.raw_items()) if response else [])

    async def close(self) -> None:
        """Close the tab."""
        if self._socket:
            await self._socket.close()

    async def go(self, page: str) -> Timing:
        """Choose another page in the sidebar."""
        self.page, self._query, self._linked, self._page_hash = page, "", False, self.pages[page]
        self.shown.states.clear()
        begun = time.perf_counter()
        await self._rerun(bare=True)
        return await self._answer(begun)

    # What can be done on a page; each waits until the script has answered

    async def choose(self, key: str, *options: str) -> Timing:
        """Choose options of a group of buttons, as they are shown."""
        part = self._control(key)
        state = WidgetState(id=part.id)
        state.string_array_value.data.extend(options)
        return await self._send(part, state)

    async def click_row(self, table: str, choice: str) -> Timing:
        """Choose a row of a table."""
        part = self._control(f"clicks_{table}")
        mount = self._mounts.setdefault(part.id, {"seq": 0})
        mount["seq"] += 1
        return await self._send(part, _json_state(part, {"picked": {"choice": choice, "seq": mount["seq"]}}))

    async def drag(self, side: str, votes: list[int]) -> Timing:
        """Drag bars of a side (gold, a, b) on Compare: one message, when they are let go."""
        part = self._control("draw")
        data = part.data
        mount = self._mounts.setdefault(f"{part.id} {data['rev']}", {"mount": self.rng.random(), "seq": 0})
        names = ("classes", "gold", "a", "b", "name_a", "name_b", "positions")
        first = {name: data[name] for name in names} | {"mode": "votes", "n": sum(votes)}
        mount["drawn"] = picture = {**mount.get("drawn", first), side: votes}
        mount["seq"] += 1
        value = {**picture, "visit": data["visit"], "rev": data["rev"], "mount": mount["mount"], "seq": mount["seq"]}
        wanted = ",".join(map(str, votes))  # the run that answers is the one whose link has them
        state = _json_state(part, {"drawn": value})
        return await self._send(part, state, lambda shown: (shown.query() or {}).get(side) == wanted)

    async def upload(self, key: str, files: Mapping[str, bytes]) -> Timing:
        """Drop files; timed from the first byte."""
        part, begun = self._control(key), time.perf_counter()
        message = BackMsg()
        message.file_urls_request.request_id = "files"
        message.file_urls_request.session_id = self.session
        message.file_urls_request.file_names.extend(files)
        await self._transmit(message)
        state = WidgetState(id=part.id)
        state.file_uploader_state_value.SetInParent()
        answer = await self._read(lambda one: one.WhichOneof("type") == "file_urls_response")
        for (name, data), url in zip(files.items(), answer.file_urls_response.file_urls, strict=True):
            status = await self.put(f"/{url.upload_url.lstrip('/')}", data, name)
            if status >= 300:
                raise LostError(f"an upload was answered with {status}")
            info = state.file_uploader_state_value.uploaded_file_info.add(
                name=name, size=len(data), file_id=url.file_id
            )
            info.file_urls.CopyFrom(url)
        timing = await self._send(part, state)
        return timing._replace(finished=time.perf_counter() - begun)

    async def put(self, path: str, data: bytes, name: str = "f", **headers: str) -> int:
        """Send a file to an address; return the status of the answer."""
        head = f'--line\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n\r\n'
        lines = {"Content-Type": "multipart/form-data; boundary=line", "Origin": self.client.origin}
        lines |= {"X-Xsrftoken": self.client.cookies.get("_streamlit_xsrf", ""), **headers}
        return (await self.client.ask("PUT", path, head.encode() + data + b"\r\n--line--\r\n", lines)).status

    # The protocol

    async def _fetch(self, path: str, *, files: bool) -> None:
        async def fetch(name: str) -> None:
            async with few:
                answer = await self.client.ask("GET", name, headers=COMPRESSED)
            if answer.status != 200:
                raise LostError(f"{name} was answered with {answer.status}")

        few = asyncio.Semaphore(CONNECTIONS)
        try:
            page = await self.client.ask("GET", path)
            if page.status != 200:
                raise LostError(f"{path} was answered with {page.status}")
            named = dict.fromkeys(NAMED.findall(page.body.decode())) if files else ()
            await asyncio.gather(*(fetch(f"/{name.lstrip('/')}") for name in named))
            await self.client.ask("GET", "/_stcore/health")
            await self.client.ask("GET", "/_stcore/host-config")
        except (OSError, TimeoutError) as reason:
            raise LostError(f"refused: {reason!r}") from None

    def _control(self, key: str) -> Part:
        part = self.shown.control(key)
        if part is None:
            raise LookupError(f"/{self.page} has no control {key!r}")
        return part

    async def _send(self, part: Part, state: WidgetState, done: Callable[[Shown], bool] | None = None) -> Timing:
        self.shown.states[part.id] = state
        begun = time.perf_counter()
        await self._rerun(part.fragment)
        return await self._answer(begun, done)

    async def _rerun(self, fragment: str = "", *, page_name: str = "", bare: bool = False) -> None:
        state = ClientState(
            query_string=self._query,
            page_script_hash=self._page_hash,
            page_name=page_name,
            fragment_id=fragment,
            cached_message_hashes=list(self._kept),
        )
        state.widget_states.CopyFrom(WidgetStates(widgets=() if bare else self.shown.states.values()))
        state.context_info.locale, state.context_info.color_scheme = "en-US", "light"
        state.context_info.url = f"{self.client.origin}/{self.page}"
        await self._transmit(BackMsg(rerun_script=state))

    async def _transmit(self, message: BackMsg) -> None:
        assert self._socket, "open a page first"
        try:
            await self._socket.send(message.SerializeToString())
        except WebSocketException as reason:
            raise LostError(f"disconnected: {reason}") from None

    async def _answer(self, begun: float, done: Callable[[Shown], bool] | None = None) -> Timing:
        """Wait for the end of the run that answers: of the whole page, or of a fragment."""

        def answers(message: ForwardMsg) -> bool:
            ended = message.WhichOneof("type") == "script_finished"
            return ended and message.script_finished != EARLY and (done is None or done(self.shown))

        received, self._table_at = self.received, None
        await self._read(answers)
        finished, table = time.perf_counter(), self._table_at
        if wrong := self.shown.exceptions():
            raise LostError(f"an exception on /{self.page}: {wrong[0]}")
        return Timing(finished - begun, table and table - begun, self.received - received)

    async def _read(self, wanted: Callable[[ForwardMsg], bool]) -> ForwardMsg:
        """Take messages until one is wanted."""
        assert self._socket, "open a page first"
        try:
            async with asyncio.timeout(PATIENCE):
                async for data in self._socket:
                    assert isinstance(data, bytes)
                    self.received += len(data)
                    message = ForwardMsg.FromString(data)
                    self._take(message)
                    if wanted(message):
                        return message
        except WebSocketException:
            pass
        except TimeoutError:
            raise LostError(f"no answer in {PATIENCE:g} s") from None
        raise LostError("disconnected")

    def _take(self, message: ForwardMsg) -> None:
        position, origin = tuple(message.metadata.delta_path), message.metadata.run
        if message.metadata.cacheable:
            self._kept[message.hash] = message
        elif message.WhichOneof("type") == "ref_hash":
            message = self._kept[message.ref_hash]
        kind = message.WhichOneof("type")
        if kind == "delta":
            self.shown.take(message, position, self._run)
            if message.delta.new_element.html.body.find("<table") >= 0:
                self._table_at = self._table_at or time.perf_counter()
        elif kind == "new_session":
            self._begin(message)
        elif kind == "navigation":
            self.pages = {page.url_pathname: page.page_script_hash for page in message.navigation.app_pages}
            self._page_hash = message.navigation.page_script_hash
        elif kind == "script_finished" and message.script_finished != EARLY:
            self.shown.finish(origin.script_run_id or self._run, list(origin.fragment_ids))
            query = self.shown.query()
            if query is not None and not self._linked:
                self._query = urlencode(query, safe=",/")

    def _begin(self, message: ForwardMsg) -> None:
        new = message.new_session
        self.session = new.initialize.session_id
        self._run = message.metadata.run.script_run_id
        self._table_at = None
        if not message.metadata.run.fragment_ids:
            self._page_hash = new.page_script_hash or self._page_hash


def _json_state(part: Part, value: object) -> WidgetState:
    return WidgetState(id=part.id, json_value=json.dumps(value, separators=(",", ":")))
