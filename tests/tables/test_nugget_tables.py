"""Tables and sentences of nuggets hold the numbers of the ranking, row by row, and escape every name."""

from dataclasses import replace

import numpy as np
import pytest

from ordquant_core.formats.official.nuggets import NuggetTask
from ordquant_core.markup import plain, table
from ordquant_core.nuggets import (
    NUGGET_MEASURES,
    average,
    average_blocks,
    block_numbers,
    rank_runs,
    score_nuggets,
    separate_runs,
)
from ordquant_core.statistics.resampling import significance_groups
from ordquant_core.tables.nuggets import findings
from tests.html_tables import rows_of

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


def ranking_of(task, *, micro=False):
    scores = score_nuggets(task)
    averages = average_blocks(scores) if micro else average(scores, alpha=0.25)
    test = separate_runs(averages, n_trials=200, rng=np.random.default_rng(1))
    return rank_runs(averages, test)


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


def test_runs_have_intervals_sides_and_groups(ranking):
    for row in records(ranking.to_frame()):
        layer, run = NUGGET_MEASURES.index(row["measure"]), ranking.averages.scores.runs.index(row["run"])
        assert row["mean"] == ranking.averages.means[layer, run]
        bounds = ranking.interval.low[layer, run], ranking.interval.high[layer, run]
        assert (row["low"], row["high"]) == pytest.approx(bounds, abs=0, rel=0, nan_ok=True)  # none for equal scores
        sides = row["customer"], row["helpdesk"]
        assert 0.25 * sides[0] + 0.75 * sides[1] == pytest.approx(row["mean"])
        groups = significance_groups(ranking.averages.means[layer], ranking.test.p_values[layer])
        assert row["groups"] == " ".join("abc"[n] for n, group in enumerate(groups) if run in group)
        assert row["average"] == "macro, alpha 0.25"


def test_pairs_have_their_p_value_and_how_it_was_drawn(ranking):
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
        assert row["p"] == ranking.test.p_values[layer, i, j]
        assert row["trials"] == 200
    assert len(ranking_of(task_of(("x",))).to_frame(pairs=True)) == 0


def test_the_best_run_is_named_with_all_it_does_not_differ_from(ranking):
    assert ranking.order(0) == [0, 1, 2]
    assert ranking.ranks(0) == [1, 2, 3]
    sentence = plain(findings.best_run(ranking, 0, (0, 2)))
    assert sentence == "By mean RNSS at alpha 0.25, A x is best (0.000); it differs significantly from every other run."
    same = np.ones_like(ranking.test.p_values)
    level = replace(ranking, test=replace(ranking.test, p_values=same))
    assert level.level_with_best(0) == [1, 2]
    assert "it does not differ significantly from any of the other 2." in findings.best_run(level, 0, (0, 2))
    same[0, 0, 2] = 0.001
    assert plain(findings.best_run(level, 0, (0, 2))).endswith("it does not differ significantly from y.")


def test_runs_with_the_same_smallest_mean_are_named_together(ranking):
    means, same = ranking.averages.means.copy(), np.ones_like(ranking.test.p_values)
    means[0] = [0.1, 0.1, 0.2]
    tied = replace(ranking, averages=replace(ranking.averages, means=means), test=replace(ranking.test, p_values=same))
    start = "By mean RNSS at alpha 0.25, A x and B y are best with equal means (0.100)"
    said = plain(findings.best_run(tied, 0, (0, 1)))
    assert said.startswith(f"{start}; they do not differ significantly from ")
    same[0, :2, 2] = same[0, 2, :2] = 0.001
    assert plain(findings.best_run(tied, 0, (0, 1))) == f"{start}; they differ significantly from every other run."
    means[0] = 0.1
    assert plain(findings.best_run(tied, 0, (0, 1))).endswith(" are best with equal means (0.100).")
    copies = replace(ranking, helpdesk=np.array([[0.1, 0.1, 0.5]] * 3), customer=np.array([[0.4, 0.4, 0.3]] * 3))
    assert plain(findings.over_alpha(copies, 0, (0, 1))).startswith("First are A x and B y up to alpha ")
    copies = replace(copies, customer=np.array([[0.4, 0.4, 0.5]] * 3))
    assert plain(findings.over_alpha(copies, 0, (0, 1))) == "A x and B y are first at every alpha."


def test_one_run_and_the_micro_average_have_sentences_of_their_own(ranking):
    alone = ranking_of(task_of(("x",)))
    assert plain(findings.best_run(alone, 1, (0,))) == "Mean JSD of A x at alpha 0.25 is 0.000."
    assert findings.over_alpha(alone, 1, (0,)) == ""
    micro = ranking_of(task_of(), micro=True)
    assert findings.best_run(micro, 0, (1,)).startswith("By the micro average of RNSS, x is best")
    assert "there is no alpha" in findings.over_alpha(micro, 0, (0, 1))
    assert plain(findings.over_alpha(ranking, 0, (0, 1))) == "A x is first at every alpha."
    crossing = replace(ranking, helpdesk=np.array([[0.1, 0.3, 0.5]] * 3), customer=np.array([[0.4, 0.2, 0.5]] * 3))
    assert plain(findings.over_alpha(crossing, 0, (0, 1))) == "First is A x up to alpha 0.50, then B y."


def test_worst_blocks_are_those_of_run_a(task, ranking):
    scores = ranking.averages.scores
    rows = rows_of(table(*findings.worst_table(ranking, task, 0, (2, 0), (0, 0))))[1:]
    expected = sorted(range(len(task.customer)), key=lambda block: -scores.blocks[0, 2, block])[: findings.WORST]
    assert [int(row.data["choice"]) for row in rows] == expected
    for row, block in zip(rows, expected, strict=True):
        dialogue = int(task.dialogue_of[block])
        assert row.cells[:2] == [task.dialogues[dialogue], str(block - task.starts[dialogue] + 1)]
        assert float(row.titles[3]) == scores.blocks[0, 2, block]
        assert row.pressed == (block == 0)
