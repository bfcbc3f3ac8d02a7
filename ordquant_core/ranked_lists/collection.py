"""Judgements and runs combined: for every topic, the rank of each judged document in each run.

Documents without a judgement matter only by the ranks they take up. So a collection keeps, per topic, the grades of the
judged documents and their ranks in every run, and nothing of the others.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from ordquant_core.errors import InputError, Problem, Repair, UnknownNameError
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray, IntArray

UNRANKED = 2**31 - 1  # the rank of a document that a run does not retrieve: below all others
NAMED = 5  # topics in a note, and notes of one kind
_OWN = re.compile(r"\d[\d,]*|\(.*\)")  # what differs between notes of one kind
MOST_DOCUMENTS = 20_000  # judged ones, of a topic: their pairs are counted


@dataclass(frozen=True, slots=True, eq=False)
class Judgements:
    """The relevance grades of one file, in its order of topics."""

    name: str
    topics: tuple[str, ...]
    documents: tuple[tuple[str, ...], ...]  # per topic
    grades: tuple[IntArray, ...]  # per topic, of its documents; > 0 is relevant
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class RankedRun:
    """One system's ranked lists, in its file's order of topics."""

    name: str
    topics: tuple[str, ...]
    documents: tuple[tuple[str, ...], ...]  # per topic, best first
    scores: tuple[FloatArray, ...]  # per topic, of its documents
    notes: tuple[str, ...] = ()
    file: str = ""  # where it was read from, for messages


@dataclass(frozen=True, slots=True, eq=False)
class Topic:
    """One topic: its judged documents and their ranks in the runs."""

    name: str
    documents: tuple[str, ...]  # in descending order, so that a stable sort breaks ties as trec_eval does
    grades: IntArray  # (documents,), 0 is not relevant
    ranks: IntArray  # (runs, documents), counted from 0 over all documents of the list; `UNRANKED` if not retrieved
    scores: FloatArray  # (runs, documents): from 0 (last in its list) to 1 (first); NaN if not retrieved

    @property
    def relevant(self) -> int:
        """How many documents are relevant."""
        return int((self.grades > 0).sum())

    def retrieved(self, run: int) -> IntArray:
        """Return the judged documents that a run retrieves, by number, in the order of its list."""
        order = np.argsort(self.ranks[run], kind="stable")
        return np.asarray(order[self.ranks[run][order] != UNRANKED])

    def counted(self, run: int) -> int:
        """Return how many of `retrieved` count: those up to the last relevant one."""
        return int(np.flatnonzero(self.grades[self.retrieved(run)] > 0).max(initial=-1)) + 1

    def missed(self, run: int) -> int:
        """Return how many relevant documents a run does not retrieve."""
        return self.relevant - int((self.grades[self.retrieved(run)] > 0).sum())


@dataclass(frozen=True, slots=True, eq=False)
class Collection:
    """Topics on which lists can differ, and the runs over them."""

    name: str
    runs: tuple[str, ...]
    topics: tuple[Topic, ...]
    notes: tuple[str, ...] = ()

    @property
    def levels(self) -> tuple[int, ...]:
        """The grades above 0 that some document has, in ascending order."""
        return tuple(np.unique(np.concatenate([topic.grades[topic.grades > 0] for topic in self.topics])).tolist())

    @property
    def judged(self) -> int:
        """How many documents are judged, topic by topic."""
        return sum(len(topic.documents) for topic in self.topics)

    @property
    def relevant(self) -> int:
        """How many of them are relevant."""
        return sum(topic.relevant for topic in self.topics)

    def select(self, runs: Sequence[int]) -> "Collection":
        """Return the same topics with these runs only, by number, in this order."""
        rows = np.asarray(runs, dtype=np.int64)
        topics = (replace(topic, ranks=topic.ranks[rows], scores=topic.scores[rows]) for topic in self.topics)
        return replace(self, runs=tuple(self.runs[run] for run in runs), topics=tuple(topics))

    def number_of(self, run: str) -> int:
        """Return the number of a run. Raises `UnknownNameError`."""
        if run not in self.runs:
            raise UnknownNameError(f"There is no run {run!r}; choose from {', '.join(self.runs)}.")
        return self.runs.index(run)


@dataclass(frozen=True, slots=True, eq=False)
class PlacedRun:
    """What of a run a collection needs: the ranks of judged documents, and names and notes for messages."""

    name: str
    topics: tuple[str, ...]
    ranks: Mapping[str, tuple[IntArray, IntArray, FloatArray]]  # topic -> judged documents, their ranks, their scores
    notes: tuple[str, ...] = ()
    file: str = ""


class Placing:
    """Judgements that runs are placed on one by one, so that no more of them need be held than their ranks."""

    def __init__(self, judgements: Judgements) -> None:
        self._judgements = judgements
        self._kept = [number for number, grades in enumerate(judgements.grades) if _distinguishes(grades)]
        self._documents: dict[str, tuple[str, ...]] = {}
        self._columns: dict[str, dict[str, int]] = {}
        self._grades: dict[str, IntArray] = {}
        for number in self._kept:
            names, topic = judgements.documents[number], judgements.topics[number]
            order = sorted(range(len(names)), key=names.__getitem__, reverse=True)
            self._documents[topic] = tuple(names[place] for place in order)
            self._columns[topic] = {name: column for column, name in enumerate(self._documents[topic])}
            self._grades[topic] = np.maximum(judgements.grades[number][order], 0)

    def place(self, run: RankedRun) -> PlacedRun:
        """Return the ranks of the judged documents of a run."""
        ranks = {}
        for topic, documents, scores in zip(run.topics, run.documents, run.scores, strict=True):
            columns = self._columns.get(topic)
            if columns is not None:
                found = np.array([columns.get(document, -1) for document in documents], dtype=np.int64)
                judged = np.flatnonzero(found >= 0)
                ranks[topic] = found[judged], judged, _rescaled(scores)[judged]
        return PlacedRun(run.name, run.topics, ranks, run.notes, run.file)

    def together(self, runs: Sequence[PlacedRun], choices: Sequence[Repair] = ()) -> Collection:
        """Return the collection of placed runs; see `assemble`."""
        judgements = self._judgements
        runs, skipped, problems = usable_runs(judgements, runs, choices)
        if not self._kept:
            seen = "no topic has both a relevant document and one of another grade"
            problems.append(Problem(judgements.name, "", seen, "give judgements that distinguish documents"))
        for topic, documents in self._documents.items():
            if len(documents) > MOST_DOCUMENTS:
                seen, limit = f"{count(len(documents))} judged documents", f"the limit is {count(MOST_DOCUMENTS)}"
                problems.append(Problem(judgements.name, f"topic {topic}", seen, limit))
        if problems:
            raise InputError(problems)
        topics = tuple(self._topic(topic, runs) for topic in self._documents)
        notes = [*judgements.notes, *_notes_on_judgements(judgements, self._kept), *skipped]
        own = [[*run.notes, *notes_on_run(run, judgements, tuple(self._documents))] for run in runs]
        notes += in_short([note for notes_of_run in own for note in notes_of_run])
        return Collection(judgements.name, tuple(run.name for run in runs), topics, tuple(notes))

    def _topic(self, name: str, runs: Sequence[PlacedRun]) -> Topic:
        documents = self._documents[name]
        ranks = np.full((len(runs), len(documents)), UNRANKED, dtype=np.int64)
        scores = np.full((len(runs), len(documents)), np.nan)
        for row, run in enumerate(runs):
            if name in run.ranks:
                at, where, values = run.ranks[name]
                ranks[row, at] = where
                scores[row, at] = values
        return Topic(name, documents, self._grades[name], ranks, scores)


def assemble(judgements: Judgements, runs: Sequence[RankedRun], choices: Sequence[Repair] = ()) -> Collection:
    """Combine judgements and runs, topic by topic, as trec_eval does for a mean over all judged topics.

    - A topic needs a relevant document and one of another grade: without them no list is better than another. It is
      left out, and noted.
    - Grades below 0 (such as spam) count as 0, and are noted.
    - A topic that a run does not answer scores 0; topics that are not judged are ignored. Both are noted.

    Raises `InputError` for runs of the same name (unless `choices` keep the first), a run that answers no judged topic
    (unless they skip its file), a topic with more than 20,000 judged documents, or when no topic is left.
    """
    placing = Placing(judgements)
    return placing.together([placing.place(run) for run in runs], choices)


AnyRun = TypeVar("AnyRun", RankedRun, PlacedRun)


def usable_runs(
    judgements: Judgements, runs: Sequence[AnyRun], choices: Sequence[Repair]
) -> tuple[list[AnyRun], list[str], list[Problem]]:
    """Return the runs to go on with, notes on those left out by choice, and problems with the others."""
    kept: dict[str, AnyRun] = {}
    notes, problems = [], []
    judged = set(judgements.topics)
    for run in runs:
        file = run.file or run.name
        if run.name in kept:
            if "keep-first" in choices:
                notes.append(f"{file}: left out, there is a run {run.name} before it")
            else:
                action = "rename one of them (a run is named after its file)"
                problems.append(Problem(file, "", f"another run is called {run.name}", action, ("keep-first",)))
        elif judged.isdisjoint(run.topics):
            if "skip-files" in choices:
                notes.append(f"{file}: left out, none of its topics is judged")
            else:
                seen = f"none of its {count(len(run.topics))} topics is judged (it has {names_of(run.topics)})"
                action = f"the judgements have {names_of(judgements.topics)}"
                problems.append(Problem(file, "", seen, action, ("skip-files",)))
        else:
            kept[run.name] = run
    return list(kept.values()), notes, problems


def _distinguishes(grades: IntArray) -> bool:
    clipped = np.maximum(grades, 0)
    return bool(len(clipped) and clipped.max() > 0 and clipped.min() < clipped.max())


def _rescaled(scores: FloatArray) -> FloatArray:
    """Map the scores of a list to 0 … 1; a list whose scores are all equal gets 1 throughout."""
    low, high = scores.min() / 2, scores.max() / 2  # halves: the width of the largest range is still finite
    return np.ones(len(scores)) if low == high else np.asarray((scores / 2 - low) / (high - low))


def _notes_on_judgements(judgements: Judgements, kept: Sequence[int]) -> list[str]:
    notes = []
    inside = set(kept)
    out = [topic for n, topic in enumerate(judgements.topics) if n not in inside]
    if out:
        words = "without a relevant document and one of another grade, left out of every mean"
        notes.append(f"{judgements.name}: {count(len(out), 'topic')} {words} ({names_of(out)})")
    negative = sum(int((grades < 0).sum()) for grades in judgements.grades)
    if negative:
        verb = "counts" if negative == 1 else "count"
        notes.append(f"{judgements.name}: {count(negative, 'grade')} below 0 {verb} as 0")
    return notes


def notes_on_run(run: RankedRun | PlacedRun, judgements: Judgements, kept: Sequence[str]) -> list[str]:
    """Note the topics of `kept` that a run does not answer, and its topics that are not judged."""
    file, own, judged = run.file or run.name, set(run.topics), set(judgements.topics)
    missing = [topic for topic in kept if topic not in own]
    surplus = [topic for topic in run.topics if topic not in judged]
    notes = []
    if missing:
        verb = "scores" if len(missing) == 1 else "score"
        notes.append(f"{file}: {count(len(missing), 'topic')} not answered, {verb} 0 ({names_of(missing)})")
    if surplus:
        notes.append(f"{file}: {count(len(surplus), 'topic')} not judged, ignored ({names_of(surplus)})")
    return notes


def in_short(notes: Sequence[str]) -> list[str]:
    """Return the notes, of those of one kind on many files only the first few, with the number of the others.

    >>> in_short([f"run-{n}: {n + 2} ties of scores" for n in range(9)])[4:]
    ['run-4: 6 ties of scores; the same kind of note on 4 more files']
    """
    kinds: dict[str, list[str]] = {}
    for note in notes:
        kinds.setdefault(_OWN.sub("", note.partition(": ")[2]), []).append(note)
    short = []
    for alike in kinds.values():
        more = len(alike) - NAMED
        end = f"; the same kind of note on {more} more files" if more > 1 else ""
        short += [*alike[: NAMED - 1], f"{alike[NAMED - 1]}{end}"] if end else alike
    return short


def names_of(topics: Sequence[str]) -> str:
    """Return the first few topics, for a note."""
    named = ", ".join(topics[:NAMED])
    return f"{named}, …" if len(topics) > NAMED else named
