"""The figures of the pages on a task (Systems, Measures, Cases, Plan, …), made from it as these pages make them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import plotly.graph_objects as go

from ordquant_core.analysis.agreement import agreement, information, largest_first
from ordquant_core.analysis.baselines import with_baselines
from ordquant_core.analysis.case_filters import ALL
from ordquant_core.analysis.comparison import deltas, disagreement, opening_pair
from ordquant_core.analysis.consistency import cases_needed, consistency, curve, draw_splits, usual_sizes
from ordquant_core.analysis.discrimination import Discrimination, overlaps, separate_runs, sso_matrix
from ordquant_core.analysis.official import Official
from ordquant_core.analysis.planning.design import pooled_variances
from ordquant_core.analysis.planning.noise import floors
from ordquant_core.analysis.planning.split import (
    RESAMPLES,
    Option,
    Split,
    options,
    resample_pilot,
    usual_annotators,
    usual_cases,
)
from ordquant_core.analysis.planning.votes import votes_of
from ordquant_core.analysis.properties import (
    Association,
    Properties,
    associations,
    properties,
    shares_along,
)
from ordquant_core.analysis.scoring import choose, mean_intervals, score
from ordquant_core.drawing.entry import Entry
from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.figures.deltas import draw_deltas
from ordquant_core.figures.distributions import draw_average, draw_case
from ordquant_core.figures.effects import draw_effects, draw_shares
from ordquant_core.figures.measure_workings import short_figure, working_figures
from ordquant_core.figures.measuring import draw_consistency, draw_growth, draw_matrix, draw_p_values
from ordquant_core.figures.planning import draw_cases_needed, draw_noise_floor, draw_split
from ordquant_core.figures.scores import draw_scores
from ordquant_core.figures.systems import draw_groups
from ordquant_core.figures.template import Look
from ordquant_core.figures.workings import RunLetter
from ordquant_core.findings.words import labels
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.workings import short_working, working
from ordquant_core.numerals import count, percent, short
from ordquant_core.numerals import score as score_text
from ordquant_core.records import FloatArray, IntArray, Scores, Task
from ordquant_core.statistics.correlation import pearson

TARGET = 0.8  # tau, that of the page at first


@dataclass(frozen=True, eq=False)
class Subject:
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
        for kind, names, known in (
            ("run", self.runs, self.task.runs),
            ("measure", self.measures, self.scores.measures),
            ("case", (self.case,), self.task.cases),
        ):
            unknown = [name for name in names if name not in known]
            if unknown:
                listed = ", ".join(map(repr, known[:12]))
                raise UnknownNameError(f"The figure has no {kind} {unknown[0]!r}; known are {listed}.")

    @cached_property
    def layer(self) -> int:
        """The number of the first measure."""
        return self.scores.measures.index(self.measures[0])

    @cached_property
    def layers(self) -> list[int]:
        """The numbers of both measures."""
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
    def deltas(self) -> tuple[FloatArray, FloatArray]:
        """The deltas of the two runs by the two measures."""
        x, y = deltas(choose(self.scores, self.measures), *self.runs)
        return x, y

    @cached_property
    def splits(self) -> IntArray:
        """The random splits of the cases."""
        return draw_splits(len(self.task.cases), self.n_splits, np.random.default_rng(self.seed))

    @cached_property
    def votes(self) -> IntArray:
        """The votes of the gold. Raises `OrdquantError` where it has none."""
        return votes_of(self.task)

    @cached_property
    def one_measure(self) -> Scores:
        """The scores by the first measure alone."""
        return choose(self.scores, self.measures[:1])

    @cached_property
    def split(self) -> Split:
        """The cases and annotators of a plan, resampled."""
        numbers = usual_annotators(self.votes)
        if numbers == (1,):
            raise OrdquantError("At least one case has a single vote, so numbers of annotators cannot be compared.")
        return resample_pilot(
            self.task,
            self.measures[:1],
            cases=usual_cases(numbers),
            annotators=numbers,
            seed=self.seed,
            n_resamples=RESAMPLES,
        )

    @property
    def ways(self) -> tuple[Option, ...]:
        """The ways to spend the budget, the best first."""
        return options(self.split, self.measures[0], self.budget)


def subject_of(
    task: Task,
    scores: Scores,
    *,
    a: str | None = None,
    b: str | None = None,
    x: str | None = None,
    y: str | None = None,
    case: str | None = None,
    **settings: Any,
) -> Subject:
    """Return what a figure is about, with what the pages open with for what is left out.

    That are the best two runs by NMD (of one run alone, that run twice), the first measure with RNOD or NMD beside it,
    and the first case.
    """
    first = second = 0
    if len(task.runs) > 1:
        first, second = opening_pair(score(task, ("NMD",)).values[0].mean(axis=1), task.estimates)
    x = x or scores.measures[0]
    others = [key for key in ("RNOD", "NMD", *scores.measures) if key in scores.measures and key != x]
    pair = x, y or (others[0] if others else x)
    return Subject(
        task, scores, (a or task.runs[first], b or task.runs[second]), pair, case or task.cases[0], **settings
    )


def _groups(one: Subject, look: Look) -> go.Figure:
    results = Official(None, ALL, one.scores, one.tested, mean_intervals(one.scores), one.seed)
    return draw_groups(results, one.measures[0], alpha=one.alpha, pair=one.runs, look=look)


def _agreement(one: Subject, look: Look) -> go.Figure:
    return _every_pair(
        one.scores.measures, agreement(one.scores).tau, short, "tau", "Tau of every pair of measures", look=look
    )


def _overlap(one: Subject, look: Look) -> go.Figure:
    shares = sso_matrix(overlaps(one.tested, one.alpha), one.scores.measures)
    title = "Shared significant differences, in percent"
    return _every_pair(
        one.scores.measures, shares, lambda share: percent(share).removesuffix("%"), "SSO", title, look=look
    )


def _information(one: Subject, look: Look) -> go.Figure:
    shared = information(one.scores, given=one.given)
    given = f" given {labels(one.given)}" if one.given else ""
    return _every_pair(shared.measures, shared.bits, short, "bits", f"Bits of every pair{given}", look=look)


def _every_pair(
    measures: Sequence[str], cells: FloatArray, write: Callable[[float], str], unit: str, title: str, look: Look
) -> go.Figure:
    names = [MEASURES[key].label for key in measures]
    return draw_matrix(
        cells,
        measures,
        write,
        lambda i, j: f"{names[i]} and {names[j]}: {unit} {score_text(cells[i, j])}",
        title=title,
        look=look,
    )


def _consistency(one: Subject, look: Look) -> go.Figure:
    found = consistency(one.scores, one.splits, size=one.size)
    return draw_consistency(found, largest_first(found.means), one.layer, look=look)


def _growth(one: Subject, look: Look) -> go.Figure:
    found = curve(one.scores, one.splits, usual_sizes(len(one.task.cases)))
    needed = cases_needed(one.scores, one.splits, found, TARGET)
    return draw_growth(found, TARGET, needed[one.layer], one.layers, look=look)


def _power(one: Subject, look: Look) -> go.Figure:
    return draw_p_values(one.tested, one.alpha, one.layers, look=look)


def _deltas(one: Subject, look: Look) -> go.Figure:
    return draw_deltas(*one.deltas, one.task.cases, one.measures, one.runs, r=pearson(*one.deltas), look=look)


def _scores_of(run: int) -> Callable[[Subject, Look], go.Figure]:
    def make(one: Subject, look: Look) -> go.Figure:
        rows = [one.scores.measures.index(key) for key in one.measures]
        x, y = one.scores.values[rows, one.scores.runs.index(one.runs[run])]
        letter: RunLetter = "a" if run == 0 else "b"
        return draw_scores(x, y, one.task.cases, one.measures, letter, one.runs[run], pearson(x, y), look=look)

    return make


def _described(one: Subject) -> Properties:
    a, b = (one.task.estimates[one.task.runs.index(run)] for run in one.runs)
    return properties(one.task.gold, a, b, one.task.votes)


def _associations(one: Subject, described: Properties) -> tuple[Association, ...]:
    found = associations(described, disagreement(*one.deltas))
    if all(entry.effect.value is None for entry in found):
        raise OrdquantError(
            "There is nothing to compare: the measures disagree on no case or on all cases, or no property varies."
        )
    return found


def _properties(one: Subject, look: Look) -> go.Figure:
    return draw_effects(_associations(one, _described(one)), look=look)


def _property(one: Subject, look: Look) -> go.Figure:
    described = _described(one)
    known = [entry.key for entry in _associations(one, described) if entry.effect.value is not None]
    if one.property_key and one.property_key not in known:
        raise UnknownNameError(f"The figure has no property {one.property_key!r}; known are {', '.join(known)}.")
    name = one.property_key or known[0]
    return draw_shares(name, shares_along(described.of(name), disagreement(*one.deltas)), look=look)


def _baselines(one: Subject, look: Look) -> go.Figure:
    task = with_baselines(one.task)
    names = task.runs[-2], task.runs[-1]
    scores = score(task.only(names), tuple(dict.fromkeys(one.measures)))
    if not np.isfinite(scores.values).all():
        raise OrdquantError("A score of a baseline is infinite by one of the two measures; choose others.")
    return _deltas(replace(one, task=task, scores=scores, runs=names), look=look)


def _mean(one: Subject, look: Look) -> go.Figure:
    return draw_average(one.task, one.task.runs.index(one.runs[0]), look=look)


def _split(one: Subject, look: Look) -> go.Figure:
    return draw_split(one.split, one.ways, one.budget, one.label, look=look)


def _noise_floor(one: Subject, look: Look) -> go.Figure:
    numbers = usual_annotators(one.votes)
    compared = len(one.task.runs) > 1 and len(one.task.cases) > 1 and numbers != (1,)
    found, ways = (one.split, one.ways) if compared else (None, ())
    floor = floors(one.votes, one.measures[0], numbers, seed=one.seed, positions=one.task.positions)
    return draw_noise_floor(numbers, floor, found, ways, one.label, look=look)


def _cases_needed(one: Subject, look: Look) -> go.Figure:
    (found,) = pooled_variances([one.one_measure])
    return draw_cases_needed(found, len(one.task.cases), one.label, alpha=one.alpha, power=one.power, look=look)


def _calculation(run: int) -> Callable[[Subject, Look], go.Figure]:
    def make(one: Subject, look: Look) -> go.Figure:
        name = one.runs[run]
        shown = short_working(one.measures[0], *_compared(one, name))
        return short_figure(shown, run="a" if run == 0 else "b", name=name, look=look)

    return make


def _compared(
    one: Subject, run: str
) -> tuple[FloatArray | IntArray, FloatArray, tuple[str, ...], tuple[float, ...] | None]:
    """Return what the calculation for a run on the case starts from."""
    row = one.task.cases.index(one.case)
    gold = one.task.gold if one.task.votes is None else one.task.votes
    stand = one.task.positions if MEASURES[one.measures[0]].takes_positions else None
    return gold[row], one.task.estimates[one.task.runs.index(run)][row], one.task.classes, stand


def _steps(run: int) -> Callable[[Subject, Look], go.Figure]:
    def make(one: Subject, look: Look) -> go.Figure:
        key, name = one.measures[0], one.runs[run]
        columns = working(key, *_compared(one, name)).columns
        figures = working_figures(columns, one.task.classes, run="a" if run == 0 else "b", name=name, look=look)
        if not 1 <= one.step <= len(figures):
            raise OrdquantError(f"The calculation of {one.label} has {count(len(figures), 'figure')}, not {one.step}.")
        return figures[one.step - 1]

    return make


def _case(one: Subject, look: Look) -> go.Figure:
    return draw_case(one.task, one.task.cases.index(one.case), one.runs, look=look)


def check_choices(name: str, given: Collection[str], measures: Sequence[str] = ()) -> None:
    """Raise `OrdquantError` for a choice that does not change the figure, and for more measures than it shows.

    A figure of one or two measures takes them from `measures`, too; where x is given, it is on that.
    """
    uses = FIGURES[name].uses.split()
    unused = [one for one in given if one not in FIGURES[name].options]
    if unused:
        raise OrdquantError(f"{unused[0]} has no effect on the figure {name}; it uses {', '.join(uses)}.")
    shown = 2 if "y" in uses else 1
    if "measures" not in uses and "x" not in given and len(measures) > shown:
        how_many, axes = ("two measures", "x and y") if shown == 2 else ("one measure", "x")
        listed = ", ".join(measures)
        raise OrdquantError(
            f"The figure {name} is on {how_many}, and {len(measures)} are named: {listed}; say which by {axes}."
        )


FIGURES: Mapping[str, Entry[Subject]] = {
    "groups": Entry(
        "Systems", "means of the runs with intervals, and bars that join significance groups", _groups, "a b x"
    ),
    "agreement": Entry("Measures", "Kendall's tau of every pair of measures", _agreement, "measures"),
    "consistency": Entry(
        "Measures", "tau of the rankings by two sets of cases, measure by measure", _consistency, "x measures size"
    ),
    "growth": Entry(
        "Measures", "mean tau of the rankings by two sets of cases, by their size", _growth, "x y measures"
    ),
    "overlap": Entry(
        "Measures", "significant differences that every pair of measures shares (SSO)", _overlap, "measures"
    ),
    "information": Entry(
        "Measures", "information that the rankings by every pair of measures share", _information, "measures given"
    ),
    "p-values": Entry("Measures", "sorted p-values of all pairs of runs, a line per measure", _power, "x y measures"),
    "deltas": Entry("Cases", "deltas of runs A and B by two measures, a dot per case", _deltas, "a b x y"),
    "scores-a": Entry("Cases", "scores of run A by two measures, a dot per case", _scores_of(0), "a x y"),
    "scores-b": Entry("Cases", "scores of run B by two measures, a dot per case", _scores_of(1), "b x y"),
    "properties": Entry(
        "Cases", "properties of cases associated with disagreement of two measures", _properties, "a b x y"
    ),
    "case": Entry("Cases", "gold and the estimates of A and B on one case", _case, "a b case"),
    "property": Entry("Cases", "share of disagreements along one property of cases", _property, "a b x y property"),
    "calculation-a": Entry("Cases", "what each class adds to the score of A on one case", _calculation(0), "a x case"),
    "calculation-b": Entry("Cases", "what each class adds to the score of B on one case", _calculation(1), "b x case"),
    "steps-a": Entry("Cases", "all steps of that calculation for A: one figure of them", _steps(0), "a x case step"),
    "steps-b": Entry("Cases", "all steps of that calculation for B: one figure of them", _steps(1), "b x case step"),
    "baselines": Entry(
        "Popularity vs Uniform", "deltas of the two baselines by two measures, a dot per case", _baselines, "x y"
    ),
    "split": Entry("Plan", "width of an interval by numbers of cases and annotators", _split, "x budget"),
    "noise-floor": Entry("Plan", "noise floor by the number of annotators", _noise_floor, "x budget"),
    "cases-needed": Entry("Plan", "cases needed to detect a difference", _cases_needed, "x power"),
    "average": Entry("Data", "gold and run A on average", _mean, "a"),
}
