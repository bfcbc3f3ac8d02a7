"""`plan`: a second panel of annotators, cases needed, cases and annotators, as CSV."""

from functools import partial

import numpy as np
import pytest

from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.findings import planning as findings
from ordquant_core.findings import second_panel as panels
from ordquant_core.findings.words import few_cases
from ordquant_core.measures.registry import DEFAULT_MEASURES, MAIN_MEASURES
from ordquant_core.records import Task

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
    written("certain.csv", np.eye(3)[np.arange(12) % 3].tolist())
    written("unanimous.csv", (np.arange(8, 20)[:, None] * np.eye(3, dtype=int)[np.arange(12) % 3]).tolist())
    (tmp_path / "single.csv").write_text("case,annotator,label\n" + "".join(f"{case},x,{len(case)}\n" for case in ids))
    for number in range(3):
        written(f"run{number}.csv", chance.dirichlet([2, 5, 3], size=12).tolist())
    for name in ("gold.csv", "run0.csv", "run1.csv"):
        head = (tmp_path / name).read_text().splitlines()[:8]
        (tmp_path / f"few-{name}").write_text("\n".join(head) + "\n")
    return tmp_path


RUNS = ("run0.csv", "run1.csv", "run2.csv")
FEW = ("few-gold.csv", "few-run0.csv", "few-run1.csv")
OF_CLASSES = ("--case", "case", "--layout", "class-columns")
OF_VOTES = ("--layout", "votes", "--case", "case", "--annotator", "annotator", "--label", "label")


@pytest.fixture
def call(folder, table):
    return partial(table, "plan")


@pytest.fixture
def refused(folder, refused):
    return partial(refused, "plan")


def pilot(votes=VOTES, **more):
    names = tuple(f"c{number}" for number in range(len(votes)))
    return Task("", None, ("a", "b", "c"), names, votes / 8, votes, (), np.empty((0, *votes.shape)), **more)


def test_a_second_panel_needs_the_gold_alone(call):
    header, rows, err = call("gold.csv", "--noise", "--seed", 5)
    assert header == [
        *("measure", "annotators_half", "half", "low_half", "high_half", "panel_low", "panel_high", "largest_error"),
        *("unanimous", "by_persons"),
    ]
    expected = compare_with_panel(pilot(), MAIN_MEASURES, seed=5)
    assert err == (
        f"note: {panels.how_panels(expected, 'NMD')} {panels.allowed_for(expected)} Seed 5; left out because they can "
        f"be infinite: KLD.\nnote: {panels.second_panel(expected, 'NMD')} {findings.annotator_agreement(VOTES)}"
        f" {few_cases(12)}\n"
    )
    bounds, half = expected.bounds(), expected.half
    for row, numbers in zip(rows, zip(half.means, half.low, half.high, bounds.low, strict=True), strict=False):
        assert (row[1], *row[8:]) == ("4", "no", "no")
        assert [float(cell or "nan") for cell in row[2:6]] == pytest.approx([*numbers], nan_ok=True)


def test_a_unanimous_gold_has_no_range_and_says_why(call):
    header, rows, err = call("unanimous.csv", *OF_CLASSES, "--noise", "--measures", "NMD")
    row = dict(zip(header, rows[0], strict=True))
    assert (row["unanimous"], row["half"], row["panel_low"], row["panel_high"]) == ("yes", "0.0", "", "")
    assert "All annotators of a case agree" in err


def test_runs_beside_a_second_panel_are_a_note(call):
    *_, err = call("gold.csv", *RUNS, "--noise", "--measures", "JSD,NMD")
    assert err.splitlines()[2].startswith("note: by JSD: ")
    assert all(name in err.splitlines()[2] for name in ("run0", "run1", "run2"))


def test_half_of_the_annotators_of_every_case(call):
    header, rows, _ = call("gold.csv", "--noise", "--per-case", "--measures", "NMD,JSD")
    assert header == ["case", "measure", "half"]
    assert [row[:2] for row in rows[:3]] == [["c0", "NMD"], ["c0", "JSD"], ["c1", "NMD"]]
    _, means, _ = call("gold.csv", "--noise", "--measures", "NMD,JSD")
    assert np.mean([float(row[2]) for row in rows if row[1] == "NMD"]) == pytest.approx(float(means[0][2]))


def test_persons_of_a_file_are_in_the_intervals(folder, call):
    labels = np.random.default_rng(4).integers(0, 3, (12, 4))
    lines = [f"c{case},p{person},{'abc'[label]}" for case, row in enumerate(labels) for person, label in enumerate(row)]
    (folder / "persons.csv").write_text("\n".join(["case,annotator,label", *lines]) + "\n")
    *_, rows, err = call("persons.csv", *OF_VOTES, "--noise", "--measures", "NMD", "--classes", "a,b,c")
    assert rows[0][-1] == "yes"
    assert "other persons than these 4" in err


DESIGN = [
    *("measure", "difference", "variance", "cases", "variance_low", "variance_high", "cases_low", "cases_high"),
    *("variance_mean", "cases_mean"),
]


def test_the_formula_alone(call):
    header, rows, err = call("--variance", 0.04)
    assert header == DESIGN
    assert rows == [["", "0.1", "0.04", "34", *[""] * 6]]
    assert err == ""
    _, rows, _ = call("--design", "--variance", 0.04, "--difference", "0.1,0.2")
    assert [(row[1], row[3]) for row in rows] == [("0.1", "34"), ("0.2", "10")]


def test_a_design_from_a_pilot_leaves_out_what_is_infinite(call):
    header, rows, err = call("gold.csv", *RUNS, "--design", "--difference", 0.05, "--alpha", 0.1, "--power", 0.9)
    assert header == DESIGN
    assert "3 runs and 12 cases" in err
    assert findings.few_pilot(12) in err
    assert f"note: To find 0.05 in NMD takes at least {rows[0][3]} cases by the pair of runs that varies most" in err
    assert "left out" not in err or "KLD" in err
    assert all(2 <= int(row[6]) <= int(row[3]) <= int(row[7]) for row in rows)
    assert all(int(row[9]) <= int(row[3]) for row in rows)


def test_a_split(call):
    arguments = ("gold.csv", *RUNS, "--split", "--cases", "10,20", "--annotators", "2,8", "--resamples", 20)
    header, rows, err = call(*arguments, "--measures", "NMD,RNOD")
    assert header == ["measure", "cases", "annotators", "width", "separated", "tau"]
    assert [row[:3] for row in rows[:4]] == [
        *(["NMD", "10", "2"], ["NMD", "20", "2"], ["NMD", "10", "8"], ["NMD", "20", "8"])
    ]
    assert err.startswith(f"note: 20 resamples, seed 1.{findings.few_pilot(12)}\nnote: separated: pairs are tested ")
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
        (("gold.csv", "run0.csv", "--design", "--measures", "NMD"), "1 run and 12 cases"),
        (("gold.csv", *RUNS, "--split", "--cases", "2.5"), "not whole"),
        (("gold.csv", "--noise", "--annotators", "2,3"), "--annotators needs --split"),
        (
            ("certain.csv", *OF_CLASSES, "--noise"),
            "or a probability that is certain. Neither … which: --numbers counts or shares",
        ),
        ((*FEW, "--design"), "With 7 cases, what the next round needs is not known"),
        ((*FEW, "--split"), "With 7 cases, what the next round needs is not known"),
        (
            ("gold.csv", *RUNS, "--design", "--difference", "0.1,1.5"),
            "--difference: 1.5 cannot be: by NMD, over 3 classes, the means of two runs differ by 1 at most",
        ),
    ],
)
def test_what_cannot_be_planned_is_one_clear_line(refused, arguments, words):
    said = refused(*arguments)
    assert all(part in said for part in words.split(" … "))
