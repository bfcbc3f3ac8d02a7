"""Which run has the smallest mean score by all measures together, and how many pairs of runs they separate."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from ordquant_core.analysis.discrimination import Discrimination
from ordquant_core.analysis.task_report import TaskReport
from ordquant_core.findings.runs import impossible
from ordquant_core.findings.superlatives import LIKELY, SURE, depends, in_resamples
from ordquant_core.findings.words import labels, some
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import all_of, count, listed, score, setting
from ordquant_core.statistics.superlatives import First


def smallest_means(report: TaskReport, alpha: float) -> str:
    """Say which run has the smallest mean, by how many measures, and how many pairs differ significantly."""
    runs, measures = report.scores.runs, report.scores.measures
    if len(runs) == 1:
        mean = score(float(report.means[0, 0]))
        return f"By {MEASURES[measures[0]].label}, {runs[0]} scores {mean} on average; smaller is better."
    finite = {key: over_cases.first() for key, over_cases in report.over_cases.items()}
    separated = "" if report.tested is None else pairs_that_differ(report.tested, alpha)
    if not finite:
        return f"Every measure is infinite for some run: no smallest mean is named. {separated}".strip()
    infinite = [key for key in measures if key not in finite]
    left_out = f" Left out, as infinite for some run: {labels(infinite)}." if infinite else ""
    return f"{_winners(finite)}{left_out} {separated}".strip()


def _winners(best: Mapping[str, First]) -> str:
    """Say which runs are the first by each measure, as far as the cases decide: surely, likely, or not."""
    every, winners = len(best), defaultdict[tuple[tuple[str, ...], bool], list[str]](list)
    for key, first in best.items():
        if first.share >= LIKELY:
            winners[first.names, first.share >= SURE].append(key)
    clauses: list[str] = []
    for (runs, _), keys in sorted(winners.items(), key=lambda entry: -len(entry[1])):
        has = "" if clauses else f" {'has' if len(runs) == 1 else 'share'} the smallest mean score"
        shares = [best[key].share for key in keys]
        clauses.append(f"{listed(runs)}{has} by {_named(keys, every)}{in_resamples(min(shares), max(shares))}")
    if undecided := [key for key, first in best.items() if not first.share >= LIKELY]:
        start, which = ("by", "that") if clauses else ("By", "which run has the smallest mean score")
        clauses.append(f"{start} {_named(undecided, every)}, {which} {depends(best[undecided[0]])}")
    return f"{'; '.join(clauses)}."


def pairs_that_differ(test: Discrimination, alpha: float) -> str:
    """Say how many pairs of runs each measure separates, or from how many to how many."""
    if no := impossible(test, alpha):
        return no
    keys, numbers = test.measures, test.significant(alpha).sum(axis=1)
    near = test.undecided(alpha).any()
    doubt = f" With other trials these counts may differ: some p-values are near {setting(alpha)}." if near else ""
    pairs = count(len(test.pairs), "pair of runs", "pairs of runs")
    fewest, most = count(int(numbers.min())), count(int(numbers.max()))
    who = f"{labels(keys)} separates" if len(keys) == 1 else "each of the tested measures separates"
    if fewest != most:
        who, most = "the tested measures separate", f"{fewest} to {most}"
    return f"Of {pairs}, {who} {most} significantly.{doubt}"


def _named(keys: Sequence[str], of: int) -> str:
    """Name measures where they are few, else say how many they are."""
    return all_of(of, "measure") if len(keys) == of > 1 else some(keys, f"of the {of} ")


def not_tested(report: TaskReport) -> str:
    """Say why runs are not tested, or not by all measures; nothing where all are."""
    if len(report.scores.runs) < 2 or len(report.scores.cases) < 2:
        return "A test needs two runs and two cases or more."
    return f"Not tested, as infinite on some case: {', '.join(report.infinite)}." if report.infinite else ""
