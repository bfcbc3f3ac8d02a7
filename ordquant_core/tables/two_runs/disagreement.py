"""Measures on the cases of two runs: where two disagree, how deltas correlate, how often pairs agree; filters."""

from collections.abc import Sequence

from ordquant_core.analysis.case_filters import Filter
from ordquant_core.analysis.comparison import QUADRANTS, TIE_DECIMALS
from ordquant_core.markup import NOTHING, Cell, Html, join, length, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import class_label, count, percent, score
from ordquant_core.records import Correlation, FloatArray, Quadrants

Pair = tuple[str, str]
INTERVALS = ", with 95% intervals (r: Fisher’s z, which assumes normal Δ; τ: Long and Cliff)"


def label_pair(pair: Pair) -> tuple[str, str]:
    """Return the labels of two measures."""
    return MEASURES[pair[0]].label, MEASURES[pair[1]].label


def disagreements(counts: Quadrants) -> int:
    """Return the number of cases on which two measures prefer different runs."""
    return counts.second + counts.fourth


def verdict(counts: Quadrants, pair: Pair, names: tuple[Html, Html], *, identical: bool) -> Html:
    """Return in one sentence how often two measures disagree; `identical`: the runs have the same estimates.

    What becomes of the other cases is for `agreements` to say.
    """
    first, second = label_pair(pair)
    n = sum(getattr(counts, name) for name in (*QUADRANTS, "on_axis"))
    cases = f"all {count(n)} cases" if n > 1 else "the only case"
    if counts.on_axis == n and identical:
        return join([names[0], " and ", names[1], f" have the same estimates: every measure sees a tie on {cases}."])
    if first == second:
        for_a, for_b = count(counts.third, "case"), count(counts.first)
        are = "is a tie" if counts.on_axis == 1 else "are ties"
        ties = f"; {count(counts.on_axis)} of {count(n, 'case')} {are}."
        return join([f"{first} prefers ", names[0], f" on {for_a} and ", names[1], f" on {for_b}{ties}"])
    if counts.on_axis == n:
        return join([f"No preference to compare: {first} or {second} sees a tie on {cases}."])
    number = disagreements(counts)
    if not number:
        none = f"none of the {count(n)} cases" if n > 1 else "the only case"
        return join([f"{first} and {second} prefer {'different runs' if n > 1 else 'the same run'} on {none}."])
    ways = [(counts.second, names), (counts.fourth, names[::-1])]
    most, (one, other) = max(ways, key=lambda way: way[0])
    parts = [f"{first} and {second} prefer different runs on {count(number)} of {count(n, 'case')}; on {count(most)} "]
    return join([*parts, f"{first} prefers ", one, f" and {second} ", other, "."])


def agreements(counts: Quadrants, pair: Pair, names: tuple[Html, Html]) -> Html:
    """Return what the two measures prefer on the cases that `verdict` leaves, so that all cases are counted."""
    first, second = label_pair(pair)
    n = sum(getattr(counts, name) for name in (*QUADRANTS, "on_axis"))
    if first == second or counts.on_axis == n:
        return NOTHING
    parts: list[Html] = []
    reverse = min(counts.second, counts.fourth)
    if reverse:
        parts.append(Html(f"On {count(reverse)} it is the reverse."))
    both = [(count(number), name) for number, name in zip((counts.third, counts.first), names, strict=True) if number]
    if both:
        prefer = [
            join(["both prefer " * (not place), name, f" on {number}"]) for place, (number, name) in enumerate(both)
        ]
        parts.append(join([f"They agree on {count(counts.third + counts.first)}: ", join(prefer, ", "), "."]))
    if counts.on_axis:
        parts.append(Html(f"{first} or {second} sees a tie on {count(counts.on_axis)}."))
    return join(parts, " ")


def strongest(strengths: FloatArray, case: int) -> str:
    """Return whether a case is "the strongest disagreement" or one of several, else ""; see `disagreement_size`."""
    rounded = strengths.round(TIE_DECIMALS)
    if not rounded[case] or rounded[case] < rounded.max():
        return ""
    return (
        "the strongest disagreement" if (rounded == rounded.max()).sum() == 1 else "one of the strongest disagreements"
    )


def headline(counts: Quadrants, pair: Pair, n: int, *, listed: bool = False) -> str:
    """Return the title of a plot: 'NMD and RNOD disagree on 83 of 390 cases'."""
    first, second = label_pair(pair)
    of = f"{count(n)} listed {'case' if n == 1 else 'cases'}" if listed else count(n, "case")
    return f"{first} and {second} disagree on {count(disagreements(counts))} of {of}"


def correlation(found: Correlation, name: str = "r") -> str:
    """Return a correlation: 'r = 0.812 [0.779, 0.841]', or why there is none."""
    if found.value is None:
        return f"{name} is not defined: {found.undefined.partition(':')[0]}"
    if found.low is None or found.high is None:
        return f"{name} = {score(found.value)} ({found.undefined})"
    return f"{name} = {score(found.value)} [{score(found.low)}, {score(found.high)}]"


def correlations(r: Correlation, tau: Correlation) -> str:
    """Return both correlations of the deltas of two measures, or why there is none."""
    if r.value is None and r.undefined == tau.undefined:
        return f"Correlation of the two Δ: {r.undefined}."
    intervals = INTERVALS if None not in (r.low, tau.low) else ""
    return f"{correlation(r, 'Pearson r')}; {correlation(tau, 'Kendall τ')}{intervals}."


def share_bar(share: float, digits: int = 1) -> Cell:
    """Return the cell of a share, with a bar under it."""
    share = float(share)  # not NumPy's, which shows its type
    bar = tag("i", style=f"width:{length(100 * share)}")
    return Cell(join([percent(share, digits), bar]), title=repr(share), class_="oq-score oq-of-gold")


def kind_words(pair: Pair) -> dict[str, str]:
    """Return what the kinds of cases are called: 'Both prefer A', 'NMD: A, RNOD: B'."""
    first, second = label_pair(pair)
    both = "Both prefer" if first != second else "Prefers"
    return {
        "all": "All",
        "disagreements": "Disagree",
        "a_against_b": f"{first}: A, {second}: B",
        "b_against_a": f"{first}: B, {second}: A",
        "both_prefer_a": f"{both} A",
        "both_prefer_b": f"{both} B",
        "any_tie": "Tie",
    }


def in_words(asked: Filter, robust: float, pair: Pair, classes: Sequence[str], *, group: str | None = None) -> str:
    """Return what a filter asks for; `robust` is the least share of simulated panels in which two measures disagree."""
    parts = [] if group is None else [f"group {group}"]
    if robust:
        parts.append(f"{' and '.join(label_pair(pair))} disagree in {percent(robust)} of the simulated panels or more")
    if asked.majority is not None:
        parts.append(f"most frequent class {class_label(classes[asked.majority])}")
    if asked.fewest is not None:
        parts.append(f"{count(asked.fewest, 'annotator')} or more")
    if asked.most is not None:
        parts.append(f"{count(asked.most, 'annotator')} or fewer")
    if asked.shapes:
        parts.append(f"gold {' or '.join(asked.shapes)}")
    return ", ".join(parts)
