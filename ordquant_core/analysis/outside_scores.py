"""Scores that were computed elsewhere stand beside those that are computed here, as further layers."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from ordquant_core.errors import InputError, Problem
from ordquant_core.formats.outside_scores import LARGER, OutsideScores, name_of
from ordquant_core.formats.text import label
from ordquant_core.numerals import count, listed
from ordquant_core.records import NEGATED, OUTSIDE_KEY, FloatArray, Scores

FEWEST = 2  # runs
MOST_NAMED = 100  # problems of each kind


def with_outside(scores: Scores, outside: OutsideScores) -> Scores:
    """Add a layer per measure of a file of scores; where larger is better, the scores are negated.

    Raises `InputError` for every run and case of the file that is not scored here, and for every score that is missing.
    """
    checked(outside, scores.runs, scores.cases)
    return layered(scores, outside)


def checked(outside: OutsideScores, runs: Sequence[str], cases: Sequence[str]) -> None:
    """Raise `InputError` where a file has other runs or cases, or lacks a score of these."""
    problems = [*_unknown(outside, "run", runs), *_unknown(outside, "case", cases), *_missing(outside, runs, cases)]
    if problems:
        raise InputError(problems)


def layered(scores: Scores, outside: OutsideScores) -> Scores:
    """Add the layers for some of the runs and cases of a file that was checked."""
    layers = np.array([_layer(key, outside, scores) for key in outside.scores])
    return replace(scores, measures=(*scores.measures, *outside.scores), values=np.concatenate([scores.values, layers]))


def for_task(
    outside: OutsideScores,
    larger: Collection[str],
    runs: Sequence[str],
    baselines: Sequence[str],
    cases: Sequence[str],
) -> tuple[OutsideScores, tuple[str, ...]]:
    """Return the scores with larger ones better by these measures, where the file leaves that open, and their runs.

    Baselines without scores are left out. Raises `InputError` for what `checked` refuses, and for fewer than two runs.
    """
    found = outside.with_larger([name for name in larger if name in outside.open])
    kept = scored_runs(found, runs, baselines)
    checked(found, kept, cases)
    if len(kept) < FEWEST:
        action = "give the scores of two runs or more; Popularity and Uniform count as runs"
        raise InputError([Problem(outside.file, "", f"scores of {count(len(kept), 'run')}", action)])
    return found, kept


def scored_runs(outside: OutsideScores, runs: Sequence[str], baselines: Sequence[str]) -> tuple[str, ...]:
    """Return the runs that stand beside outside scores: all but the baselines of which the file has no score."""
    given = set(outside.runs)
    return tuple(run for run in runs if run in given or run not in baselines)


def notes_on(outside: OutsideScores, left_out: Sequence[str] = ()) -> tuple[str, ...]:
    """Return what readers must know of a file of scores, a sentence each."""
    notes = []
    if outside.negated:
        notes.append(f"for {listed(outside.negated)}, {LARGER} is better: these scores are negated")
    smaller = [name for name in outside.names if name not in outside.negated]
    if smaller:
        notes.append(f"for {listed(smaller)}, smaller is better")
    if left_out:
        verb = "is" if len(left_out) == 1 else "are"
        notes.append(f"the file has no scores for {listed(left_out)}, which {verb} left out")
    return tuple(notes)


def _layer(key: str, outside: OutsideScores, scores: Scores) -> FloatArray:
    given, sign = outside.scores[key], -1.0 if key.startswith(OUTSIDE_KEY + NEGATED) else 1.0
    return np.array([[sign * given[run, case].score + 0.0 for case in scores.cases] for run in scores.runs])


def _unknown(outside: OutsideScores, what: str, known: Sequence[str]) -> list[Problem]:
    """Return a problem for every run, or case, that is not known, at its first row."""
    first: dict[str, int] = {}
    place, there = ("run", "case").index(what), set(known)
    for given in outside.scores.values():
        for pair, one in given.items():
            if pair[place] not in there:
                first[pair[place]] = min(one.line, first.get(pair[place], one.line))
    return [
        Problem(
            outside.file,
            f"line {line}",
            f"{what} {label(name)} is not in the task",
            f"correct the name, or remove its rows; the task has {_some(known)}",
        )
        for name, line in sorted(first.items(), key=lambda one: one[1])[:MOST_NAMED]
    ]


def _missing(outside: OutsideScores, runs: Sequence[str], cases: Sequence[str]) -> list[Problem]:
    """Return a problem for every run and measure without a score on some case."""
    found = []
    for key, given in outside.scores.items():
        name = name_of(key)
        for run in runs:
            left = [case for case in cases if (run, case) not in given]
            if left:
                seen = f"no score by {name} on {count(len(left), 'case')}, such as {label(left[0])}"
                found.append(Problem(outside.file, f"run {label(run)}", seen, "add a row for each of these cases"))
    return found[:MOST_NAMED]


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(label(name) for name in names[:3])
    return f"{shown}, …" if len(names) > 3 else shown
