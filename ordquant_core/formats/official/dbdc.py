"""The Dialogue Breakdown Detection Challenge: one file per dialogue; a set of files is one gold or one run.

Gold is `*.log.json`: `{"dialogue-id": …, "turns": [{"turn-index": 1, "annotations": [{"breakdown": "T"}, …]}, …]}`, a
run `*.labels.json`: `{"dialogue-id": …, "turns": [{"turn-index": 1, "labels": [{"prob-O": p, "prob-T": p,
"prob-X": p}]}]}`. A case is one turn, named `<dialogue-id>/<turn-index>`; turns without annotations are left out.
"""

from __future__ import annotations  # help() shows types as they are written

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from pathlib import PurePath

from ordquant_core.formats.json.strict import JsonObject
from ordquant_core.formats.official.cases import (
    Case,
    FaultError,
    by_name,
    content_of_cases,
    count_votes,
    each,
    id_of,
    numbers_by_key,
)
from ordquant_core.formats.official.interface import Official, Role
from ordquant_core.formats.rows import Content, Problems
from ordquant_core.formats.text import brief, spelling

CLASSES = ("O", "T", "X")  # no breakdown, possible breakdown, breakdown
_PER_FILE = 10**6  # a file's problems stand together
_PROBABILITY = "prob-"  # what the keys of a run begin with
_GOLD: tuple[str, str, Role] = ("dbdc-log", "DBDC dialogues with annotators' labels", "gold")
_RUN: tuple[str, str, Role] = ("dbdc-labels", "DBDC dialogues with a system's probabilities", "run")
Files = tuple[tuple[str, JsonObject], ...]  # parsed dialogues by the names of their files


def recognise(value: object, name: str) -> Dialogues | None:
    """Return an object with the turns of a dialogue: those of a gold have annotations, those of a run labels."""
    turns = value.get("turns") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(turns, list):
        return None
    keys = {key for turn in turns if isinstance(turn, dict) for key in turn}
    if "dialogue-id" not in value and "turn-index" not in keys:
        return None
    files, folder = ((name, value),), name.rpartition("/")[0]
    kind, words, role = _RUN if "labels" in keys else _GOLD
    return Dialogues(name, kind, words, partial(_read, files, role), role, files=files, folder=folder)


@dataclass(frozen=True, eq=False, kw_only=True)
class Dialogues(Official):
    """The dialogues of some files."""

    files: Files
    folder: str  # or archive, that all of them are in; "" where there is none

    def joined(self, others: Sequence[Dialogues]) -> Dialogues:
        """Return the dialogues of several files as one set, named after their common folder."""
        if not others:
            return self
        parts = zip(*(one.folder.split("/") for one in (self, *others)), strict=False)
        folder = "/".join(some[0] for some in takewhile(lambda some: len({*some}) == 1, parts))
        files = tuple(file for one in (self, *others) for file in one.files)
        reader = partial(_read, files, self.role)
        return replace(self, name=folder or self.name, files=files, folder=folder, reader=reader)

    @property
    def title(self) -> str:
        """The name of the folder, or of the file without what all such files end with."""
        name = PurePath(self.name).name
        for ending in (".gz", ".json", ".log", ".labels", ".zip"):
            name = name.removesuffix(ending)
        return name


def _read(files: Files, role: Role, problems: Problems) -> Content:
    """Read the turns of all dialogues: annotators' votes, or the probabilities of a system."""
    whole, key, voted = problems.file, "annotations" if role == "gold" else "labels", role == "gold"
    turns, rows = list[Case[object]](), list[Case[list[float]]]()
    for turn in _turns(files, key, problems):  # one by one, while the problems are those of its file
        turns.append(turn)
        rows += each([turn], _votes if voted else _shares, problems)
    kept = {case.id for case in rows}
    given = [_named_votes(turn.value) for turn in turns if turn.id in kept]
    problems.file = whole
    if not rows and not problems.kept:
        problems.add(0, "", f'there is no turn with "{key}"', "give files of labelled dialogues")
    annotations = by_name(given, CLASSES) if voted and all(given) else None
    return content_of_cases(CLASSES, rows, problems, votes=voted, ordered_by="format", annotations=annotations)


def _turns(files: Files, key: str, problems: Problems) -> Iterator[Case[object]]:
    """Yield what each turn has under `key`, while `problems` are of its file; note turns that have no name."""
    names: set[str] = set()
    for number, (file, dialogue) in enumerate(files):
        problems.file, start, turns = file, number * _PER_FILE, dialogue["turns"]
        try:
            whose = id_of(dialogue, "dialogue-id")
        except FaultError as fault:
            problems.add(start, "", *fault.args)
            continue
        for at, turn in enumerate(turns if isinstance(turns, list) else (), start=1):
            try:
                name = f"{whose}/{id_of(turn, 'turn-index')}"
            except FaultError as fault:
                problems.add(start + at, f"turn {at}", *fault.args)
                continue
            if turn.get(key) in (None, []):
                continue
            if name in names:
                problems.repeat(start + at, name, "this turn occurs twice")
                continue
            names.add(name)
            spoken = turn.get("utterance")
            texts = {"utterance": spoken} if isinstance(spoken, str) and spoken else {}
            yield Case(start + at, name, turn[key], texts)


def _votes(given: object) -> list[float]:
    """Count the labels of one turn."""
    if not isinstance(given, list):
        raise FaultError(f'"annotations" is {brief(given)}', "expected a list")
    votes = [one.get("breakdown") if isinstance(one, dict) else one for one in given]
    numbered = [(f"annotation {number}", vote) for number, vote in enumerate(votes, start=1)]
    return count_votes(numbered, CLASSES, "leave out annotations without a label")


def _named_votes(given: object) -> dict[str, str]:
    """Return the labels of one turn by the ids of their annotators; {} where not everybody has an id of their own."""
    labels = [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []
    named = {spelling(one.get("annotator-id")): spelling(one.get("breakdown")) for one in labels}
    whole = len(named) == len(labels) and "" not in named
    return named if whole and isinstance(given, list) and len(labels) == len(given) else {}


def _shares(given: object) -> list[float]:
    """Return the probabilities of one turn."""
    match given:
        case [dict(numbers)]:
            begins = {key: p for key, p in numbers.items() if key.startswith(_PROBABILITY)}
            return numbers_by_key({key.removeprefix(_PROBABILITY): p for key, p in begins.items()}, CLASSES)
    seen = f"{len(given)} labels" if isinstance(given, list) else brief(given)
    raise FaultError(f'"labels" holds {seen}', 'expected one: [{"prob-O": p, "prob-T": p, "prob-X": p}]')
