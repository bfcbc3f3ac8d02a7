"""What the tests of the Data page share: files, dropping them, and reading and pressing what the page shows."""

import json
import re

from tests.html_tables import cells_of
from tests.pages.apps import app_at, blocks, give, shown, text_of

GOLD = "case,low,mid,high\nx,1,2,7\ny,4,4,2\nz,0,1,9\n"
RUN = "case,low,mid,high\nz,.1,.2,.7\nx,.2,.3,.5\ny,.5,.25,.25\n"
OFF = RUN.replace(".2,.3,.5", ".2,.3,.49")


def data(**query):
    return app_at("pages/data/page.py", **query)


def drop(*files, app=None):
    """Drop files, (name, text) each, on an open page or on a new one."""
    return give(app or data(task="own"), *files)


def file_rows(app):
    return cells_of(shown(app, 'id="files"'), "files")


def used(app):
    """Return what every file is used as."""
    return {name: kind for name, _, kind, _ in file_rows(app)}


def verdicts(app):
    """Return what became of every file, and why."""
    return {cells[0]: cells[3] for cells in file_rows(app)}


def buttons(app):
    """Return the labels of the buttons as a reader sees them."""
    return [re.sub(r"\\(.)", r"\1", button.label) for button in app.button]


def press(app, words):
    (button,) = (one for one, label in zip(app.button, buttons(app), strict=True) if label == words)
    button.click().run()
    assert not app.exception
    return app


def select(app, label, value):
    (box,) = (box for box in app.selectbox if box.label == label)
    box.set_value(value).run()
    assert not app.exception
    return app


def question(app):
    """Return the words of all open questions."""
    return texts(app, "oq-ask")


def noted(app):
    """Return what the page notes about the files and the decisions."""
    return texts(app, "oq-did")


def texts(app, marker):
    return " ".join(text_of(block) for block in blocks(app) if marker in block)


def quality(scales):
    """Return a run in NTCIR's format with these scales."""
    even = {str(value): 0.2 for value in range(-2, 3)}
    return json.dumps([{"id": case, "quality": dict.fromkeys(scales, even)} for case in "xyz"])


def annotated(**votes):
    """Return a gold in NTCIR's format, with the vote of one annotator per scale."""
    return json.dumps([{"id": case, "annotations": [{"quality": votes}]} for case in "xyz"])
