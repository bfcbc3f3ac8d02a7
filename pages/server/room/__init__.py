"""Class rooms: small pages and their routes beside Streamlit's, so that a phone costs no session.

A teacher opens a room on /room and keeps its key in the browser; the class answers on /room/CODE; /room/CODE/stage is
for the projector. The pages are files; what they show comes from the routes below as JSON.
"""

import asyncio
import io
import json
import os
import re
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import segno
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from streamlit import get_option

from ordquant_core.browser import BROWSER
from ordquant_core.markup import join, tag
from ordquant_core.teaching import room_questions
from ordquant_core.teaching.lesson import to_json
from ordquant_core.teaching.rooms import CODE_LENGTH, LETTERS, LIFE, Reason, Room, RoomError, Rooms
from pages.server.room.limits import GUESSES, OPENINGS, Limit
from pages.shared.session import network_of

FOLDER = "ORDQUANT_ROOMS"  # the environment variable with the folder that processes share
FILES = Path(__file__).parent / "files"
LONGEST = 4096  # bytes of what a phone or a teacher sends
CODE = re.compile(f"[{LETTERS}]{{{CODE_LENGTH}}}")
TOKEN = re.compile(r"[A-Za-z0-9_-]{16,64}")
EVERY = 60.0  # seconds between two searches for rooms whose time is over
STATUS: dict[Reason, int] = {"unknown": 404, "key": 403, "full": 409, "turn": 409, "file": 503}
NO_ROOM = "There is no open room with this code. A room ends after two hours."
WAIT = "Many wrong codes came from your network within the last minute. Wait a minute."
Endpoint = Callable[[Request], Awaitable[Response]]


class RoomRoutes:
    """The routes of rooms, over one SQLite file."""

    def __init__(self) -> None:
        self._own: tempfile.TemporaryDirectory[str] | None = None
        self._rooms: Rooms | None = None
        self._guesses, self._openings = Limit(*GUESSES), Limit(*OPENINGS)

    def routes(self) -> list[Route]:
        """Return them, below the path of the dashboard."""
        path = (get_option("server.baseUrlPath") or "").strip("/")
        root = f"/{path}/room" if path else "/room"
        return [
            Route(root, _opening),
            Route(f"{root}/", lambda _: RedirectResponse("../room")),
            Route(f"{root}/files/{{name:path}}", _file),
            Route(f"{root}/new", _answering(self._open), methods=["POST"]),
            Route(f"{root}/{{code}}", _page("phone.html")),
            Route(f"{root}/{{code}}/stage", _page("stage.html")),
            Route(f"{root}/{{code}}/now", _answering(self._now)),
            Route(f"{root}/{{code}}/answer", _answering(self._answer), methods=["POST"]),
            Route(f"{root}/{{code}}/qr.svg", _answering(self._qr)),
            Route(f"{root}/{{code}}/board", _answering(self._board)),
            Route(f"{root}/{{code}}/counts", _answering(self._counts)),
            Route(f"{root}/{{code}}/counts.csv", _answering(self._csv)),
            Route(f"{root}/{{code}}/turn", _answering(self._turn), methods=["POST"]),
            Route(f"{root}/{{code}}/close", _answering(self._close), methods=["POST"]),
        ]

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Delete rooms whose time is over while this lasts, and at the end what was made for them."""
        task = asyncio.create_task(self._forget())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            if self._rooms is not None:
                self._rooms.disconnect()
            if self._own is not None:
                self._own.cleanup()
            self._rooms = self._own = None

    @property
    def rooms(self) -> Rooms:
        """The rooms; a process that was given no folder has its own."""
        if self._rooms is None:
            folder = os.environ.get(FOLDER, "")
            if not folder:
                try:
                    self._own = tempfile.TemporaryDirectory(prefix="ordquant-rooms-", ignore_cleanup_errors=True)
                except OSError:
                    folder = os.devnull  # where no file can be: the sentence of `Rooms` says so
            self._rooms = Rooms(Path(self._own.name if self._own else folder) / "rooms.sqlite")
        return self._rooms

    async def _forget(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            with suppress(RoomError):  # the next request for a room reports it
                await asyncio.to_thread(self.rooms.forget_old)

    async def _open(self, request: Request) -> Response:
        content = await _read_content(request)
        questions = content.get("questions")
        if not isinstance(questions, list) or not all(
            isinstance(key, str) and key in room_questions.QUESTIONS for key in questions
        ):
            raise HTTPException(400, f"Expected the keys of questions: {', '.join(room_questions.QUESTIONS)}.")
        if len(set(questions)) < len(questions):
            raise HTTPException(400, "A room asks each question once.")
        network = _network_of(request)
        if network and self._openings.is_reached(network):
            raise HTTPException(429, "Many rooms were opened from your network within the last hour. Try again later.")
        code, key = await asyncio.to_thread(self.rooms.open, questions)
        self._openings.note(network)
        return JSONResponse({"code": code, "key": key, "seconds": LIFE}, 201)

    async def _now(self, request: Request) -> Response:
        """Answer what a phone shows; a phone that asks is in the room from then on."""
        code, phone = _read_code(request), _read_token(request, "X-Phone")
        if not await asyncio.to_thread(self.rooms.has_joined, code, phone):  # else it guesses nothing
            await self._use_by_code(request, code, self.rooms.join, phone)
        room = await asyncio.to_thread(self.rooms.find, code)
        mine = await asyncio.to_thread(self.rooms.answer_of, code, phone, room.at)
        return JSONResponse({**_visible_part(room), "mine": mine})

    async def _answer(self, request: Request) -> Response:
        code, phone = _read_code(request), _read_token(request, "X-Phone")
        content = await _read_content(request)
        question, choice = content.get("question"), content.get("choice")
        if type(question) is not int or not isinstance(choice, str):
            raise HTTPException(400, "Expected the number of a question and the key of an answer.")
        if await asyncio.to_thread(self.rooms.has_joined, code, phone):
            room = await asyncio.to_thread(self.rooms.find, code)
        else:
            room = await self._use_by_code(request, code, self.rooms.find)
        offered = room_questions.choices(room.questions[room.at])
        if question == room.at and choice not in offered:
            raise HTTPException(400, f"Expected one of the answers: {', '.join(offered)}.")
        await asyncio.to_thread(self.rooms.answer, code, phone, question, choice)
        return JSONResponse({"question": question, "mine": choice})

    async def _counts(self, request: Request) -> Response:
        room, counts = await self._use_with_key(request, self.rooms.counts)
        given = counts.answers[room.at]
        numbers = {choice: given.get(choice, 0) for choice in room_questions.choices(room.questions[room.at])}
        return JSONResponse({**_visible_part(room), "phones": counts.phones, "counts": numbers})

    async def _board(self, request: Request) -> Response:
        """Answer the current question as the board of the stage reads it; phones never see it."""
        room, _ = await self._use_with_key(request, self.rooms.counts)
        lesson = to_json(room_questions.QUESTIONS[room.questions[room.at]])
        return JSONResponse({"question": room.at, "revealed": room.is_revealed, "lesson": lesson})

    async def _csv(self, request: Request) -> Response:
        room, counts = await self._use_with_key(request, self.rooms.counts)
        return Response(room_questions.counts_csv(room, counts), media_type="text/csv")

    async def _turn(self, request: Request) -> Response:
        content = await _read_content(request)
        question, reveal = content.get("question"), content.get("reveal", False)
        if type(question) is not int or not isinstance(reveal, bool):
            raise HTTPException(400, "Expected the number of a question, and whether it is revealed.")

        def turn(code: str, key: str) -> Room:
            return self.rooms.turn(code, key, question, reveal=reveal)

        return JSONResponse(_visible_part(await self._use_with_key(request, turn)))

    async def _close(self, request: Request) -> Response:
        await _read_content(request)
        await self._use_with_key(request, self.rooms.close)
        return JSONResponse({"closed": True})

    async def _qr(self, request: Request) -> Response:
        """Draw the address of the answering page as the teacher's browser knows it: behind a proxy, only that does."""
        code, address = _read_code(request), request.query_params.get("address", "")
        try:
            parts = urlsplit(address)
            ours = parts.scheme in ("http", "https") and parts.netloc == request.headers.get("host", "")
        except ValueError:
            ours = False
        if not ours or len(address) > 300 or parts.query or parts.fragment or not parts.path.endswith(f"/room/{code}"):
            raise HTTPException(400, "Expected the address of the answering page of this room.")
        drawn = io.BytesIO()
        segno.make_qr(address, error="l").save(drawn, "svg", xmldecl=False, border=4, light="#ffffff", omitsize=True)
        return Response(drawn.getvalue(), media_type="image/svg+xml")

    async def _use_by_code(self, request: Request, code: str, use: Callable[..., Any], *arguments: str) -> Any:
        """Use a room whose code may be a guess: after many wrong ones, right ones are not answered either."""
        network = _network_of(request)
        if self._guesses.is_reached(network):
            raise HTTPException(429, WAIT)
        try:
            return await asyncio.to_thread(use, code, *arguments)
        except RoomError as problem:
            if problem.reason == "unknown":
                self._guesses.note(network)
            raise

    async def _use_with_key(self, request: Request, use: Callable[[str, str], Any]) -> Any:
        """Use a room with its key, which nobody guesses: whoever has it is not refused for what others guess."""
        network = _network_of(request)
        try:
            return await asyncio.to_thread(use, _read_code(request), _read_token(request, "X-Room-Key"))
        except RoomError as problem:
            if problem.reason in ("unknown", "key"):
                if self._guesses.is_reached(network):
                    raise HTTPException(429, WAIT) from None
                self._guesses.note(network)
            raise


def _answering(do: Endpoint) -> Endpoint:
    """Return an endpoint that answers errors as JSON; nothing of a room is kept by browsers or proxies."""

    async def endpoint(request: Request) -> Response:
        try:
            answer = await do(request)
        except HTTPException as problem:
            answer = JSONResponse({"error": problem.detail}, problem.status_code)
        except RoomError as problem:
            answer = JSONResponse({"error": str(problem)}, STATUS[problem.reason])
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return endpoint


def _visible_part(room: Room) -> dict[str, Any]:
    """Return what everybody may see: the answer only after the reveal."""
    key = room.questions[room.at]
    place = {"question": room.at, "of": len(room.questions), "revealed": room.is_revealed}
    answer = room_questions.describe_answer(key) if room.is_revealed else {}
    return place | room_questions.describe_question(key) | answer


def _read_code(request: Request) -> str:
    code = str(request.path_params["code"]).upper()
    if not CODE.fullmatch(code):
        raise HTTPException(404, NO_ROOM)
    return code


def _read_token(request: Request, header: str) -> str:
    token = request.headers.get(header, "")
    if not TOKEN.fullmatch(token):
        raise HTTPException(400, f"Expected a token of 16 to 64 letters, digits, - and _ in {header}.")
    return token


def _network_of(request: Request) -> str:
    return network_of(request.client.host if request.client else "")


async def _read_content(request: Request) -> dict[str, Any]:
    """Read what was sent. Pages of other sites cannot send JSON unasked, and are refused."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise HTTPException(403, "Pages of other sites cannot act in a room.")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(415, "Expected JSON.")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST:
            raise HTTPException(413, f"Expected at most {LONGEST} bytes.")
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        raise HTTPException(400, "Expected JSON.") from None
    if not isinstance(content, dict):
        raise HTTPException(400, "Expected a JSON object.")
    return content


def _page(name: str) -> Endpoint:
    async def page(request: Request) -> Response:
        code = request.path_params.get("code")
        if code is not None and not CODE.fullmatch(str(code).upper()):
            return PlainTextResponse(f"{NO_ROOM}\n", 404)
        return FileResponse(FILES / name, headers={"Cache-Control": "no-cache"})

    return page


async def _opening(request: Request) -> Response:
    del request
    boxes = (
        tag("label", tag("input", type="checkbox", name="question", value=key, checked=True), lesson.title)
        for key, lesson in room_questions.QUESTIONS.items()
    )
    text = (FILES / "open.html").read_text(encoding="utf-8").replace("QUESTIONS", join(boxes))
    return HTMLResponse(text, headers={"Cache-Control": "no-cache"})


async def _file(request: Request) -> Response:
    """Answer a file of the pages, or a module of the board or of the canvas whose measures it uses."""
    place = SERVED.get(str(request.path_params["name"]))
    if place is None:
        return PlainTextResponse("There is no such file.\n", 404)
    return FileResponse(place, media_type=TYPES[place.suffix], headers={"Cache-Control": "no-cache"})


TYPES = {".css": "text/css", ".js": "text/javascript"}
SERVED = {
    f"{folder}{file.name}": file
    for folder, files in (("", FILES), ("board/", BROWSER / "board"), ("draw/", BROWSER / "draw"))
    for file in files.iterdir()
    if file.suffix in TYPES
}
SERVER = RoomRoutes()
