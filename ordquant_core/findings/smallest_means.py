"""Which run has the smallest mean score by all measures together, and how many pairs of runs they separate."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.analysis.task_report import TaskReport
from ordquant_core.findings.runs import impossible
from ordquant_core.findings.words import labels, some
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import all_of, count, listed, score, setting


def smallest_means(report: TaskReport, alpha: float) -> str:
    """Say which run has the smallest mean, by how many measures, and how many pairs differ significantly."""
    runs, measures = report.scores.runs, report.scores.measures
    if len(runs) == 1:
        mean = score(float(report.means[0, 0]))
        return f"By {MEASURES[measures[0]].label}, {runs[0]} scores {mean} on average; smaller is better."
    finite = {
        key: best for key, best, row in zip(measures, report.best, report.means, strict=True) if np.isfinite(row).all()
    }
    separated = "" if report.tested is None else pairs_that_differ(report.tested, alpha)
    if not finite:
        return f"Every measure is infinite for some run: no smallest mean is named. {separated}".strip()
    infinite = [key for key in measures if key not in finite]
    left_out = f" Left out, as infinite for some run: {labels(infinite)}." if infinite else ""
    return f"{_winners(runs, finite)}{left_out} {separated}".strip()


def _winners(runs: Sequence[str], best: dict[str, tuple[int, ...]]) -> str:
    """Say which runs are `best` by each measure."""
    winners: dict[tuple[int, ...], list[str]] = {}
    for key, places in best.items():
        winners.setdefault(places, []).append(key)
    every = len(best)
    by = f"By {all_of(every, 'measure')}" if every > 1 else f"By {labels([*best])}"
    shared = [place for place in range(len(runs)) if all(place in places for places in winners)]
    if len(winners) == 1:
        return f"{by}, {_names(runs, shared)} {'has' if len(shared) == 1 else 'share'} the smallest mean score."
    named = "; ".join(
        f"{_names(runs, places)} by {some(keys, f'of the {every} ')}"
        for places, keys in sorted(winners.items(), key=lambda item: -len(item[1]))
        if len(places) > len(shared)
    )
    if shared:
        return f"{by}, no run has a smaller mean score than {_names(runs, shared)}; some share it: {named}."
    return f"The measures disagree on which run has the smallest mean score: {named}."


def _names(runs: Sequence[str], places: Sequence[int]) -> str:
    return listed([runs[place] for place in places])


def pairs_that_differ(test: Discrimination, alpha: float) -> str:
    """Say how many pairs of runs each measure separates, or which measures separate most and fewest."""
    if no := impossible(test, alpha):
        return no
    keys, numbers = test.measures, test.significant(alpha).sum(axis=1)
    near = test.undecided(alpha).any()
    doubt = f" With other trials these counts may differ: some p-values are near {setting(alpha)}." if near else ""
    pairs = count(len(test.pairs), "pair of runs", "pairs of runs")
    if numbers.min() == numbers.max():
        by = f"{labels(keys)} separates" if len(keys) == 1 else "Each of the tested measures separates"
        return f"{by} {numbers[0]} of {pairs} significantly.{doubt}"
    most, fewest = (
        [key for key, number in zip(keys, numbers, strict=True) if number == end]
        for end in (numbers.max(), numbers.min())
    )
    of = f"of the {len(keys)} "
    return (
        f"Of {pairs}, {some(most, of)} separate{'s' * (len(most) == 1)} most pairs significantly ({numbers.max()}), "
        f"{some(fewest, of)} fewest ({numbers.min()}).{doubt}"
    )


def not_tested(report: TaskReport) -> str:
    """Say why runs are not tested, or not by all measures; nothing where all are."""
    if len(report.scores.runs) < 2 or len(report.scores.cases) < 2:
        return "A test needs two runs and two cases or more."
    return f"Not tested, as infinite on some case: {', '.join(report.infinite)}." if report.infinite else ""
