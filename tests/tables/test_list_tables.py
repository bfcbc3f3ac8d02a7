"""Tables and sentences of ranked lists hold the numbers of the results, and escape every name."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.analysis.discrimination import Power
from ordquant_core.analysis.list_results import ByChance, Shares
from ordquant_core.analysis.retrieval import Metasearch, fits, merge_sets
from ordquant_core.markup import plain, table
from ordquant_core.tables.ranked_lists import findings
from ordquant_core.tables.ranked_lists.definitions import definition_rows
from tests.analysis.small_lists import collection_of, made_up, results_of
from tests.html_tables import rows_of

HOSTILE = "<img src=x>"


@pytest.fixture(scope="module")
def results():
    return results_of(collection_of())


def test_definitions_are_listed_with_what_each_gives_for_one_list():
    rows = {row.cells[0].content: row.cells for row in definition_rows()[1]}
    assert [rows[key][3].content for key in ("nDCG", "RBP", "ERR")] == ["0.591", "0.224", "0.337"]
    assert [f"{float(rows[key][3].title):.4f}" for key in ("nDCG", "RBP", "ERR")] == ["0.5907", "0.2245", "0.3369"]
    assert [rows[key][2] for key in ("ERR", "GAP")] == ["SIGIR 2013", "Robertson et al. 2010"]


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


def test_two_runs_are_compared_with_all_pairs(results):
    far = np.unravel_index(results.difference.argmax(), results.difference.shape)
    pair = int(far[0]), int(far[1])
    said = plain(findings.two_runs(results, pair))
    assert f"information difference is {results.difference[far]:.3f} bits, the largest of 28 pairs of runs" in said
    near = np.where(np.eye(8, dtype=bool), 9, results.difference)
    close = np.unravel_index(near.argmin(), near.shape)
    assert "the smallest of 28 pairs of runs" in findings.two_runs(results, (int(close[0]), int(close[1])))
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


def test_topics_methods_and_power_are_tables_of_their_numbers(results):
    rows = rows_of(table(*findings.topic_scores(results, (1, 2), 3)))[1:]
    assert [float(row.titles[1]) for row in rows] == results.scores.values[:, 1, 3].tolist()
    found, own = (
        merge_sets(results.collection, [(0, 2), (1, 3), (4, 5)]),
        merge_sets(results.collection, [(6, 7)]),
    )
    rows = rows_of(table(*findings.method_table(found, "Naive", own)))[1:]
    assert [row.data["choice"] for row in rows if row.pressed] == ["Naive"]
    assert [row.cells[3] for row in rows] == [f"{fit.rmse:.3f}" for fit in fits(found)]
    assert rows[0].cells[5] == f"{own.fused[0, 0]:.3f}"
    assert "bound" in rows[-1].cells[0]
    rows = rows_of(table(*findings.power_table([Power("AP", 1, 10), Power("RIC", 5, 10)])))[1:]
    assert [row.cells for row in rows] == [["RIC", "50.0%", "5 of 10"], ["AP", "10.0%", "1 of 10"]]


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


def test_every_pair_has_the_difference_of_its_scores_and_of_its_information(results):
    pairs, of_scores, of_information = results.pair_differences("AP")
    assert len(pairs) == 8 * 7 // 2
    means = results.mean("AP")
    for (one, other), scored, carried in zip(pairs, of_scores, of_information, strict=True):
        assert (scored, carried) == (abs(means[one] - means[other]), results.difference[one, other])
