"""Headers that name the columns of judgements or of a run, in any order, as other programs write them.

BEIR's judgements begin with `query-id corpus-id score`, runs of PyTerrier with `qid,docid,docno,rank,score,query`.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import id_fault

Kind = Literal["judgements", "run"]
_SUBTOPICS = "subtopic subtopicid subtopicno intent intentid aspect"
_NAMES = {  # of columns, without - _ . and spaces; of several that a header has, the first here counts
    "topic": "topic topicid topicno qid queryid query q qno querynumber",
    "document": "docno docid documentid document doc corpusid pid passageid passage did",
    "grade": "grade relevance rel label judgement judgment relevancegrade relevancelabel qrel",
    "score": "score sim similarity rsv retrievalscore",
    "rank": "rank position ranking",
    "round": f"{_SUBTOPICS} round iteration iter q0",
}
_VALUES = {"judgements": ("grade", "score"), "run": ("score", "rank")}  # BEIR calls a grade a score
_PARTS = re.compile(r"[-_ .]")
_WHOLE = re.compile(r"-?[0-9]{1,9}(\.0*)?")


class Header(NamedTuple):
    """What a header names: the columns as they are in the file, what separates them, and where those of TREC are."""

    names: tuple[str, ...]
    separator: str | None  # None: white space
    places: Mapping[str, int]  # of keys of _NAMES

    @property
    def names_subtopics(self) -> bool:
        """Whether it has a column of subtopics."""
        return "round" in self.places and _plain(self.names[self.places["round"]]) in _SUBTOPICS.split()

    def value(self, kind: Kind) -> str | None:
        """Return which column has the values of a run or of judgements."""
        return next((one for one in _VALUES[kind] if one in self.places), None)

    def is_of_run(self, lines: Sequence[str]) -> bool:
        """Return whether these lines are a run: there are ranks, or scores that are not whole, and no grades."""
        if "grade" in self.places or "score" not in self.places:
            return "grade" not in self.places
        rows = [line.split(self.separator) for line in lines]
        cells = [row[self.places["score"]].strip() for row in rows if len(row) == len(self.names)]
        return "rank" in self.places or not all(map(_WHOLE.fullmatch, cells))

    def rows(self, text: str, columns: Sequence[str], problems: Problems) -> Iterator[tuple[int, *tuple[str, ...]]]:
        """Yield the number of every line below the header and its cells in these columns; note odd lines."""
        expected = f"expected {', '.join(self.names)}"
        lines = text.split("\n")
        numbered: Iterable[tuple[int, list[str]]] = enumerate((line.split(self.separator) for line in lines), start=1)
        if self.separator in (",", ";"):  # elsewhere quotes are text, as everywhere in TREC's files
            reader = csv.reader((f"{line}\n" for line in lines), delimiter=self.separator)
            numbered = ((reader.line_num, row) for row in reader)
        rows = ((number, cells) for number, row in numbered if any(cells := [cell.strip() for cell in row]))
        try:
            next(rows)
            for number, cells in rows:
                chosen = [cells[self.places[column]] for column in columns if len(cells) == len(self.names)]
                if not chosen:
                    seen = f"{len(cells)} column{'s' * (len(cells) != 1)}, the header has {len(self.names)}"
                    problems.add(number, f"line {number}", seen, expected)
                elif fault := id_fault(cells[self.places["topic"]]) or id_fault(cells[self.places["document"]]):
                    problems.add(number, f"line {number}", f"an id {fault}", expected)
                else:
                    yield (number, *chosen)
        except csv.Error as error:
            problems.add(0, "", f"it cannot be read as a table ({error})", expected)


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
        known = {what: [plain.index(name) for name in names.split() if name in plain] for what, names in _NAMES.items()}
        places = {what: some[0] for what, some in known.items() if some}
        if {"topic", "document"} <= places.keys() and not places.keys().isdisjoint(("grade", "score", "rank")):
            return Header(tuple(cells), separator, places)
    return None


def _plain(name: str) -> str:
    return _PARTS.sub("", name.lower())
