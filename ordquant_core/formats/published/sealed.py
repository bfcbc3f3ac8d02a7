"""The files of a blind task, which nothing hands out: `analysis.blind` alone reads them, and returns no single case."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ordquant_core.errors import OrdquantError, Problem
from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.files import File
from ordquant_core.formats.published.description import BlindTerms
from ordquant_core.formats.task.outline import scales_of_gold
from ordquant_core.formats.task.reading import TaskRead, read_task
from ordquant_core.records import Task

SECRET = "This task is blind: its files, and anything about a single case, are not shown."
_ASK = "organisers: `python -m ordquant_core check FOLDER` lists what is wrong"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sealed:
    """What is needed to read a blind task. It takes no decision of a visitor."""

    title: str
    load: Callable[[], tuple[File, ...]]
    gold: str | None
    choices: Decisions
    scale: str | None  # the preferred one
    terms: BlindTerms
    folder: Path

    def scales(self) -> tuple[str, ...]:
        """Return the scales of the gold, the preferred one first; () where it has only one."""
        found = scales_of_gold(self._read(None), self._read)
        return tuple(sorted(found, key=lambda scale: scale != self.scale))

    def task(self, scale: str | None) -> Task:
        """Read the task. Raises `OrdquantError` with words that reveal nothing of what is in the files."""
        read = self._read(scale)
        if read.task is None:
            files = list(dict.fromkeys(problem.file for problem in read.problems))
            raise OrdquantError(f"{', '.join(files) or self.title}: cannot be used; {_ASK}.")
        return read.task

    def _read(self, scale: str | None) -> TaskRead:
        return read_task(self.load(), gold=self.gold, scale=scale, choices=self.choices, name=self.title)


def refuse() -> tuple[File, ...]:
    """Refuse to load files: this replaces the loader of other tasks. Raises `OrdquantError`."""
    raise OrdquantError(SECRET)


def unread() -> TaskRead:
    """Return what a visitor gets who asks for a blind task: a reading without anything in it."""
    problem = Problem("task.json", "blind", "this task is blind", "see its results on the page Systems")
    return TaskRead(task=None, gold=None, runs=(), problems=(problem,), recognised=())
