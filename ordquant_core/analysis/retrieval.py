"""Analyses of ranked lists: how measures rank systems, which pairs differ or are similar, what merging gives."""

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from ordquant_core.analysis.discrimination import Power
from ordquant_core.errors import OrdquantError, ShapeMismatchError, extra
from ordquant_core.glossary import Values, frame_of, of_pairs
from ordquant_core.numerals import count, setting
from ordquant_core.ranked_lists.collection import Collection, RankedRun, mean_over_topics
from ordquant_core.ranked_lists.diversity import SubtopicJudgements, diversity_scores
from ordquant_core.ranked_lists.evaluator import DEFAULT, Evaluation, Progress, evaluate
from ordquant_core.ranked_lists.fusion import BOUNDS, METHODS, fused_beside_chance
from ordquant_core.ranked_lists.information import Permuted, joint_ric, joint_ric_by_chance, relevance_information
from ordquant_core.records import Correlation, FloatArray, IntArray, TableRow
from ordquant_core.statistics.bootstrap import pair_bootstrap
from ordquant_core.statistics.correlation import spearman
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.rank_correlation import kendall

TOP = 10  # systems, as in figure 2 of the paper
TESTED = ("RIC", "AP", "GAP", "nDCG")  # table 2 of the paper
LEVEL = 0.05
RESAMPLES = 1000
YES = {True: "yes", False: "no"}


@dataclass(frozen=True, slots=True)
class Agreement:
    """How similarly two measures rank systems: all systems, and the best by the second measure."""

    tau: Correlation
    rho: Correlation
    top: int
    tau_top: Correlation
    rho_top: Correlation


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Metasearch:
    """Sets of runs: the information they carry together, and what is left of it in one merged list."""

    sets: tuple[tuple[int, ...], ...]
    joint: FloatArray  # (sets,): mean joint RIC
    fused: FloatArray  # (methods, sets): mean RIC of the merged lists, by METHODS
    joint_by_chance: FloatArray | None = None  # both of permuted grades, where these were given
    fused_by_chance: FloatArray | None = None  # NaN for BOUNDS, which look at the grades

    def share(self, row: int) -> float | None:
        """Return what the lists merged by a method carry above chance, as a share of what the runs carry above it.

        None for a bound, and where the runs carry no more than by chance.
        """
        if self.joint_by_chance is None or self.fused_by_chance is None:
            return None
        above = float((self.joint - self.joint_by_chance).mean())
        merged = float((self.fused[row] - self.fused_by_chance[row]).mean())
        return None if above <= 0 or np.isnan(merged) else merged / above

    def to_frame(self, runs: Sequence[str]) -> pd.DataFrame:
        """Return a row per set of runs: joint RIC, the RIC of the list that each method merges, and both by chance."""
        columns: dict[str, Values] = {"set": [" + ".join(runs[run] for run in chosen) for chosen in self.sets]}
        columns["joint_RIC"] = self.joint
        columns |= {f"RIC_{method}": values for method, values in zip(METHODS, self.fused, strict=True)}
        if self.joint_by_chance is not None and self.fused_by_chance is not None:
            columns["joint_RIC_by_chance"] = self.joint_by_chance
            by_chance = dict(zip(METHODS, self.fused_by_chance, strict=True))
            columns |= {f"RIC_{method}_by_chance": by_chance[method] for method in METHODS if method not in BOUNDS}
        return frame_of(columns)


@dataclass(frozen=True, slots=True, eq=False)
class PairInformation:
    """What every two runs carry together, arrays of shape (runs, runs)."""

    runs: tuple[str, ...]
    joint: FloatArray  # joint RIC, the mean over topics; RIC on the diagonal
    difference: FloatArray  # the information difference

    def to_frame(
        self,
        scores: Evaluation | None = None,
        *,
        measures: Sequence[str] | None = None,
        teams: Sequence[str] | None = None,
    ) -> pd.DataFrame:
        """Return a row per pair of runs: RIC of each, joint RIC, information difference.

        With `scores`, columns with the absolute difference of their means are added, by all or by some `measures`; with
        `teams`, that of every run, whether one team submitted both.
        """
        alone, n_runs = np.diag(self.joint), len(self.runs)
        of_each = np.broadcast_to(alone, (n_runs, n_runs))
        information = {"joint_RIC": self.joint, "information_difference": self.difference}
        frame = of_pairs("run", self.runs, {"RIC_1": of_each.T, "RIC_2": of_each, **information})
        first, second = np.triu_indices(n_runs, 1)
        if scores is not None:
            means = dict(zip(scores.measures, scores.means, strict=True))
            for key in scores.measures if measures is None else measures:
                frame[f"difference_{key}"] = np.abs(means[key][first] - means[key][second])
        if teams is not None:
            frame["same_team"] = [YES[one == other] for one, other in combinations(teams, 2)]
        return frame


@dataclass(frozen=True, slots=True)
class MethodFit(TableRow):
    """How one method's RIC goes with the joint RIC, over sets of runs."""

    method: str
    tau: Correlation
    rho: Correlation
    rmse: float
    mean: float  # RIC of the merged lists

    COLUMNS = ("method", "tau", "rho", "rmse", "mean_RIC")

    def cells(self) -> tuple[object, ...]:
        """Return the values of the row, NaN for a correlation that is not defined."""
        tau, rho = (np.nan if each.value is None else each.value for each in (self.tau, self.rho))
        return self.method, tau, rho, self.rmse, self.mean


@dataclass(frozen=True, slots=True)
class AlikePair:
    """Two runs with similar scores, and the information that only one of them carries."""

    run_1: int
    run_2: int
    bin: int | None  # from 0, the best; None: runs were not sorted into bins
    information_difference: float
    score_difference: float  # absolute


def score_lists(
    collection: Collection,
    measures: Sequence[str] = DEFAULT,
    *,
    largest_grade: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Evaluation:
    """Score every run on every topic by RIC, the first layer, and by further measures; see `evaluate`.

    `progress` hears how many steps are done, of how many; an `executor` computes RIC topic by topic.
    """
    n_topics = len(collection.topics)
    step = progress or (lambda done, of: None)
    evaluation = evaluate(
        collection,
        measures,
        largest_grade=largest_grade,
        progress=lambda done, of: step(done, 2 * n_topics),
    )
    information = relevance_information(
        collection, progress=lambda done, of: step(n_topics + done, 2 * n_topics), executor=executor
    )
    return with_information(evaluation, information)


def with_information(lists: Evaluation, information: FloatArray) -> Evaluation:
    """Put RIC, of shape (runs, topics), before the other measures."""
    return replace(lists, measures=("RIC", *lists.measures), values=np.concatenate([information[None], lists.values]))


def with_diversity(
    scores: Evaluation, judgements: SubtopicJudgements, runs: Sequence[RankedRun], measures: Sequence[str]
) -> Evaluation:
    """Add a layer per measure of diversity, see `diversity_scores`; topics without subtopics are noted.

    `runs` are those of the scores as they are in their files, as deep as the cutoffs at least.
    """
    named = {run.name: run for run in runs}
    layers = diversity_scores(judgements, [named[run] for run in scores.runs], scores.topics, measures)
    if scores.counted is not None:
        layers[:, ~scores.counted] = np.nan
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


def list_discriminative_power(
    scores: Evaluation,
    measures: Sequence[str] = TESTED,
    *,
    rng: np.random.Generator,
    n_resamples: int = RESAMPLES,
    level: float = LEVEL,
) -> tuple[Power, ...]:
    """Count the pairs of runs whose means differ significantly: p < `level` by the two-sided paired bootstrap test.

    A measure is tested on the topics on which it scores all runs; those without two such topics, and measures that were
    not lists, are left out. Measures with the same topics share the samples. Reference: table 2 of [golbus2013], after
    [sakai2006].
    """
    first, second = np.triu_indices(len(scores.runs), 1)
    complete = np.asarray(np.isfinite(scores.values).all(axis=1))  # (measures, topics)
    alike: dict[bytes, list[str]] = {}
    for key in measures:
        if key in scores.measures and (topics := complete[scores.measures.index(key)]).sum() > 1:
            alike.setdefault(topics.tobytes(), []).append(key)
    counts: dict[str, int] = {}
    for keys in alike.values():
        numbers = [scores.measures.index(key) for key in keys]
        layers = scores.values[numbers][:, :, np.flatnonzero(complete[numbers[0]])]
        p_values = pair_bootstrap(layers, n_resamples=n_resamples, rng=rng)
        counts |= dict(zip(keys, (p_values[:, first, second] < level).sum(axis=1).tolist(), strict=True))
    return tuple(Power(key, counts[key], len(first)) for key in measures if key in counts)


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
    permuted: Permuted | None = None,
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Metasearch:
    """Evaluate sets of runs directly (joint RIC) and by merging them (RIC of one list), both as means over topics.

    `permuted`: grades of `permuted_grades`, by which both are computed, too: what they are by chance. Reference:
    section 6 of [golbus2013].
    """
    chosen = tuple(map(tuple, sets))
    work, done = _Merged(collection, permuted), range(1, len(chosen) + 1)
    parts = list(carry_out(work, chosen, done, progress=progress, executor=executor))
    joint, by_chance = np.array([part[0] for part in parts]).reshape(-1, 2).T
    of_methods = np.array([part[1] for part in parts]).reshape(-1, 2, len(METHODS))
    fused, fused_by_chance = of_methods.transpose(1, 2, 0)
    if permuted is None:
        return Metasearch(chosen, joint, fused)
    return Metasearch(chosen, joint, fused, by_chance, fused_by_chance)


@dataclass(frozen=True, eq=False)
class _Merged:
    """Mean joint RIC of a set of runs, (2,), and mean RIC of the merged lists, (2, methods): as they are, by chance."""

    collection: Collection
    permuted: Permuted | None

    def __call__(self, chosen: tuple[int, ...]) -> tuple[FloatArray, FloatArray]:
        part = self.collection.select(chosen)
        joint = mean_over_topics(joint_ric(part))
        by_chance = np.nan if self.permuted is None else mean_over_topics(joint_ric_by_chance(part, self.permuted))
        fused = mean_over_topics(np.stack(fused_beside_chance(part, self.permuted)))
        return np.array([joint, by_chance]), fused


def fits(metasearch: Metasearch) -> tuple[MethodFit, ...]:
    """Compare every method with the joint RIC over all sets: tau, rho, root mean square error (table 3)."""
    return tuple(
        MethodFit(
            method,
            kendall(metasearch.joint, values),
            spearman(metasearch.joint, values),
            float(np.sqrt(((values - metasearch.joint) ** 2).mean())) if len(values) else float("nan"),
            float(values.mean()),
        )
        for method, values in zip(METHODS, metasearch.fused, strict=True)
    )


def order_by_likeness(difference: FloatArray) -> tuple[int, ...]:
    """Order runs so that those with a small information difference (runs, runs) stand side by side.

    The leaves of SciPy's average linkage, ordered optimally; as they are where the difference is not defined (NaN).
    """
    if len(difference) < 3 or np.isnan(difference).any():
        return tuple(range(len(difference)))
    with extra("statistics", "The order of runs by likeness"):
        from scipy.cluster.hierarchy import leaves_list, linkage
        from scipy.spatial.distance import squareform

    tree = linkage(squareform(difference, checks=False), method="average", optimal_ordering=True)
    return tuple(leaves_list(tree).tolist())


def close_pairs(means: ArrayLike, difference: FloatArray, *, within: float) -> tuple[AlikePair, ...]:
    """Return the pairs of runs whose mean scores differ by `within` at most, the smallest information difference first.

    `means` has shape (runs,), `difference` is the mean information difference (runs, runs). Raises `OrdquantError`
    unless within >= 0.
    """
    scores = _fitting(means, difference)
    if not within >= 0:
        raise OrdquantError(f"Give a difference of at least 0, got {setting(within)}.")
    every = (_pair(scores, difference, None, *pair) for pair in combinations(range(len(scores)), 2))
    return _by_information(pair for pair in every if round(pair.score_difference, 12) <= within)


def alike_pairs(means: ArrayLike, difference: FloatArray, *, n_bins: int) -> tuple[AlikePair, ...]:
    """Sort runs into bins of equal size by their mean score and compare all pairs within each bin.

    `means` has shape (runs,), `difference` is the mean information difference (runs, runs). The pairs come by it, the
    smallest first. Bins differ in size by one at most; with few runs, scores within a bin may be far apart
    (`close_pairs` limits this). Reference: table 4 of [golbus2013]. Raises `OrdquantError` unless n_bins >= 1.
    """
    scores = _fitting(means, difference)
    if n_bins < 1:
        raise OrdquantError(f"Give one bin or more, got {n_bins}.")
    order = np.argsort(-np.round(scores, 12), kind="stable")
    return _by_information(
        _pair(scores, difference, number, *pair)
        for number, members in enumerate(np.array_split(order, n_bins))
        for pair in combinations(members.tolist(), 2)
    )


def _fitting(means: ArrayLike, difference: FloatArray) -> FloatArray:
    scores = np.asarray(means, dtype=np.float64)
    if difference.shape != 2 * scores.shape:
        raise ShapeMismatchError(f"Scores of shape {scores.shape} and differences of {difference.shape} do not fit.")
    return scores


def _pair(scores: FloatArray, difference: FloatArray, number: int | None, i: int, j: int) -> AlikePair:
    return AlikePair(i, j, number, float(difference[i, j]), abs(float(scores[i] - scores[j])))


def _by_information(pairs: Iterable[AlikePair]) -> tuple[AlikePair, ...]:
    return tuple(sorted(pairs, key=lambda pair: (round(pair.information_difference, 12), pair.bin or 0)))


def same_team(pairs: Sequence[AlikePair], teams: Sequence[str]) -> tuple[bool, ...]:
    """Return for every pair of runs whether one team submitted both; `teams` has that of every run."""
    return tuple(teams[pair.run_1] == teams[pair.run_2] for pair in pairs)


def similar_pairs_to_frame(
    runs: Sequence[str], pairs: Sequence[AlikePair], teams: Sequence[str] | None = None, *, binned: bool = True
) -> pd.DataFrame:
    """Return the pairs of runs with a similar AP as `close_pairs` gives them, or `binned` as `alike_pairs` does.

    The latter is table 4 of [golbus2013].
    """
    columns: dict[str, Values] = {
        "run_1": [runs[pair.run_1] for pair in pairs],
        "run_2": [runs[pair.run_2] for pair in pairs],
        **({"bin": [pair.bin + 1 for pair in pairs if pair.bin is not None]} if binned else {}),
        "information_difference": [pair.information_difference for pair in pairs],
        "difference_AP": [pair.score_difference for pair in pairs],
    }
    if teams is not None:
        columns["same_team"] = [YES[same] for same in same_team(pairs, teams)]
    return frame_of(columns)


def leading_pairs(same: Sequence[bool]) -> int:
    """Count the pairs before the first one of two teams: 27 in table 4 of [golbus2013].

    >>> leading_pairs([True, True, False, True])
    2
    """
    return same.index(False) if False in same else len(same)


def best(scores: ArrayLike, *, top: int = TOP) -> IntArray:
    """Return the numbers of the runs with the largest scores, more than `top` where the last ones tie.

    >>> best([0.3, 0.1, 0.2, 0.2], top=2).tolist()
    [0, 2, 3]
    """
    rounded = np.round(np.asarray(scores, dtype=np.float64), 12)
    if top >= len(rounded):
        return np.arange(len(rounded))
    return np.flatnonzero(rounded >= np.sort(rounded)[-top])
