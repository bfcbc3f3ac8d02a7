r"""The information that a ranked list carries about the relevance judgements, in bits [golbus2013].

Draw an ordered pair of judged documents with different grades, all equally likely. Q = 1 if the first has the higher
grade, else 0. A list is cut after the last relevant document it retrieves; then R = 1 if it ranks the first document
above the second (or retrieves the first alone), -1 the other way round, and 0 if it retrieves neither. Documents
without a judgement play no part. The information of R about Q is their mutual information; Q itself holds one bit.

Every pair comes in both orders, and turning it round turns the signs of Q and of every R. So it is enough to look at
pairs with the better document first: if f(r) of them have the answers r = (r_1, …, r_n), as many have -r the other way
round, and

.. math:: I(R_1, \ldots, R_n; Q) = \sum_r \frac{f(r)}{\sum f} \log_2 \frac{2 f(r)}{f(r) + f(-r)}

Both are plug-in estimates: the frequencies of one topic stand for probabilities, so they are above 0 by chance alone
(see `chance`).
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor

import numpy as np
from numpy.typing import NDArray

from ordquant_core.errors import ShapeMismatchError
from ordquant_core.ranked_lists.collection import UNRANKED, Collection
from ordquant_core.records import FloatArray, IntArray
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.progress import Progress

Signs = NDArray[np.int8]
CHUNK = 2**19  # answers of runs held at a time: more do not stay in a core’s cache
DIGITS = 21  # base-3 digits that fit into 63 bits beside the number of a pair
DENSE = 8  # up to so many digits, all patterns are counted in a table


def relevance_information(
    collection: Collection, *, progress: Progress | None = None, executor: Executor | None = None
) -> FloatArray:
    """Relevance information correlation I(R; Q) of every run on every topic, in bits: shape (runs, topics).

    It lies in [0, 1]: 0 if nothing relevant is retrieved, 1 if all relevant documents are, in the order of their grades
    and above all others. NaN on a topic without judged documents of two grades, where it is not defined. Reference:
    Eq. 18 of [golbus2013].
    """
    return _by_topic(collection, _single, progress, executor, len(collection.runs)).T


def _by_topic(
    collection: Collection,
    work: Callable[[tuple[IntArray, IntArray]], FloatArray],
    progress: Progress | None,
    executor: Executor | None,
    *shape: int,
) -> FloatArray:
    """Return numbers of every topic, a piece each, NaN of those on which RIC is not defined: (topics, …)."""
    defined = [number for number, topic in enumerate(collection.topics) if topic.distinguishes]
    pieces = [(topic.grades, topic.ranks) for topic in collection.topics if topic.distinguishes]
    parts = carry_out(work, pieces, range(1, len(pieces) + 1), progress=progress, executor=executor)
    values = np.full((len(collection.topics), *shape), np.nan)
    values[defined] = np.array(list(parts)).reshape(-1, *shape)
    return values


def ric_of(grades: IntArray, ranks: IntArray) -> FloatArray:
    r"""RIC of lists: `grades` and `ranks` of the judged documents, of shapes (…, documents) that fit; shape (…).

    With c concordant pairs (the better document is above, or retrieved alone), d discordant ones, of m in all:

    .. math:: I(R; Q) = \frac{c + d}{m} \left(1 - H_2\left(\frac{c}{c + d}\right)\right)

    Ranks count from 0 upwards, `UNRANKED` is a document not retrieved. Needs a relevant document and one of another
    grade (0 bits otherwise). Information has no direction: a list that is wrong on every pair carries as much as one
    that is right on all; cutting it after the last relevant document keeps that rare. Time and memory grow with the
    number of documents, and time with that of different grades.

    >>> ric_of(np.array([1, 0, 0]), np.array([0, 1, UNRANKED])).item()  # all that matters is right
    1.0
    >>> ric_of(np.array([1, 0, 1]), np.array([[1, 0, UNRANKED], [1, 0, 2], [0, 1, 2]])).tolist()  # all wrong, or half
    [1.0, 1.0, 0.0]
    """
    grades, ranks = np.broadcast_arrays(np.maximum(grades, 0), _truncated(np.maximum(grades, 0), ranks))
    order = np.argsort(ranks, axis=-1, kind="stable")
    along, listed = (np.take_along_axis(of_document, order, axis=-1) for of_document in (grades, ranks != UNRANKED))
    right, wrong, pairs = (np.zeros(along.shape[:-1], dtype=np.int64) for _ in range(3))
    for grade in np.unique(along):
        here = along == grade
        below = here[..., ::-1].cumsum(axis=-1)[..., ::-1]  # of each place: documents of this grade further down
        right += np.where(listed & (along > grade), below, 0).sum(axis=-1)
        wrong += np.where(listed & (along < grade), below, 0).sum(axis=-1)
        pairs += here.sum(axis=-1) * (along > grade).sum(axis=-1)
    answered = right + wrong
    shares = np.stack([wrong, right]) / np.maximum(answered, 1)
    entropy = (shares * np.log2(np.where(shares > 0, shares, 1))).sum(axis=0)
    return np.asarray(answered / np.maximum(pairs, 1) * np.maximum(1 + entropy, 0))


def joint_ric(collection: Collection, runs: Sequence[int] | None = None) -> FloatArray:
    """The information that several runs (all, if left out) carry together, I(R_1, …, R_n; Q), in bits: (topics,).

    It lies in [0, 1] and never falls when a run is added; NaN on a topic without judged documents of two grades.
    Reference: Eq. 19 of [golbus2013].
    """
    rows = np.arange(len(collection.runs)) if runs is None else np.asarray(runs, dtype=np.int64)
    values = np.full(len(collection.topics), np.nan)
    for number in np.flatnonzero(collection.distinguishing):
        topic = collection.topics[number]
        values[number] = joint_ric_of(topic.grades, topic.ranks[rows])
    return values


def joint_ric_of(grades: IntArray, ranks: IntArray) -> float:
    """Joint RIC on one topic: `grades` of shape (documents,), `ranks` of shape (runs, documents).

    >>> joint_ric_of(np.array([1, 1, 0]), np.array([[0, 1, 2], [1, 0, 2]]))
    1.0
    """
    if ranks.ndim != 2 or ranks.shape[1:] != grades.shape:
        raise ShapeMismatchError(f"Grades of shape {grades.shape} and ranks of shape {ranks.shape} do not fit.")
    if not len(ranks):
        return 0.0
    grades = np.maximum(grades, 0)
    ranks = _truncated(grades, ranks)
    agree, oppose = _pattern_counts(_answers(grades, ranks), len(ranks))
    if not len(agree):
        return 0.0
    bits = (agree * np.log2(2 * agree / (agree + oppose))).sum() / agree.sum()
    return float(min(max(bits, 0.0), 1.0))


def pairwise_information(
    collection: Collection, *, progress: Progress | None = None, executor: Executor | None = None
) -> FloatArray:
    """Joint RIC of every pair of runs on every topic: shape (topics, runs, runs), symmetric; RIC on the diagonal.

    NaN on a topic without judged documents of two grades. All pairs of runs at once: how often two runs give the
    answers (a, b) is a product of matrices.
    """
    n_runs = len(collection.runs)
    return _by_topic(collection, _pairwise, progress, executor, n_runs, n_runs)


def information_difference(joint: FloatArray) -> FloatArray:
    r"""The bits of information that only one of two runs carries; `joint`: that of `pairwise_information`, or its mean.

    .. math:: \mathrm{id}(S_1, S_2) = I(R_1; Q \mid R_2) + I(R_2; Q \mid R_1)
              = 2\, \mathrm{RIC}(S_1, S_2) - \mathrm{RIC}(S_1) - \mathrm{RIC}(S_2)

    Shape (…, runs, runs), symmetric, >= 0, and 0 on the diagonal. Reference: Eq. 20 of [golbus2013].
    """
    single = np.diagonal(joint, axis1=-2, axis2=-1)
    return np.maximum(2 * joint - (single[..., :, None] + single[..., None, :]), 0.0)  # rounding may leave -1e-16


def _truncated(grades: IntArray, ranks: IntArray) -> IntArray:
    """Cut lists, of shape (…, documents), after the last relevant document they retrieve."""
    relevant = np.where((grades > 0) & (ranks != UNRANKED), ranks, -1)
    return np.where(ranks <= relevant.max(axis=-1, keepdims=True, initial=-1), ranks, UNRANKED)


def _answers(grades: IntArray, ranks: IntArray) -> Iterator[Signs]:
    """Yield, for the pairs of `_chunks`, the answers of all runs: (runs, pairs)."""
    narrow = ranks.astype(np.int32)  # they fit, and move twice as fast
    for better, worse in _chunks(grades, len(ranks)):
        of_better, of_worse = narrow.take(better, axis=1), narrow.take(worse, axis=1)
        yield (of_better < of_worse).view(np.int8) - (of_better > of_worse).view(np.int8)


def _chunks(grades: IntArray, n_runs: int) -> Iterator[tuple[IntArray, IntArray]]:
    """Yield the pairs of documents with different grades in chunks: the better documents, and the others, by number."""
    worse = np.searchsorted(np.sort(grades), grades)  # of each document: how many have a lower grade
    first = np.flatnonzero(worse)
    part = np.cumsum(worse[first]) * max(1, n_runs) // CHUNK  # the chunk that a better document's pairs are in
    for members in np.split(first, np.flatnonzero(np.diff(part)) + 1):
        row, other = np.nonzero(grades[members, None] > grades)
        yield members[row], other


def _pattern_counts(answered: Iterator[Signs], n_runs: int) -> tuple[FloatArray, FloatArray]:
    """Count every pattern of answers met, and its opposite. Patterns are numbers in base 3, a digit a run."""
    if n_runs <= DENSE:
        table = np.zeros(3**n_runs)
        for signs in answered:
            table += np.bincount(_codes(signs), minlength=len(table))
        met = np.flatnonzero(table)
        return table[met], table[::-1][met]  # turning every answer turns the code round
    every = np.concatenate(list(answered), axis=1)
    both = np.concatenate([every, -every], axis=1)
    labels = np.zeros(both.shape[1], dtype=np.int64)
    for start in range(0, n_runs, DIGITS):
        part = both[start : start + DIGITS]
        labels = np.unique(labels * 3 ** len(part) + _codes(part), return_inverse=True)[1]
    forward, backward = np.split(labels, 2)
    agree, oppose = (np.bincount(half, minlength=len(labels)) for half in (forward, backward))
    met = np.flatnonzero(agree)
    return agree[met].astype(np.float64), oppose[met].astype(np.float64)


def _codes(answers: Signs) -> IntArray:
    codes = np.zeros(answers.shape[1], dtype=np.int64)
    for place, signs in enumerate(answers):
        codes += (signs.astype(np.int64) + 1) * 3**place
    return codes


def _single(topic: tuple[IntArray, IntArray]) -> FloatArray:
    """RIC of every run on one topic, given by its grades and ranks: (runs,)."""
    return ric_of(*topic)


def _pairwise(topic: tuple[IntArray, IntArray]) -> FloatArray:
    """Joint RIC of every pair of runs on one topic, given by its grades and ranks, the RIC of each on the diagonal."""
    grades, ranks = topic
    n_runs = len(ranks)
    if n_runs == 1:  # no pair of runs: nothing to be counted over all pairs of documents, a million for a long list
        return _single(topic)[None]
    ranks = _truncated(grades, ranks)
    counts = np.zeros((3, 3, n_runs, n_runs))  # answer (-1, 0, 1) of the row's run, of the column's run
    pairs, right, wrong = 0, np.zeros(n_runs), np.zeros(n_runs)
    for signs in _answers(grades, ranks):
        yes, no = (signs > 0).astype(np.float32), (signs < 0).astype(np.float32)  # sums below 2**24 are exact
        both = yes @ no.T
        counts[2, 2] += yes @ yes.T
        counts[0, 0] += no @ no.T
        counts[2, 0] += both
        counts[0, 2] += both.T
        right, wrong, pairs = right + yes.sum(axis=1), wrong + no.sum(axis=1), pairs + signs.shape[1]
    for answer, total in ((2, right), (0, wrong)):  # the rest is given to a pair that the other run does not answer
        counts[answer, 1] = total[:, None] - counts[answer, 0] - counts[answer, 2]
        counts[1, answer] = counts[answer, 1].T
    opposite = counts[::-1, ::-1]
    with np.errstate(divide="ignore", invalid="ignore"):  # a pattern never met adds nothing
        terms = np.where(counts > 0, counts * np.log2(2 * counts / (counts + opposite)), 0.0)
    joint = terms.sum(axis=(0, 1)) / max(pairs, 1)
    return np.asarray(np.clip((joint + joint.T) / 2, 0.0, 1.0))  # the order of a sum leaves 1e-17
