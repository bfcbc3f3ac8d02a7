"""What the tests of pages share: opening a page or the whole app, and reading what it shows."""

import base64
import html
import json
import re
from functools import cache
from pathlib import Path

import numpy as np
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from ordquant_core.formats.mapping import LAYOUTS
from tests.html_tables import cells_of, rows_of

FEW_RESAMPLES, FEW_PERMUTATIONS = 12, 40  # of the pages Plan and Ranked lists, in tests
ROOT = Path(__file__).parents[2]
PATIENCE = 60  # seconds; a page takes less than one, but the machine may be busy
# Every new AppTest reads the metadata of all installed packages for components: half the time of a page's load.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)


def app_at(script, **query):
    """Open a script (a path below the root) by a link with the given parameters."""
    app = AppTest.from_file(ROOT / script, default_timeout=PATIENCE)
    for key, value in query.items():
        app.query_params[key] = value
    return app.run()


def opened(page, **query):
    """Open a page, by the name of its folder, by a link."""
    app = app_at(f"pages/{page}/page.py", **query)
    assert not app.exception
    return app


def in_app(page):
    """Open the whole app, and go to a page, by the name of its folder."""
    return go_to(app_at("pages/dashboard.py"), f"pages/{page}/page.py")


def give(app, *files):
    """Give files, (name, text) each, to the one control for files of an open page."""
    (place,) = app.get("file_uploader")
    held = [(name, text if isinstance(text, bytes) else text.encode(), "text/plain") for name, text in files]
    app.file_uploader(key=place.key).set_value(held).run()
    assert not app.exception
    return app


SET = ("selectbox", "multiselect", "text_input", "number_input", "slider", "button_group", "radio")


def say(app, name, value=None):
    """Choose a value in the control of that key, label or kind, or whose key begins so; a button or a box has none."""
    every = [one for kind in (*SET, "button", "checkbox") for one in app.get(kind)]
    exact = [one for one in every if name in (one.key, one.type, re.sub(r"\\(.)", r"\1", one.label))]
    (control,) = exact or (one for one in every if (one.key or "").startswith(f"{name}_"))
    match control.type:
        case "button":
            control.click()
        case "checkbox":
            control.check()
        case "radio":
            control.set_value(LAYOUTS[control.options.index(value)])  # the one there is: what a row of a table holds
        case _:
            control.set_value(value)
    app.run()
    assert not app.exception
    return app


def go_to(app, page):
    """Let a visitor of the whole app (pages/dashboard.py) go to a page, given as a path below the root."""
    return app.switch_page(page.removeprefix("pages/")).run()


def compare(**query):
    return app_at("pages/compare/page.py", **query)


def worked_example(app):
    (box,) = (box for box in app.selectbox if box.label == "Worked example")
    return box


def popularity(**query):
    return app_at("pages/popularity/page.py", **query)


def upload(name, content, *, scale=None):
    """Open Popularity vs Uniform and upload a gold file there."""
    app = give(popularity(task="own"), (name, content))
    if scale is not None:
        app.button_group(key="scale").set_value(scale).run()
    return app


def follow(app, **query):
    """Let the visitor of an open page follow a link to it."""
    app.query_params.clear()
    app.query_params.update(query)
    return app.run()


def parts(app):
    """Return what components are sent."""
    every = (json.loads(one.proto.json or "null") for one in app.get("bidi_component"))
    return [one for one in every if isinstance(one, dict)]


def link_of(app):
    """Return what is written into the address bar."""
    (bar,) = (part for part in parts(app) if {"query", "page"} <= part.keys())
    return bar["query"]


def blocks(app):
    """Return the HTML of a page, a text for each block."""
    return [block.value for block in app.html if "<style" not in block.value]


def shown(app, marker):
    """Return the one block of HTML of a page that holds `marker`."""
    (found,) = (block for block in blocks(app) if marker in block)
    return found


def said(app, name):
    """Return what the element with that id says."""
    return text_of(shown(app, f'id="{name}"'))


def table(app, name):
    """Return the texts of the rows of the table with that id."""
    return cells_of(shown(app, f'id="{name}"'), name)


def text_of(markup):
    """Return what a reader sees: without the lists that lie over names."""
    return html.unescape(re.sub(r"<select.*?</select>|<[^>]+>", "", markup))


def verdict(app, place="verdict"):
    """Return a finding as a reader sees it."""
    return text_of(re.search(rf'id="{place}">(.*?)</p>', shown(app, f'id="{place}"'))[1])


def offered(app, role, place="verdict"):
    """Return what the list over a name of the finding offers: {words: whether it can be chosen}."""
    listed = re.search(rf'<select[^>]*data-role="{role}"[^>]*>(.*?)</select>', shown(app, f'id="{place}"'))[1]
    return {html.unescape(words): "disabled" not in how for how, words in re.findall("<option([^>]*)>(.*?)<", listed)}


def chosen(app, role, place="verdict"):
    """Return what the list over a name of the finding has chosen."""
    listed = re.search(rf'<select[^>]*data-role="{role}"[^>]*>(.*?)</select>', shown(app, f'id="{place}"'))[1]
    return html.unescape(re.search("<option[^>]*selected[^>]*>(.*?)<", listed)[1])


def messages(app):
    """Return all errors and warnings as a reader sees them: without the backslashes that keep Markdown away."""
    shown = " ".join(re.sub(r"\\(.)", r"\1", box.value) for box in (*app.error, *app.warning))
    return shown.replace("\u2060", "")  # nobody sees it


def wins(app, a="Popularity", b="Uniform"):
    """Return {measure: (cases on which a is better, ties, those on which b is)} as the table on the page shows it."""
    rows = [row for row in rows_of(shown(app, 'id="wins"'), "wins") if "measure" in row.data]
    counts = re.compile(rf"{a} (\d+), tie (\d+), {b} (\d+)")
    return {row.data["measure"]: tuple(map(int, counts.fullmatch(row.titles[1]).groups())) for row in rows}


def scores(app):
    """Return {measure: (A, B)} at full precision, from the table of measures."""
    rows = [row for row in rows_of(shown(app, 'id="measures"'), "measures") if "measure" in row.data]
    return {row.data["measure"]: (float(row.titles[1]), float(row.titles[2])) for row in rows}


def rings(app, name, key):
    """Return the places that a mark of that name has in a plot."""
    return next((part["places"][key] for part in parts(app) if part.get("name") == name), [])


def plot(app, key):
    """Return the Plotly figure with that key, as the browser gets it."""
    (found,) = (chart for chart in app.get("plotly_chart") if chart.key == key)
    return json.loads(found.proto.spec)


def numbers(values):
    """Return an array as Plotly sends it: a list, or base64 of its bytes."""
    if isinstance(values, dict):
        flat = np.frombuffer(base64.b64decode(values["bdata"]), values["dtype"])
        return flat.reshape([int(n) for n in str(values.get("shape", -1)).split(",")]).tolist()
    return values


def everything(app):
    """Return all text a reader sees, plots included."""
    plots = (json.dumps(json.loads(chart.proto.spec)["layout"]) for chart in app.get("plotly_chart"))
    return " ".join([*map(text_of, blocks(app)), *plots, *(caption.value for caption in app.caption), messages(app)])
