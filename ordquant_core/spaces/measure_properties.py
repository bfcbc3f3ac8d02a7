"""Properties of measures, checked on all pairs of vote distributions, each with an example.

Some properties ask whether an example exists: one, a witness, shows them, and without one nothing is refuted. Others
ask about all pairs: a counterexample refutes them, and without one nothing is proved for other N and L; one asks what
a measure does in most comparisons. Where no pair of N votes over L classes could show either, the question does not
apply. Examples are the clearest: those with the largest difference, and of equal ones the first in lexicographic order.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Literal, NamedTuple

import numpy as np

from ordquant_core.analysis.comparison import TIE, TIE_DECIMALS, difference
from ordquant_core.measures.registry import MEASURES, Measure, get_measures
from ordquant_core.numerals import count, percent
from ordquant_core.records import FloatArray, IntArray, TableRow
from ordquant_core.spaces.gold_distributions import votes_text
from ordquant_core.spaces.pairs import Example, Pairs
from ordquant_core.statistics.divided_work import carry_out
from ordquant_core.statistics.progress import Progress

ShownBy = Literal["witness", "counterexample", "not found", "share"]
HOLDS = {True: "yes", False: "no", None: "does not apply"}
ORDERED = 3  # classes: with fewer, their order makes no difference
USUALLY = 0.75  # of the comparisons: what a measure does so often, it does in most
AS_A_DISTANCE = ("order", "farther", "move", "triangle")


class Answer(NamedTuple):
    """Whether a measure has a property on some distributions; None: they cannot answer the question."""

    holds: bool | None
    checked: int  # pairs or triples of distributions
    words: str  # what the examples show, without numbers that they hold
    examples: tuple[Example, ...] = ()  # a witness or a counterexample, where there is one


@dataclass(frozen=True, slots=True)
class Property:
    """A question about a measure: does it hold for some pair, for all, or for most of the comparisons?"""

    key: str
    name: str
    question: str
    decide: Callable[[Pairs, Measure], Answer]
    asks: Literal["some", "all", "most"] = "all"
    printed_as: str = ""  # its row in table 1 of the variants study


@dataclass(frozen=True, slots=True)
class Finding(TableRow):
    """The answer to one question about one measure."""

    measure: str
    property: str
    holds: bool | None
    checked: int
    words: str
    examples: tuple[Example, ...]

    COLUMNS = ("measure", "property", "holds", "checked", "explanation", "examples", "shown_by")

    def cells(self) -> tuple[object, ...]:
        """Return whether the measure has the property, and the examples that show it."""
        examples = "; ".join(map(_in_words, self.examples))
        return self.measure, self.property, HOLDS[self.holds], self.checked, self.words, examples, shown_by(self)


def _in_words(example: Example) -> str:
    second = "" if example.b is None else f", B {votes_text(example.b)} scores {example.score_b!r}"
    return f"gold {votes_text(example.gold)}, A {votes_text(example.a)} scores {example.score_a!r}{second}"


def property_table(
    n_votes: int,
    n_classes: int,
    measures: Sequence[str],
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> tuple[Finding, ...]:
    """Decide every property for every measure, on all pairs of distributions of N votes over L classes.

    Raises `OrdquantError` where there are more than 300 distributions, or on an unknown measure.
    """
    get_measures(measures)
    work, done = _Decide(Pairs(n_votes, n_classes)), range(1, len(measures) + 1)
    return tuple(chain.from_iterable(carry_out(work, measures, done, progress=progress, executor=executor)))


@dataclass(frozen=True, eq=False)
class _Decide:
    """Decide every property for one measure, given by its key."""

    pairs: Pairs

    def __call__(self, key: str) -> list[Finding]:
        (measure,) = get_measures([key])
        return [Finding(key, name, *one.decide(self.pairs, measure)) for name, one in PROPERTIES.items()]


def shown_by(finding: Finding) -> ShownBy | None:
    """Return what an answer rests on: "not found" where neither a witness nor a counterexample is among the pairs."""
    asks = PROPERTIES[finding.property].asks
    if finding.holds is None:
        return None
    if asks == "most":
        return "share"
    if finding.holds == (asks == "some"):
        return "witness" if finding.holds else "counterexample"
    return "not found"


def ordinal_distances(findings: Sequence[Finding]) -> tuple[str, ...]:
    """Return the measures that have every property of `AS_A_DISTANCE` on the distributions that were checked."""
    holds = {(finding.measure, finding.property): finding.holds for finding in findings}
    measures = dict.fromkeys(finding.measure for finding in findings)
    return tuple(key for key in measures if all(holds[key, name] for name in AS_A_DISTANCE))


def _cannot_answer(why: str) -> Answer:
    return Answer(None, 0, why)


def _magnitude(pairs: Pairs, measure: Measure) -> Answer:
    """Group pairs by the gold and by the order of the estimate's bars."""
    group = (pairs.rank_pattern * pairs.size + np.arange(pairs.size)[:, None]).ravel()
    widest = _widest(group, pairs.scores(measure).ravel())
    if widest is not None:
        (gold, best), (_, worst) = (divmod(pair, pairs.size) for pair in widest)
        words = "two estimates with the same order of bars and different scores"
        return Answer(True, pairs.size**2, words, (pairs.example(measure, gold, best, worst),))
    sizes = np.bincount(pairs.rank_pattern)
    if sizes.max() < 2:
        return _cannot_answer("no two estimates of so few votes have the same order of bars")
    first, *_, last = np.flatnonzero(pairs.rank_pattern == sizes.argmax()).tolist()
    words = "on these distributions, estimates with the same order of bars tie, whatever their heights"
    return Answer(False, pairs.size**2, words, (pairs.example(measure, first, first, last),))


def _order(pairs: Pairs, measure: Measure) -> Answer:
    """Look for a gold that an exchange of two classes leaves as it is: then one figure shows both estimates."""
    if pairs.n_classes < ORDERED:
        return _cannot_answer("two classes are in order whichever comes first")
    scores, best, witness, changes = pairs.scores(measure), TIE, None, False
    for first, second in combinations(range(pairs.n_classes), 2):
        to = pairs.exchanged(first, second)
        gaps = np.abs(scores - scores[np.ix_(to, to)])
        changes |= bool((gaps > TIE).any())
        fixed = np.flatnonzero(to == np.arange(pairs.size))
        if not len(fixed):
            continue
        gold, estimate = divmod(int(gaps[fixed].round(TIE_DECIMALS).argmax()), pairs.size)
        if gaps[fixed[gold], estimate] > best:
            best, witness = float(gaps[fixed[gold], estimate]), (int(fixed[gold]), estimate, int(to[estimate]))
    checked = pairs.size**2 * pairs.n_classes * (pairs.n_classes - 1) // 2
    if not changes:
        example = pairs.example(measure, *(int(place) for place in pairs.certain[[0, 1, -1]]))
        words = "no exchange of two classes changes a score of these distributions; here A and B have the same heights"
        return Answer(False, checked, words, (example,))
    words = "the same heights on other classes, different scores"
    return Answer(True, checked, words, () if witness is None else (pairs.example(measure, *witness),))


def _farther(pairs: Pairs, measure: Measure) -> Answer:
    if pairs.n_classes < ORDERED:
        return _cannot_answer("of two classes, none is farther away than the other")
    scores = pairs.scores(measure)
    at = [pairs.number(row) for row in pairs.n_votes * np.eye(pairs.n_classes, dtype=np.int64)]
    steps = [
        (gold, gold + side * near, gold + side * (near + 1))
        for gold in range(pairs.n_classes)
        for side in (-1, 1)
        for near in range(pairs.n_classes - 1)
        if 0 <= gold + side * (near + 1) < pairs.n_classes
    ]
    broken = [step for step in steps if scores[at[step[0]], at[step[2]]] <= scores[at[step[0]], at[step[1]]] + TIE]
    drawn = max(broken or steps, key=lambda step: (step[1] != step[0], -abs(step[0] - step[1])))
    words = "all votes one class farther away: not worse" if broken else "all votes one class farther away: worse"
    return Answer(not broken, len(steps), words, (pairs.example(measure, *(at[place] for place in drawn)),))


def _move(pairs: Pairs, measure: Measure) -> Answer:
    scores, worst, witness, checked = pairs.scores(measure), -np.inf, (0, 0, 0), 0
    for gold in pairs.certain:
        centre = int(pairs.votes[gold].argmax())
        for source in range(pairs.n_classes):
            for target in {source - 1, source + 1} & set(range(pairs.n_classes)):
                if abs(target - centre) <= abs(source - centre):
                    continue
                movable = np.flatnonzero(pairs.votes[:, source] > 0)
                moved = pairs.votes[movable].copy()
                moved[:, source] -= 1
                moved[:, target] += 1
                to = np.array([pairs.number(row) for row in moved])
                gains = (scores[gold, movable] - scores[gold, to]).round(TIE_DECIMALS)
                checked += len(movable)
                place = int(gains.argmax())
                if gains[place] > worst:
                    worst, witness = float(gains[place]), (int(gold), int(movable[place]), int(to[place]))
    broken = worst >= 0
    if not broken and pairs.n_votes == 1:
        return _cannot_answer("with one vote, only moves of all votes at once can be checked")
    words = (
        "one vote of A moved a class farther from the gold gives B: the score falls"
        if worst > 0
        else "one vote of A moved a class farther from the gold gives B: the score stays the same"
        if broken
        else "the move of one vote, from A to B, that raises the score least"
    )
    return Answer(not broken, checked, words, (pairs.example(measure, *witness),))


def _symmetric(pairs: Pairs, measure: Measure) -> Answer:
    """Look for the largest difference of the two directions; without one, show a pair that RNOD tells apart."""
    scores, words = pairs.scores(measure), "gold and estimate exchanged: different scores"
    lopsided = np.abs(scores - scores.T).round(TIE_DECIMALS)
    holds = bool(lopsided.max() <= TIE)
    if holds:
        scores, words = pairs.scores(MEASURES["RNOD"]), "both directions score the same on these distributions"
        lopsided = np.abs(scores - scores.T).round(TIE_DECIMALS)
    gold, estimate = divmod(int(lopsided.argmax()), pairs.size)
    both = pairs.example(measure, gold, estimate), pairs.example(measure, estimate, gold)
    return Answer(holds, pairs.size**2, words, both)


def _distances(pairs: Pairs, measure: Measure) -> Answer:
    """Group pairs by what a measure with fixed distances can see: errors, classes in use, order of the bars."""
    if pairs.n_classes < ORDERED:
        return _cannot_answer("between two classes there is one distance")
    if not _order(pairs, measure).holds:
        return _cannot_answer("no score of these distributions depends on distances between classes")
    n, group = pairs.size, pairs.seen_alike
    if np.bincount(group).max() < 2:
        return _cannot_answer("no two pairs of so few votes have the same errors on the same classes")
    scores = pairs.scores(measure).ravel()
    widest = _widest(group, scores)
    holds = widest is not None
    if widest is None:  # show two gold distributions that only a measure with distances from the gold distinguishes
        widest = _widest(group, pairs.scores(MEASURES["RNOD2"]).ravel())
    words = (
        "the same errors on the same classes with another gold: different scores"
        if holds
        else "on these distributions, the same errors on the same classes score the same, as with equal distances"
    )
    two = () if widest is None else tuple(pairs.example(measure, *divmod(pair, n)) for pair in widest)
    return Answer(holds, n * n, words, two)


def _widest(group: IntArray, scores: FloatArray) -> tuple[int, int] | None:
    """Return the pairs with the smallest and the largest score in the group where these lie farthest apart."""
    largest, smallest = np.full(group.max() + 1, -np.inf), np.full(group.max() + 1, np.inf)
    np.maximum.at(largest, group, scores)
    np.minimum.at(smallest, group, scores)
    gaps = (largest - smallest).round(TIE_DECIMALS)
    if gaps.max() <= TIE:
        return None
    members = np.flatnonzero(group == gaps.argmax())
    return int(members[scores[members].argmin()]), int(members[scores[members].argmax()])


def _zero(pairs: Pairs, measure: Measure) -> Answer:
    scores = pairs.scores(measure)
    same = np.eye(pairs.size, dtype=bool)
    missed = np.argwhere((scores <= TIE) & ~same)
    if len(missed):
        gold, estimate = (int(place) for place in missed[0])
        words = "estimate A differs from the gold and scores 0; B is the gold"
        return Answer(False, pairs.size**2, words, (pairs.example(measure, gold, estimate, gold),))
    own = scores.diagonal().round(TIE_DECIMALS)
    if own.max() > TIE:
        gold = int(own.argmax())
        words = "the estimate is the gold and does not score 0"
        return Answer(False, pairs.size**2, words, (pairs.example(measure, gold, gold),))
    nearest = np.where(same, np.inf, scores).round(TIE_DECIMALS)
    gold, estimate = divmod(int(nearest.argmin()), pairs.size)
    words = "of these distributions, only equal ones score 0; this is the smallest score of two that differ"
    return Answer(True, pairs.size**2, words, (pairs.example(measure, gold, estimate),))


def _triangle(pairs: Pairs, measure: Measure) -> Answer:
    """Try every third distribution; where the inequality always holds, show where it is closest to equality."""
    scores, worst, witness, broken = pairs.scores(measure), -np.inf, (0, 0, 0), 0
    for middle in range(pairs.size):
        excess = scores - (scores[:, middle, None] + scores[None, middle])
        broken += int((excess > TIE).sum())
        excess[middle] = excess[:, middle] = -np.inf  # a way over one of its ends is no detour
        np.fill_diagonal(excess, -np.inf)
        place = int(excess.argmax())
        if excess.flat[place] > worst + TIE:
            worst, witness = float(excess.flat[place]), (place // pairs.size, middle, place % pairs.size)
    if worst == -np.inf:
        return _cannot_answer("there is no third distribution")
    start, middle, end = witness
    ways = pairs.example(measure, start, end, middle), pairs.example(measure, middle, end)
    checked = pairs.size**3
    words = (
        f"{count(broken)} of {count(checked)} triples violate it; here gold to B plus B to A is smaller than gold to A"
        if broken
        else "no triple violates it; here gold to B plus B to A is closest to gold to A"
    )
    return Answer(not broken, checked, words, ways)


def _large(pairs: Pairs, measure: Measure) -> Answer:
    """Compare estimates of which one has its errors in fewer, larger parts, and which differ in nothing else.

    Both have as much probability in wrong classes (equal NVD), moved equally far (equal NMD). RNSS scores the
    concentrated one worse on all such pairs, by Schur convexity.
    """
    gold, spread, concentrated = pairs.concentrated
    if not len(gold):
        return _cannot_answer("no two estimates of so few votes differ in the size of their errors alone")
    scores = pairs.scores(measure)
    rise = difference(scores[gold, concentrated], scores[gold, spread])
    worse = int((rise > TIE).sum())
    holds = worse >= USUALLY * len(rise)
    at = int((rise if holds else -rise).round(TIE_DECIMALS).argmax())
    words = (
        f"the errors of B are fewer and larger than those of A, and as large in total: in {count(worse)} of "
        f"{count(len(rise))} such comparisons ({percent(worse / len(rise))}), B scores worse"
    )
    example = pairs.example(measure, int(gold[at]), int(spread[at]), int(concentrated[at]))
    return Answer(holds, len(rise), words, (example,))


PROPERTIES: Mapping[str, Property] = {
    one.key: one
    for one in (
        Property(
            "magnitude",
            "Considers magnitude",
            "Can two estimates with bars in the same order but of other heights score differently?",
            _magnitude,
            "some",
            "(a) considers the magnitude of the error",
        ),
        Property(
            "order",
            "Considers class order",
            "Does the score change when two classes are exchanged, in the gold and in the estimate?",
            _order,
            "some",
            "(b) suitable for ordinal classes",
        ),
        Property(
            "farther",
            "Farther is worse",
            "Gold all in one class, estimate all in another: is one class farther away always worse?",
            _farther,
        ),
        Property(
            "move",
            "Moving away always hurts",
            "Gold all in one class: does the score rise whenever one vote of the estimate moves farther away?",
            _move,
        ),
        Property(
            "symmetric",
            "Symmetric",
            "Is the score the same when gold and estimate are exchanged?",
            _symmetric,
            printed_as="(c) symmetric",
        ),
        Property(
            "distances",
            "Learns the spacing of the classes",
            "Can the same errors on the same classes score differently because the gold has other votes there? "
            "If not, the measure takes classes to be equally far apart.",
            _distances,
            "some",
            "(d) does not assume equidistance",
        ),
        Property("zero", "0 means equal", "Is the score 0 if and only if gold and estimate are equal?", _zero),
        Property(
            "triangle",
            "Triangle inequality",
            "Is the score of a pair never larger than the sum of the scores over a third distribution?",
            _triangle,
        ),
        Property(
            "large",
            "Large errors cost more",
            "Of two estimates with as much probability in wrong classes, moved equally far, is the one with fewer, "
            f"larger errors worse in {percent(USUALLY)} of the comparisons or more?",
            _large,
            "most",
        ),
    )
}
