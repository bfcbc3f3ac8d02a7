"""`human-agreement`: agreement and tests from a table of answers, and its figure."""

from functools import partial

import pytest

from ordquant_core import figure_files

TABLE = "person,gold,estimate_a,estimate_b,choice\n"
PAIRS = ("10 0 0 0,0 10 0 0,5 0 0 5", "10 0 0 0,5 5 0 0,0 0 0 10", "0 10 0 0,0 0 10 0,0 5 0 5")


@pytest.fixture
def call(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [
        f"p{person},{pair},{('a', 'b', 'neither')[(person + place) % 3]}\n"
        for person in range(3)
        for place, pair in enumerate(PAIRS)
    ]
    (tmp_path / "answers.csv").write_text(TABLE + "".join(rows))
    return partial(call, "human-agreement")


def test_agreement_and_the_comparison_of_measures_are_written(call):
    code, (header, *rows), err = call("answers.csv", "--measures", "NMD,NVD")
    assert code == 0
    assert header == ["measure", "human_agreement", "low", "high", "answers", "persons", "judges_needed"]
    # NMD prefers A on the first two pairs and sees a tie on the third, NVD prefers B, A, B: two of three persons chose
    assert [(row[0], float(row[1]), row[4], row[5]) for row in rows] == [("NMD", 0.5, "4", "3"), ("NVD", 0.5, "6", "3")]
    assert "3 answers of 9 prefer neither" in err
    (header, row) = call("answers.csv", "--measures", "NMD,NVD", "--pairs")[1]
    assert header[:3] == ["measure_1", "measure_2", "agreement_difference"]
    assert row[:2] == ["NMD", "NVD"]


def test_the_figure_shows_the_agreement_that_is_written(call, tmp_path, monkeypatch):
    drawn = []
    monkeypatch.setattr(figure_files, "_drawn", lambda figures, form: drawn.extend(figures) or form.encode())
    _, (_, *rows), _ = call("answers.csv", "--measures", "NMD,DNKT", "--figure", "people.svg")
    assert (tmp_path / "people.svg").read_bytes() == b"svg"
    (dots,) = (trace for trace in drawn[0]["data"] if trace["mode"] == "markers")
    assert [*zip(dots["y"], dots["x"], strict=True)] == [(row[0], float(row[1])) for row in rows]
    assert "--figure: expected" in call("answers.csv", "--figure", "people.png")[2]


def test_what_cannot_be_read_is_refused_and_one_person_is_noted(call, tmp_path):
    assert "FILE" in call()[2]
    (tmp_path / "codes.txt").write_text("EY-666666-666666-666666\n")
    code, _, err = call("codes.txt")
    assert code == 2
    assert err.startswith("error: codes.txt, line 1: no column person")
    (tmp_path / "one.csv").write_text(f"{TABLE}x,1 0,0 1,1 0,b\n")
    code, rows, err = call("one.csv", "--measures", "NMD")
    assert (code, rows[1][2]) == (0, "")
    assert "one person" in err
