"""Plans in sentences: what a budget buys, what is noise. Names of runs are escaped."""

from collections.abc import Mapping, Sequence

import numpy as np

from ordquant_core.analysis.planning.noise import Noise
from ordquant_core.analysis.planning.split import Option, Split
from ordquant_core.findings.words import span
from ordquant_core.markup import Html, join
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, listed, percent, score
from ordquant_core.records import IntArray
from ordquant_core.statistics.alpha import krippendorff_alpha
from ordquant_core.statistics.mean_interval import MeanInterval
from ordquant_core.tables.sentences import listed_names

NAMED = 4  # runs that a sentence names
ESTIMATED = "Both are estimated from how far the votes differ within cases and between cases."
SHRUNK = (
    "Pairs are tested one by one at 5%, with the differences of the pilot shrunk by what chance adds to them; where "
    "the runs do not differ by more than chance explains (F test), they count as 0."
)


def of_budget(best: Option, split: Split, budget: int, measure: str) -> str:
    """Say how wide the interval of a difference is with the best split of a budget, and what it separates, if any."""
    label = MEASURES[measure].label
    size = f"{count(best.cases, 'case')} × {count(best.annotators, 'annotator')}"
    said = f"{size} give 95% intervals {score(best.width)} wide"
    if not _separated(best, split):
        return f"With {count(budget, 'vote')}, no split is expected to separate any pair of runs by {label}; {said}."
    return (
        f"With {count(budget, 'vote')}, {said} by {label} and separate about {count(_separated(best, split))} of "
        f"{count(split.pairs, 'pair')}."
    )


def beside_budget(ways: Sequence[Option], split: Split, floors: Mapping[int, float]) -> str:
    """Name the next best split of a budget, and say how sure the best one is; `floors` by the number of annotators."""
    best, *others = ways
    start = "Width: median pair of runs."
    if not others:
        return f"{start} No other split of this budget was resampled."
    if not _separated(best, split):
        return start
    after = others[0]
    return (
        f"{start} Next best: {_named(after)} separates about {count(_separated(after, split))}, with a noise floor of "
        f"{score(floors[after.annotators])} instead of {score(floors[best.annotators])}. {_named(best)} is best or "
        f"tied in {percent(best.first)} of {count(split.n_resamples, 'resample')}."
    )


def _separated(way: Option, split: Split) -> int:
    return round(way.separated * split.pairs)


def _named(way: Option) -> str:
    return f"{count(way.cases)} × {count(way.annotators)}"


def without_budget(split: Split, budget: int, measure: str) -> str:
    """Say that a budget buys no collection that was resampled."""
    least, most = split.cases[0] * split.annotators[0], split.cases[-1] * split.annotators[-1]
    return (
        f"No resampled collection for {MEASURES[measure].label} has {count(budget, 'vote')}. Choose a budget from "
        f"{count(least)} to {count(most)}."
    )


def of_noise(noise: Noise, measure: str) -> str:
    """Say what the true distributions and a second panel would score, and how that is known."""
    layer = noise.measures.index(measure)
    return (
        f"Votes are a sample: by {MEASURES[measure].label} the true distributions would still score "
        f"{score(noise.floor[layer])}, and a second panel of as many annotators {score(noise.panel[layer])}. "
        f"{ESTIMATED}"
    )


def against_panel(noise: Noise, compared: MeanInterval, layer: int, names: Sequence[object]) -> Html:
    """Say of which runs the difference from another panel may be 0; `compared` are the runs minus the panel."""
    low, high = compared.low[layer], compared.high[layer]
    known = np.isfinite(low) & np.isfinite(high)
    alike = np.flatnonzero(known & (low <= 0) & (high >= 0)).tolist()
    better, worse = int((known & (high < 0)).sum()), int((known & (low > 0)).sum())
    interval = f"{percent(compared.confidence)} interval of the difference"
    parts: list[object] = [
        f"By {MEASURES[noise.measures[layer]].label} the true distributions would still score "
        f"{score(noise.floor[layer])} (noise floor), another panel of annotators {score(noise.panel[layer])}. "
        f"{ESTIMATED} "
    ]
    if not known.any():
        parts.append("There is no interval of the differences between the runs and that panel.")
    elif alike:
        runs = listed_names([names[run] for run in alike], at_most=NAMED)
        parts += [f"For the mean of a run minus that of the panel, the {interval} includes 0 for ", runs, "; "]
        parts.append(
            f"{_sides(better, worse)} (the interval excludes 0)." if better or worse else "it never excludes 0."
        )
    else:
        every = "every run" if known.all() else "each of these"
        parts.append(f"{_sides(better, worse)} than that panel; the {interval} excludes 0 for {every}.")
    if known.any() and not known.all():
        parts.append(f" For {count(int((~known).sum()), 'run')} there is no interval: the differences do not vary.")
    if known.sum() > 1:
        parts.append(" These are intervals of each run by itself, not corrected for their number.")
    return join(parts)


def _sides(better: int, worse: int) -> str:
    said = ((better, "better"), (worse, "worse"))
    return listed([f"{count(n, 'run')} {'scores' if n == 1 else 'score'} {side}" for n, side in said if n])


def alpha(votes: IntArray) -> str:
    """Say how well the annotators of the gold agree, in one number; `votes` (cases, classes)."""
    totals = votes.sum(axis=1)
    each = span([int(totals.min()), int(totals.max())], "vote")
    return (
        f"Krippendorff's alpha (ordinal) is {score(krippendorff_alpha(votes))}, with {each} for each of "
        f"{count(len(votes), 'case')}."
    )
