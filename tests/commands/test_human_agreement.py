"""`human-agreement`: from a table, from result codes, and the pairs of a seed."""

from functools import partial

import pytest

from ordquant_core.__main__ import main
from ordquant_core.figures import picture
from ordquant_core.teaching.your_eye import Seen, eye_pairs, write_eye_code


@pytest.fixture
def call(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return partial(call, "human-agreement")


def test_codes_and_the_table_made_of_them_give_the_same(call, tmp_path, capsys):
    sides = [("a", "b", "neither")[place % 3] for place in range(24)]
    codes = [write_eye_code(Seen(7, tuple(sides[n:] + sides[:n]))) for n in range(3)]
    (tmp_path / "codes.txt").write_text("\n".join([*codes, codes[0]]))
    code, (header, *rows), err = call("codes.txt", "--measures", "NMD,DNKT")
    assert code == 0
    assert header == ["measure", "human_agreement", "low", "high", "answers", "persons", "judges_needed"]
    assert "24 answers of 72 prefer neither" in err
    assert "1 code repeated" in err
    main(["human-agreement", "codes.txt", "--answers"])
    (tmp_path / "answers.csv").write_text(capsys.readouterr().out)
    assert call("answers.csv", "--measures", "NMD,DNKT")[1] == [header, *rows]
    pairs = call("answers.csv", "--measures", "NMD,DNKT", "--pairs")[1]
    assert pairs == call("codes.txt", "--measures", "NMD,DNKT", "--pairs")[1]
    assert pairs[0][:3] == ["measure_1", "measure_2", "agreement_difference"]


def test_the_figure_shows_the_agreement_that_is_written(call, tmp_path, monkeypatch):
    drawn = {}
    monkeypatch.setattr(picture, "picture", lambda figure, form, **options: drawn.setdefault(form, figure) and b"drawn")
    (tmp_path / "codes.txt").write_text(write_eye_code(Seen(7, ("a",) * 24)))
    _, (_, *rows), _ = call("codes.txt", "--measures", "NMD,DNKT", "--figure", "eye.svg")
    assert (tmp_path / "eye.svg").read_bytes() == b"drawn"
    (dots,) = (trace for trace in drawn["svg"].to_dict()["data"] if trace["mode"] == "markers")
    assert [*zip(dots["y"], dots["x"], strict=True)] == [(row[0], float(row[1])) for row in rows]
    assert "--figure: expected" in call("codes.txt", "--figure", "eye.png")[2]


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
