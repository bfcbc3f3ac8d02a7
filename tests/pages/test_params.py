"""The table of parameters of a page is its link grammar: round trip, hostile values, unknown names."""

import pytest
from streamlit.testing.v1 import AppTest

from pages.atlas.state import STATE as ATLAS
from pages.measures.state import STATE as MEASURES
from pages.nuggets.state import STATE as NUGGETS
from pages.plan.state import STATE as PLAN
from pages.ranked_lists.state import STATE as RANKED_LISTS
from pages.shared.common import COMMON
from pages.shared.evaluation_settings import STATE as SETTINGS
from pages.shared.pair import presets
from pages.shared.params import Choice, Flag, Many, Number, Params, Whole
from pages.shared.several import STATE as TOGETHER
from pages.systems.state import STATE as SYSTEMS
from pages.which_measure.state import STATE as WHICH_MEASURE

TABLES = (COMMON, SETTINGS, TOGETHER)
OF_PAGES = (
    ATLAS,
    presets.CASES.state,
    MEASURES,
    NUGGETS,
    PLAN,
    RANKED_LISTS,
    SYSTEMS,
    WHICH_MEASURE,
)  # tests of pages: round trip
EVERY = [pytest.param(table, name, id=f"{table.page or 'common'}-{name}") for table in TABLES for name in table]
OTHER = {  # a value that is not the default, of every parameter
    "": {"task": "mine", "scale": "E", "x": "JSD", "y": "NVD", "case": "D1", "a": "mine", "b": "theirs"}
    | {"measure": "JSD", "view": "stage", "calculation": True, "steps": True, "formats": True, "without_gold": True},
    "measuring": {"measures": ["NMD"], "alpha": 0.01, "trials": 100, "splits": 10, "seed": 7, "baselines": True},
    "together": {"with": ["breakdown-labels|"]},
}
HOSTILE = ("", "x" * 10_000, "<script>", "-1", "nan", "1e999", "NMD,nonsense", "\0", "∞", "1_000", "٣")


def followed(table, query, *, then=None):
    """Follow a link in a session of its own; returns the values, what was reported, and the link they give."""

    def script(table, query, then):
        import streamlit as st

        from pages.shared import links

        links.incoming(table.page)
        links.draw_warnings()
        table.follow(query)
        if then is not None:
            table.restrict(then)
        st.session_state["values"] = {name: table[name] for name in table}
        st.session_state["said"] = table.query()

    app = AppTest.from_function(script, args=(table, query, then)).run()
    assert not app.exception
    warnings = [words for warning in app.warning for words in warning.value.split("\n\n")]
    return app.session_state["values"], warnings, app.session_state["said"]


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


@pytest.mark.parametrize(
    ("table", "name"),
    [*EVERY, *(pytest.param(table, name, id=f"{table.page}-{name}") for table in OF_PAGES for name in table)],
)
def test_a_value_that_a_page_cannot_show_is_reported_and_changes_nothing(table, name):
    for text, before, after, warnings in each_followed(table, name, HOSTILE):
        try:
            table.params[name].parse(text)
        except ValueError:
            assert after == before
            (warning,) = warnings
            assert len(warning) < 600
            assert warning.startswith("This link contains values that cannot be used: ")
        else:
            assert warnings == []


@pytest.mark.parametrize("table", [*TABLES, *OF_PAGES], ids=lambda table: table.page or "common")
def test_a_name_that_a_page_does_not_know_changes_nothing(table):
    assert followed(table, {"nonsense": "1", "__proto__": "x"}) == followed(table, {})


@pytest.mark.parametrize("table", [*TABLES, *OF_PAGES], ids=lambda table: table.page or "common")
def test_a_page_as_it_opens_says_nothing_in_its_link(table):
    assert followed(table, {})[2] == {}


KINDS = Params(
    "kinds",
    Choice("one", ("a", "b"), "b"),
    Choice("free"),
    Many("some", ("a", "b", "c"), ["a"]),
    Whole("whole", 3, -2, 9),
    Number("number", 0.5, 0, 1),
    Flag("flag"),
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


def test_a_message_names_what_a_parameter_stands_for():
    warnings = followed(COMMON, {"a": "gone", "x": "NMD"}, then={"a": ["mine"], "x": ["NMD"]})[1]
    assert warnings == [
        "The link names the run “gone”, which is not available. "
        "A run that somebody added opens only in the tab where it was added."
    ]


def test_a_link_waits_until_the_data_is_read_and_is_reported_then():
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
    app.run()
    app.run()  # whatever else the visitor does before
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
    assert len(app.run().warning) == 1  # it stays until the visitor chooses


@pytest.mark.parametrize(
    ("value", "chosen"), [("JSD", ("JSD", "RNOD")), ("RNOD", ("RNOD", "NMD")), ("<b>", ("NMD", "RNOD"))]
)
def test_what_a_browser_sends_is_chosen_if_there_is_such_an_option_and_exchanged_with_the_other(value, chosen):
    def script(table, value):
        import streamlit as st

        table.choose("x", ["NMD", "RNOD", "JSD"], value, other="y")
        st.session_state["chosen"] = table["x"], table["y"]

    assert AppTest.from_function(script, args=(COMMON, value)).run().session_state["chosen"] == chosen


@pytest.mark.parametrize("text", ["", "a,b", "1" * 300, "<b>"])
def test_what_a_browser_says_is_set_as_a_link_would_set_it(text):
    def script(text):
        import streamlit as st

        from pages.atlas.state import STATE as ATLAS
        from pages.which_measure.state import STATE as WHICH

        for table, name, other in ((ATLAS, "gold", "1,2,3"), (WHICH, "property", "RPS.proper")):
            for said, holds in ((text, table.params[name].default), (other, other)):
                table.say(name, said)
                st.session_state["values"] = [*st.session_state.get("values", ()), table[name] == holds]

    assert AppTest.from_function(script, args=(text,)).run().session_state["values"] == [True] * 4


def test_a_page_follows_only_the_names_that_it_has():
    def script(table):
        import streamlit as st

        from pages.shared import links

        table.follow(links.incoming("some"), "x")
        st.session_state["values"] = table["x"], table["y"]

    app = AppTest.from_function(script, args=(COMMON,))
    app.query_params.update({"x": "JSD", "y": "nonsense"})
    app.run()
    assert app.session_state["values"] == ("JSD", "RNOD")
    assert not app.warning


def test_a_page_without_a_control_leaves_its_value_as_it_was():
    def script(table):
        import streamlit as st

        from pages.shared import controls, links

        first = st.session_state.setdefault("page", "first") == "first"
        links.incoming(st.session_state["page"])
        table.follow(None, *(["x"] if first else ["y"]))
        links.followed()
        if first:
            controls.select(table, "x", "x", ["NMD", "JSD"])
        st.session_state["said"] = table.query("x")

    app = AppTest.from_function(script, args=(COMMON,)).run()
    app.selectbox[0].set_value("JSD").run()
    for page in ("second", "second", "first"):
        app.session_state["page"] = page
        app.run()
        assert app.session_state["said"] == {"x": "JSD"}
    assert app.selectbox[0].value == "JSD"


def test_the_reason_says_what_would_be_understood():
    warning = followed(KINDS, {"whole": "12", "one": "x", "number": "9" * 99})[1]
    assert warning == [
        "This link contains values that cannot be used: whole = “12” (a whole number from \\-2 to 9); "
        "one = “x” (choose from a, b); "
        f"number = “{'9' * 60}” (a number from 0 to 1)."
    ]
