"""Analyses of ranked lists: how measures rank systems, what runs carry together, by chance, too, what merging keeps."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import comb

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from ordquant_core.analysis.comparison import TIE
from ordquant_core.errors import OrdquantError, ShapeMismatchError, UnknownNameError
from ordquant_core.glossary import Values, frame_of, of_pairs, of_rows
from ordquant_core.numerals import count
from ordquant_core.ranked_lists.chance import DECIMALS, BesideChance, Chance, joint_ric_by_chance, merged_by_chance
from ordquant_core.ranked_lists.collection import Collection, RankedRun, mean_over_topics
from ordquant_core.ranked_lists.diversity import SubtopicJudgements, diversity_scores
from ordquant_core.ranked_lists.evaluator import ALL, DEFAULT, Evaluation, evaluate
from ordquant_core.ranked_lists.fusion import BOUNDS, METHODS, fused_ric
from ordquant_core.ranked_lists.information import (
    information_difference,
    joint_ric,
    pairwise_information,
    relevance_information,
)
from ordquant_core.records import Correlation, FloatArray, IntArray, TableRow
from ordquant_core.statistics.correlation import spearman
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.information import information_tau
from ordquant_core.statistics.progress import Progress
from ordquant_core.statistics.rank_correlation import kendall
from ordquant_core.statistics.superlatives import First, Resampled, resampled_means

TOP = 10  # systems, as in figure 2 of the paper


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class PairInformation:
    """What every two runs carry together, arrays of shape (runs, runs)."""

    runs: tuple[str, ...]
    joint: FloatArray  # joint RIC, the mean over topics; RIC on the diagonal
    difference: FloatArray  # the information difference

    def to_frame(self, scores: Evaluation | None = None, *, measures: Sequence[str] | None = None) -> pd.DataFrame:
        """Return a row per pair of runs: RIC of each, joint RIC, information difference.

        With `scores`, columns with the absolute difference of their means follow, by all or by some `measures`.
        """
        of_each = np.broadcast_to(np.diag(self.joint), self.joint.shape)
        information = {"joint_RIC": self.joint, "information_difference": self.difference}
        frame = of_pairs("run", self.runs, {"RIC_1": of_each.T, "RIC_2": of_each, **information})
        if scores is not None:
            first, second = np.triu_indices(len(self.runs), 1)
            means = dict(zip(scores.measures, scores.means, strict=True))
            for key in scores.measures if measures is None else measures:
                frame[f"difference_{key}"] = np.abs(means[key][first] - means[key][second])
        return frame


@dataclass(frozen=True, eq=False)
class ListResults:
    """Scores of all runs, and the information that every two of them carry together."""

    collection: Collection
    scores: Evaluation  # RIC is the first layer
    pairs: PairInformation

    @property
    def runs(self) -> tuple[str, ...]:
        """The names of the runs."""
        return self.scores.runs

    @property
    def has_ric(self) -> bool:
        """Whether RIC is defined on some topic."""
        return bool(self.collection.distinguishing.any())

    @property
    def defined(self) -> tuple[str, ...]:
        """The measures that are defined: all but RIC, where it is not."""
        return tuple(key for key in self.scores.measures if key != "RIC" or self.has_ric)

    @cached_property
    def means(self) -> FloatArray:
        """(measures, runs)."""
        return self.scores.means

    def mean(self, measure: str) -> FloatArray:
        """Return the means of all runs by one measure, (runs,)."""
        return np.asarray(self.means[self.scores.measures.index(measure)])

    @cached_property
    def ranks(self) -> IntArray:
        """The rank of every run by every measure, from 1; runs that tie share the better one: (measures, runs)."""
        return np.asarray(1 + (self.means[:, None, :] > self.means[:, :, None] + TIE).sum(axis=2))

    def best_by(self, measure: str) -> list[str]:
        """Return the runs than which no other has a larger mean."""
        ranks = self.ranks[self.scores.measures.index(measure)]
        return [run for run, rank in zip(self.runs, ranks.tolist(), strict=True) if rank == 1]

    def first_by(self, measure: str, *, seed: int = 1) -> First:
        """Return the runs with the largest mean, and in which share of resamples of the topics they have it."""
        values = self.scores.values[self.scores.measures.index(measure)]
        scored = values[:, np.isfinite(values).all(axis=0)]
        means = resampled_means(scored, rng=np.random.default_rng(seed))
        return Resampled(self.runs, self.mean(measure), means, scored.shape[1]).first(largest=True)

    def are_same(self, first: int, second: int) -> bool:
        """Return whether two runs rank the judged documents of every topic in the same order."""
        return all(topic.are_same(first, second) for topic in self.collection.topics)

    def pair_differences(self, measure: str) -> tuple[IntArray, FloatArray, FloatArray]:
        """Return all pairs of runs: their numbers, (pairs, 2), the absolute difference of their means by a measure, and
        the information difference; as in Figure 5 of [golbus2013].
        """
        first, second = np.triu_indices(len(self.runs), 1)
        means = self.mean(measure)
        difference = self.pairs.difference[first, second]
        return np.stack([first, second], axis=1), np.abs(means[first] - means[second]), difference

    def most_different_pair(self) -> tuple[int, int]:
        """Return the pair with the largest information difference in the quarter of all pairs with the closest AP.

        The run with the larger mean RIC comes first.
        """
        if len(self.runs) == 1:
            return 0, 0
        pairs, of_scores, of_information = self.pair_differences("AP")
        close = np.lexsort((of_information.round(12), of_scores))[: max(1, len(pairs) // 4)]
        return self.larger_first(pairs[close[np.argmax(of_information[close])]].tolist())

    def larger_first(self, pair: Sequence[int]) -> tuple[int, int]:
        """Return two runs, the one with the larger mean RIC first."""
        first, second = sorted(pair, key=self.mean("RIC").tolist().__getitem__, reverse=True)
        return first, second


def score_lists(
    collection: Collection,
    measures: Sequence[str] = DEFAULT,
    *,
    largest_grade: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Evaluation:
    """Score every run on every topic by RIC, the first layer, and by further measures; see `evaluate`.

    `progress` hears how many topics are done, of how many; an `executor` computes RIC topic by topic.
    """
    evaluation = evaluate(collection, measures, largest_grade=largest_grade)
    information = relevance_information(collection, progress=progress, executor=executor)
    values = np.concatenate([information[None], evaluation.values])
    return replace(evaluation, measures=("RIC", *evaluation.measures), values=values)


def with_diversity(
    scores: Evaluation, judgements: SubtopicJudgements, runs: Sequence[RankedRun], measures: Sequence[str]
) -> Evaluation:
    """Add a layer per measure of diversity, see `diversity_scores`; topics without subtopics are noted.

    `runs` are those of the scores as they are in their files, as deep as the cutoffs at least.
    """
    named = {run.name: run for run in runs}
    layers = diversity_scores(judgements, [named[run] for run in scores.runs], scores.topics, measures)
    known = {*judgements.topics}
    missing = sum(topic not in known for topic in scores.topics)
    surplus = len(known - {*scores.topics})
    notes = [*judgements.notes]
    if missing:
        notes.append(f"{judgements.name}: {count(missing, 'topic')} without subtopics, left out of means of diversity")
    if surplus:
        notes.append(f"{judgements.name}: {count(surplus, 'topic')} without judgements of whole topics ignored")
    return replace(
        scores,
        measures=(*scores.measures, *measures),
        values=np.concatenate([scores.values, layers]),
        notes=(*scores.notes, *notes),
    )


def compare_lists(
    collection: Collection, *, progress: Progress | None = None, executor: Executor | None = None
) -> PairInformation:
    """Compare every two runs; arguments as those of `pairwise_information`."""
    joint = mean_over_topics(pairwise_information(collection, progress=progress, executor=executor), axis=0)
    return PairInformation(collection.runs, joint, information_difference(joint))


# --- Rankings by measures ---


@dataclass(frozen=True, slots=True)
class Agreement:
    """How similarly two measures rank systems: all systems, and the best by the second measure."""

    tau: Correlation
    rho: Correlation
    top: int
    tau_top: Correlation
    rho_top: Correlation


def ranking_agreement(x: ArrayLike, y: ArrayLike, *, top: int = TOP) -> Agreement:
    """Compare two measures by the means they give to systems, vectors of one length.

    tau is Kendall's tau-b, rho is Spearman's; the best systems are those with the largest y (those that tie with the
    last of them count, too). Reference: figure 2 of [golbus2013].
    """
    first, second = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if first.ndim != 1 or first.shape != second.shape:
        raise ShapeMismatchError(f"Give two vectors of one length, got {first.shape} and {second.shape}.")
    leaders = best(second, top=top)
    return Agreement(
        kendall(first, second),
        spearman(first, second),
        len(leaders),
        kendall(first[leaders], second[leaders]),
        spearman(first[leaders], second[leaders]),
    )


def best(scores: ArrayLike, *, top: int = TOP) -> IntArray:
    """Return the numbers of the runs with the largest scores, more than `top` where the last ones tie.

    >>> best([0.3, 0.1, 0.2, 0.2], top=2).tolist()
    [0, 2, 3]
    """
    rounded = np.round(np.asarray(scores, dtype=np.float64), 12)
    return np.flatnonzero(rounded >= np.sort(rounded)[-min(top, len(rounded))])


@dataclass(frozen=True, slots=True, eq=False)
class TopicInformation:
    """The bits that the rankings of the runs by two measures share, on every topic and over the means.

    NaN where it is not defined: every two runs tie by some measure, or one has no score.
    """

    measures: tuple[str, str]
    given: tuple[str, ...]
    by_topic: FloatArray  # (topics,): as in Figure 1 of [golbus2013]
    of_means: float  # as in table 1

    def to_frame(self, topics: Sequence[str] = ()) -> pd.DataFrame:
        """Return a row over the means; given the names of the `topics`, before it one per topic."""
        by_topic = zip(topics, self.by_topic.tolist(), strict=True) if topics else ()
        about = *self.measures, ",".join(self.given)
        rows = [(topic, *about, bits) for topic, bits in (*by_topic, (ALL, self.of_means))]
        return of_rows(("topic", "measure_1", "measure_2", "given", "information_tau"), rows)


def information_by_topic(scores: Evaluation, first: str, second: str, given: Sequence[str] = ()) -> TopicInformation:
    r"""Return the information tau of two measures, beyond the measures `given`, on every topic and over the means.

    .. math:: \tau_I(x, y \mid z) = I(X; Y \mid Z)

    x, y and z are the scores of the runs on one topic (or their means), see `information_tau`. Raises
    `UnknownNameError` for a measure that was not scored.
    """
    for key in (first, second, *given):
        if key not in scores.measures:
            raise UnknownNameError(f"No scores by {key!r}; there are {', '.join(scores.measures)}.")
    layers = scores.values[[scores.measures.index(key) for key in (first, second, *given)]]  # (measures, runs, topics)
    bits = [_bits(layers[:, :, number]) for number in range(len(scores.topics))]
    return TopicInformation((first, second), tuple(given), np.array(bits), _bits(mean_over_topics(layers)))


def _bits(scores: FloatArray) -> float:
    if not np.isfinite(scores).all():
        return np.nan
    tau = information_tau(scores[0], scores[1], given=list(scores[2:])).bits
    return np.nan if tau is None else tau


# --- What several runs carry together ---


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class JointInformation:
    """The information that all runs carry together about the judgements of every topic, in bits."""

    topics: tuple[str, ...]
    joint: FloatArray  # (topics,): joint RIC, NaN where it is not defined
    chance: Chance  # of lists that say nothing

    @property
    def mean(self) -> BesideChance:
        """The mean over topics."""
        return self.chance.beside(0, float(mean_over_topics(self.joint)))

    def to_frame(self) -> pd.DataFrame:
        """Return a row per topic, then one of the means; beside the joint RIC what is due to chance."""
        mean = self.mean
        by_chance = np.append(self.chance.by_topic[0], mean.by_chance)
        joint = np.append(self.joint, mean.bits)
        columns = {
            "joint_RIC_by_chance": by_chance,
            "joint_RIC_by_chance_error": np.append(self.chance.errors[0], mean.error),
            "joint_RIC_above_chance": joint - by_chance,
            "joint_RIC_as_much_by_chance": np.append(self.chance.as_much(0, self.joint), mean.as_much),
        }
        rounded = {name: values.round(DECIMALS) for name, values in columns.items()}
        return frame_of({"topic": [*self.topics, ALL], "joint_RIC": joint, **rounded})


def all_together(
    collection: Collection, rng: np.random.Generator, *, progress: Progress | None = None
) -> JointInformation:
    """Return what all runs carry together on every topic, beside what is due to chance; see `joint_ric_by_chance`.

    RIC must be defined on some topic.
    """
    chance = joint_ric_by_chance(collection, rng, progress=progress)
    return JointInformation(tuple(topic.name for topic in collection.topics), joint_ric(collection), chance)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Metasearch:
    """Sets of runs: the information they carry together, and what is left of it in one merged list."""

    sets: tuple[tuple[int, ...], ...]
    joint: FloatArray  # (sets,): mean joint RIC
    fused: FloatArray  # (methods, sets): mean RIC of the merged lists, by METHODS
    chance: tuple[Chance, Chance] | None = None  # of the joint RIC, and of the merged lists: see `merged_by_chance`

    @property
    def together(self) -> BesideChance | None:
        """Joint RIC beside chance, where that is known: the mean over sets and topics."""
        return None if self.chance is None else self.chance[0].beside(0, float(self.joint.mean()))

    def merged(self, method: str) -> BesideChance | None:
        """Return RIC of the lists that a method merges, likewise; None for a bound, which looks at the judgements."""
        if self.chance is None or method in BOUNDS:
            return None
        return self.chance[1].beside(1, float(self.fused[list(METHODS).index(method)].mean()))

    def to_frame(self, runs: Sequence[str]) -> pd.DataFrame:
        """Return a row per set of runs: joint RIC, and the RIC of the list that each method merges."""
        columns: dict[str, Values] = {"set": [" + ".join(runs[run] for run in chosen) for chosen in self.sets]}
        merged = {f"RIC_{method}": values for method, values in zip(METHODS, self.fused, strict=True)}
        return frame_of({**columns, "joint_RIC": self.joint, **merged})


@dataclass(frozen=True, slots=True)
class MethodFit(TableRow):
    """How one method's RIC goes with the joint RIC, over sets of runs."""

    method: str
    tau: Correlation
    rho: Correlation
    rmse: float
    mean: float  # RIC of the merged lists
    by_chance: float  # NaN for a bound: it looks at the judgements
    error: float  # of what is by chance

    COLUMNS = ("method", "tau", "rho", "rmse", "mean_RIC", "mean_RIC_by_chance", "mean_RIC_by_chance_error")

    def cells(self) -> tuple[object, ...]:
        """Return the values of the row, NaN for a correlation that is not defined."""
        tau, rho = (np.nan if each.value is None else each.value for each in (self.tau, self.rho))
        by_chance, error = round(self.by_chance, DECIMALS), round(self.error, DECIMALS)
        return self.method, tau, rho, self.rmse, self.mean, by_chance, error


def draw_sets(n_runs: int, size: int, n_sets: int, rng: np.random.Generator) -> tuple[tuple[int, ...], ...]:
    """Draw different sets of runs, evenly; all there are where they are not more than `n_sets`.

    Raises `OrdquantError` unless 1 <= size <= n_runs and n_sets >= 1.

    >>> draw_sets(3, 2, 10, np.random.default_rng(1))
    ((0, 1), (0, 2), (1, 2))
    """
    if not 1 <= size <= n_runs or n_sets < 1:
        raise OrdquantError(f"Sets of {size} of {n_runs} runs, {n_sets} of them: there are none.")
    if comb(n_runs, size) <= n_sets:
        return tuple(combinations(range(n_runs), size))
    sets: dict[tuple[int, ...], None] = {}
    while len(sets) < n_sets:
        sets.setdefault(tuple(sorted(rng.choice(n_runs, size, replace=False).tolist())))
    return tuple(sets)


def merge_sets(
    collection: Collection,
    sets: Sequence[Sequence[int]],
    rng: np.random.Generator | None = None,
    *,
    by_chance: Chance | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Metasearch:
    """Evaluate sets of runs directly (joint RIC) and by merging them (RIC of one list), both as means over topics.

    With `rng`, what both are by chance is computed, too; `by_chance`: the joint RIC of the only set, where it is known
    already (see `joint_ric_by_chance`). Reference: section 6 of [golbus2013].
    """
    chosen = tuple(map(tuple, sets))
    both = None if rng is None else merged_by_chance(collection, chosen, rng)
    chance = None if both is None else (both if by_chance is None else by_chance, both)
    done = range(1, len(chosen) + 1)
    parts = list(carry_out(_Merged(collection), chosen, done, progress=progress, executor=executor))
    joint, *fused = np.array(parts).reshape(-1, 1 + len(METHODS)).T
    return Metasearch(chosen, joint, np.array(fused), chance)


@dataclass(frozen=True, eq=False)
class _Merged:
    """Mean joint RIC of a set of runs, then mean RIC of the list that each method merges: (1 + methods,)."""

    collection: Collection

    def __call__(self, chosen: tuple[int, ...]) -> FloatArray:
        part = self.collection.select(chosen)
        return mean_over_topics(np.concatenate([joint_ric(part)[None], fused_ric(part)]))


def fit_methods(metasearch: Metasearch) -> tuple[MethodFit, ...]:
    """Compare every method with the joint RIC over all sets: tau, rho, root mean square error (table 3)."""
    chance, none = metasearch.chance, (np.nan, np.nan)
    by_chance = none if chance is None else (float(chance[1].mean[1]), float(chance[1].error[1]))
    return tuple(
        MethodFit(
            method,
            kendall(metasearch.joint, values),
            spearman(metasearch.joint, values),
            float(np.sqrt(((values - metasearch.joint) ** 2).mean())),
            float(values.mean()),
            *(none if method in BOUNDS else by_chance),
        )
        for method, values in zip(METHODS, metasearch.fused, strict=True)
    )
