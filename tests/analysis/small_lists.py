"""Small collections of ranked lists for tests, and results with given scores."""

import numpy as np

from ordquant_core.analysis.retrieval import ListResults, PairInformation, compare_lists, score_lists
from ordquant_core.ranked_lists.collection import UNRANKED, Collection, Topic
from ordquant_core.ranked_lists.evaluator import Evaluation
from ordquant_core.ranked_lists.information import information_difference

N_DOCUMENTS = 12


def collection_of(n_runs=8, n_topics=5, seed=1):
    rng = np.random.default_rng(seed)
    topics = []
    for number in range(n_topics):
        grades = rng.permutation([2, 1, 1, 1, *[0] * (N_DOCUMENTS - 4)])
        ranks = np.array([rng.permutation(N_DOCUMENTS) for _ in range(n_runs)])
        ranks[rng.random(ranks.shape) < 0.2] = UNRANKED
        names = tuple(f"d{document:02d}" for document in range(N_DOCUMENTS))[::-1]
        topics.append(Topic(f"t{number}", names, grades, ranks, np.zeros(ranks.shape)))
    return Collection("judged", tuple(f"r{run}" for run in range(n_runs)), tuple(topics))


def results_of(collection):
    return ListResults(collection, score_lists(collection), compare_lists(collection))


def made_up(values, joint=None):
    """Results with given scores of shape (measures, runs, topics)."""
    values = np.asarray(values, dtype=float)
    n_runs, n_topics = values.shape[1:]
    scores = Evaluation(("RIC", "AP", "nDCG")[: len(values)], tuple("abcdef"[:n_runs]), tuple("xyz"[:n_topics]), values)
    joint = np.eye(n_runs) if joint is None else np.asarray(joint, dtype=float)
    pairs = PairInformation(scores.runs, joint, information_difference(joint))
    return ListResults(collection_of(n_runs, n_topics), scores, pairs)
