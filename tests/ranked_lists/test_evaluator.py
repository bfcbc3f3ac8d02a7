"""AP, nDCG, ERR, RBP and others: what the field's evaluators give, and what these print."""

# ruff: noqa: F401 - the text uses what is imported

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.formats.official import trec
from ordquant_core.ranked_lists.collection import UNRANKED, assemble
from ordquant_core.ranked_lists.evaluator import DEFAULT, evaluate
from ordquant_core.ranked_lists.measures import DEFINITIONS, is_list_measure, list_measure
from tests.formats.files import SHARED, real
from tests.ranked_lists import by_hand
from tests.ranked_lists.by_hand import topics
from tests.ranked_lists.field_evaluators import asked, asked_gdeval, read_in_single_precision
from tests.reviewed import reviewed, said
from tests.strategies import examples

SAMPLE = SHARED / "trec_eval_test"


def read(qrels, *runs):
    """Read files whose scores count in single precision, as in trec_eval 9."""
    lists = [trec.parse_run(read_in_single_precision(path).encode(), str(path)) for path in runs]
    return assemble(trec.parse_judgements(qrels.read_bytes(), str(qrels)), lists)


def layer(found, key):
    return found.values[found.measures.index(key)]


@real
def test_trec_eval_prints_the_same_for_its_own_sample():
    with (SAMPLE / "out.test.aq").open() as file:
        printed = {tuple(line.split()[:2]): line.split()[2] for line in file}
    collection = read(SAMPLE / "qrels.test", SAMPLE / "results.test")
    assert collection.levels == (1,)
    pairs = {"map": "AP", "ndcg": "nDCG", "ndcg_cut_10": "nDCG@10", "P_10": "P@10"}
    pairs |= {"recall_30": "recall@30", "map_cut_20": "AP@20", "rbp": "RBP(p=0.9)"}  # trec_eval takes 0.9
    found = evaluate(collection, [*pairs.values(), "GAP"])
    for name, key in [*pairs.items(), ("map", "GAP")]:
        values = layer(found, key)[0] * (2 if name == "rbp" else 1)  # its gain of a relevant document is 1, ours 1/2
        topics_of = dict(zip(found.topics, values, strict=True)) | {"all": values.mean()}
        assert {topic: f"{value:.4f}" for topic, value in topics_of.items()} == {
            topic: printed[name, topic] for topic in topics_of
        }


def err(grades, ranks, depth):
    """As its paper defines it: the evaluator prints five digits."""
    total, still = 0.0, 1.0
    for rank, grade in sorted((rank, grade) for rank, grade in zip(ranks, grades, strict=True) if rank != UNRANKED):
        stops = (2**grade - 1) / 2 ** max(grades) if rank < depth else 0
        total += still * stops / (rank + 1)
        still *= 1 - stops
    return total


@given(topics(runs=2, highest=5))
def test_err_is_that_of_its_paper(drawn):
    grades, lists = drawn
    found = evaluate(by_hand.collection(by_hand.topic(grades, lists)), ["ERR", "ERR@3"])
    for layer_of, depth in zip(found.values, (99, 3), strict=True):
        assert layer_of[:, 0] == pytest.approx([err(grades, ranks, depth) for ranks in lists], abs=1e-12)


# every definition takes the grades of a topic, the ranks of its documents in a list, and the largest grade d


@examples(15)
@given(st.lists(topics(runs=2, highest=4), min_size=1, max_size=3))
def test_measures_are_what_the_evaluators_give(drawn):
    collection = by_hand.collection(*(by_hand.topic(*one, name=str(n)) for n, one in enumerate(drawn)))
    expected = asked(collection, 0.5, 0.8)
    found = evaluate(collection, list(expected))
    for key, values in expected.items():
        assert layer(found, key) == pytest.approx(values, abs=1e-12), key


@examples(5)
@given(topics(runs=2, highest=4))
def test_err_and_ndcg_are_what_gdeval_prints(drawn):
    collection = by_hand.collection(by_hand.topic(*drawn))
    expected = asked_gdeval(collection)
    found = evaluate(collection, list(expected), largest_grade=4)
    for key, values in expected.items():
        assert layer(found, key) == pytest.approx(values, abs=5.1e-6), key


def scored(*topics_of, keys=("ERR",), **options):
    """Return the scores of the first run on topics of (grades, ranks)."""
    collection = by_hand.collection(*(by_hand.topic(grades, [ranks]) for grades, ranks in topics_of))
    return evaluate(collection, list(keys), **options).values[:, 0].round(6).tolist()


@reviewed(__file__)
def test_grades_and_keys_are_read_or_refused_as_was_reviewed(made, words):
    assert said(made, globals()) == words
