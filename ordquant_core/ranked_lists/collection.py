"""Judgements and runs combined: for every topic, the rank of each judged document in each run.

Documents without a judgement matter only by the ranks they take up. So a collection keeps, per topic, the grades of the
judged documents and their ranks in every run, and nothing of the others.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ordquant_core.errors import InputError, Problem
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray, IntArray

UNRANKED = 2**31 - 1  # the rank of a document that a run does not retrieve: below all others
NAMED = 5  # topics in a note, and notes of one kind
_OWN = re.compile(r"\d[\d,]*|\(.*\)")  # what differs between notes of one kind
MOST_DOCUMENTS = 20_000  # judged ones, of a topic: their pairs are counted
MOST_TOPICS = 100_000  # judged ones


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

    @property
    def distinguishes(self) -> bool:
        """Whether two judged documents have different grades: else RIC is not defined."""
        return bool(len(self.grades) and self.grades.min() < self.grades.max())

    def are_same(self, first: int, second: int) -> bool:
        """Return whether two runs retrieve the same judged documents in the same order."""
        one, other = (self.ranks[run] for run in (first, second))
        if ((one == UNRANKED) != (other == UNRANKED)).any():
            return False
        return np.array_equal(np.argsort(one, kind="stable"), np.argsort(other, kind="stable"))


@dataclass(frozen=True, slots=True, eq=False)
class Collection:
    """Judged topics, and the runs over them."""

    name: str
    runs: tuple[str, ...]
    topics: tuple[Topic, ...]
    notes: tuple[str, ...] = ()

    @property
    def distinguishing(self) -> NDArray[np.bool_]:
        """Whether RIC is defined on a topic: (topics,)."""
        return np.array([topic.distinguishes for topic in self.topics], dtype=bool)

    @property
    def levels(self) -> tuple[int, ...]:
        """The grades above 0 that some document has, in ascending order."""
        return tuple(np.unique(np.concatenate([topic.grades[topic.grades > 0] for topic in self.topics])).tolist())

    def select(self, runs: Sequence[int]) -> "Collection":
        """Return the same topics with these runs only, by number, in this order."""
        rows = np.asarray(runs, dtype=np.int64)
        topics = (replace(topic, ranks=topic.ranks[rows], scores=topic.scores[rows]) for topic in self.topics)
        return replace(self, runs=tuple(self.runs[run] for run in runs), topics=tuple(topics))


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
        self._documents: dict[str, tuple[str, ...]] = {}
        self._columns: dict[str, dict[str, int]] = {}
        self._grades: dict[str, IntArray] = {}
        for topic, names, grades in zip(judgements.topics, judgements.documents, judgements.grades, strict=True):
            order = sorted(range(len(names)), key=names.__getitem__, reverse=True)
            self._documents[topic] = tuple(names[place] for place in order)
            self._columns[topic] = {name: column for column, name in enumerate(self._documents[topic])}
            self._grades[topic] = np.maximum(grades[order], 0)

    def place(self, run: RankedRun) -> PlacedRun:
        """Return the ranks of the judged documents of a run."""
        ranks = {}
        for topic, documents, scores in zip(run.topics, run.documents, run.scores, strict=True):
            columns = self._columns.get(topic)
            if columns is not None:
                places = np.array([columns.get(document, -1) for document in documents], dtype=np.int64)
                judged = np.flatnonzero(places >= 0)
                ranks[topic] = places[judged], judged, _rescaled(scores)[judged]
        return PlacedRun(run.name, run.topics, ranks, run.notes, run.file)

    def together(self, runs: Sequence[PlacedRun]) -> Collection:
        """Return the collection of placed runs; see `assemble`."""
        judgements = self._judgements
        problems = _problems_of_runs(judgements, runs)
        if not any((grades > 0).any() for grades in self._grades.values()):
            seen = "no document is judged relevant: no grade is above 0"
            problems.append(Problem(judgements.name, "", seen, "give judgements with relevant documents"))
        for topic, documents in self._documents.items():
            if len(documents) > MOST_DOCUMENTS:
                seen, limit = f"{count(len(documents))} judged documents", f"the limit is {count(MOST_DOCUMENTS)}"
                problems.append(Problem(judgements.name, f"topic {topic}", seen, limit))
        if len(self._documents) > MOST_TOPICS:
            seen, limit = f"{count(len(self._documents))} topics", f"the limit is {count(MOST_TOPICS)}"
            problems.append(Problem(judgements.name, "", seen, limit))
        if problems:
            raise InputError(problems)
        topics = tuple(self._topic(name, runs) for name in self._documents)
        of_runs = [note for run in runs for note in (*run.notes, *_notes_on_run(run, judgements))]
        notes = (*judgements.notes, *_notes_on_judgements(judgements, topics), *in_short(of_runs))
        return Collection(judgements.name, tuple(run.name for run in runs), topics, notes)

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


def assemble(judgements: Judgements, runs: Sequence[RankedRun]) -> Collection:
    """Combine judgements and runs, topic by topic. Means go over all judged topics, as those of `trec_eval -c` do.

    A topic for which a run has no list scores 0, one without a relevant document, too, and documents without a
    judgement are not relevant. RIC alone needs judged documents of two grades in a topic: on other topics it is not
    defined (NaN), and its mean goes over those where it is. Grades below 0 (such as spam) count as 0. All of this is
    noted.

    Raises `InputError` for runs of the same name, a run that answers no judged topic, a topic with more than 20,000
    judged documents, or when no document is relevant.
    """
    placing = Placing(judgements)
    return placing.together([placing.place(run) for run in runs])


def _problems_of_runs(judgements: Judgements, runs: Sequence[PlacedRun]) -> list[Problem]:
    """Return a problem for every run that has the name of another one, or answers no judged topic."""
    names: set[str] = set()
    problems = []
    judged = set(judgements.topics)
    for run in runs:
        file = run.file or run.name
        if run.name in names:
            action = "rename one of them (a run is named after its file)"
            problems.append(Problem(file, "", f"another run is called {run.name}", action))
        elif judged.isdisjoint(run.topics):
            seen = f"none of its {count(len(run.topics), 'topic')} is judged (it has {names_of(run.topics)})"
            action = f"remove it, or choose the judgements it belongs to: these have {names_of(judgements.topics)}"
            problems.append(Problem(file, "", seen, action))
        else:
            names.add(run.name)
    return problems


def mean_over_topics(values: FloatArray, axis: int = -1) -> FloatArray:
    """Return the mean over the topics where the value is defined (not NaN); NaN where there is none.

    >>> mean_over_topics(np.array([[1.0, 0.0], [0.5, np.nan], [np.nan, np.nan]])).tolist()
    [0.5, 0.5, nan]
    """
    defined = ~np.isnan(values)
    number = defined.sum(axis=axis)
    total = np.where(defined, values, 0.0).sum(axis=axis)
    return np.asarray(np.divide(total, number, out=np.full(np.shape(total), np.nan), where=number > 0))


def _rescaled(scores: FloatArray) -> FloatArray:
    """Map the scores of a list to 0 … 1; a list whose scores are all equal gets 1 throughout."""
    low, high = scores.min() / 2, scores.max() / 2  # halves: the width of the largest range is still finite
    return np.ones(len(scores)) if low == high else np.asarray((scores / 2 - low) / (high - low))


def _notes_on_judgements(judgements: Judgements, judged: Sequence[Topic]) -> list[str]:
    notes, name = [], judgements.name
    none = [topic.name for topic in judged if not topic.relevant]
    if none:
        verb = "scores" if len(none) == 1 else "score"
        notes.append(f"{name}: {count(len(none), 'topic')} without a relevant document {verb} 0 ({names_of(none)})")
    same = [topic.name for topic in judged if not topic.distinguishes]
    if len(same) == len(judged):
        notes.append(f"{name}: RIC is not defined: no topic has judged documents of two grades")
    elif same:
        kept = f"{count(len(judged) - len(same))} of {count(len(judged), 'judged topic')}"
        has = "has no" if len(same) == 1 else "have no"
        words = f"the other {count(len(same))} {has} judged documents of two grades ({names_of(same)})"
        notes.append(f"{name}: RIC is computed on {kept}: {words}")
    negative = sum(int((grades < 0).sum()) for grades in judgements.grades)
    if negative:
        verb = "counts" if negative == 1 else "count"
        notes.append(f"{name}: {count(negative, 'grade')} below 0 {verb} as 0")
    return notes


def _notes_on_run(run: PlacedRun, judgements: Judgements) -> list[str]:
    """Note the judged topics that a run does not answer, and its topics that are not judged."""
    file, own, judged = run.file or run.name, set(run.topics), set(judgements.topics)
    missing = [topic for topic in judgements.topics if topic not in own]
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
