"""What the commands write: CSV that reads back as it was."""

import csv
import io
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.commands import output
from ordquant_core.formats.formulas import restored
from ordquant_core.records import Scores
from ordquant_core.terminal import write_message
from ordquant_core.writing.forms import RAW

HEADER = ("run", "case", "measure", "score")
HOSTILE = ["", "a,b", 'say "x"', "two\nlines", "=1+1", " spaced ", "日本", "#", "'"]
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00\r"), max_size=5)
names = st.lists(st.one_of(st.sampled_from(HOSTILE), TEXTS), min_size=1, max_size=4)
numbers = st.floats(width=64)


def one_by_one(runs, cases, measures, values):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    for r, run in enumerate(runs):
        for c, case in enumerate(cases):
            for m, key in enumerate(measures):
                writer.writerow(
                    (run, case, key, "" if np.isnan(values[m, r, c]) else repr(float(values[m, r, c]) + 0.0))
                )
    return text.getvalue()


@given(runs=names, cases=names, measures=names, data=st.data())
def test_many_scores_are_written_as_the_csv_module_writes_one_row_after_the_other(runs, cases, measures, data):
    size = len(measures) * len(runs) * len(cases)
    drawn = data.draw(st.lists(numbers, min_size=size, max_size=size))
    values = np.array(drawn).reshape(len(measures), len(runs), len(cases))
    text = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", text)
        output.write_table(Scores(measures, runs, cases, values).to_frame(), RAW)
    assert text.getvalue() == one_by_one(runs, cases, measures, values)


def test_a_name_that_would_command_the_terminal_is_spelt_out(capsys):
    write_message("run \x1b[2J\x9b31m of\nü\u00a0x")
    assert capsys.readouterr().err == "run \\x1b[2J\\x9b31m of ü\u00a0x\n"


@pytest.fixture
def formulas(folder):
    """A task with cases that a spreadsheet would run."""
    (folder / "signs.csv").write_text('case,a,b,c\n"=HYPERLINK(""http://x"")",1,2,0\n@b,0,1,2\nz,1,1,1\n')
    return ("score", "signs.csv", "baseline:uniform", "--measures", "NMD", "--per-case")


def test_a_case_that_a_spreadsheet_would_run_has_an_apostrophe_but_for_programs(formulas, records, run):
    cases = ['=HYPERLINK("http://x")', "@b", "z"]
    assert [row["case"] for row in records(*formulas, "--raw")] == cases
    guarded = records(*formulas)
    assert [row["case"] for row in guarded] == [f"'{cases[0]}", "'@b", "z"]
    assert [restored(row["case"]) for row in guarded] == cases
    assert all(row["file_notes"].endswith("in front in: case") for row in guarded)
    assert [row["case"] for row in json.loads(run(*formulas, "--format", "json")[0])] == cases


WRITTEN = {
    "a table": ("score", "gold.csv", "run.csv"),
    "JSON": ("score", "gold.csv", "run.csv", "--format", "json"),
    "a run": ("template", "gold.csv"),
    "a page": ("report", "gold.csv", "run.csv", "--measures", "NMD", "--trials", "10"),
    "nothing of files": ("measure", "--gold", "1,0", "--estimate", "0,1"),
}


@pytest.mark.parametrize("command", WRITTEN.values(), ids=WRITTEN)
def test_a_file_takes_what_else_goes_to_stdout(folder, run, command):
    out, err = run(*command)
    (folder / "out").write_text("before")
    assert run(*command, "--out", "out") == ("", err)
    assert (folder / "out").read_bytes() == out.encode()


def test_a_command_that_fails_leaves_the_file_as_it_is_and_a_strict_check_writes_it(folder, ended, refused):
    (folder / "out").write_text("before")
    assert "nothing.csv" in refused("score", "gold.csv", "nothing.csv", "--out", "out")
    assert (folder / "out").read_text() == "before"
    assert ended("check", "gold.csv", "off.csv", "--strict", "--out", "out")[:2] == (1, "")
    assert (folder / "out").read_text().startswith("file,case,problem,action\noff.csv,")
    assert "cannot be written" in refused("score", "gold.csv", "run.csv", "--out", "absent/out")
