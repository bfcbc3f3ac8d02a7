"""Which task of the papers a gold is: its scale and number of cases say, or a digest of its distributions."""

import hashlib

import numpy as np

from ordquant_core.papers.experiments import DATA_SETS, N_CLASSES, DataSet
from ordquant_core.papers.printed import numbers_at
from ordquant_core.records import FloatArray, Gold, Preferences, Task

STEADY, KEPT = 9, 4  # decimals: counts and probabilities of one gold are rounded alike, also those in the middle
WINS = "sakai2021lq", "Table 7"


def counts_of_wins(task: Gold | Task) -> dict[tuple[str, str], int]:
    """Return what table 7 of LQ 2021 prints for a gold: on how many cases a measure prefers a baseline, by their names.

    Empty for the gold of a task without a row there.
    """
    known, (paper, place) = data_set_of(task), WINS
    printed = () if known is None else numbers_at(paper, f"{place}: {known.name}")
    return {(row.words[1], row.words[2]): int(row.printed) for row in printed}


def same_counts(task: Gold | Task, wins: Preferences) -> int:
    """Return how many counts table 7 prints, if all are those of Popularity (A) against Uniform (B) here; else 0."""
    printed = counts_of_wins(task)
    sides = {"Popularity": wins.prefers_a, "Uniform": wins.prefers_b} if printed else {}
    own = {(key, name): int(counts[wins.measures.index(key)]) for key, name in printed for counts in [sides[name]]}
    return len(printed) if own == printed else 0


def data_set_of(given: Gold | Task) -> DataSet | None:
    """Return the task of LQ 2021 and the variants study that a gold can only be, None for another gold."""
    if len(given.classes) != N_CLASSES:
        return None
    for data_set in DATA_SETS:
        if data_set.n_cases == len(given.cases) and data_set.scale == given.scale:
            values = given.probabilities if isinstance(given, Gold) else given.gold
            if data_set.scale is not None or data_set.digest == digest_of(values):
                return data_set
    return None


def digest_of(gold: FloatArray) -> str:
    """Return the SHA-256 of gold distributions of shape (cases, classes), rounded to 4 decimals, in any order of cases.

    >>> digest_of(np.array([[0.25, 0.75], [1, 0]])) == digest_of(np.array([[1, 0], [0.250001, 0.749999]]))
    True
    """
    units = np.rint(np.round(gold, STEADY) * 10**KEPT).astype(np.int64)
    text = "\n".join(",".join(map(str, row)) for row in sorted(units.tolist()))
    return hashlib.sha256(text.encode()).hexdigest()
