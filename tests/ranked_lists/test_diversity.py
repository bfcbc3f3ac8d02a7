"""Measures of diversity: what TREC's ndeval printed, and numbers by hand."""

from math import log2

import numpy as np
import pytest

from ordquant_core.formats.official.trec import parse_run, parse_subtopics
from ordquant_core.ranked_lists.diversity import diversity_measure, diversity_scores  # noqa: F401 - the text uses it
from tests.reviewed import reviewed, said

KEYS = ("alpha-nDCG@3", "alpha-nDCG@20", "ERR-IA@3", "ERR-IA@20")
QRELS = """\
1 1 a 1
1 1 b 1
1 2 c 2
1 2 b 0
1 3 d 0
2 1 a 1
"""


def scored(qrels, runs, keys, topics=("1",)):
    judgements = parse_subtopics(qrels.encode(), "qrels.txt")
    read = [parse_run(text.encode(), f"run{number}") for number, text in enumerate(runs)]
    return diversity_scores(judgements, read, topics, keys)


def run_of(*documents, topic="1"):
    return "".join(f"{topic} Q0 {name} 1 {-place} t\n" for place, name in enumerate(documents))


def test_numbers_by_hand():
    # two subtopics have relevant documents; the list meets a and b of subtopic 1, then c of subtopic 2
    found = scored(
        QRELS, [run_of("a", "b", "x", "c")], ("alpha-nDCG@4", "ERR-IA@4", "I-rec@2", "D-nDCG@4", "D#-nDCG@4")
    )
    gained = 1 + 0.5 / log2(3) + 1 / log2(5)
    ideal = 1 + 1 / log2(3) + 0.5 / log2(4)  # c, then a or b, then the other
    err = (1 + 0.5 / 2 + 1 / 4) / (2 * (1 + 0.5 / 2 + 0.25 / 3 + 0.125 / 4))
    d = (0.5 + 0.5 / log2(3) + 1 / log2(5)) / (1 + 0.5 / log2(3) + 0.5 / log2(4))  # gains: mean grades .5, .5, 1
    assert found[:, 0, 0] == pytest.approx([gained / ideal, err, 0.5, d, (1 + d) / 2], abs=1e-12)


def test_numbers_that_ndeval_printed():
    """ndeval (pyndeval 0.0.8) on QRELS: topic 1, as far as rank 20."""
    lists = [run_of("a", "b", "x", "c"), run_of("c", "a", "b"), run_of("x", "y", "b")]
    printed = [[0.92834, 1.0, 0.265826], [0.541011, 0.601123, 0.120225], [0.544629, 0.605144, 0.121029]]
    found = scored(QRELS, lists, ("alpha-nDCG@20", "ERR-IA@20", "ERR-IA@5"))
    assert found[..., 0] == pytest.approx(np.array(printed), abs=1e-6)


def read(qrels):
    found = parse_subtopics(qrels.encode(), "qrels.txt")
    return f"{found.documents} {[grades.tolist() for grades in found.grades]}"


@reviewed(__file__)
def test_files_are_read_and_faults_of_files_and_keys_refused_as_was_reviewed(made, words):
    assert said(made, globals()) == words
