"""The frames of nuggets hold the numbers of the ranking, row by row; those of runs are kept in tests/golden."""

import numpy as np
import pytest

from ordquant_core.formats.official.nuggets import NuggetTask
from ordquant_core.nuggets import NUGGET_MEASURES, average, block_numbers, rank_runs, score_nuggets

HOSTILE = "<img src=x>"
SENDERS = (("customer", "helpdesk"), ("customer",), ("helpdesk", "helpdesk", "customer"))


def task_of(runs=("x", "y", HOSTILE), seed=3, senders=SENDERS * 8):
    rng = np.random.default_rng(seed)
    kinds = np.array([4 if sender == "customer" else 3 for sides in senders for sender in sides])

    def rows(blur):
        drawn = rng.dirichlet(np.ones(4), size=len(kinds)) * (1 - blur) + blur / 4
        drawn[kinds == 3, 3] = 0
        return drawn / drawn.sum(axis=1, keepdims=True)

    gold = rows(0)
    estimates = np.array([gold, (gold + rows(0)) / 2, rows(0.5)][: len(runs)])
    dialogues = tuple(f"d{n}" for n in range(len(senders)))
    return NuggetTask("gold", dialogues, senders, gold, runs=tuple(runs), estimates=estimates)


def ranking_of(task):
    return rank_runs(average(score_nuggets(task), alpha=0.25), n_trials=200, seed=1)


@pytest.fixture(scope="module")
def task():
    return task_of()


@pytest.fixture(scope="module")
def ranking(task):
    return ranking_of(task)


def records(table):
    return [dict(zip(table.columns, row, strict=True)) for row in table.itertuples(index=False, name=None)]


def test_dialogues_and_blocks_are_rows_in_the_order_of_run_case_and_measure(task, ranking):
    averages = ranking.averages
    rows = records(averages.dialogues_to_frame())
    assert [list(row.values()) for row in rows] == [
        [run, name, key, averages.values[layer, r, d]]
        for r, run in enumerate(task.runs)
        for d, name in enumerate(task.dialogues)
        for layer, key in enumerate(NUGGET_MEASURES)
    ]
    blocks = records(averages.scores.to_frame(task))
    places = [(d, b, sender) for d, sides in enumerate(task.senders) for b, sender in enumerate(sides, start=1)]
    assert [list(row.values()) for row in blocks] == [
        [run, task.dialogues[d], b, sender, key, averages.scores.blocks[layer, r, n]]
        for r, run in enumerate(task.runs)
        for n, (d, b, sender) in enumerate(places)
        for layer, key in enumerate(NUGGET_MEASURES)
    ]
    assert block_numbers(task).tolist() == [b for _, b, _ in places]


def test_pairs_have_their_p_value(ranking):
    rows = records(ranking.to_frame(pairs=True))
    assert [(row["measure"], row["run_1"], row["run_2"]) for row in rows[:3]] == [
        ("RNSS", "x", "y"),
        ("RNSS", "x", HOSTILE),
        ("RNSS", "y", HOSTILE),
    ]
    for row in rows:
        layer = NUGGET_MEASURES.index(row["measure"])
        i, j = (ranking.averages.scores.runs.index(row[name]) for name in ("run_1", "run_2"))
        assert row["difference"] == ranking.averages.means[layer, i] - ranking.averages.means[layer, j]
        assert row["p"] == ranking.results.test.p_values[layer, i, j]
    assert len(ranking_of(task_of(("x",))).to_frame(pairs=True)) == 0
