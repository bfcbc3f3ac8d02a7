"""What the tests of Cases share: a task of their own, and reading what the page shows."""

import json
import re

from tests.html_tables import rows_of
from tests.pages.apps import app_at, messages, shown, text_of

CASES = "pages/cases/page.py"
GOLD = "case,low,mid,high,url,text\n" + "".join(
    f"{name},{votes},{link},{text}\n"
    for name, votes, link, text in (
        ("p", "9,1,0", "https://example.org/p", "a first text"),
        ("q", "4,0,5", "javascript:alert(1)", "<script>alert(1)</script>"),
        ("r", "3,3,3", "http://example.org/r x", "**bold**"),
        ("s", "0,2,9", "", ""),
        ("t", "2,8,1", "https://example.org/t", "last"),
    )
)
ONE = "case,low,mid,high\np,.8,.1,.1\nq,.4,.3,.3\nr,.3,.4,.3\ns,.1,.1,.8\nt,.1,.8,.1\n"
TWO = "case,low,mid,high\np,.5,.5,0\nq,.1,.1,.8\nr,.5,.2,.3\ns,0,.5,.5\nt,.3,.5,.2\n"


def cases(**query):
    return app_at(CASES, **query)


def upload(*files, **query):
    """Open Cases with own files: (name, content)."""
    app = cases(task="own", **query)
    data = [
        (name, content if isinstance(content, bytes) else content.encode(), "text/plain") for name, content in files
    ]
    app.file_uploader(key="files_0").set_value(data).run()
    return app


def own(**query):
    return upload(("gold.csv", GOLD), ("one.csv", ONE), ("two.csv", TWO), a="one", b="two", **query)


def choose_section(app, name):
    """Choose a section of Cases."""
    return app.button_group(key="cases_show").set_value(name).run()


def kinds(app, page="cases"):
    """Return {kind of cases: count} as the pills show it."""
    pills = app.button_group(key=f"{page}_only")
    said = (re.fullmatch(r"(.*) \*\*([\d,]+)\*\*(?:, disagreements first)?", option) for option in pills.options)
    return {found[1].replace("\\", ""): int(found[2].replace(",", "")) for found in said}


def list_all(app):
    """Ask for all cases of the list, not only the first."""
    app.toggle(key="all_cases").set_value(True).run()
    return app


def listed(app):
    """Return the ids of the listed cases."""
    return [row[0] for row in list_of(app)[1:]]


def list_of(app):
    """Return the rows of the list, its head first: texts as they stand there."""
    return [row.cells for row in rows_of(shown(app, 'id="cases"'), "cases")]


def numbers_of(app, column):
    """Return a column of the list, by its head, as numbers: margins that favour A are negative."""
    head, *rows = list_of(app)
    return [number_of(row[head.index(column)]) for row in rows]


def number_of(text):
    text = text.replace("◂ A ", "-").replace("B ", "").removesuffix(" ▸").replace("< 0.001", "0.0005")
    return 0.0 if text == "tie" else float(text.replace("−", "-").replace(",", ""))


def has_list(app):
    return any('id="cases"' in block.value for block in app.html)


def card(app):
    """Return the title of the case, and why the measures prefer what they do."""
    parts = [block.value for block in app.html if 'id="case"' in block.value or 'id="reasons"' in block.value]
    return text_of(" ".join(parts))


def choose(app, **values):
    """Choose runs and measures, as the lists of the finding do."""
    for name, value in values.items():
        app.session_state[name] = value
    return app.run()


def wins_of(app, a, b):
    counts = re.compile(rf"{a} (\d+), tie (\d+), {b} (\d+)")
    rows = [row for row in rows_of(shown(app, 'id="wins"'), "wins") if "measure" in row.data]
    return {row.data["measure"]: tuple(map(int, counts.fullmatch(row.titles[1]).groups())) for row in rows}


def everything(app):
    """Return all text a reader sees, plots included."""
    blocks = [text_of(block.value) for block in app.html if "<style>" not in block.value]
    plots = [json.loads(chart.proto.spec)["layout"] for chart in app.get("plotly_chart")]
    captions = [caption.value for caption in app.caption]
    return " ".join([*blocks, *map(json.dumps, plots), *captions, messages(app)])
