"""Measures of ranked lists, computed by the field's standard evaluators through ir-measures.

trec_eval computes AP and nDCG, cwl_eval RBP, and the Perl script gdeval of TREC ERR. Each gets lists without
ties, so none of them breaks a tie in its own way.
"""

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ordquant_core.extras import extra
from ordquant_core.ranked_lists.collection import UNRANKED, Collection, Topic
from ordquant_core.records import FloatArray, IntArray

PERSISTENCE = 0.8  # of RBP's reader
ERR_DEPTH = 1000
ERR_LARGEST_GRADE = 4  # gdeval knows no larger one
Progress = Callable[[int, int], None]
MEASURES = {
    "AP": "average precision; every grade above 0 is relevant (trec_eval's map)",
    "GAP": "graded average precision: AP with the grade that counts as relevant drawn evenly from those above 0",
    "nDCG": "normalised discounted cumulative gain over the whole list; the gain is the grade (trec_eval's ndcg)",
    "nDCG@10": "the same over the first ten documents",
    "ERR": "expected reciprocal rank as TREC's gdeval gives it: five digits, 4 as the largest grade there could be",
    "RBP": "rank-biased precision, persistence 0.8; the gain is the grade divided by the largest",
}


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """Scores of every run on every topic, one layer per measure. Larger is better."""

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    topics: tuple[str, ...]
    values: FloatArray  # (measures, runs, topics), in [0, 1]
    notes: tuple[str, ...] = ()  # which measures are missing, and why


def evaluate(
    collection: Collection, *, persistence: float = PERSISTENCE, progress: Progress | None = None
) -> Evaluation:
    r"""Score every run on every topic by all of `MEASURES`.

    AP, nDCG and ERR are what the evaluators give. Two are put together from what they give, level by level of the
    grades l_1 < … < l_k above 0 that the judgements use (l_0 = 0):

    .. math:: \mathrm{GAP} = \frac{\sum_j R_j \mathrm{AP}_j}{\sum_j R_j}, \qquad
              \mathrm{RBP} = \sum_j \frac{l_j - l_{j-1}}{l_k} \mathrm{RBP}_j

    where AP_j and RBP_j count documents of grade l_j or more as relevant, and R_j is how many there are in the topic.
    The first is graded average precision with evenly drawn thresholds [robertson2010]; the second is the RBP of gains
    divided by the largest grade [moffat2008]. ERR [chapelle2009] needs Perl and grades up to 4; where it cannot be
    had the result has no such layer, and says why. `progress` hears how many steps are done, of how many.
    """
    with extra("ranked-lists", "Scoring ranked lists"):
        from ir_measures import AP, ERR, RBP, nDCG

    levels = collection.levels
    precisions, biased = [AP(rel=level) for level in levels], [RBP(rel=level, p=persistence) for level in levels]
    n_runs = len(collection.runs)
    step = progress or (lambda done, of: None)
    found = _ask([nDCG, nDCG @ 10, *precisions, *biased], collection, lambda run: step(run, 2 * n_runs))
    precision = np.array([found[measure] for measure in precisions])
    relevant = np.array([[(topic.grades >= level).sum() for topic in collection.topics] for level in levels])
    layers = {
        "AP": precision[0],
        "GAP": (relevant[:, None, :] * precision).sum(axis=0) / relevant.sum(axis=0),
        "nDCG": found[nDCG],
        "nDCG@10": found[nDCG @ 10],
        "RBP": np.tensordot(np.diff((0, *levels)) / levels[-1], [found[measure] for measure in biased], axes=1),
    }
    notes = []
    no_perl = "ERR is left out: TREC's evaluator needs Perl, which cannot be run here"
    if levels[-1] > ERR_LARGEST_GRADE:
        notes.append(f"ERR is left out: TREC's evaluator takes grades up to 4, these go up to {levels[-1]}")
    elif shutil.which("perl") is None:
        notes.append(no_perl)
    else:
        err = ERR @ ERR_DEPTH
        try:
            layers["ERR"] = _ask([err], collection, lambda run: step(n_runs + run, 2 * n_runs))[err]
        except (OSError, subprocess.SubprocessError):
            notes.append(no_perl)
    keys = tuple(key for key in MEASURES if key in layers)
    names = tuple(topic.name for topic in collection.topics)
    return Evaluation(keys, collection.runs, names, np.stack([layers[key] for key in keys]), tuple(notes))


def _ask(measures: list[Any], collection: Collection, step: Callable[[int], None]) -> dict[Any, FloatArray]:
    """Return what ir-measures gives for every measure: arrays of shape (runs, topics)."""
    import ir_measures

    qrels = {
        str(n): {f"d{document}": grade for document, grade in enumerate(topic.grades.tolist())}
        for n, topic in enumerate(collection.topics)
    }
    evaluator = ir_measures.evaluator(measures, qrels)
    values = {measure: np.zeros((len(collection.runs), len(collection.topics))) for measure in measures}
    for run in range(len(collection.runs)):
        lists = {str(n): _list(topic, topic.ranks[run]) for n, topic in enumerate(collection.topics)}
        answered = {topic: documents for topic, documents in lists.items() if documents}
        for metric in evaluator.iter_calc(answered) if answered else ():
            values[metric.measure][run, int(metric.query_id)] = metric.value
        step(run + 1)
    return values


def _list(topic: Topic, ranks: IntArray) -> dict[str, float]:
    """Return one list as far as its last judged document: judged ones by number, others as fillers of their rank."""
    judged = {int(rank): f"d{document}" for document, rank in enumerate(ranks) if rank != UNRANKED}
    return {judged.get(rank, f"u{rank}"): -float(rank) for rank in range(max(judged, default=-1) + 1)}
