"""Small data, and the files that hold it: tables, NTCIR JSON, workbooks, archives, all as bytes made in memory."""

import gzip
import io
import json
from collections.abc import Mapping, Sequence

from tests.zips import zipped

CASES = ("D01", "D02", "D03")
CLASSES = ("-2", "-1", "0", "1", "2")
VOTES = ((0, 1, 2, 4, 3), (5, 3, 1, 1, 0), (1, 2, 4, 2, 1))  # ten annotators for each case
GOLD = tuple(tuple(count / 10 for count in row) for row in VOTES)
RUN = ((0.1, 0.1, 0.2, 0.4, 0.2), (0.5, 0.2, 0.1, 0.1, 0.1), (0.3, 0.1, 0.2, 0.1, 0.3))
OTHER = ((0.0, 0.2, 0.3, 0.3, 0.2), (0.4, 0.3, 0.2, 0.1, 0.0), (0.2, 0.2, 0.2, 0.2, 0.2))
THIRD = ((0.0, 0.0, 0.0, 0.5, 0.5), (0.5, 0.5, 0.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0, 0.0))
WORDS = ("bad", "ok", "good")
WORD_VOTES = ((0, 4, 6), (5, 3, 2), (1, 8, 1))
WORD_RUN = ((0.1, 0.3, 0.6), (0.4, 0.4, 0.2), (0.2, 0.5, 0.3))

Cells = Sequence[Sequence[object]]


def text(header: Sequence[object], rows: Cells, sep: str = ",", end: str = "\n") -> str:
    """Return a table as text, cell by cell as they are."""
    return "".join(sep.join(map(str, row)) + end for row in (header, *rows))


def table(
    rows: Cells,
    *,
    classes: Sequence[object] = CLASSES,
    ids: Sequence[object] = CASES,
    key: str = "case",
    at: int = 0,
    sep: str = ",",
    end: str = "\n",
) -> bytes:
    """Return `case,class 1,…` with a row per case, in UTF-8; `at`: the position of the ids among the columns."""
    cells = [[*row[:at], case, *row[at:]] for case, row in zip(ids, rows, strict=True)]
    return text([*classes[:at], key, *classes[at:]], cells, sep, end).encode()


def indexed(rows: Cells, name: str) -> bytes:
    """Return a table with the row numbers that pandas puts before the ids."""
    cells = [[n, case, *row] for n, case, row in zip(range(len(rows)), CASES, rows, strict=True)]
    return text([name, "case", *CLASSES], cells).encode()


def bare(rows: Cells, *, classes: Sequence[object] = CLASSES, sep: str = ",") -> bytes:
    """Return a table without ids."""
    return text(classes, rows, sep).encode()


def with_column(
    rows: Cells, name: str, values: Sequence[object], at: int, *, classes: Sequence[object] = CLASSES
) -> bytes:
    """Return a table with one column more: before the class at this position, after all of them for `len(classes)`."""
    wider = [[*row[:at], value, *row[at:]] for row, value in zip(rows, values, strict=True)]
    return table(wider, classes=[*classes[:at], name, *classes[at:]])


def columns_in(order: Sequence[int], rows: Cells) -> list[list[object]]:
    """Return the columns of all rows in another order."""
    return [[row[column] for column in order] for row in rows]


def as_json(value: object) -> bytes:
    return json.dumps(value).encode()


def ntcir_gold(scales: Mapping[str, Cells], ids: Sequence[str] = CASES) -> bytes:
    """Return annotators' votes: each annotator votes on every scale."""
    entries = []
    for number, case in enumerate(ids):
        votes = {
            scale: [int(label) for label, count in zip(CLASSES, rows[number], strict=True) for _ in range(count)]
            for scale, rows in scales.items()
        }
        count = len(next(iter(votes.values())))
        annotations = [{"quality": {scale: votes[scale][one] for scale in scales}} for one in range(count)]
        entries.append({"id": case, "annotations": annotations})
    return as_json(entries)


def ntcir_run(scales: Mapping[str, Cells], ids: Sequence[str] = CASES) -> bytes:
    """Return distributions on every scale."""
    return as_json(
        [
            {
                "id": case,
                "quality": {scale: dict(zip(CLASSES, rows[number], strict=True)) for scale, rows in scales.items()},
            }
            for number, case in enumerate(ids)
        ]
    )


def workbook(sheets: Mapping[str, Cells]) -> bytes:
    """Return an Excel workbook; a text that starts with = is a formula that nobody has calculated."""
    import openpyxl

    book, file = openpyxl.Workbook(), io.BytesIO()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    book.save(file)
    return file.getvalue()


def sheet(
    rows: Cells, *, classes: Sequence[object] = CLASSES, ids: Sequence[object] = CASES, key: str = "case"
) -> list[list[object]]:
    """Return the rows of a sheet, header first."""
    return [[key, *classes], *([case, *row] for case, row in zip(ids, rows, strict=True))]


def locked(members: Mapping[str, bytes]) -> bytes:
    """Return a zip whose headers say that its members are encrypted: all that a reader without the key sees."""
    data = bytearray(zipped(members))
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = data.find(signature)
        while start >= 0:
            data[start + flags] |= 1
            start = data.find(signature, start + 4)
    return bytes(data)


def gzipped(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def votes_one_by_one(
    order: Sequence[str] = ("case", "annotator", "label"),
    names: Mapping[str, str] | None = None,
    *,
    rows: Cells = VOTES,
    classes: Sequence[str] = CLASSES,
    more: Sequence[Mapping[str, object]] = (),
) -> bytes:
    """Return a table with a row per vote; `order`: what each column holds, `names`: what it is called instead."""
    votes: list[Mapping[str, object]] = []
    for case, counts in zip(CASES, rows, strict=True):
        labels = [label for label, count in zip(classes, counts, strict=True) for _ in range(count)]
        votes += [{"case": case, "annotator": f"w{n}", "label": label} for n, label in enumerate(labels, 1)]
    header = [(names or {}).get(column, column) for column in order]
    return text(header, [[vote[column] for column in order] for vote in (*votes, *more)]).encode()
