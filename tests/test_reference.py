"""The reference of the library is made from the code, and leaves nothing out."""

import pytest

import ordquant_core as oq
from assets.reference.generate import write
from ordquant_core.__main__ import parsers
from ordquant_core.measures.registry import MEASURES
from ordquant_core.tables.columns import COLUMNS

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reference")
    write(folder)
    return {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.html")}


def test_every_public_name_has_its_place(reference):
    missing = [name for name in oq.__all__ if f'id="{name}"' not in reference["ordquant_core.html"]]
    assert missing == []


def test_every_measure_column_and_command_is_listed(reference):
    assert [key for key in MEASURES if f"<code>{key}</code>" not in reference["measures.html"]] == []
    assert [name for name in COLUMNS if f"<code>{name}</code>" not in reference["columns.html"]] == []
    assert [name for name in parsers()[1] if f"<h2>{name}</h2>" not in reference["commands.html"]] == []


def test_the_earlier_name_of_decisions_still_works():
    assert oq.Choices is oq.Decisions
