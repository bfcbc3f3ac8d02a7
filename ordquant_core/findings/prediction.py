"""The sentences around a prediction, "A is better": before the scores are shown, and after."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.comparison import Sides
from ordquant_core.analysis.picture import Picture
from ordquant_core.findings.pairs import of_two
from ordquant_core.findings.sentence import A, B, Sentence, join, say
from ordquant_core.findings.words import labels
from ordquant_core.numerals import NOISE, class_label, count, decimals, listed, percent

ANSWERS = {"a": -1, "b": 1}
FEWEST_VOTES = 1.5  # a gold with a smaller sum is given in probabilities
ROUNDING = 1e-6
_NAMES = {"a": A, "b": B}


def estimates(picture: Picture) -> Sentence:
    """Say what each estimate is like, without a score: only what can be said in a few words."""
    return join([say("System ", _NAMES[side], f" {_shape(picture, side)}.") for side in "ab"])


def reaction(answer: str, sides: Sides, measures: tuple[str, str]) -> Sentence:
    """Say of two measures whether they agree with somebody who chose a run, "a" or "b"; `sides` as in `sides_of`."""
    agree = [key for key in measures if sides[key] == ANSWERS[answer]]
    if len(agree) == 2:
        return (f"{labels(agree)} agree with you.",)
    if agree and disagree(sides):
        (other,) = set(measures) - set(agree)
        return say(f"{labels(agree)} agrees with you; {labels([other])} prefers ", _NAMES["ab"[sides[other] > 0]], ".")
    return say(of_two(sides, measures, *_NAMES.values()), ".")


def agreeing(answer: str, sides: Sides) -> Sentence:
    """Say how many measures prefer the run that somebody chose."""
    agree = sum(side == ANSWERS[answer] for side in sides.values())
    if not agree:
        return say("You alone: ", _NAMES[answer], f". None of the {count(len(sides), 'measure')} prefers it.")
    return say(f"You and {count(agree)} of {count(len(sides), 'measure')}: ", _NAMES[answer], ".")


def result(agreed: Sequence[int], measures: tuple[str, str], n_pairs: int) -> tuple[str, str]:
    """Say on how many pairs somebody agreed with each of two measures, and how little that shows."""
    first, second = (count(number) if number else "none" for number in agreed)
    finding = f"You agreed with {measures[0]} on {first} of {count(n_pairs)}, and with {measures[1]} on {second}."
    return finding, f"{count(n_pairs, 'pair shows', 'pairs show')} no more than a tendency."


def disagree(sides: Sides) -> bool:
    """Return whether measures prefer different runs; a tie is no disagreement."""
    return {-1, 1} <= set(sides.values())


def largest_error(picture: Picture) -> Sentence:
    """Say where an estimate is farthest from the gold in one class, in votes where the gold is given in votes."""
    gold = picture.probabilities("gold")
    errors = np.array([picture.probabilities(side) - gold for side in "ab"]).round(NOISE)
    sizes = np.abs(errors)
    if not sizes.any():
        return ("Here both estimates equal the gold.",)
    largest = np.argwhere(sizes > sizes.max() - ROUNDING).tolist()
    clauses = [
        say(
            _NAMES["ab"[side]],
            f" has {_too_much(float(errors[side, at]), sum(picture.gold))} on {class_label(picture.classes[at])}",
        )
        for side, at in largest[:2]
    ]
    if len(largest) > 2:
        clauses.append((f"{count(len(largest) - 2, 'other')} as large",))
    return say(f"The largest error{'s' if len(largest) > 1 else ''} in one class: ", join(clauses, "; "), ".")


def _too_much(error: float, votes: float) -> str:
    many = error > 0
    if votes < FEWEST_VOTES:  # probabilities
        return f"{percent(abs(error))} too {'much' if many else 'little'}"
    exact = abs(error) * votes
    whole = abs(exact - round(exact)) < ROUNDING
    written = count(round(exact), "vote") if whole else f"{decimals(exact, 1)} votes"
    return f"{written} too {'many' if many else 'few'}"


def _shape(picture: Picture, side: str) -> str:
    values, votes = picture.probabilities(side), sum(picture.gold)
    them = "everything" if votes < FEWEST_VOTES else f"all {count(round(votes))} votes"
    if values.max() > 1 - ROUNDING:
        return f"puts {them} on one class"
    if values.max() - values.min() < ROUNDING:
        return f"spreads {them} evenly over the {count(len(values))} classes"
    highest = np.flatnonzero(values > values.max() - ROUNDING)
    on = listed([class_label(picture.classes[at]) for at in highest])
    return f"gives its highest probability, {percent(values.max())}{' each' if len(highest) > 1 else ''}, to {on}"
