"""What an entry of the catalogue is: files, how they are read, and what must come of it."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from ordquant_core.formats import Decisions, File, TaskRead, read_task
from ordquant_core.formats.task.repair_buttons import RepairButton, repair_buttons
from tests.formats.traps.build import CASES, CLASSES, RUN, VOTES

Rows = Sequence[Sequence[float]]
EXACT = 1e-12  # the last bits of a division


@dataclass(frozen=True)
class Read:
    """The files are read, as exactly this."""

    runs: Mapping[str, Rows] = field(default_factory=lambda: {"run": RUN})
    gold: Rows = VOTES  # votes (whole numbers, as the task must have them) or probabilities
    classes: tuple[str, ...] = CLASSES
    cases: tuple[str, ...] = CASES
    notes: tuple[str, ...] = ()  # words that must be said in some note, each in one of its own if need be
    verdicts: Mapping[str, str] = field(default_factory=dict)  # of submissions, by name


@dataclass(frozen=True)
class Asked:
    """Nothing is read: one of these questions is asked first."""

    asks: frozenset[str]
    words: tuple[str, ...] = ()  # all of them in one problem
    choices: tuple[str, ...] = ()  # each is offered by some problem
    never: tuple[str, ...] = ()  # none is offered by any problem
    vain: tuple[str, ...] = ()  # none has a button: too little would be left


@dataclass(frozen=True)
class Refused:
    """Nothing is read: there are problems, and no question."""

    words: tuple[str, ...]
    choices: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    vain: tuple[str, ...] = ()


Outcome = Read | Asked | Refused


@dataclass(frozen=True)
class Trap:
    """An entry: a sentence, the files, how they are read, and what must happen."""

    name: str
    files: Mapping[str, bytes]
    must: Outcome
    gold: str | None = "gold.csv"
    runs: tuple[str, ...] | None = None
    scale: str | None = None
    choices: Mapping[str, Any] = field(default_factory=dict)
    twice: tuple[str, ...] = ()  # files that are given a second time, as by a folder that holds the gold
    instead: tuple[Outcome, ...] = ()  # what would be as right
    command: tuple[str, ...] | None = None  # GOLD RUN… on the command line, where they are not simply the files
    _readings: dict[Decisions, TaskRead] = field(default_factory=dict, repr=False, compare=False)

    def read(self, more: Sequence[str] = ()) -> TaskRead:
        """Read the files, with `more` choices than those of the entry."""
        return self.read_with(Decisions(**self.choices).with_(more))

    def read_with(self, choices: Decisions) -> TaskRead:
        """Read the files with other choices than those of the entry: once, however many tests look at it."""
        if choices not in self._readings:
            files = [File(name, data) for name, data in self.files.items()]
            files += [File(name, self.files[name]) for name in self.twice]
            read = read_task(files, gold=self.gold, runs=self.runs, scale=self.scale, choices=choices)
            self._readings[choices] = read
        return self._readings[choices]

    def repair_buttons(self, read: TaskRead) -> tuple[RepairButton, ...]:
        """Return the buttons that a page draws."""
        return repair_buttons(read, Decisions(**self.choices), self.read_with, size=0)


def asked(*asks: str, words: Sequence[str] = (), choices: Sequence[str] = (), never: Sequence[str] = ()) -> Asked:
    return Asked(frozenset(asks), tuple(words), tuple(choices), tuple(never))


def refused(*words: str, choices: Sequence[str] = (), never: Sequence[str] = (), vain: Sequence[str] = ()) -> Refused:
    return Refused(words, tuple(choices), tuple(never), tuple(vain))


def faults(trap: Trap, read: TaskRead) -> list[str]:
    """Return what is wrong with this reading, by the outcome of the entry that is nearest to it."""
    outcomes = (trap.must, *trap.instead)
    if read.task is None:
        found = [_unread(one, trap, read) for one in outcomes if not isinstance(one, Read)]
        nearest = min(found, key=len, default=["it was not read"])
    else:
        found = [_misread(one, read) for one in outcomes if isinstance(one, Read)]
        nearest = min(found, key=len, default=["it was read, and without a question"])
    return nearest and [*nearest, *_described(trap, read)]


def asks_of(read: TaskRead) -> set[str]:
    return {getattr(problem, "asks", "") for problem in read.problems} - {""}


def words_of(read: TaskRead) -> list[str]:
    """Return all notes that a person gets to read."""
    submissions = getattr(read, "submissions", ())
    notes = [*read.notes, *(read.task.notes if read.task is not None else ()), getattr(read, "order_note", "")]
    return [*notes, *(note for submission in submissions for note in submission.notes)]


def _unread(outcome: Asked | Refused, trap: Trap, read: TaskRead) -> list[str]:
    wrong = _unnamed(trap, read)
    if isinstance(outcome, Asked) and not asks_of(read) & outcome.asks:
        wrong.append(f"the question is {sorted(outcome.asks)}, asked was {sorted(asks_of(read))}")
    if isinstance(outcome, Refused) and asks_of(read):
        wrong.append(f"it is asked for {sorted(asks_of(read))}, not refused")
    if not any(all(_says(str(problem), word) for word in outcome.words) for problem in read.problems):
        wrong.append(f"no problem holds all of {list(outcome.words)}")
    offered = {choice for problem in read.problems for choice in problem.choices}
    wrong += [f"{choice} is not offered" for choice in outcome.choices if choice not in offered]
    wrong += [f"{choice} is offered" for choice in outcome.never if choice in offered]
    if outcome.vain:
        ways = {choice for button in trap.repair_buttons(read) for choice in button.choices.made}
        wrong += [f"{choice} is offered" for choice in outcome.vain if choice in ways]
    return wrong


def _says(text: str, word: str) -> bool:
    """Return whether a text says a word; a short one, such as the name of a scale, stands for itself."""
    if len(word) < 4 and re.fullmatch(r"[\w.-]+", word):
        return re.search(rf"(?<![\w.-]){re.escape(word)}(?![\w-]|\.\d)", text) is not None
    return word.casefold() in text.casefold()


def _unnamed(trap: Trap, read: TaskRead) -> list[str]:
    """Return problems that do not say which file, what is seen there, or what to do."""
    wrong = [] if read.problems else ["there is no problem"]
    files = [*trap.files, *([trap.gold] if trap.gold else []), *(trap.runs or ())]
    for problem in read.problems:
        if not any(problem.file == name or problem.file.startswith((f"{name}/", f"{name}:")) for name in files):
            wrong.append(f"a problem names {problem.file!r}, which is none of the files")
        if not problem.seen.strip() or not problem.action.strip():
            wrong.append(f"a problem does not say what was seen, or what to do: {problem!r}")
    return wrong


def _misread(must: Read, read: TaskRead) -> list[str]:
    task = read.task
    wrong = ["there are problems beside the task"] if read.problems else []
    for what, expected, found in (
        ("cases", must.cases, task.cases),
        ("classes", must.classes, task.classes),
        ("runs", sorted(must.runs), sorted(task.runs)),
    ):
        if list(expected) != list(found):
            wrong.append(f"{what}: {list(found)}, expected {list(expected)}")
    if wrong:
        return wrong
    if all(isinstance(number, int) for row in must.gold for number in row):
        votes = None if task.votes is None else task.votes.tolist()
        if votes != [list(row) for row in must.gold]:
            wrong.append(f"votes: {votes}")
    if not _same(task.gold.tolist(), [[number / sum(row) for number in row] for row in must.gold]):
        wrong.append(f"gold: {task.gold.tolist()}")
    for name, rows in must.runs.items():
        found = task.estimates[task.runs.index(name)].tolist()
        if not _same(found, rows):
            wrong.append(f"estimates of {name}: {found}")
    notes = " | ".join(words_of(read))
    wrong += [f"no note says {word!r}" for word in must.notes if not _says(notes, word)]
    verdicts = {submission.name: submission.verdict for submission in getattr(read, "submissions", ())}
    for name, verdict in must.verdicts.items():
        if verdicts.get(name) != verdict:
            wrong.append(f"verdict on {name}: {verdicts.get(name)!r}, expected {verdict!r}")
    return wrong


def _same(found: Rows, expected: Rows) -> bool:
    if list(map(len, found)) != list(map(len, expected)):
        return False
    pairs = zip(chain.from_iterable(found), chain.from_iterable(expected), strict=True)
    return all(math.isclose(one, other, rel_tol=0, abs_tol=EXACT) for one, other in pairs)


def _described(trap: Trap, read: TaskRead) -> list[str]:
    """Return what a person needs to see of an entry that went wrong."""
    lines = [f"how: gold={trap.gold!r} runs={trap.runs!r} scale={trap.scale!r} choices={dict(trap.choices)}"]
    for name, data in trap.files.items():
        lines += [f"--- {name}", data[:600].decode("utf-8", "backslashreplace").rstrip()]
    lines.append("---")
    if read.task is not None:
        lines.append(f"read: cases {read.task.cases}, classes {read.task.classes}, runs {read.task.runs}")
    for problem in read.problems[:5]:
        lines.append(f"problem: {problem} [{getattr(problem, 'asks', '')}] {problem.choices}")
    lines += [f"note: {note}" for note in words_of(read)]
    lines += [f"recognised: {one.file}: {one.words}" for one in read.recognised]
    return lines
