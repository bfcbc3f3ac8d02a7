"""Which preferences change with the scale: with where its classes stand, and with classes that are merged."""

from collections.abc import Sequence
from dataclasses import replace

from ordquant_core.analysis.comparison import Sides, sides_of
from ordquant_core.analysis.picture import Picture
from ordquant_core.findings.sentence import A, B, Sentence, join, say
from ordquant_core.findings.words import some
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import all_of, class_label, listed

FROM_GOLD = ("RNOD2", "RNADW2")  # whose distances between classes come from the gold
_NAMES = {-1: A, 1: B}


def by_positions(picture: Picture, keys: Sequence[str]) -> Sentence:
    """Say which measures of `keys` prefer something else at equal distances; nothing where the picture has these."""
    if picture.positions is None:
        return ()
    using = [key for key in keys if MEASURES[key].takes_positions]
    if not using:
        return ("None of these measures uses the positions of the classes.",)
    now, before = (_sides(drawn, using) for drawn in (picture, replace(picture, positions=None)))
    own = [key for key in FROM_GOLD if key in keys]
    rest = f" {some(own)} learn{'s' * (len(own) == 1)} the spacing of the classes from the gold." if own else ""
    changed = changes(before, now, "that use the positions of the classes (↔)")
    return say("Compared with equal distances, ", changed, rest)


def by_merging(before: Picture, now: Picture, keys: Sequence[str]) -> Sentence:
    """Say which classes of a picture were merged, and which measures of `keys` prefer something else since."""
    merged = listed([class_label(label) for label in before.classes if label not in now.classes])
    changed = changes(_sides(before, keys), _sides(now, keys), "in the table")
    return say(f"{merged} are merged. Compared with separate classes, ", changed)


def changes(before: Sides, now: Sides, what: str) -> Sentence:
    """Say which of the measures have another preference now: -1 (A), 0 (tie), 1 (B); `what`: which these are."""
    kinds: dict[tuple[int, int], list[str]] = {}
    for key, side in now.items():
        if before[key] != side:
            kinds.setdefault((before[key], side), []).append(key)
    if not kinds and len(now) == 1:
        return (f"{some(list(now))} keeps its preference.",)
    if not kinds:
        return (f"{all_of(len(now), 'measure')} {what} keep their preference.",)
    clauses = [say(f"{some(keys)} ", _change(*sides, several=len(keys) > 1)) for sides, keys in kinds.items()]
    left = len(now) - sum(map(len, kinds.values()))
    if left == 1:
        clauses.append((f"one other measure {what.replace('use ', 'uses ')} keeps its preference",))
    elif left:
        clauses.append((f"the other {left} measures {what} keep their preference",))
    return say(join(clauses, "; "), ".")


def _change(before: int, now: int, *, several: bool) -> Sentence:
    s = "" if several else "s"
    if not now:
        return (f"see{s} a tie instead of preferring ", _NAMES[before])
    return (f"prefer{s} ", _NAMES[now], " instead of ", _NAMES[before] if before else "seeing a tie")


def _sides(picture: Picture, keys: Sequence[str]) -> Sides:
    return sides_of(*picture.scores_of_both(keys))
