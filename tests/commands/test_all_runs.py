"""The commands that compare measures: their columns, their numbers, and what they refuse."""

import csv
import io
import re

import numpy as np
import pytest
from scipy import stats

from ordquant_core.__main__ import main
from ordquant_core.analysis.consistency import compare_over_cases, consistency, draw_splits
from ordquant_core.analysis.scoring import score
from ordquant_core.records import Task
from ordquant_core.statistics.resampling import randomised_tukey_hsd
from tests.pages.apps import ROOT

KEYS = ("NMD", "RNOD", "NVD")
CLASSES = ("a", "b", "c", "d")
COMMANDS = ("agreement", "consistency", "discriminative-power", "overlap", "contradictions", "information-tau")
OFTEN = {"consistency": ("--splits", 50), "agreement": (), "information-tau": ()}  # the others: how many trials
every_command = pytest.mark.parametrize("command", COMMANDS)


@pytest.fixture
def task(tmp_path, monkeypatch):
    """Four runs on 20 cases, as files and as a task; classes without votes make KLD infinite."""
    chance = np.random.default_rng(3)
    cases = tuple(f"c{i}" for i in range(20))
    votes = chance.multinomial(10, [0.1, 0.2, 0.4, 0.3], size=20)
    tables = {"gold": votes / 10}
    for r in range(4):
        tables[f"run{r}"] = np.stack([chance.dirichlet(0.5 + (5 - r) * row / 3) for row in votes])
    monkeypatch.chdir(tmp_path)
    for name, table in tables.items():
        lines = [",".join(map(str, (case, *row))) for case, row in zip(cases, table.tolist(), strict=True)]
        (tmp_path / f"{name}.csv").write_text("\n".join([",".join(("case", *CLASSES)), *lines]) + "\n")
    runs = tuple(name for name in tables if name != "gold")
    estimates = np.stack([tables[run] / tables[run].sum(axis=1, keepdims=True) for run in runs])
    return Task("gold", None, CLASSES, cases, tables["gold"], None, runs, estimates)


@pytest.fixture
def call(task, table):
    def run(command, *options, runs=None):
        files = [f"{name}.csv" for name in task.runs] if runs is None else runs
        return table(command, "gold.csv", *files, *options)

    return run


@pytest.fixture
def refused(task, refused):
    return refused


def means(task, key):
    return score(task, (key,)).values[0].mean(axis=1)


def test_agreement_writes_tau_with_both_intervals(task, call):
    header, rows, err = call("agreement", "--measures", ",".join(KEYS))
    assert header == ["measure_1", "measure_2", "tau", "low", "high", "low_long_cliff", "high_long_cliff"]
    assert [row[:2] for row in rows] == [["NMD", "RNOD"], ["NMD", "NVD"], ["RNOD", "NVD"]]
    for first, second, tau, low, high, low_long_cliff, _ in rows:
        assert float(tau) == pytest.approx(stats.kendalltau(means(task, first), means(task, second)).statistic)
        assert (low, high) == ("", "")  # four runs: no interval
        assert low_long_cliff == "" if float(tau) == 1 else float(low_long_cliff) <= float(tau)
    first, *_, compared = err.splitlines()
    assert first.startswith("note: ")
    assert re.search("rank.* the runs least like the others|rank the runs equally", first)
    assert compared == "note: compared: 4 runs, without baselines"
    runs = [*(f"{run}.csv" for run in task.runs), "baseline:uniform"]
    _, rows, err = call("agreement", "--measures", "NMD,NVD", runs=runs)
    assert err.endswith("note: compared: 4 runs and the baseline Uniform\n")
    assert float(rows[0][3]) <= float(rows[0][2]) <= float(rows[0][4])


def test_consistency_writes_the_mean_tau_of_halves_or_of_small_sets(task, call):
    header, rows, err = call("consistency", "--measures", "NMD,NVD", "--splits", 50)
    assert header == ["measure", "split", "tau", "tau_spread", "outperforms", "splits"]
    assert [row[:2] for row in rows] == [["NMD", "half"], ["NVD", "half"]]
    splits = draw_splits(len(task.cases), 50, np.random.default_rng(1))
    found = consistency(score(task, ("NMD", "NVD")), splits)
    np.testing.assert_allclose([float(row[2]) for row in rows], found.taus.mean(axis=0))
    np.testing.assert_allclose([float(row[3]) for row in rows], np.std(found.taus, axis=0, ddof=1))
    test = compare_over_cases(score(task, ("NMD", "NVD")), splits, found, rng=np.random.default_rng(1))
    assert [row[4] for row in rows] == [["NMD", "NVD"][other[0]] if other else "" for other in test.outperformed()]
    assert "50 splits, seed 1" in err
    assert "of 1 pair of measures differ significantly in consistency (alpha = 0.05" in err
    header, pairs, _ = call("consistency", "--measures", "NMD,NVD", "--splits", 50, "--pairs")
    assert header == ["measure_1", "measure_2", "split", "tau_difference", "low", "high", "p"]
    width = test.half_widths()[0, 1]
    gap = found.taus.mean(axis=0)[0] - found.taus.mean(axis=0)[1]
    np.testing.assert_allclose([float(cell) for cell in pairs[0][3:6]], [gap, gap - width, gap + width], atol=1e-12)
    _, small, _ = call("consistency", "--measures", "NMD,NVD", "--splits", 50, "--size", 2)
    assert [row[1] for row in small] == ["2", "2"]
    assert sum(float(row[2]) for row in small) < sum(float(row[2]) for row in rows)


@pytest.mark.parametrize("command", ["consistency", "overlap"])
def test_further_tasks_are_written_below_the_first_each_as_alone(command, capsys):
    first, second = (str(ROOT / f"ordquant_core/samples/{name}") for name in ("dialogue-quality", "breakdown-labels"))
    options = ["--measures", "NMD,NVD", *(["--splits", "20"] if command == "consistency" else ["--trials", "100"])]
    alone = []
    for task in (first, second):
        assert main([command, task, *options]) == 0
        header, *rows = csv.reader(io.StringIO(capsys.readouterr().out))
        alone += [[task, *row] for row in rows]
    assert main([command, first, *options, "--also", second]) == 0
    written, *rows = csv.reader(io.StringIO(capsys.readouterr().out))
    assert written == ["task", *header]
    assert rows == alone
    assert main([command, first, *options, "--also", first]) == 2
    assert "--also: a task is named twice" in capsys.readouterr().err


def test_discriminative_power_counts_the_significant_pairs(task, call):
    options = ("--measures", ",".join(KEYS), "--trials", 300, "--alpha", ".2", "--seed", 7)
    header, rows, err = call("discriminative-power", *options)
    assert header == ["measure", "significant", "pairs", "share"]
    p = randomised_tukey_hsd(score(task, KEYS).values, n_trials=300, rng=np.random.default_rng(7)).p_values
    for layer, (key, significant, pairs, share) in zip(p, rows, strict=True):
        count = int((layer < 0.2).sum() / 2)
        assert (significant, pairs, float(share)) == (str(count), "6", count / 6), key
        assert count > 0
    assert "300 trials, seed 7; standard error of p at 0.2: 0.023" in err


def test_overlap_and_contradictions_fit_the_powers(call):
    options = ("--trials", 300, "--alpha", ".2", "--measures", ",".join(KEYS))
    _, powers, _ = call("discriminative-power", *options)
    found = {key: int(count) for key, count, *_ in powers}
    header, rows, _ = call("overlap", *options)
    assert header == ["measure_1", "measure_2", "a", "b", "c", "sso", "sso_left"]
    for first, second, a, b, c, sso, left in rows:
        assert left == sso  # there are no contradictions
        assert (int(a) + int(b), int(b) + int(c)) == (found[first], found[second])
        assert float(sso) == int(b) / (int(a) + int(b) + int(c))
    header, rows, _ = call("contradictions", *options)
    assert header == ["measure_1", "measure_2", "run_1", "run_2"]
    assert rows == []


def test_contradictions_name_the_better_run_first(task, call, tmp_path):
    """Uniform against one run that is near by order and far by class: NMD and NVD part for certain."""
    gold = "case,a,b,c,d,e\n" + "".join(f"{i},1,0,0,0,0\n" for i in range(30))
    near = "case,a,b,c,d,e\n" + "".join(f"{i},0,1,0,0,0\n" for i in range(30))
    spread = "case,a,b,c,d,e\n" + "".join(f"{i},.5,0,0,0,.5\n" for i in range(30))
    for name, text in (("gold", gold), ("near", near), ("spread", spread)):
        (tmp_path / f"{name}.csv").write_text(text)
    _, rows, _ = call("contradictions", "--measures", "NMD,NVD", "--trials", 200, runs=["spread.csv", "near.csv"])
    assert rows == [["NMD", "NVD", "near", "spread"]]
    _, rows, _ = call("overlap", "--measures", "NMD,NVD", "--trials", 200, runs=["spread.csv", "near.csv"])
    assert rows == [["NMD", "NVD", "0", "1", "0", "1.0", ""]]  # the one pair that both separate is a contradiction


def test_information_tau_is_less_given_another_measure(call):
    runs = ["run0.csv", "run1.csv", "run2.csv", "run3.csv", "baseline:uniform", "baseline:popularity"]
    header, rows, err = call("information-tau", "--measures", "NMD,RNOD", runs=runs)
    assert header == ["measure_1", "measure_2", "information_tau"]
    assert [row[:2] for row in rows] == [["NMD", "RNOD"]]
    assert err.startswith("note: compared: ")
    assert err.count("\n") == 1
    _, given, _ = call("information-tau", "--measures", "NMD,RNOD", "--given", "RNOD,NVD", runs=runs)
    assert given == []  # RNOD is known: no pair is left
    _, given, _ = call("information-tau", "--measures", "NMD,RNOD", "--given", "NVD", runs=runs)
    assert float(given[0][2]) <= float(rows[0][2]) <= 1


@every_command
def test_every_command_takes_all_measures_and_a_seed(call, command):
    often = OFTEN.get(command, ("--trials", 200))
    _, rows, err = call(command, "--seed", 5, *often)
    again = call(command, "--seed", 5, *often)[1]
    assert rows == again
    assert "left out, as infinite on some case: KLD" in err


def test_kld_is_reported_when_it_was_asked_for(refused):
    for command in ("overlap", "agreement", "information-tau"):
        err = refused(command, "gold.csv", "run0.csv", "run1.csv", "--measures", "KLD,NMD")
        assert "KLD is infinite" in err
    err = refused("information-tau", "gold.csv", "run0.csv", "run1.csv", "--measures", "NMD,RNOD", "--given", "KLD")
    assert "KLD is infinite" in err


@every_command
def test_one_run_is_refused(refused, command):
    assert "run" in refused(command, "gold.csv", "run0.csv")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("consistency", "--splits", "0"), "'0' is not a whole number of at least 1"),
        (("consistency", "--splits", "1e3"), "'1e3' is not a whole number"),
        (("consistency", "--size", "11"), "Two disjoint sets of 11 cases do not fit into 20"),
        (("overlap", "--trials", "-5"), "'-5' is not a whole number"),
        (("overlap", "--alpha", "1"), "'1' does not lie between 0 and 1"),
        (("overlap", "--alpha", "x"), "is not a number"),
        (("overlap", "--seed", "x"), "'x' is not a whole number of at least 0"),
        (("information-tau", "--given", "EMD"), "Unknown measure 'EMD'"),
        (("agreement", "--measures", "EMD"), "Unknown measure 'EMD'"),
    ],
)
def test_impossible_options_are_refused(refused, arguments, words):
    command, *options = arguments
    assert words in refused(command, "gold.csv", "run0.csv", "run1.csv", *options)
