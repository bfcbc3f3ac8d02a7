"""How measures rank the runs of tasks, in sentences: similarity, consistency, and the information they share.

`over` says over what numbers are averaged, " over 2 tasks", where there is more than one task.
"""

import math
from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.agreement import Agreement, largest_first
from ordquant_core.analysis.consistency import Consistency, Experiment, outperformed
from ordquant_core.findings.words import labels, some
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import NOT_DEFINED, all_of, count, distinct, listed, p_error, score, setting
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.information import InformationLeft

EQUAL = 1e-9  # average taus that differ by less are equal but for rounding

TAU = (
    "Kendall’s tau-b between the rankings of the runs by two measures. Runs rank by their mean score, rounded to 12 "
    "decimals; runs with equal means tie."
)
INFORMATION = (
    "Information tau: of two runs chosen at random, how much does the order by one measure say about the order by the "
    "other, of 1 bit? It is 1 − H₂((1 − tau)/2), with tau over the pairs that neither ties: reversed orders share as "
    "much as equal ones. It can be conditioned on other rankings. Pairs of runs that tie in a ranking involved are "
    "left out."
)


def agreement(measures: Sequence[str], similarity: FloatArray, over: str) -> str:
    """Name the measures with the smallest and the largest average similarity to the others."""
    order = [m for m in largest_first(similarity) if np.isfinite(similarity[m])]
    if not order:
        return "All runs tie by every measure but one, or by all: there are no two rankings to compare."
    largest, smallest = similarity[order[0]], similarity[order[-1]]
    most, least = ([measures[m] for m in order if abs(similarity[m] - end) <= EQUAL] for end in (largest, smallest))
    tied = [measures[m] for m in range(len(measures)) if m not in order]
    left_out = f" Left out: {labels(tied)}, by which all runs tie." if tied else ""
    if len(order) == 2:
        return f"The rankings by {labels([measures[m] for m in order])} have a tau of {score(largest)}{over}.{left_out}"
    if largest - smallest <= EQUAL:
        every = f"All {len(order)} measures rank the runs equally like the others"
        return f"{every}: average tau {score(largest)}{over}.{left_out}"
    low, high = distinct([smallest, largest])
    return (
        f"{some(least)} {_rank(least)} the runs least like the other measures (average tau {low}{over}), "
        f"{some(most)} most ({high}).{left_out}"
    )


def fewer_tasks(counted: IntArray, n_tasks: int) -> str:
    """Say on how many pairs of measures tau is averaged over fewer tasks: where all runs of a task tie by a measure."""
    few = int((counted[np.triu_indices(len(counted), 1)] < n_tasks).sum())
    if n_tasks == 1 or not few:
        return ""
    have = "has" if few == 1 else "have"
    return f" {count(few, 'pair')} of measures {have} no tau on some task: all its runs tie by one of the two."


def least_alike(similarity: FloatArray) -> int | None:
    """Return the measure with the smallest average similarity to the others, None where several have it."""
    order = [m for m in largest_first(similarity) if np.isfinite(similarity[m])]
    alone = len(order) > 1 and similarity[order[-2]] - similarity[order[-1]] > EQUAL
    return order[-1] if alone else None


def alike(measures: Sequence[str], tau: FloatArray, chosen: int) -> str:
    """Name the measures that rank the runs most and least like the chosen one."""
    others = [m for m in largest_first(tau[chosen]) if m != chosen and np.isfinite(tau[chosen, m])]
    if len(others) < 2:
        return ""
    near, far = ([m for m in others if abs(tau[chosen, m] - tau[chosen, others[end]]) <= EQUAL] for end in (0, -1))
    label = MEASURES[measures[chosen]].label
    if len(near) == len(others):
        return f"{label} is equally like the other {count(len(others), 'measure')} (tau {score(tau[chosen, near[0]])})."
    texts = distinct([float(tau[chosen, found[0]]) for found in (near, far)])
    said = (f"{some([measures[m] for m in found])} ({text})" for found, text in zip((near, far), texts, strict=True))
    return f"{label} is most like {' and least like '.join(said)}."


def reversed_pairs(places: IntArray) -> str:
    """Say how many pairs of runs two measures order differently, from the ranks by both (2, runs).

    >>> reversed_pairs(np.array([[1, 2, 3], [2, 1, 3]])), reversed_pairs(np.array([[1, 2, 3], [1, 1, 3]]))
    ('They order 1 of 3 pairs of runs differently.', 'They order 0 of 3 pairs of runs differently; 1 pair ties.')
    """
    first, second = np.triu_indices(places.shape[1], 1)
    orders = np.sign(places[:, first] - places[:, second])
    differ, tied = int((orders[0] * orders[1] < 0).sum()), int((orders == 0).any(axis=0).sum())
    ties = f"; {count(tied, 'pair')} {'ties' if tied == 1 else 'tie'}" if tied else ""
    return f"They order {count(differ)} of {count(len(first), 'pair')} of runs differently{ties}."


def moving_most(places: IntArray) -> list[int]:
    """Return the runs whose ranks by two measures, (2, runs), differ most: two, fewer where others differ as much.

    >>> moving_most(np.array([[1, 2, 3, 4], [4, 1, 2, 3]])), moving_most(np.array([[1, 2, 3], [2, 1, 3]]))
    ([0], [0, 1])
    """
    moves = np.abs(places[1] - places[0])
    order = np.argsort(-moves, kind="stable")
    third = moves[order[2:3]].max(initial=0)
    return [run for run in order[:2].tolist() if moves[run] > third]


def reordered(runs: Sequence[str], places: IntArray) -> str:
    """Say how many pairs of runs two measures order differently, and which runs move most."""
    said = [f"{runs[run]} ({places[0, run]} to {places[1, run]})" for run in moving_most(places)]
    who = "it moves" if len(said) == 1 else "they move"
    return reversed_pairs(places) + (f" Amber, as {who} most: {listed(said)}." if said else "")


def _rank(measures: Sequence[str]) -> str:
    return "ranks" if len(measures) == 1 else "rank"


def interval(low: float, high: float) -> str:
    """Return an interval, where it is defined."""
    return NOT_DEFINED if np.isnan(low) else f"{score(low)} to {score(high)}"


def interval_of(found: Agreement, pair: tuple[int, int]) -> str:
    """Return the interval of the tau of two measures, to follow it; "" where there is none."""
    low, high = found.low_long_cliff[pair], found.high_long_cliff[pair]
    return "" if np.isnan(low) else f", 95% interval {interval(low, high)}"


def both_intervals(found: Agreement, pair: tuple[int, int]) -> str:
    """Name the intervals of the tau of two measures, with the one that the variants study has."""
    fisher = interval(found.low[pair], found.high[pair])
    return (
        "The 95% interval is that of Long and Cliff (1997); there is none where tau is 1 or −1. As in the 2022 study "
        f"(Fisher’s z with variance 0.437 / (n - 4), too narrow where tau is large or runs tie) it is {fisher}."
    )


def consistency(one: Consistency, means: FloatArray, over: str) -> str:
    """Name the most and the least consistent measures by mean taus; `one` is what the first task's splits gave."""
    order = largest_first(means)
    best, worst = means[order[0]], means[order[-1]]
    most, least = ([one.measures[m] for m in order if abs(means[m] - end) <= EQUAL] for end in (best, worst))
    halves_or_sets = "halves" if one.size is None else f"sets of {count(one.size, 'case')}"
    high, low = distinct([float(best), float(worst)])
    between = f"{high} between {halves_or_sets if over else sets_of_cases(one)}"
    if best - worst <= EQUAL:
        every = all_of(len(order), "measure").capitalize()
        return f"{every} rank the runs equally consistently{over} (mean tau {between})."
    return (
        f"{some(most)} {'has' if len(most) == 1 else 'have'} the largest mean tau{over} ({between}), "
        f"{some(least)} the smallest ({low})."
    )


def sets_of_cases(one: Consistency) -> str:
    """Say what is compared: 'halves of 150 cases', 'two sets of 7 cases'."""
    kind = "halves of" if one.size is None else "two sets of"
    first, second = one.n_cases
    return f"{kind} {count(second, 'case')}" if first == second else f"{kind} {first} and {count(second, 'case')}"


def splits(experiment: Experiment, sets: str, alpha: float, task: str = "") -> str:
    """Say how the cases were split, and how measures were tested on the splits; `task`: of which of several tasks."""
    one, test = experiment.by(sets)
    over_cases, alone = (sum(map(len, outperformed(tested, alpha))) for tested in (experiment.over_cases(sets), test))
    tied = one.n_splits - len(one.taus)
    left_out = f" Left out, as all runs tie by one of the measures: {count(tied, 'split')}." if tied else ""
    pairs = len(one.measures) * (len(one.measures) - 1) // 2
    return (
        f"The cases are split at random B = {count(one.n_splits, 'time')} (seed {experiment.seed}); runs are ranked on "
        f"either set, and Kendall’s tau-b measures how similar the two rankings are. {_of_task(task)} cases resampled "
        f"{count(experiment.over_cases(sets).n_resamples, 'time')}, {count(over_cases)} of {count(pairs, 'pair')} of "
        f"measures differ significantly (alpha = {setting(alpha)}, all pairs tested together). The test of the 2022 "
        f"study, randomised Tukey HSD over the splits ({count(test.n_trials, 'trial')}, standard error of p at alpha "
        f"{p_error(test.error_at(alpha))}), finds {count(alone)}: it holds for splits of these cases, finds more the "
        f"more splits are drawn, and other cases may reverse what it finds.{left_out}"
    )


def differing(experiment: Experiment, sets: str, alpha: float, task: str = "") -> str:
    """Say how many pairs of measures differ in consistency, by cases resampled; `task`: of which of several tasks."""
    test, pairs = experiment.over_cases(sets), math.comb(len(experiment.half.measures), 2)
    differ = sum(map(len, outperformed(test, alpha)))
    return (
        f"{_of_task(task)} cases resampled, {count(differ)} of {count(pairs, 'pair')} of measures differ significantly "
        f"(alpha = {setting(alpha)})."
    )


def _of_task(task: str) -> str:
    return f"For {task}, with" if task else "With"


def growth(measure: str, target: float, needed: int | None) -> str:
    """Say how many cases are needed to reach a mean tau by a measure; `needed` is None if half of them are too few."""
    label, tau = MEASURES[measure].label, f"tau {setting(target)}"
    if needed is None:
        return f"{label}: no {tau} with half of the cases"
    return f"{label}: {tau} with {count(needed, 'case')} per set"


def information(pair: Sequence[str], given: Sequence[str], found: Sequence[InformationLeft | None]) -> str:
    """Say how much information two rankings share, and how much is left given others; `found`: of every task."""
    one, other = (MEASURES[key].label for key in pair)
    known = [each for each in found if each is not None]
    if not known:
        ties = f"{labels([*pair, *given])} together" if given else f"{one} and {other}"
        return f"Information is not defined: {ties} tie every pair of runs."
    bits = ([getattr(each, name) for each in known] for name in ("alone", "left", "left_by_chance"))
    alone, left, chance = (float(np.mean(column)) for column in bits)
    over = f", on average over {count(len(known), 'task')}" if len(found) > 1 else ""
    counted = "" if len(found) > 1 else _pairs(known[0])
    negative = all(each.tau < 0 for each in known)
    direction = " Their tau is negative: information has no direction." if negative else ""
    start = f"The rankings by {one} and {other} share {score(alone)} bits of information{counted}{over}"
    if not given:
        return f"{start}.{direction}"
    return (
        f"{start}; given {labels(given)}, {score(left)} bits remain (given unrelated rankings, {score(chance)} on "
        f"average).{direction}"
    )


def _pairs(left: InformationLeft) -> str:
    """Say which pairs of runs count, where some tie."""
    return (
        ""
        if left.pairs == left.of
        else f" on the {count(left.pairs)} of {count(left.of, 'pair')} of runs that none ties"
    )
