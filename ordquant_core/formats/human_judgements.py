"""What people said of pairs of estimates: a table with the columns person, gold, estimate_a, estimate_b, choice.

The gold and the estimates are numbers, one per class, with spaces, commas or semicolons between them: votes or
probabilities. choice is a, b or neither.
"""

import re
from dataclasses import dataclass

import numpy as np

from ordquant_core.distributions import as_distributions
from ordquant_core.errors import InputError, InvalidDistributionError, Problem
from ordquant_core.formats.headed import headed_rows
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import brief, label, numbers
from ordquant_core.records import FloatArray, IntArray

COLUMNS = ("person", "gold", "estimate_a", "estimate_b", "choice")
CHOICES = {"a": -1, "b": 1, "neither": 0}
MOST_CLASSES = 101


@dataclass(frozen=True, slots=True, eq=False)
class HumanJudgements:
    """What people said of pairs of estimates: a row per answer."""

    persons: tuple[str, ...]  # per answer
    gold: tuple[FloatArray, ...]  # per answer: probabilities or votes, (classes,)
    a: tuple[FloatArray, ...]
    b: tuple[FloatArray, ...]
    sides: IntArray  # (answers,): -1 the person prefers A, 1 B, 0 neither


def parse_judgements_of_people(data: bytes, name: str) -> HumanJudgements:
    """Read such a table.

    Raises `InputError` with every problem of the file: numbers that are no distribution, another number of classes, an
    unknown choice, or a pair that one person judges twice.
    """
    problems = Problems(name)
    rows: list[tuple[str, FloatArray, FloatArray, FloatArray, int]] = []
    seen: dict[tuple[object, ...], int] = {}
    for line, (person, gold, a, b, choice) in headed_rows(data, name, COLUMNS, problems):
        place = f"line {line}"
        sides = [_distribution(text) for text in (gold, a, b)]
        wrong = next((text for text, side in zip((gold, a, b), sides, strict=True) if side is None), None)
        own = [side for side in sides if side is not None]
        judged = (person, *map(tuple, own))
        if not person:
            problems.add(line, place, "an empty cell", f"expected {', '.join(COLUMNS)}")
        elif choice.lower() not in CHOICES:
            problems.add(line, place, f"the choice is {brief(choice)}", f"give {', '.join(CHOICES)}")
        elif wrong is not None:
            action = "give votes or probabilities that sum to 1, such as 0 1 2 9 8"
            problems.add(line, place, f"{brief(wrong)} is no distribution", action)
        elif len(set(map(len, own))) > 1:
            problems.add(line, place, "gold, a and b have different numbers of classes", "give a number for each class")
        elif judged in seen:
            before = f"the first time in line {seen[judged]}"
            problems.add(line, place, f"{label(person)} judges a pair of estimates twice", before)
        else:
            seen[judged] = line
            rows.append((person, own[0], own[1], own[2], CHOICES[choice.lower()]))
    problems.raise_if_any()
    if not rows:
        raise InputError([Problem(name, "", "it contains no answer", f"expected {', '.join(COLUMNS)}")])
    persons, golds, firsts, seconds, choices = zip(*rows, strict=True)
    return HumanJudgements(persons, golds, firsts, seconds, np.array(choices, dtype=np.int64))


def _distribution(text: str) -> FloatArray | None:
    values = numbers([cell for cell in re.split(r"[\s,;]+", text.strip()) if cell])
    if values is None or not 2 <= len(values) <= MOST_CLASSES:
        return None
    try:
        as_distributions(values, "row")
    except InvalidDistributionError:
        return None
    return values
