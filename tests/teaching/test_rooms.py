"""The file of class rooms: who is counted, who may act, what is forgotten, and two processes at once."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from ordquant_core.teaching import rooms as store
from ordquant_core.teaching.rooms import RoomError, Rooms
from tests.source_files import ROOT


class Clock:
    now = 1_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def rooms(tmp_path, clock):
    made = Rooms(tmp_path / "rooms.sqlite", clock)
    yield made
    made.disconnect()


def refused(reason, do, *arguments, **named):
    with pytest.raises(RoomError) as caught:
        do(*arguments, **named)
    assert caught.value.reason == reason
    return str(caught.value)


def test_a_phone_counts_once_and_may_change_its_answer_until_the_reveal(rooms):
    code, key = rooms.open(["one", "two"])
    for choice in ("a", "b", "b"):
        rooms.answer(code, "phone", 0, choice)
    rooms.answer(code, "other", 0, "tie")
    assert rooms.counts(code, key)[1] == store.Counts(2, ({"b": 1, "tie": 1}, {}))
    assert rooms.answer_of(code, "phone", 0) == "b"
    assert rooms.turn(code, key, 0, reveal=True).is_revealed
    assert "no longer change" in refused("turn", rooms.answer, code, "phone", 0, "a")
    assert rooms.answer_of(code, "phone", 0) == "b"


def test_a_question_that_was_revealed_stays_so_when_the_class_comes_back_to_it(rooms):
    code, key = rooms.open(["one", "two"])
    rooms.turn(code, key, 0, reveal=True)
    assert not rooms.turn(code, key, 1).is_revealed
    assert rooms.turn(code, key, 0).is_revealed


def test_answers_to_another_question_than_the_current_one_are_refused(rooms):
    code, key = rooms.open(["one", "two"])
    for question in (1, 2, -1):
        assert "question 1 now" in refused("turn", rooms.answer, code, "phone", question, "a")
    rooms.turn(code, key, 1)
    assert "question 2 now" in refused("turn", rooms.answer, code, "phone", 0, "a")
    for question in (2, -1):
        refused("turn", rooms.turn, code, key, question)


def test_only_the_key_of_a_room_acts_in_it(rooms):
    code, key = rooms.open(["one"])
    other, foreign = rooms.open(["one"])
    for wrong in (foreign, "", code, key[:-1], "ü"):
        refused("key", rooms.turn, code, wrong, 0, reveal=True)
        refused("key", rooms.counts, code, wrong)
        refused("key", rooms.close, code, wrong)
    assert not rooms.find(code).is_revealed
    rooms.close(other, foreign)
    refused("unknown", rooms.find, other)
    assert rooms.counts(code, key)[0].code == code


def test_rooms_and_their_answers_are_deleted_after_two_hours(rooms, clock, tmp_path):
    code, key = rooms.open(["one"])
    rooms.answer(code, "phone", 0, "a")
    clock.now += store.LIFE - 1
    assert rooms.counts(code, key)[1].answers == ({"a": 1},)
    clock.now += 1
    for do, arguments in ((rooms.find, ()), (rooms.join, ("phone",)), (rooms.answer, ("phone", 0, "a"))):
        refused("unknown", do, code, *arguments)
    refused("unknown", rooms.counts, code, key)
    rooms.forget_old()
    with sqlite3.connect(tmp_path / "rooms.sqlite") as file:
        for table in ("rooms", "revealed", "phones", "answers"):
            assert file.execute(f"SELECT COUNT(*) FROM {table}").fetchone() == (0,)
    file.close()


def test_what_is_kept_holds_no_token_and_no_key(rooms, tmp_path):
    code, key = rooms.open(["one"])
    token = "0123456789abcdef-of-a-phone"
    rooms.answer(code, token, 0, "a")
    rooms.disconnect()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert code.encode() in kept
    assert token.encode() not in kept
    assert key.encode() not in kept


def test_a_room_takes_so_many_phones_and_goes_on_for_those_that_are_in_it(rooms, monkeypatch):
    monkeypatch.setattr(store, "MOST_PHONES", 3)
    code, key = rooms.open(["one"])
    for n in range(3):
        rooms.join(code, f"phone {n}")
    refused("full", rooms.join, code, "one more")
    refused("full", rooms.answer, code, "one more", 0, "a")
    assert not rooms.has_joined(code, "one more")
    rooms.answer(code, "phone 0", 0, "a")
    assert rooms.counts(code, key)[1] == store.Counts(3, ({"a": 1},))


def test_a_server_has_so_many_rooms_and_another_one_when_one_ends(rooms, clock, monkeypatch):
    monkeypatch.setattr(store, "MOST_ROOMS", 2)
    rooms.open(["one"])
    clock.now += 10
    code, key = rooms.open(["one"])
    assert "two hours" in refused("full", rooms.open, ["one"])
    rooms.close(code, key)
    rooms.open(["one"])
    refused("full", rooms.open, ["one"])
    clock.now += store.LIFE - 5
    rooms.open(["one"])


def test_a_code_that_is_taken_is_drawn_again(rooms, monkeypatch):
    drawn = iter(["CDFH", "CDFH", "CDFH", "JKMN"])
    monkeypatch.setattr(store, "new_code", lambda: next(drawn))
    assert [rooms.open(["one"])[0] for _ in range(2)] == ["CDFH", "JKMN"]


@pytest.mark.parametrize("questions", [[], ["one"] * (store.MOST_QUESTIONS + 1)])
def test_a_room_without_a_question_or_with_too_many_is_refused(rooms, questions):
    refused("turn", rooms.open, questions)


def test_a_folder_that_cannot_be_written_to_is_reported_in_a_sentence(tmp_path):
    rooms = Rooms(tmp_path / "missing" / "rooms.sqlite")
    assert "ORDQUANT_ROOMS" in refused("file", rooms.open, ["one"])
    rooms.forget_old()
    (tmp_path / "broken.sqlite").write_bytes(b"no database at all" * 100)
    assert "ORDQUANT_ROOMS" in refused("file", Rooms(tmp_path / "broken.sqlite").find, "CDFH")


def test_threads_that_answer_at_once_are_all_counted(rooms):
    code, key = rooms.open(["one"])
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda n: rooms.answer(code, f"phone {n % 40}", 0, "ab"[n % 2]), range(120)))
    assert rooms.counts(code, key)[1] == store.Counts(40, ({"a": 20, "b": 20},))


WRITER = """
import sys
from pathlib import Path
from ordquant_core.teaching.rooms import Rooms
rooms = Rooms(Path(sys.argv[1]))
for n in range(100):
    rooms.answer(sys.argv[2], f"{sys.argv[3]}{n}" if n % 2 else f"both{n}", 0, "a")
rooms.disconnect()
"""


def test_two_processes_that_answer_at_once_are_all_counted(tmp_path):
    rooms = Rooms(tmp_path / "rooms.sqlite")
    code, key = rooms.open(["one"])
    command = [sys.executable, "-c", WRITER, str(tmp_path / "rooms.sqlite"), code]
    started = [subprocess.Popen([*command, name], cwd=ROOT) for name in ("first", "second")]
    assert [process.wait(timeout=60) for process in started] == [0, 0]
    assert rooms.counts(code, key)[1] == store.Counts(150, ({"a": 150},))
    rooms.disconnect()
