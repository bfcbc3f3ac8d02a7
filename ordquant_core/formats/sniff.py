"""The one sniffing entry: what a file is, is seen from its content, never from its name."""

from itertools import chain

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats import ntcir
from ordquant_core.formats.delimited import Reader, check_header, columns_of, delimiter_of, first_line, has_no_header
from ordquant_core.formats.files import check_size
from ordquant_core.formats.limits import check_lines
from ordquant_core.formats.opened import Opened
from ordquant_core.formats.strict_json import load
from ordquant_core.formats.table import FIVE_POINTS, Headerless, Table
from ordquant_core.formats.text import decode, shown

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def is_json(data: bytes) -> bool:
    """Tell whether the first character opens a list or an object."""
    return data[:4096].removeprefix(BYTE_ORDER_MARK).lstrip()[:1] in (b"[", b"{")


def open_data(data: bytes, name: str) -> Opened:
    """Recognise a file. JSON is parsed here, tables no further than their header. Raises `InputError`."""
    check_size(data, name)
    return _open_json(data, name) if is_json(data) else _open_text(data, name)


def _open_json(data: bytes, name: str) -> Opened:
    value = load(data, name)
    action = 'expected a list of cases, [{"id": …}, …]'
    if not isinstance(value, list):
        raise InputError([Problem(name, "", f"the file holds {shown(value)}", action)])
    if not value:
        raise InputError([Problem(name, "", "the list is empty", action)])
    return ntcir.Ntcir(name, value)


def _open_text(data: bytes, name: str) -> Opened:
    check_lines(data, name)
    line = first_line(decode(data, name))
    delimiter = delimiter_of(line)
    if has_no_header(line.split(delimiter)):
        reader = Reader(data, delimiter, name, quotes=delimiter == ",")
        rows = reader.pieces()
        piece = next(rows, [])
        width = len(piece[0][1]) if piece else 0
        classes = FIVE_POINTS if width == 1 + len(FIVE_POINTS) else tuple(map(str, range(1, width)))
        header = ["case", *classes]
        return Headerless(name, reader, chain([piece], rows), header, piece[0][0], columns_of(header))
    reader = Reader(data, delimiter, name)
    rows = reader.pieces()
    piece = next(rows, [])
    if not piece:
        stopped = [reader.stopped[1]] if reader.stopped else []
        seen, action = "the file holds no text", "expected a CSV header: case,class1,class2,…"
        raise InputError(stopped or [Problem(name, "", seen, action)])
    header_line, header = piece[0]
    columns = columns_of(header)
    check_header(header_line, header, columns, name, [row[0] for _, row in piece[1:50] if row])
    return Table(name, reader, chain([piece[1:]] if piece[1:] else [], rows), header, header_line, columns)
