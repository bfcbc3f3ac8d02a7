"""Which task of the papers a gold is, what table 7 of LQ 2021 prints of it, and all that a study finds about a task."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from ordquant_core.analysis.agreement import agreement, ranking_agreement
from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.comparison import deltas, preference_agreement, preferences
from ordquant_core.analysis.consistency import compare_over_splits, consistency, draw_splits
from ordquant_core.analysis.discrimination import separate_runs
from ordquant_core.analysis.official import official
from ordquant_core.analysis.scoring import score
from ordquant_core.errors import OrdquantError
from ordquant_core.papers.experiments import MEASURES_OF_LQ_2021
from ordquant_core.records import Preferences, Task
from ordquant_core.reproduction import from_gold
from ordquant_core.reproduction.from_gold import counts_of_wins, data_set_of, digest_of, same_counts
from ordquant_core.reproduction.study import Measures, Settings, examine, on_cases
from ordquant_core.tasks import File, read_bytes, read_task
from tests.analysis.made_up import SHARED, random_task, rng


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


KEYS = ("NMD", "RNOD", "JSD")


def test_every_number_of_a_study_is_that_of_the_single_analyses_with_the_same_seed():
    task = random_task(cases=14, classes=5)
    settings = Settings(Measures.of([*KEYS, "NMD"]), n_trials=50, n_splits=20, size=5, seed=3)
    found, family = examine("made up", task, settings, primary="RNOD"), with_baselines(task)
    scores, of_family = score(task, KEYS), score(family, KEYS)
    assert (found.name, found.primary, found.tested.runs, found.copies) == ("made up", "RNOD", family.runs, ())
    test, results = separate_runs(of_family, n_trials=50, rng=rng(3)), official(scores, n_trials=50, seed=3)
    np.testing.assert_array_equal(found.discrimination.p_values, test.p_values)
    np.testing.assert_array_equal(found.results.test.p_values, results.test.p_values)
    np.testing.assert_array_equal(found.agreement.tau, agreement(scores).tau)
    for split, size in ((found.half, None), (found.small, 5)):
        alone = consistency(scores, draw_splits(14, 20, rng(3)), size=size)
        np.testing.assert_array_equal(split.consistency.taus, alone.taus)
        np.testing.assert_array_equal(split.test.ranges, compare_over_splits(alone, n_trials=50, rng=rng(3)).ranges)
    baselines = of_family.only(("Popularity", "Uniform"))
    np.testing.assert_array_equal(found.preferences.prefers_a, preferences(baselines, *baselines.runs).prefers_a)
    np.testing.assert_array_equal(found.deltas, deltas(baselines, *baselines.runs))
    best, other = np.argsort(scores.values[0].mean(axis=1), kind="stable")[:2]
    assert (found.cases.run, found.cases.other) == (task.runs[best], task.runs[other])
    shares = preference_agreement(deltas(scores, found.cases.run, found.cases.other))
    np.testing.assert_array_equal(found.cases.shares, shares)
    tau = stats.kendalltau(*scores.values[1:, other].round(12)).statistic
    assert ranking_agreement(KEYS, scores.values[:, other]).tau[1, 2] == pytest.approx(tau)
    named = examine("x", replace(family, runs=(*task.runs, "p", "u")), settings)  # baselines among the runs
    assert (named.tested.runs, named.cases.run) == ((*task.runs, "p", "u"), found.cases.run)
    np.testing.assert_array_equal(named.results.test.p_values, named.discrimination.p_values)
    assert on_cases(family.only(("run 1", "Uniform")), of_family) is None
    more = Measures().joined(["W2", "NMD"])
    assert all(row[-1] == "W2" for row in (more.significance, more.rankings, more.cases))
    assert more.every.count("NMD") == 1
    with pytest.raises(OrdquantError, match="two or more"):
        Measures.of(["NMD", "NMD"])
