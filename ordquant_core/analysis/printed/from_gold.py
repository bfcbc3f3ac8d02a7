"""Printed numbers that need the gold of a task: table 7 of LQ 2021, whose two baselines follow from the gold alone."""

from collections.abc import Iterable

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.comparison import preferences
from ordquant_core.analysis.printed.number import PrintedNumber, number
from ordquant_core.analysis.scoring import score
from ordquant_core.papers.significance import MEASURES_OF_TABLES
from ordquant_core.papers.wins import PRINTED_WINS, PrintedWins
from ordquant_core.records import Gold, Task

PAPER, PLACE = "sakai2021lq", "Table 7"
N_CLASSES = 5


def row_of(gold: Gold) -> PrintedWins | None:
    """Return the row of the table that this gold can only be: by its scale (A, E or S) and its number of cases."""
    if len(gold.classes) != N_CLASSES:
        return None
    ending = f" DQ-{gold.scale}"
    return next((row for row in PRINTED_WINS if row.task.endswith(ending) and row.n_cases == len(gold.cases)), None)


def wins_of(gold: Gold) -> tuple[PrintedNumber, ...]:
    """Recompute the row of the gold; () for a gold of another task."""
    row = row_of(gold)
    if row is None:
        return ()
    probabilities = gold.probabilities
    alone = Task(
        gold.name, gold.scale, gold.classes, gold.cases, probabilities, gold.votes, (), probabilities[None][:0]
    )
    task = with_baselines(alone)
    found = preferences(score(task, MEASURES_OF_TABLES), *task.runs)
    how = f"cases preferred, of {row.n_cases} in your gold"
    return tuple(
        number(PAPER, PLACE, f"{row.task}, {key}, {name}", str(printed), count, how)
        for m, key in enumerate(MEASURES_OF_TABLES)
        for name, printed, count in zip(
            ("Uniform", "Popularity"), row.counts[key], (found.prefers_b[m], found.prefers_a[m]), strict=True
        )
    )


def every_row(given: Iterable[Gold]) -> tuple[PrintedNumber, ...]:
    """Recompute the rows of several gold files, such as the scales of one."""
    return tuple({one.key: one for gold in given for one in wins_of(gold)}.values())
