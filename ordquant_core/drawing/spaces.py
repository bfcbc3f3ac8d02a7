"""The figures of the Atlas and of propriety as files."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import plotly.graph_objects as go

from ordquant_core.analysis.propriety import Propriety, numbers_of_annotators, propriety
from ordquant_core.analysis.propriety_map import propriety_map
from ordquant_core.analysis.spaces.artificial import artificial_study
from ordquant_core.analysis.spaces.compare_estimators import Comparison, compare_estimators
from ordquant_core.analysis.spaces.gold_distributions import Estimator
from ordquant_core.analysis.spaces.pairs import POPULARITY, UNIFORM
from ordquant_core.drawing.entry import Entry
from ordquant_core.errors import OrdquantError
from ordquant_core.figures.atlas import (
    Pair,
    draw_artificial,
    draw_atlas,
    draw_disagreements,
    draw_gold,
    draw_preferences,
)
from ordquant_core.figures.propriety import (
    draw_best_report,
    draw_best_reports,
    draw_gap,
)
from ordquant_core.figures.template import Look
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.papers.artificial import MEASURES_OF_TABLE


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


def _artificial(one: Subject, look: Look) -> go.Figure:
    study = artificial_study(one.n_classes or 3, MEASURES_OF_TABLE, range(one.n_seeds), n_votes=one.n_votes or 30)
    return draw_artificial(study, one.n_seeds, look=look)


def _gold(one: Subject, look: Look) -> go.Figure:
    votes = tuple(map(int, one.truth))
    if votes != one.truth:
        raise OrdquantError("The Atlas draws votes: --gold 0,1,2,9,8.")
    return draw_gold(votes, one.a, one.b, look=look)


def _gap(one: Subject, look: Look) -> go.Figure:
    numbers = sorted({*numbers_of_annotators(len(one.truth)), one.annotators})
    closing = [propriety(one.truth, number, one.measures[:1])[0] for number in numbers]
    return draw_gap(closing, one.annotators, look=look)


def _best_reports(one: Subject, look: Look) -> go.Figure:
    if len(one.truth) != 3:
        raise OrdquantError(f"The map shows three classes; the true distribution has {len(one.truth)}.")
    return draw_best_reports(one.propriety, propriety_map(one.measures[0], one.annotators), look=look)


PAGE, PROPRIETY = "Atlas", "Which measure?"
FIGURES: Mapping[str, Entry[Subject]] = {
    "atlas": Entry(
        PAGE,
        "deltas of estimators A and B by two measures, a dot per possible gold distribution",
        lambda one, look: draw_atlas(one.compared, one.measures, look=look),
    ),
    "atlas-disagreement": Entry(
        PAGE,
        "possible gold distributions on which every two measures disagree",
        lambda one, look: draw_disagreements(one.compared, look=look),
    ),
    "atlas-map": Entry(
        PAGE,
        "estimator that a measure prefers on every gold distribution of three classes",
        lambda one, look: draw_preferences(one.compared, one.measures[0], look=look),
    ),
    "atlas-gold": Entry(PAGE, "one gold distribution, and what estimators A and B make of it", _gold),
    "artificial": Entry("Papers", "tau of measures on artificial distributions, seed by seed", _artificial),
    "best-report": Entry(
        PROPRIETY,
        "a true distribution and the best report for it",
        lambda one, look: draw_best_report(one.propriety, look=look),
    ),
    "gap": Entry(PROPRIETY, "expected score of the truth above that of the best report, by annotators", _gap),
    "best-reports": Entry(PROPRIETY, "distance of the best report from the truth, over three classes", _best_reports),
}
