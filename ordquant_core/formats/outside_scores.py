"""Scores of a task's runs that were computed elsewhere: a table with the columns run, case, measure and score.

Smaller is better, unless a column `better` says `larger`, or whoever brings them does: such scores count with a minus
sign, and are labelled so.
"""

import csv
import io
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.headed import headed_rows, names_columns
from ordquant_core.formats.rows import Problems
from ordquant_core.formats.text import is_number, label, shown
from ordquant_core.records import LONGEST_OUTSIDE_NAME, NEGATED, OUTSIDE_KEY, OUTSIDE_NAME

COLUMNS = ("run", "case", "measure", "score")
BETTER = "better"  # the column that may be left out
SMALLER, LARGER = "smaller", "larger"
MOST_MEASURES = 20


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
    stated: frozenset[str] = frozenset()  # the names of the measures of which the file says what is better

    @property
    def runs(self) -> tuple[str, ...]:
        """The runs that have any score."""
        return tuple(dict.fromkeys(run for given in self.scores.values() for run, _ in given))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the measures, as the file has them."""
        return tuple(map(name_of, self.scores))

    @property
    def open(self) -> tuple[str, ...]:
        """The names of the measures of which the file does not say what is better."""
        return tuple(name for name in self.names if name not in self.stated)

    def with_larger(self, names: Collection[str]) -> "OutsideScores":
        """Return the scores with larger ones better by these measures, too.

        Raises `InputError` for a name that the file does not have, and for one of which it says the opposite.
        """
        problems = []
        for name in names:
            if name not in self.names:
                action = f"choose from {', '.join(self.names)}"
                problems.append(Problem(self.file, "", f"it has no scores by {shown(name)}", action))
            elif name in self.stated and name not in self.negated:
                seen = f"its column {BETTER} says that {SMALLER} is better by {name}"
                problems.append(Problem(self.file, "", seen, f"correct that column, or leave {name} out"))
        if problems:
            raise InputError(problems)
        larger = {*names, *self.negated}
        return replace(
            self,
            scores={key_of(name_of(key), larger=name_of(key) in larger): given for key, given in self.scores.items()},
        )

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


def name_of(key: str) -> str:
    """Return the name that a measure of a file has there.

    >>> name_of("outside:-alpha-nDCG")
    'alpha-nDCG'
    """
    return key.removeprefix(OUTSIDE_KEY).removeprefix(NEGATED)


def holds_scores(data: bytes) -> bool:
    """Recognise such a table by its header."""
    return names_columns(data, COLUMNS)


def parse_outside_scores(data: bytes, name: str) -> OutsideScores:
    """Read such a table.

    Raises `InputError` with every problem of the file: a score that is not a finite number, a second one of a run, case
    and measure, a name that cannot be shown, an entry of `better` that is unknown, or not that of the rows before.
    """
    problems = Problems(name)
    found: dict[str, dict[tuple[str, str], Given]] = {}
    directions: dict[str, str] = {}
    stated: set[str] = set()
    for line, (run, case, measure, score, said) in headed_rows(data, name, COLUMNS, problems, optional=(BETTER,)):
        place, better = f"line {line}", said.lower() or SMALLER
        if not _is_name(measure):
            seen = f"the measure is called {shown(measure)}"
            action = f"use at most {LONGEST_OUTSIDE_NAME} letters, digits and - _ @ . as in alpha-nDCG or P@10"
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
            stated |= {measure} if said else set()
    problems.raise_if_any()
    if not found:
        raise InputError([Problem(name, "", "it contains no score", f"expected {', '.join(COLUMNS)}")])
    if len(found) > MOST_MEASURES:
        raise InputError([Problem(name, "", f"it has {len(found)} measures", f"give at most {MOST_MEASURES}")])
    return OutsideScores(name, found, frozenset(stated))


def write_outside_scores(outside: OutsideScores, runs: Mapping[str, str]) -> bytes:
    """Write the scores as such a table, which says what is better by each measure; `runs`: their names in it."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([*COLUMNS, BETTER])
    for key, given in outside.scores.items():
        name = name_of(key)
        better = LARGER if name in outside.negated else SMALLER
        writer.writerows(
            [runs.get(run, run), case, name, repr(one.score), better] for (run, case), one in given.items()
        )
    return buffer.getvalue().encode()


def _is_name(text: str) -> bool:
    return len(text) <= LONGEST_OUTSIDE_NAME and OUTSIDE_NAME.fullmatch(text) is not None
