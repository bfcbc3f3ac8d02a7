"""The tables of ranked lists: scores by topic and their means, pairs of runs, sets of runs that were merged."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from ordquant_core.analysis.retrieval import Metasearch
from ordquant_core.ranked_lists.evaluator import Evaluation
from ordquant_core.ranked_lists.fusion import METHODS
from ordquant_core.records import FloatArray
from ordquant_core.tables.table import Coded, Table, Values, stacked

ALL = "all"  # in place of a topic: the mean over topics, as trec_eval writes it


def topic_table(scores: Evaluation, measures: Sequence[str] | None = None) -> Table:
    """Return a row per topic and run, a column per measure (all, if left out)."""
    keys, layers = _layers(scores, measures)
    topics, runs = (part.astype(np.intp) for part in np.indices((len(scores.topics), len(scores.runs))).reshape(2, -1))
    columns = {key: layer[runs, topics] for key, layer in zip(keys, layers, strict=True)}
    return Table({"topic": Coded(topics, scores.topics), "run": Coded(runs, scores.runs), **columns})


def mean_table(scores: Evaluation, measures: Sequence[str] | None = None) -> Table:
    """Return a row per run with its means over topics."""
    keys, layers = _layers(scores, measures)
    means = [[layer[run].mean() for run in range(len(scores.runs))] for layer in layers]
    return Table(
        {"topic": [ALL] * len(scores.runs), "run": scores.runs, **dict(zip(keys, map(np.array, means), strict=True))}
    )


def score_table(scores: Evaluation, measures: Sequence[str]) -> Table:
    """Return a row per topic and run, then one per run with its means."""
    return stacked([topic_table(scores, measures), mean_table(scores, measures)])


def joint_table(topics: Sequence[str], values: FloatArray) -> Table:
    """Return the joint RIC of all runs, topic by topic (topics,), then its mean."""
    return Table({"topic": [*topics, ALL], "joint_RIC": np.append(values, values.mean())})


def pair_table(
    runs: Sequence[str], joint: FloatArray, difference: FloatArray, scores: Evaluation | None = None
) -> Table:
    """Return a row per pair of runs: RIC of each, joint RIC, information difference; both are (runs, runs).

    With `scores`, columns with the absolute difference of their means by every measure are added.
    """
    first, second = np.array(list(combinations(range(len(runs)), 2)), dtype=np.intp).reshape(-1, 2).T
    columns: dict[str, Values] = {
        "run_1": Coded(first, runs),
        "run_2": Coded(second, runs),
        "RIC_1": joint[first, first],
        "RIC_2": joint[second, second],
        "joint_RIC": joint[first, second],
        "information_difference": difference[first, second],
    }
    if scores is None:
        return Table(columns)
    means = zip(scores.measures, scores.values.mean(axis=2), strict=True)
    return Table(columns | {f"difference_{key}": np.abs(mean[first] - mean[second]) for key, mean in means})


def set_table(found: Metasearch, runs: Sequence[str]) -> Table:
    """Return a row per set of runs: joint RIC, and the RIC of the lists that every method merges."""
    fused = {f"RIC_{method}": values for method, values in zip(METHODS, found.fused, strict=True)}
    names = [" + ".join(runs[run] for run in chosen) for chosen in found.sets]
    return Table({"set": names, "joint_RIC": found.joint, **fused})


def _layers(scores: Evaluation, measures: Sequence[str] | None) -> tuple[Sequence[str], FloatArray]:
    keys = scores.measures if measures is None else measures
    return keys, scores.values[[scores.measures.index(key) for key in keys]]
