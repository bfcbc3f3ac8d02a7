"""A small task whose names would be markup if they were not text, and what the analyses say of it, to be drawn."""

from dataclasses import replace

import numpy as np

from ordquant_core.analysis.official import official
from ordquant_core.analysis.planning.split import resample_pilot
from ordquant_core.analysis.scoring import score
from ordquant_core.analysis.task_report import task_report
from ordquant_core.figures.nuggets import NuggetView
from ordquant_core.records import Task
from tests.figures.reading import HOSTILE
from tests.made_nuggets import ranking_of, task_of

MEASURES = ("NMD", "RNOD", "JSD")


def small_task(runs=4, cases=24, classes=3, votes=10, seed=1):
    """Return a task of random votes, with runs from good to bad, and markup in all names."""
    chance = np.random.default_rng(seed)
    counted = chance.multinomial(votes, chance.dirichlet(np.ones(classes), cases))
    gold = counted / votes
    others = chance.dirichlet(np.ones(classes), (runs, cases))
    far = np.linspace(0.2, 0.9, runs)[:, None, None]
    labels, ids, names = (
        tuple(f"{letter}{n}{HOSTILE}" for n in range(size))
        for letter, size in zip("kcr", (classes, cases, runs), strict=True)
    )
    return Task("small", None, labels, ids, gold, counted, names, (1 - far) * gold + far * others)


TASK = small_task()
PAIR = TASK.runs[:2]
RESULTS = official(score(TASK, MEASURES), n_trials=200)
SPLIT = resample_pilot(
    TASK, ("NMD",), cases=(50, 100, 200, 400, 800, 1600), annotators=(2, 5, 10), seed=1, n_resamples=2
)
REPORT = task_report(TASK, MEASURES, n_trials=200, seed=1)


def small_nuggets():
    """Return two runs on some dialogues, with markup in all names."""
    task = replace(task_of(), runs=("x", f"y{HOSTILE}", f"z{HOSTILE}"))
    task = replace(task, dialogues=tuple(f"{name}{HOSTILE}" for name in task.dialogues))
    return NuggetView(task, ranking_of(task), "RNSS", (0, 1), 0, 1)


NUGGETS = small_nuggets()


def worst_of(run):
    """Return the worst block of a run, in its dialogue."""
    task, scores = NUGGETS.task, NUGGETS.ranking.averages.scores.blocks[0, run]
    dialogue = int(task.dialogue_of[scores.argmax()])
    return replace(NUGGETS, runs=(run, 0), dialogue=dialogue, block=int(scores.argmax() - task.starts[dialogue]))
