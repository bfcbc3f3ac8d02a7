"""The result of "Your eye" for one person: how often each measure prefers what they prefer, and measure by measure.

An answer counts for a measure where the person prefers one estimate and the measure does too. With one person, pairs
of estimates are the sample: intervals are Wilson's, and say what to expect on other pairs that are chosen in the same
way. Two measures are compared on the answers where they prefer different estimates, by the exact binomial test, with
Holm's adjustment over all pairs of measures.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ordquant_core.errors import extra
from ordquant_core.markup import Html, text
from ordquant_core.numerals import count, listed, p_exact, percent
from ordquant_core.statistics.adjusted import holm
from ordquant_core.statistics.proportion import wilson_interval
from ordquant_core.teaching.readings import READINGS, TAUGHT
from ordquant_core.teaching.your_eye import EyePair, Seen, Side, eye_pairs

LEVEL = 0.05
CHOSEN = "The pairs were chosen because measures disagree on them: the result says nothing about other pairs."
_SIGN: dict[Side | None, int] = {"a": -1, "b": 1, "neither": 0, None: 0}


@dataclass(frozen=True, slots=True)
class EyeShare:
    """How often a measure prefers what a person prefers, with Wilson's 95% interval (0 to 1 where nothing counts)."""

    measure: str
    agreeing: int
    answers: int  # that count
    low: float
    high: float

    @property
    def share(self) -> float:
        """The share of agreeing answers; NaN where none counts."""
        return self.agreeing / self.answers if self.answers else np.nan


@dataclass(frozen=True, slots=True)
class EyeDuel:
    """Two measures on the answers where they prefer different estimates: with which of them did the person side?"""

    measures: tuple[str, str]
    sided: tuple[int, int]  # answers
    p_holm: float  # exact binomial test, adjusted; 1 where there are no answers


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """One of the 24 pairs: the answer, and which estimate each measure prefers (-1: A, 0: a tie, 1: B)."""

    pair: EyePair
    answer: Side | None
    prefers: tuple[int, ...]  # in the order of `TAUGHT`


@dataclass(frozen=True, slots=True)
class EyeResult:
    """All that one person's answers say."""

    shares: tuple[EyeShare, ...]  # the largest share first
    duels: tuple[EyeDuel, ...]
    pairs: tuple[JudgedPair, ...]  # in the order in which they were shown
    finding: Html
    because: Html


def eye_result(seen: Seen) -> EyeResult:
    """Return the result of the answers to the pairs of a seed."""
    judged = tuple(
        JudgedPair(pair, answer, tuple(READINGS[key].side(pair.picture) for key in TAUGHT))
        for pair, answer in zip(eye_pairs(seen.seed), seen.answers, strict=True)
    )
    chosen = np.array([_SIGN[one.answer] for one in judged])[:, None]
    agrees = np.array([one.prefers for one in judged]) * chosen  # 1: as the person, -1: the other estimate
    shares = []
    for key, column in zip(TAUGHT, agrees.T, strict=True):
        agreeing, answers = int((column > 0).sum()), int((column != 0).sum())
        shares.append(
            EyeShare(key, agreeing, answers, *(wilson_interval(agreeing, answers) if answers else (0.0, 1.0)))
        )
    shares.sort(key=lambda one: -one.agreeing / max(one.answers, 1))
    duels = _duels(agrees)
    finding, because = _state_finding(shares, duels, sum(one.answer == "neither" for one in judged))
    return EyeResult(tuple(shares), duels, judged, finding, because)


def _duels(agrees: np.ndarray) -> tuple[EyeDuel, ...]:
    with extra("statistics", "The sign test"):
        from scipy.stats import binomtest

    pairs, sided, p_values = [], [], []
    for first, second in combinations(range(len(TAUGHT)), 2):
        differ = agrees[:, first] * agrees[:, second] < 0
        won = int((agrees[differ, first] > 0).sum())
        pairs.append((TAUGHT[first], TAUGHT[second]))
        sided.append((won, int(differ.sum()) - won))
        p_values.append(binomtest(won, int(differ.sum())).pvalue if differ.any() else 1.0)
    adjusted = holm(np.array(p_values)).tolist()
    return tuple(EyeDuel(*one) for one in zip(pairs, sided, adjusted, strict=True))


def _state_finding(shares: Sequence[EyeShare], duels: Sequence[EyeDuel], neither: int) -> tuple[Html, Html]:
    best = shares[0]
    if not best.answers:
        return Html("You preferred no estimate: there is nothing to compare with."), Html(CHOSEN)
    first = [one for one in shares if one.share == best.share]
    names = listed([one.measure for one in first])
    amounts = dict.fromkeys(f"{one.agreeing} of {count(one.answers, 'answer')}" for one in first)
    finding = f"{names} agree{'s' if len(first) == 1 else ''} with your eye most often: {listed(list(amounts))}."
    interval = f"95% interval of {best.measure}: {percent(best.low)} to {percent(best.high)}. "
    clear = [one for one in duels if one.p_holm < LEVEL]
    if clear:
        said = "; ".join(
            f"{winner} rather than {loser}, {most} of {count(sum(one.sided), 'time')} ({p_words(one.p_holm)})"
            for one in clear
            for winner, loser, most in [_order(one)]
        )
        tested = f"Where the two differ, you sided with {said}. "
    else:
        tested = f"No two measures differ significantly: {count(best.answers)} answers of one person are few. "
    left = f"{count(neither, 'answer')} {'prefers' if neither == 1 else 'prefer'} neither. " if neither else ""
    return text(finding), text(f"{interval}{tested}{left}{CHOSEN}")


def p_words(p_value: float) -> str:
    """Return an adjusted p-value in a sentence.

    >>> p_words(0.0129), p_words(0.0001)
    ('p = 0.013', 'p < 0.001')
    """
    return f"p {p_exact(p_value)}" if p_value < 0.0005 else f"p = {p_exact(p_value)}"


def _order(one: EyeDuel) -> tuple[str, str, int]:
    """Return the measure with which the person sided more often, the other, and how often."""
    (first, second), (won, lost) = one.measures, one.sided
    return (first, second, won) if won >= lost else (second, first, lost)
