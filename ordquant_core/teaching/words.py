"""Texts of lessons: templates whose numbers are computed from the pictures.

A field in braces is a name with its arguments: `{RNOD a}` is the score of A, `{RNOD a then}` that on the last picture
(after the change), `{RNOD prefers}` what the measure does. `FIELDS` lists the others. Doubled braces are braces.
"""

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from types import MappingProxyType

import numpy as np

from ordquant_core.analysis.baselines import estimates_for
from ordquant_core.analysis.comparison import signs
from ordquant_core.analysis.picture import Picture
from ordquant_core.analysis.robustness import smallest_flip
from ordquant_core.errors import OrdquantError
from ordquant_core.markup import Html, join, tag
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import class_label, count, listed, percent, score
from ordquant_core.tables.one_case.robustness import flip_words
from ordquant_core.tables.sentences import lettered
from ordquant_core.teaching.questions import preference, score_of, side_of

WAY = 100  # steps into which the way from the first gold to the last is divided
ROUNDING = 1e-9


def literal(text: str) -> str:
    """Return a text as a template without fields."""
    return text.replace("{", "{{").replace("}", "}}")


def written(template: str, pictures: Sequence[Picture]) -> Html:
    """Fill a template; text is escaped. Raises `OrdquantError` for a field that does not exist."""
    parts: list[object] = []
    for text, name, _, _ in Formatter().parse(template):
        parts += [text] if name is None else [text, _value(name, pictures)]
    return join(parts)


def _value(field: str, pictures: Sequence[Picture]) -> object:
    head, *rest = field.split()
    picture = pictures[-1] if rest[-1:] == ["then"] else pictures[0]
    arguments = [word for word in rest if word != "then"]
    if head in MEASURES:
        what = arguments[0] if arguments else ""
        if what in ("a", "b"):
            return score(score_of(picture, head, what))
        if what in OF_MEASURE:
            return OF_MEASURE[what](head, picture, pictures)
    elif head in FIELDS:
        return FIELDS[head](picture, arguments, pictures)
    raise OrdquantError(f"{{{field}}} is not a field; write a measure with a or b, or one of {', '.join(FIELDS)}.")


def _highest(picture: Picture, arguments: Sequence[str], _: Sequence[Picture]) -> str:
    values = picture.probabilities(arguments[0])
    return listed([class_label(picture.classes[at]) for at in np.flatnonzero(values > values.max() - ROUNDING)])


def _wrong(picture: Picture, arguments: Sequence[str], _: Sequence[Picture]) -> str:
    """Return the part of an estimate that is in a wrong class: votes where the gold has votes, else a percentage."""
    share = score_of(picture, "NVD", arguments[0])
    return percent(share) if picture.votes is None else count(round(share * picture.votes), "vote")


def _moved(_: Picture, arguments: Sequence[str], pictures: Sequence[Picture]) -> str:
    """Return the votes of the gold that move from the first picture to the last."""
    change = np.array(pictures[-1].gold) - np.array(pictures[0].gold)
    labels = [class_label(label) for label in pictures[0].classes]
    left, entered = (listed([labels[at] for at in np.flatnonzero(side > 0)]) for side in (-change, change))
    return f"{count(round(float(change[change > 0].sum())), 'vote')} from class {left} to class {entered}"


def _flip(key: str, picture: Picture, _: Sequence[Picture]) -> Html:
    """Return the fewest votes of the gold whose move changes the preference: 'move 1 vote from 2 to 5'."""
    (flip,) = smallest_flip(picture.gold, picture.a, picture.b, [key])
    return Html(flip_words(flip, picture.classes).partition(":")[0])


def _flipped(key: str, picture: Picture, _: Sequence[Picture]) -> Html:
    """Return what the measure does after that move: 'prefers B'."""
    (flip,) = smallest_flip(picture.gold, picture.a, picture.b, [key])
    return preference(side_of(picture, key) if flip.after is None else int(flip.after))


def _turn(key: str, _: Picture, pictures: Sequence[Picture]) -> str:
    """Return how far along the straight way between the gold distributions the preference changes first."""
    first, last = (picture.probabilities("gold") for picture in (pictures[0], pictures[-1]))
    shares = np.arange(WAY + 1)[:, None] / WAY
    gold = (1 - shares) * first + shares * last
    scores = [MEASURES[key](gold, estimates_for(gold, pictures[0].entry(side), side)) for side in "ab"]
    sides = signs(scores[0] - scores[1])
    changed = np.flatnonzero(sides != sides[0])
    return f"about {percent(float(changed[0]) / WAY)}" if len(changed) else "not"


OF_MEASURE: Mapping[str, Callable[[str, Picture, Sequence[Picture]], object]] = MappingProxyType(
    {
        "prefers": lambda key, picture, _: preference(side_of(picture, key)),
        "flip": _flip,
        "flipped": _flipped,
        "turn": _turn,
    }
)
FIELDS: Mapping[str, Callable[[Picture, Sequence[str], Sequence[Picture]], object]] = MappingProxyType(
    {
        "A": lambda *_: lettered("", "A"),
        "B": lambda *_: lettered("", "B"),
        "gold": lambda *_: tag("span", "gold", class_="oq-gold"),
        "votes": lambda picture, *_: count(round(sum(picture.gold)), "vote"),
        "numbers": lambda picture, arguments, _: picture.shown(arguments[0]),
        "highest": _highest,
        "wrong": _wrong,
        "moved": _moved,
        "occurring": lambda picture, *_: count(int((picture.probabilities("gold") > 0).sum()), "class", "classes"),
        "steps": lambda picture, *_: count(len(picture.classes) - 1),
    }
)
