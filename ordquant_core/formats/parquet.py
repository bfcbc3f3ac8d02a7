"""Parquet: a table of typed columns, which become texts."""

from __future__ import annotations  # help() shows types as they are written

import io
from typing import Any

import numpy as np

from ordquant_core.errors import InputError, Problem, extra
from ordquant_core.formats.grid import NamedCells, cell_of
from ordquant_core.formats.limits import MAX_BYTES, MAX_CELLS, MAX_JSON_VALUES, MEBIBYTE, check_table, refuse
from ordquant_core.formats.raw_table import Cells
from ordquant_core.numerals import count

MARK = b"PAR1"  # at both ends
_INDEX = "__index_level_0__"  # what pandas calls an index without a name


def grid_of(data: bytes, name: str) -> NamedCells:
    """Return the names and cells of a Parquet file. Raises `InputError`; sizes are checked before cells are read."""
    with extra("formats", "Reading a Parquet file"):
        import pyarrow as pa
        from pyarrow import parquet

    try:
        file = parquet.ParquetFile(io.BytesIO(data))
        _check(file.metadata, name)
        columns = [file.schema.column(place) for place in range(file.metadata.num_columns)]
        texts = [column.path for column in columns if column.physical_type == "BYTE_ARRAY"]
        # A text that stands in many rows is kept once, as in the file: otherwise a small file could fill the memory.
        table = parquet.ParquetFile(io.BytesIO(data), read_dictionary=texts).read(use_threads=False)
        cells = np.empty((table.num_rows, table.num_columns), dtype=object)
        for place, column in enumerate(table.columns):
            cells[:, place] = np.concatenate([cells[:0, place], *map(_texts, column.chunks)])
    except InputError:
        raise
    except (pa.ArrowException, OSError, ValueError, LookupError, TypeError) as problem:  # and bytes that are no text
        seen = f"not a Parquet file that can be read ({type(problem).__name__})"
        raise InputError([Problem(name, "", seen, "save it again, or as CSV")]) from None
    names = ["" if column == _INDEX else str(column) for column in table.column_names]
    order = sorted(range(len(names)), key=lambda place: names[place] != "")
    return NamedCells([names[place] for place in order], cells[:, order], range(1, len(cells) + 1), "row")


def _check(metadata: Any, name: str) -> None:
    """Raise `InputError` for a table beyond the limits."""
    check_table(name, metadata.num_rows, metadata.num_columns, "columns")
    groups = [metadata.row_group(place) for place in range(metadata.num_row_groups)]
    values = sum(group.column(place).num_values for group in groups for place in range(group.num_columns))
    if values > MAX_CELLS or sum(group.total_byte_size for group in groups) > MAX_BYTES:
        limit = f"{MAX_BYTES // MEBIBYTE} MiB unpacked and {count(MAX_CELLS)} values"
        raise refuse(name, "the table is too large unpacked", limit)
    nested = [place for place in range(metadata.num_columns) if metadata.schema.column(place).max_repetition_level]
    in_lists = sum(group.column(place).num_values for group in groups for place in nested)
    if in_lists > MAX_JSON_VALUES:
        raise refuse(name, f"the lists in the table hold {count(in_lists)} values", count(MAX_JSON_VALUES))


def _texts(chunk: Any) -> Cells:
    """Return a part of a column as texts; equal ones are made once."""
    import pyarrow as pa

    if pa.types.is_nested(chunk.type):
        return np.array([cell_of(value.as_py()) for value in chunk], dtype=object)
    coded = chunk if pa.types.is_dictionary(chunk.type) else chunk.dictionary_encode()
    known = coded.dictionary
    short = pa.types.is_float32(known.type) or pa.types.is_float16(known.type)
    values = list(known.to_numpy()) if short else known.to_pylist()  # of NumPy, which writes them shortest
    texts = np.array([*map(cell_of, values), ""], dtype=object)
    texts_of_part: Cells = texts[coded.indices.fill_null(len(values)).to_numpy()]
    return texts_of_part
