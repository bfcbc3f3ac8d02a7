"""Texts as numbers: a million ids of a file take little time and memory where they are compared as integers."""

from collections.abc import Collection

import numpy as np

from ordquant_core.records import IntArray


class Numbers(dict[str, int]):
    """Texts and their numbers: a new one gets the next, so that they stand in the order of their first appearance."""

    def __missing__(self, text: str) -> int:
        number = self[text] = len(self)
        return number

    def of(self, texts: Collection[str]) -> IntArray:
        """Return the number of each text."""
        return np.fromiter(map(self.__getitem__, texts), dtype=np.int64, count=len(texts))


def firsts(keys: IntArray) -> IntArray:
    """Return for each key the index at which it occurs first.

    >>> firsts(np.array([7, 3, 7, 7, 3])).tolist()
    [0, 1, 0, 0, 1]
    """
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    return np.asarray(first[inverse])
