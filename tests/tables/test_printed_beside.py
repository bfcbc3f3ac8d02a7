"""What LQ 2021 prints stands below one's own numbers where the gold can only be that of a task of the paper."""

import numpy as np

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.comparison import preferences
from ordquant_core.analysis.scoring import score
from ordquant_core.analysis.study import Measures, Settings, examine
from ordquant_core.papers.significance import MEASURES_OF_TABLES, PRINTED_SIGNIFICANCE, PRINTED_WINS
from ordquant_core.records import Task
from ordquant_core.tables.papers.significance import of_measures, power, wins

PRINTED_STC3_A = ("175", "197", "224", "166", "265", "125", "274", "116", "297", "93", "301", "89")
PRINTED_SUM = ("845", "1,141", "1,166", "902", "1,400", "666", "1,353", "654", "1,492", "494", "1,515", "555")


def task(scale="A", cases=390, seed=1):
    chance = np.random.default_rng(seed)
    votes = chance.multinomial(19, chance.dirichlet(np.ones(5)), size=cases)
    estimates = chance.dirichlet(np.ones(5), size=(2, cases))
    names = tuple(map(str, range(cases)))
    return with_baselines(
        Task("t", scale, tuple("abcde"), names, votes / 19, votes.astype(np.int64), ("r", "s"), estimates)
    )


def lines_of(table, block=0):
    return {cells[0].text: [cell.text for cell in cells[1:]] for cells in table.blocks[block].rows}


def of_baselines(one, measures=MEASURES_OF_TABLES):
    return preferences(score(one.only(one.runs[-2:]), measures), *one.runs[-2:])


def test_the_printed_row_follows_that_of_the_task():
    one, other = task(), task(cases=391)
    table = wins([("mine", one, of_baselines(one)), ("other", other, of_baselines(other))])
    assert list(lines_of(table)) == ["mine", "printed: STC-3 DQ-A", "other", "TOTAL"]
    assert lines_of(table)["printed: STC-3 DQ-A"] == list(PRINTED_STC3_A)
    assert set(table.data.columns["task"]) == {"mine", "other", "TOTAL"}


def test_the_printed_total_needs_all_tasks_of_the_paper():
    golds = [task(row.task[-1], row.n_cases, seed) for seed, row in enumerate(PRINTED_WINS)]
    own = [(f"task {number}", one, of_baselines(one)) for number, one in enumerate(golds)]
    assert lines_of(wins(own))["printed: TOTAL"] == list(PRINTED_SUM)
    assert "printed: TOTAL" not in lines_of(wins(own[:5]))
    assert "printed: TOTAL" not in lines_of(wins([*own, own[0]]))


def test_some_measures_are_chosen_in_their_order():
    found = of_baselines(task())
    some = of_measures(found, ("JSD", "NMD"))
    assert some.measures == ("JSD", "NMD")
    assert some.prefers_b.tolist() == [found.prefers_b[5], found.prefers_b[0]]
    assert some.mean_delta.tolist() == [found.mean_delta[5], found.mean_delta[0]]


def test_printed_powers_follow_those_of_the_task():
    measures = Measures(MEASURES_OF_TABLES, ("NMD", "NVD"), (), ("NMD", "NVD"))
    found = examine("mine", task(), Settings(measures, n_trials=20, n_splits=5))
    table = power([found], 0.05)
    (printed,) = (one for one in PRINTED_SIGNIFICANCE if one.name == "STC-3 DQ-A")
    assert list(lines_of(table)) == ["mine", "printed: STC-3 DQ-A", "POOLED"]
    said = lines_of(table)["printed: STC-3 DQ-A"] + lines_of(table, 1)["printed: STC-3 DQ-A"]
    assert said == [text for own in printed.powers for text in (str(own.significant), "171", own.percent)]
