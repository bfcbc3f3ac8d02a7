"""Variants study 2022, tables 3 to 28: recomputed from the printed taus."""

from collections.abc import Iterator, Sequence

import numpy as np

from ordquant_core.analysis.agreement import average_similarity, mean_over_tasks
from ordquant_core.analysis.consistency import halves
from ordquant_core.papers.combinations import PAIRS, PRINTED_COMBINATION_AVERAGES, PRINTED_COMBINATIONS
from ordquant_core.papers.consistency import PRINTED_CONSISTENCY, PRINTED_HALF_AVERAGES, PRINTED_TEN_AVERAGES
from ordquant_core.papers.variants import (
    MEASURES_OF_TABLES,
    PRINTED_AVERAGE_SIMILARITY,
    PRINTED_AVERAGES,
    PRINTED_TASKS,
    PrintedAgreement,
    PrintedTask,
)
from ordquant_core.records import FloatArray
from ordquant_core.reproduction.number import PrintedNumber, number
from ordquant_core.statistics.rank_correlation import fisher_interval

PAPER = "sakai2022"
TAU_PLACES = {task.name: f"Table {3 + 2 * position}" for position, task in enumerate(PRINTED_TASKS)}
SIMILARITY_PLACES = {task.name: f"Table {4 + 2 * position}" for position, task in enumerate(PRINTED_TASKS)}
_MEAN = "mean over the eight tasks"


def agreement_numbers() -> Iterator[PrintedNumber]:
    """Yield the intervals and averages of tables 3 to 20."""
    matrices = []
    for task in PRINTED_TASKS:
        for cell in task.cells:
            yield from _interval(TAU_PLACES[task.name], task.name, cell, task.n_runs)
        tau = taus_of(task)
        matrices.append(tau)
        for key, value in zip(MEASURES_OF_TABLES, average_similarity(tau), strict=True):
            printed = task.averages[key]
            place = SIMILARITY_PLACES[task.name]
            yield number(PAPER, place, f"{task.name}, {key}", printed, value, "mean of its eight τ")
    mean = mean_over_tasks(matrices)
    for (first, second), printed in PRINTED_AVERAGES.items():
        value = mean[MEASURES_OF_TABLES.index(first), MEASURES_OF_TABLES.index(second)]
        yield number(PAPER, "Table 19", f"{first} and {second}, τ", printed, value, _MEAN)
    for key, value in zip(MEASURES_OF_TABLES, average_similarity(mean), strict=True):
        yield number(PAPER, "Table 20", key, PRINTED_AVERAGE_SIMILARITY[key], value, _MEAN)


def combination_numbers() -> Iterator[PrintedNumber]:
    """Yield the intervals of tables 21 to 23, the taus that tables 3 to 17 print, too, and the averages of table 24."""
    alone = {task.name: {frozenset((c.first, c.second)): c.tau for c in task.cells} for task in PRINTED_TASKS}
    for part in PRINTED_COMBINATIONS:
        for cell in part.cells:
            before = alone[part.task].get(frozenset((cell.first, cell.second)))
            if before is not None:
                name = f"{part.task}, {cell.first} and {cell.second}, τ"
                yield number(PAPER, part.place, name, cell.tau, float(before), "the same τ in Tables 3 to 17")
            yield from _interval(part.place, part.task, cell, part.n_runs)
    columns = [[float(part.cells[place].tau) for part in PRINTED_COMBINATIONS] for place in range(len(PAIRS))]
    for pair, values in zip(PAIRS, columns, strict=True):
        name = f"{pair[0]} and {pair[1]}, τ"
        yield number(PAPER, "Table 24", name, PRINTED_COMBINATION_AVERAGES[pair], _mean(values), _MEAN)


def consistency_numbers() -> Iterator[PrintedNumber]:
    """Yield the sizes of the halves in tables 25 to 27, and the averages of table 28."""
    for part in PRINTED_CONSISTENCY:
        for which, printed, size in zip(("first", "second"), part.halves, halves(part.n_cases), strict=True):
            name = f"{part.task}, {which} half, cases"
            yield number(PAPER, part.place, name, printed, size, f"half of {part.n_cases} cases")
    for what, averages, columns in (
        ("full split", PRINTED_HALF_AVERAGES, [part.half for part in PRINTED_CONSISTENCY]),
        ("10 vs. 10", PRINTED_TEN_AVERAGES, [part.ten for part in PRINTED_CONSISTENCY]),
    ):
        for key, printed in averages.items():
            value = _mean([float(column[key]) for column in columns])
            yield number(PAPER, "Table 28", f"{what}, {key}", printed, value, _MEAN)


def taus_of(task: PrintedTask) -> FloatArray:
    """Return the printed taus of a task as a symmetric table (measures, measures)."""
    tau = np.eye(len(MEASURES_OF_TABLES))
    for cell in task.cells:
        i, j = MEASURES_OF_TABLES.index(cell.first), MEASURES_OF_TABLES.index(cell.second)
        tau[i, j] = tau[j, i] = float(cell.tau)
    return tau


def _interval(place: str, task: str, cell: PrintedAgreement, n_runs: int) -> Iterator[PrintedNumber]:
    interval = fisher_interval(float(cell.tau), n_runs)
    way = f"Fisher's z of τ = {cell.tau}, {n_runs} runs"
    name = f"{task}, {cell.first} and {cell.second}"
    for end, printed, value in (("lower", cell.low, interval.low), ("upper", cell.high, interval.high)):
        yield number(PAPER, place, f"{name}, {end} end", printed, np.nan if value is None else value, way)


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values))
