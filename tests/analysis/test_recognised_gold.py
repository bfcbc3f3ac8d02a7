"""Which task of the papers a gold is, and that table 7 of LQ 2021 prints what its baselines win."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.comparison import preferences
from ordquant_core.analysis.scoring import score
from ordquant_core.papers.experiments import MEASURES_OF_LQ_2021
from ordquant_core.records import Preferences, Task
from ordquant_core.reproduction import from_gold
from ordquant_core.reproduction.from_gold import counts_of_wins, data_set_of, digest_of, same_counts
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
    assert data_set_of(task("S", 300)).name == "DialEval-1 DQ-S"
    for other in (task(classes=4), task("S", 299), task("B"), task(None)):
        assert data_set_of(other) is None
        assert counts_of_wins(other) == {}


@pytest.mark.parametrize("scale", ["A", "E"])
def test_the_real_gold_gives_the_counts_of_table_7(scale):
    if not REAL_GOLD.exists():
        pytest.skip("the shared task's files are not here")
    gold = read_task([File("gold.json", read_bytes(REAL_GOLD))], scale=scale).gold
    values, none = gold.probabilities, np.empty((0, *gold.probabilities.shape))
    alone = with_baselines(Task("t", scale, gold.classes, gold.cases, values, gold.votes, (), none))
    wins = preferences(score(alone, MEASURES_OF_LQ_2021), *alone.runs)
    assert same_counts(gold, wins) == same_counts(alone, wins) == 12


def test_counts_are_the_same_only_if_all_of_them_are(semeval):
    given, printed = task("A", 300), counts_of_wins(task("A", 300))
    assert printed["NMD", "Uniform"] == 97
    uniform, popularity = (
        np.array([printed[key, name] for key in MEASURES_OF_LQ_2021]) for name in ("Uniform", "Popularity")
    )
    wins = Preferences(MEASURES_OF_LQ_2021, popularity, uniform, 300 - uniform - popularity, np.zeros(6))
    assert same_counts(given, wins) == 12
    assert same_counts(replace(given, scale="E"), wins) == 0
    assert same_counts(given, replace(wins, prefers_a=popularity + 1)) == 0
    assert same_counts(semeval, wins) == 0  # table 7 has no row for it
