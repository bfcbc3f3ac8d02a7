"""The figures of the Atlas and of propriety, on the page and as files, without their colours yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from ordquant_core.analysis.comparison import disagreement
from ordquant_core.analysis.propriety import Propriety, numbers_of_annotators, propriety
from ordquant_core.analysis.propriety_map import ProprietyMap, propriety_map
from ordquant_core.analysis.spaces.artificial import Study, artificial_study, spreads
from ordquant_core.analysis.spaces.compare_estimators import KEPT, Comparison, compare_estimators
from ordquant_core.analysis.spaces.gold_distributions import Estimator
from ordquant_core.analysis.spaces.pairs import POPULARITY, UNIFORM, Votes, classes, picture
from ordquant_core.errors import OrdquantError
from ordquant_core.figures.atlas import disagreement_heatmap, preference_map, tau_figure
from ordquant_core.figures.deltas import delta_scatter
from ordquant_core.figures.distributions import Estimate, distribution_figure
from ordquant_core.figures.points import DRAWN_AS_POINTS
from ordquant_core.figures.propriety import gap_figure, propriety_map_figure
from ordquant_core.figures.template import Sketch
from ordquant_core.figures.workings import RunLetter
from ordquant_core.measures.registry import MAIN_MEASURES, MEASURES
from ordquant_core.numerals import count
from ordquant_core.papers.artificial import MEASURES_OF_TABLE
from ordquant_core.report.drawn import Drawn
from ordquant_core.tables.spaces import sentences
from ordquant_core.tables.spaces.results import VotesTexts
from ordquant_core.tables.spaces.views import pair_label

Pair = tuple[str, str]
SIDES: tuple[RunLetter, RunLetter] = ("a", "b")
NOT_PRINTED = (np.nan, np.nan, np.nan)


def disagreements(compared: Comparison) -> Sketch:
    """Draw the share of gold distributions on which every two measures disagree."""
    labels = [MEASURES[key].label for key in compared.measures]
    shares = compared.disagreements() / compared.n_distributions
    return partial(disagreement_heatmap, shares, labels, title="Disagreement, in percent of gold distributions")


def deltas(compared: Comparison, pair: Pair, *, hint: str = "") -> Sketch:
    """Draw the deltas of the two estimators by two measures, a dot per gold distribution.

    `hint`: said under the title where dots lie too close to be drawn one by one.
    """
    x, y = (compared.deltas[compared.index(key)] for key in pair)
    dense = compared.n_distributions > DRAWN_AS_POINTS
    return partial(
        delta_scatter,
        x,
        y,
        VotesTexts(compared.votes),
        disagreement(x, y),
        compared.quadrants(*pair),
        measures=(MEASURES[pair[0]].label, MEASURES[pair[1]].label),
        runs=(compared.a.name, compared.b.name),
        title=sentences.disagreeing(compared, *pair),
        subtitle=f"gold distributions; stronger colour: more{hint}" if dense else "gold distributions",
        height=400,  # as the card beside it
    )


def gold_and_estimates(gold: Votes, a: Estimator, b: Estimator, *, height: int = 250) -> Sketch:
    """Draw one gold distribution of a space, and what both estimators make of it."""
    shown, names = picture(gold, a, b), (a.name, b.name)
    return partial(
        distribution_figure,
        shown.classes,
        shown.probabilities("gold"),
        [Estimate(name, shown.probabilities(side)) for name, side in zip(names, SIDES, strict=True)],
        votes=sum(gold),
        title=f"Gold (bars), {names[0]} and {names[1]} (outlines)",
        height=height,
    )


def has_map(compared: Comparison) -> bool:
    """Return whether all gold distributions have a place on a map."""
    return compared.votes.shape[1] == 3 and compared.step == 1


def preferences(compared: Comparison, key: str) -> Sketch:
    """Draw which estimator a measure prefers on every gold distribution of three classes.

    Raises `OrdquantError` where `has_map` says no.
    """
    if not has_map(compared):
        raise OrdquantError(f"The map shows three classes and at most {count(KEPT, 'gold distribution')}.")
    order = np.lexsort((compared.votes[:, 2], compared.votes[:, 1]))
    return partial(
        preference_map,
        compared.votes[order] / compared.n_votes,
        compared.deltas[compared.index(key)][order],
        labels=classes(3),
        runs=(compared.a.name, compared.b.name),
        title=f"{MEASURES[key].label}: preference on every gold distribution",
    )


def artificial(study: Study, n_seeds: int) -> Sketch:
    """Draw tau of the measures of the published table over the seeds, beside what is printed."""
    found = spreads(study)
    return partial(
        tau_figure,
        [pair_label(one) for one in found],
        [one.values for one in found],
        [(one.printed.tau, one.printed.low, one.printed.high) if one.printed else NOT_PRINTED for one in found],
        [one.outside for one in found],
        title=f"Kendall’s tau over {count(n_seeds, 'seed')}",
    )


def best_report(one: Propriety) -> Sketch:
    """Draw a true distribution with the report that has the smallest expected score."""
    label = MEASURES[one.measure].label
    reports = [Estimate(f"Best report under {label}", one.best)]
    title = f"p and the best report under {label}"
    return partial(distribution_figure, classes(len(one.truth)), one.truth, reports, title=title, height=230)


def gap(closing: Sequence[Propriety], annotators: int) -> Sketch:
    """Draw how the gap of a measure closes with the number of annotators."""
    numbers, gaps = tuple(one.annotators for one in closing), [one.gap for one in closing]
    title = f"Gap of {MEASURES[closing[0].measure].label} by the number of annotators"
    return partial(gap_figure, numbers, gaps, title=title, chosen=annotators, height=210)


def best_reports(one: Propriety, mapped: ProprietyMap) -> Sketch:
    """Draw how far the best report is from every true distribution of three classes."""
    ends: tuple[tuple[float, ...], tuple[float, ...]] = (one.truth, one.best)
    title = f"How far the best report under {MEASURES[one.measure].label} is from p"
    return partial(propriety_map_figure, mapped.truths, mapped.distances, ends, title=title)


@dataclass(frozen=True, eq=False)
class Subject:
    """What a figure is about: all gold distributions of some votes over some classes, or one true distribution."""

    n_votes: int | None = None  # None: those with which the section opens
    n_classes: int | None = None
    a: Estimator = POPULARITY
    b: Estimator = UNIFORM
    measures: Pair = ("NMD", "RNOD")
    truth: tuple[float, ...] = (0.1, 0.3, 0.6)
    n_seeds: int = 20

    @cached_property
    def compared(self) -> Comparison:
        """The two estimators on every gold distribution."""
        keys = tuple(dict.fromkeys((*MAIN_MEASURES, *self.measures)))
        return compare_estimators(self.n_votes or 20, self.n_classes or 5, self.a, self.b, keys)

    @property
    def annotators(self) -> int:
        """The annotators of the section on propriety."""
        return self.n_votes or 3

    @cached_property
    def propriety(self) -> Propriety:
        """The best report by the first measure."""
        (found,) = propriety(self.truth, self.annotators, self.measures[:1])
        return found


def _artificial(one: Subject) -> Sketch:
    study = artificial_study(one.n_classes or 3, MEASURES_OF_TABLE, range(one.n_seeds), n_votes=one.n_votes or 30)
    return artificial(study, one.n_seeds)


def _gold(one: Subject) -> Sketch:
    votes = tuple(map(int, one.truth))
    if votes != one.truth:
        raise OrdquantError("The Atlas draws votes: --gold 0,1,2,9,8.")
    return gold_and_estimates(votes, one.a, one.b)


def _gap(one: Subject) -> Sketch:
    numbers = sorted({*numbers_of_annotators(len(one.truth)), one.annotators})
    closing = [propriety(one.truth, number, one.measures[:1])[0] for number in numbers]
    return gap(closing, one.annotators)


def _best_reports(one: Subject) -> Sketch:
    if len(one.truth) != 3:
        raise OrdquantError(f"The map shows three classes; the true distribution has {len(one.truth)}.")
    return best_reports(one.propriety, propriety_map(one.measures[0], one.annotators))


PAGE, PROPRIETY = "Atlas", "Which measure?"
FIGURES: Mapping[str, Drawn[Subject]] = {
    "atlas": Drawn(
        PAGE,
        "deltas of estimators A and B by two measures, a dot per possible gold distribution",
        lambda one: deltas(one.compared, one.measures),
    ),
    "atlas-disagreement": Drawn(
        PAGE,
        "possible gold distributions on which every two measures disagree",
        lambda one: disagreements(one.compared),
    ),
    "atlas-map": Drawn(
        PAGE,
        "estimator that a measure prefers on every gold distribution of three classes",
        lambda one: preferences(one.compared, one.measures[0]),
    ),
    "atlas-gold": Drawn(PAGE, "one gold distribution, and what estimators A and B make of it", _gold),
    "artificial": Drawn("Papers", "tau of measures on artificial distributions, seed by seed", _artificial),
    "best-report": Drawn(
        PROPRIETY, "a true distribution and the best report for it", lambda one: best_report(one.propriety)
    ),
    "gap": Drawn(PROPRIETY, "expected score of the truth above that of the best report, by annotators", _gap),
    "best-reports": Drawn(PROPRIETY, "distance of the best report from the truth, over three classes", _best_reports),
}
