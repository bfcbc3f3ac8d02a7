"""What pages say of rare links and files, a line each in test_said.txt: `python -m tests.reviewed` writes it anew."""

import json
import re
from unittest.mock import patch

import pytest

from ordquant_core.ranked_lists import chance
from pages.plan import computed
from tests.html_tables import cells_of
from tests.pages.apps import FEW_PERMUTATIONS, FEW_RESAMPLES, SET, blocks, give, link_of, messages, opened, say, text_of
from tests.pages.on_data import GOLD, OFF, RUN, annotated, quality  # noqa: F401 - the text uses them
from tests.pages.on_lists import LISTS  # noqa: F401
from tests.reviewed import reviewed, said

pytestmark = pytest.mark.slow

COMPARE = {"classes": "-2,-1,0,1,2", "gold": "0,1,2,9,8", "a": "popularity", "b": "uniform"}
ANY = dict.fromkeys(("spaced", "exchangeable", "large", "order_only"), "any")
VOTES_OF_THREE = json.dumps([{"id": f"{n}", "annotations": [{"quality": {"S": n}}]} for n in (-1, 0, 1)])
OTHER = RUN.replace(".2,.3,.5", ".1,.3,.6")
ORDER = "Or type the classes in their order"
SHARES = GOLD.replace("1,2,7", ".1,.2,.7").replace("4,4,2", ".4,.4,.2").replace("0,1,9", "0,.1,.9")
ONE = "case,low,mid,high\np,.8,.1,.1\nq,.4,.3,.3\nr,.3,.4,.3\ns,.1,.1,.8\nt,.1,.8,.1\n"
TWO = "case,low,mid,high\np,.5,.5,0\nq,.1,.1,.8\nr,.5,.2,.3\ns,0,.5,.5\nt,.3,.5,.2\n"
OF_FIVE = "case,low,mid,high\np,9,1,0\nq,4,0,5\nr,3,3,3\ns,0,2,9\nt,2,8,1\n"
SAY = [("say_a",), ("next_pair",)]  # on Start


def page(name, *elements, files=(), answers=(), **query):
    """Open a page by a link, give it files and answers, and return what elements of it say, by their ids."""
    with patch.object(computed, "RESAMPLES", FEW_RESAMPLES), patch.object(chance, "MOST", FEW_PERMUTATIONS):
        app = opened(name, **query)
        app = give(app, *files) if files else app
        for answer in answers:
            say(app, *answer)
    return " ‖ ".join(f"{element}: {element_of(app, element)}" for element in elements)


def dropped(*elements, answers=(), **files):
    """Drop files on Data, answer, and return what elements of the page say."""
    held = [(name.replace("_", "."), text) for name, text in files.items()]
    return page("data", *elements, files=held, answers=answers, task="own")


def of_five(*elements, **query):
    """Open Cases on two runs of five cases."""
    files = [("gold.csv", OF_FIVE), ("one.csv", ONE), ("two.csv", TWO)]
    return page("cases", *elements, files=files, task="own", a="one", b="two", **query)


def element_of(app, name):
    """Return what one of these says; else what a control with that key shows; else the HTML of that id or style."""
    match name:
        case "messages":
            return messages(app)
        case "info" | "caption":
            return " ".join(box.value for box in getattr(app, name))
        case "heading":
            return " ".join(box.value for box in app.title)
        case "words":
            return " ".join(map(text_of, blocks(app)))
        case "link":
            return str(link_of(app))
        case "href":
            return " / ".join(re.findall(r'href="(compare[^"]*)"', " ".join(blocks(app))))
        case "method":
            return next(box.label for box in app.expander if box.label.startswith("How computed"))
        case "button":
            return " / ".join(f"{one.label}{' (disabled)' * one.disabled}" for one in app.button)
        case "plots":
            drawn = {chart.key: json.loads(chart.proto.spec)["layout"] for chart in app.get("plotly_chart")}
            titles = {key: layout.get("title", {}).get("text", "") for key, layout in drawn.items()}
            return " / ".join(f"{key} {text_of(title)}" for key, title in titles.items())
    key = re.compile(rf"{name}(_\d+)?")
    if controls := [one for kind in SET for one in app.get(kind) if key.fullmatch(one.key or "")]:
        return f"{controls[0].value} of {getattr(controls[0], 'options', 'any')}"
    found = [block for block in blocks(app) if f'id="{name}"' in block] or [b for b in blocks(app) if f"oq-{name}" in b]
    if found and f'<table id="{name}"' in found[0]:
        return " / ".join(" | ".join(cells) for cells in cells_of(found[0], name))
    return " ".join(map(text_of, found)) or "nothing"


@reviewed(__file__)
def test_pages_say_what_was_reviewed(made, words):
    assert said(made, globals()) == words
