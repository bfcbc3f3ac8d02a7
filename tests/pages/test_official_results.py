"""Official results on Systems: the table of the command, groups of cases, the primary measure, a visitor's own run."""

import csv
import io
import json

import numpy as np
import pytest

from ordquant_core.__main__ import main
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.numerals import ordinal
from ordquant_core.writing.spreadsheets import spreadsheet_csv
from pages.shared import downloads, sources
from pages.shared.pair import presets
from pages.systems import state
from tests.html_tables import cells_of, rows_of
from tests.pages.apps import app_at, chosen, follow, go_to, messages, offered, plot, shown, text_of
from tests.pages.grammar import check_round_trip, link_of
from tests.pages.on_cases import kinds, list_all, listed

pytestmark = pytest.mark.slow

PAGE = "pages/systems/page.py"
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
    said = {"gold": "gold.csv", "runs": ["runs"], "measures": ["NMD", "RNOD"], "primary": "RNOD"}
    said |= {"teams": {"one": "Red", "two": "Blue"}, "groups": "language"}
    (tmp_path / "mine" / "task.json").write_text(json.dumps(said))
    monkeypatch.setenv("ORDQUANT_TASKS", str(tmp_path))
    sources.offered.clear()
    yield tmp_path
    sources.offered.clear()


def write_run(path, chance, votes, skill):
    estimates = np.stack([chance.dirichlet(0.5 + skill * row) for row in votes])
    rows = [",".join(map(str, row)) for row in zip(CASES, *estimates.T.tolist(), strict=True)]
    path.write_text("\n".join(["case,a,b,c,d", *rows]) + "\n")


def systems(**query):
    app = app_at(PAGE, task="mine", trials="300", **query)
    assert not app.exception
    return app


def table(app, name):
    return cells_of(shown(app, f'id="{name}"'), name)


def command(capsys, *arguments):
    assert main(list(map(str, arguments))) == 0
    return list(csv.DictReader(io.StringIO(capsys.readouterr().out)))


def test_the_table_for_a_paper_is_that_of_the_command_in_every_form(folder, monkeypatch, capsys):
    made = {}
    keep = lambda label, make, name, *more, **options: made.__setitem__(name, make())  # noqa: E731
    monkeypatch.setattr(downloads, "file_button", keep)
    systems()
    for form, ending in (("latex", "tex"), ("markdown", "md")):
        command = ("results", str(folder / "mine"), "--trials", "300", "--table", "wide", "--format", form)
        assert main(list(command)) == 0
        assert made[f"results-wide.{ending}"].decode() == capsys.readouterr().out


def test_the_official_measures_are_those_of_the_pages_until_others_are_chosen(folder):
    app = systems()
    assert [*offered(app, "measure")] == ["RNOD", "NMD"]
    assert "measures" not in link_of(app)
    others = systems(measures="NMD,JSD,RNOD")
    assert [*offered(others, "measure")] == ["NMD", "JSD", "RNOD"]
    assert link_of(others)["measures"] == "NMD,JSD,RNOD"
    every = systems(measures=",".join(MAIN_MEASURES))
    assert link_of(every)["measures"] == ",".join(MAIN_MEASURES)
    of_measures = app_at("pages/measures/page.py", task="mine")
    assert [*offered(of_measures, "x", "pair")] == ["RNOD", "NMD"]
    plan = app_at("pages/plan/page.py", task="mine")
    assert plan.session_state["plan_measure"] == "RNOD"


def test_the_download_is_the_table_of_the_command_cell_by_cell(folder, monkeypatch, capsys):
    made = {}
    monkeypatch.setattr(
        downloads, "table_button", lambda label, make, name, notes=(): made.__setitem__(name, spreadsheet_csv(make()))
    )
    systems(measures="NMD,RNOD", seed="4")
    every = ("--measures", "NMD,RNOD", "--trials", "300", "--seed", "4")
    runs = [str(folder / "mine" / "runs")]
    teams = folder / "teams.csv"
    teams.write_text("run,team\none,Red\ntwo,Blue\n")
    for name, more in (("results.csv", ("--teams", teams)), ("results-pairs.csv", ("--pairs",))):
        expected = command(capsys, "results", folder / "mine" / "gold.csv", *runs, *every, *more)
        assert list(csv.DictReader(io.StringIO(made[name].decode()))) == expected


def test_the_primary_measure_opens_and_teams_stand_beside_the_runs(folder):
    app = systems()
    assert chosen(app, "measure") == "RNOD"
    heads = rows_of(shown(app, 'id="standings"'), "standings")
    assert heads
    rows = table(app, "standings")
    assert [row[0] for row in rows] == ["1", "2", "3", "", ""]  # the baselines are not ranked
    assert {row[1].removeprefix("A ").removeprefix("B "): row[2] for row in rows} == {
        **{"one": "Red", "two": "Blue", "three": ""},
        **{"Popularity": "", "Uniform": ""},
    }
    assert rows[0][1] == "A one"


def test_the_groups_of_the_description_open_and_a_group_that_decides_is_marked(folder, capsys):
    app = systems(a="one", b="three", show="groups")
    assert app.selectbox(key="systems_by").value == "language"
    groups = table(app, "group_differences")
    assert [row[0] for row in groups] == ["en", "zh"]
    assert [row[1] for row in groups] == ["10", "30"]
    runs = [folder / "mine" / "runs"]
    every = ("--measures", "RNOD", "--trials", "300", "--by", "language", "--pairs")
    rows = command(capsys, "results", folder / "mine" / "gold.csv", *runs, *every)
    of_pair = {row["case_group"]: row for row in rows if {row["run_1"], row["run_2"]} == {"one", "three"}}
    for row in groups:
        expected = of_pair[row[0]]
        sign = 1 if expected["run_1"] == "one" else -1
        assert (row[7], row[10]) == (expected["decides"], expected["sign_changes"])
        for cell, name in (
            (row[2], "difference"),
            (row[4], "adds"),
            (row[5], "difference_without"),
            (row[8], "interaction"),
        ):
            assert float(cell.replace("−", "-")) == pytest.approx(sign * float(expected[name]), abs=5.1e-4)
    said = text_of(shown(app, 'id="group_interaction"'))
    sure = {name for name, row in of_pair.items() if name != "all cases" and float(row["p_interaction"]) < 0.05}
    assert ("differs significantly from" in said) == bool(sure)
    assert all(f"{name} (" in said for name in sure)
    swapped = table(systems(a="three", b="one", show="groups"), "group_differences")
    assert [row[2].replace("−", "~").replace("+", "−").replace("~", "+") for row in swapped] == [r[2] for r in groups]
    means = table(app, "group_means")
    assert len(means) == 3
    assert all(cell.endswith(")") for row in means for cell in row[1:])


@pytest.mark.parametrize("value", ["none", "language"])
def test_the_choice_of_groups_makes_the_round_trip(folder, value):
    assert systems(by=value, show="groups").selectbox(key="systems_by").value == value
    check_round_trip(PAGE, state.STATE, "by", value, task="mine", trials="100", show="groups")


def test_the_run_of_a_visitor_is_tested_and_ranked_with_the_others_and_compared_with_the_leader(folder, capsys):
    app = go_to(app_at("pages/dashboard.py"), "pages/data/page.py")
    follow(app, task="mine")
    held = [("own.csv", (folder / "own.csv").read_bytes(), "text/csv")]
    app.file_uploader(key="files_0").set_value(held).run()
    go_to(app, PAGE)
    assert not app.exception
    runs = [str(folder / "mine" / "runs"), str(folder / "own.csv")]
    rows = command(capsys, "results", folder / "mine" / "gold.csv", *runs, "--measures", "RNOD")
    ranked = sorted(rows, key=lambda row: float(row["mean"]))
    names = {"own": "A own yours", ranked[0]["run"]: f"B {ranked[0]['run']}"}
    assert [(row[0], row[1], row[4], row[5]) for row in table(app, "standings")[:4]] == [
        (row["rank"], names.get(row["run"], row["run"]), f"{float(row['mean']):.3f}", row["group"]) for row in ranked
    ]
    (own,) = (row for row in rows if row["run"] == "own")
    standing = text_of(shown(app, 'id="rest"'))
    assert standing.startswith(f"own ranks {ordinal(int(own['rank']))} of 4 ({float(own['mean']):.3f}): ")
    pairs = command(capsys, "results", folder / "mine" / "gold.csv", *runs, "--measures", "RNOD", "--pairs")
    differ = [row for row in pairs if "own" in (row["run_1"], row["run_2"]) and float(row["p"]) < 0.05]
    means = {row["run"]: float(row["mean"]) for row in rows}
    better = sum(means[row["run_1" if row["run_2"] == "own" else "run_2"]] < means["own"] for row in differ)
    assert (f"{better} run" if better else "no run") in standing


def test_cases_counts_preferences_and_disagreements_on_every_group(folder):
    app = app_at("pages/cases/page.py", task="mine", show="groups", a="one", b="three", x="NMD", y="RNOD")
    assert not app.exception
    rows = table(app, "case_groups")
    assert [row[:2] for row in rows] == [["all cases", "40"], ["en", "10"], ["zh", "30"]]
    for column in (2, 4):
        counts = np.array([[int(part) for part in row[column].split(" / ")] for row in rows])
        assert (counts[0] == counts[1] + counts[2]).all()
        assert counts.sum(axis=1).tolist() == [40, 10, 30]
    differ = [int(row[6].split(" ")[0]) for row in rows]
    assert differ[0] == differ[1] + differ[2]


def test_the_choice_of_groups_on_cases_makes_the_round_trip(folder):
    check_round_trip("pages/cases/page.py", presets.CASES.state, "by", "language", task="mine", show="groups")


def group_on_cases(**query):
    app = app_at("pages/cases/page.py", task="mine", a="one", b="three", x="NMD", y="RNOD", **query)
    assert not app.exception
    return app


def cases_of(language):
    return {case for case, own in zip(CASES, LANGUAGES, strict=True) if own == language}


def test_cases_are_filtered_by_group(folder):
    app = group_on_cases(by="language", group="en")
    assert set(listed(app)) == cases_of("en")
    captions = [caption.value.replace("\\", "") for caption in app.caption]
    assert "10 of 40 cases match the filter: group en." in captions
    drawn = [case for trace in plot(app, "cases_focus")["data"] for case in trace.get("text") or []]
    assert set(drawn) == cases_of("en")
    assert kinds(app)["All"] == 10
    app.button(key="cases_clear_filter").click().run()
    assert set(listed(list_all(app))) == set(CASES)
    assert "group" not in link_of(app)


def test_a_group_that_the_task_does_not_have_is_reported(folder):
    app = group_on_cases(group="fr")
    assert "group = “fr”" in messages(app)
    assert len(listed(list_all(app))) == 40
    without = app_at("pages/cases/page.py", task="dialogue-quality", group="zh")
    assert "group = “zh”" in messages(without)
    assert not [box for box in without.selectbox if box.key in ("cases_by", "cases_group")]


def test_the_choice_of_a_group_makes_the_round_trip(folder):
    check_round_trip("pages/cases/page.py", presets.CASES.state, "group", "zh", task="mine")
