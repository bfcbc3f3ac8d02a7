"""The reference of the documentation is made from the code, and leaves nothing out."""

import inspect
import pkgutil
import re

import ordquant_core as oq
from assets.site.reference import PRIVATE, pages
from ordquant_core.__main__ import parsers
from ordquant_core.glossary import list_columns
from ordquant_core.measures.registry import MEASURES

PAGES = pages()


def test_every_public_name_is_on_a_page_with_its_docstring():
    documented = "".join(PAGES.values())
    assert [name for name in oq.__all__ if documented.count(f":: ordquant_core.{name}\n") != 1] == []


def test_every_public_function_says_what_it_raises_and_has_an_example_and_every_measure_its_formula_and_shapes():
    functions = {name: inspect.getdoc(one) for name in oq.__all__ if inspect.isfunction(one := getattr(oq, name))}
    raises = [name for name, said in functions.items() if re.search(r"\b[Rr]aises?\b", said)]
    assert functions.keys() == set(raises)
    assert [name for name, said in functions.items() if ">>> " not in said] == []
    measures = {name: said for name, said in functions.items() if name.upper() in MEASURES}
    assert measures
    assert [name for name, said in measures.items() if ".. math::" not in said or "(..." not in said] == []
    assert [name for name in oq.__all__ if not inspect.getdoc(getattr(oq, name))] == []


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
    assert [name for name in list_columns() if f" - ``{name}``\n" not in PAGES["columns.rst"]] == []
    assert [name for name in parsers()[1] if f"\n{name}\n---" not in PAGES["commands.rst"]] == []
