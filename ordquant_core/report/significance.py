"""How the runs compare: means with their intervals, groups that share a letter, and the p-value of every pair."""

from collections.abc import Sequence
from itertools import product
from string import ascii_lowercase

from ordquant_core.markup import Html, join, tag
from ordquant_core.measures.registry import FAMILIES, MEASURES
from ordquant_core.numerals import p_cell, percent
from ordquant_core.report.findings import LEVEL, Findings
from ordquant_core.report.labels import NOTHING, label, labels, score_cell
from ordquant_core.report.parts import section, table

OPEN_UP_TO = 30  # pairs of runs; more are listed when they are asked for
TABLES = (("ordinal",), ("nominal",), ("priority", "combined"))  # families that share a table of intervals


def means(found: Findings) -> Html:
    """The mean of every run by every measure, and its interval."""
    best = found.best
    rows = [
        (run, [score_cell(float(found.scores.values[m, r].mean()), best=r in best[m]) for m in range(len(best))])
        for r, run in enumerate(found.scores.runs)
    ]
    caption = "Smaller is better; ● marks the smallest mean of a measure. Point at a number for all its digits."
    return section("Mean scores", table(caption, ["Run", *labels(found)], rows), _intervals(found))


def _intervals(found: Findings) -> Html:
    interval = found.intervals
    if interval is None:
        return NOTHING
    tables = []
    for families in TABLES:
        layers = [m for m, key in enumerate(found.finite) if MEASURES[key].family in families]
        if layers:
            rows = []
            for r, run in enumerate(found.scores.runs):
                bounds = [(float(interval.low[m, r]), float(interval.high[m, r])) for m in layers]
                cells = [tag("td", f"{low:.4f}–{high:.4f}", title=f"{low!r} to {high!r}") for low, high in bounds]
                rows.append((run, cells))
            columns = ["Run", *(label(found.finite[m]) for m in layers)]
            tables.append(table("; ".join(FAMILIES[family] for family in families), columns, rows))
    words = (
        f"Percentile bootstrap over the cases, {interval.n_resamples:,} resamples, seed {found.seed}. An interval "
        "shows how far a mean may move, not whether two runs differ: all runs have the same cases."
    )
    infinite = [label(key) for key in found.scores.measures if key not in found.finite]
    missing = f" No intervals, as infinite on some case: {', '.join(infinite)}." if infinite else ""
    return join(
        [tag("h3", f"{percent(interval.confidence)} intervals of the means"), tag("p", words + missing), *tables]
    )


def separated(found: Findings) -> Html:
    """Which runs a test separates."""
    if found.separated is None:
        return section("Which runs differ", tag("p", found.not_tested))
    test, runs = found.separated, found.scores.runs
    letters = [_letters(groups, len(runs)) for groups in found.groups]
    rows: list[tuple[object, list[object]]] = [(run, [row[r] for row in letters]) for r, run in enumerate(runs)]
    counts = test.significant(LEVEL).sum(axis=1).tolist()
    rows.append((f"Pairs that differ, of {len(test.pairs)}", counts))
    caption = (
        f"{test.method[0].upper()}{test.method[1:]}, {test.n_trials:,} trials. Runs that share a letter do not differ "
        f"significantly by that measure at the {percent(LEVEL)} level; a is the best group. (Near that level p has a "
        f"standard error of {test.error_at(LEVEL):.2g}.)"
    )
    listed = table(caption, ["Run", *map(label, test.measures)], rows)
    not_tested = tag("p", found.not_tested) if found.not_tested else NOTHING
    return section("Which runs differ", listed, not_tested, _p_values(found))


def _p_values(found: Findings) -> Html:
    """The p-value of every pair of runs by every measure."""
    test = found.separated
    if test is None:
        return NOTHING
    rows = []
    for a, b in test.pairs:
        values = [float(value) for value in test.p_values[:, a, b]]
        cells = [
            tag("td", p_cell(p, test.n_trials), title=repr(p), class_="best" if p < LEVEL else None) for p in values
        ]
        rows.append((f"{test.runs[a]} – {test.runs[b]}", cells))
    caption = f"p-values of the {test.method} test; ● marks p < {LEVEL:g}."
    listed = table(caption, ["Pair of runs", *map(label, test.measures)], rows)
    count = len(test.pairs)
    summary = tag("summary", f"p-values of {'the pair' if count == 1 else f'all {count:,} pairs'} of runs")
    return tag("details", join([summary, listed]), open="" if count <= OPEN_UP_TO else None)


def _letters(groups: Sequence[Sequence[int]], n_runs: int) -> list[str]:
    """Return the groups of every run as letters: a for the best one; after z come aa, ab, …"""
    names = [*ascii_lowercase, *map("".join, product(ascii_lowercase, repeat=2))]
    of_run: list[list[str]] = [[] for _ in range(n_runs)]
    for name, group in zip(names, groups, strict=False):
        for place in group:
            of_run[place].append(name)
    return [(" " if any(len(name) > 1 for name in own) else "").join(own) for own in of_run]
