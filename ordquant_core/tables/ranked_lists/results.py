"""The tables of ranked lists: scores by topic and their means, pairs of runs, sets of runs that were merged."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from ordquant_core.analysis.list_results import ListResults, TopicInformation
from ordquant_core.analysis.retrieval import AlikePair, Metasearch, same_team
from ordquant_core.glossary import Values, coded, frame_of, of_rows, stacked
from ordquant_core.ranked_lists.collection import mean_over_topics
from ordquant_core.ranked_lists.evaluator import Evaluation
from ordquant_core.ranked_lists.fusion import BOUNDS, METHODS
from ordquant_core.records import FloatArray

ALL = "all"  # in place of a topic: the mean over topics, as trec_eval writes it
YES = {True: "yes", False: "no"}


def topic_table(scores: Evaluation, measures: Sequence[str] | None = None) -> pd.DataFrame:
    """Return a row per topic and run, a column per measure (all, if left out).

    Where some run lacks a list for some topic, the column `topics` is 1 where it has one, else 0.
    """
    keys, layers = _layers(scores, measures)
    topics, runs = (part.astype(np.intp) for part in np.indices((len(scores.topics), len(scores.runs))).reshape(2, -1))
    columns = {key: layer[runs, topics] for key, layer in zip(keys, layers, strict=True)}
    if scores.answered is not None and not scores.answered.all():
        columns["topics"] = scores.answered[runs, topics].astype(np.int64)
    return frame_of({"topic": coded(topics, scores.topics), "run": coded(runs, scores.runs), **columns})


def mean_table(scores: Evaluation, measures: Sequence[str] | None = None) -> pd.DataFrame:
    """Return a row per run with its means over topics.

    Where some run lacks a list for some topic, the column `topics` counts those that it has one for.
    """
    keys, layers = _layers(scores, measures)
    columns: dict[str, Values] = dict(zip(keys, mean_over_topics(layers), strict=True))
    if scores.answered is not None and not scores.answered.all():
        columns["topics"] = scores.n_answered
    return frame_of({"topic": [ALL] * len(scores.runs), "run": scores.runs, **columns})


def score_table(scores: Evaluation, measures: Sequence[str]) -> pd.DataFrame:
    """Return a row per topic and run, then one per run with its means."""
    return stacked([topic_table(scores, measures), mean_table(scores, measures)])


def joint_table(topics: Sequence[str], values: FloatArray, by_chance: FloatArray) -> pd.DataFrame:
    """Return the joint RIC of all runs, topic by topic (topics,), then its mean; beside it what is due to chance."""
    return frame_of(
        {
            "topic": [*topics, ALL],
            "joint_RIC": _with_mean(values),
            "joint_RIC_by_chance": _with_mean(by_chance),
            "joint_RIC_above_chance": _with_mean(values - by_chance),
        }
    )


def list_means(results: ListResults) -> pd.DataFrame:
    """Return a row per run: its means."""
    return mean_table(results.scores)


def list_pairs(results: ListResults, teams: Sequence[str] | None = None) -> pd.DataFrame:
    """Return a row per pair of runs: what each carries alone, both, their information difference, and scores."""
    return pair_table(results.runs, results.joint, results.difference, results.scores, teams=teams)


def pair_table(
    runs: Sequence[str],
    joint: FloatArray,
    difference: FloatArray,
    scores: Evaluation | None = None,
    *,
    measures: Sequence[str] | None = None,
    teams: Sequence[str] | None = None,
) -> pd.DataFrame:
    """Return a row per pair of runs: RIC of each, joint RIC, information difference; both are (runs, runs).

    With `scores`, columns with the absolute difference of their means are added, by all or by some `measures`; with
    `teams`, that of every run, whether one team submitted both.
    """
    first, second = np.array(list(combinations(range(len(runs)), 2)), dtype=np.intp).reshape(-1, 2).T
    columns: dict[str, Values] = {
        "run_1": coded(first, runs),
        "run_2": coded(second, runs),
        "RIC_1": joint[first, first],
        "RIC_2": joint[second, second],
        "joint_RIC": joint[first, second],
        "information_difference": difference[first, second],
    }
    if scores is not None:
        keys = scores.measures if measures is None else measures
        means = [scores.means[scores.measures.index(key)] for key in keys]
        columns |= {
            f"difference_{key}": np.abs(mean[first] - mean[second]) for key, mean in zip(keys, means, strict=True)
        }
    if teams is not None:
        columns["same_team"] = [YES[teams[one] == teams[two]] for one, two in zip(first, second, strict=True)]
    return frame_of(columns)


def alike_table(
    runs: Sequence[str], pairs: Sequence[AlikePair], teams: Sequence[str] | None = None, *, binned: bool = True
) -> pd.DataFrame:
    """Return the pairs of runs with a similar AP as `close_pairs` gives them, or `binned` as `alike_pairs` does.

    The latter is table 4 of [golbus2013].
    """
    columns: dict[str, Values] = {
        "run_1": [runs[pair.run_1] for pair in pairs],
        "run_2": [runs[pair.run_2] for pair in pairs],
        **({"bin": [pair.bin + 1 for pair in pairs if pair.bin is not None]} if binned else {}),
        "information_difference": [pair.information_difference for pair in pairs],
        "difference_AP": [pair.score_difference for pair in pairs],
    }
    if teams is not None:
        columns["same_team"] = [YES[same] for same in same_team(pairs, teams)]
    return frame_of(columns)


def tau_table(topics: Sequence[str], found: Sequence[TopicInformation], *, by_topic: bool) -> pd.DataFrame:
    """Return the information tau of pairs of measures: a row per pair over the means, before it one per topic."""
    rows: list[tuple[object, ...]] = []
    for one in found:
        given = ",".join(one.given)
        if by_topic:
            rows += [
                (topic, *one.measures, given, float(bits)) for topic, bits in zip(topics, one.by_topic, strict=True)
            ]
        rows.append((ALL, *one.measures, given, one.of_means))
    return of_rows(("topic", "measure_1", "measure_2", "given", "information_tau"), rows)


def set_table(metasearch: Metasearch, runs: Sequence[str]) -> pd.DataFrame:
    """Return a row per set of runs: joint RIC, the RIC of the lists that every method merges, and both by chance."""
    columns: dict[str, Values] = {
        "set": [" + ".join(runs[run] for run in chosen) for chosen in metasearch.sets],
        "joint_RIC": metasearch.joint,
        **{f"RIC_{method}": values for method, values in zip(METHODS, metasearch.fused, strict=True)},
    }
    if metasearch.joint_by_chance is not None and metasearch.fused_by_chance is not None:
        columns["joint_RIC_by_chance"] = metasearch.joint_by_chance
        columns |= {
            f"RIC_{method}_by_chance": values
            for method, values in zip(METHODS, metasearch.fused_by_chance, strict=True)
            if method not in BOUNDS
        }
    return frame_of(columns)


def _with_mean(values: FloatArray) -> FloatArray:
    return np.append(values, mean_over_topics(values))


def _layers(scores: Evaluation, measures: Sequence[str] | None) -> tuple[Sequence[str], FloatArray]:
    """Return the names of columns, and the scores of each."""
    keys = scores.measures if measures is None else measures
    return keys, scores.values[[scores.measures.index(key) for key in keys]]
