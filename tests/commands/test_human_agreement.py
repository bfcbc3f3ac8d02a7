"""`human-agreement`: from a table, from result codes, and the pairs of a seed."""

import csv
import io

import pytest

from ordquant_core.__main__ import main
from ordquant_core.teaching.your_eye import Seen, eye_pairs, write_eye_code


@pytest.fixture
def call(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        code = main(["human-agreement", *map(str, arguments)])
        out, err = capsys.readouterr()
        return code, list(csv.reader(io.StringIO(out))), err

    return run


def test_codes_and_the_table_made_of_them_give_the_same(call, tmp_path, capsys):
    sides = [("a", "b", "neither")[place % 3] for place in range(24)]
    codes = [write_eye_code(Seen(7, tuple(sides[n:] + sides[:n]))) for n in range(5)]
    (tmp_path / "codes.txt").write_text("\n".join(codes))
    code, (header, *rows), err = call("codes.txt", "--measures", "NMD,DNKT")
    assert code == 0
    assert header == ["measure", "human_agreement", "low", "high", "answers", "persons", "judges_needed"]
    assert "40 answers of 120 prefer neither" in err
    main(["human-agreement", "codes.txt", "--answers"])
    (tmp_path / "answers.csv").write_text(capsys.readouterr().out)
    assert call("answers.csv", "--measures", "NMD,DNKT")[1] == [header, *rows]
    pairs = call("answers.csv", "--measures", "NMD,DNKT", "--pairs")[1]
    assert pairs == call("codes.txt", "--measures", "NMD,DNKT", "--pairs")[1]
    assert pairs[0][:3] == ["measure_1", "measure_2", "agreement_difference"]


def test_the_pairs_of_a_seed_are_written(call):
    code, (header, *rows), _ = call("--items", 7)
    assert code == 0
    assert header == ["pair", "gold", "estimate_a", "estimate_b", "measure_1", "measure_2"]
    assert len(rows) == 24
    assert [float(cell) for cell in rows[0][1].split()] == list(eye_pairs(7)[0].picture.gold)


def test_what_cannot_be_read_is_refused(call, tmp_path):
    assert call()[2] == "error: give a FILE of answers, or --items SEED\n"
    (tmp_path / "codes.txt").write_text("EY-666666-666666-666666\n")
    code, _, err = call("codes.txt")
    assert code == 2
    assert err.startswith("error: codes.txt: The code 'EY-666666")
    (tmp_path / "one.csv").write_text("person,pair,gold,estimate_a,estimate_b,choice\nx,1,1 0,0 1,1 0,b\n")
    code, rows, err = call("one.csv", "--measures", "NMD")
    assert (code, rows[1][2]) == (0, "")
    assert "one person" in err
