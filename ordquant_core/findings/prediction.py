"""The sentences around a prediction, "A is better": before the scores are shown, and after."""

from collections.abc import Sequence

import numpy as np

from ordquant_core.analysis.comparison import Sides
from ordquant_core.analysis.picture import SIDES, Picture
from ordquant_core.findings.one_case import differing
from ordquant_core.findings.pairs import of_two
from ordquant_core.findings.sentence import A, B, Sentence, join, say
from ordquant_core.findings.words import labels
from ordquant_core.numerals import class_label, count, decimals, listed, percent

ANSWERS = {"a": -1, "b": 1}
FEWEST_VOTES = 1.5  # a gold with a smaller sum is given in probabilities
ROUNDING = 1e-6
LOOKS_AT = {
    "NMD": "NMD measures how far probability has to move.",
    "RNOD": "RNOD squares the errors and weights them by distance.",
}
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
    number = "All" if agree == len(sides) else count(agree) if agree else "None"
    of = f"{number} {'' if agree == len(sides) else 'of the '}{count(len(sides), 'measure')}"
    return say(f"{of} prefer{'' if agree > 1 else 's'} ", _NAMES[answer], ", too." if agree else ".")


def result(agreed: Sequence[int], measures: tuple[str, str], n_pairs: int) -> tuple[str, str]:
    """Say how often somebody agreed with each of two measures, what the nearer one sees, and how little it shows."""
    first, second = (count(number) if number else "none" for number in agreed)
    finding = f"You agreed with {measures[0]} on {first} of {count(n_pairs)}, and with {measures[1]} on {second}."
    nearer = [LOOKS_AT[key] for key, number in zip(measures, agreed, strict=True) if number == max(agreed) > 0]
    return finding, " ".join([*nearer, f"{count(n_pairs, 'pair shows', 'pairs show')} no more than a tendency."])


def disagree(sides: Sides) -> bool:
    """Return whether measures prefer different runs; a tie is no disagreement."""
    return {-1, 1} <= set(sides.values())


def reasons(picture: Picture, sides: Sides) -> list[Sentence]:
    """Say what NMD and RNOD measure, and what they find in two estimates where the gold is given in votes.

    For RNOD that is the largest error in one class, where its preference is the estimate with the smaller one.
    """
    votes = sum(picture.gold)
    if votes < FEWEST_VOTES:
        return [(LOOKS_AT["NMD"],), (LOOKS_AT["RNOD"],)]
    of_a, of_b = picture.scores_of_both(["MD"])
    (a, b), further = differing(of_a["MD"] * votes, of_b["MD"] * votes)
    need = say(A, f" needs {a}, ", B, f" needs {b}.") if further else say(A, " and ", B, f" both need {a}.")
    gold, *estimates = map(picture.probabilities, SIDES)
    largest_a, largest_b = (float(np.abs(estimate - gold).max()) * votes for estimate in estimates)
    (a, b), larger = differing(largest_a, largest_b)
    largest = say("; ", A, f"’s largest error is {a} votes, ", B, f"’s {b}.")
    return [
        say("NMD counts steps, each a vote moved to the next class: ", need),
        say("RNOD squares the errors, weighted by distance", largest if larger and larger == sides["RNOD"] else "."),
    ]


def _shape(picture: Picture, side: str) -> str:
    values, votes = picture.probabilities(side), sum(picture.gold)
    in_votes = votes >= FEWEST_VOTES
    them = f"all {count(round(votes))} votes" if in_votes else "everything"
    if values.max() > 1 - ROUNDING:
        return f"puts {them} on one class"
    if values.max() - values.min() < ROUNDING:
        return f"spreads {them} evenly over the {count(len(values))} classes"
    highest = np.flatnonzero(values > values.max() - ROUNDING)
    most = values.max() * votes
    whole = abs(most - round(most)) < ROUNDING
    written = count(round(most)) if whole else decimals(most, 1)
    share = (
        f"{written} of its {count(round(votes))} votes" if in_votes else f"{percent(values.max())} of its probability"
    )
    on = listed([class_label(picture.classes[at]) for at in highest])
    return f"puts {share} on {'each of ' if len(highest) > 1 else ''}{on}"
