"""What a test of all pairs of runs finds: who leads, where a run stands, how many differ, what the trials leave open.

`measure` is the key of one that was tested, `alpha` the level of significance.
"""

from collections.abc import Sequence
from math import isfinite

import numpy as np
import pandas as pd

from ordquant_core.analysis.agreement import ranks
from ordquant_core.analysis.discrimination import (
    STANDARD_ERRORS,
    TUKEY,
    Discrimination,
    as_good_as_the_best,
    powers,
    sides,
)
from ordquant_core.findings.sentence import NAMED, MeasureName, Sentence, Strong, both_names, names, say
from ordquant_core.findings.superlatives import LIKELY, depends, in_resamples
from ordquant_core.findings.words import ALIKE, confidence, labels, some
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import all_of, count, listed, ordinal, p_error, score, setting, significant
from ordquant_core.records import FloatArray
from ordquant_core.statistics.group_interaction import FEWEST
from ordquant_core.statistics.resampling import significance_groups
from ordquant_core.statistics.superlatives import Resampled


def settings(
    tests: Sequence[Discrimination], alpha: float, seed: int, unit: str = "case", *, level: str = "alpha"
) -> str:
    """Say by which test runs were compared; of several tasks the number of trials is the same.

    `level`: what the level of significance is called, where alpha is something else.
    """
    cases = f"n = {count(tests[0].n_cases, unit)}, " if len(tests) == 1 else ""
    words = (
        f"Randomised Tukey HSD: {cases}{level} = {setting(alpha)}, B = {count(tests[0].n_trials, 'trial')}, "
        f"seed {seed}; the standard error of a p-value at that level is {p_error(tests[0].error_at(alpha))}."
    )
    return " ".join(filter(None, (words, *dict.fromkeys(impossible(test, alpha, unit, level=level) for test in tests))))


def impossible(test: Discrimination, alpha: float, unit: str = "case", *, level: str = "alpha") -> str:
    """Say that no pair of runs can differ significantly with so few cases or trials, where that is so."""
    if test.smallest_p < alpha:
        return ""
    of = f"{count(len(test.runs), 'run')} and {count(test.n_cases, unit)}"
    why = count(test.n_trials, "trial") if 1 / (test.n_trials + 1) >= alpha else of
    return (
        f"With {why} no p-value of the {TUKEY} test can be below {significant(test.smallest_p)}: no difference can be "
        f"significant at {level} = {setting(alpha)}."
    )


def critical_difference(test: Discrimination, measure: str, alpha: float) -> str:
    """Say how far apart two means must lie to differ significantly; nothing where no difference can be significant."""
    gap = _gap(test, measure, alpha)
    if not isfinite(gap):
        return ""
    return (
        f"Critical difference by {MEASURES[measure].label}: {score(gap)}. Means that lie further apart differ "
        f"significantly, and the {confidence(alpha)} interval of a difference is the difference ± this; the intervals "
        f"hold for all pairs jointly {ALIKE}."
    )


def differing(test: Discrimination, measure: str, alpha: float) -> str:
    """Say how many pairs of runs differ significantly, and how far apart their means are."""
    gap, (power,) = _gap(test, measure, alpha), powers(test.only(measure), alpha)
    if power.pairs == 1:
        return f"Means differ significantly if they lie more than {score(gap)} apart." if isfinite(gap) else ""
    differ = "differs" if power.significant == 1 else "differ"
    means = f": means more than {score(gap)} apart" if isfinite(gap) else ""
    number = count(power.significant) if power.significant else "none"
    return (
        f"By a randomised Tukey HSD test of all {count(power.pairs, 'pair')}, {number} {differ} significantly{means}."
    )


def sharing(test: Discrimination, measure: str, alpha: float) -> str:
    """Say what a letter that runs share means, and why intervals of their means may lie apart all the same."""
    gap, pairs = _gap(test, measure, alpha), len(test.pairs)
    said = "Runs that share a letter (grey strip) do not differ significantly"
    if not isfinite(gap):
        return f"{said}."
    same = f", the threshold for all {count(pairs, 'pair')}" if pairs > 1 else ""
    return f"{said}, even if bars do not overlap: the means must differ by more than {score(gap)}{same}."


def grouped(test: Discrimination, measure: str, alpha: float) -> str:
    """Say how many pairs of runs differ significantly, and how many significance groups the runs make."""
    layer = test.measures.index(measure)
    groups = significance_groups(test.means[layer], test.p_values[layer], alpha)
    overlap = ", which overlap" if sum(map(len, groups)) > len(test.runs) else ""
    runs, number = count(len(test.runs), "run"), count(len(groups), "significance group")
    (power,) = powers(test.only(measure), alpha)
    pairs = f"{count(power.significant)} of {count(power.pairs, 'pair')} of runs differ significantly"
    return f"{pairs}; the {runs} make {number}{overlap}."


def _gap(test: Discrimination, measure: str, alpha: float) -> float:
    return float(test.critical_differences(alpha)[test.measures.index(measure)])


def undecided(test: Discrimination, measure: str, alpha: float) -> str:
    """Say for how many pairs the number of trials leaves open whether they differ significantly, if for any."""
    number, pairs = int(test.undecided(alpha)[test.measures.index(measure)].sum()), len(test.pairs)
    if not number:
        return ""
    have = "pair has" if pairs == 1 else "pairs has" if number == 1 else "pairs have"
    return f"{count(number)} of {count(pairs)} {have} a p {_near(alpha)}: more trials would decide."


def undecided_by_measure(test: Discrimination, alpha: float) -> str:
    """Say the same of every measure, in a note."""
    numbers = zip(test.measures, test.undecided(alpha).sum(axis=1).tolist(), strict=True)
    still_open = [f"{number} by {key}" for key, number in numbers if number]
    pairs = count(len(test.pairs), "pair")
    words = f"p {_near(alpha)} (more trials would decide): of {pairs} of runs, {', '.join(still_open)}"
    return words if still_open else ""


def _near(alpha: float) -> str:
    return f"within {STANDARD_ERRORS} standard errors of {setting(alpha)}"


def leader(
    test: Discrimination,
    measure: str,
    alpha: float,
    over_cases: Resampled,
    *,
    at: str = "",
    unit: str = "cases",
    brief: bool = False,
) -> Sentence:
    """Say which runs have the smallest mean, and from which they do not differ significantly.

    The test depends on the means alone: what it says of one of several equal means it says of all of them. Where they
    do not differ from all others, `over_cases`, the means over resampled cases, say how often they lead. `at`: how
    means were computed, where there are several ways; `unit`: what the cases are; `brief`: without mean and share.
    """
    layer = test.measures.index(measure)
    first = smallest(test.means[layer])
    alike = [run for run in as_good_as_the_best(test, layer, alpha) if run not in first]
    mean = score(test.means[layer, first[0]])
    lead, differ, do_not = (
        ("leads", "differs", "does not") if len(first) == 1 else ("lead with equal means", "differ", "do not")
    )
    leading_run, name, who = over_cases.first(), MeasureName(measure, "measure"), _names(test, first)
    share = leading_run.share if alike else 1.0
    if not share >= LIKELY:
        why = depends(leading_run, of=unit)
        start, link = say("Which run leads by mean ", name, f"{at} {why}; ", who, f" ({mean})" * (not brief)), ""
    else:
        often = in_resamples(share, of=unit)
        figures = "" if brief else f" ({mean}{often and ','}{often})"
        start = say("By mean ", name, f"{at}, ", who, f" {lead}{figures}")
        link = " and"
    if len(first) == len(test.runs):
        return say(start, ".")
    if not alike:
        return say(start, f" and {differ} significantly from every other run.")
    everyone = len(first) + len(alike) == len(test.runs)
    others = say("any other run") if everyone else _names(test, alike, at_most=NAMED if len(alike) <= NAMED else 1)
    return say(start, f"{link} {do_not} differ significantly from ", others, ".")


def leading(test: Discrimination, measure: str) -> str:
    """Name the run with the smallest mean, and that, in a cell of a table."""
    means = test.means[test.measures.index(measure)]
    best, *equal = smallest(means)
    also = f" and {count(len(equal))} more with the same mean" if equal else ""
    return f"{test.runs[best]}{also} {score(means[best])}"


def _names(test: Discrimination, numbers: Sequence[int], *, at_most: int = NAMED) -> Sentence:
    return names([test.runs[run] for run in numbers], at_most=at_most)


def smallest(means: FloatArray) -> list[int]:
    """Return the runs with the smallest of the means (runs,): several where they are equal.

    >>> smallest(np.array([0.2, 0.1, 0.1 + 1e-16]))
    [1, 2]
    """
    return [int(run) for run in np.flatnonzero(ranks(means) == 1)]


def standing(test: Discrimination, measure: str, run: str, alpha: float) -> Sentence:
    """Say where one run stands by a measure, and from how many runs it differs significantly on either side."""
    layer, number = test.measures.index(measure), test.runs.index(run)
    means, differs = test.means[layer], test.p_values[layer, number] < alpha
    places = ranks(means)
    shared = int((places == places[number]).sum()) - 1
    also = f", shared with {count(shared, 'other run')}" if shared else ""
    smaller, larger = (int((differs & side).sum()) for side in (means < means[number], means > means[number]))
    better, worse = count(smaller, "run") if smaller else "no run", count(larger) if larger else "none"
    return say(
        Strong(run),
        f" ranks {ordinal(int(places[number]))} of {count(len(means))} ({score(means[number])}){also}: {better} "
        f"{'are' if smaller > 1 else 'is'} significantly better, {worse} worse.",
    )


def two_runs(test: Discrimination, runs: Sequence[str], alpha: float) -> Sentence:
    """Say which measures find run A or run B significantly better, and which neither."""
    better = zip(test.measures, sides(test, test.runs.index(runs[0]), test.runs.index(runs[1]), alpha), strict=True)
    by_side: dict[int, list[str]] = {-1: [], 0: [], 1: []}
    for key, side in better:
        by_side[side].append(key)
    for_a, neither, for_b = by_side.values()
    (a, b), n = both_names(runs), len(test.measures)
    if for_a and for_b:
        rest = f"; by {some(neither)} they do not differ significantly" if neither else ""
        by_a, by_b = f"by {some(for_a)} ", f"by {some(for_b)} "
        return say("A contradiction: ", by_a, a, " is significantly better, ", by_b, b, f"{rest}.")
    if not for_a and not for_b:
        by = f"any of the {n} measures" if n > 1 else labels(neither)
        return say(a, " and ", b, f" do not differ significantly by {by}.")
    keys, winner, loser = (for_a, a, b) if for_a else (for_b, b, a)
    return say(f"{_who_finds(keys, n)} ", winner, " significantly better than ", loser, ".")


def _who_finds(keys: Sequence[str], of: int) -> str:
    if len(keys) == 1:
        return f"Only {labels(keys)} of {of} measures finds" if of > 1 else f"{labels(keys)} finds"
    return f"{all_of(of, 'measure').capitalize()} find" if len(keys) == of else f"{len(keys)} of {of} measures find"


def groups_of_cases(groups: pd.DataFrame, measure: str, alpha: float) -> str:
    """Say on which groups of cases two runs differ otherwise than on the other cases.

    `groups` has a row per group: the frame of each `Part` of two runs, A first.
    """
    tested = groups[groups["p_interaction"].notna()]
    few = groups["case_group"][groups["p_interaction"].isna()].tolist()
    if tested.empty:
        return f"No group has {FEWEST} cases, and as many others, to test whether A − B depends on the group."
    left_out = f" Not tested, with fewer than {FEWEST} cases or others: {listed(few)}." if few else ""
    label, adjusted = MEASURES[measure].label, "adjusted for all pairs of runs and groups"
    differ = tested[tested["p_interaction"] < alpha]
    if differ.empty:
        no = "A − B does not differ significantly between any group and the other cases"
        return f"By {label}, {no} (p ≥ {setting(alpha)}, {adjusted}).{left_out}"
    amounts = zip(differ["case_group"], differ["interaction"], strict=True)
    on = listed([f"{group} ({score(amount, sign=True)})" for group, amount in amounts])
    turned = differ["case_group"][differ["sign_changes"] == "yes"].tolist()
    turns = f" On {listed(turned)} the better run is another than on the other cases." if turned else ""
    differs = f"A − B differs significantly from A − B on the other cases on {on}"
    return f"By {label}, {differs} (p < {setting(alpha)}, {adjusted}).{turns}{left_out}"
