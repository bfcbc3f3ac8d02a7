"""Printed numbers that need the gold of a task: table 7 of LQ 2021, whose two baselines follow from the gold alone.

Which task of the papers a gold is, its scale and number of cases say, or a digest of its distributions.
"""

import hashlib
from collections.abc import Iterable

import numpy as np

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.comparison import preferences
from ordquant_core.analysis.scoring import score
from ordquant_core.papers.data_sets import DATA_SETS, N_CLASSES, DataSet
from ordquant_core.papers.significance import MEASURES_OF_TABLES, PRINTED_WINS, PrintedWins
from ordquant_core.records import FloatArray, Gold, Preferences, Task
from ordquant_core.reproduction.number import PrintedNumber, number

STEADY, KEPT = 9, 4  # decimals: counts and probabilities of one gold are rounded alike, also those in the middle
PAPER, PLACE = "sakai2021lq", "Table 7"


def row_of(task: Gold | Task) -> PrintedWins | None:
    """Return the row of the table that a gold can only be; the tasks of SemEval have none."""
    known = data_set_of(task)
    return next((row for row in PRINTED_WINS if known is not None and row.task == known.name), None)


def beside(row: PrintedWins, own: Preferences) -> tuple[PrintedNumber, ...]:
    """Return the printed counts of a row beside those of Popularity (A) against Uniform (B) on a gold."""
    how = f"cases preferred, of {row.n_cases} in your gold"
    numbers = []
    for key in MEASURES_OF_TABLES:
        m = own.measures.index(key)
        sides = zip(("Uniform", "Popularity"), row.counts[key], (own.prefers_b[m], own.prefers_a[m]), strict=True)
        numbers += [
            number(PAPER, PLACE, f"{row.task}, {key}, {name}", str(text), times, how, by_definition=True)
            for name, text, times in sides
        ]
    return tuple(numbers)


def wins_of(gold: Gold) -> tuple[PrintedNumber, ...]:
    """Recompute the row of the gold; () for a gold of another task."""
    row = row_of(gold)
    if row is None:
        return ()
    values = gold.probabilities
    alone = Task(gold.name, gold.scale, gold.classes, gold.cases, values, gold.votes, (), values[None][:0])
    task = with_baselines(alone)
    return beside(row, preferences(score(task, MEASURES_OF_TABLES), *task.runs))


def every_row(given: Iterable[Gold]) -> tuple[PrintedNumber, ...]:
    """Recompute the rows of several gold files, such as the scales of one."""
    return tuple({one.key: one for gold in given for one in wins_of(gold)}.values())


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
