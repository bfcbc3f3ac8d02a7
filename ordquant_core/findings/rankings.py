"""How measures rank the runs of tasks: how alike, how consistently, and what information their rankings share.

`over` says over what numbers are averaged, " over 2 tasks", where there is more than one task.
"""

import math
from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.agreement import Agreement, AverageAgreement
from ordquant_core.analysis.consistency import Consistency
from ordquant_core.analysis.consistency_over_cases import FEWEST_TESTED, MOST_TIES, ConsistencyTest
from ordquant_core.findings.sentence import Chosen, MeasureName, Sentence, say
from ordquant_core.findings.superlatives import HOW, LIKELY, End, alike, two_ends
from ordquant_core.findings.words import confidence, labels, some
from ordquant_core.numerals import all_of, count, distinct, interval, percent, score, setting
from ordquant_core.records import IntArray
from ordquant_core.statistics.information import InformationLeft
from ordquant_core.statistics.superlatives import FEWEST_CASES, Resampled

FEW_PAIRS = 6  # of runs: of four runs; two orders of four agree fully in 1 of 24
TAU = (
    "Kendall’s tau-b between the rankings of the runs by two measures. Runs rank by their mean score, rounded to 12 "
    f"decimals; runs with equal means tie. {HOW}, of several tasks within each: a measure that is first in 95% of the "
    f"resamples is named, one that is first in half of them with the share; fewer than {FEWEST_CASES} cases tell none."
)
SCALE = "Tau: 1 if rankings are equal, −1 if reversed."
LONG_CLIFF = (
    "The 95% interval is that of Long and Cliff (1997), which takes the runs as a sample, and the cases as they are; "
    "there is none where tau is 1 or −1, or of very few runs."
)
INFORMATION = (
    "Information tau: of two runs chosen at random, how much does the order by one measure say about the order by the "
    "other, of 1 bit? It is 1 − H₂((1 − tau)/2), with tau over the pairs that neither ties: reversed orders share as "
    "much as equal ones. It can be conditioned on other rankings. Pairs of runs that tie in a ranking involved are "
    "left out."
)


def similarity(over_cases: Resampled, over: str) -> tuple[str, str]:
    """Name the measures that rank the runs least and most like the others, by `similarity_over_cases`; and the rest."""
    known = np.isfinite(over_cases.values)
    least, most = over_cases.first(), over_cases.first(largest=True)
    if not known.any():
        return "All runs tie by every measure but one, or by all: there are no two rankings to compare.", ""
    tied = [key for key, is_known in zip(over_cases.names, known, strict=True) if not is_known]
    left_out = f"Left out: {labels(tied)}, by which all runs tie." if tied else ""
    if known.sum() == 2:
        return f"The rankings by {labels(least.names)} have a tau of {score(least.value)}{over}.", left_out
    if least.names == most.names:
        do = f"rank the runs equally like the other measures: average tau {score(least.value)}{over}"
        return f"{alike(f'all {known.sum()} measures', do, least)}.", left_out
    low, high = distinct([least.value, most.value])
    named, rest = two_ends(
        ("ranks", "rank"),
        End(least, "the runs least like the other measures", "least", f"average tau {low}{over}", low),
        End(most, "the runs most like the other measures", "most", f"average tau {high}{over}", high),
        int(known.sum()),
    )
    return named, f"{rest} {left_out}".strip()


def fewer_tasks(mean: AverageAgreement, n_tasks: int) -> str:
    """Say on how many pairs of measures tau is averaged over fewer tasks: where all runs of a task tie by a measure."""
    few = int((mean.counted[np.triu_indices(len(mean.counted), 1)] < n_tasks).sum())
    if n_tasks == 1 or not few:
        return ""
    have = "has" if few == 1 else "have"
    return f" {count(few, 'pair')} of measures {have} no tau on some task: all its runs tie by one of the two."


def reordered(pair: Sequence[str], places: IntArray) -> Sentence:
    """Say how many pairs of runs two measures order differently, from their ranks by both, (2, runs).

    >>> "".join(map(str, reordered(["NMD", "RNOD"], np.array([[1, 2, 3], [2, 1, 3]]))))
    'NMD and RNOD order 1 of 3 pairs of runs differently.'
    >>> "".join(map(str, reordered(["NMD", "RNOD"], np.array([[1, 2, 3], [1, 1, 3]]))))
    'NMD and RNOD order 0 of 3 pairs of runs differently; 1 pair ties.'
    """
    first, second = np.triu_indices(places.shape[1], 1)
    orders = np.sign(places[:, first] - places[:, second])
    differ, tied = int((orders[0] * orders[1] < 0).sum()), int((orders == 0).any(axis=0).sum())
    ties = f"; {count(tied, 'pair')} {'ties' if tied == 1 else 'tie'}" if tied else ""
    return say(both(pair), f" order {count(differ)} of {count(len(first), 'pair')} of runs differently{ties}.")


def both(pair: Sequence[str]) -> Sentence:
    """Name two measures that a reader may exchange."""
    return say(MeasureName(pair[0], "x"), " and ", MeasureName(pair[1], "y"))


def tau(agreement: AverageAgreement | Agreement, pair: Sequence[str], over: str) -> str:
    """Say what tau two measures have; on one task with its interval, where there is one."""
    first, second = place = tuple(map(agreement.measures.index, pair))
    words = f"Tau {score(agreement.tau[place])}"
    if over or not isinstance(agreement, Agreement):
        return f"{words} on average{over}." if over else f"{words}."
    low, high = agreement.low_long_cliff[first, second], agreement.high_long_cliff[first, second]
    return f"{words}." if np.isnan(low) else f"{words}, 95% interval {interval(low, high)} over the runs."


def both_intervals(agreement: Agreement, pair: Sequence[str]) -> str:
    """Name the intervals of the tau of two measures, with the one that the variants study has."""
    first, second = map(agreement.measures.index, pair)
    low, high = agreement.low[first, second], agreement.high[first, second]
    fisher = "not defined for so few runs" if np.isnan(low) else interval(low, high)
    return (
        f"{LONG_CLIFF} As in the 2022 study (Fisher’s z with variance 0.437 / (n - 4), too narrow where tau is large "
        f"or runs tie) it is {fisher}."
    )


def consistency(over_cases: Resampled, over: str, test: ConsistencyTest, alpha: float) -> tuple[str, str]:
    """Name the most and the least consistent measures by mean taus; and the rest, `test`: of the only task."""
    tied = _untested(over_cases)
    left_out = f"Left out: {tied}." if tied else ""
    number = int(np.isfinite(over_cases.values).sum())
    if number < 2:
        return "Which measure is most consistent is not known.", left_out
    least, most = over_cases.first(), over_cases.first(largest=True)
    if least.names == most.names:
        do = f"are equally consistent (mean tau {score(least.value)}{over})"
        return f"{alike(all_of(len(least.names), 'measure'), do, least)}.", left_out
    low, high = distinct([least.value, most.value])
    named, rest = two_ends(
        ("is", "are"),
        End(most, "most consistent", "most", f"mean tau {high}{over}", high),
        End(least, "least consistent", "least", f"mean tau {low}{over}", low),
        number,
    )
    if not over and test.enough and max(most.share, least.share) >= LIKELY and not any(test.outperformed(alpha)):
        named = f"{named.removesuffix('.')}, but not significantly."
    return named, f"{rest} {left_out}".strip()


def _untested(over_cases: Resampled) -> str:
    """Name the measures whose mean tau over resampled cases is not known, and say why; nothing where there are none."""
    tied = [key for key, tau in zip(over_cases.names, over_cases.values, strict=True) if np.isnan(tau)]
    if not tied:
        return ""
    who = some(tied, f"of the {len(over_cases.names)} ")
    return f"{who}, by which more than {percent(MOST_TIES)} of the pairs of runs tie"


def sets_of_cases(splits: Consistency) -> str:
    """Say what is compared: 'halves of 150 cases', 'two sets of 7 cases'."""
    kind = "halves of" if splits.size is None else "two sets of"
    first, second = splits.n_cases
    return f"{kind} {count(second, 'case')}" if first == second else f"{kind} {first} and {count(second, 'case')}"


def between_sets(drawn: Consistency, over: str) -> Sentence:
    """Say which sets of cases rank the runs; of several tasks, whose cases differ in number, halves have none."""
    halves = "halves" if drawn.size is None else f"two sets of {count(drawn.size, 'case')}"
    return say("Tau between the rankings by ", Chosen(halves if over else sets_of_cases(drawn), "sets"), f"{over}.")


def splits(drawn: Consistency, test: ConsistencyTest, seed: int, alpha: float, task: str = "") -> str:
    """Say how the cases were split, and how measures were compared; `task`: of which of several tasks."""
    tied = drawn.n_splits - len(drawn.taus)
    left_out = f" Left out, as all runs tie by one of the measures: {count(tied, 'split')}." if tied else ""
    tested = (
        f"{HOW}, and the differences of runs shrunk first by what chance adds to them: {differing(test, alpha, task)} "
        f"The {confidence(alpha)} intervals of the differences of mean taus hold for all pairs jointly."
        if test.enough
        else differing(test, alpha, task)
    )
    return (
        f"The cases are split at random B = {count(drawn.n_splits, 'time')} (seed {seed}); runs are ranked on either "
        f"set, and Kendall’s tau-b measures how similar the two rankings are. {tested}{left_out}"
    )


def differing(test: ConsistencyTest, alpha: float, task: str = "") -> str:
    """Say how many pairs of measures differ in consistency, by cases resampled; `task`: of which of several tasks."""
    where = f"For {task}, with" if task else "With"
    if not test.enough:
        return (
            f"{where} {count(test.taus.n_cases, 'case')}, differences in consistency are not tested: with fewer than "
            f"{FEWEST_TESTED}, equally consistent measures would too often be found to differ."
        )
    number, pairs = sum(map(len, test.outperformed(alpha))), math.comb(int(np.isfinite(test.taus.values).sum()), 2)
    tied = _untested(test.taus)
    if not pairs:
        why = f": {tied}" if tied else ""
        return f"{where} cases resampled, no two measures are tested for consistency{why}."
    return (
        f"{where} cases resampled, {count(number)} of {count(pairs, 'pair')} of measures differ significantly in "
        f"consistency (alpha = {setting(alpha)}, all pairs tested together).{f' Not tested: {tied}.' if tied else ''}"
    )


def growth(pair: Sequence[str], target: float, needed: Sequence[int | None]) -> Sentence:
    """Say how many cases two measures need to reach a mean tau: `needed`, None where half of all cases are too few."""
    for_x, for_y = (
        "more than half of the cases" if cases is None else f"{count(cases, 'case')} per set" for cases in needed
    )
    goal, x, y = Chosen(setting(target), "target"), MeasureName(pair[0], "x"), MeasureName(pair[1], "y")
    return say("Tau ", goal, f" takes {for_x} by ", x, f", {for_y} by ", y, ".")


def information(
    pair: Sequence[str], given: Sequence[str], left: Sequence[InformationLeft | None]
) -> tuple[Sentence, str]:
    """Say how much information two rankings share, of 1 bit, and how much given others; then in bits.

    `left`: of every task.
    """
    known = [each for each in left if each is not None]
    if not known:
        ties: Sentence = say(both(pair), f", with {labels(given)}," if given else "")
        return say("Information is not defined: ", ties, " tie every pair of runs."), ""
    alone, remaining, chance = np.mean([(each.alone, each.left, each.left_by_chance) for each in known], axis=0)
    over = f", on average over {count(len(known), 'task')}" if len(left) > 1 else _pairs(known[0])
    negative = all(each.tau < 0 for each in known)
    direction = " Their tau is negative: information has no direction." if negative else ""
    share = say(both(pair), f" share {percent(alone)} of the information in their rankings")
    bits = f"{score(alone)} of 1 bit{over}"
    if not given:
        return say(share, "."), f"{bits}.{direction}"
    by_chance = f"given unrelated rankings, {score(chance)} on average"
    less = f"{bits}; given {labels(given)}, {score(remaining)} bits remain ({by_chance}).{direction}"
    return say(share, f"; given {labels(given)}, {percent(remaining)}."), less


def _pairs(left: InformationLeft) -> str:
    """Say how many pairs of runs count, and that few of them say little."""
    if left.pairs < left.of:
        counted = f" on the {count(left.pairs)} of {count(left.of, 'pair')} of runs that none ties"
    else:
        counted = f" on {count(left.pairs, 'pair')} of runs"
    few = " (so few are often ordered alike by chance)" if left.pairs <= FEW_PAIRS else ""
    return f"{counted}{few}"
