r"""Expected scores of reports that are multiples of 1/grid, by ways that are quicker than scoring every pair.

A report r is scored against the shares s = v / K of all vote counts v. The record of a measure says what its score is
made of (`Measure.terms`), and three ways of computing need no pairs:

- A sum of terms f(s_i, r_i) of classes, or of cumulative shares, has an expectation that is the sum of the terms'
  expectations: each is a table, by the share of the report. Weights by the votes are weights of their probabilities.
- A sum of products of features of votes and report, as that of COS or DNKT, is linear in the features of the votes.
- In roots of sums, largest terms and harmonic means with DNKT, the terms of a class are the same in all reports with
  the same share of it, so that few are computed and the others looked up (`Looked`).

Every way gives what the kernels give, but for rounding; tests compare them for all reports of a grid.
"""

from typing import NamedTuple, Protocol

import numpy as np

from ordquant_core.measures.registry import Measure
from ordquant_core.measures.terms import Products, Signs, Terms, order_signs, untied
from ordquant_core.records import FloatArray, IntArray

BLOCK = 2**16  # pairs of reports and vote counts in the cache of a processor
FEW_REPORTS = 256


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


def of_all_reports(measure: Measure, votes: Votes, grid: int) -> ReportScores | None:
    """Return what scores all reports of a grid at once in a moment; None where a measure has no such way."""
    if isinstance(measure.terms, Products):
        return _Linear(measure.terms, votes)
    return _Summed(measure.terms, votes, grid) if measure.terms is not None and measure.terms.only_added else None


def of_some_reports(measure: Measure, votes: Votes, grid: int) -> ReportScores | None:
    """Return what looks up the scores of reports that share most of their numbers; None where there is no such way."""
    if isinstance(measure.terms, Terms) and not measure.terms.only_added:
        return Looked(measure.terms, votes, grid)
    return None


class _Summed:
    """A sum of terms, each by one share of the report: their expectations, (terms, grid + 1)."""

    def __init__(self, terms: Terms, votes: Votes, grid: int) -> None:
        self._cumulative = terms.cumulative
        counts, weights = _counted(terms, votes), votes.weights
        if terms.weights is not None:
            weights = weights * terms.weights(counts / votes.annotators)
        chances = np.stack(
            [
                np.bincount(row, some, minlength=votes.annotators + 1)
                for row, some in zip(counts, np.broadcast_to(weights, counts.shape), strict=True)
            ]
        )
        self._table = chances @ _table(terms, votes, grid).T

    def __call__(self, reports: IntArray) -> FloatArray:
        shares = np.cumsum(reports, axis=1)[:, :-1] if self._cumulative else reports
        total = self._table[0][shares[:, 0]]
        for term, share in zip(self._table[1:], shares.T[1:], strict=True):
            total = total + term[share]
        return np.asarray(total)


class _Linear:
    def __init__(self, products: Products, votes: Votes) -> None:
        self._products = products
        self._mean = np.einsum("fn,n->f", products.features(votes.shares), votes.weights)

    def __call__(self, reports: IntArray) -> FloatArray:
        features = self._products.features(reports.T / reports.sum(axis=1))
        return np.asarray(self._products.factor * (1 - np.einsum("f,fr->r", self._mean, features)))


def _counted(terms: Terms, votes: Votes) -> IntArray:
    """Return the numbers of votes of which a measure has terms: (terms, n)."""
    return np.cumsum(votes.counts, axis=0)[:-1] if terms.cumulative else votes.counts


def _table(terms: Terms, votes: Votes, grid: int) -> FloatArray:
    """Return the term of every share of a report with every share of the votes: (grid + 1, annotators + 1)."""
    places, shares = (np.arange(n + 1) / n for n in (grid, votes.annotators))
    return terms.of(shares[None], places[:, None])


def _distinct(parts: IntArray) -> tuple[IntArray, IntArray]:
    """Return the distinct ones of some parts, and which each is; of a few parts, looking all up takes less time."""
    if len(parts) <= FEW_REPORTS:
        return parts, np.arange(len(parts))
    values, which = np.unique(parts, return_inverse=True)
    return values, which


class Looked:
    """Scores by terms that are computed once for all reports with the same share of a class."""

    def __init__(self, form: Terms, votes: Votes, grid: int) -> None:
        self._form, self._votes = form, votes
        self._columns = counts = _counted(form, votes)
        self._table = _table(form, votes, grid)
        weigh = form.weights
        self._weights = None if weigh is None else np.broadcast_to(weigh(counts / votes.annotators), counts.shape)
        self._signs = order_signs(votes.counts) if form.with_dnkt else None
        self._untied = None if self._signs is None else untied(self._signs)

    def __call__(self, reports: IntArray) -> FloatArray:
        """Return the expected scores of reports of shape (r, L), as parts of the grid: (r,)."""
        form = self._form
        shares = np.cumsum(reports, axis=1)[:, :-1] if form.cumulative else reports
        used = [_distinct(column) for column in shares.T]
        own = form.weights(reports.T / reports.sum(axis=1)) if form.of_both and form.weights is not None else None
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
            terms = self._table[shares][:, self._columns[place, part]]
            if own is not None and self._weights is not None:
                scores = terms[which]
                scores *= (self._weights[place, part] + own[place][:, None]) / 2
            else:
                if self._weights is not None:
                    terms *= self._weights[place, part]
                scores = terms[which]
            (np.maximum if self._form.largest else np.add)(joined, scores, out=joined)
        return np.sqrt(joined, out=joined) if self._form.root else joined

    def _with_order(self, order: Signs, part: slice, scores: FloatArray) -> FloatArray:
        """Return the harmonic means with DNKT."""
        if self._signs is None or self._untied is None:
            return scores
        balance = np.zeros(scores.shape, dtype=np.int8)
        for own, others in zip(order, self._signs[:, part], strict=True):
            balance += own[:, None] * others
        dnkt = np.maximum(1 - balance / np.sqrt(untied(order)[:, None] * self._untied[part]), 0) / 2
        total = dnkt + scores
        return np.asarray(np.divide(2 * dnkt * scores, total, out=np.zeros_like(total), where=total > 0))
