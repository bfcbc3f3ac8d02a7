"""TREC's files as they are in practice: judgements (qrels) and runs, columns separated by any white space.

A header that names the columns is understood, as in the judgements of BEIR, and so are runs of MS MARCO, which have
three columns: topic, document, rank. Other lists are ordered by score, not by their column of ranks. As in trec_eval
10, scores count in double precision, and documents whose scores tie stand in descending order of their ids. Lines that
begin with # are comments, but for those of topics with such names (#hashtag).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import PurePath
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.archive import gunzip
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File, check_size
from ordquant_core.formats.limits import MAX_ID, MAX_TOPICS, check_lines, refuse
from ordquant_core.formats.numbered import Numbers, firsts
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import as_utf8, beginning, decode, is_number, label, numbers, shown
from ordquant_core.formats.trec.headers import Header, header_of
from ordquant_core.numerals import count
from ordquant_core.ranked_lists.collection import Judgements, RankedRun
from ordquant_core.ranked_lists.diversity import SubtopicJudgements
from ordquant_core.records import FloatArray, IntArray

Kind = Literal["judgements", "run"]
JUDGEMENT_COLUMNS = "topic, round, document, grade"
RUN_COLUMNS = "topic, Q0, document, rank, score, tag"
RANK_COLUMNS = "topic, document, rank"
EXTENSIONS = {".txt", ".run", ".trec", ".res", ".tsv", ".dat"}  # others belong to the name: TREC's have dots in them
MOST_GRADES = 2_000_000  # of documents for subtopics, in a topic
WHOLE_TOPICS = "give judgements of whole topics: a grade per document"
TAB_OR_SPACE = "columns separated by tabs or spaces"
_GRADE = re.compile(r"L?(-?[0-9]{1,9})(?:\.0*)?")  # NTCIR writes L2, pandas 2.0
_DECIMAL = re.compile(r"-?[0-9]{1,9}\.[0-9]*")  # no grade, but what else could it be
_COMMENT = re.compile(r"^[ \t]*#[^\n]*", re.MULTILINE)
_OTHER = re.compile(r"^[ \t]*[^\s#][^\n]*", re.MULTILINE)  # a line that is none
_OTHER_TOPIC = re.compile(r"^[ \t]*([^\s#]\S*)", re.MULTILINE)
_FRACTION = re.compile(r"[0-9]*\.[0-9]*[1-9][0-9]*")  # of a round, such as 0.5: subtopics are counted
_THOUSANDS = re.compile(r"[0-9]{1,3}(,[0-9]{3})+(\.[0-9]*)?")  # a number in a table
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f]")
_DESCRIPTION = re.compile(r"\s*<SYSDESC>.*?</SYSDESC>", re.DOTALL)
_LONGEST_DESCRIPTION = 2**16  # bytes, of a file that is to be recognised
AGAIN = 0.2  # of all judged documents: as many may be judged again in another round
_SNIFFED = 4096  # bytes
_BLOCK = 2**20  # characters that are split at a time
TAB, LINE_END, SPACE, DELETE = 9, 10, 32, 127


_Lines = tuple[Sequence[int], list[str], int]  # the numbers of lines, all cells, how many each line has


class _Rows(NamedTuple):
    """The lines that could be read, topics and documents as numbers, in the order of their first appearance."""

    lines: IntArray  # their numbers in the file
    topics: IntArray
    documents: IntArray
    values: FloatArray  # grades or scores
    topic_names: tuple[str, ...]
    document_names: tuple[str, ...]
    turns: IntArray  # the second column of judgements, subtopics or rounds, as numbers; empty for runs
    turn_names: tuple[str, ...]
    ranked: bool  # the values are ranks, below 0: the file has no scores

    @property
    def has_rounds(self) -> bool:
        """Whether the second column of judgements counts rounds: some are halves. Subtopics are whole numbers."""
        return any(map(_FRACTION.fullmatch, self.turn_names))

    def pairs(self) -> IntArray:
        """Return a number for each line that says which topic and document it is about."""
        return self.topics * max(1, len(self.document_names)) + self.documents

    def lists(self, order: IntArray) -> list[tuple[slice, tuple[str, ...]]]:
        """Return, for each topic, where it stands in an order of lines by topic, and its documents in that order."""
        ends = np.searchsorted(self.topics[order], np.arange(len(self.topic_names)), side="right").tolist()
        names = list(map(self.document_names.__getitem__, self.documents[order].tolist()))
        return [(slice(a, b), tuple(names[a:b])) for a, b in pairwise([0, *ends])]


def kind_of(data: bytes) -> Kind | None:
    """Recognise a file by its first lines: judgements have 4 columns (3 where NTCIR leaves one out), runs 6, or 3.

    A table may have as many columns: in TREC's files the second or the last one repeats, or topics have several lines.
    None if it is neither.
    """
    described = max(data.find(b"</SYSDESC>", 0, _LONGEST_DESCRIPTION), 0)
    size = described + _SNIFFED
    text = _without_comments(_without_description(beginning(data, size)))[0]
    lines = [line for line in re.split(r"\r\n?|\n", text) if line.strip()]
    if len(data) > size and len(lines) > 1:
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
    if width == 4 and (_GRADE.fullmatch(columns[3][0]) or _DECIMAL.fullmatch(columns[3][0])):
        return "judgements" if several or len(set(columns[1])) == 1 else None
    if width == 3 and _GRADE.fullmatch(columns[2][0]):
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
    rows, read_as = _read(data, name, problems, _JUDGEMENTS, choices)
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
    rows, notes = _read(data, name, problems, _JUDGEMENTS, choices)
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
    rows, notes = _read(data, name, problems, _RUNS, choices)
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


def _without_description(text: str) -> str:
    """Blank the description of the system that a run of NTCIR begins with, so that lines keep their numbers."""
    found = _DESCRIPTION.match(text)
    return text if found is None else "\n" * found[0].count("\n") + text[found.end() :]


class _Kind(NamedTuple):
    """What the lines of a file are, and where they have what is used."""

    widths: tuple[int, ...]  # in columns
    columns: str
    places: Callable[[int], tuple[int, int, int]]  # of topic, document and value, in a line of so many columns
    values: Callable[[Sequence[int], Sequence[str], int, Problems], FloatArray]  # NaN where a cell is none: noted


def _grades(lines: Sequence[int], cells: Sequence[str], width: int, problems: Problems) -> FloatArray:
    """Return the grades of lines with as many columns."""
    found: dict[str, float] = {}
    for cell in set(cells):
        match = _GRADE.fullmatch(cell)
        found[cell] = float(match[1]) if match and (width == 4 or cell[0] == "L") else np.nan
    values = np.fromiter(map(found.__getitem__, cells), dtype=np.float64, count=len(cells))
    for place in np.flatnonzero(np.isnan(values)).tolist():
        seen, action = f"the grade {shown(cells[place])} is not a whole number", "give a whole number, such as 0 or 1"
        if width == 3 and cells[place][0] != "L":  # NTCIR's files without the second column have grades such as L2
            seen, action = "3 columns", f"expected {JUDGEMENT_COLUMNS}"
        problems.add(lines[place], f"line {lines[place]}", seen, action)
    return values


def _scores(lines: Sequence[int], cells: Sequence[str], width: int, problems: Problems) -> FloatArray:
    """Return the scores of lines; those that are not numbers are noted."""
    values = numbers(cells)
    if values is not None:
        return values
    for number, cell in zip(lines, cells, strict=True):
        if not is_number(cell):
            problems.add(number, f"line {number}", f"the score {shown(cell)} is not a number", "give a finite number")
    return np.array([float(cell) if is_number(cell) else np.nan for cell in cells])


def _ranks(lines: Sequence[int], cells: Sequence[str], width: int, problems: Problems) -> FloatArray:
    """Return the ranks of lines with their sign turned, so that a larger value is better."""
    values = np.array([-float(cell) if _RANK.fullmatch(cell) else np.nan for cell in cells])
    for place in np.flatnonzero(np.isnan(values)).tolist():
        seen = f"3 columns, the last of which, {shown(cells[place])}, is no rank"
        problems.add(lines[place], f"line {lines[place]}", seen, f"expected {RUN_COLUMNS}, or {RANK_COLUMNS}")
    return values


_RANK = re.compile(r"[0-9]{1,9}")
_JUDGEMENTS = _Kind((4, 3), JUDGEMENT_COLUMNS, lambda width: (0, width - 2, width - 1), _grades)
_RUNS = _Kind((6,), RUN_COLUMNS, lambda width: (0, 2, 4), _scores)
_RANKED = _Kind((3,), RANK_COLUMNS, lambda width: (0, 1, 2), _ranks)


def _read(data: bytes, name: str, problems: Problems, kind: _Kind, choices: Decisions) -> tuple[_Rows, list[str]]:
    """Read the lines that have the right columns, block by block; note the others. Return notes on the text, too."""
    check_size(data, name)
    data = gunzip(File(name, data)).data
    notes = list[str]()
    data, note = as_utf8(data, name, latin_1=choices.latin_1)
    notes += [note] if note else []
    check_lines(data, name)
    text = decode(data, name).replace("\r\n", "\n").replace("\r", "\n")
    if kind is _RUNS:
        text = _without_description(text)
    text, comments = _without_comments(text)
    if comments:
        notes.append(f"{name}: {count(comments, 'line')} that {'begins' if comments == 1 else 'begin'} with # left out")
    start = text.lstrip()
    first_line = start[: start.find("\n")] if "\n" in start else start
    pieces: Iterable[_Lines]
    if (header := header_of(first_line)) is not None:
        kind, pieces, note = _headed(header, text, name, problems, of_run=kind is _RUNS)
        notes.append(note)
    else:
        if kind is _RUNS and len(first_line.split()) == 3:
            kind = _RANKED
            notes.append(f"{name}: three columns, read as {RANK_COLUMNS}")
        pieces = _pieces(text, kind, problems)
    topics, documents = Numbers(), Numbers()
    turns = Numbers()
    found: list[tuple[IntArray, IntArray, IntArray, FloatArray, IntArray]] = []
    for lines, cells, width in pieces:
        topic, document, value = kind.places(width)
        values = kind.values(lines, cells[value::width], width, problems)
        some = [cells[topic::width], cells[document::width], cells[1::width] if kind is _JUDGEMENTS else []]
        if np.isnan(values).any():
            sound = np.flatnonzero(~np.isnan(values))
            values, lines = values[sound], [lines[place] for place in sound.tolist()]
            some = [[one[place] for place in sound.tolist()] if one else [] for one in some]
        about, listed, turn = topics.of(some[0]), documents.of(some[1]), turns.of(some[2])
        found.append((np.array(lines, dtype=np.int64), about, listed, values, turn))
        if len(topics) > MAX_TOPICS:
            raise refuse(name, f"the file has more than {count(MAX_TOPICS)} topics", count(MAX_TOPICS))
    for noun, names in (("topic", topics), ("document", documents)):
        if (longest := max(map(len, names), default=0)) > MAX_ID:
            raise refuse(name, f"the id of a {noun} has {count(longest)} characters", count(MAX_ID))
    empty = np.empty(0, dtype=np.int64)
    found.append((empty, empty, empty, empty.astype(np.float64), empty))
    numbered, about, listed, values, turn = (np.concatenate(some) for some in zip(*found, strict=True))
    ranked = kind is _RANKED
    return _Rows(numbered, about, listed, values, tuple(topics), tuple(documents), turn, tuple(turns), ranked), notes


def _without_comments(text: str) -> tuple[str, int]:
    """Blank the lines that begin with #, so that the others keep their numbers; return how many there are, too.

    A line that begins with a word such as #hashtag and is complete is about the topic of that name, unless another
    line is about hashtag: then it has been commented out. Where all lines begin with #, none is a comment.
    """
    if "#" not in text or (first := _OTHER.search(text)) is None:
        return text, 0
    header, width = header_of(first[0]), len(first[0].split())
    found = 0
    others = set[str]()

    def blanked(line: re.Match[str]) -> str:
        nonlocal found
        cells = line[0].split()
        if len(cells[0]) > 1:
            if header is not None:
                complete = len(line[0].split(header.separator)) == len(header.names)
            else:
                complete = _is_complete(cells, width)
            if complete and not others:
                others.update(word[1] for word in _OTHER_TOPIC.finditer(text))
            if complete and cells[0].removeprefix("#") not in others:
                return line[0]
        found += 1
        return ""

    return _COMMENT.sub(blanked, text), found


def _is_complete(cells: Sequence[str], width: int) -> bool:
    """Return whether these are all cells of a judgement or of a line of a run, where another line has so many."""
    if len(cells) == 3:  # NTCIR leaves the round out, MS MARCO has ranks alone
        return width == 3 and _GRADE.fullmatch(cells[2]) is not None
    usual = len(cells) in (4, 6) and (is_number(cells[1]) or cells[1] == "Q0")
    return usual and (is_number(cells[4]) if len(cells) == 6 else _GRADE.fullmatch(cells[3]) is not None)


def _subtopics(rows: _Rows, first: IntArray, again: IntArray) -> str:
    """Say that documents are judged under several subtopics, where many are; else return "".

    In other judgements the second column counts rounds, and few documents are judged again in a later one.
    """
    several = len(np.unique(first[again[rows.turns[again] != rows.turns[first[again]]]]))
    judged = len(first) - len(again)
    if not several or several <= AGAIN * judged:
        return ""
    of = f"{count(several)} of {count(judged, 'document')} {'is' if several == 1 else 'are'}"
    return f"{of} judged under several subtopics (the second column): these are diversity judgements"


def _on_turns(rows: _Rows, name: str) -> list[str]:
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


def _check_ranks(rows: _Rows, problems: Problems) -> None:
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


def _headed(
    header: Header, text: str, name: str, problems: Problems, *, of_run: bool
) -> tuple[_Kind, list[_Lines], str]:
    """Return what lines below a header are, their cells in the order of TREC's columns, and a note on the header."""
    named = ", ".join(header.names)
    value = header.value(of_run=of_run)
    if value is None:
        seen = f"its header names no {'score or rank' if of_run else 'grade'} ({named})"
        raise InputError([Problem(name, "", seen, f"expected {RUN_COLUMNS if of_run else JUDGEMENT_COLUMNS}")])
    if not of_run and header.names_subtopics:
        seen = f"its header names subtopics ({named}): these are diversity judgements"
        raise InputError([Problem(name, "", seen, WHOLE_TOPICS)])
    kind = _JUDGEMENTS if not of_run else _RUNS if value == "score" else _RANKED
    lines, cells = list[int](), list[str]()
    for number, topic, turn, document, cell in header.rows(text, value, problems):
        lines.append(number)
        if kind is _RUNS:
            cells += [topic, turn, document, "0", cell, "0"]
        else:
            cells += [topic, document, cell] if kind is _RANKED else [topic, turn, document, cell]
    columns = ", ".join(header.names[place] for place in (header.topic, header.document, getattr(header, value)))
    note = f"{name}: its header names the columns; topic, document and {value} are {columns}"
    return kind, [(lines, cells, max(kind.widths))], note


def _pieces(text: str, kind: _Kind, problems: Problems) -> Iterator[_Lines]:
    """Yield the cells of the lines that have the right columns; note the others."""
    for number, block in _blocks(text):
        yield from _plain(block, number, kind) or _by_line(block, number, kind, problems)


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text in blocks, each with the number of its first line."""
    start, line = 0, 1
    while start < len(text):
        end = text.rfind("\n", start, start + _BLOCK) + 1 or text.find("\n", start) + 1 or len(text)
        block = text[start:end]
        yield line, block
        start, line = end, line + block.count("\n")


def _plain(text: str, number: int, kind: _Kind) -> list[_Lines] | None:
    """Split a block all at once, where it is plain text and every line has its columns; None for anything else."""
    if not text.isascii():
        return None
    codes = np.frombuffer(text.encode(), dtype=np.uint8)
    ink = codes > SPACE
    if not (ink | (codes == SPACE) | (codes == TAB) | (codes == LINE_END)).all() or (codes == DELETE).any():
        return None
    starts = np.flatnonzero(ink & np.concatenate(([True], ~ink[:-1])))  # of cells
    ends = np.append(np.flatnonzero(codes == LINE_END), len(codes))  # of lines
    widths = np.diff(np.searchsorted(starts, ends), prepend=0)
    width = int(widths.max())
    if width not in kind.widths or not ((widths == width) | (widths == 0)).all():
        return None
    return [((np.flatnonzero(widths) + number).tolist(), text.split(), width)]


def _by_line(text: str, number: int, kind: _Kind, problems: Problems) -> list[_Lines]:
    """Split a block line by line; note the lines that have other columns than they should."""
    odd = _CONTROL.search(text) is not None
    width = max(kind.widths)
    lines, found = list[int](), list[str]()
    for at, line in enumerate(text.split("\n"), start=number):
        cells = line.split()
        if not cells:
            continue
        if len(cells) not in kind.widths:
            seen = f"{len(cells)} column{'s' * (len(cells) != 1)}"
            problems.add(at, f"line {at}", seen, f"expected {kind.columns}; {TAB_OR_SPACE}")
        elif odd and _CONTROL.search(line):
            problems.add(at, f"line {at}", "a character that cannot be printed", "remove it")
        elif len(cells) < width and cells[-1][0] != "L":  # only judgements of NTCIR leave out a column
            problems.add(at, f"line {at}", f"{len(cells)} columns", f"expected {kind.columns}")
        else:
            lines.append(at)
            found += cells if len(cells) == width else [cells[0], "0", *cells[1:]]  # the column left out is not used
    return [(lines, found, width)]


def _order(rows: _Rows) -> IntArray:
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


def _disordered(rows: _Rows) -> int:
    """Return how many lists are not in the order of their scores."""
    order = np.argsort(rows.topics, kind="stable")
    topics, values = rows.topics[order], rows.values[order]
    rises = (values[1:] > values[:-1]) & (topics[1:] == topics[:-1])
    return len(np.unique(topics[1:][rises]))
