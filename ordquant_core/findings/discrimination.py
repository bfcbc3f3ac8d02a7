"""Which measures separate runs, which differences two of them share, and where they contradict each other.

`over` says over what numbers are pooled, " over 2 tasks", where there is more than one task.
"""

from collections.abc import Hashable, Sequence

import numpy as np

from ordquant_core.analysis.discrimination import Contradiction, Overlap, Power, without_contradictions
from ordquant_core.findings.sentence import MeasureName, Sentence, Strong, say
from ordquant_core.findings.superlatives import LIKELY, SURE, End, alike, depends, in_resamples, two_ends
from ordquant_core.findings.words import labels
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import all_of, count, percent
from ordquant_core.statistics.superlatives import Resampled

SSO = "Overlap (SSO): of the differences that either of two measures finds significant, the share that both find."


def power(total: Sequence[Power], over_cases: Resampled, over: str, none_possible: str = "") -> tuple[str, str]:
    """Name the measures that separate the most and the fewest pairs of runs, by `power_over_cases`; and the rest.

    `none_possible`: why no pair can differ significantly on any task, `findings.runs.impossible`.
    """
    if none_possible:
        return f"No measure can separate any pair of runs{over}.", none_possible
    most, fewest = over_cases.first(largest=True), over_cases.first()
    largest = int(most.value)
    of, least = f"of {count(total[0].pairs)}", count(int(fewest.value))
    amount = f"{count(largest)} {of}, {percent(largest / total[0].pairs, 1)}"
    if most.names == fewest.names:
        if len(total) == 1:
            return f"{labels(most.names)} separates {amount} of the pairs of runs{over}.", ""
        same = alike(all_of(len(total), "measure"), f"separate the same number of pairs of runs{over}: {amount}", most)
        return f"{same}.", ""
    return two_ends(
        ("separates", "separate"),
        End(most, f"the most pairs of runs{over}", "the most", amount, count(largest)),
        End(fewest, f"the fewest pairs of runs{over}", "the fewest", f"{least} {of}", least),
        len(total),
    )


def separated(pair: Sequence[Power]) -> Sentence:
    """Say how many pairs of runs two measures separate.

    >>> "".join(map(str, separated([Power("NMD", 9, 10), Power("RNOD", 8, 10)])))
    'NMD separates 9 of 10 pairs of runs, RNOD 8.'
    """
    (first, second), of = pair, count(pair[0].pairs, "pair")
    x, y = MeasureName(first.measure, "x"), MeasureName(second.measure, "y")
    return say(x, f" separates {count(first.significant)} of {of} of runs, ", y, f" {count(second.significant)}.")


def overlaps(
    total: Sequence[Overlap], over_cases: Resampled, against: Sequence[tuple[Hashable, Contradiction]], over: str
) -> tuple[str, str]:
    """Name the pair of measures that overlaps least; then say what overlap is, and count contradictions.

    `over_cases`: `overlap_over_cases`; `against` pairs contradictions with tasks.
    """
    if not np.isfinite(over_cases.values).any():
        return "No measure separates any pair of runs.", ""
    least, share = _least(total, over_cases, over)
    contradict = "No two measures contradict each other on these runs."
    if against:
        pairs = len({(each.measure_1, each.measure_2) for _, each in against})
        runs = len({(task, frozenset((each.run_1, each.run_2))) for task, each in against})
        between = f"between {count(pairs, 'pair')} of measures, on {count(runs, 'pair')} of runs"
        contradict = f"{count(len(against), 'contradiction')} {between}."
    return f"{least}.", " ".join(filter(None, (share, SSO, contradict)))


def _least(total: Sequence[Overlap], over_cases: Resampled, over: str) -> tuple[str, str]:
    first, measures = over_cases.first(), len({key for one in total for key in (one.measure_1, one.measure_2)})
    shared = f"{percent(first.value, 1)} of the significant differences"
    least = total[over_cases.names.index(first.names[0])]
    who = labels([least.measure_1, least.measure_2])
    if np.isfinite(over_cases.values).sum() == 1:
        return f"{who} share {shared}{over}", ""
    if first.names == over_cases.first(largest=True).names:  # none overlaps less than the others
        who = f"{all_of(len(first.names), 'pair')} of measures that find a difference"
        return alike(who, f"overlap alike{over} (they share {shared})", first), ""
    if not first.share >= LIKELY:
        none = f"No two of {count(measures, 'measure')} clearly overlap least{over}"
        return f"{none} (here {who}: {percent(first.value, 1)}): that {depends(first)}", ""
    ties = len(first.names) - 1
    as_little = f" (so {'does' if ties == 1 else 'do'} {count(ties, 'other pair')})" if ties else ""
    said = f"{who} overlap least{as_little}{over}: they share {shared}"
    if first.share >= SURE:
        return said, ""
    return f"On these cases {said}", f"They overlap least{in_resamples(first.share)}."


def overlap(shared: Overlap, pair: Sequence[str]) -> Sentence:
    """Say how much of the significant differences of two measures both find; `pair` names them in their order."""
    share = "neither finds a difference" if shared.sso is None else f"overlap {percent(shared.sso, 1)}"
    return say(MeasureName(pair[0], "x"), " and ", MeasureName(pair[1], "y"), f": {share}")


def counted(shared: Overlap) -> str:
    """Say how many pairs of runs two measures separate, in lines of a figure."""
    first, second = MEASURES[shared.measure_1].label, MEASURES[shared.measure_2].label
    return f"{first} only: {count(shared.a)}<br>both: {count(shared.b)}<br>{second} only: {count(shared.c)}"


def contradiction(against: Contradiction) -> Sentence:
    """Say what two measures find of two runs."""
    first, second = (f"{MEASURES[key].label}: " for key in (against.measure_1, against.measure_2))
    better, worse = Strong(against.run_1), Strong(against.run_2)
    return say(first, better, " is significantly better than ", worse, f". {second}significantly worse.")


def contradicting(shared: Overlap, number: int, once: int) -> str:
    """Count the pairs of runs on which two measures contradict each other, `once`: with identical runs counted once.

    >>> contradicting(Overlap("NMD", "RNOD", 3, 68, 0), 4, 1)
    'They contradict each other on 4 pairs of runs (1 with identical runs counted once); without these, overlap 95.5%.'
    """
    joined = f" ({count(once)} with identical runs counted once)" if once != number else ""
    left = without_contradictions(shared, number).sso
    rest = "nothing is left" if left is None else f"overlap {percent(left, 1)}"
    return f"They contradict each other on {count(number, 'pair')} of runs{joined}; without these, {rest}."
