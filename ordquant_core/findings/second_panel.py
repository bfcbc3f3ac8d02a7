"""What a second panel of annotators says of runs: whether they are closer to the votes, and what it would score."""

from collections.abc import Sequence
from math import floor, isfinite, log10

import numpy as np

from ordquant_core.analysis.second_panel import BOUNDED_BY_FEW, SecondPanel
from ordquant_core.findings.sentence import NAMED, Part, RunName, Sentence, ended, listing, say
from ordquant_core.findings.words import span
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import USUAL, count, decimals, interval, percent, score

FEW = 3  # votes: from more on, most measures have weights with a small error
EACH = " Each run has an interval of its own, not corrected for their number."
UNKNOWN_PERSONS = (
    "The range is a 95% interval. Each vote counts as another person's: if the same persons labelled all cases, it is "
    "too narrow."
)


def against_annotators(panel: SecondPanel, measure: str, run: str, *, each: bool = True) -> Sentence:
    """Say whether a run is closer to half of the annotators than as many others are; nothing else decides it.

    `each`: of several runs, that each has an interval of its own.
    """
    layer, place = panel.measures.index(measure), panel.runs.index(run)
    gaps = panel.differences
    low, high = float(gaps.low[layer, place]), float(gaps.high[layer, place])
    if not isfinite(low):
        closer: Sentence = ("there is no interval, so that the votes do not show which is closer",)
    elif low > 0:
        closer = ("the annotators are closer",)
    elif high < 0:
        closer = (RunName(run), " is closer")
    else:
        closer = ("the votes do not show which is closer",)
    known = f", {percent(gaps.confidence)} interval {interval(low, high, sign=True)}" if isfinite(low) else ""
    return say(
        f"Against {_half(panel)}, ",
        RunName(run),
        f" scores {score(panel.scores[layer, place])} and {_others(panel)} {score(panel.half.means[layer])} by "
        f"{MEASURES[measure].label} (difference {score(gaps.means[layer, place], sign=True)}{known}): ",
        closer,
        ".",
        EACH if each and len(panel.runs) > 1 else "",
    )


def runs_against_annotators(panel: SecondPanel, measure: str, names: Sequence[Part]) -> Sentence:
    """Say which of several runs are closer to half of the annotators than as many others; `names` are those of runs."""
    layer = panel.measures.index(measure)
    low, high = panel.differences.low[layer], panel.differences.high[layer]
    sides = (
        (high < 0, "closer to the votes than the annotators"),
        (low > 0, "less close"),
        ((low <= 0) & (high >= 0), "not shown by the votes"),
        (np.isnan(low), "without an interval, as the differences do not vary"),
    )
    groups = [(words, [names[run] for run in np.flatnonzero(holds).tolist()]) for holds, words in sides if holds.any()]
    each = EACH if len(names) > 1 else ""
    return say(ended(say(f"{words}: ", listing(runs, at_most=NAMED)) for words, runs in groups), each)


def second_panel(panel: SecondPanel, measure: str) -> str:
    """Say between which scores a second panel of as many annotators lies."""
    layer, bounds, label = panel.measures.index(measure), panel.bounds(), MEASURES[measure].label
    low, high = float(bounds.low[layer]), float(bounds.high[layer])
    size = str(panel.votes[0]) if len(panel.votes) == 1 else "as many annotators"
    if panel.unanimous[layer]:
        return f"All annotators of a case agree: the votes show no difference between two panels by {label}."
    if not isfinite(low):
        return f"What a second panel of {size} would score by {label} is not known."
    if panel.votes[0] > FEW or measure in BOUNDED_BY_FEW:
        return f"A second panel of {size} would score {' to '.join(ends(low, high))} by {label}."
    votes = span(panel.votes, "vote")
    of = f"With {votes} per case, the {label} of a second panel of {size} is not known"
    return f"{of}: {' to '.join(ends(low, high))}."


def range_of(panel: SecondPanel, measure: str) -> str:
    """Write between which scores a second panel lies, as `second_panel` says it."""
    bounds, layer = panel.bounds(), panel.measures.index(measure)
    return " to ".join(ends(float(bounds.low[layer]), float(bounds.high[layer])))


def ends(low: float, high: float) -> tuple[str, str]:
    """Write the ends of a range with no more digits than two of its half width.

    >>> ends(0.0655, 0.1014), ends(0.13, 0.93), ends(0.1, 0.1)
    (('0.066', '0.101'), ('0.13', '0.93'), ('0.100', '0.100'))
    """
    half = (high - low) / 2
    places = min(USUAL, 1 - floor(log10(half))) if half > 0 else USUAL
    return decimals(low, places), decimals(high, places)


def allowed_for(panel: SecondPanel) -> str:
    """Say whose vote is whose, as far as it is known, and which cases count in nothing."""
    left = f" {count(panel.single, 'case')} with one vote left out." if panel.single else ""
    if panel.n_persons:
        return f"The intervals allow for other cases and for other persons than these {panel.n_persons}.{left}"
    some = "Persons are named, but did not label every case. " if panel.some_persons else ""
    return f"{some}{UNKNOWN_PERSONS}{left}"


def how_panels(panel: SecondPanel, measure: str) -> str:
    """Say how the scores of panels are computed, and how far they can be wrong."""
    error = float(panel.bounds().error[panel.measures.index(measure)])
    votes = panel.votes[0]
    sizes, all_votes = ("1" if votes < 4 else f"1 to {votes // 2}", str(votes))
    if len(panel.votes) > 1:
        sizes, all_votes = "up to half of them", "all of them"
    means = "with fixed weights" if panel.votes[-1] > FEW or measure not in BOUNDED_BY_FEW else "by bounds"
    extended = f", extended to {all_votes} {means} (largest relative error {percent(error, 1)})"
    return f"Disjoint parts of the votes of each case; panels of {sizes}{extended if isfinite(error) else ''}."


def _half(panel: SecondPanel) -> str:
    votes = panel.votes[0]
    return "half of the votes" if len(panel.votes) > 1 else f"{votes // 2} of the {votes} votes"


def _others(panel: SecondPanel) -> str:
    half = panel.votes[0] // 2
    if len(panel.votes) > 1:
        return "as many other annotators"
    return f"{half} other {'annotator' if half == 1 else 'annotators'}"
