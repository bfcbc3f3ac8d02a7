"""Metasearch: merging several lists into one, and the best that merging could give [montague2002].

Every method here is a way to sort the judged documents that some run retrieves. Three of them are algorithms; the other
three look at the judgements, too, and bound what algorithms can reach. Lists are merged as the runs gave them, not cut
after their last relevant document. Documents on which a method is undecided stand in the order of trec_eval.
"""

from functools import cmp_to_key

import numpy as np

from ordquant_core.ranked_lists.collection import UNRANKED, Collection, Topic
from ordquant_core.ranked_lists.information import ric_of
from ordquant_core.records import FloatArray, IntArray

METHODS = {  # in the order of the paper's table
    "CombANZ": "the sum of a document's scores (from 0 to 1 in every list), divided by how many lists retrieve it",
    "CombMNZ": "the same sum, times how many lists retrieve it",
    "Condorcet": "of two documents, the one that more lists rank above the other",
    "Majoritarian": "of two documents, the one that half of the lists or more rank above the other, else the better",
    "Pareto": "of two documents, the one that every list ranks above the other, else the better",
    "Naive": "the documents that some list retrieves, the best ones first",
}
BOUNDS = ("Majoritarian", "Pareto", "Naive")  # these look at the judgements
DECIMALS = 12  # sums that agree so far are equal


def fuse(topic: Topic) -> dict[str, IntArray]:
    """Merge the lists of one topic by every method: ranks (documents,) per method, `UNRANKED` if no run retrieves it.

    CombANZ and CombMNZ [shaw1994] add up scores rescaled to 0 … 1 within each list, that of a document not retrieved
    being 0. Condorcet-fuse, Majoritarian and Pareto compare two documents at a time; such a relation may go round in
    circles, and then what comes out depends on the sorting algorithm (a merge sort here, a quicksort in
    [montague2002]).
    """
    retrieved = np.flatnonzero((topic.ranks != UNRANKED).any(axis=0))
    ranks, grades = topic.ranks[:, retrieved], topic.grades[retrieved]
    sums = np.nansum(topic.scores[:, retrieved], axis=0)
    times = (ranks != UNRANKED).sum(axis=0)
    n_runs = len(ranks)
    above = _above(ranks)
    better = np.sign(grades[:, None] - grades)
    majority, everyone = (np.sign(votes.astype(np.int8) - votes.T) for votes in (2 * above >= n_runs, above == n_runs))
    orders = {
        "CombANZ": _descending(sums / times),
        "CombMNZ": _descending(sums * times),
        "Condorcet": _sorted(np.sign(above - above.T)),
        "Majoritarian": _sorted(np.where(majority, majority, better)),
        "Pareto": _sorted(np.where(everyone, everyone, better)),
        "Naive": _descending(grades.astype(np.float64)),
    }
    return {method: _ranked(retrieved[order], len(topic.grades)) for method, order in orders.items()}


def fused_ric(collection: Collection) -> FloatArray:
    """RIC of the list that every method merges from all runs, on every topic: (methods, topics); NaN as RIC is."""
    values = np.full((len(METHODS), len(collection.topics)), np.nan)
    for number in np.flatnonzero(collection.distinguishing):
        topic = collection.topics[number]
        lists = fuse(topic)
        values[:, number] = ric_of(topic.grades, np.array([lists[method] for method in METHODS]))
    return values


def _above(ranks: IntArray) -> IntArray:
    """Count for every two documents the runs that rank the first above the second."""
    counts = np.zeros((ranks.shape[1], ranks.shape[1]), dtype=np.int64)
    for row in ranks:
        counts += row[:, None] < row
    return counts


def _descending(values: FloatArray) -> IntArray:
    return np.argsort(-np.round(values, DECIMALS), kind="stable")


def _sorted(first: IntArray) -> IntArray:
    """Sort by a comparison of two documents: 1 where the row's comes first, -1 where the column's does, 0 for a tie."""
    after: list[bytes] = [
        row.tobytes() for row in (1 - first).astype(np.uint8)
    ]  # bytes: a tenth of the memory of a list

    def compare(first: int, second: int) -> int:
        return after[first][second] - 1

    return np.array(sorted(range(len(after)), key=cmp_to_key(compare)), dtype=np.int64)


def _ranked(order: IntArray, n_documents: int) -> IntArray:
    ranks = np.full(n_documents, UNRANKED, dtype=np.int64)
    ranks[order] = np.arange(len(order))
    return ranks
