"""The official results: intervals, what task.json says of them, and the table of a paper in every form."""

import html
import re

import numpy as np
import pytest

import ordquant_core as oq
from tests.commands.files import FILES, RUNS, compiled, describe, done, needs_latex, of_scales, refused, write_task
from tests.reviewed import reviewed, said

KEYS = ("NMD", "RNOD")
FEW = "--measures NMD,RNOD --trials 300 --seed 7"
LINE = f"results {FILES} {FEW}"


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A task of a test of its own, to describe it."""
    monkeypatch.chdir(tmp_path)
    return write_task(tmp_path)


@pytest.mark.parametrize("alpha", [0.05, 0.5])
def test_intervals_of_differences_exclude_zero_exactly_where_the_pair_differs_significantly(task, alpha):
    pairs = done(f"{LINE} --pairs --alpha {alpha}")
    low, high = pairs.column("low"), pairs.column("high")
    excluded = [one > 0 or other < 0 for one, other in zip(low, high, strict=True)]
    assert excluded == [p < alpha for p in pairs.column("p")]
    assert any(excluded)
    assert np.add(low, high) / 2 == pytest.approx(pairs.column("difference"), abs=1e-12)
    widths = {round(float(row["high"]) - float(row["low"]), 9) for row in pairs.rows if row["measure"] == "NMD"}
    assert len(widths) == 1  # simultaneous


def test_what_no_test_of_so_few_trials_or_runs_can_find_is_empty_and_said(task):
    pairs = done(f"results {FILES} --measures NMD --pairs --trials 15")
    assert "note: With 15 trials no p-value of the randomised Tukey HSD test can be below 0.0625" in pairs.err
    assert pairs.named("low", "high") == {""}
    (row,) = done("results gold.csv run0.csv --measures NMD").rows
    assert (row["rank"], row["group"], row["cases"]) == ("1", "a", "20")
    alone = done("results gold.csv run0.csv --measures NMD --pairs")
    assert alone.rows == []
    assert "compared: 1 run, without baselines; nothing is tested: a test needs two runs and two cases" in alone.err


def test_a_task_json_names_measures_teams_and_groups(own, tmp_path):
    (tmp_path / "teams.csv").write_text("team,run\nRed,run0\nRed,run1\nBlue,run2\n")
    said = {"gold": "gold.csv", "runs": [f"{run}.csv" for run in RUNS], "measures": [*KEYS], "primary": "RNOD"}
    describe(tmp_path, **said, teams="teams.csv")
    found = done("results . --trials 300 --seed 7")
    assert found.column("measure", str) == ["RNOD"] * 4 + ["NMD"] * 4
    assert found.column("team", str)[:4] == ["Red", "Red", "Blue", ""]
    assert "note: no team is named for run3\n" in found.err
    assert done(f"results . --teams teams.csv {FEW}").rows == done(f"{LINE} --teams teams.csv").rows
    describe(tmp_path, gold="gold.csv", teams="teams.csv")  # all files are runs, but for the gold and the teams
    assert done(f"results . {FEW}").named("run") == {*RUNS}
    (tmp_path / "teams.csv").unlink()
    groups = dict(zip(own.cases, ["early"] * 8 + ["late"] * 12, strict=True))
    describe(tmp_path, gold="gold.csv", groups=groups)
    found = done(f"results . {FEW} --by groups")
    assert {(row["case_group"], row["cases"]) for row in found.rows} == {
        *(("all cases", "20"), ("early", "8"), ("late", "12"))
    }
    del groups["c3"]
    describe(tmp_path, gold="gold.csv", groups=groups)
    assert "1 case of the gold has no group: c3; give each case a group" in refused(f"results . {FEW}")
    describe(tmp_path, gold="gold.csv", measures=["XYZ"])
    (row,) = [row for row in done("check .").rows if row["case"] == "measures"]
    assert (row["file"], "XYZ" in row["problem"], row["action"]) == ("./task.json", True, "correct the key")
    describe(tmp_path, gold="gold.csv", groups="topic")
    (row,) = done("check .").rows
    assert (row["case"], row["action"]) == ("groups", "name a column that groups the cases")
    describe(tmp_path, gold="gold.csv", groups="language")
    assert done("check .").rows == []


def test_the_table_of_a_paper_is_that_of_python_and_of_each_group(task):
    found = oq.results(oq.load_task(FILES.split()), [oq.nmd, "RNOD"], n_trials=300, seed=7)
    for form, text in (("markdown", found.to_markdown()), ("latex", found.to_latex())):
        assert done(f"{LINE} --table wide --format {form}").out == text
    both = done(f"{LINE} --by language --table wide --format markdown").out
    assert both.count("of 4 runs over ") == 3  # a table for all cases and for each group


SAMPLE = oq.load_sample("breakdown-labels").at(np.arange(40))
RESULTS = oq.results(oq.with_baselines(SAMPLE), ["NMD", "RNOD"], n_trials=300, seed=7)
ALONE = oq.results(SAMPLE.only(SAMPLE.runs[:1]), ["RNOD"])


@reviewed(__file__)
def test_tables_and_paragraphs_of_a_paper_say_what_was_reviewed(made, words):
    """The best means are bold; only what was done is said."""
    assert said(made, globals()) == words


def test_all_that_the_paragraph_on_methods_cites_is_given():
    keys = re.findall(r"@\w+\{(\w+),", oq.methods(RESULTS, form="bibtex"))
    cited = re.findall(r"\\cite\{([\w,]+)\}", oq.methods(RESULTS, form="latex"))
    assert set(keys) == set(",".join(cited).split(","))


@pytest.mark.slow
@needs_latex
def test_the_table_of_a_paper_on_all_measures_fits_the_text_of_an_article(own, tmp_path):
    name = "a-run-with-a-rather-long-name-as-teams-like-them.csv"
    (tmp_path / "run3.csv").rename(tmp_path / name)
    text = done(f"results {FILES.replace('run3.csv', name)} --trials 300 --table wide --format latex").out
    packages = "\\documentclass{article}\n\\usepackage{amssymb,booktabs,graphicx}\n"
    document = f"{packages}\\begin{{document}}\n{text}\\end{{document}}\n"
    (tmp_path / "paper.tex").write_text(document, encoding="utf-8")
    assert compiled(tmp_path / "paper.tex")


# --- other commands: few cases, what was printed, all scales ---


def test_comparing_two_or_infinite_cases_gives_no_correlation_and_no_mean(folder):
    two = {"gold": "x,1,0\ny,0,1\n", "p": "x,.5,.5\ny,0,1\n", "q": "x,1,0\ny,.5,.5\n"}
    for name, text in two.items():
        (folder / f"{name}2.csv").write_text(f"case,a,b\n{text}")
        (folder / f"{name}3.csv").write_text(f"case,a,b\n{text}z,1,0\n")
    few = done("compare gold2.csv p2.csv q2.csv --measures NMD,RNOD")
    assert few.named("pearson") == {""}  # of two cases a correlation could only be 1 or -1
    infinite, finite = done("compare gold3.csv p3.csv q3.csv --measures KLD,NMD").rows
    assert [*infinite.values()] == ["KLD", "1", "1", "1", "", "", ""]
    assert (finite["mean_delta"], finite["pearson_KLD"], float(finite["pearson_NMD"])) == ("0.0", "", pytest.approx(1))


def test_on_all_scales_each_is_as_it_is_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.json").write_text(of_scales(votes=True))
    for run in (1, 2, 3):
        (tmp_path / f"run{run}.json").write_text(of_scales(seed=run))
    files = "gold.json run1.json run2.json run3.json --measures NMD,RNOD"
    for command in ("score", "results", "agreement", "consistency", "discriminative-power", "overlap"):
        every = done(f"{command} {files} --scale all")
        alone = {scale: done(f"{command} {files} --scale {scale}") for scale in "AE"}
        for scale, one in alone.items():
            rows = [row for row in every.rows if row["scale"] == scale]
            assert [row | {"scale": scale} for row in one.rows] == rows
        assert every.columns[0] == "scale"
    page = done(f"report {files} --scale all --trials 20").out
    commands = re.findall(r"-m ordquant_core (\w[\w-]*) .*?--scale (\w+)", page)
    assert commands[:3] == [("score", "all"), ("discriminative-power", "all"), ("report", "all")]
    assert {*re.findall(r"scale='(\w)'", html.unescape(page))} == {*"AE"}  # a program for each
    describe(tmp_path, gold="gold.json", runs=["run1.json"], scale="E")
    assert done("score . --measures NMD").rows == done("score gold.json run1.json --scale E --measures NMD").rows
