"""What the commands write: CSV that reads back as it was."""

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.commands import output
from ordquant_core.commands.output import write_message
from ordquant_core.records import Scores

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
        output.write_table(Scores(measures, runs, cases, values).to_frame(), "csv")
    assert text.getvalue() == one_by_one(runs, cases, measures, values)


def test_a_name_that_would_command_the_terminal_is_spelt_out(capsys):
    write_message("run \x1b[2J\x9b31m of\nü\u00a0x")
    assert capsys.readouterr().err == "run \\x1b[2J\\x9b31m of ü\u00a0x\n"
