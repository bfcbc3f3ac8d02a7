"""What a report asks people to run gives the numbers it shows."""

import contextlib
import csv
import io
import json
import shlex

import pytest

from ordquant_core.__main__ import main
from ordquant_core.report import Reading, command, python
from ordquant_core.tasks import Decisions
from tests.depth import matrix
from tests.report.test_report import Page

pytestmark = pytest.mark.slow

GOLD = "case,1,2,3\nx,0,1,3\ny,2,2,0\nz,1,1,2\n"
RUN = "case,3,2,1\nz,.4,.3,.3\nx,.5,.25,.25\ny,0,1,0\n"
OFF = "case,1,2,3\nx,.5,.495,0\ny,1,0,0\nz,.2,.2,.6\n"
VOTES = "post,reply,who,stars,other\n" + "".join(
    f"p{post},{reply},w{who},{(post + reply * who) % 3 + 1},{who}\n"
    for post in (1, 2)
    for reply in (1, 2)
    for who in (1, 2, 3)
)
BY_LABEL = "id,level,share\np1/1,1,.5\np1/1,2,.5\np1/2,3,1\np2/1,1,.2\np2/1,3,.8\np2/2,2,1\n"
BY_LABEL_IS = {"by label.csv": {"layout": "values", "case": "id", "label": "level", "value": "share"}}
VOTES_ARE = {"layout": "votes", "case": ["post", "reply"], "annotator": "who", "label": "stars"}
EVERY_OTHER = {"": {"layout": "votes", "case": ["post", "reply"], "label": "stars"}}
OF_VOTES = ["--layout", "votes", "--case", "post,reply", "--annotator", "who", "--label", "stars", "--classes", "3,2,1"]

PUBLISHED = {"gold": "gold.csv", "classes": [2, 1, 3], "repairs": ["renormalise"]}
MAPPED = {"gold": "votes.csv", "mapping": {"votes.csv": VOTES_ARE, **BY_LABEL_IS}}
FOLDERS = {
    ".": {"gold.csv": GOLD, "it's a run.csv": RUN, "off.csv": OFF, "votes.csv": VOTES, "by label.csv": BY_LABEL},
    "runs": {"third.csv": RUN},
    "task": {"gold.csv": GOLD, "off.csv": OFF},
    "published": {"gold.csv": GOLD, "off.csv": OFF, "task.json": json.dumps(PUBLISHED)},
    "mapped": {"votes.csv": VOTES, "by label.csv": BY_LABEL, "task.json": json.dumps(MAPPED)},
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, files in FOLDERS.items():
        (tmp_path / name).mkdir(exist_ok=True)
        for file, text in files.items():
            (tmp_path / name / file).write_text(text)


def output_of(arguments, capsys):
    capsys.readouterr()
    code = main(arguments)
    out, err = capsys.readouterr()
    assert code == 0, err
    return out, err


def run_program(text):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(text, "program", "exec"), {})
    return {tuple(line.split("\t")[:2]): float(line.split("\t")[2]) for line in printed.getvalue().splitlines()}


CALLS = [
    ["gold.csv", "it's a run.csv"],
    ["gold.csv", "off.csv", "baseline:uniform", "it's a run.csv", "--repair", "renormalise", "--measures", "RNOD,NMD"],
    ["gold.csv", "runs", "baseline:popularity", "--classes", "1,2,3"],
    ["task", "--repair", "renormalise,drop-surplus"],
    ["published"],
    ["published", "published:off", "it's a run.csv", "baseline:uniform", "--classes", "3,2,1"],
    ["votes.csv", "baseline:uniform", *OF_VOTES],
    ["votes.csv", "by label.csv", "--mapping", json.dumps(BY_LABEL_IS | EVERY_OTHER)],
    ["mapped"],
]


@pytest.mark.parametrize("arguments", matrix(CALLS, *CALLS[1::2]), ids=[*map(str, CALLS)])
def test_the_commands_and_the_program_of_a_report_give_its_means(arguments, folder, capsys):
    page = Page(output_of(["report", *arguments, "--trials", "20"], capsys)[0])
    header, *rows = page.tables[0]
    labels = [cell["text"].replace("·", "_") for cell in header[1:]]
    shown = {
        (key, row[0]["text"]): float(cell["title"]) for row in rows for key, cell in zip(labels, row[1:], strict=True)
    }
    commands, program = page.texts["pre"]
    assert run_program(program) == pytest.approx(shown, abs=1e-15)
    scored, *others = commands.splitlines()
    words = shlex.split(scored)
    assert words[:4] == ["python", "-m", "ordquant_core", "score"]
    table = list(csv.DictReader(io.StringIO(output_of(words[3:], capsys)[0])))
    assert {(row["measure"], row["run"]): float(row["mean"]) for row in table} == pytest.approx(shown, abs=1e-15)
    *tested, again = others
    assert [shlex.split(line)[3] for line in tested] == ["discriminative-power"] * (len(rows) > 1)
    for line in tested:
        powers = list(csv.DictReader(io.StringIO(output_of(shlex.split(line)[3:], capsys)[0])))
        differ = next(table for table in page.tables if table[-1][0]["text"].startswith("Pairs that differ"))
        counts = {cell["text"].replace("·", "_"): row["text"] for cell, row in zip(differ[0], differ[-1], strict=True)}
        assert {row["measure"]: row["significant"] for row in powers}.items() <= counts.items()
    assert again.endswith(" --out report.html")
    assert Page(output_of(shlex.split(again)[3:-2], capsys)[0]).tables == page.tables


def test_a_program_that_cannot_read_the_files_says_why(folder):
    text = python(Reading(("gold.csv", "off.csv"), "gold.csv"), ["off"], ["NMD"])
    with pytest.raises(SystemExit, match=r"off\.csv, line 2, case x: .* sums to 0\.995"):
        run_program(text)


def test_names_are_quoted_for_the_shell_and_for_python():
    reading = Reading(("a b.csv", "$(rm).csv"), "a b.csv", None, "it's", Decisions(by_position=True))
    words = shlex.split(command("score", reading, ["$(rm).csv"], ["NMD"]))
    assert words[4:6] == ["a b.csv", "$(rm).csv"]
    assert words[-4:] == ["--scale", "it's", "--repair", "by-position"]
    text = python(reading, ['"""', "\n"], ["NMD"])
    compile(text, "program", "exec")
    assert "choices=Decisions(by_position=True)" in text
