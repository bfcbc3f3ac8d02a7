"""The link grammar of a page is its table of parameters: what every page's test checks of every parameter.

Use in the page's test file::

    OTHER = {"view": "power", "size": 3}  # for every parameter a value that is not its default

    def test_every_parameter_makes_the_round_trip():
        assert set(OTHER) == set(STATE)
        check_round_trips("pages/measures/page.py", STATE, OTHER)

and add the page to `LINKS` in `test_hostile_links.py`, for values and names that it cannot use.

`beside`: further parameters that a link needs, such as a task whose data has the value.
"""

import json
import re

from tests.pages.apps import app_at

HOSTILE = ("", "x" * 5_000, "<script>alert(1)</script>", "-1", "nan", "1e999", "NMD,nonsense", "\0", "1_000", "٣")


def link_of(app):
    """Return what is written into the address bar."""
    for component in app.get("bidi_component"):
        data = json.loads(component.proto.json or "null") if component.proto.json else None
        if isinstance(data, dict) and "query" in data and "page" in data:
            return data["query"]
    raise AssertionError("the page has no address bar")


def check_round_trip(script, table, name, value, **beside):
    """A link with a value that is not the default gives a page whose own link says the same."""
    check_round_trips(script, table, {name: value}, lambda name: beside)


def check_round_trips(script, table, values, beside=lambda name: {}):
    """Check the round trip of many parameters: those that need the same beside them stand in one link."""
    groups = {}
    for name, value in values.items():
        assert value != table.params[name].default, f"{name}: {value!r} is the default"
        groups.setdefault(tuple(sorted(beside(name).items())), []).append(name)
    for shared, names in groups.items():
        texts = {name: table.params[name].write(values[name]) for name in names}
        app = app_at(script, **{**dict(shared), **texts})
        assert not app.exception
        assert not [box.value for box in app.warning], texts
        assert {name: link_of(app).get(name) for name in names} == texts


def check_hostile_values(script, table, name, **beside):
    """A value that cannot be used is reported at most once, and the page is drawn with another one.

    Looked at: the first value that the parameter refuses and the first that only the data can refuse.
    """
    for text in dict.fromkeys(filter(None, (_first(table, name, refused=True), _first(table, name, refused=False)))):
        app = app_at(script, **beside, **{name: text})
        assert not app.exception, f"{name}={text[:40]!r}"
        said = [re.sub(r"\\(.)", r"\1", box.value) for box in (*app.warning, *app.error)]  # without Markdown's escapes
        about = [words for words in said if name in words or text[:20] in words]
        assert len(about) <= 1, about
        assert about or not _refuses(table, name, text), f"{name}={text[:40]!r} is not reported"


def check_hostile_links(script, table, text, **beside):
    """A link with such a value in every parameter opens the page; what no parameter can mean is reported at once."""
    app = app_at(script, **{name: text for name in table if name not in beside}, **beside)
    assert not app.exception
    said = " ".join(re.sub(r"\\(.)", r"\1", box.value) for box in (*app.warning, *app.error))
    assert said.count("This link contains values that cannot be used") <= 1
    assert [name for name in table if name not in beside and _refuses(table, name, text) and name not in said] == []


def _first(table, name, *, refused):
    return next((text for text in filter(None, HOSTILE) if _refuses(table, name, text) == refused), None)


def _refuses(table, name, text):
    try:
        table.params[name].parse(text)
    except ValueError:
        return True
    return False


def check_unknown_names(script, **beside):
    """A parameter that the page does not have changes nothing and is not repeated."""
    app = app_at(script, **beside, no_such_parameter="1")
    assert not app.exception
    assert not [box.value for box in app.warning]
    assert "no_such_parameter" not in link_of(app)
