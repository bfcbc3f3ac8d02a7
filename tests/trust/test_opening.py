"""Hostile files are opened, or refused, within little time and memory: each in a process of its own.

`ORDQUANT_BOMBS=full` opens those of millions of rows in full; otherwise it is a tenth of them, in a tenth of the time.
"""

import io
from functools import partial

import pandas as pd
import pytest

from tests.trust import bombs
from tests.trust.limited import run
from tests.trust.test_readers import FULL, ROWS, SHARE

pytestmark = pytest.mark.slow


def opening(folder, make, *, seconds, mebibytes):
    make(folder / "file")
    return run("tests.trust.readers:opening", folder / "file", seconds=seconds, mebibytes=mebibytes).answer


@pytest.mark.parametrize(
    ("make", "mebibytes"), [(bombs.votes, 240), (bombs.cases, 340), (bombs.long_table, 260), (bombs.many_labels, 500)]
)
def test_tables_of_millions_of_rows(tmp_path, make, mebibytes):
    made = opening(tmp_path, partial(make, rows=ROWS), seconds=4 * SHARE + 0.2, mebibytes=mebibytes * SHARE + 40)
    assert made["rows"] == ROWS


def test_a_table_of_a_thousand_columns(tmp_path):
    rows = int(20_000 * SHARE)
    made = opening(tmp_path, partial(bombs.columns, rows=rows), seconds=5 * SHARE + 0.2, mebibytes=400 * SHARE + 40)
    assert (made["rows"], made["columns"]) == (rows, 1000)


@pytest.mark.parametrize(("make", "rows"), [(bombs.json_lines, ROWS // 10), (bombs.votes_in_lists, ROWS // 100)])
def test_many_records(tmp_path, make, rows):
    made = opening(tmp_path, partial(make, rows=rows), seconds=8 * SHARE + 0.2, mebibytes=400 * SHARE + 40)
    assert made["rows"] == rows


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (bombs.deep, "nested too deeply"),
        (bombs.deep_objects, "nested too deeply"),
        (bombs.sparse_records, "more than 3,000,000 cells"),
        (bombs.gzipped, "3,351,001 rows"),
        (bombs.apostrophes, "a cell has 50,000 characters"),
        (bombs.entities, "its part xl/sharedStrings.xml defines XML entities"),
        (bombs.number_format, "a format of numbers has 130,000 characters"),
        (bombs.cell_styles, "the workbook has 190,001 styles of cells"),
    ],
)
def test_what_is_refused_is_refused_at_once(tmp_path, make, words):
    assert words in opening(tmp_path, make, seconds=1, mebibytes=130)["first"]


@pytest.mark.parametrize(("make", "columns"), [(bombs.blank_line, 3), (bombs.lying_workbook, 3)])
def test_what_looks_worse_than_it_is_is_opened_at_once(tmp_path, make, columns):
    assert opening(tmp_path, make, seconds=0.6, mebibytes=50)["columns"] == columns


def one_text(path, rows=1_000_000, length=30_000):
    """A Parquet file of 60 kB: the same long text in a million rows, 30 GB of them."""
    held = io.BytesIO()
    pd.DataFrame({"id": pd.Categorical(["x" * length]).repeat(rows), "n": range(rows)}).to_parquet(held)
    path.write_bytes(held.getvalue())


def test_a_text_that_stands_in_all_rows_of_a_parquet_file_is_kept_once(tmp_path):
    made = opening(tmp_path, partial(one_text, rows=int(1_000_000 * SHARE)), seconds=4, mebibytes=250)
    assert made["rows"] == (1_000_000 if FULL else 100_000)


def test_an_object_of_numbers_with_a_key_of_its_own_in_each_record_is_refused(tmp_path):
    def make(path):
        path.write_text("".join(f'{{"id": {n}, "votes": {{"w{n}": 1}}}}\n' for n in range(20_000)))

    assert "more than 1,000 keys" in opening(tmp_path, make, seconds=1, mebibytes=100)["first"]
