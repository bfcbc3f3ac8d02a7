"""Everything a page shows of a nugget task, computed once for each way to average."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import streamlit as st

from ordquant_core.formats.nuggets.assembly import NuggetTask
from ordquant_core.nuggets import (
    NUGGET_MEASURES,
    Averages,
    NuggetScores,
    average,
    average_blocks,
    intervals,
    permute_sides,
    score_nuggets,
    separate_runs,
    separate_runs_at,
)
from ordquant_core.records import FloatArray
from ordquant_core.statistics.bootstrap import Bootstrap
from ordquant_core.statistics.resampling import TukeyHSD, tiers
from pages.nuggets.source import TaskKey

LEVEL, TRIALS, RESAMPLES, SEED = 0.05, 5000, 2000, 1


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """One layer per measure, in the order of NUGGET_MEASURES."""

    task: NuggetTask
    averages: Averages
    test: TukeyHSD
    interval: Bootstrap
    helpdesk: FloatArray  # (measures, runs): means with alpha = 0
    customer: FloatArray  # with alpha = 1

    def groups(self, layer: int) -> tuple[tuple[int, ...], ...]:
        """Return the runs the test cannot separate, the best first."""
        return tiers(self.averages.means[layer], self.test.p_values[layer], LEVEL)

    def letters(self, layer: int) -> list[str]:
        """Return the letters of the groups each run is in: 'a', 'ab', …"""
        groups = self.groups(layer)
        return ["".join(_letter(i) for i, group in enumerate(groups) if run in group) for run in _runs(self.task)]


@st.cache_resource(max_entries=64, show_spinner=False)  # a spinner would push the page while the slider moves
def results(key: TaskKey, alpha: float | None, _task: NuggetTask) -> Results:
    """Score and test; `alpha` None is the micro average. Shared between sessions: nobody writes to it."""
    scores = score_nuggets(_task, NUGGET_MEASURES)
    found = average_blocks(scores) if alpha is None else average(scores, alpha=alpha)
    if alpha is None:
        test = separate_runs(found, n_trials=TRIALS, rng=np.random.default_rng(SEED))
    else:
        test = separate_runs_at(found, _permuted(key, scores))
    return Results(
        _task,
        found,
        test,
        intervals(found, n_resamples=RESAMPLES, rng=np.random.default_rng(SEED)),
        average(scores, alpha=0).means,
        average(scores, alpha=1).means,
    )


@st.cache_resource(max_entries=8, show_spinner=False)
def _permuted(key: TaskKey, _scores: NuggetScores) -> FloatArray:
    """Permute once for all places of the slider: what takes long is the same for every alpha."""
    return permute_sides(_scores, n_trials=TRIALS, rng=np.random.default_rng(SEED))


def run_frame(shown: Results) -> pd.DataFrame:
    """Every run under every measure: its mean, interval, sides and groups."""
    alpha = shown.averages.alpha
    return pd.DataFrame(
        [
            {
                "run": shown.task.runs[run],
                "measure": key,
                "average": "micro" if alpha is None else f"macro, alpha {alpha:g}",
                "mean": shown.averages.means[layer, run],
                "low": shown.interval.low[layer, run],
                "high": shown.interval.high[layer, run],
                "customer": shown.customer[layer, run],
                "helpdesk": shown.helpdesk[layer, run],
                "groups": shown.letters(layer)[run],
            }
            for layer, key in enumerate(NUGGET_MEASURES)
            for run in _runs(shown.task)
        ]
    )


def pair_frame(shown: Results) -> pd.DataFrame:
    """Every pair of runs under every measure: the difference of their means and its p-value."""
    names = shown.task.runs
    return pd.DataFrame(
        [
            {
                "measure": key,
                "run 1": names[i],
                "run 2": names[j],
                "difference": shown.test.differences[layer, i, j],
                "p": shown.test.p_values[layer, i, j],
                "Monte-Carlo error": shown.test.errors[layer, i, j],
                "trials": TRIALS,
                "seed": SEED,
            }
            for layer, key in enumerate(NUGGET_MEASURES)
            for i in _runs(shown.task)
            for j in range(i + 1, len(names))
        ],
        columns=["measure", "run 1", "run 2", "difference", "p", "Monte-Carlo error", "trials", "seed"],
    )


def dialogue_frame(shown: Results) -> pd.DataFrame:
    """The score of every run on every dialogue, as the command line writes it."""
    values, task = shown.averages.values, shown.task  # noqa: PD011 - an array, not a frame
    layers, runs, dialogues = np.indices(values.shape).reshape(3, -1)
    return pd.DataFrame(
        {
            "run": np.array(task.runs, dtype=object)[runs],
            "dialogue": np.array(task.dialogues, dtype=object)[dialogues],
            "measure": np.array(NUGGET_MEASURES, dtype=object)[layers],
            "score": values.ravel(),
        }
    )


def block_frame(shown: Results) -> pd.DataFrame:
    """The score of every run on every utterance block."""
    values, task = shown.averages.scores.blocks, shown.task
    layers, runs, blocks = np.indices(values.shape).reshape(3, -1)
    of = task.dialogue_of
    number = np.arange(len(of)) - task.starts[of] + 1
    sender = np.where(task.customer, "customer", "helpdesk").astype(object)
    return pd.DataFrame(
        {
            "run": np.array(task.runs, dtype=object)[runs],
            "dialogue": np.array(task.dialogues, dtype=object)[of[blocks]],
            "block": number[blocks],
            "sender": sender[blocks],
            "measure": np.array(NUGGET_MEASURES, dtype=object)[layers],
            "score": values.ravel(),
        }
    )


def _runs(task: NuggetTask) -> range:
    return range(len(task.runs))


def _letter(number: int) -> str:
    return chr(ord("a") + number) if number < 26 else f"({number + 1})"
