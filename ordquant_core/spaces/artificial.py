"""The study of SIGIR 2018, section 4.1: how similarly do two measures rank pairs of artificial distributions?

For each number of covered classes k = 1 … L some random distributions, made of the votes of 30 annotators that cover
exactly k classes; all pairs of them; Kendall's tau between the measures [sakai2018].
"""

import math
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from ordquant_core.errors import OrdquantError
from ordquant_core.glossary import frame_of, in_front, of_pairs
from ordquant_core.measures.registry import get_measures
from ordquant_core.numerals import count
from ordquant_core.papers.experiments import MEASURES_OF_SIGIR_2018, N_VOTES
from ordquant_core.papers.printed import numbers_at
from ordquant_core.records import Correlation, FloatArray, IntArray
from ordquant_core.spaces.gold_distributions import MOST_CLASSES, distributions_at, shares
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.progress import Progress
from ordquant_core.statistics.rank_correlation import Interval, kendall, tau_matrix

MOST_PER_COVER = 50
MOST_VOTES = 1000
MOST_SEEDS = 100
NEAR = 0.02  # a published tau this close to the mean of the seeds counts as reproduced
_DRAWN_AT_ONCE = 2000
_LISTED_UP_TO = 20_000  # beyond, the same distribution hardly comes twice


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """Tau between measures, once for every seed."""

    n_classes: int
    n_votes: int
    per_cover: int
    seeds: tuple[int, ...]
    measures: tuple[str, ...]
    n_distributions: int
    n_pairs: int
    tau: FloatArray  # (seeds, measures, measures)

    def spread(self, first: str, second: str) -> FloatArray:
        """Return tau between two measures, one value per seed."""
        return np.asarray(self.tau[:, self.measures.index(first), self.measures.index(second)])

    def to_frame(self) -> pd.DataFrame:
        """Return a row per seed and pair of measures: their tau."""
        frame = of_pairs("measure", self.measures, {"tau": self.tau})
        return in_front(frame, seed=np.repeat(self.seeds, len(frame) // max(1, len(self.seeds))))


@dataclass(frozen=True, slots=True)
class PrintedTau:
    """Tau between two measures with its 95% interval, as table 1 prints them."""

    tau: float
    low: float
    high: float


def printed_tau(n_classes: int, first: str, second: str) -> PrintedTau | None:
    """Return what is printed for two measures; None for numbers of classes without a table.

    >>> printed_tau(3, "NVD", "NMD")
    PrintedTau(tau=0.773, low=0.759, high=0.786)
    """
    cells = numbers_at("sakai2018", f"Table 1: L = {n_classes}, {first} and {second}")
    return PrintedTau(*(one.value for one in cells)) if cells else None


@dataclass(frozen=True, slots=True)
class TauSpread:
    """Tau between two measures for every seed, beside the printed one, if there is one."""

    measures: tuple[str, str]
    values: tuple[float, ...]
    printed: PrintedTau | None = None

    @property
    def mean(self) -> float:
        """The mean of the seeds."""
        return float(np.mean(self.values))

    @property
    def outside(self) -> bool:
        """Whether the printed tau lies outside the range of the seeds, at its three decimals; one seed has no range."""
        low, high = (round(end(self.values), 3) for end in (min, max))
        return self.printed is not None and len(self.values) > 1 and not low <= self.printed.tau <= high

    @property
    def near(self) -> bool:
        """Whether the printed tau lies within `NEAR` of the mean."""
        return self.printed is not None and abs(self.mean - self.printed.tau) <= NEAR


def spreads_to_frame(spreads: Sequence[TauSpread], intervals: Mapping[Interval, Sequence[Correlation]]) -> pd.DataFrame:
    """Return tau of pairs of measures over the seeds, beside the published; `tau` and intervals are of seed 0."""
    fisher, long_cliff = intervals["fisher"], intervals["long_cliff"]
    printed = [one.printed for one in spreads]
    return frame_of(
        {
            "measure_1": [one.measures[0] for one in spreads],
            "measure_2": [one.measures[1] for one in spreads],
            "printed_tau": [cell and cell.tau for cell in printed],
            "printed_low": [cell and cell.low for cell in printed],
            "printed_high": [cell and cell.high for cell in printed],
            "mean_tau": [one.mean for one in spreads],
            "lowest_tau": [min(one.values) for one in spreads],
            "highest_tau": [max(one.values) for one in spreads],
            "tau": [one.value for one in fisher],
            "low": [one.low for one in fisher],
            "high": [one.high for one in fisher],
            "low_long_cliff": [one.low for one in long_cliff],
            "high_long_cliff": [one.high for one in long_cliff],
        }
    )


def artificial_distributions(
    n_classes: int, *, n_votes: int = 30, per_cover: int = 20, repeats: bool = False, rng: np.random.Generator
) -> IntArray:
    """Draw vote distributions, shape (classes, per_cover * classes): first those that cover one class, then two, …

    Each one: k of the L classes at random, every vote falls on one of them at random, drawn again until all k have a
    vote. Votes that fall on all L classes at random, kept where they happen to cover k classes, give the very same.
    The paper made "different distributions": one that was drawn before is drawn again, unless there are no others
    (one class can be covered in L ways only; then all start over). With `repeats` every draw is on its own.
    The result depends on the arguments and the state of `rng` alone. Raises `OrdquantError` unless 2 <= L <= 11,
    L <= n_votes <= 1000 and 1 <= per_cover <= 50.
    """
    if not 2 <= n_classes <= MOST_CLASSES or not n_classes <= n_votes <= MOST_VOTES:
        raise OrdquantError(
            f"{n_votes} votes cannot cover {n_classes} classes here; give 2 to {MOST_CLASSES} classes and from as many "
            f"votes as classes to {count(MOST_VOTES)}."
        )
    if not 1 <= per_cover <= MOST_PER_COVER:
        raise OrdquantError(f"{per_cover} distributions for each number of classes; give 1 to {MOST_PER_COVER}.")
    blocks = []
    for covered in range(1, n_classes + 1):
        ways = math.comb(n_classes, covered) * math.comb(n_votes - 1, covered - 1)
        if not repeats and ways <= _LISTED_UP_TO:
            blocks.append(_from_list(n_classes, covered, n_votes, per_cover, rng))
        else:
            blocks.append(_by_votes(n_classes, covered, n_votes, per_cover, repeats, rng))
    return np.concatenate(blocks, axis=1)


def score_pairs(distributions: IntArray, measures: Sequence[str]) -> FloatArray:
    """Score all pairs of distributions (L, n): shape (measures, n (n - 1) / 2), the first of a pair as gold."""
    known = get_measures(measures)
    first, second = np.triu_indices(distributions.shape[1], 1)
    probabilities = shares(distributions)
    gold, estimated = (np.ascontiguousarray(probabilities[:, side]) for side in (first, second))
    return np.stack([measure.compute.kernel(gold, estimated) for measure in known])


def artificial_study(
    n_classes: int,
    measures: Sequence[str],
    seeds: Sequence[int],
    *,
    n_votes: int = 30,
    per_cover: int = 20,
    repeats: bool = False,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Study:
    """Draw, score and rank once for every seed. Raises `OrdquantError` as `artificial_distributions` does."""
    if not 1 <= len(seeds) <= MOST_SEEDS:
        raise OrdquantError(f"{len(seeds)} seeds given; give 1 to {MOST_SEEDS}.")
    work = _Seed(n_classes, tuple(measures), n_votes, per_cover, repeats)
    taus = list(carry_out(work, seeds, range(1, len(seeds) + 1), progress=progress, executor=executor))
    n = n_classes * per_cover
    shape = n_classes, n_votes, per_cover
    return Study(*shape, tuple(seeds), work.measures, n, n * (n - 1) // 2, np.stack(taus))


@dataclass(frozen=True, eq=False)
class _Seed:
    """Tau between measures, (measures, measures), on the distributions drawn with a seed."""

    n_classes: int
    measures: tuple[str, ...]
    n_votes: int
    per_cover: int
    repeats: bool

    def __call__(self, seed: int) -> FloatArray:
        rng = np.random.default_rng(seed)
        drawn = artificial_distributions(
            self.n_classes, n_votes=self.n_votes, per_cover=self.per_cover, repeats=self.repeats, rng=rng
        )
        return tau_matrix(score_pairs(drawn, self.measures))


def of_seed(n_classes: int, seed: int, *, n_votes: int = 30, repeats: bool = False) -> IntArray:
    """Return the distributions that a study draws with a seed, shape (classes, n)."""
    rng = np.random.default_rng(seed)
    return artificial_distributions(n_classes, n_votes=n_votes, repeats=repeats, rng=rng)


def intervals(
    n_classes: int,
    pairs: Sequence[tuple[str, str]],
    seed: int,
    *,
    n_votes: int = 30,
    per_cover: int = 20,
    repeats: bool = False,
) -> dict[Interval, tuple[Correlation, ...]]:
    """Return tau with both of its 95% intervals for pairs of measures, on the distributions of one seed."""
    drawn = artificial_distributions(
        n_classes, n_votes=n_votes, per_cover=per_cover, repeats=repeats, rng=np.random.default_rng(seed)
    )
    keys = tuple(dict.fromkeys(key for pair in pairs for key in pair))
    rows = dict(zip(keys, score_pairs(drawn, keys), strict=True))
    ways: tuple[Interval, ...] = ("fisher", "long_cliff")
    return {way: tuple(kendall(rows[x], rows[y], interval=way) for x, y in pairs) for way in ways}


def spreads(study: Study) -> tuple[TauSpread, ...]:
    """Return tau between the measures of the published table, each pair beside what is printed for this study."""
    return tuple(
        TauSpread(
            pair,
            tuple(study.spread(*pair).tolist()),
            printed_tau(study.n_classes, *pair) if study.n_votes == N_VOTES else None,
        )
        for pair in combinations(MEASURES_OF_SIGIR_2018, 2)
    )


def _by_votes(
    n_classes: int, covered: int, n_votes: int, wanted: int, repeats: bool, rng: np.random.Generator
) -> IntArray:
    """Let votes fall until `wanted` distributions cover `covered` classes, shape (n_classes, wanted)."""
    distributions: list[tuple[int, ...]] = []
    seen: set[tuple[int, ...]] = set()
    while len(distributions) < wanted:
        votes = rng.multinomial(n_votes, np.full(covered, 1 / covered), size=_DRAWN_AT_ONCE)
        for row in votes[votes.min(axis=1) > 0]:
            drawn = np.zeros(n_classes, dtype=np.int64)
            drawn[rng.choice(n_classes, size=covered, replace=False)] = row
            key = tuple(drawn.tolist())
            if repeats or key not in seen:
                seen.add(key)
                distributions.append(key)
            if len(distributions) == wanted:
                break
    return np.array(distributions, dtype=np.int64).T


def _from_list(n_classes: int, covered: int, n_votes: int, wanted: int, rng: np.random.Generator) -> IntArray:
    """Draw different distributions out of the list of all, each with the chance that falling votes give it.

    Drawing one after the other without putting back is the same as sorting by log weight + Gumbel noise.
    """
    parts = np.array([[n_votes]])
    if covered > 1:  # every class has its vote; the rest falls in any way
        parts = 1 + distributions_at(np.arange(math.comb(n_votes - 1, covered - 1)), n_votes - covered, covered)
    log_factorial = np.r_[0.0, np.cumsum(np.log(np.arange(1, n_votes + 1)))]
    log_weight = -log_factorial[parts].sum(axis=0)
    subsets = np.array(list(combinations(range(n_classes), covered)))
    rounds = []
    for _ in range(-(-wanted // (len(subsets) * parts.shape[1]))):
        noise = rng.gumbel(size=(len(subsets), parts.shape[1]))
        rounds.append(np.argsort(-(log_weight + noise), axis=None, kind="stable")[:wanted])
    subset, part = np.divmod(np.concatenate(rounds)[:wanted], parts.shape[1])
    drawn = np.zeros((n_classes, wanted), dtype=np.int64)
    drawn[subsets[subset].T, np.arange(wanted)] = parts[:, part]
    return drawn
