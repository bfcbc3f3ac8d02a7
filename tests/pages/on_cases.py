"""What the tests of Cases share: a task of their own, and reading what the page shows."""

import json
import re

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
SECTIONS = ("matrix", "tests", "firm", "causes", "scores")


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


def quadrants(app):
    """Return {words: count} as the table tells it."""
    rows = re.findall(r'<th scope=row>(.*?)</th><td class="oq-number">([\d,]+)</td>', shown(app, 'id="quadrants"'))
    return {words: int(count.replace(",", "")) for words, count in rows}


def listed(app):
    return list(app.dataframe[0].value["case"])


def card(app):
    return text_of(shown(app, 'oq-verdict">Case'))


def wins_of(app, a, b):
    markup = shown(app, 'id="wins"')
    found = re.findall(rf'<tr data-measure="(\w+)">.*?<td title="{a} (\d+), tie (\d+), {b} (\d+)"', markup)
    return {key: tuple(map(int, counts)) for key, *counts in found}


def written(app):
    """Return the parameters of the link that the page has written last."""
    return app.session_state["links_cases"][-1]


def everything(app):
    """Return all text a reader sees, plots included."""
    blocks = [text_of(block.value) for block in app.html if "<style>" not in block.value]
    plots = [json.loads(chart.proto.spec)["layout"] for chart in app.get("plotly_chart")]
    captions = [caption.value for caption in app.caption]
    return " ".join([*blocks, *map(json.dumps, plots), *captions, messages(app)])
