"""Hypothesis strategies for distributions: exact zeros, exact ties, one-hot and uniform rows stay likely.

Everything is drawn as whole numbers. They shrink well, their ties are exact, and a slow formula in fractions can
start from the very same numbers. Probabilities are votes divided by their sum: at most 10^6 per class, so two
different votes never become the same float.
"""

import os
from functools import cache

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

MOST_CLASSES = 11
USUAL = 50
EXAMPLES = int(os.environ.get("ORDQUANT_EXAMPLES", USUAL))  # of each property


def examples(number: int) -> settings:
    """Settings with that many examples; fewer or more where ORDQUANT_EXAMPLES asks for it."""
    return settings(max_examples=max(1, number * EXAMPLES // USUAL))


def _one_hot(n_classes: int, place: int, votes: int) -> list[int]:
    return [votes if i == place else 0 for i in range(n_classes)]


@cache
def votes(n_classes: int) -> st.SearchStrategy:
    """One row of votes, at least one of them."""
    few = st.lists(st.integers(0, 4), min_size=n_classes, max_size=n_classes).filter(any)  # zeros and ties
    many = st.lists(st.integers(0, 10**6), min_size=n_classes, max_size=n_classes).filter(any)
    one_hot = st.builds(_one_hot, st.just(n_classes), st.integers(0, n_classes - 1), st.integers(1, 20))
    uniform = st.integers(1, 20).map(lambda count: [count] * n_classes)
    return st.one_of(few, few, many, one_hot, uniform).map(lambda row: np.array(row, dtype=np.int64))


@cache
def votes_tables(n_classes: int, rows: int) -> st.SearchStrategy:
    """A table of votes of shape (rows, classes)."""
    return st.lists(votes(n_classes), min_size=rows, max_size=rows).map(np.array)


@cache
def probabilities(n_classes: int) -> st.SearchStrategy:
    return votes(n_classes).map(lambda row: row / row.sum())


@cache
def _pair_of_votes(n_classes: int) -> st.SearchStrategy:
    """Gold and estimate; sometimes the estimate is the gold with its numbers in another order."""
    permuted = votes(n_classes).flatmap(
        lambda gold: st.permutations(gold.tolist()).map(lambda row: (gold, np.array(row, dtype=np.int64)))
    )
    return st.one_of(st.tuples(votes(n_classes), votes(n_classes)), permuted)


n_classes = st.integers(2, MOST_CLASSES)
vote_pairs = n_classes.flatmap(_pair_of_votes)
pairs = vote_pairs.map(lambda pair: (pair[0] / pair[0].sum(), pair[1] / pair[1].sum()))
two_class_pairs = _pair_of_votes(2)
batches = n_classes.flatmap(  # gold of shape (3, L), estimates of shape (2, 3, L)
    cache(
        lambda size: st.tuples(
            votes_tables(size, 3), votes_tables(size, 6).map(lambda table: table.reshape(2, 3, size))
        )
    )
)
