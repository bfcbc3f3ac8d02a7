"""Class rooms as phones, teachers and strangers see them: requests to their routes, without a network."""

import asyncio
import csv
import html
import io
import json
import re
from urllib.parse import quote

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware

from ordquant_core.teaching import room_questions
from ordquant_core.teaching.lesson_fields import goal_of, live_sentence, scores
from ordquant_core.teaching.rooms import LETTERS
from pages.server import room as room_server
from pages.server.hosts import KnownHosts
from pages.server.room import limits
from tests.load.aside import completed

QUESTIONS = list(room_questions.QUESTIONS)
PHONE, OTHER = "p" * 32, "o" * 32
JSON = {"content-type": "application/json"}


class Asking:
    """An application with the routes of rooms, asked as a server is."""

    def __init__(self, app):
        self.app = app

    def __call__(self, method, path, body=None, *, client="192.0.2.1", pieces=None, query="", **headers):
        sent = []
        raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        waiting = list(pieces or [raw])
        named = {"host": "localhost", **({} if body is None else JSON), **headers}
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "scheme": "http",
            "query_string": query.encode(),
            "client": (client, 1),
            "server": ("localhost", 80),
            "headers": [
                (name.replace("_", "-").lower().encode(), value.encode("latin-1")) for name, value in named.items()
            ],
        }

        async def receive():
            if not waiting:
                await asyncio.Event().wait()  # a browser that waits for its answer
            return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting)}

        async def send(message):
            sent.append(message)

        completed(self.app(scope, receive, send))
        text = b"".join(message.get("body", b"") for message in sent).decode()
        kind = dict(sent[0]["headers"]).get(b"content-type", b"")
        return sent[0]["status"], json.loads(text) if kind == b"application/json" else text

    def opened(self, questions=None, **headers):
        status, made = self("POST", "/room/new", {"questions": questions or QUESTIONS}, **headers)
        assert status == 201
        return made["code"], made["key"]

    def answer(self, code, choice, phone=PHONE, question=0, **headers):
        return self("POST", f"/room/{code}/answer", {"question": question, "choice": choice}, X_Phone=phone, **headers)

    def turn(self, code, key, question, reveal=False, **headers):
        content = {"question": question, "reveal": reveal}
        return self("POST", f"/room/{code}/turn", content, X_Room_Key=key, **headers)

    def counts(self, code, key, **headers):
        return self("GET", f"/room/{code}/counts", X_Room_Key=key, **headers)


@pytest.fixture
def ask(tmp_path, monkeypatch):
    monkeypatch.setenv(room_server.FOLDER, str(tmp_path))
    server = room_server.RoomRoutes()
    yield Asking(Starlette(routes=server.routes(), middleware=[Middleware(KnownHosts, allowed=("localhost",))]))
    server.rooms.disconnect()


def unused(*codes):
    return next(code for letter in LETTERS for code in [letter * 4] if code not in codes)


def test_a_class_answers_and_the_stage_counts_every_phone_once(ask):
    code, key = ask.opened()
    assert ask("GET", f"/room/{code}/now", X_Phone=PHONE)[1]["mine"] is None
    assert ask.answer(code, "1") == (200, {"question": 0, "mine": "1"})
    ask.answer(code, "3")
    ask.answer(code.lower(), "3", OTHER)
    status, shown = ask.counts(code, key)
    assert (status, shown["phones"], shown["counts"]) == (200, 2, {"1": 0, "2": 0, "3": 2})
    assert ask("GET", f"/room/{code}/now", X_Phone=PHONE)[1]["mine"] == "3"


def shown_numbers(lesson, board):
    return {value for row in scores(lesson, board).values() for side, value in row.items() if side != "prefers"}


@pytest.mark.parametrize("key", QUESTIONS)
def test_what_is_said_and_drawn_after_the_reveal_is_that_of_the_lesson(key):
    lesson, shown = room_questions.QUESTIONS[key], room_questions.describe_answer(key)
    goal = goal_of(lesson)
    assert re.sub("<[^>]+>", "", shown["verdict"]) == html.escape(live_sentence(lesson, goal), quote=True)
    assert [int(label) for label in shown["picture"]["sides"][0]["labels"]] == list(goal.gold)
    texts = [*room_questions.describe_question(key).values(), *shown.values(), *room_questions.choices(key).values()]
    assert not any(mark in text for text in texts if isinstance(text, str) for mark in ("[", "((", "{"))


@pytest.mark.parametrize("key", QUESTIONS)
def test_nothing_of_the_answer_is_sent_before_the_reveal(ask, key):
    code, teacher = ask.opened([key])
    lesson = room_questions.QUESTIONS[key]
    hidden = {"right", "verdict", "why", "take_away", "scores"}
    at_first, at_last = (shown_numbers(lesson, board) for board in (lesson.board, goal_of(lesson)))
    for shown in (ask("GET", f"/room/{code}/now", X_Phone=PHONE)[1], ask.counts(code, teacher)[1]):
        assert not hidden & shown.keys()
        assert not any(number in f"{shown['look']} {shown['asked']}" for number in at_last - at_first)
        assert shown["picture"]["sides"][0]["labels"] == [f"{n}" for n in lesson.board.gold]
    assert ask.turn(code, teacher, 0, reveal=True)[0] == 200
    shown = ask("GET", f"/room/{code}/now", X_Phone=PHONE)[1]
    assert shown["right"] == f"{lesson.right + 1}"
    assert all(shown[name] for name in ("verdict", "why", "take_away"))
    assert ask.answer(code, "1") == (409, {"error": "This question was revealed: answers no longer change."})


def test_the_counts_are_a_table_with_a_row_for_each_answer(ask):
    code, key = ask.opened(QUESTIONS[:2])
    ask.answer(code, "1")
    ask.turn(code, key, 1)
    ask.answer(code, "3", question=1)
    ask.answer(code, "3", OTHER, question=1)
    status, text = ask("GET", f"/room/{code}/counts.csv", X_Room_Key=key)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert status == 200
    assert [(row["question"], row["phones"]) for row in rows] == [
        *(("1", number) for number in "100"),
        *(("2", number) for number in "002"),
    ]
    lessons = [room_questions.QUESTIONS[name] for name in QUESTIONS[:2]]
    assert [row["right"] for row in rows].count("yes") == len(lessons)
    assert {row["lesson"] for row in rows} == {lesson.title for lesson in lessons}


def test_only_the_key_of_the_room_reveals_turns_counts_and_closes(ask):
    code, key = ask.opened()
    foreign = ask.opened()[1]
    for wrong in (foreign, PHONE):
        assert ask.turn(code, wrong, 1, reveal=True)[0] == 403
        assert ask.counts(code, wrong)[0] == 403
        assert ask("GET", f"/room/{code}/counts.csv", X_Room_Key=wrong)[0] == 403
        assert ask("POST", f"/room/{code}/close", {}, X_Room_Key=wrong)[0] == 403
    for wrong in ("", "short", "x" * 65, "ü" * 20):
        assert ask.turn(code, wrong, 1)[0] == 400
    shown = ask("GET", f"/room/{code}/now", X_Phone=PHONE)[1]
    assert (shown["question"], shown["revealed"]) == (0, False)
    assert key not in json.dumps(shown)
    assert ask("POST", f"/room/{code}/close", {}, X_Room_Key=key) == (200, {"closed": True})
    assert ask.answer(code, "1")[0] == 404
    assert ask.counts(code, key)[0] == 404


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"no JSON", 400),
        (b"\xff\xfe", 400),
        (b"[" * 4000, 400),
        (b"[]", 400),
        ({}, 400),
        ({"question": "0", "choice": "1"}, 400),
        ({"question": True, "choice": "1"}, 400),
        ({"question": 0.0, "choice": "1"}, 400),
        ({"question": 0, "choice": ["1"]}, 400),
        ({"question": 0, "choice": "4"}, 400),
        ({"question": 0, "choice": "a' OR 1=1 --"}, 400),
        ({"question": 1, "choice": "1"}, 409),
        ({"question": -1, "choice": "1"}, 409),
        ({"question": 10**30, "choice": "1"}, 409),
        ({"question": 0, "choice": "1", "more": "x" * 5000}, 413),
    ],
)
def test_what_is_no_answer_is_refused_in_a_sentence_and_not_counted(ask, body, status):
    code, key = ask.opened()
    found, said = ask("POST", f"/room/{code}/answer", body, X_Phone=PHONE)
    assert found == status
    assert said["error"].endswith(".")
    assert sum(ask.counts(code, key)[1]["counts"].values()) == 0


@pytest.mark.parametrize("content", [{"question": 99}, {"question": "1"}, {"question": 0, "reveal": 1}, {}])
def test_a_turn_to_no_question_changes_nothing(ask, content):
    code, key = ask.opened()
    assert ask("POST", f"/room/{code}/turn", content, X_Room_Key=key)[0] in (400, 409)
    shown = ask.counts(code, key)[1]
    assert (shown["question"], shown["revealed"]) == (0, False)


@pytest.mark.parametrize("questions", [None, [], "near-miss", ["no-lesson"], [1], [["near-miss"]], ["near-miss"] * 2])
def test_a_room_with_other_questions_than_ours_is_refused(ask, questions):
    status, said = ask("POST", "/room/new", {"questions": questions})
    assert status in (400, 409)
    assert said["error"].endswith(".")


def test_a_long_body_is_not_read_to_its_end(ask):
    code, _ = ask.opened()
    pieces = [b"x" * 1000] * 1000
    status, _ = ask("POST", f"/room/{code}/answer", b"", pieces=pieces, X_Phone=PHONE)
    assert status == 413


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"content-type": "text/plain"},
        {"content-type": "application/x-www-form-urlencoded"},
        {"sec-fetch-site": "cross-site"},
        {"host": "evil.example"},
    ],
)
def test_pages_of_other_sites_cannot_answer_or_act(ask, headers):
    code, key = ask.opened()
    content = {"question": 0, "choice": "1", "reveal": True}
    for path, token in (("answer", {"X_Phone": PHONE}), ("turn", {"X_Room_Key": key}), ("close", {"X_Room_Key": key})):
        assert ask("POST", f"/room/{code}/{path}", content, **token, **headers)[0] in (403, 415)
    assert ask("POST", "/room/new", {"questions": QUESTIONS}, **headers)[0] in (403, 415)
    shown = ask.counts(code, key)[1]
    assert (sum(shown["counts"].values()), shown["revealed"]) == (0, False)


def test_whoever_guesses_codes_is_refused_and_a_class_behind_the_same_address_goes_on(ask):
    code, key = ask.opened()
    wrong = unused(code)
    ask("GET", f"/room/{code}/now", X_Phone=PHONE)
    statuses = [ask("GET", f"/room/{wrong}/now", X_Phone=OTHER)[0] for _ in range(limits.GUESSES[0] + 1)]
    assert statuses == [404] * limits.GUESSES[0] + [429]
    assert ask("GET", f"/room/{code}/now", X_Phone=OTHER)[0] == 429, "a right guess is told from a wrong one"
    assert ask.answer(code, "1", OTHER)[0] == 429
    assert ask.counts(code, OTHER)[0] == ask.counts(wrong, OTHER)[0] == 429
    assert ask.answer(code, "1")[0] == 200
    assert ask.counts(code, key)[0] == 200
    assert ask("GET", f"/room/{code}/now", X_Phone=OTHER, client="192.0.2.2")[0] == 200


def test_one_network_opens_so_many_rooms_and_others_are_not_concerned(ask):
    for _ in range(limits.OPENINGS[0]):
        ask.opened()
    assert ask("POST", "/room/new", {"questions": QUESTIONS})[0] == 429
    ask.opened(client="192.0.2.2")


def test_limits_forget_what_was_long_ago_and_hold_so_many_networks(monkeypatch):
    now = [0.0]
    limit = limits.Limit(2, 60.0, lambda: now[0])
    for _ in range(3):
        limit.note("one")
    assert limit.is_reached("one")
    now[0] = 60.0
    assert not limit.is_reached("one")
    assert not limit._times
    monkeypatch.setattr(limits, "MOST_NETWORKS", 3)
    for name in "abcde":
        limit.note(name)
    assert len(limit._times) <= 4


@pytest.mark.parametrize(
    "path", ["/room/AAAA", "/room/CDF", "/room/CDFHJ/now", "/room/12/stage", "/room/..%2f..%2f/now"]
)
def test_what_is_no_code_is_refused_whatever_it_is(ask, path):
    assert ask("GET", path, X_Phone=PHONE)[0] == 404


def test_pages_and_their_files_are_served_and_nothing_else_of_the_folder(ask):
    code, _ = ask.opened()
    for path in ("/room", f"/room/{code}", f"/room/{code}/stage"):
        status, text = ask("GET", path)
        assert (status, "<html" in text) == (200, True)
        assert "QUESTIONS" not in text
    for name in ("room.css", "room.js", "phone.js", "stage.js", "open.js"):
        assert ask("GET", f"/room/files/{name}")[0] == 200
    for name in ("phone.html", "__init__.py", "..", "../__init__.py", "%2e%2e"):
        assert ask("GET", f"/room/files/{name}")[0] == 404
    assert ask("GET", f"/room/{code}/answer")[0] == 405


def test_the_board_of_the_stage_is_for_the_teacher_alone(ask):
    code, key = ask.opened(["swap"])
    assert ask("GET", f"/room/{code}/board", X_Phone=PHONE)[0] == 400
    assert ask("GET", f"/room/{code}/board", X_Room_Key=PHONE)[0] == 403
    status, shown = ask("GET", f"/room/{code}/board", X_Room_Key=key)
    assert (status, shown["lesson"]["key"], shown["revealed"]) == (200, "swap", False)
    for name in ("board/lesson.js", "board/board.css", "draw/measures.js"):
        assert ask("GET", f"/room/files/{name}")[0] == 200
    for name in ("board/__init__.py", "board/board.html", "draw/..", "shared/look.py", "board/../look.py"):
        assert ask("GET", f"/room/files/{name}")[0] == 404


def test_the_code_of_the_address_is_drawn_for_this_server_and_this_room_alone(ask):
    code, _ = ask.opened()

    def drawn(address):
        return ask("GET", f"/room/{code}/qr.svg", query=f"address={quote(address)}")

    for path in ("", "/quant", "/a/b"):
        status, text = drawn(f"http://localhost{path}/room/{code}")
        assert (status, text.startswith("<svg ")) == (200, True)
    for address in (
        f"http://evil.example/room/{code}",
        f"javascript:alert(1)//localhost/room/{code}",
        f"http://localhost/room/{unused(code)}",
        f"http://localhost/room/{code}?x=1",
        f"http://user@localhost/room/{code}",
        "http://[",
        "",
    ):
        assert drawn(address)[0] == 400


def test_a_folder_that_fails_is_reported_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setenv(room_server.FOLDER, str(tmp_path / "missing"))
    ask = Asking(Starlette(routes=room_server.RoomRoutes().routes()))
    status, said = ask("POST", "/room/new", {"questions": QUESTIONS})
    assert (status, "ORDQUANT_ROOMS" in said["error"]) == (503, True)


def test_a_server_without_a_folder_makes_one_and_leaves_nothing(monkeypatch):
    monkeypatch.delenv(room_server.FOLDER, raising=False)
    server = room_server.RoomRoutes()

    async def serve():
        async with server.kept():
            server.rooms.open(QUESTIONS)
            folder = server.rooms._file.parent
            assert folder.is_dir()
            await asyncio.sleep(0)
        return folder

    assert not completed(serve()).exists()
