"""Detect the type of a file from its content, never from its name."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.archive import gunzip, is_workbook, is_zip
from ordquant_core.formats.decisions import NOTHING, Decisions
from ordquant_core.formats.files import File, check_size
from ordquant_core.formats.json import dbdc, lewidi, ntcir, records
from ordquant_core.formats.json.strict import load
from ordquant_core.formats.limits import MAX_COLUMNS, check_lines, refuse
from ordquant_core.formats.opened import Opened
from ordquant_core.formats.tables import workbook
from ordquant_core.formats.tables.above import without_lines_above
from ordquant_core.formats.tables.columns import (
    SYSTEMS,
    Columns,
    check_header,
    check_width,
    columns_of,
    count_up,
    normal,
    said_of,
)
from ordquant_core.formats.tables.delimited import (
    DELIMITERS,
    Block,
    Reader,
    Row,
    delimiter_of,
    first_line,
    has_no_header,
    rows_of,
    with_point,
    with_tabs,
)
from ordquant_core.formats.tables.long_estimates import Labels, LongEstimates, is_count, is_sure, places_of
from ordquant_core.formats.tables.long_table import Places
from ordquant_core.formats.tables.long_votes import LongVotes
from ordquant_core.formats.tables.ratings import NAMED, are_people, columns_alike, wordy_people
from ordquant_core.formats.tables.system_counts import GOLD, SystemCounts, SystemTable
from ordquant_core.formats.tables.unclear_votes import UnclearVotes, looks_like_votes
from ordquant_core.formats.tables.vote_rows import Choice, VoteRows, choice_of, votes_of, without_authors
from ordquant_core.formats.tables.wide import Headerless, Table
from ordquant_core.formats.tables.workbook import SheetReader
from ordquant_core.formats.text import as_utf8, beginning, decode, is_number, label, shown
from ordquant_core.formats.trec import lines as trec
from ordquant_core.formats.trec.headers import header_of
from ordquant_core.numerals import count, listed

AnyHeaderless = TypeVar("AnyHeaderless", bound=Headerless)
_SEEN = 256  # rows of votes
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def is_json(data: bytes) -> bool:
    """Return whether the first character opens a list or an object."""
    return data[:4096].removeprefix(BYTE_ORDER_MARK).lstrip()[:1] in (b"[", b"{")


def open_data(data: bytes, name: str, choices: Decisions = NOTHING) -> Opened:
    """Recognise a file. JSON is parsed whole, a table as far as its first 256 rows. Raises `InputError`."""
    data = gunzip(File(name, data)).data
    check_size(data, name)
    if is_zip(data):
        return _open_workbook(data, name, choices)
    data, note = as_utf8(data, name, latin_1=choices.latin_1)
    opened = _open_json(data, name, choices) if is_json(data) else _open_text(data, name, choices)
    opened.notes += [note] if note else []
    return opened


def _open_json(data: bytes, name: str, choices: Decisions) -> Opened:
    value = load(data, name, lines=True)
    if isinstance(value, dict):
        kind = dbdc.kind_of(value)
        if kind is not None:
            return (dbdc.DbdcLog if kind == "dbdc-log" else dbdc.DbdcLabels)(name, [(name, value)])
    if lewidi.looks_like_gold(value):
        return lewidi.LewidiGold(name, lewidi.entries_of(value))
    table = None if ntcir.looks_like(value) else records.table_of(value, name)
    if table is not None:
        return _open_records(table, name, choices)
    action = 'expected a list of cases, [{"id": …}, …]'
    if not isinstance(value, list):
        raise InputError([Problem(name, "", f"the file holds {shown(value)}", action)])
    if not value:
        raise InputError([Problem(name, "", "the list is empty", action)])
    inner = chain.from_iterable(entry.values() if isinstance(entry, dict) else entry for entry in value)
    if not ntcir.looks_like(value) and any(isinstance(one, list | dict) for one in inner):
        seen = "its records hold lists or objects within each other"
        raise InputError([Problem(name, "", seen, 'give {"id": …, "votes": […]} or a number per class for each case')])
    return ntcir.Ntcir(name, value)


def _open_records(table: records.Rows, name: str, choices: Decisions) -> Opened:
    reader = SheetReader(table.rows, name)
    if table.headed:
        rows = _open_rows(reader, name, choices)
        opened = records.Records(name, {"": rows})
        opened.names_annotators = table.names_voters
        note = f"{name}: the outer keys are read as columns, the inner ones as cases"
        opened.notes += [*rows.notes, *([note] if table.by_column else [])]
        return opened
    arrays = _headerless(records.Arrays, reader, name)
    arrays.has_ids = table.has_ids
    return records.Records(name, {"": arrays})


def _open_workbook(data: bytes, name: str, choices: Decisions) -> Opened:
    """Open all sheets: those that are tables can be read, the others are noted. Raises where none is a table."""
    if not is_workbook(data):
        raise InputError([Problem(name, "", "this is a zip archive", "unpack it, or open it with all files of a task")])
    tables: dict[str, Opened] = {}
    labels: dict[str, Opened] = {}
    notes: list[str] = []
    why: InputError | None = None
    for title, sheet in workbook.sheets(data, name).items():
        notes += sheet.notes
        sheet.check_calculated()
        try:
            table = _open_rows(sheet, name, choices)
        except InputError as error:
            why = why or error
            if sheet.holds_numbers() and sheet.is_even():  # no notes, but a table without a header that says enough
                tables[title] = _open_rows(sheet, name, replace(choices, no_ids=True))
            else:
                notes.append(f"{name}: sheet {label(title)} is ignored: {error.problems[0].seen}")
        else:
            if sheet.holds_numbers() or isinstance(table, LongVotes | VoteRows):
                tables[title] = table
            elif isinstance(table, LongEstimates):  # labels, or any other two columns
                labels[title] = table
            else:
                seen = "it has fewer than two columns of numbers"
                why = why or InputError([Problem(name, f"sheet {label(title)}", seen, "give a column per class")])
                notes.append(f"{name}: sheet {label(title)} is ignored: {seen}")
    notes += _without_unclear(tables, name)
    if tables:
        notes += [f"{name}: sheet {label(title)} is ignored: it has one column beside the ids" for title in labels]
    tables = tables or labels
    if why is not None and (not tables or len(tables) + len(notes) == 1):
        raise why
    opened = workbook.Workbook(name, tables)
    opened.notes += [*dict.fromkeys(chain.from_iterable(table.notes for table in tables.values())), *notes]
    return opened


def _without_unclear(tables: dict[str, Opened], name: str) -> list[str]:
    """Leave out sheets that only look like votes where another one is a table; return a note on each."""
    unclear = [title for title, table in tables.items() if isinstance(table, UnclearVotes)]
    if len(unclear) == len(tables):
        return []
    for title in unclear:
        del tables[title]
    return [f"{name}: sheet {label(title)} is ignored: its columns are not known by their names" for title in unclear]


def _open_text(data: bytes, name: str, choices: Decisions) -> Opened:
    check_lines(data, name)
    text = decode(data, name)
    if (kind := _commented(data, first_line(text))) is not None:
        raise _ranked_lists(name, kind)
    text, separator, notes = without_lines_above(text, name)
    opened = _open_table(text.encode() if notes else data, text, name, separator, choices)
    opened.notes[:0] = notes
    return opened


def _open_table(data: bytes, text: str, name: str, separator: str | None, choices: Decisions) -> Opened:
    line = first_line(text)
    if lewidi.has_pairs(line):
        return _headerless(lewidi.VariErrRun, lewidi.PairReader(data, name), name)
    if lewidi.looks_like_run(line):
        arrays = lewidi.ArrayReader(data, name)
        return _headerless(lewidi.LewidiRun, arrays, name)
    tabs = None if any(delimiter in line for delimiter in DELIMITERS) else with_tabs(text)
    if tabs is not None:
        return _open_rows(Reader(tabs.encode(), "\t", name), name, choices)
    delimiter = separator if separator in DELIMITERS else delimiter_of(line)
    cells = line.split(delimiter)
    if has_no_header(cells if delimiter == "," else list(map(with_point, cells))):
        return _headerless(Headerless, Reader(data, delimiter, name, quotes=delimiter == ","), name)
    try:
        opened = _open_rows(Reader(data, delimiter, name), name, choices)
    except InputError:
        kind = trec.kind_of(data)
        if kind is None:
            raise
        raise _ranked_lists(name, kind) from None
    if isinstance(opened, Table) and header_of(line) is not None:
        raise _ranked_lists(name, trec.kind_of(data))
    return opened


def _commented(data: bytes, line: str) -> trec.Kind | None:
    """Return what TREC's files these are if their first line is a comment, not a header: `# id a b`, or `# a b`."""
    if not line.startswith("# "):
        return None
    rows = (row for row in beginning(data, 1 << 16).splitlines() if row.strip() and not row.startswith("#"))
    cells, names = next(rows, "").split(), line.split()
    is_header = len(names) - 1 == len(cells) or (len(names) == len(cells) and all(map(is_number, cells[1:])))
    return None if is_header else trec.kind_of(data)


def _ranked_lists(name: str, kind: trec.Kind | None) -> InputError:
    seen = f"these are TREC's {'relevance judgements' if kind == 'judgements' else 'ranked lists'}"
    action = "ranked lists have a page and a command of their own, rank-lists"
    return InputError([Problem(name, "", seen, action)])


def _headerless(kind: type[AnyHeaderless], reader: Reader, name: str) -> AnyHeaderless:
    rows = reader.pieces()
    piece = rows_of(next(rows, []))
    if not piece:
        raise InputError([reader.stopped[1] if reader.stopped else _no_text(name)])
    reader.find_decimal_comma(piece)
    width = len(piece[0][1])
    if width > MAX_COLUMNS:
        raise refuse(name, f"the file has {count(width)} columns", count(MAX_COLUMNS))
    columns = Columns((), tuple(range(width)), (), named=False)
    return kind(name, reader, chain([piece], rows), [""] * width, piece[0][0], columns)


def _open_rows(reader: Reader, name: str, choices: Decisions) -> Opened:
    rows = reader.pieces()
    piece = rows_of(next(rows, []))
    if not piece:
        raise InputError([reader.stopped[1] if reader.stopped else _no_text(name)])
    header_line, header = piece[0]
    columns = columns_of(header, said_of(header, choices))
    reader.find_decimal_comma(piece[1:])
    rows_seen = reader.with_points(row for _, row in piece[1:])
    rest = chain([piece[1:]] if piece[1:] else [], rows)
    if columns.label is not None:
        check_width(header, name)
        cells = {place: [row[place].strip() for row in rows_seen if len(row) > place] for place in columns.classes}
        counts = [place for place, some in cells.items() if is_count(header[place]) and not count_up(some)]
        if columns.annotator is None and len(counts) == 1 and columns.keys:
            of_counts = Places(columns.keys, columns.label, counts[0], None, columns.extras)
            return LongEstimates(name, reader, rest, header, header_line, of_counts, has_gold=False)
        return LongVotes(name, reader, rest, header, header_line, columns, rows_seen)
    people = wordy_people(header, columns, rows_seen)
    if people:
        return _ratings_in_words(name, reader, chain([piece[1:]], rows), header, columns, people)
    choice = choice_of(header, columns, rows_seen, nobody=choices.annotator_column == "")
    one_hot = choice is not None and not choice.doubt
    alike = [] if choice is not None or choices.classes else columns_alike(header, columns, rows_seen)
    if alike:
        made = _ratings_in_words(name, reader, chain([piece[1:]], rows), header, columns, alike)
        made.notes = [f"{name}: columns {_named(header, alike)} are read as annotators, their cells as labels"]
        made.doubt = f"columns {_named(header, alike)} hold the same labels, such as {shown(rows_seen[0][alike[0]])}"
        first = header[(columns.keys or (0,))[0]]
        made.rows_are_people = label(first.strip()) if are_people(first) else ""
        return made
    seen = "" if one_hot or choices.classes else looks_like_votes(header, columns, rows_seen)
    places = places_of(header, rows_seen, choices.id_columns)
    if places is not None and places.number is not None and (not seen or is_sure(header, places)):
        return LongEstimates(name, reader, rest, header, header_line, places, reader.mentions(GOLD))
    if seen:
        check_width(header, name)
        return UnclearVotes(name, reader, rest, header, header_line, columns, rows_seen, seen=seen)
    if not (choices.no_ids or choices.classes or choices.id_columns):  # the user has said that this is a header
        check_header(header_line, header, name, rows_seen)
    check_width(header, name)
    if choice is not None and one_hot:
        return _vote_rows(VoteRows(name, reader, rest, header, header_line, columns), choice)
    if columns.annotator is not None and choices.annotator_column:
        return VoteRows(name, reader, rest, header, header_line, columns)
    if places is not None:
        return Labels(name, reader, rest, header, header_line, places, reader.mentions(GOLD))
    columns = without_authors(columns)
    system = next((place for place in columns.keys if normal(header[place]) in SYSTEMS), None)
    if len(columns.keys) < 2 or system is None:
        table = Table(name, reader, rest, header, header_line, columns)
        table.unclear_ids = choice.doubt if choice is not None else ""
        return table
    several = system == columns.keys[0] and reader.mentions(GOLD)
    return (SystemCounts if several else SystemTable)(name, reader, rest, header, header_line, columns)


def _ratings_in_words(
    name: str,
    reader: Reader,
    rows: Iterable[list[Row] | Block],
    header: Sequence[str],
    columns: Columns,
    people: Sequence[int],
) -> LongVotes:
    """Read a column per annotator with a word in each cell: a row for each vote, and who gave it."""
    keys = columns.keys or (0,)
    names = {place: header[place].strip() for place in people}

    def votes_of_piece(piece: list[Row] | Block) -> list[Row]:
        votes: list[Row] = []
        for line, row in rows_of(piece):
            if len(row) != len(header):
                seen, action = count(len(row), "column"), f"the header has {count(len(header))}"
                raise InputError([Problem(name, f"line {line}", seen, action)])
            ids = [row[key] for key in keys]
            votes += [(line, [*ids, annotator, row[place]]) for place, annotator in names.items()]
        return votes

    votes = map(votes_of_piece, rows)
    first = next(votes)
    table = LongVotes(
        name,
        reader,
        chain([first], votes),
        [*(header[key] for key in keys), "annotator", "label"],
        1,
        Columns(tuple(range(len(keys))), (), (), len(keys), len(keys) + 1),
        [row for _, row in first[: _SEEN - 1]],
    )
    table.notes.append(f"{name}: columns {_named(header, people)} are annotators by their names, their cells labels")
    return table


def _named(header: Sequence[str], places: Sequence[int]) -> str:
    return listed([label(header[place].strip()) for place in places], at_most=NAMED)


def _vote_rows(table: VoteRows, choice: Choice) -> VoteRows:
    """Make the rows of a table what it reads: 1 and 0 for each class, and somebody in each."""
    columns, width = table.columns, len(table.header)
    if choice.marked or choice.annotator is None:
        table.rows = votes_of(table.rows, choice, width)
    if choice.annotator is None:
        table.header = [*table.header, "vote"]
        table.nobody = True
    annotator = width if choice.annotator is None else choice.annotator
    if annotator != columns.annotator:
        name = label(table.header[annotator].strip())
        who = "each row is a vote" if annotator == width else f"column {name} holds who voted"
        table.notes.append(f"{table.name}: the rows choose one class each and are added up by case: {who}")
        classes = tuple(place for place in columns.classes if place != annotator)
        table.columns = columns._replace(annotator=annotator, classes=classes)
    return table


def _no_text(name: str) -> Problem:
    return Problem(name, "", "the file holds no text", "expected a CSV header: case,class1,class2,…")
