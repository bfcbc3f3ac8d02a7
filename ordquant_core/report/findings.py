"""What a report tells: computed once, before a word of it is written."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.analysis.agreement import agreement, mean_scores
from ordquant_core.analysis.comparison import TIE, preferences
from ordquant_core.analysis.discrimination import Discrimination, separate_runs
from ordquant_core.analysis.scoring import choose, infinite_measures, score
from ordquant_core.analysis.views import average_with_views
from ordquant_core.measures.registry import MEASURES
from ordquant_core.measures.views import VIEWS
from ordquant_core.records import FloatArray, IntArray, Scores, Task
from ordquant_core.statistics.resampling import tiers

LEVEL = 0.05
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, slots=True, eq=False)
class Findings:
    """Everything a report says in numbers. Runs stand in the order of their means by the first measure."""

    task: Task
    scores: Scores
    means: FloatArray  # (measures, runs), rounded to 12 decimals
    best: tuple[tuple[int, ...], ...]  # per measure: the runs with the smallest mean
    quantiles: FloatArray  # (measures, runs, QUANTILES)
    separated: Discrimination | None  # None where there is nothing to test: see `not_tested`
    groups: tuple[tuple[tuple[int, ...], ...], ...]  # per tested measure
    not_tested: str
    tau: FloatArray | None  # (measures, measures), None for fewer than three runs
    preferred: IntArray  # (measures, runs, 3): cases that prefer the first run, the run, neither
    views: FloatArray  # (views, runs)
    seed: int

    @property
    def first(self) -> str:
        """The run that all others are compared with: the best by the first measure."""
        return self.scores.runs[0]


def find(task: Task, measures: Sequence[str], *, n_trials: int, seed: int) -> Findings:
    """Compute everything. Raises `OrdquantError` for a task without runs or an unknown measure."""
    scores = score(task, measures)
    order = np.argsort(mean_scores(scores)[0], kind="stable")
    task = task.only([task.runs[place] for place in order])
    scores = Scores(scores.measures, task.runs, scores.cases, scores.values[:, order])
    means = mean_scores(scores)
    separated, not_tested = _separate(scores, n_trials, np.random.default_rng(seed))
    groups = () if separated is None else tuple(map(tiers, separated.means, separated.p_values))
    tau = agreement(scores).tau if len(scores.runs) > 2 and len(measures) > 1 else None
    return Findings(
        task,
        scores,
        means,
        tuple(tuple(np.flatnonzero(row <= row.min() + TIE).tolist()) for row in means),
        np.stack([np.moveaxis(_quantiles(layer), 0, -1) for layer in scores.values]),
        separated,
        groups,
        not_tested,
        tau,
        _preferred(scores),
        average_with_views(task, tuple(VIEWS)),
        seed,
    )


def _separate(scores: Scores, n_trials: int, rng: np.random.Generator) -> tuple[Discrimination | None, str]:
    if len(scores.runs) < 2 or len(scores.cases) < 2:
        return None, "A test needs two runs and two cases or more."
    infinite = infinite_measures(scores)
    finite = [key for key in scores.measures if key not in infinite]
    left_out = f"Not tested, as infinite on some case: {', '.join(infinite)}." if infinite else ""
    return (separate_runs(choose(scores, finite), n_trials=n_trials, rng=rng) if finite else None), left_out


def _quantiles(layer: FloatArray) -> FloatArray:
    """Quantiles over the cases, shape (QUANTILES, runs): values that occur, so that infinite ones do no harm."""
    return np.asarray(np.quantile(layer, QUANTILES, axis=-1, method="inverted_cdf"))


def _preferred(scores: Scores) -> IntArray:
    against = [preferences(scores, scores.runs[0], run) for run in scores.runs]
    return np.stack([np.stack([one.prefers_a, one.prefers_b, one.ties], axis=-1) for one in against], axis=1)


# --- In words ---


def headline(found: Findings) -> str:
    """Say the first finding in a sentence or two."""
    runs, measures = found.scores.runs, found.scores.measures
    if len(runs) == 1:
        return f"By {_label(measures[0])}, {runs[0]} scores {found.means[0, 0]:.3f} on average; smaller is better."
    winners: dict[tuple[int, ...], list[str]] = {}
    for key, best in zip(measures, found.best, strict=True):
        winners.setdefault(best, []).append(key)
    ranked = sorted(winners.items(), key=lambda item: -len(item[1]))
    names = [f"{_joined([runs[place] for place in best])}" for best, _ in ranked]
    if len(ranked) == 1:
        scored = f"By all {len(measures)} measures" if len(measures) > 1 else f"By {_label(measures[0])}"
        words = (
            f"{scored}, {names[0]} has the smallest mean score."
            if len(ranked[0][0]) == 1
            else (f"{scored}, {names[0]} share the smallest mean score.")
        )
    else:
        told = [
            f"{name} by {_joined([_label(key) for key in keys])}" for name, (_, keys) in zip(names, ranked, strict=True)
        ]
        words = f"The measures name {len(ranked)} different best runs: {'; '.join(told)}."
    return f"{words} {_significance(found)}".strip()


def _significance(found: Findings) -> str:
    if found.separated is None:
        return ""
    counts = found.separated.significant(LEVEL).sum(axis=1)
    n_pairs = len(found.separated.pairs)
    if len(counts) == 1 or counts.min() == counts.max():
        by = f"{_label(found.separated.measures[0])} separates" if len(counts) == 1 else "Each measure separates"
        return f"{by} {counts[0]} of {_pairs(n_pairs)} significantly."
    least, most = int(counts.argmin()), int(counts.argmax())
    keys = found.separated.measures
    return (
        f"Of {_pairs(n_pairs)}, {_label(keys[most])} separates the most significantly ({counts[most]}), "
        f"{_label(keys[least])} the fewest ({counts[least]})."
    )


def _pairs(count: int) -> str:
    return f"{count} pair{'s' * (count != 1)} of runs"


def _joined(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _label(key: str) -> str:
    return MEASURES[key].label
