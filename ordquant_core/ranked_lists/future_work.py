r"""What [golbus2013] leaves to future work. None of it is in the paper: these are our definitions.

1. *Precision-oriented RIC.* RIC draws all pairs of documents alike. Here, a pair is drawn with a probability
   proportional to :math:`p^{r}`, where r = 0, 1, … is the place of the higher of its two documents among the judged
   documents of the list (cut after its last relevant document, as for RIC), and the number of these documents where
   neither is retrieved. p = 1 draws all pairs alike: RIC. The smaller p, the more only the top of the list counts. A
   perfect list has 1 bit and a list without a relevant document 0 for every p; of R relevant documents of one grade, a
   list that retrieves one at its top and no more has 1 / (1 + (R - 1) p). Several lists are compared on the mean of
   their distributions.
2. *Smoothed joint RIC.* Joint RIC is a plug-in estimate: the more runs, the more patterns of answers occur just once,
   and each of these seems to tell all. Here, what is preferred is predicted from the pattern one pair of documents
   after another, from the counts before it with alpha added to each (Dirichlet; alpha = 1/2 is the estimate of
   Krichevsky and Trofimov). The information is the bit per pair that this saves, 0 where it saves none:

   .. math:: I_\alpha = \max\left(0, \frac{1}{m} \sum_{\{r, -r\} \neq \{0\}} \left(f(r) + f(-r) +
             \log_2 \frac{B(f(r) + \alpha, f(-r) + \alpha)}{B(\alpha, \alpha)}\right)\right)

   with the m pairs of documents and the counts f(r) of `information`, over the patterns r other than 0, in which no
   list answers. A pattern that is met once saves nothing, and neither does r = 0.
3. *Further judgements.* Preferences of pairs of documents, or a gold-standard ranker, as a judgement variable beside
   the grades: I(R_1, …, R_n; Q_1, …, Q_k) over all ordered pairs on which some judgement prefers one of the documents.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ordquant_core.errors import OrdquantError, ShapeMismatchError, extra
from ordquant_core.numerals import setting
from ordquant_core.ranked_lists.collection import UNRANKED
from ordquant_core.ranked_lists.information import Signs, answers, chunks, one_minus_entropy, pattern_counts, truncated
from ordquant_core.records import FloatArray, IntArray

ROUNDING = 12  # decimals: what is left of sums of logarithms
ALPHA = 0.5  # Krichevsky and Trofimov
CELLS = 2**20  # counts held at a time
MOST_JUDGED = 2_000  # documents of a topic with further judgements: their pairs are held


@dataclass(frozen=True, slots=True)
class JointJudgements:
    """What lists tell about several judgements, in bits, and how much there is to tell."""

    information: float
    entropy: float  # of the judgements: the largest information there can be
    pairs: int  # of documents on which some judgement prefers one


def precision_oriented_ric_of(grades: IntArray, ranks: IntArray, persistence: float) -> float:
    r"""RIC of one list with geometric weights; `grades` and `ranks` have the shape (documents,), as for `ric_of`.

    With the weights c of the concordant pairs, d of the discordant ones and m of all:

    .. math:: \mathrm{RIC}_p = \frac{c + d}{m} \left(1 - H_2\left(\frac{c}{c + d}\right)\right)

    In [0, 1] bits; `persistence` is p, above 0 and at most 1. Beyond the paper (see the module).

    >>> grades, ranks = np.array([1, 1, 1, 0, 0]), np.array([0, UNRANKED, UNRANKED, UNRANKED, UNRANKED])
    >>> precision_oriented_ric_of(grades, ranks, 0.5)  # one of three relevant documents, on top
    0.5
    >>> round(precision_oriented_ric_of(grades, ranks, 1), 12)  # RIC
    0.333333333333
    """
    _check_persistence(persistence)
    level = np.unique(np.maximum(grades, 0), return_inverse=True)[1]
    concordant, discordant, neither = _weights(level, truncated(np.maximum(grades, 0), ranks), persistence)
    answered = concordant + discordant
    if not answered:
        return 0.0
    return answered / (answered + neither) * one_minus_entropy(discordant, answered)


def precision_oriented_joint_ric_of(grades: IntArray, ranks: IntArray, persistence: float) -> float:
    """Joint RIC on the mean of the lists' distributions over pairs: `ranks` of shape (runs, documents).

    Of one run, this is its precision-oriented RIC; with `persistence` 1 it is joint RIC. In [0, 1] bits.
    """
    _check_persistence(persistence)
    _check_shapes(grades, ranks)
    if not len(ranks):
        return 0.0
    grades = np.maximum(grades, 0)
    level, ranks = np.unique(grades, return_inverse=True)[1], truncated(grades, ranks)
    totals = np.array([sum(_weights(level, one, persistence)) for one in ranks])
    if not totals.all():
        return 0.0
    places = np.array([_places(one) for one in ranks])
    weights = (
        (persistence ** np.minimum(places[:, better], places[:, worse]) / totals[:, None]).mean(axis=0)
        for better, worse in chunks(grades, len(ranks))
    )
    agree, oppose = pattern_counts(answers(grades, ranks), len(ranks), weights)
    return _bits(agree, oppose)


def smoothed_joint_ric_of(grades: IntArray, ranks: IntArray, alpha: float = ALPHA) -> float:
    """Joint RIC from smoothed estimates: `grades` of shape (documents,), `ranks` of shape (runs, documents).

    At least 0 and below 1 bit: a perfect list has 1 - log2(m) / (2 m) or so, of m pairs. Beyond the paper (see the
    module).

    >>> smoothed_joint_ric_of(np.array([1, 0]), np.array([[0, 1]]))  # one pair of documents shows nothing
    0.0
    >>> bool(smoothed_joint_ric_of(np.repeat([1, 0], 40), np.arange(80)[None]) > 0.99)
    True
    """
    if not alpha > 0:
        raise OrdquantError(f"alpha is above 0, got {setting(alpha)}.")
    _check_shapes(grades, ranks)
    if not len(ranks):
        return 0.0
    grades = np.maximum(grades, 0)
    answered, pairs = [], 0
    for signs in answers(grades, truncated(grades, ranks)):
        answered.append(signs[:, signs.any(axis=0)])
        pairs += signs.shape[1]
    if not pairs:
        return 0.0
    with extra("statistics", "Information by future work"):
        from scipy.special import betaln

    agree, oppose = pattern_counts(iter(answered), len(ranks))
    length = (betaln(agree + alpha, oppose + alpha) - betaln(alpha, alpha)) / np.log(2)
    once = np.where(oppose > 0, length / 2, length)  # where a pattern and its opposite were met, both are listed
    unanswered = pairs - agree.sum()  # of these, nothing can be predicted: a bit each
    found = 1 + float(once.sum() - unanswered) / float(pairs)
    return min(max(round(found, ROUNDING), 0.0), 1.0)


def joint_with_judgements(grades: IntArray, ranks: IntArray, further: Sequence[Signs]) -> JointJudgements:
    """Return what lists tell about the grades and `further` judgements together.

    `ranks` has shape (runs, documents). A further judgement has shape (documents, documents): 1 where it prefers the
    document of the row, -1 where that of the column, 0 where it prefers none. A list is cut after the last document
    that is relevant or preferred to another by a further judgement. Without any, this is joint RIC. Beyond the paper
    (see the module).

    >>> prefers = np.array([[0, 0, 0], [0, 0, 1], [0, -1, 0]], dtype=np.int8)  # the second to the third
    >>> found = joint_with_judgements(np.array([1, 0, 0]), np.array([[0, 1, 2]]), [prefers])
    >>> round(found.information, 6), round(found.entropy, 6), found.pairs
    (1.0, 1.918296, 3)
    """
    _check_shapes(grades, ranks)
    grades, n = np.maximum(grades, 0), len(grades)
    _check_number(n)
    judgements = [np.sign(grades[:, None] - grades).astype(np.int8)]
    for one in further:
        if one.shape != (n, n) or not (one == -one.T).all():
            raise ShapeMismatchError(f"A judgement of {n} documents has shape ({n}, {n}), and turns round with a pair.")
        judgements.append(np.asarray(one, dtype=np.int8))
    preferred = (grades > 0) | (np.array(judgements[1:]).reshape(-1, n, n) > 0).any(axis=(0, 2))
    listed = np.where(preferred & (ranks != UNRANKED), ranks, -1).max(axis=-1, keepdims=True, initial=-1)
    kept = np.where(ranks <= listed, ranks, UNRANKED)
    row, column = np.nonzero(np.triu(np.any([one != 0 for one in judgements], axis=0), 1))
    if not len(row):
        return JointJudgements(0.0, 0.0, 0)
    asked = np.array([one[row, column] for one in judgements])
    told = np.array([np.sign(list_[column] - list_[row]) for list_ in kept]).reshape(len(kept), -1).astype(np.int8)
    both = np.concatenate([told, asked])
    entropy = _entropy(asked)
    information = _entropy(told) + entropy - _entropy(both)
    return JointJudgements(float(np.clip(information, 0.0, entropy)), entropy, len(row))


def preferences(documents: Sequence[str], pairs: Sequence[tuple[str, str]]) -> Signs:
    """Return the judgement that prefers, of each of these pairs, the first document to the second.

    Pairs with a document that is not among `documents` play no part. Raises `OrdquantError` where a pair is preferred
    both ways round.
    """
    _check_number(len(documents))
    number = {name: place for place, name in enumerate(documents)}
    found = np.zeros((len(documents), len(documents)), dtype=np.int8)
    for better, worse in pairs:
        if better in number and worse in number:
            i, j = number[better], number[worse]
            if i == j or found[i, j] < 0:
                raise OrdquantError(f"{better} and {worse} are each preferred to the other.")
            found[i, j], found[j, i] = 1, -1
    return found


def preferences_of_ranker(ranks: IntArray) -> Signs:
    """Return the judgement of a gold-standard ranker: it prefers what it ranks higher, or retrieves alone.

    `ranks` has shape (documents,).
    """
    _check_number(len(ranks))
    return np.asarray(np.sign(ranks[None, :] - ranks[:, None]), dtype=np.int8)


def _entropy(outcomes: Signs) -> float:
    """Return the entropy of the outcomes, (variables, pairs), over all pairs in both orders, in bits."""
    if not len(outcomes):
        return 0.0
    both = np.ascontiguousarray(np.concatenate([outcomes, -outcomes], axis=1).T)
    counts = np.unique(both.view(np.dtype((np.void, both.shape[1]))), return_counts=True)[1]
    shares = counts / counts.sum()
    return float(-(shares * np.log2(shares)).sum())


def _weights(level: IntArray, ranks: IntArray, persistence: float) -> tuple[float, float, float]:
    """Return the weight of the concordant pairs, of the discordant ones, and of those neither of which is retrieved."""
    ranked = np.flatnonzero(ranks != UNRANKED)
    listed = level[ranked[np.argsort(ranks[ranked], kind="stable")]]
    left = np.bincount(level, minlength=int(level.max(initial=0)) + 1)  # of each level: documents not passed yet
    concordant = discordant = 0.0
    step = max(1, CELLS // len(left))
    for start in range(0, len(listed), step):
        part = listed[start : start + step]
        below = left - np.cumsum(part[:, None] == np.arange(len(left)), axis=0)
        up_to = np.concatenate([np.zeros((len(part), 1), dtype=np.int64), np.cumsum(below, axis=1)], axis=1)
        row = np.arange(len(part))
        weights = persistence ** (start + row).astype(np.float64)
        concordant += float((weights * up_to[row, part]).sum())
        discordant += float((weights * (up_to[row, -1] - up_to[row, part + 1])).sum())
        left = below[-1]
    n = int(left.sum())
    neither = (n**2 - int((left**2).sum())) // 2
    return concordant, discordant, neither * persistence ** len(listed) if neither else 0.0


def _places(ranks: IntArray) -> FloatArray:
    """Return the place of each document among those retrieved, their number where it is not retrieved."""
    retrieved = ranks != UNRANKED
    places = np.full(len(ranks), float(retrieved.sum()))
    places[np.flatnonzero(retrieved)[np.argsort(ranks[retrieved], kind="stable")]] = np.arange(retrieved.sum())
    return places


def _bits(agree: FloatArray, oppose: FloatArray) -> float:
    if not len(agree) or not agree.sum():
        return 0.0
    met = agree > 0
    agree, oppose = agree[met], oppose[met]
    return float(np.clip((agree * np.log2(2 * agree / (agree + oppose))).sum() / agree.sum(), 0.0, 1.0))


def _check_number(documents: int) -> None:
    if documents > MOST_JUDGED:
        raise OrdquantError(f"{documents} judged documents of a topic; further judgements take up to {MOST_JUDGED}.")


def _check_persistence(persistence: float) -> None:
    if not 0 < persistence <= 1:
        raise OrdquantError(f"The persistence of RIC is above 0 and at most 1, got {setting(persistence)}.")


def _check_shapes(grades: IntArray, ranks: IntArray) -> None:
    if ranks.ndim != 2 or ranks.shape[1:] != grades.shape:
        raise ShapeMismatchError(f"Grades of shape {grades.shape} and ranks of shape {ranks.shape} do not fit.")
