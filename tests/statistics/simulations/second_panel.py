"""A second panel of annotators on made-up tasks whose true distributions are known, and on real annotators.

For every truth and number of votes: how often the range holds the expected score of a second panel; how often the
interval of a real second panel minus this range holds 0; how often the exact comparison of a real half panel with the
others holds 0. For real annotators, the expected scores are those over all that a task has.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from ordquant_core.analysis.second_panel import SecondPanel, compare_with_panel
from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import FloatArray, IntArray, Task
from ordquant_core.statistics.mean_interval import difference_interval
from tests.statistics.simulations import Outcome, share_error
from tests.statistics.simulations._tasks import SHARED

KEYS = ("NMD", "RNOD", "NVD", "RNSS", "JSD")
WHAT = (
    "the range holds the expected score of a second panel",
    "the interval of a real second panel minus this range holds 0",
    "the exact comparison of half a panel with the others holds 0",
)
LEAST = 0.93
ORDERS = 20
MANY = 20_000  # cases from which the expected score of a truth is known
Truth = Callable[[np.random.Generator, int], FloatArray]  # distributions of some cases, (cases, L)


@dataclass(frozen=True)
class Row:
    """The shares of repetitions that a claim holds in, by measure."""

    name: str
    votes: str
    n_cases: int
    held: FloatArray  # (claims, measures); NaN where one was not tried
    repetitions: int


def _peak(rng: np.random.Generator, n: int, classes: int) -> FloatArray:
    middle, width = rng.normal((classes - 1) / 2, classes / 4, (n, 1)), rng.uniform(0.5, classes / 3, (n, 1))
    return _shares(np.exp(-0.5 * ((np.arange(classes) - middle) / width) ** 2) + 0.01)


def _accurate(rng: np.random.Generator, n: int, classes: int, accuracy: float = 0.95) -> FloatArray:
    ones = np.eye(classes)[rng.integers(0, classes, n)]
    return np.asarray(accuracy * ones + (1 - accuracy) * (1 - ones) / (classes - 1))


def _camps(rng: np.random.Generator, n: int, classes: int) -> FloatArray:
    left = rng.beta(4, 4, (n, 1))
    ends = np.eye(classes)[[0, -1]]
    return np.asarray(0.9 * (left * ends[0] + (1 - left) * ends[1]) + 0.1 / classes)


def _halved(rng: np.random.Generator, n: int, classes: int) -> FloatArray:
    return np.where(rng.random((n, 1)) < 0.5, _camps(rng, n, classes), _accurate(rng, n, classes, 0.99))


def _binomial(rng: np.random.Generator, n: int, classes: int) -> FloatArray:
    """A binomial distribution over the classes, whose parameter is near 0 or 1 more often than between."""
    share = rng.beta(0.4, 0.4, (n, 1))
    places = np.arange(classes)
    ways = np.array(
        [np.prod(np.arange(classes - place, classes)) / np.prod(np.arange(1, place + 1)) for place in places]
    )
    return _shares(ways * share**places * (1 - share) ** (classes - 1 - places) + 1e-12)


def _tail(rng: np.random.Generator, n: int, classes: int) -> FloatArray:
    """Most votes for one class, the others falling off to one side of it."""
    start, rate = rng.integers(0, classes, (n, 1)), rng.uniform(0.2, 0.7, (n, 1))
    steps = (np.arange(classes) - start) % classes
    return _shares(rate**steps)


def _rare(rng: np.random.Generator, n: int, classes: int) -> FloatArray:
    """A neighbouring class has a share that is small on nearly all cases."""
    share, place = rng.beta(0.5, 6, (n, 1)), rng.integers(0, classes - 1, n)
    return np.asarray((1 - share) * np.eye(classes)[place] + share * np.eye(classes)[place + 1])


def _avoided(rng: np.random.Generator, n: int, classes: int) -> FloatArray:
    """Annotators avoid the class in the middle, and one in ten takes any."""
    heights = rng.dirichlet(np.ones(classes), n)
    heights[:, classes // 2] *= 0.05
    return np.asarray(0.9 * _shares(heights) + 0.1 / classes)


def _shares(heights: FloatArray) -> FloatArray:
    return np.asarray(heights / heights.sum(axis=1, keepdims=True))


def _dirichlet(rng: np.random.Generator, n: int, classes: int, a: float) -> FloatArray:
    return np.asarray(_shares(rng.dirichlet(np.full(classes, a), n) + 1e-12))


TRUTHS: dict[str, Truth] = {
    "Dirichlet(1), 5 classes": partial(_dirichlet, classes=5, a=1.0),
    "Dirichlet(0.15), 5 classes": partial(_dirichlet, classes=5, a=0.15),
    "one peak, 5 classes": partial(_peak, classes=5),
    "accurate (95%), 5 classes": partial(_accurate, classes=5),
    "polarised, 5 classes": partial(_camps, classes=5),
    "half polarised, half agreed, 5 classes": partial(_halved, classes=5),
    "one peak, 11 classes": partial(_peak, classes=11),
    "accurate (95%), 11 classes": partial(_accurate, classes=11),
    # written after the method was fixed, and changed nothing of it
    "binomial at both ends, 6 classes": partial(_binomial, classes=6),
    "one-sided tail, 4 classes": partial(_tail, classes=4),
    "rare neighbours, 5 classes": partial(_rare, classes=5),
    "middle avoided, 7 classes": partial(_avoided, classes=7),
}
VOTES = (2, 3, 4, 5, 9, 10, 19, 30)
UNEVEN = (2, 3, 4, 7, 12)  # votes of a fifth of the cases each


def _task(votes: IntArray, runs: Sequence[FloatArray], persons: IntArray | None = None) -> Task:
    cases, classes = (tuple(map(str, range(size))) for size in votes.shape)
    given = None if persons is None else persons.astype(np.int16)
    names = tuple(f"run {number}" for number in range(len(runs)))
    gold = votes / votes.sum(axis=1, keepdims=True)
    estimates = np.array(runs).reshape(len(runs), *votes.shape)
    return Task("", None, classes, cases, gold, votes, names, estimates, annotations=given)


def _score(gold: FloatArray, estimate: FloatArray) -> FloatArray:
    return np.stack([MEASURES[key](gold, estimate) for key in KEYS])


def _holds(panel: SecondPanel, expected: FloatArray, second: FloatArray | None) -> FloatArray:
    """Say which claims hold, (claims, measures); run 0 is half a panel, `second` the scores of a whole one."""
    bounds, low, high = panel.bounds(), *panel.ends()
    held = np.full((3, len(KEYS)), np.nan)
    held[0] = (bounds.low <= expected) & (expected <= bounds.high)
    if second is not None:
        rows = np.concatenate([group.rows for group in panel.groups])
        below, above = (difference_interval(second[:, rows] - np.nan_to_num(end)) for end in (high, low))
        held[1] = (below.low <= 0) & (above.high >= 0)
    held[:2, np.isnan(bounds.low)] = np.nan  # no range is given
    gaps = panel.differences
    held[2] = (gaps.low[:, 0] <= 0) & (gaps.high[:, 0] >= 0)
    return held


def coverage(
    truth: Truth, votes: Sequence[int], n_cases: int, repetitions: int, rng: np.random.Generator
) -> FloatArray:
    """Draw tasks whose cases have these numbers of votes in turn, and say how often each claim holds."""

    def numbers(n: int) -> IntArray:
        return np.resize(np.array(votes), n)

    many, totals = truth(rng, MANY), numbers(MANY)[:, None]
    expected = _score(*(rng.multinomial(totals[:, 0], many) / totals for _ in range(2))).mean(axis=1)
    held = np.empty((repetitions, 3, len(KEYS)))
    for repetition in range(repetitions):
        true, totals = truth(rng, n_cases), numbers(n_cases)
        gold, others = (rng.multinomial(totals, true) for _ in range(2))
        half = rng.multinomial(totals // 2, true) / (totals // 2)[:, None]
        second = _score(gold / totals[:, None], others / totals[:, None])
        panel = compare_with_panel(_task(gold, [half]), KEYS, seed=repetition, n_orders=ORDERS)
        held[repetition] = _holds(panel, expected, second)
    return _mean(held)


def _of_persons(scale: str, votes: int, repetitions: int, rng: np.random.Generator) -> FloatArray:
    """Panels of persons of STC-3: expected scores are those of pairs of disjoint panels of its 19 persons."""
    dialogues = json.loads((SHARED / "stc3/gold_test.json").read_text())
    ones = np.eye(5)[[[int(one["quality"][scale]) + 2 for one in each["annotations"]] for each in dialogues]]
    found = json.loads((SHARED / "stc3/runs_quality/WIDM-mem1.json").read_text())
    by_id = {each["id"]: each["quality"][scale] for each in found}
    run = np.array([[by_id[each["id"]][str(place)] for place in range(-2, 3)] for each in dialogues])

    def panels(size: int) -> tuple[FloatArray, FloatArray]:
        order = rng.permutation(19)
        return ones[:, order[:size]].mean(axis=1), ones[:, order[-size:]].mean(axis=1)

    many = max(200, repetitions)
    expected = np.mean([_score(*panels(votes)).mean(axis=1) for _ in range(many)], axis=0)
    gaps = [_score(gold, run) - _score(gold, others) for gold, others in (panels(votes // 2) for _ in range(many))]
    gap = np.mean([each.mean(axis=1) for each in gaps], axis=0)
    held = np.full((repetitions, 3, len(KEYS)), np.nan)
    for repetition in range(repetitions):
        chosen = ones[:, rng.permutation(19)[:votes]]
        task = _task(chosen.sum(axis=1).astype(np.int64), [run], chosen.argmax(axis=2))
        panel = compare_with_panel(task, KEYS, seed=repetition, n_orders=ORDERS)
        held[repetition] = _holds(panel, expected, None)
        held[repetition, 2] = (panel.differences.low[:, 0] <= gap) & (gap <= panel.differences.high[:, 0])
    return _mean(held)


def _of_real_cases(votes: int, repetitions: int, rng: np.random.Generator) -> FloatArray:
    """Votes of DBDC3, 30 for each of 2,000 cases: some are the gold, others a real second panel and half of one."""
    table = np.loadtxt(SHARED / "dbdc3/votes_en.csv", delimiter=",", skiprows=1, usecols=(4, 5, 6), dtype=np.int64)
    table = table[table.sum(axis=1) == 30][:2000]
    ones = np.eye(3)[np.repeat(np.tile(np.arange(3), len(table)), table.ravel()).reshape(len(table), 30)]

    def shuffled(n_cases: int) -> FloatArray:
        some = ones[rng.choice(len(ones), n_cases, replace=False)]
        return np.asarray(
            np.take_along_axis(some, rng.permuted(np.tile(np.arange(30), (n_cases, 1)), axis=1)[..., None], 1)
        )

    def panel_of(labels: FloatArray, start: int, size: int) -> FloatArray:
        return np.asarray(labels[:, start : start + size].mean(axis=1))

    whole = [shuffled(len(ones)) for _ in range(20)]
    expected = np.mean([_score(panel_of(one, 0, votes), panel_of(one, votes, votes)) for one in whole], axis=(0, 2))
    held = np.empty((repetitions, 3, len(KEYS)))
    for repetition in range(repetitions):
        labels = shuffled(300)
        gold, second = panel_of(labels, 0, votes), panel_of(labels, votes, votes)
        counts = np.rint(gold * votes).astype(np.int64)
        task = _task(counts, [panel_of(labels, votes, votes // 2)])
        panel = compare_with_panel(task, KEYS, seed=repetition, n_orders=ORDERS)
        held[repetition] = _holds(panel, expected, _score(gold, second))
    return _mean(held)


def rows(repetitions: int, seed: int) -> Iterator[Row]:
    """Yield what every truth, number of votes and number of cases gives; large tasks are drawn half as often."""
    rng = np.random.default_rng(seed)
    for name, truth in TRUTHS.items():
        for n_cases, drawn in ((100, repetitions), (400, max(2, repetitions // 2))):
            for votes in VOTES:
                yield Row(name, str(votes), n_cases, coverage(truth, [votes], n_cases, drawn, rng), drawn)
            yield Row(name, "2 to 12", n_cases, coverage(truth, UNEVEN, n_cases, drawn, rng), drawn)
    if SHARED.exists():
        for scale in "AE":
            for votes in (3, 4, 5, 9):
                held = _of_persons(scale, votes, repetitions, rng)
                yield Row(f"persons of STC-3 {scale}", str(votes), 390, held, repetitions)
        for votes in (2, 3, 4, 5, 10, 15):
            held = _of_real_cases(votes, repetitions, rng)
            yield Row("annotators of DBDC3", str(votes), 300, held, repetitions)


def simulate(repetitions: int, seed: int) -> Sequence[Outcome]:
    """Pool the numbers of votes and cases: by truth over the measures, and by measure over the truths."""
    found = list(rows(max(3, repetitions // 20), seed))
    by_truth = {name: [row for row in found if row.name == name] for name in dict.fromkeys(row.name for row in found)}
    outcomes = []
    for claim, what in enumerate(WHAT):
        for name, some in by_truth.items():  # repetitions of one row serve all five measures: they count once
            outcomes += _pooled(what, name, np.array([_mean(row.held[claim]) for row in some]), some)
        for layer, key in enumerate(KEYS):
            outcomes += _pooled(
                what, f"all of these, {key}", np.array([row.held[claim, layer] for row in found]), found
            )
    return outcomes


def _mean(held: FloatArray) -> FloatArray:
    """Return the means along the first axis of what was tried; NaN where nothing was."""
    tried = ~np.isnan(held)
    return np.where(tried.any(axis=0), np.where(tried, held, 0).sum(axis=0) / np.maximum(tried.sum(axis=0), 1), np.nan)


def _pooled(claim: str, situation: str, shares: FloatArray, found: Sequence[Row]) -> list[Outcome]:
    weights = np.where(np.isnan(shares), 0, [row.repetitions for row in found])
    if not weights.any():
        return []
    share = float(np.average(np.nan_to_num(shares), weights=weights))
    return [Outcome(claim, situation, share, LEAST, 1, share_error(share, int(weights.sum())))]
