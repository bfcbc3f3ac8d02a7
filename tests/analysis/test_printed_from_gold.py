"""Table 7 of LQ 2021 from a gold: the real one gives its rows to the digit."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.findings.papers import same_as_printed
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.significance import MEASURES_OF_TABLES, PRINTED_WINS
from ordquant_core.records import Gold, Preferences, Task
from ordquant_core.reproduction import everything
from ordquant_core.reproduction.from_gold import every_row, row_of, wins_of
from ordquant_core.tasks import File, read_bytes, read_task
from tests.pages.apps import REAL_GOLD


def made_up(cases=300, scale="S", classes=("-2", "-1", "0", "1", "2")):
    votes = np.random.default_rng(1).multinomial(20, np.ones(len(classes)) / len(classes), size=cases)
    ids = tuple(f"d{number}" for number in range(cases))
    return Gold("gold", scale, classes, ids, votes / 20, votes)


@pytest.mark.parametrize("scale", ["A", "E"])
def test_the_real_gold_gives_its_row_to_the_digit(scale):
    if not REAL_GOLD.exists():
        pytest.skip("the shared task's files are not here")
    gold = read_task([File("gold.json", read_bytes(REAL_GOLD))], scale=scale).gold
    numbers = wins_of(gold)
    assert {one.key.name.partition(",")[0] for one in numbers} == {f"STC-3 DQ-{scale}"}
    assert len(numbers) == 12
    assert all(one.matches for one in numbers)


def test_a_gold_is_known_by_its_scale_and_its_number_of_cases():
    assert row_of(made_up()).task == "DialEval-1 DQ-S"
    assert row_of(made_up(390, "E")).task == "STC-3 DQ-E"
    for other in (made_up(299), made_up(scale=None), made_up(scale="B"), made_up(classes=("NB", "PB", "B"))):
        assert row_of(other) is None
        assert wins_of(other) == ()


def test_wins_are_counted_on_the_gold():
    gold = made_up()
    votes = np.asarray(gold.votes)
    modes = votes == votes.max(axis=1, keepdims=True)
    popularity, uniform = modes / modes.sum(axis=1, keepdims=True), np.full(votes.shape, 0.2)
    deltas = np.round(MEASURES["NMD"](votes, popularity) - MEASURES["NMD"](votes, uniform), 12)
    found = {one.key.name: one.computed for one in wins_of(gold)}
    assert found["DialEval-1 DQ-S, NMD, Uniform"] == (deltas > 0).sum()
    assert found["DialEval-1 DQ-S, NMD, Popularity"] == (deltas < 0).sum()


def test_a_gold_that_was_given_twice_counts_once_and_what_differs_is_no_slip():
    numbers = every_row([made_up(), made_up(), made_up(scale="A")])
    assert len(numbers) == 24
    before = everything.recomputed()
    after = before.with_(numbers)
    assert len(after.numbers) == len(before.numbers) + 24
    assert before.unexplained == ()
    wrong = [one for one in numbers if not one.matches]
    assert wrong
    assert list(after.unexplained) == wrong
    assert after.slips == before.slips
    papers = [one.key.paper for one in after.numbers]
    assert papers == sorted(papers, key=everything.PAPERS.index)


def test_votes_and_probabilities_give_the_same():
    gold = made_up()
    assert wins_of(replace(gold, votes=None)) == wins_of(gold)


def test_a_task_with_the_printed_counts_is_named_and_no_other():
    row = PRINTED_WINS[3]
    uniform, popularity = (np.array([row.counts[key][side] for key in MEASURES_OF_TABLES]) for side in (0, 1))
    ties = row.n_cases - uniform - popularity
    found = Preferences(MEASURES_OF_TABLES, popularity, uniform, ties, np.zeros(6))
    gold = made_up(300, "A")
    task = Task("t", "A", gold.classes, gold.cases, gold.probabilities, None, (), gold.probabilities[None][:0])
    assert same_as_printed(task, found) == "LQ 2021, table 7 prints the same 12 counts for DialEval-1 DQ-A."
    assert same_as_printed(replace(task, scale="E"), found) == ""
    assert same_as_printed(replace(task, scale=None), found) == ""
    assert same_as_printed(task, replace(found, prefers_a=popularity + 1)) == ""
