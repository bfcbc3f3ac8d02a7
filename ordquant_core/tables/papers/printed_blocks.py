"""Matrices over measures as the papers print them for a recognised task, to follow those of one's own."""

from collections.abc import Callable, Sequence

from ordquant_core.analysis.printed.recognised import data_set_of
from ordquant_core.numerals import count
from ordquant_core.papers.contradictions import PRINTED_CONTRADICTIONS
from ordquant_core.records import Task
from ordquant_core.tables.papers.grid import Block, Mark, pairs, upper_half
from ordquant_core.tables.papers.printed_for import SSO, Said, overlap, same_family, tau


def contradictions(task: Task, measures: Sequence[str]) -> list[Block]:
    """Return what table 5 of LQ 2021 prints of a task; three of its tasks have no contradictions, and no part."""
    known = data_set_of(task)
    part = next((part for part in PRINTED_CONTRADICTIONS if known is not None and part.task == known.name), None)
    if known is None or part is None or not same_family(task, known):
        return []

    def cell(i: int, j: int) -> list[Mark]:
        first, second = measures[i], measures[j]
        return [Mark(part.counts.get((first, second)) or part.counts.get((second, first), ""))]

    return [upper_half(f"printed in LQ 2021, Table 5 {part.part}, {part.task}", measures, cell)]


def overlaps(task: Task, measures: Sequence[str]) -> list[Block]:
    """Return what table 4 of LQ 2021 prints of a task; nothing for fewer than two of its measures."""

    def marks(said: Said) -> list[Mark]:
        counts = "/".join(said.texts[letter] for letter in "abc")
        return [Mark(said.texts[SSO].removesuffix("%"), after=f"({counts})")]

    return _block(task, measures, overlap, marks, [Mark("")])


def taus(task: Task, measures: Sequence[str]) -> list[Block]:
    """Return what tables 3 to 17 of the variants study print of a task; nothing for fewer than two of its measures."""

    def marks(said: Said) -> list[Mark]:
        value, _, bounds = "".join(said.texts.values()).partition(" ")
        return [Mark(value), Mark(bounds)]

    return _block(task, measures, tau, marks, [Mark(""), Mark("")])


def _block(
    task: Task,
    measures: Sequence[str],
    lookup: Callable[[Task, str, str], Said | None],
    marks: Callable[[Said], list[Mark]],
    empty: list[Mark],
) -> list[Block]:
    """Return a matrix of what `lookup` finds for every pair of measures; `empty` stands where it finds nothing."""
    said = {(i, j): lookup(task, measures[i], measures[j]) for i, j in pairs(measures)}
    known = next((one for one in said.values() if one is not None), None)
    if known is None or not known.same_family:
        return []

    def cell(i: int, j: int) -> list[Mark]:
        one = said[i, j]
        return empty if one is None else marks(one)

    title = f"printed in {known.location}, {known.data_set.name} ({count(known.data_set.n_runs, 'run')})"
    return [upper_half(title, measures, cell)]
