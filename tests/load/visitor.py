"""A visitor without a browser: speaks Streamlit's protocol (protobuf messages over a websocket) as its page does.

A visit begins like a browser's: the page and the files that it names, the health check, the settings, then the
websocket with the XSRF token, all with the cookies that were set on the way. Every message to the server carries the
state of all controls, the digests of the messages that the visitor keeps, the address bar, and the fragment in which
the control stands.
"""

import asyncio
import json
import random
import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.typing import Subprotocol

from tests.load.plain_http import Client
from tests.load.shown import Part, Shown

PATIENCE = 120.0  # seconds for an answer; then the visitor counts it as lost
COMPRESSED = {"Accept-Encoding": "gzip, deflate, br, zstd"}  # as browsers ask
CONNECTIONS = 6  # of a browser at once, for the files of a page
NAMED = re.compile(r'(?:src|href)="\.?(/?static/[^"]+)"')
EARLY = ForwardMsg.FINISHED_EARLY_FOR_RERUN
Done = Callable[[Shown], bool]


class LostError(Exception):
    """The visitor was refused, disconnected, or shown an error."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How long an action took: until the script had finished, and until the first table of its last run came."""

    finished: float
    table: float | None
    received: int  # bytes of messages, before compression


class Visitor:
    """One person with one tab."""

    compressed = False  # whether messages are, as far as the server does that

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
        self._page_hash = ""
        self._run = ""
        self._runs = 0
        self._begun = self._asked = 0  # runs that have begun, and how many of them when the visitor acted last
        self._kept: dict[str, tuple[ForwardMsg, int]] = {}  # digest -> message, the number of the run that last used it
        self._dropped: dict[str, ForwardMsg] = {}  # since the last answer to a message that still named them as kept
        self._age = 2  # runs that a message is kept
        self._table_at: float | None = None
        self._waiting: tuple[str, Done | None, asyncio.Future[float]] | None = None
        self._urls: dict[str, asyncio.Future[list[FileURLs]]] = {}
        self._repeating: list[asyncio.Task[None]] = []
        self._socket: ClientConnection | None = None
        self._listener: asyncio.Task[None] | None = None
        self._mounts: dict[str, dict[str, Any]] = {}  # of a component: its mount and the number of its last message

    # A visit

    async def open(self, page: str, query: Mapping[str, str] | None = None, *, files: bool = True) -> Timing:
        """Open a page by its link and wait until it is drawn; without `files` the browser has them in its cache."""
        self.page, self._query = page, urlencode(query or {}, safe=",/")
        self._linked = bool(query)
        begun = time.perf_counter()
        await self._fetch(f"/{page}" + (f"?{self._query}" if self._query else ""), files=files)
        await self.connect()
        answered = self._expect("")
        await self._rerun(page_name=page)
        return await self._answer(answered, begun)

    async def connect(self) -> None:
        """Open the websocket; after a lost connection the session goes on."""
        token = self.client.cookies.get("_streamlit_xsrf", "PLACEHOLDER_AUTH_TOKEN")
        words = ["streamlit", token, *([self.session] if self.session else [])]
        try:
            self._socket = await connect(
                self.client.origin.replace("http", "ws", 1) + "/_stcore/stream",
                origin=self.client.origin,  # type: ignore[arg-type]
                subprotocols=[Subprotocol(word) for word in words],
                additional_headers=self.client.cookie_header(),
                compression="deflate" if self.compressed else None,
                max_size=None,
                open_timeout=PATIENCE,
                proxy=None,
            )
        except (OSError, InvalidHandshake, TimeoutError) as reason:
            raise LostError(f"refused: {reason!r}") from None
        response = self._socket.response
        self.client.keep_cookies(list(response.headers.raw_items()) if response else [])
        self._listener = asyncio.create_task(self._listen(self._socket))

    async def close(self) -> None:
        """Close the tab."""
        self._stop_repeating()
        if self._listener and not self._listener.done():
            self._listener.cancel()
        if self._socket:
            await self._socket.close()
        if self._listener:
            with suppress(asyncio.CancelledError):
                await self._listener  # a fault of ours must not pass for a lost connection

    async def go(self, page: str) -> Timing:
        """Choose another page in the sidebar."""
        target = self.pages[page]
        self.page, self._query, self._linked, self._page_hash = page, "", False, target
        self.shown.states.clear()
        begun, answered = time.perf_counter(), self._expect("")
        await self._rerun(bare=True)
        return await self._answer(answered, begun)

    # What can be done on a page; each waits until the script has answered

    async def choose(self, key: str, *options: str) -> Timing:
        """Choose options of a list or of a group of buttons, as they are shown."""
        part = self._control(key)
        state = WidgetState(id=part.id)
        if part.kind in ("selectbox", "radio"):
            (state.string_value,) = options
        else:
            state.string_array_value.data.extend(options)
        return await self._send(part, state)

    async def type(self, key: str, value: str | float) -> Timing:
        """Fill a field."""
        part = self._control(key)
        state = WidgetState(id=part.id)
        if isinstance(value, str):
            state.string_value = value
        else:
            state.double_value = value
        return await self._send(part, state)

    async def check(self, key: str, on: bool) -> Timing:
        """Set a switch."""
        part = self._control(key)
        return await self._send(part, WidgetState(id=part.id, bool_value=on))

    async def press(self, key: str) -> Timing:
        """Press a button."""
        part = self._control(key)
        answered, begun = self._expect(part.fragment), time.perf_counter()
        await self._rerun(part.fragment, trigger=WidgetState(id=part.id, trigger_value=True))
        return await self._answer(answered, begun)

    async def click_row(self, table: str, choice: str) -> Timing:
        """Choose a row of a table."""
        part = self._control(f"clicks_{table}")
        mount = self._mounts.setdefault(part.id, {"seq": 0})
        mount["seq"] += 1
        value = {"picked": {"choice": choice, "seq": mount["seq"]}}
        return await self._send(part, _json_state(part, value))

    async def choose_in(self, sentence: str, role: str, number: int) -> Timing:
        """Choose what stands in a sentence in place of a name."""
        part = self._control(f"choices_{sentence}")
        mount = self._mounts.setdefault(part.id, {"seq": 0})
        mount["seq"] += 1
        value = {"picked": {"role": role, "number": number, "seq": mount["seq"]}}
        return await self._send(part, _json_state(part, value))

    async def click_point(self, key: str, curve: int, number: int, data: object) -> Timing:
        """Click a point of a plot."""
        part = self._control(key)
        point = {"curve_number": curve, "point_number": number, "point_index": number, "customdata": data}
        value = {"selection": {"points": [point], "point_indices": [number], "box": [], "lasso": []}}
        return await self._send(part, WidgetState(id=part.id, string_value=json.dumps(value, separators=(",", ":"))))

    async def drag(self, side: str, votes: list[int]) -> Timing:
        """Drag bars of a side (gold, a, b) on Compare: one message, when they are let go."""
        part = self._control("draw")
        data = self.shown.data(part)
        mount = self._mounts.setdefault(f"{part.id} {data['rev']}", {"mount": self.rng.random(), "seq": 0})
        names = ("classes", "gold", "a", "b", "name_a", "name_b", "positions")
        first = {name: data[name] for name in names} | {"mode": "votes", "n": sum(votes)}
        mount["drawn"] = picture = {**mount.get("drawn", first), side: votes}
        mount["seq"] += 1
        value = {**picture, "visit": data["visit"], "rev": data["rev"], "mount": mount["mount"], "seq": mount["seq"]}
        self.shown.states[part.id] = _json_state(part, {"drawn": value})
        wanted = ",".join(map(str, votes))  # the run that answers is the one whose link has them
        answered = self._expect(part.fragment, lambda shown: (shown.query() or {}).get(side) == wanted)
        begun = time.perf_counter()
        await self._rerun(part.fragment)
        return await self._answer(answered, begun)

    async def upload(self, key: str, files: Mapping[str, bytes], sent: asyncio.Event | None = None) -> Timing:
        """Drop files; timed from the first byte. `sent` is set when the last byte has arrived: the reading begins."""
        part, begun = self._control(key), time.perf_counter()
        request = f"{self.rng.getrandbits(64):x}"
        self._urls[request] = asyncio.get_running_loop().create_future()
        message = BackMsg()
        message.file_urls_request.request_id = request
        message.file_urls_request.session_id = self.session
        message.file_urls_request.file_names.extend(files)
        await self._transmit(message)
        state = WidgetState(id=part.id)
        state.file_uploader_state_value.SetInParent()
        async with asyncio.timeout(PATIENCE):
            urls = await self._urls[request]
        for (name, data), url in zip(files.items(), urls, strict=True):
            boundary = f"----visitor{self.rng.getrandbits(64):x}"
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n\r\n'
            headers = {
                "Content-Type": f"multipart/form-data; boundary={boundary}",
                "X-Xsrftoken": self.client.cookies.get("_streamlit_xsrf", ""),
                "Origin": self.client.origin,
            }
            body = head.encode() + data + f"\r\n--{boundary}--\r\n".encode()
            answer = await self.client.ask("PUT", f"/{url.upload_url.lstrip('/')}", body, headers)
            if answer.status >= 300:
                raise LostError(f"an upload was answered with {answer.status}")
            info = state.file_uploader_state_value.uploaded_file_info.add(
                name=name, size=len(data), file_id=url.file_id
            )
            info.file_urls.CopyFrom(url)
        if sent is not None:
            sent.set()
        timing = await self._send(part, state)
        return Timing(time.perf_counter() - begun, timing.table, timing.received)

    # The protocol

    async def _fetch(self, path: str, *, files: bool) -> None:
        try:
            page = await self.client.ask("GET", path)
            if page.status != 200:
                raise LostError(f"{path} was answered with {page.status}")
            if files:
                named = dict.fromkeys(NAMED.findall(page.body.decode()))
                few = asyncio.Semaphore(CONNECTIONS)
                await asyncio.gather(*(self._fetch_file(f"/{name.lstrip('/')}", few) for name in named))
            await self.client.ask("GET", "/_stcore/health")
            await self.client.ask("GET", "/_stcore/host-config")
        except (OSError, TimeoutError) as reason:
            raise LostError(f"refused: {reason!r}") from None

    async def _fetch_file(self, path: str, few: asyncio.Semaphore) -> None:
        async with few:
            answer = await self.client.ask("GET", path, headers=COMPRESSED)
        if answer.status != 200:
            raise LostError(f"{path} was answered with {answer.status}")

    def _control(self, key: str) -> Part:
        part = self.shown.control(key)
        if part is None:
            raise LookupError(f"/{self.page} has no control {key!r}")
        return part

    async def _send(self, part: Part, state: WidgetState) -> Timing:
        self.shown.states[part.id] = state
        self._dropped.clear()  # nothing is under way that could name them
        answered, begun = self._expect(part.fragment), time.perf_counter()
        await self._rerun(part.fragment)
        return await self._answer(answered, begun)

    async def _rerun(
        self,
        fragment: str = "",
        *,
        page_name: str = "",
        bare: bool = False,
        trigger: WidgetState | None = None,
        automatic: bool = False,
    ) -> None:
        state = ClientState(
            query_string=self._query,
            page_script_hash=self._page_hash,
            page_name=page_name,
            fragment_id=fragment,
            is_auto_rerun=automatic,
            cached_message_hashes=list(self._kept),
        )
        state.widget_states.CopyFrom(self.shown.widget_states(trigger))
        if bare:
            state.widget_states.ClearField("widgets")
        state.context_info.timezone = "UTC"
        state.context_info.timezone_offset = 0
        state.context_info.locale = "en-US"
        state.context_info.url = f"{self.client.origin}/{self.page}"
        state.context_info.is_embedded = False
        state.context_info.color_scheme = "light"
        await self._transmit(BackMsg(rerun_script=state))

    async def _transmit(self, message: BackMsg) -> None:
        assert self._socket, "open a page first"
        try:
            await self._socket.send(message.SerializeToString())
        except WebSocketException as reason:
            raise LostError(f"disconnected: {reason}") from None

    def _expect(self, fragment: str, done: Done | None = None) -> asyncio.Future[float]:
        """Return what becomes true when the run that answers has finished, all of it, or the fragment."""
        answered: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._waiting, self._asked, self._received = (fragment, done, answered), self._begun, self.received
        if self._listener and self._listener.done():
            answered.set_exception(LostError("disconnected"))
        return answered

    async def _answer(self, answered: asyncio.Future[float], begun: float) -> Timing:
        try:
            async with asyncio.timeout(PATIENCE):
                finished = await answered
        except TimeoutError:
            raise LostError(f"no answer in {PATIENCE:g} s") from None
        finally:
            self._waiting = None
        wrong = self.shown.exceptions()
        if wrong:
            raise LostError(f"an exception on /{self.page}: {wrong[0]}")
        table = self._table_at
        size = self.received - self._received
        return Timing(finished - begun, None if table is None or table < begun else table - begun, size)

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            with suppress(WebSocketException):
                async for data in socket:
                    assert isinstance(data, bytes)
                    self.received += len(data)
                    self._take(ForwardMsg.FromString(data))
        finally:
            if self._waiting and not self._waiting[2].done():
                self._waiting[2].set_exception(LostError("disconnected"))

    def _take(self, message: ForwardMsg) -> None:
        position, origin = tuple(message.metadata.delta_path), message.metadata.run
        kind = message.WhichOneof("type")
        if kind == "ref_hash":
            digest = message.ref_hash
            message = self._kept[digest][0] if digest in self._kept else self._dropped[digest]
            self._kept[message.hash] = (message, self._runs)
            kind = message.WhichOneof("type")
        elif message.metadata.cacheable:
            self._kept[message.hash] = (message, self._runs)
        if kind == "delta":
            self.shown.take(message, position, self._run)
            if message.delta.new_element.html.body.find("<table") >= 0:
                self._table_at = self._table_at or time.perf_counter()
        elif kind == "new_session":
            self._begin(message)
        elif kind == "navigation":
            self.pages = {page.url_pathname: page.page_script_hash for page in message.navigation.app_pages}
            self._page_hash = message.navigation.page_script_hash
        elif kind == "script_finished":
            self._finish(message.script_finished, origin.script_run_id, list(origin.fragment_ids))
        elif kind == "auto_rerun":
            every = message.auto_rerun
            self._repeating.append(asyncio.create_task(self._repeat(every.interval, every.fragment_id)))
        elif kind == "file_urls_response":
            self._urls[message.file_urls_response.response_id].set_result(list(message.file_urls_response.file_urls))

    def _begin(self, message: ForwardMsg) -> None:
        new = message.new_session
        self.session = new.initialize.session_id
        self._age = new.config.max_cached_message_age
        self._run = message.metadata.run.script_run_id
        self._begun += 1
        self._table_at = None
        if not message.metadata.run.fragment_ids:
            self._page_hash = new.page_script_hash or self._page_hash
            self._stop_repeating()

    def _finish(self, status: int, run: str, fragments: list[str]) -> None:
        now = time.perf_counter()
        if status != EARLY:
            self._runs += 1
            self._forget(fragments)
            self.shown.finish(run or self._run, fragments)
            query = self.shown.query()
            if query is not None and not self._linked:
                self._query = urlencode(query, safe=",/")
        if not self._waiting or status == EARLY or self._waiting[2].done():
            return
        fragment, done, answered = self._waiting
        # What a control asks for may be drawn by other parts alone. Where parts are repeated, nobody can tell.
        answers = self._begun > self._asked and not self._repeating
        drawn = answers or not fragments or fragment in fragments or self.shown.drew(fragment, run or self._run)
        if drawn and (done is None or done(self.shown)):
            answered.set_result(now)

    def _forget(self, fragments: list[str]) -> None:
        """Let go of messages that were not used for some runs; a run of fragments makes only theirs older."""
        for digest, (message, at) in list(self._kept.items()):
            if self._runs - at > self._age and (not fragments or message.delta.fragment_id in fragments):
                self._dropped[digest] = message
                del self._kept[digest]

    async def _repeat(self, interval: float, fragment: str) -> None:
        while True:
            await asyncio.sleep(interval)
            await self._rerun(fragment, automatic=True)

    def _stop_repeating(self) -> None:
        for task in self._repeating:
            task.cancel()
        self._repeating.clear()


def _json_state(part: Part, value: object) -> WidgetState:
    return WidgetState(id=part.id, json_value=json.dumps(value, separators=(",", ":")))
