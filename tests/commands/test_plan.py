"""`plan`: the noise floor, cases needed, cases and annotators, as CSV."""

from functools import partial

import numpy as np
import pytest

from ordquant_core.analysis.planning.noise import NoiseDraws
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
    assert err == "note: 1000 draws per case, seed 5\n"
    expected = NoiseDraws(VOTES, MAIN_MEASURES, rng=np.random.default_rng(5)).finish()
    found = {row[0]: (float(row[1]), float(row[2]), row[3]) for row in rows}
    for key, floor, panel in zip(MAIN_MEASURES, expected.floor, expected.panel, strict=True):
        assert found[key] == (floor, panel, "12")


def test_noise_of_every_case(call):
    header, rows, _ = call("gold.csv", "--noise", "--per-case", "--measures", "NMD,JSD")
    assert header == ["case", "measure", "floor", "second_panel"]
    assert [row[:2] for row in rows[:3]] == [["c0", "NMD"], ["c0", "JSD"], ["c1", "NMD"]]
    _, means, _ = call("gold.csv", "--noise", "--measures", "NMD,JSD")
    assert np.mean([float(row[2]) for row in rows if row[1] == "NMD"]) == pytest.approx(float(means[0][1]))


def test_the_formulas_alone(call):
    header, rows, err = call("--variance", 0.02)
    assert header == ["measure", "method", "systems", "difference", "variance", "cases", "variance_high", "cases_high"]
    assert [(row[1], row[2], row[5]) for row in rows] == [
        *(("t", "2", "34"), ("anova", "2", "33"), ("anova", "10", "64"), ("interval", "2", "64"), ("paired", "2", "18"))
    ]
    assert err == ""
    _, rows, _ = call("--design", "--variance", 0.02, "--systems", "3,20", "--difference", "0.1,0.2")
    assert [(row[2], row[3], row[5]) for row in rows if row[1] == "anova"][:2] == [
        ("3", "0.1", "40"),
        ("20", "0.1", "83"),
    ]
    assert [row[5] for row in rows if row[1] == "interval"] == ["64", "18"]


def test_a_design_from_a_pilot_leaves_out_what_is_infinite(call):
    header, rows, err = call("gold.csv", *RUNS, "--design", "--difference", 0.05, "--alpha", 0.1, "--power", 0.9)
    assert header == ["measure", "method", "systems", "difference", "variance", "cases", "variance_high", "cases_high"]
    assert {row[1] for row in rows} == {"t", "anova", "interval", "paired"}
    assert "3 runs and 12 cases" in err
    assert "left out" not in err or "KLD" in err
    assert all(int(row[5]) >= 2 for row in rows)


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
        (("--variance", "0.02", "--systems", "1"), "two systems or more, got 1"),
        (("--variance", "0.02", "--systems", "2.5"), "not whole"),
        (("--variance", "0.02", "--alpha", "2"), "does not lie between 0 and 1"),
        (("gold.csv", "--noise", "--power", "0.9"), "--power needs --design"),
        (("gold.csv", *RUNS, "--design", "--per-case"), "--per-case needs --noise"),
        (("shares.csv", "--noise"), "holds probabilities, not votes"),
        (("single.csv", "--noise"), "single vote"),
        (
            ("gold.csv", "run0.csv", "--split", "--measures", "NMD"),
            "1 run and 12 cases; this analysis needs 2 runs and 2 cases",
        ),
        (("gold.csv", *RUNS, "--split", "--annotators", "9", "--measures", "NMD"), "from 1 to 8"),
        (("gold.csv", "--design"), "contains no runs"),
        (("gold.csv", *RUNS, "--split", "--measures", "KLD"), "KLD can be infinite"),
        (("gold.csv", "--noise", "--pool", "other"), "--pool needs --design"),
        (("gold.csv", "--annotators"), "do not say who voted for what"),
        (("shares.csv", "--annotators"), "probabilities, not votes"),
        (("--annotators",), "name GOLD"),
        (("gold.csv", "--annotators", "2,3"), "--annotators K,… needs --split"),
    ],
)
def test_what_cannot_be_planned_is_one_clear_line(refused, arguments, words):
    assert words in refused(*arguments)


# Annotators


def long_gold(folder):
    chance = np.random.default_rng(5)
    rows = [
        f"{case},{who},{label}" for case in "stuvw" for who, label in zip("xyz", chance.integers(1, 4, 3), strict=True)
    ]
    (folder / "long.csv").write_text("\n".join(["case,annotator,label", *rows]) + "\n")
    return [row.split(",") for row in rows]


@pytest.mark.parametrize("arguments", [("long.csv", "--annotators"), ("--annotators", "long.csv")])
def test_annotators_alone_writes_a_row_per_annotator(folder, call, arguments):
    given = long_gold(folder)
    header, rows, err = call(*arguments)
    assert header[:5] == ["annotator", "cases", "same_label", "label_distance", "bias"]
    assert [row[0] for row in rows] == ["x", "y", "z"]
    assert {row[1] for row in rows} == {"5"}
    for row in rows:
        own = [int(label) for _, who, label in given if who == row[0]]
        assert float(row[header.index("share_1")]) == pytest.approx(own.count(1) / 5)
    assert "alpha" in err
    assert "names no annotators" not in err


def test_variances_are_pooled_over_further_collections(folder, call):
    (folder / "other").mkdir()
    for name in ("gold.csv", *RUNS[:2]):
        lines = (folder / name).read_text().splitlines()[:8]
        (folder / "other" / name).write_text("\n".join(lines) + "\n")
    one, *_ = (float(row[4]) for row in call("gold.csv", *RUNS, "--design", "--measures", "NMD")[1])
    args = ("other/gold.csv", *(f"other/{name}" for name in RUNS[:2]))
    two, *_ = (float(row[4]) for row in call(*args, "--design", "--measures", "NMD")[1])
    _, rows, err = call("gold.csv", *RUNS, "--design", "--measures", "NMD", "--pool", "other")
    assert float(rows[0][4]) == pytest.approx((3 * 11 * one + 2 * 6 * two) / (3 * 11 + 2 * 6))
    assert err.count("note: variances from") == 2
