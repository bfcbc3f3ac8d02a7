"""Which significant differences do two measures share, and where do they contradict each other?

Significance overlaps and contradictions after LQ 2021, section 5 [sakai2021lq].
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from ordquant_core.analysis.discrimination import Discrimination, same
from ordquant_core.framed import Framed
from ordquant_core.records import FloatArray, IntArray, Task


@dataclass(frozen=True, slots=True)
class Overlap(Framed):
    """Pairs of runs that are significant by measure 1 only (a), by both (b), by measure 2 only (c)."""

    measure_1: str
    measure_2: str
    a: int
    b: int
    c: int

    @property
    def sso(self) -> float | None:
        """The statistical significance overlap, b / (a + b + c); None where neither finds a difference."""
        return self.b / (self.a + self.b + self.c) if self.a + self.b + self.c else None


@dataclass(frozen=True, slots=True)
class Contradiction(Framed):
    """By measure 1, run 1 is significantly better than run 2; by measure 2 it is significantly worse."""

    measure_1: str
    measure_2: str
    run_1: str
    run_2: str


def overlaps(found: Discrimination, level: float = 0.05) -> tuple[Overlap, ...]:
    """Return the significance overlap of every pair of measures: table 4 of [sakai2021lq]. Directions do not count."""
    layers = zip(found.measures, found.significant(level), strict=True)
    return tuple(
        Overlap(one, other, int((x & ~y).sum()), int((x & y).sum()), int((y & ~x).sum()))
        for (one, x), (other, y) in combinations(layers, 2)
    )


def pooled_overlaps(tasks: Sequence[Sequence[Overlap]]) -> tuple[Overlap, ...]:
    """Add up a, b and c over tasks."""
    pairs = same([tuple((overlap.measure_1, overlap.measure_2) for overlap in task) for task in tasks])
    columns = zip(*tasks, strict=True)
    return tuple(
        Overlap(*pair, sum(one.a for one in column), sum(one.b for one in column), sum(one.c for one in column))
        for pair, column in zip(pairs, columns, strict=True)
    )


def sso_matrix(found: Sequence[Overlap], measures: Sequence[str]) -> FloatArray:
    """Return the overlaps as a symmetric table (measures, measures), NaN where they are not defined."""
    table = np.full((len(measures), len(measures)), np.nan)
    for one in found:
        i, j = measures.index(one.measure_1), measures.index(one.measure_2)
        table[i, j] = table[j, i] = np.nan if one.sso is None else one.sso
    return table


def least_overlap(found: Sequence[Overlap]) -> tuple[Overlap, float] | None:
    """Return the first pair of measures with the smallest overlap, and that; None where no overlap is defined."""
    defined = [(one, one.sso) for one in found if one.sso is not None]
    return min(defined, key=lambda item: item[1]) if defined else None


def contradictions(found: Discrimination, level: float = 0.05) -> tuple[Contradiction, ...]:
    """List the pairs of runs that two measures call significantly different in opposite directions: tables 5 and 6."""
    verdicts = found.favours() * found.significant(level)  # -1, 1, or 0 where nothing is significant
    listed = []
    for (i, one), (j, other) in combinations(enumerate(found.measures), 2):
        for place in np.flatnonzero(verdicts[i] * verdicts[j] == -1):
            better, worse = found.pairs[place] if verdicts[i, place] < 0 else found.pairs[place][::-1]
            listed.append(Contradiction(one, other, found.runs[better], found.runs[worse]))
    return tuple(listed)


def contradiction_matrix(found: Iterable[Contradiction], measures: Sequence[str]) -> IntArray:
    """Count the contradictions of every pair of measures: a symmetric table (measures, measures), table 5."""
    counts = Counter((one.measure_1, one.measure_2) for one in found)
    table = np.zeros((len(measures), len(measures)), dtype=np.int64)
    for (one, other), count in counts.items():
        i, j = measures.index(one), measures.index(other)
        table[i, j] += count
        table[j, i] += count
    return table


def without_contradictions(overlap: Overlap, count: int) -> Overlap:
    """Leave out the contradictions of two measures: both call these pairs significant, in opposite directions.

    >>> without_contradictions(Overlap("NMD", "RNOD", 3, 68, 0), 4)
    Overlap(measure_1='NMD', measure_2='RNOD', a=3, b=64, c=0)
    """
    return replace(overlap, b=overlap.b - count)


def overlaps_left(found: Discrimination, level: float = 0.05) -> list[tuple[Overlap, Overlap]]:
    """Return the overlap of every pair of measures, and what is left of it without their contradictions."""
    counts = Counter((one.measure_1, one.measure_2) for one in contradictions(found, level))
    return [(one, without_contradictions(one, counts[one.measure_1, one.measure_2])) for one in overlaps(found, level)]


def identical_runs(task: Task) -> tuple[tuple[str, ...], ...]:
    """Return the groups of two runs or more whose estimates are equal on every case, such as a baseline twice."""
    groups: dict[bytes, list[str]] = {}
    for run, estimates in zip(task.runs, task.estimates, strict=True):
        groups.setdefault((estimates + 0.0).tobytes(), []).append(run)  # + 0.0: -0.0 is 0.0
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def joined(found: Iterable[Contradiction], groups: Sequence[Sequence[str]]) -> tuple[Contradiction, ...]:
    """Count pairs of identical runs once: each run is replaced by the first of its group, repeats are dropped.

    Section 5.2 of [sakai2021lq]: of four contradictions between the Chinese and English copies of two baselines, one
    is left.
    """
    first = {run: group[0] for group in groups for run in group}
    named = (
        replace(one, run_1=first.get(one.run_1, one.run_1), run_2=first.get(one.run_2, one.run_2)) for one in found
    )
    return tuple(dict.fromkeys(named))
