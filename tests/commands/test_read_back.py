"""The tables of `study` and `results` read back from Markdown and LaTeX: every number lies beside its own names."""

import json
import re
import shutil
import subprocess

import pandas as pd
import pypdf
import pytest

from ordquant_core.__main__ import main
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, decimals, percent, score
from tests.commands.test_study import TABLES, add_task, needs_latex

NAMES = ("r_1&50%#^{x}~\\", "ünï–β run", "系统 <1>", 'نظام--2|"q"', "$a$ [x]")  # of runs
TASKS = ("Tāsk_α & 分布 50%", "b")
EMPTY = ("", "–")
IN_LATEX = {  # as LaTeX prints it
    **{r"\textbackslash{}": "\\", r"\textasciitilde{}": "~", r"\textasciicircum{}": "^", r"\textbar{}": "|"},
    **{r"$\tau$": "τ", r"$\alpha$": "α", r"$\cdot$": "·", "$<$": "<", "$>$": ">", "$-$": "−"},
    **{r"$\dagger$": "†", r"$\clubsuit$": "♣", r"$\heartsuit$": "♥", r"$\spadesuit$": "♠", r"$\diamondsuit$": "♢"},
    **{r"$\ast$": "∗", r"$\star$": "⋆", r"$\natural$": "♮", r"$\circ$": "∘", r"$\bigcirc$": "◯"},
    **{r"$\bigtriangleup$": "△", r"$\bigtriangledown$": "▽", "-{}-": "\0", "--": "–", "\0": "--", "{}": ""},
    **{f"\\{char}": char for char in "&%$#_{}"},
}


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    folder = tmp_path_factory.mktemp("study")
    for number, title in enumerate(TASKS):
        add_task(folder / "tasks" / f"{number}", number, cases=24, runs=4, twice=number == 0)
        facts = json.loads((folder / "tasks" / f"{number}" / "task.json").read_text())
        (folder / "tasks" / f"{number}" / "task.json").write_text(json.dumps(facts | {"title": title}))
    for place, name in zip(sorted((folder / "tasks" / "0" / "runs").iterdir()), NAMES, strict=True):
        place.rename(place.with_name(f"{name}.csv"))
    options = ("--baselines", "--trials", "60", "--splits", "8", "--alpha", "0.2")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ordquant_core.documents.browser", lambda: None)
        assert main(["study", str(folder / "tasks"), "--out", str(folder / "out"), *options]) == 0
    return folder / "out"


def in_markdown(text):
    """Yield every block of a table: lists of cells."""
    for block in text.split("\n\n"):
        rows = [line for line in block.splitlines() if line.startswith("|") and not re.fullmatch(r"[|:\- ]+", line)]
        cells = ([cell.strip() for cell in re.findall(r"((?:\\.|[^|\\])+)\|", line[1:])] for line in rows)
        if rows:
            yield [[re.sub(r"\\(.)", r"\1", re.sub(r"\*\*|</?(?:u|sup)>", "", cell)) for cell in row] for row in cells]


def in_latex(text):
    """Yield the same of LaTeX."""
    for table in re.findall(r"\\toprule\n(.*?)\\bottomrule", text, re.DOTALL):
        parts = table.split("\\midrule\n")
        for head, body in zip(parts[::2], parts[1::2], strict=True):
            yield [
                [as_printed(cell) for cell in line.removesuffix(r" \\").split(" & ")]
                for line in (head + body).splitlines()
            ]


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
    """Two rankings of a task, each a block."""
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
    "ranking-agreement": lambda row: of_pair(row, *tau(row)),
    "ranking-agreement-averages": lambda row: of_pair(row, *tau(row)),
    "average-similarity": lambda row: [(row.task, label(row.measure), score(row.similarity))],
    "combined-measures": of_combination,
    "combined-measures-averages": of_combination,
    "ranking-consistency": consistent,
    "ranking-consistency-averages": lambda row: [(label(row.measure), "τ", decimals(row.tau, 4))],
    "artificial-distributions": lambda row: of_pair(row, *tau(row, "low_long_cliff", "high_long_cliff")),
    "cases-of-a-run": lambda row: of_pair(row, *tau(row, "low_long_cliff", "high_long_cliff")),
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


@pytest.mark.parametrize("read", [in_markdown, in_latex])
def test_the_tasks_stand_beside_their_facts_and_nothing_empty_is_printed(out, read):
    (block,) = read((out / f"data{'.md' if read is in_markdown else '.tex'}").read_text(encoding="utf-8"))
    assert block == [
        ["task", "classes", "cases", "runs", "annotators"],
        [TASKS[0], "5", "24", "7", "20"],
        [TASKS[1], "5", "24", "6", "20"],
    ]


def test_the_methods_are_about_what_is_printed(out):
    text = (out / "methods.txt").read_text(encoding="utf-8")
    assert "5 runs and the baselines Popularity and Uniform" in text
    assert "Popularity puts all probability on the most frequent class of the gold" in text
    assert "figures" not in text
    assert "JSD (Sakai 2018; Lin 1991)" in text
    assert "Carterette 2012" in text
    assert "for n > 4 runs (Fieller et al. 1957)" in text
    assert "pooled over tasks" in text


@needs_latex
def test_all_tables_compile_and_every_name_is_printed(out, tmp_path):
    shutil.copytree(out, tmp_path / "study")
    call = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "study.tex"]
    for _ in range(2):  # twice: references need it
        done = subprocess.run(
            call, cwd=tmp_path / "study", check=True, capture_output=True, text=True, errors="replace"
        )
    assert "Overfull" not in done.stdout
    pages = [page.extract_text() for page in pypdf.PdfReader(tmp_path / "study" / "study.pdf").pages]
    printed = " ".join(" ".join(pages).split())
    assert f"Table {len(TABLES)}:" in printed
    assert "Table 1: The tasks of this study" in " ".join(pages[0].split())  # below the heading, which is not alone
    for name in ("r_1&50%#", "U+7CFB", "$a$ [x]"):  # letters that pdfLaTeX lacks by their numbers
        assert name in printed
