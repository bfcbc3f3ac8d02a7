"""The file that counts the answers about a blind task: processes share it, and it outlives them.

It lies in the folder of the task, or in a folder of its own where the tasks cannot be written to. Without it nothing is
answered. It holds a part of the estimates of every run that was scored, so that the same run is known again. A task
that has this file was blind: it is offered as nothing else until somebody deletes it.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ordquant_core.errors import OrdquantError
from ordquant_core.records import FloatArray

NAME = ".answers.sqlite"  # hidden: it is no file of the task
Kept = NDArray[np.float16]  # (cases, classes)
_MOST_CASES = 1000  # of a run that are kept
_PATIENCE = 10.0  # seconds that another process may take
_TABLE = (
    "CREATE TABLE IF NOT EXISTS answers (scale TEXT NOT NULL, team TEXT NOT NULL, day INTEGER NOT NULL, "
    "gold TEXT NOT NULL, run BLOB NOT NULL, mean REAL NOT NULL)"
)


@dataclass(frozen=True, slots=True)
class Used:
    """How many answers were given on one scale of a task."""

    everybody: int
    team: int
    today: int  # to the team


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What was answered about one run."""

    run: Kept
    mean: float


@dataclass(frozen=True, slots=True)
class Entries:
    """The answers about one scale of a task to one team ("" for all visitors), while the file is locked."""

    connection: sqlite3.Connection
    scale: str
    team: str
    day: int

    def used(self) -> Used:
        """Count the answers. A clock that was set back makes no new day."""
        counted = "SELECT COUNT(*), COALESCE(SUM(team = ?), 0), COALESCE(SUM(team = ? AND day >= ?), 0) FROM answers"
        row = self.connection.execute(f"{counted} WHERE scale = ?", (self.team, self.team, self.day, self.scale))
        return Used(*row.fetchone())

    def known(self, gold: str, n_classes: int) -> list[Answer]:
        """Return what the team was answered while the gold was the same."""
        asked = "SELECT run, mean FROM answers WHERE scale = ? AND team = ? AND gold = ? ORDER BY rowid"
        rows = self.connection.execute(asked, (self.scale, self.team, gold))
        return [Answer(np.frombuffer(run, np.float16).reshape(-1, n_classes), mean) for run, mean in rows]

    def add(self, gold: str, answer: Answer) -> None:
        """Count one more answer."""
        row = (self.scale, self.team, self.day, gold, answer.run.tobytes(), answer.mean)
        self.connection.execute("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?)", row)


def file_of(key: str, state: str) -> Path:
    """Return the file of a task, by its key, in the folder `state`."""
    return Path(state) / f"{key}{NAME}"


def was_blind(file: Path) -> bool:
    """Return whether a task has its file of answers. Never raises: what cannot be looked into cannot be read."""
    return os.path.lexists(file)


@contextmanager
def locked(file: Path, *, scale: str | None, team: str, day: int) -> Iterator[Entries]:
    """Open the file for one process alone; what was added is kept unless an error is raised meanwhile.

    `day` is the number of today. Raises `OrdquantError` where the file cannot be written to.
    """
    try:
        with closing(sqlite3.connect(file, timeout=_PATIENCE, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = EXTRA")  # counted before it is answered, whatever fails next
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(_TABLE)
            yield Entries(connection, scale or "", team, day)
            connection.execute("COMMIT")
    except sqlite3.Error:
        words = "This server cannot count its answers now, so no run is scored. Please tell the organisers"
        raise OrdquantError(f"{words} (they set ORDQUANT_STATE to a folder that can be written to).") from None


def kept(estimates: FloatArray) -> Kept:
    """Return the part of a run that is kept: at most 1,000 cases, evenly spaced."""
    every = -(-len(estimates) // _MOST_CASES)
    return np.ascontiguousarray(estimates[::every], dtype=np.float16)


def difference(one: Kept, other: Kept) -> float:
    """Return how far two runs are apart: the mean over the cases of half the summed absolute differences (NVD)."""
    return float(np.abs(one.astype(np.float64) - other).sum(axis=1).mean() / 2)
