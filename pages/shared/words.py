"""What the numbers say, in one sentence. Every number in a sentence is computed, none is typed."""

import html
from collections.abc import Mapping, Sequence

import numpy as np

from ordquant_core.measures.registry import MEASURES
from ordquant_core.records import Preferences

QUANTITY = ("ordinal", "nominal")  # the families that measure amounts; priority measures are told apart


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


def majority(sides: Mapping[str, int]) -> int:
    """Return the side (-1 for A, 1 for B, 0 for neither) most measures of quantity are on."""
    votes = [side for key, side in sides.items() if MEASURES[key].family in QUANTITY]
    return int(np.sign(sum(votes)))


def dissenters(sides: Mapping[str, int]) -> tuple[str, ...]:
    """Return the measures of quantity that prefer another run than the majority, or see a tie where it does not."""
    most = majority(sides)
    return tuple(key for key, side in sides.items() if most and side != most and MEASURES[key].family in QUANTITY)


def verdict(sides: Mapping[str, int], name_a: str, name_b: str) -> str:
    """Say which run the measures of quantity prefer; `sides` holds -1 (A), 0 (tie) or 1 (B) per measure key.

    Names are put in as they are: give `marked` ones for HTML.
    """
    quantity = {key: side for key, side in sides.items() if MEASURES[key].family in QUANTITY}
    singular = {-1: f"prefers {name_a}", 1: f"prefers {name_b}", 0: "sees a tie"}
    plural = {-1: f"prefer {name_a}", 1: f"prefer {name_b}", 0: "see a tie"}
    return _groups(quantity, singular, plural)


def _groups(sides: Mapping[str, int], singular: Mapping[int, str], plural: Mapping[int, str]) -> str:
    """Name the measures on each side, the smallest group first, with what one or several of them do.

    No text goes through str.format: names come from visitors.
    """
    groups = {side: [key for key in sides if sides[key] == side] for side in (-1, 1, 0)}
    present = sorted((side for side in groups if groups[side]), key=lambda side: len(groups[side]))
    if len(present) == 1 and len(sides) > 1:
        return f"All {len(sides)} measures {plural[present[0]]}."
    parts = []
    for number, side in enumerate(present):
        keys = groups[side]
        if len(keys) == 1:
            parts.append(f"{tell_names(keys)} {singular[side]}")
        elif number == len(present) - 1:
            parts.append(f"the other {len(keys)} {plural[side]}")
        else:
            parts.append(f"{tell_names(keys) if len(keys) <= 3 else f'{len(keys)} measures'} {plural[side]}")
    return ", ".join(parts) + "."


def priority_remark(sides: Mapping[str, int], name_a: str, name_b: str) -> str:
    """Say what DNKT, which sees only the order of the bars, makes of the same pair."""
    side = sides.get("DNKT")
    if side is None:
        return ""
    what = {-1: f"prefers {name_a}", 1: f"prefers {name_b}", 0: "sees a tie"}[side]
    return f"DNKT {what}: it only sees which bars are taller than which."


def tally(preferences: Preferences, name_a: str, name_b: str) -> str:
    """Say which run each measure of quantity prefers on more cases."""
    sides = {
        key: int(np.sign(preferences.prefers_b[i] - preferences.prefers_a[i]))
        for i, key in enumerate(preferences.measures)
        if MEASURES[key].family in QUANTITY
    }
    odd = dissenters(sides)
    most = majority(sides)
    if len(odd) == 1 and most:
        i = preferences.measures.index(odd[0])
        a, b = int(preferences.prefers_a[i]), int(preferences.prefers_b[i])
        wins = f"{name_a} on {a} cases and {name_b} on {b}" if a >= b else f"{name_b} on {b} cases and {name_a} on {a}"
        rest = name_a if most < 0 else name_b
        return f"{tell_names(odd)} prefers {wins}; the other {len(sides) - 1} measures prefer {rest} more often."
    singular = {-1: f"prefers {name_a} more often", 1: f"prefers {name_b} more often", 0: "is even"}
    plural = {-1: f"prefer {name_a} more often", 1: f"prefer {name_b} more often", 0: "are even"}
    return _groups(sides, singular, plural)
