"""Preferences in one sentence. Every number in a sentence is computed, and every measure counted once.

Names of runs come from visitors: they are escaped unless they are `Html` already, such as those of `lettered`.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ordquant_core.analysis.comparison import QUANTITY, Sides, dissenters, on_more_cases
from ordquant_core.markup import Html, join, tag, text
from ordquant_core.measures.measure import ON_REQUEST, OWN
from ordquant_core.measures.registry import MEASURES
from ordquant_core.numerals import all_of, count, listed, setting
from ordquant_core.records import Preferences
from ordquant_core.statistics.mean_interval import FEW

NAMED = 3  # measures with one preference that a sentence names; more than that are counted
MEANS = "Student's t corrected for skewness, Willink 2005"  # how intervals of mean scores are computed
DIFFERENCES = "Student's t"  # and those of mean differences of two runs
EFFECT_SIZE = (
    "difference of the means over the residual standard deviation of the two-way layout of the cases and the runs "
    "that are tested together"
)
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


def span(numbers: ArrayLike, noun: str) -> str:
    """Say between which two numbers some counts lie.

    >>> span([19, 19], "annotator"), span([1, 5, 3], "vote")
    ('19 annotators', '1 to 5 votes')
    """
    fewest, most = int(np.min(numbers)), int(np.max(numbers))
    return count(most, noun) if fewest == most else f"{count(fewest)} to {count(most, noun)}"


def labels(keys: Sequence[str]) -> str:
    """Join the labels of measures as in a sentence: 'NMD', 'NMD and RSNOD', 'NMD, RSNOD and JSD'."""
    return listed([MEASURES[key].label for key in keys])


def some(keys: Sequence[str]) -> str:
    """Name a few measures, or count many: 'NMD and JSD', '5 measures'."""
    return labels(keys) if len(keys) <= NAMED else f"{len(keys)} measures"


def few_cases(n_cases: int, unit: str = "case") -> str:
    """Say what is to be known of the intervals of means on few cases; nothing where there are enough.

    >>> few_cases(5), few_cases(1, "dialogue"), few_cases(20)
    ('Intervals of means on fewer than 20 cases may be too narrow; here there are 5.', 'One dialogue: no interval.', '')
    """
    if n_cases == 1:
        return f"One {unit}: no interval."
    if n_cases >= FEW:
        return ""
    return f"Intervals of means on fewer than {FEW} {unit}s may be too narrow; here there are {n_cases}."


def confidence(alpha: float) -> str:
    """Return the confidence of intervals that belong to a significance level.

    >>> confidence(0.05), confidence(0.025)
    ('95%', '97.5%')
    """
    return f"{setting(100 * (1 - alpha))}%"


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
