"""The table of parameters of a page is its link grammar: round trip, hostile values, unknown names."""

import pytest
from streamlit.testing.v1 import AppTest

from pages.measures.state import STATE as MEASURES
from pages.shared.evaluation_settings import STATE as SETTINGS
from pages.shared.params import Choice, Flag, Many, Number, Params, Text, Whole
from pages.shared.several import STATE as TOGETHER
from pages.systems.state import STATE as SYSTEMS

TABLES = (SETTINGS, TOGETHER, MEASURES, SYSTEMS)
EVERY = [pytest.param(table, name, id=f"{table.page}-{name}") for table in TABLES for name in table]
OTHER = {  # a value that is not the default, of every parameter
    "measuring": {"measures": ["NMD"], "alpha": 0.01, "trials": 100, "splits": 10, "seed": 7},
    "together": {"with": ["breakdown-labels|"]},
    "measures": {
        "view": "power",
        "x": "JSD",
        "y": "NVD",
        "size": 3,
        "target": 0.5,
        "sets": "small",
        "given": ["NMD", "JSD"],
    },
    "systems": {"measure": "JSD", "a": "system-03", "b": "Uniform"},
}
HOSTILE = ("", "x" * 10_000, "<script>", "-1", "nan", "1e999", "NMD,nonsense", "\0", "∞", "1_000", "٣")


def followed(table, query, *, then=None):
    """Follow a link in a session of its own; returns the values, what was reported, and the link they give."""

    def script(table, query, then):
        import streamlit as st

        from pages.shared import links

        links.incoming(table.page)
        table.follow(query)
        if then is not None:
            table.restrict(then)
        st.session_state["values"] = {name: table[name] for name in table}
        st.session_state["said"] = table.query()

    app = AppTest.from_function(script, args=(table, query, then)).run()
    assert not app.exception
    return app.session_state["values"], [warning.value for warning in app.warning], app.session_state["said"]


def each_followed(table, name, texts):
    """Follow links with these values of a parameter, one after the other in one session."""

    def script(table, name, texts):
        import streamlit as st

        from pages.shared import links, params

        seen = []
        for text in texts:
            table.reset()
            before, said = {one: table[one] for one in table}, []
            kept, links.warn = links.warn, said.append
            try:
                table.follow({name: text})
            finally:
                links.warn = kept
            seen.append((text, before, {one: table[one] for one in table}, said))
        assert params.links is links
        st.session_state["seen"] = seen

    app = AppTest.from_function(script, args=(table, name, texts)).run()
    assert not app.exception
    seen = app.session_state["seen"]
    assert len(seen) == len(texts)
    return seen


@pytest.mark.parametrize(("table", "name"), EVERY)
def test_what_a_link_says_is_what_a_page_shows_and_says_again(table, name):
    value = OTHER[table.page][name]
    link = {name: table.params[name].write(value)}
    assert followed(table, link) == ({**followed(table, {})[0], name: value}, [], link)


@pytest.mark.parametrize(("table", "name"), EVERY)
def test_a_value_that_a_page_cannot_show_is_reported_and_changes_nothing(table, name):
    for text, before, after, warnings in each_followed(table, name, HOSTILE):
        try:
            table.params[name].parse(text)
        except ValueError:
            assert after == before
            (warning,) = warnings
            assert len(warning) < 600
            assert warning.startswith("The link cannot be followed in all: ")
        else:
            assert warnings == []


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.page)
def test_a_name_that_a_page_does_not_know_changes_nothing(table):
    assert followed(table, {"nonsense": "1", "__proto__": "x"}) == followed(table, {})


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.page)
def test_a_page_as_it_opens_says_nothing_in_its_link(table):
    assert followed(table, {})[2] == {}


KINDS = Params(
    "kinds",
    Choice("one", ("a", "b"), "b"),
    Choice("free"),
    Many("some", ("a", "b", "c"), ["a"]),
    Whole("whole", 3, -2, 9),
    Number("number", 0.5, 0, 1),
    Flag("flag", aliases=("switch",)),
    Text("text", longest=5),
)


def test_what_the_data_does_not_have_is_reset_and_reported_where_a_link_asked_for_it():
    link = {"free": "gone", "some": "a,c"}
    values, warnings, said = followed(KINDS, link, then={"free": ("run-1", "run-2"), "some": ("a", "b")})
    assert (values["free"], values["some"]) == ("run-1", ["a"])
    assert [text.partition(",")[0] for text in warnings] == [
        "The link asks for free = “gone”",
        "The link asks for some = “c”",
    ]
    assert said == {"free": "run-1"}
    assert followed(KINDS, {}, then={"free": ("run-1", "run-2")})[1] == []


def test_links_made_with_an_earlier_name_of_a_parameter_keep_working():
    values, warnings, said = followed(KINDS, {"switch": "yes"})
    assert (values["flag"], warnings, said) == (True, [], {"flag": "yes"})


def test_the_reason_says_what_would_be_understood():
    warning = followed(KINDS, {"whole": "12", "one": "x", "text": "too long"})[1]
    assert warning == [
        "The link cannot be followed in all: whole = “12” (a whole number from -2 to 9); one = “x” (choose from a, b); "
        "text = “too long” (at most 5 characters)."
    ]
