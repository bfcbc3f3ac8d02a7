"""The reference of the documentation is made from the code, and leaves nothing out."""

import pkgutil

import ordquant_core as oq
from assets.site.reference import PRIVATE, pages
from ordquant_core.__main__ import parsers
from ordquant_core.measures.registry import MEASURES
from ordquant_core.tables.columns import COLUMNS

PAGES = pages()


def test_every_public_name_has_a_page_with_its_docstring():
    missing = [name for name in oq.__all__ if f":: ordquant_core.{name}\n" not in PAGES.get(f"api/{name}.rst", "")]
    assert missing == []


def test_every_public_module_is_on_a_page():
    documented = "".join(PAGES.values())
    modules = [module.name for module in pkgutil.walk_packages(oq.__path__, "ordquant_core.")]
    public = [name for name in modules if name.split(".")[1] not in PRIVATE and "._" not in name]
    assert [name for name in public if f".. automodule:: {name}\n" not in documented] == []


def test_every_measure_column_and_command_is_listed():
    assert [key for key in MEASURES if f"\n{key}: {MEASURES[key].name}\n~" not in PAGES["catalogue.rst"]] == []
    assert [
        one.formula for one in MEASURES.values() if f".. math:: {one.formula}\n" not in PAGES["catalogue.rst"]
    ] == []
    assert [name for name in COLUMNS if f" - ``{name}``\n" not in PAGES["columns.rst"]] == []
    assert [name for name in parsers()[1] if f"\n{name}\n---" not in PAGES["commands.rst"]] == []


def test_the_earlier_name_of_decisions_still_works():
    assert oq.Choices is oq.Decisions
