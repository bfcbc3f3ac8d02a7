"""Two estimates on every gold: who wins by which measure, where two measures part, and on which golds most.

A delta is the score of A minus the score of B: negative favours A. Deltas closer to zero than 1e-12 are ties. All
golds are scored block by block; only counts, the golds on which two measures differ most and an even sample stay.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ordquant_core.analysis.comparison import TIE_DECIMALS, signs
from ordquant_core.analysis.spaces.golds import MOST_GOLDS, SHAPES, check_size, shapes, stream
from ordquant_core.analysis.spaces.rivals import Rival, shares
from ordquant_core.errors import OrdquantError, UnknownNameError
from ordquant_core.measures.registry import MAIN_MEASURES, Measure, get_measures
from ordquant_core.records import FloatArray, IntArray, Preferences, Quadrants

KEPT = 12_000  # golds whose deltas are kept for pictures: all of them, or an even sample
LISTED = 50  # golds kept for each pair of measures: those on which they disagree most

Progress = Callable[[int, int], None]  # golds done, golds in all


@dataclass(frozen=True, slots=True, eq=False)
class Duel:
    """What every measure makes of A and B on every gold. Counts are exact; `golds` and `deltas` may be a sample."""

    n_votes: int
    n_classes: int
    a: Rival
    b: Rival
    measures: tuple[str, ...]
    n_golds: int
    joint: IntArray  # (shapes, measures, measures, 3, 3): golds by the signs (-1 A, 0 tie, 1 B) of both deltas
    mean_delta: FloatArray  # (measures,)
    golds: IntArray  # (n, classes): all golds, or every k-th of them
    deltas: FloatArray  # (measures, n): the deltas on `golds`
    step: int  # k: 1 where `golds` are all
    apart: tuple[IntArray, ...]  # per pair of measures, first < second: (at most LISTED, classes), farthest first

    @property
    def preferences(self) -> Preferences:
        """How many golds each measure decides for A, for B, or for neither."""
        counts = np.einsum("iijj->ij", self.joint.sum(axis=0))  # (measures, 3)
        return Preferences(self.measures, counts[:, 0], counts[:, 2], counts[:, 1], self.mean_delta)

    def quadrants(self, first: str, second: str) -> Quadrants:
        """Count the golds in each quadrant of the plot of one measure's deltas (x) against another's (y)."""
        counts = self.joint[:, self.place(first), self.place(second)].sum(axis=0)
        on_axis = self.n_golds - int(counts[::2, ::2].sum())
        return Quadrants(int(counts[2, 2]), int(counts[0, 2]), int(counts[0, 0]), int(counts[2, 0]), on_axis)

    def parted(self) -> IntArray:
        """Count the golds on which two measures prefer different estimates, shape (measures, measures)."""
        counts = self.joint.sum(axis=0)
        return np.asarray(counts[..., 0, 2] + counts[..., 2, 0])

    def by_shape(self, first: str, second: str) -> IntArray:
        """Count golds by shape, shape (shapes, 4): both prefer A, both prefer B, they part, one sees a tie."""
        counts = self.joint[:, self.place(first), self.place(second)]
        parted = counts[:, 0, 2] + counts[:, 2, 0]
        both_a, both_b = counts[:, 0, 0], counts[:, 2, 2]
        rest = counts.sum(axis=(1, 2)) - both_a - both_b - parted
        return np.stack([both_a, both_b, parted, rest], axis=1)

    def farthest(self, first: str, second: str) -> IntArray:
        """Return the golds on which the two prefer different estimates and their deltas lie farthest apart."""
        pair = sorted((self.place(first), self.place(second)))
        if pair[0] == pair[1]:
            return np.zeros((0, self.n_classes), dtype=np.int64)
        return self.apart[list(combinations(range(len(self.measures)), 2)).index((pair[0], pair[1]))]

    def deltas_of(self, golds: IntArray, key: str) -> FloatArray:
        """Return the deltas of one measure on golds of shape (n, classes): shape (n,)."""
        return np.asarray(deltas_on(golds.T, self.a, self.b, get_measures([key]))[0])

    def place(self, key: str) -> int:
        """Return the row of a measure; raises `UnknownNameError` for one that took no part."""
        if key not in self.measures:
            raise UnknownNameError(f"The measure {key!r} took no part; {', '.join(self.measures)} did.")
        return self.measures.index(key)


def fight(
    n_votes: int,
    n_classes: int,
    a: Rival,
    b: Rival,
    measures: Sequence[str] = MAIN_MEASURES,
    *,
    most: int = MOST_GOLDS,
    progress: Progress | None = None,
) -> Duel:
    """Score both estimates on every gold of N votes over L classes by every measure.

    Memory does not grow with the number of golds: they come in blocks. Raises `OrdquantError` where there are more
    than `most` golds, or on an unknown measure or estimate.

    >>> duel = fight(2, 2, Rival("popularity"), Rival("uniform"), ["NMD", "JSD"])
    >>> duel.preferences.prefers_a.tolist(), duel.preferences.ties.tolist()
    ([2, 2], [1, 1])
    """
    count, known = check_size(n_votes, n_classes, most), get_measures(measures)
    if len(set(measures)) != len(measures):
        raise OrdquantError("Every measure takes part once; a key was given twice.")
    step = -(-count // KEPT)
    size = len(known)
    joint = np.zeros((len(SHAPES), 3 * size, 3 * size), dtype=np.int64)
    total, done = np.zeros(size), 0
    kept_golds: list[IntArray] = []
    kept_deltas: list[FloatArray] = []
    apart = _Farthest(size, n_classes)
    for golds in stream(n_votes, n_classes):
        deltas = deltas_on(golds, a, b, known)
        sides, form = signs(deltas), shapes(golds)
        flags = np.concatenate([sides == side for side in (-1, 0, 1)]).astype(np.float32)  # exact: counts < 2**24
        for shape in np.unique(form):
            chosen = flags[:, form == shape]
            joint[shape] += np.rint(chosen @ chosen.T).astype(np.int64)
        with np.errstate(invalid="ignore"):  # KLD: +inf and -inf have no mean
            total += deltas.sum(axis=1)
        first = -done % step
        kept_golds.append(golds[:, first::step].T.copy())  # a view would keep the whole block alive
        kept_deltas.append(deltas[:, first::step].copy())
        apart.look_at(golds, deltas, sides)
        done += golds.shape[1]
        if progress is not None:
            progress(done, count)
    return Duel(
        n_votes=n_votes,
        n_classes=n_classes,
        a=a,
        b=b,
        measures=tuple(measures),
        n_golds=count,
        joint=joint.reshape(len(SHAPES), 3, size, 3, size).transpose(0, 2, 4, 1, 3),
        mean_delta=total / count,
        golds=np.concatenate(kept_golds),
        deltas=np.concatenate(kept_deltas, axis=1),
        step=step,
        apart=apart.golds(),
    )


def deltas_on(golds: IntArray, a: Rival, b: Rival, measures: Sequence[Measure]) -> FloatArray:
    """Return score of A minus score of B for golds of shape (L, n): shape (measures, n); 0 where both are infinite."""
    gold, first, second = shares(golds), shares(a.estimate(golds)), shares(b.estimate(golds))
    values = np.empty((len(measures), golds.shape[1]))
    for row, measure in zip(values, measures, strict=True):
        score_a, score_b = measure.compute.kernel(gold, first), measure.compute.kernel(gold, second)
        row[:] = 0
        np.subtract(score_a, score_b, out=row, where=score_a != score_b)
    return values


class _Farthest:
    """For each pair of measures the golds on which they disagree and whose deltas lie farthest apart."""

    def __init__(self, size: int, n_classes: int) -> None:
        self._pairs = list(combinations(range(size), 2))
        self._distances = [np.zeros(0)] * len(self._pairs)
        self._golds = [np.zeros((n_classes, 0), dtype=np.int64)] * len(self._pairs)

    def look_at(self, golds: IntArray, deltas: FloatArray, sides: IntArray) -> None:
        small = sides.astype(np.int8)
        for number, (first, second) in enumerate(self._pairs):
            places = np.flatnonzero(small[first] * small[second] == -1)
            if not len(places):
                continue
            distance = np.abs(deltas[first, places] - deltas[second, places]).round(TIE_DECIMALS)
            kept = self._distances[number]
            if len(kept) == LISTED:
                better = distance > kept[-1]
                places, distance = places[better], distance[better]
            if not len(places):
                continue
            distance = np.r_[kept, distance]
            order = np.argsort(-distance, kind="stable")[:LISTED]  # equal distances: lexicographic order
            self._distances[number] = distance[order]
            self._golds[number] = np.concatenate([self._golds[number], golds[:, places]], axis=1)[:, order]

    def golds(self) -> tuple[IntArray, ...]:
        return tuple(golds.T for golds in self._golds)
