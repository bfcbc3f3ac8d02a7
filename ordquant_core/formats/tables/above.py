"""Lines above a table that are no part of it: what tells Excel the separator, comments, and a title."""

import re
from collections.abc import Sequence
from itertools import dropwhile, islice

from ordquant_core.formats.limits import MAX_LINE
from ordquant_core.formats.tables.columns import is_item, is_unnamed_index
from ordquant_core.formats.tables.delimited import delimiter_of, has_no_header, split
from ordquant_core.formats.text import is_number, label

_MOST = 20  # lines above a table
_LINE = re.compile(r"[^\r\n]+")
_SEPARATOR = re.compile(r'\s*"?sep=(.)"?\s*', re.IGNORECASE)
_BETWEEN, _BREAKS = re.compile(r"[,;\t]"), re.compile(r"[\s,;|]+")


def without_lines_above(text: str, name: str) -> tuple[str, str | None, list[str]]:
    r"""Return a table whose lines above are empty, what separates its columns, where the file says so, and notes.

    >>> without_lines_above("sep=;\ncase;1;2\n", "a.csv")
    ('\ncase;1;2\n', ';', ['a.csv: line 1 says what separates the columns'])
    >>> without_lines_above("Votes 2024\ncase,1,2,3\na,1,2,7\n", "a.csv")[2]
    ['a.csv: line 1 is left out: Votes 2024']
    >>> without_lines_above("case bad ok good\na,1,2,7\nb,2,2,6\n", "a.csv")[2]
    []
    """
    separator, notes, end = None, [], 0
    found = islice(_LINE.finditer(text, 0, 2 * MAX_LINE), 2 * _MOST)
    lines = [(match.start(), match.end(), match.group()) for match in found if match.group().strip()]
    if lines and (said := _SEPARATOR.fullmatch(lines[0][2])):
        (_, end, _), separator = lines.pop(0), said[1]
        notes.append(f"{name}: line 1 says what separates the columns")
    for place, (start, stop, line) in enumerate(lines[:_MOST]):
        if line.count('"') % 2:  # the cell goes on in the next line
            break
        below = [other for _, _, other in lines[place + 1 :] if other[0] != "#" or _BETWEEN.search(other)]
        delimiter = separator or delimiter_of(
            next((other for other in below if _BETWEEN.search(other.strip(" ,;\t"))), "")
        )
        if not is_above(split(line, delimiter), [split(other, delimiter) for other in below], line):
            break
        end = stop
        if shown := line.strip(" ,;\t"):
            number = len(re.findall(r"\r\n?|\n", text[:start])) + 1
            notes.append(f"{name}: line {number} is left out: {label(shown)}")
    return _LINE.sub("", text[:end]) + text[end:], separator, notes


def is_above(cells: Sequence[str], below: Sequence[Sequence[str]], line: str = "") -> bool:
    """Return whether a line stands above a table: it is empty, a comment, or a title, which fills one cell only.

    What may be a header is none of them: a name for each column, however they are separated, above rows of data.
    """
    filled = [cell for cell in cells if cell.strip()]
    below = list(dropwhile(lambda row: sum(map(bool, map(str.strip, row))) < 2, below))  # further titles
    if len(below) < 2:
        return False
    header, width = below[0], len(below[0])
    while width and not header[width - 1].strip():
        width -= 1
    numeric = [is_number(cell) for cell in header]
    known = is_item(header[0]) or is_unnamed_index(header[0]) or not any(numeric)
    headed = known and width > 1 and any(is_number(cell) for row in below[1:] for cell in row[1:width])
    if not filled:
        return headed
    if line.startswith("#"):
        words = len(_BREAKS.split(line.strip("# \t,;")))
        may_be_header = len(filled) == width or (len(filled) > 1 and all(map(is_number, filled[1:])))
        return (
            width > 1 and not may_be_header and (headed or (words not in (width, width - 1) and has_no_header(header)))
        )
    title = len(filled) == 1 and not is_item(filled[0]) and not is_number(filled[0])
    over_all = filled[0] == cells[0] or (filled[0] == cells[1] and all(map(str.strip, header[:width])))  # merged cells
    return title and over_all and headed and width > 2 and len(cells) <= len(header)
