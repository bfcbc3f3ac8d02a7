"""What a plan says: what a budget of votes buys, what is noise, how well annotators agree."""

from collections.abc import Mapping, Sequence

import numpy as np

from ordquant_core.analysis.planning.design import Needed
from ordquant_core.analysis.planning.noise import Noise
from ordquant_core.analysis.planning.split import Option, Split
from ordquant_core.findings.sentence import Part, Sentence, listing, say
from ordquant_core.findings.words import span
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, listed, percent, score, setting
from ordquant_core.records import IntArray
from ordquant_core.statistics.alpha import krippendorff_alpha
from ordquant_core.statistics.mean_interval import MeanInterval

NAMED = 4  # runs that a sentence names
ESTIMATED = "Both are estimated from how far the votes differ within cases and between cases."
SHRUNK = (
    "Pairs are tested one by one at 5%, with the differences of the pilot shrunk by what chance adds to them; where "
    "the runs do not differ by more than chance explains (F test), they count as 0."
)


def best_way(ways: Sequence[Option], split: Split, budget: int, measure: str) -> str:
    """Say what the best way to spend a budget gives; where no way is among those that were resampled, that.

    `ways` are those of `options`, the best first.
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
    if not separated:
        return f"With {count(budget, 'vote')}, no split is expected to separate any pair of runs by {label}; {width}."
    return (
        f"With {count(budget, 'vote')}, {width} by {label} and separate about {count(separated)} of "
        f"{count(split.pairs, 'pair')}."
    )


def next_best_way(ways: Sequence[Option], split: Split, floors: Mapping[int, float]) -> str:
    """Name the next best way, and say how sure the best one is; `floors`: the noise by the number of annotators."""
    start = "Width: median pair of runs."
    best = ways[0]
    if len(ways) == 1:
        return f"{start} No other split of this budget was resampled."
    if not _separated(best, split):
        return start
    after = ways[1]
    return (
        f"{start} Next best: {_named(after)} separates about {count(_separated(after, split))}, with a noise floor of "
        f"{score(floors[after.annotators])} instead of {score(floors[best.annotators])}. {_named(best)} is best or "
        f"tied in {percent(best.first)} of {count(split.n_resamples, 'resample')}."
    )


def _separated(way: Option, split: Split) -> int:
    return round(way.separated * split.pairs)


def _named(way: Option) -> str:
    return f"{count(way.cases)} × {count(way.annotators)}"


def noise_floor(noise: Noise, measure: str) -> str:
    """Say what the true distributions and a second panel would score, and how that is known."""
    layer = noise.measures.index(measure)
    return (
        f"Votes are a sample: by {MEASURES[measure].label} the true distributions would still score "
        f"{score(noise.floor[layer])}, and a second panel of as many annotators {score(noise.panel[layer])}. "
        f"{ESTIMATED}"
    )


def against_panel(noise: Noise, differences: MeanInterval, layer: int, names: Sequence[Part]) -> Sentence:
    """Say of which runs the difference from another panel may be 0; `differences` are the runs minus the panel."""
    low, high = differences.low[layer], differences.high[layer]
    known = np.isfinite(low) & np.isfinite(high)
    alike = np.flatnonzero(known & (low <= 0) & (high >= 0)).tolist()
    better, worse = int((known & (high < 0)).sum()), int((known & (low > 0)).sum())
    interval = f"{percent(differences.confidence)} interval of the difference"
    parts: list[Part | Sentence] = [
        f"By {MEASURES[noise.measures[layer]].label} the true distributions would still score "
        f"{score(noise.floor[layer])} (noise floor), another panel of annotators {score(noise.panel[layer])}. "
        f"{ESTIMATED} "
    ]
    if not known.any():
        parts.append("There is no interval of the differences between the runs and that panel.")
    elif alike:
        parts.append(f"For the mean of a run minus that of the panel, the {interval} includes 0 for ")
        rest = f"{_sides(better, worse)} (the interval excludes 0)." if better or worse else "it never excludes 0."
        parts += [listing([names[run] for run in alike], at_most=NAMED), f"; {rest}"]
    else:
        every = "every run" if known.all() else "each of these"
        parts.append(f"{_sides(better, worse)} than that panel; the {interval} excludes 0 for {every}.")
    if known.any() and not known.all():
        parts.append(f" For {count(int((~known).sum()), 'run')} there is no interval: the differences do not vary.")
    if known.sum() > 1:
        parts.append(" These are intervals of each run by itself, not corrected for their number.")
    return say(*parts)


def _sides(better: int, worse: int) -> str:
    counts = ((better, "better"), (worse, "worse"))
    return listed([f"{count(n, 'run')} {'scores' if n == 1 else 'score'} {side}" for n, side in counts if n])


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


def uncertain_variance(needed: Needed) -> str:
    """Say what the upper limit of a pilot's variance asks for; nothing where there is no variance."""
    if needed.cases is None or needed.cases_high is None:
        return ""
    return (
        f"The pilot's variance is an estimate: for {setting(needed.difference)} in {MEASURES[needed.measure].label}, "
        f"{count(needed.cases)} cases by the estimate, {count(needed.cases_high)} by its upper limit (one-sided 95%, "
        "normal scores). Runs with equal scores count once."
    )
