"""The figures of the pages on a task (Systems, Measures, Cases, Plan, …), made from it as these pages make them."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ordquant_core.analysis.agreement import agreement, information, largest_first
from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.case_filters import ALL
from ordquant_core.analysis.comparison import deltas, disagreement, opening_pair
from ordquant_core.analysis.consistency import cases_needed, consistency, curve, draw_splits, usual_sizes
from ordquant_core.analysis.discrimination import Discrimination, overlaps, separate_runs, sso_matrix
from ordquant_core.analysis.official import Official
from ordquant_core.analysis.planning.design import detectable, variances
from ordquant_core.analysis.planning.split import (
    RESAMPLES,
    Split,
    options,
    resample_pilot,
    usual_cases,
)
from ordquant_core.analysis.planning.votes import usual_annotators, votes_of
from ordquant_core.analysis.properties import Association, Properties, associations, properties, shares_along
from ordquant_core.analysis.scoring import choose, infinite_measures, mean_intervals, score
from ordquant_core.analysis.second_panel import compare_with_panel
from ordquant_core.drawing.entry import Kind, check_known
from ordquant_core.errors import OrdquantError
from ordquant_core.figures.deltas import draw_deltas
from ordquant_core.figures.distributions import draw_average, draw_case
from ordquant_core.figures.effects import draw_effects, draw_shares
from ordquant_core.figures.measuring import draw_consistency, draw_growth, draw_matrix, draw_p_values
from ordquant_core.figures.planning import draw_cases_needed, draw_second_panel, draw_split
from ordquant_core.figures.scores import draw_scores
from ordquant_core.figures.small_workings import draw_calculation
from ordquant_core.figures.systems import draw_groups, draw_ranks
from ordquant_core.figures.template import Figure, Look
from ordquant_core.figures.workings import RunLetter, draw_steps
from ordquant_core.findings.disagreement import correlation
from ordquant_core.findings.words import labels
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import short_working, working
from ordquant_core.numerals import count, percent
from ordquant_core.numerals import score as score_text
from ordquant_core.records import FloatArray, IntArray, Scores, Task
from ordquant_core.statistics.correlation import pearson
from ordquant_core.statistics.superlatives import FEWEST_CASES

Names = tuple[str, ...]
TARGET = 0.8  # tau, that of the page at first
ON_TASK = Kind(
    "ordquant_core/samples/dialogue-quality",
    of_files=True,
    options=frozenset({"baselines", "classes", "positions", "measures"}),
)


@dataclass(frozen=True, eq=False)
class OfTask:
    """What a figure is about: a task, its scores, two runs and two measures, a case, and the settings."""

    task: Task
    scores: Scores
    runs: tuple[str, str]  # A and B
    measures: tuple[str, str]  # the x-axis and the y-axis; a figure on one measure is on the first
    case: str
    alpha: float = 0.05
    n_trials: int = 5000
    n_splits: int = 1000
    size: int | None = None  # cases in each of two small sets; None: halves
    seed: int = 1
    budget: int = 4000  # votes, of a plan
    power: float = 0.8  # of a plan
    step: int = 1  # the figure of a calculation that has several
    property_key: str = ""  # of cases; "": that which goes with disagreement most
    given: tuple[str, ...] = ()  # the measures whose rankings are known already, of information

    def __post_init__(self) -> None:
        """Raise `UnknownNameError` for runs, measures or a case that the task does not have."""
        check_known("run", self.runs, self.task.runs)
        check_known("measure", self.measures, self.scores.measures)
        check_known("case", (self.case,), self.task.cases)

    @property
    def layers(self) -> list[int]:
        """The numbers of both measures, or of the one that is both."""
        return [self.scores.measures.index(key) for key in dict.fromkeys(self.measures)]

    @property
    def label(self) -> str:
        """The label of the first measure."""
        return MEASURES[self.measures[0]].label

    @cached_property
    def tested(self) -> Discrimination:
        """The test of all pairs of runs."""
        return separate_runs(self.scores, n_trials=self.n_trials, rng=np.random.default_rng(self.seed))

    @cached_property
    def margins(self) -> tuple[FloatArray, FloatArray]:
        """The deltas of the two runs by the two measures."""
        x, y = deltas(choose(self.scores, self.measures), *self.runs)
        return x, y

    @cached_property
    def splits(self) -> IntArray:
        """The random splits of the cases."""
        return draw_splits(len(self.task.cases), self.n_splits, np.random.default_rng(self.seed))

    @property
    def of_cases(self) -> Properties:
        """The properties of all cases."""
        a, b = (self.task.estimates[self.task.runs.index(run)] for run in self.runs)
        return properties(self.task.gold, a, b, self.task.votes)

    @property
    def associations(self) -> tuple[Association, ...]:
        """How each property goes with disagreement. Raises `OrdquantError` where none can be compared."""
        every = associations(self.of_cases, disagreement(*self.margins))
        if all(entry.effect.value is None for entry in every):
            raise OrdquantError(
                "There is nothing to compare: the measures disagree on no case or on all cases, or no property varies."
            )
        return every

    @cached_property
    def pilot(self) -> Split:
        """The cases and annotators of a plan, resampled. Raises `OrdquantError` without votes, or with one a case."""
        numbers = usual_annotators(int(votes_of(self.task).sum(axis=1).min()))
        if numbers == (1,):
            raise OrdquantError("At least one case has a single vote, so numbers of annotators cannot be compared.")
        cases = usual_cases(numbers)
        return resample_pilot(
            self.task, self.measures[:1], cases=cases, annotators=numbers, seed=self.seed, n_resamples=RESAMPLES
        )

    def compared(self, run: int) -> tuple[str, FloatArray | IntArray, FloatArray, Names, tuple[float, ...] | None]:
        """Return what the calculation for A or B starts from: measure, gold, estimate, classes, positions."""
        row = self.task.cases.index(self.case)
        gold = self.task.gold if self.task.votes is None else self.task.votes
        estimate = self.task.estimates[self.task.runs.index(self.runs[run])][row]
        stand = self.task.positions if MEASURES[self.measures[0]].takes_positions else None
        return self.measures[0], gold[row], estimate, self.task.classes, stand

    @ON_TASK.on("Systems", "a b x")
    def draw_groups(self, look: Look) -> Figure:
        """Means of the runs with intervals, and bars that join significance groups."""
        results = Official(None, ALL, self.scores, self.tested, mean_intervals(self.scores), self.seed)
        return draw_groups(results, self.measures[0], alpha=self.alpha, pair=self.runs, look=look)

    @ON_TASK.on("Measures", "measures")
    def draw_agreement(self, look: Look) -> Figure:
        """Kendall's tau of every pair of measures."""
        title = "Tau of every pair of measures"
        return _every_pair(self.scores.measures, agreement(self.scores).tau, score_text, "tau", title, look)

    @ON_TASK.on("Measures", "x y")
    def draw_ranks(self, look: Look) -> Figure:
        """Ranks of the runs by two measures, a line per run."""
        return draw_ranks(choose(self.scores, self.measures), look=look)

    @ON_TASK.on("Measures", "x measures size")
    def draw_consistency(self, look: Look) -> Figure:
        """Tau of the rankings by two sets of cases, measure by measure."""
        taus = consistency(self.scores, self.splits, size=self.size)
        return draw_consistency(taus, largest_first(taus.means), self.layers[0], look=look)

    @ON_TASK.on("Measures", "x y measures")
    def draw_growth(self, look: Look) -> Figure:
        """Mean tau of the rankings by two sets of cases, by their size."""
        growth = curve(self.scores, self.splits, usual_sizes(len(self.task.cases)))
        needed = cases_needed(self.scores, self.splits, growth, TARGET)
        return draw_growth(growth, TARGET, needed[self.layers[0]], self.layers, look=look)

    @ON_TASK.on("Measures", "measures")
    def draw_overlap(self, look: Look) -> Figure:
        """Significant differences that every pair of measures shares (SSO)."""
        shares = sso_matrix(overlaps(self.tested, self.alpha), self.scores.measures)
        title = "Shared significant differences, in percent"
        return _every_pair(
            self.scores.measures, shares, lambda share: percent(share).removesuffix("%"), "SSO", title, look
        )

    @ON_TASK.on("Measures", "measures given")
    def draw_information(self, look: Look) -> Figure:
        """Information that the rankings by every pair of measures share."""
        shared = information(self.scores, given=self.given)
        given = f" given {labels(self.given)}" if self.given else ""
        return _every_pair(shared.measures, shared.bits, score_text, "bits", f"Bits of every pair{given}", look)

    @ON_TASK.on("Measures", "x y measures")
    def draw_p_values(self, look: Look) -> Figure:
        """Sorted p-values of all pairs of runs, a line per measure."""
        return draw_p_values(self.tested, self.alpha, self.layers, look=look)

    @ON_TASK.on("Cases", "a b x y")
    def draw_deltas(self, look: Look) -> Figure:
        """Deltas of runs A and B by two measures, a dot per case."""
        r = correlation(pearson(*self.margins))
        return draw_deltas(*self.margins, self.task.cases, self.measures, self.runs, under=r, look=look)

    @ON_TASK.on("Cases", "a x y")
    def draw_scores_a(self, look: Look) -> Figure:
        """Scores of run A by two measures, a dot per case."""
        return self._scores(0, "a", look)

    @ON_TASK.on("Cases", "b x y")
    def draw_scores_b(self, look: Look) -> Figure:
        """Scores of run B by two measures, a dot per case."""
        return self._scores(1, "b", look)

    def _scores(self, run: int, letter: RunLetter, look: Look) -> Figure:
        x, y = choose(self.scores, self.measures).values[:, self.scores.runs.index(self.runs[run])]
        return draw_scores(x, y, self.task.cases, self.measures, letter, self.runs[run], pearson(x, y), look=look)

    @ON_TASK.on("Cases", "a b x y")
    def draw_properties(self, look: Look) -> Figure:
        """Properties of cases associated with disagreement of two measures."""
        return draw_effects(self.associations, look=look)

    @ON_TASK.on("Cases", "a b case")
    def draw_case(self, look: Look) -> Figure:
        """Gold and the estimates of A and B on one case."""
        return draw_case(self.task, self.task.cases.index(self.case), self.runs, look=look)

    @ON_TASK.on("Cases", "a b x y property")
    def draw_property(self, look: Look) -> Figure:
        """Share of disagreements along one property of cases."""
        known = tuple(entry.key for entry in self.associations if entry.effect.value is not None)
        name = self.property_key or known[0]
        check_known("property", (name,), known)
        return draw_shares(name, shares_along(self.of_cases.of(name), disagreement(*self.margins)), look=look)

    @ON_TASK.on("Cases", "a x case")
    def draw_calculation_a(self, look: Look) -> Figure:
        """What each class adds to the score of A on one case."""
        return draw_calculation(short_working(*self.compared(0)), run="a", name=self.runs[0], look=look)

    @ON_TASK.on("Cases", "b x case")
    def draw_calculation_b(self, look: Look) -> Figure:
        """What each class adds to the score of B on one case."""
        return draw_calculation(short_working(*self.compared(1)), run="b", name=self.runs[1], look=look)

    @ON_TASK.on("Cases", "a x case step")
    def draw_steps_a(self, look: Look) -> Figure:
        """All steps of that calculation for A: one figure of them."""
        return self._step(0, "a", look)

    @ON_TASK.on("Cases", "b x case step")
    def draw_steps_b(self, look: Look) -> Figure:
        """All steps of that calculation for B: one figure of them."""
        return self._step(1, "b", look)

    def _step(self, run: int, letter: RunLetter, look: Look) -> Figure:
        calculated = working(*self.compared(run))
        figures = draw_steps(calculated, self.task.classes, run=letter, name=self.runs[run], look=look)
        if not 1 <= self.step <= len(figures):
            raise OrdquantError(
                f"The calculation of {self.label} has {count(len(figures), 'figure')}, not {self.step}."
            )
        return figures[self.step - 1]

    @ON_TASK.on("Popularity vs Uniform", "x y")
    def draw_baselines(self, look: Look) -> Figure:
        """Deltas of the two baselines by two measures, a dot per case."""
        task = with_baselines(self.task)
        names = task.runs[-2], task.runs[-1]
        scores = score(task.only(names), tuple(dict.fromkeys(self.measures)))
        if infinite_measures(scores):
            raise OrdquantError("A score of a baseline is infinite by one of the two measures; choose others.")
        return replace(self, task=task, scores=scores, runs=names).draw_deltas(look)

    @ON_TASK.on("Plan", "x budget")
    def draw_split(self, look: Look) -> Figure:
        """Width of an interval by numbers of cases and annotators."""
        ways = options(self.pilot, self.measures[0], self.budget)
        return draw_split(self.pilot, ways, self.budget, self.label, look=look)

    @ON_TASK.on("Plan", "x budget")
    def draw_second_panel(self, look: Look) -> Figure:
        """Range of a second panel by the number of annotators."""
        panel = compare_with_panel(self.task.only([]), self.measures[:1], seed=self.seed)
        compared = len(self.task.runs) > 1 and len(self.task.cases) >= FEWEST_CASES and not panel.single
        if not compared:
            return draw_second_panel(panel, None, self.label, look=look)
        planned = None
        with suppress(OrdquantError):  # a budget that nothing was resampled for
            planned = options(self.pilot, self.measures[0], self.budget)[0].annotators
        return draw_second_panel(panel, self.pilot, self.label, planned, look=look)

    @ON_TASK.on("Plan", "x power")
    def draw_cases_needed(self, look: Look) -> Figure:
        """Cases needed to detect a difference."""
        (variance,) = variances(choose(self.scores, self.measures[:1]))
        n_cases = len(self.task.cases)
        level = {"alpha": self.alpha, "power": self.power}
        largest = MEASURES[variance.measure].largest(len(self.task.classes))
        detected = detectable(variance, n_cases, largest=largest, **level)
        return draw_cases_needed(variance, n_cases, self.label, detected, **level, look=look)

    @ON_TASK.on("Data", "a")
    def draw_average(self, look: Look) -> Figure:
        """Gold and run A on average."""
        return draw_average(self.task, self.task.runs.index(self.runs[0]), look=look)


def _every_pair(
    measures: Sequence[str], cells: FloatArray, write: Callable[[float], str], unit: str, title: str, look: Look
) -> Figure:
    names = [MEASURES[key].label for key in measures]

    def pointed(i: int, j: int) -> str:
        return f"{names[i]} and {names[j]}: {unit} {score_text(cells[i, j])}"

    return draw_matrix(cells, measures, write, pointed, title=title, unit=unit, look=look)


def check_choices(name: str, given: Collection[str], measures: Sequence[str] = ()) -> None:
    """Raise `OrdquantError` for a choice that does not change the figure, and for more measures than it shows.

    A figure of one or two measures takes them from `measures`, too; where x is given, it is on that.
    """
    uses, taken = ON_TASK.figures[name].uses, ON_TASK.figures[name].options
    unused = [choice for choice in given if choice not in taken]
    if unused:
        raise OrdquantError(f"{unused[0]} has no effect on the figure {name}; it uses {', '.join(uses) or 'none'}.")
    most = 2 if "y" in uses else 1
    if "measures" not in uses and "x" not in given and len(measures) > most:
        how_many, axes = ("two measures", "x and y") if most == 2 else ("one measure", "x")
        raise OrdquantError(
            f"The figure {name} is on {how_many}, and {len(measures)} are named: {', '.join(measures)}; "
            f"say which by {axes}."
        )


def subject_of(
    task: Task,
    scores: Scores,
    *,
    a: str | None = None,
    b: str | None = None,
    x: str | None = None,
    y: str | None = None,
    case: str | None = None,
    given: tuple[str, ...] = (),
    **settings: Any,
) -> OfTask:
    """Return what a figure of a task is about, with what the pages open with for what is left out.

    That are the best two runs by NMD (of one run alone, that run twice), the first measure with RNOD or NMD beside it,
    and the first case. Measures that are infinite on some case are left out. Raises `OrdquantError` where `x`, `y` or
    `given` names one of them.
    """
    infinite = infinite_measures(scores)
    if {x, y, *given} & {*infinite}:
        raise OrdquantError(f"{', '.join(infinite)}: infinite on some case, so that no figure can be drawn of it.")
    scores = choose(scores, [key for key in scores.measures if key not in infinite])
    first = second = 0
    if len(task.runs) > 1:
        first, second = opening_pair(score(task, ("NMD",)).values[0].mean(axis=1), task.estimates)
    x = x or scores.measures[0]
    others = [key for key in ("RNOD", "NMD", *scores.measures) if key in scores.measures and key != x]
    runs, pair = (a or task.runs[first], b or task.runs[second]), (x, y or (others[0] if others else x))
    return OfTask(task, scores, runs, pair, case or task.cases[0], given=given, **settings)
