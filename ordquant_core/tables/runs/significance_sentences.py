"""The results of a test of all pairs of runs, in sentences: its settings, the best runs, what measures find.

Names of runs come from visitors: they are escaped unless they are `Html` already.
"""

from collections.abc import Sequence
from math import isfinite

import numpy as np

from ordquant_core.analysis.agreement import ranks
from ordquant_core.analysis.discrimination import (
    STANDARD_ERRORS,
    TUKEY,
    Contradiction,
    Discrimination,
    Overlap,
    Power,
    as_good_as_the_best,
    least_overlap,
    powers,
    without_contradictions,
)
from ordquant_core.findings.words import confidence, labels, some
from ordquant_core.markup import Html, join
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import all_of, count, p_error, percent, score, setting, significant
from ordquant_core.records import FloatArray
from ordquant_core.tables.sentences import listed_names

NAMED = 3  # runs that a sentence names
EQUAL = 1e-12  # shares that differ by less are equal but for rounding


def settings(discriminations: Sequence[Discrimination], alpha: float, seed: int) -> str:
    """Say by which test runs were compared; of several tasks the number of trials is the same."""
    cases = f"n = {count(discriminations[0].n_cases, 'case')}, " if len(discriminations) == 1 else ""
    words = (
        f"Randomised Tukey HSD: {cases}alpha = {setting(alpha)}, B = {count(discriminations[0].n_trials, 'trial')}, "
        f"seed {seed}; the standard error of a p-value at alpha is {p_error(discriminations[0].error_at(alpha))}."
    )
    return " ".join(filter(None, (words, *dict.fromkeys(impossible(one, alpha) for one in discriminations))))


def impossible(discrimination: Discrimination, alpha: float) -> str:
    """Say that no pair of runs can differ significantly with so few cases or trials, where that is so."""
    said = f"{count(len(discrimination.runs), 'run')} and {count(discrimination.n_cases, 'case')}"
    return too_little(said, discrimination.smallest_p, discrimination.n_trials, alpha)


def too_little(of: str, smallest_p: float, n_trials: int, alpha: float) -> str:
    """Say the same of any test; `of`: the runs and cases.

    >>> too_little("2 runs and 5 cases", 0.0625, 5000, 0.05)
    'With 2 runs and 5 cases no p-value of the randomised Tukey HSD test can be below 0.0625: no difference can be \
significant at alpha = 0.05.'
    """
    if smallest_p < alpha:
        return ""
    why = count(n_trials, "trial") if 1 / (n_trials + 1) >= alpha else of
    return (
        f"With {why} no p-value of the {TUKEY} test can be below {significant(smallest_p)}: no difference can be "
        f"significant at alpha = {setting(alpha)}."
    )


def critical_difference(discrimination: Discrimination, layer: int, alpha: float) -> str:
    """Say how far apart two means must lie to differ significantly; nothing where no difference can be significant."""
    (value,) = discrimination.critical_differences(alpha)[[layer]].tolist()
    if not isfinite(value):
        return ""
    label = MEASURES[discrimination.measures[layer]].label
    return (
        f"Critical difference by {label}: {score(value)}. Means that lie further apart differ significantly, and the "
        f"{confidence(alpha)} interval of a difference, which holds for all pairs jointly, is the difference ± this."
    )


def how_many_differ(discrimination: Discrimination, layer: int, alpha: float) -> str:
    """Say how many pairs of runs differ significantly, and how far apart their means are."""
    power = powers(discrimination, alpha)[layer]
    (gap,) = discrimination.critical_differences(alpha)[[layer]].tolist()
    means = f": means that lie more than {score(gap)} apart" if isfinite(gap) else ""
    if power.pairs == 1:
        return f"Means differ significantly if they lie more than {score(gap)} apart." if means else ""
    return f"{count(power.significant)} of {count(power.pairs, 'pair')} of runs differ significantly{means}."


def undecided(discrimination: Discrimination, layer: int, alpha: float) -> str:
    """Say for how many pairs the number of trials leaves open whether they differ significantly, if for any."""
    number, pairs = int(discrimination.undecided(alpha)[layer].sum()), len(discrimination.pairs)
    if not number:
        return ""
    have = "pair has" if pairs == 1 else "pairs has" if number == 1 else "pairs have"
    return f"{count(number)} of {count(pairs)} {have} a p {_near(alpha)}: more trials would decide."


def undecided_by_measure(discrimination: Discrimination, alpha: float) -> str:
    """Say the same of every measure, in a note."""
    counts = zip(discrimination.measures, discrimination.undecided(alpha).sum(axis=1).tolist(), strict=True)
    some_open = [f"{number} by {key}" for key, number in counts if number]
    pairs = count(len(discrimination.pairs), "pair")
    said = f"p {_near(alpha)} (more trials would decide): of {pairs} of runs, {', '.join(some_open)}"
    return said if some_open else ""


def _near(alpha: float) -> str:
    return f"within {STANDARD_ERRORS} standard errors of {setting(alpha)}"


def leader(discrimination: Discrimination, layer: int, alpha: float, names: Sequence[object]) -> Html:
    """Say which runs have the smallest mean, and from which they do not differ significantly; `names` of all runs.

    The test depends on the means alone: what it says of one of several equal means it says of all of them.
    """
    first = smallest(discrimination.means[layer])
    alike = [run for run in as_good_as_the_best(discrimination, layer, alpha) if run not in first]
    label, mean = MEASURES[discrimination.measures[layer]].label, score(discrimination.means[layer, first[0]])
    alone = len(first) == 1
    how, pronoun = (f"leads ({mean})", "it") if alone else (f"lead with equal means ({mean})", "they")
    differ, do_not = ("differs", "does not") if alone else ("differ", "do not")
    start = [f"By mean {label}, ", listed_names([names[run] for run in first], at_most=NAMED), f" {how}"]
    if len(first) == len(names):
        return join([*start, "."])
    if not alike:
        return join([*start, f" and {differ} significantly from every other run."])
    if len(alike) == len(names) - len(first):
        return join([*start, f"; {pronoun} {do_not} differ significantly from any other run."])
    others = listed_names([names[run] for run in alike], at_most=NAMED)
    return join([*start, f" and {do_not} differ significantly from ", others, "."])


def standing(discrimination: Discrimination, layer: int, run: int, alpha: float) -> str:
    """Say where one run stands by a measure, and from how many runs it differs significantly on either side."""
    means, p = discrimination.means[layer], discrimination.p_values[layer, run]
    places = ranks(means)
    shared = int((places == places[run]).sum()) - 1
    also = f", shared with {count(shared, 'other run')}" if shared else ""
    smaller, larger = (int(((p < alpha) & one).sum()) for one in (means < means[run], means > means[run]))
    worse, better = count(smaller, "run") if smaller else "no run", count(larger) if larger else "none"
    return (
        f"has rank {int(places[run])} of {count(len(means))} ({score(means[run])}){also}: significantly worse than "
        f"{worse}, significantly better than {better}."
    )


def smallest(means: FloatArray) -> list[int]:
    """Return the runs with the smallest of the means (runs,): several where they are equal.

    >>> smallest(np.array([0.2, 0.1, 0.1 + 1e-16]))
    [1, 2]
    """
    return [int(run) for run in np.flatnonzero(ranks(means) == 1)]


def groups(found: Sequence[Sequence[int]]) -> str:
    """Count significance groups, and say whether they overlap.

    >>> groups([(0, 1), (1, 2)]), groups([(0,), (1, 2)])
    ('2 significance groups, which overlap', '2 significance groups')
    """
    overlap = ", which overlap" if sum(map(len, found)) > len({run for group in found for run in group}) else ""
    return f"{count(len(found), 'significance group')}{overlap}"


def of_pair(measures: Sequence[str], sides: Sequence[int], name_a: object, name_b: object) -> Html:
    """Say which measures find run A (-1) or run B (1) significantly better, and which neither (0)."""
    a_better, b_better, neither = ([k for k, one in zip(measures, sides, strict=True) if one == s] for s in (-1, 1, 0))
    if a_better and b_better:
        rest = f"; by {some(neither)} they do not differ significantly" if neither else ""
        by_a, by_b = (f"by {some(keys)} " for keys in (a_better, b_better))
        return join(["A contradiction: ", by_a, name_a, " is significantly better, ", by_b, name_b, f"{rest}."])
    if not a_better and not b_better:
        by = f"any of the {len(measures)} measures" if len(measures) > 1 else labels(neither)
        return join([name_a, " and ", name_b, f" do not differ significantly by {by}."])
    keys, better, worse = (a_better, name_a, name_b) if a_better else (b_better, name_b, name_a)
    if len(keys) == 1:
        who = f"Only {labels(keys)} of {len(measures)} measures finds" if neither else f"{labels(keys)} finds"
    else:
        who = (
            f"{len(keys)} of {len(measures)} measures find"
            if neither
            else f"{all_of(len(keys), 'measure').capitalize()} find"
        )
    return join([f"{who} ", better, " significantly better than ", worse, "."])


def power(total: Sequence[Power], over: str, bounds: tuple[Sequence[int], Sequence[int]] | None = None) -> str:
    """Name the measures that separate the most and the fewest pairs of runs, all of them where several do.

    `bounds`: how many pairs every measure separates at least and at most, whatever other trials would say; where these
    leave open which measure separates the most, the sentence says so.
    """
    best, worst = (end(total, key=lambda one: one.significant) for end in (max, min))
    most, fewest = ([one.measure for one in total if one.significant == end.significant] for end in (best, worst))
    amount = f"{count(best.significant)} of {count(best.pairs)} ({percent(best.share, 1)})"
    doubt = "" if bounds is None else _doubt(total, most, *bounds)
    if best.significant == worst.significant:
        who = f"{all_of(len(total), 'measure').capitalize()} separate" if len(total) > 1 else f"{some(most)} separates"
        return f"{who} the same number of pairs of runs{over}: {amount}.{doubt}"
    return (
        f"{some(most)} separate{'s' * (len(most) == 1)} the most pairs of runs{over}: {amount}"
        f"; {some(fewest)} the fewest, {count(worst.significant)}.{doubt}"
    )


def _doubt(total: Sequence[Power], most: Sequence[str], least: Sequence[int], largest: Sequence[int]) -> str:
    """Say that other trials may put other measures first, where they may."""
    sure = min(low for one, low in zip(total, least, strict=True) if one.measure in most)
    close = [one.measure for one, high in zip(total, largest, strict=True) if one.measure not in most and high >= sure]
    if not close and (len(most) < 2 or all(low == high for low, high in zip(least, largest, strict=True))):
        return ""
    if not close:
        return " Pairs whose p is near alpha leave open which of them separates the most."
    return f" With other trials, {some(close)} may separate as many: p is near alpha for some pairs."


def counted(one: Overlap) -> str:
    """Say how many pairs of runs two measures separate, in lines."""
    first, second = MEASURES[one.measure_1].label, MEASURES[one.measure_2].label
    return f"{first} only: {count(one.a)}<br>both: {count(one.b)}<br>{second} only: {count(one.c)}"


def contradiction(found: Contradiction, name_1: object, name_2: object) -> Html:
    """Say what two measures find of two runs."""
    first, second = (f"{MEASURES[key].label}: " for key in (found.measure_1, found.measure_2))
    return join([first, name_1, " is significantly better than ", name_2, f". {second}significantly worse."])


def contradicting(one: Overlap, number: int, once: int) -> str:
    """Count the pairs of runs on which two measures contradict each other, `once`: with identical runs counted once.

    >>> contradicting(Overlap("NMD", "RNOD", 3, 68, 0), 4, 1)
    'They contradict each other on 4 pairs of runs (1 with identical runs counted once); without these, SSO is 95.5%.'
    """
    joined = f" ({count(once)} with identical runs counted once)" if once != number else ""
    left = without_contradictions(one, number).sso
    rest = "nothing is left" if left is None else f"SSO is {percent(left, 1)}"
    return f"They contradict each other on {count(number, 'pair')} of runs{joined}; without these, {rest}."


def overlap(total: Sequence[Overlap], against: Sequence[tuple[object, Contradiction]], over: str) -> str:
    """Name the pair of measures that overlaps least, and count contradictions; `against` pairs them with tasks."""
    least = least_overlap(total)
    if least is None:
        return "No measure separates any pair of runs."
    one, sso = least
    shared = f"share {percent(sso, 1)} of the significant differences that either finds"
    ties = sum(other is not one and other.sso is not None and other.sso - sso <= EQUAL for other in total)
    as_little = f" (so {'does' if ties == 1 else 'do'} {count(ties, 'other pair')})" if ties else ""
    who = labels([one.measure_1, one.measure_2])
    if ties < sum(other.sso is not None for other in total) - 1:
        start = f"{who} overlap least{as_little}{over}: they {shared}"
    else:  # none overlaps less than the others
        start = (
            f"{all_of(ties + 1, 'pair').capitalize()} of measures that find a difference overlap alike{over}: "
            f"they {shared}"
            if ties
            else f"{who} {shared}{over}"
        )
    if not against:
        return f"{start}; no two measures contradict each other on these runs."
    pairs = len({(found.measure_1, found.measure_2) for _, found in against})
    runs = len({(task, frozenset((found.run_1, found.run_2))) for task, found in against})
    return f"{start}; {count(pairs, 'pair')} of measures contradict each other, on {count(runs, 'pair')} of runs."
