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
from tests.analysis.made_up import SHARED, rng


def task(scale="A", cases=390, classes=5):
    chance = rng(5)
    votes = chance.multinomial(19, chance.dirichlet(np.ones(classes)), size=cases)
    none, names = np.empty((0, cases, classes)), tuple(map(str, range(cases)))
    return Task("t", scale, tuple("abcdefg"[:classes]), names, votes / 19, votes.astype(np.int64), (), none)


def as_semeval(one, monkeypatch):
    """Let a task be recognised by its digest as one of SemEval-2016, whose gold is not part of the project."""
    known = tuple(
        replace(each, digest=digest_of(one.gold)) if each.name == "Sem16T4E" else each for each in from_gold.DATA_SETS
    )
    monkeypatch.setattr(from_gold, "DATA_SETS", known)
    return one


@pytest.mark.skipif(not SHARED.exists(), reason="the shared tasks' files are not here")
@pytest.mark.parametrize(
    "name", ["SemEval2016_task4_subtaskE_test_gold_AGGREGATED.txt", "SemEval2016_subtaskCE_test_topic_counts.tsv"]
)
def test_the_real_gold_of_semeval_is_recognised_as_shares_and_as_counts(name):
    gold = read_task([File(name, read_bytes(SHARED / "semeval2016" / name))]).gold
    assert data_set_of(gold).name == "Sem16T4E"
    swapped = gold.probabilities.copy()
    swapped[0] = swapped[0, ::-1]
    assert data_set_of(replace(gold, probabilities=swapped)) is None


def test_a_gold_is_recognised_by_its_scale_and_size_or_by_its_distributions_alone(monkeypatch):
    semeval = as_semeval(task(None, 100), monkeypatch)
    for same in (semeval.gold, rng().permutation(semeval.gold), semeval.gold + 1e-12):
        assert data_set_of(replace(semeval, gold=same)).name == "Sem16T4E"
    other = semeval.gold.copy()
    other[7] = [1, 0, 0, 0, 0]
    assert (data_set_of(task()).name, data_set_of(task("S", 300)).name) == ("STC-3 DQ-A", "DialEval-1 DQ-S")
    for unknown in (
        *(replace(semeval, gold=other), replace(semeval, scale="A")),
        task(None, 125),  # nobody has given us the gold of SemEval-2017
        *(task(classes=4), task("S", 299), task("B"), task(None)),
    ):
        assert data_set_of(unknown) is None
        assert counts_of_wins(unknown) == {}


@pytest.mark.skipif(not SHARED.exists(), reason="the shared tasks' files are not here")
@pytest.mark.parametrize("scale", ["A", "E"])
def test_the_real_gold_gives_the_counts_of_table_7(scale):
    gold = read_task([File("gold.json", read_bytes(SHARED / "stc3/gold_test.json"))], scale=scale).gold
    values, none = gold.probabilities, np.empty((0, *gold.probabilities.shape))
    alone = with_baselines(Task("t", scale, gold.classes, gold.cases, values, gold.votes, (), none))
    wins = preferences(score(alone, MEASURES_OF_LQ_2021), *alone.runs)
    assert same_counts(gold, wins) == same_counts(alone, wins) == 12


def test_counts_are_the_same_only_if_all_of_them_are(monkeypatch):
    given, semeval = task("A", 300), as_semeval(task(None, 100), monkeypatch)
    printed = counts_of_wins(given)
    assert printed["NMD", "Uniform"] == 97
    uniform, popularity = (
        np.array([printed[key, name] for key in MEASURES_OF_LQ_2021]) for name in ("Uniform", "Popularity")
    )
    wins = Preferences(MEASURES_OF_LQ_2021, popularity, uniform, 300 - uniform - popularity, np.zeros(6))
    assert same_counts(given, wins) == 12
    more = replace(wins, prefers_a=popularity + np.eye(6, dtype=int)[4])
    assert [same_counts(*pair) for pair in ((replace(given, scale="E"), wins), (given, more), (semeval, wins))] == [
        0
    ] * 3
