"""Preferences in one sentence. Every number in a sentence is computed, and every measure counted once.

Names of runs come from visitors: they are escaped unless they are `Html` already, such as those of `lettered`.
"""

from collections.abc import Mapping, Sequence

from ordquant_core.markup import Html, tag, text
from ordquant_core.numerals import count, listed

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
