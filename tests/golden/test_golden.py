"""Commands and pages give what they gave: see this folder's docstring for what to do where they do not."""

import os

import pytest

from tests.golden import commands, pages
from tests.golden.summaries import KEPT, differences, parsed

MANY = 20  # differences that are listed


def check(now, *patterns):
    """Fail with the first differences from the files that are kept under these names, if there are any."""
    kept = {f"{path.relative_to(KEPT)}": path.read_text() for pattern in patterns for path in KEPT.glob(pattern)}
    found = list(differences(*({name: parsed(name, text) for name, text in side.items()} for side in (kept, now))))
    assert not found, "\n".join([f"{len(found)} differences:", *found[:MANY]])


def test_the_samples_give_the_same_short_tables_cell_by_cell_long_ones_column_by_column_and_the_same_notes(tmp_path):
    check(commands.samples(tmp_path), "samples/*", "samples.json", "notes.json")


def test_helps_and_exports_say_the_same(tmp_path):
    check(commands.helps(tmp_path), "helps.json", "exports.json")


@pytest.mark.slow
def test_tables_of_shared_tasks_are_the_same(tmp_path):
    if not commands.SHARED.exists():
        assert os.environ.get("REQUIRE_DATA") != "1", f"REQUIRE_DATA=1, but there is no {commands.SHARED}"
        pytest.skip("the data of shared tasks is not here")
    check(commands.shared(tmp_path), "shared.json")


@pytest.mark.parametrize("name", pages.names())
def test_the_first_view_of_every_page_says_the_same(name):
    check({f"pages/{name}.txt": pages.first_view(name)}, f"pages/{name}.txt")


def test_the_first_view_of_every_page_is_kept_and_of_no_other():
    assert {path.stem for path in (KEPT / "pages").iterdir()} == set(pages.names())
