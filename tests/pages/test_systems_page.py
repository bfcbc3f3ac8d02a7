"""Systems: groups before ranks, pairs of runs, groups of cases, a visitor's own run, official results.

That its tables hold what `results` writes: test_pages.py.
"""

import csv
import io
import json

import numpy as np
import pytest

from ordquant_core.__main__ import main
from ordquant_core.numerals import ordinal
from pages.shared import evaluation_settings, links, run_analyses, several, sources
from tests.pages.apps import (
    app_at,
    chosen,
    follow,
    give,
    go_to,
    in_app,
    link_of,
    messages,
    offered,
    opened,
    said,
    shown,
    table,
    verdict,
)

pytestmark = pytest.mark.slow

PAGE = "pages/systems/page.py"
FEW = {"trials": "200", "task": "dialogue-quality", "measures": "NMD,RNOD,JSD"}
KEYS = ("NMD", "RNOD", "JSD")


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


# Official results: a published task with teams, groups and a primary measure

CASES = [f"c{number:02}" for number in range(40)]
LANGUAGES = ["zh" if number % 4 else "en" for number in range(40)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    chance = np.random.default_rng(11)
    votes = chance.multinomial(12, [0.2, 0.3, 0.3, 0.2], size=40)
    (tmp_path / "mine" / "runs").mkdir(parents=True)
    lines = [",".join(map(str, row)) for row in zip(CASES, *votes.T.tolist(), LANGUAGES, strict=True)]
    (tmp_path / "mine" / "gold.csv").write_text("\n".join(["case,a,b,c,d,language", *lines]) + "\n")
    for number, name in enumerate(("one", "two", "three")):
        write_run(tmp_path / "mine" / "runs" / f"{name}.csv", chance, votes, (3 - number) ** 2)
    write_run(tmp_path / "own.csv", chance, votes, 0.2)
    facts = {"gold": "gold.csv", "runs": ["runs"], "measures": ["NMD", "RNOD"], "primary": "RNOD"}
    facts |= {"teams": {"one": "Red", "two": "Blue"}, "groups": "language"}
    (tmp_path / "mine" / "task.json").write_text(json.dumps(facts))
    monkeypatch.setenv("ORDQUANT_TASKS", str(tmp_path))
    sources.offered.clear()
    yield tmp_path
    sources.offered.clear()


def write_run(path, chance, votes, skill):
    estimates = np.stack([chance.dirichlet(0.5 + skill * row) for row in votes])
    rows = [",".join(map(str, row)) for row in zip(CASES, *estimates.T.tolist(), strict=True)]
    path.write_text("\n".join(["case,a,b,c,d", *rows]) + "\n")


def official(**query):
    return opened("systems", task="mine", trials="300", **query)


def command(capsys, *arguments):
    capsys.readouterr()
    assert main(list(map(str, arguments))) == 0
    return list(csv.DictReader(io.StringIO(capsys.readouterr().out)))


def test_the_official_measures_are_those_of_the_pages_until_others_are_chosen(folder):
    app = official()
    assert chosen(app, "measure") == "RNOD"  # the primary one
    assert [*offered(app, "measure")] == ["RNOD", "NMD"]
    assert "measures" not in link_of(app)
    app = official(measures="NMD,JSD,RNOD")
    assert [*offered(app, "measure")] == ["NMD", "JSD", "RNOD"]
    assert link_of(app)["measures"] == "NMD,JSD,RNOD"
    assert [*offered(app_at("pages/measures/page.py", task="mine"), "x", "pair")] == ["RNOD", "NMD"]
    assert app_at("pages/plan/page.py", task="mine").session_state["plan_measure"] == "RNOD"


def test_a_group_that_decides_is_marked_as_by_the_command(folder, capsys):
    app = official(a="one", b="three", show="groups")
    groups = table(app, "group_differences")
    every = ("--measures", "RNOD", "--trials", "300", "--by", "language", "--pairs")
    results = command(capsys, "results", folder / "mine/gold.csv", folder / "mine/runs", *every)
    of_pair = {row["case_group"]: row for row in results if {row["run_1"], row["run_2"]} == {"one", "three"}}
    names = {2: "difference", 4: "adds", 5: "difference_without", 8: "interaction"}
    for row in groups:
        of = of_pair[row[0]]
        sign = 1 if of["run_1"] == "one" else -1
        assert (row[7], row[10]) == (of["decides"], of["sign_changes"])
        for place, name in names.items():
            assert float(row[place].replace("−", "-")) == pytest.approx(sign * float(of[name]), abs=5.1e-4)
    assert link_of(official(show="groups", by="none"))["by"] == "none"


def test_the_run_of_a_visitor_is_ranked_with_the_others_and_compared_with_the_leader(folder, capsys):
    app = give(follow(in_app("data"), task="mine"), ("own.csv", (folder / "own.csv").read_text()))
    go_to(app, PAGE)
    assert not app.exception
    of = ("results", folder / "mine/gold.csv", folder / "mine/runs", folder / "own.csv", "--measures", "RNOD")
    ranked = sorted(command(capsys, *of), key=lambda row: float(row["mean"]))
    names = {"own": "A own yours", ranked[0]["run"]: f"B {ranked[0]['run']}"}
    assert [(row[0], row[1], row[4], row[5]) for row in table(app, "standings")[:4]] == [
        (row["rank"], names.get(row["run"], row["run"]), f"{float(row['mean']):.3f}", row["group"]) for row in ranked
    ]
    (own,) = (row for row in ranked if row["run"] == "own")
    assert said(app, "rest").startswith(f"own ranks {ordinal(int(own['rank']))} of 4 ({float(own['mean']):.3f}): ")
    app.session_state["systems_a"] = "one" if ranked[0]["run"] != "one" else "two"
    app.run()
    button = next(one for one in app.button if one.key == "own_and_leader")
    assert button.label == f"Compare own with {ranked[0]['run']}"
    button.click().run()
    assert (app.session_state["systems_a"], app.session_state["systems_b"]) == ("own", ranked[0]["run"])
