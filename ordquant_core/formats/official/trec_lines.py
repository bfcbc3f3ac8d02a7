"""The lines of judgements and runs of TREC as a table: a topic, a document, and a grade, a score or a rank in each.

Columns are separated by any white space, or a header names them. Lines that begin with # are comments, but for those of
topics with such names (#hashtag).
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isfinite
from typing import NamedTuple

import numpy as np
import pandas as pd

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.archive import gunzip
from ordquant_core.formats.decisions import Decisions
from ordquant_core.formats.files import File, check_size
from ordquant_core.formats.limits import MAX_ID, MAX_TOPICS, check_lines, refuse
from ordquant_core.formats.official.lines import first_lines
from ordquant_core.formats.official.trec_headers import Header, Kind, header_of
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import brief, numbers, text_of
from ordquant_core.numerals import count
from ordquant_core.records import FloatArray

JUDGEMENT_COLUMNS = "topic, round, document, grade"
RUN_COLUMNS = "topic, Q0, document, rank, score, tag"
RANK_COLUMNS = "topic, document, rank"
COLUMNS: dict[Kind, str] = {"judgements": JUDGEMENT_COLUMNS, "run": RUN_COLUMNS}
_OF_THREE: dict[Kind, str] = {"judgements": "topic, document, grade", "run": RANK_COLUMNS}  # of NTCIR, of MS MARCO
_NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_GRADE = r"L?-?[0-9]{1,9}(?:\.0*)?"  # NTCIR writes L2, pandas 2.0
GRADE = re.compile(_GRADE)
_VALUES = {  # how they are written, and what is said of others
    "grade": (GRADE, "the grade {} is not a whole number", "give a whole number, such as 0 or 1"),
    "grade of three": (re.compile(f"L{_GRADE[2:]}"), "3 columns", f"expected {JUDGEMENT_COLUMNS}"),
    "score": (re.compile(_NUMBER), "the score {} is not a number", "give a finite number"),
    "rank": (
        re.compile("[0-9]{1,9}"),
        "3 columns, the last of which, {}, is no rank",
        f"expected {RUN_COLUMNS}, or {RANK_COLUMNS}",
    ),
}
_COMPLETE = re.compile(rf"\s*\S+\s+(?:Q0|{_NUMBER})\s+\S+\s+(?:{_GRADE}|\S+\s+{_NUMBER}\s+\S+)\s*")
_COMPLETE_OF_THREE = re.compile(rf"\s*\S+\s+\S+\s+{_GRADE}\s*")
_COMMENT = re.compile(r"^[ \t]*#(\S*)[^\n]*", re.MULTILINE)
_OTHER = re.compile(r"^[ \t]*([^\s#]\S*)[^\n]*", re.MULTILINE)  # a line that is none
_DESCRIPTION = re.compile(r"\s*<SYSDESC>.*?</SYSDESC>", re.DOTALL)
_CONTROLS = "\x00-\x08\x0e-\x1b\x7f"
_UNPRINTABLE = re.compile(f"[{_CONTROLS}]")
_NOT_PLAIN = re.compile(f"[{_CONTROLS}\x0b\x0c\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
_PLAIN = bytes([*b"\t\n", *range(0x20, 0x7F)])
_SPACE, _LINE_END = b" \n"


class Rows(NamedTuple):
    """The lines that could be read: a table of their numbers, and topics, rounds, documents and values as numbers.

    Its columns are `line`, `topic`, `round` (or the subtopic of judgements), `document`, `value`.
    """

    table: pd.DataFrame
    topics: tuple[str, ...]
    rounds: tuple[str, ...]
    documents: tuple[str, ...]
    value: str  # of what the values are: grade, score, or rank; ranks are below 0, so that a larger value is better
    header: Header | None
    notes: list[str]

    def lists(self, table: pd.DataFrame) -> Iterator[tuple[tuple[str, ...], FloatArray]]:
        """Yield the documents of every topic and their values, from lines of the table that are sorted by topic."""
        ends = np.searchsorted(table["topic"], np.arange(len(self.topics) + 1)).tolist()
        names, values = list(map(self.documents.__getitem__, table["document"].tolist())), table["value"].to_numpy()
        return ((tuple(names[start:end]), values[start:end]) for start, end in pairwise(ends))


def read_rows(data: bytes, name: str, kind: Kind, problems: Problems, choices: Decisions) -> Rows:
    """Read the lines that have the columns of judgements or of a run; note the others."""
    text, notes = _text_of(data, name, kind, choices)
    first_line = next(iter(first_lines(text)), "")
    header, three = header_of(first_line), len(first_line.split()) == 3
    if header is not None:
        value = header.value(kind)
        if value is None:
            seen = f"its header names no {'grade' if kind == 'judgements' else 'score or rank'}"
            raise InputError([Problem(name, "", f"{seen} ({', '.join(header.names)})", f"expected {COLUMNS[kind]}")])
        columns = [one for one in ("topic", "round", "document", value) if one in header.places]
        cells = pd.DataFrame(header.rows(text, columns, problems), columns=["line", *columns], dtype=object)
        places = ", ".join(header.names[header.places[one]] for one in ("topic", "document", value))
        notes.append(f"{name}: its header names the columns; topic, document and {value} are {places}")
        written = "grade" if kind == "judgements" else value
    else:
        columns = (_OF_THREE if three else COLUMNS)[kind].split(", ")
        value = next(one for one in _VALUES if one in columns)
        cells = _cells_of(text, columns, value, problems)
        written = "grade of three" if three and value == "grade" else value
        if value == "rank":
            notes.append(f"{name}: three columns, read as {RANK_COLUMNS}")
    cells["value"] = _numbers(cells[value], cells["line"], written, problems)
    table, names = _numbered(cells[cells["value"].notna()], name)
    return Rows(table, names["topic"], names["round"], names["document"], written, header, notes)


def _text_of(data: bytes, name: str, kind: Kind, choices: Decisions) -> tuple[str, list[str]]:
    """Return the text of a file without comments, and a note on them."""
    check_size(data, name)
    data = gunzip(File(name, data)).data
    check_lines(data, name)
    text = text_of(data, name, choices.encoding or None)  # no page asks for the encoding of such a file
    text, comments = without_comments(without_description(text) if kind == "run" else text)
    begin = "begins" if comments == 1 else "begin"
    return text, [f"{name}: {count(comments, 'line')} that {begin} with # left out"] if comments else []


def _cells_of(text: str, columns: Sequence[str], value: str, problems: Problems) -> pd.DataFrame:
    """Return the cells of the lines that have so many, and the numbers of these lines; note the others."""
    used = [one for one in columns if one in ("topic", "round", "document", value)]
    data = text.encode()
    if data.translate(None, _PLAIN) and _NOT_PLAIN.search(text):
        data = _with_plain_spaces(text, problems).encode()
    codes = np.frombuffer(data, dtype=np.uint8)
    begins = codes > _SPACE  # where a cell begins
    begins[1:] &= ~begins[:-1]
    starts = np.flatnonzero(codes[:-1] == _LINE_END) + 1
    widths = np.add.reduceat(begins.view(np.uint8), np.append(0, starts), dtype=np.int32) if len(data) else np.zeros(0)
    fitting = widths == len(columns)
    for at in np.flatnonzero(~fitting & (widths > 0)).tolist():
        how = "" if widths[at] == 3 else "; columns separated by tabs or spaces"
        seen = f"{widths[at]} column{'s' * (int(widths[at]) != 1)}"
        problems.add(at + 1, f"line {at + 1}", seen, f"expected {', '.join(columns)}{how}")
    if not fitting.any():
        return pd.DataFrame(columns=["line", *used], dtype=object)
    cells = pd.read_csv(  # which is fast, but leaves out and fills up cells: so they have been counted
        io.BytesIO(data),
        sep=r"\s+",
        header=None,
        names=columns,
        usecols=used,
        dtype=object,
        na_filter=False,
        quoting=csv.QUOTE_NONE,
        skiprows=np.flatnonzero(~fitting).tolist(),
    )
    cells.insert(0, "line", np.flatnonzero(fitting) + 1)
    return cells


def _with_plain_spaces(text: str, problems: Problems) -> str:
    """Return the lines with a space between their cells; note those that hold what cannot be printed."""
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if odd := _UNPRINTABLE.search(line):
            problems.add(number, f"line {number}", "a character that cannot be printed", "remove it")
        lines.append("" if odd else " ".join(line.split()))
    return "\n".join(lines)


def _numbers(cells: "pd.Series[str]", lines: "pd.Series[int]", written: str, problems: Problems) -> FloatArray:
    """Return grades, scores, or ranks with their sign turned; NaN where a cell is none, which is noted."""
    pattern, seen, action = _VALUES[written]
    values = numbers(cells) if written == "score" else None
    if values is None:
        known = {cell: float(cell.removeprefix("L")) for cell in cells.unique() if pattern.fullmatch(cell)}
        values = cells.map({cell: value for cell, value in known.items() if isfinite(value)}).to_numpy(np.float64)
        for place in np.flatnonzero(np.isnan(values)).tolist():
            line, cell = int(lines.iloc[place]), cells.iloc[place]
            problems.add(line, f"line {line}", seen.format(brief(cell)), action)
    return -values if written == "rank" else values


def _numbered(cells: pd.DataFrame, name: str) -> tuple[pd.DataFrame, dict[str, tuple[str, ...]]]:
    """Return the lines with numbers instead of texts, and the texts. Raises beyond the limits."""
    table, names = cells[["line", "value"]].astype({"line": np.int64}).reset_index(drop=True), {}
    for column in ("topic", "round", "document"):
        texts = np.asarray(cells.get(column, pd.Series("", index=cells.index)), dtype=object)
        table[column], distinct = pd.factorize(texts)
        names[column] = tuple(distinct.tolist()) if column in cells else ()
        longest = max(map(len, names[column]), default=0)
        if column == "topic" and len(distinct) > MAX_TOPICS:
            raise refuse(name, f"the file has more than {count(MAX_TOPICS)} topics", count(MAX_TOPICS))
        if column != "round" and longest > MAX_ID:
            raise refuse(name, f"the id of a {column} has {count(longest)} characters", count(MAX_ID))
    return table, names


def without_description(text: str) -> str:
    """Blank the description of the system that a run of NTCIR begins with, so that lines keep their numbers."""
    description = _DESCRIPTION.match(text)
    return text if description is None else "\n" * description[0].count("\n") + text[description.end() :]


def without_comments(text: str) -> tuple[str, int]:
    """Blank the lines that begin with #, so that the others keep their numbers; return how many there are, too.

    A line that begins with a word such as #hashtag and is complete is about the topic of that name, unless another
    line is about hashtag: then it has been commented out. Where all lines begin with #, none is a comment.
    """
    first = _OTHER.search(text) if "#" in text and _COMMENT.search(text) else None
    if first is None:
        return text, 0
    header = header_of(first[0])
    complete = _COMPLETE_OF_THREE if len(first[0].split()) == 3 else _COMPLETE
    topics, comments = {line[1] for line in _OTHER.finditer(text)}, 0

    def blanked(line: re.Match[str]) -> str:
        nonlocal comments
        if header is not None:
            whole = len(line[0].split(header.separator)) == len(header.names)
        else:
            whole = complete.fullmatch(line[0]) is not None
        if whole and line[1] and line[1] not in topics:
            return line[0]
        comments += 1
        return ""

    return _COMMENT.sub(blanked, text), comments
