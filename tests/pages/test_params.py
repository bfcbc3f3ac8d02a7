"""The table of parameters of a page is its link grammar: round trip, hostile values, data that comes later."""

import importlib
from contextlib import suppress

import pytest
from streamlit.testing.v1 import AppTest

from ordquant_core.measures.registry import MEASURES
from pages.compare.state import STATE as COMPARE
from pages.compare.state import VIEW
from pages.shared.common import COMMON
from pages.shared.evaluation_settings import STATE as SETTINGS
from pages.shared.pair import presets
from pages.shared.params import Choice, Flag, Many, Number, Params, Whole
from pages.shared.several import STATE as TOGETHER
from tests.pages.every_page import PAGES
from tests.reviewed import reviewed, said


def tables_of(page):
    """Return the tables of a page, which stand in its folder or in a module `state` of it; of Compare see below."""
    modules = [importlib.import_module(f"pages.{page}")]
    with suppress(ModuleNotFoundError):
        modules.append(importlib.import_module(f"pages.{page}.state"))
    return {table for module in modules for table in vars(module).values() if isinstance(table, Params)} - {COMPARE}


OF_VIEW = Params("compare", *(COMPARE.params[name] for name in VIEW))  # its picture is checked as a whole
SHARED = {COMMON, SETTINGS, TOGETHER, presets.CASES.state, presets.POPULARITY.state}
TABLES = sorted({OF_VIEW}.union(SHARED, *map(tables_of, PAGES)), key=lambda table: (table.page, [*table.params]))
every_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.page or "common")
HOSTILE = ("", "x" * 10_000, "<script>", "-1", "nan", "1e999", "NMD,nonsense", "\0", "∞", "1_000", "٣")
SOME = (
    *("7", "2", "0.25", "yes", "gold", "ids", "RPS.proper", "1,2,3", "2,3,4,9", "popularity", "10-20", "0.01", "0.9"),
    *("100", "looks", "NMD:a:0.5:0.01", "totals.squared.distance.all", "nDCG@20", "anything", *MEASURES),
)


def parsed(param, text):
    try:
        return param.parse(text)
    except ValueError:
        return None


def others(param):
    """Return texts that say something else than the default, in the way in which a link says it."""
    listed = ""
    try:
        param.parse("\0nothing")
    except ValueError as reason:
        listed = str(reason).partition("choose from ")[2]
    texts = [*filter(None, listed.split(", ")), *SOME]
    known = [(text, parsed(param, text)) for text in texts]
    return [text for text, value in known if value not in (None, param.default) and param.write(value) == text]


def run(script, *arguments):
    app = AppTest.from_function(script, args=arguments, default_timeout=60).run()
    assert not app.exception
    return app


def followed(table, queries, then=None):
    """Follow links one after the other, each as if nothing had been chosen; of each: values, warnings, the own link."""

    def script(table, queries, then):
        import streamlit as st

        from pages.shared import links, params

        seen = []
        for query in queries:
            table.reset()
            said, kept = [], links.warn
            params.links.warn = said.append
            try:
                table.follow(query)
                if then is not None:
                    table.restrict(then)
            finally:
                params.links.warn = kept
            seen.append(({name: table[name] for name in table}, said, table.query()))
        st.session_state["seen"] = seen

    return run(script, table, list(queries), then).session_state["seen"]


@every_table
def test_what_a_link_says_is_what_a_page_has_and_says_again(table):
    texts_of = {name: others(param) for name, param in table.params.items()}
    assert [name for name, texts in texts_of.items() if not texts] == []
    queries = [{}, *({name: text} for name, texts in texts_of.items() for text in texts[:3])]
    opened, *seen = followed(table, queries)
    assert opened == ({name: param.default for name, param in table.params.items()}, [], {})
    for query, (values, warnings, link) in zip(queries[1:], seen, strict=True):
        ((name, text),) = query.items()
        assert (warnings, link) == ([], query)
        assert values == opened[0] | {name: table.params[name].parse(text)}
    every = {name: texts[-1] for name, texts in texts_of.items()}
    assert followed(table, [every])[0][1:] == ([], every)


@every_table
def test_a_value_that_a_page_cannot_show_is_reported_and_changes_nothing_and_so_does_an_unknown_name(table):
    queries = [{name: text} for name in table for text in HOSTILE] + [{"nonsense": "1", "__proto__": "x"}]
    for query, (values, warnings, link) in zip(queries, followed(table, queries), strict=True):
        (name, text), *_ = query.items()
        if name in table and parsed(table.params[name], text) is None:
            (warning,) = warnings
            assert len(warning) < 600
            assert warning.startswith("This link contains values that cannot be used: ")
        else:
            assert warnings == []
        if warnings or name not in table:
            assert (values, link) == ({one: param.default for one, param in table.params.items()}, {})


KINDS = Params(
    "kinds",
    Choice("one", ("a", "b"), "b"),
    Choice("free"),
    Choice("many", [f"w{n}" for n in range(9)], noun="word"),
    Many("some", ("a", "b", "c"), ["a"]),
    Whole("whole", 3, -2, 9),
    Number("number", 0.5, 0, 1),
    Flag("flag"),
)


@reviewed(__file__)
def test_what_cannot_be_used_and_what_the_data_does_not_have_is_said_and_reset(made, words):
    """Of a link: the values, the warnings, the own link; where there is more, with what the data has."""
    assert said(made, globals()) == words


def test_a_link_waits_until_the_data_is_read_and_is_reported_until_something_is_chosen():
    def script(table):
        import streamlit as st

        from pages.shared import links

        query = links.incoming("waiting")
        links.draw_warnings()
        table.follow(query)
        links.followed()
        if st.checkbox("read"):
            table.restrict({"free": ["mine"], "some": ["a", "b"], "whole": range(5)}, fallback={"whole": 2})
        st.session_state["values"] = {name: table[name] for name in table}

    app = AppTest.from_function(script, args=(KINDS,))
    app.query_params.update({"free": "mine", "some": "b,c", "whole": "7"})
    app.run().run()  # whatever else the visitor does before
    assert not app.warning
    assert (app.session_state["values"]["free"], app.session_state["values"]["whole"]) == ("mine", 7)
    app.checkbox[0].check().run()
    values = app.session_state["values"]
    assert (values["free"], values["some"], values["whole"]) == ("mine", ["b"], 2)
    (box,) = app.warning
    assert box.value.split("\n\n") == [
        "The link asks for some = “c”, which is not available.",
        "The link asks for whole = “7”, which is not available.",
    ]
    assert len(app.run().warning) == 1


def test_a_page_follows_the_names_that_it_has_and_a_choice_outlives_pages_without_its_control():
    def script(table):
        import streamlit as st

        from pages.shared import controls, links

        first = st.session_state.setdefault("page", "first") == "first"
        table.follow(links.incoming(st.session_state["page"]), *(["x"] if first else ["y"]))
        links.followed()
        if first:
            controls.select(table, "x", "x", ["NMD", "JSD", "NVD"])
        st.session_state["said"] = table.query("x")

    app = AppTest.from_function(script, args=(COMMON,))
    app.query_params.update({"x": "NVD", "y": "JSD"})
    app.run()
    assert (app.session_state["x"], "y" in app.session_state) == ("NVD", False)
    app.query_params.clear()
    app.selectbox[0].set_value("JSD").run()
    for page in ("second", "second", "first"):
        app.session_state["page"] = page
        assert app.run().session_state["said"] == {"x": "JSD"}
    assert app.selectbox[0].value == "JSD"
