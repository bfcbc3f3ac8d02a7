"""Which of two runs measures prefer, on one case and on all, in one sentence or two; every measure counted once."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from ordquant_core.analysis.comparison import QUANTITY, Sides, dissenters, on_more_cases
from ordquant_core.findings.sentence import NAMED, A, B, MeasureName, RunName, Sentence, ended, say
from ordquant_core.findings.words import labels
from ordquant_core.measures.measure import ON_REQUEST, OWN
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import all_of, count, listed
from ordquant_core.records import Preferences

Names: TypeAlias = tuple[RunName, RunName]  # of A and B
_Words: TypeAlias = Mapping[int, Sentence]  # what is said of a side: -1 (A), 0 (neither), 1 (B)


def on_case(sides: Sides, chosen: str, names: Names) -> tuple[Sentence, Sentence]:
    """Say which run a measure and the quantity measures prefer on one case; with letters, what all others prefer.

    `sides` holds -1 (A), 0 (tie) or 1 (B) by the key of each measure, the `chosen` one among them. The second sentence
    may be empty: where all agree, the first one says so.
    """
    single, several = _preferring(names)
    side, quantity = sides[chosen], _of_families(sides, *QUANTITY)
    all_agree = set(sides.values()) == {side}
    kind = (sides, "measure") if all_agree else (quantity, "quantity measure")
    lead = say(MeasureName(chosen, "measure"), " ", single[side], _as_do(*kind, chosen, side))
    disagreeing = {key: other for key, other in quantity.items() if other != side}
    first = ended([lead, *_by_side(disagreeing, "quantity measures", single, several, {}, len(quantity))])
    return first, () if all_agree else ended(_others(sides, *_preferring((A, B)), {}))


def _as_do(sides: Sides, noun: str, chosen: str, side: int) -> str:
    """Return how many of the others prefer the same as the chosen measure."""
    agreeing = [key for key in sides if sides[key] == side]
    others = [key for key in agreeing if key != chosen]
    if not others:
        return ""
    if len(others) <= NAMED:
        return f", as do{'es' * (len(others) == 1)} {labels(others)}"
    all_others = len(sides) - (chosen in sides)
    group = f"the {'other ' if chosen in sides else ''}{count(all_others, noun)}"
    if len(others) < all_others:
        return f", as do {len(others)} of {group}"
    return f", as do {group if chosen in sides else all_of(all_others, noun)}"


def on_case_in_one(sides: Sides, names: Names) -> Sentence:
    """Say which run all measures prefer on one case, in one sentence: the quantity measures first."""
    first, rest = _clauses(sides, *_preferring(names))
    return ended([*first, *rest])


def smoothed(sides: Sides, names: Names) -> Sentence:
    """Say which run the measures on smoothed distributions prefer on one case; nothing where there are none."""
    single, several = _preferring(names)
    groups = (([key for key in sides if sides[key] == side], side) for side in (-1, 1, 0))
    return ended(say(f"{listed(keys)} ", (several if len(keys) > 1 else single)[side]) for keys, side in groups if keys)


def of_two(sides: Sides, measures: tuple[str, str], name_a: RunName, name_b: RunName) -> Sentence:
    """Say which runs two measures prefer: 'NMD prefers X and RNOD sees a tie'."""
    first_label, second_label = (MEASURES[key].label for key in measures)
    first, second = (sides[key] for key in measures)
    prefers, prefer = _preferring((name_a, name_b))
    if first_label == second_label:
        return say(f"{first_label} ", prefers[first])
    if first == second:
        return say(f"{first_label} and {second_label} both ", prefer[first])
    return say(f"{first_label} ", prefers[first], f" and {second_label} ", prefers[second])


def on_all_cases(preferences: Preferences, names: Names) -> tuple[Sentence, Sentence]:
    """Say which run measures prefer on more cases: the quantity measures, and all others. The second may be empty.

    A lone dissenter among the quantity measures comes with its counts.
    """
    sides = on_more_cases(preferences)
    name = dict(zip((-1, 1), names, strict=True))
    single: dict[int, Sentence] = {0: ("is even",)} | {
        side: ("prefers ", name[side], " on more cases") for side in name
    }
    several: dict[int, Sentence] = {side: ("prefer ", name[side], " on more cases") for side in name}
    alone: dict[str, Sentence] = {}
    odd = dissenters(sides)
    if len(odd) == 1:
        side, row = sides[odd[0]], preferences.measures.index(odd[0])
        least, most = sorted((int(preferences.prefers_a[row]), int(preferences.prefers_b[row])))
        counts = f" on {count(most, 'case')} and ", name[-side], f" on {count(least)}"
        alone = {odd[0]: ("prefers ", name[side], *counts)}
    first, rest = _clauses(sides, single, several | {0: ("are even",)}, alone)
    return ended(first), ended(rest)


def _preferring(names: Names) -> tuple[_Words, _Words]:
    a, b = names
    single: _Words = {-1: ("prefers ", a), 1: ("prefers ", b), 0: ("sees a tie",)}
    several: _Words = {-1: ("prefer ", a), 1: ("prefer ", b), 0: ("see a tie",)}
    return single, several


def _clauses(
    sides: Sides, single: _Words, several: _Words, alone: Mapping[str, Sentence] | None = None
) -> tuple[list[Sentence], list[Sentence]]:
    """Return the clauses on the quantity measures, and those on the others; all in the first part if all agree.

    They name or count the measures on each side, so that all of `sides` are counted. `single` and `several` say what
    one or several measures of a side do, `alone` what a measure by itself does, where that is worded differently.
    """
    if len(sides) > 1 and len(set(sides.values())) == 1:
        every = all_of(len(sides), "measure").capitalize()
        return [say(f"{every} ", several[next(iter(sides.values()))])], []

    alone = alone or {}
    first = list(_by_side(_of_families(sides, *QUANTITY), "quantity measures", single, several, alone))
    rest = list(_others(sides, single, several, alone))
    return (first, rest) if first else (rest, [])


def _others(sides: Sides, single: _Words, several: _Words, alone: Mapping[str, Sentence]) -> Iterator[Sentence]:
    """Say what the measures do that are no quantity measures."""

    def of(noun: str, *families: str) -> Iterator[Sentence]:
        return _by_side(_of_families(sides, *families), noun, single, several, alone)

    yield from (say(clause, " (order of bars only)") for clause in of("priority measures", "priority"))
    yield from of("combined measures", "combined")
    yield from of("measures of other fields", ON_REQUEST)
    yield from of("own measures", OWN)


def _of_families(sides: Sides, *families: str) -> Sides:
    return {key: side for key, side in sides.items() if MEASURES[key].family in families}


def _by_side(
    sides: Sides,
    noun: str,
    single: _Words,
    several: _Words,
    alone: Mapping[str, Sentence],
    of: int | None = None,
) -> Iterator[Sentence]:
    """Say what the measures of one kind do, those with the rarest preference first; `of`: how many of the kind are."""
    total = len(sides) if of is None else of
    groups = [[key for key in sides if sides[key] == side] for side in (-1, 1, 0)]
    for keys in sorted(filter(None, groups), key=len):
        side = sides[keys[0]]
        if len(keys) == 1:
            yield say(f"{MEASURES[keys[0]].label} ", alone.get(keys[0], single[side]))
        elif len(keys) == total >= NAMED:
            yield say(f"all {len(keys)} {noun} ", several[side])
        elif len(keys) <= NAMED:
            yield say(f"{labels(keys)} ", several[side])
        else:
            yield say(f"{len(keys)} of the {total} {noun} ", several[side])
