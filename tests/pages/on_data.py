"""What the tests of the Data page share: files, dropping them, and reading and pressing what the page shows."""

import json
import re
import shlex

from ordquant_core.formats.mapping import LAYOUTS
from tests.html_tables import cells_of
from tests.pages.apps import app_at, shown, text_of

GOLD = "case,low,mid,high\nx,1,2,7\ny,4,4,2\nz,0,1,9\n"
RUN = "case,low,mid,high\nz,.1,.2,.7\nx,.2,.3,.5\ny,.5,.25,.25\n"
OFF = RUN.replace(".2,.3,.5", ".2,.3,.49")


def data(**query):
    return app_at("pages/data/page.py", **query)


def drop(*files, app=None):
    """Drop files, (name, text) each, on an open page or on a new one."""
    app = app or data(task="own")
    (place,) = app.get("file_uploader")
    held = [(name, text if isinstance(text, bytes) else text.encode(), "text/plain") for name, text in files]
    app.file_uploader(key=place.key).set_value(held).run()
    assert not app.exception
    return app


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


def layout(app, words):
    """Say what a row of the table holds, in the words of its picture."""
    (radio,) = app.radio
    radio.set_value(LAYOUTS[radio.options.index(words)]).run()
    assert not app.exception
    return app


def roles(app, **said):
    """Say what columns are, by their names with words joined by `_`."""
    for name, role in said.items():
        select(app, f"Role of {name.replace('_', ' ')}", role)
    return app


def role_of(app, name):
    """Return the role that is chosen for a column, and what its list shows while nothing is chosen."""
    (box,) = (box for box in app.selectbox if box.label == f"Role of {name.replace('_', ' ')}")
    return box.value, box.proto.placeholder


def tick(app, words):
    """Tick a box."""
    (box,) = (box for box in app.checkbox if box.label == words)
    box.check().run()
    assert not app.exception
    return app


def some(app, label, *values):
    """Choose some of the values of a list."""
    (box,) = (box for box in app.multiselect if box.label == label)
    box.set_value(list(values)).run()
    assert not app.exception
    return app


def can_use(app):
    """Return whether the button is enabled that uses what was said."""
    (button,) = (button for button in app.button if button.label == "Use it")
    return not button.disabled


def waits_for(app):
    """Return what stands beside that button."""
    return _texts(app, "oq-left")


def becomes(app):
    """Return the first cases as the card shows them: the numbers of each, by its name."""
    cases = re.findall("<figure>(.*?)</figure>", shown(app, 'id="would_become"'))
    names = [text_of(re.search("<figcaption[^>]*>(.*?)</figcaption>", one)[1]) for one in cases]
    return {name: re.findall("<span>([^<]*)</span><i", one) for name, one in zip(names, cases, strict=True)}


def doubts(app):
    """Return what the card says is wrong with what would come out."""
    return _texts(app, "oq-doubts")


def command(app):
    """Return the words of the command that the card shows."""
    (code,) = app.code
    return shlex.split(code.value)


def question(app):
    """Return the words of all open questions."""
    return _texts(app, "oq-ask")


def noted(app):
    """Return what the page notes about the files and the decisions."""
    return _texts(app, "oq-did")


def _texts(app, marker):
    blocks = (block.value for block in app.html if marker in block.value and "<style>" not in block.value)
    return " ".join(map(text_of, blocks))


def quality(scales):
    """Return a run in NTCIR's format with these scales."""
    even = {str(value): 0.2 for value in range(-2, 3)}
    return json.dumps([{"id": case, "quality": dict.fromkeys(scales, even)} for case in "xyz"])


def annotated(**votes):
    """Return a gold in NTCIR's format, with the vote of one annotator per scale."""
    return json.dumps([{"id": case, "annotations": [{"quality": votes}]} for case in "xyz"])


def thirty():
    """Return a gold and 30 runs, of which 5 are faulty."""
    faulty = {
        3: RUN.replace(".2,.3,.5", ".2,.3,.2"),
        7: RUN.replace(".2,.3,.5", "-.2,.7,.5"),
        11: RUN.replace("y,.5,.25,.25\n", ""),
        19: RUN.replace(".2,.3,.5", ".2,.3,many"),
        23: "Dear reader,\nthis is no table.\n",
    }
    runs = [(f"run{n:02}.csv", faulty.get(n, RUN.replace(".2,.3,.5", f".2,.{10 + n},.{70 - n}"))) for n in range(30)]
    return ("gold.csv", GOLD), *runs
