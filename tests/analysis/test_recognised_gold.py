"""Which task of the papers a gold is: by its scale and number of cases, or by a digest of its distributions."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.findings.papers import same_as_printed
from ordquant_core.records import Task
from ordquant_core.reproduction import from_gold
from ordquant_core.reproduction.from_gold import data_set_of, digest_of
from ordquant_core.tasks import File, read_bytes, read_task
from tests.pages.apps import REAL_GOLD

SEMEVAL = REAL_GOLD.parents[1] / "semeval2016"


def task(scale="A", cases=390, classes=5):
    chance = np.random.default_rng(5)
    votes = chance.multinomial(19, chance.dirichlet(np.ones(classes)), size=cases)
    names = tuple(map(str, range(cases)))
    none = np.empty((0, cases, classes))
    return Task("t", scale, tuple("abcdefg"[:classes]), names, votes / 19, votes.astype(np.int64), (), none)


@pytest.fixture
def semeval(monkeypatch):
    return as_semeval(task(None, 100), monkeypatch)


def as_semeval(one, monkeypatch):
    """Let a task be recognised by its digest as one of SemEval-2016, whose gold is not part of the project."""
    known = tuple(
        replace(each, digest=digest_of(one.gold)) if each.name == "Sem16T4E" else each for each in from_gold.DATA_SETS
    )
    monkeypatch.setattr(from_gold, "DATA_SETS", known)
    return one


@pytest.mark.parametrize(
    "name", ["SemEval2016_task4_subtaskE_test_gold_AGGREGATED.txt", "SemEval2016_subtaskCE_test_topic_counts.tsv"]
)
def test_the_real_gold_of_semeval_is_recognised_as_shares_and_as_counts(name):
    if not SEMEVAL.exists():
        pytest.skip("the shared task's files are not here")
    gold = read_task([File(name, read_bytes(SEMEVAL / name))]).gold
    assert data_set_of(gold).name == "Sem16T4E"
    swapped = gold.probabilities.copy()
    swapped[0] = swapped[0, ::-1]
    assert data_set_of(replace(gold, probabilities=swapped)) is None


def test_a_gold_without_a_scale_is_recognised_by_its_distributions_alone(semeval):
    assert data_set_of(semeval).name == "Sem16T4E"
    order = np.random.default_rng(1).permutation(100)
    assert data_set_of(replace(semeval, gold=semeval.gold[order])).name == "Sem16T4E"
    assert data_set_of(replace(semeval, gold=semeval.gold + 1e-12)).name == "Sem16T4E"
    other = semeval.gold.copy()
    other[7] = [1, 0, 0, 0, 0]
    assert data_set_of(replace(semeval, gold=other)) is None
    assert data_set_of(replace(semeval, scale="A")) is None
    assert data_set_of(task(None, 125)) is None  # nobody has given us the gold of SemEval-2017


def test_a_gold_with_other_classes_is_none_of_them():
    assert data_set_of(task()).name == "STC-3 DQ-A"
    assert data_set_of(task(classes=4)) is None


def test_no_sentence_is_said_of_a_task_without_a_row_in_table_7(semeval):
    assert same_as_printed(semeval, None) == ""
