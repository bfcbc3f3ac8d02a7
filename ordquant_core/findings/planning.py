"""What a plan says: what a budget of votes buys, how many cases a difference needs, how well annotators agree."""

import math
from collections.abc import Iterator, Sequence

from ordquant_core.analysis.planning.design import Needed
from ordquant_core.analysis.planning.split import Option, Split, best_options
from ordquant_core.findings.sentence import Chosen, MeasureName, Sentence, say
from ordquant_core.findings.words import span
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, percent, rounded, score, setting
from ordquant_core.records import IntArray
from ordquant_core.statistics.alpha import krippendorff_alpha
from ordquant_core.statistics.finite import ROUNDING
from ordquant_core.statistics.mean_interval import FEW

SHRUNK = (
    "Pairs are tested one by one at 5%, with the differences of the pilot shrunk by what chance adds to them; where "
    "the runs do not differ by more than chance explains (F test), they count as 0."
)


def question(budget: int, measure: str) -> Sentence:
    """Ask what the first finding will answer, while it is computed."""
    return say("How many pairs of runs do ", _votes(budget), " separate by ", MeasureName(measure, "measure"), "?")


def best_way(ways: Sequence[Option], split: Split, budget: int, measure: str) -> Sentence:
    """Say what the best way to spend a budget gives; `ways` are those of `options`, the best first.

    Where another is best after a correction for the number of pairs, neither is before the other.
    """
    by, votes = MeasureName(measure, "measure"), _votes(budget)
    if not ways:
        return say("No resampled collection for ", by, " has ", votes, ".")
    best, *corrected = best_options(ways, split.pairs)
    if not _separated(best, split):
        return say("With ", votes, ", no split is expected to separate any pair of runs by ", by, ".")
    pairs, of = count(_separated(best, split)), count(split.pairs)
    if corrected:
        sizes = " or ".join(_named(way).replace(" ", "\u00a0") for way in (best, *corrected))
        return say("With ", votes, f", {sizes} separate the most pairs by ", by, f" (about {pairs} of {of}).")
    size = f"{count(best.cases, 'case')} × {count(best.annotators, 'annotator')}".replace(" ", "\u00a0")
    return say("With ", votes, f", {size} separate about {pairs} of {of} pairs by ", by, ".")


def _votes(budget: int) -> Chosen:
    return Chosen(count(budget, "vote"), "budget")


def few_pilot(n_cases: int) -> str:
    """Warn of a pilot of few cases, after a sentence; nothing where there are enough."""
    pilot = count(n_cases, "case")
    return f" The pilot has {pilot}: with fewer than {FEW}, plans are very uncertain." if n_cases < FEW else ""


def next_best_way(ways: Sequence[Option], split: Split) -> str:
    """Say how sure the best way is and which is the next best, or how wide its intervals are; warn of a small pilot.

    Where no way is among those that were resampled, name the budgets that are.
    """
    least, most = split.cases[0] * split.annotators[0], split.cases[-1] * split.annotators[-1]
    said = "".join(_about_best(ways, split)) if ways else f"Choose a budget from {count(least)} to {count(most)}."
    return said.lstrip() + few_pilot(split.n_cases)


def _about_best(ways: Sequence[Option], split: Split) -> Iterator[str]:
    best, *corrected = best_options(ways, split.pairs)
    if corrected:
        yield "Cases × annotators."  # as the sentence before has them
    elif split.pairs > 1 and _separated(best, split):
        left = count(_left(best, split))
        yield f"Not corrected for the number of pairs (with Bonferroni's correction about {left})."
    equal = sum(abs(way.separated - best.separated) < ROUNDING for way in ways)
    others = ways[equal:] if _separated(best, split) else ()
    if equal > 1 or not others:
        yield f" {_named(best)} gives 95% intervals {score(best.width)} wide (median pair of runs)."
    if len(ways) == 1:
        yield " No other split of this budget was resampled."
    elif equal > 1 and _separated(best, split):
        yield f" They are the narrowest of the {count(equal)} ways that separate as many pairs."
    if others:
        share = f"{percent(best.first)} of {count(split.n_resamples, 'resample')}"
        yield f" {'Uncorrected, ' * bool(corrected)}{_named(best)} is best or tied in {share}"
        known = others[0] in corrected  # it stands beside the best one
        yield (
            "." if known else f"; next best: {_named(others[0])}, about {count(_separated(others[0], split), 'pair')}."
        )
    for way in corrected:
        left = count(_left(way, split), "pair")
        yield f" With Bonferroni's correction for the number of pairs {_named(way)} separates more: about {left}."


def _left(way: Option, split: Split) -> int:
    return int(rounded(way.corrected * split.pairs, 0))


def _separated(way: Option, split: Split) -> int:
    return int(rounded(way.separated * split.pairs, 0))


def _named(way: Option) -> str:
    return f"{count(way.cases)} × {count(way.annotators)}"


def annotator_agreement(votes: IntArray) -> str:
    """Say how well the annotators of the gold agree, in one number; `votes` (cases, classes)."""
    return (
        f"Krippendorff's alpha (ordinal) is {score(krippendorff_alpha(votes))}, with "
        f"{span(votes.sum(axis=1), 'vote')} for each of {count(len(votes), 'case')}."
    )


def detected(least: float, n_cases: int, measure: str, power: float) -> Sentence:
    """Say which difference the cases of the pilot detect, `least`, by the pair of runs that varies most; NaN: none."""
    what = "no difference" if math.isnan(least) else f"differences of {score(least)} or more between any two runs"
    by, with_power = MeasureName(measure, "measure"), Chosen(percent(power), "power")
    return say("With ", with_power, f" power, the pilot's {count(n_cases, 'case')} detect {what} in ", by, ".")


def how_resampled(split: Split) -> str:
    """Say how cases and annotators are resampled, and what counts as separated."""
    return (
        f"Cases are resampled with replacement and annotators without, {count(split.n_resamples, 'time')}. {SHRUNK} "
        "Bonferroni: at 5% divided by the number of pairs; Systems has another number, since it tests the pilot's own "
        "cases and votes, by a randomised Tukey HSD test. Tau: with the ranking of the pilot, from resamples of the "
        "same pilot."
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
