"""`score`: means of runs, every score of every case, scales, repairs."""

import json

import numpy as np
import pytest

import ordquant_core as oq
from ordquant_core.measures.registry import DEFAULT_MEASURES
from ordquant_core.measures.smoothed import SMOOTHED


def test_score_writes_the_mean_of_every_run_and_measure(table, folder):
    header, rows, err = table("score", "gold.csv", "run.csv", "baseline:popularity", "baseline:uniform")
    assert header == ["run", "measure", "mean", "cases"]
    assert [row[:2] for row in rows] == [
        [run, key] for run in ("run", "Popularity", "Uniform") for key in DEFAULT_MEASURES
    ]
    assert {row[3] for row in rows} == {"3"}
    assert err == ""
    gold = np.array([[0, 1, 3], [2, 2, 0], [1, 1, 2]])
    run = np.array([[0.25, 0.25, 0.5], [0, 1, 0], [0.3, 0.3, 0.4]])
    means = {(name, key): float(mean) for name, key, mean, _ in rows}
    for key in DEFAULT_MEASURES:
        measure = oq.MEASURES[key]
        assert means["run", key] == pytest.approx(measure(gold, run).mean(), abs=1e-15)
        assert means["Popularity", key] == pytest.approx(measure(gold, oq.popularity(gold)).mean(), abs=1e-15)


def test_a_baseline_puts_all_probability_on_one_class(table, refused, folder):
    _, rows, _ = table("score", "gold.csv", "baseline:b", "baseline:c", "--per-case", "--measures", "NMD,RNOD")
    assert [row[0] for row in rows] == ["Always b"] * 6 + ["Always c"] * 6
    gold = [[0, 1, 3], [2, 2, 0], [1, 1, 2]]
    expected = [
        oq.MEASURES[key](one, estimate)
        for estimate in ([0, 1, 0], [0, 0, 1])
        for one in gold
        for key in ("NMD", "RNOD")
    ]
    assert [float(row[3]) for row in rows] == expected
    err = refused("score", "gold.csv", "baseline:d")
    assert "'baseline:d'" in err
    assert "a, b and c" in err


def test_score_per_case_writes_a_row_per_run_case_and_measure(table, folder):
    header, rows, _ = table("score", "gold.csv", "run.csv", "--per-case", "--measures", "NMD,NVD")
    assert header == ["run", "case", "measure", "score"]
    assert [row[:3] for row in rows] == [["run", case, key] for case in "xyz" for key in ("NMD", "NVD")]
    assert float(rows[0][3]) == oq.MEASURES["NMD"]([0, 1, 3], [0.25, 0.25, 0.5])


def test_renormalised_rows_are_noted_beside_the_output(table, refused, folder):
    err = refused("score", "gold.csv", "off.csv")
    assert "off.csv, line 2, case x: (0.5, 0.495, 0) sums to 0.995" in err
    _, rows, err = table("score", "gold.csv", "off.csv", "--measures", "NMD", "--repair", "renormalise")
    assert err == "note: off.csv: 1 row divided by its sum (case x)\n"
    assert len(rows) == 1


def test_a_scale_is_for_the_files_that_have_scales(table, refused, folder):
    classes = ("-2", "-1", "0", "1", "2")
    gold = [{"id": "x", "annotations": [{"quality": {"A": 1, "E": 0}}]}]
    (folder / "gold.json").write_text(json.dumps(gold))
    (folder / "run5.csv").write_text(f"case,{','.join(classes)}\nx,0,0,0,.5,.5\n")
    _, rows, _ = table("score", "gold.json", "run5.csv", "--scale", "A", "--measures", "NMD")
    assert rows == [["run5", "NMD", "0.125", "1"]]
    assert "choose one: A, E" in refused("score", "gold.json", "run5.csv")
    assert "has no scale 'S'; choose one: A, E" in refused("score", "gold.json", "run5.csv", "--scale", "S")
    assert "gold.csv: has no scale 'A'" in refused("score", "gold.csv", "run.csv", "--scale", "A")


def test_measures_of_other_fields_are_computed_on_request(table, refused, folder):
    _, rows, _ = table("score", "gold.csv", "run.csv", "--measures", "RPS,RAE,NMD,NKLD,COS")
    assert [row[1] for row in rows] == ["RPS", "RAE", "NMD", "NKLD", "COS"]
    gold, run = np.array([[0, 1, 3], [2, 2, 0], [1, 1, 2]]), np.array([[0.25, 0.25, 0.5], [0, 1, 0], [0.3, 0.3, 0.4]])
    assert float(rows[1][2]) == pytest.approx(SMOOTHED["RAE"](gold, run).mean(), abs=1e-15)
    _, rows, _ = table("score", "gold.csv", "run.csv", "--measures", "NKLD", "--per-case")
    assert [float(row[3]) for row in rows] == SMOOTHED["NKLD"](gold, run).tolist()
    (folder / "shares.csv").write_text("case,a,b,c\nx,.5,.25,.25\ny,.5,.25,.25\nz,.5,.25,.25\n")
    (folder / "other.csv").write_text("case,a,b,c\nx,.5,.5,0\ny,.5,.25,.25\nz,.5,.25,.25\n")
    err = refused("score", "shares.csv", "other.csv", "--measures", "NMD,RAE")
    assert "RAE needs the number of votes of each case; the gold of this task has no votes." in err


def test_positions_of_the_classes_on_the_command_line(table, refused, folder):
    gold, run = np.array([[0, 1, 3], [2, 2, 0], [1, 1, 2]]), np.array([[0.25, 0.25, 0.5], [0, 1, 0], [0.3, 0.3, 0.4]])
    _, rows, _ = table("score", "gold.csv", "run.csv", "--measures", "NMD,NVD,MD", "--positions", "1,2,5")
    expected = [oq.nmd(gold, run, [1, 2, 5]).mean(), oq.nvd(gold, run).mean(), oq.md(gold, run, [1, 2, 5]).mean()]
    assert [float(row[2]) for row in rows] == pytest.approx(expected, abs=1e-12)
    one = ("measure", "--gold", "0,1,3", "--estimate", "1,1,2", "--measures", "NMD,NVD", "--positions")
    assert [float(row[1]) for row in table(*one, "-1,0,3")[1]] == [oq.nmd([0, 1, 3], [1, 1, 2], [-1, 0, 3]), 0.25]
    assert table(*one, "1,2,3")[1] == table(*one[:-1])[1]
    assert "must increase" in refused(*one, "1,1,2")
    assert "--positions: 'a' is not a number" in refused(*one, "a,1,2")
    err = refused("score", "gold.csv", "run.csv", "--positions", "1,2,2")
    assert "--positions" in err
    assert "must increase" in err
    err = refused("score", "gold.csv", "run.csv", "--measures", "NVD,JSD", "--positions", "1,2,5")
    assert "--positions: no distances between classes are used by NVD, JSD" in err
