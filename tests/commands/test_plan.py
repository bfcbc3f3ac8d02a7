"""`plan`: the noise floor, cases needed, cases and annotators, as CSV."""

from functools import partial

import numpy as np
import pytest

from ordquant_core.analysis.planning.noise import draw_noise
from ordquant_core.findings import planning as findings
from ordquant_core.measures.registry import DEFAULT_MEASURES, MAIN_MEASURES

VOTES = np.random.default_rng(2).multinomial(8, [0.2, 0.5, 0.3], size=12)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    chance = np.random.default_rng(3)
    ids = [f"c{number}" for number in range(12)]

    def written(name, rows):
        lines = [",".join(map(str, (case, *row))) for case, row in zip(ids, rows, strict=True)]
        (tmp_path / name).write_text("\n".join(["case,a,b,c", *lines]) + "\n")

    written("gold.csv", VOTES.tolist())
    written("shares.csv", (VOTES / 8).tolist())
    (tmp_path / "single.csv").write_text("case,annotator,label\n" + "".join(f"{case},x,{len(case)}\n" for case in ids))
    for number in range(3):
        written(f"run{number}.csv", chance.dirichlet([2, 5, 3], size=12).tolist())
    return tmp_path


RUNS = ("run0.csv", "run1.csv", "run2.csv")
OF_VOTES = ("--layout", "votes", "--case", "case", "--annotator", "annotator", "--label", "label")


@pytest.fixture
def call(folder, table):
    return partial(table, "plan")


@pytest.fixture
def refused(folder, refused):
    return partial(refused, "plan")


def test_noise_needs_the_gold_alone(call):
    header, rows, err = call("gold.csv", "--noise", "--seed", 5)
    assert header == ["measure", "floor", "second_panel", "cases"]
    assert [row[0] for row in rows] == list(DEFAULT_MEASURES)
    assert err == f"note: 1000 draws per case, seed 5\nnote: {findings.annotator_agreement(VOTES)}\n"
    expected = draw_noise(VOTES, MAIN_MEASURES, rng=np.random.default_rng(5))
    found = {row[0]: (float(row[1]), float(row[2]), row[3]) for row in rows}
    for key, floor, panel in zip(MAIN_MEASURES, expected.floor, expected.panel, strict=True):
        assert found[key] == (floor, panel, "12")


def test_noise_of_every_case(call):
    header, rows, _ = call("gold.csv", "--noise", "--per-case", "--measures", "NMD,JSD")
    assert header == ["case", "measure", "floor", "second_panel"]
    assert [row[:2] for row in rows[:3]] == [["c0", "NMD"], ["c0", "JSD"], ["c1", "NMD"]]
    _, means, _ = call("gold.csv", "--noise", "--measures", "NMD,JSD")
    assert np.mean([float(row[2]) for row in rows if row[1] == "NMD"]) == pytest.approx(float(means[0][1]))


DESIGN = ["measure", "difference", "variance", "cases", "variance_high", "cases_high"]


def test_the_formula_alone(call):
    header, rows, err = call("--variance", 0.04)
    assert header == DESIGN
    assert rows == [["", "0.1", "0.04", "34", "", ""]]
    assert err == ""
    _, rows, _ = call("--design", "--variance", 0.04, "--difference", "0.1,0.2")
    assert [(row[1], row[3]) for row in rows] == [("0.1", "34"), ("0.2", "10")]


def test_a_design_from_a_pilot_leaves_out_what_is_infinite(call):
    header, rows, err = call("gold.csv", *RUNS, "--design", "--difference", 0.05, "--alpha", 0.1, "--power", 0.9)
    assert header == DESIGN
    assert "3 runs and 12 cases" in err
    assert "left out" not in err or "KLD" in err
    assert all(2 <= int(row[3]) <= int(row[5]) for row in rows)


def test_a_split(call):
    arguments = ("gold.csv", *RUNS, "--split", "--cases", "10,20", "--annotators", "2,8", "--resamples", 20)
    header, rows, err = call(*arguments, "--measures", "NMD,RNOD")
    assert header == ["measure", "cases", "annotators", "width", "separated", "tau"]
    assert [row[:3] for row in rows[:4]] == [
        *(["NMD", "10", "2"], ["NMD", "20", "2"], ["NMD", "10", "8"], ["NMD", "20", "8"])
    ]
    assert err.startswith("note: 20 resamples, seed 1\nnote: separated: pairs are tested one by one at 5%, ")
    assert float(rows[0][3]) > float(rows[1][3])
    _, rows, err = call(*arguments)
    assert "left out because they can be infinite: KLD" in err
    assert len(rows) == 4 * (len(DEFAULT_MEASURES) - 1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "choose --noise, --design or --split"),
        (("gold.csv",), "choose --noise, --design or --split"),
        (("--noise",), "name GOLD"),
        (("--variance", "0.02", "--split"), "--variance cannot be combined with --split"),
        (("gold.csv", "--variance", "0.02"), "--variance replaces the files"),
        (("--variance", "-1"), "variance must be larger than 0"),
        (("--variance", "0.02", "--difference", "0"), "difference must be larger than 0"),
        (("--variance", "0.02", "--difference", "x"), "--difference: 'x' is not a number"),
        (("--variance", "0.02", "--alpha", "2"), "does not lie between 0 and 1"),
        (("gold.csv", "--noise", "--power", "0.9"), "--power needs --design"),
        (("gold.csv", *RUNS, "--design", "--per-case"), "--per-case needs --noise"),
        (("shares.csv", "--noise"), "holds probabilities, not votes"),
        (("single.csv", "--noise", *OF_VOTES), "single vote"),
        (
            ("gold.csv", "run0.csv", "--split", "--measures", "NMD"),
            "1 run and 12 cases; this analysis needs 2 runs and 2 cases",
        ),
        (("gold.csv", *RUNS, "--split", "--annotators", "9", "--measures", "NMD"), "from 1 to 8"),
        (("gold.csv", "--design"), "contains no runs"),
        (("gold.csv", *RUNS, "--split", "--measures", "KLD"), "KLD can be infinite"),
        (("gold.csv", "--noise", "--pool", "other"), "--pool needs --design"),
        (("gold.csv", "run0.csv", "--design", "--measures", "NMD"), "1 run and 12 cases"),
        (("gold.csv", *RUNS, "--split", "--cases", "2.5"), "not whole"),
        (("gold.csv", "--noise", "--annotators", "2,3"), "--annotators needs --split"),
    ],
)
def test_what_cannot_be_planned_is_one_clear_line(refused, arguments, words):
    assert words in refused(*arguments)


def test_variances_are_pooled_over_further_collections(folder, call):
    (folder / "other").mkdir()
    for name in ("gold.csv", *RUNS[:2]):
        lines = (folder / name).read_text().splitlines()[:8]
        (folder / "other" / name).write_text("\n".join(lines) + "\n")
    design = "--design", "--measures", "NMD"
    one, *_ = (float(row[2]) for row in call("gold.csv", *RUNS, *design)[1])
    args = ("other/gold.csv", *(f"other/{name}" for name in RUNS[:2]))
    two, *_ = (float(row[2]) for row in call(*args, *design)[1])
    _, rows, err = call("gold.csv", *RUNS, *design, "--pool", "other")
    assert float(rows[0][2]) == pytest.approx((2 * 11 * one + 6 * two) / (2 * 11 + 6))
    assert err.count("note: variances from") == 2
