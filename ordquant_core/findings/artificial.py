"""What the study with artificial distributions says, repeated with many seeds."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.comparison import TIE
from ordquant_core.findings.words import labels
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, listed, score
from ordquant_core.papers.experiments import PER_COVER
from ordquant_core.papers.references import REFERENCES
from ordquant_core.spaces.artificial import NEAR, Study, TauSpread


def reproduced_taus(study: Study, spreads: Sequence[TauSpread]) -> str:
    """Say how well the published taus are reproduced; without any, which measures rank least similarly."""
    printed = [spread for spread in spreads if spread.printed]
    if not printed:
        return _least_similar(study)
    near = sum(spread.near for spread in printed)
    outside = ["–".join(MEASURES[key].label for key in spread.measures) for spread in printed if spread.outside]
    how_many = f"All {near}" if near == len(printed) else f"{near} of the {len(printed)}"
    where = f"{listed(outside)} {'lies' if len(outside) == 1 else 'lie'} outside" if outside else "all lie within"
    seeds = count(len(study.seeds), "seed")
    return f"{how_many} published taus lie within {NEAR} of our mean; {where} the range over {seeds}."


def _least_similar(study: Study) -> str:
    """Name the two measures whose rankings of pairs differ most, on average over the seeds; of all that are shown."""
    first, second = np.triu_indices(len(study.measures), 1)
    means = study.tau.mean(axis=0)[first, second]
    if not np.isfinite(means).any():
        return "No mean tau is defined."
    least = np.nanmin(means)
    places = np.flatnonzero(means <= least + TIE)
    pairs = [labels([study.measures[first[at]], study.measures[second[at]]]) for at in places]
    have = "has" if len(pairs) == 2 else "have"
    others = "" if len(pairs) == 1 else f"; {count(len(pairs) - 1, 'other pair')} {have} the same"
    return (
        f"Of the {count(len(study.measures), 'measure')}, {pairs[0]} rank pairs of distributions least similarly: mean "
        f"tau {score(float(least))}{others}."
    )


def how_repeated(study: Study, spreads: Sequence[TauSpread]) -> str:
    """Say on what the measures are compared, and where the study is printed."""
    votes = count(study.n_votes, "vote")
    unprinted = "" if any(spread.printed for spread in spreads) else _UNPRINTED
    return (
        f"{count(study.n_distributions)} distributions of {votes}, {count(study.n_pairs)} pairs. "
        f"{REFERENCES['sakai2018'].short}, section 4.1: for every k, {PER_COVER} random distributions that cover "
        "exactly k classes; how similarly do two measures rank all pairs? Tau 1 is the same ranking; smaller scores "
        f"are better.{unprinted}"
    )


_UNPRINTED = " A table is published for 3 and for 7 classes, with 30 votes."
