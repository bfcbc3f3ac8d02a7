"""Positions of classes from a task's file: every page of the task uses them, and says where they come from."""

import json
import shutil

import numpy as np
import pytest

from ordquant_core.measures.registry import MEASURES
from ordquant_core.tasks.published.reading import read_published
from pages.shared import links, sources
from tests.depth import matrix
from tests.html_tables import rows_of
from tests.pages.apps import ROOT, app_at, messages, popularity, shown, text_of
from tests.pages.grammar import link_of

pytestmark = pytest.mark.slow

SAMPLE = ROOT / "ordquant_core" / "samples" / "dialogue-quality"
AT = (1, 2, 4, 5, 9)
SAID = "classes stand at 1, 2, 4, 5, 9 (task.json): the measures with distances between classes use them"


@pytest.fixture(autouse=True)
def tasks(tmp_path, monkeypatch):
    for name, positions in (("placed", AT), ("even", None)):
        folder = shutil.copytree(SAMPLE, tmp_path / name)
        facts = json.loads((folder / "task.json").read_text()) | {"title": name}
        facts |= {} if positions is None else {"positions": positions}
        (folder / "task.json").write_text(json.dumps(facts))
    monkeypatch.setenv("ORDQUANT_TASKS", str(tmp_path))
    sources.offered.clear()
    yield tmp_path
    sources.offered.clear()


def opened(page, name="placed", **query):
    app = app_at(f"pages/{page}/page.py", task=name, **query)
    assert not app.exception
    return app


@pytest.mark.parametrize("page", matrix(("cases", "popularity", "systems", "measures", "plan"), "cases", "systems"))
def test_every_page_of_the_task_says_where_its_classes_stand_and_who_says_so(page):
    few = {"trials": "100"} if page in ("systems", "measures", "plan") else {}
    app = opened(page, **few)
    assert SAID in text_of(shown(app, 'id="notes"'))
    assert "classes at 1, 2, 4, 5, 9" in text_of(shown(app, 'id="facts"'))
    assert link_of(app)["task"] == "placed"
    assert "classes at" not in text_of(shown(opened(page, "even", **few), 'id="facts"'))


def test_the_case_is_scored_there_and_opens_in_compare_with_its_positions(tasks, monkeypatch):
    seen = {}
    monkeypatch.setattr(links, "page_link", lambda page, label, icon, query=None: seen.__setitem__(label, query))
    task = read_published(tasks / "placed").task
    case = int(np.flatnonzero(np.sort(task.gold, axis=1)[:, -1] > np.sort(task.gold, axis=1)[:, -2])[3])
    app = popularity(task="placed", case=task.cases[case], steps="yes")
    gold, mode = task.gold[case], np.eye(5)[task.gold[case].argmax()]
    rows = {row.data["measure"]: row for row in rows_of(shown(app, 'id="measures"'), "measures") if row.data}
    assert "↔" in rows["NMD"].cells[0]
    assert "↔" not in rows["NVD"].cells[0]
    assert float(rows["NMD"].cells[1][:5]) == pytest.approx(float(MEASURES["NMD"](gold, mode, AT)), abs=5e-4)
    assert seen["Open in Compare"]["positions"] == "1,2,4,5,9"
    assert "the classes stand at 1, 2, 4, 5 and 9" in text_of("".join(block.value for block in app.html))


def test_means_of_runs_differ_only_under_measures_with_distances():
    found = {}
    for name in ("placed", "even"):
        rows = rows_of(shown(popularity(task=name), 'id="wins"'), "wins")
        found[name] = {row.data["measure"]: row.cells[2] for row in rows if row.data}
    differ = {key for key in found["even"] if found["placed"][key] != found["even"][key]}
    assert differ == {key for key in found["even"] if MEASURES[key].takes_positions}


def test_data_names_the_positions_and_they_are_mirrored_with_the_order():
    app = opened("data")
    assert SAID in text_of("".join(block.value for block in app.html))
    app.button(key="reverse_order").click().run()
    assert "classes stand at 1, 5, 6, 8, 9 (task.json)" in text_of("".join(block.value for block in app.html))
    app.button(key="undo_order").click().run()
    assert SAID in text_of("".join(block.value for block in app.html))


def test_in_another_order_the_classes_are_one_step_apart_and_data_says_why():
    app = opened("data")
    (box,) = (box for box in app.text_input if box.label.startswith("Or type the classes"))
    box.set_value("0,-1,-2,1,2").run()
    text = text_of("".join(block.value for block in app.html))
    assert "classes stand at" not in text
    assert "The task gives positions for another order: here classes are one step apart." in text
    app.button(key="undo_order").click().run()
    assert SAID in text_of("".join(block.value for block in app.html))


def test_a_task_whose_positions_do_not_fit_says_what_to_do(tasks):
    facts = json.loads((tasks / "placed" / "task.json").read_text())
    (tasks / "placed" / "task.json").write_text(json.dumps(facts | {"positions": [1, 2, 4]}))
    sources.offered.clear()
    app = opened("cases")
    text = text_of("".join(block.value for block in app.html)) + messages(app)
    assert "3 numbers (1, 2, 4) for 5 classes" in text
    assert "give one number for each class" in text
    assert "task.json" in text
