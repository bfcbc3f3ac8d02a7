"""Tables whose header names their columns, in any order: CSV, or columns separated by tabs."""

import csv
import io
from collections.abc import Iterator, Sequence

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.files import check_size
from ordquant_core.formats.limits import MAX_ID, check_lines, long_cell
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import text_of


def headed_rows(
    data: bytes, name: str, columns: Sequence[str], problems: Problems
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the number of every line and its cells in the order of `columns`.

    Raises `InputError` where a column is missing, or the file is no table.
    """
    check_size(data, name)
    check_lines(data, name)
    text = text_of(data, name)
    first = text.split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter="\t" if "\t" in first else ",")
    expected = f"expected {', '.join(columns)}"
    try:
        header = [cell.strip().lower() for cell in next(reader, [])]
        if set(columns) - set(header):
            missing = next(column for column in columns if column not in header)
            raise InputError([Problem(name, "line 1", f"no column {missing}", expected)])
        at = [header.index(column) for column in columns]
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(header):
                seen = f"{len(cells)} column{'s' * (len(cells) != 1)}"
                problems.add(reader.line_num, f"line {reader.line_num}", seen, f"the header has {len(header)}")
                continue
            chosen = tuple(cells[place].strip() for place in at)
            if fault := long_cell(cells) or long_cell(chosen, MAX_ID):  # names of runs, cases, topics, teams; scores
                problems.add(reader.line_num, f"line {reader.line_num}", *fault)
            else:
                yield reader.line_num, chosen
    except csv.Error as fault:
        raise InputError([Problem(name, f"line {reader.line_num}", f"not a table ({fault})", expected)]) from None
