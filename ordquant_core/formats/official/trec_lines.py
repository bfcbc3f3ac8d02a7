"""The lines of judgements and runs of TREC, as numbers: topics, documents, and a grade, a score or a rank in each.

Columns are separated by any white space. A header that names the columns is understood, as in the judgements of BEIR.
Lines that begin with # are comments, but for those of topics with such names (#hashtag).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.archive import gunzip
from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.files import File, check_size
from ordquant_core.formats.limits import MAX_ID, MAX_TOPICS, check_lines, refuse
from ordquant_core.formats.numbered import Numbers
from ordquant_core.formats.official.trec_headers import Header, header_of
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import is_number, numbers, shown, text_of
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray, IntArray

JUDGEMENT_COLUMNS = "topic, round, document, grade"
RUN_COLUMNS = "topic, Q0, document, rank, score, tag"
RANK_COLUMNS = "topic, document, rank"
WHOLE_TOPICS = "give judgements of whole topics: a grade per document"
GRADE = re.compile(r"L?(-?[0-9]{1,9})(?:\.0*)?")  # NTCIR writes L2, pandas 2.0
_COMMENT = re.compile(r"^[ \t]*#[^\n]*", re.MULTILINE)
_OTHER = re.compile(r"^[ \t]*[^\s#][^\n]*", re.MULTILINE)  # a line that is none
_OTHER_TOPIC = re.compile(r"^[ \t]*([^\s#]\S*)", re.MULTILINE)
_FRACTION = re.compile(r"[0-9]*\.[0-9]*[1-9][0-9]*")  # of a round, such as 0.5: subtopics are counted
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f]")
_DESCRIPTION = re.compile(r"\s*<SYSDESC>.*?</SYSDESC>", re.DOTALL)
_RANK = re.compile(r"[0-9]{1,9}")
_BLOCK = 2**20  # characters that are split at a time
_TAB, _LINE_END, _SPACE, _DELETE = 9, 10, 32, 127


class Rows(NamedTuple):
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


class _Cells(NamedTuple):
    """Lines of one width: their numbers, and their cells one after the other."""

    lines: Sequence[int]
    cells: list[str]
    width: int


class Kind(NamedTuple):
    """What the lines of a file are, and where they have what is used."""

    widths: tuple[int, ...]  # in columns
    columns: str
    places: Callable[[int], tuple[int, int, int]]  # of topic, document and value, in a line of so many columns
    values: Callable[[_Cells, Sequence[str], Problems], FloatArray]  # NaN where a cell is none: noted


def _grades(some: _Cells, cells: Sequence[str], problems: Problems) -> FloatArray:
    """Return the grades of lines with as many columns."""
    found: dict[str, float] = {}
    for cell in set(cells):
        match = GRADE.fullmatch(cell)
        found[cell] = float(match[1]) if match and (some.width == 4 or cell[0] == "L") else np.nan
    values = np.fromiter(map(found.__getitem__, cells), dtype=np.float64, count=len(cells))
    for place in np.flatnonzero(np.isnan(values)).tolist():
        seen, action = f"the grade {shown(cells[place])} is not a whole number", "give a whole number, such as 0 or 1"
        if some.width == 3 and cells[place][0] != "L":  # NTCIR's files without the second column have grades such as L2
            seen, action = "3 columns", f"expected {JUDGEMENT_COLUMNS}"
        problems.add(some.lines[place], f"line {some.lines[place]}", seen, action)
    return values


def _scores(some: _Cells, cells: Sequence[str], problems: Problems) -> FloatArray:
    """Return the scores of lines; those that are not numbers are noted."""
    values = numbers(cells)
    if values is not None:
        return values
    for number, cell in zip(some.lines, cells, strict=True):
        if not is_number(cell):
            problems.add(number, f"line {number}", f"the score {shown(cell)} is not a number", "give a finite number")
    return np.array([float(cell) if is_number(cell) else np.nan for cell in cells])


def _ranks(some: _Cells, cells: Sequence[str], problems: Problems) -> FloatArray:
    """Return the ranks of lines with their sign turned, so that a larger value is better."""
    values = np.array([-float(cell) if _RANK.fullmatch(cell) else np.nan for cell in cells])
    for place in np.flatnonzero(np.isnan(values)).tolist():
        seen = f"3 columns, the last of which, {shown(cells[place])}, is no rank"
        action = f"expected {RUN_COLUMNS}, or {RANK_COLUMNS}"
        problems.add(some.lines[place], f"line {some.lines[place]}", seen, action)
    return values


JUDGEMENTS = Kind((4, 3), JUDGEMENT_COLUMNS, lambda width: (0, width - 2, width - 1), _grades)
RUNS = Kind((6,), RUN_COLUMNS, lambda width: (0, 2, 4), _scores)
_RANKED = Kind((3,), RANK_COLUMNS, lambda width: (0, 1, 2), _ranks)


def read_rows(data: bytes, name: str, problems: Problems, kind: Kind, choices: Decisions) -> tuple[Rows, list[str]]:
    """Read the lines that have the right columns, block by block; note the others. Return notes on the text, too."""
    text, notes = _text_of(data, name, kind, choices)
    start = text.lstrip()
    first_line = start[: start.find("\n")] if "\n" in start else start
    if (header := header_of(first_line)) is not None:
        kind, some, note = _headed(header, text, name, problems, of_run=kind is RUNS)
        notes.append(note)
        return _numbered([some], kind, name, problems), notes
    if kind is RUNS and len(first_line.split()) == 3:
        kind = _RANKED
        notes.append(f"{name}: three columns, read as {RANK_COLUMNS}")
    pieces = (_at_once(block, at, kind) or _by_line(block, at, kind, problems) for at, block in _blocks(text))
    return _numbered(pieces, kind, name, problems), notes


def _text_of(data: bytes, name: str, kind: Kind, choices: Decisions) -> tuple[str, list[str]]:
    """Return the text of a file without comments, and notes on it."""
    check_size(data, name)
    data = gunzip(File(name, data)).data
    check_lines(data, name)
    text, notes = text_of(data, name, choices.encoding), list[str]()
    text, comments = without_comments(without_description(text) if kind is RUNS else text)
    if comments:
        notes.append(f"{name}: {count(comments, 'line')} that {'begins' if comments == 1 else 'begin'} with # left out")
    return text, notes


def _numbered(pieces: Iterable[_Cells], kind: Kind, name: str, problems: Problems) -> Rows:
    """Return the rows of some lines, piece by piece: their texts are not kept."""
    topics, documents, turns = Numbers(), Numbers(), Numbers()
    empty = np.empty(0, dtype=np.int64)
    found = [(empty, empty, empty, empty.astype(np.float64), empty)]
    for some in pieces:
        topic, document, value = kind.places(some.width)
        values = kind.values(some, some.cells[value :: some.width], problems)
        sound = ~np.isnan(values)
        of_turns = some.cells[1 :: some.width] if kind is JUDGEMENTS else []
        columns = [some.cells[topic :: some.width], some.cells[document :: some.width], of_turns]
        if not sound.all():
            columns = [
                [cell for cell, kept in zip(column, sound, strict=True) if kept] if column else [] for column in columns
            ]
        lines = np.array(some.lines, dtype=np.int64)[sound]
        found.append((lines, topics.of(columns[0]), documents.of(columns[1]), values[sound], turns.of(columns[2])))
        if len(topics) > MAX_TOPICS:
            raise refuse(name, f"the file has more than {count(MAX_TOPICS)} topics", count(MAX_TOPICS))
    for noun, names in (("topic", topics), ("document", documents)):
        if (longest := max(map(len, names), default=0)) > MAX_ID:
            raise refuse(name, f"the id of a {noun} has {count(longest)} characters", count(MAX_ID))
    numbered, about, listed, every, turn = (np.concatenate(column) for column in zip(*found, strict=True))
    return Rows(numbered, about, listed, every, tuple(topics), tuple(documents), turn, tuple(turns), kind is _RANKED)


def _headed(header: Header, text: str, name: str, problems: Problems, *, of_run: bool) -> tuple[Kind, _Cells, str]:
    """Return what lines below a header are, their cells in the order of TREC's columns, and a note on the header."""
    named = ", ".join(header.names)
    value = header.value(of_run=of_run)
    if value is None:
        seen = f"its header names no {'score or rank' if of_run else 'grade'} ({named})"
        raise InputError([Problem(name, "", seen, f"expected {RUN_COLUMNS if of_run else JUDGEMENT_COLUMNS}")])
    if not of_run and header.names_subtopics:
        seen = f"its header names subtopics ({named}): these are diversity judgements"
        raise InputError([Problem(name, "", seen, WHOLE_TOPICS)])
    kind = JUDGEMENTS if not of_run else RUNS if value == "score" else _RANKED
    lines, cells = list[int](), list[str]()
    for number, topic, turn, document, cell in header.rows(text, value, problems):
        lines.append(number)
        if kind is RUNS:
            cells += [topic, turn, document, "0", cell, "0"]
        else:
            cells += [topic, document, cell] if kind is _RANKED else [topic, turn, document, cell]
    columns = ", ".join(header.names[place] for place in (header.topic, header.document, getattr(header, value)))
    note = f"{name}: its header names the columns; topic, document and {value} are {columns}"
    return kind, _Cells(lines, cells, max(kind.widths)), note


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text in blocks, each with the number of its first line."""
    start, line = 0, 1
    while start < len(text):
        end = text.rfind("\n", start, start + _BLOCK) + 1 or text.find("\n", start) + 1 or len(text)
        block = text[start:end]
        yield line, block
        start, line = end, line + block.count("\n")


def _at_once(text: str, number: int, kind: Kind) -> _Cells | None:
    """Split a block where it is plain text and every line has the same columns; None for anything else."""
    if not text.isascii():
        return None
    codes = np.frombuffer(text.encode(), dtype=np.uint8)
    ink = codes > _SPACE
    if not (ink | (codes == _SPACE) | (codes == _TAB) | (codes == _LINE_END)).all() or (codes == _DELETE).any():
        return None
    starts = np.flatnonzero(ink & np.concatenate(([True], ~ink[:-1])))  # of cells
    ends = np.append(np.flatnonzero(codes == _LINE_END), len(codes))  # of lines
    widths = np.diff(np.searchsorted(starts, ends), prepend=0)
    width = int(widths.max())
    if width not in kind.widths or not ((widths == width) | (widths == 0)).all():
        return None
    return _Cells((np.flatnonzero(widths) + number).tolist(), text.split(), width)


def _by_line(text: str, number: int, kind: Kind, problems: Problems) -> _Cells:
    """Split a block into cells; note the lines that have other columns than they should."""
    odd = _CONTROL.search(text) is not None
    width = max(kind.widths)
    lines, found = list[int](), list[str]()
    for at, line in enumerate(text.split("\n"), start=number):
        cells = line.split()
        if cells and len(cells) not in kind.widths:
            seen = f"{len(cells)} column{'s' * (len(cells) != 1)}"
            action = f"expected {kind.columns}; columns separated by tabs or spaces"
            problems.add(at, f"line {at}", seen, action)
        elif odd and _CONTROL.search(line):
            problems.add(at, f"line {at}", "a character that cannot be printed", "remove it")
        elif cells and len(cells) < width and cells[-1][0] != "L":  # only judgements of NTCIR leave out a column
            problems.add(at, f"line {at}", f"{len(cells)} columns", f"expected {kind.columns}")
        elif cells:
            lines.append(at)
            found += cells if len(cells) == width else [cells[0], "0", *cells[1:]]  # the column left out is not used
    return _Cells(lines, found, width)


def without_description(text: str) -> str:
    """Blank the description of the system that a run of NTCIR begins with, so that lines keep their numbers."""
    found = _DESCRIPTION.match(text)
    return text if found is None else "\n" * found[0].count("\n") + text[found.end() :]


def without_comments(text: str) -> tuple[str, int]:
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
        return width == 3 and GRADE.fullmatch(cells[2]) is not None
    usual = len(cells) in (4, 6) and (is_number(cells[1]) or cells[1] == "Q0")
    return usual and (is_number(cells[4]) if len(cells) == 6 else GRADE.fullmatch(cells[3]) is not None)
