"""Printed numbers that need the gold of a task: table 7 of LQ 2021, whose two baselines follow from the gold alone."""

from collections.abc import Iterable

from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.comparison import preferences
from ordquant_core.analysis.printed.number import PrintedNumber, number
from ordquant_core.analysis.printed.recognised import data_set_of
from ordquant_core.analysis.scoring import score
from ordquant_core.papers.significance import MEASURES_OF_TABLES
from ordquant_core.papers.wins import PRINTED_WINS, PrintedWins
from ordquant_core.records import Gold, Preferences, Task

PAPER, PLACE = "sakai2021lq", "Table 7"


def row_of(task: Gold | Task) -> PrintedWins | None:
    """Return the row of the table that a gold can only be; the tasks of SemEval have none."""
    known = data_set_of(task)
    return next((row for row in PRINTED_WINS if known is not None and row.task == known.name), None)


def beside(row: PrintedWins, found: Preferences) -> tuple[PrintedNumber, ...]:
    """Return the printed counts of a row beside those of Popularity (A) against Uniform (B) on a gold."""
    how = f"cases preferred, of {row.n_cases} in your gold"
    numbers = []
    for key in MEASURES_OF_TABLES:
        m = found.measures.index(key)
        sides = zip(("Uniform", "Popularity"), row.counts[key], (found.prefers_b[m], found.prefers_a[m]), strict=True)
        numbers += [
            number(PAPER, PLACE, f"{row.task}, {key}, {name}", str(said), own, how, by_definition=True)
            for name, said, own in sides
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
