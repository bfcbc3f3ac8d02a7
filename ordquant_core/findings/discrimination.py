"""Which measures separate runs, which differences two of them share, and where they contradict each other.

`over` says over what numbers are pooled, " over 2 tasks", where there is more than one task.
"""

from collections.abc import Hashable, Sequence

from ordquant_core.analysis.discrimination import Contradiction, Overlap, Power, least_overlap, without_contradictions
from ordquant_core.findings.sentence import Sentence, Strong, say
from ordquant_core.findings.words import labels, some
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import all_of, count, percent

EQUAL = 1e-12  # shares that differ by less are equal but for rounding


def power(total: Sequence[Power], over: str, bounds: tuple[Sequence[int], Sequence[int]] | None = None) -> str:
    """Name the measures that separate the most and the fewest pairs of runs, all of them where several do.

    `bounds`: how many pairs every measure separates at least and at most, whatever other trials would say; where these
    leave open which measure separates the most, the sentence says so.
    """
    largest, smallest = (end(each.significant for each in total) for end in (max, min))
    most, fewest = ([each.measure for each in total if each.significant == end] for end in (largest, smallest))
    amount = f"{count(largest)} of {count(total[0].pairs)} ({percent(largest / total[0].pairs, 1)})"
    doubt = "" if bounds is None else _doubt(total, most, *bounds)
    if largest == smallest:
        who = f"{all_of(len(total), 'measure').capitalize()} separate" if len(total) > 1 else f"{some(most)} separates"
        return f"{who} the same number of pairs of runs{over}: {amount}.{doubt}"
    separate = "separates" if len(most) == 1 else "separate"
    fewer = f"{some(fewest)} the fewest, {count(smallest)}"
    return f"{some(most)} {separate} the most pairs of runs{over}: {amount}; {fewer}.{doubt}"


def _doubt(total: Sequence[Power], most: Sequence[str], least: Sequence[int], largest: Sequence[int]) -> str:
    """Say that other trials may put other measures first, where they may."""
    sure = min(low for each, low in zip(total, least, strict=True) if each.measure in most)
    numbers = zip(total, largest, strict=True)
    close = [each.measure for each, high in numbers if each.measure not in most and high >= sure]
    if close:
        return f" With other trials, {some(close)} may separate as many: p is near alpha for some pairs."
    if len(most) > 1 and list(least) != list(largest):
        return " Pairs whose p is near alpha leave open which of them separates the most."
    return ""


def overlaps(total: Sequence[Overlap], against: Sequence[tuple[Hashable, Contradiction]], over: str) -> str:
    """Name the pair of measures that overlaps least, and count contradictions; `against` pairs them with tasks."""
    least = least_overlap(total)
    if least is None:
        return "No measure separates any pair of runs."
    start = _least(total, *least, over)
    if not against:
        return f"{start}; no two measures contradict each other on these runs."
    pairs = len({(each.measure_1, each.measure_2) for _, each in against})
    runs = len({(task, frozenset((each.run_1, each.run_2))) for task, each in against})
    return f"{start}; {count(pairs, 'pair')} of measures contradict each other, on {count(runs, 'pair')} of runs."


def _least(total: Sequence[Overlap], least: Overlap, sso: float, over: str) -> str:
    shared = f"share {percent(sso, 1)} of the significant differences that either finds"
    known = [overlap.sso for overlap in total if overlap.sso is not None and overlap is not least]
    ties, who = sum(other - sso <= EQUAL for other in known), labels([least.measure_1, least.measure_2])
    if not known:
        return f"{who} {shared}{over}"
    if ties == len(known):  # none overlaps less than the others
        every = all_of(ties + 1, "pair").capitalize()
        return f"{every} of measures that find a difference overlap alike{over}: they {shared}"
    as_little = f" (so {'does' if ties == 1 else 'do'} {count(ties, 'other pair')})" if ties else ""
    return f"{who} overlap least{as_little}{over}: they {shared}"


def overlap(shared: Overlap) -> str:
    """Say how much of the significant differences of two measures both find."""
    share = "neither finds a difference" if shared.sso is None else f"SSO {percent(shared.sso, 1)}"
    return f"{labels([shared.measure_1, shared.measure_2])}: {share}"


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
    'They contradict each other on 4 pairs of runs (1 with identical runs counted once); without these, SSO is 95.5%.'
    """
    joined = f" ({count(once)} with identical runs counted once)" if once != number else ""
    left = without_contradictions(shared, number).sso
    rest = "nothing is left" if left is None else f"SSO is {percent(left, 1)}"
    return f"They contradict each other on {count(number, 'pair')} of runs{joined}; without these, {rest}."
