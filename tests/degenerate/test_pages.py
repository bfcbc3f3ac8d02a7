"""Every page of a task in which something is missing, constant, equal or infinite: a finding, or why there is none."""

import json
import re

import pytest

from ordquant_core.ranked_lists import chance
from pages.shared import sources
from tests.degenerate.lists import CORNERS as CORNERS_OF_LISTS
from tests.degenerate.lists import LISTS
from tests.degenerate.nuggets import NUGGETS
from tests.degenerate.tasks import DEGENERATE, publish
from tests.depth import matrix
from tests.pages.apps import app_at, text_of

pytestmark = pytest.mark.slow

# The commands are tried on more of them (test_commands.py); pages show what the same functions return.
CORNERS = ("one case", "votes spread evenly", "no run", "annotators who all agree", "runs with infinite scores only")
FEW = {"trials": "100", "splits": "10"}
PAGES = (
    ("popularity", {}),
    ("cases", {}),
    ("cases", {"show": "properties"}),
    ("cases", {"show": "groups"}),
    ("cases", {"show": "robustness"}),
    ("systems", FEW),
    ("systems", FEW | {"baselines": "yes"}),
    ("systems", FEW | {"by": "group"}),
    *(("measures", FEW | {"view": view}) for view in ("agreement", "consistency", "power", "overlap", "information")),
    ("plan", FEW),
    ("data", {}),
)
WRONG = re.compile(r"\bnan\b|\binf\b|Traceback|Unknown")


def fault_shown(app):
    """Return the error of a page, or the texts on it that are wrong, [] where it has none; None if it is right."""
    if app.exception:
        return app.exception[0].message, app.exception[0].stack_trace[-3:]
    texts = [text_of(block.value) for block in app.html]
    texts += [one.value for kind in ("markdown", "error", "warning", "info") for one in getattr(app, kind)]
    wrong = [text for text in texts if WRONG.search(text)]
    return wrong if wrong or not any(text.strip() for text in texts) else None


@pytest.mark.parametrize(
    ("title", "part"),
    matrix(
        [(title, part) for title in DEGENERATE for part in (0, 1)],
        *((title, number % 2) for number, title in enumerate(CORNERS)),
    ),
)
def test_every_page_shows_a_degenerate_task(title, part, tmp_path, monkeypatch):
    """Of the pages, every second one: two corners have those that two others have not."""
    publish(DEGENERATE[title], tmp_path / "made", title)
    monkeypatch.setenv("ORDQUANT_TASKS", str(tmp_path))
    sources.offered.clear()
    pages = [(page, query, app_at(f"pages/{page}/page.py", task="made", **query)) for page, query in PAGES[part::2]]
    sources.offered.clear()
    assert [(page, query, fault) for page, query, app in pages if (fault := fault_shown(app)) is not None] == []


OF_NUGGETS = ("no run", "equal runs", "a run equal to the gold", "one dialogue of one block, one run")


@pytest.mark.parametrize("title", matrix(LISTS, *CORNERS_OF_LISTS))
def test_the_page_shows_degenerate_ranked_lists(title, monkeypatch):
    monkeypatch.setattr(chance, "MOST", 40)  # permutations of grades
    app = app_at("pages/ranked_lists/page.py", data="own", joint="yes")
    files = [(name, text.encode(), "text/plain") for name, text in LISTS[title].items()]
    assert fault_shown(app.get("file_uploader")[0].set_value(files).run()) is None


@pytest.mark.parametrize("title", matrix(NUGGETS, *OF_NUGGETS))
def test_the_page_shows_degenerate_nuggets(title):
    gold, *runs = (
        (f"file{number}.json", json.dumps(entries).encode(), "") for number, entries in enumerate(NUGGETS[title])
    )
    app = app_at("pages/nuggets/page.py", data="own")
    app.file_uploader(key="nugget_gold_0").set_value(gold).run()
    assert fault_shown(app.file_uploader(key="nugget_runs_0").set_value(runs).run()) is None
