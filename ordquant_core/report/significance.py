"""How the runs compare: means with their intervals, groups that share a letter, and the p-value of every pair."""

from ordquant_core.markup import Html, join, tag
from ordquant_core.measures.registry import FAMILIES, MEASURES
from ordquant_core.numerals import count, decimals, p_cell, percent, setting
from ordquant_core.report.findings import LEVEL, Findings
from ordquant_core.report.labels import NOTHING, label, labels, score_cell
from ordquant_core.report.parts import section, table
from ordquant_core.tables.runs.significance import letters_of_runs

OPEN_UP_TO = 30  # pairs of runs; more are listed when they are asked for
TABLES = (("ordinal",), ("nominal",), ("priority", "combined"))  # families that share a table of intervals


def means(found: Findings) -> Html:
    """The mean of every run by every measure, and its interval."""
    best = found.best
    rows = [
        (run, [score_cell(float(found.scores.values[m, r].mean()), best=r in best[m]) for m in range(len(best))])
        for r, run in enumerate(found.scores.runs)
    ]
    caption = "Smaller is better; ● marks the smallest mean of a measure. Hover over a number for all its digits."
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
                cells = [
                    tag("td", f"{decimals(low, 4)}–{decimals(high, 4)}", title=f"{low!r} to {high!r}")
                    for low, high in bounds
                ]
                rows.append((run, cells))
            columns = ["Run", *(label(found.finite[m]) for m in layers)]
            tables.append(table("; ".join(FAMILIES[family] for family in families), columns, rows))
    words = (
        f"Percentile bootstrap over the cases, {count(interval.n_resamples, 'resample')}, seed {found.seed}. An "
        "interval shows how far a mean may move, not whether two runs differ: all runs have the same cases."
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
    letters = [letters_of_runs(groups) for groups in found.groups]
    rows: list[tuple[object, list[object]]] = [(run, [row[r] for row in letters]) for r, run in enumerate(runs)]
    counts = test.significant(LEVEL).sum(axis=1).tolist()
    rows.append((f"Pairs that differ, of {len(test.pairs)}", counts))
    caption = (
        f"{test.method[0].upper()}{test.method[1:]}, {count(test.n_trials, 'trial')}. Runs that share a letter do not "
        f"differ significantly by that measure at the {percent(LEVEL)} level; a is the best group. (Near that level p "
        f"has a standard error of {test.error_at(LEVEL):.2g}.)"
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
    caption = f"p-values of the {test.method} test; ● marks p < {setting(LEVEL)}."
    listed = table(caption, ["Pair of runs", *map(label, test.measures)], rows)
    number = len(test.pairs)
    summary = tag("summary", f"p-values of {'the pair' if number == 1 else f'all {count(number)} pairs'} of runs")
    return tag("details", join([summary, listed]), open="" if number <= OPEN_UP_TO else None)
