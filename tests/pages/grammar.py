"""The link grammar of a page is its table of parameters. All tables together: test_params.py; all pages: test_pages.py.

These check one parameter on its page: where a link needs something else `beside` it, such as a task whose data has it.
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
    assert value != table.params[name].default, f"{name}: {value!r} is the default"
    text = table.params[name].write(value)
    app = app_at(script, **beside, **{name: text})
    assert not app.exception
    assert not [box.value for box in app.warning], text
    assert link_of(app).get(name) == text


def check_hostile_values(script, table, name, **beside):
    """A value that cannot be used is reported at most once, and the page is drawn with another one.

    Looked at: the first value that the parameter refuses and the first that only the data can refuse.
    """
    refused = [text for text in HOSTILE if text and _refuses(table, name, text)]
    for text in [*refused[:1], *[text for text in HOSTILE if text and text not in refused][:1]]:
        app = app_at(script, **beside, **{name: text})
        assert not app.exception, f"{name}={text[:40]!r}"
        said = [re.sub(r"\\(.)", r"\1", box.value) for box in (*app.warning, *app.error)]  # without Markdown's escapes
        about = [words for words in said if name in words or text[:20] in words]
        assert len(about) <= 1, about
        assert about or text not in refused, f"{name}={text[:40]!r} is not reported"


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
