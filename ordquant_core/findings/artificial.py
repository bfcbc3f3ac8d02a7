"""What the study with artificial distributions says, repeated with one seed or more."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.comparison import TIE
from ordquant_core.findings.superlatives import LIKELY
from ordquant_core.findings.words import labels
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, listed, percent, score
from ordquant_core.papers.experiments import PER_COVER
from ordquant_core.papers.references import REFERENCES
from ordquant_core.spaces.artificial import NEAR, Study, TauSpread

HOW_INTERVALS = (
    "Intervals as in the paper, here of seed 0. They assume independent pairs, but pairs share distributions: by "
    "simulation, a 95% interval holds the mean tau over all draws in 95% of draws for 3 classes (84% for JSD and NMD), "
    "and in 66% for 7 (46% for RNSS and NMD)."
)


def reproduced_taus(study: Study, spreads: Sequence[TauSpread]) -> str:
    """Say how well the published taus are reproduced; without any, which measures rank least similarly.

    A published tau and those of n seeds are draws of the same study: by chance alone, it is the smallest or the largest
    of all n + 1 with probability 2 / (n + 1).
    """
    printed = [spread for spread in spreads if spread.printed]
    n_seeds = len(study.seeds)
    if not printed:
        return _least_similar(study)
    near = sum(spread.near for spread in printed)
    how_many = f"All {near}" if near == len(printed) else f"{near} of the {len(printed)}"
    start = f"{how_many} published taus lie within {NEAR} of our"
    if n_seeds == 1:
        return f"{start}s, from one seed."
    outside = ["–".join(MEASURES[key].label for key in spread.measures) for spread in printed if spread.outside]
    if not outside:
        return f"{start} mean; all lie within the range over {n_seeds} seeds."
    by_chance = f"chance alone would put each of the {len(printed)} there in {percent(2 / (n_seeds + 1))} of draws"
    lie = "lies" if len(outside) == 1 else "lie"
    return f"{start} mean; {listed(outside)} {lie} outside the range over {n_seeds} seeds, and {by_chance}."


def _least_similar(study: Study) -> str:
    """Name the two measures whose rankings of pairs differ most on average, and in how many seeds exactly they do."""
    n_seeds, n_measures = len(study.seeds), len(study.measures)
    if n_seeds == 1:
        return f"One seed does not show which of the {n_measures} measures rank pairs of distributions least similarly."
    first, second = np.triu_indices(n_measures, 1)
    taus = study.tau[:, first, second]
    means = taus.mean(axis=0)
    least = means <= means.min() + TIE
    n_there = int(((taus <= taus.min(axis=1, keepdims=True) + TIE) == least).all(axis=1).sum())
    mean = f"mean tau {score(float(means.min()))}"
    if n_there < LIKELY * n_seeds:
        return (
            f"Which two of the {n_measures} measures rank pairs of distributions least similarly depends on the seed: "
            f"smallest {mean}."
        )
    pairs = [labels([study.measures[first[at]], study.measures[second[at]]]) for at in np.flatnonzero(least)]
    have = "has" if len(pairs) == 2 else "have"
    others = "" if len(pairs) == 1 else f"; {count(len(pairs) - 1, 'other pair')} {have} the same"
    return (
        f"Of the {n_measures} measures, {pairs[0]} rank pairs of distributions least similarly, in {n_there} of "
        f"{n_seeds} seeds: {mean}{others}."
    )


def how_repeated(study: Study, spreads: Sequence[TauSpread]) -> str:
    """Say on what the measures are compared, and where the study is printed."""
    unprinted = "" if any(spread.printed for spread in spreads) else _UNPRINTED
    covered = listed([*map(str, range(1, study.n_classes + 1))])
    return (
        f"{count(study.n_distributions)} random distributions of {count(study.n_votes, 'vote')}, {PER_COVER} each with "
        f"votes in exactly {covered} classes ({REFERENCES['sakai2018'].short}, Section 4.1). How similarly do two "
        f"measures rank all {count(study.n_pairs)} pairs of them? Tau is 1 where they rank them alike.{unprinted}"
    )


def which_intervals(study: Study, spreads: Sequence[TauSpread]) -> str:
    """Say what the intervals of one draw show, and what is marked."""
    shaded = " Shaded: the published tau lies outside the range." if any(spread.outside for spread in spreads) else ""
    varied = " The range shows how much tau varies from draw to draw." if len(study.seeds) > 1 else ""
    return f"{HOW_INTERVALS}{varied}{shaded} Point at an interval for the one by Fisher’s z."


_UNPRINTED = " A table is published for 3 and for 7 classes, with 30 votes."
