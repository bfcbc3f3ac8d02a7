"""The sentences around a prediction, "A is better": before the scores are shown, and after."""

import numpy as np

from ordquant_core.analysis.comparison import Sides
from ordquant_core.analysis.picture import Picture
from ordquant_core.findings.words import labels
from ordquant_core.markup import Html, join, tag
from ordquant_core.numerals import NOISE, class_label, count, decimals, listed, percent
from ordquant_core.tables.sentences import lettered, of_two

ANSWERS = {"a": -1, "b": 1}
FEWEST_VOTES = 1.5  # a gold with a smaller sum is given in probabilities
ROUNDING = 1e-6


def described(picture: Picture) -> Html:
    """Say what each estimate is like, without a score: only what can be said in a few words."""
    return join(
        [
            "The ",
            tag("span", "gold", class_="oq-gold"),
            " shows how people voted. ",
            *map(_described, [picture] * 2, "ab"),
        ]
    )


def agreement(answer: str, sides: Sides) -> Html:
    """Say which measures prefer the run that somebody chose; `answer` is "a" or "b", `sides` as in `sentences`."""
    said = join(["You said ", lettered("", answer.upper()), ". "])
    agree = [key for key, side in sides.items() if side == ANSWERS[answer]]
    if not agree:
        return join([said, "Neither measure does." if len(sides) == 2 else "No measure does."])
    return join([said, f"So {'does' if len(agree) == 1 else 'do'} {labels(agree)}."])


def finding(sides: Sides, measures: tuple[str, str]) -> Html:
    """Say which runs two measures prefer, and whether they disagree."""
    words = of_two(sides, measures, lettered("", "A"), lettered("", "B"))
    return join([words, ": the measures disagree." if disagree(sides) else "."])


def disagree(sides: Sides) -> bool:
    """Return whether measures prefer different runs; a tie is no disagreement."""
    return {-1, 1} <= set(sides.values())


def largest_error(picture: Picture) -> Html:
    """Say where an estimate is farthest from the gold in one class, in votes where the gold is given in votes."""
    gold = picture.probabilities("gold")
    errors = np.array([picture.probabilities(side) - gold for side in "ab"]).round(NOISE)
    sizes = np.abs(errors)
    if not sizes.any():
        return Html("Here both estimates equal the gold.")
    found = np.argwhere(sizes > sizes.max() - ROUNDING).tolist()
    votes = sum(picture.gold)

    def has(side: int, at: int) -> Html:
        words = f" has {_too_much(float(errors[side, at]), votes)} on {class_label(picture.classes[at])}"
        return join([lettered("", "AB"[side]), words])

    if len(found) == 1:
        return join(["The largest error in one class: ", has(*found[0]), "."])
    more = f"; {count(len(found) - 2, 'other')} as large" if len(found) > 2 else ""
    return join(["The largest errors in one class: ", join([has(*one) for one in found[:2]], "; "), more, "."])


def _too_much(error: float, votes: float) -> str:
    many = error > 0
    if votes < FEWEST_VOTES:  # probabilities
        return f"{percent(abs(error))} too {'much' if many else 'little'}"
    exact = abs(error) * votes
    whole = abs(exact - round(exact)) < ROUNDING
    written = count(round(exact), "vote") if whole else f"{decimals(exact, 1)} votes"
    return f"{written} too {'many' if many else 'few'}"


def _described(picture: Picture, side: str) -> Html:
    values, votes = picture.probabilities(side), sum(picture.gold)
    them = "everything" if votes < FEWEST_VOTES else f"all {count(round(votes))} votes"
    if values.max() > 1 - ROUNDING:
        what = f"puts {them} on one class"
    elif values.max() - values.min() < ROUNDING:
        what = f"spreads {them} evenly over the {count(len(values))} classes"
    else:
        highest = np.flatnonzero(values > values.max() - ROUNDING)
        on = listed([class_label(picture.classes[at]) for at in highest])
        what = f"gives its highest probability, {percent(values.max())}{' each' if len(highest) > 1 else ''}, to {on}"
    return join(["System ", lettered("", side.upper()), f" {what}. "])
