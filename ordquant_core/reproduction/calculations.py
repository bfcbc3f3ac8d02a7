"""The calculations behind numbers in the running text and the figures of the papers, by the names in `passages`."""

import math
from collections.abc import Callable, Mapping
from itertools import chain, combinations, product
from typing import NamedTuple

import numpy as np

from ordquant_core.analysis.baselines import BASELINES
from ordquant_core.analysis.discrimination import Contradiction, Overlap, Power, joined, pooled, without_contradictions
from ordquant_core.distributions import as_distributions
from ordquant_core.measures.order_aware import dw
from ordquant_core.measures.registry import MEASURES
from ordquant_core.papers.artificial import PER_COVER, PRINTED_SHARES, PRINTED_TAUS
from ordquant_core.papers.contradictions import PRINTED_CONTRADICTIONS
from ordquant_core.papers.examples import EXAMPLES
from ordquant_core.papers.significance import PRINTED_SIGNIFICANCE, PRINTED_WINS
from ordquant_core.records import FloatArray


class Computed(NamedTuple):
    """A number and how it was computed, in a few words."""

    value: float
    how: str


BIN_BY_BIN = ("NVD", "RNSS", "JSD")
"""The nominal measures, as SIGIR 2018 calls them."""
_PAIRS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "bins and RSNOD": tuple(combinations((*BIN_BY_BIN, "RSNOD"), 2)),
    "NMD and RSNOD": (("NMD", "RSNOD"),),
    "NMD and bins": tuple((key, "NMD") for key in BIN_BY_BIN),
}


def _sides(example: str, side: str) -> tuple[FloatArray, FloatArray]:
    """Return gold and estimate of one side of an example, as probabilities."""
    printed = EXAMPLES[example]
    estimate = printed.a if side == "a" else printed.b
    gold = as_distributions(printed.gold, "gold")
    return gold, BASELINES[estimate](gold) if isinstance(estimate, str) else as_distributions(estimate, "estimate")


def score(example: str, side: str, key: str) -> Computed:
    """Score one estimate of an example."""
    gold, estimate = _sides(example, side)
    return Computed(float(MEASURES[key](gold, estimate)), f"{key} by its definition")


def swapped(example: str, side: str, key: str) -> Computed:
    """Score with gold and estimate exchanged."""
    gold, estimate = _sides(example, side)
    return Computed(float(MEASURES[key](estimate, gold)), f"{key} with gold and estimate exchanged")


def equal_scores(example: str, key: str) -> Computed:
    """Score both estimates of an example, which must be equal."""
    score_a, score_b = (score(example, side, key).value for side in "ab")
    value = score_a if np.isclose(score_a, score_b, rtol=0, atol=1e-12) else np.nan
    return Computed(value, f"{key} of both estimates, by its definition")


def from_the_middle(example: str, side: str) -> Computed:
    """Compute KLD of the estimate from the mean of gold and estimate."""
    gold, estimate = _sides(example, side)
    return Computed(float(MEASURES["KLD"]((gold + estimate) / 2, estimate)), "KLD from the mean of both")


def gold_from_the_middle(example: str, side: str) -> Computed:
    """Compute KLD of the gold from the mean of gold and estimate."""
    gold, estimate = _sides(example, side)
    return Computed(float(MEASURES["KLD"]((gold + estimate) / 2, gold)), "KLD from the mean of both")


def distance_weighted(example: str, side: str, position: str) -> Computed:
    """Compute the distance-weighted sum of squares of one class."""
    return Computed(float(dw(*_sides(example, side))[int(position) - 1]), "sum of |i − j| (p − p*)² over j")


def delta(example: str, key: str) -> Computed:
    """Score run A minus score run B."""
    return Computed(score(example, "a", key).value - score(example, "b", key).value, f"{key}(A) − {key}(B)")


def difference_of_deltas(example: str, key_1: str, key_2: str) -> Computed:
    """Compute the delta of one measure minus that of another."""
    return Computed(delta(example, key_1).value - delta(example, key_2).value, f"Δ{key_1} − Δ{key_2}")


def covers(classes: str) -> Computed:
    """Count the artificial distributions: as many for each number of covered classes."""
    return Computed(PER_COVER * int(classes), f"{PER_COVER} × {classes}")


def pairs_of_covers(classes: str) -> Computed:
    """Count the pairs of the artificial distributions."""
    n = PER_COVER * int(classes)
    return Computed(math.comb(n, 2), f"{n} × {n - 1} / 2")


def _taus(pairs: str) -> list[float]:
    """Return the printed taus of some pairs of measures, three classes."""
    taus = {frozenset((cell.first, cell.second)): cell.tau for cell in PRINTED_TAUS[3]}
    return [taus[frozenset(pair)] for pair in _PAIRS[pairs]]


def _shares(pairs: str) -> list[float]:
    shares = {frozenset(pair): float(text) for pair, text in PRINTED_SHARES.items()}
    return [shares[frozenset(pair)] for pair in _PAIRS[pairs]]


def overlap_of(task: str, first: str, second: str) -> Overlap:
    """Return a printed overlap."""
    tables = next(tables for tables in PRINTED_SIGNIFICANCE if tables.name == task)
    cell = next(cell for cell in tables.overlaps if (cell.first, cell.second) == (first, second))
    return Overlap(first, second, cell.a, cell.b, cell.c)


def contradictions_of(task: str) -> tuple[Contradiction, ...]:
    """List the contradictions of table 6, run by run."""
    parts = [part for part in PRINTED_CONTRADICTIONS if part.task == task]
    return tuple(
        Contradiction(one, other, *pair)
        for part in parts
        for listed in part.listed
        for one, other in product(listed.first, listed.second)
        for pair in listed.runs
    )


def between(task: str, first: str, second: str) -> list[Contradiction]:
    """Return the contradictions of two measures."""
    return [entry for entry in contradictions_of(task) if (entry.measure_1, entry.measure_2) == (first, second)]


def identical_runs(task: str) -> tuple[tuple[str, ...], ...]:
    """Return the groups of runs with equal contents that table 6 names: the two languages of a baseline."""
    named = chain.from_iterable((one.run_1, one.run_2) for one in contradictions_of(task))
    groups: dict[str, dict[str, None]] = {}
    for run in named:
        groups.setdefault(run[:-2] if "_BL-" in run else run, {})[run] = None
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def _sso(task: str, first: str, second: str) -> Computed:
    overlap = overlap_of(task, first, second)
    return Computed(100 * (overlap.sso or 0), f"{overlap.b} / ({overlap.a} + {overlap.b} + {overlap.c})")


def _sso_left(task: str, first: str, second: str) -> Computed:
    overlap = without_contradictions(overlap_of(task, first, second), len(between(task, first, second)))
    return Computed(100 * (overlap.sso or 0), f"{overlap.b} / ({overlap.a} + {overlap.b} + {overlap.c})")


def _joined(task: str, first: str, second: str) -> Computed:
    contradictions = joined(between(task, first, second), identical_runs(task))
    return Computed(len(contradictions), "pairs of Table 6, each baseline counted once")


def _pooled(key: str) -> Computed:
    tasks = [[Power(row.measure, row.significant, row.pairs) for row in task.powers] for task in PRINTED_SIGNIFICANCE]
    total = next(power for power in pooled(tasks) if power.measure == key)
    return Computed(100 * total.share, f"{total.significant} / {total.pairs}")


def _ties(task: str, key: str) -> Computed:
    row = next(row for row in PRINTED_WINS if row.task == task)
    uniform, popularity = row.counts[key]
    return Computed(row.n_cases - uniform - popularity, f"{row.n_cases} − {uniform} − {popularity}")


CALCULATIONS: Mapping[str, Callable[..., Computed]] = {
    "score": score,
    "swapped": swapped,
    "equal scores": equal_scores,
    "from the middle": from_the_middle,
    "gold from the middle": gold_from_the_middle,
    "distance-weighted": distance_weighted,
    "delta": delta,
    "difference of deltas": difference_of_deltas,
    "covers": covers,
    "pairs of covers": pairs_of_covers,
    "lowest tau": lambda pairs: Computed(min(_taus(pairs)), "smallest of these τ in Table 1"),
    "highest tau": lambda pairs: Computed(max(_taus(pairs)), "largest of these τ in Table 1"),
    "lowest share": lambda pairs: Computed(min(_shares(pairs)), "smallest of these in Table 2 (II)"),
    "highest share": lambda pairs: Computed(max(_shares(pairs)), "largest of these in Table 2 (II)"),
    "percentage": lambda part, whole: Computed(100 * int(part) / int(whole), f"{part} / {whole}"),
    "difference": lambda first, second: Computed(int(first) - int(second), f"{first} − {second}"),
    "sum": lambda first, second: Computed(int(first) + int(second), f"{first} + {second}"),
    "overlap": _sso,
    "overlap left": _sso_left,
    "shared": lambda *of: Computed(overlap_of(*of).b, "b of Table 4"),
    "first only": lambda *of: Computed(overlap_of(*of).a, "a of Table 4"),
    "contradictions": lambda *of: Computed(len(between(*of)), "pairs of runs in Table 6"),
    "joined": _joined,
    "pooled": _pooled,
    "ties": _ties,
}
BY_DEFINITION = frozenset(
    {
        "score",
        "swapped",
        "equal scores",
        "from the middle",
        "gold from the middle",
        "distance-weighted",
        "delta",
        "difference of deltas",
    }
)
"""The calculations that start from distributions; the others start from other printed numbers."""
