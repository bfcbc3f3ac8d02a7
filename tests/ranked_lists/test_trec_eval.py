"""Means as `trec_eval -c` gives them, whatever topics are retrieved: pytrec_eval on drawn files agrees."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.formats.files import File
from ordquant_core.formats.official.trec_files import read_named_lists
from ordquant_core.ranked_lists.evaluator import evaluate
from tests.ranked_lists.field_evaluators import in_single_precision
from tests.strategies import examples

pytrec_eval = pytest.importorskip("pytrec_eval")
NAMES = {
    "AP": "map",
    "nDCG": "ndcg",
    "nDCG@10": "ndcg_cut_10",
    "P@5": "P_5",
    "recall@5": "recall_5",
}
NEAR = (1.0, 1.00000001, 1.0000001, 2.0, 1e300, 2e300, 1e-60, 0.0)  # some tie in single precision only
TOPICS, DOCUMENTS = "123456", "abcdefg"
grades_of_a_topic = st.dictionaries(st.sampled_from(DOCUMENTS), st.integers(-2, 3), min_size=1).filter(
    lambda grades: max(grades.values()) >= 0  # pytrec_eval writes beyond its memory where all are below 0
)
judgements = st.dictionaries(st.sampled_from(TOPICS), grades_of_a_topic, min_size=1).filter(
    lambda gold: any(grade > 0 for grades in gold.values() for grade in grades.values())
)
runs = st.dictionaries(
    st.sampled_from(f"{TOPICS}7"),
    st.dictionaries(st.sampled_from(f"{DOCUMENTS}xyz"), st.sampled_from(NEAR), min_size=1),
    min_size=1,
)
only_relevant = judgements.map(
    lambda gold: {topic: {name: abs(grade) + 1 for name, grade in grades.items()} for topic, grades in gold.items()}
)


def gain(grade):
    """Return 2^g - 1 as a grade: trec_eval takes the grade itself as the gain. What is not relevant stays so."""
    return 2**grade - 1 if grade > 0 else grade


def is_version_9():
    """Return whether the evaluator at hand orders documents by scores in single precision."""
    found = pytrec_eval.RelevanceEvaluator({"1": {"a": 1}}, {"map"}).evaluate({"1": {"a": 1.00000001, "b": 1.0}})
    return found["1"]["map"] < 1


@examples(30)
@given(judgements | only_relevant, runs)
def test_means_over_all_judged_topics_are_those_of_trec_eval(gold, run):
    if gold.keys().isdisjoint(run):
        return
    gains = {topic: {name: gain(grade) for name, grade in grades.items()} for topic, grades in gold.items()}
    expected = pytrec_eval.RelevanceEvaluator(gains, {*NAMES.values()}).evaluate(run)  # of the topics in both
    found = evaluated(gold, run, single=is_version_9())
    for key, mean in zip(found.measures, found.means[:, 0], strict=True):
        total = sum(scores[NAMES[key]] for scores in expected.values())
        assert mean == pytest.approx(total / len(gold), abs=1e-12), key


def evaluated(gold, run, *, single):
    """Score a run, whose scores count in single precision on request, as in trec_eval 9."""
    as_read = in_single_precision if single else float
    qrels = "".join(f"{topic} 0 {name} {grade}\n" for topic, some in gold.items() for name, grade in some.items())
    lines = "".join(
        f"{topic} Q0 {name} 1 {as_read(score)!r} t\n" for topic, some in run.items() for name, score in some.items()
    )
    collection = read_named_lists(File("qrels", qrels.encode()), [File("run", lines.encode())]).collection
    return evaluate(collection, list(NAMES))
