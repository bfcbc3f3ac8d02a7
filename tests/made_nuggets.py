"""A task of nuggets that is drawn at random, and its ranking."""

import numpy as np

from ordquant_core.formats.official.nuggets import NuggetTask
from ordquant_core.nuggets import average, rank_runs, score_nuggets

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
