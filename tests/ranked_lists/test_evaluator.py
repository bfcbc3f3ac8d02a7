"""AP, nDCG, ERR, RBP: the evaluators are asked rightly. What they print, and what their papers define."""

import csv
import shutil
from math import log2
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from ordquant_core.formats.trec import lines as trec
from ordquant_core.ranked_lists import evaluator
from ordquant_core.ranked_lists.collection import UNRANKED, assemble
from ordquant_core.ranked_lists.evaluator import MEASURES, evaluate
from tests.ranked_lists import by_hand
from tests.ranked_lists.lists import topics

SHARED = Path(__file__).parents[2] / "../shared/data"
COVID, SAMPLE = SHARED / "trec_covid_round1", SHARED / "trec_eval_test"
real = pytest.mark.skipif(not SHARED.exists(), reason="the files of TREC are not here")


def read(qrels, *runs):
    return assemble(
        trec.parse_judgements(qrels.read_bytes(), str(qrels)),
        [trec.parse_run(path.read_bytes(), str(path)) for path in runs],
    )


def layer(found, key):
    return found.values[found.measures.index(key)]


# --- as printed ---


@real
def test_ap_ndcg_and_rbp_are_those_of_the_leaderboard():
    with (COVID / "leaderboard.csv").open(newline="") as file:
        board = {row["run"]: row for row in csv.DictReader(file)}
    collection = read(COVID / "qrels.txt", *sorted((COVID / "runs").iterdir()))
    assert (len(collection.runs), len(collection.topics)) == (7, 30)
    found = evaluate(collection, persistence=0.5)
    for column, key in (("MAP", "AP"), ("ndcg@10", "nDCG@10"), ("RBP(p=.5)", "RBP")):
        means = dict(zip(found.runs, layer(found, key).mean(axis=1), strict=True))
        assert {run: f"{mean:.4f}" for run, mean in means.items()} == {run: board[run][column] for run in means}


@real
def test_trec_eval_prints_the_same_for_its_own_sample():
    with (SAMPLE / "out.test.aq").open() as file:
        printed = {tuple(line.split()[:2]): line.split()[2] for line in file}
    collection = read(SAMPLE / "qrels.test", SAMPLE / "results.test")
    found = evaluate(collection, persistence=0.9)  # what trec_eval takes for its rbp
    for name, key in (("map", "AP"), ("map", "GAP"), ("ndcg", "nDCG"), ("ndcg_cut_10", "nDCG@10"), ("rbp", "RBP")):
        values = layer(found, key)[0]
        topics_of = dict(zip(found.topics, values, strict=True)) | {"all": values.mean()}
        assert {topic: f"{value:.4f}" for topic, value in topics_of.items()} == {
            topic: printed[name, topic] for topic in topics_of
        }


# --- as defined ---


def gains(grades, ranks):
    """The grades along a list, 0 for what is not judged."""
    length = max((rank for rank in ranks if rank != UNRANKED), default=-1) + 1
    along = [0] * length
    for grade, rank in zip(grades, ranks, strict=True):
        if rank != UNRANKED:
            along[rank] = grade
    return along


def average_precision(grades, ranks):
    along = gains(grades, ranks)
    hits = [n for n, grade in enumerate(along) if grade > 0]
    return sum((k + 1) / (n + 1) for k, n in enumerate(hits)) / sum(grade > 0 for grade in grades)


def graded_average_precision(grades, ranks):
    """The double sum of Robertson et al.: delta is the chance that both documents count as relevant."""
    levels = sorted({grade for grade in grades if grade > 0})
    share = [sum(level <= grade for level in levels) / len(levels) for grade in range(max(levels) + 1)]
    along = gains(grades, ranks)
    total = sum(share[min(along[m], along[n])] / (n + 1) for n in range(len(along)) for m in range(n + 1))
    return total / sum(share[grade] for grade in grades)


def dcg(along):
    return sum(gain / log2(place + 2) for place, gain in enumerate(along))


def ndcg(grades, ranks, depth=None):
    return dcg(gains(grades, ranks)[:depth]) / dcg(sorted(grades, reverse=True)[:depth])


def rbp(grades, ranks, p=0.8):
    return (1 - p) * sum(gain / max(grades) * p**place for place, gain in enumerate(gains(grades, ranks)))


def err(grades, ranks):
    total, still = 0.0, 1.0
    for place, gain in enumerate(gains(grades, ranks), start=1):
        stops = (2**gain - 1) / 2**4
        total += still * stops / place
        still *= 1 - stops
    return total


DEFINED = {
    "AP": (average_precision, 1e-12),
    "GAP": (graded_average_precision, 1e-12),
    "nDCG": (ndcg, 1e-12),
    "nDCG@10": (lambda grades, ranks: ndcg(grades, ranks, 10), 1e-12),
    "ERR": (err, 5.1e-6),  # five digits
    "RBP": (rbp, 1e-12),
}


@settings(max_examples=15)
@given(topics(runs=2))
def test_every_measure_is_the_one_of_its_paper(drawn):
    grades, lists = drawn
    found = evaluate(by_hand.collection(by_hand.topic(grades, lists)))
    assert found.measures == tuple(key for key in MEASURES if key != "ERR" or shutil.which("perl"))
    for key, (defined, tolerance) in DEFINED.items():
        if key not in found.measures:
            continue
        expected = [defined(grades, ranks) for ranks in lists]
        assert layer(found, key)[:, 0] == pytest.approx(expected, abs=tolerance), key


def test_topics_and_runs_keep_their_places():
    one = by_hand.topic([1, 0], [[0, 1], [1, 0], [UNRANKED, 0]], name="b")
    other = by_hand.topic([1, 0, 1], [[2, 0, 1], [0, 1, UNRANKED], [0, 2, 1]], name="a")
    found = evaluate(by_hand.collection(one, other))
    assert (found.runs, found.topics) == (("run0", "run1", "run2"), ("b", "a"))
    assert layer(found, "AP") == pytest.approx(np.array([[1, 7 / 12], [1 / 2, 1 / 2], [0, 1]]), abs=1e-12)


def test_a_topic_without_a_document_of_some_level_counts_the_levels_it_has():
    one, other = by_hand.topic([2, 0], [[1, 0]]), by_hand.topic([1, 0], [[1, 0]])
    assert layer(evaluate(by_hand.collection(one, other)), "GAP").tolist() == [[0.5, 0.5]]


def test_grades_too_large_for_err_leave_it_out_and_say_so():
    found = evaluate(by_hand.collection(by_hand.topic([5, 0], [[0, 1]])))
    assert "ERR" not in found.measures
    assert found.notes == ("ERR is left out: TREC's evaluator takes grades up to 4, these go up to 5",)


@pytest.mark.parametrize("broken", ["missing", "failing"])
def test_without_perl_err_is_left_out_and_said_to_be(monkeypatch, tmp_path, broken):
    if broken == "failing":
        (tmp_path / "perl").write_text("#!/bin/sh\nexit 3\n")
        (tmp_path / "perl").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = evaluate(by_hand.collection(by_hand.topic([1, 0], [[0, 1]])))
    assert set(found.measures) == set(MEASURES) - {"ERR"}
    assert "Perl" in found.notes[0]


def test_the_words_on_rbp_name_its_persistence():
    assert str(evaluator.PERSISTENCE) in MEASURES["RBP"]
