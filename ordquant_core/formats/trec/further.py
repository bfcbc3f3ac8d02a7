"""Judgements beside the grades: preferences of pairs of documents, or the lists of a gold-standard ranker."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.headed import headed_rows, names_columns
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import beginning, label
from ordquant_core.formats.trec.beside import kind_of_table
from ordquant_core.formats.trec.lines import parse_run
from ordquant_core.numerals import count
from ordquant_core.ranked_lists.collection import UNRANKED, Collection, Topic
from ordquant_core.ranked_lists.future_work import preferences, preferences_of_ranker
from ordquant_core.ranked_lists.information import Signs

COLUMNS = ("topic", "better", "worse")
Addition = Literal["scores", "teams", "preferences", "subtopics", "ranker"]
_FIELDS: Mapping[int, Addition] = {4: "subtopics", 6: "ranker"}  # of a line of TREC's files
_SNIFFED = 4096  # bytes


@dataclass(frozen=True, slots=True)
class FurtherJudgements:
    """One judgement variable: pairs of documents by topic, the better one first, or ranked documents by topic."""

    name: str
    pairs: Mapping[str, tuple[tuple[str, str], ...]] | None
    ranked: Mapping[str, tuple[str, ...]] | None = None

    def on(self, topic: Topic) -> Signs:
        """Return which of the judged documents of a topic it prefers to which: (documents, documents)."""
        if self.ranked is None:
            return preferences(topic.documents, (self.pairs or {}).get(topic.name, ()))
        places = {name: place for place, name in enumerate(self.ranked.get(topic.name, ()))}
        return preferences_of_ranker(np.array([places.get(name, UNRANKED) for name in topic.documents], dtype=np.int64))

    def notes(self, collection: Collection) -> tuple[str, ...]:
        """Return what plays no part: preferences of documents without a grade, and topics that it does not judge."""
        notes = []
        judged = {topic.name: {*topic.documents} for topic in collection.topics}
        known = (self.pairs if self.ranked is None else self.ranked) or {}
        left = sum(
            not {*pair} <= judged.get(topic, set()) for topic, pairs in (self.pairs or {}).items() for pair in pairs
        )
        if left:
            notes.append(f"{self.name}: {count(left, 'preference')} left out: a document without a grade")
        missing = sum(topic not in known for topic in judged)
        if missing:
            notes.append(f"{self.name}: no judgement on {count(missing, 'topic')}")
        return tuple(notes)


def kind_of_addition(data: bytes) -> Addition | None:
    """Recognise a file that stands beside judgements and runs: by its header, or the fields of its first line."""
    if names_columns(data, COLUMNS):
        return "preferences"
    lines = (line.split() for line in beginning(data, _SNIFFED).splitlines())
    return kind_of_table(data) or _FIELDS.get(len(next(filter(None, lines), [])))


def parse_further(data: bytes, name: str, choices: Decisions = NOTHING) -> FurtherJudgements:
    """Read a table with the columns topic, better, worse, or a TREC run, which is the list of a gold-standard ranker.

    Raises `InputError` with every problem of the file, such as a pair that is preferred both ways round.
    """
    if not names_columns(data, COLUMNS):
        run = parse_run(data, name, choices=choices)
        return FurtherJudgements(name, None, dict(zip(run.topics, run.documents, strict=True)))
    problems = Problems(name)
    found: dict[str, dict[tuple[str, str], None]] = {}
    for line, (topic, better, worse) in headed_rows(data, name, COLUMNS, problems):
        pairs = found.setdefault(topic, {})
        if not (topic and better and worse):
            problems.add(line, f"line {line}", "an empty cell", f"expected {', '.join(COLUMNS)}")
        elif better == worse or (worse, better) in pairs:
            seen = f"{label(better)} and {label(worse)} are each preferred to the other on topic {label(topic)}"
            problems.add(line, f"line {line}", seen, "prefer one of the two, or leave the pair out")
        else:
            pairs[better, worse] = None
    problems.raise_if_any()
    if not any(found.values()):
        raise InputError([Problem(name, "", "it contains no preference", f"expected {', '.join(COLUMNS)}")])
    return FurtherJudgements(name, {topic: tuple(pairs) for topic, pairs in found.items()})
