"""Properties of a case, and which of them are associated with a disagreement of two measures."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from ordquant_core.analysis.comparison import case_scores_to_frame
from ordquant_core.distributions import as_distributions
from ordquant_core.errors import ShapeMismatchError, extra
from ordquant_core.glossary import Values, coded, frame_of
from ordquant_core.measures.match_distance import nmd
from ordquant_core.measures.nominal import nvd
from ordquant_core.numerals import percent
from ordquant_core.records import Correlation, FloatArray, IntArray, Scores, ShareBin, TableRow, Task
from ordquant_core.statistics.adjusted import holm
from ordquant_core.statistics.group_difference import DECIMALS, cliffs_delta
from ordquant_core.statistics.proportion import wilson_interval

FLAT = 0.15  # at most this share of the probability must move to make the gold uniform
DIP = 0.10  # a second peak stands this far, or farther, above the lowest class between it and the other peak
ROUNDING = 1e-12
SHAPES = ("flat", "peaked", "bimodal")
SHAPE_WORDS: Mapping[str, str] = {
    "flat": f"flat: at most {percent(FLAT)} of the probability must move to make the gold uniform",
    "bimodal": f"bimodal: not flat, and two peaks stand {percent(DIP)} of the probability or more above a class "
    "between them",
    "peaked": "peaked: neither flat nor bimodal",
}


@dataclass(frozen=True, slots=True)
class Property:
    """A number that describes a case."""

    key: str
    label: str
    meaning: str  # its definition, in a few words
    of_runs: bool = False  # whether it also depends on the two runs

    @property
    def name(self) -> str:
        """The label inside a sentence: A and B stay capitals."""
        return self.label[:1].lower() + self.label[1:]


PROPERTIES: Mapping[str, Property] = {
    entry.key: entry
    for entry in (
        Property("entropy", "Entropy", "of the gold, in bits: 0 = one class has it all, log2 L = uniform"),
        Property("variance", "Variance", "of the gold's class numbers 1 … L: how far its probability spreads"),
        Property("dip", "Depth of the dip", "between two peaks of the gold: 0 = it rises to one peak and falls"),
        Property("ends", "Probability at the ends", "gold probability of the first and the last class together"),
        Property("occurring", "Classes that occur", "classes with a gold probability above 0"),
        Property("annotators", "Annotators", "how many votes the gold is made of"),
        Property("distance", "Distance between A and B", "NMD of the two estimates, whatever the gold", True),
    )
}


@dataclass(frozen=True, slots=True, eq=False)
class Properties:
    """Every property of every case, with the shape of its gold and its most frequent classes."""

    keys: tuple[str, ...]
    values: FloatArray  # (properties, cases)
    shapes: IntArray  # (cases,): a place in SHAPES
    most_frequent: NDArray[np.bool_]  # (cases, classes): several where they tie

    def of(self, key: str) -> FloatArray:
        """Return one property, shape (cases,)."""
        return np.asarray(self.values[self.keys.index(key)])

    def to_frame(self, task: Task, scores: Scores) -> pd.DataFrame:
        """Return a row per case of a task of two runs: gold, estimates, properties, all scores and differences."""
        name, gold = ("gold", task.gold) if task.votes is None else ("votes", task.votes)
        columns: dict[str, Values] = {"case": task.cases}
        for prefix, values in ((name, gold), *zip(("estimate_a", "estimate_b"), task.estimates, strict=True)):
            columns |= {f"{prefix}_{label}": values[:, place] for place, label in enumerate(task.classes)}
        columns["shape"] = coded(self.shapes.astype(np.intp), SHAPES)
        columns |= dict(zip(self.keys, self.values, strict=True))
        return frame_of(columns).assign(**case_scores_to_frame(scores, *task.runs))


@dataclass(frozen=True, slots=True)
class Association(TableRow):
    """How one property differs between the cases with a disagreement and all others."""

    key: str
    mean_with: float | None  # None where there is no such case
    mean_without: float | None
    effect: Correlation  # Cliff's delta: 1 = every disagreement has the larger value
    p_value: float | None = None  # Mann–Whitney test; None where the effect is not defined
    adjusted: float | None = None  # the same, Holm-corrected over all properties whose effect is defined

    @property
    def chance(self) -> float | None:
        """The area under the ROC curve: how often a disagreement has the larger value, ties counted half."""
        return None if self.effect.value is None else (self.effect.value + 1) / 2

    COLUMNS = (
        *("property", "mean_with", "mean_without", "larger", "cliffs_delta", "low", "high", "note"),
        *("p_mann_whitney", "p_mann_whitney_holm"),
    )

    def cells(self) -> tuple[object, ...]:
        """Return both means, how often a disagreement has the larger value, Cliff's delta, and the test."""
        effect = self.effect.value, self.effect.low, self.effect.high, self.effect.undefined
        return self.key, self.mean_with, self.mean_without, self.chance, *effect, self.p_value, self.adjusted


def dips(gold: ArrayLike) -> FloatArray:
    r"""Depth of the deepest dip of a distribution: 0 if it rises to one peak (or plateau) and falls again.

    .. math:: \max_k \left( \min(\max_{i \le k} g_i, \max_{j \ge k} g_j) - g_k \right)

    `gold` has shape (…, L), votes or probabilities; the result has shape (…), in [0, 1/2]. Raises
    `InvalidDistributionError`.

    >>> dips([[4, 0, 1, 0, 5], [0, 1, 2, 9, 8]]).tolist()
    [0.4, 0.0]
    """
    values = as_distributions(gold, "gold")
    before = np.maximum.accumulate(values, axis=-1)
    after = np.flip(np.maximum.accumulate(np.flip(values, axis=-1), axis=-1), axis=-1)
    return np.asarray((np.minimum(before, after) - values).max(axis=-1))


def shapes_of(gold: ArrayLike) -> IntArray:
    """Return the shape of distributions (…, L) as an index into SHAPES, by the definitions in SHAPE_WORDS.

    >>> [SHAPES[shape] for shape in shapes_of([[4, 4, 4, 3, 5], [0, 1, 2, 9, 8], [9, 0, 1, 0, 10]])]
    ['flat', 'peaked', 'bimodal']
    """
    values = as_distributions(gold, "gold")
    flat = nvd(values, np.full(values.shape[-1], 1 / values.shape[-1])) <= FLAT + ROUNDING
    bimodal = ~flat & (dips(values) >= DIP - ROUNDING)
    return np.asarray(np.where(flat, 0, np.where(bimodal, 2, 1)), dtype=np.int64)


def properties(gold: ArrayLike, a: ArrayLike, b: ArrayLike, votes: IntArray | None = None) -> Properties:
    """Describe cases by their gold and the estimates of two runs, all of shape (cases, L).

    With `votes` (the same shape) the number of annotators is one of the properties. See PROPERTIES for what each one
    means. Raises `InvalidDistributionError` or `ShapeMismatchError`.
    """
    values = as_distributions(gold, "gold")
    if values.ndim != 2 or (votes is not None and votes.shape != values.shape):
        raise ShapeMismatchError(f"Give the gold, and its votes, as (cases, classes); got {values.shape}.")
    numbers = np.arange(values.shape[1])
    mean = values @ numbers
    with np.errstate(divide="ignore", invalid="ignore"):
        bits = np.where(values > 0, -values * np.log2(values), 0.0)
    values_of = {
        "entropy": bits.sum(axis=1) + 0.0,
        "variance": (values * (numbers - mean[:, None]) ** 2).sum(axis=1),
        "dip": dips(values),
        "ends": values[:, 0] + values[:, -1],
        "occurring": (values > 0).sum(axis=1).astype(np.float64),
        "distance": nmd(a, b),
    }
    if votes is not None:
        values_of["annotators"] = votes.sum(axis=1).astype(np.float64)
    keys = tuple(key for key in PROPERTIES if key in values_of)
    most_frequent = values == values.max(axis=1, keepdims=True)
    return Properties(keys, np.stack([values_of[key] for key in keys]), shapes_of(values), most_frequent)


def associations(described: Properties, disagree: NDArray[np.bool_]) -> tuple[Association, ...]:
    """Compare the cases on which two measures disagree (`disagree`, shape (cases,)) with all others, by every property.

    The strongest effect comes first, properties without one last. Nothing is fitted: an effect is an association, not
    a cause. P-values are those of the Mann–Whitney test (normal approximation, corrected for ties and continuity),
    whose hypothesis is that a property has the same distribution in both groups. Reference: Mann and Whitney, Annals
    of Mathematical Statistics 1947.
    """
    if disagree.shape != described.shapes.shape:
        raise ShapeMismatchError(f"{len(described.shapes)} cases are described, but {disagree.shape} are marked.")
    effects = [cliffs_delta(values[disagree], values[~disagree]) for values in described.values]
    defined = [number for number, effect in enumerate(effects) if effect.value is not None]
    p_values = _mann_whitney(described.values[defined], disagree) if defined else np.empty(0)
    tests = dict(zip(defined, zip(p_values.tolist(), holm(p_values).tolist(), strict=True), strict=True))
    rows = [
        Association(key, _mean(values[disagree]), _mean(values[~disagree]), effect, *tests.get(number, (None, None)))
        for number, (key, values, effect) in enumerate(zip(described.keys, described.values, effects, strict=True))
    ]
    return tuple(sorted(rows, key=lambda entry: -abs(entry.effect.value or 0)))


def can_be_significant(n: int, n_others: int, n_tests: int, level: float) -> bool:
    """Return whether `n` cases that all lie above `n_others` would have a corrected p-value below the level.

    Where they would not, the groups are too small for the test of `associations`, whatever the values are.

    >>> can_be_significant(1, 389, 7, 0.05), can_be_significant(5, 385, 7, 0.05)
    (False, True)
    """
    values = np.arange(n + n_others, dtype=np.float64)
    return bool(n_tests * _mann_whitney(values[None], values >= n_others)[0] < level)


def shares_along(values: FloatArray, disagree: NDArray[np.bool_], *, n_bins: int = 5) -> tuple[ShareBin, ...]:
    """Cut the cases into bins by a property, as equally large as ties allow, and count the disagreements in each.

    Equal values (to 12 decimals) stay in one bin, so there may be fewer bins than asked for. Every case is in one.
    Raises `ShapeMismatchError` unless there is one mark for each value, and one value or more.

    >>> bins = shares_along(np.array([1., 1, 2, 3]), np.array([1, 0, 1, 1]) > 0, n_bins=2)
    >>> [(b.low, b.high, b.n, b.disagreements) for b in bins]
    [(1.0, 1.0, 2, 1), (2.0, 3.0, 2, 2)]
    """
    if values.ndim != 1 or values.shape != disagree.shape or len(values) == 0:
        raise ShapeMismatchError(f"Give one mark for each value, one or more: got {values.shape} and {disagree.shape}.")
    different, place = np.unique(values.round(12), return_inverse=True)
    counts = np.bincount(place)
    # a value belongs to the bin in which the middle one of its cases falls
    middle = np.cumsum(counts) - counts / 2
    of_value = np.minimum((middle / len(values) * n_bins).astype(np.int64), n_bins - 1)
    bins = []
    for bin_ in np.unique(of_value):
        members = of_value == bin_
        n = int(counts[members].sum())
        marked = int(disagree[members[place]].sum())
        low, high = wilson_interval(marked, n)
        bins.append(ShareBin(float(different[members][0]), float(different[members][-1]), n, marked, low, high))
    return tuple(bins)


def _mean(values: FloatArray) -> float | None:
    return float(values.mean()) if len(values) else None


def _mann_whitney(values: FloatArray, marked: NDArray[np.bool_]) -> FloatArray:
    """Return the p-values of two groups of cases, (properties,); equal to 12 decimals is equal."""
    with extra("statistics", "The Mann-Whitney test"):
        from scipy.stats import mannwhitneyu  # 1.7 s to import: only where it is needed

    rounded = values.round(DECIMALS)
    return np.asarray(mannwhitneyu(rounded[:, marked], rounded[:, ~marked], axis=1, method="asymptotic").pvalue)
