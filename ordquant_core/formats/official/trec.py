"""TREC's files as they are in practice: judgements (qrels) and runs, columns separated by any white space.

A header that names the columns is understood, as in the judgements of BEIR, and so are runs of MS MARCO, which have
three columns: topic, document, rank. Other lists are ordered by score, not by their column of ranks. As in trec_eval
10, scores count in double precision, and documents whose scores tie stand in descending order of their ids. Lines that
begin with # are comments, but for those of topics with such names (#hashtag).
"""

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.numbered import firsts
from ordquant_core.formats.official.trec_headers import header_of
from ordquant_core.formats.official.trec_lines import (
    GRADE,
    JUDGEMENT_COLUMNS,
    JUDGEMENTS,
    RANK_COLUMNS,
    RUN_COLUMNS,
    RUNS,
    WHOLE_TOPICS,
    Rows,
    read_rows,
    without_comments,
    without_description,
)
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import beginning, is_number, label
from ordquant_core.numerals import count
from ordquant_core.ranked_lists.collection import Judgements, RankedRun
from ordquant_core.ranked_lists.diversity import SubtopicJudgements
from ordquant_core.records import FloatArray, IntArray

Kind = Literal["judgements", "run"]
EXTENSIONS = {".txt", ".run", ".trec", ".res", ".tsv", ".dat"}  # others belong to the name: TREC's have dots in them
MOST_GRADES = 2_000_000  # of documents for subtopics, in a topic
AGAIN = 0.2  # of all judged documents: as many may be judged again in another round
_DECIMAL = re.compile(r"-?[0-9]{1,9}\.[0-9]*")  # no grade, but what else could it be
_THOUSANDS = re.compile(r"[0-9]{1,3}(,[0-9]{3})+(\.[0-9]*)?")  # a number in a table
_LONGEST_DESCRIPTION = 2**16  # bytes, of a file that is to be recognised
_SNIFFED = 4096  # bytes


def kind_of(data: bytes) -> Kind | None:
    """Recognise a file by its first lines: judgements have 4 columns (3 where NTCIR leaves one out), runs 6, or 3.

    A table may have as many columns: in TREC's files the second or the last one repeats, or topics have several lines.
    None if it is neither.
    """
    described = max(data.find(b"</SYSDESC>", 0, _LONGEST_DESCRIPTION), 0)
    size = described + _SNIFFED
    return kind_of_text(beginning(data, size), is_whole=len(data) <= size)


def kind_of_text(text: str, *, is_whole: bool = True) -> Kind | None:
    """Recognise a file by the beginning of its text; where that `is_whole`, its last line is complete."""
    text = without_comments(without_description(text))[0]
    lines = [line for line in re.split(r"\r\n?|\n", text) if line.strip()]
    if not is_whole and len(lines) > 1:
        del lines[-1]  # it may go on
    if not lines:
        return None
    if (header := header_of(lines[0])) is not None:
        return "run" if header.is_of_run(lines[1:]) else "judgements"
    width = len(lines[0].split())
    columns = list(zip(*(cells for line in lines if len(cells := line.split()) == width), strict=True))
    if any(_THOUSANDS.fullmatch(cell) for column in columns for cell in column) or 2 * len(columns[0]) < len(lines):
        return None
    several = len(set(columns[0])) < len(columns[0])  # lines of some topic
    if width == 6 and is_number(columns[4][0]):
        return "run" if several or any(len(set(columns[place])) == 1 for place in (1, 5)) else None
    if width == 4 and (GRADE.fullmatch(columns[3][0]) or _DECIMAL.fullmatch(columns[3][0])):
        return "judgements" if several or len(set(columns[1])) == 1 else None
    if width == 3 and GRADE.fullmatch(columns[2][0]):
        if columns[2][0][0] == "L":
            return "judgements"
        return "run" if several and _are_ranks(columns[0], columns[2]) else None
    return None


def _are_ranks(topics: Sequence[str], cells: Sequence[str]) -> bool:
    """Return whether these count the lines of every topic from 1."""
    met: dict[str, int] = {}
    for topic, cell in zip(topics, cells, strict=True):
        met[topic] = met.get(topic, 0) + 1
        if cell != str(met[topic]):
            return False
    return True


def parse_judgements(data: bytes, name: str, *, choices: Decisions = NOTHING) -> Judgements:
    """Read relevance judgements: lines of topic, round (not used), document, grade (2, 2.0 or L2).

    A document judged twice is a problem unless both grades are the same. Documents judged under several subtopics, the
    second column, are a problem: these are diversity judgements. Raises `InputError` with every problem of the file,
    which is called `name`.
    """
    problems = Problems(name)
    rows, read_as = read_rows(data, name, problems, JUDGEMENTS, choices)
    first = firsts(rows.pairs())
    again = np.flatnonzero(first != np.arange(len(first)))
    if subtopics := _subtopics(rows, first, again):
        problems.raise_if_any()
        raise InputError([Problem(name, "", subtopics, WHOLE_TOPICS)])
    other = np.flatnonzero(rows.values != rows.values[first])  # another grade than in the first line
    for place in other.tolist():
        number, known = int(rows.lines[place]), int(first[place])
        elsewhere = rows.turns[place] != rows.turns[known] and not rows.has_rounds
        where = f"line {number}, topic {label(rows.topic_names[rows.topics[place]])}"
        document = label(rows.document_names[rows.documents[place]])
        before = f"{document} has grade {int(rows.values[known])} in line {rows.lines[known]}"
        seen = f"{before} and {int(rows.values[place])} here"
        if elsewhere:  # a judgement of another subtopic must not be cut
            action = "the second column differs: give one grade per document, over its subtopics or rounds"
            problems.add(number, where, seen, action)
        else:
            problems.add(number, where, seen, "judge it once")
    problems.raise_if_any()
    if not len(rows.lines):
        raise InputError([Problem(name, "", "it contains no judgement", f"expected {JUDGEMENT_COLUMNS}")])
    kept = np.flatnonzero(first == np.arange(len(first)))
    order = kept[np.argsort(rows.topics[kept], kind="stable")]
    lists, grades = rows.lists(order), rows.values[order].astype(np.int64)
    read_as += _on_turns(rows, name)
    return Judgements(
        run_name(name),
        rows.topic_names,
        tuple(documents for _, documents in lists),
        tuple(grades[place] for place, _ in lists),
        tuple(read_as),
    )


def parse_subtopics(data: bytes, name: str, *, choices: Decisions = NOTHING) -> SubtopicJudgements:
    """Read judgements of diversity: lines of topic, subtopic, document, grade. Grades below 0 count as 0.

    A document judged twice for a subtopic is a problem unless both grades are the same. Raises `InputError` with every
    problem of the file, which is called `name`.
    """
    problems = Problems(name)
    rows, notes = read_rows(data, name, problems, JUDGEMENTS, choices)
    if not len(rows.turns):
        problems.add(0, "", "it has no column of subtopics", "expected topic, subtopic, document, grade")
    problems.raise_if_any()
    if not len(rows.lines):
        raise InputError([Problem(name, "", "it contains no judgement", "expected topic, subtopic, document, grade")])
    first = firsts(rows.pairs() * max(1, len(rows.turn_names)) + rows.turns)
    for place in np.flatnonzero(rows.values != rows.values[first]).tolist():
        topic, turn, document = (
            label(names[numbers[place]])
            for names, numbers in (
                (rows.topic_names, rows.topics),
                (rows.turn_names, rows.turns),
                (rows.document_names, rows.documents),
            )
        )
        known, number = int(first[place]), int(rows.lines[place])
        seen = f"{document} has grade {int(rows.values[known])} for subtopic {turn} in line {int(rows.lines[known])}"
        seen += f" and {int(rows.values[place])} here"
        problems.add(number, f"line {number}, topic {topic}", seen, "judge it once")
    problems.raise_if_any()
    documents, grades = [], []
    for topic_number in range(len(rows.topic_names)):
        own = np.flatnonzero(rows.topics == topic_number)
        names = sorted({rows.document_names[one] for one in rows.documents[own].tolist()}, reverse=True)
        place_of = {one: place for place, one in enumerate(names)}
        subtopics = np.unique(rows.turns[own], return_inverse=True)[1]
        shape = len(names), int(subtopics.max()) + 1
        if shape[0] * shape[1] > MOST_GRADES:
            seen = f"{count(shape[0], 'document')} and {count(shape[1], 'subtopic')}"
            limit = f"their product is limited to {count(MOST_GRADES)}"
            raise InputError([Problem(name, f"topic {label(rows.topic_names[topic_number])}", seen, limit)])
        table = np.zeros(shape, dtype=np.int64)
        at = [place_of[rows.document_names[one]] for one in rows.documents[own].tolist()]
        table[at, subtopics] = np.maximum(rows.values[first[own]], 0)
        documents.append(tuple(names))
        grades.append(table)
    return SubtopicJudgements(run_name(name), rows.topic_names, tuple(documents), tuple(grades), tuple(notes))


def parse_run(data: bytes, name: str, *, choices: Decisions = NOTHING) -> RankedRun:
    """Read a run: lines of topic, Q0, document, rank (not used), score, tag (not used), in any order.

    Lines of three columns are topic, document and rank: from 1 on (or 0), each once in a topic.

    The description of the system that a run of NTCIR begins with, <SYSDESC>…</SYSDESC>, is ignored.

    A document listed twice under a topic is a problem. Raises `InputError` with every problem of the file; the run is
    named after the file, without `EXTENSIONS`.
    """
    problems = Problems(name)
    rows, notes = read_rows(data, name, problems, RUNS, choices)
    if rows.ranked:
        _check_ranks(rows, problems)
    order = _order(rows)
    first = firsts(rows.pairs()[order])
    for place in order[first != np.arange(len(first))].tolist():
        number, document = int(rows.lines[place]), rows.document_names[rows.documents[place]]
        where = f"line {number}, topic {label(rows.topic_names[rows.topics[place]])}"
        problems.add(number, where, f"{label(document)} is listed more than once", "list it once")
    problems.raise_if_any()
    if not len(rows.lines):
        raise InputError([Problem(name, "", "it contains no list", f"expected {RUN_COLUMNS}")])
    disordered, tied = _disordered(rows), _ties(rows.topics[order], rows.values[order])
    if disordered:
        by = "ranks" if rows.ranked else "scores"
        notes.append(f"{name}: {count(disordered, 'list')} not in the order of {by}; the {by} decide")
    if tied:
        notes.append(f"{name}: {count(tied, 'tie')} of scores, in descending order of document ids")
    lists, scores = rows.lists(order), rows.values[order]
    ranked, kept = tuple(documents for _, documents in lists), tuple(scores[place] for place, _ in lists)
    return RankedRun(run_name(name), rows.topic_names, ranked, kept, tuple(notes), name)


def run_name(file: str) -> str:
    """Return the name of a run: its file's name, without an extension from `EXTENSIONS`.

    >>> run_name("runs/sab20.1.meta.docs"), run_name("bm25.txt"), run_name("bm25.run.gz")
    ('sab20.1.meta.docs', 'bm25', 'bm25')
    """
    path = PurePath(file.removesuffix(".gz"))
    return path.stem if path.suffix.lower() in EXTENSIONS else path.name


def _subtopics(rows: Rows, first: IntArray, again: IntArray) -> str:
    """Say that documents are judged under several subtopics, where many are; else return "".

    In other judgements the second column counts rounds, and few documents are judged again in a later one.
    """
    several = len(np.unique(first[again[rows.turns[again] != rows.turns[first[again]]]]))
    judged = len(first) - len(again)
    if not several or several <= AGAIN * judged:
        return ""
    of = f"{count(several)} of {count(judged, 'document')} {'is' if several == 1 else 'are'}"
    return f"{of} judged under several subtopics (the second column): these are diversity judgements"


def _on_turns(rows: Rows, name: str) -> list[str]:
    """Note that the second column of judgements, which is not used, may hold subtopics."""
    if rows.has_rounds or not len(rows.turns):
        return []
    order = np.lexsort((rows.turns, rows.topics))
    topics, turns = rows.topics[order], rows.turns[order]
    varied = len(np.unique(topics[1:][(topics[1:] == topics[:-1]) & (turns[1:] != turns[:-1])]))
    if not varied:
        return []
    words = "of several rounds or subtopics (the second column, which is not used): a grade counts for the whole topic"
    return [f"{name}: judgements of {count(varied, 'topic')} are {words}"]


def _check_ranks(rows: Rows, problems: Problems) -> None:
    """Note the topics whose ranks do not count their documents: then the last column may be no rank."""
    ranks = np.rint(-rows.values).astype(np.int64)
    order = np.lexsort((ranks, rows.topics))
    topics = rows.topics[order]
    begins = np.flatnonzero(np.concatenate(([True], topics[1:] != topics[:-1])))[: len(order)]
    expected = np.arange(len(order)) - np.repeat(begins, np.diff(np.append(begins, len(order))))
    expected += int(ranks.min(initial=1) != 0)
    for topic in np.unique(topics[ranks[order] != expected]).tolist():
        own = order[topics == topic]
        some = ", ".join(str(rank) for rank in ranks[own][:3].tolist())
        line, where = int(rows.lines[own].min()), f"topic {label(rows.topic_names[topic])}"
        seen = f"3 columns, but the last one does not count its documents from 1: {some}{', …' * (len(own) > 3)}"
        problems.add(line, where, seen, f"expected {RANK_COLUMNS}, or {RUN_COLUMNS}")


def _order(rows: Rows) -> IntArray:
    """Order the lines by topic and, as trec_eval does, by score, then by document, both descending."""
    order = np.lexsort((-rows.values, rows.topics))
    begins = np.concatenate(([True], _differ(rows.topics[order], rows.values[order])))[: len(order)]
    starts = np.append(np.flatnonzero(begins), len(order))
    names, documents = rows.document_names, rows.documents.tolist()
    for tie in np.flatnonzero(np.diff(starts) > 1):
        some = slice(starts[tie], starts[tie + 1])
        order[some] = sorted(order[some].tolist(), key=lambda place: names[documents[place]], reverse=True)
    return np.asarray(order)


def _differ(topics: IntArray, values: FloatArray) -> NDArray[np.bool_]:
    """Return for every line but the first whether it has another topic or value than the one before."""
    return np.asarray((topics[1:] != topics[:-1]) | (values[1:] != values[:-1]))


def _ties(topics: IntArray, values: FloatArray) -> int:
    return int((~_differ(topics, values)).sum())


def _disordered(rows: Rows) -> int:
    """Return how many lists are not in the order of their scores."""
    order = np.argsort(rows.topics, kind="stable")
    topics, values = rows.topics[order], rows.values[order]
    rises = (values[1:] > values[:-1]) & (topics[1:] == topics[:-1])
    return len(np.unique(topics[1:][rises]))
