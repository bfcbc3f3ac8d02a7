"""What the numbers say, in one sentence. Every number in a sentence is computed, none is typed."""

import html
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import Preferences

QUANTITY = ("ordinal", "nominal")  # the families that measure amounts
NAMED = 3  # measures of one opinion that a sentence names; of more it gives the number
_Words = Mapping[int, str]  # what is said of a side: -1 (A), 0 (neither), 1 (B)


def marked(name: str, letter: str, *, lettered: bool = True) -> str:
    """Return the name of a run as HTML in its colour, with its letter: 'A Popularity', or just 'A' for 'Run A'."""
    text = with_letter(name, letter) if lettered or not name else name
    return f'<span class="oq-{letter.lower()}">{html.escape(text)}</span>'


def with_letter(name: str, letter: str) -> str:
    """Return the name of a run with its letter before it, once."""
    return letter if name in ("", f"Run {letter}") else f"{letter} {name}"


def tell_names(keys: Sequence[str]) -> str:
    """Join measure keys as a person would: 'NMD', 'NMD and RSNOD', 'NMD, RSNOD and JSD'."""
    labels = [MEASURES[key].label for key in keys]
    return labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}"


def some(keys: Sequence[str]) -> str:
    """Name measures where they are few, else say how many they are: 'NMD and JSD', '5 measures'."""
    return tell_names(keys) if len(keys) <= NAMED else f"{len(keys)} measures"


def majority(sides: Mapping[str, int]) -> int:
    """Return the side (-1 for A, 1 for B, 0 for neither) that more quantity measures prefer."""
    votes = [side for key, side in sides.items() if MEASURES[key].family in QUANTITY]
    return int(np.sign(sum(votes)))


def dissenters(sides: Mapping[str, int]) -> tuple[str, ...]:
    """Return the quantity measures that prefer the other run than the majority; a tie is no dissent."""
    most = majority(sides)
    return tuple(key for key, side in sides.items() if most and side == -most and MEASURES[key].family in QUANTITY)


def verdict(sides: Mapping[str, int], name_a: str, name_b: str) -> str:
    """Say which run every measure prefers; `sides` holds -1 (A), 0 (tie) or 1 (B) per measure key.

    Every measure is counted once. Names are put in as they are: give `marked` ones for HTML.
    """
    one = {-1: f"prefers {name_a}", 1: f"prefers {name_b}", 0: "sees a tie"}
    several = {-1: f"prefer {name_a}", 1: f"prefer {name_b}", 0: "see a tie"}
    return _sentence(sides, one, several)


def of_two(sides: Mapping[str, int], measures: tuple[str, str], name_a: str, name_b: str) -> str:
    """Say which runs two measures prefer: 'NMD prefers X and RNOD sees a tie'."""
    one, other = (MEASURES[key].label for key in measures)
    first, second = (sides[key] for key in measures)
    names = {-1: name_a, 1: name_b}
    said = {side: f"prefers {names[side]}" if side else "sees a tie" for side in (first, second)}
    if one == other:
        return f"{one} {said[first]}"
    if first == second:
        return f"{one} and {other} both {f'prefer {names[first]}' if first else 'see a tie'}"
    return f"{one} {said[first]} and {other} {said[second]}"


def tally(preferences: Preferences, name_a: str, name_b: str) -> str:
    """Say which run every measure prefers on more cases; the only dissenter among them with its counts."""
    counts = {
        key: (int(a), int(b))
        for key, a, b in zip(preferences.measures, preferences.prefers_a, preferences.prefers_b, strict=True)
    }
    sides = {key: int(np.sign(b - a)) for key, (a, b) in counts.items()}
    one = {-1: f"prefers {name_a} more often", 1: f"prefers {name_b} more often", 0: "is even"}
    several = {-1: f"prefer {name_a} more often", 1: f"prefer {name_b} more often", 0: "are even"}
    odd, amounts = dissenters(sides), {}
    if len(odd) == 1:
        (a, b), ways = counts[odd[0]], {-1: (name_a, name_b), 1: (name_b, name_a)}
        first, second = ways[sides[odd[0]]]
        amounts[odd[0]] = f"prefers {first} on {max(a, b):,} cases and {second} on {min(a, b):,}"
    return _sentence(sides, one, several, amounts)


def _sentence(sides: Mapping[str, int], one: _Words, several: _Words, own: Mapping[str, str] | None = None) -> str:
    """Name or count the measures on each side, quantity measures first, so that all of `sides` are counted.

    `one` and `several` say what a measure or more of a side do, `own` what a single measure does in other words. No
    text goes through str.format: names come from visitors.
    """
    if len(sides) > 1 and len(set(sides.values())) == 1:
        number = "Both" if len(sides) == 2 else f"All {len(sides)}"
        return f"{number} measures {several[next(iter(sides.values()))]}."
    quantity = {key: side for key, side in sides.items() if MEASURES[key].family in QUANTITY}
    priority = {key: side for key, side in sides.items() if MEASURES[key].family == "priority"}
    combined = {key: side for key, side in sides.items() if MEASURES[key].family == "combined"}
    clauses = [
        *_clauses(quantity, "quantity measures", one, several, own or {}),
        *(f"{MEASURES[key].label} {one[side]} (order of bars only)" for key, side in priority.items()),
        *_clauses(combined, "combined measures", one, several, own or {}),
    ]
    said = "; ".join(clauses)
    return f"{said[:1].upper()}{said[1:]}."


def _clauses(
    sides: Mapping[str, int], what: str, one: _Words, several: _Words, own: Mapping[str, str]
) -> Iterator[str]:
    """Say what the measures of one kind do, those of the rarest opinion first."""
    groups = [[key for key in sides if sides[key] == side] for side in (-1, 1, 0)]
    for keys in sorted(filter(None, groups), key=len):
        side = sides[keys[0]]
        if len(keys) == 1:
            yield f"{MEASURES[keys[0]].label} {own.get(keys[0], one[side])}"
        elif len(keys) == len(sides) > NAMED - 1:
            yield f"all {len(keys)} {what} {several[side]}"
        elif len(keys) <= NAMED:
            yield f"{tell_names(keys)} {several[side]}"
        else:
            yield f"{len(keys)} of the {len(sides)} {what} {several[side]}"
