"""Findings on all gold distributions, one sentence each, with a line on how they were computed."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ordquant_core.analysis.comparison import TIE
from ordquant_core.analysis.spaces.artificial import NEAR, Study, TauSpread
from ordquant_core.analysis.spaces.by_score import Found
from ordquant_core.analysis.spaces.compare_estimators import Comparison
from ordquant_core.analysis.spaces.measure_properties import ORDERED, Finding, ordinal_distances
from ordquant_core.findings.words import labels
from ordquant_core.markup import Html, join, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import count, listed, percent, score
from ordquant_core.papers.artificial import PER_COVER
from ordquant_core.papers.references import REFERENCES
from ordquant_core.tables.sentences import lettered
from ordquant_core.tables.spaces.views import pair_label

SIGN = "Δ is A minus B, negative where A is preferred."
SMALLER = "Smaller scores are better."


class Said(NamedTuple):
    """A finding and how it was computed."""

    finding: Html
    because: str


def of_comparison(compared: Comparison, first: str, second: str) -> Said:
    """On how many gold distributions two measures disagree, and in which way."""
    counts, n = compared.quadrants(first, second), compared.n_distributions
    space = _space(n, compared.n_votes, compared.n_classes)
    words = _disagreement(compared, (first, second), (counts.second, counts.fourth))
    ties = f"{count(counts.on_axis, 'vote count')} {'is a tie' if counts.on_axis == 1 else 'are ties'}"
    because = f"Every possible vote count counts once; {ties} for at least one of the two. {SMALLER}"
    return Said(join([f"Of all {space}, ", words]), because)


def disagreeing(compared: Comparison, first: str, second: str) -> str:
    """On how many of all gold distributions two measures disagree, in so few words that they fit above a plot."""
    counts = compared.quadrants(first, second)
    both = f"{MEASURES[first].label} and {MEASURES[second].label}"
    return f"{both} disagree on {count(counts.second + counts.fourth)} of {count(compared.n_distributions)}"


def beside_shapes(compared: Comparison, first: str, second: str) -> Html:
    """Name the parts of the bars of `views.shapes`, from left to right."""
    a, b = lettered(compared.a.name, "A"), lettered(compared.b.name, "B")
    words, line = f"{MEASURES[first].label} and {MEASURES[second].label} disagree", "3px solid var(--oq-disagreement)"
    disagree = tag("b", words, style=f"border-bottom:{line}")
    return join(["Both prefer ", a, "; ", disagree, "; one of them ties (grey); both prefer ", b, "."])


def _disagreement(compared: Comparison, pair: tuple[str, str], ways: tuple[int, int]) -> Html:
    """Say how often two measures disagree: `ways` are how often the first prefers A, and how often B."""
    one, other = (MEASURES[key].label for key in pair)
    a, b = lettered(compared.a.name, "A"), lettered(compared.b.name, "B")
    (most, (for_one, for_other)), (least, _) = sorted(
        zip(ways, ((a, b), (b, a)), strict=True), key=lambda way: way[0], reverse=True
    )
    total = sum(ways)
    parts: list[object] = [
        f"{one} and {other} disagree on {count(total)} ({percent(total / compared.n_distributions, 1)})"
    ]
    if most:
        parts += [f": on {count(most)}, {one} prefers ", for_one, f" and {other} ", for_other]
        parts.append(f"; on {count(least)}, the reverse" if least else "")
    return join([*parts, "."])


def of_search(found: Found, n_votes: int, n_classes: int, n_conditions: int) -> Said:
    """How many gold distributions meet the conditions."""
    space = _space(found.n_distributions, n_votes, n_classes)
    if not n_conditions:
        words = f"Without conditions, all {space} are listed."
    elif found.n_found == found.n_distributions:
        words = f"All {space} meet the conditions."
    elif found.n_found == 1:
        words = f"Exactly one of the {space} meets the conditions: {', '.join(map(str, found.votes[0].tolist()))}."
    elif found.n_found:
        share = percent(found.n_found / found.n_distributions, 2)
        words = f"{count(found.n_found)} of the {space} meet the conditions ({share})."
    else:
        words = f"None of the {space} meets the conditions."
    return Said(
        Html(words),
        f"Scores are computed from whole votes, so ties are exact: Δ = 0 ± 0 finds all of them. {SIGN} {SMALLER}",
    )


def of_study(study: Study, spreads: Sequence[TauSpread]) -> Said:
    """How well the published taus are reproduced; without any, which measures rank least similarly."""
    printed, seeds = [one for one in spreads if one.printed], count(len(study.seeds), "seed")
    if printed:
        near, outside = sum(one.near for one in printed), [pair_label(one, "–") for one in printed if one.outside]
        how_many = f"All {near}" if near == len(printed) else f"{near} of the {len(printed)}"
        where = f"{listed(outside)} {'lies' if len(outside) == 1 else 'lie'} outside" if outside else "all lie within"
        words = f"{how_many} published taus lie within {NEAR} of our mean; {where} the range over {seeds}."
    else:
        words = _least_similar(study)
    n, votes, pairs = count(study.n_distributions), count(study.n_votes, "vote"), count(study.n_pairs)
    because = (
        f"{n} distributions of {votes}, {pairs} pairs. {REFERENCES['sakai2018'].short}, section 4.1: for every k, "
        f"{PER_COVER} random distributions that cover exactly k classes; how similarly do two measures rank all pairs? "
        "Tau 1 is the same ranking; smaller scores are better."
    )
    because += "" if printed else " A table is published for 3 and for 7 classes, with 30 votes."
    return Said(Html(words), because)


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


def of_properties(findings: Sequence[Finding], n_votes: int, n_classes: int) -> Said:
    """How many measures are shown to consider the order of the classes, and which of them may be distances on it."""
    ordinal = [found for found in findings if found.property == "order"]
    distances = ordinal_distances(findings)
    if n_classes < ORDERED:
        words = "With two classes, nothing shows whether a measure considers their order; take three or more."
    else:
        shown = sum(bool(found.holds) for found in ordinal)
        words = (
            f"{shown or 'None'} of {count(len(ordinal), 'measure')} {'is' if shown <= 1 else 'are'} shown to consider "
            "the order of the classes; "
        )
        if n_votes == 1:
            words += "one vote is too few to look for counterexamples to a distance on ordered classes."
        elif distances:
            only = "only " * (len(distances) == 1)
            words += f"for {only}{labels(distances)}, no counterexample to a distance on ordered classes was found."
        else:
            words += "for all of them, there is a counterexample to a distance on ordered classes."
    because = (
        "A distance on ordered classes, here: farther is always worse, moving probability away from the gold always "
        "hurts, and the triangle inequality holds; it need not be symmetric. Checked on all distributions of "
        f"{count(n_votes, 'vote')} over {n_classes} classes, not proved for others. Smaller scores are better. "
        "Columns (a) to (d) are those of table 1 of the variants study 2022; a tick is not always an advantage."
    )
    return Said(Html(words), because)


def _space(n_distributions: int, n_votes: int, n_classes: int) -> str:
    return f"{count(n_distributions)} possible vote counts ({count(n_votes, 'annotator')}, {n_classes} classes)"
