"""`study`: every table of the papers for all tasks of a folder, in every form, with provenance, reproducible."""

import csv
import hashlib
import io
import json
import re
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pypdf
import pytest

import ordquant_core as oq
from ordquant_core.errors import OrdquantError
from ordquant_core.version import VERSION
from tests.commands.files import compiled, describe, done, ended, needs_latex, of_scales, refused, table

pytestmark = pytest.mark.slow

CLASSES = ("-2", "-1", "0", "1", "2")
NAMES = ("r_1&50%#^{x}~\\", "ünï–β run", "系统 <1>", 'نظام--2|"q"', "$a$ [x]")  # of runs
TASKS = {"second": "Tāsk_α & 分布 50%", "first": "first"}
TESTED = ("--trials", 60, "--alpha", 0.2)
FEW = (*TESTED, "--splits", 8, "--baselines")
TINY = ("--trials", 9, "--splits", 4, "--size", 2, "--measures", "NMD,JSD")
TABLES = (
    *("data", "results", "discriminative-power", "significance-overlap", "contradictions", "contradicting-runs"),
    *("popularity-and-uniform", "ranking-agreement", "average-similarity", "ranking-agreement-averages"),
    *("combined-measures", "combined-measures-averages", "ranking-consistency", "ranking-consistency-averages"),
    *("artificial-distributions", "cases-of-a-run", "preference-agreement"),
)
REVIEWED = Path(__file__).with_name("study.md")  # written anew by `python -m tests.commands.test_study`
OTHERS = {"study.tex", "report.html", "provenance.json", "methods.txt", "methods.tex", "references.bib"}


def add_task(folder, seed, cases=24, names=("run0", "run1", "run2", "run3"), **facts):
    """Write a task of votes; a fifth run is a copy of the first."""
    rng = np.random.default_rng(seed)
    votes = rng.multinomial(20, rng.dirichlet(np.ones(5)), size=cases)
    (folder / "runs").mkdir(parents=True)
    (folder / "gold.csv").write_text(table(range(cases), votes.tolist(), CLASSES))
    for run, name in enumerate(names[:4]):
        values = np.stack([rng.dirichlet(0.4 + (4 - run) * row / 6) for row in votes])
        values /= values.sum(axis=1, keepdims=True)
        (folder / "runs" / f"{name}.csv").write_text(table(range(cases), values.tolist(), CLASSES))
    for name in names[4:]:
        shutil.copy(folder / "runs" / f"{names[0]}.csv", folder / "runs" / f"{name}.csv")
    describe(folder, title=folder.name, gold="gold.csv", runs=["runs/*.csv"], **facts)


def two_tasks(folder):
    add_task(folder / "second", 2, names=NAMES)
    add_task(folder / "first", 1, venue="elsewhere", subtask="DQ", type="OQ", runs_per={"C": 3, "E": 1})
    (folder / "README.md").write_text("About the tasks")
    listed = [
        {"folder": "second", "name": TASKS["second"], "venue": "SemEval-2017", "language": "E"},
        {"folder": "first", "venue": "NTCIR-14", "language": "C+E", "annotators": "19 of 20"},
    ]
    (folder / "study.json").write_text(json.dumps({"title": "Two tasks", "tasks": listed}))
    return folder


@pytest.fixture(scope="module")
def tasks(tmp_path_factory):
    return two_tasks(tmp_path_factory.mktemp("study") / "tasks")


def blank(figures, *, width):
    """Return empty pages in the place of figures: Chromium takes a second for each (tests/commands/test_figure.py)."""
    assert width == 320  # 85 mm
    pages = pypdf.PdfWriter()
    for _ in figures:
        pages.add_blank_page(240, 200)
    pages.write(written := io.BytesIO())
    return written.getvalue()


def studied(tasks, out):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ordquant_core.documents.browser", lambda: "none is needed")
        patch.setattr("ordquant_core.report.study.sheets", blank)
        done("study", tasks, "--out", out, *FEW)
    return out


@pytest.fixture(scope="module")
def out(tasks, tmp_path_factory):
    return studied(tasks, tmp_path_factory.mktemp("out") / "tables")


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tiny") / "tasks"
    add_task(folder / "one", 1, cases=8)
    return folder


@pytest.fixture(autouse=True)
def nothing_is_drawn(monkeypatch):
    monkeypatch.setattr("ordquant_core.documents.browser", lambda: None)


def study(tasks, out, *options):
    return ended("study", tasks, "--out", out, *(options or TINY))


def rows_of(folder, name):
    with (folder / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def said_in(folder, name="provenance.json"):
    return json.loads((folder / name).read_text(encoding="utf-8"))


# --- the forms ---


def in_markdown(folder):
    """Return the tables of a study as lines of Markdown, and the paragraph on methods but for versions of software."""
    texts = [
        (folder / name).read_text(encoding="utf-8") for name in (*(f"{name}.md" for name in TABLES), "methods.txt")
    ]
    return "\n".join(texts).partition(" was computed with OrdQuant ")[0].splitlines()


def test_every_number_of_a_study_stands_where_it_was_reviewed(out):
    """The numbers are those of the CSV; LaTeX has the same cells (tests/writing/test_paper_tables.py)."""
    assert in_markdown(out) == REVIEWED.read_text(encoding="utf-8").splitlines()


def test_every_table_comes_in_every_form(out):
    """LaTeX of tables: tests/writing/test_paper_tables.py; all of it is compiled below."""
    expected = {f"{name}.{form}" for name in TABLES for form in ("csv", "md", "tex")}
    assert {place.name for place in out.iterdir() if place.is_file()} == expected | OTHERS
    assert tuple(re.findall(r"\\input\{([\w-]+)\}", (out / "study.tex").read_text(encoding="utf-8"))) == TABLES
    page = (out / "report.html").read_text(encoding="utf-8")
    assert page.count("<h2>") == len(TABLES) + 2  # with notes, and how to repeat it
    assert "Tāsk_α &amp; 分布 50%" in page


def test_what_the_paragraph_on_methods_cites_is_in_its_list_of_references(out):
    text, latex, entries = (
        (out / name).read_text(encoding="utf-8") for name in ("methods.txt", "methods.tex", "references.bib")
    )
    cited = {key for keys in re.findall(r"\\cite\{([\w,]+)\}", latex) for key in keys.split(",")}
    listed = re.findall(r"^@\w+\{(\w+),$", entries, re.MULTILINE)
    assert len(listed) == len(set(listed))
    assert cited <= set(listed)
    assert len(text.partition("\n\nReferences\n")[2].splitlines()) == len(cited)


# --- provenance, and what is done with a folder ---


def test_provenance_names_versions_files_settings_and_the_command(out, tasks):
    found = said_in(out)
    assert found["product"] == {"name": "OrdQuant", "version": VERSION}
    assert found["libraries"]["numpy"] == np.__version__
    inputs = {str(path.relative_to(tasks)) for path in tasks.rglob("*") if path.is_file()} - {"README.md"}
    assert {*found["inputs"]} == inputs
    for place, digests in ((tasks, found["inputs"]), (out, found["outputs"])):
        for name, digest in digests.items():
            assert hashlib.sha256((place / name).read_bytes()).hexdigest() == digest
    used = found["settings"]
    assert [used[name] for name in ("trials", "splits", "size", "alpha", "seed", "left out")] == [60, 8, 10, 0.2, 1, []]
    for tables in ("compared in the tables of LQ 2021", "compared in the other tables"):
        assert {*used[tables]} == {*TASKS.values()}
        assert used[tables]["first"] == "4 runs and the baselines Popularity and Uniform"
    settings = "--baselines --trials 60 --splits 8 --size 10 --alpha 0.2 --seed 1"
    assert found["command"] == f"python -m ordquant_core study tasks --out DIR {settings}"
    assert str(tasks) not in json.dumps(found)
    assert any("same estimates" in note for note in found["repairs_and_notes"][TASKS["second"]])


def test_the_function_writes_the_same_bytes_wherever_the_tasks_lie(tiny, tmp_path):
    """Also where others do the work, and a function names a measure."""
    assert study(tiny, tmp_path / "a", *TINY, "--repair", "renormalise", "--merge", "-2,-1").code == 0
    shutil.copytree(tiny, tmp_path / "elsewhere" / "tasks")
    choices = oq.Decisions(renormalise=True, merge=(("-2", "-1"),))
    few = {"n_trials": 9, "n_splits": 4, "size": 2, "choices": choices}
    with ThreadPoolExecutor(2) as executor:
        oq.study(tmp_path / "elsewhere" / "tasks", tmp_path / "b", [oq.nmd, "JSD"], **few, executor=executor)
    first, second = ({path.name: path.read_bytes() for path in (tmp_path / of).iterdir()} for of in "ab")
    assert first == second
    assert not {"combined-measures.csv"} & {*first}
    assert rows_of(tmp_path / "a", "data")[0]["classes"] == "4"
    assert "--measures NMD,JSD --repair renormalise --merge -2,-1 --trials 9" in said_in(tmp_path / "a")["command"]
    for name in ("results", "discriminative-power", "popularity-and-uniform", "ranking-consistency"):
        assert {row["measure"] for row in rows_of(tmp_path / "a", name)} == {"NMD", "JSD"}, name


def test_a_second_study_leaves_nothing_of_the_first_and_touches_nothing_else(tiny, tmp_path):
    out = tmp_path / "out"
    assert study(tiny, out, *TINY[:-1], "NMD,RNOD,DNKT").code == 0
    (out / "paper.tex").write_text("mine")
    (out / "figures").mkdir()
    (out / "figures" / "mine.pdf").write_text("mine")
    assert study(tiny, out).code == 0
    there = {str(place.relative_to(out)) for place in out.rglob("*") if place.is_file()}
    assert there == {*said_in(out)["outputs"], "provenance.json", "paper.tex", "figures/mine.pdf"}
    for name in ("results.md", "results.tex", "results.csv", "data.md"):
        (out / name).write_text("changed by hand")
        changed = study(tiny, out)
        assert changed.code == 2
        assert name in changed.err or "and 1 more were changed since" in changed.err
    assert "results.tex, " in changed.err or "and 1 more" in changed.err
    assert (out / "results.md").read_text() == "changed by hand"


def test_a_file_that_no_study_wrote_is_never_replaced(tiny, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "report.html").write_text("mine")
    assert "report.html was not written by a study; move it, or name another --out" in study(tiny, out).err
    assert [place.name for place in out.iterdir()] == ["report.html"]
    (out / "report.html").unlink()
    outside = {"../outside.txt": hashlib.sha256(b"x").hexdigest()}
    (tmp_path / "outside.txt").write_text("x")
    for listed in (
        {"product": {"name": "OrdQuant", "version": "0.2.0"}},
        {"product": {"name": "Other"}, "outputs": {}},
        {"product": {"name": "OrdQuant"}, "outputs": outside},
        {"product": {"name": "OrdQuant"}, "outputs": {"/etc/hosts": ""}},
        "no object",
    ):
        (out / "provenance.json").write_text(json.dumps(listed))
        assert "does not list the files that were written with it" in study(tiny, out).err
    assert (tmp_path / "outside.txt").read_text() == "x"
    (tmp_path / "file").write_text("")
    assert "cannot be written" in refused("study", tiny, "--out", tmp_path / "file" / "out", *TINY)


def test_a_broken_task_is_reported_and_the_others_are_done(tmp_path):
    add_task(tmp_path / "tasks" / "good", 1, cases=8)
    add_task(tmp_path / "tasks" / "broken", 2, cases=8)
    (tmp_path / "tasks/broken/runs/run1.csv").write_text("case,-2,-1,0,1,2\n0,1,2,oops,0,0\n")
    add_task(tmp_path / "tasks" / "lonely", 3, cases=8, names=("run0",))
    add_task(tmp_path / "tasks" / "pair", 3, cases=8, names=("run0", "run1"))
    found = study(tmp_path / "tasks", tmp_path / "out")
    assert found.code == 2
    assert re.search(r"^note: left out: broken: .*run1\.csv", found.err, re.MULTILINE)
    assert re.search(r"^note: left out: lonely: .*2 runs", found.err, re.MULTILINE)
    assert re.search(r"^error: .*2 could not be studied, all others were; broken:", found.err, re.MULTILINE)
    assert "note: pair: with two runs, Kendall's tau of two rankings is 1 or -1" in found.err
    assert {row["task"] for row in rows_of(tmp_path / "out", "ranking-agreement")} == {"good", "pair"}
    left_out = said_in(tmp_path / "out")["settings"]["left out"]
    assert [line.partition(":")[0] for line in left_out] == ["broken", "lonely"]
    assert "Left out" in (tmp_path / "out/report.html").read_text(encoding="utf-8")
    for name in ("good", "pair"):
        shutil.rmtree(tmp_path / "tasks" / name)
    assert "none of its tasks could be studied; broken:" in study(tmp_path / "tasks", tmp_path / "none").err


def test_every_scale_is_studied(tmp_path):
    folder = tmp_path / "tasks" / "dialogues"
    folder.mkdir(parents=True)
    (folder / "gold.json").write_text(of_scales(votes=True))
    for run in range(3):
        (folder / f"run{run}.json").write_text(of_scales(seed=run))
    found = study(tmp_path / "tasks", tmp_path / "out", *TINY, "--baselines")
    assert (found.code, found.out) == (0, "")
    rows = rows_of(tmp_path / "out", "data")
    assert [(row["task"], row["runs"]) for row in rows] == [("dialogues A", "5"), ("dialogues E", "5")]
    assert study(tmp_path / "tasks", tmp_path / "one", *TINY, "--scale", "E").code == 0
    assert [row["task"] for row in rows_of(tmp_path / "one", "data")] == ["dialogues"]
    assert "--scale E" in said_in(tmp_path / "one")["command"]


# --- figures and LaTeX ---


def test_figures_are_files_of_their_own_or_it_is_said_why_there_are_none(tiny, tmp_path, monkeypatch):
    """What stands in them: tests/writing/test_study.py."""
    monkeypatch.setattr("ordquant_core.documents.browser", lambda: "none is needed")
    monkeypatch.setattr("ordquant_core.report.study.sheets", blank)
    assert study(tiny, tmp_path / "out", *TINY[:-1], "NMD,RNSS,JSD,RNOD").code == 0
    names = {place.name for place in (tmp_path / "out" / "figures").iterdir()}
    assert names == {f"1-one-figure-{number}.pdf" for number in (1, 2)}

    def fails(*_, **__):
        raise OrdquantError("chromium did not draw the figure (exit code 1).")

    monkeypatch.setattr("ordquant_core.report.study.sheets", fails)
    found = study(tiny, tmp_path / "out")
    assert (found.code, "note: no figures. chromium did not draw the figure" in found.err) == (0, True)
    assert not list((tmp_path / "out" / "figures").glob("*"))
    assert "includegraphics" not in (tmp_path / "out" / "study.tex").read_text()
    monkeypatch.setattr("ordquant_core.documents.browser", lambda: None)
    found = study(tiny, tmp_path / "out")
    assert "note: no figures. Figures as PDF or SVG are drawn by Chromium, and none was found" in found.err


@needs_latex
def test_latex_compiles_and_every_name_is_printed(out, tmp_path):
    shutil.copytree(out, tmp_path / "study")
    first, *others = compiled(tmp_path / "study" / "study.tex")
    printed = " ".join([first, *others])
    assert "Two tasks" in first
    assert "Table 1: The tasks of this study" in first  # below the heading, which is not alone
    for words in (f"Table {len(TABLES)}:", "Figure 4:", "r_1&50%#", "U+7CFB", "$a$ [x]"):
        assert words in printed  # letters that pdfLaTeX lacks by their numbers


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        written = studied(two_tasks(Path(place) / "tasks"), Path(place) / "out")
        REVIEWED.write_text("\n".join(in_markdown(written)) + "\n", encoding="utf-8")
