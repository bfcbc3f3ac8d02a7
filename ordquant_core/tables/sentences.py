"""Preferences in one sentence. Every number in a sentence is computed, and every measure counted once.

Names of runs come from visitors: they are escaped unless they are `Html` already, such as those of `lettered`.
"""

from collections.abc import Iterator, Mapping, Sequence

from ordquant_core.analysis.comparison import QUANTITY, Sides, dissenters, on_more_cases
from ordquant_core.findings.words import labels
from ordquant_core.markup import Html, join, tag, text
from ordquant_core.measures.measure import ON_REQUEST, OWN
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import all_of, count, listed
from ordquant_core.records import Preferences

NAMED = 3  # measures with one preference that a sentence names; more than that are counted
_Words = Mapping[int, Html]  # what is said of a side: -1 (A), 0 (neither), 1 (B)


def lettered(name: str, letter: str, *, alone: bool = False) -> Html:
    """Return the name of a run in its colour, with its letter: 'A Popularity', or just 'A' for 'Run A'.

    `alone`: without the letter, where there is a name.
    """
    return tag("span", name if alone and name else with_letter(name, letter), class_=f"oq-{letter.lower()}")


def with_letter(name: str, letter: str) -> str:
    """Return the name of a run with its letter before it, once."""
    return letter if name in ("", f"Run {letter}") else f"{letter} {name}"


def letter_of(pair: Sequence[int], run: int) -> str:
    """Return "A" or "B" for a run of the pair, nothing for any other; a run that is both is A."""
    return "AB"[list(pair).index(run)] if run in pair else ""


def named(runs: Sequence[str], pair: Sequence[int], run: int) -> Html:
    """Return the name of a run; those of the pair (A and, if there is one, B) in their colours, with their letters."""
    letter = letter_of(pair, run)
    return lettered(runs[run], letter) if letter else text(runs[run])


def named_runs(runs: Sequence[str], pair: Sequence[int], numbers: Sequence[int]) -> Html:
    """Name a few runs, or count many: 'x', 'x, y and z', '5 runs'."""
    if len(numbers) > NAMED:
        return text(count(len(numbers), "run"))
    return listed_names([named(runs, pair, run) for run in numbers])


def listed_names(names: Sequence[object], *, at_most: int | None = None) -> Html:
    """Join names of runs as people write them: 'x, y and 3 more' beyond `at_most` of them."""
    return Html(listed([text(name) for name in names], at_most=at_most))


def verdict(sides: Sides, name_a: object, name_b: object) -> Html:
    """Say which run every measure prefers; `sides` holds -1 (A), 0 (tie) or 1 (B) per measure key."""
    first, rest = _parts(sides, *_preferring(name_a, name_b))
    return _ended([*first, *rest])


def verdict_lines(sides: Sides, name_a: object, name_b: object) -> tuple[Html, Html]:
    """Say the verdict in two sentences: on the quantity measures, and on all others. The second may be empty."""
    first, rest = _parts(sides, *_preferring(name_a, name_b))
    return _ended(first), _ended(rest)


def _preferring(name_a: object, name_b: object) -> tuple[_Words, _Words]:
    one = {-1: join(["prefers ", name_a]), 1: join(["prefers ", name_b]), 0: Html("sees a tie")}
    several = {-1: join(["prefer ", name_a]), 1: join(["prefer ", name_b]), 0: Html("see a tie")}
    return one, several


def of_two(sides: Sides, measures: tuple[str, str], name_a: object, name_b: object) -> Html:
    """Say which runs two measures prefer: 'NMD prefers X and RNOD sees a tie'."""
    one, other = (MEASURES[key].label for key in measures)
    first, second = (sides[key] for key in measures)
    names = {-1: name_a, 1: name_b}

    def does(side: int) -> Html:
        return join(["prefers ", names[side]]) if side else Html("sees a tie")

    if one == other:
        return join([one, " ", does(first)])
    if first == second:
        return join([f"{one} and {other} both ", join(["prefer ", names[first]]) if first else "see a tie"])
    return join([one, " ", does(first), f" and {other} ", does(second)])


def tally_lines(preferences: Preferences, name_a: object, name_b: object) -> tuple[Html, Html]:
    """Say which run every measure prefers on more cases; the only dissenter among them with its counts.

    In two sentences: on the quantity measures, and on all others. The second may be empty.
    """
    counts = {
        key: (int(a), int(b))
        for key, a, b in zip(preferences.measures, preferences.prefers_a, preferences.prefers_b, strict=True)
    }
    sides = on_more_cases(preferences)
    names = {-1: name_a, 1: name_b}
    one = {side: join(["prefers ", name, " on more cases"]) for side, name in names.items()} | {0: Html("is even")}
    several = {side: join(["prefer ", name, " on more cases"]) for side, name in names.items()} | {0: Html("are even")}
    odd, amounts = dissenters(sides), {}
    if len(odd) == 1:
        key, side = odd[0], sides[odd[0]]
        most, least = max(counts[key]), min(counts[key])
        amounts[key] = join(
            ["prefers ", names[side], f" on {count(most, 'case')} and ", names[-side], f" on {count(least)}"]
        )
    first, rest = _parts(sides, one, several, amounts)
    return _ended(first), _ended(rest)


def _parts(
    sides: Sides, one: _Words, several: _Words, own: Mapping[str, Html] | None = None
) -> tuple[list[Html], list[Html]]:
    """Return the clauses on the quantity measures, and those on the others; all in the first part if all agree.

    They name or count the measures on each side, so that all of `sides` are counted. `one` and `several` say what one
    or several measures of a side do, `own` what a measure alone does, where that is worded differently.
    """
    if len(sides) > 1 and len(set(sides.values())) == 1:
        every = all_of(len(sides), "measure").capitalize()
        return [join([f"{every} ", several[next(iter(sides.values()))]])], []
    quantity = {key: side for key, side in sides.items() if MEASURES[key].family in QUANTITY}
    priority = {key: side for key, side in sides.items() if MEASURES[key].family == "priority"}
    combined = {key: side for key, side in sides.items() if MEASURES[key].family == "combined"}
    other = {key: side for key, side in sides.items() if MEASURES[key].family == ON_REQUEST}
    added = {key: side for key, side in sides.items() if MEASURES[key].family == OWN}
    first = list(_clauses(quantity, "quantity measures", one, several, own or {}))
    rest = [
        *(join([f"{MEASURES[key].label} ", one[side], " (order of bars only)"]) for key, side in priority.items()),
        *_clauses(combined, "combined measures", one, several, own or {}),
        *_clauses(other, "measures of other fields", one, several, own or {}),
        *_clauses(added, "own measures", one, several, own or {}),
    ]
    return (first, rest) if first else (rest, [])


def of_smoothed(sides: Sides, name_a: object, name_b: object) -> Html:
    """Say which run the measures on smoothed distributions prefer; nothing where there are none."""
    one, several = _preferring(name_a, name_b)
    groups = [[key for key in sides if sides[key] == side] for side in (-1, 1, 0)]
    words = (several if len(keys) > 1 else one for keys in filter(None, groups))
    clauses = zip(filter(None, groups), words, strict=True)
    return _ended([join([f"{listed(keys)} ", does[sides[keys[0]]]]) for keys, does in clauses])


def _ended(clauses: Sequence[Html]) -> Html:
    said = join(clauses, "; ")
    return Html(f"{said[:1].upper()}{said[1:]}.") if said else said


def _clauses(sides: Sides, what: str, one: _Words, several: _Words, own: Mapping[str, Html]) -> Iterator[Html]:
    """Say what the measures of one kind do, those with the rarest preference first."""
    groups = [[key for key in sides if sides[key] == side] for side in (-1, 1, 0)]
    for keys in sorted(filter(None, groups), key=len):
        side = sides[keys[0]]
        if len(keys) == 1:
            yield join([f"{MEASURES[keys[0]].label} ", own.get(keys[0], one[side])])
        elif len(keys) == len(sides) > NAMED - 1:
            yield join([f"all {len(keys)} {what} ", several[side]])
        elif len(keys) <= NAMED:
            yield join([f"{labels(keys)} ", several[side]])
        else:
            yield join([f"{len(keys)} of the {len(sides)} {what} ", several[side]])
