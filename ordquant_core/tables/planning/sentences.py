"""Plans in sentences: what a budget buys, what is noise, what was simulated. Names of runs are escaped."""

from collections.abc import Mapping, Sequence

import numpy as np

from ordquant_core.analysis.planning.annotators import PERMUTATIONS, Profiles
from ordquant_core.analysis.planning.noise import Noise
from ordquant_core.analysis.planning.power import PROCEDURES, TUKEY, SeparatedPairs, SimulatedPower
from ordquant_core.analysis.planning.split import Option, Split
from ordquant_core.analysis.planning.standing_out import StandingOut
from ordquant_core.analysis.planning.votes import AnnotatorAgreement
from ordquant_core.markup import Html, join
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import class_label, count, decimals, listed, p_text, percent, score, setting
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.mean_interval import MeanInterval
from ordquant_core.tables.sentences import listed_names, span

NAMED = 4  # runs that a sentence names
ESTIMATED = "Both are estimated from how far the votes differ within cases and between cases."
SHRUNK = (
    "Pairs are tested one by one at 5%, with the differences of the pilot shrunk by what chance adds to them; where "
    "the runs do not differ by more than chance explains (F test), they count as 0."
)
DOUBTFUL = 0.05  # from this p on, the places of lists may be anybody's


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


def alpha(found: AnnotatorAgreement) -> str:
    """Say how well the annotators of the gold agree, in one number."""
    votes = span([found.fewest, found.most], "vote")
    return (
        f"Krippendorff's alpha (ordinal) is {score(found.alpha)}, with {votes} for each of "
        f"{count(found.cases, 'case')}."
    )


def agreement(found: AnnotatorAgreement) -> str:
    """Say on how many cases of the gold the annotators agree, and on how many they do not."""
    return (
        f"On {count(found.tied, 'case')} ({percent(found.tied / found.cases)}) the mode is tied; on "
        f"{count(found.unanimous, 'case')} all votes agree. Mean entropy: {decimals(found.entropy, 2)} bits."
    )


def annotators(profiles: Profiles, p: float | None, out: StandingOut) -> str:
    """Say which annotators lower the agreement or lean more than chance explains; `p`: whether places are annotators.

    `out` are the tests of the same labels: nobody is named whose p-value is not below 0.05.
    """
    said = [_lowers(profiles, out), _leans(profiles, out)]
    tests = f"labels of each case exchanged among its annotators {count(out.n_exchanges)} times"
    if not any(said):
        least = f"{_least(out.alpha, out)} for alpha without an annotator, {_least(out.bias, out)} for bias"
        said = [f"No annotator stands out: {least}"]
    elif not said[0]:
        said[0] = f"No annotator lowers alpha significantly ({_least(out.alpha, out)})"
    elif not said[1]:
        said[1] = f"No annotator's bias stands out ({_least(out.bias, out)})"
    doubt = "" if p is None else f" The file names no annotators, but its lists have an order; {_order(p)}."
    corrected = f"P-values are corrected for {count(len(profiles.annotators), 'annotator')}, alpha and bias ({tests})."
    return f"{'. '.join(one for one in said if one)}. {corrected}{doubt}"


def _lowers(profiles: Profiles, out: StandingOut) -> str:
    """Name the annotator without whom alpha is largest, of those who stand out."""
    clear = np.flatnonzero((out.alpha < DOUBTFUL) & (profiles.alpha_without > profiles.alpha))
    if not len(clear):
        return ""
    most = int(clear[np.argmax(profiles.alpha_without[clear])])
    return (
        f"Without {profiles.annotators[most]}, alpha is {score(profiles.alpha_without[most])} (with all: "
        f"{score(profiles.alpha)}; p {p_text(float(out.alpha[most]), out.n_exchanges)}){_more(clear)}"
    )


def _leans(profiles: Profiles, out: StandingOut) -> str:
    """Name the annotator with the largest bias, of those who stand out."""
    clear = np.flatnonzero(out.bias < DOUBTFUL)
    if not len(clear):
        return ""
    if len(profiles.annotators) == 2:
        gap = score(abs(profiles.bias[0]))
        return (
            f"{profiles.annotators[0]} and {profiles.annotators[1]} lie {gap} classes apart on average: either may lean"
        )
    most = int(clear[np.argmax(np.abs(profiles.bias[clear]))])
    end = profiles.classes[-1 if profiles.bias[most] > 0 else 0]
    return (
        f"The largest bias is that of {profiles.annotators[most]}, towards {class_label(end)}: on average "
        f"{score(abs(profiles.bias[most]))} classes away from the others (p "
        f"{p_text(float(out.bias[most]), out.n_exchanges)}){_more(clear)}"
    )


def _least(p_values: FloatArray, out: StandingOut) -> str:
    defined = p_values[~np.isnan(p_values)]
    return f"smallest p {p_text(float(defined.min()), out.n_exchanges)}" if len(defined) else "no p-value"


def _more(clear: IntArray) -> str:
    others = len(clear) - 1
    return f"; {count(others, 'other')} {'stands' if others == 1 else 'stand'} out, too" if others else ""


def _order(p: float) -> str:
    how = f"(p {p_text(p, PERMUTATIONS)})"
    if p < DOUBTFUL:
        return f"labels at the same position differ from the others more than by chance {how}, as one person's would"
    return f"labels at the same position do not differ significantly from the others {how}: each may be anybody's"


def levels(power: SimulatedPower, layer: int) -> str:
    """Say how often each procedure finds a difference that is not there."""
    shares = dict(zip(PROCEDURES, power.false[:, layer].tolist(), strict=True))
    first = PROCEDURES.index(TUKEY)
    alone = float(power.interchangeable[first, layer])
    others = ", ".join(f"{name} {percent(shares[name], 1)}" for name in PROCEDURES[1:])
    return (
        f"Where no runs differ, the randomised Tukey HSD test still finds a difference in "
        f"{percent(shares[TUKEY], 1)} of {count(power.n_simulations, 'collection')} (standard error "
        f"{percent(power.error(shares[TUKEY]), 1)}; alpha is {setting(power.alpha)}); {others}. Where runs are "
        f"interchangeable on every case, as the test assumes, it does so in {percent(alone, 1)}."
    )


def powers(power: SimulatedPower, layer: int, difference: float) -> str:
    """Say how often each procedure finds one difference."""
    place = power.differences.index(difference)
    found = power.found[:, layer, place].tolist()
    shares = [f"{name} in {percent(share)}" for name, share in zip(PROCEDURES, found, strict=True)]
    return (
        f"A difference of {setting(difference)} in {MEASURES[power.measures[layer]].label} on "
        f"{count(power.n_cases, 'case')} is detected by {listed(shares)} of the pairs of runs that have it, in "
        f"{count(power.n_simulations, 'simulated collection')} (standard error at most {percent(power.error(0.5))})."
    )


def differing(separated: SeparatedPairs, layer: int) -> str:
    """Say how many pairs each procedure separates, and on how many they differ."""
    counts = separated.rejected[:, layer].sum(axis=1).tolist()
    said = [f"{name} {count(number)}" for name, number in zip(PROCEDURES, counts, strict=True)]
    pairs = separated.differ(layer)
    start = f"Of {count(len(separated.pairs), 'pair')} of runs the procedures separate: {listed(said)}."
    return f"{start} They differ on {count(len(pairs), 'pair')}." if pairs else f"{start} They agree on every pair."
