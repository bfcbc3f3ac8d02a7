"""`measure`, `score` and `compare`: their columns, full precision, what they refuse."""

import json

import numpy as np
import pytest

import ordquant_core as oq
from ordquant_core.measures.views import VIEWS
from tests.commands.files import SHARED, load, real

# --- measure ---


def test_measure_scores_one_pair_by_every_measure_in_full_precision(table):
    header, rows, _ = table("measure", "--gold", "0,1,2,9,8", "--estimate", "0,0,0,1,0")
    assert header == ["measure", "score"]
    assert [key for key, _ in rows] == list(oq.MEASURES)
    for key, value in rows:
        assert float(value) == oq.MEASURES[key]([0, 1, 2, 9, 8], [0, 0, 0, 1, 0])


def test_measure_takes_a_choice_of_measures_in_the_order_given(table):
    _, rows, _ = table("measure", "--gold", "1,0", "--estimate", "0,1", "--measures", "RNOD, NMD,RNOD")
    assert rows == [["RNOD", "1.0"], ["NMD", "1.0"]]


def test_infinite_scores_are_written_as_inf(table):
    assert table("measure", "--gold", "1,0", "--estimate", ".5,.5", "--measures", "KLD")[1] == [["KLD", "inf"]]


@pytest.mark.parametrize(
    ("gold", "estimate", "words"),
    [
        ("0.5,0.3,0,0,0", "0,0,0,0,1", "(0.5, 0.3, 0, 0, 0) sums to 0.8"),
        ("1,0", "1,0,0", "2 classes"),
        ("a,b", "1,0", "--gold: 'a' is not a number"),
        ("1,0", "1,nan", "--estimate: 'nan' is not a number"),
        ("1,0", "1,1_0", "--estimate: '1_0'"),
        ("1,", "1,0", "--gold: '' is not a number"),
        ("-1,2", "1,0", "negative number -1"),
        ("-.5,1.5", "1,0", "negative number -0.5"),
        ("1", "1", "two or more classes"),
        ("0,0", "1,0", "sums to 0"),
        ("1e308,1e308", "1,0", "gold"),
    ],
)
def test_measure_refuses_what_is_no_distribution(refused, gold, estimate, words):
    assert words in refused("measure", "--gold", gold, "--estimate", estimate)


# --- score ---


def test_score_writes_the_mean_of_every_run_and_measure(table, folder):
    header, rows, err = table("score", "gold.csv", "run.csv", "baseline:popularity", "baseline:uniform")
    assert header == ["run", "measure", "mean", "cases"]
    assert [row[:2] for row in rows] == [[run, key] for run in ("run", "Popularity", "Uniform") for key in oq.MEASURES]
    assert {row[3] for row in rows} == {"3"}
    assert err == ""
    gold = np.array([[0, 1, 3], [2, 2, 0], [1, 1, 2]])
    run = np.array([[0.25, 0.25, 0.5], [0, 1, 0], [0.3, 0.3, 0.4]])
    means = {(name, key): float(mean) for name, key, mean, _ in rows}
    for key, measure in oq.MEASURES.items():
        assert means["run", key] == pytest.approx(measure(gold, run).mean(), abs=1e-15)
        assert means["Popularity", key] == pytest.approx(measure(gold, oq.popularity(gold)).mean(), abs=1e-15)


def test_score_per_case_writes_a_row_per_run_case_and_measure(table, folder):
    header, rows, _ = table("score", "gold.csv", "run.csv", "--per-case", "--measures", "NMD,NVD")
    assert header == ["run", "case", "measure", "score"]
    assert [row[:3] for row in rows] == [["run", case, key] for case in "xyz" for key in ("NMD", "NVD")]
    assert float(rows[0][3]) == oq.MEASURES["NMD"]([0, 1, 3], [0.25, 0.25, 0.5])


def test_score_adds_views_only_when_they_are_asked_for(table, folder):
    _, rows, _ = table("score", "gold.csv", "run.csv", "--measures", "NMD,MD,SS")
    assert [row[1] for row in rows] == ["NMD", "MD", "SS"]
    header, rows, _ = table("score", "gold.csv", "run.csv", "--measures", "NMD,MD,SS", "--views")
    assert header == ["run", "measure", "mean", "cases"]
    means = {row[1]: float(row[2]) for row in rows}
    assert list(means) == ["NMD", "MD", "SS", *VIEWS]
    assert means["EMD"] == means["MD"]
    assert means["MSE"] == pytest.approx(means["SS"] / 3, abs=1e-15)
    assert means["NEG_LOG2_NMD"] == -np.log2(means["NMD"])
    _, rows, _ = table("score", "gold.csv", "run.csv", "--measures", "EMD,NMD,NEG_LOG2_NMD")
    assert [row[1] for row in rows] == ["EMD", "NMD", "NEG_LOG2_NMD"]
    assert {row[3] for row in rows} == {"3"}


def test_views_of_means_have_no_row_per_case(table, refused, folder):
    header, rows, _ = table("score", "gold.csv", "run.csv", "--measures", "NMD", "--views", "--per-case")
    assert header == ["run", "case", "measure", "score"]
    assert [row[2] for row in rows] == ["NMD", "EMD", "MSE", "RSNOD_ALL", "KLD_NATS"] * 3
    err = refused("score", "gold.csv", "run.csv", "--measures", "NEG_LOG2_NMD", "--per-case")
    assert "NEG_LOG2_NMD is made of the mean over all cases: a case has none." in err
    assert "Unknown measure 'EMD'" in refused("compare", "gold.csv", "run.csv", "baseline:uniform", "--measures", "EMD")


def test_options_may_stand_between_the_runs(table, folder):
    _, rows, _ = table("score", "gold.csv", "run.csv", "--measures", "NMD", "baseline:uniform")
    assert [row[0] for row in rows] == ["run", "Uniform"]


def test_renormalised_rows_are_noted_beside_the_output(table, refused, folder):
    err = refused("score", "gold.csv", "off.csv")
    assert "off.csv, case x: (0.5, 0.495, 0) sums to 0.995" in err
    _, rows, err = table("score", "gold.csv", "off.csv", "--measures", "NMD", "--renormalise")
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


# --- compare ---


def test_compare_counts_preferences_and_correlates_deltas(table, folder):
    header, rows, _ = table("compare", "gold.csv", "run.csv", "baseline:uniform", "--measures", "NMD,NVD,KLD")
    assert header == [
        *("measure", "prefers_a", "prefers_b", "ties", "mean_delta"),
        *("pearson_NMD", "pearson_NVD", "pearson_KLD"),
    ]
    values = {row[0]: row[1:] for row in rows}
    assert values["NMD"][:3] == ["2", "0", "1"]
    assert float(values["NMD"][4]) == pytest.approx(1)
    assert values["NMD"][5] == values["NVD"][4]  # the correlation is symmetric
    assert float(values["NVD"][3]) < 0


def test_compare_leaves_what_is_not_defined_empty(table, folder):
    (folder / "gold.csv").write_text("case,a,b\nx,1,0\ny,0,1\n")
    (folder / "p.csv").write_text("case,a,b\nx,.5,.5\ny,0,1\n")
    (folder / "q.csv").write_text("case,a,b\nx,1,0\ny,.5,.5\n")
    _, rows, _ = table("compare", "gold.csv", "p.csv", "q.csv", "--measures", "KLD,NMD")
    assert rows[0] == ["KLD", "1", "1", "0", "", "", ""]
    assert rows[1][:5] == ["NMD", "1", "1", "0", "0.0"]
    assert rows[1][5] == ""
    assert float(rows[1][6]) == pytest.approx(1)


@real
@pytest.mark.parametrize(
    ("scale", "published"),  # (prefer uniform, prefer popularity), LQ 2021, Table 7 (STC-3)
    [
        (
            "A",
            {
                **{"NMD": (175, 197), "RSNOD": (224, 166), "RNOD": (265, 125)},
                **{"NVD": (274, 116), "RNSS": (297, 93), "JSD": (301, 89)},
            },
        ),
        ("E", {"NMD": (257, 127), "RNOD": (331, 58), "JSD": (347, 43)}),
    ],
)
def test_compare_gives_the_published_wins_and_losses_on_the_official_gold(table, scale, published):
    gold = SHARED / "gold_test.json"
    _, rows, _ = table("compare", gold, "baseline:popularity", "baseline:uniform", "--scale", scale)
    assert [row[0] for row in rows] == list(oq.MEASURES)
    counts = {key: (int(prefers_b), int(prefers_a)) for key, prefers_a, prefers_b, *_ in rows}
    assert {key: counts[key] for key in published} == published
    assert all(sum(map(int, row[1:4])) == 390 for row in rows)


@real
@pytest.mark.parametrize("scale", ["A", "E"])
def test_every_real_run_is_scored_as_the_definition_says(table, scale):
    paths = sorted((SHARED / "runs_quality").glob("*.json"))
    _, rows, _ = table("score", SHARED / "gold_test.json", *paths, "--scale", scale, "--measures", "NVD,NMD")
    means = {(run, key): float(mean) for run, key, mean, _ in rows}
    assert {run for run, _ in means} == {path.stem for path in paths}
    gold = {case["id"]: [a["quality"][scale] for a in case["annotations"]] for case in load(SHARED / "gold_test.json")}
    for path in paths:
        nvd, nmd = [], []
        for case in load(path):
            p, labels = case["quality"][scale], gold[case["id"]]
            total = sum(p.values())
            gaps = [p[str(label)] / total - labels.count(label) / len(labels) for label in range(-2, 3)]
            nvd.append(sum(map(abs, gaps)) / 2)
            nmd.append(sum(abs(sum(gaps[:end])) for end in range(1, 5)) / 4)
        assert means[path.stem, "NVD"] == pytest.approx(sum(nvd) / len(nvd), abs=1e-12)
        assert means[path.stem, "NMD"] == pytest.approx(sum(nmd) / len(nmd), abs=1e-12)
