"""Headers that name the columns of judgements or of a run, in any order, as other programs write them.

BEIR's judgements begin with `query-id corpus-id score`, runs of PyTerrier with `qid,docid,docno,rank,score,query`.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import id_fault

Value = Literal["grade", "score", "rank"]
_SUBTOPICS = ("subtopic", "subtopicid", "subtopicno", "intent", "intentid", "aspect")
_NAMES = {  # of columns, without - _ . and spaces; of several that a header has, the first here counts
    "topic": ("topic", "topicid", "topicno", "qid", "queryid", "query", "q", "qno", "querynumber"),
    "document": ("docno", "docid", "documentid", "document", "doc", "corpusid", "pid", "passageid", "passage", "did"),
    "grade": (
        "grade",
        "relevance",
        "rel",
        "label",
        "judgement",
        "judgment",
        "relevancegrade",
        "relevancelabel",
        "qrel",
    ),
    "score": ("score", "sim", "similarity", "rsv", "retrievalscore"),
    "rank": ("rank", "position", "ranking"),
    "turn": (*_SUBTOPICS, "round", "iteration", "iter", "q0"),
}
_PARTS = re.compile(r"[-_ .]")
_WHOLE = re.compile(r"-?[0-9]{1,9}(\.0*)?")


class Header(NamedTuple):
    """What a header names: where the columns are, None where it has none, and what separates them."""

    names: tuple[str, ...]  # as they are in the file
    separator: str | None  # None: white space
    topic: int
    document: int
    grade: int | None
    score: int | None
    rank: int | None
    turn: int | None  # a round or subtopic

    @property
    def names_subtopics(self) -> bool:
        """Whether it has a column of subtopics."""
        return self.turn is not None and _plain(self.names[self.turn]) in _SUBTOPICS

    def value(self, *, of_run: bool) -> Value | None:
        """Return which column has the values of a run or of judgements: BEIR calls a grade a score."""
        offered: tuple[Value, ...] = ("score", "rank") if of_run else ("grade", "score")
        return next((one for one in offered if getattr(self, one) is not None), None)

    def is_of_run(self, lines: Sequence[str]) -> bool:
        """Return whether these lines are a run: there are ranks, or scores that are not whole, and no grades."""
        if self.grade is not None or self.score is None:
            return self.grade is None
        rows = [line.split(self.separator) for line in lines]
        cells = [row[self.score].strip() for row in rows if len(row) == len(self.names)]
        return self.rank is not None or not all(map(_WHOLE.fullmatch, cells))

    def rows(self, text: str, value: Value, problems: Problems) -> Iterator[tuple[int, str, str, str, str]]:
        """Yield the lines below the header: number, topic, round, document, value; note those that do not fit."""
        place: int = getattr(self, value)
        expected = f"expected {', '.join(self.names)}"
        numbered = iter(self._numbered(text))
        next(numbered)
        try:
            for number, row in numbered:
                if len(row) != len(self.names):
                    seen = f"{len(row)} column{'s' * (len(row) != 1)}, the header has {len(self.names)}"
                    problems.add(number, f"line {number}", seen, expected)
                elif fault := id_fault(row[self.topic]) or id_fault(row[self.document]):
                    problems.add(number, f"line {number}", f"an id {fault}", expected)
                else:
                    turn = "0" if self.turn is None else row[self.turn]
                    yield number, row[self.topic], turn, row[self.document], row[place]
        except csv.Error as error:
            problems.add(0, "", f"it cannot be read as a table ({error})", expected)

    def _numbered(self, text: str) -> Iterator[tuple[int, list[str]]]:
        """Yield the lines that are not empty, with their numbers."""
        lines = text.split("\n")
        if self.separator is None:
            rows = ((number, line.split()) for number, line in enumerate(lines, start=1))
        elif self.separator == "\t":  # quotes are text, as everywhere in TREC's files
            rows = ((number, line.split("\t")) for number, line in enumerate(lines, start=1))
        else:
            reader = csv.reader((f"{line}\n" for line in lines), delimiter=self.separator)
            rows = ((reader.line_num, row) for row in reader)
        return ((number, cells) for number, row in rows if any(cells := [cell.strip() for cell in row]))


def header_of(line: str) -> Header | None:
    r"""Return what a line says as a header; None unless it names topics, documents, and grades, scores or ranks.

    >>> header_of("query-id\tcorpus-id\tscore").names
    ('query-id', 'corpus-id', 'score')
    >>> header_of("1 0 doc 1") is None
    True
    """
    for separator in ("\t", ",", ";", None):
        cells = [cell.strip().strip('"') for cell in line.split(separator)]
        plain = list(map(_plain, cells))
        found = {what: _place(plain, known) for what, known in _NAMES.items()}
        topic, document = found["topic"], found["document"]
        values = (found["grade"], found["score"], found["rank"])
        if topic is not None and document is not None and values != (None, None, None):
            return Header(tuple(cells), separator, topic, document, *values, found["turn"])
    return None


def _plain(name: str) -> str:
    return _PARTS.sub("", name.lower())


def _place(names: Sequence[str], known: Sequence[str]) -> int | None:
    """Return the index of the first of the known names that there is."""
    return next((names.index(name) for name in known if name in names), None)
