r"""Expected scores of reports that are multiples of 1/grid, by ways that are quicker than scoring every pair.

A report r is scored against the shares s = v / K of all vote counts v. Three ways need no pairs:

- A sum over classes, or over cumulative probabilities, of terms f(s_i, r_i) has an expectation that is a sum of
  expectations under the binomial distribution of each v_i (or cumulative v_i): NMD, NVD, JSD, RPS, CJS, AE, CANB.
  The terms are those of the measure itself, on one class or on two. NAE divides by a number that depends on all
  votes; its terms are weighted accordingly.
- COS = 1 - r s / (|r| |s|) is linear in s / |s|, and DNKT in the order of the gold's classes, for each order of the
  report's.
- The other measures are roots of sums, largest terms and harmonic means: the terms of a class are the same in all
  reports with the same share of it, so that few are computed and the others looked up (`Looked`).

Every way gives what the kernels give, but for rounding; tests compare them for all reports of a grid.
"""

from collections.abc import Callable, Mapping
from itertools import combinations
from math import comb
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ordquant_core.measures.registry import Measure
from ordquant_core.records import FloatArray, IntArray

BLOCK = 2**16  # pairs of reports and vote counts in the cache of a processor
CUTS: Mapping[str, bool] = {"NMD": True, "MD": False, "RPS": True, "CJS": False}  # by cumulative: is it their mean?
CLASSES: Mapping[str, bool] = {"NVD": False, "VD": False, "SS": False, "JSD": False, "CANB": False, "AE": True}
Signs = NDArray[np.int8]  # (pairs of classes, n)
Terms = Callable[[FloatArray, FloatArray], FloatArray]  # of shares of votes and of reports, which broadcast


class Votes(NamedTuple):
    """Vote counts with their probabilities."""

    counts: IntArray  # (L, n)
    weights: FloatArray  # (n,), sum 1
    annotators: int

    @property
    def shares(self) -> FloatArray:
        """The counts as shares, (L, n)."""
        return np.asarray(self.counts / self.annotators)

    def likeliest(self, number: int) -> "Votes":
        """Return that many of them, those with the largest probabilities."""
        if number >= len(self.weights):
            return self
        rows = np.sort(np.argpartition(self.weights, -number)[-number:])
        return Votes(np.ascontiguousarray(self.counts[:, rows]), self.weights[rows], self.annotators)


class ReportScores(Protocol):
    """How the expected scores of reports of a measure are computed."""

    def __call__(self, reports: IntArray) -> FloatArray:
        """Return the expected scores of reports of shape (r, L), as parts of the grid: (r,)."""
        ...


def of_all_reports(measure: Measure, truth: FloatArray, votes: Votes, grid: int) -> ReportScores | None:
    """Return what scores all reports of a grid at once in a moment; None where a measure has no such way."""
    key = measure.key
    if key in CUTS:
        return _Summed(_of_cuts(measure, truth, votes.annotators, grid, mean=CUTS[key]), cumulative=True)
    if key in CLASSES:
        return _Summed(_of_classes(measure, truth, votes.annotators, grid, mean=CLASSES[key]))
    if key == "NAE":
        return _Summed(_of_nae(votes, grid))
    if key == "COS":
        return _Cosine(votes)
    return _Order(votes) if key == "DNKT" else None


def of_some_reports(measure: Measure, votes: Votes, grid: int) -> ReportScores | None:
    """Return what looks up the scores of reports that share most of their numbers; None where there is no such way."""
    return Looked(measure.key, votes, grid) if measure.key in LOOKED else None


class _Summed:
    """A sum of terms, each by one share of the report: expected terms of shape (terms, grid + 1)."""

    def __init__(self, terms: FloatArray, *, cumulative: bool = False) -> None:
        self._terms, self._cumulative = terms, cumulative

    def __call__(self, reports: IntArray) -> FloatArray:
        shares = np.cumsum(reports, axis=1) if self._cumulative else reports
        total = self._terms[0][shares[:, 0]]
        for term, share in zip(self._terms[1:], shares.T[1:], strict=False):  # the last cumulative share is 1
            total = total + term[share]
        return np.asarray(total)


def _of_cuts(measure: Measure, truth: FloatArray, annotators: int, grid: int, *, mean: bool) -> FloatArray:
    """Return the expected terms of every cut between two classes: on either side of it, there is one class."""
    votes, reports = np.arange(annotators + 1)[:, None] / annotators, np.arange(grid + 1)[None] / grid
    terms = measure.compute.kernel(np.stack([votes, 1 - votes]), np.stack([reports, 1 - reports]))
    chances = [_binomial(annotators, float(share)) for share in np.cumsum(truth)[:-1]]
    return np.asarray(np.einsum("cv,vr->cr", np.stack(chances), terms) / (len(chances) if mean else 1))


def _of_classes(measure: Measure, truth: FloatArray, annotators: int, grid: int, *, mean: bool) -> FloatArray:
    votes, reports = np.arange(annotators + 1)[:, None] / annotators, np.arange(grid + 1)[None] / grid
    # JSD adds up the logarithms of each side first: on one class it is no term of its sum.
    terms = _information(votes, reports) if measure.key == "JSD" else measure.compute.kernel(votes[None], reports[None])
    chances = np.stack([_binomial(annotators, float(p)) for p in truth])
    return np.asarray(np.einsum("cv,vr->cr", chances, terms) / (len(truth) if mean else 1))


def _of_nae(votes: Votes, grid: int) -> FloatArray:
    weights = votes.weights / (2 * (1 - votes.shares.min(axis=0)))
    size = votes.annotators + 1
    chances = np.stack([np.bincount(row, weights, minlength=size) for row in votes.counts])
    errors = np.abs(np.arange(size)[:, None] / votes.annotators - np.arange(grid + 1)[None] / grid)
    return np.asarray(np.einsum("cv,vr->cr", chances, errors))


def _binomial(n: int, p: float) -> FloatArray:
    p = min(max(p, 0.0), 1.0)
    return np.array([comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)])


class _Cosine:
    def __init__(self, votes: Votes) -> None:
        shares = votes.shares
        self._mean = np.einsum("cn,n->c", shares, votes.weights / np.sqrt((shares**2).sum(axis=0)))

    def __call__(self, reports: IntArray) -> FloatArray:
        return np.asarray(1 - np.einsum("rc,c->r", reports, self._mean) / np.sqrt((reports**2).sum(axis=1)))


class _Order:
    def __init__(self, votes: Votes) -> None:
        signs = order_signs(votes.counts)
        self._mean = np.einsum("pn,n->p", signs, votes.weights / np.sqrt(_untied(signs)))

    def __call__(self, reports: IntArray) -> FloatArray:
        signs = order_signs(reports.T)
        return np.asarray((1 - np.einsum("p,pr->r", self._mean, signs) / np.sqrt(_untied(signs))) / 2)


def order_signs(counts: IntArray) -> Signs:
    """Return, for each pair of classes, 1 where the later one has more, -1 where the earlier one has: (pairs, n)."""
    pairs = combinations(counts, 2)
    return np.stack([(later > one).view(np.int8) - (later < one).view(np.int8) for one, later in pairs])


def _untied(signs: Signs) -> IntArray:
    """Return how many pairs of classes have different numbers, but 1 where none has: (n,)."""
    return np.asarray(np.maximum(1, np.abs(signs).sum(axis=0, dtype=np.int64)))


class _Form(NamedTuple):
    """A measure as terms of shares: what they are, how they are weighted, and how they are put together."""

    terms: Terms
    weights: Callable[[FloatArray], FloatArray] | None = None  # of the terms, (L, n) or (L, 1), by shares of votes
    by_report: bool = False  # half of the weights are those of the classes that occur in the report
    cumulative: bool = False
    largest: bool = False  # the largest term instead of their sum
    root: bool = True


def _half(shares: FloatArray) -> FloatArray:
    return np.full((len(shares), 1), 0.5)


def _distances(n_classes: int) -> FloatArray:
    """Return how far classes are apart, as a share of the scale: (L, L)."""
    places = np.arange(n_classes)
    return np.asarray(np.abs(places[:, None] - places[None]) / (n_classes - 1))


def _from_gold(shares: FloatArray) -> FloatArray:
    """Return the mean distance of each class from those that occur: (L, n)."""
    occurs = (shares > 0).astype(float)
    return np.asarray(np.einsum("ij,jn->in", _distances(len(shares)), occurs) / occurs.sum(axis=0))


def _from_all(shares: FloatArray) -> FloatArray:
    return np.asarray(_distances(len(shares)).mean(axis=0)[:, None])


def _by_ridits(shares: FloatArray, occurs: FloatArray) -> FloatArray:
    """Return the mean distance of the ridit of each class from those of the classes that count."""
    ridits = np.cumsum(shares, axis=0) - shares / 2
    summed = np.zeros_like(shares)
    for ridit, counts in zip(ridits, occurs, strict=True):
        summed += np.abs(ridits - ridit) * counts
    return np.asarray(summed / occurs.sum(axis=0) / (len(shares) - 1))


def _ridits_of_gold(shares: FloatArray) -> FloatArray:
    return _by_ridits(shares, (shares > 0).astype(float))


def _ridits_of_all(shares: FloatArray) -> FloatArray:
    return _by_ridits(shares, np.ones_like(shares))


def _squares(votes: FloatArray, report: FloatArray) -> FloatArray:
    return np.asarray((report - votes) ** 2)


def _gaps(votes: FloatArray, report: FloatArray) -> FloatArray:
    return np.abs(report - votes)


def _roots(votes: FloatArray, report: FloatArray) -> FloatArray:
    return np.asarray((np.sqrt(report) - np.sqrt(votes)) ** 2)


def _relative(votes: FloatArray, report: FloatArray) -> FloatArray:
    both = votes + report
    return np.asarray(np.divide(report - votes, both, out=np.zeros_like(both), where=both > 0) ** 2)


def _information(votes: FloatArray, report: FloatArray) -> FloatArray:
    """Return what a class adds to JSD: half of s log(s / m) + r log(r / m), m the mean of s and r."""
    total = np.zeros(np.broadcast_shapes(votes.shape, report.shape))
    middle = np.log2(np.maximum(votes + report, np.finfo(float).tiny))
    for side in (votes, report):
        logs = np.log2(np.maximum(2 * side, np.finfo(float).tiny))
        total += side * (logs - middle)
    return np.asarray(total / 2)


_RNOD = _Form(_squares, _from_gold)
LOOKED: Mapping[str, _Form] = {
    "RNOD": _RNOD,
    "RSNOD": _Form(_squares, _from_gold, by_report=True),
    "RNOD2": _Form(_squares, _ridits_of_gold),
    "RNADW": _Form(_squares, _from_all),
    "RNADW2": _Form(_squares, _ridits_of_all),
    "RNSS": _Form(_squares, _half),
    "HD": _Form(_roots, _half),
    "CLARK": _Form(_relative),
    "CHEB": _Form(_gaps, largest=True, root=False),
    "DNKT_NMD": _Form(_gaps, lambda shares: np.full((len(shares), 1), 1 / len(shares)), cumulative=True, root=False),
    "DNKT_RNOD": _RNOD,
    "DNKT_JSD": _Form(_information, root=False),
}


class Looked:
    """Scores by terms that are computed once for all reports with the same share of a class."""

    def __init__(self, key: str, votes: Votes, grid: int) -> None:
        self._form, self._votes, self._grid = LOOKED[key], votes, grid
        counts = np.cumsum(votes.counts, axis=0)[:-1] if self._form.cumulative else votes.counts
        self._columns = counts
        places, shares = (np.arange(n + 1) / n for n in (grid, votes.annotators))
        self._terms = self._form.terms(shares[None], places[:, None])  # (grid + 1, annotators + 1)
        weigh = self._form.weights
        self._weights = None if weigh is None else np.broadcast_to(weigh(counts / votes.annotators), counts.shape)
        signs = order_signs(votes.counts) if key.startswith("DNKT_") else None
        self._signs = signs
        self._untied = None if signs is None else _untied(signs)

    def __call__(self, reports: IntArray) -> FloatArray:
        """Return the expected scores of reports of shape (r, L), as parts of the grid: (r,)."""
        form = self._form
        shares = np.cumsum(reports, axis=1)[:, :-1] if form.cumulative else reports
        used = [np.unique(column, return_inverse=True) for column in shares.T]
        own = _from_gold((reports.T > 0).astype(float)) if form.by_report else None
        order = None if self._signs is None else order_signs(reports.T)
        result = np.zeros(len(reports))
        step = max(256, BLOCK // len(reports))
        for start in range(0, len(self._votes.weights), step):
            part = slice(start, start + step)
            scores = self._joined(part, used, own)
            if order is not None:
                scores = self._with_order(order, part, scores)
            result += np.einsum("rn,n->r", scores, self._votes.weights[part])
        return result

    def _joined(self, part: slice, used: list[tuple[IntArray, IntArray]], own: FloatArray | None) -> FloatArray:
        """Return the scores of the reports on some vote counts, (r, n), without the order of the classes."""
        joined = np.zeros((len(used[0][1]), len(self._votes.weights[part])))
        for place, (shares, which) in enumerate(used):
            terms = self._terms[shares][:, self._columns[place, part]]
            if own is not None and self._weights is not None:
                found = terms[which]
                found *= (self._weights[place, part] + own[place][:, None]) / 2
            else:
                if self._weights is not None:
                    terms *= self._weights[place, part]
                found = terms[which]
            (np.maximum if self._form.largest else np.add)(joined, found, out=joined)
        return np.sqrt(joined, out=joined) if self._form.root else joined

    def _with_order(self, order: Signs, part: slice, scores: FloatArray) -> FloatArray:
        """Return the harmonic means with DNKT."""
        if self._signs is None or self._untied is None:
            return scores
        balance = np.zeros(scores.shape, dtype=np.int8)
        for own, others in zip(order, self._signs[:, part], strict=True):
            balance += own[:, None] * others
        dnkt = np.maximum(1 - balance / np.sqrt(_untied(order)[:, None] * self._untied[part]), 0) / 2
        total = dnkt + scores
        return np.asarray(np.divide(2 * dnkt * scores, total, out=np.zeros_like(total), where=total > 0))
