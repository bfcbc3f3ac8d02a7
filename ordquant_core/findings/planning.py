"""What a plan says: what a budget of votes buys, how many cases a difference needs, how well annotators agree."""

from collections.abc import Sequence

from ordquant_core.analysis.planning.design import Needed
from ordquant_core.analysis.planning.split import Option, Split
from ordquant_core.findings.words import span
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, percent, score, setting
from ordquant_core.records import IntArray
from ordquant_core.statistics.alpha import krippendorff_alpha
from ordquant_core.statistics.finite import ROUNDING
from ordquant_core.statistics.mean_interval import FEW

SHRUNK = (
    "Pairs are tested one by one at 5%, with the differences of the pilot shrunk by what chance adds to them; where "
    "the runs do not differ by more than chance explains (F test), they count as 0."
)


def best_way(ways: Sequence[Option], split: Split, budget: int, measure: str) -> str:
    """Say what the best way to spend a budget gives; where no way is among those that were resampled, that.

    `ways` are those of `options`, the best first. A small pilot is a warning.
    """
    label = MEASURES[measure].label
    if not ways:
        least, most = split.cases[0] * split.annotators[0], split.cases[-1] * split.annotators[-1]
        return (
            f"No resampled collection for {label} has {count(budget, 'vote')}. Choose a budget from {count(least)} to "
            f"{count(most)}."
        )
    best, separated = ways[0], _separated(ways[0], split)
    size = f"{count(best.cases, 'case')} × {count(best.annotators, 'annotator')}"
    width = f"{size} give 95% intervals {score(best.width)} wide"
    buys = f"{width} by {label} and separate about {count(separated)} of {count(split.pairs, 'pair')}"
    if not separated:
        buys = f"no split is expected to separate any pair of runs by {label}; {width}"
    return f"With {count(budget, 'vote')}, {buys}.{few_pilot(split.n_cases)}"


def few_pilot(n_cases: int) -> str:
    """Warn of a pilot of few cases, after a sentence; nothing where there are enough."""
    pilot = count(n_cases, "case")
    return f" The pilot has {pilot}: with fewer than {FEW}, plans are very uncertain." if n_cases < FEW else ""


def next_best_way(ways: Sequence[Option], split: Split) -> str:
    """Name the next best way, and say how sure the best one is."""
    start = "Width: median pair of runs."
    best = ways[0]
    if len(ways) == 1:
        return f"{start} No other split of this budget was resampled."
    if not _separated(best, split):
        return start
    equal = sum(abs(way.separated - best.separated) < ROUNDING for way in ways)
    narrowest = f"has the narrowest intervals of the {count(equal)} ways that separate as many pairs"
    parts = [start, *([f"{_named(best)} {narrowest}."] if equal > 1 else [])]
    if equal < len(ways):
        next_best = ways[equal]
        parts.append(f"Next best: {_named(next_best)} separates about {count(_separated(next_best, split))}.")
        parts.append(
            f"{_named(best)} is best or tied in {percent(best.first)} of {count(split.n_resamples, 'resample')}."
        )
    return " ".join(parts)


def _separated(way: Option, split: Split) -> int:
    return round(way.separated * split.pairs)


def _named(way: Option) -> str:
    return f"{count(way.cases)} × {count(way.annotators)}"


def annotator_agreement(votes: IntArray) -> str:
    """Say how well the annotators of the gold agree, in one number; `votes` (cases, classes)."""
    return (
        f"Krippendorff's alpha (ordinal) is {score(krippendorff_alpha(votes))}, with "
        f"{span(votes.sum(axis=1), 'vote')} for each of {count(len(votes), 'case')}."
    )


def how_resampled(split: Split) -> str:
    """Say how cases and annotators are resampled, and what counts as separated."""
    return (
        f"Cases are resampled with replacement and annotators without, {count(split.n_resamples, 'time')}. {SHRUNK} "
        "Tau: with the ranking of the pilot, from resamples of the same pilot."
    )


def paired_design(needed: Needed) -> str:
    """Say how many cases a paired t-test needs at least, and within what range; nothing where there is no variance."""
    if needed.cases is None or needed.cases_low is None or needed.cases_high is None or needed.cases_mean is None:
        return ""
    few = " Fewer than 20 cases rest on normal theory; check with more cases." if needed.cases_low < FEW else ""
    return (
        f"To find {setting(needed.difference)} in {MEASURES[needed.measure].label} takes at least "
        f"{count(needed.cases, 'case')} by the pair of runs that varies most ({count(needed.cases_low)} to "
        f"{count(needed.cases_high)} by the 95% interval of its variance, normal scores), {count(needed.cases_mean)} "
        f"by the mean variance of all pairs.{few} The power is for a difference known exactly. Runs with equal scores "
        "count once."
    )
