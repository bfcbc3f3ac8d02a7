"""TREC's files as they are in practice: judgements (qrels) and runs, columns separated by any white space.

A header that names the columns is understood, as in the judgements of BEIR, and so are runs of MS MARCO, which have
three columns: topic, document, rank. Other lists are ordered by score, not by their column of ranks. As in trec_eval
10, scores count in double precision, and documents whose scores tie stand in descending order of their ids.
"""

import re
from collections.abc import Sequence
from pathlib import PurePath

import numpy as np
import pandas as pd

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.official.trec_headers import Kind, header_of
from ordquant_core.formats.official.trec_lines import (
    GRADE,
    JUDGEMENT_COLUMNS,
    RANK_COLUMNS,
    RUN_COLUMNS,
    Rows,
    read_rows,
    without_comments,
    without_description,
)
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import beginning, is_number, label
from ordquant_core.numerals import count, setting
from ordquant_core.ranked_lists.collection import Judgements, RankedRun
from ordquant_core.ranked_lists.diversity import SubtopicJudgements

EXTENSIONS = {".txt", ".run", ".trec", ".res", ".tsv", ".dat"}  # others belong to the name: TREC's have dots in them
MOST_GRADES = 2_000_000  # of documents for subtopics, in a topic
AGAIN = 0.2  # of all judged documents: as many may be judged again in another round
_PAIR = ["topic", "document"]
_WHOLE_TOPICS = (
    "give judgements of whole topics, a grade per document; `rank-lists --subtopics` takes these beside them"
)
_FRACTION = re.compile(r"[0-9]*\.[0-9]*[1-9][0-9]*")  # of a round, such as 0.5: subtopics are counted
_DECIMAL = re.compile(r"-?[0-9]{1,9}\.[0-9]*")  # no grade, but what else could it be
_THOUSANDS = re.compile(r"[0-9]{1,3}(,[0-9]{3})+(\.[0-9]*)?")  # a number in a table
_LONGEST_DESCRIPTION = 2**16  # bytes, of a file that is to be recognised
_SNIFFED = 4096  # bytes


def kind_of(data: bytes) -> Kind | None:
    """Recognise a file by its first lines: judgements have 4 columns (3 where NTCIR leaves one out), runs 6, or 3.

    A table may have as many columns: in TREC's files the second or the last one repeats, or topics have several lines.
    None if it is neither.
    """
    size = max(data.find(b"</SYSDESC>", 0, _LONGEST_DESCRIPTION), 0) + _SNIFFED
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
    several = len({*columns[0]}) < len(columns[0])  # lines of some topic
    if width == 6 and is_number(columns[4][0]):
        return "run" if several or any(len({*columns[place]}) == 1 for place in (1, 5)) else None
    if width == 4 and (GRADE.fullmatch(columns[3][0]) or _DECIMAL.fullmatch(columns[3][0])):
        return "judgements" if several or len({*columns[1]}) == 1 else None
    if width == 3 and GRADE.fullmatch(columns[2][0]):
        if columns[2][0][0] == "L":
            return "judgements"
        return "run" if several and _are_ranks(columns[0], columns[2]) else None
    return None


def _are_ranks(topics: Sequence[str], cells: Sequence[str]) -> bool:
    """Return whether these count the lines of every topic from 1."""
    counted = pd.Series(topics).groupby(list(topics)).cumcount() + 1
    return list(cells) == [str(number) for number in counted]


def parse_judgements(data: bytes, name: str, *, choices: Decisions = NOTHING) -> Judgements:
    """Read relevance judgements: lines of topic, round (not used), document, grade (2, 2.0 or L2).

    A document judged twice is a problem unless both grades are the same. Documents judged under several subtopics, the
    second column, are a problem: these are diversity judgements. Raises `InputError` with every problem of the file,
    which is called `name`.
    """
    problems = Problems(name)
    rows = read_rows(data, name, "judgements", problems, choices)
    if rows.header is not None and rows.header.names_subtopics:
        seen = f"its header names subtopics ({', '.join(rows.header.names)}): these are diversity judgements"
        raise InputError([Problem(name, "", seen, _WHOLE_TOPICS)])
    table = rows.table
    by_round = not any(map(_FRACTION.fullmatch, rows.rounds))  # the second column may hold subtopics
    again = table[_PAIR].duplicated()
    elsewhere = table["round"] != table.groupby(_PAIR, sort=False)["round"].transform("first")
    several, judged = int((~table.loc[elsewhere, _PAIR].duplicated()).sum()), int((~again).sum())
    if several > AGAIN * judged:
        problems.raise_if_any()
        of = f"{count(several)} of {count(judged, 'document')} {'is' if several == 1 else 'are'}"
        seen = f"{of} judged under several subtopics (the second column): these are diversity judgements"
        raise InputError([Problem(name, "", seen, _WHOLE_TOPICS)])
    _note_other_grades(rows, _PAIR, problems, elsewhere & by_round)
    _check(rows, problems, JUDGEMENT_COLUMNS)
    lists = list(rows.lists(table[~again].sort_values("topic", kind="stable")))
    varied = int(table.groupby("topic")["round"].nunique().gt(1).sum()) if by_round else 0
    if varied:
        words = "of several rounds or subtopics (the second column, which is not used)"
        rows.notes.append(
            f"{name}: judgements of {count(varied, 'topic')} are {words}: a grade counts for the whole topic"
        )
    grades = tuple(values.astype(np.int64) for _, values in lists)
    return Judgements(run_name(name), rows.topics, tuple(names for names, _ in lists), grades, tuple(rows.notes))


def parse_subtopics(data: bytes, name: str, *, choices: Decisions = NOTHING) -> SubtopicJudgements:
    """Read judgements of diversity: lines of topic, subtopic, document, grade. Grades below 0 count as 0.

    A document judged twice for a subtopic is a problem unless both grades are the same. Raises `InputError` with every
    problem of the file, which is called `name`.
    """
    problems = Problems(name)
    rows = read_rows(data, name, "judgements", problems, choices)
    if rows.rounds:
        _note_other_grades(rows, [*_PAIR, "round"], problems)
    else:
        problems.add(0, "", "it has no column of subtopics", "expected topic, subtopic, document, grade")
    problems.raise_if_any()
    documents, grades = [], []
    for topic, own in rows.table.groupby("topic"):
        names = [rows.documents[number] for number in own["document"].tolist()]
        places = {document: place for place, document in enumerate(sorted({*names}, reverse=True))}
        subtopics, of_subtopic = np.unique(own["round"], return_inverse=True)
        if len(places) * len(subtopics) > MOST_GRADES:
            seen = f"{count(len(places), 'document')} and {count(len(subtopics), 'subtopic')}"
            limit = f"their product is limited to {count(MOST_GRADES)}"
            raise InputError([Problem(name, f"topic {label(rows.topics[topic])}", seen, limit)])
        of_topic = np.zeros((len(places), len(subtopics)), dtype=np.int64)
        of_topic[[places[document] for document in names], of_subtopic] = np.maximum(own["value"], 0)
        documents.append(tuple(places))
        grades.append(of_topic)
    return SubtopicJudgements(run_name(name), rows.topics, tuple(documents), tuple(grades), tuple(rows.notes))


def parse_run(data: bytes, name: str, *, choices: Decisions = NOTHING) -> RankedRun:
    """Read a run: lines of topic, Q0, document, rank (not used), score, tag (not used), in any order.

    Lines of three columns are topic, document and rank: from 1 on (or 0), each once in a topic.

    The description of the system that a run of NTCIR begins with, <SYSDESC>…</SYSDESC>, is ignored.

    A document listed twice under a topic is a problem. Raises `InputError` with every problem of the file; the run is
    named after the file, without `EXTENSIONS`.
    """
    problems = Problems(name)
    rows = read_rows(data, name, "run", problems, choices)
    by, table = f"{rows.value}s", rows.table
    if rows.value == "rank":
        _check_ranks(rows, problems)
    # By topic and, as trec_eval does, by score, then by document, both descending.
    tied = table.loc[table.duplicated(["topic", "value"], keep=False), "document"].unique()
    by_name = np.zeros(len(rows.documents), dtype=np.int64)
    by_name[sorted(tied.tolist(), key=rows.documents.__getitem__)] = np.arange(len(tied))
    order = table.iloc[np.lexsort((-by_name[table["document"]], -table["value"], table["topic"]))]
    for repeated in order[order[_PAIR].duplicated()].itertuples():
        place = f"line {repeated.line}, topic {label(rows.topics[repeated.topic])}"
        seen = f"{label(rows.documents[repeated.document])} is listed more than once"
        problems.add(repeated.line, place, seen, "list it once")
    _check(rows, problems, RUN_COLUMNS, "list")
    given = table.sort_values("topic", kind="stable")
    rises = (given["value"] > given["value"].shift()) & (given["topic"] == given["topic"].shift())
    if disordered := given.loc[rises, "topic"].nunique():
        words = f"not in the order of {by}; the {by} decide"
        rows.notes.append(f"{name}: {count(disordered, 'list')} {words}")
    if ties := int(table.duplicated(["topic", "value"]).sum()):
        rows.notes.append(f"{name}: {count(ties, 'tie')} of scores, in descending order of document ids")
    documents, scores = zip(*rows.lists(order), strict=True)
    return RankedRun(run_name(name), rows.topics, documents, scores, tuple(rows.notes), name)


def run_name(file: str) -> str:
    """Return the name of a run: its file's name, without an extension from `EXTENSIONS`.

    >>> run_name("runs/sab20.1.meta.docs"), run_name("bm25.txt"), run_name("bm25.run.gz")
    ('sab20.1.meta.docs', 'bm25', 'bm25')
    """
    path = PurePath(file.removesuffix(".gz"))
    return path.stem if path.suffix.lower() in EXTENSIONS else path.name


def _check(rows: Rows, problems: Problems, columns: str, noun: str = "judgement") -> None:
    """Raise `InputError` for what is wrong with a file, or where it has no line."""
    problems.raise_if_any()
    if not len(rows.table):
        raise InputError([Problem(problems.file, "", f"it contains no {noun}", f"expected {columns}")])


def _note_other_grades(
    rows: Rows, key: list[str], problems: Problems, elsewhere: "pd.Series[bool] | bool" = False
) -> None:
    """Note each line with another grade than the first line of the same `key`; `elsewhere`: under another subtopic."""
    table = rows.table.assign(elsewhere=elsewhere)
    first = table.groupby(key, sort=False)[["line", "value"]].transform("first")
    other = table["value"] != first["value"]
    for row, before in zip(table[other].itertuples(), first[other].itertuples(), strict=True):
        of = f" for subtopic {label(rows.rounds[row.round])}" if "round" in key else ""
        graded = f"{label(rows.documents[row.document])} has grade {int(before.value)}{of} in line {before.line}"
        action = "the second column differs: give one grade per document, over its subtopics or rounds"
        place, seen = f"line {row.line}, topic {label(rows.topics[row.topic])}", f"{graded} and {int(row.value)} here"
        problems.add(row.line, place, seen, action if row.elsewhere else "judge it once")


def _check_ranks(rows: Rows, problems: Problems) -> None:
    """Note the topics whose ranks do not count their documents: then the last column may be no rank."""
    table = rows.table.assign(rank=-rows.table["value"]).sort_values(["topic", "rank"])
    start = int(table["rank"].min() != 0) if len(table) else 0
    odd = table["rank"] != table.groupby("topic").cumcount() + start
    for topic, own in table[table["topic"].isin(table.loc[odd, "topic"])].groupby("topic"):
        some = ", ".join(map(setting, own["rank"][:3]))
        seen = f"3 columns, but the last one does not count its documents from 1: {some}{', …' * (len(own) > 3)}"
        place = f"topic {label(rows.topics[topic])}"
        problems.add(int(own["line"].min()), place, seen, f"expected {RANK_COLUMNS}, or {RUN_COLUMNS}")
