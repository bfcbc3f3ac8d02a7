"""LQ 2021, tables 3 to 7: recomputed from each other."""

import math
from collections.abc import Iterator

from ordquant_core.analysis.discrimination import Overlap, Power, contradiction_matrix, pooled
from ordquant_core.numerals import count
from ordquant_core.papers.contradictions import PRINTED_CONTRADICTIONS
from ordquant_core.papers.data_sets import DATA_SETS
from ordquant_core.papers.significance import (
    MEASURES_OF_TABLES,
    PRINTED_POOLED,
    PRINTED_SIGNIFICANCE,
    PRINTED_TOTAL,
    PRINTED_WINS,
    PrintedOverlap,
    PrintedPower,
    PrintedSignificance,
)
from ordquant_core.reproduction.calculations import contradictions_of
from ordquant_core.reproduction.number import PrintedNumber, number

PAPER = "sakai2021lq"
N_RUNS = {one.name: one.n_runs for one in DATA_SETS}  # the runs of table 2, the same in both papers
OVERLAP_PLACES = {
    task.name: f"Table 4 ({letter})" for letter, task in zip("abcdefgh", PRINTED_SIGNIFICANCE, strict=True)
}


def significance_numbers() -> Iterator[PrintedNumber]:
    """Yield the numbers of tables 3 and 4, task by task, and the pooled ones."""
    for task in PRINTED_SIGNIFICANCE:
        for power in task.powers:
            yield from _power(task, power)
        for cell in task.overlaps:
            yield from _overlap(OVERLAP_PLACES[task.name], task, cell)
    of_tasks = [
        [Power(row.measure, row.significant, row.pairs) for row in task.powers] for task in PRINTED_SIGNIFICANCE
    ]
    for total, printed in zip(pooled(of_tasks), PRINTED_POOLED, strict=True):
        texts = (str(printed.significant), str(printed.pairs), printed.percent)
        values = (total.significant, total.pairs, 100 * total.share)
        ways = ("sum over the tasks", "sum over the tasks", f"{count(total.significant)} / {count(total.pairs)}")
        for what, text, value, way in zip(("S", "T", "%"), texts, values, ways, strict=True):
            yield number(PAPER, "Table 3", f"pooled, {total.measure}, {what}", text, value, way)


def contradiction_numbers() -> Iterator[PrintedNumber]:
    """Yield the counts of table 5, from the pairs of runs that table 6 names."""
    for part in PRINTED_CONTRADICTIONS:
        counts = contradiction_matrix(contradictions_of(part.task), MEASURES_OF_TABLES)
        for (first, second), printed in part.counts.items():
            value = counts[MEASURES_OF_TABLES.index(first), MEASURES_OF_TABLES.index(second)]
            name = f"{part.task}, {first} and {second}"
            yield number(PAPER, f"Table 5 {part.part}", name, printed, value, "pairs of runs in Table 6")


def win_numbers() -> Iterator[PrintedNumber]:
    """Yield the totals of table 7."""
    for key, printed in PRINTED_TOTAL.counts.items():
        for side, name in enumerate(("Uniform", "Popularity")):
            value = sum(row.counts[key][side] for row in PRINTED_WINS)
            yield number(PAPER, "Table 7", f"TOTAL, {key}, {name}", str(printed[side]), value, "sum over the tasks")


def _power(task: PrintedSignificance, power: PrintedPower) -> Iterator[PrintedNumber]:
    name, n_runs = f"{task.name}, {power.measure}", N_RUNS[task.name]
    cell = next(cell for cell in task.overlaps if power.measure in (cell.first, cell.second))
    way, own = ("a + b", cell.a) if cell.first == power.measure else ("b + c", cell.c)
    counts = Power(power.measure, power.significant, power.pairs)
    pair = f"{way} of {cell.first} and {cell.second} in Table 4"
    yield number(PAPER, "Table 3", f"{name}, S", str(power.significant), own + cell.b, pair)
    yield number(PAPER, "Table 3", f"{name}, T", str(power.pairs), math.comb(n_runs, 2), f"pairs of {n_runs} runs")
    yield number(
        PAPER, "Table 3", f"{name}, %", power.percent, 100 * counts.share, f"{power.significant} / {power.pairs}"
    )


def _overlap(place: str, task: PrintedSignificance, cell: PrintedOverlap) -> Iterator[PrintedNumber]:
    """Yield a and c, which follow from the powers and b, and the overlap, which follows from the three."""
    significant = {power.measure: power.significant for power in task.powers}
    name = f"{cell.first} and {cell.second}"
    overlap = Overlap(cell.first, cell.second, cell.a, cell.b, cell.c)
    for letter, measure, printed in (("a", cell.first, cell.a), ("c", cell.second, cell.c)):
        total = significant[measure]
        way = f"S of {measure} − b: {total} − {cell.b}"
        yield number(PAPER, place, f"{name}, {letter}", str(printed), total - cell.b, way)
    share = 100 * (overlap.sso or 0)
    yield number(PAPER, place, f"{name}, SSO, %", cell.percent, share, f"{cell.b} / ({cell.a} + {cell.b} + {cell.c})")
