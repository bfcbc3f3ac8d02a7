"""Two measures on the cases of two runs: where they prefer different ones, how alike they are, which are listed."""

from collections.abc import Sequence

from ordquant_core.analysis.case_filters import Filter
from ordquant_core.analysis.case_margins import CaseMargins, Pair
from ordquant_core.analysis.robustness import MOSTLY_KEPT
from ordquant_core.findings.sentence import MeasureName, Sentence, both_names, join, say
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import class_label, count, score
from ordquant_core.records import Correlation, Quadrants

INTERVALS = ", with 95% intervals (r: Fisher’s z, which assumes normal Δ; τ: Long and Cliff)"


def label_pair(pair: Pair) -> tuple[str, str]:
    """Return the labels of two measures."""
    return MEASURES[pair[0]].label, MEASURES[pair[1]].label


def disagreement(margins: CaseMargins) -> Sentence:
    """Say on how many cases two measures prefer different runs, each way round.

    What becomes of the other cases is for `agreement` to say. Both measures and both runs are named in every case.
    """
    counts, n = margins.counts, len(margins.x)
    x, y = (MeasureName(key, role) for key, role in zip(margins.measures, "xy", strict=True))
    a, b = both_names(margins.task.runs)
    cases = f"all {count(n)} cases" if n > 1 else "the only case"
    if counts.on_axis == n and margins.identical:
        return say(a, " and ", b, " have the same estimates: ", x, ", ", y, f" and all others see a tie on {cases}.")
    if counts.on_axis == n:
        return say(x, " or ", y, " sees a tie between ", a, " and ", b, f" on {cases}: no preference to compare.")
    if not counts.second + counts.fourth:
        where = f"any of {count(n)} cases" if n > 1 else cases
        return say(x, " and ", y, " do not disagree about ", a, " and ", b, f" on {where}.")
    reverse = f", the reverse on {count(counts.fourth)}" if counts.fourth else ""  # A first: each keeps its place
    return say(x, " prefers ", a, " and ", y, " ", b, f" on {count(counts.second)} of {count(n, 'case')}{reverse}.")


def agreement(margins: CaseMargins) -> Sentence:
    """Say what the two measures prefer on the cases that `disagreement` leaves, so that all cases are counted.

    Last, how strong the disagreements are: many can be smaller than a vote.
    """
    counts, (x, y) = margins.counts, label_pair(margins.measures)
    if counts.on_axis == len(margins.x):
        return ()
    both = zip((counts.third, counts.first), both_names(margins.task.runs), strict=True)
    prefer = [say(name, f" on {count(number)}") for number, name in both if number]
    agreed = f"They agree on {count(counts.third + counts.first, 'case')}: both prefer "
    ties = f"{x} or {y} sees a tie on {count(counts.on_axis)}." if counts.on_axis else ""
    strongest = float(margins.strengths.max())
    size = f"In every disagreement one of the two margins is {score(strongest)} or less." if strongest else ""
    return join([say(agreed, join(prefer, " and "), ".") if prefer else (), ties, size])


def headline(counts: Quadrants, pair: Pair, n: int) -> str:
    """Return the title of a small plot: 'NMD and RNOD disagree on 83 of 390 cases'."""
    x, y = label_pair(pair)
    return f"{x} and {y} disagree on {count(counts.second + counts.fourth)} of {count(n, 'case')}"


def dots(counts: Quadrants, pair: Pair, *, listed: bool = False, dense: bool = False) -> str:
    """Return the title of a plot: 'Each dot is a case; amber: NMD and RNOD disagree (83)'.

    `listed`: only the listed cases are drawn; `dense`: they are too many for a dot each.
    """
    x, y = label_pair(pair)
    drawn = "Stronger colour: more cases" if dense else f"Each dot is a {'listed ' if listed else ''}case"
    number = counts.second + counts.fourth
    apart = f"amber: {x} and {y} disagree ({count(number)})" if number else f"{x} and {y} disagree on none"
    return f"{drawn}; {apart}"


def amber(title: str) -> str:
    """Return what such a title says of the colour: 'Amber: NMD and RNOD disagree (83)'."""
    words = title.rpartition("; ")[2]
    return words[:1].upper() + words[1:]


def correlation(correlated: Correlation, name: str = "r") -> str:
    """Return a correlation: 'r = 0.812 [0.779, 0.841]', or why there is none."""
    if correlated.value is None:
        return f"{name} is not defined: {correlated.undefined.partition(':')[0]}"
    if correlated.low is None or correlated.high is None:
        return f"{name} = {score(correlated.value)} ({correlated.undefined})"
    return f"{name} = {score(correlated.value)} [{score(correlated.low)}, {score(correlated.high)}]"


def correlations(r: Correlation, tau: Correlation) -> str:
    """Return both correlations of the deltas of two measures, or why there is none."""
    if r.value is None and r.undefined == tau.undefined:
        return f"Correlation of the two Δ: {r.undefined}."
    intervals = INTERVALS if None not in (r.low, tau.low) else ""
    return f"{correlation(r, 'Pearson r')}; {correlation(tau, 'Kendall τ')}{intervals}."


def kinds(pair: Pair) -> dict[str, str]:
    """Return what the kinds of cases are called: 'Both prefer A', 'NMD: A, RNOD: B'."""
    x, y = label_pair(pair)
    return {
        "all": "All",
        "disagreements": "Disagree",
        "a_against_b": f"{x}: A, {y}: B",
        "b_against_a": f"{x}: B, {y}: A",
        "both_prefer_a": "Both prefer A",
        "both_prefer_b": "Both prefer B",
        "any_tie": "Tie",
    }


def filtered(asked: Filter, robust: str, pair: Pair, classes: Sequence[str], *, group: str | None = None) -> str:
    """Return what a filter asks for; `robust` is how surely simulated panels keep the disagreement of two measures."""
    parts = [] if group is None else [f"group {group}"]
    if robust:
        more = " or robust" * (robust == MOSTLY_KEPT)
        parts.append(f"the disagreement of {' and '.join(label_pair(pair))} is {robust}{more} (simulated panels)")
    if asked.majority is not None:
        parts.append(f"most frequent class {class_label(classes[asked.majority])}")
    if asked.fewest is not None:
        parts.append(f"{count(asked.fewest, 'annotator')} or more")
    if asked.most is not None:
        parts.append(f"{count(asked.most, 'annotator')} or fewer")
    if asked.shapes:
        parts.append(f"gold {' or '.join(asked.shapes)}")
    return ", ".join(parts)
