"""Small topics, and definitions by enumeration: every ordered pair of documents, with plain dictionaries."""

from collections import Counter
from itertools import permutations
from math import log2

import numpy as np
from hypothesis import strategies as st

from ordquant_core.ranked_lists.collection import UNRANKED, Collection, Topic


def answers(grades, ranks):
    """R for every ordered pair of documents with different grades, after cutting the list."""
    relevant = [rank for rank, grade in zip(ranks, grades, strict=True) if grade > 0 and rank != UNRANKED]
    last = max(relevant, default=-1)
    kept = [rank if rank <= last else None for rank in ranks]
    found = {}
    for i, j in permutations(range(len(grades)), 2):
        if grades[i] != grades[j]:
            if kept[i] is None and kept[j] is None:
                found[i, j] = 0
            elif kept[j] is None or (kept[i] is not None and kept[i] < kept[j]):
                found[i, j] = 1
            else:
                found[i, j] = -1
    return found


def information(first, second, given=None):
    """I(first; second | given) from the joint frequencies of lists of outcomes."""
    given = given or [0] * len(first)

    def entropy(*columns):
        counts = Counter(zip(*columns, strict=True))
        return -sum(n / len(first) * log2(n / len(first)) for n in counts.values())

    if not first:
        return 0.0
    return entropy(first, given) + entropy(second, given) - entropy(first, second, given) - entropy(given)


def variables(grades, lists):
    """Q, and one R per list, over the same pairs."""
    maps = [answers(grades, ranks) for ranks in lists]
    pairs = list(maps[0])
    q = [int(grades[i] > grades[j]) for i, j in pairs]
    return q, [[found[pair] for pair in pairs] for found in maps]


def joint(grades, lists):
    q, rs = variables(grades, lists)
    return information(list(zip(*rs, strict=True)), q)


def difference(grades, one, other):
    q, (r1, r2) = variables(grades, [one, other])
    return information(r1, q, r2) + information(r2, q, r1)


def topic(grades, lists, name="1"):
    grades, ranks = np.array(grades), np.array(lists).reshape(len(lists), len(grades))
    documents = tuple(f"d{number:03d}" for number in reversed(range(len(grades))))
    scores = np.where(ranks == UNRANKED, np.nan, 1 / (1.0 + ranks))
    return Topic(name, documents, grades, ranks, scores)


def collection(*topics):
    return Collection("qrels", tuple(f"run{n}" for n in range(len(topics[0].ranks))), tuple(topics))


@st.composite
def topics(draw, runs=3, most=9, highest=3):
    n = draw(st.integers(2, most))
    grades = draw(st.lists(st.integers(0, highest), min_size=n, max_size=n))
    grades[0], grades[1] = draw(st.sampled_from([(1, 0), (2, 1), (0, highest)]))
    lists = []
    for _ in range(runs):
        length = draw(st.integers(0, n + 3))
        places = draw(st.permutations(range(n + 3)))
        lists.append([rank if rank < length else UNRANKED for rank in places[:n]])
    return grades, lists
