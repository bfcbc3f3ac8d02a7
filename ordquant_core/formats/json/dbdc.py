"""The Dialogue Breakdown Detection Challenge: one file per dialogue; a set of files is one gold or one run.

Gold is `*.log.json`: `{"dialogue-id": …, "turns": [{"turn-index": 1, "annotations": [{"breakdown": "T"}, …]}, …]}`, a
run `*.labels.json`: `{"dialogue-id": …, "turns": [{"turn-index": 1, "labels": [{"prob-O": p, "prob-T": p,
"prob-X": p}]}]}`. A case is one turn, named `<dialogue-id>/<turn-index>`; turns without annotations are left out.
"""

from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import PurePath
from typing import ClassVar

import numpy as np

from ordquant_core.formats.json.cases import FaultError, NoVoteError
from ordquant_core.formats.json.strict import JsonObject
from ordquant_core.formats.missing import MissingVotes
from ordquant_core.formats.opened import Opened, Part, Role
from ordquant_core.formats.rows import Problems, to_content
from ordquant_core.formats.text import case_place, id_fault, label, shown

CLASSES = ("O", "T", "X")  # no breakdown, possible breakdown, breakdown
_PER_FILE = 10**6  # a file's problems stand together


def kind_of(value: JsonObject) -> str | None:
    """Return whether an object is a dialogue, and of which kind."""
    turns = value.get("turns")
    if not isinstance(turns, list) or not {"dialogue-id"} & set(value):
        return None
    keys = {key for turn in turns if isinstance(turn, dict) for key in turn}
    if "labels" in keys:
        return "dbdc-labels"
    return "dbdc-log" if "annotations" in keys else None


@dataclass(slots=True)
class Dialogues(Opened):
    """The parsed dialogues of some files."""

    files: list[tuple[str, JsonObject]]
    folder: str = field(init=False)  # or archive, that all of them are in; "" where there is none

    def __post_init__(self) -> None:
        self.folder = self.name.rpartition("/")[0]

    def add(self, other: "Dialogues") -> None:
        """Add the dialogues of another file; the set is named after their common folder."""
        self.files += other.files
        pairs = zip(self.folder.split("/"), other.folder.split("/"), strict=False)
        self.folder = "/".join(part for part, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        self.name = self.folder or self.name

    @property
    def title(self) -> str:
        """Return the name of the folder, or of the file without what all such files end with."""
        name = PurePath(self.name).name
        for ending in (".json", ".log", ".labels", ".zip"):
            name = name.removesuffix(ending)
        return name

    def read(self, problems: Problems, *, scale: str | None, as_gold: bool) -> list[Part]:
        """Read the turns of all dialogues."""
        whole = problems.file
        cases: dict[str, int] = {}
        rows: list[list[float]] = []
        texts: list[str] = []
        missing = MissingVotes(problems)
        for number, (name, dialogue) in enumerate(self.files):
            problems.file = name
            position = number * _PER_FILE
            turns = dialogue["turns"]
            case = dialogue["dialogue-id"]
            wrong = id_fault(case) if isinstance(case, str) else f"is {shown(case)}"
            if not isinstance(case, str) or wrong:
                problems.add(position, "", f'the "dialogue-id" {wrong}', "expected a text")
                continue
            for place, turn in enumerate(turns if isinstance(turns, list) else (), start=1):
                try:
                    turn_id = _turn_id(turn, place)
                except FaultError as fault:
                    fault.report(problems, position + place, f"turn {place}", "")
                    continue
                key = f"{case}/{turn_id}"
                try:
                    row = self.row(turn, key, missing)
                except FaultError as fault:
                    fault.report(problems, position + place, case_place(key), key)
                    continue
                if row is None:
                    continue
                if key in cases:
                    problems.repeat(position + place, key, "this turn occurs twice")
                    continue
                cases[key] = position + place
                rows.append(row)
                text = turn.get("utterance") if isinstance(turn, dict) else None
                texts.append(text if isinstance(text, str) else "")
        problems.file = whole
        missing.report()
        if not cases and not problems.found and not problems.faulty:
            problems.add(0, "", f'there is no turn with "{self.key}"', "give files of labelled dialogues")
        values = np.array(rows, dtype=np.float64).reshape(len(rows), len(CLASSES))
        extras = {"utterance": texts} if any(texts) else {}
        votes = self.kind == "dbdc-log"
        positions = list(cases.values())
        content = to_content(
            CLASSES, list(cases), values, positions, problems, votes=votes, extras=extras, ordered_by="format"
        )
        return [Part("", content, problems)]

    key: ClassVar[str]

    def row(self, turn: JsonObject, case: str, missing: MissingVotes) -> list[float] | None:
        """Return the numbers of a turn, None where it is not labelled."""
        raise NotImplementedError


class DbdcLog(Dialogues):
    """Dialogues with annotations."""

    __slots__ = ()
    kind: ClassVar[str] = "dbdc-log"
    words: ClassVar[str] = "DBDC dialogues with annotators' labels"
    key: ClassVar[str] = "annotations"
    role: ClassVar[Role] = "gold"

    def row(self, turn: JsonObject, case: str, missing: MissingVotes) -> list[float] | None:
        """Count the labels of one turn."""
        given = turn.get("annotations")
        if given is None or given == []:
            return None
        if not isinstance(given, list):
            raise FaultError(f'"annotations" is {shown(given)}', "expected a list")
        counts = [0.0] * len(CLASSES)
        for number, annotation in enumerate(given, start=1):
            vote = annotation.get("breakdown") if isinstance(annotation, dict) else annotation
            if self.votes is not None and isinstance(annotation, dict) and "annotator-id" in annotation:
                self.votes.append((case, str(annotation["annotator-id"]), str(vote)))
            if (not isinstance(annotation, dict) or "breakdown" in annotation) and missing.holds(vote, case):
                continue
            if not isinstance(vote, str) or vote not in CLASSES:
                raise FaultError(f"annotation {number} says {shown(vote)}", f"the classes are {', '.join(CLASSES)}")
            counts[CLASSES.index(vote)] += 1
        if not any(counts):
            raise NoVoteError
        return counts


class DbdcLabels(Dialogues):
    """Dialogues with a system's labels."""

    __slots__ = ()
    kind: ClassVar[str] = "dbdc-labels"
    words: ClassVar[str] = "DBDC dialogues with a system's probabilities"
    key: ClassVar[str] = "labels"
    role: ClassVar[Role] = "run"

    def row(self, turn: JsonObject, case: str, missing: MissingVotes) -> list[float] | None:
        """Return the probabilities of one turn."""
        given = turn.get("labels")
        if given is None or given == []:
            return None
        if not isinstance(given, list) or len(given) != 1 or not isinstance(given[0], dict):
            seen = f"{len(given)} labels" if isinstance(given, list) else shown(given)
            raise FaultError(f'"labels" holds {seen}', 'expected one: [{"prob-O": p, "prob-T": p, "prob-X": p}]')
        row = []
        for text in CLASSES:
            value = given[0].get(f"prob-{text}")
            if not isinstance(value, int | float) or isinstance(value, bool):
                seen = (
                    f'"prob-{text}" is {shown(value)}' if f"prob-{text}" in given[0] else f'there is no "prob-{text}"'
                )
                raise FaultError(seen, "expected a number")
            row.append(float(value))
        return row


def _turn_id(turn: object, place: int) -> str:
    if not isinstance(turn, dict):
        raise FaultError(f"this is {shown(turn)}", 'expected an object with a "turn-index"')
    index = turn.get("turn-index")
    if isinstance(index, str):
        if fault := id_fault(index):
            raise FaultError(f'the "turn-index" {fault}', "every turn needs one")
        return index
    if not isinstance(index, int) or isinstance(index, bool):
        seen = f'the "turn-index" is {shown(index)}' if "turn-index" in turn else 'there is no "turn-index"'
        raise FaultError(seen, "every turn needs one")
    return label(str(index))
