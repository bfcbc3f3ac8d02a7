"""Which task of the papers a gold is, what table 7 of LQ 2021 prints of it, and which runs a study tests."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.case_filters import ALL
from ordquant_core.analysis.comparison import deltas, preferences, quadrants
from ordquant_core.analysis.scoring import score
from ordquant_core.papers.experiments import MEASURES_OF_LQ_2021
from ordquant_core.records import Task
from ordquant_core.reproduction.from_gold import counts_of_wins, data_set_of, same_counts
from ordquant_core.reproduction.study import Measures, Settings, examine
from ordquant_core.tasks import File, read_bytes, read_task
from tests.analysis.made_up import random_task, rng
from tests.formats.files import SHARED, real


def task(scale="A", cases=390, classes=5):
    chance = rng(5)
    votes = chance.multinomial(19, chance.dirichlet(np.ones(classes)), size=cases)
    none, names = np.empty((0, cases, classes)), tuple(map(str, range(cases)))
    return Task("t", scale, tuple("abcdefg"[:classes]), names, votes / 19, votes.astype(np.int64), (), none)


@real
@pytest.mark.parametrize(
    "name", ["SemEval2016_task4_subtaskE_test_gold_AGGREGATED.txt", "SemEval2016_subtaskCE_test_topic_counts.tsv"]
)
def test_the_real_gold_of_semeval_is_recognised_as_shares_and_as_counts(name):
    gold = read_task([File(name, read_bytes(SHARED / "semeval2016" / name))]).gold
    assert data_set_of(gold).name == "Sem16T4E"
    for same in (rng().permutation(gold.probabilities), gold.probabilities + 1e-12):
        assert data_set_of(replace(gold, probabilities=same)).name == "Sem16T4E"
    swapped = gold.probabilities.copy()
    swapped[0] = swapped[0, ::-1]
    for other in (replace(gold, probabilities=swapped), replace(gold, scale="A")):
        assert data_set_of(other) is None


def test_a_gold_is_recognised_by_its_scale_and_size():
    assert (data_set_of(task()).name, data_set_of(task("S", 300)).name) == ("STC-3 DQ-A", "DialEval-1 DQ-S")
    for unknown in (task(classes=4), task("S", 299), task("B"), task(None), task(None, 100)):
        assert data_set_of(unknown) is None
        assert counts_of_wins(unknown) == {}


@real
@pytest.mark.parametrize("scale", ["A", "E"])
def test_the_real_gold_gives_the_counts_of_table_7(scale):
    gold = read_task([File("gold.json", read_bytes(SHARED / "stc3/gold_test.json"))], scale=scale).gold
    values, none = gold.probabilities, np.empty((0, *gold.probabilities.shape))
    alone = with_baselines(Task("t", scale, gold.classes, gold.cases, values, gold.votes, (), none))
    wins = preferences(score(alone, MEASURES_OF_LQ_2021), *alone.runs)
    assert same_counts(gold, wins) == same_counts(alone, wins) == 12
    if scale == "A":  # on 83 dialogues NMD and RNOD disagree
        found = quadrants(*deltas(score(alone, ("NMD", "RNOD")), *alone.runs))
        assert (found.second, found.fourth) == (79, 4)


def test_a_study_of_a_task_that_has_its_baselines_gives_the_results_of_its_scale_and_of_all_cases():
    given = replace(with_baselines(random_task()), scale="A")
    settings = Settings(Measures.of(["NMD", "RNOD"]), n_trials=20, n_splits=4, size=3)
    found = examine("t", given, settings)
    assert (found.tested is given, found.results.scale, found.results.cases) == (True, "A", ALL)
