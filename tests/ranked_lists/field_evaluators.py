"""What the field's own evaluators give for a collection: trec_eval, cwl_eval and TREC's gdeval, through ir_measures.

Each gets lists without ties, so none of them breaks a tie in its own way.
"""

import shutil

import numpy as np
import pytest

from ordquant_core.ranked_lists.collection import UNRANKED

LARGEST = np.float64(np.finfo(np.float32).max)


def asked(collection, *persistences):
    """Scores by the keys of our measures, (runs, topics): the evaluators' own, or put together from them by level.

    trec_eval takes a grade itself as the gain of nDCG, so for nDCG it is given the gains 2^g - 1 as grades.
    """
    from ir_measures import AP, RBP, P, R, nDCG

    levels = collection.levels
    precisions = [AP(rel=level) for level in levels]
    biased = {p: [RBP(rel=level, p=p) for level in levels] for p in persistences}
    plain = {"AP": precisions[0], "AP@3": AP @ 3, "P@5": P @ 5, "recall@5": R @ 5, "P@2": P @ 2}
    found = _ask([*plain.values(), *precisions, *(one for some in biased.values() for one in some)], collection)
    relevant = np.array([[(topic.grades >= level).sum() for topic in collection.topics] for level in levels])
    precision = np.array([found[measure] for measure in precisions])
    layers = {key: found[measure] for key, measure in plain.items()}
    layers["GAP"] = (relevant[:, None, :] * precision).sum(axis=0) / relevant.sum(axis=0)
    weights = np.diff([(2**level - 1) / 2 ** levels[-1] for level in (0, *levels)])
    for p, measures in biased.items():
        layers[f"RBP(p={p})"] = np.tensordot(weights, [found[measure] for measure in measures], axes=1)
    gains = _ask([nDCG, nDCG @ 2], collection, grade=lambda grade: 2**grade - 1)
    return layers | {"nDCG": gains[nDCG], "nDCG@2": gains[nDCG @ 2], "RBP": layers["RBP(p=0.8)"]}


def asked_gdeval(collection):
    """ERR, with 4 as the largest grade, and nDCG as gdeval prints them, five digits; skipped where there is no Perl."""
    if shutil.which("perl") is None:
        pytest.skip("gdeval needs Perl")
    from ir_measures import ERR, nDCG

    measures = {"ERR@20": ERR @ 20, "ERR": ERR @ 1000, "nDCG@10": nDCG(dcg="exp-log2") @ 10}
    found = _ask(list(measures.values()), collection)
    return {key: found[measure] for key, measure in measures.items()}


def in_single_precision(score):
    """The score as trec_eval 9 takes it: those beyond the largest number of single precision are all alike."""
    return float(np.clip(score, -LARGEST, LARGEST).astype(np.float32))


def read_in_single_precision(path):
    """The text of a run with its scores as trec_eval 9 takes them."""
    rows = [line.split() for line in path.read_text().splitlines()]
    lines = [" ".join([*row[:4], repr(in_single_precision(float(row[4]))), row[5]]) for row in rows]
    return "\n".join(lines)


def _ask(measures, collection, grade=int):
    ir_measures = pytest.importorskip("ir_measures")
    qrels = {
        str(n): {f"d{document}": grade(one) for document, one in enumerate(topic.grades.tolist())}
        for n, topic in enumerate(collection.topics)
    }
    evaluator = ir_measures.evaluator(measures, qrels)
    values = {measure: np.zeros((len(collection.runs), len(collection.topics))) for measure in measures}
    for run in range(len(collection.runs)):
        lists = {str(n): _list(topic.ranks[run]) for n, topic in enumerate(collection.topics)}
        answered = {topic: documents for topic, documents in lists.items() if documents}
        for metric in evaluator.iter_calc(answered) if answered else ():
            values[metric.measure][run, int(metric.query_id)] = metric.value
    return values


def _list(ranks):
    """One list as far as its last judged document: judged ones by number, others as fillers of their rank."""
    judged = {int(rank): f"d{document}" for document, rank in enumerate(ranks) if rank != UNRANKED}
    return {judged.get(rank, f"u{rank}"): -float(rank) for rank in range(max(judged, default=-1) + 1)}
