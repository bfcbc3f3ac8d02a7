"""TREC's files as they are in practice: judgements (qrels) and runs, columns separated by any white space.

A list is ordered by score, not by its column of ranks. As in trec_eval, scores count in single precision, and documents
whose scores tie stand in descending order of their ids.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import PurePath
from typing import Literal, NamedTuple

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import check_size
from ordquant_core.formats.limits import check_lines
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import decode, is_number, label, numbers, shown
from ordquant_core.numerals import count
from ordquant_core.ranked_lists.collection import Judgements, RankedRun
from ordquant_core.records import FloatArray, IntArray

Kind = Literal["judgements", "run"]
JUDGEMENT_COLUMNS = "topic, round, document, grade"
RUN_COLUMNS = "topic, Q0, document, rank, score, tag"
EXTENSIONS = {".txt", ".run", ".trec", ".res", ".tsv", ".dat"}  # others belong to the name: TREC's have dots in them
TAB_OR_SPACE = "columns separated by tabs or spaces"
_GRADE = re.compile(r"L?(-?[0-9]{1,9})")  # NTCIR writes L2
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f]")
_DESCRIPTION = re.compile(r"\s*<SYSDESC>.*?</SYSDESC>", re.DOTALL)
_LONGEST_DESCRIPTION = 2**16  # bytes, of a file that is to be recognised
_SNIFFED = 4096  # bytes
_Line = tuple[int, list[str]]
TAB, LINE_END, SPACE, DELETE = 9, 10, 32, 127


class _Rows(NamedTuple):
    """The columns of a run that are used."""

    numbers: IntArray  # of the lines
    topics: list[str]
    documents: list[str]
    scores: list[str]


def kind_of(data: bytes) -> Kind | None:
    """Recognise a file by its first line: judgements have 4 columns (3 where NTCIR leaves one out), runs 6.

    None if it is neither.
    """
    described = max(data.find(b"</SYSDESC>", 0, _LONGEST_DESCRIPTION), 0)
    text = _without_description(data[: described + _SNIFFED].decode("utf-8-sig", errors="replace"))
    for line in re.split(r"\r\n?|\n", text):
        columns = line.split()
        if columns:
            if len(columns) == 6 and is_number(columns[4]):
                return "run"
            if len(columns) == 4 or (len(columns) == 3 and columns[2][:1] == "L"):
                return "judgements" if _GRADE.fullmatch(columns[-1]) else None
            return None
    return None


def parse_judgements(data: bytes, name: str, *, choices: Decisions = NOTHING) -> Judgements:
    """Read relevance judgements: lines of topic, round (not used), document, grade (2, or L2).

    A document judged twice is a problem unless both grades are the same; with the choice keep-first the first counts.
    Raises `InputError` with every problem of the file, which is called `name`.
    """
    problems = Problems(name)
    grades: dict[str, dict[str, int]] = {}
    first: dict[tuple[str, str], int] = {}
    dropped = 0
    for number, columns in _lines(data, name, problems, (4, 3), JUDGEMENT_COLUMNS):
        topic, document, cell = columns[0], columns[-2], columns[-1]
        match = _GRADE.fullmatch(cell)
        if len(columns) == 3 and cell[0] != "L":  # NTCIR's files without the second column have grades such as L2
            problems.add(number, f"line {number}", "3 columns", f"expected {JUDGEMENT_COLUMNS}")
            continue
        if not match:
            seen = f"the grade {shown(cell)} is not a whole number"
            problems.add(number, f"line {number}", seen, f"expected {JUDGEMENT_COLUMNS}")
            continue
        grade, known = int(match[1]), grades.setdefault(topic, {})
        if known.get(document, grade) != grade:
            dropped += 1
            if not choices.keep_first:
                where = f"line {number}, topic {label(topic)}"
                seen = (
                    f"{label(document)} has grade {known[document]} in line {first[topic, document]} and {grade} here"
                )
                problems.add(number, where, seen, "judge it once", ["keep-first"])
        known.setdefault(document, grade)
        first.setdefault((topic, document), number)
    problems.raise_if_any()
    if not grades:
        raise InputError([Problem(name, "", "it contains no judgement", f"expected {JUDGEMENT_COLUMNS}")])
    notes = (f"{name}: {_times(dropped, 'document')} judged twice, the first line counts",) if dropped else ()
    return Judgements(
        run_name(name),
        tuple(grades),
        tuple(tuple(known) for known in grades.values()),
        tuple(np.array(list(known.values()), dtype=np.int64) for known in grades.values()),
        notes,
    )


def parse_run(data: bytes, name: str, *, choices: Decisions = NOTHING) -> RankedRun:
    """Read a run: lines of topic, Q0, document, rank (not used), score, tag (not used), in any order.

    The description of the system that a run of NTCIR begins with, <SYSDESC>…</SYSDESC>, is ignored.

    A document listed twice under a topic is a problem; with the choice keep-first its better rank counts. Raises
    `InputError` with every problem of the file; the run is named after the file, without `EXTENSIONS`.
    """
    problems = Problems(name)
    rows = _run_rows(data, name, problems)
    values = _scores(rows, problems)
    dropped, disordered, tied = 0, 0, 0
    topics, lists, all_scores = [], [], []
    for topic, places in _by_topic(rows.topics).items():
        documents = [document for place in places for document in rows.documents[place]]
        scores = np.concatenate([values[place] for place in places])
        order = _order(documents, scores)
        if len(set(documents)) < len(documents):
            order, twice = _first_of_each(documents, order)
            dropped += len(twice)
            if not choices.keep_first:
                lines = np.concatenate([rows.numbers[place] for place in places]).tolist()
                for place in twice:
                    number, seen = lines[place], f"{label(documents[place])} is listed more than once"
                    where = f"line {number}, topic {label(topic)}"
                    problems.add(number, where, seen, "list it once", ["keep-first"])
        disordered += bool((scores[1:] > scores[:-1]).any())
        kept = scores[order]
        single = _single(kept)
        tied += int((single[1:] == single[:-1]).sum())
        topics.append(topic)
        lists.append(tuple(map(documents.__getitem__, order.tolist())))
        all_scores.append(kept)
    problems.raise_if_any()
    if not topics:
        raise InputError([Problem(name, "", "it contains no list", f"expected {RUN_COLUMNS}")])
    notes = []
    if dropped:
        notes.append(f"{name}: {_times(dropped, 'document')} listed twice, the better rank counts")
    if disordered:
        notes.append(f"{name}: {_times(disordered, 'list')} not in the order of scores; the scores decide")
    if tied:
        notes.append(f"{name}: {_times(tied, 'tie')} of scores, in descending order of document ids as in trec_eval")
    return RankedRun(run_name(name), tuple(topics), tuple(lists), tuple(all_scores), tuple(notes), name)


def run_name(file: str) -> str:
    """Return the name of a run: its file's name, without an extension from `EXTENSIONS`.

    >>> run_name("runs/sab20.1.meta.docs"), run_name("bm25.txt")
    ('sab20.1.meta.docs', 'bm25')
    """
    path = PurePath(file)
    return path.stem if path.suffix.lower() in EXTENSIONS else path.name


def _lines(data: bytes, name: str, problems: Problems, widths: tuple[int, ...], columns: str) -> Iterator[_Line]:
    """Yield the number and the columns of every line that has as many as it should; note the others."""
    check_size(data, name)
    check_lines(data, name)
    text = decode(data, name).replace("\r\n", "\n").replace("\r", "\n")
    if widths == (6,):
        text = _without_description(text)
    odd = _CONTROL.search(text) is not None
    for number, line in enumerate(text.split("\n"), start=1):
        cells = line.split()
        if not cells:
            continue
        if len(cells) not in widths:
            seen = f"{len(cells)} column{'s' * (len(cells) != 1)}"
            problems.add(number, f"line {number}", seen, f"expected {columns}; {TAB_OR_SPACE}")
        elif odd and _CONTROL.search(line):
            problems.add(number, f"line {number}", "a character that cannot be printed", "remove it")
        else:
            yield number, cells


def _without_description(text: str) -> str:
    """Blank the description of the system that a run of NTCIR begins with, so that lines keep their numbers."""
    found = _DESCRIPTION.match(text)
    return text if found is None else "\n" * found[0].count("\n") + text[found.end() :]


def _run_rows(data: bytes, name: str, problems: Problems) -> _Rows:
    """Return the columns of a run that are used; note the lines that do not have all of them."""
    check_size(data, name)
    check_lines(data, name)
    found = _plain_rows(_without_description(decode(data, name).replace("\r\n", "\n")))
    if found is not None:
        return found
    lines = list(_lines(data, name, problems, (6,), RUN_COLUMNS))
    columns = [[cells[place] for _, cells in lines] for place in (0, 2, 4)]
    return _Rows(np.array([number for number, _ in lines], dtype=np.int64), *columns)


def _plain_rows(text: str) -> _Rows | None:
    """Read a run all at once, where it is plain text and every line has its columns; None for anything else."""
    if not text.isascii():
        return None
    codes = np.frombuffer(text.encode(), dtype=np.uint8)
    ink = codes > SPACE
    if not (ink | (codes == SPACE) | (codes == TAB) | (codes == LINE_END)).all() or (codes == DELETE).any():
        return None
    starts = np.flatnonzero(ink & np.concatenate(([True], ~ink[:-1])))  # of cells
    ends = np.append(np.flatnonzero(codes == LINE_END), len(codes))  # of lines
    widths = np.diff(np.searchsorted(starts, ends), prepend=0)
    if not ((widths == 6) | (widths == 0)).all():
        return None
    cells = text.split()
    return _Rows(np.flatnonzero(widths) + 1, cells[::6], cells[2::6], cells[4::6])


def _by_topic(topics: Sequence[str]) -> dict[str, list[slice]]:
    """Return where the rows of every topic are, in the order of the file."""
    found: dict[str, list[slice]] = {}
    start = 0
    for topic, some in groupby(topics):
        end = start + len(list(some))
        found.setdefault(topic, []).append(slice(start, end))
        start = end
    return found


def _scores(rows: _Rows, problems: Problems) -> FloatArray:
    values = numbers(rows.scores)
    if values is not None:
        return values
    for number, cell in zip(rows.numbers.tolist(), rows.scores, strict=True):
        if not is_number(cell):
            problems.add(number, f"line {number}", f"the score {shown(cell)} is not a number", "give a finite number")
    return np.zeros(len(rows.scores))


def _order(documents: Sequence[str], scores: FloatArray) -> IntArray:
    """Order a list as trec_eval does: by score in single precision, then by document, both descending."""
    single = _single(scores)
    order = np.argsort(-single, kind="stable")
    ranked = single[order]
    starts = np.flatnonzero(np.concatenate(([True], ranked[1:] != ranked[:-1], [True])))
    for tie in np.flatnonzero(np.diff(starts) > 1):
        some = slice(starts[tie], starts[tie + 1])
        order[some] = sorted(order[some].tolist(), key=documents.__getitem__, reverse=True)
    return np.asarray(order)


def _single(scores: FloatArray) -> FloatArray:
    with np.errstate(over="ignore"):  # beyond 3e38 all are alike, as in trec_eval
        return scores.astype(np.float32).astype(np.float64)


def _first_of_each(documents: Sequence[str], order: IntArray) -> tuple[IntArray, list[int]]:
    """Return the places of a list without those of documents that stand further up, and these."""
    met: set[str] = set()
    again = np.zeros(len(order), dtype=np.bool_)
    for place, document in enumerate(map(documents.__getitem__, order.tolist())):
        again[place] = document in met
        met.add(document)
    return order[~again], order[again].tolist()


def _times(number: int, noun: str) -> str:
    return count(number, noun)
