"""The question which estimate a measure prefers. The correct answer is always computed, never stored."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.comparison import sides_of
from ordquant_core.analysis.picture import Picture
from ordquant_core.markup import Html, join
from ordquant_core.measures.registry import MEASURES, get_measures
from ordquant_core.numerals import distinct, score
from ordquant_core.tables.sentences import lettered
from ordquant_core.teaching.answers import KEY_OF, Key


def right_answer(measure: str, picture: Picture) -> Key:
    """Return the estimate with the smaller score, or that both are equal."""
    return KEY_OF[side_of(picture, measure)]


def verdict(measure: str, picture: Picture) -> Html:
    """'RNOD prefers A: 0.354 against 0.500.'"""
    label = MEASURES[measure].label
    values = [score_of(picture, measure, side) for side in "ab"]
    side = side_of(picture, measure)
    if not side:
        return Html(f"{label} sees a tie: {score(values[0])} for both.")
    better, worse = distinct(values)[::-side]
    return join([f"{label} prefers ", lettered("", "A" if side < 0 else "B"), f": {better} against {worse}."])


def side_of(picture: Picture, key: str) -> int:
    """Return which estimate a measure prefers: -1 (A), 0 (tie), 1 (B)."""
    return all_sides(picture, [key])[key]


def all_sides(picture: Picture, keys: Sequence[str]) -> dict[str, int]:
    """Return which estimate each measure prefers; by the formulas themselves, as the picture was checked before."""
    gold = picture.probabilities("gold")[:, None]
    both = np.stack([picture.probabilities("a"), picture.probabilities("b")], axis=1)
    scores = {key: measure.compute.kernel(gold, both) for key, measure in zip(keys, get_measures(keys), strict=True)}
    a, b = ({key: float(values[at]) for key, values in scores.items()} for at in (0, 1))
    return sides_of(a, b)


def score_of(picture: Picture, key: str, side: str) -> float:
    """Return the score of an estimate ("a" or "b")."""
    return picture.scores(side, [key])[key]
