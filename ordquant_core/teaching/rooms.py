"""Class rooms: which question a class is at, and what its phones have answered, in a file that processes share.

A room has a code that phones open and a key that only its teacher has. A phone names itself by a random token; of the
token and of the key only digests are kept. Nothing says who answered: no name, no address, no time. A room and all its
answers are deleted two hours after it was opened, or when its teacher closes it.
"""

import json
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from ordquant_core.errors import OrdquantError
from ordquant_core.numerals import count

LETTERS = "CDFHJKMNPQRTVWXY"  # none is mistaken for another or for a digit; without A, E, U, few words
CODE_LENGTH = 4
LIFE = 2 * 60 * 60  # seconds
MOST_ROOMS, MOST_PHONES, MOST_QUESTIONS = 100, 500, 50
_PATIENCE = 10.0  # seconds that another process may take
_TABLES = """
CREATE TABLE IF NOT EXISTS rooms (code TEXT PRIMARY KEY, key BLOB NOT NULL, begun REAL NOT NULL,
    questions TEXT NOT NULL, at INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS revealed (code TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, question INTEGER NOT NULL,
    PRIMARY KEY (code, question)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS phones (code TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, phone BLOB NOT NULL,
    PRIMARY KEY (code, phone)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answers (code TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, question INTEGER NOT NULL,
    phone BLOB NOT NULL, choice TEXT NOT NULL, PRIMARY KEY (code, question, phone)) WITHOUT ROWID;
"""
Reason = Literal["unknown", "key", "full", "turn", "file"]


class RoomError(OrdquantError):
    """What is refused; `reason`: no such room, not its key, too many rooms or phones, not now, or a file that fails."""

    def __init__(self, reason: Reason, words: str) -> None:
        super().__init__(words)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Room:
    """Where a class is: the keys of its questions, the current one (from 0), which are revealed, when it was opened."""

    code: str
    questions: tuple[str, ...]
    at: int
    revealed: frozenset[int]
    begun: float

    @property
    def is_revealed(self) -> bool:
        """Whether the current question was revealed."""
        return self.at in self.revealed


@dataclass(frozen=True, slots=True)
class Counts:
    """How many phones are in a room, and how many gave each answer: one mapping per question, in their order."""

    phones: int
    answers: tuple[dict[str, int], ...]


class Rooms:
    """The rooms in a file. Every method raises `RoomError`, with a sentence for whoever asked.

    Several processes may use one file at the same time. Methods may be called from several threads.
    """

    def __init__(self, file: Path, clock: Callable[[], float] = time.time) -> None:
        """Take the file, which is made when it is needed, and what tells the time in seconds."""
        self._file, self._clock = file, clock
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None

    def open(self, questions: Sequence[str]) -> tuple[str, str]:
        """Open a room for the questions with these keys; return its code and the teacher's key."""
        if not 1 <= len(questions) <= MOST_QUESTIONS:
            raise RoomError("turn", f"A room has 1 to {MOST_QUESTIONS} questions; {len(questions)} were chosen.")
        key = secrets.token_urlsafe(24)
        with self._transaction() as file:
            self._delete_old(file)
            taken = {code for (code,) in file.execute("SELECT code FROM rooms")}
            if len(taken) >= MOST_ROOMS:
                words = f"All {MOST_ROOMS} rooms of this server are open. A room ends after two hours; try again later."
                raise RoomError("full", words)
            code = new_code()
            while code in taken:
                code = new_code()
            row = (code, _digest(code, key), self._clock(), json.dumps(list(questions)))
            file.execute("INSERT INTO rooms (code, key, begun, questions) VALUES (?, ?, ?, ?)", row)
        return code, key

    def find(self, code: str) -> Room:
        """Return a room."""
        with self._transaction("BEGIN") as file:
            return self._room(file, code)

    def has_joined(self, code: str, phone: str) -> bool:
        """Return whether a phone is in a room."""
        with self._transaction("BEGIN") as file:
            asked = (code, _digest(code, phone))
            return file.execute("SELECT 1 FROM phones WHERE code = ? AND phone = ?", asked).fetchone() is not None

    def join(self, code: str, phone: str) -> Room:
        """Let a phone into a room, once; return the room."""
        with self._transaction() as file:
            room = self._room(file, code)
            self._join(file, code, _digest(code, phone))
            return room

    def answer(self, code: str, phone: str, question: int, choice: str) -> Room:
        """Note the answer of a phone to the current question, instead of what it answered before; return the room."""
        with self._transaction() as file:
            room = self._room(file, code)
            if question != room.at:
                raise RoomError("turn", f"The class is at question {room.at + 1} now.")
            if room.is_revealed:
                raise RoomError("turn", "This question was revealed: answers no longer change.")
            who = _digest(code, phone)
            self._join(file, code, who)
            row = (code, question, who, choice)
            file.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", row)
            return room

    def answer_of(self, code: str, phone: str, question: int) -> str | None:
        """Return what a phone answered to a question, None where it did not."""
        with self._transaction("BEGIN") as file:
            asked = (code, question, _digest(code, phone))
            row = file.execute("SELECT choice FROM answers WHERE code = ? AND question = ? AND phone = ?", asked)
            found = row.fetchone()
            return str(found[0]) if found else None

    def turn(self, code: str, key: str, question: int, *, reveal: bool = False) -> Room:
        """Go to a question, and with `reveal` end its answers; return the room. Only the teacher can."""
        with self._transaction() as file:
            room = self._room(file, code, key)
            if not 0 <= question < len(room.questions):
                raise RoomError("turn", f"The room has {count(len(room.questions), 'question')}.")
            file.execute("UPDATE rooms SET at = ? WHERE code = ?", (question, code))
            if reveal:
                file.execute("INSERT OR IGNORE INTO revealed VALUES (?, ?)", (code, question))
            return self._room(file, code)

    def counts(self, code: str, key: str) -> tuple[Room, Counts]:
        """Return a room and what was answered in it. Only the teacher can."""
        with self._transaction("BEGIN") as file:
            room = self._room(file, code, key)
            answers: tuple[dict[str, int], ...] = tuple({} for _ in room.questions)
            grouped = "SELECT question, choice, COUNT(*) FROM answers WHERE code = ? GROUP BY question, choice"
            for question, choice, number in file.execute(grouped, (code,)):
                answers[question][choice] = number
            return room, Counts(self._phones(file, code), answers)

    def close(self, code: str, key: str) -> None:
        """Delete a room and its answers. Only the teacher can."""
        with self._transaction() as file:
            self._room(file, code, key)
            file.execute("DELETE FROM rooms WHERE code = ?", (code,))

    def forget_old(self) -> None:
        """Delete the rooms whose time is over."""
        if self._file.exists():
            with self._transaction() as file:
                self._delete_old(file)

    def disconnect(self) -> None:
        """Let go of the file; it is opened again when it is needed."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _room(self, file: sqlite3.Connection, code: str, key: str | None = None) -> Room:
        asked = "SELECT key, begun, questions, at FROM rooms WHERE code = ? AND begun > ?"
        row = file.execute(asked, (code, self._clock() - LIFE)).fetchone()
        if row is None:
            raise RoomError("unknown", "There is no open room with this code. A room ends after two hours.")
        if key is not None and not secrets.compare_digest(row[0], _digest(code, key)):
            raise RoomError("key", "Only the browser that opened this room can do that.")
        shown = file.execute("SELECT question FROM revealed WHERE code = ?", (code,))
        return Room(code, tuple(json.loads(row[2])), row[3], frozenset(number for (number,) in shown), row[1])

    def _join(self, file: sqlite3.Connection, code: str, who: bytes) -> None:
        known = file.execute("SELECT 1 FROM phones WHERE code = ? AND phone = ?", (code, who)).fetchone()
        if known is None:
            if self._phones(file, code) >= MOST_PHONES:
                raise RoomError("full", f"{MOST_PHONES} phones are in this room; it takes no more.")
            file.execute("INSERT INTO phones VALUES (?, ?)", (code, who))

    def _phones(self, file: sqlite3.Connection, code: str) -> int:
        return int(file.execute("SELECT COUNT(*) FROM phones WHERE code = ?", (code,)).fetchone()[0])

    def _delete_old(self, file: sqlite3.Connection) -> None:
        file.execute("DELETE FROM rooms WHERE begun <= ?", (self._clock() - LIFE,))

    @contextmanager
    def _transaction(self, begin: str = "BEGIN IMMEDIATE") -> Iterator[sqlite3.Connection]:
        try:
            with self._lock:
                file = self._connected()
                file.execute(begin)
                try:
                    yield file
                except BaseException:
                    file.execute("ROLLBACK")
                    raise
                file.execute("COMMIT")
        except sqlite3.Error:
            self.disconnect()
            words = "This server cannot keep rooms now. Its operator can name a folder for them in ORDQUANT_ROOMS."
            raise RoomError("file", words) from None

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            made = sqlite3.connect(self._file, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
            try:
                made.execute("PRAGMA journal_mode = WAL")  # who reads never waits for who writes
                made.execute("PRAGMA synchronous = OFF")  # rooms need not outlive a loss of power
                made.execute("PRAGMA secure_delete = ON")  # deleted answers are overwritten
                made.execute("PRAGMA foreign_keys = ON")
                made.executescript(_TABLES)
            except sqlite3.Error:
                made.close()
                raise
            self._connection = made
        return self._connection


def new_code() -> str:
    """Return four random letters."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def _digest(code: str, token: str) -> bytes:
    """Return what is kept of a token: in each room something else, so that nobody can be followed from room to room."""
    return sha256(f"{code}:{token}".encode()).digest()
