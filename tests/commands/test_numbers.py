"""The numbers that commands write, against the measures, SciPy, what is calculated by hand and what was printed."""

import html
import re

import numpy as np
import pytest
from scipy import stats

import ordquant_core as oq
from ordquant_core.analysis.consistency import compare_over_cases, consistency, draw_splits
from ordquant_core.analysis.scoring import score
from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.measures.registry import DEFAULT_MEASURES
from ordquant_core.measures.smoothed import SMOOTHED
from ordquant_core.statistics.resampling import randomised_tukey_hsd
from tests.commands.files import (
    DATA,
    FILES,
    RUNS,
    SAMPLES,
    SHARED,
    describe,
    done,
    of_scales,
    real,
    refused,
    table,
)
from tests.ranked_lists import by_hand
from tests.ranked_lists.field_evaluators import read_in_single_precision
from tests.zips import zipped

KEYS = ("NMD", "RNOD", "NVD")
GOLD = np.array([[0, 1, 3], [2, 2, 0], [1, 1, 2]])
RUN = np.array([[0.25, 0.25, 0.5], [0, 1, 0], [0.3, 0.3, 0.4]])


def by(answer, *names):
    """Return the rows by what stands in some columns."""
    return {tuple(row[name] for name in names): row for row in answer.rows}


# --- one pair, and runs: score, measure, compare ---


def test_means_are_those_of_the_measures_whatever_baseline_is_a_run(folder):
    found = done("score gold.csv run.csv baseline:popularity baseline:uniform baseline:b")
    assert [row["run"] for row in found.rows[:: len(DEFAULT_MEASURES)]] == ["run", "Popularity", "Uniform", "Always b"]
    assert (found.err, {row["cases"] for row in found.rows}) == ("", {"3"})
    estimates = {"run": RUN, "Popularity": oq.popularity(GOLD), "Uniform": oq.uniform(GOLD), "Always b": [0, 1, 0]}
    for row in found.rows:
        expected = oq.MEASURES[row["measure"]](GOLD, estimates[row["run"]]).mean()
        assert float(row["mean"]) == pytest.approx(expected, abs=1e-15) or float(row["mean"]) == expected == np.inf
    one = done("measure --gold 0,1,3 --estimate .25,.25,.5")
    cases = by(done("score gold.csv run.csv --per-case"), "case", "measure")
    assert [row["score"] for row in one.rows] == [cases["x", row["measure"]]["score"] for row in one.rows]
    assert [row["measure"] for row in one.rows] == list(DEFAULT_MEASURES)
    chosen = done("measure", "--gold", "1,0", "--estimate", ".5,.5", "--measures", "RNOD, KLD,RNOD").rows
    assert [(row["measure"], row["score"]) for row in chosen] == [
        ("RNOD", repr(float(oq.rnod([1, 0], [0.5, 0.5])))),
        ("KLD", "inf"),
    ]  # in the order given, each once


def test_measures_of_other_fields_and_positions_are_used_where_they_are_named(folder):
    found = done("score gold.csv run.csv --measures RPS,RAE,NKLD --per-case")
    for key, measure in {"RPS": oq.rps, **{key: SMOOTHED[key] for key in ("RAE", "NKLD")}}.items():
        numbers = [float(row["score"]) for row in found.rows if row["measure"] == key]
        assert numbers == pytest.approx(measure(GOLD, RUN).tolist(), abs=1e-15)
    (row,) = done("measure --gold 0,1,3 --estimate 1,1,2 --measures NKLD").rows
    assert float(row["score"]) == SMOOTHED["NKLD"]([0, 1, 3], [1, 1, 2])
    placed = done("score gold.csv run.csv --measures NMD,NVD,MD --positions 1,2,5")
    expected = [oq.nmd(GOLD, RUN, [1, 2, 5]).mean(), oq.nvd(GOLD, RUN).mean(), oq.md(GOLD, RUN, [1, 2, 5]).mean()]
    assert placed.column("mean") == pytest.approx(expected, abs=1e-12)
    assert "classes stand at 1, 2, 5 (--positions): the measures with distances between classes use them" in placed.err
    one = done("measure --gold 0,1,3 --estimate 1,1,2 --measures NMD --positions -1,0,3")
    assert one.column("score") == [oq.nmd([0, 1, 3], [1, 1, 2], [-1, 0, 3])]


def test_tables_for_people_are_rounded():
    line = "measure --gold 0,1,2,9,8 --estimate 0,0,0,1,0 --measures NMD,RNOD --format"
    assert done(f"{line} markdown").out.splitlines()[2:] == ["| NMD | 0.150 |", "| RNOD | 0.373 |"]
    assert r"RNOD & 0.373 \\" in done(f"{line} latex").out


def test_comparing_counts_preferences_and_correlates_deltas(task, folder):
    found = done("compare gold.csv run.csv baseline:uniform --measures NMD,NVD,KLD")
    rows = {row["measure"]: row for row in found.rows}
    differences = (oq.nmd(GOLD, RUN) - oq.nmd(GOLD, oq.uniform(GOLD))).round(12)
    sides = [(differences < 0).sum(), (differences > 0).sum(), (differences == 0).sum()]
    assert [int(rows["NMD"][side]) for side in ("prefers_a", "prefers_b", "ties")] == sides == [2, 0, 1]
    assert float(rows["NMD"]["mean_delta"]) == pytest.approx(differences.mean())
    assert rows["NMD"]["pearson_NVD"] == rows["NVD"]["pearson_NMD"]
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


# --- measures compared over all runs ---


def test_agreement_is_kendalls_tau_of_scipy_with_both_intervals(task):
    found = done(f"agreement {FILES} baseline:uniform --measures {','.join(KEYS)}")
    scores = score(oq.with_baselines(task).only([*RUNS, "Uniform"]), KEYS).values.mean(axis=2)
    means = dict(zip(KEYS, scores, strict=True))
    assert len(found.rows) == 3
    for row in found.rows:
        tau = float(row["tau"])
        assert tau == pytest.approx(stats.kendalltau(means[row["measure_1"]], means[row["measure_2"]]).statistic)
        assert float(row["low"]) <= tau <= float(row["high"])
    assert found.notes[-1] == "compared: 4 runs and the baseline Uniform"
    assert re.search("rank.* the runs least like the others|rank the runs equally", found.notes[0])
    four = done(f"agreement {FILES} --measures NMD,NVD").rows[0]
    assert (four["low"], four["high"]) == ("", "")  # of four runs there is no interval of Fieller


def test_consistency_is_the_mean_tau_of_random_splits(task):
    line = f"consistency {FILES} --measures NMD,NVD --splits 50"
    found, pairs = done(line), done(f"{line} --pairs")
    scores = score(task, ("NMD", "NVD"))
    splits = draw_splits(20, 50, np.random.default_rng(1))
    expected = consistency(scores, splits)
    test = compare_over_cases(scores, splits, expected, rng=np.random.default_rng(1))
    halves = [scores.values[..., split].mean(axis=2) for split in (splits[0, :10], splits[0, 10:])]
    by_scipy = [stats.kendalltau(one, other).statistic for one, other in zip(*halves, strict=True)]
    assert expected.taus[0].tolist() == pytest.approx(by_scipy)
    np.testing.assert_allclose(found.column("tau"), expected.taus.mean(axis=0))
    np.testing.assert_allclose(found.column("tau_spread"), np.std(expected.taus, axis=0, ddof=1))
    named = [["NMD", "NVD"][other[0]] if other else "" for other in test.outperformed()]
    assert found.column("outperforms", str) == named
    gap, width = np.subtract(*expected.taus.mean(axis=0)), test.half_widths()[0, 1]
    (pair,) = pairs.rows
    numbers = [float(pair[name]) for name in ("tau_difference", "low", "high")]
    np.testing.assert_allclose(numbers, [gap, gap - width, gap + width], atol=1e-12)
    assert "of 1 pair of measures differ significantly in consistency (alpha = 0.05" in found.err


def test_power_overlap_and_contradictions_count_the_same_significant_pairs(task):
    options = f"{FILES} --trials 300 --alpha .2 --seed 7 --measures {','.join(KEYS)}"
    powers, overlaps, against = (
        done(f"{name} {options}") for name in ("discriminative-power", "overlap", "contradictions")
    )
    p = randomised_tukey_hsd(score(task, KEYS).values, n_trials=300, rng=np.random.default_rng(7)).p_values
    counts = dict(zip(KEYS, ((p < 0.2).sum(axis=(1, 2)) // 2).tolist(), strict=True))
    assert {row["measure"]: int(row["significant"]) for row in powers.rows} == counts
    assert powers.column("share") == [count / 6 for count in counts.values()]
    assert "300 trials, seed 7; standard error of p at 0.2: 0.023" in powers.err
    for row in overlaps.rows:
        a, b, c = (int(row[name]) for name in "abc")
        assert (a + b, b + c) == (counts[row["measure_1"]], counts[row["measure_2"]])
        assert float(row["sso"]) == b / (a + b + c)
    assert (len(overlaps.rows), against.rows) == (3, [])


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


def test_information_that_rankings_share_is_none_beyond_what_is_known(task):
    line = f"information-tau {FILES} baseline:uniform baseline:popularity --measures NMD,RNOD"
    (alone,), (given,) = done(line).rows, done(f"{line} --given NVD").rows
    assert float(given["information_tau"]) <= float(alone["information_tau"]) <= 1
    assert done(f"{line} --given RNOD,NVD").rows == []  # no pair is left


@pytest.mark.parametrize(
    "command", ["agreement", "consistency", "discriminative-power", "overlap", "contradictions", "information-tau"]
)
def test_without_names_all_measures_are_compared_but_those_that_are_infinite(task, command):
    found = done(f"{command} {FILES}")
    assert "left out, as infinite on some case: KLD" in found.err
    assert done(f"{command} {FILES}") == found


# --- plan ---


def test_a_second_panel_is_that_of_the_library_and_needs_the_gold_alone(task):
    found = done("plan gold.csv --noise --seed 5")
    expected = compare_with_panel(task.only([]), found.column("measure", str), seed=5)
    bounds, half = expected.bounds(), expected.half
    names = ("half", "low_half", "high_half", "panel_low")
    for row, numbers in zip(found.rows, zip(half.means, half.low, half.high, bounds.low, strict=True), strict=True):
        assert (row["annotators_half"], row["unanimous"], row["by_persons"]) == ("4", "no", "no")
        assert [float(row[name] or "nan") for name in names] == pytest.approx([*numbers], nan_ok=True)
    assert "left out because they can be infinite: KLD" in found.err
    beside = done(f"plan {FILES.replace(' run3.csv', '')} --noise --measures JSD,NMD").notes[2]
    assert beside.startswith("by JSD: ")
    assert all(run in beside for run in RUNS[:3])


def test_what_a_second_panel_cannot_say_is_empty_and_why(folder):
    (folder / "unanimous.csv").write_text(
        table(range(12), (np.arange(8, 20)[:, None] * np.eye(3, dtype=int)[np.arange(12) % 3]).tolist())
    )
    found = done("plan unanimous.csv --layout class-columns --case case --noise --measures NMD")
    (row,) = found.rows
    assert [row[name] for name in ("unanimous", "half", "panel_low", "panel_high")] == ["yes", "0.0", "", ""]
    assert "All annotators of a case agree" in found.err
    labels = np.random.default_rng(4).integers(0, 3, (12, 4))
    lines = [f"c{case},p{who},{'abc'[label]}" for case, row in enumerate(labels) for who, label in enumerate(row)]
    (folder / "persons.csv").write_text("\n".join(["case,annotator,label", *lines]) + "\n")
    votes = "--layout votes --case case --annotator annotator --label label --classes a,b,c"
    found = done(f"plan persons.csv {votes} --noise --measures NMD")
    assert [row["by_persons"] for row in found.rows] == ["yes"]
    assert "other persons than these 4" in found.err


def test_a_design_follows_from_a_variance_or_from_that_of_a_pilot(task):
    alone = done("plan --variance .04 --difference .1,.2")
    assert [(row["difference"], row["cases"]) for row in alone.rows] == [("0.1", "34"), ("0.2", "10")]  # by hand
    assert alone.err == ""
    found = done(f"plan {FILES} --design --difference .05")
    assert "variances from 4 runs and 20 cases; left out, as infinite on some case: KLD." in found.err
    assert f"To find 0.05 in NMD takes at least {found.rows[0]['cases']} cases by the pair of runs that" in found.err
    for row in found.rows:
        assert 2 <= int(row["cases_low"]) <= int(row["cases"]) <= int(row["cases_high"])
        assert int(row["cases_mean"]) <= int(row["cases"])
    split = done(f"plan {FILES} --split --cases 10,20 --annotators 2,8 --resamples 20")
    assert split.column("cases")[:4] == [10, 20, 10, 20]
    assert split.column("annotators")[:4] == [2, 2, 8, 8]
    assert split.column("width")[0] > split.column("width")[1]
    assert "20 resamples, seed 1; left out because they can be infinite: KLD" in split.err
    assert len(split.rows) == 4 * (len(DEFAULT_MEASURES) - 1)


# --- people, nuggets, ranked lists ---


def test_people_agree_with_measures_by_hand(folder):
    """NMD prefers A on the first two pairs and sees a tie on the third, NVD prefers B, A, B: two of three chose."""
    pairs = ("10 0 0 0,0 10 0 0,5 0 0 5", "10 0 0 0,5 5 0 0,0 0 0 10", "0 10 0 0,0 0 10 0,0 5 0 5")
    header = "person,gold,estimate_a,estimate_b,choice\n"
    rows = [
        f"p{who},{pair},{('a', 'b', 'neither')[(who + n) % 3]}\n" for who in range(3) for n, pair in enumerate(pairs)
    ]
    (folder / "answers.csv").write_text(header + "".join(rows))
    found = done("human-agreement answers.csv --measures NMD,NVD")
    assert [[row[name] for name in ("human_agreement", "answers", "persons")] for row in found.rows] == [
        ["0.5", "4", "3"],
        ["0.5", "6", "3"],
    ]
    assert "3 answers of 9 prefer neither" in found.err
    (folder / "one.csv").write_text(f"{header}x,1 0,0 1,1 0,b\n")
    alone = done("human-agreement one.csv --measures NMD")
    assert (alone.rows[0]["low"], "one person" in alone.err) == ("", True)


def test_means_of_nuggets_are_made_of_those_of_the_cases_and_micro_has_no_alpha():
    sample = f"nuggets {SAMPLES / 'nuggets'}"
    means, cases = by(done(f"{sample} --alpha .3"), "run", "measure"), done(f"{sample} --alpha .3 --per-case").rows
    for (run, key), row in means.items():
        scores = [float(one["score"]) for one in cases if (one["run"], one["measure"]) == (run, key)]
        assert sum(scores) / len(scores) == pytest.approx(float(row["mean"]), abs=1e-15)
    assert done(sample).notes == ["2 dialogues of one side (2 with customer blocks only): scored on that side alone"]
    micro, again = done(f"{sample} --micro"), done(f"{sample} --micro --alpha 1")
    assert (micro.err, micro.rows) == ("", again.rows)
    assert "--alpha has no effect" in again.err


@real
def test_nuggets_of_the_real_runs_are_divided_on_request_and_said():
    files = [SHARED / "gold_test.json", *sorted((SHARED / "runs_nugget").glob("*.json"))]
    assert "dialogue 3718912216646049, block 1 (customer)" in refused("nuggets", *files)
    found = done("nuggets", *files, "--repair", "renormalise")
    assert "1,755 rows divided by their sum" in found.err
    mean = float(by(found, "run", "measure")["WIDM-bestND190116", "RNSS"]["mean"])
    assert mean == pytest.approx(0.0987, abs=5e-5)  # as printed


QRELS = "1 0 a 1\n1 0 b 0\n1 0 c 2\n2 0 a 0\n2 0 d 1\n"
BM25 = "1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n1 Q0 c 3 1 x\n2 Q0 d 1 1 x\n"
BERT = "1 Q0 c 1 3 y\n1 Q0 a 2 2 y\n2 Q0 a 1 2 y\n2 Q0 d 2 1 y\n"


@pytest.fixture
def lists(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"qrels": QRELS, "bm25": BM25, "bert": BERT, "other": BERT, "subs": "1 1 a 1\n1 2 c 1\n"}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_ranked_lists_by_hand(lists):
    found = by(done("rank-lists qrels bm25 bert --measures RIC,AP,nDCG,P@1,recall@2,RBP(p=0.5),ERR"), "topic", "run")
    q, (r,) = by_hand.variables([1, 0, 2], [[0, 1, 2]])
    first = found["1", "bm25"]
    assert float(first["RIC"]) == pytest.approx(by_hand.information(r, q), abs=1e-12)
    expected = {"P@1": 1, "recall@2": 0.5, "RBP(p=0.5)": (1 / 4 + 3 / 16) / 2, "ERR": 1 / 4 + 3 / 16}
    assert {key: float(first[key]) for key in expected} == pytest.approx(expected)  # grades 1, 0, 2 from the top
    assert [found[at]["AP"] for at in (("1", "bert"), ("2", "bm25"), ("2", "bert"))] == ["1.0", "1.0", "0.5"]
    for run in ("bm25", "bert"):
        for key in ("RIC", "AP", "nDCG"):
            mean = (float(found["1", run][key]) + float(found["2", run][key])) / 2
            assert float(found["all", run][key]) == pytest.approx(mean, abs=1e-15)
    (lists / "all.zip").write_bytes(zipped({"qrels.txt": QRELS, "bm25.run": BM25, "bert.run": BERT}))
    assert by(done("rank-lists all.zip"), "topic", "run") == by(done("rank-lists qrels bm25 bert"), "topic", "run")
    (row, *_) = done("rank-lists qrels bm25 --measures ERR --largest-grade 4").rows
    assert float(row["ERR"]) == pytest.approx(1 / 16 + 15 / 16 * 3 / 16 / 3, abs=1e-15)


def test_joint_information_stands_beside_chance_and_differences_beside_what_each_run_knows(lists):
    found = done("rank-lists qrels bm25 bert --joint")
    expected = [by_hand.joint([1, 0, 2], [[0, 1, 2], [1, by_hand.UNRANKED, 0]]), 1.0]
    assert found.column("joint_RIC") == pytest.approx([*expected, np.mean(expected)], abs=1e-12)
    for row in found.rows:
        joint, chance, error, above = (
            float(row[f"joint_RIC{part}"]) for part in ("", "_by_chance", "_by_chance_error", "_above_chance")
        )
        assert above == pytest.approx(joint - chance, abs=1.1e-6)
        assert error <= 0.01  # of three documents, 2,000 permutations
    assert found.err.startswith("note: The 2 runs together carry ")
    pairs = done("rank-lists qrels bm25 bert other --difference --measures AP,P@1")
    assert pairs.column("difference_P@1") == [0.5, 0.5, 0]
    assert pairs.column("difference_AP") == pytest.approx([1 / 6, 1 / 6, 0])  # 11/12 and twice 3/4
    for row in pairs.rows:
        one, two, joint, between = (
            float(row[name]) for name in ("RIC_1", "RIC_2", "joint_RIC", "information_difference")
        )
        assert between == pytest.approx(2 * joint - one - two, abs=1e-12)


def test_information_of_rankings_is_by_topic_and_diversity_needs_subtopics(lists):
    found = done("rank-lists qrels bm25 bert --information-tau --measures recall@1,AP --by-topic")
    assert found.column("information_tau", str) == ["", "1.0", "1.0"]  # on topic 1 both find one document first
    (row,) = done("rank-lists qrels bm25 bert --information-tau --measures AP,GAP --given nDCG").rows
    assert [*row.values()] == ["all", "AP", "GAP", "nDCG", "0.0"]
    found = done("rank-lists qrels bm25 bert --subtopics subs --measures alpha-nDCG@10")
    of = by(found, "topic", "run")
    ideal = 1 + 1 / np.log2(3)  # a and c are relevant to a subtopic each; bm25 has them at ranks 1 and 3
    numbers = [float(of["1", run]["alpha-nDCG@10"]) for run in ("bm25", "bert")]
    assert numbers == pytest.approx([(1 + 1 / np.log2(4)) / ideal, 1], abs=1e-12)
    assert [of["2", run]["alpha-nDCG@10"] for run in ("bm25", "bert")] == ["", ""]
    assert of["all", "bm25"]["alpha-nDCG@10"] == of["1", "bm25"]["alpha-nDCG@10"]
    assert "1 topic without subtopics, left out of means of diversity" in found.err
    more = "--information-tau --measures ERR-IA@10,D#-nDCG@10 --given nDCG --by-topic"
    assert done(f"rank-lists qrels bm25 bert --subtopics subs {more}").rows


def test_topics_with_relevant_documents_only_count_for_all_measures_but_ric(lists):
    (lists / "three").write_text("1 0 a 1\n2 0 b 1\n3 0 c 1\n3 0 d 0\n")
    run = "1 Q0 a 1 3 s\n1 Q0 x 2 2 s\n2 Q0 x 1 3 s\n2 Q0 b 2 2 s\n3 Q0 x 1 3 s\n3 Q0 y 2 2 s\n3 Q0 c 3 1 s\n"
    (lists / "run").write_text(run)
    found = done("rank-lists three run --measures RIC,AP,recall,P@1")
    assert found.column("RIC", str) == ["", "", "1.0", "1.0"]
    means = found.rows[-1]
    assert [float(means[key]) for key in ("AP", "recall", "P@1")] == pytest.approx([11 / 18, 1, 1 / 3])
    assert found.notes == [
        "three: RIC is computed on 1 of 3 judged topics: the other 2 have no judged documents of two grades (1, 2)"
    ]


@real
def test_the_files_of_trec_give_what_their_leaderboard_prints(tmp_path):
    covid = DATA / "trec_covid_round1"
    for name in ("T5R1", "BERT"):
        (tmp_path / name).write_text(read_in_single_precision(covid / "runs" / name))  # it was trec_eval 9
    found = done("rank-lists", covid / "qrels.txt", tmp_path / "T5R1", tmp_path / "BERT", "--measures", "AP")
    means = {row["run"]: f"{float(row['AP']):.4f}" for row in found.rows if row["topic"] == "all"}
    assert means == {"T5R1": "0.1919", "BERT": "0.0653"}
    assert "ties of scores" in found.err


# --- what the answers hold where the options say little ---


def test_the_atlas_counts_and_says_which_estimators_are_the_same():
    found = done("atlas --votes 1 --classes 3 --b median --measures NMD")
    assert [[row[side] for side in ("prefers_a", "prefers_b", "ties")] for row in found.rows] == [["0", "0", "3"]]
    assert found.err.startswith("note: A Popularity and B Median give the same estimate for all 3")


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
