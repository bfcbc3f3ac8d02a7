"""The official results of a task: means with intervals, significance groups and pairs of runs, also on groups of cases.

The numbers are those of the page Systems for the same runs and seed.
"""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ordquant_core.analysis.agreement import ranks
from ordquant_core.analysis.case_filters import ALL, CaseGroup, require_groups
from ordquant_core.analysis.discrimination import Discrimination, separate_runs
from ordquant_core.analysis.scoring import choose, mean_intervals
from ordquant_core.errors import OrdquantError
from ordquant_core.glossary import in_front, of_grid, stacked
from ordquant_core.measures.registry import get_measures
from ordquant_core.records import FloatArray, Scores, Shown
from ordquant_core.statistics.group_interaction import interaction_test
from ordquant_core.statistics.mean_interval import MeanInterval
from ordquant_core.statistics.progress import Progress
from ordquant_core.statistics.resampling import letters_of_runs, significance_groups


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Official(Shown):
    """The results of all runs on some cases of one scale."""

    scale: str | None
    cases: str  # the name of the group of cases, or `all cases`
    scores: Scores  # on these cases
    test: Discrimination  # p-values are NaN where nothing can be tested: one run, or one case
    interval: MeanInterval  # of the means, (measures, runs)
    seed: int

    @property
    def tested(self) -> bool:
        """Whether there are runs and cases enough for a test."""
        return _testable(self.scores)

    def only(self, measure: str) -> Self:
        """Return the results by one of the measures."""
        layers = [self.test.measures.index(measure)]
        means, low, high = (end[layers] for end in (self.interval.means, self.interval.low, self.interval.high))
        interval = replace(self.interval, means=means, low=low, high=high)
        return replace(self, scores=choose(self.scores, [measure]), test=self.test.only(measure), interval=interval)

    def letters(self, layer: int, alpha: float) -> list[str]:
        """Return the groups of every run; a run alone is in group a, and runs that cannot be tested are in none."""
        if len(self.test.runs) == 1:
            return ["a"]
        if not self.tested:
            return [""] * len(self.test.runs)
        return letters_of_runs(significance_groups(self.test.means[layer], self.test.p_values[layer], alpha))

    def to_frame(
        self,
        *,
        alpha: float = 0.05,
        pairs: bool = False,
        teams: Mapping[str, str] | None = None,
        by_group: bool = False,
    ) -> pd.DataFrame:
        """Return a row per measure and run: rank, mean with its 95% interval, significance groups.

        With `pairs` a row per measure and pair of runs, see `Discrimination.to_frame`. `teams` adds the team of each
        run (empty where there is none), `by_group` the group of cases.
        """
        about = {"scale": self.scale or ""} | ({"case_group": self.cases} if by_group else {})
        if pairs:
            return in_front(self.test.to_frame(alpha), **about)
        test, interval = self.test, self.interval
        letters = np.array([self.letters(layer, alpha) for layer in range(len(test.measures))], dtype=object)
        team_of = np.array([(teams or {}).get(run, "") for run in test.runs], dtype=object)
        of_runs = {} if teams is None else {"team": np.broadcast_to(team_of, test.means.shape)}
        numbers = {"rank": ranks(test.means), "mean": test.means, "low": interval.low, "high": interval.high}
        table = of_grid({"measure": test.measures, "run": test.runs}, of_runs | numbers | {"group": letters})
        return in_front(table, **about).assign(cases=test.n_cases)

    @classmethod
    def frame(
        cls,
        results: Iterable[Self],
        *,
        alpha: float = 0.05,
        pairs: bool = False,
        teams: Mapping[str, str] | None = None,
        by_group: bool = False,
    ) -> pd.DataFrame:
        """Return the tables of several scales, or groups of cases, one below the other."""
        return stacked([one.to_frame(alpha=alpha, pairs=pairs, teams=teams, by_group=by_group) for one in results])


class Part(NamedTuple):
    """What one group of cases has to do with the differences over all cases, arrays of shape (measures, pairs)."""

    results: Official
    adds: FloatArray  # cases of the group / all cases x difference on the group: these sum to the difference
    without: Discrimination | None  # the test on all other cases; None where too few are left
    interaction: FloatArray  # difference on the group minus difference on all other cases; NaN where there are none
    p_interaction: FloatArray  # of that, adjusted for all pairs and groups of the measure; NaN where not tested

    def between(self, run_a: str, run_b: str) -> "Part":
        """Return what the group has to do with the difference of two runs, with `run_a` first."""
        runs = self.results.test.runs
        a, b = runs.index(run_a), runs.index(run_b)
        pair = [self.results.test.pairs.index((min(a, b), max(a, b)))]
        sign = 1.0 if a < b else -1.0
        return Part(
            replace(self.results, test=self.results.test.between(run_a, run_b)),
            sign * self.adds[:, pair],
            None if self.without is None else self.without.between(run_a, run_b),
            sign * self.interaction[:, pair],
            self.p_interaction[:, pair],
        )

    def to_frame(self, whole: Discrimination, *, alpha: float = 0.05) -> pd.DataFrame:
        """Return a row per measure and pair of runs on the group, with what it does to the difference on all cases."""
        none = np.full(self.adds.shape, np.nan)
        rest = self.without
        return self.results.to_frame(alpha=alpha, pairs=True, by_group=True).assign(
            adds=self.adds.ravel(),
            difference_without=(none if rest is None else of_pairs(rest.differences)).ravel(),
            p_without=(none if rest is None else of_pairs(rest.p_values)).ravel(),
            decides=_words(decides(whole, self, alpha)),
            interaction=self.interaction.ravel(),
            p_interaction=self.p_interaction.ravel(),
            sign_changes=_words(changes_sign(self, alpha)),
        )


def official_measures(named: Sequence[str] | None, primary: str | None, default: Sequence[str]) -> tuple[str, ...]:
    """Return the official measures of a task, its primary one first. Raises `UnknownNameError` for unknown keys.

    >>> official_measures(["NMD", "RNOD"], "RNOD", []), official_measures(None, "RNOD", ["NMD", "RNOD"])
    (('RNOD', 'NMD'), ('RNOD', 'NMD'))
    """
    keys = tuple(dict.fromkeys([*([] if primary is None else [primary]), *(default if named is None else named)]))
    get_measures(keys)
    return keys


def first_measure(measures: Sequence[str], primary: str | None) -> str:
    """Return the measure by which runs are sorted: the primary one of the task where it is among these, else the first.

    >>> first_measure(["NMD", "RNOD"], "RNOD"), first_measure(["NMD", "JSD"], "RNOD")
    ('RNOD', 'NMD')
    """
    return primary if primary is not None and primary in measures else measures[0]


def official(
    scores: Scores,
    *,
    scale: str | None = None,
    cases: str = ALL,
    n_trials: int = 5000,
    seed: int = 1,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Official:
    """Test all pairs of runs with a generator from the seed, and give the means their intervals, as Systems does.

    One run, or one case, is not tested. Raises `OrdquantError` for infinite scores.
    """
    if _testable(scores):
        rng = np.random.default_rng(seed)
        test = separate_runs(scores, n_trials=n_trials, rng=rng, progress=progress, executor=executor)
    else:
        test = _untested(scores, n_trials)
    return Official(scale, cases, scores, test, mean_intervals(scores), seed)


def on_groups(
    whole: Official,
    groups: Sequence[CaseGroup],
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> tuple[Part, ...]:
    """Return the results on each group of cases, and what each has to do with the differences over all cases.

    Raises `OrdquantError` for groups that are no `CaseGroup`.
    """
    require_groups(groups)
    every, n_trials, parts = len(whole.scores.cases), whole.test.n_trials, []
    rng = np.random.default_rng(whole.seed)
    tested = interaction_test(whole.scores.values, [group.rows for group in groups], n_trials=n_trials, rng=rng)
    for number, group in enumerate(groups):
        some = whole.scores.at(group.rows)
        results = official(
            some, scale=whole.scale, cases=group.name, n_trials=n_trials, seed=whole.seed, executor=executor
        )
        rest = whole.scores.at(np.setdiff1d(np.arange(every), group.rows))
        without = None
        if _testable(rest):
            rng = np.random.default_rng(whole.seed)
            without = separate_runs(rest, n_trials=n_trials, rng=rng, executor=executor)
        adds = len(group.rows) / every * of_pairs(results.test.differences)
        parts.append(Part(results, adds, without, tested.differences[:, number], tested.p_values[:, number]))
        if progress is not None:
            progress(number + 1, len(groups))
    return tuple(parts)


def groups_to_frame(whole: Official, parts: Sequence[Part], *, alpha: float = 0.05) -> pd.DataFrame:
    """Return the pairs of runs on all cases, then those on every group of them, with what the group does to each."""
    adds = of_pairs(whole.test.differences)
    none = np.full(adds.shape, np.nan)
    every = Part(whole, adds, None, none, none)  # nothing is tested against all other cases: there are none
    return stacked([part.to_frame(whole.test, alpha=alpha) for part in (every, *parts)])


def decides(whole: Discrimination, part: Part, alpha: float) -> FloatArray:
    """Return 1 where a difference owes its sign or its significance to a group of cases, (measures, pairs).

    That is where the runs differ on the group otherwise than on the other cases (p of the interaction < alpha), and the
    sign or the significance of their difference changes without the group. Significance alone may change because fewer
    cases are left: with random groups, too. NaN where the interaction is not tested.
    """
    here = of_pairs(whole.differences)
    if part.without is None:
        return np.full(here.shape, np.nan)
    rest = of_pairs(part.without.differences)
    other_sign = np.sign(here) != np.sign(rest)
    significant, still = (of_pairs(test.p_values) < alpha for test in (whole, part.without))
    changes = (significant != still) | (significant & other_sign)
    return _flags(changes & (part.p_interaction < alpha), part)


def changes_sign(part: Part, alpha: float) -> FloatArray:
    """Return 1 where one run is better on a group of cases and the other run on all other cases, (measures, pairs).

    That is where either difference is significant by itself, with opposite signs, and the p of the interaction is below
    alpha, too. NaN where one of them is not tested.
    """
    if part.without is None or not part.results.tested:
        return np.full(part.adds.shape, np.nan)
    sides = (part.results.test, part.without)
    significant = np.all([of_pairs(test.p_values) < alpha for test in sides], axis=0)
    opposite = np.prod([np.sign(of_pairs(test.differences)) for test in sides], axis=0) < 0
    return _flags(significant & opposite & (part.p_interaction < alpha), part)


def _words(flags: FloatArray) -> list[str]:
    return ["" if np.isnan(flag) else "yes" if flag else "no" for flag in flags.ravel().tolist()]


def _flags(where: NDArray[np.bool_], part: Part) -> FloatArray:
    return np.where(np.isnan(part.p_interaction), np.nan, where.astype(np.float64))


def of_pairs(table: FloatArray) -> FloatArray:
    """Return the entries above the diagonal of a table of runs x runs: (measures, pairs)."""
    first, second = np.triu_indices(table.shape[-1], 1)
    return np.asarray(table[..., first, second])


def _testable(scores: Scores) -> bool:
    return len(scores.runs) > 1 and len(scores.cases) > 1


def _untested(scores: Scores, n_trials: int) -> Discrimination:
    """Return the means of runs of which there are too few, or too few cases, for a test."""
    if not np.isfinite(scores.values).all():
        raise OrdquantError("A score is infinite on some case: means cannot be compared; leave the measure out.")
    means = scores.values.mean(axis=2)
    differences = means[:, :, None] - means[:, None, :]
    unknown = np.full(differences.shape, np.nan)
    n_cases = len(scores.cases)
    return Discrimination(scores.measures, scores.runs, n_cases, means, unknown, differences, unknown, n_trials)
