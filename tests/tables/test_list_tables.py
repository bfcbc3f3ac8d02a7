"""Tables and sentences of ranked lists hold the numbers of the results, and escape every name."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.analysis.discrimination import Power
from ordquant_core.analysis.group_fairness import by_rank, fairness
from ordquant_core.analysis.list_information import TopicInformation
from ordquant_core.analysis.list_results import ByChance, Shares
from ordquant_core.analysis.retrieval import AlikePair, MergedSets, Metasearch, fits, ranking_agreement
from ordquant_core.markup import plain, table
from ordquant_core.numerals import percent, score
from ordquant_core.ranked_lists.chance import permuted_grades
from ordquant_core.ranked_lists.fusion import METHODS
from ordquant_core.records import Correlation
from ordquant_core.tables.columns import meaning
from ordquant_core.tables.ranked_lists import findings
from ordquant_core.tables.ranked_lists.definitions import CHANGED, definition_table
from ordquant_core.tables.ranked_lists.fairness import fairest_run, fairness_rows, means_of, rank_rows, rank_tables
from ordquant_core.tables.ranked_lists.results import (
    joint_table,
    mean_table,
    pair_table,
    score_table,
    set_table,
    topic_table,
)
from tests.analysis.small_lists import collection_of, made_up, results_of
from tests.analysis.test_group_fairness import LIST, attribute, prepared
from tests.html_tables import rows_of

HOSTILE = "<img src=x>"


@pytest.fixture(scope="module")
def results():
    return results_of(collection_of())


def test_scores_are_a_row_per_topic_and_run_and_their_means_follow(results):
    scores = results.scores
    rows = list(score_table(scores, ["AP", "RIC"]).rows())
    assert rows[:8] == [
        ("t0", run, scores.values[1, r, 0], scores.values[0, r, 0]) for r, run in enumerate(scores.runs)
    ]
    assert [row[:2] for row in rows[-8:]] == [("all", run) for run in scores.runs]
    assert rows[-1][2] == pytest.approx(results.mean("AP")[-1])
    assert len(topic_table(scores)) == 8 * 5
    assert list(mean_table(scores).columns) == ["topic", "run", *scores.measures]


def test_joint_ric_stands_beside_what_is_by_chance():
    rows = joint_table(["x", "y"], np.array([0.5, 0.4]), np.array([0.25, 0.5]))
    assert list(rows.columns) == ["topic", "joint_RIC", "joint_RIC_by_chance", "joint_RIC_above_chance"]
    assert list(rows.rows()) == [
        ("x", 0.5, 0.25, 0.25),
        ("y", 0.4, 0.5, pytest.approx(-0.1)),
        ("all", pytest.approx(0.45), pytest.approx(0.375), pytest.approx(0.075)),
    ]


def test_pairs_have_what_each_run_and_both_carry(results):
    pairs = pair_table(results.runs, results.joint, results.difference, results.scores)
    row = dict(zip(pairs.columns, list(pairs.rows())[1], strict=True))
    assert (row["run_1"], row["run_2"]) == ("r0", "r2")
    assert (row["RIC_1"], row["RIC_2"]) == (results.joint[0, 0], results.joint[2, 2])
    assert (row["joint_RIC"], row["information_difference"]) == (results.joint[0, 2], results.difference[0, 2])
    assert row["difference_nDCG@10"] == abs(results.mean("nDCG@10")[0] - results.mean("nDCG@10")[2])
    assert len(pairs) == 28
    assert len(pair_table(("x",), np.eye(1), np.zeros((1, 1)))) == 0


def test_definitions_are_listed_with_what_both_variants_give_for_one_list():
    table = definition_table()
    rows = {row[0]: row for row in table.rows()}
    assert list(table.columns) == ["measure", "definition", "evaluator", "score_of_list"]
    printed = {key: f"{rows[key][3]:.4f}" for key in ("nDCG", "RBP", "ERR", "nDCG-linear", "RBP-linear", "ERR-gdeval")}
    assert list(printed.values()) == ["0.5907", "0.2245", "0.3369", "0.6480", "0.3239", "0.2223"]
    assert [rows[key][2] for key in ("ERR", "ERR-gdeval", "nDCG-linear")] == ["", "gdeval", "trec_eval"]
    for key in ("nDCG", "ERR", "RBP"):
        assert key in CHANGED


def test_sets_have_the_ric_of_every_merged_list(results):
    found = MergedSets(results.collection, [(0, 2), (1, 3)]).finish()
    rows = set_table(found, results.runs)
    assert list(rows.columns) == ["set", "joint_RIC", *(f"RIC_{method}" for method in METHODS)]
    assert list(rows.rows())[1] == ("r1 + r3", found.joint[1], *found.fused[:, 1].tolist())
    permuted = permuted_grades(results.collection, np.random.default_rng(1))
    beside = set_table(MergedSets(results.collection, [(0, 2), (1, 3)], permuted=permuted).finish(), results.runs)
    more = ["joint_RIC_by_chance", "RIC_CombANZ_by_chance", "RIC_CombMNZ_by_chance", "RIC_Condorcet_by_chance"]
    assert list(beside.columns) == [*rows.columns, *more]
    assert all("permut" in meaning(name).words for name in more)


@pytest.mark.parametrize(
    ("ndcg", "words"),
    [
        ([0.1, 0.9], "; none of the other 2 measures ranks it first; AP ranks B b first."),
        ([0.9, 0.1], "; 1 of the other 2 measures ranks it first, too; AP ranks B b first."),
    ],
)
def test_the_best_run_is_said_with_the_other_measures(ndcg, words):
    made = made_up([[[0.5], [0.4]], [[0.1], [0.2]], [[value] for value in ndcg]])
    said = plain(findings.best_run(made, (0, 1)))
    assert said == f"A a has the largest mean RIC over 1 topic, 0.500 of 1 bit{words}"


def test_runs_that_share_the_first_place_are_all_named():
    tied = made_up([[[0.5], [0.5], [0.1]], [[0.1], [0.2], [0.2]]])
    assert plain(findings.best_run(tied, (0, 2))) == (
        "A a and b have the same largest mean RIC over 1 topic, 0.500 of 1 bit."
    )
    by_ap = made_up([[[0.5], [0.4], [0.1]], [[0.1], [0.2], [0.2]]])
    assert plain(findings.best_run(by_ap, (0, 2))).endswith("AP ranks b and B c first.")


def test_one_run_is_not_compared_and_one_other_measure_is_named():
    alone = made_up([[[0.5]], [[0.1]], [[0.9]]])
    assert plain(findings.best_run(alone, (0, 0))) == (
        "A a is the only run; its mean RIC over 1 topic is 0.500 of 1 bit."
    )
    first = made_up([[[0.5], [0.4]], [[0.3], [0.2]]])
    assert plain(findings.best_run(first, (0, 1))).endswith(" of 1 bit; AP ranks it first, too.")
    other = made_up([[[0.5], [0.4]], [[0.1], [0.2]]])
    assert plain(findings.best_run(other, (0, 1))).endswith(
        "; the other measure does not rank it first; AP ranks B b first."
    )


def test_the_first_pair_from_two_teams_is_named_only_where_both_kinds_of_pairs_are_listed():
    pairs = [AlikePair(0, 1, None, 0.1, 0.0), AlikePair(1, 2, None, 0.2, 0.0)]
    said = findings.team_note
    assert said(pairs, ["t", "t", "t"]) == "One team submitted both runs in 2 of 2 pairs."
    assert said(pairs, ["t", "u", "v"]) == "One team submitted both runs in 0 of 2 pairs."
    assert said(pairs, ["t", "t", "u"]).endswith("1 of 2 pairs; 1 of these comes before the first pair from two teams.")


def test_measures_that_agree_are_counted():
    every = made_up([[[0.5], [0.4]]] * 3)
    assert plain(findings.best_run(every, (1, 0))).endswith("; all other 2 measures rank it first, too.")
    only_ap = made_up([[[0.5], [0.4]], [[0.5], [0.4]], [[0.1], [0.4]]])
    assert plain(findings.best_run(only_ap, (1, 0))).endswith("; of the other 2 measures, only AP ranks it first, too.")


def test_two_runs_are_compared_with_all_pairs(results):
    far = np.unravel_index(results.difference.argmax(), results.difference.shape)
    pair = int(far[0]), int(far[1])
    said = plain(findings.two_runs(results, pair))
    assert f"information difference is {results.difference[far]:.3f} bits, larger than that of 96% of all pairs" in said
    near = np.where(np.eye(8, dtype=bool), 9, results.difference)
    close = np.unravel_index(near.argmin(), near.shape)
    assert "smaller than that of 96% of all pairs" in findings.two_runs(results, (int(close[0]), int(close[1])))
    assert findings.two_runs(results, (1, 1)) == ""
    alone = made_up([[[0.5], [0.4]], [[0.1], [0.2]]])
    assert "of all pairs" not in findings.two_runs(alone, (0, 1))  # there is no other


def test_what_two_runs_carry_stands_beside_chance(results):
    chance = ByChance(np.array([0.1, 0.2, 0.3, 0.4, 0.5]), 0.125)
    said = plain(findings.two_runs(results, (0, 1), chance))
    assert f"information difference is {results.difference[0, 1]:.3f} bits (0.125 by chance)" in said
    assert f"Together they carry {results.joint[0, 1]:.3f} bits (0.300 by chance)." in said
    assert "bits (0.200 by chance) here." in findings.topic_in_words(results, (0, 1), 1, chance)
    assert "chance" not in plain(findings.two_runs(results, (0, 1)))


def test_topics_with_few_documents_are_counted(results):
    assert findings.few_documents(results.collection, 1) == ""
    documents = [len(topic.documents) for topic in results.collection.topics]
    for runs in (2, 3, 40):
        sparse, said = sum(number < 3**runs for number in documents), findings.few_documents(results.collection, runs)
        assert said.startswith(f"{sparse} of 5 topics ha") if sparse else said == ""
    assert "(3^40)" in said


def test_pairs_with_a_similar_ap_say_how_far_they_are_apart(results):
    assert findings.close_note(results, results.close(0.05), 0.05).startswith(
        f"{len(results.close(0.05))} pairs of runs whose AP differs by 0.05 or less; they have an "
    )
    widest = max(pair.score_difference for pair in results.alike(2))
    said = findings.close_note(results, results.alike(2), None)
    assert (
        f"bins of equal size as in Golbus and Aslam (2013, Table 4); within a bin, AP differs by up to {widest:.3f}"
        in said
    )
    closest = min(pair.score_difference for pair in results.close(1))
    assert findings.close_note(results, (), 0.0) == (
        f"No two runs differ by 0 or less in AP; the closest two differ by {closest:.3f}."
    )
    assert findings.close_note(results, (), None) == "No bin has two runs: choose fewer bins."


def test_the_table_of_runs_shows_how_far_other_measures_move_a_run(results):
    rows = rows_of(table(*findings.run_table(results, (3, 4))))
    assert rows[0].cells == ["Run", *results.scores.measures]
    order = np.argsort(-results.mean("RIC"), kind="stable").tolist()
    assert [int(row.data["choice"]) for row in rows[1:]] == order
    for row, run in zip(rows[1:], order, strict=True):
        up = int(results.ranks[0, run] - results.ranks[1, run])
        moved = f" {'▲' if up > 0 else '▼'}{abs(up)}" if up else ""
        assert row.cells[2] == f"{results.mean('AP')[run]:.3f}{moved}"
        assert row.titles[2] == f"{float(results.mean('AP')[run])!r}, rank {results.ranks[1, run]}"


def test_pairs_that_score_alike_can_be_chosen(results):
    pairs = results.alike(2)
    rows = rows_of(table(*findings.alike_table(results, pairs, (pairs[1].run_2, pairs[1].run_1))))[1:]
    close = results.close(0.1)
    unbinned = rows_of(table(*findings.alike_table(results, close, (0, 1))))
    assert unbinned[0].cells == ["Two runs with a similar AP", "information difference", "|ΔAP|"]
    assert [row.cells[2] for row in unbinned[1:]] == [f"{pair.score_difference:.3f}" for pair in close]
    assert [row.data["choice"] for row in rows] == [f"{pair.run_1}-{pair.run_2}" for pair in pairs]
    assert [row.pressed for row in rows] == [number == 1 for number in range(len(pairs))]
    assert rows[0].cells[1] == str(pairs[0].bin + 1)


def test_topics_methods_and_power_are_tables_of_their_numbers(results):
    rows = rows_of(table(*findings.topic_scores(results, (1, 2), 3)))[1:]
    assert [float(row.titles[1]) for row in rows] == results.scores.values[:, 1, 3].tolist()
    found, own = (
        MergedSets(results.collection, [(0, 2), (1, 3), (4, 5)]).finish(),
        MergedSets(results.collection, [(6, 7)]).finish(),
    )
    rows = rows_of(table(*findings.method_table(found, "Naive", own)))[1:]
    assert [row.data["choice"] for row in rows if row.pressed] == ["Naive"]
    assert [row.cells[3] for row in rows] == [f"{fit.rmse:.3f}" for fit in fits(found)]
    assert rows[0].cells[5] == f"{own.fused[0, 0]:.3f}"
    assert "bound" in rows[-1].cells[0]
    rows = rows_of(table(*findings.power_table([Power("AP", 1, 10), Power("RIC", 5, 10)])))[1:]
    assert [row.cells for row in rows] == [["RIC", "50.0%", "5 of 10"], ["AP", "10.0%", "1 of 10"]]


def test_what_merging_keeps_is_said_with_the_visitors_own_set(results):
    found, own = MergedSets(results.collection, [(0, 2)]).finish(), MergedSets(results.collection, [(6,)]).finish()
    said = findings.merging(found, "CombMNZ", 2, own, ["x"])
    assert said.startswith("On average over 1 set of 2 runs, the runs carry ")
    assert f"together; the list merged by CombMNZ carries {found.fused[1, 0]:.3f}" in said
    share = own.fused[1, 0] / own.joint[0]
    assert said.endswith(
        f"Your set (x): {own.joint[0]:.3f} bits and {own.fused[1, 0]:.3f} bits: {percent(share)} of it."
    )


def test_shares_of_what_merging_keeps_are_those_of_joint_ric_and_of_what_is_above_chance():
    found = Metasearch(
        ((0, 1),), np.array([0.5]), np.full((6, 1), 0.25), np.array([0.3]), np.array([[0.1]] * 3 + [[np.nan]] * 3)
    )
    assert findings.merging(found, "CombMNZ", 2, None, []) == (
        "On average over 1 set of 2 runs, the runs carry 0.500 bits (0.300 by chance) together; the list merged by "
        "CombMNZ carries 0.250 bits (0.100 by chance): 50% of it, 75% of what is above chance."
    )
    assert findings.merging(found, "Naive", 2, None, []).endswith(
        "the list merged by Naive carries 0.250 bits. Naive sorts by the judgements: its list may carry more than the "
        "runs."
    )
    nothing = replace(found, joint_by_chance=np.array([0.6]))
    assert findings.merging(nothing, "CombMNZ", 2, None, []).endswith("(0.100 by chance): 50% of it.")


def test_the_words_on_two_measures_name_the_best_systems_only_where_there_are_others(results):
    found = ranking_agreement(results.mean("RIC"), results.mean("AP"), top=3)
    title = findings.title(found, 8)
    assert title.startswith(f"All 8 systems: tau {findings.correlation(found.tau)}")
    assert "<br>best 3: tau" in title
    assert findings.remark("AP", found, 8).endswith("Filled: the best 3 by AP.")
    every = ranking_agreement(results.mean("RIC"), results.mean("AP"))
    assert "best" not in findings.title(every, 8) + findings.remark("AP", every, 8)
    low, high = found.tau.low, every.tau.high
    assert every.tau.low is not None
    assert f"95% interval of tau over 8 systems: {score(every.tau.low)} to {score(high)}." in findings.remark(
        "AP", every, 8
    )
    assert low is not None


@pytest.mark.parametrize(
    ("tau", "words"),
    [
        (Correlation(1.0, 1.0, 1.0, 7), "There is no 95% interval of tau."),
        (Correlation(1.0, None, None, 7, "tau is 1."), "There is no 95% interval of tau: tau is 1."),
        (Correlation(None, None, None, 7, "every two systems tie"), "Tau is not defined: every two systems tie."),
    ],
)
def test_a_missing_interval_is_said(results, tau, words):
    found = ranking_agreement(results.mean("RIC"), results.mean("AP"))
    said = findings.remark("AP", replace(found, tau=tau), found.top)
    assert said.endswith(words)
    assert "1.000" not in said


def test_what_is_negative_is_explained_and_rounding_is_not():
    assert "negative" in findings.information_note(Shares(0.3, -0.01, 0.3))
    assert "negative" not in findings.information_note(Shares(0.3, -1e-9, 0.3))


def test_names_are_escaped_everywhere(results):
    runs = (HOSTILE, *results.runs[1:])
    hostile = replace(results, scores=replace(results.scores, runs=runs))
    for listed in (findings.run_table(hostile, (0, 1)), findings.alike_table(hostile, hostile.alike(1), (0, 1))):
        assert "<img" not in table(*listed)
    for said in (findings.best_run(hostile, (0, 1)), findings.two_runs(hostile, (0, 1))):
        assert "<img" not in said


def test_pairs_of_one_team_are_marked(results):
    pairs = results.alike(2)
    teams = ["x", "x", "y", "y", "y", "z", "z", "z"]
    columns, rows = findings.alike_table(results, pairs, (0, 1), teams)
    assert columns[-1] == "team"
    same = [teams[pair.run_1] == teams[pair.run_2] for pair in pairs]
    assert [row.cells[-1] for row in rows] == ["same" if one else "different" for one in same]


def test_every_pair_has_the_difference_of_its_scores_and_of_its_information(results):
    pairs, of_scores, of_information = results.pair_differences("AP")
    assert len(pairs) == 8 * 7 // 2
    means = results.mean("AP")
    for (one, other), scored, carried in zip(pairs, of_scores, of_information, strict=True):
        assert (scored, carried) == (abs(means[one] - means[other]), results.difference[one, other])


def test_what_two_measures_share_is_said_alone_and_beyond_others():
    alone = TopicInformation(("nDCG", "ERR"), (), np.array([0.5, np.nan, 0.2]), 0.4251)
    beyond = TopicInformation(("nDCG", "ERR"), ("AP",), np.array([0.1, 0.1, np.nan]), 0.0423)
    assert findings.topic_information(alone, beyond) == (
        "By the means over topics, the rankings by nDCG and ERR share 0.425 bits; beyond AP, 0.042 bits remain. "
        "On topics on the dotted line, as much remains as without AP. Not defined on 2 topics."
    )
    none = TopicInformation(("nDCG", "ERR"), (), np.array([0.5]), np.nan)
    assert findings.topic_information(none, none) == (
        "By the means over topics, the information that the rankings by nDCG and ERR share is not defined."
    )
    beyond = TopicInformation(("nDCG", "ERR"), ("AP",), np.array([0.5, 0.5, 0.5]), np.nan)
    assert "share 0.425 bits; beyond AP, it is not defined. On" in findings.topic_information(alone, beyond)


def test_runs_are_ranked_by_group_fair_relevance_and_lists_add_up_to_it():
    lists = prepared(runs=[("r", LIST), ("s", LIST.replace("a 1 9", "b 1 9"))])
    found = fairness(lists)
    rows = fairness_rows(found, (1, 0))[1]
    assert [row.data["run"] for row in rows] == ["r", "s"]
    means = means_of(found)
    place = found.measures.index("GF-JSD:PLACE")
    assert means[place].tolist() == found.values[place, :, 0].tolist()  # topic 2 has no such attribute
    assert {float(cell.title) for cell in rows[0].cells[1:]} == set(means[:, 0].tolist())
    assert plain(fairest_run(found, (1, 0))).startswith("B r has the largest mean GFR-ERR,")
    shown = by_rank(lists, 0, 0)
    for one in shown.attributes:
        head, listed = rank_rows(shown, one)
        assert [row.cells[0].content for row in listed] == ["1. a", "2. x", "3. c", one.key]
        assert sum(float(row.cells[-1].title) for row in listed[:-1]) == pytest.approx(
            float(listed[-1].cells[-1].title)
        )
        assert len(head) == len(listed[0].cells) == 6
    assert len(rank_tables([shown, shown])) == 2 * 2 * 3


def test_the_fairest_runs_are_all_named_and_nothing_is_said_of_a_measure_that_no_topic_has():
    found = fairness(prepared(runs=[("r", LIST), ("s", LIST)]))
    gfr, err = (found.measures.index(key) for key in ("GFR-ERR", "ERR"))
    means = means_of(found)
    assert plain(fairest_run(found, ())) == (
        f"r and s have the largest mean GFR-ERR, {score(means[gfr, 0])}, and the largest mean ERR, "
        f"{score(means[err, 0])}."
    )
    nothing = replace(found, values=np.full_like(found.values, np.nan))
    assert plain(fairest_run(nothing, ())) == "No topic has GFR-ERR."


def test_hostile_names_of_runs_and_documents_are_text_in_the_tables_of_groups():
    lists = prepared(
        qrels="1 0 <img 1\n1 0 b 0\n",
        runs=[("<img", "1 Q0 <img 1 9 t\n")],
        attributes=[attribute("A", "1 b 1 0\n", [1, 0])],
    )
    found = fairness(lists)
    shown = by_rank(lists, 0, 0)
    for columns, rows in (fairness_rows(found, (0, 0)), rank_rows(shown, shown.attributes[0])):
        assert "<img" not in table(columns, rows)
