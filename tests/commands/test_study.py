"""`study`: every table of the papers for all tasks of a folder, in every form, with provenance, reproducible."""

import base64
import csv
import hashlib
import json
import re
import shutil
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pypdf
import pytest
from scipy import stats

import ordquant_core as oq
from ordquant_core.errors import OrdquantError
from ordquant_core.figure_files import browser
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, decimals, percent, score
from ordquant_core.papers.experiments import COMBINED, MEASURES_OF_LQ_2021, MEASURES_OF_VARIANTS
from ordquant_core.version import VERSION
from tests.commands.files import compiled, describe, done, ended, needs_latex, of_scales, refused, table

pytestmark = pytest.mark.slow
needs_browser = pytest.mark.skipif(browser() is None, reason="no Chromium is installed")

CLASSES = ("-2", "-1", "0", "1", "2")
NAMES = ("r_1&50%#^{x}~\\", "ünï–β run", "系统 <1>", 'نظام--2|"q"', "$a$ [x]")  # of runs
TASKS = {"second": "Tāsk_α & 分布 50%", "first": "first"}
FEW = ("--trials", 60, "--splits", 8, "--alpha", 0.2, "--baselines")
TINY = ("--trials", 9, "--splits", 4, "--size", 2, "--measures", "NMD,JSD")
TABLES = (
    *("data", "results", "discriminative-power", "significance-overlap", "contradictions", "contradicting-runs"),
    *("popularity-and-uniform", "ranking-agreement", "average-similarity", "ranking-agreement-averages"),
    *("combined-measures", "combined-measures-averages", "ranking-consistency", "ranking-consistency-averages"),
    *("artificial-distributions", "cases-of-a-run", "preference-agreement"),
)
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


@pytest.fixture(scope="module")
def tasks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("study") / "tasks"
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
def out(tasks, tmp_path_factory):
    """Everything, with figures where something draws them."""
    folder = tmp_path_factory.mktemp("out") / "tables"
    done("study", tasks, "--out", folder, *FEW)
    return folder


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tiny") / "tasks"
    add_task(folder / "one", 1, cases=8)
    return folder


@pytest.fixture(autouse=True)
def nothing_is_drawn(request, monkeypatch):
    """Write the tables alone: Chromium takes a second for each figure."""
    if "browser" not in request.keywords:
        monkeypatch.setattr("ordquant_core.documents.browser", lambda: None)


def study(tasks, out, *options):
    return ended("study", tasks, "--out", out, *(options or TINY))


def rows_of(folder, name):
    with (folder / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def said_in(folder, name="provenance.json"):
    return json.loads((folder / name).read_text(encoding="utf-8"))


# --- the numbers ---

ALONE = {  # table: the command that writes the same, its measures and options
    "results": ("results", MEASURES_OF_LQ_2021, ("--trials", 60, "--alpha", 0.2)),
    "discriminative-power": ("discriminative-power", MEASURES_OF_LQ_2021, ("--trials", 60, "--alpha", 0.2)),
    "significance-overlap": ("overlap", MEASURES_OF_LQ_2021, ("--trials", 60, "--alpha", 0.2)),
    "contradicting-runs": ("contradictions", MEASURES_OF_LQ_2021, ("--trials", 60, "--alpha", 0.2)),
    "ranking-agreement": ("agreement", MEASURES_OF_VARIANTS, ()),
}


@pytest.mark.parametrize("name", ALONE)
def test_numbers_are_those_of_the_other_commands_to_the_last_digit(out, tasks, name):
    command, measures, options = ALONE[name]
    for folder, title in TASKS.items():
        found = [row for row in rows_of(out, name) if row["task"] == title]
        alone = done(command, tasks / folder, "--measures", ",".join(measures), *options, "--baselines", "--raw").rows
        guarded = done(command, tasks / folder, "--measures", ",".join(measures), *options, "--baselines").rows
        assert [{key: row[key] for key in alone[0]} for row in found] in (alone, guarded) if alone else found == []
    consistent = [row for row in rows_of(out, "ranking-consistency") if row["task"] == "first"]
    if name == "ranking-agreement":
        keys = ",".join((*MEASURES_OF_VARIANTS, *COMBINED))
        for split, options in (("half", ()), ("10", ("--size", 10))):
            alone = done(
                "consistency", tasks / "first", "--measures", keys, "--splits", 8, "--baselines", *options
            ).rows
            of_split = [row for row in consistent if row["split"] == split]
            assert [(row["measure"], row["tau"]) for row in of_split] == [(row["measure"], row["tau"]) for row in alone]


def test_wins_and_pairs_of_all_tasks_are_added_up_and_taus_averaged(out, tasks):
    alone = {
        row["measure"]: row for row in done("compare", tasks / "second", "baseline:popularity", "baseline:uniform").rows
    }
    sides = ("prefers_a", "prefers_b", "ties")
    wins = rows_of(out, "popularity-and-uniform")
    for row in wins:
        if row["task"] == TASKS["second"]:
            assert [row[side] for side in sides] == [alone[row["measure"]][side] for side in sides]
        if row["task"] == "TOTAL":
            parts = [other for other in wins if other["measure"] == row["measure"] and other is not row]
            assert [int(row[side]) for side in sides] == [sum(int(part[side]) for part in parts) for side in sides]
            assert sum(int(row[side]) for side in sides) == 2 * 24
    powers = rows_of(out, "discriminative-power")
    for row in (row for row in powers if row["task"] == "POOLED"):
        parts = [other for other in powers if other["measure"] == row["measure"] and other["task"] != "POOLED"]
        assert int(row["significant"]) == sum(int(part["significant"]) for part in parts)
        assert int(row["pairs"]) == 15 + 21  # of 4 and 5 runs with the two baselines
    taus = rows_of(out, "ranking-agreement")
    for row in rows_of(out, "ranking-agreement-averages"):
        pair = [float(one["tau"]) for one in taus if all(one[k] == row[k] for k in ("measure_1", "measure_2"))]
        assert (float(row["tau"]), len(pair)) == (pytest.approx(np.mean(pair)), 2)


def read_wide(path):
    return np.array([[float(cell) for cell in line.split(",")[1:]] for line in path.read_text().splitlines()[1:]])


def test_taus_over_the_cases_of_the_best_run_are_those_of_scipy(out, tasks):
    gold, run = read_wide(tasks / "first/gold.csv"), read_wide(tasks / "first/runs/run0.csv")
    found = [row for row in rows_of(out, "cases-of-a-run") if row["task"] == "first"]
    assert {row["run"] for row in found} == {"run0"}
    for row in found:
        one, other = (MEASURES[row[key]](gold, run).round(12) for key in ("measure_1", "measure_2"))
        assert float(row["tau"]) == pytest.approx(stats.kendalltau(one, other).statistic)
        assert float(row["low_long_cliff"]) <= float(row["tau"]) <= float(row["high_long_cliff"])


# --- the forms ---


def test_every_table_comes_in_every_form_and_is_well_formed(out):
    expected = {f"{name}.{form}" for name in TABLES for form in ("csv", "md", "tex")}
    assert {place.name for place in out.iterdir() if place.is_file()} == expected | OTHERS
    assert tuple(re.findall(r"\\input\{([\w-]+)\}", (out / "study.tex").read_text(encoding="utf-8"))) == TABLES
    for name in TABLES:
        text = (out / f"{name}.tex").read_text(encoding="utf-8")
        plain = re.sub(r"\\[\\{}&%#_$]", "", text)
        assert (plain.count("{"), plain.count("$") % 2) == (plain.count("}"), 0)
        floats = text.split(r"\end{table}")[:-1]
        assert len(set(re.findall(r"\\label\{tab:([\w-]+)\}", text))) == len(floats) == text.count(r"\begin{table}")
        for part in floats:
            body = part[part.index(r"\toprule") : part.index(r"\bottomrule")]
            width = len(re.search(r"\\begin\{tabular\}\{(\w+)\}", part)[1])
            lines = [line.replace(r"\&", "") for line in body.split("\n") if line.endswith(r"\\")]
            assert {line.count("&") + 1 for line in lines} == {width}, name
            assert 1 < len(lines) <= 45
    page = (out / "report.html").read_text(encoding="utf-8")
    assert page.count("<h2>") == len(TABLES) + 2  # with notes, and how to repeat it
    assert "T&#" in page or "Tāsk_α &amp; 分布 50%" in page
    assert "http" not in page.replace("http-equiv", "")
    assert "<script" not in page


EMPTY = ("", "–")
IN_LATEX = {  # as LaTeX prints it
    **{r"\textbackslash{}": "\\", r"\textasciitilde{}": "~", r"\textasciicircum{}": "^", r"\textbar{}": "|"},
    **{r"$\tau$": "τ", r"$\alpha$": "α", r"$\cdot$": "·", "$<$": "<", "$>$": ">", "$-$": "−"},
    **{r"$\dagger$": "†", r"$\clubsuit$": "♣", r"$\heartsuit$": "♥", r"$\spadesuit$": "♠", r"$\diamondsuit$": "♢"},
    **{r"$\ast$": "∗", r"$\star$": "⋆", r"$\natural$": "♮", r"$\circ$": "∘", r"$\bigcirc$": "◯"},
    **{r"$\bigtriangleup$": "△", r"$\bigtriangledown$": "▽", "-{}-": "\0", "--": "–", "\0": "--", "{}": ""},
    **{f"\\{char}": char for char in "&%$#_{}"},
}


def in_markdown(text):
    """Yield every block of a table: lists of cells."""
    for block in text.split("\n\n"):
        rows = [line for line in block.splitlines() if line.startswith("|") and not re.fullmatch(r"[|:\- ]+", line)]
        cells = ([cell.strip() for cell in re.findall(r"((?:\\.|[^|\\])+)\|", line[1:])] for line in rows)
        if rows:
            yield [[re.sub(r"\\(.)", r"\1", re.sub(r"\*\*|</?(?:u|sup)>", "", cell)) for cell in row] for row in cells]


def in_latex(text):
    """Yield the same of LaTeX."""
    for block in re.findall(r"\\toprule\n(.*?)\\bottomrule", text, re.DOTALL):
        parts = block.split("\\midrule\n")
        for head, body in zip(parts[::2], parts[1::2], strict=True):
            lines = (head + body).splitlines()
            yield [[as_printed(cell) for cell in line.removesuffix(r" \\").split(" & ")] for line in lines]


def as_printed(cell):
    cell = re.sub(r"\\(?:textbf|underline|textsuperscript)\{((?:\\.|\{\}|[^{}\\])*)\}", r"\1", cell)
    for written, printed in IN_LATEX.items():
        cell = cell.replace(written, printed)
    return cell.strip()


def cells(blocks):
    """Return (block, row, column, text) of every number: a row without a name goes on with the one above it."""
    found = []
    for (title, *heads), *rows in blocks:
        named = ""
        for name, *texts in rows:
            named = name or named
            found += [(title, named, head, text) for head, text in zip(heads, texts, strict=True) if text not in EMPTY]
    return found


def label(key):
    return MEASURES[key].label


def of_pair(row, *texts):
    return [(label(row.measure_1), label(row.measure_2), text) for text in texts if text]


def tau(row, low="low", high="high"):
    interval = getattr(row, low, None), getattr(row, high, None)
    return [score(row.tau), *([f"[{score(interval[0])}, {score(interval[1])}]"] if pd.notna(interval[0]) else [])]


def of_combination(row):
    """The three pairs of a measure M, DNKT and their combination stand in one row."""
    first, second = row.measure_1, row.measure_2
    named = " and ".join("DNKT·M" if "_" in key else "DNKT" if key == "DNKT" else "M" for key in (first, second))
    return [(label(second.removeprefix("DNKT_")), named, text) for text in tau(row)]


def overlap(row):
    assert row.sso_left == row.sso or pd.isna(row.sso)  # no contradictions here: they have lines of their own
    share = "n/a" if pd.isna(row.sso) else decimals(100 * row.sso, 1)
    return of_pair(row, share, f"({row.a}/{row.b}/{row.c})")


def power(row):
    numbers = {"S": count(row.significant), "T": count(row.pairs), "%": decimals(100 * row.share, 1)}
    return [(label(row.measure), head, text) for head, text in numbers.items()]


def consistent(row):
    return [(label(row.measure), "τ", decimals(row.tau, 4)), (label(row.measure), "symbols", row.symbols)]


READ_BACK = {  # what a row of the CSV says: (row, column, text) in the block of its task
    "results": lambda row: [(row.run, label(row.measure), score(row.mean) + row.group)],
    "discriminative-power": power,
    "significance-overlap": overlap,
    "contradictions": lambda row: of_pair(row, count(row.contradictions)),
    "popularity-and-uniform": lambda row: [
        (row.task, f"{label(row.measure)} uni", count(row.prefers_b)),
        (row.task, f"{label(row.measure)} pop", count(row.prefers_a)),
    ],
    **dict.fromkeys(("ranking-agreement", "ranking-agreement-averages"), lambda row: of_pair(row, *tau(row))),
    "average-similarity": lambda row: [(row.task, label(row.measure), score(row.similarity))],
    **dict.fromkeys(("combined-measures", "combined-measures-averages"), of_combination),
    "ranking-consistency": consistent,
    "ranking-consistency-averages": lambda row: [(label(row.measure), "τ", decimals(row.tau, 4))],
    **dict.fromkeys(
        ("artificial-distributions", "cases-of-a-run"),
        lambda row: of_pair(row, *tau(row, "low_long_cliff", "high_long_cliff")),
    ),
    "preference-agreement": lambda row: of_pair(row, percent(row.agreement, 1)),
}


def block_of(name, row):
    """Return what the title of the block of a row begins with."""
    begin = getattr(row, "task", "") if name not in ("average-similarity", "popularity-and-uniform") else ""
    if name.startswith("ranking-consistency"):
        sets = "full split" if row.split == "half" else "10 vs. 10"
        return f"{begin}: {sets}" if begin else sets
    return begin


@pytest.mark.parametrize("read", [in_markdown, in_latex])
@pytest.mark.parametrize("name", READ_BACK)
def test_every_number_of_a_study_stands_beside_its_names(out, name, read):
    rows = list(pd.read_csv(out / f"{name}.csv", keep_default_na=False, na_values={"tau": ""}).itertuples())
    expected = [(block_of(name, row), *cell) for row in rows for cell in READ_BACK[name](row) if cell[-1] not in EMPTY]
    found = cells(read((out / f"{name}{'.md' if read is in_markdown else '.tex'}").read_text(encoding="utf-8")))
    assert len(found) == len(expected) > 5
    for title, *cell in expected:
        assert any(block.startswith(title) and list(rest) == cell for block, *rest in found), (title, cell)


def test_the_overview_has_what_the_manifest_says_else_task_json(out):
    second, first = rows_of(out, "data")
    facts = ("task", "venue", "language", "cases", "runs", "annotators", "subtask", "task_type", "runs_per")
    assert [second[key] for key in facts] == [TASKS["second"], "SemEval-2017", "E", "24", "7", "20", "", "", ""]
    assert [first[key] for key in facts] == [
        *("first", "NTCIR-14", "C+E", "24", "6", "19 of 20", "DQ", "OQ", "of 3 C + 1 E")
    ]
    assert (
        "| first | NTCIR-14 | DQ | OQ | C+E | 5 | 24 | 6 (of 3 C + 1 E) | 19 of 20 |" in (out / "data.md").read_text()
    )


def test_the_paragraph_on_methods_has_the_numbers_of_the_run(out):
    said = said_in(out)
    text, _, references = (out / "methods.txt").read_text(encoding="utf-8").partition("\n\nReferences\n")
    settings = said["settings"]
    for row in rows_of(out, "data"):
        cases = f"{row['cases']} cases with 20 votes each"
        assert f"{row['task']} ({cases}, {row['classes']} ordered classes, {int(row['runs']) - 2} runs and the" in text
    for words in (
        f"B = {settings['trials']} permutations",
        f"seed {settings['seed']}.",
        f"p < {settings['alpha']} is significant",
        f"at random {settings['splits']} times",
        f"whose first {settings['size']} cases are the small sets",
        f"OrdQuant {VERSION} (Python {said['python']}, NumPy {np.__version__}",
        *("5 runs and the baselines Popularity and Uniform", "pooled over tasks"),
        "Popularity puts all probability on the most frequent class of the gold",
        *("JSD (Sakai 2018; Lin 1991)", "Carterette 2012", "for n > 4 runs (Fieller et al. 1957)"),
    ):
        assert words in text, words
    assert all(re.search(rf"\b{re.escape(MEASURES[key].label)} \(", text) for key in settings["measures"])
    latex = (out / "methods.tex").read_text(encoding="utf-8")
    cited = {key for keys in re.findall(r"\\cite\{([\w,]+)\}", latex) for key in keys.split(",")}
    entries = re.findall(r"^@\w+\{(\w+),$", (out / "references.bib").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(entries) == len(set(entries))
    assert {"ordquant", "sakai2021lq", "kendall1962"} <= cited <= set(entries)
    assert len(references.splitlines()) == len(cited)


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
    assert found["command"] == (
        "python -m ordquant_core study tasks --out DIR --baselines "
        "--trials 60 --splits 8 --size 10 --alpha 0.2 --seed 1"
    )
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
    words = "--measures NMD,JSD --repair renormalise --merge -2,-1 --trials 9"
    assert words in said_in(tmp_path / "a")["command"]
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


def decoded(values):
    """Return the numbers of a trace, which are written as bytes if there are any."""
    return np.frombuffer(base64.b64decode(values["bdata"]), values["dtype"]) if isinstance(values, dict) else values


def test_figures_have_a_dot_per_case_and_the_counts_of_the_quadrants(tiny, tmp_path, monkeypatch):
    panels = []

    def kept(figures, *, width):
        panels.append([figure.to_dict() for figure in figures])
        assert width == 320
        return b"%PDF"

    monkeypatch.setattr("ordquant_core.documents.browser", lambda: "none is needed")
    monkeypatch.setattr("ordquant_core.report.study.sheets", kept)
    assert study(tiny, tmp_path / "out", *TINY[:-1], "NMD,RNSS,JSD,RNOD").code == 0
    names = {place.name for place in (tmp_path / "out" / "figures").iterdir()}
    assert names == {f"1-one-figure-{number}.pdf" for number in (1, 2)}
    gold = read_wide(tiny / "one/gold.csv")
    modes = gold == gold.max(axis=1, keepdims=True)
    sides = modes / modes.sum(axis=1, keepdims=True), np.full(gold.shape, 0.2)
    checked = 0
    for panel in (one for figure in panels for one in figure):
        title = panel["layout"]["title"]["text"]
        keys = [key for key in ("NMD", "RNSS", "JSD", "RNOD", "NVD") if re.search(rf"\b{key}\b", title)]
        if len(keys) != 2:
            continue
        checked += 1
        first, second = sorted(keys, key=title.index)
        x, y = ((MEASURES[key](gold, sides[0]) - MEASURES[key](gold, sides[1])).round(12) for key in (first, second))
        texts = [note["text"] for note in panel["layout"]["annotations"]]
        assert texts == [f"<b>{((x < 0) & (y > 0)).sum()}</b>", f"<b>{((x > 0) & (y < 0)).sum()}</b>"]
        subtitle = panel["layout"]["title"]["subtitle"]["text"]
        assert subtitle.startswith(f"r = {stats.pearsonr(x, y).statistic:.3f} [")
        dots = np.concatenate([[decoded(trace[side]) for side in "xy"] for trace in panel["data"]], axis=1)
        assert sorted(map(tuple, dots.T.round(9) + 0.0)) == sorted(zip(x.round(9) + 0.0, y.round(9) + 0.0, strict=True))
    assert checked == sum(map(len, panels)) > 2

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


@pytest.mark.browser
@needs_browser
def test_the_pdf_of_a_figure_has_a_page_of_85_mm_per_panel(out):
    pages = pypdf.PdfReader(out / "figures" / "2-first-figure-2.pdf").pages
    for page, other in zip(pages, ("NVD", "RNSS", "JSD"), strict=True):
        assert float(page.mediabox.width) / 72 * 25.4 == pytest.approx(85, abs=0.5)
        text = page.extract_text()
        assert f"RNOD and {other} disagree on" in text
        assert "of 24 cases" in text


@pytest.mark.browser
@needs_browser
@needs_latex
def test_latex_compiles_and_every_name_is_printed(out, tmp_path):
    shutil.copytree(out, tmp_path / "study")
    first, *others = compiled(tmp_path / "study" / "study.tex")
    printed = " ".join([first, *others])
    assert "Two tasks" in first
    assert "Table 1: The tasks of this study" in first  # below the heading, which is not alone
    for words in (f"Table {len(TABLES)}:", "Figure 4:", "r_1&50%#", "U+7CFB", "$a$ [x]"):
        assert words in printed  # letters that pdfLaTeX lacks by their numbers
