"""The properties that a custom measure must have, checked on a fixed set of pairs before anybody sees a score.

The pairs are all distributions of a few votes over two to four classes, each against each, and seeded random ones of
up to eleven classes. All are votes, so that a message can name the pair as `measure` takes it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ordquant_core.distributions import all_votes
from ordquant_core.errors import PluginError
from ordquant_core.measures.measure import Measure
from ordquant_core.measures.own.function import ROUNDING, Scorer, as_scores, called, number, written
from ordquant_core.numerals import setting
from ordquant_core.records import FloatArray

VOTES = {2: (1, 3, 4), 3: (1, 3, 4), 4: (1, 3)}  # of all distributions over so many classes
RANDOM = {2: 40, 3: 40, 4: 40, 5: 80, 7: 40, 11: 40}  # pairs of random ones
MOST_VOTES, SEED = 40, 1
ALONE = 24  # pairs over each number of classes that are scored one by one as well
SLACK = 1e-9  # the share by which rounding may exceed a bound
Score = Callable[[FloatArray, FloatArray], FloatArray]


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """Votes over one number of classes, shape (pairs, L), and the same as probabilities."""

    votes: tuple[FloatArray, FloatArray]
    gold: FloatArray
    estimated: FloatArray


class _Property(NamedTuple):
    name: str
    broken: NDArray[np.bool_]  # (pairs,)
    seen: FloatArray  # (pairs,), what the message gives as the score
    advice: str
    instead: FloatArray | None = None  # (pairs,), the score that should be the same
    when: str = ""  # what has that score


def check_properties(measure: Measure, scorer: Scorer) -> None:
    """Raise `PluginError` for the first property that is missing: the file, the property, the pair, what to do."""
    who = f"{measure.key} of {measure.origin}"
    score = partial(_score, scorer, who)
    for pairs in _all_pairs():
        for fault in _properties(measure, score, pairs):
            if fault.broken.any():
                pair = int(fault.broken.argmax())
                seen = f"scores {number(fault.seen[pair])}"
                if fault.instead is not None:
                    seen += f", {fault.when} {number(fault.instead[pair])}"
                where = written(*(side[pair] for side in pairs.votes))
                raise PluginError(f"{who} lacks the property {fault.name!r}: {where} {seen}; {fault.advice}")


def _score(scorer: Scorer, who: str, gold: FloatArray, estimated: FloatArray) -> FloatArray:
    copies = np.array(gold, order="C"), np.array(estimated, order="C")
    return as_scores(called(scorer, *copies, who=who), len(gold), who=who)


def _properties(measure: Measure, score: Score, pairs: _Pairs) -> Iterator[_Property]:
    gold, estimated = pairs.gold, pairs.estimated
    scores, n_classes = score(gold, estimated), gold.shape[1]
    advice = "look at divisions by 0 and logarithms of 0: a class may be empty on either side"
    yield _Property("every score is finite", ~np.isfinite(scores), scores, advice)
    perfect = (gold == estimated).all(axis=1)
    advice = "a score is an error: a perfect estimate must score 0"
    yield _Property("0 where both are equal", perfect & (np.abs(scores) > ROUNDING), scores, advice)
    yield _Property(
        "never negative", scores < -ROUNDING, scores, "return an error: smaller is better, and 0 is perfect"
    )
    largest = measure.largest(n_classes)
    advice = f"`largest` is {setting(largest)} over {n_classes} classes: correct it, or the function"
    yield _Property("never above the largest", scores > largest * (1 + SLACK), scores, advice)
    again = score(gold, estimated)
    advice = "use no random numbers, and keep nothing from earlier calls"
    yield _Property("the same score every time", _differ(scores, again), scores, advice, again, "then")
    some = np.zeros(len(gold), dtype=np.bool_)
    some[:: max(1, len(gold) // ALONE)] = True
    alone = scores.copy()
    alone[some] = [score(gold[pair : pair + 1], estimated[pair : pair + 1])[0] for pair in np.flatnonzero(some)]
    advice = "score each pair by itself: reduce only the last axis (axis=-1)"
    yield _Property("the same score alone as in a batch", _differ(scores, alone), scores, advice, alone, "alone")
    if measure.symmetric:
        swapped = score(estimated, gold)
        advice = 'set "symmetric" to False, or correct the function'
        yield _Property("symmetric", _differ(scores, swapped), scores, advice, swapped, "with the two exchanged")
    if measure.reversible:
        mirrored = score(gold[:, ::-1], estimated[:, ::-1])
        advice = 'set "reversible" to False, or correct the function'
        yield _Property("reversible", _differ(scores, mirrored), scores, advice, mirrored, "with the classes reversed")


def _differ(scores: FloatArray, others: FloatArray) -> NDArray[np.bool_]:
    return np.asarray(~(np.abs(scores - others) <= SLACK * np.maximum(1.0, np.abs(scores))))


@cache
def _all_pairs() -> tuple[_Pairs, ...]:
    rng = np.random.default_rng(SEED)
    pairs = []
    for n_classes, n_random in RANDOM.items():
        parts = []
        for n_votes in VOTES.get(n_classes, ()):
            every = all_votes(n_votes, n_classes)
            first, second = np.divmod(np.arange(len(every) ** 2), len(every))
            parts.append((every[first], every[second]))
        sides = rng.integers(0, MOST_VOTES, size=(2, n_random, n_classes)) * rng.integers(
            0, 2, (2, n_random, n_classes)
        )
        sides[:, :, rng.integers(n_classes)] += 1  # no distribution is without votes
        sides[1, 0] = sides[0, 0]
        parts.append((sides[0], sides[1]))
        gold, estimated = (np.concatenate(side).astype(np.float64) for side in zip(*parts, strict=True))
        shares = [side / side.sum(axis=1, keepdims=True) for side in (gold, estimated)]
        pairs.append(_Pairs((gold, estimated), *shares))
    return tuple(pairs)
