"""The captions of a study's tables say which runs they compare; some measures are chosen in their order."""

import numpy as np
import pytest

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.comparison import preferences
from ordquant_core.analysis.scoring import score
from ordquant_core.papers.experiments import COMBINED, MEASURES_OF_LQ_2021
from ordquant_core.records import Task
from ordquant_core.reproduction.study import Measures, Settings, examine
from ordquant_core.tasks.published.description import NO_FACTS
from ordquant_core.writing import lq2021, variants
from ordquant_core.writing.study import paper_tables
from tests.analysis.test_recognised_gold import as_semeval

KEYS = ("NMD", "RNOD")
SMALL = Settings(Measures(MEASURES_OF_LQ_2021, ("NMD", "RNOD", "JSD", "DNKT"), COMBINED, KEYS), n_trials=20, n_splits=5)


def task(scale="A", cases=390, runs=("r", "s"), seed=1):
    chance = np.random.default_rng(seed)
    votes = chance.multinomial(19, chance.dirichlet(np.ones(5)), size=cases)
    estimates = chance.dirichlet(np.ones(5), size=(len(runs), cases))
    return Task("t", scale, tuple("abcde"), tuple(map(str, range(cases))), votes / 19, votes, runs, estimates)


@pytest.fixture
def semeval(monkeypatch):
    """A task that is recognised as one of SemEval, whose runs did not include Popularity and Uniform."""
    return as_semeval(task(None, 100), monkeypatch)


def test_the_tables_of_a_study_say_which_runs_they_compare(semeval):
    stc, sem = examine("stc", task(), SMALL), examine("sem", semeval, SMALL)
    tested = "stc: 2 runs and the baselines Popularity and Uniform; sem: 2 runs, without baselines"
    for table in (
        lq2021.discriminative_power([stc, sem], 0.05),
        lq2021.overlap(lq2021.tests([stc, sem]), 0.05),
        lq2021.contradiction_counts(lq2021.tests([stc, sem]), 0.05),
        lq2021.contradicting_runs(lq2021.tests([stc, sem]), 0.05),
    ):
        assert f"Runs compared: {tested}." in table.caption
    ranked = [one for one in paper_tables([stc, sem], [NO_FACTS] * 2, SMALL) if one.source == variants.PAPER]
    for table in ranked:
        assert table.caption.endswith("Runs compared: the runs of every task, without baselines.")
    assert ranked


def test_some_measures_are_chosen_in_their_order():
    one = with_baselines(task())
    found = preferences(score(one, MEASURES_OF_LQ_2021), *one.runs[-2:])
    some = lq2021.of_measures(found, ("JSD", "NMD"))
    assert some.measures == ("JSD", "NMD")
    assert some.prefers_b.tolist() == [found.prefers_b[5], found.prefers_b[0]]
    assert some.mean_delta.tolist() == [found.mean_delta[5], found.mean_delta[0]]
