"""The tables of nuggets: means of runs, pairs of runs, dialogues and utterance blocks, one layer per measure."""

from itertools import combinations, product

import numpy as np
import pandas as pd

from ordquant_core.formats.official.nuggets import NuggetTask
from ordquant_core.glossary import coded, frame_of, of_rows
from ordquant_core.nuggets import NuggetScores, Ranking, block_numbers
from ordquant_core.numerals import setting
from ordquant_core.records import FloatArray


def mean_table(scores: NuggetScores, means: FloatArray) -> pd.DataFrame:
    """Return a row per run and measure; `means` has shape (measures, runs)."""
    runs, layers = _codes(len(scores.runs), len(scores.measures))
    return frame_of(
        {
            "run": coded(runs, scores.runs),
            "measure": coded(layers, scores.measures),
            "mean": means[layers, runs],
            "dialogues": np.full(len(runs), len(scores.dialogues)),
        }
    )


def dialogue_table(scores: NuggetScores, values: FloatArray) -> pd.DataFrame:
    """Return a row per run, dialogue and measure; `values` has shape (measures, runs, dialogues)."""
    runs, dialogues, layers = _codes(len(scores.runs), len(scores.dialogues), len(scores.measures))
    return frame_of(
        {
            "run": coded(runs, scores.runs),
            "dialogue": coded(dialogues, scores.dialogues),
            "measure": coded(layers, scores.measures),
            "score": values[layers, runs, dialogues],
        }
    )


def block_table(scores: NuggetScores, task: NuggetTask) -> pd.DataFrame:
    """Return a row per run, utterance block and measure."""
    runs, blocks, layers = _codes(len(scores.runs), len(task.customer), len(scores.measures))
    return frame_of(
        {
            "run": coded(runs, scores.runs),
            "dialogue": coded(task.dialogue_of[blocks], scores.dialogues),
            "block": block_numbers(task)[blocks],
            "sender": coded(task.customer.astype(np.intp)[blocks], ("helpdesk", "customer")),
            "measure": coded(layers, scores.measures),
            "score": scores.blocks[layers, runs, blocks],
        }
    )


def run_table(ranking: Ranking) -> pd.DataFrame:
    """Return a row per run and measure: its mean and interval, the mean of either side, its groups."""
    averages, scores = ranking.averages, ranking.averages.scores
    runs, layers = _codes(len(scores.runs), len(scores.measures))
    groups = [ranking.letters(layer) for layer in range(len(scores.measures))]
    how = "micro" if averages.alpha is None else f"macro, alpha {setting(averages.alpha)}"
    means = mean_table(scores, averages.means)
    return means.assign(
        average=how,
        low=ranking.interval.low[layers, runs],
        high=ranking.interval.high[layers, runs],
        customer=ranking.customer[layers, runs],
        helpdesk=ranking.helpdesk[layers, runs],
        groups=[" ".join(groups[layer][run]) for run, layer in zip(runs, layers, strict=True)],
    )


def pair_table(ranking: Ranking, seed: int) -> pd.DataFrame:
    """Return a row per measure and pair of runs: the difference of their means and its p-value."""
    test, scores = ranking.test, ranking.averages.scores
    parts = test.differences, test.p_values, test.errors
    rows = [
        [key, scores.runs[i], scores.runs[j], *(float(part[layer, i, j]) for part in parts)]
        for (layer, key), (i, j) in product(enumerate(scores.measures), combinations(range(len(scores.runs)), 2))
    ]
    names = ("measure", "run_1", "run_2", "difference", "p", "p_error")
    return of_rows(names, rows).assign(trials=test.n_trials, seed=seed)


def _codes(*sizes: int) -> list[np.ndarray[tuple[int], np.dtype[np.intp]]]:
    """Return the indices of all combinations, one array per dimension; the last index changes first."""
    return [part.astype(np.intp) for part in np.indices(sizes).reshape(len(sizes), -1)]
