"""Which annotators differ from the others by more than chance? Labels exchanged among the annotators of each case."""

from dataclasses import dataclass

import numpy as np

from ordquant_core.analysis.planning.annotators import NONE
from ordquant_core.analysis.planning.votes import count_labels
from ordquant_core.records import FloatArray, IntArray

EXCHANGES = 500


@dataclass(frozen=True, slots=True, eq=False)
class StandingOut:
    """How surprising every annotator's bias and effect on alpha are, allowing for how many annotators there are.

    Arrays have the shape (annotators,). NaN: not defined for the annotator.
    """

    bias: FloatArray  # p-values, corrected for the number of annotators, and for both
    alpha: FloatArray  # the same, of how much larger Krippendorff's alpha is without the annotator
    n_exchanges: int


def standing_out(
    labels: IntArray, n_classes: int, *, rng: np.random.Generator, n_exchanges: int = EXCHANGES
) -> StandingOut:
    r"""Test whether annotators are exchangeable, from labels (annotators, cases), -1 where there is none.

    The labels of every case are exchanged at random among those who labelled it, B times. With s_k the bias of
    annotator k in absolute value, or alpha without k, and m_k and d_k its mean and standard deviation over the B
    exchanges and the labels as they are,

    .. math:: z_k = \frac{s_k - m_k}{d_k}, \qquad p_k = \frac{1 + \#\{b : \max_j z_j^{(b)} \ge z_k\}}{B + 1}

    where the maximum is over all annotators and both statistics, so among exchangeable annotators any of all p_k is
    below a level no more often than the level says. Reference: Westfall and
    Young, Resampling-Based Multiple Testing, 1993 (the single-step maximum).

    >>> labels = np.array([[0, 1, 2, 1, 0, 1, 0, 2], [0, 1, 2, 1, 0, 1, 0, 2], [1, 2, 3, 2, 1, 2, 1, 3]])
    >>> found = standing_out(labels, 4, rng=np.random.default_rng(1))
    >>> int(found.bias.argmin()), bool(found.bias.min() < 0.01)
    (2, True)
    """
    work = _Labels.of(labels[:, (labels != NONE).sum(axis=0) > 1], n_classes)
    drawn = np.empty((n_exchanges + 1, 2, len(labels)))
    drawn[0] = work.statistics(work.classes)
    for number in range(1, n_exchanges + 1):
        # both arrays are sorted by case: the labels of a case stay in it
        order = np.lexsort((rng.random(len(work.cases)), work.cases))
        drawn[number] = work.statistics(work.classes[order])
    with np.errstate(invalid="ignore"):
        defined = np.isfinite(drawn).all(axis=0)
        centre, spread = drawn.mean(axis=0), drawn.std(axis=0)
        usable = defined & (spread > 1e-12)
        z = np.divide(drawn - centre, spread, out=np.full_like(drawn, -np.inf), where=usable)
    most = z.max(axis=(1, 2))[:, None, None]
    p_values = (most >= z[0] - 1e-9).mean(axis=0)  # the labels as they are count as one of B + 1
    bias, alpha = np.where(defined, np.where(usable, p_values, 1.0), np.nan)
    return StandingOut(bias, alpha, n_exchanges)


@dataclass(frozen=True, slots=True, eq=False)
class _Labels:
    """All labels in one list, sorted by case, with what does not change when they are exchanged within cases."""

    annotators: IntArray  # (labels,)
    cases: IntArray
    classes: IntArray
    votes: FloatArray  # of the case of the label, (labels, classes)
    n_annotators: int
    together: FloatArray  # coincidences of classes without each annotator, what is fixed of them, (annotators, L, L)
    totals: FloatArray  # votes for every class without each annotator, what is fixed of them, (annotators, L)

    @classmethod
    def of(cls, labels: IntArray, n_classes: int) -> "_Labels":
        cases, annotators = np.nonzero(labels.T != NONE)
        classes = labels[annotators, cases]
        votes = count_labels(labels, n_classes).astype(np.float64)
        sizes = votes.sum(axis=1)
        products = votes[:, :, None] * votes[:, None]
        together = np.repeat((products / (sizes - 1)[:, None, None]).sum(axis=0)[None], len(labels), axis=0)
        totals = np.repeat(votes.sum(axis=0)[None], len(labels), axis=0)
        # without the annotator: n - 1 votes; a case that is left with a single one drops out
        left = np.divide(1, sizes - 2, out=np.zeros_like(sizes), where=sizes > 2) - 1 / (sizes - 1)
        np.add.at(together, annotators, (products * left[:, None, None])[cases])
        np.subtract.at(totals, annotators, np.where(sizes[:, None] > 2, 0, votes)[cases])
        return cls(annotators, cases, classes, votes[cases], len(labels), together, totals)

    def statistics(self, classes: IntArray) -> FloatArray:
        """Return the absolute bias of every annotator, and alpha without them, for some labels: (2, annotators)."""
        n, n_classes = self.n_annotators, self.votes.shape[1]
        sizes = self.votes.sum(axis=1)
        of_each = np.bincount(self.annotators, minlength=n)
        lean = classes - (self.votes @ np.arange(n_classes) - classes) / (sizes - 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            bias = np.abs(np.bincount(self.annotators, lean, minlength=n) / of_each)
            weights = np.where(sizes > 2, 1 / (sizes - 2), 0.0)
        place = self.annotators * n_classes + classes
        cells = n * n_classes
        crossed = np.stack(
            [np.bincount(place, weights * votes, minlength=cells).reshape(n, n_classes) for votes in self.votes.T],
            axis=2,
        )  # (annotators, own class, class of the case); equal classes lie 0 apart, so what stands there is no matter
        together = self.together - crossed - crossed.transpose(0, 2, 1)
        lone = np.bincount(place, sizes > 2, minlength=cells).reshape(n, n_classes)
        totals = self.totals - lone
        middles = np.cumsum(totals, axis=1) - totals / 2
        distances = (middles[:, :, None] - middles[:, None]) ** 2
        expected = np.einsum("ki,kij,kj->k", totals, distances, totals)
        observed = (together * distances).sum(axis=(1, 2)) * (totals.sum(axis=1) - 1)
        alpha = np.full(n, np.nan)
        np.divide(observed, expected, out=alpha, where=expected > 0)
        return np.stack([bias, 1 - alpha])
