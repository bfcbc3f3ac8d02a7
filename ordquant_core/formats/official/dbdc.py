"""The Dialogue Breakdown Detection Challenge: one file per dialogue; a set of files is one gold or one run.

Gold is `*.log.json`: `{"dialogue-id": …, "turns": [{"turn-index": 1, "annotations": [{"breakdown": "T"}, …]}, …]}`, a
run `*.labels.json`: `{"dialogue-id": …, "turns": [{"turn-index": 1, "labels": [{"prob-O": p, "prob-T": p,
"prob-X": p}]}]}`. A case is one turn, named `<dialogue-id>/<turn-index>`; turns without annotations are left out.
"""

from __future__ import annotations  # help() shows types as they are written

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import PurePath
from typing import ClassVar, Self

from ordquant_core.formats.json.strict import JsonObject
from ordquant_core.formats.official.cases import (
    Case,
    FaultError,
    content_of_cases,
    count_votes,
    each,
    id_of,
    numbers_by_key,
)
from ordquant_core.formats.official.interface import Official, Role
from ordquant_core.formats.rows import Part, Problems
from ordquant_core.formats.text import shown

CLASSES = ("O", "T", "X")  # no breakdown, possible breakdown, breakdown
_PER_FILE = 10**6  # a file's problems stand together
_PROBABILITY = "prob-"  # what the keys of a run begin with


def recognise(value: object, name: str) -> Dialogues | None:
    """Return an object with the turns of a dialogue: those of a gold have annotations, those of a run labels."""
    turns = value.get("turns") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(turns, list):
        return None
    keys = {key for turn in turns if isinstance(turn, dict) for key in turn}
    if "dialogue-id" not in value and "turn-index" not in keys:
        return None
    return (DbdcLabels if "labels" in keys else DbdcLog)(name, ((name, value),), name.rpartition("/")[0])


@dataclass(frozen=True, eq=False)
class Dialogues(Official):
    """The parsed dialogues of some files."""

    files: tuple[tuple[str, JsonObject], ...]
    folder: str  # or archive, that all of them are in; "" where there is none
    key: ClassVar[str]  # of what a turn is labelled with

    def joined(self, others: Sequence[Self]) -> Self:
        """Return the dialogues of several files as one set, named after their common folder."""
        folder = self.folder.split("/")
        for other in others:
            pairs = zip(folder, other.folder.split("/"), strict=False)
            folder = [part for part, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
        files = tuple(file for one in (self, *others) for file in one.files)
        common = "/".join(folder)
        return replace(self, name=common or self.name, files=files, folder=common) if others else self

    @property
    def title(self) -> str:
        """The name of the folder, or of the file without what all such files end with."""
        name = PurePath(self.name).name
        for ending in (".gz", ".json", ".log", ".labels", ".zip"):
            name = name.removesuffix(ending)
        return name

    def read(self, problems: Problems, *, scale: str | None = None, as_gold: bool = True) -> list[Part]:
        """Read the turns of all dialogues."""
        whole = problems.file
        rows = each(self._turns(problems), self._row, problems)
        problems.file = whole
        if not rows and not problems.found:
            problems.add(0, "", f'there is no turn with "{self.key}"', "give files of labelled dialogues")
        voted = self.role == "gold"
        return [Part("", content_of_cases(CLASSES, rows, problems, votes=voted, ordered_by="format"), problems)]

    def _turns(self, problems: Problems) -> Iterator[Case[object]]:
        """Yield what each turn is labelled with, while `problems` are of its file; note turns that have no name."""
        names: set[str] = set()
        for number, (file, dialogue) in enumerate(self.files):
            problems.file, start = file, number * _PER_FILE
            try:
                whose = id_of(dialogue, "dialogue-id")
            except FaultError as fault:
                problems.add(start, "", *fault.args)
                continue
            turns = dialogue["turns"]
            for place, turn in enumerate(turns if isinstance(turns, list) else (), start=1):
                try:
                    name = f"{whose}/{id_of(turn, 'turn-index')}"
                except FaultError as fault:
                    problems.add(start + place, f"turn {place}", *fault.args)
                    continue
                if turn.get(self.key) in (None, []):
                    continue
                if name in names:
                    problems.repeat(start + place, name, "this turn occurs twice")
                    continue
                names.add(name)
                spoken = turn.get("utterance")
                texts = {"utterance": spoken} if isinstance(spoken, str) and spoken else {}
                yield Case(start + place, name, turn[self.key], texts)

    @abstractmethod
    def _row(self, given: object) -> list[float]:
        """Return the numbers of a turn by what it is labelled with. Raises `FaultError`."""


class DbdcLog(Dialogues):
    """Dialogues with annotations."""

    kind: ClassVar[str] = "dbdc-log"
    words: ClassVar[str] = "DBDC dialogues with annotators' labels"
    key: ClassVar[str] = "annotations"
    role: ClassVar[Role] = "gold"

    def _row(self, given: object) -> list[float]:
        """Count the labels of one turn."""
        if not isinstance(given, list):
            raise FaultError(f'"annotations" is {shown(given)}', "expected a list")
        votes = [one.get("breakdown") if isinstance(one, dict) else one for one in given]
        numbered = [(f"annotation {number}", vote) for number, vote in enumerate(votes, start=1)]
        return count_votes(numbered, CLASSES, "leave out annotations without a label")


class DbdcLabels(Dialogues):
    """Dialogues with a system's labels."""

    kind: ClassVar[str] = "dbdc-labels"
    words: ClassVar[str] = "DBDC dialogues with a system's probabilities"
    key: ClassVar[str] = "labels"
    role: ClassVar[Role] = "run"

    def _row(self, given: object) -> list[float]:
        """Return the probabilities of one turn."""
        match given:
            case [dict(numbers)]:
                shares = {
                    key.removeprefix(_PROBABILITY): p for key, p in numbers.items() if key.startswith(_PROBABILITY)
                }
                return numbers_by_key(shares, CLASSES)
        seen = f"{len(given)} labels" if isinstance(given, list) else shown(given)
        raise FaultError(f'"labels" holds {seen}', 'expected one: [{"prob-O": p, "prob-T": p, "prob-X": p}]')
