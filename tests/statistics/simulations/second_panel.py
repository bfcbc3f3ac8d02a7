"""A second panel of annotators on made-up tasks whose true distributions are known, and on real annotators.

For every truth and number of votes: how often the range holds the expected score of a second panel; how often the
interval of a real second panel minus this range holds 0; how often the exact comparison of a real half panel with the
others holds 0. For real annotators, the expected scores are those over all that a task has.
"""

import json
from dataclasses import dataclass
from functools import partial
from math import comb

import numpy as np

from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.measures.registry import MEASURES
from ordquant_core.statistics.mean_interval import difference_interval
from tests.analysis.made_up import task_of
from tests.formats.files import SHARED
from tests.statistics.simulations import Outcome, share_error

KEYS = ("NMD", "RNOD", "NVD", "RNSS", "JSD")
WHAT = (
    "the range holds the expected score of a second panel",
    "the interval of a real second panel minus this range holds 0",
    "the exact comparison of half a panel with the others holds 0",
)
LEAST = 0.93
ORDERS = 20
MANY = 20_000  # cases from which the expected score of a truth is known


@dataclass(frozen=True)
class Row:
    """The shares of repetitions that a claim holds in, by measure."""

    name: str
    votes: str
    n_cases: int
    held: np.ndarray  # (claims, measures); NaN where one was not tried
    repetitions: int


def peak(rng, n, classes):
    """Draw normal curves over the classes."""
    middle, width = rng.normal((classes - 1) / 2, classes / 4, (n, 1)), rng.uniform(0.5, classes / 3, (n, 1))
    return shares_of(np.exp(-0.5 * ((np.arange(classes) - middle) / width) ** 2) + 0.01)


def _accurate(rng, n, classes, accuracy=0.95):
    """Put so much on the true class of each case, and the rest on all others alike."""
    ones = np.eye(classes)[rng.integers(0, classes, n)]
    return accuracy * ones + (1 - accuracy) * (1 - ones) / (classes - 1)


def _camps(rng, n, classes):
    left = rng.beta(4, 4, (n, 1))
    ends = np.eye(classes)[[0, -1]]
    return 0.9 * (left * ends[0] + (1 - left) * ends[1]) + 0.1 / classes


def _halved(rng, n, classes):
    return np.where(rng.random((n, 1)) < 0.5, _camps(rng, n, classes), _accurate(rng, n, classes, 0.99))


def _binomial(rng, n, classes):
    """A binomial distribution over the classes, whose parameter is near 0 or 1 more often than between."""
    share, places = rng.beta(0.4, 0.4, (n, 1)), np.arange(classes)
    ways = np.array([comb(classes - 1, place) for place in places])
    return shares_of(ways * share**places * (1 - share) ** (classes - 1 - places) + 1e-12)


def _tail(rng, n, classes):
    """Most votes for one class, the others falling off to one side of it."""
    start, rate = rng.integers(0, classes, (n, 1)), rng.uniform(0.2, 0.7, (n, 1))
    steps = (np.arange(classes) - start) % classes
    return shares_of(rate**steps)


def _rare(rng, n, classes):
    """A neighbouring class has a share that is small on nearly all cases."""
    share, place = rng.beta(0.5, 6, (n, 1)), rng.integers(0, classes - 1, n)
    return (1 - share) * np.eye(classes)[place] + share * np.eye(classes)[place + 1]


def _avoided(rng, n, classes):
    """Annotators avoid the class in the middle, and one in ten takes any."""
    heights = rng.dirichlet(np.ones(classes), n)
    heights[:, classes // 2] *= 0.05
    return 0.9 * shares_of(heights) + 0.1 / classes


def shares_of(heights):
    return heights / heights.sum(axis=1, keepdims=True)


def _dirichlet(rng, n, classes, a):
    return shares_of(rng.dirichlet(np.full(classes, a), n) + 1e-12)


TRUTHS = {  # distributions of some cases, (cases, L)
    "Dirichlet(1), 5 classes": partial(_dirichlet, classes=5, a=1.0),
    "Dirichlet(0.15), 5 classes": partial(_dirichlet, classes=5, a=0.15),
    "one peak, 5 classes": partial(peak, classes=5),
    "accurate (95%), 5 classes": partial(_accurate, classes=5),
    "polarised, 5 classes": partial(_camps, classes=5),
    "half polarised, half agreed, 5 classes": partial(_halved, classes=5),
    "one peak, 11 classes": partial(peak, classes=11),
    "accurate (95%), 11 classes": partial(_accurate, classes=11),
    # written after the method was fixed, and changed nothing of it
    "binomial at both ends, 6 classes": partial(_binomial, classes=6),
    "one-sided tail, 4 classes": partial(_tail, classes=4),
    "rare neighbours, 5 classes": partial(_rare, classes=5),
    "middle avoided, 7 classes": partial(_avoided, classes=7),
}
VOTES = (2, 3, 4, 5, 9, 10, 19, 30)
UNEVEN = (2, 3, 4, 7, 12)  # votes of a fifth of the cases each


def _score(gold, estimate):
    return np.stack([MEASURES[key](gold, estimate) for key in KEYS])


def _holds(panel, expected, second=None):
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


def coverage(truth, votes, n_cases, repetitions, rng):
    """Draw tasks whose cases have these numbers of votes in turn, and say how often each claim holds."""
    many, totals = truth(rng, MANY), np.resize(votes, MANY)
    expected = _score(*(rng.multinomial(totals, many) / totals[:, None] for _ in range(2))).mean(axis=1)
    held = np.empty((repetitions, 3, len(KEYS)))
    for repetition in range(repetitions):
        true, totals = truth(rng, n_cases), np.resize(votes, n_cases)
        gold, others = (rng.multinomial(totals, true) for _ in range(2))
        half = rng.multinomial(totals // 2, true) / (totals // 2)[:, None]
        second = _score(gold / totals[:, None], others / totals[:, None])
        panel = compare_with_panel(task_of(gold, [half]), KEYS, seed=repetition, n_orders=ORDERS)
        held[repetition] = _holds(panel, expected, second)
    return _mean(held)


def _of_persons(scale, votes, repetitions, rng):
    """Panels of persons of STC-3: expected scores are those of pairs of disjoint panels of its 19 persons."""
    dialogues = json.loads((SHARED / "stc3/gold_test.json").read_text())
    ones = np.eye(5)[[[int(one["quality"][scale]) + 2 for one in each["annotations"]] for each in dialogues]]
    found = json.loads((SHARED / "stc3/runs_quality/WIDM-mem1.json").read_text())
    by_id = {each["id"]: each["quality"][scale] for each in found}
    run = np.array([[by_id[each["id"]][str(place)] for place in range(-2, 3)] for each in dialogues])

    def panels(size):
        order = rng.permutation(19)
        return ones[:, order[:size]].mean(axis=1), ones[:, order[-size:]].mean(axis=1)

    many = max(200, repetitions)
    expected = np.mean([_score(*panels(votes)).mean(axis=1) for _ in range(many)], axis=0)
    gaps = [_score(gold, run) - _score(gold, others) for gold, others in (panels(votes // 2) for _ in range(many))]
    gap = np.mean([each.mean(axis=1) for each in gaps], axis=0)
    held = np.full((repetitions, 3, len(KEYS)), np.nan)
    for repetition in range(repetitions):
        chosen = ones[:, rng.permutation(19)[:votes]]
        task = task_of(chosen.sum(axis=1), [run], chosen.argmax(axis=2))
        panel = compare_with_panel(task, KEYS, seed=repetition, n_orders=ORDERS)
        held[repetition] = _holds(panel, expected)
        held[repetition, 2] = (panel.differences.low[:, 0] <= gap) & (gap <= panel.differences.high[:, 0])
    return _mean(held)


def _of_real_cases(votes, repetitions, rng):
    """Votes of DBDC3, 30 for each of 2,000 cases: some are the gold, others a real second panel and half of one."""
    table = np.loadtxt(SHARED / "dbdc3/votes_en.csv", delimiter=",", skiprows=1, usecols=(4, 5, 6), dtype=np.int64)
    table = table[table.sum(axis=1) == 30][:2000]
    ones = np.eye(3)[np.repeat(np.tile(np.arange(3), len(table)), table.ravel()).reshape(len(table), 30)]

    def shuffled(n_cases):
        some = ones[rng.choice(len(ones), n_cases, replace=False)]
        order = rng.permuted(np.tile(np.arange(30), (n_cases, 1)), axis=1)
        return np.take_along_axis(some, order[..., None], 1)

    def panel_of(labels, start, size):
        return labels[:, start : start + size].mean(axis=1)

    whole = [shuffled(len(ones)) for _ in range(20)]
    expected = np.mean([_score(panel_of(one, 0, votes), panel_of(one, votes, votes)) for one in whole], axis=(0, 2))
    held = np.empty((repetitions, 3, len(KEYS)))
    for repetition in range(repetitions):
        labels = shuffled(300)
        gold, second = panel_of(labels, 0, votes), panel_of(labels, votes, votes)
        task = task_of(np.rint(gold * votes), [panel_of(labels, votes, votes // 2)])
        panel = compare_with_panel(task, KEYS, seed=repetition, n_orders=ORDERS)
        held[repetition] = _holds(panel, expected, _score(gold, second))
    return _mean(held)


def rows(repetitions, seed):
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


def simulate(repetitions, seed):
    """Pool the numbers of votes and cases: by truth over the measures, and by measure over the truths."""
    found = list(rows(max(3, repetitions // 20), seed))
    by_truth = {name: [row for row in found if row.name == name] for name in dict.fromkeys(row.name for row in found)}
    for claim, what in enumerate(WHAT):
        for name, some in by_truth.items():  # repetitions of one row serve all five measures: they count once
            yield from _pooled(what, name, [_mean(row.held[claim]) for row in some], some)
        for layer, key in enumerate(KEYS):
            yield from _pooled(what, f"all of these, {key}", [row.held[claim, layer] for row in found], found)


def _mean(held):
    """Return the means along the first axis of what was tried; NaN where nothing was."""
    tried = ~np.isnan(held)
    return np.where(tried.any(axis=0), np.where(tried, held, 0).sum(axis=0) / np.maximum(tried.sum(axis=0), 1), np.nan)


def _pooled(claim, situation, shares, found):
    weights = np.where(np.isnan(shares), 0, [row.repetitions for row in found])
    if weights.any():
        share = float(np.average(np.nan_to_num(shares), weights=weights))
        yield Outcome(claim, situation, share, LEAST, 1, share_error(share, int(weights.sum())))
