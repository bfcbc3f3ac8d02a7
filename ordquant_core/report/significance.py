"""How the runs compare: means with their intervals, groups that share a letter, and the p-value of every pair."""

import numpy as np

from ordquant_core.markup import Html, join, tag
from ordquant_core.measures.measure import FAMILIES
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, p_error, percent, setting
from ordquant_core.report.findings import LEVEL, Findings
from ordquant_core.report.labels import NOTHING, label, labels
from ordquant_core.report.parts import section, table
from ordquant_core.tables import report as tables
from ordquant_core.tables.runs.significance_sentences import impossible
from ordquant_core.tables.sentences import MEANS, few_cases

OPEN_UP_TO = 30  # pairs of runs; more are listed when they are asked for
TABLES = (
    ("ordinal",),
    ("nominal",),
    ("priority", "combined"),
    ("own",),
    ("other",),
    ("outside",),
)  # families that share a table of intervals


def means(found: Findings) -> Html:
    """The mean of every run by every measure, and its interval."""
    caption = "Smaller is better; ● marks the smallest mean of a measure. Hover over a number for all its digits."
    every = np.array([[row.mean() for row in layer] for layer in found.scores.values])  # not rounded to show ties
    grid = tables.means(found.scores.runs, labels(found), every, found.best)
    return section("Mean scores", table(caption, *grid), _intervals(found))


def _intervals(found: Findings) -> Html:
    interval = found.intervals
    if interval is None:
        return NOTHING
    listed = []
    for families in TABLES:
        layers = [m for m, key in enumerate(found.finite) if MEASURES[key].family in families]
        if layers:
            grid = tables.intervals(found.scores.runs, [label(found.finite[m]) for m in layers], interval, layers)
            listed.append(table("; ".join(FAMILIES[family] for family in families), *grid))
    words = (
        f"{MEANS}, over {count(interval.n_cases, 'case')}. {few_cases(interval.n_cases)} An interval "
        "shows how precise a mean is, not whether two runs differ: all runs have the same cases."
    )
    infinite = [label(key) for key in found.scores.measures if key not in found.finite]
    missing = f" No intervals, as infinite on some case: {', '.join(infinite)}." if infinite else ""
    return join(
        [tag("h3", f"{percent(interval.confidence)} intervals of the means"), tag("p", words + missing), *listed]
    )


def separated(found: Findings) -> Html:
    """Which runs a test separates."""
    if found.separated is None:
        return section("Which runs differ significantly", tag("p", found.not_tested))
    test = found.separated
    counts = test.significant(LEVEL).sum(axis=1).tolist()
    caption = (
        f"{test.method[0].upper()}{test.method[1:]}, {count(test.n_trials, 'trial')}. Runs that share a letter do not "
        f"differ significantly by that measure at the {percent(LEVEL)} level; a is the best group. (Near that level p "
        f"has a standard error of {p_error(test.error_at(LEVEL))}.) {impossible(test, LEVEL)}"
    )
    listed = table(caption, *tables.groups(test, found.groups, counts))
    not_tested = tag("p", found.not_tested) if found.not_tested else NOTHING
    return section("Which runs differ significantly", listed, not_tested, _p_values(found))


def _p_values(found: Findings) -> Html:
    """The p-value of every pair of runs by every measure."""
    test = found.separated
    if test is None:
        return NOTHING
    caption = f"p-values of the {test.method} test; ● marks p < {setting(LEVEL)}."
    listed = table(caption, *tables.p_values(test, LEVEL))
    number = len(test.pairs)
    summary = tag("summary", f"p-values of {'the pair' if number == 1 else f'all {count(number)} pairs'} of runs")
    return tag("details", join([summary, listed]), open="" if number <= OPEN_UP_TO else None)
