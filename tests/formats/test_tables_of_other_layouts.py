"""The tables of ../shared/data/reading2: its README says what each must be, and the mapping, word by word."""

import csv
import io
import os
import re
import shlex

import pytest

from ordquant_core.__main__ import main
from tests.golden.commands import SHARED

FOLDER = SHARED / "reading2"
ROW = re.compile(r"\| `([^`]+)` \|.*\| +\*\*(ask|read|either|refuse)\*\*(?:; (\.\d+))? \| (?:`(.*)`|–) \|")


def rows():
    """Return file, outcome, value and options of each row of the table."""
    return ROW.findall((FOLDER / "README.md").read_text(encoding="utf-8")) if FOLDER.exists() else []


def test_the_folder_is_there_where_it_must_be():
    if not FOLDER.exists():
        assert os.environ.get("REQUIRE_DATA") != "1", f"REQUIRE_DATA=1, but there is no {FOLDER}"
        pytest.skip(f"there is no {FOLDER}")
    assert {name for name, *_ in rows()} == {str(path.relative_to(FOLDER)) for path in FOLDER.glob("*/*")}


@pytest.mark.parametrize(("file", "outcome", "right", "options"), rows())
def test_each_table_is_asked_about_and_its_mapping_gives_the_value(file, outcome, right, options, capsys):
    path = str(FOLDER / file)
    silent = scored(path, [], capsys)
    assert silent in {"ask": [None], "refuse": [None], "read": [right], "either": [None, right]}[outcome]
    if options:
        assert scored(path, shlex.split(options), capsys) == right


def scored(path, options, capsys):
    """Return the mean NMD of the uniform baseline as the README writes it; None where there is no number."""
    code = main(["score", path, "baseline:uniform", "--measures", "NMD", *options])
    out, err = capsys.readouterr()
    if code == 2:
        assert out == ""
        assert re.match(r"error: \S", err), err
        return None
    assert code == 0, err
    (row,) = csv.DictReader(io.StringIO(out))
    return f"{float(row['mean']):.4f}".removeprefix("0")
