"""The figures of Nuggets, Ranked lists, Atlas, Which measure?, Papers and Compare, each of its own subject."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ordquant_core.analysis.paths import path_of
from ordquant_core.analysis.picture import Picture
from ordquant_core.analysis.retrieval import ListResults, draw_sets, merge_sets, ranking_agreement
from ordquant_core.drawing.entry import Kind, check_known
from ordquant_core.figures.atlas import draw_artificial, draw_atlas
from ordquant_core.figures.dialogue import draw_dialogue
from ordquant_core.figures.distributions import draw_picture
from ordquant_core.figures.nuggets import NuggetView, draw_dialogues, draw_over_alpha
from ordquant_core.figures.paths import draw_paths
from ordquant_core.figures.propriety import draw_best_report, draw_gap
from ordquant_core.figures.ranked_lists import draw_merging, draw_pair_differences, draw_systems
from ordquant_core.figures.template import Figure, Look
from ordquant_core.measures.registry import MAIN_MEASURES
from ordquant_core.papers.experiments import MEASURES_OF_SIGIR_2018
from ordquant_core.spaces.artificial import artificial_study
from ordquant_core.spaces.compare_estimators import Comparison, compare_estimators
from ordquant_core.spaces.gold_distributions import Estimator
from ordquant_core.spaces.pairs import POPULARITY, UNIFORM
from ordquant_core.spaces.propriety import Propriety, numbers_of_annotators, propriety

ON_NUGGETS = Kind("ordquant_core/samples/nuggets", of_files=True)
ON_LISTS = Kind("ordquant_core/samples/ranked-lists", of_files=True)
ON_SPACE = Kind("--votes 6 --classes 4")
ON_PICTURE = Kind("--gold 0,1,2,9,8 --a popularity --b uniform")
TRUTH = "--gold 0.1,0.2,0.3,0.4 --votes 5"


@dataclass(frozen=True)
class OfNuggets(NuggetView):
    """Runs on nuggets, ranked, and what of them is shown."""

    @ON_NUGGETS.on("Nuggets", "a b x nugget_alpha")
    def draw_nuggets_alpha(self, look: Look) -> Figure:
        """Means of the runs from helpdesk alone to customer alone."""
        return draw_over_alpha(self.ranking, self.measure, self.runs, look=look)

    @ON_NUGGETS.on("Nuggets", "a b x nugget_alpha")
    def draw_nuggets_runs(self, look: Look) -> Figure:
        """Scores of runs A and B, a dot per dialogue."""
        return draw_dialogues(self, look=look)

    @ON_NUGGETS.on("Nuggets", "a b x dialogue")
    def draw_nuggets_dialogue(self, look: Look) -> Figure:
        """Gold and the estimates of A and B in one dialogue."""
        return draw_dialogue(self, look=look)


@dataclass(frozen=True, eq=False)
class OfLists:
    """The results of a collection, and what of them is shown."""

    results: ListResults
    pair: tuple[int, int]  # runs A and B
    measure: str  # beside RIC
    method: str = "CombMNZ"
    size: int = 3  # runs in a set that is merged
    n_sets: int = 40
    seed: int = 1

    def __post_init__(self) -> None:
        """Raise `UnknownNameError` for a measure that was not computed."""
        check_known("measure", [self.measure], self.results.scores.measures)

    @ON_LISTS.on("Ranked lists", "a b x")
    def draw_lists(self, look: Look) -> Figure:
        """RIC of every run against its mean by measure x."""
        agreement = ranking_agreement(self.results.mean("RIC"), self.results.mean(self.measure))
        return draw_systems(self.results, self.pair, self.measure, agreement, look=look)

    @ON_LISTS.on("Ranked lists", "x")
    def draw_lists_pairs(self, look: Look) -> Figure:
        """Information difference of every pair of runs against that of their means by measure x."""
        return draw_pair_differences(self.results, self.measure, look=look)

    @ON_LISTS.on("Ranked lists", "method sets runs_per_set")
    def draw_lists_merging(self, look: Look) -> Figure:
        """Joint RIC of sets of runs against RIC of their merged lists."""
        runs = self.results.runs
        sets = draw_sets(len(runs), min(self.size, len(runs)), self.n_sets, np.random.default_rng(self.seed))
        return draw_merging(merge_sets(self.results.collection, sets), self.method, runs, look=look)


@dataclass(frozen=True, eq=False)
class OfSpace:
    """All gold distributions of some votes over some classes, or one true distribution."""

    n_votes: int | None = None  # None: those with which the section opens
    n_classes: int | None = None
    a: Estimator = POPULARITY
    b: Estimator = UNIFORM
    measures: tuple[str, str] = ("NMD", "RNOD")
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

    def best(self, annotators: int) -> Propriety:
        """Return the best report by the first measure."""
        (best,) = propriety(self.truth, annotators, self.measures[:1])
        return best

    @ON_SPACE.on("Atlas", "a b x y votes classes")
    def draw_atlas(self, look: Look) -> Figure:
        """Deltas of estimators A and B by two measures, a dot per possible gold distribution."""
        return draw_atlas(self.compared, self.measures, look=look)

    @ON_SPACE.on("Papers", "votes classes seeds", "--seeds 2")
    def draw_artificial(self, look: Look) -> Figure:
        """Tau of measures on artificial distributions, seed by seed."""
        seeds = range(self.n_seeds)
        study = artificial_study(self.n_classes or 3, MEASURES_OF_SIGIR_2018, seeds, n_votes=self.n_votes or 30)
        return draw_artificial(study, look=look)

    @ON_SPACE.on("Which measure?", "x numbers votes", TRUTH)
    def draw_best_report(self, look: Look) -> Figure:
        """A true distribution and the best report for it."""
        return draw_best_report(self.best(self.annotators), look=look)

    @ON_SPACE.on("Which measure?", "x numbers votes", TRUTH)
    def draw_gap(self, look: Look) -> Figure:
        """Expected score of the truth above that of the best report, by annotators."""
        numbers = sorted({*numbers_of_annotators(len(self.truth)), self.annotators})
        return draw_gap([self.best(number) for number in numbers], self.annotators, look=look)


@dataclass(frozen=True, slots=True)
class OfPicture:
    """A gold distribution with two estimates, a measure, and where probability moves."""

    picture: Picture
    measure: str
    moves: str = "none"  # or the letter of a run
    classes: tuple[str, ...] = ()  # from which, to which

    @ON_PICTURE.on("Compare", "a b numbers classes")
    def draw_distributions(self, look: Look) -> Figure:
        """A gold distribution and two estimates."""
        return draw_picture(self.picture, look=look)

    @ON_PICTURE.on("Compare", "a b x numbers classes positions moves source target")
    def draw_path(self, look: Look) -> Figure:
        """Scores on the way from A to B, or while probability moves between two classes."""
        path = path_of(self.picture, self.moves, self.classes, tuple(dict.fromkeys((*MAIN_MEASURES, self.measure))))
        return draw_paths(path, self.measure, self.moves, self.classes, look=look)
