"""Systems: pairs of runs, several scales, what takes too long. Official results: test_published.py.

That its tables hold what `results` writes: test_pages.py.
"""

import json

import pytest

from pages.shared import evaluation_settings, links, run_analyses, several
from tests.pages.apps import app_at, chosen, give, messages, offered, opened, shown, table, verdict

pytestmark = pytest.mark.slow

PAGE = "pages/systems/page.py"
FEW = {"trials": "200", "task": "dialogue-quality", "measures": "NMD,RNOD,JSD"}


def systems(**query):
    return opened("systems", **(FEW | query))


def test_a_pair_of_runs_leads_to_its_cases_and_the_lists_of_runs_begin_with_the_best(monkeypatch):
    leads = {}
    monkeypatch.setattr(links, "page_link", lambda page, label, icon, query=None, **more: leads.update({label: query}))
    app = systems(a="system-03", b="system-04", measure="JSD")
    runs = offered(app, "a", "pair")
    assert next(iter(runs)).split()[0] == table(app, "standings")[0][1]
    assert [run.split()[0] for run, can in runs.items() if not can] == ["system-04"]
    (query,) = (query for label, query in leads.items() if label.startswith("See the "))
    assert {"a": "system-03", "b": "system-04", "x": "JSD", "y": "RNOD"}.items() <= query.items()


def test_the_scales_of_a_file_stand_side_by_side():
    votes = [{"quality": {"A": vote, "E": -vote}} for vote in (-2, -1, 0, 1, 2)]
    gold = json.dumps([{"id": "x", "annotations": votes}, {"id": "y", "annotations": votes[1:]}])
    app = give(opened("systems", task="own", trials="100"), ("gold.json", gold))
    (own,) = app.session_state["own_tasks"]
    box = app.multiselect(key=several.STATE.key("with"))
    assert "gold.json, E" in box.options
    box.set_value([f"{own}|E"]).run()
    app.button_group(key="systems_show").set_value("tasks").run()
    assert [row[0] for row in table(app, "tasks")] == ["gold.json, A", "gold.json, E"]


def test_a_link_is_followed_once_its_files_are_here():
    app = opened("systems", task="own", trials="100", measure="JSD", a="Uniform", b="Popularity")
    give(app, ("gold.csv", "case,a,b,c\nx,1,2,7\ny,4,4,2\nz,0,1,9\n"))
    assert " mean JSD" in verdict(app)
    assert [chosen(app, letter, "pair").split()[0] for letter in "ab"] == ["Uniform", "Popularity"]
    app.session_state["systems_measure"] = "NMD"
    assert chosen(app.run(), "measure") == "NMD"  # followed once


def test_what_would_take_too_long_is_said_before(monkeypatch):
    header, most = "case,low,mid,high", run_analyses.MOST_RUNS
    files = [("gold.csv", f"{header}\nx,3,1,0\ny,0,2,2\n")]
    for n in range(most + 1):
        files.append((f"run{n:03}.csv", f"{header}\nx,{0.5 + n / 1e4},.25,{0.25 - n / 1e4}\ny,.25,.5,.25\n"))
    app = give(opened("systems", task="own"), *files)
    assert f"{most + 1} runs. Tests of pairs support up to {most}." in messages(app)
    monkeypatch.setattr(evaluation_settings, "AT_ONCE", 100)
    few = {"task": "breakdown-labels", "measures": "NMD"}
    assert "tested with few trials at first" in shown(app_at(PAGE, **few), 'id="because"')
    assert "at first" not in shown(app_at(PAGE, trials="300", **few), 'id="because"')
