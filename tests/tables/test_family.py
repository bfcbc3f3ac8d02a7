"""Which runs are compared, in words; and printed numbers stand only beside those of a family like that of the paper."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.analysis.baselines import baselines_among, popularity, uniform, with_baselines
from ordquant_core.analysis.study import COMBINED, Measures, Settings, examine
from ordquant_core.formats.published.description import NO_FACTS
from ordquant_core.markup import plain
from ordquant_core.papers.significance import MEASURES_OF_TABLES
from ordquant_core.records import Task
from ordquant_core.tables.papers import beside, printed_for, rankings, significance
from ordquant_core.tables.papers.every import paper_tables
from ordquant_core.tables.tasks.results import family
from tests.tables.test_printed_for import as_semeval

KEYS = ("NMD", "RNOD")
SMALL = Settings(Measures(MEASURES_OF_TABLES, ("NMD", "RNOD", "JSD", "DNKT"), COMBINED, KEYS), n_trials=20, n_splits=5)


def task(scale="A", cases=390, runs=("r", "s"), seed=1):
    chance = np.random.default_rng(seed)
    votes = chance.multinomial(19, chance.dirichlet(np.ones(5)), size=cases)
    estimates = chance.dirichlet(np.ones(5), size=(len(runs), cases))
    return Task("t", scale, tuple("abcde"), tuple(map(str, range(cases))), votes / 19, votes, runs, estimates)


@pytest.fixture
def semeval(monkeypatch):
    """A task that is recognised as one of SemEval, whose runs did not include Popularity and Uniform."""
    return as_semeval(task(None, 100), monkeypatch)


def submitted(one):
    """Return a task with the baselines as an organiser submits them: under other names, rounded as files are."""
    estimates = [popularity(one.gold), uniform(one.gold).astype(np.float32).astype(float)]
    names = ("BL-popularity", "BL-uniform")
    return replace(one, runs=(*one.runs, *names), estimates=np.concatenate([one.estimates, estimates]))


def test_a_family_says_how_many_runs_it_has_and_which_baselines():
    one = task()
    assert family(one) == "2 runs, without baselines"
    assert family(with_baselines(one)) == "2 runs and the baselines Popularity and Uniform"
    assert family(with_baselines(one).only(["r", "Uniform"])) == "1 run and the baseline Uniform"
    assert family(with_baselines(one).only(["Popularity", "Uniform"])) == "the baselines Popularity and Uniform"


def test_a_baseline_that_was_submitted_under_another_name_is_not_denied():
    words = family(submitted(task()))
    assert words == "4 runs, of which BL-popularity equals Popularity and BL-uniform equals Uniform"
    assert baselines_among(submitted(task())) == {"popularity": ("BL-popularity",), "uniform": ("BL-uniform",)}


def test_a_run_that_is_only_called_like_a_baseline_is_none():
    one = replace(task(), runs=("Uniform", "s"))
    assert baselines_among(one) == {}
    assert family(one) == "2 runs, without baselines"
    assert family(with_baselines(one)) == "2 runs and the baselines Popularity and Uniform (baseline)"


@pytest.mark.parametrize("complete", [with_baselines, submitted])
def test_ntcir_numbers_stand_beside_those_of_runs_with_both_baselines_alone(complete):
    one = task()
    for said in (
        lambda of: printed_for.power(of, KEYS),
        lambda of: printed_for.overlap(of, *KEYS),
        lambda of: printed_for.contradictions(of),
        lambda of: printed_for.tau(of, *KEYS),
        lambda of: printed_for.similarity(of, KEYS),
        lambda of: printed_for.consistency(of, KEYS, halves=True),
    ):
        assert said(complete(one)).same_family
        assert not said(one).same_family
        assert not said(with_baselines(one).only(["r", "s", "Uniform"])).same_family


def test_semeval_numbers_stand_beside_those_of_runs_without_baselines_alone(semeval):
    assert printed_for.power(semeval, KEYS).same_family
    assert not printed_for.power(with_baselines(semeval), KEYS).same_family


def test_a_note_says_why_printed_numbers_are_not_shown(semeval):
    note = plain(beside.note([(printed_for.power(task(), KEYS), 2)]))
    assert note.startswith("Not shown: LQ 2021, table 3 for STC-3 DQ-A: its 19 runs include Popularity and Uniform;")
    assert "Here: 2 runs" not in note
    note = plain(beside.note([(printed_for.power(with_baselines(semeval), KEYS), 4)]))
    assert "its 12 runs do not include Popularity and Uniform" in note


def test_the_tables_of_a_study_say_which_runs_they_compare(semeval):
    stc, sem = examine("stc", task(), SMALL), examine("sem", semeval, SMALL)
    tested = "stc: 2 runs and the baselines Popularity and Uniform; sem: 2 runs, without baselines"
    for table in (
        significance.power([stc, sem], 0.05),
        significance.overlap(significance.tests([stc, sem]), 0.05),
        significance.contradiction_counts(significance.tests([stc, sem]), 0.05),
        significance.contradicting_runs(significance.tests([stc, sem]), 0.05),
    ):
        assert f"Runs compared: {tested}." in table.caption
    ranked = [one for one in paper_tables([stc, sem], [NO_FACTS] * 2, SMALL) if one.source == rankings.PAPER]
    for table in ranked:
        assert table.caption.endswith("Runs compared: the runs of every task, without baselines.")
    assert ranked


def test_a_study_prints_a_row_of_the_paper_below_numbers_of_such_a_family_alone(semeval):
    for one in (task(), semeval):
        found = examine("mine", one, SMALL)
        rows = [row[0].text for row in significance.power([found], 0.05).blocks[0].rows]
        assert any(name.startswith("printed: ") for name in rows)
    forced = examine("mine", with_baselines(semeval), SMALL)
    rows = [row[0].text for row in significance.power([forced], 0.05).blocks[0].rows]
    assert not any(name.startswith("printed: ") for name in rows)
    taus = {
        complete: rankings.agreement([examine("mine", one, SMALL)], KEYS)[0].blocks
        for complete, one in ((False, task()), (True, with_baselines(task())))
    }
    assert [len(taus[complete]) for complete in (False, True)] == [1, 2]


def test_a_study_without_printed_numbers_has_none(semeval):
    found, facts = [examine("mine", semeval, SMALL)], [NO_FACTS]

    def texts(settings):
        blocks = [block for table in paper_tables(found, facts, settings) for block in table.blocks]
        return " ".join(
            [*(block.heads[0] for block in blocks), *(row[0].text for block in blocks for row in block.rows)]
        )

    assert "printed" in texts(SMALL)
    assert "printed" not in texts(replace(SMALL, printed=False))
