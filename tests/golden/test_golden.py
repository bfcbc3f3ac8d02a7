"""Commands and pages give what they gave: see this folder's docstring for what to do where they do not."""

import json
import os
from pathlib import Path

import pytest

from tests.golden import commands, pages
from tests.golden.summaries import differences, read_table, summarise_table

KEPT = Path(__file__).parent / "kept"
MANY = 20  # differences that are listed


def check(kept, now):
    """Fail with the first differences, if there are any."""
    found = list(differences(kept, now))
    assert not found, "\n".join([f"{len(found)} differences:", *found[:MANY]])


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    return commands.sample_outputs(tmp_path_factory.mktemp("golden"))


def test_tables_of_the_samples_are_the_same_short_ones_cell_by_cell_long_ones_column_by_column(outputs):
    short = {path.stem: read_table(path.read_text()) for path in sorted((KEPT / "samples").glob("*.csv"))}
    long = json.loads((KEPT / "samples.json").read_text())
    assert not {*short} & {*long}
    now = {name: read_table(text) if name in short else summarise_table(text) for name, text in outputs[0].items()}
    check({**short, **long}, now)


def test_commands_note_the_same(outputs):
    check(json.loads((KEPT / "notes.json").read_text()), outputs[1])


def test_helps_and_exports_say_the_same(tmp_path):
    check(json.loads((KEPT / "helps.json").read_text()), commands.helps())
    check(json.loads((KEPT / "exports.json").read_text()), commands.exports(tmp_path))


@pytest.mark.slow
def test_tables_of_shared_tasks_are_the_same():
    if not commands.SHARED.exists():
        assert os.environ.get("REQUIRE_DATA") != "1", f"REQUIRE_DATA=1, but there is no {commands.SHARED}"
        pytest.skip("the data of shared tasks is not here")
    check(json.loads((KEPT / "shared.json").read_text()), commands.shared_summaries())


@pytest.mark.parametrize("name", pages.names())
def test_the_first_view_of_every_page_says_the_same(name):
    check((KEPT / "pages" / f"{name}.txt").read_text().splitlines(), pages.first_view(name))


def test_the_first_view_of_every_page_is_kept_and_of_no_other():
    assert {path.stem for path in (KEPT / "pages").iterdir()} == set(pages.names())


def test_a_difference_is_found_and_said_where_it_is():
    kept = {"table": [["NMD", "0.1"]], "gone": 1}
    now = {"table": [["NMD", "0.1000000001"]], "new": 1}
    assert list(differences(kept, now)) == [
        "/table[0][1]: kept '0.1', now '0.1000000001'",
        "/gone: only kept",
        "/new: new",
    ]
    assert not list(differences({"x": ["0.1", "nan"]}, {"x": ["0.10000000000000001", "nan"]}))
