"""`study`: every table of the papers for all tasks of a folder, in every form, reproducible."""

import base64
import csv
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pypdf
import pytest
from scipy import stats

import ordquant_core as oq
from ordquant_core.__main__ import main
from ordquant_core.errors import OrdquantError
from ordquant_core.figure_files import browser
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.experiments import COMBINED, MEASURES_OF_LQ_2021, MEASURES_OF_VARIANTS
from ordquant_core.version import VERSION
from tests.source_files import ROOT

pytestmark = pytest.mark.slow
needs_browser = pytest.mark.skipif(browser() is None, reason="no Chromium is installed")

CLASSES = ("-2", "-1", "0", "1", "2")
FEW = ("--trials", "60", "--splits", "40", "--size", "5")
TABLES = (
    *("data", "results", "discriminative-power", "significance-overlap", "contradictions", "contradicting-runs"),
    *("popularity-and-uniform", "ranking-agreement", "average-similarity", "ranking-agreement-averages"),
    *("combined-measures", "combined-measures-averages", "ranking-consistency", "ranking-consistency-averages"),
    *("artificial-distributions", "cases-of-a-run", "preference-agreement"),
)


def wide(rows):
    lines = [",".join(map(str, (f"c{number}", *row))) for number, row in enumerate(rows)]
    return "\n".join([",".join(("case", *CLASSES)), *lines]) + "\n"


def add_task(folder, seed, cases=24, runs=4, twice=False):
    """Write a task of votes; `twice`: with a copy of its first run."""
    chance = np.random.default_rng(seed)
    votes = chance.multinomial(20, chance.dirichlet(np.ones(5)), size=cases)
    (folder / "runs").mkdir(parents=True)
    (folder / "gold.csv").write_text(wide(votes.tolist()))
    for run in range(runs):
        values = np.stack([chance.dirichlet(0.4 + (runs - run) * row / 6) for row in votes])
        (folder / "runs" / f"run{run}.csv").write_text(wide((values / values.sum(axis=1, keepdims=True)).tolist()))
    if twice:
        shutil.copy(folder / "runs" / "run0.csv", folder / "runs" / "same.csv")
    (folder / "task.json").write_text(json.dumps({"title": folder.name, "gold": "gold.csv", "runs": ["runs/*.csv"]}))


@pytest.fixture(scope="module")
def tasks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("study") / "tasks"
    add_task(folder / "second", 2, cases=30, runs=5, twice=True)
    add_task(folder / "first", 1)
    facts = json.loads((folder / "first" / "task.json").read_text())
    facts |= {"venue": "elsewhere", "subtask": "DQ", "type": "OQ", "runs_per": {"C": 3, "E": 1}}
    (folder / "first" / "task.json").write_text(json.dumps(facts))
    (folder / "README.md").write_text("About the tasks")
    manifest = {
        "title": "Two tasks",
        "tasks": [
            {"folder": "second", "name": "Sem & 17", "venue": "SemEval-2017", "language": "E"},
            {"folder": "first", "venue": "NTCIR-14", "language": "C+E", "annotators": "19 of 20"},
        ],
    }
    (folder / "study.json").write_text(json.dumps(manifest))
    return folder


@pytest.fixture(scope="module")
def out(tasks, tmp_path_factory):
    folder = tmp_path_factory.mktemp("out") / "tables"
    assert main(["study", str(tasks), "--out", str(folder), *FEW]) == 0
    return folder


def rows_of(folder, name):
    return list(csv.DictReader(io.StringIO((folder / f"{name}.csv").read_text(encoding="utf-8"))))


def test_every_table_comes_in_every_form(out):
    expected = {f"{name}.{form}" for name in TABLES for form in ("csv", "md", "tex")}
    others = {"study.tex", "report.html", "provenance.json", "methods.txt", "methods.tex", "references.bib"}
    assert {place.name for place in out.iterdir() if place.is_file()} == expected | others


@pytest.mark.parametrize(
    ("name", "command", "measures", "options"),
    [
        ("discriminative-power", "discriminative-power", MEASURES_OF_LQ_2021, ("--trials", 60)),
        ("significance-overlap", "overlap", MEASURES_OF_LQ_2021, ("--trials", 60)),
        ("contradicting-runs", "contradictions", MEASURES_OF_LQ_2021, ("--trials", 60)),
        ("ranking-agreement", "agreement", MEASURES_OF_VARIANTS, ()),
    ],
)
def test_numbers_are_those_of_the_other_commands_to_the_last_digit(
    out, tasks, records, name, command, measures, options
):
    for folder, title in (("first", "first"), ("second", "Sem & 17")):
        found = [row for row in rows_of(out, name) if row["task"] == title]
        tested = () if command == "agreement" else ("--baselines",)  # runs, as LQ 2021 counts them
        alone = records(command, tasks / folder, "--measures", ",".join(measures), *options, *tested)
        assert [{key: row[key] for key in alone[0]} for row in found] == alone if alone else found == []


def test_means_and_groups_of_the_runs_are_those_of_results(out, tasks, records):
    measures = ",".join(MEASURES_OF_LQ_2021)
    for folder, title in (("first", "first"), ("second", "Sem & 17")):
        alone = records("results", tasks / folder, "--measures", measures, "--trials", 60)
        found = [row for row in rows_of(out, "results") if row["task"] == title]
        assert [{key: row[key] for key in alone[0]} for row in found] == alone
    text = (out / "results.tex").read_text(encoding="utf-8")
    assert "B = 60, seed 1" in text
    assert r"\textsuperscript{a}" in text


def test_the_paragraph_on_methods_has_the_numbers_of_the_run(out, tasks):
    said = json.loads((out / "provenance.json").read_text(encoding="utf-8"))
    text, _, references = (out / "methods.txt").read_text(encoding="utf-8").partition("\n\nReferences\n")
    settings, rows = said["settings"], rows_of(out, "data")
    for row in rows:
        cases = f"{row['cases']} cases with 20 votes each"
        assert f"{row['task']} ({cases}, {row['classes']} ordered classes, {row['runs']} runs)" in text
    assert f"B = {settings['trials']} permutations" in text
    assert f"seed {settings['seed']}." in text
    assert f"p < {settings['alpha']} is significant" in text
    assert f"at random {settings['splits']} times" in text
    assert f"whose first {settings['size']} cases are the small sets" in text
    assert f"OrdQuant {VERSION} (Python {said['python']}, NumPy {np.__version__}" in text
    for key in settings["measures"]:
        assert re.search(rf"\b{re.escape(MEASURES[key].label)} \(", text), key
    compared = settings["compared in the tables of LQ 2021"]
    assert ("baselines Popularity and Uniform" in " ".join(compared.values())) == ("two such tests were made" in text)
    latex = (out / "methods.tex").read_text(encoding="utf-8")
    cited = {key for keys in re.findall(r"\\cite\{([\w,]+)\}", latex) for key in keys.split(",")}
    entries = re.findall(r"^@\w+\{(\w+),$", (out / "references.bib").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(entries) == len(set(entries))
    assert cited <= set(entries)
    assert {"ordquant", "sakai2021lq", "kendall1962"} <= cited
    assert len(references.splitlines()) == len(cited)
    plain = re.sub(r"\\[\\{}&%#_$]", "", latex)
    assert plain.count("{") == plain.count("}")
    assert plain.count("$") % 2 == 0


@pytest.fixture(autouse=True)
def nothing_is_drawn(request, monkeypatch):
    """Write the tables alone: Chromium takes a second for each figure."""
    if "browser" not in request.keywords:
        monkeypatch.setattr("ordquant_core.documents.browser", lambda: None)


def study(capsys, tasks, out, *options):
    code = main(["study", str(tasks), "--out", str(out), *FEW, *map(str, options)])
    return code, capsys.readouterr().err


def test_other_measures_stand_in_every_table(tasks, tmp_path, capsys):
    assert study(capsys, tasks, tmp_path / "out", "--measures", "NMD,RPS,JSD")[0] == 0
    assert not (tmp_path / "out" / "combined-measures.csv").exists()
    for name in ("results", "discriminative-power", "popularity-and-uniform", "ranking-consistency"):
        assert {row["measure"] for row in rows_of(tmp_path / "out", name)} == {"NMD", "RPS", "JSD"}, name
    for name in ("ranking-agreement", "contradictions", "cases-of-a-run", "artificial-distributions"):
        rows = rows_of(tmp_path / "out", name)
        assert {row["measure_1"] for row in rows} | {row["measure_2"] for row in rows} == {"NMD", "RPS", "JSD"}
    command = json.loads((tmp_path / "out" / "provenance.json").read_text())["command"]
    assert "--measures NMD,RPS,JSD" in command
    code, err = study(capsys, tasks, tmp_path / "one", "--measures", "NMD")
    assert (code, "name two or more" in err) == (2, True)
    code, err = study(capsys, tasks, tmp_path / "one", "--measures", "NMD,XYZ")
    assert (code, "Unknown measure 'XYZ'" in err) == (2, True)
    assert not (tmp_path / "one").exists()


def test_a_second_study_leaves_nothing_of_the_first_and_touches_nothing_else(tasks, tmp_path, capsys):
    out = tmp_path / "out"
    assert study(capsys, tasks, out)[0] == 0
    (out / "paper.tex").write_text("mine")
    (out / "figures").mkdir()
    (out / "figures" / "mine.pdf").write_text("mine")
    assert study(capsys, tasks, out, "--measures", "NMD,JSD")[0] == 0
    written = json.loads((out / "provenance.json").read_text())["outputs"]
    there = {str(place.relative_to(out)) for place in out.rglob("*") if place.is_file()}
    assert there == {*written, "provenance.json", "paper.tex", "figures/mine.pdf"}
    for name, digest in written.items():
        assert hashlib.sha256((out / name).read_bytes()).hexdigest() == digest
    (out / "results.md").write_text("changed by hand")
    code, err = study(capsys, tasks, out)
    assert (code, "results.md was changed since" in err) == (2, True)
    assert (out / "results.md").read_text() == "changed by hand"


def test_a_file_that_no_study_wrote_is_never_replaced(tasks, tmp_path, capsys):
    out = tmp_path / "out"
    out.mkdir()
    (out / "report.html").write_text("mine")
    code, err = study(capsys, tasks, out)
    assert (code, "report.html was not written by a study" in err) == (2, True)
    assert [place.name for place in out.iterdir()] == ["report.html"]
    (out / "report.html").unlink()
    (out / "provenance.json").write_text(json.dumps({"product": {"name": "OrdQuant", "version": "0.2.0"}}))
    code, err = study(capsys, tasks, out)
    assert (code, "does not list the files" in err) == (2, True)
    outputs = {"../outside.txt": hashlib.sha256(b"x").hexdigest()}
    (out / "provenance.json").write_text(json.dumps({"product": {"name": "OrdQuant"}, "outputs": outputs}))
    (tmp_path / "outside.txt").write_text("x")
    assert study(capsys, tasks, out)[0] == 2
    assert (tmp_path / "outside.txt").read_text() == "x"


def test_consistency_is_that_of_its_command(out, tasks, records):
    found = [row for row in rows_of(out, "ranking-consistency") if row["task"] == "first"]
    keys = (*MEASURES_OF_VARIANTS, *COMBINED)
    for split, options in (("half", ()), ("5", ("--size", 5))):
        alone = records("consistency", tasks / "first", "--measures", ",".join(keys), "--splits", 40, *options)
        assert [(row["measure"], row["tau"]) for row in found if row["split"] == split] == [
            (row["measure"], row["tau"]) for row in alone
        ]
    assert {row["measure"] for row in found} == set(keys)


def test_wins_are_those_of_compare_and_add_up(out, tasks, records):
    alone = records("compare", tasks / "second", "baseline:popularity", "baseline:uniform")
    by_key = {row["measure"]: row for row in alone}
    found = rows_of(out, "popularity-and-uniform")
    sides = ("prefers_a", "prefers_b", "ties")
    for row in found:
        if row["task"] == "Sem & 17":
            assert [row[side] for side in sides] == [by_key[row["measure"]][side] for side in sides]
        if row["task"] == "TOTAL":
            parts = [other for other in found if other["measure"] == row["measure"] and other is not row]
            assert [int(row[side]) for side in sides] == [sum(int(part[side]) for part in parts) for side in sides]
            assert sum(int(row[side]) for side in sides) == 54


def test_pooled_power_and_averages_follow_from_the_tasks(out):
    powers = rows_of(out, "discriminative-power")
    pooled = {row["measure"]: row for row in powers if row["task"] == "POOLED"}
    for key, row in pooled.items():
        parts = [other for other in powers if other["measure"] == key and other["task"] != "POOLED"]
        assert int(row["significant"]) == sum(int(part["significant"]) for part in parts)
        assert int(row["pairs"]) == 15 + 28  # of 4 and 6 runs with the two baselines
    taus = rows_of(out, "ranking-agreement")
    for row in rows_of(out, "ranking-agreement-averages"):
        pair = [float(one["tau"]) for one in taus if all(one[k] == row[k] for k in ("measure_1", "measure_2"))]
        assert float(row["tau"]) == pytest.approx(np.mean(pair))
        assert len(pair) == 2


def read_wide(path):
    with path.open(encoding="utf-8") as file:
        return np.array([[float(cell) for cell in row[1:]] for row in list(csv.reader(file))[1:]])


def test_taus_over_the_cases_of_the_best_run_are_those_of_scipy(out, tasks):
    gold, run = read_wide(tasks / "first/gold.csv"), read_wide(tasks / "first/runs/run0.csv")
    found = [row for row in rows_of(out, "cases-of-a-run") if row["task"] == "first"]
    assert {row["run"] for row in found} == {"run0"}
    for row in found:
        one, other = (MEASURES[row[key]](gold, run).round(12) for key in ("measure_1", "measure_2"))
        assert float(row["tau"]) == pytest.approx(stats.kendalltau(one, other).statistic)
        assert float(row["low_long_cliff"]) <= float(row["tau"]) <= float(row["high_long_cliff"])


def decoded(values):
    """Return the numbers of a trace, which are written as bytes if there are any."""
    return np.frombuffer(base64.b64decode(values["bdata"]), values["dtype"]) if isinstance(values, dict) else values


@pytest.fixture
def panels(monkeypatch):
    """The panels of the figures, in place of files: no Chromium draws them."""
    found = []

    def kept(figures, *, width):
        found.append([figure.to_dict() for figure in figures])
        assert width == 320
        return b"%PDF"

    monkeypatch.setattr("ordquant_core.documents.browser", lambda: "none is needed")
    monkeypatch.setattr("ordquant_core.report.study.sheets", kept)
    return found


def test_figures_have_a_dot_per_case_and_the_counts_of_the_quadrants(panels, tasks, tmp_path, capsys):
    assert study(capsys, tasks, tmp_path / "out")[0] == 0
    names = {place.name for place in (tmp_path / "out" / "figures").iterdir()}
    assert names == {f"{task}-figure-{number}.pdf" for task in ("1-Sem-17", "2-first") for number in (1, 2)}
    assert [len(one) for one in panels] == [4, 3, 4, 3]
    gold = read_wide(tasks / "first/gold.csv")
    modes = gold == gold.max(axis=1, keepdims=True)
    sides = modes / modes.sum(axis=1, keepdims=True), np.full(gold.shape, 0.2)
    x, y = ((MEASURES[key](gold, sides[0]) - MEASURES[key](gold, sides[1])).round(12) for key in ("NMD", "RNOD"))
    layout = panels[2][3]["layout"]  # the last panel of Figure 1
    assert [note["text"] for note in layout["annotations"]] == [
        f"<b>{((x < 0) & (y > 0)).sum()}</b>",
        f"<b>{((x > 0) & (y < 0)).sum()}</b>",
    ]
    assert layout["title"]["subtitle"]["text"].startswith(f"r = {stats.pearsonr(x, y).statistic:.3f} [")
    dots = np.concatenate([[decoded(trace[side]) for side in "xy"] for trace in panels[2][3]["data"]], axis=1)
    assert sorted(map(tuple, dots.T.round(9) + 0.0)) == sorted(zip(x.round(9) + 0.0, y.round(9) + 0.0, strict=True))


def test_figures_are_left_out_where_nothing_draws_them(panels, tasks, tmp_path, capsys, monkeypatch):
    def fails(*_, **__):
        raise OrdquantError("chromium did not draw the figure (exit code 1).")

    monkeypatch.setattr("ordquant_core.report.study.sheets", fails)
    code, err = study(capsys, tasks, tmp_path / "out")
    assert (code, "note: no figures. chromium did not draw the figure" in err) == (0, True)
    monkeypatch.setattr("ordquant_core.documents.browser", lambda: None)
    code, err = study(capsys, tasks, tmp_path / "out")
    assert code == 0
    assert "note: no figures. Figures as PDF or SVG are drawn by Chromium, and none was found" in err
    assert not list((tmp_path / "out" / "figures").glob("*"))
    assert "includegraphics" not in (tmp_path / "out" / "study.tex").read_text()


def test_the_overview_has_what_the_manifest_says(out):
    first, second = rows_of(out, "data")
    assert [first[key] for key in ("task", "venue", "language", "cases", "runs")] == [
        *("Sem & 17", "SemEval-2017", "E", "30", "6")
    ]
    assert (first["annotators"], second["annotators"]) == ("20", "19 of 20")
    assert second["task"] == "first"
    facts = ("venue", "subtask", "task_type", "runs_per")
    assert [second[key] for key in facts] == ["NTCIR-14", "DQ", "OQ", "3 C + 1 E"]  # the manifest, else task.json
    assert [first[key] for key in facts[1:]] == ["", "", ""]
    assert "| first | NTCIR-14 | DQ | OQ | C+E | 5 | 24 | 4 (3 C + 1 E) | 19 of 20 |" in (out / "data.md").read_text()


def test_latex_is_well_formed(out):
    names = re.findall(r"\\input\{([\w-]+)\}", (out / "study.tex").read_text(encoding="utf-8"))
    assert tuple(names) == TABLES
    for name in names:
        text = (out / f"{name}.tex").read_text(encoding="utf-8")
        plain = re.sub(r"\\[\\{}&%#_$]", "", text)
        assert plain.count("{") == plain.count("}")
        assert plain.count("$") % 2 == 0
        assert text.isascii(), re.findall(r"[^\x00-\x7f]", text)
        floats = text.split(r"\end{table}")[:-1]
        labels = re.findall(r"\\label\{tab:([\w-]+)\}", text)
        assert len(set(labels)) == len(floats) == text.count(r"\begin{table}")
        for part in floats:
            body = part[part.index(r"\toprule") : part.index(r"\bottomrule")]
            width = len(re.search(r"\\begin\{tabular\}\{(\w+)\}", part)[1])
            lines = [line.replace(r"\&", "") for line in body.split("\n") if line.endswith(r"\\")]
            assert {line.count("&") + 1 for line in lines} == {width}, name
            assert 1 < len(lines) <= 45


@pytest.mark.browser
@needs_browser
def test_the_pdf_of_a_figure_has_a_page_of_85_mm_per_panel(out):
    pages = pypdf.PdfReader(out / "figures" / "2-first-figure-2.pdf").pages
    for page, other in zip(pages, ("NVD", "RNSS", "JSD"), strict=True):
        assert float(page.mediabox.width) / 72 * 25.4 == pytest.approx(85, abs=0.5)
        text = page.extract_text()
        assert f"RNOD and {other} disagree on" in text
        assert "of 24 cases" in text


def test_the_report_holds_every_table_and_needs_nothing(out):
    page = (out / "report.html").read_text(encoding="utf-8")
    assert page.count("<h2>") == len(TABLES) + 2  # with notes, and how to repeat it
    assert "Sem &amp; 17" in page
    assert "http" not in page.replace("http-equiv", "")
    assert "<script" not in page


def test_provenance_names_versions_files_settings_and_the_command(out, tasks):
    found = json.loads((out / "provenance.json").read_text(encoding="utf-8"))
    assert found["product"] == {"name": "OrdQuant", "version": VERSION}
    assert found["libraries"]["numpy"] == np.__version__
    assert {"first/gold.csv", "first/task.json", "second/runs/same.csv", "study.json"} < set(found["inputs"])
    assert len(found["inputs"]) == 1 + (2 + 4) + (2 + 6)
    for name, digest in found["inputs"].items():
        assert hashlib.sha256((tasks / name).read_bytes()).hexdigest() == digest
    assert (found["settings"]["trials"], found["settings"]["seed"]) == (60, 1)
    assert found["command"].startswith("python -m ordquant_core study tasks --out DIR --trials 60")
    assert str(tasks) not in json.dumps(found)
    assert any("same estimates" in note for note in found["repairs_and_notes"]["Sem & 17"])


@pytest.mark.browser
@needs_browser
def test_the_same_folder_gives_the_same_bytes_wherever_it_lies(out, tasks, tmp_path):
    shutil.copytree(tasks, tmp_path / "elsewhere" / "tasks")
    assert main(["study", f"{tmp_path}/elsewhere/tasks/", "--out", str(tmp_path / "again"), *FEW]) == 0
    files = [place.relative_to(out) for place in out.rglob("*") if place.is_file()]
    assert len(files) == 3 * len(TABLES) + 6 + 2 * 2
    for name in files:
        assert (tmp_path / "again" / name).read_bytes() == (out / name).read_bytes(), name


def test_the_function_writes_what_the_command_does(tasks, tmp_path, capsys):
    study(capsys, tasks, tmp_path / "a", *FEW, "--measures", "NMD,RNOD", "--baselines")
    few = {"n_trials": 60, "n_splits": 40, "size": 5}
    with ThreadPoolExecutor(2) as executor:
        oq.study(tasks, tmp_path / "b", [oq.nmd, "RNOD"], baselines=True, **few, executor=executor)
    first, second = ({path.name: path.read_bytes() for path in (tmp_path / of).iterdir()} for of in "ab")
    assert first == second


def test_a_broken_task_is_reported_and_the_others_are_done(tmp_path, capsys):
    add_task(tmp_path / "tasks" / "good", 1)
    add_task(tmp_path / "tasks" / "broken", 2)
    (tmp_path / "tasks/broken/runs/run1.csv").write_text("case,-2,-1,0,1,2\nc0,1,2,oops,0,0\n")
    add_task(tmp_path / "tasks" / "lonely", 3, runs=1)
    code = main(["study", str(tmp_path / "tasks"), "--out", str(tmp_path / "out"), *FEW])
    err = capsys.readouterr().err
    assert code == 2
    assert re.search(r"^note: left out: broken: .*run1\.csv", err, re.MULTILINE)
    assert re.search(r"^note: left out: lonely: .*2 runs", err, re.MULTILINE)
    assert re.search(r"^error: .*2 could not be studied, all others were; broken:", err, re.MULTILINE)
    assert {row["task"] for row in rows_of(tmp_path / "out", "ranking-agreement")} == {"good"}
    left_out = json.loads((tmp_path / "out/provenance.json").read_text(encoding="utf-8"))["settings"]["left out"]
    assert [line.partition(":")[0] for line in left_out] == ["broken", "lonely"]
    assert "Left out" in (tmp_path / "out/report.html").read_text(encoding="utf-8")


def test_every_scale_is_studied(tmp_path, capsys):
    chance = np.random.default_rng(1)
    folder = tmp_path / "tasks" / "dialogues"
    folder.mkdir(parents=True)
    scales = ("A", "E")

    def annotation():
        return {"quality": {scale: str(chance.integers(-2, 3)) for scale in scales}}

    def estimate():
        return {scale: dict(zip(CLASSES, chance.dirichlet(np.ones(5)).tolist(), strict=True)) for scale in scales}

    ids = [f"d{number}" for number in range(12)]
    gold = [{"id": one, "annotations": [annotation() for _ in range(5)]} for one in ids]
    (folder / "gold.json").write_text(json.dumps(gold))
    for run in range(3):
        (folder / f"run{run}.json").write_text(json.dumps([{"id": one, "quality": estimate()} for one in ids]))
    assert main(["study", str(tmp_path / "tasks"), "--out", str(tmp_path / "out"), *FEW, "--baselines"]) == 0
    found = rows_of(tmp_path / "out", "data")
    assert [(row["task"], row["runs"]) for row in found] == [("dialogues A", "5"), ("dialogues E", "5")]
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("manifest", "words"),
    [
        ("[]", "this is not a study manifest"),
        ('{"tasks": []}', "this is not a study manifest"),
        ('{"tasks": ["first"]}', "tasks, entry 1"),
        ('{"tasks": [{"folder": "../first"}]}', "leads out of the folder"),
        ('{"tasks": [{"folder": "first", "vennue": "x"}]}', "'vennue' is unknown"),
        ('{"tasks": [{"folder": "first", "venue": 3}]}', "venue is not a text"),
        ('{"tasks": [{"folder": "first"}, {"folder": "first"}]}', "occurs twice"),
        ('{"title": 1, "tasks": [{"folder": "first"}]}', "title"),
    ],
)
def test_a_manifest_that_cannot_be_used_is_refused(tmp_path, refused, manifest, words):
    add_task(tmp_path / "tasks" / "first", 1)
    (tmp_path / "tasks/study.json").write_text(manifest)
    assert words in refused("study", tmp_path / "tasks", "--out", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_what_is_no_study_is_refused(tmp_path, refused):
    assert "not a folder" in refused("study", tmp_path / "nowhere", "--out", tmp_path / "out")
    (tmp_path / "empty").mkdir()
    assert "no task in this folder" in refused("study", tmp_path / "empty", "--out", tmp_path / "out")
    assert "--out" in refused("study", tmp_path / "empty")
    for place in ("tasks", "tasks/out"):  # the next study would take what is written for a task
        assert "lies among the tasks" in refused("study", tmp_path / "tasks", "--out", tmp_path / place)


@pytest.mark.usefixtures("panels")
def test_an_output_folder_that_cannot_be_written_is_refused(tasks, tmp_path, refused):
    (tmp_path / "file").write_text("")
    assert "cannot be written" in refused("study", tasks, "--out", tmp_path / "file" / "out", *FEW)


def test_a_measure_of_ones_own_joins_those_of_the_papers(tasks, tmp_path):
    guide = (ROOT / "assets" / "docs" / "own-measure.md").read_text(encoding="utf-8")
    (tmp_path / "mine.py").write_text(re.search(r"```python\n(.*?)```", guide, re.DOTALL)[1])
    call = [sys.executable, "-m", "ordquant_core", "study", str(tasks), "--out", str(tmp_path / "out"), *FEW]
    without_browser = {**os.environ, "PATH": "", "BROWSER_PATH": ""}
    own = [*call, "--plugin", str(tmp_path / "mine.py")]
    subprocess.run(own, check=True, capture_output=True, cwd=ROOT, env=without_browser)
    own = {row["measure"] for row in rows_of(tmp_path / "out", "results")} - set(MEASURES_OF_LQ_2021)
    assert len(own) == 1
    assert own < {row["measure"] for row in rows_of(tmp_path / "out", "ranking-consistency")}
    found = json.loads((tmp_path / "out" / "provenance.json").read_text())
    assert "--plugin mine.py" in found["command"]
    assert "mine.py" in found["inputs"]


def test_files_are_read_as_the_options_say_and_the_command_repeats_it(tmp_path, capsys):
    add_task(tmp_path / "tasks" / "one", 1)
    place = tmp_path / "tasks" / "one" / "runs" / "run1.csv"
    head, first, *rest = place.read_text().splitlines()
    case, *values = first.split(",")
    place.write_text("\n".join([head, ",".join([case, *(str(0.99 * float(value)) for value in values)]), *rest]) + "\n")
    code, err = study(capsys, tmp_path / "tasks", tmp_path / "out")
    assert (code, "sum" in err) == (2, True)
    code, err = study(capsys, tmp_path / "tasks", tmp_path / "out", "--repair", "renormalise", "--merge", "-2,-1")
    assert code == 0, err
    (row,) = rows_of(tmp_path / "out", "data")
    assert row["classes"] == "4"
    found = json.loads((tmp_path / "out" / "provenance.json").read_text())
    assert "--repair", "renormalise" in found["command"]
    assert "--merge -2,-1" in found["command"]
    assert "renormalise" in found["settings"]


def compiled(folder):
    """Return the PDF of study.tex, or raise; twice, since references need it."""
    call = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "study.tex"]
    for _ in range(2):
        done = subprocess.run(call, cwd=folder, check=True, capture_output=True, text=True, errors="replace")
    assert "Overfull" not in done.stdout
    assert "Rerun" not in done.stdout
    return pypdf.PdfReader(folder / "study.pdf")


needs_latex = pytest.mark.skipif(
    shutil.which("pdflatex") is None and os.environ.get("REQUIRE_LATEX") != "1", reason="no LaTeX is installed"
)


@pytest.mark.browser
@needs_browser
@needs_latex
def test_latex_compiles(out, tmp_path):
    shutil.copytree(out, tmp_path / "study")
    pages = [page.extract_text() for page in compiled(tmp_path / "study").pages]
    captions = " ".join(" ".join(pages).split())
    assert "Two tasks" in pages[0]
    assert f"Table {len(TABLES)}:" in captions
    assert "Figure 4:" in captions
    assert "Sem & 17: margins of Popularity and Uniform" in captions
