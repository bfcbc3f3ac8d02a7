"""The question which estimate a measure prefers. The correct answer is always computed, never stored."""

from collections.abc import Mapping
from typing import Literal, get_args

import numpy as np

from ordquant_core.analysis.comparison import sides_of
from ordquant_core.analysis.picture import Picture
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import distinct, score

Choice = Literal["a", "tie", "b"]
CHOICES: tuple[Choice, ...] = get_args(Choice)
CHOICE_OF: Mapping[int, Choice] = {-1: "a", 0: "tie", 1: "b"}  # of a side, as in `analysis.comparison`


def right_answer(measure: str, picture: Picture) -> Choice:
    """Return the estimate with the smaller score, or that both are equal."""
    return CHOICE_OF[side_of(picture, measure)]


def verdict(measure: str, picture: Picture) -> str:
    """'RNOD prefers A: 0.354 against 0.500.'"""
    label = MEASURES[measure].label
    values = [picture.scores(side, [measure])[measure] for side in "ab"]
    side = side_of(picture, measure)
    if not side:
        return f"{label} sees a tie: {score(values[0])} for both."
    better, worse = distinct(values)[::-side]
    return f"{label} prefers {'A' if side < 0 else 'B'}: {better} against {worse}."


def side_of(picture: Picture, key: str) -> int:
    """Return which estimate a measure prefers: -1 (A), 0 (tie), 1 (B), by its formula."""
    gold = picture.probabilities("gold")[:, None]
    both = np.stack([picture.probabilities("a"), picture.probabilities("b")], axis=1)
    a, b = (float(value) for value in MEASURES[key].compute.kernel(gold, both))
    return sides_of({key: a}, {key: b})[key]
