"""Scores of a task's runs that were computed elsewhere: a table with the columns run, case, measure and score.

Smaller is better, unless a column `better` says `larger`: such scores count with a minus sign, and are labelled so.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.headed import headed_rows
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import is_number, label, shown
from ordquant_core.records import LONGEST_OUTSIDE_NAME, NEGATED, OUTSIDE_KEY, OUTSIDE_NAME

COLUMNS = ("run", "case", "measure", "score")
BETTER = "better"  # the column that may be left out
SMALLER, LARGER = "smaller", "larger"
MOST_MEASURES = 20
_SNIFFED = 4096  # bytes


@dataclass(frozen=True, slots=True)
class Given:
    """A score, as others computed it, and where it stands."""

    score: float
    line: int


@dataclass(frozen=True, slots=True, eq=False)
class OutsideScores:
    """The scores of one file, by the keys of their measures; larger is better: `outside:-NAME`, negated."""

    file: str
    scores: Mapping[str, Mapping[tuple[str, str], Given]]  # key -> (run, case) -> score

    @property
    def runs(self) -> tuple[str, ...]:
        """The runs that have any score."""
        return tuple(dict.fromkeys(run for given in self.scores.values() for run, _ in given))

    @property
    def negated(self) -> tuple[str, ...]:
        """The names of the measures by which larger is better."""
        prefix = key_of("", larger=True)
        return tuple(key.removeprefix(prefix) for key in self.scores if key.startswith(prefix))


def key_of(name: str, *, larger: bool = False) -> str:
    """Return the key of a measure of a file.

    >>> key_of("alpha-nDCG", larger=True)
    'outside:-alpha-nDCG'
    """
    return f"{OUTSIDE_KEY}{NEGATED if larger else ''}{name}"


def holds_scores(data: bytes) -> bool:
    """Recognise such a table by its header."""
    header = data[:_SNIFFED].decode("utf-8-sig", errors="replace").splitlines()[:1]
    return {cell.strip(' "').lower() for line in header for cell in re.split("[,\t]", line)}.issuperset(COLUMNS)


def parse_outside_scores(data: bytes, name: str) -> OutsideScores:
    """Read such a table.

    Raises `InputError` with every problem of the file: a score that is not a finite number, a second one of a run, case
    and measure, a name that cannot be shown, an entry of `better` that is unknown, or not that of the rows before.
    """
    problems = Problems(name)
    found: dict[str, dict[tuple[str, str], Given]] = {}
    directions: dict[str, str] = {}
    for line, (run, case, measure, score, better) in headed_rows(data, name, COLUMNS, problems, optional=(BETTER,)):
        place, better = f"line {line}", better.lower() or SMALLER
        if not _is_name(measure):
            seen = f"the measure is called {shown(measure)}"
            action = f"use letters, digits and - _ @ . as in alpha-nDCG or P@10, at most {LONGEST_OUTSIDE_NAME}"
            problems.add(line, place, seen, action)
        elif not is_number(score):
            problems.add(line, place, f"the score {shown(score)} is not a number", "give a finite number")
        elif better not in (SMALLER, LARGER):
            problems.add(line, place, f"{BETTER} is {shown(better)}", f"give {SMALLER} or {LARGER}")
        elif directions.setdefault(measure, better) != better:
            seen = f"{BETTER} is {better} for {measure}, and {directions[measure]} above"
            problems.add(line, place, seen, "give every row of a measure the same")
        elif (run, case) in (rows := found.setdefault(key_of(measure, larger=better == LARGER), {})):
            seen = f"run {label(run)} has a second score by {measure} on case {label(case)}"
            first = f"the first is in line {rows[run, case].line}"
            problems.add(line, place, seen, f"give one score per run, case and measure; {first}")
        else:
            rows[run, case] = Given(float(score), line)
    problems.raise_if_any()
    if not found:
        raise InputError([Problem(name, "", "it contains no score", f"expected {', '.join(COLUMNS)}")])
    if len(found) > MOST_MEASURES:
        raise InputError([Problem(name, "", f"it has {len(found)} measures", f"give at most {MOST_MEASURES}")])
    return OutsideScores(name, found)


def _is_name(text: str) -> bool:
    return len(text) <= LONGEST_OUTSIDE_NAME and OUTSIDE_NAME.fullmatch(text) is not None
