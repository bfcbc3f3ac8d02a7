"""How similarly do measures rank the runs of a task? Kendall's tau and information tau between system rankings.

Variants study 2022, section 4 [sakai2022]; information tau after section 4 of [golbus2013]. Runs are ranked by their
mean score, rounded to 12 decimals, so that runs with equal means tie; tau-b accounts for ties.
"""

from __future__ import annotations  # help() shows types as they are written

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ordquant_core.analysis.scoring import choose, require_scores
from ordquant_core.errors import OrdquantError, ShapeMismatchError, extra
from ordquant_core.glossary import of_pairs, of_rows
from ordquant_core.records import FloatArray, IntArray, Scores, Shown
from ordquant_core.statistics.information import InformationLeft, information_left, information_tau_matrix
from ordquant_core.statistics.rank_correlation import kendall_intervals, rounded, tau_matrices
from ordquant_core.statistics.superlatives import Resampled, portions, resampled_means


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Agreement(Shown):
    """Kendall's tau between the system rankings of every pair of measures, with its 95% interval in two ways.

    Arrays have the shape (measures, measures), NaN where tau or an interval is not defined.
    """

    measures: tuple[str, ...]
    n_runs: int
    tau: FloatArray
    low: FloatArray  # Fisher's z
    high: FloatArray
    low_long_cliff: FloatArray
    high_long_cliff: FloatArray

    @property
    def average_similarity(self) -> FloatArray:
        """The mean of each measure's taus with the others."""
        return average_similarity(self.tau)

    def to_frame(self) -> pd.DataFrame:
        """Return a row per pair of measures: tau and both of its intervals."""
        numbers = ("tau", "low", "high", "low_long_cliff", "high_long_cliff")
        return of_pairs("measure", self.measures, {name: getattr(self, name) for name in numbers})


@dataclass(frozen=True, slots=True, eq=False)
class AverageAgreement:
    """Agreement averaged over tasks with equal weights."""

    measures: tuple[str, ...]
    tau: FloatArray  # (measures, measures)
    average_similarity: FloatArray  # (measures,)
    counted: IntArray  # (measures, measures): tasks in which tau is defined

    def to_frame(self, over_cases: Resampled) -> pd.DataFrame:
        """Return a row per measure, the most similar to all others first, with the ones that it is most like.

        `over_cases`: `similarity_over_cases`; how often each alone is least like the others.
        """
        rows, least = [], over_cases.shares()
        for m in largest_first(self.average_similarity):
            taus = dict(zip(self.measures, rounded(self.tau[m]).tolist(), strict=True))
            del taus[self.measures[m]]
            tau = max(filter(np.isfinite, taus.values()), default=np.nan)
            most_like = ", ".join(key for key in taus if taus[key] == tau)
            rows.append((self.measures[m], float(self.average_similarity[m]), float(least[m]), most_like, tau))
        return of_rows(("measure", "similarity", "least_alike_in", "most_like", "tau"), rows)


@dataclass(frozen=True, slots=True, eq=False)
class SharedInformation:
    """Information tau of the system rankings of every pair of measures."""

    measures: tuple[str, ...]  # those that are not given
    bits: FloatArray  # (measures, measures)

    def to_frame(self) -> pd.DataFrame:
        """Return a row per pair of measures."""
        return of_pairs("measure", self.measures, {"information_tau": self.bits})


def mean_scores(scores: Scores) -> FloatArray:
    """Return the mean of every run over the cases, rounded to 12 decimals: (measures, runs). KLD may be infinite."""
    return rounded(scores.values.mean(axis=2))


def ranks(means: FloatArray) -> IntArray:
    """Return the rank of every run, 1 for the smallest mean; tied runs share the best of their ranks.

    >>> ranks(np.array([[0.3, 0.1, 0.3, 0.2]])).tolist()
    [[3, 1, 3, 2]]
    """
    values = rounded(np.asarray(means, dtype=np.float64))
    return np.asarray(1 + (values[..., None, :] < values[..., :, None]).sum(axis=-1), dtype=np.int64)


def moving_most(places: IntArray) -> list[int]:
    """Return the runs whose ranks by two measures, (2, runs), differ most: two, fewer where others differ as much.

    >>> moving_most(np.array([[1, 2, 3, 4], [4, 1, 2, 3]])), moving_most(np.array([[1, 2, 3], [2, 1, 3]]))
    ([0], [0, 1])
    """
    moves = np.abs(places[1] - places[0])
    order = np.argsort(-moves, kind="stable")
    third = moves[order[2:3]].max(initial=0)
    return [run for run in order[:2].tolist() if moves[run] > third]


def agreement(scores: Scores) -> Agreement:
    """Compare the system rankings of every pair of measures: tables 3 to 17 of [sakai2022].

    The result holds tau and both intervals as arrays of shape (measures, measures). Raises `OrdquantError` for fewer
    than two runs, and for what is no `Scores`.

    >>> import ordquant_core as oq
    >>> task = oq.with_baselines(oq.load_sample("breakdown-labels"))
    >>> oq.agreement(oq.score(task, ["NMD", "RNOD"])).tau.shape
    (2, 2)
    """
    require_scores(scores, "agreement")
    _require_rankings(scores)
    return ranking_agreement(scores.measures, mean_scores(scores))


def ranking_agreement(measures: Sequence[str], values: FloatArray) -> Agreement:
    """Compare how measures rank any items by their values, (measures, items): runs by means, or cases by scores.

    On the cases of one run it is table 2 (I) of [sakai2018].
    """
    n_measures = len(values)
    both = [[(one.value, one.low, one.high) for row in rows for one in row] for rows in kendall_intervals(values)]
    tables = np.array(both, dtype=np.float64).reshape(2, n_measures, n_measures, 3)  # None becomes NaN
    (tau, low, high), (_, low_long_cliff, high_long_cliff) = np.moveaxis(tables, 3, 1)
    return Agreement(tuple(measures), values.shape[1], tau, low, high, low_long_cliff, high_long_cliff)


def part_of(every: Agreement, measures: Sequence[str]) -> Agreement:
    """Return the agreement of some of the measures, in this order."""
    numbers = [every.measures.index(key) for key in measures]
    places = np.ix_(numbers, numbers)
    tables = (every.tau, every.low, every.high, every.low_long_cliff, every.high_long_cliff)
    return Agreement(tuple(measures), every.n_runs, *(table[places] for table in tables))


def average_similarity(tau: FloatArray) -> FloatArray:
    """Return the mean of each row without the diagonal: the similarity of a measure to the others. NaN are left out.

    `tau` has shape (..., measures, measures).

    >>> average_similarity(np.array([[1, 0.8, 0.6], [0.8, 1, 0.5], [0.6, 0.5, 1]])).round(3).tolist()
    [0.7, 0.65, 0.55]
    """
    if tau.ndim < 2 or tau.shape[-2] != tau.shape[-1]:
        raise ShapeMismatchError(f"Give a square matrix of taus, got shape {tau.shape}.")
    others = np.where(np.eye(tau.shape[-1], dtype=np.bool_), np.nan, tau)
    return _mean(others, axis=-1)


def mean_over_tasks(tables: Sequence[FloatArray]) -> FloatArray:
    """Average tables of one shape, each cell over the tasks that define it; NaN where none does.

    >>> mean_over_tasks([np.array([0.5, np.nan, np.nan]), np.array([0.7, 0.2, np.nan])]).tolist()
    [0.6, 0.2, nan]
    """
    if not tables:
        raise OrdquantError("An average needs one task or more.")
    return _mean(np.stack(tables), axis=0)


def largest_first(values: FloatArray) -> list[int]:
    """Return the numbers of the values, the largest first, those that are not defined last; ties keep their order.

    >>> largest_first(np.array([0.2, np.nan, 0.7, 0.2]))
    [2, 0, 3, 1]
    """
    return [int(number) for number in np.argsort(-np.nan_to_num(values, nan=-np.inf), kind="stable")]


def order_by_similarity(similarities: FloatArray) -> list[int]:
    """Return the numbers of the rows of a matrix of similarities so that similar ones stand side by side.

    Leaves of a tree by average linkage, ordered so that neighbours are as similar as the tree allows
    [Bar-Joseph et al. 2001]; the end that is least like all others is the last. What is not defined is no similarity.

    >>> order_by_similarity(np.array([[1, 0.2, 0.9], [0.2, 1, 0.3], [0.9, 0.3, 1]]))
    [0, 2, 1]
    """
    n_items = len(similarities)
    first, second = np.triu_indices(n_items, 1)
    pairs = similarities[first, second]
    known = pairs[np.isfinite(pairs)]
    if n_items < 3 or not len(known):
        return list(range(n_items))
    with extra("statistics", "The order of measures by similarity"):
        from scipy.cluster.hierarchy import leaves_list, linkage  # 1 s to import: only where it is needed

    distances = known.max() - np.where(np.isfinite(pairs), pairs, min(0.0, known.min()))
    order: list[int] = leaves_list(linkage(distances, "average", optimal_ordering=True)).tolist()
    alike = np.nan_to_num(average_similarity(similarities), nan=-np.inf)
    return order[::-1] if alike[order[0]] < alike[order[-1]] else order


def averaged(agreements: Sequence[Agreement]) -> AverageAgreement:
    """Average over tasks: tables 19 and 20 of [sakai2022]. Each tau is averaged over the tasks that define it.

    Raises `OrdquantError` without a task, `ShapeMismatchError` when tasks were ranked by different measures.
    """
    if not agreements:
        raise OrdquantError("An average needs one task or more.")
    measures = agreements[0].measures
    if any(other.measures != measures for other in agreements):
        raise ShapeMismatchError("Tasks can be averaged only when the same measures ranked them.")
    taus = [one.tau for one in agreements]
    similarities = [one.average_similarity for one in agreements]
    counted = np.asarray(np.isfinite(np.stack(taus)).sum(axis=0), dtype=np.int64)
    return AverageAgreement(measures, mean_over_tasks(taus), mean_over_tasks(similarities), counted)


def similarity_over_cases(tasks: Sequence[Scores], *, seed: int) -> Resampled:
    """Return the average similarity of every measure, and what it is where the cases of each task are resampled."""
    rng = np.random.default_rng(seed)
    values = [average_similarity(tau_matrices(mean_scores(scores))) for scores in tasks]
    resampled = [_similarities(resampled_means(scores.values, rng=rng)) for scores in tasks]
    n_cases = min(len(scores.cases) for scores in tasks)
    return Resampled(tasks[0].measures, mean_over_tasks(values), mean_over_tasks(resampled), n_cases)


def _similarities(means: FloatArray) -> FloatArray:
    """Return the average similarity of every measure by many means (..., measures, runs)."""
    n_measures, n_runs = means.shape[1:]
    parts = portions(len(means), n_measures * n_runs * n_runs)
    return np.concatenate([average_similarity(tau_matrices(means[part])) for part in parts])


def runs_over_cases(scores: Scores, measure: str, *, seed: int) -> Resampled:
    """Return the mean of every run by one measure, and what it is where the cases are resampled."""
    values = scores.values[scores.measures.index(measure)]
    means = resampled_means(values, rng=np.random.default_rng(seed))
    return Resampled(scores.runs, rounded(values.mean(axis=-1)), means, len(scores.cases))


def information(scores: Scores, *, given: Sequence[str] = ()) -> SharedInformation:
    """Return the information tau of every pair of measures that are not given, in bits.

    With `given` it is conditional on the rankings by these measures: what is left of what two rankings share once
    theirs are known. NaN where every pair of runs ties in a ranking involved. Table 1 of [golbus2013] has the form.
    Raises `UnknownNameError` for a measure that was not scored, `OrdquantError` for fewer than two runs.
    """
    _require_rankings(scores)
    known = mean_scores(choose(scores, given)) if given else ()
    measures = tuple(key for key in scores.measures if key not in given)
    bits = information_tau_matrix(mean_scores(choose(scores, measures)), given=tuple(known))
    return SharedInformation(measures, bits)


def remaining_information(
    scores: Scores, pair: Sequence[str], given: Sequence[str], *, rng: np.random.Generator
) -> InformationLeft | None:
    """Return what the rankings by two measures share, and what is left given those by others, on the same pairs.

    None where every pair of runs ties in a ranking involved. Raises as `information`.
    """
    _require_rankings(scores)
    first, second = mean_scores(choose(scores, pair))
    return information_left(first, second, list(mean_scores(choose(scores, given))) if given else [], rng=rng)


def information_left_to_frame(left: Mapping[str, Sequence[InformationLeft | None]]) -> pd.DataFrame:
    """Return a row per measure that is given, that which leaves least first; its bits are averaged over the tasks.

    `left`: by the measure, what two others share on every task; None where it is not defined.
    """
    rows = []
    for key, tasks in left.items():
        known = [each for each in tasks if each is not None]
        bits = [(each.left, each.left_by_chance, each.alone) for each in known] or [(np.nan,) * 3]
        rows.append((key, *np.mean(bits, axis=0).tolist(), ", ".join(str(each.pairs) for each in known)))
    frame = of_rows(("given", "left", "left_by_chance", "shared", "of_pairs"), rows)
    return frame.sort_values("left", kind="stable", ignore_index=True)


def _require_rankings(scores: Scores) -> None:
    if len(scores.runs) < 2:
        raise OrdquantError(f"A ranking needs two runs or more; the task has {len(scores.runs)}.")


def _mean(values: FloatArray, axis: int) -> FloatArray:
    """Average what is defined; NaN where nothing is."""
    defined = np.isfinite(values)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(defined, values, 0).sum(axis=axis) / defined.sum(axis=axis))
