"""Numbers that commands write: against the measures, by hand, and as they were printed.

That a command writes the frame of the library: tests/analysis/test_frames_of_results.py; frames have their own tests.
"""

import html
import re

import numpy as np
import pytest

import ordquant_core as oq
from ordquant_core.measures.registry import DEFAULT_MEASURES
from ordquant_core.measures.smoothed import SMOOTHED
from tests.commands.files import SHARED, describe, done, of_scales, real, refused, table

GOLD = np.array([[0, 1, 3], [2, 2, 0], [1, 1, 2]])
RUN = np.array([[0.25, 0.25, 0.5], [0, 1, 0], [0.3, 0.3, 0.4]])


def test_means_are_those_of_the_measures_whatever_baseline_is_a_run(folder):
    found = done("score gold.csv run.csv baseline:popularity baseline:uniform baseline:b")
    assert [row["run"] for row in found.rows[:: len(DEFAULT_MEASURES)]] == ["run", "Popularity", "Uniform", "Always b"]
    assert (found.err, {row["cases"] for row in found.rows}) == ("", {"3"})
    estimates = {"run": RUN, "Popularity": oq.popularity(GOLD), "Uniform": oq.uniform(GOLD), "Always b": [0, 1, 0]}
    for row in found.rows:
        expected = oq.MEASURES[row["measure"]](GOLD, estimates[row["run"]]).mean()
        assert float(row["mean"]) == pytest.approx(expected, abs=1e-15) or float(row["mean"]) == expected == np.inf
    one = done("measure --gold 0,1,3 --estimate .25,.25,.5")
    cases = {(row["case"], row["measure"]): row["score"] for row in done("score gold.csv run.csv --per-case").rows}
    assert [row["score"] for row in one.rows] == [cases["x", row["measure"]] for row in one.rows]
    assert [row["measure"] for row in one.rows] == list(DEFAULT_MEASURES)
    chosen = done("measure", "--gold", "1,0", "--estimate", ".5,.5", "--measures", "RNOD, KLD,RNOD").rows
    assert [(row["measure"], row["score"]) for row in chosen] == [
        ("RNOD", repr(float(oq.rnod([1, 0], [0.5, 0.5])))),
        ("KLD", "inf"),
    ]  # in the order given, each once


def test_measures_of_other_fields_and_positions_are_used_where_they_are_named(folder):
    found = done("score gold.csv run.csv --measures RPS,RAE --per-case")
    scores = [*oq.rps(GOLD, RUN), *SMOOTHED["RAE"](GOLD, RUN)]
    assert [float(row["score"]) for row in found.rows] == pytest.approx(np.reshape(scores, (2, 3)).T.ravel())
    placed = done("score gold.csv run.csv --measures NMD,NVD,MD --positions 1,2,5")
    expected = [oq.nmd(GOLD, RUN, [1, 2, 5]).mean(), oq.nvd(GOLD, RUN).mean(), oq.md(GOLD, RUN, [1, 2, 5]).mean()]
    assert placed.column("mean") == pytest.approx(expected, abs=1e-12)
    assert "classes stand at 1, 2, 5 (--positions): the measures with distances between classes use them" in placed.err


def test_comparing_two_or_infinite_cases_gives_no_correlation_and_no_mean(folder):
    two = {"gold": "x,1,0\ny,0,1\n", "p": "x,.5,.5\ny,0,1\n", "q": "x,1,0\ny,.5,.5\n"}
    for name, text in two.items():
        (folder / f"{name}2.csv").write_text(f"case,a,b\n{text}")
        (folder / f"{name}3.csv").write_text(f"case,a,b\n{text}z,1,0\n")
    few = done("compare gold2.csv p2.csv q2.csv --measures NMD,RNOD")
    assert few.named("pearson") == {""}  # of two cases a correlation could only be 1 or -1
    infinite, finite = done("compare gold3.csv p3.csv q3.csv --measures KLD,NMD").rows
    assert [*infinite.values()] == ["KLD", "1", "1", "1", "", "", ""]
    assert (finite["mean_delta"], finite["pearson_KLD"], float(finite["pearson_NMD"])) == ("0.0", "", pytest.approx(1))


PUBLISHED = {  # (prefer uniform, prefer popularity), LQ 2021, Table 7 (STC-3)
    "A": {
        **{"NMD": (175, 197), "RSNOD": (224, 166), "RNOD": (265, 125)},
        **{"NVD": (274, 116), "RNSS": (297, 93), "JSD": (301, 89)},
    },
    "E": {"NMD": (257, 127), "RNOD": (331, 58), "JSD": (347, 43)},
}


@real
@pytest.mark.parametrize("scale", PUBLISHED)
def test_published_wins_and_losses_are_those_on_the_official_gold(scale):
    found = done("compare", SHARED / "gold_test.json", "baseline:popularity", "baseline:uniform", "--scale", scale)
    counts = {row["measure"]: (int(row["prefers_b"]), int(row["prefers_a"])) for row in found.rows}
    assert {key: counts[key] for key in PUBLISHED[scale]} == PUBLISHED[scale]
    assert {sum(int(row[side]) for side in ("prefers_a", "prefers_b", "ties")) for row in found.rows} == {390}


def test_contradictions_name_the_better_run_first(tmp_path, monkeypatch):
    """One run is near by order and far by class: NMD and NVD part for certain."""
    monkeypatch.chdir(tmp_path)
    rows = {"gold": [1, 0, 0, 0, 0], "near": [0, 1, 0, 0, 0], "spread": [0.5, 0, 0, 0, 0.5]}
    for name, row in rows.items():
        (tmp_path / f"{name}.csv").write_text(table(range(30), [row] * 30, "abcde"))
    options = "gold.csv spread.csv near.csv --measures NMD,NVD --trials 200"
    assert [[*row.values()] for row in done(f"contradictions {options}").rows] == [["NMD", "NVD", "near", "spread"]]
    (row,) = done(f"overlap {options}").rows
    assert [*row.values()] == ["NMD", "NVD", "0", "1", "0", "1.0", ""]  # the one pair that both separate


@real
def test_nuggets_of_the_real_runs_are_divided_on_request_and_said():
    files = [SHARED / "gold_test.json", *sorted((SHARED / "runs_nugget").glob("*.json"))]
    assert "dialogue 3718912216646049, block 1 (customer)" in refused("nuggets", *files)
    found = done("nuggets", *files, "--repair", "renormalise")
    assert "1,755 rows divided by their sum" in found.err
    means = {(row["run"], row["measure"]): float(row["mean"]) for row in found.rows}
    assert means["WIDM-bestND190116", "RNSS"] == pytest.approx(0.0987, abs=5e-5)  # as printed


def test_on_all_scales_each_is_as_it_is_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.json").write_text(of_scales(votes=True))
    for run in (1, 2, 3):
        (tmp_path / f"run{run}.json").write_text(of_scales(seed=run))
    files = "gold.json run1.json run2.json run3.json --measures NMD,RNOD"
    for command in ("score", "results", "agreement", "consistency", "discriminative-power", "overlap"):
        every = done(f"{command} {files} --scale all")
        alone = {scale: done(f"{command} {files} --scale {scale}") for scale in "AE"}
        for scale, one in alone.items():
            rows = [row for row in every.rows if row["scale"] == scale]
            assert [row | {"scale": scale} for row in one.rows] == rows
        assert every.columns[0] == "scale"
    page = done(f"report {files} --scale all --trials 20").out
    commands = re.findall(r"-m ordquant_core (\w[\w-]*) .*?--scale (\w+)", page)
    assert commands[:3] == [("score", "all"), ("discriminative-power", "all"), ("report", "all")]
    assert {*re.findall(r"scale='(\w)'", html.unescape(page))} == {*"AE"}  # a program for each
    describe(tmp_path, gold="gold.json", runs=["run1.json"], scale="E")
    assert done("score . --measures NMD").rows == done("score gold.json run1.json --scale E --measures NMD").rows
